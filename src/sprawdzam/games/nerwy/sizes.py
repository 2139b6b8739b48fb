"""A small size of nerwy: four cards, one in each hand, a row is worth calling from 4 on, and one point wins."""

from sprawdzam.engine.small import small
from sprawdzam.games.nerwy import GAME
from sprawdzam.games.nerwy.state import CARDS, HEARTS

COPIES = tuple(int(card in ("S1", "S2", "S3", "D1")) for card in CARDS)
LENGTHS = {"row_card": 4, "row_lay": 4, "seat": 2, "card": 1, "bin": 1, "binner": 1}

SIZES = (
    small(
        GAME, LENGTHS, "four", HEART_COPIES=COPIES[:HEARTS], DOUBLE_COPIES=COPIES[HEARTS:], HAND=1, SEATS=2, ROW=4,
        BINS=1, ENOUGH=4, WINS=1,
    ),
)  # fmt: skip
