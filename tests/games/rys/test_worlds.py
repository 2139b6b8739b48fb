"""What each seat imagines, with a tiny deck: exactly the worlds that the rules allow, exactly as often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.options import Value
from sprawdzam.testing import Moment, Walk, imagined_worlds, worlds_of_story

from .referee import GO_ON, Referee, World, ordered, worlds
from .small import Box, few, referee, world
from .tables import CARDS, RYS

WAYS = 10000
BOXES: list[tuple[int, Box, dict[str, Value]]] = [
    (3, ((3, 2, 2, 1), 2, 1, 0), {"mode": "basic", "max_turns": 12}),
    (3, ((2, 3, 2, 2), 2, 1, 0), {"mode": "advanced", "max_turns": 12}),
    (3, ((3, *[0] * 11, 3, 2), 2, 1, 0), {"mode": "expert", "no_progress_limit": 4, "max_turns": 20}),
    (2, ((3, 3, 2, *[0] * 9, 1, 4), 4, 1, 1), {"max_turns": 10}),
    (2, ((2, 2, 2, *[0] * 9, 2, 5), 3, 1, 2), {"duel_rules": "expert", "max_turns": 10}),
    (2, ((5, 5, *[0] * 10, 1, 4), 5, 1, 1), {"duel_rules": "advanced", "max_turns": 10}),
]


def walks(seats: int, box: Box, options: dict[str, Value], number: int) -> list[Walk]:
    setup = few(*box, seats=seats).setup(seats, **options)
    return [Walk.of(setup, seed) for seed in range(number)]


def followed(walk: Walk, box: Box, options: dict[str, Value]) -> Iterator[tuple[Moment, Referee]]:
    """Every moment of a match, with the referee who saw all of it."""
    ref = referee(Referee, *box, seats=walk.setup.seats, starter=walk.moments[0].state.turn, **options)
    for moment in walk.moments:
        yield moment, ref
        if moment.next is not None:
            seat, action, _ = moment.next
            chance = [CARDS[draw.value] for draw in walk.moments[moment.index + 1].asked]
            text = GO_ON if seat == TABLE else RYS.notation.write_action(moment.state, seat, action)
            ref.play("table" if seat == TABLE else seat, text, chance)


def imagined(moment: Moment, seat: int) -> dict[World, Fraction]:
    """What a seat imagines, in the referee's words."""
    found = imagined_worlds(moment.view(seat), WAYS)
    assert found is not None
    told = {world(moment.game.record.from_row(iter(row))): weight for row, weight in found.items()}
    assert len(told) == len(found)
    return told


@pytest.mark.parametrize(("seats", "box", "options"), BOXES)
def test_worlds_are_imagined_exactly_as_often_as_the_referee_says(
    seats: int, box: Box, options: dict[str, Value], full: bool
) -> None:
    """RY-38, RY R24: for every seat and a spectator, at every moment of a match."""
    number, met = 0, Counter[str]()
    for walk in walks(seats, box, options, 20 if full or seats == 2 else 5):
        for moment, ref in followed(walk, box, options):
            met[ref.phase] += 1
            met["known in part"] += any(0 < len(ref.known[p]) < len(ref.hand[p]) for p in range(seats))
            for seat in moment.watchers:
                found = imagined(moment, seat)
                assert found == worlds(ref, None if seat == SPECTATOR else seat), (moment.place(), seat)
                hands = tuple(tuple(ordered(hand)) for hand in ref.hand)
                assert (hands, tuple(ordered(ref.deck))) in found
                number += 1
    phases = {"deal", "play", "loot", "keep", "draw", "refill", "over"} | ({"restock"} if seats == 2 else set())
    assert number > (350 if full else 80) and phases | {"known in part"} <= set(+met)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "box", "options"), BOXES)
def test_worlds_are_imagined_as_the_story_of_a_seat_makes_them(
    seats: int, box: Box, options: dict[str, Value], full: bool
) -> None:
    """RY-38, RY R24: nothing is ever shuffled again, so the whole story tells no more than the view does."""
    number, most, told = 0, 0, True
    for walk in walks(seats, box, options, 6 if full else 3):
        for seat in (0, seats - 1, SPECTATOR):
            last = None
            for moment, story in worlds_of_story(walk, seat, WAYS):
                assert story == imagined_worlds(moment.view(seat), WAYS), moment.place()
                last = moment
                number, most = number + 1, max(most, len(story))
            told &= last is walk.moments[-1]
    assert told and number > (70 if full else 15) and most > (20 if full else 10)
