"""Bots decide in turns: no table takes the time of others."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from sprawdzam.server import wire
from sprawdzam.server.live import Live
from sprawdzam.server.turns import Turns

from .nodes import Up, caught_up, deal
from .test_bots import alone, seated

pytestmark = pytest.mark.anyio


def some(*, played: bool) -> Live:
    table: Any = SimpleNamespace(sheet=SimpleNamespace(played=played))
    return Live(table, b"")


async def order(turns: Turns, wanted: list[tuple[str, Live]]) -> str:
    """In which order decisions are made that are wanted in one moment while somebody decides."""
    made: list[str] = []

    async def decide(name: str, live: Live) -> None:
        async with turns.of(live):
            made.append(name)
            await asyncio.sleep(0)

    await asyncio.gather(*(decide(name, live) for name, live in wanted))
    return "".join(made)


async def test_tables_take_turns() -> None:
    a, b, c = (some(played=True) for _ in range(3))
    turns = Turns(1)
    assert await order(turns, [("a", a)] * 4 + [("b", b)] * 2 + [("c", c)]) == "aabcaba"
    assert await order(turns, [("b", b)] * 3 + [("c", c)] * 3) == "bbcbcc"  # what one had before is no debt


async def test_tables_at_which_people_play_go_first() -> None:
    bots, people = some(played=False), some(played=True)
    assert await order(Turns(1), [("b", bots)] * 3 + [("p", people)] * 2) == "bppbb"


async def test_who_is_stopped_takes_nobodys_turn() -> None:
    turns, live, inside = Turns(1), some(played=True), asyncio.Event()

    async def decide() -> None:
        async with turns.of(live):
            inside.set()
            await asyncio.sleep(10)

    first, waiting = asyncio.create_task(decide()), asyncio.create_task(decide())
    await inside.wait()
    waiting.cancel()
    third = asyncio.create_task(decide())
    await asyncio.sleep(0)
    first.cancel()  # the third one is let in, and stopped before it has begun
    await asyncio.sleep(0)
    third.cancel()
    for task in (first, waiting, third):
        with suppress(asyncio.CancelledError):
            await task
    assert await asyncio.wait_for(order(turns, [("a", live)]), 1) == "a"


async def test_nobody_waits_until_a_table_of_bots_has_thought(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    up = await Up.start(sqlite_url, "n")
    monkeypatch.setattr(up.driver, "_turns", Turns(1))
    made, decision, free = list[str](), up.driver._decision, asyncio.Event()

    async def decide(lent: str, view: Any, luck: Any) -> int:
        made.append("people" if view.record.seats == 2 else "bots")
        await free.wait()
        return await decision(lent, view, luck)

    monkeypatch.setattr(up.driver, "_decision", decide)
    bots = await alone(up)
    await up.line("w").ask(bots, wire.Join, style="view")
    async with asyncio.timeout(10):
        while not made:
            await asyncio.sleep(0.01)
    id, a = await seated(up, 1, "a"), up.line("a")
    await deal(id, [a])
    await caught_up(up, id, lambda table: 1 in up.live(id).thinking)
    await asyncio.sleep(0.05)
    free.set()
    async with asyncio.timeout(10):
        while len(made) < 2:
            await asyncio.sleep(0.01)
    assert made[:2] == ["bots", "people"]
    await up.stop()
