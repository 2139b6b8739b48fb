"""A real server on a real socket, in the loop of the test, with everything injected that is not in the events."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sprawdzam.server import driving
from sprawdzam.server.app import Server, Settings
from sprawdzam.server.limits import SOCKETS, Limits, Rate, Rates
from sprawdzam.server.outside import Outside
from sprawdzam.server.socket import Socket as Line
from sprawdzam.server.table import Chance, keyed

KEY = bytes(range(32))
FREELY = Rate(10**9, 1e9)
LEAPS = 10**12  # milliseconds: the time of a world is set, and a server that it passes by has not stood still
PATIENCE = 60.0  # seconds for an answer, on a machine that has much else to do


class World:
    """The time, and everything else that would be random: the same in every run."""

    def __init__(self) -> None:
        self.now = 1_000_000_000
        self._count = itertools.count(1)

    def bytes(self, size: int) -> bytes:
        return hashlib.shake_128(b"world %d" % next(self._count)).digest(size)

    def outside(self, chance: Chance = keyed) -> Outside:
        return Outside(
            now=lambda: self.now,
            token=lambda: self.bytes(12).hex(),
            secret=lambda: self.bytes(32),
            luck=lambda: Random(1),
            chance=chance,
            entropy=self.bytes,
        )


@asynccontextmanager
async def serving(
    database: Path, world: World, chance: Chance = keyed, sockets: int = SOCKETS
) -> AsyncIterator[tuple[Server, str]]:
    """A server and its address. ``database`` is an empty one, which is used up."""
    limits = Limits(lambda: 0.0, Rates(*[FREELY] * len(Rates._fields)))
    server = Server(Settings(f"sqlite:///{database}", KEY, tempo=0.0, sockets=sockets), world.outside(chance), limits)
    config = uvicorn.Config(
        server, host="127.0.0.1", port=0, ws=Line, log_config=None, access_log=False, date_header=False
    )
    running = uvicorn.Server(config)
    with patch.object(driving, "STILL", LEAPS):
        task = asyncio.create_task(running.serve())
        try:
            while not running.started:
                assert not task.done(), "the server did not start"
                await asyncio.sleep(0.005)
            port = running.servers[0].sockets[0].getsockname()[1]
            yield server, f"http://127.0.0.1:{port}"
        finally:
            running.should_exit = True
            await task


def copied(template: Path, to: Path) -> Path:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(template, to)
    return to


class Socket:
    """One socket of somebody, and everything that came over it, in order."""

    def __init__(self, line: ClientConnection, table: str, name: str) -> None:
        self.got: list[str] = []
        self.table = table
        self._name = name
        self._line = line
        self._count = itertools.count(1)
        self._came = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, address: str, cookie: str, table: str, name: str, hint: str = "") -> Socket:
        headers = {"Cookie": cookie} if cookie else {}
        where = address.replace("http", "ws") + "/api/socket" + (f"?table={hint}" if hint else "")
        line = await connect(where, additional_headers=headers, origin=address, max_size=None)
        return cls(line, table, name)

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request, which comes after everything that was sent before."""
        id = fields.pop("id", f"{self._name}.{next(self._count)}")
        await self._line.send(json.dumps({"do": do, "id": id, "table": self.table, **fields}))
        return await self.wait(lambda reply: reply.get("id") == id)

    async def wait(self, wanted: Callable[[dict[str, Any]], object], seconds: float = PATIENCE) -> dict[str, Any]:
        """The first thing that came, or comes, and is wanted."""
        async with asyncio.timeout(seconds), self._came:
            looked_at = 0
            while True:
                for message in self.got[looked_at:]:
                    if wanted(reply := json.loads(message)):
                        return reply
                looked_at = len(self.got)
                await self._came.wait()

    async def close(self) -> None:
        await self._line.close()
        await self._reading

    async def _read(self) -> None:
        try:
            async for message in self._line:
                async with self._came:
                    self.got.append(str(message))
                    self._came.notify_all()
        except ConnectionClosed:
            pass


class Person:
    """Somebody with a cookie; without a name somebody who only watches."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._sockets = itertools.count(1)  # an id of a request is used once by a person
        self.http = httpx.AsyncClient(base_url=address, headers={"origin": address}, verify=False)

    @classmethod
    async def guest(cls, address: str, name: str) -> Person:
        person = cls(address)
        answer = await person.http.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return person

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def socket(self, table: str, **join: Any) -> Socket:
        socket = await Socket.open(self.address, self.cookie, table, f"line{next(self._sockets)}")
        await socket.ask("join", **join)
        return socket
