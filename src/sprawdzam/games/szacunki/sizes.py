"""A small size of szacunki: one colour with three cards, dice with one face, two tokens, one round."""

from dataclasses import replace

import numpy as np

from sprawdzam.engine.options import Number
from sprawdzam.engine.small import small
from sprawdzam.games.szacunki import GAME

ONE_COLOUR = Number("colours", 1, "", "", low=1, high=1)
MASKS = np.array([mask for mask in range(1 << 3) if mask.bit_count() <= 3])

SIZES = (
    small(
        replace(GAME, options=(ONE_COLOUR,)), {}, "three", COLOURS=1, GREY=1, NUMBERS=3, RACKS=2, STACK=0, TRACK=4,
        SIZES=2, ROUNDS=np.array([1] * 5), GUESSES=MASKS,
    ),
)  # fmt: skip
