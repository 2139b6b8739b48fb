"""Levels for people: Novice, Player, Master, each the same kind of opponent in every game.

In studies a level has a fixed budget of simulations, so that its strength can be measured again. At a table a Master
may use the time that people would take anyway.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from random import Random

from sprawdzam.bots.expert import advice, follow
from sprawdzam.bots.search import Opinion, SearchBot, mixed
from sprawdzam.bots.simple import InstinctBot, RandomBot
from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.view import View

SLIP = 0.25  # how often a Novice does just anything
GLANCE = 20  # a Player thinks this many times less than a Master
TABLE_MS = 400  # a Master's time at a table
MOST_MS = 100_000
MOST_THREADS = 4


@dataclass(frozen=True)
class Thought:
    """A decision, and what led to it."""

    action: int
    opinions: tuple[Opinion, ...] = ()
    """What a search thinks of the actions, the most tried first."""
    plan: tuple[tuple[int, float], ...] = ()
    """What the game's own computation advises: actions, and how likely each of them is to be chosen."""


@dataclass(frozen=True)
class LevelBot:
    """An opponent of a level; a Master that is given ``milliseconds`` searches by the clock."""

    level: str
    milliseconds: int = 0
    threads: int = 1

    @classmethod
    def at_table(cls, level: str) -> LevelBot:
        return cls(level, TABLE_MS, min(MOST_THREADS, os.cpu_count() or 1))

    @classmethod
    def from_name(cls, name: str) -> LevelBot:
        """The bot of ``novice``, ``player``, ``master``, or ``master:200ms``."""
        level, _, budget = name.partition(":")
        if not budget:
            return cls(level)
        number = budget.removesuffix("ms")
        if level != "master" or number == budget or not number.isdecimal() or not 1 <= int(number) <= MOST_MS:
            raise UnknownBot("{name}: only a master can be given time, such as master:200ms", name=name)
        return cls(level, int(number))

    @property
    def name(self) -> str:
        return f"{self.level}:{self.milliseconds}ms" if self.milliseconds else self.level

    def decide(self, view: View, rng: Random) -> int:
        return self.think(view, rng).action

    def think(self, view: View, rng: Random) -> Thought:
        if len(view.actions) == 1:
            return Thought(view.actions[0])
        if self.level == "novice":
            kind = RandomBot() if rng.random() < SLIP else InstinctBot()
            return Thought(kind.decide(view, rng))
        if self.level == "player":
            return searched(SearchBot(max(1, view.game.thought // GLANCE)), view, rng)
        if plan := advice(view):
            return Thought(follow(plan, rng), plan=tuple(plan.items()))
        simulations = 0 if self.milliseconds else view.game.thought
        return searched(SearchBot(simulations, self.milliseconds, self.threads), view, rng)


def searched(search: SearchBot, view: View, rng: Random) -> Thought:
    opinions = search.opinions(view, rng)
    return Thought(mixed(opinions, rng), tuple(opinions))
