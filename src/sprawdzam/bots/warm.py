"""Compiles everything that a person would otherwise wait for in the middle of a match."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import Random

import sprawdzam
from sprawdzam.engine.compile import ALL, cache_folder
from sprawdzam.engine.game import Game


def steps(games: Iterable[Game]) -> list[tuple[str, Callable[[], None]]]:
    """What is to be compiled: a name for the progress bar, and a call that compiles it or finds it in the cache."""
    found: list[tuple[str, Callable[[], None]]] = []
    for game in games:
        found.append((f"{game.name}: playouts", partial(_playouts, game)))
        found.append((f"{game.name}: search", partial(_search, game)))
        found.append((f"{game.name}: outlook", partial(_outlook, game)))
        if game.expert:
            found.append((f"{game.name}: expert", partial(_expert, game)))
    return found


def mark() -> Path:
    """A file that lies beside the machine code when all of it is there: of these sources, for this machine."""
    machine = platform.node(), platform.machine(), platform.python_version(), version("numba")
    told = hashlib.sha256(repr(machine).encode())
    package = Path(sprawdzam.__file__).parent
    for part in ("engine", "games", "bots"):
        for source in sorted((package / part).rglob("*.py")):
            told.update(f"{source.relative_to(package)} {hashlib.sha256(source.read_bytes()).hexdigest()}".encode())
    return cache_folder() / "compiled" / f"{ALL}{told.hexdigest()[:12]}"


def _playouts(game: Game) -> None:
    setup = game.setup()
    from sprawdzam.bots.search import machine_code

    for _ in machine_code(game).playouts(setup.blank(), [0] * setup.seats, 1, 1):
        pass


def _search(game: Game) -> None:
    from sprawdzam.bots.search import SearchBot

    match = game.setup().start(seed=1)
    SearchBot(2).opinions(match.view(match.actors[0]), Random(1))


def _outlook(game: Game) -> None:
    from sprawdzam.bots.search import Tree, machine_code

    match = game.setup().start(seed=1)
    view = match.view(match.actors[0])
    tree = Tree(machine_code(game), view, 1, 2)
    tree.only(view.actions[0])
    tree.grow(1)
    tree.outlook(view.actions[0], 1)


def _expert(game: Game) -> None:
    """A whole match: every kind of decision has its own code."""
    from sprawdzam.bots.expert import ExpertBot

    bot, rng, match = ExpertBot(), Random(1), game.setup().start(seed=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot.decide(match.view(seat), rng))
