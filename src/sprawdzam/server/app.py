"""The application: everything that one process serves, put together."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from ipaddress import ip_network
from random import Random
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route as Place
from starlette.types import ASGIApp, Receive, Scope, Send

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.api import Api, known
from sprawdzam.server.connection import Connection
from sprawdzam.server.decisions import Asker
from sprawdzam.server.driving import Driver
from sprawdzam.server.forgetting import finish, forget
from sprawdzam.server.guard import Gate, Guard, Network, refuse, within
from sprawdzam.server.hub import Hub
from sprawdzam.server.limits import SOCKETS, Limits, Places, address_key
from sprawdzam.server.metrics import Metrics
from sprawdzam.server.node import Node
from sprawdzam.server.outside import Outside
from sprawdzam.server.own_data import forget_late
from sprawdzam.server.page import Page
from sprawdzam.server.past_api import PastApi
from sprawdzam.server.people import Caller, People
from sprawdzam.server.people_api import people_routes
from sprawdzam.server.refusals import NotFound, NotReady, language_of
from sprawdzam.server.reviews import Reviews
from sprawdzam.server.socket import short_cut
from sprawdzam.server.store import Store, outward
from sprawdzam.server.tables_api import TablesApi

log = logging.getLogger(__name__)

SOCKET = "/api/socket"
TIDY = 5.0  # seconds
LATE = 2.0  # seconds after which nothing is under way any more from whoever has left for ever
SWEEP = 600.0
LOCAL = (ip_network("127.0.0.0/8"), ip_network("::1"))


@dataclass(frozen=True)
class Settings:
    """How a server is run. ``monitors`` may read its figures, besides the machine itself."""

    database: str = field(repr=False)  # there may be a password in it
    key: bytes = field(repr=False)
    gate: Gate = field(default_factory=Gate)
    site: str | None = None
    tempo: float = 1.0
    monitors: tuple[Network, ...] = ()
    sockets: int = SOCKETS
    """That one address may have open; 0: any number."""


def real() -> Outside:
    """The time and luck of the world."""
    return Outside(
        now=lambda: time.time_ns() // 1_000_000,
        token=lambda: secrets.token_urlsafe(16),
        secret=lambda: secrets.token_bytes(32),
        luck=lambda: Random(secrets.randbits(128)),
    )


class Heir(NamedTuple):
    """What a node is called, and the dead one whose place it takes, if there is one."""

    id: str
    of: str = ""


class Server:
    """One node with its sockets and routes, as an ASGI application."""

    def __init__(
        self,
        settings: Settings,
        outside: Outside | None = None,
        limits: Limits | None = None,
        heir: Heir | None = None,
    ) -> None:
        self.settings = settings
        self._heir = heir
        self.outside = outside or real()
        self.limits = limits or Limits(time.monotonic)
        self._places = Places(settings.sockets)
        self.metrics = Metrics()
        self.ready = False
        self._guarded: ASGIApp = Guard(self._serve, self.limits, settings.gate)
        self._routes: ASGIApp = Starlette(routes=[Place("/healthz", self._alive), Place("/readyz", self._ready)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            await self._guarded(scope, receive, send)

    # --- from start to stop ---

    async def start(self) -> None:
        """Opens the store and takes over the tables that nobody drives."""
        settings = self.settings
        self.store = await Store.open(settings.database, settings.key)
        self.people = People(self.store, self.outside.now, self.outside.entropy)
        heir = self._heir or Heir(self.outside.token())
        self.node = Node(heir.id, self.store, self.outside, metrics=self.metrics)
        self.driver = Driver(self.node, tempo=settings.tempo, heir_of=heir.of)
        self.hub = Hub(self.node, self.driver, self.limits)
        self._ended = asyncio.Event()
        self._finishing = asyncio.Lock()
        self.node.ended = self._ended.set
        self.reviews = Reviews(self.driver)
        routes = [
            *people_routes(self.people, site=settings.site, forgotten=self._forgotten),
            *TablesApi(self.hub).routes(),
            *PastApi(self.hub, self.reviews).routes(),
        ]
        self._routes = Starlette(
            routes=[
                Place("/healthz", self._alive),
                Place("/readyz", self._ready),
                Place("/metrics", self._metrics),
                *Api(self.people, self.limits, routes).mounted(),
                *Page().routes(),
            ]
        )
        await self.driver.start()
        self.node.spawn(self._finish())
        self._tidying = asyncio.create_task(self._tidy_up())
        self.ready = True

    async def stop(self) -> None:
        """Lets go of the tables, so that another node can take them at once."""
        self.ready = False
        self._tidying.cancel()
        self.reviews.stop()
        await self.hand_over()
        await self.driver.stop()
        await self.node.settle()
        await self.store.close()
        log.info("node %s has stopped", self.node.id)

    def farewell(self, back_in: float) -> None:
        """Tells everybody that the server goes away for a moment."""
        self.ready = False
        self.hub.farewell(back_in)

    async def hand_over(self) -> None:
        """Lets the tables go: their clocks stand still until somebody else has them, or this node after a restart."""
        try:
            await self.driver.hand_over()
        except SprawdzamError as error:  # others notice a little later
            log.warning("the tables could not be released: %s", error)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except SprawdzamError as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _forgotten(self, gone: Mapping[str, Sequence[str]]) -> None:
        for who, tables in gone.items():
            self.hub.dismiss(who)
            await forget(self.node, who, tables)
        self.node.spawn(self._forgotten_late(list(gone)))

    async def _forgotten_late(self, gone: Sequence[str]) -> None:
        """Sockets of other nodes are closed by now, and what they were about to write is there."""
        await asyncio.sleep(LATE)
        for who, tables in (await forget_late(self.store, gone)).items():
            await forget(self.node, who, tables)

    async def _finish(self) -> None:
        """What others have left undone may be much: nothing else waits for it, and it is not done twice at once."""
        if not self._finishing.locked():
            async with self._finishing:
                await finish(self.node)

    async def _tidy_up(self) -> None:
        """Now and then, and when a session has ended: what has run out is thrown away."""
        swept = time.monotonic()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), TIDY)
            self._ended.clear()
            self.hub.garbage.tidy(len(self.hub.lines))
            self._count()
            try:
                await self.hub.hang_up(self.people)
                if time.monotonic() > swept + SWEEP:
                    swept = time.monotonic()
                    await self.people.sweep()
                    await self.store.sweep(self.outside.now())
                    self.node.spawn(self._finish())
            except SprawdzamError as error:
                log.warning("nothing was thrown away: %s", error)
            except Exception:
                log.exception("nothing was thrown away")

    # --- requests ---

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._routes(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # the handshake
        client = scope.get("client")
        address = address_key(client[0] if client else "")
        with ExitStack() as held:
            try:
                if scope["path"] != SOCKET:
                    raise NotFound("there is nothing at this address")
                if not self.ready:
                    raise NotReady("the server has only just come, or is about to go; try again in a moment")
                held.enter_context(self._places.one(address))
                caller = await known(self.people, HTTPConnection(scope))
            except SprawdzamError as error:
                await refuse(outward(error), scope, send)
                return
            await self._connected(caller, address, scope, receive, send)

    async def _connected(self, caller: Caller | None, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        user = caller.user if caller else None
        asker = Asker(user.id, user.name, user.kind == "program", user.owner or "") if user else Asker("", "")
        language = user.language if user else language_of(HTTPConnection(scope).headers.get("accept-language", ""))
        known_by = caller.hash if caller else ""
        await send({"type": "websocket.accept"})
        await Connection(self.hub, asker, language, send, short_cut(scope), known_by, address).run(receive)

    async def _alive(self, request: Request) -> Response:
        return Response("alive\n", media_type="text/plain")

    async def _ready(self, request: Request) -> Response:
        try:
            if self.ready:
                await self.store.lobby(1)
                return Response("ready\n", media_type="text/plain")
        except SprawdzamError:
            pass
        return Response("not ready\n", 503, media_type="text/plain")

    async def _metrics(self, request: Request) -> Response:
        """For the machine itself and for monitors: how much is played here is nobody else's business."""
        if not request.client or not within(request.client.host, (*LOCAL, *self.settings.monitors)):
            return Response("not found\n", 404, media_type="text/plain")
        self._count()
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")

    def _count(self) -> None:
        """Whoever asks may ask another process for all of them, so each says now and then how it stands."""
        self.metrics.sockets.set(len(self.hub.lines))
        self.metrics.tables.set(len(self.node.live))
        self.metrics.driven.set(len(self.driver.wakes))
