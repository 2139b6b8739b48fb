"""A table in the memory of a node: who is told of it, and what is kept so that they can be told again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.server import sheet as sheets
from sprawdzam.server import wire
from sprawdzam.server.decisions import Asker
from sprawdzam.server.events import Advanced, AnyEvent, Began, Forgot, Renewed
from sprawdzam.server.frames import Manner, frame, missed, timers, whole
from sprawdzam.server.table import Table

COUNT = 1.0  # seconds until those who have come and gone are counted
RECENT = 24  # events after which what is kept for those who come back begins anew


Past = tuple[bytes, list[AnyEvent]]  #: a table as it was, and what has happened since


class Kept(NamedTuple):
    """What a table had in memory at a moment: the number of its last event, the frames of everybody, and how many
    events the newest part of its past had."""

    number: int
    seqs: list[int]
    recent: Past
    events: int


class Mark(NamedTuple):
    """How far somebody was told a story: the number of the event, and the table as it was then."""

    number: int
    body: bytes


class Told(NamedTuple):
    """The frames that somebody has missed until there was ``kept``, or the first of them, if they are too many to be
    told at once; the number of the last one, where the story goes on if that was not all, and the older part of the
    past, if it may be kept for others."""

    bodies: list[bytes]
    seq: int
    kept: Kept
    mark: Mark | None = None
    past: Past | None = None


class Line(Protocol):
    """A connection to somebody."""

    language: str

    @property
    def asker(self) -> Asker: ...
    async def drained(self) -> bool:
        """Waits until all that was posted is on its way. False if nobody is there any more."""
        ...

    def post(self, body: bytes) -> None:
        """Sends in order and never waits; a line that does not take it is closed."""
        ...


class Reader:
    """Somebody who is shown a table over a line. ``seq`` is the number of the last frame that went there."""

    def __init__(self, line: Line, style: str, language: str) -> None:
        self.line = line
        self.style = style
        self.language = language
        self.seat = SPECTATOR
        self.seq = 0
        self.late = False
        """They are still told what they have missed, and hear of nothing else until then."""
        self.mark: Mark | None = None
        """Where that story goes on."""
        self.watchers = 0
        """How many there are, as this reader was told."""

    @property
    def manner(self) -> Manner:
        return Manner(self.seat, self.style, self.language)


class Live:
    """A table that a node has loaded. Whoever reads or changes it holds ``lock``."""

    def __init__(self, table: Table, body: bytes) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.telling = asyncio.Lock()
        """Held by whoever is told a long story."""
        self.readers: dict[Line, Reader] = {}
        self.used = 0
        """When somebody last asked for it."""
        self.stale = False
        """Memory and store may differ: it has to be loaded again."""
        self.healing = False
        """It will be loaded again."""
        self.down = 0
        """Since when nothing could be written here; the clocks get that time back before anything else happens."""
        self.fresh = False
        """The table itself has acted last, and people have something new to look at."""
        self.strangers: set[str] = set()
        """Those who have asked for something and of whom the store has no event, as of the newest one."""
        self.handle: asyncio.TimerHandle | None = None
        """When the table does something by itself."""
        self.thinking: dict[int, asyncio.Task[None]] = {}
        """Bots that think, by seat."""
        self.turn = 0
        """Of the newest decision of a bot."""
        self._counting = False
        self._past: Past = (body, [])
        self._recent: Past = (body, [])

    def renew(self, table: Table, body: bytes) -> None:
        """Goes on from what is stored: somebody else has written meanwhile."""
        self.table = table
        self.stale = False
        self.strangers.clear()
        self._past, self._recent = (body, []), (body, [])

    def undo(self) -> bool:
        """Goes back to the last event that was kept: what came after it was not stored, or nobody knows whether it was.
        False if that was another deal, whose secret has gone."""
        body, events = self._recent
        table = Table.restored(sheets.read(body), self.table.secret, chance=self.table.chance)
        for event in events:
            table.fold(event)
        if table.sheet.deal != self.table.sheet.deal:
            return False
        self.table = table
        return True

    def keep(self, event: AnyEvent) -> None:
        """Remembers the event that has made the table what it is now. What was before other rules cannot be told by
        them, so that is shown anew; what names somebody who has left for ever is not kept either."""
        self.fresh = isinstance(event, Began | Advanced)
        if isinstance(event, Renewed | Forgot):
            self._past = self._recent = (sheets.write(self.table.saved), [])
            return
        self._recent[1].append(event)
        if len(self._recent[1]) >= RECENT:
            self._past, self._recent = self._recent, (sheets.write(self.table.saved), [])

    # --- telling ---

    @property
    def on_time(self) -> list[Reader]:
        return [reader for reader in self.readers.values() if not reader.late]

    def seat_of(self, reader: Reader) -> int:
        seat = self.table.sheet.seat_of(reader.line.asker.who)
        return SPECTATOR if seat is None else seat

    def sat(self, seat: int) -> int:
        """The number of a recipient's first frame that was meant for whoever it is now."""
        return 0 if seat == SPECTATOR else self.table.sheet.seats[seat].sat

    def broadcast(self) -> None:
        """Sends what the last event changed, made once for all who are told alike, and forgets it: the views and
        scenes of before are half of what a table would keep in memory.

        All is made before anything is sent: sockets that are written to one right after the other cost the system less,
        and nobody hears of a move long before the others."""
        changes = {change.seat: change for change in self.table.changes}
        made: dict[Manner, bytes] = {}
        clocks = timers(self.table)
        seats = any(change.desk for change in self.table.changes)  # somebody may have sat down or stood up
        told: list[tuple[Reader, bytes]] = []
        for reader in self.on_time:
            seat = self.seat_of(reader) if seats else reader.seat
            if seat != reader.seat:
                self.show(reader)
            elif seat in changes:
                manner = reader.manner
                if manner not in made:
                    made[manner] = wire.encode(frame(self.table, changes[seat], manner, clocks))
                told.append((reader, made[manner]))
        for reader, body in told:
            reader.line.post(body)
            reader.seq = self.table.seq(reader.seat)
        self.table.changes = ()

    def recount(self) -> None:
        """Somebody may have begun or ceased to watch: all are told soon, once for all that happens in a moment."""
        if not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_later(COUNT, self._tell_watchers)

    def _tell_watchers(self) -> None:
        self._counting = False
        watching = [reader.line for reader in self.readers.values() if reader.seat == SPECTATOR]
        count = len({line.asker.who or line for line in watching})
        body = wire.encode(wire.Watchers(self.table.sheet.id, count))
        for reader in self.readers.values():
            if reader.style == "scene" and reader.watchers != count:
                reader.watchers = count
                reader.line.post(body)

    def show(self, reader: Reader) -> None:
        """Sends everything that somebody may see now."""
        reader.seat = self.seat_of(reader)
        reader.seq = self.table.seq(reader.seat)
        reader.line.post(wire.encode(whole(self.table, reader.manner)))

    @property
    def kept(self) -> Kept:
        return Kept(self.table.sheet.number, list(self.table.sheet.seqs), self._recent, len(self._recent[1]))

    def catch_up(self, reader: Reader) -> bool:
        """Sends somebody the frames that are missing and no others; False if they are no longer in memory.

        Frames of another seat, or of whoever had this one before, are no part of what somebody has: they are shown all.
        """
        seat = reader.seat
        if seat != self.seat_of(reader) or not self.sat(seat) <= reader.seq <= self.table.seq(seat):
            self.show(reader)
            return True
        return reader.seq == self.table.seq(seat) or self._resume(reader)

    def take_up(self, reader: Reader, told: Told | None) -> None:
        """Sends somebody what they were told of the story and, if that was all, what has come since; everything if that
        cannot be."""
        reader.late, reader.mark = False, None
        if told is None or reader.seat != self.seat_of(reader):
            self.show(reader)
            return
        if told.mark:
            self.send(reader, told.bodies, told.seq)
            reader.late, reader.mark = True, told.mark
            return
        past = told.past
        if (
            past is not None
            and told.kept.recent is self._recent
            and len(past[1]) >= len(self._past[1])
            and not any(isinstance(each, Forgot) for each in past[1])
        ):
            self._past = past
        self.send(reader, told.bodies, told.seq)
        if not self.catch_up(reader):
            self.show(reader)

    def _resume(self, reader: Reader) -> bool:
        past, recent = self._past, self._recent
        for body, events in (recent, (past[0], [*past[1], *recent[1]])):
            saved = sheets.read(body)
            if saved.sheet.seqs[reader.seat] <= reader.seq <= self.table.seq(reader.seat):
                table = Table.restored(saved, self.table.secret, chance=self.table.chance)
                bodies = [wire.encode(each) for each in missed(table, events, reader.manner, reader.seq)]
                self.send(reader, bodies, self.table.seq(reader.seat))
                return True
        return False

    def send(self, reader: Reader, bodies: Sequence[bytes], seq: int) -> None:
        """Brings somebody to frame ``seq``."""
        for body in bodies:
            reader.line.post(body)
        reader.seq = seq
