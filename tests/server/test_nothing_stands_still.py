"""A table that is driven goes on whoever loads it, whatever else happens at that moment, and nobody stops it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from sprawdzam.server import driving, telling, wire
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server.decisions import NotAllowed
from sprawdzam.server.forgetting import forget
from sprawdzam.server.live import Live
from sprawdzam.server.schema import tables
from sprawdzam.server.store import Entry, NewTable, StoreDown
from sprawdzam.server.table import Table
from sprawdzam.server.telling import Teller

from .conftest import Start
from .entries import until
from .nodes import Line, Up, caught_up, deal, joined, match, play_on, stored

pytestmark = pytest.mark.anyio


@pytest.mark.usefixtures("hasty")
async def test_a_clock_runs_out_though_a_stranger_was_the_first_to_look_at_the_table_again(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is about to lose by the time cannot stop it by watching, and nobody does so by mistake."""
    monkeypatch.setattr(driving, "SOON", 0)
    monkeypatch.setattr(driving, "IDLE", 0)
    up = await start(url, "n")
    id, lines = await match(up, clock=e.Clock("move", 2))
    for line in lines:
        await up.node.leave(up.live(id), line)
    await until(lambda: id not in up.node.live)
    assert id in up.driver.wakes
    await joined(up, id, "stranger")
    await caught_up(up, id, lambda table: set(table.actors) != {0, 1})
    assert {event.by for event in await stored(up, id) if isinstance(event, e.Moved)} == {"clock"}


async def test_somebody_who_sits_down_at_once_at_a_new_table_keeps_the_seat(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another node, as soon as it is in the lobby: a table comes with those who sit there from the beginning."""
    one, two = await start(url, "n1"), await start(url, "n2")
    there = asyncio.Event()
    create = one.store.create

    async def slow(*args: Any) -> None:
        await create(*args)
        await there.wait()

    monkeypatch.setattr(one.store, "create", slow)
    settings = e.Opened(one.outside.now(), "t", "a", "blef", 3, {}, True, e.Clock(), False, True, 60, "")
    opening = asyncio.create_task(
        one.hub.open(settings, [e.Sat(settings.at, 0, "a", "A"), e.Hired(settings.at, 2, "novice")])
    )
    (b,) = await asyncio.wait_for(_soon(partial(joined, two, "t", "b")), 10)
    assert [bool(seat.free) for seat in two.table("t").sheet.seats] == [False, True, False]
    await b.ask("t", wire.Sit)
    there.set()
    await opening
    await caught_up(one, "t", lambda table: table.sheet.seats[1].who == "b")
    (a,) = await joined(one, "t", "a")
    await a.ask("t", wire.Say, text="hello")
    await caught_up(two, "t", lambda table: bool(table.sheet.chat))
    assert [seat.who or seat.bot for seat in two.table("t").sheet.seats] == ["a", "b", "novice"]
    assert [seat.who or seat.bot for seat in one.table("t").sheet.seats] == ["a", "b", "novice"]


async def _soon(work: Callable[[], Awaitable[Any]]) -> Any:
    """Tries until there is such a table."""
    from sprawdzam.server.refusals import NoTable

    while True:
        try:
            return await work()
        except NoTable:
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("hasty")
async def test_a_table_whose_opening_was_not_answered_is_driven_all_the_same(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "STOCK", 2)
    up = await start(url, "n")
    create = up.store.create

    async def unanswered(head: NewTable, entries: Sequence[Entry], secret: bytes) -> None:
        await create(head, entries, secret)
        raise StoreDown("gone")

    monkeypatch.setattr(up.store, "create", unanswered)
    with pytest.raises(StoreDown):
        await up.open("blef", 2)
    (id,) = await up.store.read(lambda connection: connection.scalars(select(tables.c.id)).all())
    await until(lambda: id in up.driver.wakes)
    a, b = await joined(up, id, "a", "b")
    await b.ask(id, wire.Sit)
    await deal(id, [a, b])
    await caught_up(up, id, lambda table: set(table.actors) == {0, 1})


async def test_what_others_write_while_a_table_is_loaded_is_not_missed(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await start(url, "n1"), await start(url, "n2")
    id, (a, _) = await match(one)
    secret = two.store.secret

    async def slow(*args: Any) -> bytes:
        """Between loading the events and having the table."""
        number = one.table(id).sheet.number
        await a.ask(id, wire.Say, text="hello")
        assert one.table(id).sheet.number == number + 1
        await asyncio.sleep(0.5)  # the other node is told meanwhile
        return await secret(*args)

    monkeypatch.setattr(two.store, "secret", slow)
    (watcher,) = await joined(two, id, "w")
    await until(lambda: "hello" in b"".join(watcher.got).decode())


@pytest.mark.usefixtures("hasty")
async def test_clocks_get_the_time_back_in_which_the_node_stood_still(sqlite_url: str, start: Start) -> None:
    """Also if somebody's move is the first that happens then."""
    up = await start(sqlite_url, "n")
    id, lines = await match(up, clock=e.Clock("move", 3))
    other, theirs = await match(up, clock=e.Clock("match", 30))
    bank = up.table(other).sheet.seats[0].bank
    time.sleep(3.5)
    await theirs[0].ask(other, wire.Play, actions=["choose A"])
    assert up.table(other).sheet.seats[0].bank > bank - 1000
    for line in lines:
        await line.ask(id, wire.Play, actions=["choose A"])
    told = await stored(up, id)
    assert [event.by for event in told if isinstance(event, e.Moved)][:2] == ["", ""]
    for each in (told, await stored(up, other)):
        assert [event.lost >= 3000 for event in each if isinstance(event, e.Restored)] == [True]


@pytest.mark.usefixtures("hasty")
async def test_a_database_that_is_slow_to_take_signs_of_life_stops_no_clock(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    beat = up.store.beat

    async def slow(*args: Any) -> set[str]:
        await asyncio.sleep(1.6)
        return await beat(*args)

    monkeypatch.setattr(up.store, "beat", slow)
    id, _ = await match(up, clock=e.Clock("move", 2))
    await caught_up(up, id, lambda table: set(table.actors) != {0, 1})
    told = await stored(up, id)
    assert {event.by for event in told if isinstance(event, e.Moved)} == {"clock"}
    assert not [event for event in told if isinstance(event, e.Restored)]


async def test_nobody_waits_for_whoever_is_told_a_long_story(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever comes back late is told all of it, what was played meanwhile included."""
    up = await start(url, "n")
    id, lines = await match(up)
    (early,) = await joined(up, id, "w")
    for number in range(60):  # more than is kept in memory
        await lines[0].ask(id, wire.Say, text=f"word {number}")
    told, heard = asyncio.Event(), asyncio.Event()
    missed = Teller.missed

    async def slow(*args: Any) -> Any:
        found = await missed(*args)
        told.set()
        await heard.wait()
        return found

    monkeypatch.setattr(Teller, "missed", slow)
    late = up.line("w")
    since = early.frames[3]["seq"]
    joining = asyncio.create_task(late.ask(id, wire.Join, since=since, style="view"))
    await told.wait()
    await asyncio.wait_for(play_on(id, lines, Random(1), until=lambda table: table.sheet.number > 75), 20)
    heard.set()
    await joining
    await lines[0].ask(id, wire.Say, text="the end")
    frames = [frame for frame in late.frames if frame["is"] == "frame"]
    assert [frame["seq"] for frame in frames] == list(range(since + 1, up.table(id).seq(-1) + 1))
    assert late.got[-len(frames) :] == early.got[-len(frames) :]


async def test_whoever_wants_to_hear_the_story_again_hears_nothing_twice(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And all who have missed the same at the same time are told by one story."""
    up = await start(url, "n")
    id, lines = await match(up)
    watchers = await joined(up, id, "v", "w", "x")
    for number in range(5):
        await lines[0].ask(id, wire.Say, text=f"word {number}")
    up.live(id).renew(up.table(id), sheets.write(up.table(id).saved))  # nothing is left in memory
    stories = []
    story = Teller.story

    async def slow(*args: Any) -> Any:
        stories.append(args)
        found = await story(*args)
        await lines[0].ask(id, wire.Say, text="meanwhile")
        return found

    monkeypatch.setattr(Teller, "story", slow)
    since = [watcher.frames[-missed]["seq"] for watcher, missed in zip(watchers, (3, 4, 5), strict=True)]
    anew = [up.line(watcher.asker.who) for watcher in watchers]
    await asyncio.gather(*(w.ask(id, wire.Join, since=n, style="view") for w, n in zip(anew, since, strict=True)))
    for watcher, n in zip(anew, since, strict=True):
        told = [frame["seq"] for frame in watcher.frames if frame["is"] == "frame"]
        assert told == list(range(n + 1, up.table(id).seq(-1) + 1))
    assert len(stories) == 1


async def long_ago(up: Up) -> tuple[str, Line, Line]:
    """A match, somebody who has talked there, and somebody who has heard it all; nothing of it is left in memory."""
    id, lines = await match(up)
    (watcher,) = await joined(up, id, "w")
    for number in range(9):
        await lines[0].ask(id, wire.Say, text=f"word {number}" * 20)
    up.live(id).renew(up.table(id), sheets.write(up.table(id).saved))
    return id, lines[0], watcher


@pytest.mark.parametrize("late", [False, True])
async def test_a_long_story_is_told_in_parts_as_fast_as_it_is_heard(
    late: bool, sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much somebody has missed, they are sent just that, and the table is led through it once; and those who
    play wait for nobody."""
    up = await start(sqlite_url, "n")
    id, talker, watcher = await long_ago(up)
    monkeypatch.setattr(telling, "MUCH", 1000)
    slow, told = up.line("w"), list[int]()
    story, begun = Teller.story, list[int]()

    async def counted(teller: Teller, table: Table, number: int) -> Any:
        begun.append(number)
        return await story(teller, table, number)

    monkeypatch.setattr(Teller, "story", counted)

    async def drained() -> bool:
        told.append(len(slow.got))
        if late and len(told) == 2:
            await talker.ask(id, wire.Say, text="meanwhile")
        return True

    monkeypatch.setattr(slow, "drained", drained)
    since = next(frame["seq"] for frame in watcher.frames if frame["is"] == "whole")
    await slow.ask(id, wire.Join, since=since, style="view")
    await talker.ask(id, wire.Say, text="goodbye")
    assert [body for body in slow.got if b'"frame"' in body] == [body for body in watcher.got if b'"frame"' in body]
    assert len(told) > 2 and all(0 < after - before < 6 for before, after in pairwise(told)) and len(begun) == 1


async def test_in_the_middle_of_a_long_story_it_no_longer_names_whoever_leaves_for_ever(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, _, watcher = await long_ago(up)
    monkeypatch.setattr(telling, "MUCH", 1000)
    slow, told = up.line("w"), list[int]()

    async def drained() -> bool:
        told.append(len(slow.got))
        if len(told) == 2:
            await forget(up.node, "a", [id])
        return True

    monkeypatch.setattr(slow, "drained", drained)
    await slow.ask(id, wire.Join, since=watcher.frames[0]["seq"], style="view")
    before, after = slow.got[: told[1]], slow.got[told[1] :]
    assert b"word" in b"".join(before) and len(after) > 1 and not re.search(b'word|"A"|"a"', b"".join(after))
    assert [frame["seq"] for frame in slow.frames if frame["is"] == "frame"] == list(
        range(watcher.frames[0]["seq"] + 1, up.table(id).seq(-1) + 1)
    )


async def test_whoever_hangs_up_in_the_middle_of_a_long_story_is_told_no_more_of_it(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, _, watcher = await long_ago(up)
    monkeypatch.setattr(telling, "MUCH", 1000)
    slow, left = up.line("w"), iter([True, False])

    async def drained() -> bool:
        return next(left)

    monkeypatch.setattr(slow, "drained", drained)
    await slow.ask(id, wire.Join, since=watcher.frames[0]["seq"], style="view")
    assert 0 < len(slow.got) < 6


async def test_a_story_of_which_the_store_knows_less_is_not_waited_for(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database may come back from a backup under a node that is up."""
    up = await start(sqlite_url, "n")
    id, _, watcher = await long_ago(up)
    events = up.store.events

    async def fewer(*args: Any) -> Any:
        return (await events(*args))[:-9]

    monkeypatch.setattr(up.store, "events", fewer)
    late = up.line("w")
    async with asyncio.timeout(5):
        await late.ask(id, wire.Join, since=watcher.frames[0]["seq"] + 5, style="view")
    assert [frame["is"] for frame in late.frames] == ["whole"]


async def test_a_story_that_too_many_want_is_not_told_but_the_table_is_shown(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, talker, watcher = await long_ago(up)
    monkeypatch.setattr(telling, "MOST", 0)
    late = up.line("w")
    await late.ask(id, wire.Join, since=watcher.frames[-9]["seq"], style="view")
    await talker.ask(id, wire.Say, text="goodbye")
    assert [frame["is"] for frame in late.frames if frame["is"] != "done"] == ["whole", "frame"]


async def test_a_table_that_is_loaded_again_leaves_nobody_with_a_gap_whatever_cuts_it_short(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await start(sqlite_url, "n1"), await start(sqlite_url, "n2")
    id, lines = await match(one)
    watchers = await joined(two, id, "v", "w")
    monkeypatch.setattr(Live, "undo", lambda live: False)  # as if another deal had been bound meanwhile

    load = two.store.load

    async def cut_short(*args: Any) -> Any:
        monkeypatch.setattr(two.store, "load", load)
        raise StoreDown("gone")

    monkeypatch.setattr(two.store, "load", cut_short)
    two.live(id).stale = True
    for number in range(3):
        await lines[0].ask(id, wire.Say, text=f"word {number}")
    with suppress(StoreDown):
        await two.node.follow(two.live(id))
    await two.line("b").ask(id, wire.Say, text="goodbye")
    for watcher in watchers:
        told = [(frame["is"], frame["seq"]) for frame in watcher.frames if "seq" in frame]
        assert all(kind == "whole" or seq == before + 1 for (_, before), (kind, seq) in pairwise(told))
        assert told[-1][1] == two.table(id).seq(-1)


@pytest.mark.usefixtures("hasty")
async def test_people_of_a_dead_node_are_gone_also_from_tables_that_had_nothing_to_do(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "IDLE", 0)
    one, two = await start(url, "n1"), await start(url, "n2")
    id = await one.open("blef", 2)
    (line,) = await joined(two, id, "a")
    await until(lambda: id not in one.node.live)
    assert line.got and two.table(id).sheet.seats[0].nodes == ["n2"]
    await two.kill()
    await until(lambda: id in one.node.live and not one.table(id).sheet.seats[0].nodes)


async def test_an_outage_is_given_back_once(url: str, start: Start) -> None:
    """Whoever was at another node had the same outage, and folds what that one gave back."""
    one, two = await start(url, "n1"), await start(url, "n2")
    id, _ = await match(one, clock=e.Clock("move", 600))
    await joined(two, id, "a", "b")
    two.live(id).down = two.outside.now() - 5000
    await one.node.happen(one.live(id), lambda table, now: e.Restored(now, 5000))
    await caught_up(two, id, lambda table: table.sheet.number == one.table(id).sheet.number)
    await two.line("a").ask(id, wire.Play, actions=["choose A"])
    assert sum(isinstance(event, e.Restored) for event in await stored(one, id)) == 1


@pytest.mark.usefixtures("hasty")
async def test_a_node_that_was_taken_for_dead_gives_nothing_back_once_more(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await start(url, "n1"), await start(url, "n2")
    id, (a, _) = await match(one, clock=e.Clock("move", 600))
    await until(lambda: "n2" in one.node.alive)
    beat, there = one.store.beat, asyncio.Event()

    async def hangs(*args: Any) -> set[str]:
        await there.wait()
        return await beat(*args)

    monkeypatch.setattr(one.store, "beat", hangs)
    await until(lambda: id in two.driver.wakes)
    one.driver._lose_time(one.driver._beaten)
    await a.ask(id, wire.Play, actions=["choose A"])
    there.set()
    await until(lambda: id not in one.driver.wakes)
    await a.ask(id, wire.Say, text="hello")
    given: list[e.AnyEvent] = []
    async with asyncio.timeout(10):
        while not given:  # by the other one, which may be busy
            given = [event for event in await stored(one, id) if isinstance(event, e.Restored)]
    assert len(given) == 1


async def test_a_rated_match_against_bots_cannot_be_called_off(url: str, start: Start) -> None:
    """One could escape every defeat; and whoever asks for it is told so."""
    up = await start(url, "n")
    settings = e.Opened(up.outside.now(), "t", "a", "blef", 2, {}, True, e.Clock(), True, False, 60, "")
    await up.hub.open(settings, [e.Sat(settings.at, 0, "a", "A"), e.Hired(settings.at, 1, "novice")])
    (a,) = await joined(up, "t", "a")
    await deal("t", [a])
    await caught_up(up, "t", lambda table: table.running)
    with pytest.raises(NotAllowed, match="you can resign"):
        await a.ask("t", wire.Offer, what="abort", on=True)
