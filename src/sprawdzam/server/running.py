"""Running the application: one process or several that share a port, logs as JSON, a stop that is announced."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import cast

import uvicorn

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.app import Heir, Server, Settings, real
from sprawdzam.server.database import StoreDown, unreached
from sprawdzam.server.garbage import hold_back
from sprawdzam.server.homes import Homes, possible
from sprawdzam.server.limits import Limits, Rates
from sprawdzam.server.metrics import SHARED, count_no_more
from sprawdzam.server.redact import HideSecrets
from sprawdzam.server.socket import Socket
from sprawdzam.server.store import Store

log = logging.getLogger(__name__)

BACKLOG = 4096  # connections that wait to be taken: all clients come back at once after a restart
LARGEST = 65_536  # bytes of a message over a socket
PING = 20.0  # seconds of silence after which the other side is asked whether it is there
BACK_IN = 3.0  # seconds after which clients should come back
NOTICE = 0.1  # seconds for the last words to go out
SUPERVISE = 0.2  # seconds after which it is noticed that all shall stop; a process that ends is noticed at once
YOUNG = 1.0  # seconds: one that did not live longer fails at once, so the next one waits for so long
FORKS = sys.platform == "linux"  # elsewhere libraries of the system do not survive it
DRAIN = 10  # seconds for what is under way
SWITCH = 0.0005  # seconds that a thread waits for the interpreter: one that commits keeps other processes waiting, too


class NoPort(SprawdzamError):
    """An address at which the server cannot listen."""


class JsonLines(logging.Formatter):
    """One object a line: when, how serious, who, what."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class _Announced(uvicorn.Server):
    """Tells everybody before it hangs up. Takes the sockets that other workers hand over."""

    def __init__(self, config: uvicorn.Config, server: Server, homes: Homes | None = None) -> None:
        super().__init__(config)
        self._server = server
        self._homes = homes

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:  # the application has told why
            return
        if self._homes is not None:
            self._homes.open(self._welcome)
        hold_back()
        log.info("node %s serves", self._server.node.id)  # not before: now it listens, and others hand over

    async def _welcome(self, connection: socket.socket, request: bytes) -> None:
        """Without ``homes``: what was handed over stays."""
        made = partial(Socket, self.config, self.server_state, self.lifespan.state, request=request)
        await asyncio.get_running_loop().connect_accepted_socket(made, connection)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._homes is not None:
            self._homes.close()
        self._server.farewell(BACK_IN)
        await asyncio.sleep(NOTICE)
        await self._server.hand_over()  # before it waits for what is under way: nobody can play here meanwhile
        await super().shutdown(sockets)


def run(settings: Settings, host: str, port: int, workers: int, rates: Rates, ready: Callable[[int], None]) -> None:
    """Serves until it is told to stop. ``ready`` hears the port."""
    configure_logs()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn hands the signal on when all is done
    asyncio.run(_try_database(settings))
    with _bound(host, port) as bound:
        told = partial(ready, bound.getsockname()[1])
        if workers == 1 and not FORKS:
            told()
            _serve(settings, rates, bound)
        else:
            _supervise(partial(_serve, settings, rates, bound), bound, workers, told)


async def _try_database(settings: Settings) -> None:
    """Brings the database up to date, or says what is wrong with it, before anything is served."""
    try:
        store = await Store.open(settings.database, settings.key)
    except StoreDown as error:
        raise unreached(error) from None
    await store.close()


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()  # everywhere is everywhere, by IPv4 too
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as fault:
        told = (fault.strerror or str(fault)).partition(" (while ")[0]  # there the address would come once more
        raise NoPort("{host} {port}: the server cannot listen there: {fault}; choose another --port or --host",
                     host=host, port=port, fault=told) from None  # fmt: skip


def _serve(
    settings: Settings, rates: Rates, bound: socket.socket, homes: Homes | None = None, heir: Heir | None = None
) -> None:
    configure_logs()
    sys.setswitchinterval(SWITCH)
    if (supervisor := parent_process()) is not None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # not as the supervisor takes it
        signal.signal(signal.SIGINT, signal.default_int_handler)
        Thread(target=_outlive_not, args=(supervisor,), daemon=True).start()
    config = _config(settings, rates, homes, heir)
    assert isinstance(config.app, Server)
    with suppress(KeyboardInterrupt):
        _Announced(config, config.app, homes).run([bound])


def _outlive_not(supervisor: BaseProcess) -> None:
    """A supervisor that was killed stops nobody, so its workers stop by themselves: else they would keep the port."""
    supervisor.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _supervise(
    serve: Callable[[Homes | None, Heir], None], bound: socket.socket, workers: int, ready: Callable[[], None]
) -> None:
    """Keeps so many processes at work until it is told to stop; each is a node of its own. One that is started for
    another has its number, and so its homes, and takes its tables over soon.

    One alone is forked: all that it needs is loaded, so after a crash another is there in a moment, and whoever comes
    meanwhile waits at the port, which stays open. Several begin from nothing, for the library that adds up their
    figures reads where to do so when it is loaded; while one of them is gone, the others serve.
    """
    begin = get_context("fork").Process if workers == 1 else get_context("spawn").Process
    stopping: list[int] = []  # a handler may come in the middle of anything, so it takes no lock
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: stopping.append(number))
    processes: dict[int, BaseProcess] = {}
    began = [0.0] * workers
    heirs = [Heir("")] * workers
    told = False
    with ExitStack() as stack:
        shared = stack.enter_context(TemporaryDirectory(prefix="sprawdzam-workers-")) if workers > 1 else ""
        if shared:
            os.environ[SHARED] = shared
        while not stopping:
            for own in range(workers):
                process = processes.get(own)
                if process is not None and process.is_alive():
                    continue
                if process is not None:
                    _mourn(process, time.monotonic() - began[own], counted=bool(shared))
                if stopping:
                    break
                homes = Homes(Path(shared), own, workers) if shared and possible() else None
                began[own] = time.monotonic()
                heirs[own] = Heir(real().token(), heirs[own].id)
                processes[own] = begin(target=serve, args=(homes, heirs[own]))
                processes[own].start()
            if not told:  # not before: it may begin a thread, and what has threads should not be forked
                ready()
                told = True
            wait([process.sentinel for process in processes.values()], SUPERVISE)
        bound.close()  # whoever comes now is not to wait for somebody who never answers
        while any(process.is_alive() for process in processes.values()):
            for process in processes.values():
                process.terminate()  # again: one that had just been started may not have heard it
            for process in processes.values():
                process.join(1.0)


def _mourn(process: BaseProcess, age: float, *, counted: bool) -> None:
    """A process has ended by itself. The next one waits for a while if that was soon: it may not fare better."""
    if age < YOUNG:
        log.error("process %s has ended (%s) as soon as it began", process.pid, process.exitcode)
        time.sleep(YOUNG)
    else:
        log.warning("process %s has ended (%s); another takes its place", process.pid, process.exitcode)
    if counted:
        count_no_more(process.pid or 0)


def _config(settings: Settings, rates: Rates, homes: Homes | None = None, heir: Heir | None = None) -> uvicorn.Config:
    outside = real()
    if homes is not None:
        outside = outside._replace(token=partial(homes.draw, outside.token))
    return uvicorn.Config(
        Server(settings, outside, Limits(time.monotonic, rates), heir),
        ws=cast(type[Socket], partial(Socket, homes=homes)),
        ws_max_size=LARGEST,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,  # it would take more memory for a socket than all the rest
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the guard decides whom it believes
        timeout_graceful_shutdown=DRAIN,
    )


def configure_logs() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(HideSecrets())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "alembic"):  # they tell of every connection and every step
        logging.getLogger(name).setLevel(logging.WARNING)
