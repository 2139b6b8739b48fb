"""Frames of which no honest client sends many: nobody can keep a node busy with them, or fill its memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.server import ServerProtocol

from sprawdzam.server.socket import SLICE, WAITING, Socket

from .test_keeping_alive import HANDSHAKE

pytestmark = pytest.mark.anyio

PING, PONG, EMPTY, BEGIN, PART, END = (bytes((head, 0x80, 0, 0, 0, 0)) for head in b"\x89\x8a\x81\x01\x00\x80")
READ = 256 * 1024  # bytes that come in one read at most
ANSWER = b"\x8a\x00"
MOST = 2 * SLICE // len(PING)  # frames that may be looked at before it is noticed


class Site:
    """A server that reads all that it is sent, or nothing, and somebody who is connected to it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: Socket) -> None:
        self.reader, self.writer, self.line = reader, writer, line
        self.heard: list[bytes] = []

    async def read(self, until: bytes) -> bytes:
        """What comes until then; all until the server hangs up if that never comes."""
        got = b""
        async with asyncio.timeout(20):
            while until not in got:
                if not (more := await self.reader.read(10_000)):
                    break
                got += more
        return got


@asynccontextmanager
async def site(*, busy: bool = False, closes: bool = False, opens: bool = True) -> AsyncIterator[Site]:
    """It is ``busy``: it reads no message; it ``closes`` at once; it never ``opens``."""
    heard: list[bytes] = []
    done = asyncio.Event()

    async def app(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        await receive()
        if not opens:
            await done.wait()
            return
        await send({"type": "websocket.accept"})
        if closes:
            await send({"type": "websocket.close", "code": 1012})
        if busy or closes:
            await done.wait()
        while (message := await receive())["type"] != "websocket.disconnect":
            heard.append(message["bytes"])

    config = uvicorn.Config(app, port=0, ws=Socket, lifespan="off", log_config=None, ws_ping_interval=None)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection(*server.servers[0].sockets[0].getsockname())
    try:
        writer.write(HANDSHAKE)
        if opens:
            await reader.readuntil(b"\r\n\r\n")
        while not any(isinstance(line, Socket) for line in server.server_state.connections):
            await asyncio.sleep(0.01)
        (line,) = server.server_state.connections
        assert isinstance(line, Socket)
        one = Site(reader, writer, line)
        one.heard = heard
        yield one
    finally:
        done.set()
        writer.close()
        server.should_exit = server.force_exit = True
        await task


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every frame that the parser has made."""
    found: list[object] = []
    honest = ServerProtocol.recv_frame

    def recv_frame(self: ServerProtocol, frame: Any) -> None:
        found.append(frame)
        honest(self, frame)

    monkeypatch.setattr(ServerProtocol, "recv_frame", recv_frame)
    return found


async def test_whoever_asks_now_and_then_is_answered() -> None:
    async with site() as one:
        one.writer.write(PING * 30 + PONG * 20)
        assert (await one.read(ANSWER * 30)).count(ANSWER) == 30
        one.writer.write(BEGIN[:1] + b"\x81\0\0\0\0a" + PART[:1] + b"\x81\0\0\0\0b" + PING + END[:1] + b"\x81\0\0\0\0c")
        assert await one.read(ANSWER) == ANSWER
        assert one.heard == [b"abc"]
        assert not one.line.transport.is_closing()


@pytest.mark.parametrize(
    "flood",
    [PING * 100, PONG * 100, BEGIN + (PART + PING) * 50, (BEGIN + END) * 100, BEGIN + PART * 40],
    ids=["pings", "pongs", "parts and pings", "messages in parts", "a message that never ends"],
)
async def test_a_flood_of_what_is_no_message_ends_the_line_and_says_why(flood: bytes) -> None:
    async with site() as one:
        one.writer.write(flood)
        got = await one.read(b"nothing")
        at = got.index(b"\x88")
        assert got[at + 2 : at + 4] == (1008).to_bytes(2) and b"too many frames" in got[at:]


@pytest.mark.parametrize("frame", [PING, PONG, EMPTY, BEGIN + END, EMPTY * 3 + PING], ids=range(5))
@pytest.mark.parametrize("closes", [False, True], ids=["open", "asked to go"])
async def test_of_a_read_that_is_full_of_frames_only_the_beginning_is_read(
    parsed: list[object], frame: bytes, closes: bool
) -> None:
    """All of it would take a tenth of a second, in which nobody else is served."""
    async with site(busy=True, closes=closes) as one:
        while closes and not one.line.close_sent:
            await asyncio.sleep(0.01)
        one.line.data_received(frame * (READ // len(frame)))
        assert len(parsed) < MOST
        assert one.line.transport.is_closing()
        assert one.line.queue.qsize() <= 1 and len(one.line.frames) <= 1  # that it is over


async def test_requests_may_wait_but_not_thousands_of_them() -> None:
    async with site(busy=True) as one:
        one.line.data_received(EMPTY * (WAITING // 2))
        assert one.line.queue.qsize() == WAITING // 2 and not one.line.transport.is_closing()
        one.line.data_received(EMPTY * WAITING)
        assert one.line.transport.is_closing() and one.line.queue.qsize() <= 1


async def test_who_does_not_read_is_sent_one_pong_later_and_not_all() -> None:
    async with site() as one:
        one.line.pause_writing()  # as the transport does when too much waits
        for n in range(10):
            one.line.data_received(b"\x89\x81\0\0\0\0%d" % n)
        assert one.line.transport.get_write_buffer_size() == 0
        one.line.resume_writing()
        assert await one.read(b"\x8a\x019") == b"\x8a\x019"


async def test_who_floods_and_does_not_read_is_gone_all_the_same() -> None:
    async with site() as one:
        while one.line.write(b"x" * 60_000):
            pass
        waits = one.line.transport.get_write_buffer_size()
        one.line.data_received(PING * 50)
        assert one.line.transport.get_write_buffer_size() == waits > 0
        one.line.data_received(PING * 50)
        async with asyncio.timeout(20):
            while not vars(one.line).get("disconnected", True):  # it lets go of everything when it is
                await asyncio.sleep(0.01)


async def test_floods_and_garbage_before_a_line_is_open_end_it_without_a_fault() -> None:
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: faults.append(context))
    for flood in (PING * 100, b"\xff" * 10, EMPTY * 1000):
        async with site(opens=False) as one:
            one.writer.write(flood)
            async with asyncio.timeout(20):
                while not one.line.transport.is_closing():
                    await asyncio.sleep(0.01)
    assert not faults
