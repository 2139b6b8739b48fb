"""Backups: whole, made while the server goes on, and restored with their key only."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from sprawdzam.server.backups import backup, restore
from sprawdzam.server.database import BadDatabase
from sprawdzam.server.store import BadKey, Outcome

from .conftest import KEY, Open
from .entries import create, entry

pytestmark = pytest.mark.anyio


def silent(part: float) -> None:
    assert 0 <= part <= 1


async def test_a_backup_has_everything_and_is_restored_elsewhere(sqlite_url: str, opened: Open, tmp_path: Path) -> None:
    store = await opened(sqlite_url)
    await create(store, "t")
    going_on = asyncio.gather(*(store.append(entry("t", number)) for number in range(2, 12)))
    await store.append(entry("t", 2, "late"))
    await asyncio.to_thread(backup, sqlite_url, tmp_path / "backup", silent)
    await going_on
    await store.append(entry("t", 12, "after the backup"))
    elsewhere = f"sqlite:///{tmp_path / 'new' / 'place.db'}"
    restore(tmp_path / "backup", elsewhere, KEY, silent)
    again = await opened(elsewhere)
    stored = await again.load("t")
    assert stored is not None and stored.number < 12 and stored.snapshot == b"after %d" % stored.number
    assert await again.secret("t", 1) == b"secret of t"
    assert await again.append(entry("t", stored.number + 1)) is Outcome.WRITTEN


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


def test_a_backup_is_one_file_that_only_its_owner_can_read(sqlite_url: str, tmp_path: Path) -> None:
    backup(sqlite_url, tmp_path / "kept" / "backup", silent)
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["backup"]
    assert (tmp_path / "kept" / "backup").stat().st_mode & 0o077 == 0


def test_neither_a_backup_nor_a_database_is_overwritten(sqlite_url: str, tmp_path: Path) -> None:
    backup(sqlite_url, tmp_path / "backup", silent)
    with pytest.raises(BadDatabase, match="name a new file"):
        backup(sqlite_url, tmp_path / "backup", silent)
    with pytest.raises(BadDatabase, match="there is a database already"):
        restore(tmp_path / "backup", sqlite_url, KEY, silent)


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


def test_backups_of_postgresql_are_left_to_its_own_tools(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="pg_dump"):
        backup("postgresql://me@here/it", tmp_path / "backup", silent)
    with pytest.raises(BadDatabase, match="pg_restore"):
        restore(tmp_path / "backup", "postgresql://me@here/it", KEY, silent)
