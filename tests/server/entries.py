"""Tables and events as short as a test can make them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from sprawdzam.server.store import Entry, NewTable, Store


def entry(
    table: str, number: int, client: str | None = None, *, phase: str = "running", snapshot: bool = True
) -> Entry:
    return Entry(
        table=table,
        number=number,
        at=1000 + number,
        body=b'{"event":%d}' % number,
        rules=3,
        phase=phase,
        card=f'{{"table":"{table}","number":{number}}}'.encode(),
        client=client,
        snapshot=b"after %d" % number if snapshot else None,
    )


def head(table: str, *, driver: str | None = None, public: bool = True) -> NewTable:
    return NewTable(id=table, game="blef", seats=3, public=public, owner="me", driver=driver)


async def create(store: Store, *tables: str, driver: str | None = None) -> None:
    await asyncio.gather(
        *(store.create(head(t, driver=driver), [entry(t, 1)], b"secret of " + t.encode()) for t in tables)
    )


async def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.01)
