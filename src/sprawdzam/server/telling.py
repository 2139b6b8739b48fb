"""``Teller``: leads a table through its story once more, for those who come back after much has happened.

A story may be long and many may ask for one, so it is told in a thread, one after the other, and no table waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, TypeVar

from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server import wire
from sprawdzam.server.frames import missed
from sprawdzam.server.live import RECENT, Kept, Mark, Reader, Told
from sprawdzam.server.store import Store
from sprawdzam.server.table import Table

T = TypeVar("T")

MOST = 50  # who wait for a story; a whole table is shown in a moment
MUCH = 500_000  # bytes that are told at once: a line that leaves twice as many unread is closed


class Story(NamedTuple):
    """An earlier table, and all events since."""

    table: Table
    events: list[e.AnyEvent]


class OneByOne:
    """Long work, in a thread, one after the other."""

    def __init__(self) -> None:
        self.turn = asyncio.Semaphore(1)

    async def take(self, work: Callable[[], T]) -> T:
        async with self.turn:
            return await asyncio.to_thread(work)


class Teller:
    """Tells stories as the store knows them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting = 0
        self._one_by_one = OneByOne()

    @contextmanager
    def waiting(self) -> Iterator[bool]:
        """Somebody wants to be told something. Whether so many do that they had better be shown everything."""
        self._waiting += 1
        try:
            yield self._waiting > MOST
        finally:
            self._waiting -= 1

    async def story(self, table: Table, number: int) -> Story | None:
        """What has happened up to event ``number``, from the last change of the rules on if there was one; None if it
        was played by other rules than ours."""
        id, game = table.sheet.id, table.game
        told = [(at, e.read(body)) for at, body in await self._store.events(id) if at <= number]  # others go on
        rules, since = None, 1
        for at, event in told:
            if isinstance(event, e.Began | e.Renewed):
                rules = event.rules
            if isinstance(event, e.Renewed):
                since = at
        if rules not in (None, game.rules_version):
            return None
        opened = told[0][1]
        assert isinstance(opened, e.Opened)
        start = Table.opened(opened, table.secret, chance=table.chance)
        if since > 1:
            kept = await self._store.snapshot(id, since)
            assert kept is not None
            start = Table.restored(sheets.read(kept.snapshot), table.secret, chance=table.chance)
        return Story(start, [event for at, event in told if at > since])

    async def _onward(self, table: Table, mark: Mark, number: int) -> Story | None:
        """A story from a mark on; None if something else has changed with it meanwhile: it has to begin anew."""
        rest = [e.read(body) for at, body in await self._store.events(table.sheet.id, mark.number) if at <= number]
        if any(isinstance(event, e.MORE) for event in rest):
            return None
        return Story(Table.restored(sheets.read(mark.body), table.secret, chance=table.chance), rest)

    async def missed(self, table: Table, kept: Kept, reader: Reader) -> Told | None:
        """What somebody has missed until there was ``kept``; None if they have to be shown everything."""
        async with self._one_by_one.turn:
            seat, mark = reader.seat, reader.mark
            story = mark and await self._onward(table, mark, kept.number)
            story = story or await self.story(table, kept.number)
            if story is None or story.table.seq(seat) > reader.seq:
                return None
            told = await asyncio.to_thread(partial(_tell, story, reader, kept))
        whole = story.table.sheet.number == kept.number
        if told.seq <= reader.seq or told.seq > kept.seqs[seat] or (whole and told.seq < kept.seqs[seat]):
            return None  # an older version counted otherwise, or the database is not what it was
        return told


def _tell(story: Story, reader: Reader, kept: Kept) -> Told:
    """Leads the table of a story through it, until somebody has been told much. What was in memory before the newest
    part is to be kept for others: after an outage all at a table have missed the same."""
    table, events = story
    end = len(events) - kept.events
    begin = max(0, end - RECENT)
    bodies, size, past = list[bytes](), 0, None
    for at, part in ((0, events[:begin]), (begin, events[begin:])):
        if at == begin and end > begin:
            past = (sheets.write(table.saved), list(events[begin:end]))
        for frame in missed(table, part, reader.manner, reader.seq):
            bodies.append(wire.encode(frame))
            size += len(bodies[-1])
            if size > MUCH and frame.seq < kept.seqs[reader.seat]:
                return Told(bodies, frame.seq, kept, Mark(table.sheet.number, sheets.write(table.saved)))
    seqs = table.sheet.seqs
    return Told(bodies, seqs[reader.seat], kept, past=past if seqs == kept.seqs else None)
