"""Messages as a client needs them: what is read of those that servers send, and how its own are written."""

from __future__ import annotations

import re
from typing import Any

import msgspec

FRAME = re.compile(rb'\{"is":"frame","table":"([^"]*)","seq":(\d+),"at":(\d+)')


class Timer(msgspec.Struct):
    """Of the clock of a seat only until when it may decide, in milliseconds; 0: it is not asked."""

    until: int = 0


class Place(msgspec.Struct):
    kind: str = "free"
    who: str = ""
    seal: str = ""
    part: str = ""
    resigned: bool = False


class Desk(msgspec.Struct):
    phase: str = ""
    places: tuple[Place, ...] = ()
    deal: int = 1
    after: str = ""

    @property
    def played_out(self) -> bool:
        """The match has come to its end by its rules: it was not called off, and nobody has given up."""
        return self.phase == "over" and not any(place.resigned for place in self.places)


class Choice(msgspec.Struct):
    actions: tuple[int, ...]


class Scene(msgspec.Struct):
    choices: tuple[Choice, ...] = ()


class Message(msgspec.Struct, rename={"kind": "is"}):
    """What is read of anything that a server sends; the rest is skipped."""

    kind: str
    id: str = ""
    table: str = ""
    seq: int = 0
    at: int = 0
    asked: int = 0
    you: int | None = None
    desk: Desk | None = None
    timers: tuple[Timer, ...] = ()
    scene: Scene | None = None
    actions: tuple[str, ...] | None = None
    result: Any = None
    error: str = ""
    text: str = ""
    retry_after: float = 0.0


read = msgspec.json.Decoder(Message).decode
write = msgspec.json.Encoder().encode
