"""fiasko keeps all ten laws, with every number of seats, alone with every threshold of TEN.

Most of the time goes into views: every state of a match is seen by all seats, and there is nothing to hide. So laws
are kept with a starter by lot and with one that is settled; compiled and interpreted are compared with every starter.
"""

from __future__ import annotations

import pytest

from sprawdzam.bots import make
from sprawdzam.engine.options import Value
from sprawdzam.games import find
from sprawdzam.games.fiasko.state import Phase
from sprawdzam.testing import Effort, Walk, check_laws, twins

FIASKO = find("fiasko")
THRESHOLDS = range(4, 11)
STARTERS: dict[int, list[Value]] = {1: ["human", "ten"], **{seats: [*range(seats)] for seats in range(2, 6)}}
TABLES: list[tuple[int, dict[str, Value]]] = [
    *((1, {"threshold": threshold, "starter": starter}) for threshold in THRESHOLDS for starter in STARTERS[1]),
    *((seats, {"starter": starter}) for seats in range(2, 6) for starter in STARTERS[seats]),
]
EFFORT = Effort(moments=6, ways=20)
LESS = Effort(moments=3, worlds=1, ways=20)


def laws_by_lot_and_settled(seats: int, threshold: int = 4) -> None:
    """Machine code is compared below."""
    settled = STARTERS[seats][(seats + threshold) % len(STARTERS[seats])]
    for effort, starter in ((EFFORT, "random"), (LESS, settled)):
        options = {"threshold": threshold, "starter": starter}
        seed = seats * 101 + threshold
        done = check_laws(FIASKO, seats=[seats], options=options, seed=seed, effort=effort, compiled=False)
        assert (done.setups, done.matches) == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 6))
def test_all_laws_with_every_number_of_seats(seats: int) -> None:
    laws_by_lot_and_settled(seats)


@pytest.mark.slow
@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_all_laws_against_every_ten(threshold: int) -> None:
    laws_by_lot_and_settled(1, threshold)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_law_8_compiled_and_interpreted_play_hundreds_of_alike_matches(seats: int, options: dict[str, Value]) -> None:
    """8 matches for each of the 28 set-ups, 224 in all, state by state."""
    assert twins(FIASKO.setup(seats, **options), 8, seed=seats * 1000) > 8 * 150


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_law_8_within_bounds(seats: int, options: dict[str, Value]) -> None:
    twins(FIASKO.setup(seats, **options), 2, seed=seats, boundscheck=True)


@pytest.mark.parametrize("name", ["random", "instinct", "search:200", "novice", "player", "master"])
def test_law_10_our_bots_are_blind(name: str) -> None:
    for seats, threshold in ((1, 4), (1, 8), (2, 4), (3, 4), (5, 4)):
        options = {"threshold": threshold, "starter": "random"}
        check_laws(FIASKO, seats=[seats], options=options, laws=[10], bots=(lambda: make(name),), seed=seats)


@pytest.mark.parametrize("seats", FIASKO.seats)
def test_walks_come_to_every_phase(seats: int) -> None:
    phases = {m.state.phase for seed in range(4) for m in Walk.of(FIASKO.setup(seats), seed).moments}
    assert phases == set(Phase) - ({Phase.STOP} if seats > 1 else set())
