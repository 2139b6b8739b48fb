"""The store: tables as logs of events, and whatever else must outlive a process.

Nothing is acknowledged before it is committed. Between nodes the database decides: an event has a number, and of all
who write the same one exactly one succeeds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Executable, Row, bindparam, exc, make_url, or_, select, update

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server import sqlite
from sprawdzam.server.database import BadDatabase, Database, Entry, Heard, StoreDown, T, Work
from sprawdzam.server.refusals import Unavailable
from sprawdzam.server.schema import ALIVE, events, nodes, partings, secrets, snapshots, tables, vault
from sprawdzam.server.vault import BadKey, Vault
from sprawdzam.server.writer import Outcome, Writer, put

__all__ = [
    "BadDatabase",
    "BadKey",
    "Entry",
    "NewTable",
    "Outcome",
    "Store",
    "StoreDown",
    "Stored",
    "TableExists",
    "Write",
    "address",
    "outward",
]

Write = Executable  #: a statement that changes something
LAST_PORT = 65_535
LONG_DEAD = 7 * 24 * 3_600_000  # milliseconds
NEWEST = 0  # the slot of the snapshot that is overwritten
MARK = ("", "vault")  #: owner and place of the seal by which a database knows its key

# Made once: after a restart every table is asked for at the same time, and to put such a question together takes longer
# than to answer it.
LOAD = (
    select(snapshots.c.number, snapshots.c.rules, snapshots.c.body, tables.c.driver, events.c.number, events.c.body)
    .join_from(tables, snapshots, (snapshots.c.table_id == tables.c.id) & (snapshots.c.slot == NEWEST))
    .outerjoin(events, (events.c.table_id == tables.c.id) & (events.c.number > snapshots.c.number))
    .where(tables.c.id == bindparam("table"))
    .order_by(events.c.number)
)
EVENTS = (
    select(events.c.number, events.c.body)
    .where(events.c.table_id == bindparam("table"), events.c.number > bindparam("after"))
    .order_by(events.c.number)
)
SECRET = select(secrets.c.body).where(secrets.c.table_id == bindparam("table"), secrets.c.deal == bindparam("deal"))


class NewTable(NamedTuple):
    """What is known about a table before its first event. ``driver`` is the node that will play its bots and clocks."""

    id: str
    game: str
    seats: int
    public: bool
    owner: str
    driver: str | None


class Stored(NamedTuple):
    """A table as it was loaded: its newest snapshot, taken after event ``at`` under ``rules``, and what came later."""

    at: int
    rules: int
    snapshot: bytes
    events: list[tuple[int, bytes]]
    driver: str | None

    @property
    def number(self) -> int:
        """Of the newest event."""
        return self.events[-1][0] if self.events else self.at


class TableExists(SprawdzamError):
    """A new table was given the id of another."""


class Store:
    """An open store: ``store = await Store.open(url, key)``."""

    def __init__(self, database: Database, safe: Vault) -> None:
        self._database = database
        self._vault = safe
        self._writer = Writer(database)
        self._watching: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, url: str, key: bytes) -> Store:
        """Opens ``sqlite:///path`` or ``postgresql://...`` and brings it up to date."""
        safe = Vault(key)
        database = await _open(url)
        try:
            await database.write(lambda connection: _check(database, connection, safe))
        except BaseException:
            await database.close()
            raise
        return cls(database, safe)

    async def close(self) -> None:
        """Writes what waits to be written; afterwards nothing works any more."""
        if self._closed:
            return
        self._closed = True
        if self._watching is not None:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watching
        await self._writer.close()
        await self._database.close()

    @property
    def transactions(self) -> int:
        """How many there were since the store was opened."""
        return self._writer.transactions

    # --- tables ---

    async def create(self, head: NewTable, entries: Sequence[Entry], secret: bytes) -> None:
        """A new table with its first events, its snapshot and the secret of its first deal, all or nothing."""
        first, sealed = entries[0], [self._sealed(entry) for entry in entries]

        def work(connection: Connection) -> Outcome:
            row = head._asdict() | {
                "rules": first.rules, "phase": first.phase, "card": first.card.decode(), "number": first.number - 1,
                "created": first.at, "changed": first.at,
            }  # fmt: skip
            connection.execute(tables.insert(), row)
            connection.execute(self.secret_write(head.id, 1, secret))
            for entry in sealed:
                if put(self._database, connection, [entry])[head.id] is not Outcome.WRITTEN:
                    raise TableExists("there are events of a table {table} already; choose another id", table=head.id)
            return Outcome.WRITTEN

        try:
            await self._writer.run(work, head.id)
        except exc.IntegrityError:
            raise TableExists("there is a table {table} already; choose another id", table=head.id) from None

    async def append(self, entry: Entry, also: Sequence[Write] = ()) -> Outcome:
        """Returns after the commit. ``also`` is carried out in the same transaction, if the entry is written.

        Anything but WRITTEN means that nothing was changed, or that an attempt was successful whose answer was lost:
        the table is to be loaded anew.
        """
        sealed = self._sealed(entry)
        if not also:
            return await self._writer.append(sealed)

        def work(connection: Connection) -> Outcome:
            outcome = put(self._database, connection, [sealed])[entry.table]
            if outcome is Outcome.WRITTEN:
                for statement in also:
                    connection.execute(statement)
            return outcome

        return await self._writer.run(work, entry.table)

    async def load(self, table: str) -> Stored | None:
        """The newest snapshot and the events after it, as they were at one moment."""
        rows = [tuple(row) for row in await self.find(LOAD, {"table": table})]
        if not rows:
            return None
        at, rules, body, driver, *_ = rows[0]
        later = [(row[4], row[5].encode()) for row in rows if row[4] is not None]
        return Stored(at, rules, self._vault.unseal(body, table, _slot(NEWEST)), later, driver)

    async def events(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        asked = {"table": table, "after": after}
        rows = await self.read(lambda connection: connection.execute(EVENTS, asked).all())
        return [(number, body.encode()) for number, body in rows]

    async def acts(self, table: str, who: str) -> set[str]:
        """The client ids of everything that somebody has done at a table."""
        mine = events.c.client.startswith(f"{who}:", autoescape=True)
        question = select(events.c.client).where(events.c.table_id == table, mine)
        return set(await self.read(lambda connection: connection.scalars(question).all()))

    async def lobby(self, limit: int) -> list[bytes]:
        """The cards of public tables that are not over, the newest first."""
        question = (
            select(tables.c.card)
            .where(tables.c.public, ALIVE)
            .order_by(tables.c.created.desc(), tables.c.id)
            .limit(limit)
        )
        return [card.encode() for card in await self.read(lambda connection: connection.scalars(question).all())]

    # --- what is sealed ---

    async def secret(self, table: str, deal: int) -> bytes:
        rows = await self.find(SECRET, {"table": table, "deal": deal})
        if not rows:
            raise BadDatabase("table {table} has no secret of deal {deal}", table=table, deal=deal)
        return self._vault.unseal(rows[0].body, table, _deal(deal))

    async def put_secret(self, table: str, deal: int, secret: bytes) -> None:
        await self.write(lambda connection: connection.execute(self.secret_write(table, deal, secret)))

    def secret_write(self, table: str, deal: int, secret: bytes) -> Write:
        """For ``append(..., also=...)``."""
        return secrets.insert().values(table_id=table, deal=deal, body=self._vault.seal(secret, table, _deal(deal)))

    async def snapshot(self, table: str, slot: int) -> Stored | None:
        """A snapshot that was kept, taken at event ``slot``."""
        question = (
            select(snapshots.c.number, snapshots.c.rules, snapshots.c.body, tables.c.driver)
            .join_from(snapshots, tables, tables.c.id == snapshots.c.table_id)
            .where(snapshots.c.table_id == table, snapshots.c.slot == slot)
        )
        row = await self.read(lambda connection: connection.execute(question).first())
        return row and Stored(row[0], row[1], self._vault.unseal(row[2], table, _slot(slot)), [], row[3])

    def snapshot_write(self, table: str, number: int, rules: int, snapshot: bytes) -> Write:
        """Keeps a snapshot for ever, in place of one of that number; for ``append(..., also=...)``."""
        sealed = self._vault.seal(snapshot, table, _slot(number))
        row = {"table_id": table, "slot": number, "number": number, "rules": rules, "body": sealed}
        insert = self._database.insert(snapshots).values(row)
        kept: Write = insert.on_conflict_do_update(index_elements=["table_id", "slot"], set_=row)
        return kept

    async def rewrite(self, table: str, slot: int, change: Callable[[bytes], bytes]) -> None:
        """Changes a snapshot that is kept for ever, if there is one; whoever changes it too comes before or after."""
        kept = select(snapshots).where(snapshots.c.table_id == table, snapshots.c.slot == slot).with_for_update()

        def work(db: Connection) -> None:
            if (row := db.execute(kept).first()) is not None:
                body = change(self._vault.unseal(row.body, table, _slot(slot)))
                db.execute(self.snapshot_write(table, slot, row.rules, body))

        await self.write(work)

    # --- nodes ---

    async def beat(self, node: str, now: int, until: int) -> set[str]:
        """The node lives until then, unless it beats again; tells who else lives. Ids of nodes are used once."""
        row = {"id": node, "until": until, "beat": now}
        statement = self._database.insert(nodes).values(row).on_conflict_do_update(index_elements=["id"], set_=row)
        alive = select(nodes.c.id).where(nodes.c.until >= now)

        def work(connection: Connection) -> set[str]:
            connection.execute(statement)
            return set(connection.scalars(alive))

        return await self.write(work)

    async def claim(self, node: str, now: int) -> list[tuple[str, int]]:
        """Makes the node drive the tables that are not over and that nobody drives, or somebody who is dead.

        With each table comes the time at which it was last driven. Two nodes never get the same table.
        """
        return await self.write(lambda connection: _claim(connection, node, now))

    async def driven(self, node: str) -> set[str]:
        """The tables that a node drives, as everybody else sees it."""
        question = select(tables.c.id).where(tables.c.driver == node, ALIVE)
        return set(await self.read(lambda connection: connection.scalars(question).all()))

    async def release(self, node: str, now: int) -> None:
        """The node stops: its tables may be claimed at once."""
        statement = update(nodes).where(nodes.c.id == node).values(until=0, beat=now)
        await self.write(lambda connection: connection.execute(statement))

    async def bury(self, node: str) -> None:
        """The node is known to be dead: nobody waits until it counts as such. When it last lived stays as it is."""
        statement = update(nodes).where(nodes.c.id == node).values(until=0)
        await self.write(lambda connection: connection.execute(statement))

    async def sweep(self, now: int) -> None:
        """Throws away the marks of nodes that are long dead."""
        await self.write(lambda connection: connection.execute(nodes.delete().where(nodes.c.until < now - LONG_DEAD)))

    def listen(self, heard: Heard) -> None:
        """Calls ``heard(table, number, body)`` for what other nodes append, perhaps with an empty body;
        ``heard("", 0, b"")``: look at everything; ``heard("", 0, ENDED)``: sessions have ended."""
        self._watching = asyncio.create_task(self._database.watch(heard), name="watch")

    def put_ended(self, connection: Connection) -> None:
        """Lets all nodes look for sockets whose session or token ends with this transaction."""
        self._database.put_ended(connection)

    # --- anything else ---

    def alias(self, table: str, who: str) -> str:
        """What somebody who has left for ever is called at a table."""
        return self._vault.alias(table, who)

    @property
    def parting_write(self) -> Write:
        """Writes down who is still to be forgotten at which table; that may be written down already."""
        once: Write = self._database.insert(partings).on_conflict_do_nothing()
        return once

    async def read(self, work: Work[T]) -> T:
        """Carries out some reading; ``work`` runs in another thread or greenlet and must touch nothing else."""
        return await self._database.read(work)

    async def find(self, question: Executable, values: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """The rows that answer one question, few, and found by their keys."""
        return await self._database.find(question, values)

    async def write(self, work: Work[T]) -> T:
        """Carries out some writing in a transaction that may be shared, and returns after its commit."""
        return await self._writer.run(work)

    def _sealed(self, entry: Entry) -> Entry:
        if entry.snapshot is None:
            return entry
        return entry._replace(snapshot=self._vault.seal(entry.snapshot, entry.table, _slot(NEWEST)))


def outward(error: SprawdzamError) -> SprawdzamError:
    """What callers are told: where the database is and what it said is for the logs."""
    if isinstance(error, StoreDown | BadDatabase | BadKey):
        return Unavailable("the database does not answer; try again in a moment")
    return error


async def _open(url: str) -> Database:
    parsed = address(url)
    if isinstance(parsed, Path):
        return await sqlite.Sqlite.open(parsed)
    from sprawdzam.server.postgres import Postgres  # here: it takes a while to load, and most servers have SQLite

    return await Postgres.open(parsed)


def address(url: str) -> Path | URL:
    """Where a database is: an SQLite file, or PostgreSQL somewhere."""
    try:
        parsed = make_url(url)
    except (exc.ArgumentError, ValueError):  # a ValueError: a port that is no number. There is a password beside it
        parsed = None
    if parsed is not None and (parsed.port or 0) > LAST_PORT:
        parsed = None
    if parsed is not None and parsed.drivername == "sqlite" and parsed.database and parsed.database != ":memory:":
        return Path(parsed.database)
    if parsed is not None and parsed.drivername in ("postgresql", "postgres"):
        return parsed
    raise BadDatabase(
        "this is no address of a database; right would be sqlite:///path/to/file.db or "
        "postgresql://user:password@host/name"
    )


def _check(database: Database, connection: Connection, safe: Vault) -> None:
    """The first who opens a database leaves a seal in it; all others must be able to open that."""
    mark = {"id": 1, "body": safe.seal(b"sprawdzam", *MARK)}
    connection.execute(database.insert(vault).values(mark).on_conflict_do_nothing())
    sealed: bytes = connection.execute(select(vault.c.body).where(vault.c.id == 1)).scalar_one()
    try:
        safe.unseal(sealed, *MARK)
    except BadKey:
        raise BadKey("the database was written with another key; give that one, or move the database away") from None


def _claim(connection: Connection, node: str, now: int) -> list[tuple[str, int]]:
    lost = (
        select(tables.c.driver, nodes.c.beat)
        .distinct()
        .outerjoin_from(tables, nodes, nodes.c.id == tables.c.driver)
        .where(ALIVE, or_(tables.c.driver.is_(None), nodes.c.until.is_(None), nodes.c.until < now))
    )
    claimed = []
    for driver, beat in connection.execute(lost).all():
        # In the order of ids, as appending does it: so no two wait for each other in a circle. The condition is
        # asked again for each row after waiting for it, so whoever comes second gets nothing.
        free = tables.c.driver.is_(None) if driver is None else tables.c.driver == driver
        ids = select(tables.c.id).where(ALIVE, free).order_by(tables.c.id).with_for_update()
        taken = update(tables).where(tables.c.id.in_(ids), free).values(driver=node)
        for table, changed in connection.execute(taken.returning(tables.c.id, tables.c.changed)):
            claimed.append((table, changed if beat is None else beat))
    return claimed


def _slot(slot: int) -> str:
    return f"snapshot {slot}"


def _deal(deal: int) -> str:
    return f"secret {deal}"
