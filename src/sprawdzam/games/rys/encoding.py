"""What of a view of rys is more than a plain number. A layer is told as number cards, jokers and value."""

from sprawdzam.engine.encoding import ByPlayer, Encoding, OneOf, Parts, Player, Players
from sprawdzam.games.rys.state import KINDS, PLAYS, Phase

ENCODING: Encoding = {
    "option.mode": OneOf(4),
    "option.duel_rules": OneOf(3),
    "phase": OneOf(len(Phase)),
    "waiting": Players(),
    "turn": Player(),
    "victim": Player(first=1),
    "pool": OneOf(KINDS, first=1),
    "seat": ByPlayer(),
    "seat.layer": Parts(PLAYS, upto="layers"),
}
