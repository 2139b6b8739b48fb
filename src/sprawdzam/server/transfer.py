"""All that one database holds, put into another: from PostgreSQL into an SQLite file, and back.

Rows go as they are, so what is sealed stays sealed. Both sides have the same version of the schema, of whatever age:
the empty one is brought to that of the other first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, MetaData, NullPool, Table, create_engine, exc, func, inspect, select, text

from sprawdzam.server import migrations

ROWS = 500  # that are in memory at once; a snapshot may have some 10 kB

Told = Callable[[float], None]  #: hears which part of the work is done


def transfer(source: Connection, target: Connection, version: str, told: Told) -> None:
    """Copies everything, in the transactions of the caller: of the source one that sees one moment, of the target one
    that is committed when all is there."""
    tables = _made(target, version)
    theirs = MetaData()
    theirs.reflect(source, only=[table.name for table in tables])
    done, all = 0, sum(_size(source, theirs.tables[table.name]) for table in tables)
    for table in tables:
        twin = theirs.tables[table.name]
        # In the order of the key: so the other side writes its index from left to right.
        question = select(*(twin.c[column.name] for column in table.c)).order_by(*twin.primary_key)
        for rows in source.execute(question, execution_options={"yield_per": ROWS}).partitions():
            target.execute(table.insert(), [dict(row._mapping) for row in rows])
            done += len(rows)
            told(min(1.0, done / all))
        _count_on(target, table)
    told(1.0)


def _made(target: Connection, version: str) -> list[Table]:
    """Makes the tables of a version. Others that are there belong to somebody else."""
    before = set(inspect(target).get_table_names())
    migrations.upgrade(target, version)
    ours = MetaData()
    fresh = set(inspect(target).get_table_names()) - before - {migrations.MARK.name}
    ours.reflect(target, only=sorted(fresh))
    return ours.sorted_tables


def _size(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL counts in a place of its own, which rows with a number do not move; SQLite looks for itself."""
    if connection.dialect.name != "postgresql":
        return
    for column in table.primary_key:
        if (counter := connection.scalar(select(func.pg_get_serial_sequence(table.name, column.name)))) is not None:
            last = connection.scalar(select(func.max(column)))
            connection.execute(select(func.setval(text(f"'{counter}'::regclass"), last or 1, last is not None)))


@contextmanager
def reading(file: Path) -> Iterator[Connection]:
    """An SQLite file as it is now, whoever else may write to it."""
    with _opened(f"{file.absolute().as_uri()}?mode=ro") as connection:
        connection.exec_driver_sql("BEGIN")
        yield connection


@contextmanager
def filling(file: Path) -> Iterator[Connection]:
    """An SQLite file that is thrown away unless it is filled to the end, and so needs no journal."""
    with _opened(file.absolute().as_uri()) as connection:
        for pragma in ("journal_mode = OFF", "synchronous = OFF"):
            connection.exec_driver_sql(f"PRAGMA {pragma}")
        connection.exec_driver_sql("BEGIN")
        yield connection
        connection.exec_driver_sql("COMMIT")


@contextmanager
def _opened(uri: str) -> Iterator[Connection]:
    """Whatever is wrong with the file comes out as the driver says it: the other database is not to blame."""

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(uri, uri=True, isolation_level=None)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True)
    try:
        with engine.connect() as connection:
            yield connection
    except exc.DBAPIError as fault:
        raise fault.orig if isinstance(fault.orig, sqlite3.Error) else fault from None
