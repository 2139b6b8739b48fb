"""Servers as processes of their own, as an operator would start them."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from types import TracebackType

from sprawdzam.bench.load.line import Address
from sprawdzam.bench.load.postgres import Postgres
from sprawdzam.bench.load.rest import ready

SQLITE, POSTGRESQL = "sqlite", "postgresql"
HOST = "127.0.0.1"
PORTS = range(20_000, 32_000)
RATE = 1_000_000  # requests a second: all come from one address here, hence also any number of sockets
PATIENCE = 60.0  # seconds until a server must be up
POLL = 0.05


class NotUp(RuntimeError):
    """A server that did not start; its own last words say why."""


class Server:
    """One node, or several workers that share an address. A node can be killed and started again there."""

    def __init__(self, folder: Path, database: str, log: Path, workers: int = 1) -> None:
        self.address = Address(HOST, free_port())
        self._folder = folder
        self._database = database
        self._log = log
        self._workers = workers
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        command = [
            sys.executable, "-m", "sprawdzam", "serve", "--cold", "--tempo", "0", "--rate", str(RATE),
            "--sockets", "0", "--port", str(self.address.port), "--database", self._database,
            "--workers", str(self._workers),
        ]  # fmt: skip
        before = self._begun
        with self._log.open("ab") as out:
            env = os.environ | {"XDG_DATA_HOME": str(self._folder)}
            self._process = subprocess.Popen(command, stdout=out, stderr=out, env=env)
        end = time.perf_counter() + PATIENCE
        while self._begun < before + self._workers or not await ready(self.address):
            if self._process.poll() is not None or time.perf_counter() > end:
                raise NotUp(self.last_words)
            await asyncio.sleep(POLL)

    def kill(self) -> None:
        """As a power cut would, without a word."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    async def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                await asyncio.to_thread(self._process.wait, 20)
            except subprocess.TimeoutExpired:
                self.kill()

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def memory(self) -> float:
        """Bytes that its processes have in memory."""
        pages = sum(int(_proc(pid, "statm").split()[1]) for pid in self._processes)
        return float(pages * os.sysconf("SC_PAGE_SIZE"))

    @property
    def cpu(self) -> float:
        """Seconds of CPU time of its processes so far, of the program and of the system for it."""
        times = [_proc(pid, "stat").rpartition(")")[2].split()[11:13] for pid in self._processes]
        return sum(int(user) + int(system) for user, system in times) / os.sysconf("SC_CLK_TCK")

    @property
    def last_words(self) -> str:
        return self._log.read_text("utf-8", "replace")[-2000:]

    @property
    def troubles(self) -> list[str]:
        """Lines of the log that tell of errors."""
        return [line for line in self._log.read_text("utf-8", "replace").splitlines() if '"level": "error"' in line]

    @property
    def _begun(self) -> int:
        """How many nodes have begun to serve, by its log."""
        return self._log.read_text("utf-8", "replace").count(" serves") if self._log.exists() else 0

    @property
    def _processes(self) -> list[int]:
        """The one that was started, and its workers."""
        assert self._process is not None
        pid = self._process.pid
        return [pid, *map(int, _proc(pid, f"task/{pid}/children").split())]


def _proc(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text()


def stolen() -> float:
    """Seconds of CPU time that the host of a virtual machine has kept from it so far; 0 where nobody tells."""
    try:
        return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0.0


class Site:
    """A database and the nodes on it, in a folder that is removed in the end: ``async with Site(...) as site``."""

    def __init__(self, database: str, nodes: int, workers: int = 1) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sprawdzam-load-"))
        self.postgres = Postgres(durable=True) if database == POSTGRESQL else None
        self.url = self.postgres.url("postgres") if self.postgres else f"sqlite:///{self.folder / 'tables.db'}"
        logs = [self.folder / f"node{n}.log" for n in range(nodes)]
        self.servers = [Server(self.folder, self.url, log, workers) for log in logs]

    @property
    def addresses(self) -> list[Address]:
        return [server.address for server in self.servers]

    @property
    def memory(self) -> float:
        return sum(server.memory for server in self.servers)

    @property
    def cpu(self) -> float:
        return sum(server.cpu for server in self.servers)

    async def __aenter__(self) -> Site:
        try:
            await asyncio.gather(*(server.start() for server in self.servers))
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        for server in self.servers:
            await server.stop()
        if self.postgres is not None:
            await asyncio.to_thread(self.postgres.close)
        shutil.rmtree(self.folder, ignore_errors=True)


def free_port() -> int:
    luck = Random()
    while True:
        port = luck.choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
        return port
