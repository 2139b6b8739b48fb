"""A small size of fiasko: four cards, and two currency tokens for everybody."""

import numpy as np

from sprawdzam.engine.small import small
from sprawdzam.games.fiasko import GAME
from sprawdzam.games.fiasko.state import CARDS

DECK = ("B1", "B9", "G2", "$5")

SIZES = (small(GAME, {}, "four", COPIES=np.array([(int(card in DECK), 0, 0) for card in CARDS]), START=2),)
