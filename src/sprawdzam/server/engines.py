"""The database for everything that is not a table: people, sessions, ratings. SQLAlchemy's own asynchronous engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

BUSY = 30.0  # seconds that a transaction waits for another one
WRITES = "writes"


class SqliteEngine(AsyncEngine):
    """Whoever calls ``begin`` means to write, and says so at once: a writer that begins as a reader is thrown out
    when somebody else has written meanwhile."""

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        async with self.connect() as connection:
            await connection.execution_options(**{WRITES: True})
            async with connection.begin():
                yield connection


def async_engine(url: str) -> AsyncEngine:
    """An engine for ``sqlite:///path`` or ``postgresql://...``; the store has checked the address already."""
    parsed = make_url(url)
    if not parsed.drivername.startswith("sqlite"):
        query = dict(parsed.query)
        if (mode := query.pop("sslmode", None)) is not None:
            query["ssl"] = mode
        return create_async_engine(parsed.set(drivername="postgresql+asyncpg", query=query), pool_pre_ping=True)
    engine = create_async_engine(
        parsed.set(drivername="sqlite+aiosqlite"), connect_args={"timeout": BUSY, "isolation_level": None}
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITES) else "BEGIN")

    return SqliteEngine(engine.sync_engine)
