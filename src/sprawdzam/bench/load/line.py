"""A WebSocket client as lean as can be: it shares its cores with the server that it measures.

It speaks what a server may send to it: whole text messages, pings, a farewell. Its own messages are masked with zeros,
which the standard allows to whoever has nothing to hide from a proxy.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from typing import NamedTuple, cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
KEY = b64encode(bytes(16)).decode()
MASK = bytes(4)
PATIENCE = 30.0  # seconds for a handshake: thousands may come at once


class Address(NamedTuple):
    """Where a server listens."""

    host: str
    port: int

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"


class Line(asyncio.Protocol):
    """One socket. ``heard`` is called with every message, ``lost`` when it is closed, by whomever, if it was ever open:
    whoever dials hears of one that never was by an error."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._heard = heard
        self._lost = lost
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._opened = asyncio.get_running_loop().create_future()

    @classmethod
    async def dial(
        cls, address: Address, cookie: str, heard: Callable[[bytes], None], lost: Callable[[], None], table: str = ""
    ) -> Line:
        """An open socket, for a table or for any; raises ``OSError`` if there is no server that takes it."""
        loop = asyncio.get_running_loop()
        transport, line = await loop.create_connection(lambda: cls(heard, lost), *address)
        path = f"/api/socket?table={table}" if table else "/api/socket"
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {address.host}:{address.port}\r\nOrigin: {address.origin}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n"
        )
        transport.write(f"{head}{f'Cookie: {cookie}' if cookie else 'X-Nobody: 1'}\r\n\r\n".encode())
        try:
            await asyncio.wait_for(line._opened, PATIENCE)
        except BaseException:
            line._lost = _nobody
            transport.abort()
            raise
        return line

    def send(self, body: bytes, code: int = TEXT) -> None:
        assert self._transport is not None
        self._transport.write(_head(code, len(body)) + MASK + body)

    def raw(self, data: bytes) -> None:
        """Bytes as they are, which need be no message."""
        assert self._transport is not None
        self._transport.write(data)

    def close(self) -> None:
        """Hangs up without a word, as somebody does whose train enters a tunnel."""
        if self._transport is not None:
            self._transport.abort()

    # --- what the loop calls ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the server has hung up"))
        elif not self._opened.cancelled() and self._opened.exception() is None:
            self._lost()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self._opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._opened.set_exception(ConnectionError(head[:60].decode("latin-1")))
                return
            self._opened.set_result(None)
        self._rest = self._read(data)

    def _read(self, data: bytes) -> bytes:
        """Takes in all whole frames and returns what is left over."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start])
            if end < start + size:
                break
            code, body = data[at] & 15, data[start : start + size]
            at = start + size
            if code == TEXT:
                self._heard(body)
            elif code == PING:
                self.send(body, PONG)
            elif code == CLOSE:
                self.close()
        return data[at:]


def _head(code: int, size: int) -> bytes:
    if size < 126:
        return bytes((0x80 | code, 0x80 | size))
    if size < 65536:
        return bytes((0x80 | code, 0xFE)) + size.to_bytes(2)
    return bytes((0x80 | code, 0xFF)) + size.to_bytes(8)


def _nobody() -> None:
    pass
