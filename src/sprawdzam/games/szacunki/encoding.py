"""What of a view of szacunki is more than a plain number."""

from sprawdzam.engine.encoding import Bits, ByPlayer, Encoding, OneOf, Plain, Player, Players, Records
from sprawdzam.games.szacunki.state import COLOURS, MISS, NUMBERS, RACKS, Phase

ENCODING: Encoding = {
    "phase": OneOf(len(Phase)),
    "waiting": Players(),
    "track": Player(),
    "order": Player(),
    "rack": ByPlayer(least=RACKS),
    "rack.card": OneOf(NUMBERS, first=1),
    "past": Records(upto="round"),
    "past.dice": OneOf(COLOURS, first=1),
    "past.size": ByPlayer(),
    "past.start": ByPlayer(),
    "past.result": ByPlayer(OneOf(MISS, first=1)),
    "past.swap": ByPlayer(OneOf(COLOURS, first=1)),
    "past.out": ByPlayer(OneOf(NUMBERS, first=1)),
    "seat": ByPlayer(),
    "seat.guess": (Plain(), Bits(NUMBERS, first=1)),
}
