"""SQLite: a file, one thread that writes, some that read. Several processes may share the file."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

from sqlalchemy import URL, Connection, Engine, Executable, Row, create_engine, event, exc
from sqlalchemy.dialects import sqlite

from sprawdzam.server import migrations
from sprawdzam.server.checkpoints import AGAIN, Checkpoints, began, prepare
from sprawdzam.server.database import ENDED, BadDatabase, Entry, Heard, StoreDown, T, Work, check_folder, down

log = logging.getLogger(__name__)

READERS = 4
BUSY = 10.0  # seconds that a transaction waits for the one of another process
LOOK = 0.02  # seconds from one look for what others have written to the next
MOST = 1000  # events of one look

# Plain SQL on the driver's cursor: this is the path of every move, and Core would cost more than all the rest. One
# statement for all entries of a transaction: after each of them the thread that writes waits until the one that serves
# the sockets lets go of the interpreter, and that takes longer than the statement. CROSS JOIN keeps the order.
EVENTS = """
INSERT INTO events (table_id, number, at, client, body) SELECT column1, column2, column3, column4, column5
FROM (VALUES {}) CROSS JOIN tables ON tables.id = column1 AND tables.number = column2 - 1 WHERE true
ON CONFLICT DO NOTHING"""
HEADS = """
UPDATE tables SET number = column2, changed = column3, rules = column4, phase = column5, card = column6
FROM (VALUES {}) WHERE tables.id = column1"""
SNAPSHOTS = """
INSERT INTO snapshots (table_id, slot, number, rules, body) SELECT column1, 0, column2, column3, column4
FROM (VALUES {}) WHERE true
ON CONFLICT (table_id, slot) DO UPDATE SET number = excluded.number, rules = excluded.rules, body = excluded.body"""
PUT = "SELECT table_id FROM events WHERE id > ?"
COUNT = "PRAGMA user_version"  # a number that SQLite keeps for us: how often sessions have ended
NEWS = f"SELECT id, table_id, number FROM events WHERE id > ? ORDER BY id LIMIT {MOST}"


class Sqlite:
    """An open database file."""

    insert = staticmethod(sqlite.insert)

    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine = _engine(path)
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._checkpoints = Checkpoints(path)
        self._connection: Connection | None = None  # the one that writes
        self._eye: Connection | None = None  # the one that finds
        self._before = 0  # the newest event before the transaction that is under way
        self._ids = range(0)  # of the events that it has put
        self._own: deque[range] = deque(maxlen=1)  # ids of events that we have put and not yet seen; longer if watched

    @classmethod
    async def open(cls, path: Path) -> Sqlite:
        _make_file(path)
        database = cls(path)
        try:
            await database._in(database._writer, database._begin)
        except BaseException:
            await database.close()
            raise
        return database

    async def read(self, work: Work[T]) -> T:
        return await self._in(self._readers, lambda: self._read(work))

    async def find(self, question: Executable, values: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """Here and now: it takes microseconds, and who reads waits for nobody. In a thread every step of it would wait
        for the interpreter, and after a restart everybody comes at once. Should the file be locked after all, as by
        somebody's tool, that is waited for in a thread."""
        try:
            with _told():
                if self._eye is None:
                    self._eye = self._engine.connect()
                    _raw(self._eye).execute("PRAGMA busy_timeout = 0")
                try:
                    return self._eye.execute(question, values).all()
                finally:
                    self._eye.rollback()
        except StoreDown:
            return await self.read(lambda connection: connection.execute(question, values).all())

    async def write(self, work: Work[T]) -> T:
        return await self._in(self._writer, lambda: self._write(work))

    async def write_short(self, work: Work[T]) -> T:
        """Only the commit, which waits for the disk, is left to the thread. In there every statement would wait as
        well, for the interpreter."""
        with _told():
            for _ in self._refused():
                await asyncio.sleep(AGAIN)
            with self._ended():
                result = self._fill(work)
                await self._in(self._writer, self._commit)
        return result

    def put(self, connection: Connection, entries: Sequence[Entry]) -> set[str]:
        raw = _raw(connection)
        done = _for_all(raw, EVENTS, [(e.table, e.number, e.at, e.client, e.body.decode()) for e in entries])
        if done < len(entries):
            there = {table for (table,) in raw.execute(PUT, (self._before,))}
            entries = [e for e in entries if e.table in there]
        _for_all(raw, HEADS, [(e.table, e.number, e.at, e.rules, e.phase, e.card.decode()) for e in entries])
        _for_all(raw, SNAPSHOTS, [(e.table, e.number, e.rules, e.snapshot) for e in entries if e.snapshot is not None])
        return {e.table for e in entries}

    def put_ended(self, connection: Connection) -> None:
        raw = _raw(connection)
        raw.execute(f"{COUNT} = {(_number(raw, COUNT) + 1) % 2**31}")

    def watch(self, heard: Heard) -> Coroutine[Any, Any, None]:
        eye = sqlite3.connect(self._path, isolation_level=None, timeout=0)
        self._own = deque()
        return self._watch(heard, eye, _newest(eye), _number(eye, COUNT))

    async def _watch(self, heard: Heard, eye: sqlite3.Connection, seen: int, count: int) -> None:
        """Looks without a thread: it takes microseconds, and who reads waits for nobody."""
        version = 0
        with closing(eye):
            while True:
                await asyncio.sleep(LOOK)
                try:
                    found = _number(eye, "PRAGMA data_version")
                    if found == version:
                        continue
                    news = eye.execute(NEWS, (seen,)).fetchall()
                    ended, count = count, _number(eye, COUNT)
                except sqlite3.OperationalError:
                    log.warning("cannot look for what other nodes have written", exc_info=True)
                    await asyncio.sleep(1)
                    continue
                if count != ended:
                    heard("", 0, ENDED)
                if len(news) < MOST:
                    version = found
                own = list(self._own)
                for id, table, number in news:
                    seen = id
                    if not any(id in ids for ids in own):
                        heard(table, number, b"")
                while self._own and self._own[0][-1] <= seen:
                    self._own.popleft()

    def is_down(self, fault: Exception) -> bool:
        return _is_down(fault)

    async def close(self) -> None:
        await self._checkpoints.close()
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        for connection in (self._connection, self._eye):
            if connection is not None:
                connection.close()
        self._engine.dispose()

    def _begin(self) -> None:
        with _told():
            self._connection = self._engine.connect()
            _raw(self._connection).execute("PRAGMA busy_timeout = 0")  # it waits by itself, where it may wait
            for _ in self._refused():
                time.sleep(AGAIN)
            with self._ended():
                migrations.upgrade(self._connection)
                self._commit()

    def _write(self, work: Work[T]) -> T:
        with _told():
            for _ in self._refused():
                time.sleep(AGAIN)
            with self._ended():
                result = self._fill(work)
                self._commit()
        return result

    def _refused(self) -> Iterator[None]:
        """Begins a transaction; an item for each attempt for which it was too early."""
        end = time.monotonic() + BUSY
        while not began(self._raw):
            if time.monotonic() > end:
                raise sqlite3.OperationalError("database is locked")  # as SQLite itself says it
            yield

    def _fill(self, work: Work[T]) -> T:
        assert self._connection is not None
        self._ids = range(0)
        self._before = _newest(self._raw)
        result = work(self._connection)
        self._ids = range(self._before + 1, _newest(self._raw) + 1)
        if self._ids:
            self._own.append(self._ids)  # now: after the commit others see them at once
        return result

    def _commit(self) -> None:
        self._raw.execute("COMMIT")  # by the driver alone: going through SQLAlchemy costs ten times as much
        self._checkpoints.committed()

    @contextmanager
    def _ended(self) -> Iterator[None]:
        """Whatever happens, the transaction is over afterwards."""
        assert self._connection is not None
        try:
            yield
        except BaseException:
            if self._ids and self._ids in self._own:
                self._own.remove(self._ids)
            raise
        finally:
            self._connection.rollback()  # what is committed stays; SQLAlchemy must know that it is over
            self._raw.rollback()

    @property
    def _raw(self) -> sqlite3.Connection:
        assert self._connection is not None
        return _raw(self._connection)

    def _read(self, work: Work[T]) -> T:
        with _told(), self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            return work(connection)

    async def _in(self, threads: ThreadPoolExecutor, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, call)


def _for_all(raw: sqlite3.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Carries out a statement for all rows at once; returns how many it has changed."""
    if not rows:
        return 0
    marks = ", ".join([f"({', '.join('?' * len(rows[0]))})"] * len(rows))
    return raw.execute(statement.format(marks), [value for row in rows for value in row]).rowcount


def _make_file(path: Path) -> None:
    """Made by us, so that nobody else may read it; SQLite gives the files beside it the same mode."""
    check_folder(path)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _engine(path: Path) -> Engine:
    """Connections on which the driver does not begin transactions by itself."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        pool_size=READERS + 2,
        max_overflow=0,
        hide_parameters=True,  # what goes wrong is logged
        connect_args={"check_same_thread": False, "timeout": BUSY, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: Any) -> None:
        prepare(connection, BUSY)

    return engine


def _raw(connection: Connection) -> sqlite3.Connection:
    raw: Any = connection.connection.driver_connection
    return cast(sqlite3.Connection, raw)


def _newest(raw: sqlite3.Connection) -> int:
    return _number(raw, "SELECT coalesce(max(id), 0) FROM events")


def _number(raw: sqlite3.Connection, question: str) -> int:
    return int(raw.execute(question).fetchone()[0])


def _is_down(fault: Exception) -> bool:
    return isinstance(fault, exc.OperationalError | sqlite3.OperationalError)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (exc.DatabaseError, sqlite3.DatabaseError) as fault:
        if _is_down(fault):
            raise down(fault) from fault
        if isinstance(fault, exc.IntegrityError | sqlite3.IntegrityError):
            raise
        raise BadDatabase("the database is damaged: {fault}", fault=str(getattr(fault, "orig", fault))) from fault
