"""nerwy keeps all ten laws, with every option and every number of seats."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sprawdzam.bots import make
from sprawdzam.engine.contract import State
from sprawdzam.games import find
from sprawdzam.games.nerwy.state import CALL, Phase
from sprawdzam.testing import LAWS, Case, Effort, Walk, check_laws, twins

NERWY = find("nerwy")
NAMES = ("call_window", "direction_reset", "window_after_each", "last_placer_rule")
VALUES = (("race", "commit"), (False, True), (False, True), ("chronological", "row_end"))
VARIANTS = [dict(zip(NAMES, values, strict=True)) for values in product(*VALUES)]
FUSES: list[dict[str, int]] = [{}, {"max_rounds": 1}, {}, {"max_placements": 1}, {"max_rounds": 1, "max_placements": 1}]
EFFORT = Effort(moments=4, ways=120)


def named(value: Any) -> str:
    return "-".join(str(choice).lower() for choice in value.values()) if isinstance(value, dict) else str(value)


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=named)
def test_all_laws_in_every_variant_and_number_of_seats(full: bool, options: dict[str, Any]) -> None:
    """Each with a random first starter; machine code is compared below.

    Every variant meets every fuse at another number of seats, and every number of seats meets every fuse; in small
    every variant has two tables.
    """
    number = VARIANTS.index(options)
    for seats in NERWY.seats if full else (2 + number % 5, 2 + (number + 2) % 5):
        setup = NERWY.setup(seats, **options, **FUSES[(number + seats) % len(FUSES)])
        done = check_laws(
            NERWY, seats=[seats], options=dict(setup.options), seed=number * 101, effort=EFFORT, compiled=False
        )
        assert (done.setups, done.matches) == (1, 1)


@pytest.mark.parametrize(("seats", "starter"), [(2, 1), (3, 0), (3, 2), (6, 5)])
def test_all_laws_with_a_first_starter(seats: int, starter: int) -> None:
    case = Case(NERWY.setup(seats, first_starter=starter, call_window="commit"), EFFORT, seed=starter)
    for law in LAWS:
        law.check(case, **({"compiled": False} if law.number == 8 else {}))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_law_5_in_many_races(seats: int) -> None:
    """Every window of a race with two rivals or more, as it opens and after some have passed."""
    case = Case(NERWY.setup(seats, window_after_each=True), Effort(matches=8, moments=60), seed=seats)
    LAWS[4].check(case)
    sizes = {len(moment.choosers) for moment in case.moments if moment.state.phase == Phase.WINDOW}
    assert sizes == set(range(1, seats))


def shy(s: State, seat: int, action: int) -> float:
    """Whoever seldom calls comes to long rows and new piles."""
    return 0.01 if action == CALL else 1.0


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=named)
def test_law_8_compiled_and_interpreted_play_hundreds_of_alike_matches(options: dict[str, Any]) -> None:
    """12 matches for each of the 80 set-ups, 960 in all, state by state; one in six of those who seldom call."""
    for seats in NERWY.seats:
        assert twins(NERWY.setup(seats, **options), 8, seed=seats * 1000) > 8 * 15
        assert twins(NERWY.setup(seats, **options, max_rounds=2), 2, seed=seats * 999, liking=shy) > 2 * 30
        twins(NERWY.setup(seats, **options, max_placements=3, max_rounds=3), 2, seed=seats * 998)


@pytest.mark.parametrize("seats", NERWY.seats)
def test_law_8_within_bounds(seats: int) -> None:
    for options in VARIANTS:
        twins(NERWY.setup(seats, **options), 1, seed=seats, boundscheck=True)
        twins(NERWY.setup(seats, **options, max_rounds=1), 1, seed=seats, boundscheck=True, liking=shy)


@pytest.mark.parametrize("name", ["random", "instinct", "search:200", "novice", "player", "master"])
def test_law_10_our_bots_are_blind(name: str) -> None:
    for seats, window in ((2, "race"), (3, "commit"), (6, "race")):
        options = VARIANTS[seats] | {"call_window": window, "max_placements": 200, "max_rounds": 100}
        options["first_starter"] = "random"
        check_laws(NERWY, seats=[seats], options=options, laws=[10], bots=(lambda: make(name),), seed=seats)


def test_walks_come_to_every_phase() -> None:
    phases = {moment.state.phase for seed in range(3) for moment in Walk.of(NERWY.setup(3), seed).moments}
    assert phases == set(Phase)
