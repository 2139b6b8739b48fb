"""What is written down about a table, apart from the match that is played on it."""

from __future__ import annotations

import msgspec

from sprawdzam.server.events import Clock, Options

CHAT = 50  # words that somebody who comes later can still read

GATHERING = "gathering"  #: people take seats
SEALING = "sealing"  #: seats hand in the seals of their parts of chance
SHOWING = "showing"  #: seats show the parts
RUNNING = "running"  #: the match is played
OVER = "over"
ABORTED = "aborted"

OPEN = (GATHERING, SEALING, SHOWING, RUNNING)  #: phases in which something can still happen


class Seat(msgspec.Struct, omit_defaults=True):
    """A seat and who is on it: a person or their program (``who``), a bot of the server (``bot``), or nobody."""

    who: str = ""
    name: str = ""
    program: bool = False
    owner: str = ""
    """The account that a program belongs to."""
    bot: str = ""
    nodes: list[str] = []
    """The nodes to which its owner is connected."""
    gone: int = 0
    """Since when there is no connection; 0 if there is one."""
    replaced: bool = False
    resigned: bool = False
    agrees: list[str] = []
    """The offers that it has made or agreed to."""
    muted: list[int] = []
    """Of tables that were saved before mutes followed people: the seats that it did not want to hear."""
    sat: int = 0
    """The number of the seat's frame that told that it was taken: those before it were for somebody else."""
    seal: str = ""
    part: str = ""
    since: int = 0
    """When the decision began that it is asked for; 0: it is not asked."""
    asked: int = 0
    """The number of the frame that asked it last."""
    bank: int = 0
    """Milliseconds left for the whole match, without what has run since ``since``."""

    @property
    def free(self) -> bool:
        return not self.who and not self.bot

    @property
    def account(self) -> str:
        """Who answers for what is done here; nobody for a bot of the server."""
        return self.owner or self.who

    @property
    def forgotten(self) -> bool:
        """Whether its owner has left for ever: nobody else has no name."""
        return bool(self.who) and not self.name

    @property
    def lent(self) -> str:
        """The bot of the server that acts here now, or nothing if a person or a program does."""
        return self.bot or ("instinct" if self.resigned else "player" if self.replaced else "")


class Word(msgspec.Struct, frozen=True):
    """Something that was said."""

    seat: int
    name: str
    text: str
    at: int
    who: str = ""
    """The seat may be somebody else's by now."""


class Void(msgspec.Struct, frozen=True):
    """A deal that came to nothing, with the secret that the server was bound to."""

    deal: int
    commitment: str
    secret: str


class Sheet(msgspec.Struct, omit_defaults=True):
    """Everything about a table but the match itself. ``seqs`` has a number for each seat, and for the public at its
    end: how many frames that recipient has been sent; ``ats`` says when the last of them was due."""

    id: str
    owner: str
    game: str
    seats: list[Seat]
    options: Options
    public: bool
    clock: Clock
    rated: bool
    hints: bool
    away: int
    commitment: str
    created: int
    at: int
    """When the last event happened."""
    since: int
    """When the phase began."""
    stepped: int
    """When the match last went on: words and comings do not keep a step of the table waiting."""
    seqs: list[int]
    ats: list[int]
    rules: int
    number: int = 0
    phase: str = GATHERING
    deal: int = 1
    before: str = ""
    after: str = ""
    chat: list[Word] = []
    muted: dict[str, list[str]] = {}
    """For each person those whom they do not want to hear, wherever either of them sits."""
    places: list[int] = []
    points: list[int] = []
    secret: str = ""
    """Of the deal, once it may be known."""
    void: Void | None = None
    """The last deal that came to nothing."""

    def seat_of(self, who: str) -> int | None:
        """Where somebody sits."""
        return next((p for p, seat in enumerate(self.seats) if who and seat.who == who), None)

    @property
    def people(self) -> list[int]:
        """The seats that add a part to the deal."""
        return [p for p, seat in enumerate(self.seats) if seat.who]

    @property
    def played(self) -> bool:
        """Whether there is somebody who has not resigned."""
        return any(seat.who and not seat.resigned for seat in self.seats)

    @property
    def unheard(self) -> list[tuple[int, int]]:
        """Pairs of seats: somebody, and whom they do not want to hear."""
        places = {seat.who: p for p, seat in enumerate(self.seats) if seat.who and not seat.forgotten}
        return [(p, places[whom]) for who, p in places.items() for whom in self.muted.get(who, ()) if whom in places]

    def forget(self, who: str, alias: str) -> None:
        """Blanks the name and the words of somebody, and calls them otherwise."""
        for seat in self.seats:
            if seat.who == who:
                seat.who, seat.name = alias, ""
            if seat.owner == who:
                seat.owner = alias
        if self.owner == who:
            self.owner = alias
        self.chat = [word for word in self.chat if word.who != who]
        self.muted = {
            alias if deaf == who else deaf: sorted(alias if whom == who else whom for whom in muted)
            for deaf, muted in self.muted.items()
        }

    @property
    def resigned(self) -> set[int]:
        return {p for p, seat in enumerate(self.seats) if seat.resigned}


class Saved(msgspec.Struct, omit_defaults=True):
    """A table as it stands, from which it can go on without its events."""

    sheet: Sheet
    position: dict[str, object] | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Saved)


def write(saved: Saved) -> bytes:
    return _encoder.encode(saved)


def read(body: bytes) -> Saved:
    saved = _decoder.decode(body)
    seats = saved.sheet.seats
    for seat in seats:
        if seat.muted:
            saved.sheet.muted[seat.who] = sorted(seats[p].who for p in seat.muted if seats[p].who)
            seat.muted = []
    return saved
