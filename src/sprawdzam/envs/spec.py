"""A set-up in plain words, which can be sent and kept: the name of a game, its size, seats and options."""

from __future__ import annotations

from typing import NamedTuple

from sprawdzam.engine.errors import BadOption
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.options import Value
from sprawdzam.engine.small import SmallGame
from sprawdzam.games import find

FULL = "full"  #: the size of a game that is not made smaller


class Spec(NamedTuple):
    """What a set-up is made from."""

    game: str
    size: str
    seats: int
    options: tuple[tuple[str, Value], ...]

    @classmethod
    def of(cls, setup: Setup) -> Spec:
        game = setup.game
        return cls(game.name, game.size if isinstance(game, SmallGame) else FULL, setup.seats, setup.options)

    def setup(self) -> Setup:
        return sized(find(self.game), self.size).setup(self.seats, **dict(self.options))


def sized(game: Game, size: str) -> Game:
    """The game in one of its sizes."""
    if size == FULL:
        return game
    if size not in game.sizes:
        raise BadOption("size: {game} has no size {size}; it has: {known}",
                        game=game.name, size=size, known=", ".join((FULL, *game.sizes)))  # fmt: skip
    return game.sizes[size]
