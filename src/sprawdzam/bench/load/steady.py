"""Steady traffic: how long a move takes to everybody at its table, and what a socket costs.

On SQLite this is one server with two workers, which bring the sockets of a table together by themselves. On PostgreSQL
it is two servers, and all sockets of a table come to one of them, as behind a proxy that goes by the table in their
address. Where sockets are spread at random instead, a table is served twice: the scenarios that kill and restart
servers do so.
"""

from __future__ import annotations

import time

from sprawdzam.bench.bars import Bar
from sprawdzam.bench.load.crowd import GUESTS, Company, Crowd
from sprawdzam.bench.load.figures import Figures, share
from sprawdzam.bench.load.scenario import Advance, Scenario, Size, figure
from sprawdzam.bench.load.servers import POSTGRESQL, SQLITE, Site, stolen
from sprawdzam.bench.measure import Measurement

WARM = 0.1  # the first part of the time, which is not measured
AIM = 1.01  # of the promised rate is tried: what is under way at either end must not bring it below

TIMES = (
    Bar("send to broadcast, 99 of 100", "broadcast_p99", "", 0.1),
    Bar("moves/s", "moves", "", rate=500.0),
    Bar("memory for a socket, its share of a table included", "socket", "", 60.0, unit="kB"),
)
SEEN = Bar("moves that somebody was never shown", "unseen", "", 0.0, unit="")
QUIET = (
    SEEN,
    Bar("honest people whose line was cut", "lost_lines", "", 0.0, unit=""),
)
ORDER = (
    Bar("frames missed or sent twice", "gaps", "", 0.0, unit=""),
    Bar("legal moves refused", "refused", "", 0.0, unit=""),
    Bar("errors in logs and clients", "troubles", "", 0.0, unit=""),
    Bar("processes that have died by themselves", "dead", "", 0.0, unit=""),
)


async def steady(size: Size, database: str, advance: Advance) -> list[Measurement]:
    async with Site(database, nodes=1, workers=2) if database == SQLITE else Site(database, nodes=2) as site:
        idle = site.memory
        crowd = Crowd(site.addresses, deaf=True)
        await crowd.invite(min(GUESTS, size.sockets))
        await crowd.gather(size.tables, Company(watchers=size.watchers, together=True), advance)
        await crowd.begun()
        await play_for(crowd, size.rate * AIM, size.seconds * WARM, advance)
        crowd.figures.start_over()
        cpu, own, kept, begin = site.cpu, time.process_time(), stolen(), time.perf_counter()
        await play_for(crowd, size.rate * AIM, size.seconds * (1 - WARM), advance)
        seconds = time.perf_counter() - begin
        moves, cpu, own = crowd.figures.moves, site.cpu - cpu, time.process_time() - own
        taken = host_took(kept, seconds)
        memory = site.memory - idle
        await crowd.rest()
        found = [
            figure("sockets", "", len(crowd.clients)),
            figure("tables", "", len(crowd.boards)),
            figure("moves", "moves/s", moves / seconds),
            *times(crowd.figures),
            figure("socket", "kB", memory / 1000 / len(crowd.clients)),
            figure("cpu", "ms/move", cpu / max(1, moves) * 1000, "CPU time of all nodes, without that of the database"),
            figure("load", "cores", cpu / seconds, "of the nodes"),
            figure("own_load", "cores", own / seconds, "of the crowd"),
            taken,
            figure("own_delay", "s", crowd.late, "by which the crowd itself was late, at worst"),
            *quiet(crowd),
            *order(crowd.figures, site),
        ]
        await crowd.leave()
        return found


async def play_for(crowd: Crowd, rate: float, seconds: float, advance: Advance = lambda n: None) -> None:
    begin, told = time.perf_counter(), 0

    def over() -> bool:
        nonlocal told
        now = time.perf_counter() - begin
        if int(now) > told:
            advance(int(now) - told)
            told = int(now)
        return now >= seconds

    await crowd.play(rate, over)


def times(figures: Figures) -> list[Measurement]:
    return [
        figure(f"{name}_{what}", "s", share(samples, part))
        for name, samples in (("ack", figures.acks), ("broadcast", figures.broadcasts))
        for what, part in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    ]


def host_took(before: float, seconds: float) -> Measurement:
    """What the host of a virtual machine has kept for others meanwhile; where that is much, times say little."""
    return figure("stolen", "cores", (stolen() - before) / seconds, "that the host of this machine has kept for others")


def quiet(crowd: Crowd) -> list[Measurement]:
    """What must not be where nothing happens to anybody: a move that never comes is in no time, and no frame that does
    not come leaves a gap before another has."""
    lost = len(crowd.figures.returns) + sum(client.lost for client in crowd.clients)
    return [unseen(crowd), figure("lost_lines", "", lost)]


def unseen(crowd: Crowd) -> Measurement:
    """Boards where a move is under way though everybody has rested: not all have seen it, or it was never answered."""
    return figure("unseen", "", sum(board.under_way for board in crowd.boards))


def order(figures: Figures, site: Site, killed: int = 0) -> list[Measurement]:
    """What must not be, whatever happens."""
    logged = [line for server in site.servers for line in server.troubles]
    return [
        figure("gaps", "", figures.gaps, " | ".join(figures.first_gaps)),
        figure("refused", "", figures.refused.total(), str(dict(figures.refused))),
        figure("troubles", "", len(logged) + len(figures.broken), " | ".join([*logged[:2], *figures.broken[:2]])),
        figure("dead", "", sum(server.died for server in site.servers) - killed),
    ]


STEADY = Scenario(
    "steady", "5,000 sockets at 1,000 tables, 500 moves a second", (SQLITE, POSTGRESQL),
    Size(1000, 3, 500.0, 60.0), Size(20, 3, 50.0, 4.0), TIMES + QUIET + ORDER, steady,
    lambda size: size.tables + int(size.seconds),
)  # fmt: skip
