"""``expert``: a bot that plays what the game's ``expert.py`` computes."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sprawdzam.bots.simple import InstinctBot
from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.view import View
from sprawdzam.games import all_games


class ExpertBot:
    """Follows the advice of the game, then what is solved of it and kept, and instinct where there is neither.

    A game without an expert is refused.
    """

    name = "expert"

    def __init__(self) -> None:
        self.otherwise = InstinctBot()

    def decide(self, view: View, rng: Random) -> int:
        if view.game.expert is None:
            known = ", ".join(game.name for game in all_games() if game.expert)
            raise UnknownBot("the bot expert does not know {game}; it knows: {known}", game=view.game.name, known=known)
        if len(view.actions) == 1:
            return view.actions[0]
        plan = advice(view) or kept(view)
        return follow(plan, rng) if plan else self.otherwise.decide(view, rng)


def advice(view: View) -> Mapping[int, float] | None:
    """What the game computes for the seat of a view; None if it has no expert, or that one no advice."""
    return view.game.expert.advise(view.record, view.seat) if view.game.expert else None


def kept(view: View) -> Mapping[int, float] | None:
    """What was solved and kept for the seat of a view; None if there is nothing."""
    return view.game.solutions.advise(view.record, view.seat) if view.game.solutions else None


def follow(plan: Mapping[int, float], rng: Random) -> int:
    """One of the actions of a plan, as likely as it says."""
    return rng.choices(list(plan), list(plan.values()))[0]
