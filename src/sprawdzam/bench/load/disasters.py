"""Nodes that are killed and databases that are restarted while everybody plays.

A node that is killed is replaced at its address by its own server. Where there are two, now and then all of one is
killed, and stays dead until everything has gone on at the other.

At some of the tables people play against a bot, and at some nobody moves but a bot and the clock: those go on only if
somebody drives them, so they show how soon another node, or the same one after its restart, does. All have clocks,
most of which never run out: they tell for whom a table waits, or that it is to go on by itself.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from sprawdzam.bench.bars import Bar
from sprawdzam.bench.load import ledger
from sprawdzam.bench.load.board import Board
from sprawdzam.bench.load.crowd import GUESTS, Company, Crowd
from sprawdzam.bench.load.figures import share
from sprawdzam.bench.load.scenario import Advance, Scenario, Size, figure
from sprawdzam.bench.load.servers import POSTGRESQL, SQLITE, Site, stolen
from sprawdzam.bench.load.steady import ORDER, SEEN, host_took, order, unseen
from sprawdzam.bench.measure import Measurement

CALM = (0.5, 2.0)  # seconds between two disasters
PATIENCE = 30.0  # seconds after which whoever is not back is given up
PART = 5  # one of so many tables has a bot and somebody awake, one a bot and somebody asleep
WHOLE = 5  # in one of so many disasters all of a server is killed, where there is another
SHORT, LONG = 5, 600  # seconds for a move: the shortest clock there is, and one that never runs out here

Disaster = Callable[[Site, int, asyncio.Event], Coroutine[Any, Any, None]]
"""What happens to a site for the how-manieth time, and the repair; the event says that all tables have gone on."""

BARS = (
    Bar("acknowledged moves lost", "lost", "", 0.0, unit=""),
    Bar("moves doubled", "doubled", "", 0.0, unit=""),
    Bar("tables that did not go on", "stuck", "", 0.0, unit=""),
    Bar("clients that did not come back", "missing", "", 0.0, unit=""),
    Bar("bots, clocks, steps of tables and deals go on", "late_max", "", 5.0),
    Bar("all clients back", "back_max", "", 5.0),
    SEEN,
    *ORDER,
)
SERVED = Bar("from sending a move to its acknowledgement, whatever came between", "ack_max", "", 5.0)


async def kill(size: Size, database: str, advance: Advance) -> list[Measurement]:
    whole = 0

    async def disaster(site: Site, number: int, gone_on: asyncio.Event) -> None:
        nonlocal whole
        server = site.servers[number % len(site.servers)]
        if len(site.servers) > 1 and number % WHOLE == 1:
            whole += 1
            await server.kill()
            await gone_on.wait()
            await server.start()
        else:
            await server.kill_node()

    found = await _survive(size, database, advance, disaster, killed=size.count)
    return [*found, figure("whole", "", whole, "of the disasters: another server took over what one had")]


async def restart_db(size: Size, database: str, advance: Advance) -> list[Measurement]:
    async def disaster(site: Site, number: int, gone_on: asyncio.Event) -> None:
        assert site.postgres is not None
        await asyncio.to_thread(site.postgres.stop, "immediate" if number % 2 else "fast")
        await asyncio.to_thread(site.postgres.start)

    return await _survive(size, database, advance, disaster)


async def _survive(
    size: Size, database: str, advance: Advance, disaster: Disaster, killed: int = 0
) -> list[Measurement]:
    async with Site(database, nodes=1 if database == SQLITE else 2) as site:
        crowd = Crowd(site.addresses, deaf=True)
        await crowd.invite(min(GUESTS, size.sockets))
        some = size.tables // PART
        await crowd.gather(size.tables - 2 * some, Company(watchers=size.watchers, clock=LONG))
        await crowd.gather(some, Company(people=1, bots=1, watchers=size.watchers, clock=LONG))
        await crowd.gather(some, Company(people=1, bots=1, watchers=size.watchers, clock=SHORT, asleep=True))
        await crowd.begun()
        over = asyncio.Event()
        playing = asyncio.create_task(crowd.play(size.rate, over.is_set))
        resumed: list[float] = []
        stuck = missing = 0
        began, kept = time.perf_counter(), stolen()
        for number in range(size.count):
            await asyncio.sleep(crowd.luck.uniform(*CALM))
            begin = time.perf_counter()
            gone_on = asyncio.Event()
            repair = asyncio.create_task(disaster(site, number, gone_on))
            await _until(lambda: repair.done() or not all(client.joined for client in crowd.clients))  # noqa: B023
            back = await _until(lambda: all(client.joined for client in crowd.clients))
            missing += sum(not client.joined for client in crowd.clients) if back is None else 0
            before = {board: (board.played, board.questions) for board in crowd.boards}
            await _until(lambda before=before: all(_gone_on(*each) for each in before.items()))  # type: ignore[misc]
            stuck += sum(not _gone_on(*each) for each in before.items())
            resumed.append(time.perf_counter() - begin)
            gone_on.set()
            await repair
            advance(1)
        taken = host_took(kept, time.perf_counter() - began)
        over.set()
        await playing
        late = max(board.owed.late(time.time() * 1000) for board in crowd.boards)
        await crowd.rest()
        rows = await ledger.events(site)
        figures = crowd.figures
        returns = figures.returns if killed else figures.returns or [0.0]  # a database may cut no line, a kill does
        lost = ledger.lost(rows, figures.acknowledged)
        found = [
            figure("disasters", "", size.count),
            figure("acknowledged", "moves", len(figures.acknowledged)),
            figure("lost", "", len(lost), str(lost[:5]) if lost else ""),
            figure("doubled", "", ledger.doubled(rows)),
            figure("stuck", "", stuck),
            figure("missing", "", missing),
            figure("returned", "clients", len(figures.returns)),
            *(
                figure(f"back_{name}", "s", share(returns, part), "from losing the connection")
                for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
            ),
            figure("ack_max", "s", share(figures.acks, 1.0)),
            figure("resumed_max", "s", max(resumed), "from the disaster until every table has gone on"),
            figure(
                "late_max",
                "s",
                late / 1000,
                "from when a table or a bot was to act, or a time was up, until it happened",
            ),
            taken,
            unseen(crowd),
            *order(figures, site, killed),
        ]
        await crowd.leave()
        return found


def _gone_on(board: Board, before: tuple[int, int]) -> bool:
    """Somebody awake has moved since, and somebody who plays against a bot was asked for another move."""
    played, questions = before
    return (board.asleep or board.played > played) and board.questions > questions


async def _until(done: Callable[[], bool]) -> float | None:
    """How long it took, or None if it took too long."""
    begin = time.perf_counter()
    while not done():
        if time.perf_counter() - begin > PATIENCE:
            return None
        await asyncio.sleep(0.02)
    return time.perf_counter() - begin


KILL = Scenario(
    "kill", "kill -9 of a node, a hundred times", (SQLITE, POSTGRESQL),
    Size(100, 3, 200.0, count=100), Size(10, 1, 40.0, count=2), BARS, kill, lambda size: size.count,
)  # fmt: skip
RESTART_DB = Scenario(
    "restart_db", "PostgreSQL restarted, a hundred times", (POSTGRESQL,),
    Size(100, 3, 200.0, count=100), Size(10, 1, 40.0, count=2), (*BARS, SERVED), restart_db, lambda size: size.count,
)  # fmt: skip
