"""Section 10 of the rules: what holds in every round of every match, whatever is played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import HOLE, TABLE
from sprawdzam.games.blef.bids import all_bids, bid_before
from sprawdzam.games.blef.rules import CHECK, COPIES, MOST, PIECES, Phase, was_bid

from .tables import BLEF, VARIANTS

RULES = BLEF.rules
PLAYED = (Phase.CHOOSE, Phase.DIRECTION, Phase.BID, Phase.REVEAL)
TABLES = [*product(range(2, 7), VARIANTS)]
OTHERS = [seats + sum(map(bool, options.values())) & 1 for seats, options in TABLES]  # half of them: in full size alone


def named(value: object) -> str:
    if isinstance(value, dict):
        return "+".join(name for name, on in value.items() if on) or "base"
    return str(value)


every_table = pytest.mark.parametrize(
    ("seats", "options"),
    [pytest.param(*table, marks=[pytest.mark.full] * other) for table, other in zip(TABLES, OTHERS, strict=True)],
    ids=named,
)


def walk(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Any, int, int, Any]]:
    """A random match: for each step the state before, seat, action and the state after; some choices are revised."""
    luck, chance = Random(seed), Fast(seed)
    s = BLEF.setup(seats, **options).blank()
    RULES.deal(s, chance)
    out = [0] * RULES.ACTIONS
    while mask := RULES.actors(s):
        seat = luck.choice([seat for seat in range(TABLE + 1) if mask >> seat & 1])
        if s.phase == Phase.CHOOSE and luck.random() < 0.2:
            seat = luck.choice(active(s))
        action = luck.choice(out[: RULES.legal(s, seat, out)])
        if s.phase == Phase.BID and s.made and luck.random() < 0.25:
            action = CHECK
        before = s.copy()
        RULES.apply(s, seat, action, chance)
        yield before, seat, action, s


def legal(s: Any, seat: int) -> list[int]:
    out = [0] * RULES.ACTIONS
    return out[: RULES.legal(s, seat, out)] if seat >= 0 else []


def active(s: Any) -> list[int]:
    return [p for p in range(s.seats) if s.seat[p].rank == 0]


@every_table
def test_cards_counts_and_bids_in_every_state(seats: int, options: dict[str, Any]) -> None:
    """BL-01, BL-05, BL-12, BL-13, BL R15, BL R20: invariants 1 to 4."""
    for _, _, _, s in walk(seats, options, 1):
        census = [0] * PIECES
        RULES.census(s, census)
        assert tuple(census) == COPIES and sum(census) == 30
        for p in range(seats):
            held = sum(1 for card in s.seat[p].card if card)
            assert held == (s.seat[p].count if s.phase in PLAYED and p in active(s) else 0)
            assert p not in active(s) or 1 <= s.seat[p].count <= 5
        if s.phase in PLAYED:
            assert s.total == sum(s.seat[p].count for p in active(s)) <= 30
        bids = all_bids(s)
        told = [(bid // MOST + 1, bid % MOST + 1) for bid in bids]
        assert all(a < b for a, b in pairwise(told)) and all(1 <= v <= 6 and 1 <= q <= s.total for v, q in told)
        assert len(bids) == s.made and [*bids[:-4:-1], 0, 0, 0][:3] == s.newest
        assert [bid_before(s, bid) for bid in bids] == [-1, *bids][: s.made]
        assert {value for value in range(1, 7) if was_bid(s, value)} == {value for value, _ in told}


@every_table
def test_bids_go_round_the_active_seats_and_a_round_has_one_winner_and_one_loser(
    seats: int, options: dict[str, Any]
) -> None:
    """BL-09, BL-16, BL-17, BL-30, BL R19: invariants 5 to 7."""
    for before, seat, action, s in walk(seats, options, 2):
        order = active(before)[:: -1 if before.counter else 1]
        if before.phase == Phase.BID and action != CHECK:
            assert s.turn == order[(order.index(seat) + 1) % len(order)]
        if before.phase != Phase.REVEAL:
            assert [(p.count, p.rank) for p in s.seat] == [(p.count, p.rank) for p in before.seat]
            continue
        pair = {before.turn, order[order.index(before.turn) - 1]}
        changed = [p for p in range(seats) if s.seat[p].count != before.seat[p].count]
        if before.tiebreak:
            assert changed == [] and len(active(before)) - len(active(s)) == (2 if s.phase == Phase.OVER else 1)
            (loser,) = pair - {s.starter}
        else:
            (loser,) = changed
            assert s.seat[loser].count - before.seat[loser].count == (-1 if options["shrinking"] else 1)
            assert s.tiebreak or s.phase == Phase.OVER or {s.starter} == pair - {loser}
        assert loser in pair and (loser not in active(s) or not before.tiebreak)
        assert s.phase == Phase.OVER or s.starter in active(s)


@every_table
def test_chosen_ends_change_by_choosing_alone(seats: int, options: dict[str, Any]) -> None:
    """BL-07: invariant 8."""
    for before, seat, _, s in walk(seats, options, 3):
        for p in range(seats):
            if before.phase in PLAYED and s.phase in PLAYED and not (before.phase == Phase.CHOOSE and p == seat):
                assert (s.seat[p].card, s.seat[p].end) == (before.seat[p].card, before.seat[p].end)


@every_table
def test_a_view_is_the_same_in_every_world_that_it_allows(seats: int, options: dict[str, Any]) -> None:
    """BL-32: invariant 9: other hands, others' choices and undealt cards do not show before the reveal."""
    chance = Fast(99)
    for step, (_, _, _, s) in enumerate(walk(seats, options, 4)):
        seat = step % (seats + 1) - 1
        seen = BLEF.record.blank()
        RULES.hide(s, seat, seen)
        world = seen.copy()
        RULES.imagine(world, seat, chance)
        again = BLEF.record.blank()
        RULES.hide(world, seat, again)
        assert again.row() == seen.row()
        assert legal(seen, seat) == legal(world, seat) == legal(s, seat)
        if s.phase in (Phase.CHOOSE, Phase.BID):
            assert all(seen.seat[p].card[0] == HOLE for p in active(s) if p != seat)
            assert sum(seen.deck) == 30 - (s.seat[seat].count if seat in active(s) else 0)


@every_table
def test_a_match_has_one_winner_who_never_reached_the_limit(seats: int, options: dict[str, Any]) -> None:
    """BL-03, BL-31, BL R15, BL R16, BL R17: invariant 10, and the bound of 5n - 1 rounds of section 11."""
    for seed in (5, 6):
        steps = 0
        for before, _, action, s in walk(seats, options, seed):
            steps += not (before.phase == Phase.CHOOSE and before.waiting == s.waiting)  # a revision is no step
            assert before.phase != Phase.BID or action <= CHECK
        assert s.phase == Phase.OVER and s.round <= 5 * seats - 1 and steps <= RULES.LONGEST
        assert [me.rank for me in s.seat[:seats]].count(1) == 1 and 0 not in [me.rank for me in s.seat[:seats]]
        (winner,) = [p for p in range(seats) if s.seat[p].rank == 1]
        assert 1 <= s.seat[winner].count <= 5 and s.starter == winner
        assert not (s.tiebreak and (options["longer"] or seats == 2))
