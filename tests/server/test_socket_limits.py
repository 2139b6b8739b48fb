"""What one socket may ask for, and what it may leave unread; whoever asks for more is told why, or cut."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sprawdzam.server import connection, wire
from sprawdzam.server.app import Server
from sprawdzam.server.hub import JOINED

from .sockets import Person, Socket, World, serving

pytestmark = pytest.mark.anyio

Serving = tuple[Server, str]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Serving]:
    async with serving(tmp_path / "test.db", World()) as up:
        yield up


async def opened(person: Person, tables: int) -> list[str]:
    body = {"game": "blef", "seats": 2}
    return [(await person.http.post("/api/tables", json=body)).json()["id"] for _ in range(tables)]


async def code(line: ClientConnection) -> int | None:
    """With which a socket is closed after everything that still comes."""
    async with asyncio.timeout(10):
        with pytest.raises(ConnectionClosed):
            while True:
                await line.recv()
    return line.close_code


async def test_a_flood_of_requests_is_told_when_to_go_on(server: Serving) -> None:
    async with connect(server[1].replace("http", "ws") + "/api/socket") as line:
        assert json.loads(await line.recv())["is"] == "hello"
        free = int(connection.BURST / connection.REFUSED)  # so much nonsense at once
        flood = free + 15
        for n in range(flood):
            await line.send(json.dumps({"do": "say", "id": str(n), "table": "none", "text": "hello"}))
        answers = [json.loads(await line.recv()) for _ in range(flood)]
        assert {answer["error"] for answer in answers} == {"no_table", "too_many"}
        assert {a["retry_after"] for a in answers if a["error"] == "too_many"} == {1}
        assert [answer["error"] for answer in answers[:free]] == ["no_table"] * free
        await asyncio.sleep(connection.REFUSED * 2 / connection.RATE)
        await line.send(json.dumps({"do": "say", "id": "later", "table": "none", "text": "hello"}))
        assert json.loads(await line.recv())["error"] == "no_table"


async def test_whoever_asks_for_nothing_but_nonsense_is_cut(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals count in a row: a request that is granted makes up for all before."""
    monkeypatch.setattr(connection, "PATIENCE", 5)
    ola = await Person.guest(server[1], "Ola")
    (table,) = await opened(ola, 1)
    socket = await ola.socket(table)
    for _ in range(2):
        assert [(await socket.ask("sit", seat=5))["error"] for _ in range(5)] == ["seat_taken"] * 5
        assert (await socket.ask("leave"))["is"] == "done"
    assert [(await socket.ask("sit", seat=5))["error"] for _ in range(6)] == ["seat_taken"] * 6
    await asyncio.wait_for(socket._reading, 10)
    assert socket._line.close_code == 1008


async def test_whoever_leaves_too_much_unread_is_cut(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BACKLOG", 100_000)
    async with connect(server[1].replace("http", "ws") + "/api/socket", max_queue=1) as slow:
        assert json.loads(await slow.recv())["is"] == "hello"
        (line,) = server[0].hub.lines
        for _ in range(10_000):
            if line._closing:
                break
            assert line._size <= connection.BACKLOG
            line.post(b'"%s"' % (b"x" * 10_000))
            await asyncio.sleep(0)
        assert not line._outbox
        assert await code(slow) == 1013


async def test_one_socket_follows_so_many_tables_and_no_more(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BURST", 1000.0)
    ola = await Person.guest(server[1], "Ola")
    *tables, last = await opened(ola, JOINED + 1)
    socket = await ola.socket(tables[0])
    for table in tables:
        assert (await socket.ask("join", table=table))["is"] == "done"
    refused = await socket.ask("join", table=last)
    assert (refused["error"], str(JOINED) in refused["text"]) == ("not_allowed", True)
    assert (await socket.ask("leave", table=tables[0]))["is"] == "done"
    assert (await socket.ask("join", table=last))["is"] == "done"


async def test_whoever_speaks_another_protocol_is_told_which_one_is_spoken(server: Serving) -> None:
    ola = await Person.guest(server[1], "Ola")
    (table,) = await opened(ola, 1)
    socket = await Socket.open(server[1], ola.cookie, table, "line")
    refused = await socket.ask("join", protocol=77)
    assert refused["error"] == "not_allowed"
    assert "77" in refused["text"] and f"spoken: {wire.PROTOCOL}" in refused["text"]
    assert not any(json.loads(message)["is"] == "whole" for message in socket.got)
    assert (await socket.ask("join", protocol=wire.PROTOCOL))["is"] == "done"
