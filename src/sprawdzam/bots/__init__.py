"""Bots: programs that sit at a table. They get a view and a generator, nothing else (law 10)."""

from __future__ import annotations

from random import Random
from typing import Protocol

from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.view import View

NAMES = ("random", "instinct", "search")


class Bot(Protocol):
    """Something that decides."""

    @property
    def name(self) -> str: ...

    def decide(self, view: View, rng: Random) -> int:
        """One of ``view.actions``."""
        ...


def make(name: str) -> Bot:
    """The bot of a name: ``random``, ``instinct``, ``search``, ``search:5000`` (simulations), ``search:200ms``."""
    kind, colon, budget = name.partition(":")
    if kind == "random" and not budget:
        from sprawdzam.bots.simple import RandomBot

        return RandomBot()
    if kind == "instinct" and not budget:
        from sprawdzam.bots.simple import InstinctBot

        return InstinctBot()
    if kind == "search" and bool(colon) == bool(budget):
        from sprawdzam.bots.search import SearchBot

        return SearchBot.from_budget(budget)
    raise UnknownBot("there is no bot {name}; there are: {known}, search:5000, search:200ms",
                     name=name or "''", known=", ".join(NAMES))  # fmt: skip
