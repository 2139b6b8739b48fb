"""Copies of a database that are kept elsewhere. For PostgreSQL there are its own tools, which we name.

A backup is one file, an SQLite database like any other. The key is not in it: whoever finds the file learns no hidden
card and no secret of a deal, and whoever restores it needs the key too, which is asked for before anything is copied.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sprawdzam.server.database import BadDatabase
from sprawdzam.server.store import MARK, address
from sprawdzam.server.vault import BadKey, Vault

PAGES = 1000  # that are copied between two signs of progress

Told = Callable[[float], None]  #: hears which part of the work is done


def backup(url: str, file: Path, told: Told) -> None:
    """A copy of the database as it is now, while everything goes on. It appears under its name when it is whole."""
    source = address(url)
    if not isinstance(source, Path):
        raise BadDatabase(
            "this backs up SQLite; for PostgreSQL run: pg_dump --format=custom --file={path} URL", path=str(file)
        )
    if not source.exists():
        raise BadDatabase("{path}: there is no database; name the one that the server uses", path=str(source))
    if file.exists():
        raise BadDatabase("{path}: it exists already; name a new file for the backup", path=str(file))
    _copy(source, file, told)


def restore(file: Path, url: str, key: bytes, told: Told) -> None:
    """Puts a backup where no database is yet."""
    target = address(url)
    if not isinstance(target, Path):
        raise BadDatabase("this restores SQLite; for PostgreSQL run: pg_restore --dbname=URL {path}", path=str(file))
    if target.exists():
        raise BadDatabase(
            "{path}: there is a database already; stop the server and move it away first", path=str(target)
        )
    if not file.exists():
        raise BadDatabase("{path}: there is no such file", path=str(file))
    _check(file, key)
    _copy(file, target, told)


def _check(file: Path, key: bytes) -> None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as there:
            whole = there.execute("PRAGMA quick_check").fetchone() == ("ok",)
            sealed = there.execute("SELECT body FROM vault WHERE id = 1").fetchone()
    except sqlite3.Error:
        whole, sealed = False, None
    if not whole or sealed is None:
        raise BadDatabase("{path}: this is no backup of a database, or a damaged one", path=str(file))
    try:
        Vault(key).unseal(sealed[0], *MARK)
    except BadKey:
        raise BadKey("{path}: it belongs to another key; give the key of the server that it was made from",
                     path=str(file)) from None  # fmt: skip


def _copy(source: Path, target: Path, told: Told) -> None:
    part = target.with_name(target.name + ".part")
    try:
        part.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(part)) as there:
            # We hold on to what is there now: else every write of the server would make the copy begin anew.
            here.execute("BEGIN")
            here.execute("SELECT 1 FROM sqlite_schema").fetchone()
            here.backup(there, pages=PAGES, progress=lambda _, left, all: told(1 - left / max(1, all)))
            there.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    except sqlite3.Error as fault:
        raise BadDatabase("{path}: it cannot be copied: {fault}", path=str(source), fault=str(fault)) from None
    finally:
        part.unlink(missing_ok=True)
