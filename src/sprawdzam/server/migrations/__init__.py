"""The steps that bring a database of any age to ``schema``.

A step is a file in ``versions``, written by hand, never changed after a release; a test says what is missing.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from sprawdzam.engine.errors import SprawdzamError


class BadDatabase(SprawdzamError):
    """A database that this program cannot work with."""


def upgrade(connection: Connection) -> None:
    """Takes every step that is missing, in the transaction of the caller, who sees to it that nobody else does so."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    there = MigrationContext.configure(connection).get_current_heads()
    if unknown := set(there) - known:
        raise BadDatabase(
            "the database is of a newer version ({version}) than this program; install a newer Sprawdzam!",
            version=", ".join(sorted(unknown)),
        )
    if set(there) != set(scripts.get_heads()):
        command.upgrade(config, "head")
