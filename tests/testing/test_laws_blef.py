"""blef keeps all ten laws, in every variant and with every number of seats."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest

from sprawdzam.bots import make
from sprawdzam.games import find
from sprawdzam.testing import LAWS, Case, Effort, Walk, check_laws, imagined_worlds, twins, worlds_of_story

BLEF = find("blef")
FLAGS = ("jokers", "direction_choice", "shrinking", "longer")
VARIANTS = [dict(zip(FLAGS, values, strict=True)) for values in product((False, True), repeat=4)]
SEEDS = dict(zip(map(str, VARIANTS), range(16), strict=True))
EFFORT = Effort(moments=4, ways=120)


def named(value: Any) -> str:
    return "+".join(name for name, on in value.items() if on) or "plain" if isinstance(value, dict) else str(value)


@pytest.mark.parametrize("options", VARIANTS, ids=named)
def test_all_laws_in_every_variant_and_number_of_seats(full: bool, options: dict[str, bool]) -> None:
    """Each with a random first starter; machine code is compared below. In small every variant has two tables."""
    number = SEEDS[str(options)]
    seats = [*BLEF.seats] if full else [2 + number % 5, 2 + (number + 2) % 5]
    chosen = {**options, "first_starter": "random"}
    done = check_laws(BLEF, seats=seats, options=chosen, seed=number * 101, effort=EFFORT, compiled=False)
    assert done.setups == done.matches == len(seats)


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_all_laws_with_a_first_starter(starter: int) -> None:
    setup = BLEF.setup(3, first_starter=starter)
    case = Case(setup, EFFORT, seed=starter)
    for law in LAWS:
        law.check(case, **({"compiled": False} if law.number == 8 else {}))


@pytest.mark.parametrize("options", VARIANTS, ids=named)
def test_law_8_compiled_and_interpreted_play_hundreds_of_alike_matches(options: dict[str, bool]) -> None:
    """10 matches for each of the 80 set-ups, 800 in all, state by state"""
    steps = [twins(BLEF.setup(seats, **options), 10, seed=seats * 1000) for seats in BLEF.seats]
    assert min(steps) > 10 * 20


@pytest.mark.parametrize("name", ["random", "instinct", "search:200", "novice", "player", "master"])
def test_law_10_our_bots_are_blind(name: str) -> None:
    for seats in (2, 3, 6):
        options = dict.fromkeys(FLAGS, seats == 3) | {"first_starter": "random"}
        check_laws(BLEF, seats=[seats], options=options, laws=[10], bots=(lambda: make(name),), seed=seats)


@pytest.mark.parametrize("seats", BLEF.seats)
def test_law_8_within_bounds(seats: int) -> None:
    for options in VARIANTS:
        twins(BLEF.setup(seats, **options), 1, seed=seats, boundscheck=True)


def test_worlds_of_three_seats_are_those_of_a_shuffle() -> None:
    """Exactly, with every one of the 15^3 ways of the first deal, from the deal to the second bid"""
    walk = Walk.of(BLEF.setup(3), seed=5)
    numbers = []
    for moment, worlds in islice(worlds_of_story(walk, 0, ways=3400), 6):
        assert imagined_worlds(moment.view(0), ways=3400) == worlds
        numbers.append(len(worlds))
    assert numbers[:4] == [1, 224, 224, 448]
