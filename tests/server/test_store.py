"""What is written stays, what is refused changes nothing, and many who write share a transaction."""

from __future__ import annotations

import asyncio
import secrets
import traceback
from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, exc, select, text

from sprawdzam.bench.load.postgres import Postgres as Server
from sprawdzam.server import postgres
from sprawdzam.server.schema import results, tables
from sprawdzam.server.store import BadDatabase, Entry, Outcome, Store, StoreDown, TableExists

from .conftest import Open
from .entries import create, entry, head

pytestmark = pytest.mark.anyio

WRITTEN, CONFLICT, REPEATED = Outcome.WRITTEN, Outcome.CONFLICT, Outcome.REPEATED


async def test_a_table_is_loaded_as_it_was_created(store: Store) -> None:
    await store.create(head("t", driver="n"), [entry("t", 1)], b"secret")
    stored = await store.load("t")
    assert stored is not None
    assert (stored.at, stored.number, stored.rules, stored.snapshot, stored.events, stored.driver) == (
        1, 1, 3, b"after 1", [], "n",
    )  # fmt: skip
    assert await store.secret("t", 1) == b"secret"
    assert await store.events("t") == [(1, b'{"event":1}')]


async def test_there_is_no_table_that_nobody_created(store: Store) -> None:
    assert await store.load("t") is None
    assert await store.append(entry("t", 1)) is CONFLICT
    assert await store.events("t") == []


async def test_an_id_is_given_to_one_table_only(store: Store) -> None:
    await create(store, "t")
    with pytest.raises(TableExists, match="there is a table t already"):
        await store.create(head("t"), [entry("t", 1)], b"another")
    assert await store.secret("t", 1) == b"secret of t"


async def test_a_number_is_written_once(store: Store) -> None:
    await create(store, "t")
    assert await store.append(entry("t", 2, "a")) is WRITTEN
    assert await store.append(entry("t", 2, "b")) is CONFLICT
    assert [number for number, _ in await store.events("t", after=1)] == [2]


async def test_a_client_id_is_written_once_whatever_number_it_comes_with(store: Store) -> None:
    await create(store, "t", "u")
    assert await store.append(entry("t", 2, "a")) is WRITTEN
    assert await store.append(entry("t", 2, "a")) is REPEATED
    assert await store.append(entry("t", 3, "a")) is REPEATED
    assert await store.append(entry("u", 2, "a")) is WRITTEN  # ids of clients belong to a table
    assert len(await store.events("t")) == 2


async def test_numbers_have_no_gaps(store: Store) -> None:
    await create(store, "t")
    assert await store.append(entry("t", 3)) is CONFLICT
    assert await store.append(entry("t", 2)) is WRITTEN


async def test_events_after_the_newest_snapshot_are_loaded_with_it(store: Store) -> None:
    await create(store, "t")
    await store.append(entry("t", 2))
    await store.append(entry("t", 3, snapshot=False))
    await store.append(entry("t", 4, snapshot=False))
    stored = await store.load("t")
    assert stored is not None
    assert (stored.at, stored.number, stored.snapshot) == (2, 4, b"after 2")
    assert stored.events == [(3, b'{"event":3}'), (4, b'{"event":4}')]


async def test_a_snapshot_that_is_kept_is_not_overwritten(store: Store) -> None:
    await create(store, "t")
    await store.append(entry("t", 2), also=[store.snapshot_write("t", 2, 3, b"for ever")])
    await store.append(entry("t", 3))
    kept = await store.snapshot("t", 2)
    assert kept is not None and (kept.at, kept.rules, kept.snapshot) == (2, 3, b"for ever")
    assert await store.snapshot("t", 3) is None


async def test_what_comes_with_an_entry_is_done_only_if_it_is_written(store: Store) -> None:
    await create(store, "t")
    assert await store.append(entry("t", 2), also=[store.secret_write("t", 2, b"second")]) is WRITTEN
    assert await store.append(entry("t", 2), also=[store.secret_write("t", 3, b"third")]) is CONFLICT
    assert await store.secret("t", 2) == b"second"
    with pytest.raises(BadDatabase, match="no secret of deal 3"):
        await store.secret("t", 3)


async def test_an_entry_whose_statement_fails_is_undone_alone(store: Store) -> None:
    await create(store, "t", "u")
    bad = store.append(entry("t", 2), also=[store.secret_write("t", 1, b"there is one already")])
    failed, written = await asyncio.gather(bad, store.append(entry("u", 2)), return_exceptions=True)
    assert isinstance(failed, exc.IntegrityError) and written is WRITTEN
    assert len(await store.events("t")) == 1
    assert await store.append(entry("t", 2)) is WRITTEN


async def test_a_secret_is_never_replaced(store: Store) -> None:
    await create(store, "t")
    await store.put_secret("t", 2, b"second")
    with pytest.raises(exc.IntegrityError):
        await store.put_secret("t", 2, b"another")
    assert await store.secret("t", 2) == b"second"


async def test_many_who_append_share_few_transactions(store: Store) -> None:
    names = [f"t{n}" for n in range(200)]
    await create(store, *names)
    before = store.transactions
    outcomes = await asyncio.gather(*(store.append(entry(name, 2, "a")) for name in names))
    assert set(outcomes) == {WRITTEN}
    assert store.transactions - before <= 3


async def test_a_conflict_does_not_fail_those_who_share_the_transaction(store: Store) -> None:
    await create(store, "t", "u", "v")
    await store.append(entry("u", 2, "a"))
    await store.append(entry("v", 2, "a"))
    appends = [store.append(e) for e in (entry("t", 2, "a"), entry("u", 2, "b"), entry("v", 3, "a"))]
    assert await asyncio.gather(*appends) == [WRITTEN, CONFLICT, REPEATED]


async def test_what_was_built_upon_a_refused_entry_is_refused_too(url: str, opened: Open) -> None:
    """Else number 3 of this node would follow number 2 of the other."""
    here, there = await opened(url), await opened(url)
    await create(here, "t")
    assert await there.append(entry("t", 2, "theirs")) is WRITTEN
    outcomes = await asyncio.gather(*(here.append(entry("t", n, f"mine {n}")) for n in (2, 3, 4)))
    assert outcomes == [CONFLICT, CONFLICT, CONFLICT]
    assert await here.append(entry("t", 3, "mine 3")) is WRITTEN


async def test_entries_of_one_table_are_written_in_the_order_of_handing_in(store: Store) -> None:
    await create(store, "t")
    outcomes = await asyncio.gather(*(store.append(entry("t", n)) for n in range(2, 10)))
    assert set(outcomes) == {WRITTEN}
    assert [number for number, _ in await store.events("t")] == list(range(1, 10))


@pytest.mark.parametrize("rounds", [15])
async def test_of_two_nodes_that_race_for_a_number_exactly_one_writes_it(url: str, opened: Open, rounds: int) -> None:
    nodes = [await opened(url), await opened(url)]
    names = [f"t{n}" for n in range(30)]
    await create(nodes[0], *names)
    for number in range(2, 2 + rounds):
        ways = [names, names[::-1]]  # in opposite orders, as a deadlock would like it
        racing = [node.append(entry(t, number, f"{k}-{number}")) for k, node in enumerate(nodes) for t in ways[k]]
        outcomes = await asyncio.gather(*racing)
        first, second = outcomes[: len(names)], outcomes[: len(names) - 1 : -1]
        assert all({a, b} == {WRITTEN, CONFLICT} for a, b in zip(first, second, strict=True))
    assert all([len(await nodes[0].events(name)) == rounds + 1 for name in names])


async def test_whoever_waits_no_longer_stops_nobody(store: Store) -> None:
    await create(store, "t", "u")
    gone = asyncio.ensure_future(store.append(entry("t", 2)))
    await asyncio.sleep(0)
    gone.cancel()
    assert await store.append(entry("u", 2)) is WRITTEN


async def test_closing_writes_what_waits(url: str, opened: Open) -> None:
    store = await opened(url)
    await create(store, "t")
    waiting = asyncio.ensure_future(store.append(entry("t", 2)))
    await asyncio.sleep(0)
    await store.close()
    assert await waiting is WRITTEN
    with pytest.raises(StoreDown, match="closed"):
        await store.append(entry("t", 3))


async def test_the_lobby_shows_public_tables_that_are_not_over_the_newest_first(store: Store) -> None:
    for at, name in enumerate(("old", "new", "over", "aborted", "private")):
        first = entry(name, 1, phase="gathering")._replace(at=at)
        await store.create(head(name, public=name != "private"), [first], b"secret")
    await store.append(entry("over", 2, phase="over"))
    await store.append(entry("aborted", 2, phase="aborted"))
    assert [card.split(b'"')[3] for card in await store.lobby(10)] == [b"new", b"old"]
    assert len(await store.lobby(1)) == 1


async def test_any_other_work_shares_the_transactions(store: Store) -> None:
    row = {
        "table_id": "t", "seat": 0, "user_id": "u", "name": "Ala", "game": "blef", "seats": 3, "ended": 5, "place": 1,
        "points": 2, "rated": True, "aborted": False, "mu": None,
    }  # fmt: skip
    await create(store, "t")
    await store.append(entry("t", 2, phase="over"), also=[results.insert().values(row)])
    found = await store.read(lambda connection: connection.execute(select(results)).mappings().one())
    assert dict(found) == row
    renamed = await store.write(lambda connection: connection.execute(tables.update().values(owner="you")).rowcount)
    assert renamed == 1


async def test_what_goes_wrong_is_told_without_what_was_written(store: Store) -> None:
    """Logs have the trace of every fault, and what is stored are links of tables, words and hashes."""
    it = secrets.token_hex(8)  # its value: the lines of this file are in the trace too
    with pytest.raises(Exception, match="nowhere") as caught:
        await store.write(lambda db: db.execute(text("INSERT INTO nowhere VALUES (:it)"), {"it": it}))
    told = "".join(traceback.format_exception(caught.value))
    assert "INSERT INTO nowhere" in told and it not in told


@pytest.mark.parametrize(("set_up", "found"), [("off", "on"), ("remote_apply", "remote_apply")])
async def test_a_commit_waits_for_the_disk_of_postgresql_whatever_its_database_says(
    set_up: str, found: str, postgres_url: str, postgres: Server, opened: Open
) -> None:
    """Entries are put where others read, by a statement that is its own transaction; all else is written in one."""
    postgres.query(f"ALTER DATABASE postgres SET synchronous_commit = {set_up}")
    try:
        store = await opened(postgres_url)
        for carry_out in (store.read, store.write):
            assert await carry_out(lambda db: db.execute(text("SHOW synchronous_commit")).scalar_one()) == found
    finally:
        postgres.query("ALTER DATABASE postgres RESET synchronous_commit")


async def test_an_entry_whose_answer_was_lost_is_not_written_twice(
    postgres_url: str, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(postgres_url)
    await create(store, "t", "u")
    honest, lost = postgres.Postgres.put, []

    def put(self: postgres.Postgres, connection: Connection, entries: Sequence[Entry]) -> set[str]:
        written = honest(self, connection, entries)
        if not lost:
            lost.append(written)
            raise exc.DBAPIError("", {}, Exception("gone"), connection_invalidated=True)
        return written

    monkeypatch.setattr(postgres.Postgres, "put", put)
    assert await asyncio.gather(store.append(entry("t", 2, "a")), store.append(entry("u", 2))) == [REPEATED, CONFLICT]
    assert lost == [{"t", "u"}]
    for table in ("t", "u"):
        assert [number for number, _ in await store.events(table)] == [1, 2]
    assert await store.append(entry("u", 3)) is WRITTEN
