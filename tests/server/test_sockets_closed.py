"""A closed socket is gone at once and its place is free, and an open one keeps nothing of how it was opened."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from sprawdzam.server.limits import CROWDED
from sprawdzam.server.socket import Socket

from .sockets import World, serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("rude", [False, True], ids=["with a word", "without a word"])
async def test_a_closed_socket_is_gone_without_a_look_for_garbage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rude: bool
) -> None:
    there: weakref.WeakSet[Socket] = weakref.WeakSet()
    made = Socket.connection_made
    monkeypatch.setattr(Socket, "connection_made", lambda self, transport: (there.add(self), made(self, transport))[1])
    async with serving(tmp_path / "test.db", World()) as (_, address):
        line = await connect(address.replace("http", "ws") + "/api/socket")
        await line.recv()
        assert len(there) == 1
        gc.disable()
        try:
            for _ in range(50):
                await line.send("x" * 1000)
            if rude:
                line.transport.abort()
            else:
                await line.close()
            for _ in range(200):
                if not there:
                    break
                await asyncio.sleep(0.01)
            assert not there
        finally:
            gc.enable()


async def test_one_address_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path / "test.db", World(), sockets=2) as (_, address):
        socket = address.replace("http", "ws") + "/api/socket"
        async with connect(socket), connect(socket) as second:
            with pytest.raises(InvalidStatus) as caught:
                await connect(socket, additional_headers={"Accept-Language": "pl"})
            answer = caught.value.response
            told = json.loads(answer.body)
            assert (answer.status_code, answer.headers["retry-after"]) == (429, str(CROWDED))
            assert (told["error"], told["retry_after"]) == ("too_many", CROWDED)
            assert "2" in told["text"] and "połączeń" in told["text"]
            await second.close()
            async with asyncio.timeout(10):
                while True:
                    try:
                        async with connect(socket) as third:
                            await third.recv()
                            break
                    except InvalidStatus:  # its end has not been noticed yet
                        await asyncio.sleep(0.01)


async def test_an_open_socket_keeps_nothing_of_how_it_was_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: list[Socket] = []
    readers: weakref.WeakSet[HttpToolsProtocol] = weakref.WeakSet()
    made, begun = Socket.connection_made, HttpToolsProtocol.connection_made
    monkeypatch.setattr(
        Socket, "connection_made", lambda self, transport: (there.append(self), made(self, transport))[1]
    )
    monkeypatch.setattr(
        HttpToolsProtocol, "connection_made", lambda self, transport: (readers.add(self), begun(self, transport))[1]
    )
    gc.disable()
    try:
        async with serving(tmp_path / "test.db", World()) as (_, address):
            where, said = address.replace("http", "ws") + "/api/socket", {"Accept-Language": "pl"}
            async with connect(where, additional_headers=said) as line:
                await line.recv()
                [socket] = there
                assert not readers
                assert not socket.request.headers and not socket.response.headers and not socket.scope["headers"]
                await line.send("?")
                assert "nie da się odczytać" in str(await line.recv())  # the language was heard in time
    finally:
        gc.enable()
