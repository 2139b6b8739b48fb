"""What a socket is told when things go wrong on our side: that they do, and nothing about where and how."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, MutableMapping
from typing import Any

import pytest

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.connection import Connection
from sprawdzam.server.decisions import Asker, NotNow
from sprawdzam.server.metrics import Metrics
from sprawdzam.server.store import BadKey, StoreDown

pytestmark = pytest.mark.anyio

SECRET = "10.0.0.1"
FAULTS = [
    (StoreDown("the database does not answer ({fault}); try again soon", fault=SECRET), "unavailable"),
    (BadKey("{place} of {owner}: it cannot be read", place="snapshot 0", owner=SECRET), "unavailable"),
    (RuntimeError(SECRET), "failed"),
]


class Broken:
    """A hub of which every request fails."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault
        self.lines: set[object] = set()
        self.node = self
        self.outside = self
        self.metrics = Metrics()

    def now(self) -> int:
        return 0

    def spawn(self, work: Any) -> None:
        work.close()

    def left(self, line: object) -> None: ...

    async def carry_out(self, line: object, request: object) -> None:
        raise self.fault


@pytest.mark.parametrize(("fault", "code"), FAULTS, ids=["down", "another key", "a fault of ours"])
async def test_a_fault_is_told_without_its_secrets_and_the_line_stays(fault: Exception, code: str) -> None:
    told: list[dict[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None: ...

    def write(body: bytes) -> bool:
        told.append(json.loads(body))
        return True

    asked = iter(["a", "b"])

    async def receive() -> MutableMapping[str, Any]:
        if (id := next(asked, None)) is None:
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": json.dumps({"do": "leave", "id": id, "table": "t"})}

    await Connection(Broken(fault), Asker("", ""), "en", send, write).run(receive)  # type: ignore[arg-type]
    hello, *refused = told
    assert hello["is"] == "hello" and [(each["id"], each["error"]) for each in refused] == [("a", code), ("b", code)]
    assert SECRET not in json.dumps(told)
    assert all("retry_after" in each for each in refused) == isinstance(fault, SprawdzamError)


async def test_nothing_is_done_for_a_socket_that_was_closed_while_it_said_nothing() -> None:
    """It may have been closed because whoever it was has left for ever."""

    async def send(message: MutableMapping[str, Any]) -> None: ...

    told: list[bytes] = []
    line = Connection(Broken(NotNow("not now")), Asker("a", "A"), "en", send, lambda body: not told.append(body))  # type: ignore[arg-type, func-returns-value]

    async def receive() -> MutableMapping[str, Any]:
        line.close(1008)
        return {"type": "websocket.receive", "text": json.dumps({"do": "leave", "id": "a", "table": "t"})}

    await line.run(receive)
    assert line._refused == 0


class Slow:
    """A hub, and a line to somebody who reads when told to."""

    def __init__(self) -> None:
        self.node = self
        self.going: list[asyncio.Task[None]] = []
        self.reads = asyncio.Event()
        self.sent: list[str] = []
        self.line = Connection(self, Asker("a", "A"), "en", self.send)  # type: ignore[arg-type]

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.going.append(asyncio.create_task(work))

    async def send(self, message: MutableMapping[str, Any]) -> None:
        await self.reads.wait()
        self.sent.append(message["type"])


@pytest.mark.parametrize("stays", [True, False])
async def test_a_line_is_drained_when_everything_is_on_its_way_or_nobody_is_there(stays: bool) -> None:
    slow = Slow()
    assert await slow.line.drained()  # nothing waits
    slow.line.post(b"one")
    slow.line.post(b"two")
    drained = asyncio.create_task(slow.line.drained())
    await asyncio.sleep(0.01)
    assert not drained.done()
    if not stays:
        slow.line.close(1012)
    slow.reads.set()
    async with asyncio.timeout(5):
        assert await drained is stays
    assert slow.sent == ["websocket.send"] * 2 + ["websocket.close"] * (not stays)
