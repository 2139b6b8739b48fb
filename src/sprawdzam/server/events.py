"""What can happen at a table. A table is the sequence of these events and nothing else.

Events are stored as JSON and never changed (but for names, words and ids of people who leave for ever). What a
recipient is shown is a pure function of them, so every node makes the same bytes. Times are milliseconds since 1970.
"""

from __future__ import annotations

import msgspec

from sprawdzam.engine.options import Value

Options = dict[str, Value]

HOUR = 3600
DAY = 24 * HOUR


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long a decision may take.

    ``none``: as long as it takes. ``move``: so many ``seconds`` for each decision; days for play by correspondence.
    ``match``: so many ``seconds`` for all decisions of a seat together, and ``gain`` more for each of them.
    """

    kind: str = "none"
    seconds: int = 0
    gain: int = 0

    @property
    def by_days(self) -> bool:
        """Whether nobody has to sit at the table while it runs: hours for each decision, or days for all of them."""
        return self.kind != "none" and self.seconds >= (HOUR if self.kind == "move" else DAY)


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="is", tag=str.lower):
    """Something that happened at a moment."""

    at: int


class Opened(Event, frozen=True):
    """Somebody has set up a table. ``commitment`` binds the server to its secret of the first deal."""

    id: str
    who: str
    game: str
    seats: int
    options: Options
    public: bool
    clock: Clock
    rated: bool
    hints: bool
    away: int
    """Seconds after which a bot plays for somebody who has gone; 0: never."""
    commitment: str
    before: str = ""
    """The table that this one continues."""


class Sat(Event, frozen=True):
    """Somebody has taken a seat: a person, or a program that a person has written."""

    seat: int
    who: str
    name: str
    program: bool = False
    owner: str = ""
    """The account that a program belongs to."""


class Hired(Event, frozen=True):
    """A bot of the server has been given a seat."""

    seat: int
    level: str


class Stood(Event, frozen=True):
    """A seat is free again."""

    seat: int


class Called(Event, frozen=True):
    """The deal begins: every person's seat is asked for the seal of its part."""


class Sealed(Event, frozen=True):
    """A seat has handed in the seal of its part of chance."""

    seat: int
    seal: str


class Showed(Event, frozen=True):
    """A seat has shown its part, which fits its seal."""

    seat: int
    part: str


class Voided(Event, frozen=True):
    """A deal came to nothing, because seats did not answer or were given up; they are free again. Its secret is shown,
    and the next one is bound."""

    seats: tuple[int, ...]
    secret: str
    commitment: str


class Began(Event, frozen=True):
    """All parts are there: the match begins, by rules of this version."""

    rules: int


class Moved(Event, frozen=True):
    """A seat has acted: several actions are one payment, all or none. ``by`` says who acted if it was not its owner."""

    seat: int
    actions: tuple[str, ...]
    by: str = ""


class Advanced(Event, frozen=True):
    """The table has gone on by one step."""


class Said(Event, frozen=True):
    """A word from a seat to the table."""

    seat: int
    who: str
    text: str


class Muted(Event, frozen=True):
    """Whoever has a seat does not want to read what somebody at another one says (or wants to again), wherever they
    sit later: nobody else is told."""

    seat: int
    whom: int
    on: bool


class Came(Event, frozen=True):
    """Somebody who sits here is connected, by a node."""

    seat: int
    node: str


class Left(Event, frozen=True):
    """Somebody who sits here has no connection to a node any more."""

    seat: int
    node: str


class Replaced(Event, frozen=True):
    """A bot plays for somebody who has gone, until they come back."""

    seat: int


class Returned(Event, frozen=True):
    """Somebody who was replaced plays again."""

    seat: int


class Resigned(Event, frozen=True):
    """A seat has given up: instinct plays on for it, and it ranks last."""

    seat: int


class Offered(Event, frozen=True):
    """A seat proposes something (``abort``), agrees to it, or takes it back."""

    seat: int
    what: str
    on: bool


class Restored(Event, frozen=True):
    """Time during which no node served the table is given back to the clocks."""

    lost: int


class Renewed(Event, frozen=True):
    """The match goes on from its position under other rules than it was begun with."""

    rules: int


class Ended(Event, frozen=True):
    """The match is over, or was called off. The secret of the deal is shown to everybody."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    secret: str
    aborted: bool = False


class Followed(Event, frozen=True):
    """The same company has a new table."""

    table: str


class Forgot(Event, frozen=True):
    """Somebody has left for ever: their name and words are blanked, and from now on they are called ``who``. ``was`` is
    what they were called before, for the table in memory that forgets them; as soon as it is stored it gives way to
    ``who``. ``sits`` (their seats) and ``owner`` (the table is theirs) say it to those who read the story later."""

    who: str
    was: str = ""
    sits: tuple[int, ...] = ()
    owner: bool = False


AnyEvent = (
    Opened | Sat | Hired | Stood | Called | Sealed | Showed | Voided | Began | Moved | Advanced | Said | Muted | Came
    | Left | Replaced | Returned | Resigned | Offered | Restored | Renewed | Ended | Followed | Forgot
)  # fmt: skip

MORE = Voided | Renewed | Forgot  #: events that bring, or take, something else with them

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def write(event: AnyEvent) -> bytes:
    return _encoder.encode(event)


def read(body: bytes | str) -> AnyEvent:
    return _decoder.decode(body)
