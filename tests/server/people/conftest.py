"""A small server of people alone, on SQLite, with a clock that stands still."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import shutil

import pytest
from argon2 import PasswordHasher
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient

from sprawdzam.server.api import Api, known
from sprawdzam.server.backups import backup
from sprawdzam.server.guard import Gate, Guard
from sprawdzam.server.limits import Limits, Rate, Rates
from sprawdzam.server.passwords import Passwords
from sprawdzam.server.people import People
from sprawdzam.server.people_api import people_routes
from sprawdzam.server.schema import metadata, vault
from sprawdzam.server.store import Store

KEY = bytes(32)
FREELY = Rates(*[Rate(10_000, 1000.0)] * len(Rates._fields))
PASSWORD = "tak naprawdę nie wiem"


class Clock:
    """Stands at a moment until it is moved."""

    def __init__(self):
        self.ms = 1_800_000_000_000

    def __call__(self):
        return self.ms

    def seconds(self):
        return self.ms / 1000

    def pass_by(self, *, seconds=0, days=0):
        self.ms += int(seconds * 1000) + days * 24 * 3600 * 1000


class Site:
    """The server and browsers that visit it."""

    def __init__(self, address, rates=FREELY, gate=None, forgotten=None, routes=()):
        self.clock = Clock()
        self.limits = Limits(self.clock.seconds, rates)
        self.people = None
        self.store = None
        self.forgotten = forgotten
        self.routes = routes
        self.address = address
        self.app = Guard(Starlette(lifespan=self._lifespan), self.limits, gate or Gate())
        self._portal = None

    @contextlib.asynccontextmanager
    async def _lifespan(self, app):
        self.store = await Store.open(self.address, KEY)
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.people = People(self.store, self.clock, secrets.token_bytes, Passwords(hasher))
        declared = [*people_routes(self.people, forgotten=self.forgotten), *self.routes]
        app.router.routes += Api(self.people, self.limits, declared).mounted()
        app.router.routes.append(WebSocketRoute("/socket", self._socket))
        yield
        await self.store.close()

    async def _socket(self, socket):
        caller = await known(self.people, socket)
        await socket.accept()
        await socket.send_text(caller.user.name if caller else "nobody")
        await socket.close()

    def __enter__(self):
        self._client = TestClient(self.app).__enter__()
        return self

    def __exit__(self, *fault):
        self._client.__exit__(*fault)

    def run(self, call, *args):
        """Awaits a call on the loop of the server."""
        return self._client.portal.call(call, *args)

    def rows(self, table):
        return self.run(self.store.read, lambda db: db.execute(table.select()).mappings().all())

    def write(self, *statements):
        self.run(self.store.write, lambda db: [db.execute(statement) for statement in statements] and None)

    def wipe(self):
        """As new; opening a store takes longer than most tests."""
        self.write(*(table.delete() for table in metadata.sorted_tables if table is not vault))

    def browser(self, *, scheme="http", host="testserver", address="192.0.2.7"):
        client = TestClient(self.app, base_url=f"{scheme}://{host}", client=(address, 50_000))
        client.portal = self._client.portal  # one loop for all: the store lives on it
        client.headers.update({"origin": f"{scheme}://{host}", "content-type": "application/json"})
        return client

    def guest(self, name="Ola"):
        browser = self.browser()
        answer = browser.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        browser.id = answer.json()["id"]
        return browser

    def account(self, login="ola", name="Ola", password=PASSWORD):
        browser = self.browser()
        answer = browser.post("/api/accounts", json={"login": login, "password": password, "name": name})
        assert answer.status_code == 201, answer.text
        browser.id = answer.json()["id"]
        return browser

    def program(self, owner, name="Automat"):
        """A client with the token of a new program."""
        program = owner.post("/api/programs", json={"name": name}).json()
        made = owner.post(f"/api/programs/{program['id']}/tokens", json={"name": "first"}).json()
        client = self.browser()
        del client.headers["origin"]
        client.headers["authorization"] = f"Bearer {made['secret']}"
        client.id, client.secret, client.token = program["id"], made["secret"], made["token"]["id"]
        return client


@pytest.fixture(scope="session")
def blank(tmp_path_factory):
    """A database with all tables and nothing in them, to be copied: migrating takes longer than most tests."""
    path = tmp_path_factory.mktemp("blank") / "blank.db"

    async def make():
        store = await Store.open(f"sqlite:///{path}", KEY)
        await store.close()

    asyncio.run(make())
    backup(f"sqlite:///{path}", path.with_suffix(".copy"), lambda done: None)
    return path.with_suffix(".copy")


@contextlib.contextmanager
def building(blank, folder):
    count = itertools.count()
    with contextlib.ExitStack() as open_sites:

        def make(**settings):
            database = folder / f"{next(count)}.db"
            shutil.copy(blank, database)
            return open_sites.enter_context(Site(f"sqlite:///{database}", **settings))

        yield make


@pytest.fixture
def build(blank, tmp_path):
    """Makes sites; they are closed after the test."""
    with building(blank, tmp_path) as make:
        yield make


@pytest.fixture(scope="session")
def running(blank, tmp_path_factory):
    with building(blank, tmp_path_factory.mktemp("running")) as make:
        yield make()


@pytest.fixture
def site(running):
    """A site on which nothing has happened yet."""
    yield running
    running.wipe()
