"""A small size of rys: a duel with five cards of the values 1 to 3, two in each hand."""

from sprawdzam.engine.small import small
from sprawdzam.games.rys import GAME

COPIES = (2, 2, 1, *[0] * 11)
LENGTHS = {"pool": 1, "thirteens": 1, "jokers": 1, "seat": 2, "layer": 5}

SIZES = (
    small(GAME, LENGTHS, "five", COPIES=COPIES, TOTAL=5, HAND=2, SLOTS=1, STOCK=0, SEATS=2, LAYERS=5, GIVEN=0),
)  # fmt: skip
