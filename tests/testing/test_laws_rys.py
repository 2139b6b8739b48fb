"""rys keeps all ten laws, in every mode, with every option and every number of seats."""

from __future__ import annotations

import pytest

from sprawdzam.bots import make
from sprawdzam.engine.contract import State
from sprawdzam.engine.options import Value
from sprawdzam.games import find
from sprawdzam.games.rys.state import LEAVE, NO_DRAW, RECLAIM, Phase
from sprawdzam.testing import LAWS, Case, Effort, Walk, check_laws, twins

RYS = find("rys")
MODES: list[tuple[int, dict[str, Value]]] = [
    *((n, {"mode": mode}) for n in (3, 4, 5) for mode in ("basic", "advanced", "expert")),
    *((2, {"mode": "duel", "duel_rules": rules}) for rules in ("basic", "advanced", "expert")),
]
FUSES: list[dict[str, Value]] = [
    {},
    {"no_progress_limit": 2},
    {"no_progress_limit": "off"},
    {"max_turns": 25},
    {"no_progress_limit": 4, "max_turns": 40},
]
SHORT: list[dict[str, Value]] = [
    {"no_progress_limit": 2},
    {"max_turns": 1},
    {"no_progress_limit": 2, "max_turns": 1},
]
EFFORT = Effort(moments=4, ways=120)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), MODES)
def test_all_laws_in_every_mode_and_number_of_seats(seats: int, options: dict[str, Value]) -> None:
    """Without a fuse and with one, each with a random first starter; machine code is compared below.

    Every mode and every number of seats meets every fuse.
    """
    place = MODES.index((seats, options))
    for fuse in ({}, SHORT[(place + place // 3) % 3]):
        setup = RYS.setup(seats, **options, **fuse)
        chosen = dict(setup.options)
        done = check_laws(RYS, seats=[seats], options=chosen, seed=seats * 101, effort=EFFORT, compiled=False)
        assert (done.setups, done.matches) == (1, 1)


@pytest.mark.parametrize(("seats", "starter"), [(2, 0), (2, 1), (3, 1), (5, 4)])
def test_all_laws_with_a_first_starter(seats: int, starter: int) -> None:
    case = Case(RYS.setup(seats, first_starter=starter), EFFORT, seed=starter)
    for law in LAWS:
        law.check(case, **({"compiled": False} if law.number == 8 else {}))


def idle(s: State, seat: int, action: int) -> float:
    """Whoever leaves, reclaims and draws nothing comes to long matches."""
    return 20.0 if action in (LEAVE, RECLAIM, NO_DRAW) else 1.0


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), MODES)
def test_law_8_compiled_and_interpreted_play_hundreds_of_alike_matches(seats: int, options: dict[str, Value]) -> None:
    """60 matches for each of the 12 modes, 720 in all, state by state; half of them with fuses."""
    assert twins(RYS.setup(seats, **options), 20, seed=seats * 1000) > 20 * 30
    assert twins(RYS.setup(seats, **options), 8, seed=seats * 999, liking=idle) > 8 * 30
    for fuse in FUSES[1:]:
        twins(RYS.setup(seats, **options, **fuse), 8, seed=seats * 998)


@pytest.mark.parametrize(("seats", "options"), MODES)
def test_law_8_within_bounds(seats: int, options: dict[str, Value]) -> None:
    for fuse in FUSES:
        twins(RYS.setup(seats, **options, **fuse), 2, seed=seats, boundscheck=True)


@pytest.mark.parametrize("name", ["random", "instinct", "search:200", "novice", "player", "master"])
def test_law_10_our_bots_are_blind(name: str) -> None:
    fixed = {"no_progress_limit": "auto", "max_turns": 2000, "first_starter": "random"}
    for seats, mode, rules in ((2, "duel", "basic"), (3, "expert", "basic"), (5, "basic", "basic")):
        options = {"mode": mode, "duel_rules": rules, **fixed}
        check_laws(RYS, seats=[seats], options=options, laws=[10], bots=(lambda: make(name),), seed=seats)


def test_walks_come_to_every_phase() -> None:
    setups = [RYS.setup(seats) for seats in (2, 3)]
    phases = {m.state.phase for setup in setups for seed in range(4) for m in Walk.of(setup, seed).moments}
    assert phases == set(Phase)
