"""Bots of the server: a table of bots alone goes on only for whoever looks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest

from sprawdzam.bots import LEVELS
from sprawdzam.bots.pace import LEAST, MOST
from sprawdzam.games import all_games
from sprawdzam.server import driving, due, wire
from sprawdzam.server import events as e
from sprawdzam.server import table as tables
from sprawdzam.server.app import Settings
from sprawdzam.server.decisions import hired

from .conftest import KEY, Start
from .nodes import Up, caught_up, deal, joined, play_on, stored

pytestmark = pytest.mark.anyio

PATIENCE = 60  # seconds for a whole match, on a machine that has much else to do


async def seated(up: Up, bots: int, *people: str, away: int = 60) -> str:
    """A table of ``a`` at which people sit, and novices behind them."""
    now, seats = up.outside.now(), len(people) + bots
    taken: list[e.AnyEvent] = [e.Sat(now, p, who, who.upper()) for p, who in enumerate(people)]
    taken += [hired(now, len(people) + k, "novice") for k in range(bots)]
    settings = e.Opened(now, up.outside.token(), "a", "blef", seats, {}, True, e.Clock(), False, True, away, "")
    return await up.hub.open(settings, taken)


async def alone(up: Up) -> str:
    """Bots whose match has begun, and at which nobody looks."""
    id = await seated(up, 3)
    await up.line("a").ask(id, wire.Start)
    await caught_up(up, id, lambda table: table.running and len(table.actors) > 1)
    return id


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.name for game in all_games()])
async def test_bots_of_every_level_play_at_a_table(game: str, sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    now, bots = up.outside.now(), tuple(enumerate(LEVELS, 1))
    settings = e.Opened(now, up.outside.token(), "a", game, 4, {}, True, e.Clock(), False, True, 60, "")
    id = await up.hub.open(settings, [e.Sat(now, 0, "a", "A"), *(hired(now, p, level) for p, level in bots)])
    lines = await joined(up, id, "a")
    await deal(id, lines)
    await play_on(id, lines, Random(1), lambda table: table.sheet.number > 60 or table.sheet.phase == "over")
    moved = {event.seat for event in await stored(up, id) if isinstance(event, e.Moved)}
    assert moved == {0, *dict(bots)}


TEMPO = 0.01  # a hundred times as fast as people like it


class Noted:
    """``asyncio`` for the driver: notes how long each bot waits, and whether people are asked meanwhile."""

    def __init__(self) -> None:
        self.up: Up | None = None
        self.pauses: dict[bool, list[float]] = {True: [], False: []}

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    def sleep(self, seconds: float) -> Coroutine[Any, Any, None]:
        if self.up and seconds not in (0, driving.BEAT):
            (live,) = self.up.node.live.values()
            view = live.table.view(1)
            assert view is not None
            self.pauses[view.window].append(round(seconds / TEMPO, 6))
        return asyncio.sleep(seconds)


async def test_bots_take_their_time_as_people_do(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Settings(sqlite_url, KEY).tempo == 1.0
    monkeypatch.setattr(driving, "asyncio", noted := Noted())
    up = await start(sqlite_url, "n")
    id = await up.open("nerwy", 2, first_starter=0)
    (a,) = await joined(up, id, "a")
    await a.ask(id, wire.Hire, seat=1, level="novice")
    noted.up, up.driver.tempo = up, TEMPO
    await deal(id, [a])
    await play_on(id, [a], Random(1), lambda table: all(noted.pauses.values()) or table.sheet.phase == "over")
    assert noted.pauses[True] and noted.pauses[False]
    assert all(LEAST <= seconds <= MOST for seconds in noted.pauses[False])
    assert all(driving.WINDOW[0] <= seconds <= driving.WINDOW[1] for seconds in noted.pauses[True])


def test_people_have_time_to_call_before_a_bot_answers_and_before_time_is_up() -> None:
    assert 1 <= driving.WINDOW[0] < driving.WINDOW[1] < tables.WINDOW / 1000


async def number(up: Up, id: str) -> int:
    """Of the newest event; a table that stands still has the same one a while later."""
    await asyncio.sleep(0.3)
    found = [number for number, _ in await up.store.events(id)]
    return max(found)


async def test_bots_alone_stand_still_while_nobody_looks(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id = await alone(up)
    before = await number(up, id)
    assert await number(up, id) == before and not up.live(id).thinking
    watcher = up.line("w")
    await watcher.ask(id, wire.Join, style="view")
    await caught_up(up, id, lambda table: table.sheet.number > before + 5)
    await up.node.leave(up.live(id), watcher)
    await caught_up(up, id, lambda table: not up.live(id).thinking)
    before = await number(up, id)
    assert up.table(id).running and await number(up, id) == before
    await watcher.ask(id, wire.Join, style="view")
    await caught_up(up, id, lambda table: table.sheet.phase == "over", PATIENCE)


async def test_bots_alone_go_on_for_whoever_looks_on_another_node_than_their_driver(
    sqlite_url: str, start: Start
) -> None:
    one, two = await start(sqlite_url, "n1"), await start(sqlite_url, "n2")
    id = await alone(one)
    await two.line("w").ask(id, wire.Join, style="view")
    assert id in one.driver.wakes and id not in two.driver.wakes
    await caught_up(two, id, lambda table: table.sheet.phase == "over", PATIENCE)


async def test_bots_alone_do_not_go_on_after_a_restart(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id = await alone(up)
    before = await number(up, id)
    await up.driver.hand_over()
    later = await start(sqlite_url, "m")
    await caught_up_with(later, id)
    assert await number(later, id) == before


async def caught_up_with(up: Up, id: str) -> None:
    async with asyncio.timeout(10):
        while id not in up.driver.wakes:
            await asyncio.sleep(0.01)


async def test_bots_alone_at_which_nobody_looks_are_cleared_away(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    monkeypatch.setattr(due, "EMPTY", 200)
    id = await alone(up)
    await caught_up(up, id, lambda table: table.sheet.phase == "aborted")


async def test_a_match_in_which_all_people_have_resigned_comes_to_its_end_though_nobody_looks(
    sqlite_url: str, start: Start
) -> None:
    up = await start(sqlite_url, "n")
    id, a = await seated(up, 2, "a"), up.line("a")
    await deal(id, [a])
    await caught_up(up, id, lambda table: table.running)
    await a.ask(id, wire.Resign)
    assert not up.live(id).readers
    await caught_up(up, id, lambda table: table.sheet.phase == "over", PATIENCE)
    assert up.table(id).sheet.places[0] == 3


async def test_a_match_whose_people_are_all_away_goes_on(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, a = await seated(up, 2, "a", away=1), up.line("a")
    await a.ask(id, wire.Join, style="view")
    await deal(id, [a])
    await up.node.leave(up.live(id), a)
    await caught_up(up, id, lambda table: table.sheet.phase == "over", PATIENCE)
