"""Somebody with a long story is forgotten: others play meanwhile, and nothing that happens keeps anything of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import event as hooks
from sqlalchemy import func, select

from sprawdzam.server import events as e
from sprawdzam.server import own_data
from sprawdzam.server.own_data import forget, resume
from sprawdzam.server.people import User
from sprawdzam.server.schema import EVERYWHERE, events, partings, results, tables
from sprawdzam.server.store import Outcome, Store, StoreDown

from ..conftest import KEY
from ..entries import create, entry
from .test_own_data import event, table
from .test_pages import result

pytestmark = pytest.mark.anyio
HERS = User("hers", "guest", "Wyjątkowa", None, None, "en", 0, 0)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url, KEY)
    yield opened
    await opened.close()


async def told(store: Store, number: int, *, of: int = 20) -> None:
    """A story of so many words at so many tables, which are hers and name her, with her results."""

    def work(db):
        for t in range(of):
            db.execute(table(f"h{t}", HERS.id, seats=[{"who": HERS.id, "name": HERS.name}]))
            db.execute(result(f"h{t}", 0, HERS.id, HERS.name))
        for k in range(number):
            db.execute(event(f"h{k % of}", e.Said(k // of, 0, HERS.id, f"I am {HERS.name}")))

    await store.write(work)


async def left(store: Store) -> list[str]:
    """What there still is of her words."""

    def work(db):
        found = [*db.scalars(select(events.c.body)), *db.scalars(select(tables.c.card))]
        found += [*db.scalars(select(tables.c.owner)), *db.scalars(select(results.c.user_id + results.c.name))]
        return [text for text in found if "Wyj" in text or text == HERS.id]

    return await store.read(work)


async def test_while_somebody_with_a_long_story_is_forgotten_moves_are_written(sqlite_url: str) -> None:
    """Between any two parts of it, of so many rows each; and nothing is searched where everybody waits to write."""
    store = await Store.open(sqlite_url, KEY)
    await told(store, 3000)
    await create(store, "theirs")
    database = store._database
    work, searched, rows = database.write, list[str](), list[int]()  # type: ignore[attr-defined]

    def look(connection, cursor, statement, *_):
        if connection is database._connection and " LIKE " in statement:
            searched.append(statement)

    async def write(job):
        before = database._raw.total_changes
        done = await work(job)
        rows.append(database._raw.total_changes - before)
        return done

    hooks.listen(database._engine, "before_cursor_execute", look)
    database.write = write
    gone = asyncio.create_task(forget(store, HERS))
    moves, waits = 0, list[int]()
    while not gone.done():
        before = store.transactions
        moves += 1
        assert await store.append(entry("theirs", moves + 1)) is Outcome.WRITTEN
        waits.append(store.transactions - before)
    assert len((await gone)[HERS.id]) == 20 and not await left(store)
    assert max(rows) <= own_data.BATCH + 20 + 5  # and its tables, and the move
    assert max(waits) <= 2  # the one that is under way, and its own
    assert moves >= 3000 / own_data.BATCH and not searched
    await store.close()


@pytest.mark.parametrize("after", range(1, 8))
async def test_whoever_is_forgotten_when_the_node_is_killed_is_forgotten_all_the_same(
    after: int, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the first transaction nobody can ask for it again."""
    monkeypatch.setattr(own_data, "BATCH", 20)
    await told(store, 40, of=30)
    write, done = store.write, list[object]()

    async def killed(work):
        if len(done) == after:
            raise StoreDown("killed")
        done.append(work)
        return await write(work)

    with monkeypatch.context() as patched, contextlib.suppress(StoreDown):
        patched.setattr(store, "write", killed)
        await forget(store, HERS)
    assert len(done) == after and bool(await left(store)) == (after < 7)
    await resume(store)
    assert not await left(store)
    known = await store.read(lambda db: set(db.scalars(select(partings.c.table_id))))
    assert known == {f"h{t}" for t in range(30)} and EVERYWHERE not in known  # whoever has them in memory is told yet


async def test_what_is_said_during_the_long_search_is_blanked_before_the_answer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await told(store, 40)
    read, added = store.read, list[object]()

    async def late(work):
        found = await read(work)
        if getattr(work, "func", None) is own_data._events_of and not added:
            added.append(work)
            await store.write(lambda db: db.execute(event("h1", e.Said(99, 0, HERS.id, HERS.name))) and None)
        return found

    monkeypatch.setattr(store, "read", late)
    await forget(store, HERS)
    assert added and not await left(store)
    assert (
        json.loads(await read(lambda db: db.scalar(select(events.c.body).where(events.c.number == 99))))["text"] == ""
    )


async def test_a_card_that_is_written_meanwhile_is_not_lost(store: Store) -> None:
    """What was found is looked at again where it is blanked."""
    await create(store, "h")
    await store.append(entry("h", 2)._replace(card=json.dumps({"who": HERS.id, "name": HERS.name}).encode()))
    find: Callable[..., list[str]] = own_data._cards_of
    found = await store.read(lambda db: find(db, {HERS.id}))
    await store.append(entry("h", 3))
    await store.write(lambda db: own_data._blank_cards(store, {HERS.id}, found, db))
    assert await store.read(lambda db: db.scalar(select(tables.c.card))) == entry("h", 3).card.decode()
    assert not await store.read(lambda db: db.scalar(select(func.count()).select_from(partings)))
