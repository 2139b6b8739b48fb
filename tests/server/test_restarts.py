"""A planned restart: it is announced, nobody is sent to a server that cannot answer, and it costs no clock anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from sprawdzam.engine.fairness import seal
from sprawdzam.server import driving, due, running
from sprawdzam.server import events as e
from sprawdzam.server import sheet as phases
from sprawdzam.server.app import Server, Settings
from sprawdzam.server.socket import Socket as Line
from sprawdzam.server.store import StoreDown

from .entries import until
from .sockets import KEY, LEAPS, Person, Socket, World, serving

pytestmark = pytest.mark.anyio

PART = bytes(range(32))
AWAY = 90_000  # milliseconds from the stop to the new start


@asynccontextmanager
async def announcing(database: Path, world: World) -> AsyncIterator[tuple[Server, str]]:
    """A server that stops as that of ``sprawdzam serve`` does, and its address."""
    server = Server(Settings(f"sqlite:///{database}", KEY, tempo=0.0), world.outside())
    config = uvicorn.Config(server, host="127.0.0.1", port=0, ws=Line, log_config=None, access_log=False)
    up = running._Announced(config, server)
    task = asyncio.create_task(up.serve())
    try:
        await until(lambda: up.started or task.done())
        yield server, f"http://127.0.0.1:{up.servers[0].sockets[0].getsockname()[1]}"
    finally:
        up.should_exit = True
        await task


async def called(person: Person, **more: Any) -> tuple[str, Socket]:
    """A table with a bot, whose deal waits for the person's seal."""
    body = {"game": "blef", "seats": 2, "bots": ["novice"], **more}
    table = (await person.http.post("/api/tables", json=body)).json()["id"]
    socket = await person.socket(table)
    await socket.ask("start")
    return table, socket


async def asked(person: Person) -> tuple[str, Socket]:
    """A match against a bot, with a clock, in which the person is asked."""
    table, socket = await called(person, clock={"kind": "move", "seconds": 600})
    await socket.ask("seal", seal=seal(table, 1, 0, PART))
    await socket.ask("show", part=PART.hex())
    return table, socket


async def ended(socket: Socket) -> int | None:
    """The code with which a socket is closed."""
    await asyncio.wait_for(socket._reading, 10)
    return socket._line.close_code


async def stored(server: Server, table: str) -> list[e.AnyEvent]:
    return [e.read(body) for _, body in await server.store.events(table)]


async def test_a_planned_restart_is_announced_and_gives_the_clocks_their_time_back(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "STILL", LEAPS)
    database, world = Path(sqlite_url.removeprefix("sqlite:///")), World()
    async with announcing(database, world) as (server, address):
        ola, watcher = await Person.guest(address, "Ola"), Person(address)
        table, hers = await asked(ola)
        other = await watcher.socket(table)
        live = server.node.live[table]
        await until(lambda: 0 in live.table.actors)
        left = live.table.deadline(0) - world.now
    for socket in (hers, other):
        assert await ended(socket) == 1012
        *_, last = map(json.loads, socket.got)
        assert (last["is"], last["notice"], last["back_in"]) == ("notice", "restart", running.BACK_IN)
        assert "restarts" in last["text"]
    world.now += AWAY
    async with announcing(database, world) as (server, _):
        await until(lambda: table in server.node.live)
        live = server.node.live[table]
        await until(lambda: not live.lock.locked() and live.table.deadline(0) - world.now >= left)
        assert [event.lost >= AWAY for event in await stored(server, table) if isinstance(event, e.Restored)] == [True]


@pytest.mark.parametrize("phase", [phases.SEALING, phases.SHOWING])
async def test_a_restart_takes_no_time_from_those_whose_part_of_the_deal_is_awaited(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, phase: str
) -> None:
    monkeypatch.setattr(driving, "STILL", LEAPS)
    database, world = Path(sqlite_url.removeprefix("sqlite:///")), World()
    async with announcing(database, world) as (server, address):
        table, socket = await called(await Person.guest(address, "Ola"))
        if phase == phases.SHOWING:
            await socket.ask("seal", seal=seal(table, 1, 0, PART))
        assert server.node.live[table].table.sheet.phase == phase
    world.now += AWAY
    async with announcing(database, world) as (server, _):

        async def told(kind: type[e.AnyEvent]) -> int:
            return sum(isinstance(event, kind) for event in await stored(server, table))

        await until(lambda: table in server.node.live)
        live = server.node.live[table]
        await until(lambda: not live.lock.locked() and live.table.sheet.since == world.now)
        assert (live.table.sheet.phase, await told(e.Restored), await told(e.Voided)) == (phase, 1, 0)
        world.now += due.ANSWER - 1
        assert server.driver._due(live.table, world.now) is None
        world.now += 1
        assert isinstance(server.driver._due(live.table, world.now), e.Voided)


async def ready(http: httpx.AsyncClient) -> tuple[int, int]:
    """How it answers whoever asks whether to send people there, and whether it lives."""
    return (await http.get("/readyz")).status_code, (await http.get("/healthz")).status_code


async def test_whoever_asks_is_told_whether_the_database_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "test.db", World()) as (server, address), httpx.AsyncClient(base_url=address) as http:
        assert await ready(http) == (200, 200)

        async def down(work: Any) -> Any:
            raise StoreDown("gone")

        with monkeypatch.context() as patched:
            patched.setattr(server.store, "read", down)
            assert await ready(http) == (503, 200)
        assert await ready(http) == (200, 200)


async def test_nobody_is_sent_to_a_server_that_stops(sqlite_url: str) -> None:
    server = Server(Settings(sqlite_url, KEY))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(server), base_url="http://127.0.0.1") as http:
        assert await ready(http) == (503, 200)  # it has not begun
        await server.start()
        assert await ready(http) == (200, 200)
        server.farewell(1.0)
        assert await ready(http) == (503, 200)
        await server.stop()
        assert await ready(http) == (503, 200)
