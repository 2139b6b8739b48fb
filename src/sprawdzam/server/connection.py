"""A socket: requests come in one after the other, frames go out in order, and nobody can make the others wait."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from time import monotonic
from typing import Any

import msgspec

from sprawdzam import __version__
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.texts import mark, texts
from sprawdzam.server import wire
from sprawdzam.server.decisions import Asker
from sprawdzam.server.hub import JOIN, Hub
from sprawdzam.server.refusals import Refusal, TooMany, code_of, failed, too_many, wait_of
from sprawdzam.server.socket import POLICY, Write, no_short_cut
from sprawdzam.server.store import outward

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

log = logging.getLogger(__name__)

LONGEST = 16_384  # letters of a request
BACKLOG = 1_000_000  # bytes that somebody may leave unread
RATE, BURST = 20.0, 60.0  # requests in a second, and at once
REFUSED = 3.0  # requests as which one counts that is refused: honest clients have few, and some cost us a question
PATIENCE = 300  # refused requests in a row after which a line is cut

TOO_SLOW = 1013


class _Named(msgspec.Struct):
    """As much of a request as an answer needs."""

    id: wire.Id


class Malformed(Refusal):
    """Something that is no request."""


class Connection:
    """One socket of somebody. It is a ``Line`` for the tables that it has joined."""

    def __init__(
        self, hub: Hub, asker: Asker, language: str, send: Send, write: Write = no_short_cut, known_by: str = "",
        address: str = "",
    ) -> None:  # fmt: skip
        self.asker = asker
        self.known_by = known_by
        """The hash of the session or token with which it was opened."""
        self.address = address
        """Whose bucket its requests share with all other sockets from there."""
        self.language = language
        self.tables: set[str] = set()
        self._hub = hub
        self._send = send
        self._write = write
        self._outbox: deque[bytes] = deque()
        self._size = 0
        self._flushing = False
        self._flushed: asyncio.Future[None] | None = None
        self._closing = 0
        self._tokens, self._at = BURST, monotonic()
        self._refused = 0

    async def run(self, receive: Receive) -> None:
        """Until the other side hangs up, or is asked to."""
        hello = wire.Hello(wire.PROTOCOL, __version__, self.asker.who, self._hub.node.outside.now())
        self.post(wire.encode(hello))
        self._hub.lines.add(self)
        try:
            while not self._closing:
                message = await receive()
                if self._closing or message["type"] == "websocket.disconnect":
                    break
                await self._answer(message.get("text") or message.get("bytes") or b"")
        finally:
            self._closing = self._closing or 1000
            self._hub.lines.discard(self)
            self._hub.left(self)

    # --- in ---

    async def _answer(self, body: str | bytes) -> None:
        try:
            self._pace(1.0)
            if len(body) > LONGEST:
                raise Malformed("a request has at most {most} letters", most=LONGEST)
            request = _read(body)
            if isinstance(request, wire.Join):
                self._pace(JOIN - 1.0)
            self.post(wire.encode(await self._hub.carry_out(self, request)))
            self._refused = 0
            self._hub.node.metrics.requests("done").inc()
        except SprawdzamError as error:
            self._refuse(body, error)
            if isinstance(error, TooMany) or self._closing:
                # Whoever is too fast is not even read any faster, and whoever is cut has a moment to hear why.
                await asyncio.sleep(1 / RATE)
            else:
                self._tokens -= REFUSED - 1.0
        except Exception:
            log.exception("a request failed")
            self._refuse(body, failed())

    def _refuse(self, body: str | bytes, error: SprawdzamError) -> None:
        error = outward(error)
        self._hub.node.metrics.requests(code_of(type(error))).inc()
        told = error.told(texts(self.language))
        self.post(wire.encode(wire.Refused(_id_of(body), code_of(type(error)), told, wait_of(error) or None)))
        self._refused += 1
        if self._refused > PATIENCE:
            self.close(POLICY)

    def _pace(self, cost: float) -> None:
        now = monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._at) * RATE)
        self._at = now
        if self._tokens < cost:
            raise too_many((cost - self._tokens) / RATE)
        self._tokens -= cost

    # --- out ---

    def post(self, body: bytes) -> None:
        if self._closing or (not self._flushing and self._write(body)):
            return
        self._outbox.append(body)
        self._size += len(body)
        if self._size > BACKLOG:
            self.close(TOO_SLOW)
        elif not self._flushing:
            self._flushing = True
            self._hub.node.spawn(self._flush())

    async def drained(self) -> bool:
        if self._flushing:
            self._flushed = asyncio.get_running_loop().create_future()
            await self._flushed
        return not self._closing

    def close(self, code: int) -> None:
        """Hangs up once what waits has gone out; what does not go out is lost with a line that is too slow."""
        if self._closing:
            return
        self._closing = code
        if code == TOO_SLOW:
            self._outbox.clear()
        if not self._flushing:
            self._flushing = True
            self._hub.node.spawn(self._flush())

    async def _flush(self) -> None:
        try:
            while self._outbox:
                body = self._outbox.popleft()
                self._size -= len(body)
                await self._send({"type": "websocket.send", "text": body.decode()})
            if self._closing:
                await self._send({"type": "websocket.close", "code": self._closing})
        except Exception:  # the other side has gone; its reader notices
            self._closing = self._closing or 1000
            self._outbox.clear()
        finally:
            self._flushing = False
            if self._flushed is not None and not self._flushed.done():
                self._flushed.set_result(None)
            self._flushed = None


_named = msgspec.json.Decoder(_Named).decode


def _read(body: str | bytes) -> wire.AnyRequest:
    try:
        return wire.decode(body)
    except msgspec.ValidationError as error:
        raise Malformed("this is no request: {problem}", problem=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Malformed(mark("this is no JSON that can be read")) from None


def _id_of(body: str | bytes) -> str:
    """The id of a request that is refused, perhaps before anybody has read it: else nobody would know which one to
    make again. Empty if there is none."""
    try:
        return _named(body).id if len(body) <= LONGEST else ""
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
