"""Who drives which table, and who hears of what others write."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection

from sprawdzam.bench.load.postgres import Postgres
from sprawdzam.server.database import ENDED
from sprawdzam.server.store import Store

from .conftest import Open
from .entries import create, entry, until

pytestmark = pytest.mark.anyio


async def test_tables_that_nobody_drives_are_claimed_with_the_time_of_their_last_event(store: Store) -> None:
    await create(store, "t", "u")
    await store.append(entry("u", 2))
    assert sorted(await store.claim("n", now=50)) == [("t", 1001), ("u", 1002)]
    stored = await store.load("t")
    assert stored is not None and stored.driver == "n"


async def test_tables_of_a_living_node_are_not_claimed(store: Store) -> None:
    await store.beat("n", now=100, until=200)
    await create(store, "t", driver="n")
    assert await store.claim("m", now=200) == []


async def test_tables_of_a_dead_node_are_claimed_with_the_time_of_its_last_beat(store: Store) -> None:
    await store.beat("n", now=100, until=200)
    await store.beat("n", now=150, until=250)
    await create(store, "t", driver="n")
    assert await store.claim("m", now=251) == [("t", 150)]
    await store.beat("m", now=251, until=300)
    assert await store.claim("n", now=251) == []


async def test_tables_of_a_node_that_is_known_to_be_dead_are_claimed_at_once(store: Store) -> None:
    await store.beat("n", now=100, until=10_000)
    await create(store, "t", driver="n")
    await store.bury("n")
    assert await store.beat("m", now=200, until=300) == {"m"}
    assert await store.claim("m", now=200) == [("t", 100)], "with the time of its last beat"


async def test_a_node_that_stops_gives_its_tables_back_at_once(store: Store) -> None:
    await store.beat("n", now=100, until=10_000)
    await create(store, "t", driver="n")
    await store.release("n", now=120)
    assert await store.claim("m", now=121) == [("t", 120)]


async def test_tables_of_a_node_that_nobody_knows_are_claimed(store: Store) -> None:
    await create(store, "t", driver="never seen")
    assert await store.claim("m", now=5) == [("t", 1001)]


@pytest.mark.parametrize("phase", ["over", "aborted"])
async def test_tables_that_have_ended_are_not_claimed(store: Store, phase: str) -> None:
    await create(store, "t")
    await store.append(entry("t", 2, phase=phase))
    assert await store.claim("m", now=5) == []


async def test_no_table_is_claimed_by_two_nodes(url: str, opened: Open) -> None:
    stores = [await opened(url) for _ in range(3)]
    await stores[0].beat("dead", now=1, until=2)
    names = [f"t{n}" for n in range(60)]
    await create(stores[0], *names[:30], driver="dead")
    await create(stores[0], *names[30:])
    for number, store in enumerate(stores):
        await store.beat(f"n{number}", now=10, until=100)
    # While they claim, they also write to the tables that others claim, in the other order.
    appends = [stores[0].append(entry(name, 2)) for name in reversed(names)]
    claims = [store.claim(f"n{number}", now=20) for number, store in enumerate(stores)]
    *_, a, b, c = await asyncio.gather(*appends, *claims)
    claimed = [table for table, _ in [*a, *b, *c]]
    assert sorted(claimed) == sorted(names)


async def test_a_node_hears_of_what_others_append_and_not_of_its_own(url: str, opened: Open) -> None:
    here, there = await opened(url), await opened(url)
    heard: list[tuple[str, int]] = []
    await create(there, "before")
    here.listen(lambda table, number, _: heard.append((table, number)))
    await create(here, "mine")
    await create(there, "theirs")
    await until(lambda: ("theirs", 1) in heard or ("", 0) in heard)
    for number in range(2, 6):
        await here.append(entry("mine", number))
        await there.append(entry("theirs", number))
        await asyncio.sleep(0.03 if number == 3 else 0)
    await until(lambda: ("theirs", 5) in heard)
    assert [each for each in heard if each[1] > 1] == [("theirs", number) for number in range(2, 6)]


async def test_every_node_hears_that_sessions_have_ended_and_when_it_is_committed(url: str, opened: Open) -> None:
    here, there = await opened(url), await opened(url)
    heard: dict[Store, list[bytes]] = {here: [], there: []}
    for store in heard:
        store.listen(lambda table, number, body, store=store: heard[store].append(body))  # type: ignore[misc]
    await create(there, "t")
    await asyncio.sleep(0.2)  # all listen by now

    def undone(connection: Connection) -> None:
        there.put_ended(connection)
        raise ValueError

    with pytest.raises(ValueError):
        await there.write(undone)
    await create(there, "u")
    await asyncio.sleep(0.2)
    assert ENDED not in heard[here] + heard[there]
    for count in (1, 2):
        await there.write(there.put_ended)
        await until(lambda: all(bodies.count(ENDED) == count for bodies in heard.values()))  # noqa: B023


async def test_after_a_restart_of_postgresql_a_node_is_told_to_look_and_hears_again(
    postgres: Postgres, postgres_url: str, opened: Open
) -> None:
    here, there = await opened(postgres_url), await opened(postgres_url)
    heard: list[tuple[str, int]] = []
    here.listen(lambda table, number, _: heard.append((table, number)))
    await create(there, "t")
    await until(lambda: ("t", 1) in heard or ("", 0) in heard)
    heard.clear()
    postgres.stop()
    postgres.start()
    await there.append(entry("t", 2))
    await until(lambda: ("", 0) in heard)
    await there.append(entry("t", 3))
    await until(lambda: ("t", 3) in heard)
