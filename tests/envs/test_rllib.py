"""In RLlib a table is an environment of many agents, which moves as the core does and can be learnt from."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sprawdzam
from sprawdzam.engine.errors import BadOption, IllegalAction
from sprawdzam.games import NAMES, find

pytest.importorskip("ray", reason="Ray is not installed (pip install 'sprawdzam[ray]')")
pytestmark = pytest.mark.slow  # importing RLlib takes a while
SOURCE = Path(sprawdzam.__file__).parent.parent
EXAMPLE = SOURCE.parent / "examples" / "rllib_blef.py"


def table(**config: Any) -> Any:
    from sprawdzam.envs.rllib import SprawdzamMultiAgentEnv

    return SprawdzamMultiAgentEnv(config)


@pytest.mark.parametrize(("name", "seats"), [("blef", 3), ("fiasko", 1), ("nerwy", 3), ("szacunki", 2), ("rys", 2)])
def test_a_table_moves_as_the_core_does(name: str, seats: int) -> None:
    """Law 8. Who is idle can only wait."""
    from sprawdzam.envs.core import Core

    env, core, luck = table(game=name, seats=seats), Core(find(name).setup(seats)), random.Random(name)
    core.reset(9)
    seen, infos = env.reset(seed=9)
    over, rewards, together = False, {}, 0
    while not over:
        assert infos == {} and list(seen) == env.agents
        actions = {}
        for seat, agent in enumerate(env.agents):
            assert env.observation_spaces[agent].contains(seen[agent])
            assert np.array_equal(seen[agent]["observation"], core.observe(seat))
            mask = seen[agent]["action_mask"]
            assert np.array_equal(mask[:-1], core.mask(seat))
            assert mask[-1] == (seat not in core.actors)
            actions[agent] = luck.choice(np.flatnonzero(mask).tolist())
        asked = core.actors
        together += len(asked) > 1
        for seat in asked:
            core.play(actions[env.agents[seat]], seat)
        seen, rewards, ended, cut, infos = env.step(actions)
        over = ended["__all__"]
        assert over == core.over and all(ended.values()) == over and not any(cut.values())
        assert tuple(rewards.values()) == core.rewards
    assert sum(rewards.values()) == pytest.approx(0) or seats == 1
    assert together or name in ("fiasko", "rys")


@pytest.mark.parametrize("name", NAMES)
def test_without_a_number_of_seats_there_are_two_as_in_the_other_environments(name: str) -> None:
    from sprawdzam.envs import setup_of

    assert table(game=name).core.setup == setup_of(name) and table(game=name).core.setup.seats == 2


def test_resets_without_a_seed_go_on_to_the_next_one() -> None:
    env, again = table(game="blef"), table(game="blef")
    env.reset(seed=4)
    first, _ = env.reset()
    second, _ = again.reset(seed=5)
    assert np.array_equal(first["seat_0"]["observation"], second["seat_0"]["observation"])


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = table(game="blef", first_starter=0)
    env.reset(seed=1)
    before = env.core.state
    with pytest.raises(IllegalAction, match="action 0 is not legal for seat 1 now; legal: choose A, choose B"):
        env.step({"seat_0": 183, "seat_1": 0})
    with pytest.raises(IllegalAction, match=r"183\.5 is no action: a whole number is needed"):
        env.step({"seat_0": 183, "seat_1": 183.5})
    assert env.core.state == before
    env.step({"seat_0": 183, "seat_1": 183})
    with pytest.raises(IllegalAction, match="action 3 is not legal for seat 1 now; legal: 215, to wait"):
        env.step({"seat_0": 0, "seat_1": 3})
    with pytest.raises(BadOption, match="blef has no such option"):
        table(game="blef", lives=3)


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: training with RLlib is NOT tested")
def test_the_example_learns_on_local_ray() -> None:
    """In a process of its own, which ends with its Ray; in small."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "--rounds", "1", "--batch", "64"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("round 1: ") and "entropy" in done.stdout
