"""Servers as processes of their own, as an operator would start them."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
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
RATE = 1_000_000  # requests a second: all come from one address here, hence also any number of sockets, and each of a
# few users does what many would do
PATIENCE = 60.0  # seconds until a server must be up
POLL = 0.05


class NotUp(RuntimeError):
    """A server that did not start; its own last words say why."""


class Server:
    """One node, or several that share an address, and the process that looks after them."""

    def __init__(self, folder: Path, database: str, log: Path, workers: int = 1) -> None:
        self.address = Address(HOST, free_port())
        self._folder = folder
        self._database = database
        self._log = log
        self._workers = workers
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """For the first time, or again after it was killed."""
        begun = self._begun
        command = [
            sys.executable, "-m", "sprawdzam", "serve", "--cold", "--tempo", "0", "--rate", str(RATE),
            "--load-test", "--sockets", "0", "--port", str(self.address.port), "--database", self._database,
            "--workers", str(self._workers),
        ]  # fmt: skip
        with self._log.open("ab") as out:
            env = os.environ | {"XDG_DATA_HOME": str(self._folder)}
            self._process = subprocess.Popen(command, stdout=out, stderr=out, env=env)
        await self._serving(begun + self._workers)

    async def kill(self) -> None:
        """``kill -9`` of all its processes, the one that would replace a node first."""
        assert self._process is not None
        for pid in self._processes:
            os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(self._process.wait)

    async def kill_node(self) -> None:
        """``kill -9``, without a word. Nobody but the server itself sees to it that another one comes."""
        begun = self._begun
        os.kill(self._processes[-1], signal.SIGKILL)
        await self._serving(begun + 1)

    async def _serving(self, begun: int) -> None:
        """Until so many nodes have begun to serve since the first."""
        end = time.perf_counter() + PATIENCE
        while self._begun < begun or not await ready(self.address):
            if not self.alive or time.perf_counter() > end:
                raise NotUp(self.last_words)
            await asyncio.sleep(POLL)

    async def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                await asyncio.to_thread(self._process.wait, 20)
            except subprocess.TimeoutExpired:
                for pid in self._processes:
                    os.kill(pid, signal.SIGKILL)
                self._process.wait()

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def died(self) -> int:
        """How many of its processes are no more. A node is replaced at once, so whether the one that was started is
        there says nothing of that: its log does."""
        return self._begun - self._workers + (not self.alive)

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
        """The one that was started, and its nodes."""
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
