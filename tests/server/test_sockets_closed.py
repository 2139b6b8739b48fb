"""A closed socket is gone at once, and what opened an open one: nothing waits for Python to look for garbage."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.asyncio.client import connect

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
