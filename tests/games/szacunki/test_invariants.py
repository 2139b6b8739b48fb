"""Section 10 of the rules: what holds in every step of every match, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import HOLE, TABLE
from sprawdzam.engine.notation import read_position, write_position
from sprawdzam.games.szacunki.state import BEHIND, CORRECT, HIGHER, LOWER, MISS, Phase

from .tables import POINTS, ROUNDS, SZACUNKI

RULES = SZACUNKI.rules
every_table = pytest.mark.parametrize(("seats", "colours"), list(product((2, 3, 4), (5, 6))))
MATCHES = 4


def walk(seats: int, colours: int, seed: int) -> Iterator[tuple[Any, int, int, Any]]:
    """A random match: for each step the state before, seat, action and the state after."""
    luck, chance = Random(seed), Fast(seed)
    s = SZACUNKI.setup(seats, colours=colours).blank()
    RULES.deal(s, chance)
    while mask := RULES.actors(s):
        seat = luck.choice([seat for seat in range(TABLE + 1) if mask >> seat & 1])
        before = s.copy()
        action = luck.choice(legal(s, seat))
        RULES.apply(s, seat, action, chance)
        yield before, seat, action, s


def walks(seats: int, colours: int, seed: int) -> Iterator[tuple[Any, int, int, Any]]:
    for number in range(MATCHES):
        yield from walk(seats, colours, 100 * seed + number)


def legal(s: Any, seat: int) -> list[int]:
    out = [0] * RULES.ACTIONS
    return out[: RULES.legal(s, seat, out)] if seat >= 0 else []


def discards(s: Any) -> Counter[tuple[int, int]]:
    """Cards laid open, as colour and number."""
    past = [s.past[r] for r in range(s.round)]
    return Counter((told.swap[p] - 1, told.out[p] - 1) for told in past for p in range(s.seats) if told.swap[p])


def places(s: Any) -> list[int]:
    return [me.place - BEHIND for me in s.seat[: s.seats]]


@every_table
def test_cards_in_every_state(seats: int, colours: int) -> None:
    """SZ-01, SZ-02, SZ-03, SZ-21, SZ-22, SZ-37, SZ R28, SZ R30: invariants 1, 2, 3 and 9."""
    for before, _, _, s in walks(seats, colours, 1):
        if s.phase == Phase.DEAL:
            continue
        gone = discards(s)
        for c in range(6):
            if c >= colours:
                assert not any(rack.card[c] for rack in s.rack) and not sum(s.colour[c].unseen) + s.colour[c].stack
                continue
            lying = Counter(rack.card[c] - 1 for rack in s.rack)
            opened = Counter(n for colour, n in gone.elements() if colour == c)
            unseen = Counter(n for n in range(8) if s.colour[c].unseen[n])
            assert lying + opened + unseen == Counter(range(8))
            assert s.colour[c].stack + len(opened) == 3 and sum(s.colour[c].unseen) == s.colour[c].stack + 1
        assert sum(gone.values()) <= 3 * colours
        if before.phase != Phase.DEAL:
            assert [list(rack.card) for rack in s.rack[seats:]] == [list(rack.card) for rack in before.rack[seats:]]
            changed = [(p, c) for p in range(4) for c in range(6) if s.rack[p].card[c] != before.rack[p].card[c]]
            assert len(changed) == (before.phase == Phase.EXCHANGE)


@every_table
def test_tokens_ranges_and_results_in_every_round(seats: int, colours: int) -> None:
    """SZ-09, SZ-12, SZ-13, SZ-14, SZ-16, SZ-17, SZ-18, SZ R13, SZ R15, SZ R22: invariants 4, 5 and 11."""
    told: Counter[int] = Counter()
    for before, _, _, s in walks(seats, colours, 2):
        if not s.round:
            continue
        past = s.past[s.round - 1]
        taken = [size for size in past.size if size]
        assert len(taken) == len(set(taken)) and all(1 <= size <= 7 for size in taken)
        if s.phase in (Phase.ROLL, Phase.GREY, Phase.TURN):
            assert taken == [] and list(s.order) == list(s.track)
        assert list(past.dice) == sorted(past.dice)
        assert all(past.start[p] - 1 >= 0 and past.start[p] - 1 + past.size[p] - 1 <= 21
                   for p in range(seats) if past.start[p])  # fmt: skip
        if before.phase == Phase.CHECK:
            past = s.past[before.round - 1]
            for p in range(seats):
                real = sum(before.rack[p].card[die - 1] - 1 for die in past.dice)
                first, last = past.start[p] - 1, past.start[p] + past.size[p] - 2
                wanted = CORRECT if first <= real <= last else HIGHER if real > last else LOWER
                assert 0 <= real <= 21
                assert past.result[p] == (MISS if past.size[p] == 1 and wanted != CORRECT else wanted)
                told[past.result[p]] += 1
    assert set(told) == {CORRECT, HIGHER, LOWER, MISS}


@every_table
def test_pawns_move_by_hits_alone_until_the_end(seats: int, colours: int) -> None:
    """SZ-05, SZ-07, SZ-08, SZ-16, SZ-34, SZ R3, SZ R6: invariants 6 and 7."""
    for before, _, _, s in walks(seats, colours, 3):
        if s.phase == Phase.DEAL:
            continue
        order = list(s.track[:seats])
        assert sorted(order) == list(range(seats)) and places(s) == [s.seat[p].place - BEHIND for p in range(seats)]
        assert [places(s)[p] for p in order] == sorted(places(s))
        if before.phase == Phase.DEAL:
            assert places(s) == [0] * seats
        elif before.phase == Phase.CHECK:
            past = s.past[before.round - 1]
            gains = [POINTS[past.size[p]] if past.result[p] == CORRECT else 0 for p in range(seats)]
            assert [b + g for b, g in zip(places(before), gains, strict=True)] == places(s)
            assert order == moved(before, list(before.order[:seats]), gains)
        elif before.phase == Phase.SCORE:
            gains = [b - a for a, b in zip(places(before), places(s), strict=True)]
            assert order == moved(before, list(before.track[:seats]), gains)
            assert all(-2 * colours <= gain <= 5 * colours for gain in gains)
        else:
            assert places(s) == places(before) and order == list(before.track[:seats])


def moved(s: Any, sequence: list[int], gains: list[int]) -> list[int]:
    """The order on the track when these seats move in turn, told with stacks."""
    stacks: dict[int, list[int]] = {}
    for p in reversed(list(s.track[: s.seats])):
        stacks.setdefault(places(s)[p], []).append(p)
    for p in sequence:
        if gains[p]:
            stacks[places(s)[p]].remove(p)
            stacks.setdefault(places(s)[p] + gains[p], []).append(p)
    return [p for field in sorted(stacks) for p in reversed(stacks[field])]


@every_table
def test_there_are_as_many_exchanges_as_misses_while_there_are_cards(seats: int, colours: int) -> None:
    """SZ-19, SZ-20, SZ-23, SZ R23, SZ R26, SZ R27: invariant 8, and the last pawn first."""
    asked: list[int] = []
    left = 3 * colours
    empty = 0
    for before, seat, _, s in walks(seats, colours, 4):
        if s.phase == Phase.ROLL and s.round == 1:
            left = 3 * colours
        if before.phase == Phase.EXCHANGE:
            asked.append(seat)
            assert before.waiting == 1 << seat
        if before.phase in (Phase.CHECK, Phase.EXCHANGE) and s.phase in (Phase.ROLL, Phase.GUESS):
            past = s.past[before.round - 1]
            missed = [p for p in s.track[:seats] if past.result[p] != CORRECT]
            assert asked == missed[: min(len(missed), left)]
            assert [p for p in range(seats) if past.swap[p]] == sorted(asked)
            left -= len(asked)
            empty += len(asked) < len(missed)
            assert left == sum(colour.stack for colour in s.colour)
            asked = []
    assert empty or seats == 2


@every_table
def test_a_match_has_its_rounds_and_ends(seats: int, colours: int) -> None:
    """SZ-24, SZ-30, SZ-31, SZ-35, SZ-36, SZ R35: section 11 says how many decisions there can be."""
    for number in range(MATCHES):
        decisions = 0
        for before, seat, _, s in walk(seats, colours, number):
            decisions += seat != TABLE or before.phase == Phase.ROLL
            assert s.round <= ROUNDS[seats] and (s.phase < Phase.GUESS or s.round == ROUNDS[seats])
        assert decisions <= {2: 122, 3: 144, 4: 160}[seats]
        out = [[0, 0] for _ in range(seats)]
        RULES.score(s, out)
        assert [points for points, _ in out] == places(s)
        assert sorted(rank for _, rank in out) == list(range(1, seats + 1))
        assert [rank for _, rank in sorted(out, key=lambda row: (-row[0], row[1]))] == list(range(1, seats + 1))


@every_table
def test_a_view_is_the_same_in_every_world_that_it_allows(seats: int, colours: int) -> None:
    """SZ-04, SZ-26, SZ-27, SZ-28, SZ R42, SZ R43: invariant 10, and imagined results are those announced."""
    chance = Fast(99)
    for step, (_, _, _, s) in enumerate(walk(seats, colours, 5)):
        if step % 3:
            continue
        seat = step // 3 % (seats + 1) - 1
        seen = SZACUNKI.record.blank()
        RULES.hide(s, seat, seen)
        world = seen.copy()
        RULES.imagine(world, seat, chance)
        again = SZACUNKI.record.blank()
        RULES.hide(world, seat, again)
        assert again.row() == seen.row() and HOLE not in world.row()
        assert legal(seen, seat) == legal(world, seat) == legal(s, seat)
        assert read_position(SZACUNKI, write_position(SZACUNKI, world))[1] == world  # all results are as announced
        for p in range(4):
            hidden = s.phase not in (Phase.DEAL, Phase.SCORE, Phase.OVER) and p < seats and (p == seat or seat < 0)
            cards = seen.rack[p].card[:colours]
            assert list(cards) == ([HOLE] * colours if hidden else list(s.rack[p].card[:colours]))
        pieces = [[0] * RULES.PIECES for _ in range(2)]
        RULES.census(s, pieces[0])
        RULES.census(world, pieces[1])
        assert pieces[0] == pieces[1] == [1] * 8 * colours + [0] * 8 * (6 - colours)


def test_there_are_as_many_actions_as_section_11_says() -> None:
    """SZ-31: 93 sets of numbers for a colour; the roll is the table's (SZ R41)."""
    assert RULES.ACTIONS == 5 + 1 + 30 + 7 + 22 + 6 + 93
