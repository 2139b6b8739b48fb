"""The WebSocket of uvicorn with a short cut: a text that can go out at once does so.

By the way of ASGI every message is a task, a dictionary and a pass through the protocol's own writer, which is several
times the work of sending it. A busy node sends thousands in a second.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from sprawdzam.server.homes import Homes

EXTENSION = "sprawdzam.write"
TEXT = 0x81  # a whole message
SLICE = 4096  # bytes that are taken in before anybody looks whether it is too much: a read may have 40,000 frames
WAITING = 200  # messages that may wait to be read
ASIDES, ASIDES_BURST = 20.0, 60.0  # pings, pongs and later parts of messages in a second, and at once
PARTS = 32  # of which one message may be put together
POLICY = 1008

Write = Callable[[bytes], bool]  #: sends a text; False if it has to wait


class Socket(WebSocketsSansIOProtocol):
    """When it is closed and nobody serves it any more, it lets go of everything: a socket, its parser and its request
    hold on to one another, together with whatever was sent and never read, which may be much if somebody meant it.

    With ``homes`` it goes to the worker whose home its table is; there it is made anew, of the ``request`` as it came.
    """

    served = False
    vouched = False
    """The system hangs up by itself if what was sent does not arrive."""
    written_at = 0.0
    _owed = b""
    """The pong that waits until somebody reads: the last one answers for all."""
    _calm_at = 0.0
    """When as many asides as possible may come at once again."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None, *, homes: Homes | None = None, request: bytes = b"",
    ) -> None:  # fmt: skip
        super().__init__(config, server_state, app_state, _loop)
        self._homes = homes
        self._handed_over = request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """What read the request until here, a protocol and its parser that hold on to one another, is let go as well;
        it still has to hand the connection over."""
        if not self._handed_over:
            self.loop.call_soon(vars(cast(asyncio.Transport, transport).get_protocol()).clear)
        super().connection_made(transport)
        if (self.ping_interval and self.ping_timeout and hasattr(socket, "TCP_USER_TIMEOUT")
                and (raw := transport.get_extra_info("socket")) is not None):  # fmt: skip
            patience = int((self.ping_interval + self.ping_timeout) * 1000)
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
            self.vouched = True
        if self._handed_over:
            self.data_received(self._handed_over)  # before anything that comes by itself
            self._handed_over = b""

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), SLICE):
            super().data_received(data[at : at + SLICE])
            if self.read_paused and self.queue.qsize() > WAITING:
                self._cut()
            if self.transport.is_closing():
                break

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._owed and not (self.close_sent or self.transport.is_closing()):
            owed, self._owed = self._owed, b""
            self.transport.write(owed)

    def send_keepalive_ping(self) -> None:
        """Only after silence: whoever is sent frames all the time is known to be there, and thousands who are asked all
        the same take a tenth of the time of a busy node."""
        quiet = self.written_at + (self.ping_interval or 0.0) - self.loop.time()
        if self.vouched and quiet > 0:
            self.ping_timer = self.loop.call_later(quiet, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_connect(self, event: Request) -> None:
        if self._homes is not None and self._goes_home(self._homes, event):
            self.transport.abort()  # its own end only: the connection stays open as long as the other worker has it
            return
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.served = True
            self.scope["extensions"][EXTENSION] = {"write": self.write}

    def _goes_home(self, homes: Homes, event: Request) -> bool:
        """Whether another worker has it now. Nothing was answered, so that worker begins where this one began."""
        home = homes.elsewhere(event.path)
        raw = self.transport.get_extra_info("socket")
        if home is None or raw is None or self.transport.get_write_buffer_size():
            return False
        self.transport.pause_reading()  # whatever comes next is for the other one
        if homes.hand_over(home, raw.fileno(), event.serialize()):
            return True
        self.transport.resume_reading()
        return False

    async def send(self, message: Any) -> None:
        """Once a socket is open nobody asks any more how it was opened, but all that was said would be kept three times
        for as long as it is open: a fifth of its memory."""
        await super().send(message)
        self.written_at = self.loop.time()
        if message["type"] != "websocket.send" and not message.get("more_body"):
            # What was refused was answered, and who has gone needs no answer: neither is an error of ours, and uvicorn
            # would write one to the log for everybody who likes.
            self.handshake_complete = self.handshake_complete or self.close_sent or self.transport.is_closing()
        if message["type"] == "websocket.accept":
            for headers in (self.request.headers, self.response.headers, self.scope["headers"]):
                cast(Any, headers).clear()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self.served:
            self._let_go()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.served = False
        if self.disconnected:
            self._let_go()

    def _let_go(self) -> None:
        vars(self.conn).clear()
        vars(self).clear()

    def handle_text(self, event: Frame) -> None:
        # JSON is read as bytes. What is no UTF-8 is no JSON either, and is refused like that; uvicorn would write a
        # traceback to the log for every such message, which is an invitation. And uvicorn would stop reading until the
        # message is answered; here only whoever sends the next one before that has to wait.
        if event.fin and self.queue.empty() and not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": bytes(event.data)})
        else:
            self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        if not self.close_sent or self._calm():  # nobody paces those who were asked to go
            super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        if self._calm():
            super().handle_cont(event)
            if len(self.frames) > PARTS:
                self._cut()

    def handle_ping(self) -> None:
        if self._calm():
            pongs = self.conn.data_to_send()
            if self.writable.is_set():
                self.transport.write(b"".join(pongs))
            elif pongs:
                self._owed = pongs[-1]

    def handle_pong(self, event: Frame) -> None:
        if self._calm():
            super().handle_pong(event)

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # not open yet, so there is nobody who could be told
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def _calm(self) -> bool:
        """Counts an aside, and hangs up if there were too many."""
        if self.transport.is_closing():
            return False
        now = self.loop.time()
        self._calm_at = max(self._calm_at, now) + 1 / ASIDES
        if self._calm_at - now <= ASIDES_BURST / ASIDES:
            return True
        self._cut()
        return False

    def _cut(self) -> None:
        """Hangs up on somebody who floods. What they wanted is forgotten: to read all of it is what they are after."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.frames = []
        self.conn.data_to_send()
        self.conn.fail(POLICY, "too many frames at once; see the limits of the protocol")
        self.handle_parser_exception()
        if not self.writable.is_set():  # they would not read it
            self.transport.abort()

    def write(self, body: bytes) -> bool:
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        size = len(body)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 65536:
            head = bytes((TEXT, 126)) + size.to_bytes(2)
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8)
        self.transport.write(head + body)
        self.written_at = self.loop.time()
        return True


def short_cut(scope: Mapping[str, Any]) -> Write:
    """The short cut of a connection, if its server has one; else everything waits its turn."""
    found: Write = scope.get("extensions", {}).get(EXTENSION, {}).get("write", no_short_cut)
    return found


def no_short_cut(body: bytes) -> bool:
    return False
