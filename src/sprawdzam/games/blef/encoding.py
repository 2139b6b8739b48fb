"""What of a view of blef is more than a plain number."""

import numpy as np

from sprawdzam.engine.encoding import ByPlayer, Counts, Encoding, OneOf, Parts, Player, Players
from sprawdzam.games.blef.rules import HAND, MOST, PAIRS, VALUES, Phase

BIDS = np.array([[*(v == value for v in range(VALUES)), 1 + q] for value in range(VALUES) for q in range(MOST)])
LAST = 3  # bids that are told by value and quantity too

ENCODING: Encoding = {
    "phase": OneOf(len(Phase)),
    "waiting": Players(),
    "starter": Player(),
    "turn": Player(),
    "bids": (Counts(len(BIDS), upto="made", columns=MOST, each=HAND), Parts(BIDS, upto="made", most=LAST)),
    "seat": ByPlayer(),
    "seat.card": OneOf(len(PAIRS), first=1),
    "seat.end": OneOf(2, first=1),
}
