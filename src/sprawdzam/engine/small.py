"""Small versions of a game: the same rules, interpreted, with other constants and arrays cut to their measure.

What is too large to be counted, solved or proved whole is done whole in small: a deck of a few cards, a match of one
round. A game may name such sizes of itself in ``sizes.py``; tests make further ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, cast

import numpy as np

from sprawdzam.engine import contract
from sprawdzam.engine.compile import build
from sprawdzam.engine.contract import Rules
from sprawdzam.engine.game import Game


@dataclass(frozen=True, eq=False)
class SmallGame(Game):
    """Notation, table and instinct stay those of the full game. Two small games are never the same one."""

    size: str = ""
    """What it is called among the sizes of the game; empty: it is nobody's but its maker's."""
    constants: tuple[tuple[str, Any], ...] = ()

    __eq__ = object.__eq__  # constants may be arrays
    __hash__ = object.__hash__

    @cached_property
    def rules(self) -> Rules:
        return cast(Rules, build(contract, self.rules_module, jit=False, **dict(self.constants)))


def small(game: Game, lengths: Mapping[str, int], size: str = "", **constants: object) -> SmallGame:
    """``lengths`` are those of the record's arrays: what no loop reaches any more must not be there (law 2)."""
    own = {field.name: getattr(game, field.name) for field in fields(game)}
    return SmallGame(**own, size=size, constants=(*constants.items(), ("STATE", cut(game.rules.STATE, lengths))))


def cut(dtype: np.dtype[Any], lengths: Mapping[str, int]) -> np.dtype[Any]:
    """A record type with other lengths of its arrays, wherever they stand."""
    parts = []
    for name in dtype.names or ():
        base, shape = dtype[name].subdtype or (dtype[name], ())
        if base.names is not None:
            base = cut(base, lengths)
        parts.append((name, base, (lengths.get(name, shape[0]),)) if shape else (name, base))
    return np.dtype(parts)
