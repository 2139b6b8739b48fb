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
from sprawdzam.games.nerwy.state import ACTIONS, CALL, CARDS, PASS, SEATS, Phase

from .tables import DECK, HEART_CARDS, NERWY, cards_of

RULES = NERWY.rules
# How often somebody calls who may; whoever never does so lets rounds run until supply or fuse end them.
CALLS = {"seldom": 0.02, "often": 0.2, "never": 0.0}
VARIANTS: list[dict[str, Any]] = [
    {},
    {"call_window": "commit"},
    {"window_after_each": True, "direction_reset": True},
    {"last_placer_rule": "row_end", "call_window": "commit", "window_after_each": True},
]
TABLES = [(n, VARIANTS[i], list(CALLS)[(n + i) % 3]) for n, i in product(range(2, 7), range(len(VARIANTS)))]


def named(value: object) -> str:
    return "+".join(map(str, value.values())) or "base" if isinstance(value, dict) else str(value)


every_table = pytest.mark.parametrize(("seats", "options", "calls"), TABLES, ids=named)


def walk(seats: int, options: dict[str, Any], calls: str, seed: int) -> Iterator[tuple[Any, int, int, Any]]:
    """A random match: for each step the state before, seat, action and the state after."""
    luck, chance = Random(seed), Fast(seed)
    limits = {"max_rounds": 2, "max_placements": 180 + seats} if calls == "never" else {}
    s = NERWY.setup(seats, **options, **limits).blank()
    RULES.deal(s, chance)
    while mask := RULES.actors(s):
        seat = luck.choice([seat for seat in range(TABLE + 1) if mask >> seat & 1])
        actions = legal(s, seat)
        if len(actions) > 1 and seat != TABLE and CALL in actions:
            call = luck.random() < CALLS[calls]
            actions = [CALL] if call else [action for action in actions if action != CALL]
        before = s.copy()
        action = luck.choice(actions)
        RULES.apply(s, seat, action, chance)
        yield before, seat, action, s


def legal(s: Any, seat: int) -> list[int]:
    out = [0] * RULES.ACTIONS
    return out[: RULES.legal(s, seat, out)] if seat >= 0 else []


def row(s: Any) -> list[tuple[str, bool, int]]:
    """Card, whether it lies face down, owner."""
    lays = [(s.row_card[i], s.row_lay[i] - 1) for i in range(s.laid)]
    return [(CARDS[card - 1], lay >= SEATS, lay % SEATS) for card, lay in lays]


def everywhere(s: Any) -> Counter[str]:
    """All cards by what a position says of them, and the pile."""
    position = NERWY.notation.write_position(s)
    found = Counter([*cards_of(position["row"]), *position["discard"], *cards_of(position["binned"])])
    for player in position["players"]:
        found.update(player["hand"])
    found.update({card: s.hearts[i] for i, card in enumerate(HEART_CARDS)})
    found.update({f"D{value}": s.backs[value] for value in range(1, 6)})
    return found


@every_table
def test_cards_hands_and_tokens_in_every_state(seats: int, options: dict[str, Any], calls: str) -> None:
    """NE-01, NE-03, NE-05, NE-13, NE-15, NE-22, NE-36, NE-39, NE R7, NE R27: invariants 1 to 4, 6, 7, 9."""
    failed = False  # whether the supply failed in this round (R6)
    for before, _, _, s in walk(seats, options, calls, 1):
        assert everywhere(s) == DECK and sum(DECK.values()) == 70
        assert s.left == sum(s.backs) and s.backs[0] == sum(s.hearts)
        assert s.left or not (sum(s.gone) or s.binned)
        assert (s.top == 0) == (s.left == 0 or s.phase == Phase.DEAL) and (not s.top or s.backs[s.top - 1])
        failed = (failed and s.placements > 0) or s.left == 0
        held = [s.seat[p].held for p in range(seats)]
        if s.phase == Phase.TURN and not s.placed:
            assert held == [3] * seats or (failed and max(held) <= 3 and s.placements)
        assert all(list(me.card[: me.held]) == sorted(me.card[: me.held]) and not any(me.card[me.held :])
                   for me in s.seat)  # fmt: skip
        assert all(0 <= me.nerves <= 1 and 0 <= me.composure <= (3 if s.phase == Phase.OVER else 2) for me in s.seat)
        assert sum(me.nerves for me in s.seat) <= 10 and sum(me.composure for me in s.seat) <= 15
        assert (s.last == 0) == (s.placements == 0) and (s.caller == 0 or s.caller != s.last)
        assert not any(down and card[0] == "D" for card, down, _ in row(s))
        assert ("BIN", False) not in [(card, down) for card, down, _ in row(s)]
        if s.placements == 0:
            assert (s.pending, s.laid, s.caller) == (0, 0, 0) and (s.phase == Phase.DEAL or s.must == 1)
        if before.phase == Phase.REVEAL and s.phase == Phase.TURN:
            assert s.counter == (0 if options.get("direction_reset") else before.counter)


def tokens_after(s: Any, row_end: bool) -> tuple[list[list[int]], int]:
    """Steps 0 to 3 of the end of a round, as the table of the rules tells them, and the next starter."""
    caller, last = s.caller - 1, s.last - 1
    laid = row(s)
    if row_end and laid:
        last = laid[-1][2]
    total = sum(int(card[1]) for card, _, _ in laid if card[0] in "SD")
    owners = {owner for card, down, owner in laid if card == "TRAP" and down}
    held = [[me.composure, me.nerves] for me in s.seat[: s.seats]]
    for owner in owners:
        held[owner][0] += 1
    held[caller][1] += bool(owners)
    gains, loses = (caller, last) if total >= 17 else (last, caller)
    held[gains][0] += gains not in owners
    held[loses][1] += 1
    for tokens in held:
        if tokens[1] >= 2:
            tokens[1] -= 2
            tokens[0] = max(0, tokens[0] - 1)
    return held, gains


@every_table
def test_a_round_is_settled_by_the_table_of_tokens(seats: int, options: dict[str, Any], calls: str) -> None:
    """NE-18, NE-20, NE-21, NE-24, NE-33, NE-34, NE R26: invariants 5 and 10."""
    row_end = options.get("last_placer_rule") == "row_end"
    settled = 0
    for before, seat, _, s in walk(seats, options, calls, 2):
        if before.phase != Phase.REVEAL:
            assert [(me.composure, me.nerves) for me in s.seat] == [(me.composure, me.nerves) for me in before.seat]
            continue
        assert seat == TABLE
        held, starter = tokens_after(before, row_end)
        assert [[me.composure, me.nerves] for me in s.seat[:seats]] == held and s.starter == starter == s.turn
        won = any(tokens[0] >= 3 for tokens in held)
        assert (s.phase == Phase.OVER) == (won or before.round == s.option.max_rounds)
        settled += 1
    assert settled == s.round <= s.option.max_rounds


@every_table
def test_turns_windows_and_draws_follow_each_other(seats: int, options: dict[str, Any], calls: str) -> None:
    """NE-10, NE-12, NE-13, NE-17, NE-26, NE-40, NE R6, NE R31: whatever is placed."""
    steps, most = 0, 0
    for before, seat, action, s in walk(seats, options, calls, 3):
        steps += 1
        most = max(most, s.placements)
        if before.phase == Phase.DRAW and not before.caller:
            assert s.turn == (before.turn + (-1 if before.counter else 1)) % seats and s.phase == Phase.TURN
            assert (s.must, s.pending) == (1 + before.pending, 0)
            assert s.seat[before.turn].held == 3 or s.left == 0
        if before.phase == Phase.TURN and action != CALL:
            open_now = s.placed == s.must or not s.seat[seat].held or options.get("window_after_each", False)
            assert (s.phase == Phase.WINDOW) == open_now and s.last == seat + 1
            assert not open_now or s.waiting == (1 << seats) - 1 - (1 << seat)
            assert s.placements == before.placements + 1
        if s.phase == Phase.TURN:
            actions = legal(s, s.turn)
            assert actions and (CALL in actions) == (s.placements > 0 and s.placed == 0) and PASS not in actions
            if s.placements >= s.option.max_placements and not s.placed:
                assert actions == [CALL]
    assert steps <= RULES.LONGEST and most <= s.option.max_placements + 1
    assert ACTIONS == 25 == 10 + 5 + 8 + 2


@every_table
def test_a_view_is_the_same_in_every_world_that_it_allows(seats: int, options: dict[str, Any], calls: str) -> None:
    """NE-38, NE R30, NE R32: invariants 7 and 8: unseen hearts, the pile and removed cards do not show."""
    chance = Fast(99)
    for step, (_, _, _, s) in enumerate(walk(seats, options, calls, 4)):
        if step % 3 and not s.binned:
            continue
        seat = step % (seats + 1) - 1
        seen = NERWY.record.blank()
        RULES.hide(s, seat, seen)
        world = seen.copy()
        RULES.imagine(world, seat, chance)
        again = NERWY.record.blank()
        RULES.hide(world, seat, again)
        assert again.row() == seen.row() and everywhere(world) == DECK
        assert legal(seen, seat) == legal(world, seat) == legal(s, seat)
        for i, (_, down, owner) in enumerate(row(s)):
            assert (seen.row_card[i] == HOLE) == (down and owner != seat and s.phase != Phase.REVEAL)
        for p in range(seats):
            hidden = [CARDS[card - 1] in HEART_CARDS and p != seat for card in s.seat[p].card[: s.seat[p].held]]
            assert [card == HOLE for card in seen.seat[p].card[: s.seat[p].held]] == hidden
        assert [seen.bin[i] == HOLE for i in range(s.binned)] == [s.binner[i] != seat for i in range(s.binned)]


@pytest.mark.parametrize(("seats", "most"), [(2, 7), (3, 12), (4, 16), (5, 20), (6, 24)])
def test_without_a_revealed_trap_a_match_is_short(seats: int, most: int) -> None:
    """NE-36: section 11 gives the longest match for every number of players."""
    for seed in range(20):
        trapped, rounds = False, 0
        for before, _, _, s in walk(seats, {}, "often", seed):
            trapped |= before.phase == Phase.REVEAL and any(card == "TRAP" and down for card, down, _ in row(before))
            rounds = s.round
        assert trapped or rounds <= most
