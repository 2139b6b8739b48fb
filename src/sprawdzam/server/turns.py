"""Which bot decides next, when more want to than can at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

from sprawdzam.server.live import Live


class Turns:
    """Tables at which people play go first. Among each other tables take turns, so that one with six Masters waits for
    its second decision until all others had their first."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[bool, int, int, asyncio.Future[None]]] = []
        self._order = count()
        self._turn = 0
        """Of the decision that began last: a table that has wanted none for long has no claim to more than others."""

    @asynccontextmanager
    async def of(self, live: Live) -> AsyncIterator[None]:
        """A place for one decision of the table, when it is its turn."""
        live.turn = max(self._turn, live.turn) + 1
        mine = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (not live.table.sheet.played, live.turn, next(self._order), mine))
        self._go_on()
        try:
            await mine
            yield
        finally:
            if not mine.cancelled():  # else it was stopped while it waited
                self._free += 1
                self._go_on()

    def _go_on(self) -> None:
        while self._free and self._waiting:
            _, turn, _, next_one = heappop(self._waiting)
            if not next_one.done():
                self._free -= 1
                self._turn = max(self._turn, turn)
                next_one.set_result(None)
