"""Processes are killed, databases stop, files are lost: nothing that was reported as written is gone."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from sprawdzam.bench.load.postgres import Postgres
from sprawdzam.server import schema
from sprawdzam.server.store import BadDatabase, BadKey, Outcome, Store, StoreDown

from .conftest import KEY, Open
from .entries import create, entry, until

pytestmark = pytest.mark.anyio

# A line for each entry, told only after the store has reported it as written.
CHILD = """
import asyncio, os, sys
from sprawdzam.server.store import Entry, NewTable, Outcome, Store

async def play(store, table):
    def entry(number):
        return Entry(table, number, number, b'{"n":%d}' % number, 1, "running", b"{}", str(number), os.urandom(2000))
    await store.create(NewTable(table, "blef", 2, True, "me", None), [entry(1)], b"secret")
    number = 1
    while True:
        number += 1
        assert await store.append(entry(number)) is Outcome.WRITTEN
        os.write(1, f"{table} {number}\\n".encode())

async def main():
    store = await Store.open(sys.argv[1], bytes(range(32)))
    await asyncio.gather(*(play(store, f"t{n}") for n in range(20)))

asyncio.run(main())
"""


async def test_kill_9_loses_nothing_that_was_reported_as_written(url: str, opened: Open) -> None:
    told: list[str] = []
    with subprocess.Popen([sys.executable, "-c", CHILD, url], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            told.append(line)
            if len(told) == 400:
                break
        child.send_signal(signal.SIGKILL)
        told += [line for line in child.stdout if line.endswith("\n")]
    store = await opened(url)
    names = {line.split()[0] for line in told}
    there = {name: await store.events(name) for name in names}
    assert len(names) == 20
    for line in told:
        name, number = line.split()
        assert there[name][int(number) - 1] == (int(number), b'{"n":%s}' % number.encode())
    for name in names:
        stored = await store.load(name)
        assert stored is not None and stored.number == len(there[name])
        assert await store.append(entry(name, stored.number + 1)) is Outcome.WRITTEN


async def test_while_postgresql_is_down_everything_says_so_and_afterwards_goes_on(
    postgres: Postgres, postgres_url: str, opened: Open
) -> None:
    store = await opened(postgres_url)
    await create(store, "t")
    postgres.stop()
    try:
        for failing in (store.append(entry("t", 2)), store.load("t"), store.beat("n", 1, 2), store.claim("n", 1)):
            with pytest.raises(StoreDown, match="the database does not answer"):
                await failing
        with pytest.raises(StoreDown):
            await Store.open(postgres_url, KEY)
    finally:
        postgres.start()
    assert await store.append(entry("t", 2)) is Outcome.WRITTEN
    assert await store.load("t") is not None


async def test_a_restart_of_postgresql_between_two_calls_is_not_noticed(
    postgres: Postgres, postgres_url: str, opened: Open
) -> None:
    store = await opened(postgres_url)
    await create(store, "t")
    await asyncio.gather(*(store.load("t") for _ in range(6)))  # so that there are some connections
    postgres.stop()
    postgres.start()
    assert await store.append(entry("t", 2)) is Outcome.WRITTEN
    assert await store.load("t") is not None


async def test_while_somebody_holds_the_file_sqlite_says_so_and_afterwards_goes_on(
    sqlite_url: str, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sprawdzam.server.sqlite.BUSY", 0.1)
    store = await opened(sqlite_url)
    await create(store, "t")
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreDown, match="locked"):
            await store.append(entry("t", 2))
        assert await store.load("t") is not None  # who reads waits for nobody
    assert await store.append(entry("t", 2)) is Outcome.WRITTEN


async def test_a_server_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreDown):
        await Store.open(f"postgresql://postgres@/nothing?host={tmp_path}", KEY)


async def test_postgresql_restarted_under_load_loses_nothing(
    postgres: Postgres, postgres_url: str, opened: Open
) -> None:
    store = await opened(postgres_url)
    names = [f"t{n}" for n in range(20)]
    await create(store, *names)
    written: dict[str, set[int]] = {name: {1} for name in names}
    stopped = False

    async def play(name: str) -> None:
        number = 2
        while not stopped or number <= 5:
            try:
                outcome = await store.append(entry(name, number, f"c{number}"))
            except StoreDown:
                await asyncio.sleep(0.05)  # it is there or not: the same client id again finds out
                continue
            assert outcome in (Outcome.WRITTEN, Outcome.REPEATED)
            written[name].add(number)
            number += 1

    playing = [asyncio.create_task(play(name)) for name in names]
    await asyncio.sleep(0.3)
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)
    before = sum(map(len, written.values()))
    await until(lambda: sum(map(len, written.values())) > before + 40)
    stopped = True
    await asyncio.gather(*playing)
    for name in names:
        assert {number for number, _ in await store.events(name)} == written[name]


async def test_a_wrong_key_is_told_when_the_database_is_opened(url: str, opened: Open) -> None:
    await opened(url)
    with pytest.raises(BadKey, match="written with another key"):
        await Store.open(url, bytes(32))


async def test_the_database_shows_neither_secrets_nor_snapshots(sqlite_url: str, opened: Open) -> None:
    store = await opened(sqlite_url)
    await create(store, "t")
    await store.append(entry("t", 2))
    folder = Path(sqlite_url.removeprefix("sqlite:///")).parent
    stored = b"".join(file.read_bytes() for file in folder.iterdir())
    assert b'{"event":2}' in stored
    assert b"after 2" not in stored and b"secret of t" not in stored


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
async def test_nobody_else_may_read_the_database(new_sqlite_url: str, opened: Open) -> None:
    await create(await opened(new_sqlite_url), "t")
    folder = Path(new_sqlite_url.removeprefix("sqlite:///")).parent
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


async def test_a_seal_does_not_fit_in_another_place(store: Store) -> None:
    await create(store, "t", "u")
    swapped = schema.secrets.update().where(schema.secrets.c.table_id == "t")
    body = await store.read(
        lambda connection: connection.scalar(schema.secrets.select().with_only_columns(schema.secrets.c.body).where(
            schema.secrets.c.table_id == "u"))
    )  # fmt: skip
    await store.write(lambda connection: connection.execute(swapped.values(body=body)))
    with pytest.raises(BadKey):
        await store.secret("t", 1)


async def test_nodes_that_start_at_once_migrate_once(new_url: str, opened: Open) -> None:
    stores = await asyncio.gather(*(opened(new_url) for _ in range(6)))
    await create(stores[0], "t")
    assert [await store.load("t") for store in stores].count(None) == 0


async def test_migrations_lead_to_the_schema(store: Store) -> None:
    differing = await store.read(lambda connection: compare_metadata(
        MigrationContext.configure(connection, opts={"compare_type": True}), schema.metadata))  # fmt: skip
    assert differing == []


async def test_a_database_of_a_newer_version_is_refused(sqlite_url: str) -> None:
    await (await Store.open(sqlite_url, KEY)).close()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadDatabase, match="newer version \\(9999\\)"):
        await Store.open(sqlite_url, KEY)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"a diary, not a database" * 100)
    with pytest.raises(BadDatabase, match="not a database"):
        await Store.open(f"sqlite:///{tmp_path / 'file'}", KEY)


@pytest.mark.parametrize("url", ["", "here", "sqlite://", "sqlite:///:memory:", "mysql://me@here/it"])
async def test_an_address_of_no_database_is_refused(url: str) -> None:
    with pytest.raises(BadDatabase, match="right would be sqlite:///"):
        await Store.open(url, KEY)
