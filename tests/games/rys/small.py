"""rys with few cards, and its states in the referee's words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sprawdzam.engine.contract import State

from ..tiny import Tiny, tiny
from .referee import Referee, World
from .tables import CARDS, RYS

Copies = Sequence[int]  # of the values from 1; the last one of jokers
Box = tuple[Copies, int, int, int]  # copies, cards in a hand, slots of the pool, cards of the virtual row


def few(copies: Copies, hand: int, slots: int, row: int = 0, seats: int | None = None) -> Tiny:
    """The game with these cards; with a number of seats for that number alone, in short records."""
    values, jokers = copies[:-1], copies[-1]
    return _few((*values, *[0] * (13 - len(values)), jokers), hand, slots, row, seats)


@cache
def _few(copies: tuple[int, ...], hand: int, slots: int, row: int, seats: int | None) -> Tiny:
    total = sum(copies)
    lengths = {"pool": slots, "thirteens": slots, "jokers": slots}
    constants: dict[str, Any] = {"COPIES": copies, "TOTAL": total, "HAND": hand, "SLOTS": slots, "STOCK": row}
    if seats is not None:
        lengths |= {"seat": seats, "layer": total}
        constants |= {"SEATS": seats, "LAYERS": total}
    return tiny(RYS, lengths, **constants)


def referee(kind: type[Referee], copies: Copies, hand: int, slots: int, row: int, **more: Any) -> Referee:
    """The referee of the same box."""
    values, jokers = copies[:-1], copies[-1]
    numbers = [*values, *[0] * (13 - len(values))]
    return kind(copies=numbers, jokers=jokers, hand_size=hand, slots=slots, row=row, **more)


def cards(counts: Sequence[int]) -> list[str]:
    return [CARDS[kind] for kind in range(len(counts)) for _ in range(counts[kind])]


def world(s: State) -> World:
    """Hands and deck."""
    return tuple(tuple(cards(s.seat[p].hand)) for p in range(s.seats)), tuple(cards(s.deck))
