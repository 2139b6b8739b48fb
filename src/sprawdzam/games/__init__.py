"""The games. The list is explicit: what stands here exists."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from sprawdzam.engine.errors import UnknownGame
from sprawdzam.engine.game import Game

NAMES = ("blef", "fiasko", "szacunki", "nerwy", "rys")


@cache
def find(name: str) -> Game:
    """The game of a name."""
    if name not in NAMES:
        raise UnknownGame("there is no game {name}; there are: {known}", name=name or "''", known=", ".join(NAMES))
    return cast(Game, import_module(f"{__name__}.{name}").GAME)


def all_games() -> tuple[Game, ...]:
    return tuple(find(name) for name in NAMES)
