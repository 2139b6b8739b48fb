"""Two bots that do not look ahead."""

from __future__ import annotations

from random import Random

from sprawdzam.engine import contract
from sprawdzam.engine.view import View


class RandomBot:
    """Any legal action, all equally likely."""

    name = "random"

    def decide(self, view: View, rng: Random) -> int:
        return rng.choice(view.actions)


class InstinctBot:
    """Plays as the game's instinct weighs the legal actions."""

    name = "instinct"

    def decide(self, view: View, rng: Random) -> int:
        actions = view.actions
        weights = [0.0] * len(actions)
        instinct = view.game.instinct.instinct if view.game.instinct else contract.instinct
        instinct(view.record, view.seat, actions, len(actions), weights)
        return rng.choices(actions, weights)[0]
