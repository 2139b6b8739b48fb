"""What is written ahead goes where it belongs, beside those who commit, and never while anybody does.

SQLite puts a commit into a log beside its file, and by itself every thousand pages the one who has just committed
carries them over: its moves wait for all of that. Here a thread of its own does it, without the interpreter.

It holds the lock of whoever writes meanwhile. SQLite itself does not ask for that; but until its version 3.51.3 a
commit that begins the log anew while somebody carries over may be taken for carried over as well, and is lost (its
"WAL-reset bug"). Whoever has the lock meets no commit, of this process or of another.
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

LOOK = 0.5  # seconds between two looks whether there is something to do
MANY = 20  # commits that are worth it
OLD = 30.0  # seconds after which any are
AGAIN = 0.002  # seconds from one attempt to begin to the next
PATIENCE = 2.0  # seconds of attempts; then it is left for the next look

PREPARED = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit is on the disk before anybody hears of it
    "PRAGMA wal_autocheckpoint = 0",  # here only
)


class Checkpoints:
    """Of one file, from the first commit until it is closed. Other processes do the same."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._commits = 0
        self._since = 0.0
        self._thread = ThreadPoolExecutor(1, "sqlite-checkpoints")
        self._connections: tuple[sqlite3.Connection, ...] = ()
        self._task = asyncio.create_task(self._run(), name="checkpoints")

    def committed(self) -> None:
        """Something is in the log."""
        self._since = self._since or time.monotonic()
        self._commits += 1

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await asyncio.to_thread(self._thread.shutdown)
        for connection in self._connections:
            connection.close()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if self._commits >= MANY or (self._commits and time.monotonic() > self._since + OLD):
                commits, since, self._commits, self._since = self._commits, self._since, 0, 0.0
                if not await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_over):
                    self._commits, self._since = self._commits + commits, since

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
        for statement in PREPARED:
            connection.execute(statement)
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
        if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True
