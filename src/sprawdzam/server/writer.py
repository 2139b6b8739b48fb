"""Group commit: whoever waits to write shares the next transaction."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, tuple_

from sprawdzam.server.database import Database, Entry, StoreDown, T, Work
from sprawdzam.server.schema import events

PACE = 0.02  # seconds from the beginning of a transaction to that of the next, so that a crowd shares one
MOST = 500  # jobs of one transaction


class Outcome(Enum):
    """What became of an entry."""

    WRITTEN = "written"
    CONFLICT = "conflict"  #: its number is taken, or it was built upon one that was not written
    REPEATED = "repeated"  #: an entry of this client id is there already


class _Job:
    """Something to be written: an entry, or any other work; ``table`` is the one that it adds an event to."""

    def __init__(self, table: str | None, entry: Entry | None, work: Work[Any] | None) -> None:
        self.table = table
        self.entry = entry
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settle(self, result: Any) -> None:
        if self.done.done():  # whoever waited has gone away
            return
        if isinstance(result, Exception):
            self.done.set_exception(result)
        else:
            self.done.set_result(result)


class Writer:
    """The only one who writes. An idle writer begins at once; a busy one takes all that came meanwhile together.

    A transaction has at most one entry of a table, in the order in which they were handed in. When one is not written,
    those of the same table that wait behind it were built upon it and meet a conflict too.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: deque[_Job] = deque()
        self._news = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="writer")
        self.transactions = 0

    async def append(self, entry: Entry) -> Outcome:
        outcome: Outcome = await self._add(_Job(entry.table, entry, None))
        return outcome

    async def run(self, work: Work[T], table: str | None = None) -> T:
        """Carries out ``work`` in a shared transaction; if it fails, it alone is undone."""
        result: T = await self._add(_Job(table, None, work))
        return result

    async def close(self) -> None:
        """Writes what waits, then takes no more."""
        self._closing = True
        self._news.set()
        await self._task

    def _add(self, job: _Job) -> asyncio.Future[Any]:
        if self._closing:
            raise StoreDown("the store is closed")
        self._waiting.append(job)
        self._news.set()
        return job.done

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            if not self._waiting:
                if self._closing:
                    return
                self._news.clear()
                await self._news.wait()
                continue
            began = loop.time()
            batch = self._take()
            try:
                write = self._database.write_short if all(job.entry for job in batch) else self._database.write
                results = await write(partial(self._carry_out, batch))
            except Exception as fault:
                results = [fault] * len(batch)
            self.transactions += 1
            for job, result in zip(batch, results, strict=True):
                job.settle(result)
            failed = [job for job, result in zip(batch, results, strict=True) if result is not Outcome.WRITTEN]
            self._refuse({job.table for job in failed if job.table is not None})
            if not self._closing:
                await asyncio.sleep(began + PACE - loop.time())

    def _take(self) -> list[_Job]:
        batch: list[_Job] = []
        later: deque[_Job] = deque()
        tables = set()
        while self._waiting and len(batch) < MOST:
            job = self._waiting.popleft()
            if job.table is not None and job.table in tables:
                later.append(job)
                continue
            tables.add(job.table)
            batch.append(job)
        later.extend(self._waiting)
        self._waiting = later
        return batch

    def _refuse(self, tables: set[str]) -> None:
        if not tables:
            return
        for job in self._waiting:
            if job.table in tables:
                job.settle(Outcome.CONFLICT)
        self._waiting = deque(job for job in self._waiting if job.table not in tables)

    def _carry_out(self, batch: list[_Job], connection: Connection) -> list[Any]:
        outcomes = put(self._database, connection, [job.entry for job in batch if job.entry is not None])
        return [
            outcomes[job.entry.table] if job.entry is not None else _apart(self._database, connection, job.work)
            for job in batch
        ]


def put(database: Database, connection: Connection, entries: Sequence[Entry]) -> dict[str, Outcome]:
    """Writes entries of different tables, and says for each table what became of its entry."""
    if not entries:
        return {}
    written = database.put(connection, entries)
    refused = [entry for entry in entries if entry.table not in written]
    repeated: set[str] = set()
    if asked := [(entry.table, entry.client) for entry in refused if entry.client is not None]:
        there = select(events.c.table_id).where(tuple_(events.c.table_id, events.c.client).in_(asked))
        repeated = set(connection.scalars(there))
    return {
        entry.table: Outcome.WRITTEN
        if entry.table in written
        else Outcome.REPEATED
        if entry.table in repeated
        else Outcome.CONFLICT
        for entry in entries
    }


def _apart(database: Database, connection: Connection, work: Work[Any] | None) -> Any:
    assert work is not None
    try:
        with connection.begin_nested():
            return work(connection)
    except Exception as fault:
        if database.is_down(fault):
            raise  # nobody's work can go on
        return fault
