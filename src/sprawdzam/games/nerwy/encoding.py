"""What of a view of nerwy is more than a plain number."""

from sprawdzam.engine.encoding import ByPlayer, Encoding, OneOf, Player, Players
from sprawdzam.games.nerwy.state import CARDS, HEARTS, SEATS, VALUES, Phase

UP_OR_DOWN = 2

ENCODING: Encoding = {
    "phase": OneOf(len(Phase)),
    "waiting": Players(),
    "starter": Player(),
    "turn": Player(),
    "last": Player(first=1),
    "caller": Player(first=1),
    "row_card": OneOf(len(CARDS), first=1, upto="laid"),
    "row_lay": Player(first=1, kinds=UP_OR_DOWN, stride=SEATS, upto="laid"),
    "top": OneOf(1 + VALUES, first=1),
    "bin": OneOf(HEARTS, first=1, upto="binned"),
    "binner": Player(upto="binned"),
    "seat": ByPlayer(),
    "seat.answer": OneOf(3),
    "seat.card": OneOf(len(CARDS), first=1),
}
