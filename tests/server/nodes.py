"""Nodes in one process, each with a store of its own on one database, and people who talk to them without sockets."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
from contextlib import suppress
from random import Random
from typing import Any

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.fairness import seal
from sprawdzam.server import events as e
from sprawdzam.server import wire
from sprawdzam.server.decisions import Asker
from sprawdzam.server.driving import Driver
from sprawdzam.server.hub import Hub
from sprawdzam.server.limits import Limits, Rate, Rates
from sprawdzam.server.live import Live
from sprawdzam.server.node import Node
from sprawdzam.server.outside import Outside
from sprawdzam.server.store import Store
from sprawdzam.server.table import Table

from .conftest import KEY

FREELY = Rates(*[Rate(10**9, 1e9)] * len(Rates._fields))


class Line:
    """A connection to somebody, which keeps what it is sent."""

    def __init__(self, up: Up, who: str) -> None:
        self.asker = Asker(who, who.upper())
        self.language = "en"
        self.address = ""
        self.tables: set[str] = set()
        self.got: list[bytes] = []
        self.up = up

    def post(self, body: bytes) -> None:
        self.got.append(body)

    async def drained(self) -> bool:
        return True

    @property
    def frames(self) -> list[dict[str, Any]]:
        return [json.loads(body) for body in self.got]

    async def ask(self, table: str, kind: type[wire.Request], id: str = "", **fields: Any) -> wire.Done:
        request: Any = kind(id=id or f"{self.asker.who}-{next(self.up.ids)}", table=table, **fields)
        return await self.up.hub.carry_out(self, request)  # type: ignore[arg-type]


class Up:
    """A node that is up."""

    ids = itertools.count()

    def __init__(self, store: Store, name: str, heir_of: str = "") -> None:
        self.outside = Outside(
            now=lambda: time.time_ns() // 1_000_000,
            token=lambda: secrets.token_hex(8),
            secret=lambda: secrets.token_bytes(32),
            luck=Random,
        )
        self.store = store
        self.node = Node(name, store, self.outside)
        self.driver = Driver(self.node, tempo=0.0, heir_of=heir_of)
        self.hub = Hub(self.node, self.driver, Limits(time.monotonic, FREELY))

    @classmethod
    async def start(cls, url: str, name: str, heir_of: str = "") -> Up:
        up = cls(await Store.open(url, KEY), name, heir_of)
        await up.driver.start()
        return up

    async def stop(self) -> None:
        await self.driver.stop()
        await self.node.settle()
        await self.store.close()

    async def kill(self) -> None:
        """As if the process were no more: nothing is handed over."""
        assert self.driver._beating is not None
        self.driver._beating.cancel()
        for live in self.node.live.values():
            self.driver._quiet(live)
        self.driver.wakes.clear()
        await self.store.close()

    def line(self, who: str) -> Line:
        return Line(self, who)

    def table(self, id: str) -> Table:
        return self.node.live[id].table

    def live(self, id: str) -> Live:
        return self.node.live[id]

    async def open(self, game: str, seats: int, clock: e.Clock | None = None, **options: Any) -> str:
        """A table of ``a``, who sits on seat 0."""
        now = self.outside.now()
        settings = e.Opened(
            now, self.outside.token(), "a", game, seats, options, True, clock or e.Clock(), False, True, 60, ""
        )
        return await self.hub.open(settings, [e.Sat(now, 0, "a", "A")])


async def deal(id: str, lines: list[Line]) -> None:
    """The people on the first seats start a match."""
    await lines[0].ask(id, wire.Start)
    parts = [secrets.token_bytes(32) for _ in lines]
    number = lines[0].up.table(id).sheet.deal
    for p, line in enumerate(lines):
        await caught_up(line.up, id, lambda table: table.sheet.phase == "sealing")
        await line.ask(id, wire.Seal, seal=seal(id, number, p, parts[p]))
    for p, line in enumerate(lines):
        await caught_up(line.up, id, lambda table: table.sheet.phase == "showing")
        await line.ask(id, wire.Show, part=parts[p].hex())


async def caught_up(up: Up, id: str, wanted: Any, seconds: float = 10) -> None:
    """Until a node has heard of something."""
    async with asyncio.timeout(seconds):
        while not wanted(up.table(id)) or up.live(id).lock.locked():
            await asyncio.sleep(0.005)


async def play_on(id: str, lines: list[Line], rng: Random, until: Any = None) -> None:
    """Everybody plays as their own node shows them the table, until something, or until the match is over."""
    done = until or (lambda table: table.sheet.phase in ("over", "aborted"))
    async with asyncio.timeout(60):
        while not all(done(line.up.table(id)) for line in lines):
            for p, line in enumerate(lines):
                table = line.up.table(id)
                if p in table.actors and not line.up.live(id).lock.locked() and not done(table):
                    view = table.view(p)
                    assert view is not None
                    move, asked = [rng.choice(view.actions)], table.sheet.seats[p].asked
                    with suppress(SprawdzamError):  # others were faster
                        await line.ask(id, wire.Play, actions=move, asked=asked)
            await asyncio.sleep(0.002)


async def joined(up: Up, id: str, *whos: str, **more: Any) -> list[Line]:
    lines = [up.line(who) for who in whos]
    for line in lines:
        await line.ask(id, wire.Join, **{"style": "view", **more})
    return lines


async def match(up: Up, game: str = "blef", clock: e.Clock | None = None, **options: Any) -> tuple[str, list[Line]]:
    """A match of ``a`` and ``b`` that waits for somebody."""
    id = await up.open(game, 2, clock, **options)
    lines = await joined(up, id, "a", "b")
    await lines[1].ask(id, wire.Sit, seat=1)
    await deal(id, lines)
    await caught_up(up, id, lambda table: table.running and set(table.actors) & {0, 1})
    return id, lines


async def stored(up: Up, id: str) -> list[e.AnyEvent]:
    return [e.read(body) for _, body in await up.store.events(id)]
