"""What of a view of blef is more than a plain number."""

import numpy as np

from sprawdzam.engine.encoding import ByPlayer, Encoding, Members, OneOf, Parts, Player, Players
from sprawdzam.games.blef.bids import BITS
from sprawdzam.games.blef.rules import HAND, MOST, PAIRS, VALUES, Phase

BIDS = np.array([[*(v == value for v in range(VALUES)), 1 + q] for value in range(VALUES) for q in range(MOST)])

ENCODING: Encoding = {
    "phase": OneOf(len(Phase)),
    "waiting": Players(),
    "starter": Player(),
    "turn": Player(),
    "bids": Members(BITS, columns=MOST, each=HAND),
    "newest": Parts(BIDS, upto="made", ahead=True, name="bids.parts"),
    "seat": ByPlayer(),
    "seat.card": OneOf(len(PAIRS), first=1),
    "seat.end": OneOf(2, first=1),
}
