"""What goes over a socket: requests of a client and what the server sends. The schemas in the docs are made from this.

Every request has an ``id`` of the client's choice. It is answered by ``Done`` or ``Refused`` with the same id, and may
be sent again with that id as often as one likes: a move that was acknowledged happens once.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sprawdzam.engine.scene import Move, Scene
from sprawdzam.server.desk import About, Desk
from sprawdzam.server.sheet import Word

PROTOCOL = 1

# Python's $ also matches before a line feed at the end, that of JSON Schema does not; so one is ruled out by name.
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$(?!\n)")]
TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Hex = Annotated[str, Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]+$(?!\n)")]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
Level = Annotated[str, Meta(max_length=20)]


class Request(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Something that a client asks for, at a table."""

    id: Id
    table: TableId


class Join(Request, frozen=True):
    """Show me this table. ``since`` is the last frame that I have, and ``seat`` where I sat then: only what is missing
    is sent. ``style`` is ``scene`` for people, with texts in a language, or ``view`` for programs. From then on the
    socket speaks this ``language``; if none is named, the one that it spoke before, first that of whoever opened it."""

    since: Annotated[int, Meta(ge=0)] | None = None
    seat: SeatNumber | None = None
    style: str = "scene"
    language: str | None = None
    protocol: int = PROTOCOL


class Leave(Request, frozen=True):
    """Show me no more of this table. (A seat is kept.)"""


class Sit(Request, frozen=True):
    """I take this seat, or any that is free."""

    seat: SeatNumber | None = None


class Stand(Request, frozen=True):
    """I give my seat up; the owner of the table may free any other one. Before the match only; a deal that
    waits for seals or parts is void then, and the table gathers again."""

    seat: SeatNumber | None = None


class Hire(Request, frozen=True):
    """The owner gives a seat to a bot: novice, player or master."""

    seat: SeatNumber
    level: Level


class Start(Request, frozen=True):
    """The owner wants the deal to begin."""


class Seal(Request, frozen=True):
    """The seal of my part of chance."""

    seal: Hex


class Show(Request, frozen=True):
    """My part of chance."""

    part: Hex


class Play(Request, frozen=True):
    """My move: actions, all or none, as texts or by their numbers in the scene. ``asked`` is the number of the frame
    that asked for it; if it is given, a move that answers an older question is refused."""

    actions: Annotated[list[ActionText | int], Meta(min_length=1, max_length=64)]
    asked: Annotated[int, Meta(ge=0)] | None = None


class Say(Request, frozen=True):
    """A word from my seat to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Mute(Request, frozen=True):
    """I do not want to read what whoever has this seat says, wherever they sit later, or I want to again."""

    seat: SeatNumber
    on: bool = True


class Resign(Request, frozen=True):
    """I give up: instinct plays on for me, and I rank last."""


class Offer(Request, frozen=True):
    """I propose or accept to call the match off (``abort``), or take that back."""

    what: str = "abort"
    on: bool = True


class Again(Request, frozen=True):
    """A new table for the same company, when a match is over."""


class Hint(Request, frozen=True):
    """What would a Master do in my place?"""

    language: str | None = None


class Why(Request, frozen=True):
    """Why can I not do what I want? All that is not possible now, and the rules behind it; with ``action`` only why
    this one is not."""

    action: ActionText | None = None
    language: str | None = None


AnyRequest = (
    Join | Leave | Sit | Stand | Hire | Start | Seal | Show | Play | Say | Mute | Resign | Offer | Again | Hint | Why
)


class Reply(msgspec.Struct, frozen=True, tag_field="is", tag=str.lower, omit_defaults=True):
    """Something that the server sends."""


class Done(Reply, frozen=True):
    """The request was carried out, and what it changed is stored. ``seq`` is the number of my last frame then."""

    id: str
    seq: int = 0
    result: Any = None


class Because(msgspec.Struct, frozen=True):
    """A reason: a sentence, the rule behind it with its words in the rulebook, and the pieces that it speaks of."""

    text: str
    rule: str
    words: str
    pieces: tuple[tuple[str, int], ...]


class Refused(Reply, frozen=True):
    """The request was not carried out, and nothing has changed: a code for programs and a sentence for people. Only
    after ``unavailable`` nobody knows: sent again with the same id, it happens once."""

    id: str
    error: str
    text: str
    retry_after: float | None = None


class Hello(Reply, frozen=True):
    """The first thing that a client hears: who the server takes it for, and the server's time."""

    protocol: int
    version: str
    who: str
    now: int


class Notice(Reply, frozen=True):
    """The server has something to say: ``restart`` means that it goes away for a moment; clients should come back."""

    notice: str
    text: str
    back_in: float = 0.0


class Timer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat. ``left`` are milliseconds, with a clock for the match of what is left of them, without what
    has run since the seat was asked; with one for each move those that a decision may take, always the same; without a
    clock 0. ``until`` is the moment until which the seat may decide, if it is asked and its time runs."""

    left: int = 0
    until: int = 0


class Frame(Reply, frozen=True):
    """What has changed at a table for its recipient. Whatever is not named is as it was."""

    table: str
    seq: int
    at: int
    desk: Desk | None = None
    timers: tuple[Timer, ...] | None = None
    scene: Scene | None = None
    moves: tuple[Move, ...] = ()
    told: tuple[str, ...] = ()
    view: dict[str, Any] | None = None
    actions: tuple[str, ...] | None = None
    asked: int = 0
    muted: tuple[str, ...] | None = None
    said: Word | None = None


class Whole(Reply, frozen=True):
    """A table as its recipient sees it now: the sum of all its frames."""

    table: str
    seq: int
    at: int
    you: int | None
    about: About
    desk: Desk
    timers: tuple[Timer, ...] = ()
    scene: Scene | None = None
    view: dict[str, Any] | None = None
    actions: tuple[str, ...] = ()
    asked: int = 0
    muted: tuple[str, ...] = ()
    chat: tuple[Word, ...] = ()


class Watchers(Reply, frozen=True):
    """So many people watch this table without a seat, as far as the server that one is connected to can tell. It comes
    a moment after the number has changed, in the style ``scene`` only, and belongs to no frame."""

    table: str
    count: int


AnyReply = Done | Refused | Hello | Notice | Frame | Whole | Watchers

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


def encode(reply: AnyReply) -> bytes:
    return _encoder.encode(reply)


def decode(body: bytes | str) -> AnyRequest:
    return _decoder.decode(body)
