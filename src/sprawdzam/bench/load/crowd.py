"""A crowd: thousands of sockets at many tables, which play so many moves a second."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, TypeVar

from sprawdzam.bench.load.board import Board
from sprawdzam.bench.load.client import Client
from sprawdzam.bench.load.figures import Figures
from sprawdzam.bench.load.line import Address
from sprawdzam.bench.load.rest import Guest, become_guest, open_table

T = TypeVar("T")

AT_ONCE = 40  # connections that are being opened
GUESTS = 200  # people; each has several sockets at several tables
TICK = 0.005  # seconds between two looks at what was heard and who may move
PATIENCE = 120.0  # seconds until all matches must have begun
FOR_EVER = 1_000_000


@dataclass(frozen=True)
class Company:
    """Who is at a table: so many people with seats and so many who watch, the rest are bots."""

    game: str = "blef"
    people: int = 2
    bots: int = 0
    watchers: int = 3
    style: str = "scene"
    rematches: int = FOR_EVER
    clock: int = 0
    """Seconds for a move; 0: as long as it takes."""
    asleep: bool = False
    """They never move: the clock does."""
    together: bool = False
    """All come to one server, as behind a proxy that goes by the table; else to all servers in turn."""


class Crowd:
    """While a ``deaf`` one plays, nobody hears anything between two looks. To wake somebody for every frame costs the
    one who sends it nearly as much as to make it, and people sit at machines of their own; what is heard late makes
    times longer, never shorter."""

    def __init__(self, addresses: Sequence[Address], seed: int = 1, *, deaf: bool = False) -> None:
        self._deaf = deaf
        self.addresses = list(addresses)
        self.luck = Random(seed)
        self.figures = Figures()
        self.ready: deque[Client] = deque()
        """Those who are asked for a move."""
        self.boards: set[Board] = set()
        self.late = 0.0
        """By how much the crowd itself was behind, at worst: then its times say little about the server."""
        self.guests: list[Guest] = []
        self._ids = count(1)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def clients(self) -> list[Client]:
        return [client for board in self.boards for client in board.clients]

    def next_id(self) -> str:
        return f"q{next(self._ids)}"

    def closed(self, board: Board) -> None:
        self.boards.discard(board)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.figures.broken.append(repr(task.exception()))

    # --- coming together ---

    async def invite(self, people: int = GUESTS) -> None:
        """Makes guests."""

        async def one(number: int) -> Guest:
            return await become_guest(self.addresses[number % len(self.addresses)], f"Guest {number}")

        self.guests += await several(one, range(people))

    async def gather(self, tables: int, company: Company, told: Callable[[int], None] = lambda n: None) -> None:
        """Opens tables and takes everybody there."""

        async def one(number: int) -> None:
            await self.open(company, number)
            told(1)

        await several(one, range(tables))

    async def open(self, company: Company, number: int) -> Board:
        """One table and its company."""
        guests, addresses = self.guests, self.addresses
        mine = [guests[(number * company.people + p) % len(guests)] for p in range(company.people)]
        others = [guest for guest in guests if guest not in mine]
        table = await open_table(
            addresses[number % len(addresses)], mine[0], game=company.game, seats=company.people + company.bots,
            bots=["novice"] * company.bots, away=0, rated=False,
            clock={"kind": "move", "seconds": company.clock} if company.clock else {},
        )  # fmt: skip
        board = Board(self, table, company.rematches, company.people, company.asleep)
        self.boards.add(board)
        for p in range(company.people + company.watchers):
            sits = p < company.people
            guest = mine[p] if sits else self.luck.choice(others)
            home = number if company.together else number + p
            board.clients.append(Client(board, guest, p if sits else None, home, company.style))
        for client in list(board.clients):
            await client.come()
        return board

    async def begun(self, patience: float = PATIENCE) -> None:
        """Until everybody is there and every table waits for a move of theirs, or has waited for one in vain."""
        end = time.perf_counter() + patience
        while waiting := sum(not board.questions for board in self.boards) or any(not c.joined for c in self.clients):
            if time.perf_counter() > end:
                missing = sum(not client.joined for client in self.clients)
                raise TimeoutError(f"{int(waiting)} tables have not begun, {missing} not joined")
            await asyncio.sleep(0.05)
        gc.freeze()  # all that stays: to look through it for garbage would stop the crowd, and its clock, for long

    # --- playing ---

    async def play(self, rate: float, until: Callable[[], bool]) -> None:
        """Plays ``rate`` moves a second, whatever the server does, as long as there is anybody who may move."""
        begin, sent = time.perf_counter(), 0
        while not until():
            now = time.perf_counter()
            owed = int((now - begin) * rate) - sent
            self.late = max(self.late, owed / rate) if self.ready else self.late
            for _ in range(min(owed, len(self.ready))):
                if self.ready.popleft().move():
                    sent += 1
            if not self.ready:
                sent = int((now - begin) * rate)  # nobody was asked: that is not made up for
            if self._deaf:
                time.sleep(TICK)
            await asyncio.sleep(0 if self._deaf else TICK)

    async def rest(self, patience: float = 10.0) -> None:
        """Until every move that was sent is answered."""
        end = time.perf_counter() + patience
        while any(board.under_way for board in self.boards) and time.perf_counter() < end:
            await asyncio.sleep(0.02)

    async def leave(self) -> None:
        for client in self.clients:
            client.hang_up()
        self.boards.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.sleep(0)


async def several(work: Callable[[int], Awaitable[T]], numbers: Sequence[int]) -> list[T]:
    """Some at a time, as people come: not all in one moment, not one after the other."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> T:
        async with gate:
            return await work(number)

    return list(await asyncio.gather(*map(one, numbers)))
