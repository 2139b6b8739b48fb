"""How many watch a table: told to everybody there, a moment after it has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from sprawdzam.server import live, wire

from .nodes import Line, Up

pytestmark = pytest.mark.anyio


@pytest.fixture
async def up(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Up]:
    monkeypatch.setattr(live, "COUNT", 0.01)
    up = await Up.start(sqlite_url, "n")
    yield up
    await up.stop()


async def counts(*lines: Line) -> list[list[int]]:
    await asyncio.sleep(0.1)
    return [[each["count"] for each in line.frames if each["is"] == "watchers"] for line in lines]


async def come(up: Up, id: str, *whos: str, **more: Any) -> list[Line]:
    lines = [up.line(who) for who in whos]
    for line in lines:
        await line.ask(id, wire.Join, **more)
    return lines


async def test_everybody_is_told_how_many_watch(up: Up) -> None:
    id = await up.open("blef", 2)
    (owner,) = await come(up, id, "a")
    assert await counts(owner) == [[]]  # nobody does, which nobody has to be told
    first, second = await come(up, id, "x", "y")
    assert await counts(owner, first, second) == [[2], [2], [2]]  # once for both
    await first.ask(id, wire.Leave)
    assert await counts(owner, second) == [[2, 1], [2, 1]]
    await second.ask(id, wire.Sit, seat=1)
    assert await counts(owner, second) == [[2, 1, 0], [2, 1, 0]]


async def test_somebody_with_two_windows_is_one_and_strangers_are_many(up: Up) -> None:
    id = await up.open("blef", 2)
    (owner,) = await come(up, id, "a")
    await come(up, id, "x", "x")
    assert await counts(owner) == [[1]]
    await come(up, id, "", "")
    assert await counts(owner) == [[1, 3]]


async def test_programs_are_not_told(up: Up) -> None:
    id = await up.open("blef", 2)
    (program,) = await come(up, id, "a", style="view")
    await come(up, id, "x")
    assert await counts(program) == [[]]
