"""PettingZoo's own tests pass, for every game, number of seats and mode; both adapters play what the core plays."""

from __future__ import annotations

import warnings
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from sprawdzam.engine.errors import IllegalAction
from sprawdzam.engine.game import Game, Setup
from sprawdzam.envs.core import Core
from sprawdzam.envs.pettingzoo import AtOnce, InTurn, aec, parallel

CYCLES = 12  # of a table with an option changed
WHOLE = 1000  # of a plain table, as many as the library takes by itself


def modes(game: Game) -> list[Setup]:
    """Every number of seats, plain and with each value of each option by itself."""
    found: dict[str, Setup] = {}
    for seats in game.seats:
        alone = ({option.name: value} for option in game.options for value in option.tried(seats))
        for options in ({}, *alone):
            setup = game.setup(seats, **options)
            found[repr(setup)] = setup
    return list(found.values())


@pytest.fixture(autouse=True)
def warned() -> Any:
    """PettingZoo warns where others fail. What is meant is let pass: an observation is a dictionary with a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


def cycles(setup: Setup) -> int:
    """A plain table is played to the end: what the library asks of rewards and of agents that leave it asks there."""
    return CYCLES if setup.changed_options() else WHOLE


def test_its_own_tests_pass_in_turn(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    for setup in modes(game):
        api_test(InTurn(setup), num_cycles=cycles(setup))
        seed_test(partial(InTurn, setup), num_cycles=cycles(setup))


def test_its_own_tests_pass_at_once(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """But for its seed test, which samples without the mask: what is illegal is refused here (law 6)."""
    for setup in modes(game):
        parallel_api_test(env := AtOnce(setup), num_cycles=cycles(setup))
        assert setup.changed_options() or not env.agents


def test_law_8_in_turn_is_the_core_step_for_step(game: Game) -> None:
    setup = game.setup(game.seats[-1]).unclocked()
    env, core = InTurn(setup), Core(setup)
    env.reset(seed=11)
    core.reset(11)
    rng = Random(3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        total[agent] += reward
        assert env.core.state == core.state and not cut
        if over:
            env.step(None)
            continue
        assert agent == f"seat_{core.seat}"
        assert (seen["observation"] == core.observe()).all() and (seen["action_mask"] == core.mask()).all()
        for seat, other in enumerate(env.agents):
            assert env.observe(other)["action_mask"].any() == (seat in core.actors)
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        env.step(action)
        core.play(action)
    assert core.over and tuple(total.values()) == pytest.approx(core.rewards)


def test_law_8_at_once_is_the_core_step_for_step(game: Game) -> None:
    """All who are asked play in one step; the others have to wait."""
    setup = game.setup(game.seats[-1]).unclocked()
    env, core = AtOnce(setup), Core(setup)
    seen, _ = env.reset(seed=12)
    core.reset(12)
    rng = Random(4)
    together = 0
    while env.agents:
        actions = {}
        for seat, agent in enumerate(env.agents):
            legal = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            assert legal == (core.legal_of(seat).tolist() if seat in core.actors else [env.wait])
            assert (seen[agent]["observation"] == core.observe(seat)).all()
            actions[agent] = rng.choice(legal)
        together = max(together, len(core.actors))
        for seat in core.actors:
            core.play(actions[f"seat_{seat}"], seat)
        seen, rewards, ends, cuts, _ = env.step(actions)
        assert env.core.state == core.state
        assert tuple(rewards.values()) == pytest.approx(core.rewards)
        assert set(ends.values()) == {core.over} and not any(cuts.values())
    assert together > 1 or game.name in ("fiasko", "rys")


def test_what_is_illegal_is_refused_and_changes_nothing() -> None:
    env = aec("blef")
    env.reset(seed=1)
    before = env.core.state
    for bad in (5, 1.5, None, True):
        with pytest.raises(IllegalAction):
            env.step(bad)
    assert env.core.state == before
    both = parallel("blef")
    both.reset(seed=1)
    before = both.core.state
    with pytest.raises(IllegalAction, match="action 5 is not legal for seat 1"):
        both.step({"seat_0": 183, "seat_1": 5})
    assert both.core.state == before
    both.step({"seat_0": 183, "seat_1": 183})
    asked = both.core.seat
    with pytest.raises(IllegalAction, match=f"action 0 is not legal for seat {1 - asked} now; legal: 215, to wait"):
        both.step({"seat_0": 0, "seat_1": 0})


def test_what_is_rendered_is_what_everybody_sees() -> None:
    env = aec("blef", jokers=True)
    env.reset(seed=1)
    assert '"jokers": true' in env.render() and "?-?" in env.render()
