"""Our games as environments of RLlib: many agents, one for each seat.

All seats act in every step. Those that the match waits for play, in seat order; an idle seat has one action, ``wait``,
which is the last one. An observation has the numbers of ``envs.observation`` under ``observation`` and 1 for every
legal action under ``action_mask``. The reward comes at the end and goes by rank, from 1 for the first to -1 for the
last.

>>> env = SprawdzamMultiAgentEnv({"game": "blef", "seats": 3, "jokers": True})
>>> observations, _ = env.reset(seed=7)
>>> {agent: int(seen["action_mask"].sum()) for agent, seen in observations.items()}
{'seat_0': 2, 'seat_1': 2, 'seat_2': 2}
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from ray.rllib.env.multi_agent_env import MultiAgentEnv

from sprawdzam.envs import setup_of
from sprawdzam.envs.spaces import Seen, action_space, observation_space, whole
from sprawdzam.envs.together import Together


class SprawdzamMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]
    """A table. ``config`` names the ``game`` and may have ``seats`` (two, if nothing is said) and the game's options.

    ``reset`` without a seed goes on to the seed after the last one, from a fresh one at first.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        told = {"seats": None, **(config or {})}
        setup = setup_of(told.pop("game", "blef"), told.pop("seats"), **told)
        self._table = Together(setup)
        self.core, self.wait = self._table.core, self._table.wait
        self.agents = self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        one = observation_space(self.core.layout, self.wait + 1)
        self.observation_spaces = dict.fromkeys(self.agents, one)
        self.action_spaces = dict.fromkeys(self.agents, action_space(self.wait + 1))
        self._seed = secrets.randbits(62)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Any]]:
        self._seed = self._seed + 1 if seed is None else seed
        self.core.reset(self._seed)
        return self._look(), {}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """One action of every seat; raises ``IllegalAction``, and then nothing has changed."""
        self._table.play([whole(actions[agent]) for agent in self.agents])
        over = self.core.over
        rewards = dict(zip(self.agents, self.core.rewards, strict=True))
        ended = dict.fromkeys([*self.agents, "__all__"], over)
        return self._look(), rewards, ended, dict.fromkeys([*self.agents, "__all__"], False), {}

    def _look(self) -> dict[str, Seen]:
        """What every seat sees and may do."""
        return dict(zip(self.agents, self._table.seen(), strict=True))
