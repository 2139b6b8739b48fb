"""Sockets that are asked whether somebody is still there, and those that need not be."""

import asyncio
import socket
import time
from contextlib import asynccontextmanager

import pytest
import uvicorn

from sprawdzam.server.socket import Socket, short_cut

EVERY = 0.4  # seconds of silence after which somebody is asked
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = b"\x89\x04"  # of four bytes


def talkative(short):
    async def app(scope, receive, send):
        """Says something often, then nothing any more."""
        await receive()
        await send({"type": "websocket.accept"})
        for _ in range(15):
            if short:
                assert short_cut(scope)(b"word")
            else:  # as to somebody who reads slowly
                await send({"type": "websocket.send", "text": "word"})
            await asyncio.sleep(EVERY / 5)
        await receive()

    return app


@asynccontextmanager
async def serving(short=True):
    """A server, and what somebody reads who is connected to it."""
    config = uvicorn.Config(
        talkative(short), port=0, ws=Socket, lifespan="off", log_config=None,
        ws_ping_interval=EVERY, ws_ping_timeout=20.0,
    )  # fmt: skip
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection(*server.servers[0].sockets[0].getsockname())
    writer.write(HANDSHAKE)
    await reader.readuntil(b"\r\n\r\n")
    yield server, reader
    writer.close()
    server.should_exit = server.force_exit = True
    await task


@pytest.mark.parametrize("short", [True, False])
def test_somebody_is_asked_only_when_there_was_nothing_to_say(short):
    asyncio.run(_silence(short))


async def _silence(short):
    async with serving(short) as (_, reader):
        heard, begin = b"", time.monotonic()
        while heard.count(b"word") < 15:
            heard += await asyncio.wait_for(reader.read(100), 10)
        assert time.monotonic() - begin > 2 * EVERY, "it must have talked for longer than the silence"
        assert PING not in heard
        while PING not in heard:
            heard += await asyncio.wait_for(reader.read(100), 10)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="SKIPPED: this system cannot hang up by itself")
def test_what_does_not_arrive_hangs_up():
    asyncio.run(_vouched())


async def _vouched():
    async with serving() as (server, _):
        (line,) = server.server_state.connections
        raw = line.transport.get_extra_info("socket")
        assert raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == (EVERY + 20) * 1000
