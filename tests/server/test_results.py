"""What a match leaves behind: a result for everybody who played, and ratings only where they were played for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select

from sprawdzam.server import events as e
from sprawdzam.server import wire
from sprawdzam.server.ratings import Skill, rating_writes
from sprawdzam.server.schema import ratings, results

from .nodes import Line, Up, caught_up, deal

pytestmark = pytest.mark.anyio

BEFORE = {"a": Skill(30.0, 4.0), "b": Skill(20.0, 5.0)}


@pytest.fixture
async def up(sqlite_url: str) -> AsyncIterator[Up]:
    """A node on which both have been rated."""
    up = await Up.start(sqlite_url, "n")
    for statement in rating_writes("blef", {}, BEFORE):
        await up.store.write(lambda db, statement=statement: db.execute(statement))
    yield up
    await up.stop()


async def match(up: Up, *, rated: bool) -> list[Line]:
    settings = e.Opened(up.outside.now(), "t", "a", "blef", 2, {}, True, e.Clock(), rated, not rated, 60, "")
    await up.hub.open(settings, [e.Sat(settings.at, 0, "a", "A"), e.Sat(settings.at, 1, "b", "B")])
    lines = [up.line("a"), up.line("b")]
    for line in lines:
        await line.ask("t", wire.Join, style="view")
    await deal("t", lines)
    await caught_up(up, "t", lambda table: table.running)
    return lines


async def skills(up: Up) -> dict[str, tuple[Skill, int]]:
    rows = await up.store.read(lambda db: db.execute(select(ratings)).all())
    return {row.user_id: (Skill(row.mu, row.sigma), row.matches) for row in rows}


async def told(up: Up) -> list[tuple[Any, ...]]:
    c = results.c
    columns = (c.user_id, c.name, c.place, c.rated, c.aborted, c.mu)
    rows = await up.store.read(lambda db: db.execute(select(*columns).order_by(c.seat)).all())
    return [tuple(row) for row in rows]


async def test_a_rated_match_that_is_called_off_rates_nobody_and_says_so(up: Up) -> None:
    before = await skills(up)
    for line in await match(up, rated=True):
        await line.ask("t", wire.Offer, what="abort", on=True)
    await caught_up(up, "t", lambda table: table.sheet.phase == "aborted")
    assert await skills(up) == before
    assert await told(up) == [("a", "A", 0, False, True, None), ("b", "B", 0, False, True, None)]


async def test_a_match_without_rating_rates_nobody(up: Up) -> None:
    before = await skills(up)
    _, b = await match(up, rated=False)
    await b.ask("t", wire.Resign)
    await caught_up(up, "t", lambda table: table.sheet.phase == "over")
    assert await skills(up) == before
    assert await told(up) == [("a", "A", 1, False, False, None), ("b", "B", 2, False, False, None)]


async def test_a_rated_match_rates_everybody_once(up: Up) -> None:
    before = await skills(up)
    _, b = await match(up, rated=True)
    await b.ask("t", wire.Resign)
    await caught_up(up, "t", lambda table: table.sheet.phase == "over")
    after = await skills(up)
    assert {who: matches for who, (_, matches) in after.items()} == {"a": 2, "b": 2}
    assert after["a"][0].mu > before["a"][0].mu and after["b"][0].mu < before["b"][0].mu
    assert await told(up) == [
        ("a", "A", 1, True, False, pytest.approx(after["a"][0].mu)),
        ("b", "B", 2, True, False, pytest.approx(after["b"][0].mu)),
    ]
