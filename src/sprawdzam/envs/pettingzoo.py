"""PettingZoo: every seat an agent, asked in turn (``aec``) or all at once (``parallel``).

Agents are called ``seat_0``, ``seat_1`` and so on. An observation is a dictionary: ``observation``, see
``observation.Layout``, and ``action_mask``, 1 for every legal action. Rewards come with the last step, see
``Core.rewards``. An illegal action is refused with ``IllegalAction``, and nothing has changed.
"""

from __future__ import annotations

from typing import Any

from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.game import Setup
from sprawdzam.engine.options import Value
from sprawdzam.envs import setup_of
from sprawdzam.envs.core import Core
from sprawdzam.envs.spaces import Actions, Seen, action_space, observation_space, whole
from sprawdzam.envs.together import Together


def aec(game: str, *, seats: int | None = None, **options: Value) -> InTurn:
    """An environment in which one seat is asked at a time; several that choose at once are asked in seat order."""
    return InTurn(setup_of(game, seats, **options))


def parallel(game: str, *, seats: int | None = None, **options: Value) -> AtOnce:
    """An environment in which every seat acts in every step; one that is not asked has a single action, to wait."""
    return AtOnce(setup_of(game, seats, **options))


class InTurn(AECEnv):  # type: ignore[misc]
    """See ``aec``."""

    def __init__(self, setup: Setup, render_mode: str | None = "ansi") -> None:
        super().__init__()
        self.core = Core(setup)
        self.render_mode = render_mode
        name = f"sprawdzam_{setup.game.name}"
        self.metadata = {"render_modes": ["ansi"], "name": name, "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(self.core.layout, self.core.actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.core.actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Actions:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a match: the one that ``Core.reset`` opens with that seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.core.reset(int(self._random.integers(1 << 62)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.core.seat]

    def observe(self, agent: str) -> Seen:
        observation, mask = self.core.see(self._seat[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.core.play(whole(action))
        self._cumulative_rewards[agent] = 0.0
        if self.core.over:
            self.rewards = dict(zip(self.possible_agents, self.core.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.core.seat]

    def render(self) -> str:
        """What a spectator sees, as the text of a position."""
        return self.core.text(SPECTATOR)

    def close(self) -> None:
        """There is nothing to close."""


class AtOnce(ParallelEnv):  # type: ignore[misc]
    """See ``parallel``. To wait is the last action; the game's own keep their numbers."""

    def __init__(self, setup: Setup, render_mode: str | None = "ansi") -> None:
        self._table = Together(setup)
        self.core, self.wait = self._table.core, self._table.wait
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["ansi"], "name": f"sprawdzam_{setup.game.name}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(self.core.layout, self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.wait + 1) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Actions:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deals a match: the one that ``Core.reset`` opens with that seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.core.reset(int(self._random.integers(1 << 62)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays what all who are asked have chosen, in seat order; all of it is checked before any of it is played."""
        self._table.play([whole(actions[agent]) for agent in self.agents])
        agents, over = self.agents, self.core.over
        rewards = dict(zip(agents, self.core.rewards, strict=True))
        if over:
            self.agents = []
        ends, never = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return self._seen(), rewards, ends, never, {agent: {} for agent in agents}

    def _seen(self) -> dict[str, Seen]:
        return dict(zip(self.possible_agents, self._table.seen(), strict=True))

    def render(self) -> str:
        """What a spectator sees, as the text of a position."""
        return self.core.text(SPECTATOR)

    def close(self) -> None:
        """There is nothing to close."""
