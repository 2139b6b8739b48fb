"""What of a view of fiasko is more than a plain number. Alone at the table, TEN is the second player."""

from sprawdzam.engine.encoding import ByPlayer, Counts, Encoding, OneOf, Plain, Player, Players
from sprawdzam.games.fiasko.state import FOR_FINAL, JOKERS, KINDS, NUMBERS, Phase

ENCODING: Encoding = {
    "phase": OneOf(len(Phase)),
    "waiting": Players(),
    "active": Player(least=2),
    "area": (Plain(), Counts(KINDS, first=1, upto="shown")),
    "joker": OneOf(JOKERS, first=NUMBERS + 1),
    "bidder": Player(first=1, least=2),
    "reason": OneOf(FOR_FINAL, first=1),
    "payer": Player(first=1, least=2),
    "item": OneOf(NUMBERS, first=1),
    "last_card": OneOf(NUMBERS, first=1),
    "seat": ByPlayer(least=2),
}
