"""Gymnasium: one seat is yours, bots play the others.

>>> import gymnasium, sprawdzam.envs.gymnasium
>>> env = gymnasium.make("sprawdzam/Blef-v0", seats=3, bots="random", jokers=True)
>>> seen, info = env.reset(seed=7)
>>> seen["observation"].shape, int(seen["action_mask"].sum())
((512,), 2)

Importing this module registers every game, as ``sprawdzam/Blef-v0`` and so on. The observation is a dictionary, as
PettingZoo's: ``observation`` and ``action_mask``; ``action_masks()`` gives the mask alone. The reward comes with the
last step: 1 for the first place to -1 for the last.

Whoever samples the action space without the mask meets illegal actions. They forfeit the match: it ends with reward -1,
and ``info["illegal"]`` says what would have been right. With ``illegal="raise"`` they raise ``IllegalAction`` instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium

from sprawdzam.bots import make
from sprawdzam.engine.errors import BadOption, IllegalAction
from sprawdzam.engine.options import Value
from sprawdzam.envs import setup_of
from sprawdzam.envs.core import Core
from sprawdzam.envs.encode import Numbers
from sprawdzam.envs.spaces import Seen, action_space, observation_space, whole
from sprawdzam.games import all_games

VERSION = 0


class OneSeat(gymnasium.Env[Seen, int]):
    """A match in which you play ``seat`` (None: another one each time) and the ``bots`` play the rest, in seat order.

    One name of a bot stands for all of them. A match that ends before you are asked anything is passed over.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as the library declares it

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int | None = None,
        bots: str | Sequence[str] = "instinct",
        illegal: str = "forfeit",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        setup = setup_of(game, seats, **options)
        names = [bots] * (setup.seats - 1) if isinstance(bots, str) else list(bots)
        if len(names) != setup.seats - 1:
            raise BadOption("bots: {wanted} are needed, not {given}", wanted=setup.seats - 1, given=len(names))
        if seat is not None and not 0 <= seat < setup.seats:
            raise BadOption("seat: there are seats 0 to {last}, not {seat}", last=setup.seats - 1, seat=seat)
        if illegal not in ("forfeit", "raise"):
            raise BadOption("illegal: forfeit or raise is possible, not {illegal}", illegal=illegal)
        self.core = Core(setup)
        self.render_mode = render_mode
        self.illegal = illegal
        self.seat = seat or 0
        self._given = seat
        self._bots = [make(name) for name in names]
        self._whim = Random(0)
        self.observation_space = observation_space(self.core.layout, self.core.actions)
        self.action_space = action_space(self.core.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deals a match, with a seed the one that ``Core.reset`` opens with it, and plays up to your first question."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62)) if seed is None else seed
        if self._given is None:
            self.seat = int(self.np_random.integers(self.core.setup.seats))
        while True:
            self._whim = Random(number)
            self.core.reset(number)
            self._others()
            if not self.core.over:
                return self._seen(), {"seat": self.seat}
            number += 1

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        chosen = whole(action)  # what is no action at all is a mistake of the program: it never forfeits
        try:
            self.core.play(chosen)
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            return self._seen(), -1.0, True, False, {"seat": self.seat, "illegal": str(error)}
        self._others()
        over = self.core.over
        info = (
            {"seat": self.seat, "points": self.core.points, "ranks": self.core.ranks} if over else {"seat": self.seat}
        )
        return self._seen(), self.core.rewards[self.seat], over, False, info

    def _others(self) -> None:
        """The bots play until it is your turn, each from its own view."""
        core = self.core
        while not core.over and core.seat != self.seat:
            view = core.view(core.seat)
            bot = self._bots[view.seat - (view.seat > self.seat)]
            core.play(bot.decide(view, self._whim))

    def _seen(self) -> Seen:
        observation, mask = self.core.see(self.seat)
        return {"observation": observation, "action_mask": mask}

    def action_masks(self) -> Numbers:
        """1 for every legal action."""
        return self.core.mask(self.seat)

    def render(self) -> str | None:  # type: ignore[override]
        """What you see, as the text of a position."""
        return self.core.text(self.seat) if self.render_mode == "ansi" else None


def name_of(game: str) -> str:
    """The name that a game is registered by."""
    return f"sprawdzam/{game.capitalize()}-v{VERSION}"


for _game in all_games():
    gymnasium.register(name_of(_game.name), entry_point=f"{__name__}:OneSeat", kwargs={"game": _game.name})
