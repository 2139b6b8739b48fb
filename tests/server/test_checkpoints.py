"""What is written ahead on SQLite does not stay there, and nobody who commits has to see to it, or meets it."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from sprawdzam.server import checkpoints
from sprawdzam.server.checkpoints import Checkpoints, prepare
from sprawdzam.server.store import Store

from .conftest import Open
from .entries import create, entry, until

pytestmark = pytest.mark.anyio

PAGE = 4096


def begin_after(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    for name in ("FIRST", "EVERY"):
        monkeypatch.setattr(checkpoints, name, seconds)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_after(monkeypatch, 0.02)


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_after(monkeypatch, 600.0)


@pytest.fixture
async def store(sqlite_url: str, opened: Open) -> Store:
    store = await opened(sqlite_url)
    await create(store, "t")
    return store


@pytest.fixture
def file(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


def carried_over(file: Path) -> int:
    """How many events the file itself has, as if the log beside it were gone. In a process of its own, for whoever
    closes a file loses all locks that its process has on it."""
    copy = file.with_name("copy.db")
    subprocess.run(
        [sys.executable, "-c", "import shutil, sys; shutil.copy(*sys.argv[1:])", str(file), str(copy)], check=True
    )
    with closing(sqlite3.connect(copy)) as db:
        try:
            return int(db.execute("SELECT count(*) FROM events").fetchone()[0])
        except sqlite3.DatabaseError:  # copied in the middle of it
            return -1


async def test_a_commit_waits_for_the_disk(store: Store) -> None:
    """On the connection that writes: of the journal the file itself knows, of the waiting only whoever asked for it."""
    asked = ("PRAGMA synchronous", "PRAGMA journal_mode")
    found = await store.write(lambda db: [db.exec_driver_sql(question).scalar_one() for question in asked])
    assert found == [2, "wal"]  # FULL: the log is on the disk with each commit


def test_whoever_opens_a_new_file_waits_for_others_who_do(tmp_path: Path) -> None:
    """One of them switches it to its log, and SQLite itself would not wait for that."""
    other = sqlite3.connect(tmp_path / "new.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    with closing(other), closing(sqlite3.connect(tmp_path / "new.db", timeout=0)) as own:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            prepare(own)
        done = threading.Timer(0.2, other.rollback)
        done.start()
        prepare(own, patience=10.0)
        done.join()
        assert own.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.usefixtures("hasty")
async def test_what_was_committed_is_carried_over_by_itself(store: Store, file: Path) -> None:
    await store.append(entry("t", 2))
    await until(lambda: carried_over(file) == 2)


@pytest.mark.usefixtures("idle")
async def test_whoever_commits_carries_nothing_over(store: Store, file: Path) -> None:
    await store.append(entry("t", 2)._replace(snapshot=bytes(1200 * PAGE)))  # more than SQLite would leave by itself
    assert carried_over(file) == 0


@pytest.mark.usefixtures("idle", "store")
async def test_what_somebody_has_left_who_was_killed_is_carried_over_soon(
    sqlite_url: str, opened: Open, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nobody lives for long here, the log does not grow for ever."""
    assert carried_over(file) == 0
    monkeypatch.setattr(checkpoints, "FIRST", 0.02)
    await opened(sqlite_url)
    await until(lambda: carried_over(file) == 1)


@pytest.mark.usefixtures("hasty")
async def test_the_log_does_not_grow_while_all_go_on_writing(store: Store, file: Path) -> None:
    for number in range(2, 62):
        await store.append(entry("t", number)._replace(snapshot=bytes(50 * PAGE)))
        await asyncio.sleep(0.01)
    assert file.with_suffix(".db-wal").stat().st_size < 30 * 50 * PAGE, "it is begun anew now and then"


@pytest.mark.usefixtures("hasty")
async def test_nothing_is_carried_over_while_somebody_writes(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of this process or of another: before SQLite 3.51.3 such a commit could be lost."""
    await until(lambda: carried_over(file) == 1)
    with monkeypatch.context() as patched:
        patched.setattr(Checkpoints, "committed", lambda checkpoints: None)
        await store.append(entry("t", 2))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store._database._checkpoints.committed()  # type: ignore[attr-defined]
        await asyncio.sleep(0.7)
        assert carried_over(file) == 1
        other.rollback()
    await until(lambda: carried_over(file) == 2)


@pytest.mark.usefixtures("hasty")
async def test_whoever_reads_for_long_keeps_nobody_from_writing(store: Store, file: Path) -> None:
    await until(lambda: carried_over(file) == 1)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM events").fetchone() == (1,)
        for number in range(2, 12):
            await store.append(entry("t", number))
            await asyncio.sleep(0.03)
        assert reader.execute("SELECT count(*) FROM events").fetchone() == (1,)
        assert carried_over(file) == 1
    await store.append(entry("t", 12))
    await until(lambda: carried_over(file) == 12)
