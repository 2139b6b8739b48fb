"""Databases for tests: every test that asks for ``url`` runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sprawdzam.bench.load.postgres import Postgres
from sprawdzam.server import driving
from sprawdzam.server.folder import make_folder
from sprawdzam.server.store import Store

if TYPE_CHECKING:
    from .nodes import Up

KEY = bytes(range(32))

# psql prints what the first part makes, and carries it out.
EMPTY = """
SELECT format('TRUNCATE %s RESTART IDENTITY', string_agg(quote_ident(tablename), ', '))
FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' HAVING count(*) > 0 \\gexec"""

Open = Callable[[str], Awaitable[Store]]
Start = Callable[..., Awaitable["Up"]]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def new_postgres_url(postgres: Postgres) -> str:
    postgres.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return postgres.url("postgres")


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """Emptied, not made anew: that is much faster."""
    postgres.query(EMPTY)
    return postgres.url("postgres")


@pytest.fixture
def new_sqlite_url(tmp_path: Path) -> str:
    make_folder(tmp_path / "data")
    return f"sqlite:///{tmp_path / 'data' / 'sprawdzam.db'}"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database, to be copied."""
    path = tmp_path_factory.mktemp("template") / "sprawdzam.db"
    asyncio.run(_make(f"sqlite:///{path}"))
    return path


async def _make(url: str) -> None:
    await (await Store.open(url, KEY)).close()


@pytest.fixture
def sqlite_url(tmp_path: Path, migrated: Path) -> str:
    (tmp_path / "data").mkdir(mode=0o700)
    shutil.copy(migrated, tmp_path / "data")
    return f"sqlite:///{tmp_path / 'data' / migrated.name}"


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest) -> str:
    """The address of a database that nobody has opened yet."""
    found: str = request.getfixturevalue(f"new_{request.param}_url")
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
async def opened() -> AsyncIterator[Open]:
    """Opens stores, each of which is a node of its own, and closes them after the test."""
    stores: list[Store] = []

    async def open_store(url: str) -> Store:
        stores.append(await Store.open(url, KEY))
        return stores[-1]

    yield open_store
    for store in stores:
        await store.close()


@pytest.fixture
async def store(url: str, opened: Open) -> Store:
    return await opened(url)


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts nodes, and stops them after the test unless they were killed."""
    from .nodes import Up

    ups: list[Up] = []

    async def up(url: str, name: str, heir_of: str = "") -> Up:
        ups.append(await Up.start(url, name, heir_of))
        return ups[-1]

    yield up
    for each in ups:
        if each.driver._beating is not None and not each.driver._beating.cancelled():
            await each.stop()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dead are missed sooner."""
    monkeypatch.setattr(driving, "BEAT", 0.1)
    monkeypatch.setattr(driving, "LEASE", 300)
