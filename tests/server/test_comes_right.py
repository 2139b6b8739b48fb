"""What fails once at a table comes right by itself: nobody need ask for it again, and nobody hears anything twice."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from sprawdzam.server import driving, due, node, own_data, wire
from sprawdzam.server import events as e
from sprawdzam.server.forgetting import forget
from sprawdzam.server.live import Live
from sprawdzam.server.past import past, story
from sprawdzam.server.people import User
from sprawdzam.server.refusals import NewerRules
from sprawdzam.server.store import Store, StoreDown
from sprawdzam.server.telling import Teller

from .conftest import Start
from .entries import until
from .nodes import caught_up, deal, joined, match, stored

pytestmark = pytest.mark.anyio


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> Callable[[Store, str], None]:
    """Lets something that a store does fail once."""

    def arrange(store: Store, name: str) -> None:
        real = getattr(store, name)

        async def fails(*args: Any, **more: Any) -> None:
            monkeypatch.setattr(store, name, real)
            raise StoreDown("gone")

        monkeypatch.setattr(store, name, fails)

    return arrange


Once = Callable[[Store, str], None]


async def test_whoever_asks_once_more_over_the_same_line_is_told_nothing_twice(sqlite_url: str, start: Start) -> None:
    """What is on its way to them is not missing, however the requests of others come in between."""
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    (watcher,) = await joined(up, id, "w")
    before, since = len(watcher.got), up.table(id).seq(-1)
    saying = asyncio.create_task(a.ask(id, wire.Say, text="hello"))
    while not up.live(id).lock.locked():
        await asyncio.sleep(0)
    again = asyncio.create_task(watcher.ask(id, wire.Join, since=since, style="view"))
    await asyncio.gather(saying, again)
    await watcher.ask(id, wire.Join, since=since, style="view")
    told = [frame["seq"] for frame in watcher.frames[before:] if frame["is"] in ("frame", "whole")]
    assert told == [since + 1]


async def test_news_of_another_node_that_cannot_be_read_at_once_is_read_later(
    url: str, start: Start, once: Once, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "HEAL", 0.05)
    one, two = await start(url, "n1"), await start(url, "n2")
    id, (a, _) = await match(one)
    (watcher,) = await joined(two, id, "w")
    await caught_up(two, id, lambda table: table.sheet.number == one.table(id).sheet.number)
    async with two.live(id).lock:  # so that it has to ask
        once(two.store, "events")
        await a.ask(id, wire.Say, text="hello")
        await asyncio.sleep(0.5)  # it has heard of it
    await until(lambda: any("said" in frame for frame in watcher.frames))


async def test_whoever_could_not_be_told_at_once_is_told_later_and_misses_nothing(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has happened is stored, and is not done once more for whoever asks again."""
    monkeypatch.setattr(node, "HEAL", 0.05)
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    (watcher,) = await joined(up, id, "w")
    before, since = len(watcher.got), up.table(id).seq(-1)
    real = watcher.post

    def fails(body: bytes) -> None:
        monkeypatch.setattr(watcher, "post", real)
        raise RuntimeError("of a kind that nobody has foreseen")

    monkeypatch.setattr(watcher, "post", fails)
    with pytest.raises(RuntimeError):
        await a.ask(id, wire.Say, "1", text="hello")
    await until(lambda: len(watcher.got) > before)
    await a.ask(id, wire.Say, "1", text="hello")
    assert [frame["seq"] for frame in watcher.frames[before:] if frame["is"] == "frame"] == [since + 1]


@pytest.mark.usefixtures("hasty")
async def test_a_bot_is_asked_though_its_table_could_not_be_loaded_at_once(
    url: str, start: Start, once: Once, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The node that drives the table has nobody there, and hears once only that somebody has moved."""
    monkeypatch.setattr(driving, "IDLE", 100)
    one, two = await start(url, "n1"), await start(url, "n2")
    id = await one.open("blef", 2)
    (a,) = await joined(two, id, "a")
    await a.ask(id, wire.Hire, seat=1, level="novice")
    await deal(id, [a])
    await caught_up(two, id, lambda table: table.running and 0 in table.actors and 1 not in table.actors)
    while two.table(id).actors == (0,):
        await until(lambda: id not in one.node.live)
        once(one.store, "load")
        view = two.table(id).view(0)
        assert view is not None
        await a.ask(id, wire.Play, actions=[view.actions[0]])
    await caught_up(two, id, lambda table: 0 in table.actors or table.sheet.phase == "over")


@pytest.mark.parametrize("name", ["load", "append"])
@pytest.mark.usefixtures("hasty")
async def test_the_time_of_an_outage_is_given_back_though_the_table_could_not_be_taken_over_at_once(
    name: str, url: str, start: Start, once: Once, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await start(url, "n1")
    id, _ = await match(one, clock=e.Clock("move", 600))
    await one.kill()
    await asyncio.sleep(2)
    real = driving.Driver.start

    async def fails_once(driver: driving.Driver) -> None:
        once(driver.node.store, name)
        await real(driver)

    monkeypatch.setattr(driving.Driver, "start", fails_once)
    two = await start(url, "n2")
    await until(lambda: id in two.driver.wakes and id in two.node.live)

    async def lost() -> list[int]:
        return [event.lost for event in await stored(two, id) if isinstance(event, e.Restored)]

    async with asyncio.timeout(10):
        while not await lost():
            await asyncio.sleep(0.05)
    (given,) = await lost()
    assert given > 2000 + due.BACK - 400  # of the last sign of life nobody knows more than the beat


@pytest.mark.usefixtures("hasty")
async def test_whoever_comes_while_a_table_cannot_be_taken_over_finds_its_clock_as_it_was(
    url: str, start: Start, once: Once, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the table is in memory once, with one alarm."""
    one = await start(url, "n1")
    id, _ = await match(one, clock=e.Clock("move", 2))
    number = one.table(id).sheet.number
    await one.kill()
    await asyncio.sleep(3)
    lives: list[Live] = []
    real, init = driving.Driver.start, Live.__init__

    async def fails_once(driver: driving.Driver) -> None:
        once(driver.node.store, "append")
        await real(driver)

    def counted(live: Live, *args: Any) -> None:
        init(live, *args)
        lives.append(live)

    monkeypatch.setattr(driving.Driver, "start", fails_once)
    monkeypatch.setattr(Live, "__init__", counted)
    two = await start(url, "n2")
    await until(lambda: bool(lives) and lives[0].stale)
    await joined(two, id, "a")
    first = (await stored(two, id))[number]
    assert isinstance(first, e.Restored) and first.lost > 3000
    await asyncio.sleep(2 * node.HEAL)
    assert [live for live in lives if live.handle or live.healing] == [two.live(id)]


async def test_a_table_that_nobody_can_load_costs_no_more_than_one_attempt_a_beat(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "BEAT", 0.1)
    one, two = await start(sqlite_url, "n1"), await start(sqlite_url, "n2")
    await match(one, clock=e.Clock("move", 600))
    loads, stocks, driven = 0, 0, two.store.driven

    async def newer(id: str) -> Any:
        nonlocal loads
        loads += 1
        raise NewerRules("newer")

    async def asked(node: str) -> set[str]:
        nonlocal stocks
        stocks += 1
        return await driven(node)

    monkeypatch.setattr(driving, "STOCK", 10**6)
    monkeypatch.setattr(two.store, "load", newer)
    monkeypatch.setattr(two.store, "driven", asked)
    await one.driver.hand_over()
    await until(lambda: loads > 0)
    loads, stocks, beats = 0, 0, two.driver._beats
    await asyncio.sleep(1)
    assert 1 < loads <= two.driver._beats - beats + 1 and not stocks


async def test_whoever_is_cut_off_while_writing_has_written_or_not_before_anybody_looks(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "HEAL", 0.05)
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    database, go_on = up.store._database, asyncio.Event()
    real = database.write_short

    async def slow(work: Any) -> Any:
        await go_on.wait()
        return await real(work)

    monkeypatch.setattr(database, "write_short", slow)
    saying = asyncio.create_task(up.node.happen(up.live(id), lambda table, now: e.Said(now, 0, "a", "hello")))
    await asyncio.sleep(0.1)
    saying.cancel()
    await asyncio.sleep(0.3)
    looked = not up.live(id).stale
    go_on.set()
    assert not looked
    await until(lambda: any("said" in frame for frame in a.frames))
    assert up.table(id).sheet.number == len(await up.store.events(id))


async def test_the_end_of_a_match_tells_nothing_before_it_is_stored(sqlite_url: str, start: Start) -> None:
    """Somebody may yet take back what they have agreed to, and the match goes on."""
    up = await start(sqlite_url, "n")
    id, (a, b) = await match(up)
    await a.ask(id, wire.Offer, what="abort")
    database, go_on = up.store._database, asyncio.Event()
    real = database.write

    async def slow(work: Any) -> Any:  # the end is written together with its result
        await go_on.wait()
        return await real(work)

    database.write = slow  # type: ignore[assignment]
    await b.ask(id, wire.Offer, what="abort")
    await until(lambda: up.table(id).sheet.phase == "aborted")
    asked = asyncio.create_task(story(up.node, id))
    await asyncio.sleep(0.1)
    waits = not asked.done()
    go_on.set()
    table, rest = await asked
    assert waits and isinstance(rest[-1], e.Ended)
    assert past(table, rest).log.text


async def test_a_node_that_hears_late_that_somebody_has_left_for_ever_keeps_nothing_of_theirs(
    sqlite_url: str, start: Start
) -> None:
    """Nor does it write it back with whatever happens next."""
    one, two = await start(sqlite_url, "n1"), await start(sqlite_url, "n2")
    id = await one.open("blef", 3)
    (a,), (b,) = await joined(one, id, "a"), await joined(two, id, "bogumila")
    await b.ask(id, wire.Sit, seat=1)
    await b.ask(id, wire.Say, text="remember me")
    await b.ask(id, wire.Stand)
    await two.node.leave(two.live(id), b)
    await caught_up(one, id, lambda table: table.sheet.chat and not table.sheet.seats[1].who)
    async with one.live(id).lock:  # it is busy with something else
        touched = await own_data.forget(two.store, User("bogumila", "guest", "B", None, None, "en", 0, 0))
        await forget(two.node, "bogumila", touched["bogumila"])
        await asyncio.sleep(0.1)
    await caught_up(one, id, lambda table: table.sheet.number == two.table(id).sheet.number)
    await a.ask(id, wire.Say, text="later")
    loaded = await two.store.load(id)
    assert loaded and not re.search(b"bogumila|remember me", loaded.snapshot)


async def test_nobody_at_a_table_waits_for_stories_because_somebody_has_left_for_ever_at_another_node(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many look on, each is shown the table as it is now."""
    one, two = await start(sqlite_url, "n1"), await start(sqlite_url, "n2")
    id, lines = await match(one)
    watchers = await joined(one, id, "v", "w")

    async def told(*args: Any) -> None:
        raise AssertionError("a story is told under the table's lock")

    monkeypatch.setattr(Teller, "missed", told)
    before = [len(line.got) for line in (lines[0], *watchers)]
    await forget(two.node, "b", [id])
    await caught_up(one, id, lambda table: table.sheet.number == two.table(id).sheet.number)
    for line, at in zip((lines[0], *watchers), before, strict=True):
        (whole,) = (frame for frame in line.frames[at:] if frame["is"] == "whole")
        assert "name" not in whole["desk"]["places"][1]


async def test_a_table_that_waits_to_be_taken_over_gets_that_time_back(sqlite_url: str, start: Start) -> None:
    """Also if its node had stopped only a moment before it was claimed."""
    one = await start(sqlite_url, "n1")
    id, _ = await match(one, clock=e.Clock("move", 600))
    two = await start(sqlite_url, "n2")
    for _ in range(driving.AT_ONCE):  # so many others are before it
        await two.driver._gate.acquire()
    await one.driver.hand_over()
    await two.driver._beat()
    await asyncio.sleep(1.5)
    for _ in range(driving.AT_ONCE):
        two.driver._gate.release()
    await until(lambda: id in two.node.live and two.table(id).sheet.number == one.table(id).sheet.number + 1)
    (given,) = [event.lost for event in await stored(two, id) if isinstance(event, e.Restored)]
    assert given > due.BACK + 1400


@pytest.mark.parametrize("fails", [False, True], ids=["told", "cut short"])
async def test_whoever_comes_again_while_the_table_is_loaded_anew_is_told_nothing_twice(
    fails: bool, sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "HEAL", 0.05)
    one, two = await start(sqlite_url, "n1"), await start(sqlite_url, "n2")
    id = await one.open("blef", 2)
    a, b = await joined(one, id, "a", "b")
    await b.ask(id, wire.Sit)
    (watcher,) = await joined(two, id, "w")
    await a.ask(id, wire.Start)
    await caught_up(two, id, lambda table: table.sheet.number == one.table(id).sheet.number)
    since, before = two.table(id).seq(-1), len(watcher.got)
    asked, go_on = asyncio.Event(), asyncio.Event()
    load = two.store.load

    async def slow(*args: Any) -> Any:
        asked.set()
        await go_on.wait()
        monkeypatch.setattr(two.store, "load", load)
        if fails:
            raise StoreDown("gone")
        return await load(*args)

    monkeypatch.setattr(two.store, "load", slow)
    await b.ask(id, wire.Stand)  # the deal is void, and the other node has to load the table anew
    await asyncio.wait_for(asked.wait(), 10)
    again = asyncio.create_task(watcher.ask(id, wire.Join, since=since, style="view"))
    await asyncio.sleep(0.1)
    go_on.set()
    with suppress(StoreDown):
        await again
    await a.ask(id, wire.Say, text="hello")
    await caught_up(two, id, lambda table: table.sheet.number == one.table(id).sheet.number)
    told = [frame["seq"] for frame in watcher.frames[before:] if frame["is"] in ("frame", "whole")]
    assert told == sorted(set(told)) and told[-1] == two.table(id).seq(-1)


async def test_whoever_is_refused_when_asking_once_more_goes_on_hearing_what_comes(
    sqlite_url: str, start: Start, once: Once
) -> None:
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    (watcher,) = await joined(up, id, "w")
    before, since = len(watcher.got), up.table(id).seq(-1)
    up.live(id).stale = True
    once(up.store, "events")
    with pytest.raises(StoreDown):
        await watcher.ask(id, wire.Join, since=since, style="view")
    await a.ask(id, wire.Say, text="hello")
    assert [frame["seq"] for frame in watcher.frames[before:] if "seq" in frame] == [since + 1]
