"""A round of blef for two as tables: the hands, how often they are dealt, and what their chosen ends count for.

A hand is a kind (which pairs it has, copies being alike: BL-02) and the ends that were chosen for it. Hands of a player
are numbered ``ends * kinds + kind``, where ``ends`` is the mask of the action ``choose``.

The bids of a round in ascending order (BL-12) are numbered 0 .. bids - 1. A history of bids is a mask in which bid
``b`` is bit ``bids - 1 - b``: so the histories that go on from one of them are the numbers right behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from sprawdzam.games.blef.rules import VALUES

COPIES = 2  # BL-02
MOST_CARDS = 2  # of a hand: card removal between hands is written out for one and two cards

Floats = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True)
class Hands:
    """The hands of one player: ``cards`` of a deck that has each pair of different values twice."""

    cards: int
    values: int = VALUES

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The values of the ends A and B of each pair, counted from 0."""
        return [(low, high) for low in range(self.values) for high in range(low + 1, self.values)]

    @cached_property
    def kinds(self) -> list[tuple[int, ...]]:
        """The pairs of each kind of hand, ascending as cards lie in a hand."""
        hands = combinations_with_replacement(range(len(self.pairs)), self.cards)
        return [hand for hand in hands if max(Counter(hand).values()) <= COPIES]

    @cached_property
    def number(self) -> dict[tuple[int, ...], int]:
        return {kind: i for i, kind in enumerate(self.kinds)}

    @property
    def size(self) -> int:
        """Kinds times choices of ends."""
        return len(self.kinds) << self.cards

    def ways(self) -> Floats:
        """In how many ways each kind can be dealt from the full deck."""
        return np.array([_ways(kind, ()) for kind in self.kinds], np.float32)

    def shown(self, kind: tuple[int, ...], ends: int) -> list[int]:
        """The values that count, from 0."""
        return [self.pairs[pair][ends >> i & 1] for i, pair in enumerate(kind)]

    def counts(self, wild: bool) -> Floats:
        """``[value, n - 1, hand]``: 1 where a hand has at least ``n`` cards that count for a value (BL-15, BL-24)."""
        table = np.zeros((self.values, MOST_CARDS, self.size), np.float32)
        for hand, (ends, kind) in enumerate(self):
            shown = self.shown(kind, ends)
            for value in range(self.values):
                found = sum(1 for one in shown if one == value or (wild and one == 0))
                table[value, :found, hand] = 1
        return table

    def __iter__(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Ends and kind of each hand, in the order of their numbers."""
        for ends in range(1 << self.cards):
            for kind in self.kinds:
                yield ends, kind


def _ways(kind: tuple[int, ...], gone: tuple[int, ...]) -> int:
    left = Counter(gone)
    ways = 1
    for pair, n in Counter(kind).items():
        ways *= comb(max(0, COPIES - left[pair]), n)
    return ways


@dataclass(frozen=True)
class Round:
    """A round for two: cards of the starter and of the other one, and whether ones are jokers (BL-24)."""

    cards: tuple[int, int]
    jokers: bool = False
    values: int = VALUES  # fewer of them make a small round, for tests

    @cached_property
    def hands(self) -> tuple[Hands, Hands]:
        return Hands(self.cards[0], self.values), Hands(self.cards[1], self.values)

    @property
    def total(self) -> int:
        """N of the rulebook: the most that can be bid (BL-13)."""
        return sum(self.cards)

    @property
    def bids(self) -> int:
        return self.values * self.total

    @property
    def histories(self) -> int:
        return 1 << self.bids

    @property
    def deals(self) -> float:
        """In how many ways both hands can be dealt."""
        deck = COPIES * len(self.hands[0].pairs)
        return float(comb(deck, self.cards[0]) * comb(deck - self.cards[0], self.cards[1]))

    def wild(self, opening: int) -> bool:
        """Are ones jokers in a round that was opened with this bid? BL-25: not if it was on ones."""
        return self.jokers and opening >= self.total

    def weight(self, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
        """How likely a deal is."""
        return _ways(mine, ()) * _ways(theirs, mine) / self.deals

    @property
    def name(self) -> str:
        return f"{self.cards[0]}-{self.cards[1]}" + ("-jokers" if self.jokers else "")


def shares(weights: list[int]) -> list[float]:
    """Weights in proportion, adding up to 1; all alike where nothing is known."""
    total = sum(weights)
    return [weight / total if total else 1 / len(weights) for weight in weights]
