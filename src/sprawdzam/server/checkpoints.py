"""What is written ahead goes where it belongs, beside those who commit, and never while anybody does.

SQLite puts a commit into a log beside its file, and by itself every thousand pages the one who has just committed
carries them over: its moves wait for all of that. Here a thread of its own does it, without the interpreter.

It holds the lock of whoever writes meanwhile, for some hundredths of a second. SQLite itself does not ask for that; but
until its version 3.51.3 a commit that begins the log anew while somebody carries over may be taken for carried over as
well, and is lost (its "WAL-reset bug"). Whoever has the lock meets no commit, of this process or of another.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

FIRST = 1.0  # seconds until the first time: somebody who was killed may have left much
EVERY = 10.0  # seconds from one time to the next; pages that change again and again are written once
AGAIN = 0.002  # seconds from one attempt to begin to the next
PATIENCE = 2.0  # seconds of attempts; then it is left for the next time

PREPARED = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit is on the disk before anybody hears of it
    "PRAGMA wal_autocheckpoint = 0",  # here only
)


class Checkpoints:
    """Of one file, from the first commit until it is closed. Other processes do the same."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._some = True  # something may be in the log
        self._thread = ThreadPoolExecutor(1, "sqlite-checkpoints")
        self._connections: tuple[sqlite3.Connection, ...] = ()
        self._task = asyncio.create_task(self._run(), name="checkpoints")

    def committed(self) -> None:
        self._some = True

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await asyncio.to_thread(self._thread.shutdown)
        for connection in self._connections:
            connection.close()

    async def _run(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            if self._some:
                self._some = False
                done = await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_over)
                self._some = self._some or not done
            await asyncio.sleep(EVERY)

    def _carry_over(self) -> bool:
        """False if that has to wait."""
        try:
            if not self._connections:
                self._connections = (self._connected(), self._connected())
            lock, carrier = self._connections
            if not _held(lock):
                return False
            try:
                # It waits for nobody: what somebody still reads is left for the next time.
                carrier.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            finally:
                lock.rollback()
        except sqlite3.Error:  # the commits of others will tell, if it is serious
            log.warning("cannot carry over what is written ahead", exc_info=True)
            return False
        return True

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, timeout=0, check_same_thread=False)
        prepare(connection)
        return connection


def _held(lock: sqlite3.Connection) -> bool:
    """Nobody else writes from now on; False if others did all the time."""
    end = time.monotonic() + PATIENCE
    while not began(lock):
        if time.monotonic() > end:
            return False
        time.sleep(AGAIN)
    return True


def began(connection: sqlite3.Connection) -> bool:
    """Begins a transaction that writes: one that began as a reader's could not always go on as a writer's. False if
    somebody else is writing; the connection must not wait for that by itself."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as fault:
        if not _busy(fault):
            raise
        return False
    return True


def prepare(connection: sqlite3.Connection, patience: float = 0.0) -> None:
    """Sets a connection up. Of several who open a new file at once one switches it to its log, for which SQLite lets
    the others wait no moment, whatever it was told: they try again for so many seconds."""
    end = time.monotonic() + patience
    for statement in PREPARED:
        while True:
            try:
                connection.execute(statement)
                break
            except sqlite3.OperationalError as fault:
                if not _busy(fault) or time.monotonic() > end:
                    raise
                time.sleep(AGAIN)


def _busy(fault: sqlite3.OperationalError) -> bool:
    return fault.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
