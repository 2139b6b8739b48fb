"""Databases for tests: every test that asks for ``url`` runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from sprawdzam.server.store import Store

from .postgres import Postgres

KEY = bytes(range(32))

Open = Callable[[str], Awaitable[Store]]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    postgres.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return postgres.url("postgres")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'data' / 'sprawdzam.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of a new database."""
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
