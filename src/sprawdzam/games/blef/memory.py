"""A round of blef for two who have a short memory: what they tell apart, as tables.

Whoever bids knows the last bids, who opened, which values the own cards show, and of the ends that were not chosen
those of a few noted values. All else is forgotten: earlier bids, other hidden ends, and ends of a value that is too low
to be bid on. As bids ascend by value (BL-12), what is lower than the last bid counts for nothing any more.

A *situation* is what is remembered of the bids. A *look* is what is remembered of a hand. A *group* says which values
still count; for each group looks fall into *classes*, which differ in what still counts. What a round comes to between
two such players depends on the situation and on both classes alone. So it is computed exactly, and no history is gone
through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from sprawdzam.games.blef.rounds import COPIES, Hands, Round

Table = np.ndarray[Any, Any]
Values = tuple[int, ...]
Look = tuple[Values, Values]
"""The values that a hand shows, and those noted that it hides; ascending, counted from 0."""


class Situation(NamedTuple):
    """What is remembered of the bids."""

    actor: int
    """Whose turn it is: the starter's (0) or the other one's (1)."""
    wild: bool
    """Ones are jokers, and the opening was not on ones (BL-24, BL-25)."""
    bids: Values
    """The last ones."""

    @property
    def last(self) -> int:
        return self.bids[-1] if self.bids else -1


class Graph(NamedTuple):
    """All situations, ascending by the last bid, as arrays for machine code; the first is that before any bid."""

    last: Table
    """The last bid; -1 before the first one."""
    quantity: Table
    """That of the last bid."""
    actor: Table
    group: Table
    first: Table
    """Where the situations that follow begin in ``follow``: one for each higher bid."""
    follow: Table
    play: Table
    """Where the weights begin: a row of the actor's classes for each higher bid, then one for the check."""
    pair: Table
    """Where the pairs of classes begin: a row for each class of the actor."""
    sizes: Table
    """``[group, player]``: how many classes there are."""
    merge: Table
    """``[player, group, later group, class]``: what the class becomes."""
    counts: Table
    """``[player, group, class]``: how many cards count for the value of the last bid."""
    ladder: Table
    """The value of each bid."""


class Shows(NamedTuple):
    """What each kind of hand can look like, and what it may have in common with others, as arrays for ``deals``."""

    first: Table
    """Where the entries of a kind begin: one for each of its looks."""
    look: Table
    ends: Table
    """The first choice of ends that looks so."""
    part_first: Table
    part: Table
    """The parts of a kind: multisets of its cards."""
    within: Table
    """In how many ways the kind has a part, less than 0 for an odd number of cards."""
    over: Table
    """How many hands of the kind have the cards of a part, any given ones."""
    ways: Table


@dataclass(frozen=True)
class Memory:
    """How much is remembered in a round: so many of the last bids, and hidden ends of the noted values."""

    game: Round
    bids: int
    noted: Values

    # --- hands ---

    def look(self, hands: Hands, kind: Values, ends: int) -> Look:
        hidden = hands.shown(kind, ends ^ ((1 << hands.cards) - 1))
        return tuple(sorted(hands.shown(kind, ends))), tuple(sorted(one for one in hidden if one in self.noted))

    @cached_property
    def looks(self) -> tuple[list[Look], list[Look]]:
        """All looks that the hands of each player can have."""
        first, second = map(self._looks, self.game.hands)
        return first, second

    @cached_property
    def numbers(self) -> tuple[dict[Look, int], dict[Look, int]]:
        """The places of looks in ``looks``."""
        first, second = ({look: i for i, look in enumerate(looks)} for looks in self.looks)
        return first, second

    def _looks(self, hands: Hands) -> list[Look]:
        if not self.noted:
            return [(shown, ()) for shown in combinations_with_replacement(range(hands.values), hands.cards)]
        return sorted({self.look(hands, kind, ends) for ends, kind in hands})

    @property
    def groups(self) -> int:
        """One for each value of the last bid, in rounds without jokers and in those with them."""
        return 2 * self.game.values

    def group(self, here: Situation) -> int:
        return max(0, here.last) // self.game.total + (self.game.values if here.wild else 0)

    def counted(self, shown: Table) -> Table:
        """``[group, hand]``: how many of the shown values of each hand count for the last bid (BL-15, BL-24)."""
        groups = (divmod(group, self.game.values) for group in range(self.groups))
        return np.array([((shown == value) | (wild & (shown == 0))).sum(1) for wild, value in groups], np.int64)

    def shown_by_looks(self, player: int) -> Table:
        """``[look, card]``: the values that each look shows."""
        return np.array([shown for shown, _hidden in self.looks[player]])

    @cached_property
    def classes(self) -> tuple[Table, Table]:
        """``[group, look]`` for each player."""
        first, second = (
            np.array([self._classes(group, looks) for group in range(self.groups)], np.int64) for looks in self.looks
        )
        return first, second

    def _classes(self, group: int, looks: list[Look]) -> list[int]:
        wild, lowest = divmod(group, self.game.values)
        counting = [value >= lowest or (wild and value == 0) for value in range(self.game.values)]
        live = [tuple(tuple(one for one in part if counting[one]) for part in look) for look in looks]
        number = {one: i for i, one in enumerate(dict.fromkeys(live))}
        return [number[one] for one in live]

    # --- situations ---

    def after(self, here: Situation, bid: int) -> Situation:
        wild = here.wild if here.bids else self.game.wild(bid)
        return Situation(1 - here.actor, wild, (*here.bids, bid)[-self.bids :])

    @cached_property
    def situations(self) -> dict[Situation, int]:
        """All situations with their numbers, ascending by the last bid."""
        found = {Situation(0, False, ()): 0}
        by_last: list[dict[Situation, None]] = [{} for _ in range(self.game.bids)]
        for last in range(-1, self.game.bids):
            for here in [Situation(0, False, ())] if last < 0 else by_last[last]:
                found.setdefault(here, len(found))
                for bid in range(last + 1, self.game.bids):
                    by_last[bid][self.after(here, bid)] = None
        return found

    def number(self, bids: list[int]) -> int:
        """The situation after these bids."""
        here = Situation(0, False, ())
        for bid in bids:
            here = self.after(here, bid)
        return self.situations[here]

    @cached_property
    def graph(self) -> Graph:
        bids, total = self.game.bids, self.game.total
        situations = list(self.situations)
        last = np.array([here.last for here in situations], np.int64)
        actor = np.array([here.actor for here in situations], np.int64)
        group = np.array([self.group(here) for here in situations], np.int64)
        follow = [self.situations[self.after(here, bid)] for here in situations for bid in range(here.last + 1, bids)]
        sizes = np.array([of.max(1) + 1 for of in self.classes], np.int64).T.copy()
        merge = np.zeros((2, self.groups, self.groups, sizes.max()), np.int64)
        counts = np.zeros((2, self.groups, sizes.max()), np.int64)
        counted = [self.counted(self.shown_by_looks(player)) for player in (0, 1)]
        for player, g in product((0, 1), range(self.groups)):
            own = self.classes[player]
            counts[player, g, own[g]] = counted[player][g]
            for later in range(self.groups):
                merge[player, g, later, own[g]] = own[later]
        return Graph(
            last=last,
            quantity=last % total + 1,
            actor=actor,
            group=group,
            first=_starts(bids - 1 - last),
            follow=np.array(follow, np.int64),
            play=_starts((bids - 1 - last + (last >= 0)) * sizes[group, actor]),
            pair=_starts(sizes[group, 0] * sizes[group, 1]),
            sizes=sizes,
            merge=merge,
            counts=counts,
            ladder=np.arange(bids) // total,
        )

    @cached_property
    def shows(self) -> tuple[Shows, Shows]:
        parts: dict[Values, int] = {}
        first, second = (self._shows(player, parts) for player in (0, 1))
        return first, second

    def _shows(self, player: int, parts: dict[Values, int]) -> Shows:
        hands = self.game.hands[player]
        number = self.numbers[player]
        entries: list[int] = []
        looks: list[int] = []
        ends: list[int] = []
        sizes: list[int] = []
        part: list[int] = []
        within: list[int] = []
        over: list[int] = []
        for kind in hands.kinds:
            found: dict[int, int] = {}
            for one in range(1 << hands.cards):
                found.setdefault(number[self.look(hands, kind, one)], one)
            entries.append(len(found))
            looks += found.keys()
            ends += found.values()
            before = len(part)
            for some, in_kind, of_kind in self._parts(kind):
                part.append(parts.setdefault(some, len(parts)))
                within.append(in_kind)
                over.append(of_kind)
            sizes.append(len(part) - before)
        whole = [_starts(np.array(entries)), looks, ends, _starts(np.array(sizes)), part]
        broken = [np.array(one, np.float32) for one in (within, over, hands.ways())]
        return Shows(*(np.array(one, np.int64) for one in whole), *broken)

    def _parts(self, kind: Values) -> Iterator[tuple[Values, int, int]]:
        have = Counter(kind)
        for some in product(*(range(n + 1) for n in have.values())):
            if sum(some) <= min(self.game.cards):
                both = list(zip(have.values(), some, strict=True))
                yield (
                    tuple(pair for pair, n in zip(have, some, strict=True) for _ in range(n)),
                    (-1) ** sum(some) * prod(comb(n, m) for n, m in both),
                    prod(comb(COPIES - m, n - m) for n, m in both),
                )


def _starts(lengths: Table) -> Table:
    """Where each of several runs begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
