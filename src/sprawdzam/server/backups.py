"""Copies of a database that are kept elsewhere, and may be put into a database of another kind.

A backup is one file, an SQLite database like any other, whatever it was made from. The key is not in it: whoever finds
the file learns no hidden card and no secret of a deal, and whoever restores it needs the key too, which is asked for
before anything is copied.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, exc, inspect, select

from sprawdzam.server import migrations
from sprawdzam.server.database import BadDatabase, StoreDown, Work, check_folder, unreached
from sprawdzam.server.schema import vault
from sprawdzam.server.store import MARK, address
from sprawdzam.server.transfer import Told, filling, reading, transfer
from sprawdzam.server.vault import BadKey, NoKey, Vault, find_key

PAGES = 1000  # that are copied between two signs of progress


def backup(url: str, file: Path, told: Told) -> None:
    """A copy of the database as it is now, while everything goes on. It appears under its name when it is whole."""
    source = address(url)
    if isinstance(source, Path) and not source.exists():
        raise _nothing(source)
    if file.exists():
        raise BadDatabase("{path}: it exists already; name a new file for the backup", path=str(file))
    if isinstance(source, Path):
        _copy(source, file, told)
    else:
        _drain(source, file, told)


def restore(file: Path, url: str, key: bytes, told: Told) -> None:
    """Puts a backup where no database is yet."""
    target = address(url)
    if isinstance(target, Path) and target.exists():
        raise BadDatabase(
            "{path}: there is a database already; stop the server and move it away first", path=str(target)
        )
    if isinstance(target, Path) and (left := _left_behind(target)):
        raise BadDatabase(
            "{path}: this is a part of the database that was here; move it away too, else it would spoil the new one",
            path=str(left),
        )
    if not file.exists():
        raise BadDatabase("{path}: there is no such file", path=str(file))
    version = _check(file, key)
    if isinstance(target, Path):
        _copy(file, target, told)
    else:
        _fill(target, file, version, told)


def key_for(url: str, folder: Path) -> bytes:
    """The key of a server. A new one is made only for a database in which nothing is sealed: with any other it would be
    a wrong one, and lie where the right one belongs."""
    try:
        return find_key(folder, make=False)
    except NoKey:
        where = address(url)
        if isinstance(where, Path):
            check_folder(where)
        if _is_sealed(where):
            raise
        return find_key(folder)


def _is_sealed(where: Path | URL) -> bool:
    seen: list[bool] = []

    def look(there: Connection) -> None:
        seen.append(inspect(there).has_table(vault.name) and there.scalar(select(vault.c.id)) is not None)

    if isinstance(where, URL):
        _at_length(where, look)
    elif where.exists():
        try:
            with reading(where) as there:
                look(there)
        except sqlite3.Error as fault:
            raise BadDatabase("the database is damaged: {fault}", fault=str(fault)) from None
    return any(seen)


def without_password(url: str) -> str:
    """The address of a database as it may be shown."""
    where = address(url)
    return url if isinstance(where, Path) else where.render_as_string(hide_password=True)


def _check(file: Path, key: bytes) -> str:
    """Tells the version of a backup that is whole and belongs to the key."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as there:
            whole = there.execute("PRAGMA quick_check").fetchone() == ("ok",)
            sealed = there.execute("SELECT body FROM vault WHERE id = 1").fetchone()
            version = there.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error:
        whole, sealed, version = False, None, None
    if not whole or sealed is None or version is None:
        raise BadDatabase("{path}: this is no backup of a database, or a damaged one", path=str(file))
    try:
        Vault(key).unseal(sealed[0], *MARK)
    except BadKey:
        raise BadKey("{path}: it belongs to another key; give the key of the server that it was made from",
                     path=str(file)) from None  # fmt: skip
    return migrations.known(version[0])


def _left_behind(target: Path) -> Path | None:
    """What SQLite keeps beside a database whose server was killed. It would write that into whatever it finds there."""
    beside = (target.with_name(target.name + ending) for ending in ("-wal", "-journal"))
    return next((file for file in beside if file.exists()), None)


@contextmanager
def _whole(target: Path, source: str) -> Iterator[Path]:
    """A new file for its owner only, which gets its name when all is in it."""
    part = target.with_name(target.name + ".part")
    check_folder(target)
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    except sqlite3.Error as fault:
        raise _uncopied(source, fault) from None
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, target: Path, told: Told) -> None:
    """From SQLite to SQLite, page by page: as fast as the disk, and nothing has to be understood."""
    with (
        _whole(target, str(source)) as part,
        closing(sqlite3.connect(source)) as here,
        closing(sqlite3.connect(part)) as there,
    ):
        # We hold on to what is there now: else every write of the server would make the copy begin anew.
        here.execute("BEGIN")
        here.execute("SELECT 1 FROM sqlite_schema").fetchone()
        here.backup(there, pages=PAGES, progress=lambda _, left, all: told(1 - left / max(1, all)))
        there.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it


def _drain(source: URL, target: Path, told: Told) -> None:
    """From PostgreSQL. One transaction reads all of it, and keeps nobody from writing."""
    with _whole(target, _shown(source)) as part:

        def work(here: Connection) -> None:
            version = migrations.version(here)
            if version is None:
                raise _nothing(_shown(source))
            with filling(part) as there:
                transfer(here, there, version, told)

        _at_length(source, work, isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _fill(target: URL, source: Path, version: str, told: Told) -> None:
    """Into PostgreSQL: all or nothing, and whoever starts a server meanwhile waits for it."""

    def work(there: Connection) -> None:
        with reading(source) as here:
            ours = set(inspect(here).get_table_names())
            if ours & set(inspect(there).get_table_names()):
                raise BadDatabase("{path}: there is a database already; make an empty one and name that",
                                  path=_shown(target))  # fmt: skip
            transfer(here, there, version, told)

    _at_length(target, work, locked=True)


def _at_length(url: URL, work: Work[None], **options: Any) -> None:
    from sprawdzam.server.postgres import at_length  # here: it takes a while to load, and most servers have SQLite

    try:
        asyncio.run(at_length(url, work, **options))
    except StoreDown as error:
        raise unreached(error) from None
    except (exc.SQLAlchemyError, sqlite3.Error) as fault:
        raise _uncopied(_shown(url), getattr(fault, "orig", None) or fault) from None


def _nothing(path: object) -> BadDatabase:
    return BadDatabase("{path}: there is no database; name the one that the server uses", path=str(path))


def _uncopied(path: str, fault: object) -> BadDatabase:
    return BadDatabase("{path}: it cannot be copied: {fault}", path=path, fault=str(fault))


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)
