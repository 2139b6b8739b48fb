"""Somebody has left for ever: what tables remember of them is blanked, and nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from operator import itemgetter

from sqlalchemy import Connection, delete, select

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server.decisions import vacated
from sprawdzam.server.node import HEAL, TRIES, Node
from sprawdzam.server.own_data import erase_at, resume
from sprawdzam.server.schema import EVERYWHERE, partings
from sprawdzam.server.store import Write
from sprawdzam.server.table import Table

log = logging.getLogger(__name__)


async def finish(node: Node) -> None:
    """What a node that was killed has not done any more, and what could not be done before."""
    await resume(node.store)
    known = select(partings).where(partings.c.table_id != EVERYWHERE)
    rest = await node.store.read(lambda db: db.execute(known).all())
    for who, tables in groupby(sorted(map(tuple, rest)), key=itemgetter(0)):
        await forget(node, who, [id for _, id in tables])


async def forget(node: Node, who: str, tables: Sequence[str]) -> None:
    """They cannot ask for it again, so what cannot be done at one table is done later, and keeps no other one from
    it."""
    for id in tables:
        try:
            await _at(node, id, who)
        except Exception as error:
            log.warning("put off: %s", error, exc_info=not isinstance(error, SprawdzamError))
            node.spawn(_later(node, id, who))


async def _later(node: Node, id: str, who: str) -> None:
    for _ in range(TRIES):
        await asyncio.sleep(HEAL)
        with suppress(Exception):
            await _at(node, id, who)
            return
    log.error("somebody who has left for ever could not be forgotten at a table")


async def _at(node: Node, id: str, who: str) -> None:
    live, alias = await node.find(id), node.store.alias(id, who)
    await node.happen(live, partial(_renamed, who, alias))
    await node.happen(live, partial(_gone, alias))
    for number, body in await node.store.events(id):
        if isinstance(e.read(body), e.Renewed):
            await node.store.rewrite(id, number, partial(_without, who, alias))
    await erase_at(node.store, id, who)
    done = delete(partings).where(partings.c.user_id == who, partings.c.table_id == id)
    await node.store.write(partial(_carry_out, done))


def _renamed(who: str, alias: str, table: Table, now: int) -> e.AnyEvent:
    """They may be called by their new name already, where the table was loaded after its events were blanked."""
    sheet = table.sheet
    sits = tuple(p for p, seat in enumerate(sheet.seats) if seat.who in (who, alias))
    return e.Forgot(now, alias, who, sits, sheet.owner in (who, alias))


def _gone(who: str, table: Table, now: int) -> e.AnyEvent | None:
    """The seat is freed, or the match is given up."""
    seat = table.sheet.seat_of(who)
    if seat is None:
        return None
    if table.sheet.phase in (sheets.GATHERING, sheets.SEALING, sheets.SHOWING):
        return vacated(table, seat, now)
    return e.Resigned(now, seat) if table.running and not table.sheet.seats[seat].resigned else None


def _carry_out(statement: Write, connection: Connection) -> None:
    connection.execute(statement)


def _without(who: str, alias: str, body: bytes) -> bytes:
    saved = sheets.read(body)
    saved.sheet.forget(who, alias)
    return sheets.write(saved)
