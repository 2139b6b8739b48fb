"""What is written ahead on SQLite does not stay there, and nobody who commits has to see to it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sprawdzam.server import checkpoints

from .conftest import Open
from .entries import create, entry, until

pytestmark = pytest.mark.anyio


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def events_in_the_file(file: Path, copy: Path) -> int:
    """How many the file itself has, as if the log beside it were gone."""
    copy.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(copy)) as db:
        return int(db.execute("SELECT count(*) FROM events").fetchone()[0])


async def test_what_was_committed_is_carried_over_by_itself(sqlite_url: str, opened: Open, tmp_path: Path) -> None:
    store = await opened(sqlite_url)
    await create(store, "t")
    await store.append(entry("t", 2))
    await until(lambda: events_in_the_file(file_of(sqlite_url), tmp_path / "copy.db") == 2)


async def test_a_commit_does_not_carry_over_what_others_have_written(
    sqlite_url: str, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 3600.0)
    store = await opened(sqlite_url)
    await create(store, "t")
    large = entry("t", 2)._replace(snapshot=bytes(1200 * 4096))  # more than SQLite would leave by itself
    await store.append(large)
    assert events_in_the_file(file_of(sqlite_url), tmp_path / "copy.db") == 0


async def test_the_log_does_not_grow_while_all_go_on_writing(
    sqlite_url: str, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 0.02)
    store = await opened(sqlite_url)
    await create(store, "t")
    log = file_of(sqlite_url).with_suffix(".db-wal")
    for number in range(2, 62):
        await store.append(entry("t", number)._replace(snapshot=bytes(50 * 4096)))
        await asyncio.sleep(0.01)
    assert log.stat().st_size < 30 * 50 * 4096, "it is begun anew now and then"


async def test_what_cannot_be_carried_over_fails_no_move(
    sqlite_url: str, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who reads for long keeps the log as it is."""
    monkeypatch.setattr(checkpoints, "EVERY", 0.02)
    store = await opened(sqlite_url)
    await create(store, "t")
    with closing(sqlite3.connect(file_of(sqlite_url), isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM events").fetchone() == (1,)
        for number in range(2, 12):
            await store.append(entry("t", number))
            await asyncio.sleep(0.03)
        assert reader.execute("SELECT count(*) FROM events").fetchone() == (1,)
        assert events_in_the_file(file_of(sqlite_url), tmp_path / "copy.db") < 11
    await store.append(entry("t", 12))
    await until(lambda: events_in_the_file(file_of(sqlite_url), tmp_path / "copy.db") == 12)
