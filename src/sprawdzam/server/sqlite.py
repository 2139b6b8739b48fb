"""SQLite: a file, one thread that writes, some that read. Several processes may share the file."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc
from sqlalchemy.dialects import sqlite

from sprawdzam.server import migrations
from sprawdzam.server.database import Entry, Heard, T, Work, down
from sprawdzam.server.migrations import BadDatabase

log = logging.getLogger(__name__)

READERS = 4
BUSY = 30.0  # seconds that a transaction waits for the one of another process
LOOK = 0.02  # seconds from one look for what others have written to the next
MAGIC = b"SQLite format 3\0"

# Plain SQL on the driver's cursor: this is the path of every move, and Core would cost more than all the rest.
EVENT = """
INSERT INTO events (table_id, number, at, client, body)
SELECT ?1, ?2, ?3, ?4, ?5 FROM tables WHERE id = ?1 AND number = ?2 - 1
ON CONFLICT DO NOTHING"""
HEAD = "UPDATE tables SET number = ?, changed = ?, rules = ?, phase = ?, card = ? WHERE id = ?"
SNAPSHOT = """
INSERT INTO snapshots (table_id, slot, number, rules, body) VALUES (?, 0, ?, ?, ?)
ON CONFLICT (table_id, slot) DO UPDATE SET number = excluded.number, rules = excluded.rules, body = excluded.body"""
NEWEST = "SELECT coalesce(max(id), 0) FROM events"


class Sqlite:
    """An open database file.

    All that this process writes goes through one connection in one thread. So ``PRAGMA data_version`` of that
    connection changes only when another process has written, and looking for such news costs next to nothing.
    """

    insert = staticmethod(sqlite.insert)

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writing = _engine(path, begin="BEGIN IMMEDIATE", size=1)
        self._reading = _engine(path, begin="BEGIN", size=READERS, only="PRAGMA query_only = ON")
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._version = 0
        self._seen = 0
        self._own: list[range] = []  # ids of events that we have put since the last look

    @classmethod
    async def open(cls, path: Path) -> Sqlite:
        _make_file(path)
        database = cls(path)
        try:
            await database._in(database._writer, database._upgrade)
            await database._in(database._writer, database._look)
        except BaseException:
            await database.close()
            raise
        return database

    async def read(self, work: Work[T]) -> T:
        return await self._in(self._readers, lambda: self._read(work))

    async def write(self, work: Work[T]) -> T:
        return await self._in(self._writer, lambda: self._write(work))

    def put(self, connection: Connection, entries: Sequence[Entry]) -> set[str]:
        written = set()
        with closing(connection.connection.cursor()) as cursor:
            for e in entries:
                cursor.execute(EVENT, (e.table, e.number, e.at, e.client, e.body.decode()))
                if cursor.rowcount == 1:
                    cursor.execute(HEAD, (e.number, e.at, e.rules, e.phase, e.card.decode(), e.table))
                    if e.snapshot is not None:
                        cursor.execute(SNAPSHOT, (e.table, e.number, e.rules, e.snapshot))
                    written.add(e.table)
        return written

    async def watch(self, heard: Heard) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                news = await self._in(self._writer, self._look)
            except Exception:
                log.exception("looking for what other nodes have written")
                await asyncio.sleep(1)
                continue
            for table, number in news:
                heard(table, number)

    async def close(self) -> None:
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._reading.dispose()
        self._writing.dispose()

    async def backup(self, path: Path) -> None:
        """A copy of the database as it is now, while everything goes on. It appears under its name when it is whole."""
        if path.exists():
            raise BadDatabase("{path}: it exists already; name a new file for the backup", path=str(path))
        await self._in(self._readers, lambda: _copy(self._path, path))

    def _write(self, work: Work[T]) -> T:
        with _told(), self._writing.begin() as connection:
            before = _number(connection, NEWEST)
            result = work(connection)
            after = _number(connection, NEWEST)
        if after > before:
            self._own.append(range(before + 1, after + 1))
        return result

    def _read(self, work: Work[T]) -> T:
        with _told(), self._reading.connect() as connection:
            return work(connection)

    def _upgrade(self) -> None:
        with _told(), self._writing.begin() as connection:
            migrations.upgrade(connection)

    def _look(self) -> list[tuple[str, int]]:
        """What others have put since the last look. Runs in the thread that writes, so nothing of ours is under way."""
        with _told(), self._writing.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            version = _number(connection, "PRAGMA data_version")
            own, self._own = self._own, []
            if version == self._version:
                if own:
                    self._seen = own[-1][-1]
                return []
            rows = connection.exec_driver_sql(
                "SELECT id, table_id, number FROM events WHERE id > ? ORDER BY id", (self._seen,)
            ).all()
            self._version = version
            if rows:
                self._seen = rows[-1][0]
            return [(table, number) for id, table, number in rows if not any(id in ids for ids in own)]

    async def _in(self, threads: ThreadPoolExecutor, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, call)


def restore(backup: Path, path: Path) -> None:
    """Puts a backup where no database is yet."""
    if path.exists():
        raise BadDatabase("{path}: there is a database already; stop the server and move it away first", path=str(path))
    try:
        with backup.open("rb") as file:
            magic = file.read(len(MAGIC))
    except OSError as fault:
        raise BadDatabase("{path}: {fault}", path=str(backup), fault=fault.strerror or str(fault)) from None
    if magic != MAGIC:
        raise BadDatabase("{path}: this is no backup of a database", path=str(backup))
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _told():
        _copy(backup, path)


def _copy(source: Path, target: Path) -> None:
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    _make_file(part)
    try:
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(part)) as there:
            here.backup(there, pages=1000)
            there.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _make_file(path: Path) -> None:
    """Made by us, so that nobody else may read it; SQLite gives the files beside it the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _engine(path: Path, *, begin: str, size: int, only: str | None = None) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        pool_size=size,
        max_overflow=0,
        connect_args={"check_same_thread": False, "timeout": BUSY, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: Any) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before anybody hears of it
        if only:
            connection.execute(only)

    # The driver is told not to begin by itself: it would do so too late, and a writer that begins as a reader is
    # thrown out when somebody else has written meanwhile.
    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _number(connection: Connection, question: str) -> int:
    return int(connection.exec_driver_sql(question).scalar_one())


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (exc.OperationalError, sqlite3.OperationalError, exc.TimeoutError) as fault:
        raise down(fault) from fault
    except (exc.DatabaseError, sqlite3.DatabaseError) as fault:
        if isinstance(fault, exc.IntegrityError | sqlite3.IntegrityError):
            raise
        raise BadDatabase("the database is damaged: {fault}", fault=str(getattr(fault, "orig", fault))) from fault
