"""Compiles what environments step, for those who would otherwise wait for it in a test or a measurement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from sprawdzam.engine.game import Game


def steps(games: Iterable[Game]) -> list[tuple[str, Callable[[], None]]]:
    """What is to be compiled, as in ``bots.warm``."""
    return [(f"{game.name}: environments", partial(_step, game)) for game in games]


def _step(game: Game) -> None:
    from sprawdzam.envs.batch import Batch
    from sprawdzam.envs.core import Core

    setup = game.setup(max(2, game.seats[0]))
    core, batch = Core(setup), Batch(setup, 1)
    core.reset(1)
    while not core.over:  # to the end, where rewards are paid
        core.play(int(core.legal[0]))
        core.see(0)
    assert core.rewards
    batch.step(batch.drawn)
