"""Those who go away and those who stay: a bot plays on for the ones, the others can do what only the owner could."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from sprawdzam.server import driving, wire
from sprawdzam.server import events as e
from sprawdzam.server.decisions import NotAllowed

from .nodes import Line, Up, caught_up, deal, joined, play_on, stored
from .sockets import LEAPS

pytestmark = pytest.mark.anyio


@pytest.fixture
async def up(sqlite_url: str) -> AsyncIterator[Up]:
    up = await Up.start(sqlite_url, "n")
    yield up
    await up.stop()


async def test_a_bot_plays_for_whoever_has_gone_until_they_come_back(up: Up, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "STILL", LEAPS)
    settings = e.Opened(up.outside.now(), "t", "a", "blef", 2, {}, True, e.Clock(), False, True, 60, "")
    await up.hub.open(settings, [e.Sat(settings.at, 0, "a", "A"), e.Sat(settings.at, 1, "b", "B")])
    a, b = await joined(up, "t", "a", "b")
    await deal("t", [a, b])
    await caught_up(up, "t", lambda table: set(table.actors) == {0, 1})
    await up.node.leave(up.live("t"), b)
    assert up.driver.wakes["t"] == up.table("t").sheet.seats[1].gone + 60_000
    up.node.outside = up.outside._replace(now=lambda: up.outside.now() + 60_000)
    up.driver.changed(up.live("t"))
    await caught_up(up, "t", lambda table: table.actors == (0,))
    (back,) = await joined(up, "t", "b")
    await caught_up(up, "t", lambda table: not table.sheet.seats[1].replaced)
    await a.ask("t", wire.Play, actions=["choose A"])
    await play_on("t", [a], Random(1), until=lambda table: table.actors == (1,) or not table.running)
    await asyncio.sleep(0.1)
    assert up.table("t").actors == (1,) and not up.live("t").thinking  # it is for them to play
    await play_on("t", [a, back], Random(1), until=lambda table: table.sheet.number > 30)
    told = await stored(up, "t")
    kinds = [type(event) for event in told]
    left, replaced, returned = (kinds.index(kind) for kind in (e.Left, e.Replaced, e.Returned))
    assert left < replaced < returned and told[replaced].at - told[left].at >= 60_000
    moves = [(n, event.by) for n, event in enumerate(told) if isinstance(event, e.Moved) and event.seat == 1]
    assert {by for n, by in moves if n < returned} == {"bot"}
    assert {by for n, by in moves if n > returned} == {""}


@pytest.mark.parametrize("stands", [True, False], ids=["another place", "the owner's seat"])
async def test_when_the_owner_has_gone_whoever_sits_there_may_hire_and_start(up: Up, *, stands: bool) -> None:
    id = await up.open("blef", 3)
    a, b, watcher = await joined(up, id, "a", "b", "w")
    await b.ask(id, wire.Sit, seat=1)

    async def refused(line: Line, kind: Any, **fields: Any) -> None:
        number = up.table(id).sheet.number
        with pytest.raises(NotAllowed, match="only the owner"):
            await line.ask(id, kind, **fields)
        assert up.table(id).sheet.number == number

    for line in (b, watcher):
        await refused(line, wire.Hire, seat=2, level="novice")
        await refused(line, wire.Start)
    if stands:
        await a.ask(id, wire.Stand)
    else:
        await up.node.leave(up.live(id), a)
    await refused(watcher, wire.Hire, seat=2, level="novice")
    await b.ask(id, wire.Hire, seat=2, level="novice")
    if stands:
        await b.ask(id, wire.Hire, seat=0, level="novice")
    else:
        (a,) = await joined(up, id, "a")
        await refused(b, wire.Start)
        await up.node.leave(up.live(id), a)
    await refused(watcher, wire.Start)
    await b.ask(id, wire.Start)
    assert up.table(id).sheet.phase == "sealing"
