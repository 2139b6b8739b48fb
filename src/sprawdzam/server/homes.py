"""Homes: the sockets of a table come together at one of the processes that share a port.

Any worker serves any table, but each that does folds all of its events and makes its views and frames once more. So a
socket that names its table in its address goes to the worker that is at home there, before anybody has answered it. The
home follows from the id of the table alone, and a worker gives ids of its own to the tables that it opens, so that who
drives a table is also at home there.

This saves work and decides nothing. Who cannot hand a socket over serves it, and a socket is handed over once at most.
A worker has its door in a folder that only their user may enter; a dead one has none, so its sockets are served by the
others until it is back. What waits at the door of a worker that dies is hung up by the system, and comes again.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import parse_qs
from zlib import crc32

log = logging.getLogger(__name__)

LONGEST = 16_384  # bytes of a request that is handed over
WAITING = 1_048_576  # bytes that may wait at a door, some hundred sockets: all clients come at once after a restart
AT_ONCE = 50  # sockets that are taken before anything else has its turn

Welcome = Callable[[socket.socket, bytes], Awaitable[None]]  #: goes on with a connection whose request was read


class Homes:
    """The homes of all tables among so many workers, as the worker ``own`` of them sees it."""

    def __init__(self, folder: Path, own: int, workers: int) -> None:
        self.own = own
        self.workers = workers
        self._folder = folder
        self._door: socket.socket | None = None
        self._callers: set[socket.socket] = set()
        """Other workers, who hand over by these."""
        self._others: dict[int, socket.socket] = {}
        """By which this one hands over."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._welcome: Welcome | None = None

    def of(self, table: str) -> int:
        """The worker at whose home a table is. Whatever anybody may send as an id has a home."""
        return crc32(table.encode()) % self.workers

    def draw(self, token: Callable[[], str]) -> str:
        """An id of which this worker is the home."""
        while self.of(id := token()) != self.own:
            pass
        return id

    def elsewhere(self, address: str) -> int | None:
        """The worker to whom a socket belongs by its address, if that is another one."""
        named = parse_qs(address.partition("?")[2]).get("table")
        home = self.of(named[0]) if named else self.own
        return None if home == self.own else home

    # --- handing over ---

    def hand_over(self, home: int, connection: int, request: bytes) -> bool:
        """Gives another worker a duplicate of an open connection. False if it does not take it now."""
        if len(request) > LONGEST:
            return False
        for _ in range(2):  # whoever was there the last time may have died since
            try:
                other = self._others.get(home) or self._knock(home)
                socket.send_fds(other, [request], [connection])
                return True
            except BlockingIOError:
                return False
            except OSError:
                if (gone := self._others.pop(home, None)) is not None:
                    gone.close()
        return False

    def _knock(self, home: int) -> socket.socket:
        other = _line()
        try:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING)
            other.connect(self._place(home))
        except OSError:
            other.close()
            raise
        self._others[home] = other
        return other

    def _place(self, home: int) -> str:
        return str(self._folder / f"home-{home}")

    # --- taking ---

    def open(self, welcome: Welcome) -> None:
        """From now on others may hand over; ``welcome`` is called with what they do."""
        self._welcome = welcome
        try:
            Path(self._place(self.own)).unlink(missing_ok=True)  # of the worker before, who has died
            self._door = _line()
            self._door.bind(self._place(self.own))
            self._door.listen()
        except OSError as fault:  # not every system knows such sockets
            log.warning("other workers keep the sockets of this one: %s", fault)
            self.close()
        else:
            asyncio.get_running_loop().add_reader(self._door, self._called)

    def close(self) -> None:
        """Nothing is taken any more: others serve what they would hand over."""
        loop = asyncio.get_running_loop()
        if self._door is not None:
            Path(self._place(self.own)).unlink(missing_ok=True)
            loop.remove_reader(self._door)
            self._door.close()
            self._door = None
        for caller in self._callers:
            loop.remove_reader(caller)
            caller.close()
        for other in self._others.values():
            other.close()
        self._callers.clear()
        self._others.clear()

    def _called(self) -> None:
        assert self._door is not None
        try:
            caller, _ = self._door.accept()
        except OSError:  # it has gone again
            return
        caller.setblocking(False)
        self._callers.add(caller)
        asyncio.get_running_loop().add_reader(caller, self._take, caller)

    def _take(self, caller: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                request, files, _, _ = socket.recv_fds(caller, LONGEST, 1)
            except BlockingIOError:
                return
            except OSError:
                request, files = b"", []
            for file in files:
                self._go_on(socket.socket(fileno=file), request)
            if not request:  # the other worker has died or stopped
                self._callers.discard(caller)
                asyncio.get_running_loop().remove_reader(caller)
                caller.close()
                return

    def _go_on(self, connection: socket.socket, request: bytes) -> None:
        connection.set_inheritable(False)
        connection.setblocking(False)
        task = asyncio.get_running_loop().create_task(self._welcomed(connection, request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _welcomed(self, connection: socket.socket, request: bytes) -> None:
        assert self._welcome is not None
        try:
            await self._welcome(connection, request)
        except Exception:
            log.exception("a socket that was handed over is lost")
            connection.close()


def _line() -> socket.socket:
    """Between workers: a message is whole or not there, and any number of them fits into it until it is full."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    line.setblocking(False)
    return line


def possible() -> bool:
    """Whether processes of this system can hand sockets over at all."""
    return hasattr(socket, "send_fds") and hasattr(socket, "SOCK_SEQPACKET")
