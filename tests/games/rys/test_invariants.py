"""Section 10 of the rules: what holds in every state of every match, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from sprawdzam import SPECTATOR, TABLE, SprawdzamError
from sprawdzam.engine.chance import Fast, Recorder
from sprawdzam.engine.contract import HOLE
from sprawdzam.games.rys.rules import Phase
from sprawdzam.games.rys.state import COPIES, DECK, DISCARD, NO_DRAW, RECLAIM, ROB, TAKE

from .tables import CARDS, MODES, RYS, of_layer, setup

RULES = RYS.rules
SUPPLY = (Phase.DRAW, Phase.OFFER, Phase.REFILL)

every_table = pytest.mark.parametrize(("seats", "options"), MODES, ids=lambda value: str(value).strip("{}"))


def walk(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Any, int, int, Any]]:
    """A random match: for each step the state before, seat, action and the state after."""
    luck, chance = Random(seed), Fast(seed)
    s = setup(seats, **options).blank()
    RULES.deal(s, chance)
    while mask := RULES.actors(s):
        seat = mask.bit_length() - 1
        assert mask == 1 << seat  # one decides at any moment, or the table goes on
        action = luck.choice(legal(s, seat))
        before = s.copy()
        RULES.apply(s, seat, action, chance)
        yield before, seat, action, s


def legal(s: Any, seat: int) -> list[int]:
    out = [0] * RULES.ACTIONS
    return out[: RULES.legal(s, seat, out)] if seat >= 0 else []


def layers(s: Any, p: int) -> list[list[str]]:
    """The layers of a seat as positions tell them, card by card."""
    return [of_layer(text) for text in RYS.notation.write_position(s)["players"][p]["table"]]


def groups(s: Any) -> list[list[str]]:
    return [slot.split() for slot in RYS.notation.write_position(s)["pool"]]


def supply(s: Any) -> int:
    return int(s.left + sum(map(len, groups(s))) + sum(s.virtual))


def over(s: Any) -> bool:
    return bool(s.phase == Phase.OVER)


@every_table
def test_all_cards_are_somewhere_and_layers_have_one_value(seats: int, options: dict[str, Any]) -> None:
    """RY-01, RY-05, RY-08, RY R4: invariants 1 and 2, counted from what a position tells."""
    for _, _, _, s in walk(seats, options, 1):
        found = Counter(dict(zip(CARDS, s.deck, strict=True))) + Counter(dict(zip(CARDS, s.discard, strict=True)))
        found += Counter(dict(zip(CARDS, s.virtual, strict=False)))
        found.update(card for group in groups(s) for card in group)
        for p in range(seats):
            me = s.seat[p]
            found += Counter(dict(zip(CARDS, me.hand, strict=True)))
            assert sum(me.hand) == me.size and all(0 <= k <= h for k, h in zip(me.known, me.hand, strict=True))
            mine = layers(s, p)
            found.update(card for layer in mine for card in layer)
            assert sum(map(len, mine)) == me.tabled and not any(me.layer[me.layers :])
            assert all(1 <= len(layer) <= 13 and len({*layer} - {"J"}) <= 1 for layer in mine)
        assert found == dict(zip(CARDS, COPIES, strict=True)) and s.left == sum(s.deck)
        census = [0] * RULES.PIECES
        RULES.census(s, census)
        assert tuple(census) == COPIES


@every_table
def test_the_pool_is_full_between_turns_and_every_hand_has_a_card(seats: int, options: dict[str, Any]) -> None:
    """RY-15, RY-31, RY-32, RY-36, RY R13, RY R17: invariants 3, 5 and 7."""
    for before, _, _, s in walk(seats, options, 2):
        if s.phase == Phase.PLAY:
            assert s.left == 0 or all(groups(s))
            assert all(s.seat[p].size for p in range(seats)) and legal(s, s.turn)
        if seats > 2:
            assert all(len(group) <= 1 for group in groups(s)) and not any(s.virtual)
        assert all({*group[1:]} <= {"13", "J"} for group in groups(s)) and sum(s.virtual) <= 13
        if before.phase == Phase.RESTOCK:
            assert sum(s.virtual) == 13 or s.left == 0
        if s.phase not in SUPPLY and s.left and s.phase not in (Phase.DEAL, Phase.OVER):
            assert all(groups(s))


@every_table
def test_what_only_shrinks_and_what_only_grows(seats: int, options: dict[str, Any]) -> None:
    """RY-16, RY R25, RY R20: invariant 4; only draws, refills and thefts from the row move the supply."""
    for before, _, action, s in walk(seats, options, 3):
        if before.phase == Phase.DEAL:
            continue
        assert s.left <= before.left and supply(s) <= supply(before)
        assert all(now >= then for now, then in zip(s.discard, before.discard, strict=True))
        drawn = before.phase in (Phase.DRAW, Phase.OFFER) and action >= DECK
        if before.phase in (Phase.LOOT, Phase.KEEP):
            assert supply(s) == supply(before)
        if before.phase in (Phase.REFILL, Phase.RESTOCK):
            assert supply(s) == supply(before) and s.left < before.left
        if before.phase == Phase.PLAY and seats > 2:
            assert supply(s) == supply(before) and s.left == before.left
        assert drawn or s.discard == before.discard or action == DISCARD


@every_table
def test_a_turn_robs_each_other_player_of_one_layer_at_most(seats: int, options: dict[str, Any]) -> None:
    """RY-09, RY-17, RY R8, RY R9, RY R36: invariant 6; clockwise, and the paw goes to the left."""
    lost: list[int] = []
    robbed = 0
    for before, _, action, s in walk(seats, options, 4):
        if before.phase == Phase.PLAY:
            lost, robbed = [], 0
        lost += [p for p in range(seats) if s.seat[p].layers < before.seat[p].layers]
        robbed += before.phase != Phase.DEAL and sum(
            now < then for now, then in zip(s.virtual, before.virtual, strict=True)
        )
        assert len(lost) == len(set(lost)) and before.turn not in lost and robbed <= 1
        order = [(p - before.turn) % seats for p in lost]
        assert order == sorted(order)
        if s.phase == Phase.OFFER:
            assert not lost and not robbed
        if s.turns > before.turns:
            assert s.turn == (before.turn + 1) % seats and s.turns == before.turns + 1
        else:
            assert s.turn == before.turn
        assert action < ROB or before.phase == Phase.VIRTUAL


@every_table
def test_how_thefts_change_the_hands(seats: int, options: dict[str, Any]) -> None:
    """RY-11, RY-12, RY-13, RY-14, RY-18, RY-33, RY R16: invariant 8, step by step."""
    for before, seat, action, s in walk(seats, options, 5):
        grown = [s.seat[p].size - before.seat[p].size for p in range(seats)]
        if before.phase == Phase.LOOT or (before.phase == Phase.KEEP and action in (RECLAIM, DISCARD)):
            victim = before.victim - 1
            size = len(layers(before, victim)[-1])
            assert len(layers(before, before.turn)[-1]) == size and victim != before.turn
            gain = {before.turn: size} if action == TAKE else {victim: size} if action == RECLAIM else {}
            assert grown == [gain.get(p, 0) for p in range(seats)]
            if action in (TAKE, DISCARD):
                assert (s.owed, s.waiting, s.phase) == (size, 1 << victim, Phase.DRAW)
        elif before.phase in (Phase.DRAW, Phase.OFFER):
            gone = sum(map(len, groups(before))) + before.left - sum(map(len, groups(s))) - s.left
            assert grown == [gone if p == seat else 0 for p in range(seats)]
            assert (gone > 0) == (action != NO_DRAW) and (over(s) or s.owed == max(0, before.owed - 1))


@every_table
def test_the_game_is_over_if_a_hand_or_the_supply_is_empty_or_by_a_fuse(seats: int, options: dict[str, Any]) -> None:
    """RY-23, RY-24, RY-25, RY-39, RY R12, RY R15: invariants 9 and 10, and the bounds of section 11."""
    for seed in (6, 7):
        steps = 0
        for before, seat, _, s in walk(seats, options, seed):
            steps += 1
            out = before.phase == Phase.PLAY and s.seat[seat].size == 0
            dry = before.phase in (Phase.DRAW, Phase.OFFER) and s.left == 0 and not any(groups(s))
            level = options.get("mode") or options["duel_rules"]
            fused = s.turns >= 2000 or (s.idle >= 100 and level == "expert")
            assert over(s) == (out or dry or fused)
        assert over(s) and steps <= RULES.LONGEST and RULES.actors(s) == 0
        points = [[0, 0] for _ in range(seats)]
        RULES.score(s, points)
        held, tabled = (sum(getattr(s.seat[p], name) for p in range(seats)) for name in ("size", "tabled"))
        assert sum(score for score, _ in points) + 2 * held == tabled + held
        merits = [(score, -s.seat[p].size) for p, (score, _) in enumerate(points)]
        assert [rank for _, rank in points] == [1 + sum(other > merit for other in merits) for merit in merits]


@every_table
def test_a_view_is_the_same_in_every_world_that_it_allows(seats: int, options: dict[str, Any]) -> None:
    """RY-38, RY R24: invariant 11: the deck and unknown cards of others do not show; known ones stay."""
    chance = Fast(99)
    for step, (_, _, _, s) in enumerate(walk(seats, options, 8)):
        seat = step % (seats + 1) - 1
        seen, again = RYS.record.blank(), RYS.record.blank()
        RULES.hide(s, seat, seen)
        world = seen.copy()
        RULES.imagine(world, seat, chance)
        RULES.hide(world, seat, again)
        assert again.row() == seen.row() and HOLE not in world.row()
        assert legal(seen, seat) == legal(world, seat) == legal(s, seat)
        for p in range(seats):
            me, mine = s.seat[p], world.seat[p]
            assert (mine.size, mine.known, sum(mine.hand)) == (me.size, me.known, me.size)
            assert all(held >= known for held, known in zip(mine.hand, me.known, strict=True))
            assert p != seat or mine.hand == me.hand
            closed = p != seat and me.size > sum(me.known)
            assert (seen.seat[p].hand[0] == HOLE) == closed
        assert sum(seen.deck) - s.left == sum(s.seat[p].size - sum(s.seat[p].known) for p in range(seats) if p != seat)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_draw_is_asked_for_twice(seats: int) -> None:
    """RY-16: the deck is gone through once; every card of it has an address of its own."""
    recorder, luck = Recorder(Fast(3)), Random(3)
    s = setup(seats).blank()
    RULES.deal(s, recorder)
    while mask := RULES.actors(s):
        RULES.apply(s, mask.bit_length() - 1, luck.choice(legal(s, mask.bit_length() - 1)), recorder)
    asked = [(draw.zone.name, draw.number) for draw in recorder.draws]
    first = 4 if seats == 2 else 0  # jokers that were given and not drawn
    assert asked == [("STARTER", 0), *(("DECK", first + i) for i in range(len(asked) - 1))]
    assert first + len(asked) - 1 == 109 - s.left


def test_the_table_has_one_thing_to_do() -> None:
    """RY-03: nobody can do it for the table, and a spectator can do nothing."""
    match = setup(3).start(seed=1, auto=False)
    assert match.view(TABLE).choices == ("go on",)
    for seat in (0, 1, 2, SPECTATOR):
        with pytest.raises(SprawdzamError):
            match.play(seat, "go on")
