"""A match in which all seats act in every step, as parallel environments have it.

Those that the match waits for play, in seat order; an idle seat has one action, to wait, which is the last one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sprawdzam.engine.errors import IllegalAction
from sprawdzam.engine.game import Setup
from sprawdzam.envs.core import Core
from sprawdzam.envs.spaces import Seen


class Together:
    """The steps; names of agents, seeds and spaces are the environment's."""

    def __init__(self, setup: Setup) -> None:
        self.core = Core(setup)
        self.wait = self.core.actions  #: the action of an idle seat; the game's own keep their numbers

    def play(self, chosen: Sequence[int]) -> None:
        """One action of every seat; raises ``IllegalAction`` before anything is played."""
        asked = self.core.actors
        for seat, action in enumerate(chosen):
            if seat in asked:
                self.core.view(seat).check(action)
            elif action != self.wait:
                raise IllegalAction(
                    "action {action} is not legal for seat {seat} now; legal: {wait}, to wait",
                    action=action, seat=seat, wait=self.wait,
                )  # fmt: skip
        for seat in asked:
            self.core.play(chosen[seat], seat)

    def seen(self) -> list[Seen]:
        """What every seat sees and may do."""
        asked = self.core.actors
        found: list[Seen] = []
        for seat in range(self.core.setup.seats):
            mask = np.zeros(self.wait + 1, np.int8)
            observation, _ = self.core.see(seat, mask=mask[:-1])
            mask[self.wait] = seat not in asked
            found.append({"observation": observation, "action_mask": mask})
        return found
