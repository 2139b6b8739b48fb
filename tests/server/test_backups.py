"""Backups: whole, made while the server goes on, and restored with their key only."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import BigInteger, Boolean, Connection, Float, Integer, LargeBinary, Table, Text

from sprawdzam.bench.load.postgres import Postgres
from sprawdzam.server import transfer
from sprawdzam.server.backups import backup, restore
from sprawdzam.server.database import BadDatabase, StoreDown
from sprawdzam.server.schema import metadata, vault
from sprawdzam.server.store import BadKey, Outcome

from .conftest import KEY, Open
from .entries import create, entry

pytestmark = pytest.mark.anyio


def silent(part: float) -> None:
    assert 0 <= part <= 1


@pytest.fixture(params=["sqlite", "postgres"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> Iterator[str]:
    """The address of a place where no database is yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'place.db'}"
    else:
        postgres.query("DROP DATABASE IF EXISTS elsewhere")
        postgres.query("CREATE DATABASE elsewhere")
        yield postgres.url("elsewhere")


async def test_a_backup_has_everything_and_is_restored_elsewhere(
    url: str, elsewhere: str, opened: Open, tmp_path: Path
) -> None:
    store = await opened(url)
    await create(store, "t")
    going_on = asyncio.gather(*(store.append(entry("t", number)) for number in range(2, 12)))
    await store.append(entry("t", 2, "late"))
    await asyncio.to_thread(backup, url, tmp_path / "backup", silent)
    await going_on
    await store.append(entry("t", 12, "after the backup"))
    await asyncio.to_thread(restore, tmp_path / "backup", elsewhere, KEY, silent)
    again = await opened(elsewhere)
    stored = await again.load("t")
    assert stored is not None and stored.number < 12 and stored.snapshot == b"after %d" % stored.number
    assert await again.secret("t", 1) == b"secret of t"
    assert await again.append(entry("t", stored.number + 1)) is Outcome.WRITTEN
    await create(again, "u")  # its counters go on where those of the other one were


async def test_every_row_comes_through_as_it_was(
    url: str, elsewhere: str, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In many steps, with a row in every table and the largest numbers, odd letters and empty fields."""
    monkeypatch.setattr(transfer, "ROWS", 7)
    store = await opened(url)
    rows = {table.name: [row_of(table, n) for n in range(20)] for table in metadata.sorted_tables if table is not vault}

    def fill(db: Connection) -> None:
        for table in metadata.sorted_tables:
            if table is not vault:
                db.execute(table.insert(), rows[table.name])

    await store.write(fill)
    parts: list[float] = []
    await asyncio.to_thread(backup, url, tmp_path / "backup", silent)
    await asyncio.to_thread(restore, tmp_path / "backup", elsewhere, KEY, parts.append)
    assert parts == sorted(parts) and parts[-1] == 1
    again = await opened(elsewhere)
    for table in metadata.sorted_tables:
        if table is not vault:
            question = table.select().order_by(*table.primary_key)
            kept = await again.read(lambda db, question=question: db.execute(question).mappings().all())  # type: ignore[misc]
            assert [dict(row) for row in kept] == rows[table.name], table.name


def row_of(table: Table, n: int) -> dict[str, Any]:
    """The ``n``-th of some rows that are like no others."""
    made: dict[type, Any] = {
        Text: f"{n:02} Zażółć <b>'\"\\\n😀",
        LargeBinary: bytes(range(256)) + bytes([n]),
        Boolean: n % 2 == 0,
        BigInteger: 2**62 + n,
        Integer: 2**30 + n,
        Float: n + 0.1,
    }
    row = {column.name: made[type(column.type)] for column in table.c}
    return row | {column.name: None for column in table.c if column.nullable and n % 3 == 0}


async def test_a_backup_of_postgresql_is_of_one_moment_and_keeps_nobody_waiting(
    postgres_url: str, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "ROWS", 10)
    store = await opened(postgres_url)
    await create(store, *(f"t{n:02}" for n in range(40)))
    loop, parts = asyncio.get_running_loop(), list[float]()

    def told(part: float) -> None:
        parts.append(part)  # somebody moves at a table, and nothing of it is in the copy
        asyncio.run_coroutine_threadsafe(store.append(entry("t39", len(parts) + 1)), loop).result(10)

    await asyncio.to_thread(backup, postgres_url, tmp_path / "backup", told)
    assert len(parts) > 10 and parts == sorted(parts) and parts[-1] == 1
    with closing(sqlite3.connect(tmp_path / "backup")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT count(*), max(number) FROM events").fetchone() == (40, 1)
        assert copy.execute("SELECT max(number) FROM tables").fetchone() == (1,)
        assert copy.execute("SELECT max(number) FROM snapshots").fetchone() == (1,)
        secrets = b"".join(body for (body,) in copy.execute("SELECT body FROM secrets"))
    assert b"secret" not in secrets  # sealed, as it is stored


async def test_a_backup_of_postgresql_that_fails_leaves_nothing(
    postgres_url: str, opened: Open, tmp_path: Path
) -> None:
    await create(await opened(postgres_url), "t")

    (tmp_path / "kept").mkdir()

    def full(part: float) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(BadDatabase, match="cannot be copied: database or disk is full"):
        await asyncio.to_thread(backup, postgres_url, tmp_path / "kept" / "backup", full)
    assert not list((tmp_path / "kept").iterdir())


async def test_a_restore_that_fails_leaves_postgresql_empty(
    postgres: Postgres, sqlite_url: str, opened: Open, tmp_path: Path
) -> None:
    await create(await opened(sqlite_url), "t")
    await asyncio.to_thread(backup, sqlite_url, tmp_path / "backup", silent)
    postgres.query("DROP DATABASE IF EXISTS elsewhere")
    postgres.query("CREATE DATABASE elsewhere")

    def broken(part: float) -> None:
        raise OSError("no more")

    with pytest.raises(StoreDown, match="no more"):
        await asyncio.to_thread(restore, tmp_path / "backup", postgres.url("elsewhere"), KEY, broken)
    assert postgres.query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", "elsewhere") == "0"


def test_writing_does_not_make_a_backup_begin_anew(sqlite_url: str, tmp_path: Path) -> None:
    """A process that writes between the steps of a copy throws a copy back to its beginning, if it is not kept out."""
    path, stop = sqlite_url.removeprefix("sqlite:///"), threading.Event()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("CREATE TABLE ballast (body)")
        db.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) "
                   "INSERT INTO ballast SELECT randomblob(4000) FROM n")  # fmt: skip

    def write() -> None:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as db:
            while not stop.is_set():
                db.execute("INSERT INTO ballast VALUES ('more')")
                time.sleep(0.001)

    parts: list[float] = []

    def told(part: float) -> None:
        parts.append(part)
        time.sleep(0.02)  # a slow disk: somebody writes between any two steps

    writer = threading.Thread(target=write)
    writer.start()
    try:
        backup(sqlite_url, tmp_path / "backup", told)
    finally:
        stop.set()
        writer.join()
    assert len(parts) > 3 and parts == sorted(parts) and parts[-1] == 1
    with closing(sqlite3.connect(tmp_path / "backup")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_backup_is_one_file_that_only_its_owner_can_read(url: str, opened: Open, tmp_path: Path) -> None:
    await opened(url)
    (tmp_path / "kept").mkdir()
    await asyncio.to_thread(backup, url, tmp_path / "kept" / "backup", silent)
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["backup"]
    assert (tmp_path / "kept" / "backup").stat().st_mode & 0o077 == 0


async def test_neither_a_backup_nor_a_database_is_overwritten(url: str, opened: Open, tmp_path: Path) -> None:
    await opened(url)
    await asyncio.to_thread(backup, url, tmp_path / "backup", silent)
    with pytest.raises(BadDatabase, match="name a new file"):
        await asyncio.to_thread(backup, url, tmp_path / "backup", silent)
    with pytest.raises(BadDatabase, match="there is a database already"):
        await asyncio.to_thread(restore, tmp_path / "backup", url, KEY, silent)


async def test_what_a_killed_server_has_left_beside_its_database_is_not_written_into_another(
    opened: Open, tmp_path: Path
) -> None:
    site, old = tmp_path / "site.db", tmp_path / "old.db"
    store = await opened(f"sqlite:///{site}")
    await create(store, "t")
    await asyncio.to_thread(backup, f"sqlite:///{site}", tmp_path / "backup", silent)
    for number in range(2, 100):
        await store.append(entry("t", number))
    journal = site.with_name("site.db-wal").read_bytes()  # as after a kill: a stop would have cleared it away
    await store.close()
    site.rename(old)  # and the rest of it was forgotten
    site.with_name("site.db-wal").write_bytes(journal)
    with pytest.raises(BadDatabase, match=r"site\.db-wal: .* move it away too"):
        await asyncio.to_thread(restore, tmp_path / "backup", f"sqlite:///{site}", KEY, silent)
    assert not site.exists()
    site.with_name("site.db-wal").unlink()
    await asyncio.to_thread(restore, tmp_path / "backup", f"sqlite:///{site}", KEY, silent)
    stored = await (await opened(f"sqlite:///{site}")).load("t")
    assert stored is not None and stored.number == 1


def test_a_backup_is_restored_with_its_own_key_only(sqlite_url: str, tmp_path: Path) -> None:
    backup(sqlite_url, tmp_path / "backup", silent)
    with pytest.raises(BadKey, match="give the key of the server that it was made from"):
        restore(tmp_path / "backup", f"sqlite:///{tmp_path / 'new.db'}", bytes(32), silent)
    assert not (tmp_path / "new.db").exists()


async def test_a_damaged_backup_is_not_restored(sqlite_url: str, opened: Open, tmp_path: Path) -> None:
    await create(await opened(sqlite_url), *(f"t{n}" for n in range(100)))
    backup(sqlite_url, tmp_path / "backup", silent)
    whole = (tmp_path / "backup").read_bytes()
    (tmp_path / "cut").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "diary").write_bytes(b"dear diary")
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE recipes (body)")
    for name in ("cut", "diary", "other"):
        with pytest.raises(BadDatabase, match="no backup of a database, or a damaged one"):
            restore(tmp_path / name, f"sqlite:///{tmp_path / 'new.db'}", KEY, silent)
    assert not list(tmp_path.glob("new.db*"))


def test_what_is_not_there_is_neither_backed_up_nor_restored_nor_made(tmp_path: Path) -> None:
    nowhere = f"sqlite:///{tmp_path / 'nothing.db'}"
    with pytest.raises(BadDatabase, match="there is no database"):
        backup(nowhere, tmp_path / "backup", silent)
    with pytest.raises(BadDatabase, match="there is no such file"):
        restore(tmp_path / "nothing", nowhere, KEY, silent)
    assert not list(tmp_path.iterdir())


def test_a_backup_of_a_newer_version_is_not_restored(sqlite_url: str, tmp_path: Path) -> None:
    backup(sqlite_url, tmp_path / "backup", silent)
    with closing(sqlite3.connect(tmp_path / "backup", isolation_level=None)) as copy:
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadDatabase, match=r"newer version \(9999\) than this program"):
        restore(tmp_path / "backup", f"sqlite:///{tmp_path / 'new.db'}", KEY, silent)
    assert not list(tmp_path.glob("new.db*"))


def test_a_postgresql_that_is_not_there_or_not_ours_is_not_backed_up(postgres: Postgres, tmp_path: Path) -> None:
    postgres.query("DROP DATABASE IF EXISTS elsewhere")
    postgres.query("CREATE DATABASE elsewhere")
    with pytest.raises(BadDatabase, match="there is no database; name the one that the server uses"):
        backup(postgres.url("elsewhere"), tmp_path / "backup", silent)
    with pytest.raises(StoreDown, match="does not answer"):
        backup(f"postgresql://me:secret@/it?host={tmp_path}", tmp_path / "backup", silent)
    assert not list(tmp_path.iterdir())
