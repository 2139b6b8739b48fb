"""PostgreSQL: shared by any number of nodes, which tell one another of what they write by NOTIFY."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg
from sqlalchemy import URL, Connection, Executable, NullPool, Row, event, exc
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import create_async_engine

from sprawdzam.server import migrations
from sprawdzam.server.database import ENDED, Entry, Heard, T, Work, down

log = logging.getLogger(__name__)

CHANNEL = "sprawdzam"
LOCK = 0x53707277  # of the migrations; any number that nobody else takes
CONNECTIONS = 6
SHORT = 4000  # bytes of an event that is told as a whole, which spares the others a question; NOTIFY carries 8000
PATIENCE = 10  # seconds for a connection, and for the answer to a statement
PING = 5  # seconds after which a silent connection is asked whether it still lives
AGAIN = 0.2  # seconds until the next attempt to listen
ATTEMPTS = 4

WAITS = """SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"""

# One statement for all entries of a transaction. It locks their tables first, in the order of ids, as claiming does:
# so nodes that want the same tables never wait for each other in a circle.
PUT = f"""
WITH given AS (
  SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[],
    $9::bytea[]) AS g (table_id, number, at, client, body, rules, phase, card, snapshot)
), locked AS (
  SELECT tables.id AS table_id FROM tables JOIN given g ON tables.id = g.table_id AND tables.number = g.number - 1
  ORDER BY tables.id FOR UPDATE OF tables
), written AS (
  INSERT INTO events (table_id, number, at, client, body)
  SELECT table_id, number, at, client, body FROM given JOIN locked USING (table_id)
  ON CONFLICT DO NOTHING RETURNING table_id
), kept AS (
  INSERT INTO snapshots (table_id, slot, number, rules, body)
  SELECT table_id, 0, number, rules, snapshot FROM given JOIN written USING (table_id)
  WHERE snapshot IS NOT NULL
  ON CONFLICT (table_id, slot) DO UPDATE SET number = excluded.number, rules = excluded.rules, body = excluded.body
), headed AS (
  UPDATE tables SET number = g.number, changed = g.at, rules = g.rules, phase = g.phase, card = g.card
  FROM given g JOIN written USING (table_id) WHERE tables.id = g.table_id
)
SELECT table_id, pg_notify('{CHANNEL}', $10 || ' ' || table_id || ' ' || number || ' ' ||
  CASE WHEN octet_length(body) <= {SHORT} THEN body ELSE '' END)
FROM given JOIN written USING (table_id)"""


class Postgres:
    """A pool of connections to a PostgreSQL server. It mends itself when the server comes back."""

    insert = staticmethod(postgresql.insert)

    def __init__(self, url: URL) -> None:
        self._origin = secrets.token_hex(8)
        self._engine = create_async_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=CONNECTIONS,
            pool_timeout=PATIENCE,
            hide_parameters=True,  # what goes wrong is logged
            connect_args={"timeout": PATIENCE, "command_timeout": PATIENCE},
        )
        event.listen(self._engine.sync_engine, "connect", _wait_for_disk)
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @classmethod
    async def open(cls, url: URL) -> Postgres:
        database = cls(_driven(url))
        try:
            await database.write(_upgrade)
        except BaseException:
            await database.close()
            raise
        return database

    async def read(self, work: Work[T]) -> T:
        """Without a transaction: it would add two round trips, and each statement sees what is committed anyway."""
        for left in reversed(range(ATTEMPTS)):
            try:
                async with self._reading.connect() as connection:
                    return await connection.run_sync(work)
            except Exception as fault:
                _judge(fault, left)
        raise AssertionError

    async def write(self, work: Work[T]) -> T:
        """Until the commit is sent nothing has changed: after a deadlock or on a dead connection it is tried again."""
        for left in reversed(range(ATTEMPTS)):
            try:
                async with self._engine.connect() as connection:
                    result = await connection.run_sync(work)
                    left = 0  # from here on nobody knows, so it is not tried again
                    await connection.commit()
                    return result
            except Exception as fault:
                _judge(fault, left)
        raise AssertionError

    async def find(self, question: Executable, values: Mapping[str, Any]) -> Sequence[Row[Any]]:
        return await self.read(lambda connection: connection.execute(question, values).all())

    async def write_short(self, work: Work[T]) -> T:
        """Entries are put by one statement, which is a transaction of its own: that spares the round trips to begin and
        to end one. It may be tried again: an entry that was put after all is in its own way then, and is not put twice.
        """
        return await self.read(work)

    def put(self, connection: Connection, entries: Sequence[Entry]) -> set[str]:
        given = [
            (e.table, e.number, e.at, e.client, e.body.decode(), e.rules, e.phase, e.card.decode(), e.snapshot)
            for e in entries
        ]
        rows = connection.exec_driver_sql(PUT, (*map(list, zip(*given, strict=True)), self._origin))
        return {row[0] for row in rows}

    def put_ended(self, connection: Connection) -> None:
        connection.exec_driver_sql(f"NOTIFY {CHANNEL}, '  0 {ENDED.decode()}'")  # of no origin and no table

    async def watch(self, heard: Heard) -> None:
        def told(_: Any, pid: int, channel: str, payload: str) -> None:
            origin, table, number, body = payload.split(" ", 3)
            if origin != self._origin:
                heard(table, int(number), body.encode())

        while True:
            try:
                async with self._engine.connect() as connection:
                    raw: Any = (await connection.get_raw_connection()).driver_connection
                    lost = asyncio.Event()
                    raw.add_termination_listener(lambda _, lost=lost: lost.set())
                    try:
                        await raw.add_listener(CHANNEL, told)
                        heard("", 0, b"")  # whatever was told before is not told again
                        await _until(lost, raw)
                    finally:
                        await connection.invalidate()  # one that listens must not go back to the others
            except Exception as fault:
                if not _is_down(fault):
                    log.exception("listening to other nodes")
            await asyncio.sleep(AGAIN)

    def is_down(self, fault: Exception) -> bool:
        return _is_down(fault)

    async def close(self) -> None:
        await self._engine.dispose()


async def at_length(url: URL, work: Work[T], *, locked: bool = False, **options: Any) -> T:
    """Carries out work in one transaction that may take as long as it needs; ``locked``: while nobody else makes or
    changes tables."""
    engine = create_async_engine(
        _driven(url), poolclass=NullPool, connect_args={"timeout": PATIENCE}, hide_parameters=True
    )
    try:
        async with engine.connect() as connection:
            await connection.execution_options(**options)
            if locked:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            result = await connection.run_sync(work)
            await connection.commit()
            return result
    except Exception as fault:
        _judge(fault, 0)
        raise
    finally:
        await engine.dispose()


def _wait_for_disk(connection: Any, _: Any) -> None:
    """A move is acknowledged when it is on the disk, also where the database or the role has that off. Not among the
    settings with which a connection begins, of which poolers refuse those that they do not know; what is stricter
    stays."""
    connection.run_async(lambda raw: raw.execute(WAITS))


def _driven(url: URL) -> URL:
    query = dict(url.query)
    if (mode := query.pop("sslmode", None)) is not None:  # as libpq calls it
        query["ssl"] = mode
    return url.set(drivername="postgresql+asyncpg", query=query)


async def _until(lost: asyncio.Event, raw: Any) -> None:
    while not lost.is_set():
        try:
            await asyncio.wait_for(lost.wait(), PING)
        except TimeoutError:
            await raw.execute("SELECT 1")


def _upgrade(connection: Connection) -> None:
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    migrations.upgrade(connection)


def _judge(fault: Exception, left: int) -> None:
    """Returns if the work may be tried again."""
    if not _is_down(fault):
        raise fault
    if not left or not _is_passing(fault):
        raise down(fault) from fault


def _is_down(fault: BaseException) -> bool:
    if isinstance(fault, exc.DBAPIError):
        return not isinstance(fault, exc.IntegrityError | exc.ProgrammingError | exc.DataError)
    return isinstance(fault, OSError | asyncpg.PostgresError | asyncpg.InterfaceError | exc.TimeoutError)


def _is_passing(fault: BaseException) -> bool:
    """A connection of a server that has gone meanwhile, a deadlock, or two who wanted the same at the same moment."""
    if isinstance(fault, exc.DBAPIError):
        return fault.connection_invalidated or getattr(fault.orig, "sqlstate", None) in ("40P01", "40001")
    return False
