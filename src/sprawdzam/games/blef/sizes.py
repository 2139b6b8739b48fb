"""Small sizes of blef: one round with one card each, as ``solver.py`` solves it."""

from sprawdzam.engine.small import small
from sprawdzam.games.blef import GAME
from sprawdzam.games.blef.rules import PAIRS

SIZES = (
    small(GAME, {}, "round", LIMIT=2),
    small(GAME, {}, "three", LIMIT=2, VALUES=3, COPIES=tuple(2 if high <= 3 else 0 for _, high in PAIRS)),
)
