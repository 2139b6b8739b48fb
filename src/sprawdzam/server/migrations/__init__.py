"""The steps that bring a database of any age to ``schema``.

A step is a file in ``versions``, written by hand and never changed after a release; its name begins with its number,
which is also its revision. A test says what is missing.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from sprawdzam.server.database import BadDatabase

FOLDER = Path(__file__).parent
MARK = table("alembic_version", column("version_num"))


def version(connection: Connection) -> str | None:
    """Of which version a database is; None if there is nothing of ours in it."""
    there = connection.scalar(select(MARK.c.version_num)) if inspect(connection).has_table(MARK.name) else None
    return None if there is None else known(there)


def known(version: str) -> str:
    """A version that this program can work with."""
    if version not in _steps():
        raise BadDatabase(
            "the database is of a newer version ({version}) than this program; install a newer Sprawdzam!",
            version=version,
        )
    return version


def upgrade(connection: Connection, to: str | None = None) -> None:
    """Takes every step that is missing (``to`` a version, if one is named), in the transaction of the caller, who sees
    to it that nobody else does so."""
    there, steps = version(connection), _steps()
    if there == (to or steps[-1]):
        return
    from alembic import command  # here: it takes as long to load as all the rest, and is seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to or "head")


def _steps() -> list[str]:
    return sorted(file.name.partition("_")[0] for file in (FOLDER / "versions").glob("[0-9]*.py"))
