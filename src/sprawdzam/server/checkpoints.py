"""What is written ahead goes where it belongs, beside those who commit.

SQLite puts a commit into a log beside its file, and by itself every thousand pages the one who has just committed
carries them over: its moves wait for all of that, ten times as long as for a commit, and at full load it is every
tenth. Here a thread of its own does it, without the interpreter and in nobody's way.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

EVERY = 1.0  # seconds
WAIT = 0.02  # seconds that it waits for those who write or read
LONGEST = 16_384  # pages of the log after which a commit does it after all: it must not grow without end

PREPARED = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit is on the disk before anybody hears of it
    f"PRAGMA wal_autocheckpoint = {LONGEST}",
)
# The first lets everybody go on and does nearly all of it. The second keeps writers out for a moment, so that the next
# one begins the log anew; if somebody reads just then, it is left for the next time.
STEPS = ("PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(RESTART)")


class Checkpoints:
    """Of one file, from the first commit until it is closed. Other processes may do the same."""

    def __init__(self, path: Path) -> None:
        self.due = False
        """Something was committed."""
        self._path = path
        self._thread = ThreadPoolExecutor(1, "sqlite-checkpoints")
        self._connection: sqlite3.Connection | None = None
        self._task = asyncio.create_task(self._run(), name="checkpoints")

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await asyncio.to_thread(self._thread.shutdown)
        if self._connection is not None:
            self._connection.close()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            if self.due:
                self.due = False
                await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_over)

    def _carry_over(self) -> None:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(
                    self._path, isolation_level=None, timeout=WAIT, check_same_thread=False
                )
                for statement in PREPARED:
                    self._connection.execute(statement)
            for step in STEPS:
                self._connection.execute(step).fetchone()
        except sqlite3.OperationalError:  # the commits of others will tell, if it is serious
            log.warning("cannot carry over what is written ahead", exc_info=True)
