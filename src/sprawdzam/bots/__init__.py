"""Bots: programs that sit at a table. They get a view and a generator, nothing else (law 10)."""

from __future__ import annotations

from random import Random
from typing import Protocol

from sprawdzam.bots.own import is_own, load
from sprawdzam.bots.program import LIMIT, ProgramBot, is_program
from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.view import View

LEVELS = ("novice", "player", "master")
NAMES = (*LEVELS, "random", "instinct", "expert", "search")


class Bot(Protocol):
    """Something that decides."""

    @property
    def name(self) -> str: ...

    def decide(self, view: View, rng: Random) -> int:
        """One of ``view.actions``."""
        ...


def make(name: str, *, at_table: bool = False, seconds: float = LIMIT) -> Bot:
    """The bot of a name, for one seat of one match.

    ``novice``, ``player`` and ``master`` are levels for people; ``random``, ``instinct``, ``expert``, ``search``,
    ``search:5000`` (simulations), ``search:200ms`` and ``search:5000x2`` (threads) are what they are made of.
    ``at_table`` a level thinks by the clock, as ``master:200ms`` does; otherwise with a fixed budget, so that the same
    seed decides alike. ``openspiel:200ms`` is a peer's search, to compare with. One of your own is
    ``path/to/file.py:Name`` or ``package.module:Name`` (see ``own.py``), and in any other language
    ``program:./mybot --fast`` (see ``program.py``), which has so many ``seconds`` for a decision.
    """
    if is_program(name):
        return ProgramBot(name, seconds)
    kind, colon, budget = name.partition(":")
    if kind == "random" and not budget:
        from sprawdzam.bots.simple import RandomBot

        return RandomBot()
    if kind == "instinct" and not budget:
        from sprawdzam.bots.simple import InstinctBot

        return InstinctBot()
    if kind == "expert" and not budget:
        from sprawdzam.bots.expert import ExpertBot

        return ExpertBot()
    if kind == "search" and bool(colon) == bool(budget):
        from sprawdzam.bots.search import SearchBot

        return SearchBot.from_budget(budget)
    if kind in LEVELS and bool(colon) == bool(budget):
        from sprawdzam.bots.levels import LevelBot

        return LevelBot.at_table(name) if at_table and not budget else LevelBot.from_name(name)
    if kind == "openspiel" and budget:
        from sprawdzam.bots.openspiel import OpenSpielBot

        return OpenSpielBot.from_budget(budget)
    if is_own(name):
        return load(name)
    raise UnknownBot("there is no bot {name}; there are: {known}, search:5000, search:200ms, path/to/file.py:Name, "
                     "program:./mybot",
                     name=name or "''", known=", ".join(NAMES))  # fmt: skip
