"""What one socket may ask for, and what it may leave unread; whoever asks for more is told why, or cut."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sprawdzam.server import connection, wire
from sprawdzam.server.app import Server
from sprawdzam.server.hub import JOINED

from .sockets import Person, Socket, World, serving
from .test_keeping_alive import HANDSHAKE

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
        assert [answer["id"] for answer in answers] == [str(n) for n in range(flood)]  # or whom should one try again?
        assert [answer["error"] for answer in answers[:free]] == ["no_table"] * free
        await asyncio.sleep(connection.REFUSED * 2 / connection.RATE)
        await line.send(json.dumps({"do": "say", "id": "later", "table": "none", "text": "hello"}))
        assert json.loads(await line.recv())["error"] == "no_table"


@pytest.mark.parametrize(
    ("body", "id"),
    [
        ('{"do":"seal","id":"s1","table":"t","seal":"xyz"}', "s1"),
        ('{"do":"play","id":"s2"}', "s2"),
        ('{"do":"play","id":7}', ""),
        ('{"do":"play","id":"s3"', ""),
        ('{"do":"say","id":"s4","table":"t","text":"%s"}' % ("x" * connection.LONGEST), ""),
        ("[" * 10_000, ""),
    ],
    ids=["a wrong field", "a missing field", "a wrong id", "half a request", "too long", "too deep"],
)
async def test_what_is_no_request_is_refused_by_its_id_if_it_has_one(server: Serving, body: str, id: str) -> None:
    async with connect(server[1].replace("http", "ws") + "/api/socket") as line:
        assert json.loads(await line.recv())["is"] == "hello"
        await line.send(body)
        answer = json.loads(await line.recv())
        assert (answer["is"], answer["error"], answer["id"]) == ("refused", "malformed", id)


async def test_a_socket_that_is_not_opened_says_why_and_is_no_error_of_ours(
    server: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    async def refused(path: str, **headers: str) -> tuple[int, str]:
        with pytest.raises(InvalidStatus) as found:
            await connect(server[1].replace("http", "ws") + path, additional_headers=headers)
        answer = found.value.response
        return answer.status_code, json.loads(answer.body)["error"]

    assert await refused("/api/socket", Origin="https://evil.example") == (403, "foreign_origin")
    assert await refused("/api/socket", Authorization="Bearer nonsense") == (401, "not_signed_in")
    assert await refused("/api/nowhere") == (404, "not_found")
    server[0].ready = False
    assert await refused("/api/socket") == (503, "not_ready")
    server[0].ready = True
    for _ in range(5):  # somebody who has gone before anybody could answer
        _, writer = await asyncio.open_connection("127.0.0.1", int(server[1].rpartition(":")[2]))
        writer.write(HANDSHAKE.replace(b"GET /", b"GET /api/socket"))
        writer.transport.abort()
    await asyncio.sleep(0.2)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_socket_speaks_the_language_of_its_user_until_another_one_is_asked_for(server: Serving) -> None:
    async with connect(
        server[1].replace("http", "ws") + "/api/socket", additional_headers={"Accept-Language": "pl"}
    ) as line:

        async def text(**fields: object) -> str:
            await line.send(json.dumps({"id": "x", "table": table, **fields}))
            while (told := json.loads(await line.recv()))["is"] not in ("refused", "done"):
                heard.append(told)
            return str(told.get("text", ""))

        heard: list[dict[str, object]] = []
        (table,) = await opened(await Person.guest(server[1], "Ola"), 1)
        polish = await text(do="sit")
        assert await text(do="join") == "" and await text(do="sit") == polish
        assert await text(do="join", language="en") == "" and await text(do="sit") != polish


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
