"""Compiles everything that a person would otherwise wait for in the middle of a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from sprawdzam.engine.game import Game
from sprawdzam.games import all_games


def steps() -> list[tuple[str, Callable[[], None]]]:
    """What is to be compiled: a name for the progress bar, and a call that compiles it or finds it in the cache."""
    found: list[tuple[str, Callable[[], None]]] = []
    for game in all_games():
        found.append((f"{game.name}: playouts", partial(_playouts, game)))
        found.append((f"{game.name}: search", partial(_search, game)))
    return found


def _playouts(game: Game) -> None:
    setup = game.setup()
    from sprawdzam.bots.search import machine_code

    for _ in machine_code(game).playouts(setup.blank(), [0] * setup.seats, 1, 1):
        pass


def _search(game: Game) -> None:
    from sprawdzam.bots.search import SearchBot

    match = game.setup().start(seed=1)
    SearchBot(2).opinions(match.view(match.actors[0]), Random(1))
