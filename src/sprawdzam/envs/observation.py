"""Observations: a view as a row of small numbers, the same on every surface.

The layout follows from the record of the game and from what its ``encoding.py`` says of some fields; a game without one
is observed number by number. It begins with a one-hot of the own seat, then come the fields in the order of the record.
It depends on the game and the number of seats alone, never on options, and keeps all that the view knows: views of a
seat that differ give different observations. It is made from the view alone (law 4).

>>> from sprawdzam.games import find
>>> layout = layout_of(find("blef"), seats=2)
>>> layout.size, layout.part("turn").slice, layout.part("turn").text
(298, slice(21, 23, None), 'one-hot of a seat, own first')
>>> match = find("blef").setup(2, first_starter=1).start(seed=7)
>>> layout.of(match.view(0))[layout.part("turn").slice].tolist()
[0, 1]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from sprawdzam.engine.encoding import Encoding
from sprawdzam.engine.game import Game
from sprawdzam.engine.view import View
from sprawdzam.envs.encode import Numbers, Part, Writer, encoder, made

OBSERVATION_VERSION = 2  #: changes whenever the layout of any game does
DTYPE = np.dtype(np.int16)  #: of all observations


@dataclass(frozen=True, eq=False)
class Layout:
    """What every number of an observation means."""

    game: Game
    seats: int
    parts: tuple[Part, ...]
    code: ModuleType
    """What writes observations, interpreted."""

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.parts[-1].stop

    @property
    def low(self) -> Numbers:
        """The least that each number can be."""
        return np.concatenate([np.full(part.stop - part.start, part.low, DTYPE) for part in self.parts])

    @property
    def high(self) -> Numbers:
        """The greatest that each number can be."""
        return np.concatenate([np.full(part.stop - part.start, part.high, DTYPE) for part in self.parts])

    def part(self, name: str) -> Part:
        """The part of a name, such as ``turn`` or ``seat[+1].card``: the cards of the left neighbour."""
        for part in self.parts:
            if part.name == name:
                return part
        known = ", ".join(part.name for part in self.parts)
        raise KeyError(f"{self.game.name} observes no {name}; it observes: {known}")

    def of(self, view: View) -> Numbers:
        """The observation of a view, of a seat or a spectator; interpreted, for any view that is at hand."""
        out = np.zeros((1, self.size), DTYPE)
        self.code.encode(np.array([view.row]), 0, 1, [view.seat], self.seats, out)
        seen: Numbers = out[0]
        return seen


@cache
def layout_of(game: Game, seats: int) -> Layout:
    """The layout of a game at a table of so many seats."""
    return Layout(game, seats, tuple(Writer(game.rules, game.encoding, seats).parts), encoder(game))


def layout_by(game: Game, encoding: Encoding, seats: int) -> Layout:
    """The layout that another encoding makes of a game's record."""
    writer = Writer(game.rules, encoding, seats)
    return Layout(game, seats, tuple(writer.parts), made(writer))
