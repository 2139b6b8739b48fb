"""Running the application: one process or several that share a port, logs as JSON, a stop that is announced."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from threading import Event

import uvicorn

from sprawdzam.server.app import Server, Settings
from sprawdzam.server.limits import Limits, Rate, Rates
from sprawdzam.server.redact import HideSecrets
from sprawdzam.server.socket import Socket

log = logging.getLogger(__name__)

BACKLOG = 4096  # connections that wait to be taken: all clients come back at once after a restart
LARGEST = 65_536  # bytes of a message over a socket
PING = 20.0  # seconds of silence after which the other side is asked whether it is there
BACK_IN = 3.0  # seconds after which clients should come back
NOTICE = 0.1  # seconds for the last words to go out
SUPERVISE = 0.5  # seconds between two looks at the processes
DRAIN = 10  # seconds for what is under way


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
    """Tells everybody before it hangs up."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            log.info("serving")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping")
        self._server.farewell(BACK_IN)
        await asyncio.sleep(NOTICE)
        await super().shutdown(sockets)
        log.info("stopped")


def run(settings: Settings, host: str, port: int, workers: int, rate: float, ready: Callable[[int], None]) -> None:
    """Serves until it is told to stop. ``ready`` hears the port; ``rate`` limits requests of an address (0: usual)."""
    configure_logs()
    with _config(settings, rate, host, port).bind_socket() as bound:
        bound.listen(BACKLOG)  # who comes before the start is over waits, and is not turned away
        ready(bound.getsockname()[1])
        if workers == 1:
            _serve(settings, rate, bound)
        else:
            _supervise(partial(_serve, settings, rate, bound), workers)


def _serve(settings: Settings, rate: float, bound: socket.socket) -> None:
    configure_logs()
    config = _config(settings, rate)
    assert isinstance(config.app, Server)
    _Announced(config, config.app).run([bound])


def _supervise(serve: Callable[[], None], workers: int) -> None:
    """Keeps so many processes at work until it is told to stop; each is a node of its own."""
    spawn, stopping = get_context("spawn"), Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    processes: list[BaseProcess] = []
    while not stopping.wait(SUPERVISE):
        processes = [process for process in processes if process.is_alive()]
        while len(processes) < workers:
            processes.append(spawn.Process(target=serve))
            processes[-1].start()
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _config(settings: Settings, rate: float, host: str = "", port: int = 0) -> uvicorn.Config:
    rates = Rates(*[Rate(int(rate * 10) + 1, rate)] * 5) if rate else Rates()
    limits = Limits(time.monotonic, rates)
    return uvicorn.Config(
        Server(settings, limits=limits),
        host=host,
        port=port,
        ws=Socket,
        ws_max_size=LARGEST,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,  # it would take more memory for a socket than all the rest
        backlog=BACKLOG,
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
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)  # uvicorn would tell the address of every socket
