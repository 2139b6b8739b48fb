"""The application: everything that one process serves, put together."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from random import Random

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
from sprawdzam.server.ending import Ending
from sprawdzam.server.guard import Gate, Guard
from sprawdzam.server.hub import Hub
from sprawdzam.server.limits import Limits
from sprawdzam.server.metrics import Metrics
from sprawdzam.server.node import Node, Outside
from sprawdzam.server.people import People
from sprawdzam.server.people_api import people_routes
from sprawdzam.server.refusals import language_of
from sprawdzam.server.store import Store
from sprawdzam.server.tables_api import TablesApi

SOCKET = "/api/socket"
LOCAL = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    database: str
    key: bytes = field(repr=False)
    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    tempo: float = 1.0


def real() -> Outside:
    """The time and luck of the world."""
    return Outside(
        now=lambda: time.time_ns() // 1_000_000,
        token=lambda: secrets.token_urlsafe(16),
        secret=lambda: secrets.token_bytes(32),
        luck=lambda: Random(secrets.randbits(128)),
    )


class Server:
    """One node with its sockets and routes. ``app`` is what uvicorn runs."""

    def __init__(self, settings: Settings, outside: Outside | None = None, *, limits: Limits | None = None) -> None:
        self.settings = settings
        self.outside = outside or real()
        self.limits = limits or Limits(time.monotonic)
        self.metrics = Metrics()
        self.hub: Hub | None = None
        self.app: ASGIApp = Guard(
            self._serve, self.limits, Gate(settings.hosts, settings.origins, settings.proxies)
        )
        self._rest: Starlette | None = None

    async def start(self) -> None:
        """Opens the store, and takes over whatever nobody drives."""
