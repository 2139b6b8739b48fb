"""szacunki keeps all ten laws, with every number of seats and of colours."""

from __future__ import annotations

from itertools import product

import pytest

from sprawdzam.bots import make
from sprawdzam.games import find
from sprawdzam.games.szacunki.state import Phase
from sprawdzam.testing import LAWS, Case, Effort, Walk, check_laws, twins

SZACUNKI = find("szacunki")
TABLES = list(product(SZACUNKI.seats, (5, 6)))
EFFORT = Effort(moments=11, ways=120)
LESS = Effort(moments=5, worlds=1, ways=60)  # where a spectator sees no rack: there are many worlds


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "colours"), TABLES)
def test_all_laws_in_every_set_up(seats: int, colours: int) -> None:
    """Machine code is compared below."""
    options = {"colours": colours}
    done = check_laws(
        SZACUNKI,
        seats=[seats],
        options=options,
        seed=seats * 10 + colours,
        effort=LESS if seats == 4 else EFFORT,
        compiled=False,
    )
    assert (done.setups, done.matches) == (1, 1)


@pytest.mark.parametrize("seats", SZACUNKI.seats)
def test_law_5_whenever_several_choose(seats: int) -> None:
    """SZ-13, SZ-28, SZ-31: ranges and guesses, as the choice begins and after some have handed in."""
    case = Case(SZACUNKI.setup(seats), Effort(matches=2, moments=40), seed=seats)
    LAWS[4].check(case)
    for phase in (Phase.PLACE, Phase.GUESS):
        sizes = {len(moment.choosers) for moment in case.moments if moment.state.phase == phase}
        assert sizes == set(range(1, seats + 1))


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "colours"), TABLES)
def test_law_8_compiled_and_interpreted_play_hundreds_of_alike_matches(seats: int, colours: int) -> None:
    """60 matches for each of the 6 set-ups, state by state."""
    assert twins(SZACUNKI.setup(seats, colours=colours), 60, seed=seats * 1000) > 60 * 80


@pytest.mark.parametrize(("seats", "colours"), TABLES)
def test_law_8_within_bounds(seats: int, colours: int) -> None:
    twins(SZACUNKI.setup(seats, colours=colours), 6, seed=seats, boundscheck=True)


@pytest.mark.parametrize("name", ["random", "instinct", "search:200", "novice", "player", "master"])
def test_law_10_our_bots_are_blind(name: str) -> None:
    for seats, colours in ((2, 5), (3, 6), (4, 6)):
        options = {"colours": colours}
        check_laws(SZACUNKI, seats=[seats], options=options, laws=[10], bots=(lambda: make(name),), seed=seats)


def test_walks_come_to_every_phase() -> None:
    phases = {m.state.phase for seed in range(3) for m in Walk.of(SZACUNKI.setup(3, colours=5), seed).moments}
    assert phases == set(Phase)
