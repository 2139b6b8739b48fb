"""``Reviews``: one review is worked on at a time, in small parts between the thoughts of bots; the last ones are kept.

A review is computed by the node that is asked, once for all who ask it; another node computes it again, and finds the
same.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from sprawdzam.bots.review import Progress, Review, reviewing
from sprawdzam.server.driving import Driver
from sprawdzam.server.past import Past
from sprawdzam.server.refusals import Busy

log = logging.getLogger(__name__)

KEPT = 32  # reviews that are finished
WAITING = 8  # that are asked for at the same time
PATIENCE = 2.0  # seconds that one call waits for the end


@dataclass
class Work:
    """A review on its way: how much is done, of how much, and what it comes to; nothing if it cannot be made."""

    done: int = 0
    of: int = 1
    found: Review | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        """Until it is finished, but not for longer than a call may last."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.finished.wait(), PATIENCE)


class Reviews:
    """The reviews of one node, by their tables."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._work: OrderedDict[str, Work] = OrderedDict()
        self._turn = asyncio.Semaphore(1)
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, table: str) -> Work | None:
        """What was asked for before."""
        if table in self._work:
            self._work.move_to_end(table)
        return self._work.get(table)

    def begin(self, table: str, past: Past) -> Work:
        """Lets a review be made as soon as those before it are; refuses if too many wait already."""
        if len(self._tasks) >= WAITING:
            raise Busy("many matches are being looked at; try again in a moment")
        work = self._work[table] = Work()
        task = asyncio.get_running_loop().create_task(self._run(past, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return work

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _run(self, past: Past, work: Work) -> None:
        parts = reviewing(past.log, past.lent, past.table.sheet.places)
        try:
            async with self._turn:
                while work.found is None:
                    step = await self._driver.in_thread(partial(_part, parts))
                    if isinstance(step, Review):
                        work.found = step
                    else:
                        work.done, work.of = step
        except Exception:
            log.exception("a review of a match failed")
        finally:
            work.finished.set()
            old = [id for id, each in self._work.items() if each.finished.is_set()]
            for id in old[:-KEPT]:
                del self._work[id]


def _part(parts: Generator[Progress, None, Review]) -> Progress | Review:
    try:
        return next(parts)
    except StopIteration as end:
        found: Review = end.value
        return found
