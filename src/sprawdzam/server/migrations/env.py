"""Alembic runs this file for every command; the connection is handed in by ``upgrade``."""

from __future__ import annotations

from alembic import context

from sprawdzam.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
