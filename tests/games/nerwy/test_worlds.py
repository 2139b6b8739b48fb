"""What each seat imagines, with a tiny deck: exactly the worlds that the rules allow, exactly as often."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sprawdzam.engine.contract import HOLE, SPECTATOR, TABLE, State
from sprawdzam.testing import Moment, Walk, imagined_worlds, worlds_of_story

from .referee import GO_ON, Referee, World, true_world, worlds
from .small import Deck, few, world
from .tables import NERWY, OUTCOMES

WAYS = 10000
BOXES: list[tuple[int, int, int, Deck]] = [  # seats, cards in a hand, rounds
    (2, 2, 2, {"S1": 1, "S5": 2, "BIN": 1, "TRAP": 1, "D5": 3}),
    (2, 3, 2, {"S2": 1, "PL2": 1, "BIN": 2, "TRAP": 1, "D5": 4}),
    (3, 1, 6, {"S3": 1, "REV": 1, "BIN": 3, "TRAP": 1, "D5": 2}),
    (3, 2, 2, {"S5": 1, "PL2": 2, "BIN": 1, "REV": 1, "D4": 4}),
]
TABLES = list(product(range(len(BOXES)), (0, 1)))
WINDOWS: list[dict[str, Any]] = [
    {"call_window": "race"},
    {"call_window": "commit", "window_after_each": True, "last_placer_rule": "row_end"},
]


def walks(seats: int, hand: int, deck: Deck, number: int, **options: Any) -> list[Walk]:
    setup = few(deck, seats, hand).setup(seats, **options)
    return [Walk.of(setup, seed) for seed in range(number)]


def followed(walk: Walk, deck: Deck, hand: int) -> Iterator[tuple[Moment, Referee]]:
    """Every moment of a match, with the referee who saw all of it."""
    options = {name: value for name, value in walk.setup.options if name != "first_starter"}
    starter = walk.moments[0].state.starter
    ref = Referee(walk.setup.seats, starter=starter, deck=deck, hand_size=hand, **options)  # type: ignore[arg-type]
    for moment in walk.moments:
        yield moment, ref
        if moment.next is not None:
            seat, action, _ = moment.next
            asked = walk.moments[moment.index + 1].asked
            chance = [OUTCOMES[draw.zone.name.lower()][draw.value] for draw in asked]
            text = GO_ON if seat == TABLE else NERWY.notation.write_action(moment.state, seat, action)
            ref.play("table" if seat == TABLE else seat, text, chance)


def imagined(moment: Moment, seat: int, ref: Referee) -> dict[World, Fraction]:
    """What a seat imagines, in the referee's words."""
    found = imagined_worlds(moment.view(seat), WAYS)
    assert found is not None
    race = ref.answers if ref.call_window == "race" else None
    states = [moment.game.record.from_row(iter(row)) for row in found]
    told = {world(s, race): weight for s, weight in zip(states, found.values(), strict=True)}
    assert len(told) == len(found)
    return told


def kinds_of_holes(v: State) -> set[str]:
    """What a view does not know."""
    players = [v.seat[p] for p in range(v.seats)]
    holes = {
        "hand": any(HOLE in me.card for me in players),
        "answer": any(me.answer == HOLE for me in players),
        "row": HOLE in v.row_card[: v.laid],
        "bin": HOLE in v.bin[: v.binned],
    }
    return {name for name, there in holes.items() if there}


@pytest.mark.parametrize(("box", "window"), TABLES)
def test_worlds_are_imagined_exactly_as_often_as_the_referee_says(box: int, window: int, full: bool) -> None:
    """NE-38, NE R30, NE R32: for every seat and a spectator, at every moment of a match."""
    seats, hand, rounds, deck = BOXES[box]
    number, holes = 0, set()
    for walk in walks(seats, hand, deck, 12 if full else 3, max_rounds=rounds, **WINDOWS[window]):
        for moment, ref in followed(walk, deck, hand):
            for seat in moment.watchers:
                found = imagined(moment, seat, ref)
                assert found == worlds(ref, None if seat == SPECTATOR else seat), (moment.place(), seat)
                assert true_world(ref) in found
                number += 1
                holes |= kinds_of_holes(moment.view(seat).record)
    wanted = {"hand", "row", "bin"} | ({"answer"} if window and seats > 2 else set())
    assert number > (600 if full else 150) and holes <= wanted and wanted - holes <= (set() if full else {"bin"})


def reshuffled(before: Moment, after: Moment) -> bool:
    """Whether the discard went back to the pile: more cards are in it than were left."""
    a, b = before.state, after.state
    return bool(a.round and b.left + b.drawn > a.left + a.drawn)


@pytest.mark.slow
@pytest.mark.parametrize(("box", "window"), TABLES)
def test_worlds_are_imagined_as_the_story_of_a_seat_makes_them(box: int, window: int, full: bool) -> None:
    """NE-38, NE R32: exactly until discards are shuffled again; then nothing that the story allows is left out."""
    seats, hand, rounds, deck = BOXES[box]
    exact = forgot = cut = 0
    for walk in walks(seats, hand, deck, 3 if full else 1, max_rounds=rounds, **WINDOWS[window]):
        for seat in (0, seats - 1, SPECTATOR):
            forgotten, last = False, None
            for moment, story in worlds_of_story(walk, seat, WAYS):
                forgotten |= last is not None and reshuffled(last, moment)
                last = moment
                found = imagined_worlds(moment.view(seat), WAYS)
                assert found is not None
                if forgotten:
                    assert set(story) <= set(found), moment.place()
                else:
                    assert story == found, moment.place()
                forgot, exact = forgot + forgotten, exact + (not forgotten)
            cut += last is not walk.moments[-1]
    assert exact > (80 if full else 20) and forgot > (5 if full else 0) and cut == 0
