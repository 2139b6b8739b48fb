"""Environments for research: the games as arrays of numbers.

``vector``      thousands of matches at once (see ``Batch``)
``Core``        one match
``pettingzoo``  several agents, in turn (``aec``) or all at once (``parallel``)
``gymnasium``   one agent against bots

All of them step the same compiled match, observe by the same layout (see ``observation``), pay the same rewards and ask
in seat order. A race runs as everybody's secret answer (``Game.unclocked``), and nobody is offered to revise a choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sprawdzam.engine.game import Setup
from sprawdzam.engine.options import Value
from sprawdzam.games import find

if TYPE_CHECKING:
    from sprawdzam.envs.batch import Batch


def vector(
    game: str,
    n: int,
    *,
    seats: int | None = None,
    seed: int = 0,
    threads: int = 1,
    bots: Sequence[str | None] = (),
    turned: bool = False,
    **options: Value,
) -> Batch:
    """``n`` matches of a game, stepped together; ``options`` are those of the game, the rest is told at ``Batch``."""
    from sprawdzam.envs.batch import Batch

    return Batch(setup_of(game, seats, **options), n, seed=seed, threads=threads, bots=bots, turned=turned)


def setup_of(game: str, seats: int | None = None, **options: Value) -> Setup:
    """The game as environments run it; with two seats if nothing is said and it has a table for two."""
    found = find(game)
    return found.setup(max(2, found.seats_for(options)) if seats is None else seats, **options).unclocked()


__all__ = ["setup_of", "vector"]
