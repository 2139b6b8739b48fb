"""Evening after evening: whole matches of all games, opened, played, watched, left, given up and played again.

72 hours of 40 tables at which a match takes a quarter of an hour are 11,520 matches. People think and bots wait as
short as they can here, so that all of it passes in well under an hour. Only what was played out counts as a match.
Whatever stops it before all are played, it is then no soak of 72 hours.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from sprawdzam.bench.bars import Bar
from sprawdzam.bench.load.board import Board
from sprawdzam.bench.load.crowd import GUESTS, Company, Crowd
from sprawdzam.bench.load.rest import call, total
from sprawdzam.bench.load.scenario import Advance, Scenario, Size, figure
from sprawdzam.bench.load.servers import POSTGRESQL, SQLITE, Site
from sprawdzam.bench.load.steady import order, times
from sprawdzam.bench.measure import Measurement

GAMES = ("blef", "blef", "blef", "nerwy", "nerwy", "szacunki", "fiasko", "rys")
EVERY = 0.5  # seconds between two samples
WARM = 0.4  # the first part of the matches, in which caches fill
QUIET = 40.0  # seconds in which a node must have forgotten tables that nobody looks at and at which nothing happens
PATIENCE = 20.0  # seconds without anything new after which a table is stuck
FIRST = 10  # tables that are stuck are told of, each by itself
LATER = 1.0  # seconds after which somebody looks back at a match
LOOK_BACK = 0.2  # of all companies look back at their last match, and the first ones in any case

MATCHES = 72 * 40 * 4  # hours, tables, matches an hour at each

BARS = (
    Bar("matches played out", "matches", "", unit="matches", least=MATCHES),
    Bar("growth for a match that was played out", "growth", "", 1.0, unit="kB/match"),
    Bar("tables in memory when all have gone", "left_over", "", 0.0, unit=""),
    Bar("tables that did not go on", "stuck", "", 0.0, unit=""),
    Bar("frames missed or sent twice", "gaps", "", 0.0, unit=""),
    Bar("errors in logs and clients", "troubles", "", 0.0, unit=""),
    Bar("processes that have died", "dead", "", 0.0, unit=""),
)


class Sample(NamedTuple):
    matches: int
    memory: float
    tables: float


async def evenings(size: Size, database: str, advance: Advance) -> list[Measurement]:
    async with Site(database, nodes=1 if database == SQLITE else 2) as site:
        crowd = Crowd(site.addresses)
        await crowd.invite(min(GUESTS, 4 * size.tables))
        over = asyncio.Event()
        playing = asyncio.create_task(crowd.play(size.rate, over.is_set))
        samples: list[Sample] = []
        begin, told, opened, stuck = time.perf_counter(), 0, 0, list[str]()
        figures = crowd.figures
        while figures.matches < size.count and time.perf_counter() - begin < size.seconds:
            while len(crowd.boards) < size.tables and opened - figures.matches - figures.broken_off < 2 * size.tables:
                board = await crowd.open(_company(crowd.luck, size.watchers), opened)
                crowd.spawn(_mood(board, crowd.luck))
                opened += 1
            stuck += _clear(crowd)
            await asyncio.sleep(EVERY)
            samples.append(Sample(figures.matches, site.memory, (await _in_memory(site)).tables))
            advance(figures.matches - told)
            told = figures.matches
        stuck += await _still(crowd)
        over.set()
        await playing
        seconds = time.perf_counter() - begin
        await crowd.leave()
        left_over = await _forgotten(site)
        late = [sample for sample in samples if sample.matches >= WARM * figures.matches]
        found = [
            figure("matches", "matches", figures.matches, "played to their end by their rules"),
            figure("broken_off", "matches", figures.broken_off, "more, which somebody gave up or all called off"),
            figure("looked_back", "requests", figures.looked_back, "for what there is to see of matches that are over"),
            figure("moves", "moves/s", figures.moves / seconds),
            *times(figures),
            figure("memory_first", "MB", late[0].memory / 1e6, "when caches were warm"),
            figure("memory_last", "MB", late[-1].memory / 1e6),
            figure("tables_most", "tables", max(sample.tables for sample in samples), "in memory"),
            figure("growth", "kB/match", slope(late) / 1000, "a line through the samples"),
            figure("left_over", "", left_over),
            figure("stuck", "", len(stuck), " | ".join(stuck[:FIRST])),
            *[each for each in order(figures, site) if each.name != "refused"],
        ]
        return found


def _company(luck: Random, watchers: int) -> Company:
    """Some play against bots, some against each other; some are watched, some play again."""
    game = luck.choice(GAMES)
    people = luck.choice((1, 1, 2))
    bots = luck.choice((1, 2)) if people == 1 else 0
    if game == "rys" and people + bots == 2 and luck.random() < 0.5:
        bots += 1
    style = luck.choice(("scene", "scene", "view"))
    return Company(game, people, bots, luck.randrange(watchers + 1), style, rematches=luck.choice((0, 0, 1, 2)))


async def _mood(board: Board, luck: Random) -> None:
    """What else people do: lose their connection, stop watching, give up, call it off; and look back in the end."""
    while True:
        await asyncio.sleep(luck.uniform(0.5, 3.0))
        if board not in board.crowd.boards:
            break
        client = luck.choice(board.clients)
        what = luck.random()
        if what < 0.3:
            client.lose_connection()
        elif what < 0.4 and client.seat is None:
            client.hang_up()
            board.clients.remove(client)
        elif what < 0.41 and client.seat is not None:
            client.ask("resign")
        elif what < 0.42:
            for each in board.clients:
                if each.seat is not None:
                    each.ask("offer", what="abort")
        elif what < 0.52 and client.seat is not None:
            client.ask("say", text="Sprawdzam!")
    if luck.random() < LOOK_BACK or not board.crowd.figures.looked_back:
        await _look_back(board, luck)


async def _look_back(board: Board, luck: Random) -> None:
    """Somebody wants to see the match again, a moment later, when every node has heard of its end. One that was played
    out can be seen; of one that was given up, or never begun, there may be nothing to see."""
    await asyncio.sleep(LATER)
    expected = (200,) if board.tables[board.table] else (200, 409)
    for what in ("log", "draws", "replay"):
        answer = await call(luck.choice(board.crowd.addresses), "GET", f"/api/tables/{board.table}/{what}")
        board.crowd.figures.looked_back += 1
        if answer.status not in expected:
            board.crowd.figures.broken.append(f"{what}: {answer.status} {answer.body[:100]!r}")


def _clear(crowd: Crowd) -> list[str]:
    """Takes away tables at which nothing happens any more, and tells how they stood."""
    now = time.perf_counter()
    dead = [board for board in crowd.boards if now - board.stirred > PATIENCE]
    told = [str(board) for board in dead]
    for board in dead:
        board.give_up()
    return told


async def _still(crowd: Crowd) -> list[str]:
    """The tables that do not go on once more before everybody leaves: a run may be over before they count as stuck."""
    begin, still = time.perf_counter(), list(crowd.boards)
    while still and time.perf_counter() - begin < PATIENCE:
        await asyncio.sleep(EVERY)
        still = [board for board in crowd.boards if board.stirred < begin]
    return [str(board) for board in still]


class InMemory(NamedTuple):
    """How many tables the nodes have in memory, and how many events they have stored."""

    tables: float
    events: float


async def _in_memory(site: Site) -> InMemory:
    tables = await total(site.addresses, "sprawdzam_tables")
    return InMemory(tables, await total(site.addresses, "sprawdzam_events_total"))


async def _forgotten(site: Site) -> float:
    """How many tables stay in memory when nobody is there. Bots may play on for a while where people have given up."""
    now = await _in_memory(site)
    end = time.perf_counter() + QUIET
    while now.tables and time.perf_counter() < end:
        await asyncio.sleep(EVERY)
        before, now = now, await _in_memory(site)
        if now.events > before.events:
            end = time.perf_counter() + QUIET
    return now.tables


def slope(samples: Sequence[Sample]) -> float:
    """Bytes for a match: the slope of the line that fits best."""
    n = len(samples)
    mean = sum(sample.matches for sample in samples) / n
    spread = sum((sample.matches - mean) ** 2 for sample in samples)
    if not spread:
        return 0.0
    return sum((sample.matches - mean) * sample.memory for sample in samples) / spread


SOAK = Scenario(
    "soak", "72 hours of evenings, compressed", (SQLITE, POSTGRESQL),
    Size(40, 2, 400.0, 7200.0, MATCHES), Size(8, 1, 120.0, 60.0, 15), BARS, evenings, lambda size: size.count,
)  # fmt: skip
