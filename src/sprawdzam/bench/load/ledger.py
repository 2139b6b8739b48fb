"""What the database says happened, read without the server's own code."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from sprawdzam.bench.load.servers import Site

EVENTS = "SELECT table_id, number, client, body FROM events ORDER BY table_id, number"


class Row(NamedTuple):
    table: str
    number: int
    client: str | None
    body: str


async def events(site: Site) -> list[Row]:
    """All events of all tables, in order."""
    if site.postgres is None:
        return await asyncio.to_thread(_from_file, site.url.removeprefix("sqlite:///"))
    import asyncpg

    connection = await asyncpg.connect(site.url)
    try:
        return [Row(*row) for row in await connection.fetch(EVENTS)]
    finally:
        await connection.close()


def _from_file(path: str) -> list[Row]:
    with closing(sqlite3.connect(path)) as connection:
        return [Row(*row) for row in connection.execute(EVENTS)]


def lost(rows: Sequence[Row], acknowledged: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Moves that were acknowledged and are not there."""
    there = {(row.table, row.client) for row in rows if row.client is not None}
    return [move for move in acknowledged if move not in there]


def doubled(rows: Sequence[Row]) -> int:
    """Moves that are there twice, or that nobody has sent, no clock and no bot has made; and numbers that do not follow
    one another."""
    sent = Counter((row.table, row.client) for row in rows if row.client is not None)
    found = sum(number - 1 for number in sent.values())
    bots: set[tuple[str, int]] = set()
    for row in rows:
        if row.client is None and '"is":"hired"' in row.body:
            bots.add((row.table, json.loads(row.body)["seat"]))
        elif row.client is None and '"is":"moved"' in row.body:
            moved = json.loads(row.body)
            found += moved.get("by") != "clock" and (row.table, moved.get("seat", 0)) not in bots
    before = Row("", 0, None, "")
    for row in rows:
        found += row.number != (before.number + 1 if row.table == before.table else 1)
        before = row
    return found


def length(rows: Sequence[Row]) -> Counter[str]:
    """How many events each table has."""
    return Counter(row.table for row in rows)
