"""Tables in the memory of nodes: they outlive processes, changes of the rules, and each other."""

from __future__ import annotations

import asyncio
import json
import re
import time
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, select
from starlette.requests import Request

import sprawdzam
from sprawdzam.bots import Bot
from sprawdzam.bots.reason import Hint
from sprawdzam.bots.simple import InstinctBot
from sprawdzam.engine.audit import audit
from sprawdzam.engine.errors import BadPosition, SprawdzamError
from sprawdzam.engine.fairness import commitment
from sprawdzam.engine.log import read_log
from sprawdzam.engine.texts import texts
from sprawdzam.games import all_games, find
from sprawdzam.server import driving, due, forgetting, hub, node, own_data, refusals, wire
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server.decisions import NotNow
from sprawdzam.server.forgetting import forget
from sprawdzam.server.frames import Manner, whole
from sprawdzam.server.limits import Limits, Rates
from sprawdzam.server.past import past, story
from sprawdzam.server.past_api import PastApi
from sprawdzam.server.people import User
from sprawdzam.server.refusals import NewerRules, TooMany, wait_of
from sprawdzam.server.reviews import Reviews
from sprawdzam.server.schema import events, partings, ratings, results, tables
from sprawdzam.server.store import StoreDown
from sprawdzam.server.table import Table
from sprawdzam.server.telling import Teller

from .conftest import Start
from .entries import until
from .nodes import Up, caught_up, deal, joined, match, play_on, stored

pytestmark = pytest.mark.anyio

# --- once, however often ---


async def test_a_request_sent_again_happens_once(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, (a, b) = await match(up)
    first = await a.ask(id, wire.Play, "move-1", actions=["choose A"])
    number = up.table(id).sheet.number
    again = await asyncio.gather(*(a.ask(id, wire.Play, "move-1", actions=["choose A"]) for _ in range(3)))
    assert [each.id for each in again] == [first.id] * 3
    await a.ask(id, wire.Play, "move-1", actions=["choose B"])  # what the id stands for has happened
    assert up.table(id).sheet.number == number
    await b.ask(id, wire.Play, "move-1", actions=["choose A"])  # an id is one's own
    assert up.table(id).sheet.number == number + 1
    await b.ask(id, wire.Resign, "resign-1")
    await b.ask(id, wire.Resign, "resign-1")  # by now it would be refused


async def test_nonsense_of_strangers_is_looked_up_once_and_what_they_do_later_is_still_known(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id = await up.open("blef", 2)
    asked: list[str] = []
    acts = up.store.acts

    async def counted(table: str, who: str) -> set[str]:
        asked.append(who)
        return await acts(table, who)

    monkeypatch.setattr(up.store, "acts", counted)
    b = up.line("b")
    for _ in range(3):
        with pytest.raises(SprawdzamError):
            await b.ask(id, wire.Resign)
    assert asked == ["b"]
    await b.ask(id, wire.Sit, "sits", seat=1)
    await b.ask(id, wire.Stand, "stands", seat=1)
    await b.ask(id, wire.Stand, "stands", seat=1)  # again, for the answer was lost: no refusal
    with pytest.raises(SprawdzamError):
        await b.ask(id, wire.Stand, "stands another time", seat=1)


async def test_a_deal_that_somebody_has_left_is_void_on_every_node(sqlite_url: str, start: Start) -> None:
    """Its secret is shown, and the next deal is dealt with the next one, wherever it is dealt."""
    one, two = await start(sqlite_url, "n1"), await start(sqlite_url, "n2")
    id = await one.open("blef", 2, e.Clock("move", 3 * 24 * 3600))
    (a,), (b,) = await joined(one, id, "a"), await joined(two, id, "b")
    await b.ask(id, wire.Sit, seat=1)
    await caught_up(one, id, lambda table: not table.sheet.seats[1].free)
    bound = one.table(id).sheet.commitment
    await a.ask(id, wire.Start)
    await caught_up(two, id, lambda table: table.sheet.phase == "sealing")
    await b.ask(id, wire.Stand, "second thoughts")
    await b.ask(id, wire.Stand, "second thoughts")  # for the answer was lost
    for up in (one, two):
        await caught_up(up, id, lambda table: table.sheet.phase == "gathering")
        void = up.table(id).sheet.void
        assert void and commitment(id, 1, bytes.fromhex(void.secret)) == void.commitment == bound
    assert b.frames[-1]["you"] is None
    await b.ask(id, wire.Sit, seat=1)
    await caught_up(one, id, lambda table: not table.sheet.seats[1].free)
    await deal(id, [a, b])
    for up in (one, two):
        await caught_up(up, id, lambda table: table.running and set(table.actors) & {0, 1})
    await a.ask(id, wire.Resign)
    await caught_up(two, id, lambda table: table.sheet.phase == "over")
    sheet = two.table(id).sheet
    assert sheet.deal == 2 and commitment(id, 2, bytes.fromhex(sheet.secret)) == sheet.commitment


async def test_a_deal_does_not_wait_for_somebody_who_has_left_for_ever(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id = await up.open("blef", 2, e.Clock("match", 7 * 24 * 3600))
    a, b = await joined(up, id, "a", "b")
    await b.ask(id, wire.Sit, seat=1)
    await a.ask(id, wire.Start)
    await forget(up.node, "b", [id])
    sheet = up.table(id).sheet
    assert (sheet.phase, sheet.deal, [seat.who for seat in sheet.seats]) == ("gathering", 2, ["a", ""])


@pytest.mark.parametrize(
    "error", [StoreDown("the database does not answer"), NewerRules("newer"), node.Busy("busy"), ValueError("odd")]
)
async def test_whoever_leaves_for_ever_is_forgotten_at_every_table_though_one_of_them_fails(
    error: Exception, sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "HEAL", 0.05)
    up = await start(sqlite_url, "n")
    first, second = [await up.open("blef", 2) for _ in range(2)]
    for id in (first, second):
        await up.line("b").ask(id, wire.Sit, seat=1)
    find, failed = up.node.find, []

    async def fail(id: str) -> Any:
        if id == first and len(failed) < 2:
            failed.append(id)
            raise error
        return await find(id)

    monkeypatch.setattr(up.node, "find", fail)
    await forget(up.node, "b", [first, second])
    assert up.table(second).sheet.seats[1].free
    await caught_up(up, first, lambda table: table.sheet.seats[1].free)
    assert len(failed) == 2


async def test_whoever_leaves_for_ever_is_forgotten_though_the_node_is_killed_meanwhile(
    sqlite_url: str, start: Start
) -> None:
    up = await start(sqlite_url, "n")
    id = await up.open("blef", 2)
    await up.line("b").ask(id, wire.Sit, seat=1)
    someone = User("b", "guest", "B", None, None, "en", 0, 0)
    assert await own_data.forget(up.node.store, someone) == {"b": [id]}
    later = await start(sqlite_url, "m")  # all that the first one has done is that
    await forgetting.finish(later.node)
    assert later.table(id).sheet.seats[1].free
    assert not await later.node.store.read(lambda db: db.execute(select(partings)).all())


@pytest.mark.parametrize("phase", ["gathering", "running", "over"])
async def test_whoever_has_left_for_ever_is_called_otherwise_at_each_table_on_every_node(
    phase: str, url: str, start: Start
) -> None:
    """Nobody can tell which matches were theirs; what was played stays, and can be told and verified."""
    one, two = await start(url, "n1"), await start(url, "n2")
    aliases: set[str] = set()
    ids: list[str] = []
    for _ in range(2):
        id = await one.open("blef", 3)
        ids.append(id)
        (a, watcher), (b, c) = await joined(one, id, "a", "w"), await joined(two, id, "bogumila", "c")
        await b.ask(id, wire.Sit, seat=1)
        await c.ask(id, wire.Sit, seat=2)
        await c.ask(id, wire.Mute, seat=1, on=True)
        await b.ask(id, wire.Say, text="remember me")
        await caught_up(one, id, lambda table: table.sheet.chat)
        if phase != "gathering":
            await deal(id, [a, b, c])
        if phase == "over":
            await play_on(id, [a, b, c], Random(1))
    someone = User("bogumila", "guest", "B", None, None, "en", 0, 0)
    gone = await own_data.forget(two.store, someone)
    assert gone == {"bogumila": sorted(ids)}
    for line in (watcher, c):
        line.got.clear()
    await forget(two.node, "bogumila", gone["bogumila"])
    assert await own_data.forget_late(two.store, gone) == {"bogumila": []}
    for id in ids:
        alias = two.store.alias(id, "bogumila")
        aliases.add(alias)
        await caught_up(one, id, lambda table, alias=alias: "bogumila" not in str(table.sheet.seats))
        for up in (one, two):
            await caught_up(up, id, lambda table: not table.sheet.chat)
            told = sheets.write(up.table(id).saved) + wire.encode(whole(up.table(id), Manner(2, "scene", "en")))
            assert b"bogumila" not in told and (alias.encode() in told or phase == "gathering")
            assert "bogumila" not in str((up.live(id)._past, up.live(id)._recent))  # for those who come back
        loaded = await two.store.load(id)
        assert loaded and b"bogumila" not in loaded.snapshot + b"".join(body for _, body in loaded.events)
        if phase == "over":
            checks = audit(read_log(past(*await story(one.node, id)).log.text, find)).checks
            assert {check.outcome for check in checks} == {"holds"}
        (again,) = await joined(two, id, "c")  # who comes later is shown all
        assert "bogumila" not in str(again.got)
    assert len(aliases) == 2
    for line in (watcher, c):
        assert b"bogumila" not in b"".join(line.got)

    def named(db: Connection) -> list[str]:
        columns = (events.c.client, events.c.body, tables.c.card, tables.c.owner, results.c.user_id)
        return [str(found) for column in columns for found in db.scalars(select(column)) if "bogumila" in str(found)]

    assert not await two.store.read(named)


@pytest.mark.usefixtures("hasty")
async def test_two_who_leave_for_ever_at_once_are_both_forgotten_in_what_is_kept(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table as it was under other rules is kept for ever; neither is written back by forgetting the other."""
    up = await start(url, "n")
    id, (a, _) = await match(up)
    await a.ask(id, wire.Play, actions=["choose A"])
    up = await renewed(up, start, url, monkeypatch)
    lines = await joined(up, id, "a", "b")
    (slot,) = (number for number, body in await up.store.events(id) if isinstance(e.read(body), e.Renewed))
    await play_on(id, lines, Random(1))
    await asyncio.gather(forget(up.node, "a", [id]), forget(up.node, "b", [id]))
    kept = await up.store.snapshot(id, slot)
    assert kept is not None and not re.search(b'"who":"[ab]"|"name":"[AB]"', kept.snapshot)


async def test_nobody_is_led_to_a_rematch_who_has_left_for_ever(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    await forget(up.node, "b", [id])
    await caught_up(up, id, lambda table: table.sheet.phase == "over")  # it has given up
    again = (await a.ask(id, wire.Again)).result
    assert [seat.who for seat in up.table(str(again)).sheet.seats] == ["a", ""]


async def test_a_request_sent_again_after_a_restart_happens_once(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    await a.ask(id, wire.Say, "word-1", text="once")
    before = await stored(up, id)
    await up.kill()
    up = await start(sqlite_url, "m")
    (a,) = await joined(up, id, "a")
    await a.ask(id, wire.Say, "word-1", text="once")
    words = [event for event in await stored(up, id) if isinstance(event, e.Said)]
    assert len(words) == 1 and (await stored(up, id))[: len(before)] == before


async def test_a_request_that_was_refused_may_be_made_again(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    with pytest.raises(SprawdzamError):
        await a.ask(id, wire.Play, "move-1", actions=["check"])
    await a.ask(id, wire.Play, "move-1", actions=["choose A"])


# --- restarts ---


@pytest.mark.usefixtures("hasty")
async def test_a_restarted_node_goes_on_where_it_was(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, (a, b) = await match(up)
    await a.ask(id, wire.Play, actions=["choose A"])
    seen, seq = a.got[-1], up.table(id).seq(0)
    await up.kill()
    up = await start(sqlite_url, "m")
    a, b = up.line("a"), up.line("b")
    await a.ask(id, wire.Join, since=seq - 1, seat=0, style="view")
    assert a.got[0] == seen  # the same bytes from another node
    await b.ask(id, wire.Join, style="view")
    await play_on(id, [a, b], Random(1))
    assert up.table(id).sheet.phase == "over"


async def test_an_heir_goes_on_soon_and_takes_nobody_for_gone_who_is_on_the_way(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "BEAT", 0.1)
    monkeypatch.setattr(driving, "INHERIT", 300)
    monkeypatch.setattr(driving, "ON_THEIR_WAY", 1500)
    up = await start(sqlite_url, "n")
    id, _ = await match(up)
    await up.kill()
    up = await start(sqlite_url, "m", "n")
    await joined(up, id, "a")
    await until(lambda: id in up.driver.wakes, 1.5)  # long before the dead one would be missed
    await asyncio.sleep(0.5)
    assert isinstance((await stored(up, id))[-1], e.Came), "nobody has gone"
    await caught_up(up, id, lambda table: table.sheet.seats[0].nodes == ["m"] and not table.sheet.seats[1].nodes)
    assert not up.table(id).sheet.seats[0].gone and up.table(id).sheet.seats[1].gone


async def test_whoever_comes_back_after_long_is_told_the_whole_story(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, lines = await match(up, "nerwy")
    (watcher,) = await joined(up, id, "w")
    await play_on(id, lines, Random(2))
    assert len(watcher.got) > 3
    await up.kill()
    up = await start(sqlite_url, "m")
    back = up.line("w")
    await back.ask(id, wire.Join, since=watcher.frames[0]["seq"], style="view")
    assert back.got == watcher.got[1:]


async def test_a_story_is_told_once_to_all_who_have_missed_the_same(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, lines = await match(up, "nerwy")
    watchers = await joined(up, id, "v", "w", "x")
    await play_on(id, lines, Random(2))
    await up.kill()
    up = await start(sqlite_url, "m")
    told: list[str] = []
    story = Teller.story

    async def counted(teller: Teller, table: Table, number: int) -> Any:
        told.append(table.sheet.id)
        return await story(teller, table, number)

    monkeypatch.setattr(Teller, "story", counted)
    for who, watcher, missed in zip("vwx", watchers, (3, 1, 2), strict=True):
        back = up.line(who)
        await back.ask(id, wire.Join, since=watcher.frames[-1 - missed]["seq"], style="view")
        assert back.got == watcher.got[-missed:]
    assert told == [id]


# --- seats ---


async def test_frames_for_whoever_had_the_seat_before_are_not_told_again(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id = await up.open("blef", 2)
    a, b = await joined(up, id, "a", "b")
    await b.ask(id, wire.Sit, seat=1)
    since = up.table(id).seq(1)
    await b.ask(id, wire.Mute, seat=0)  # nobody else may know
    await b.ask(id, wire.Stand)
    (c,) = await joined(up, id, "c")
    await c.ask(id, wire.Sit, seat=1)
    back = up.line("c")
    await back.ask(id, wire.Join, since=since, seat=1, style="view")
    assert [frame["is"] for frame in back.frames] == ["whole"]
    assert b'"muted":["a"]' not in b"".join(back.got)
    assert a.frames[-1]["is"] == "frame"


async def test_a_language_that_somebody_invents_is_not_kept(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    kept = texts.cache_info().currsize
    for number in range(5):
        told = await a.ask(id, wire.Why, language=f"x{number}")
        assert told.result == (await a.ask(id, wire.Why, language="en")).result
        await a.ask(id, wire.Hint, language=f"y{number}")
    assert texts.cache_info().currsize <= kept + 1


async def test_who_could_not_be_told_what_is_missing_is_told_nothing_that_follows_it(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    for number in range(60):  # more than is kept in memory
        await a.ask(id, wire.Say, text=f"word {number}")

    async def down(*args: object) -> Any:
        raise StoreDown("gone")

    back = up.line("a")
    with monkeypatch.context() as patched:
        patched.setattr(up.store, "events", down)
        with pytest.raises(StoreDown):
            await back.ask(id, wire.Join, since=up.table(id).sheet.seats[0].sat, seat=0, style="view")
    await a.ask(id, wire.Say, text="and one more")
    assert back.got == []


async def test_whoever_lost_a_seat_elsewhere_is_shown_no_frame_of_it(sqlite_url: str, start: Start) -> None:
    one, two = await start(sqlite_url, "n"), await start(sqlite_url, "m")
    id = await two.open("blef", 2)
    (b,) = await joined(one, id, "b")
    await b.ask(id, wire.Sit, seat=1)
    assert one.store._watching is not None
    one.store._watching.cancel()  # it hears nothing any more
    (a,) = await joined(two, id, "a")
    await a.ask(id, wire.Stand, seat=1)
    await a.ask(id, wire.Hire, seat=1, level="novice")
    await deal(id, [a])
    await caught_up(two, id, lambda table: 0 in table.actors)
    one.live(id).stale = True
    heard = len(b.got)
    async with one.node.hold(one.live(id)):
        pass
    told = b.frames[heard:]
    place = next(i for i, frame in enumerate(told) if frame["is"] == "whole")
    assert told[place]["you"] is None and told[place]["desk"]["phase"] == "gathering"
    assert all(frame["is"] == "frame" and "asked" not in frame for frame in told[place + 1 :])  # those of the public


async def test_whoever_is_back_at_once_was_never_away(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "GONE", 0.2)
    monkeypatch.setattr(driving, "BEAT", 0.05)
    up = await start(sqlite_url, "n")
    id, (a, b) = await match(up)
    heard = len(b.got)
    up.hub.left(a)  # type: ignore[arg-type]
    (back,) = await joined(up, id, "a")
    await asyncio.sleep(0.4)
    assert len(b.got) == heard
    up.hub.left(back)  # type: ignore[arg-type]
    await asyncio.sleep(0.1)
    assert len(b.got) == heard
    await caught_up(up, id, lambda table: table.sheet.seats[0].gone)
    assert not b.frames[-1]["desk"]["places"][0].get("here")


# --- other rules ---


async def renewed(up: Up, start: Start, url: str, monkeypatch: pytest.MonkeyPatch, game: str = "blef") -> Up:
    await up.kill()
    monkeypatch.setitem(find(game).__dict__, "rules_version", 2)
    return await start(url, "later")


@pytest.mark.usefixtures("hasty")
async def test_a_match_begun_by_other_rules_goes_on_from_its_position(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    await a.ask(id, wire.Play, actions=["choose A"])
    before, seen = up.table(id).sheet.number, up.table(id).seq(1)
    up = await renewed(up, start, sqlite_url, monkeypatch)
    now = up.line("b")
    await now.ask(id, wire.Join, since=seen, seat=1, style="view")  # who has missed nothing but the other rules
    assert [frame["is"] for frame in now.frames] == ["whole"]
    assert now.frames[0]["asked"] == now.frames[0]["seq"] > seen  # what was asked before is asked anew
    a, b = await joined(up, id, "a", "b")
    events = await stored(up, id)
    assert [event for event in events if isinstance(event, e.Renewed)] == [e.Renewed(events[before].at, 2)]
    kept = await up.store.snapshot(id, before + 1)
    assert kept is not None and kept.rules == 2
    assert up.table(id).sheet.rules == 2
    later = up.table(id).seq(0)
    await play_on(id, [a, b], Random(3))
    assert up.table(id).sheet.phase == "over"
    await forget(up.node, "b", [id])
    kept = await up.store.snapshot(id, before + 1)
    assert kept is not None and b'"name":"A"' in kept.snapshot and b'"name":"B"' not in kept.snapshot
    assert b'"who":"a"' in kept.snapshot and b'"who":"b"' not in kept.snapshot
    old, new = up.line("a"), up.line("a")
    up.live(id).renew(up.table(id), up.live(id)._recent[0])  # nothing is left in memory
    await old.ask(id, wire.Join, since=seen - 1, seat=0, style="view")
    assert [frame["is"] for frame in old.frames] == ["whole"]  # what was played by other rules is not played again
    await new.ask(id, wire.Join, since=later, seat=0, style="view")
    assert [frame["seq"] for frame in new.frames] == list(range(later + 1, up.table(id).seq(0) + 1))
    api = PastApi(up.hub, Reviews(up.driver))
    told = await api.log(_Call(id))  # type: ignore[arg-type]
    found = audit(read_log(told.log, find))
    assert "\nposition: " in told.log and sprawdzam.load(told.log).over
    assert found.draws and {check.outcome for check in found.checks} == {"holds"}  # from the position on
    assert not found.proved  # what was drawn before is not told
    monkeypatch.setitem(find("blef").__dict__, "rules_version", 3)
    with pytest.raises(NotNow):
        await api.log(_Call(id))  # type: ignore[arg-type]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("game", [game.name for game in all_games() if game.name != "blef"])
async def test_a_match_of_any_game_goes_on_by_other_rules(
    game: str, sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, lines = await match(up, game, **({"mode": "duel"} if game == "rys" else {}))
    begun = up.table(id).sheet.number
    await play_on(id, lines, Random(2), lambda table: table.sheet.number > begun + 8 and set(table.actors) & {0, 1})
    seen = positions(up.table(id))
    up = await renewed(up, start, sqlite_url, monkeypatch, game)
    lines = await joined(up, id, "a", "b")
    assert positions(up.table(id)) == seen
    assert [event.rules for event in await stored(up, id) if isinstance(event, e.Renewed)] == [2]
    later = up.table(id).sheet.number + 12
    await play_on(id, lines, Random(3), lambda table: table.sheet.number > later or not table.running)
    assert up.table(id).sheet.phase in ("running", "over")


def positions(table: Table) -> list[dict[str, Any]]:
    """What each recipient sees of the match, by whichever rules it is written down."""
    views = [table.view(seat) for seat in table.recipients]
    return [view.position | {"rules": 0} for view in views if view is not None]


class _Call:
    def __init__(self, id: str) -> None:
        self.part = lambda name: id
        self.limits = Limits(lambda: 0.0)
        self.request = Request({"type": "http"})


@pytest.mark.usefixtures("hasty")
async def test_rules_that_refuse_a_position_end_the_match_as_called_off(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, _ = await match(up)

    def refuse(*_: Any) -> None:
        raise BadPosition("there are no such cards any more")

    monkeypatch.setattr(find("blef").notation, "read_position", refuse)
    up = await renewed(up, start, sqlite_url, monkeypatch)
    (a,) = await joined(up, id, "a")
    await caught_up(up, id, lambda table: table.sheet.phase == "aborted")
    assert a.frames[-1]["desk"]["secret"]
    with pytest.raises(NotNow):
        await a.ask(id, wire.Play, actions=["choose A"])


async def test_a_match_of_newer_rules_is_left_alone(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id, _ = await match(up)
    await up.stop()
    monkeypatch.setitem(find("blef").__dict__, "rules_version", 0)  # a node that was not updated yet
    up = await start(sqlite_url, "earlier")
    with pytest.raises(NewerRules):
        await joined(up, id, "a")
    await up.stop()
    monkeypatch.undo()
    up = await start(sqlite_url, "later")
    await joined(up, id, "a", "b")
    assert up.table(id).actors and not [event for event in await stored(up, id) if isinstance(event, e.Renewed)]


# --- those who leave for ever ---


async def test_whoever_leaves_for_ever_gives_up_and_leaves_no_rating(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, _ = await match(up)
    up.table(id).sheet.rated = True
    await forget(up.node, "b", [id])
    await caught_up(up, id, lambda table: table.sheet.phase == "over")
    assert up.table(id).sheet.places == [1, 2]
    lines = select(results.c.user_id, results.c.name, results.c.mu.is_not(None)).order_by(results.c.seat)
    assert await up.store.read(lambda db: db.execute(lines).all()) == [("a", "A", True), ("", "", False)]
    assert await up.store.read(lambda db: db.scalars(select(ratings.c.user_id)).all()) == ["a"]


async def test_whoever_leaves_for_ever_frees_the_seat(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id = await up.open("blef", 2)
    (b,) = await joined(up, id, "b")
    await b.ask(id, wire.Sit)
    await forget(up.node, "b", [id])
    assert up.table(id).sheet.seats[1].free


# --- windows ---


async def test_a_bot_leaves_people_time_to_call(sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "WINDOW", (0.4, 0.4))
    monkeypatch.setattr(driving, "thinking_time", lambda *_, **__: 0.0)
    up = await start(sqlite_url, "n")
    id = await up.open("nerwy", 2, first_starter=0)
    (a,) = await joined(up, id, "a")
    await a.ask(id, wire.Hire, seat=1, level="novice")
    await deal(id, [a])
    await caught_up(up, id, lambda table: 0 in table.actors)
    up.driver.tempo = 1.0
    view = up.table(id).view(0)
    assert view is not None
    await a.ask(id, wire.Play, actions=[view.actions[0]])
    await caught_up(up, id, lambda table: 1 in table.actors)
    asked = up.table(id).sheet.seats[1].since
    view = up.table(id).view(1)
    assert view is not None and view.window
    await caught_up(up, id, lambda table: table.sheet.seats[1].since != asked)
    (moved,) = [event for event in await stored(up, id) if isinstance(event, e.Moved) and event.seat == 1]
    assert moved.at - asked >= 400


# --- fair deals ---


async def test_after_a_void_deal_another_secret_is_bound(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "ANSWER", 50)
    up = await start(sqlite_url, "n")
    id = await up.open("blef", 2)
    a, b = await joined(up, id, "a", "b")
    await b.ask(id, wire.Sit)
    await a.ask(id, wire.Start)  # and nobody sends a seal
    await caught_up(up, id, lambda table: table.sheet.deal == 2)
    void = up.table(id).sheet.void
    assert void is not None and commitment(id, 1, bytes.fromhex(void.secret)) == void.commitment
    fresh = await up.store.secret(id, 2)
    assert fresh.hex() != void.secret  # everybody knows that one
    assert up.table(id).secret == fresh and up.table(id).sheet.commitment == commitment(id, 2, fresh)


# --- hints ---


async def test_nobody_can_make_the_bots_of_others_wait_for_hints(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, (a, _) = await match(up)
    up.hub.limits = Limits(lambda: 0.0)

    async def in_thread(work: Any) -> Hint:
        return Hint(up.table(id).view(0).actions[0], "", "")  # type: ignore[union-attr]

    up.driver.in_thread = in_thread  # type: ignore[method-assign, assignment]
    for _ in range(Rates().hint.burst):
        await a.ask(id, wire.Hint)
    with pytest.raises(TooMany) as told:
        await a.ask(id, wire.Hint)
    assert wait_of(told.value) > 0


# --- two nodes ---


async def test_two_nodes_play_against_each_other_at_one_table(url: str, start: Start) -> None:
    one, two = await start(url, "n1"), await start(url, "n2")
    id = await one.open("nerwy", 2)
    (a,) = await joined(one, id, "a")
    (b,) = await joined(two, id, "b")
    (v,) = await joined(one, id, "v")
    (w,) = await joined(two, id, "w")
    await b.ask(id, wire.Sit, seat=1)
    await caught_up(one, id, lambda table: table.sheet.seats[1].nodes)
    await deal(id, [a, b])
    await play_on(id, [a, b], Random(5))
    number = max(up.table(id).sheet.number for up in (one, two))
    for up in (one, two):
        await caught_up(up, id, lambda table: table.sheet.number == number)
    assert one.table(id).sheet.places == two.table(id).sheet.places
    frames = [{frame["seq"]: body for frame, body in zip(line.frames, line.got, strict=True)} for line in (v, w)]
    shared = frames[0].keys() & frames[1].keys() - {v.frames[0]["seq"], w.frames[0]["seq"]}
    assert len(shared) > 5 and all(frames[0][seq] == frames[1][seq] for seq in shared)
    for line in (a, b, v, w):
        numbers = [frame["seq"] for frame in line.frames if frame["is"] == "frame"]
        wholes = [frame["seq"] for frame in line.frames if frame["is"] == "whole"]
        assert sorted({*numbers, *wholes}) == list(range(min(wholes), max(numbers) + 1))
        assert len(numbers) == len(set(numbers))


async def test_of_two_calls_on_two_nodes_the_one_that_is_stored_first_counts(url: str, start: Start) -> None:
    one, two = await start(url, "n1"), await start(url, "n2")
    id = await one.open("nerwy", 3, first_starter=2)
    (a,) = await joined(one, id, "a")
    (b,) = await joined(two, id, "b")
    (c,) = await joined(one, id, "c")
    await b.ask(id, wire.Sit, seat=1)
    await caught_up(one, id, lambda table: table.sheet.seats[1].nodes)
    await c.ask(id, wire.Sit, seat=2)
    await caught_up(two, id, lambda table: table.sheet.seats[2].nodes)
    await deal(id, [a, b, c])
    await caught_up(one, id, lambda table: table.actors == (2,))
    view = one.table(id).view(2)
    assert view is not None
    await c.ask(id, wire.Play, actions=[view.choices[0]])
    for up in (one, two):
        await caught_up(up, id, lambda table: table.actors == (0, 1))
    asked = [a.up.table(id).sheet.seats[0].asked, b.up.table(id).sheet.seats[1].asked]
    answers = await asyncio.gather(
        a.ask(id, wire.Play, actions=["call"], asked=asked[0]),
        b.ask(id, wire.Play, actions=["call"], asked=asked[1]),
        return_exceptions=True,
    )
    done = [answer for answer in answers if isinstance(answer, wire.Done)]
    refused = [answer for answer in answers if isinstance(answer, SprawdzamError)]
    assert len(done) == len(refused) == 1, answers
    calls = [event for event in await stored(one, id) if isinstance(event, e.Moved) and event.actions == ("call",)]
    assert [event.seat for event in calls] == [0 if isinstance(answers[0], wire.Done) else 1]


async def test_somebody_on_a_node_that_has_just_begun_is_there(sqlite_url: str, start: Start) -> None:
    one = await start(sqlite_url, "n1")
    id, _ = await match(one)
    two = await start(sqlite_url, "n2")
    one.node.alive = {"n1"}  # it has not looked since
    await joined(two, id, "b")
    await caught_up(one, id, lambda table: "n2" in table.sheet.seats[1].nodes)
    await asyncio.sleep(0.1)
    assert not [event for event in await stored(one, id) if isinstance(event, e.Left)]


# --- the dead ---


async def bots(up: Up, clock: e.Clock | None = None) -> str:
    """A table with a bot, at which ``a`` is asked."""
    id = await up.open("blef", 2, clock)
    (a,) = await joined(up, id, "a")
    await a.ask(id, wire.Hire, seat=1, level="novice")
    await deal(id, [a])
    return id


@pytest.mark.timed
async def test_bots_and_clocks_of_a_dead_node_go_on_within_five_seconds(url: str, start: Start) -> None:
    one, two = await start(url, "n1"), await start(url, "n2")
    id = await bots(one, e.Clock("move", 5))
    await caught_up(one, id, lambda table: table.actors == (0,))
    one.driver.tempo = 1.0
    table = one.table(id)
    view = table.view(0)
    assert view is not None
    since = table.sheet.seats[0].since
    died = time.time()
    await one.kill()
    (a,) = await joined(two, id, "a")
    await caught_up(two, id, lambda table: id in two.driver.wakes, 5)
    assert time.time() - died < 5
    await caught_up(two, id, lambda table: any(seat.since > since for seat in table.sheet.seats), 1)
    restored = [event for event in await stored(two, id) if isinstance(event, e.Restored)]
    assert len(restored) == 1 and 1000 < restored[0].lost - due.BACK < 5000  # and the way back
    assert two.table(id).sheet.seats[0].since == since + restored[0].lost or two.table(id).sheet.seats[0].since > since
    await play_on(id, [a], Random(7))
    assert two.table(id).sheet.phase == "over"


def cut(up: Up, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """The database of a node answers only while this is set."""
    there, database = asyncio.Event(), up.store._database
    there.set()

    def lame(name: str) -> None:
        works = getattr(database, name)

        async def answer(work: Any) -> Any:
            if not there.is_set():
                raise StoreDown("the database does not answer")
            return await works(work)

        monkeypatch.setattr(database, name, answer)

    for name in ("read", "write", "write_short"):
        lame(name)
    return there


@pytest.mark.parametrize("clock", [e.Clock("move", 2), e.Clock("match", 6)], ids=["move", "match"])
@pytest.mark.parametrize("tried", [True, False])
@pytest.mark.usefixtures("hasty")
async def test_nobody_loses_by_the_time_in_which_nothing_could_be_written(
    *, clock: e.Clock, tried: bool, sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    there = cut(up, monkeypatch)
    id, (a, b) = await match(up, "blef", clock)
    await caught_up(up, id, lambda table: set(table.actors) == {0, 1})
    there.clear()
    if tried:
        with pytest.raises(StoreDown):
            await a.ask(id, wire.Play, "move-1", actions=["choose A"])
    await asyncio.sleep(7)  # all clocks would have run out
    there.set()
    await asyncio.sleep(1)
    for line in (a, b):
        await line.ask(id, wire.Play, "move-1", actions=["choose A"])
    told = await stored(up, id)
    assert [event.by for event in told if isinstance(event, e.Moved)] == ["", ""]
    assert sum(event.lost >= 6000 for event in told if isinstance(event, e.Restored)) == 1
    if clock.kind == "match":
        assert all(seat.bank > 4000 for seat in up.table(id).sheet.seats)


async def test_a_move_that_could_not_be_written_is_not_late_though_the_database_was_gone_for_a_moment_only(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sent it is told to try again after a while, and must have that while."""
    up = await start(sqlite_url, "n")
    there = cut(up, monkeypatch)
    id, (a, _) = await match(up, "blef", e.Clock("move", 2))
    there.clear()
    with pytest.raises(StoreDown):
        await a.ask(id, wire.Play, "move-1", actions=["choose A"])
    there.set()
    await asyncio.sleep(refusals.SOON + 0.5)
    await a.ask(id, wire.Play, "move-1", actions=["choose A"])
    assert [event.by for event in await stored(up, id) if isinstance(event, e.Moved) and event.seat == 0] == [""]


async def test_a_table_that_was_forgotten_where_it_is_driven_goes_on_when_others_play(
    url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody is connected to another node, and takes so long that the driver has nothing to do."""
    monkeypatch.setattr(driving, "IDLE", 0)
    one, two = await start(url, "n1"), await start(url, "n2")
    id = await one.open("blef", 2)
    (a,) = await joined(two, id, "a")
    await a.ask(id, wire.Hire, seat=1, level="novice")

    async def forgotten() -> None:
        async with asyncio.timeout(10):
            while id in one.node.live:
                await asyncio.sleep(0.01)
        assert id in one.driver.wakes and id not in two.driver.wakes

    await forgotten()
    await deal(id, [a])
    await caught_up(two, id, lambda table: table.actors == (0,), 10)
    await forgotten()
    await play_on(id, [a], Random(3), until=lambda table: table.sheet.seats[0].asked > 12)


@pytest.mark.usefixtures("hasty")
async def test_tables_that_nobody_looks_at_get_their_time_back_too(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "IDLE", 0)
    up = await start(sqlite_url, "n")
    there = cut(up, monkeypatch)
    id, lines = await match(up, "blef", e.Clock("move", 3 * 24 * 3600))
    for line in lines:
        await line.ask(id, wire.Leave)
    async with asyncio.timeout(10):
        while id in up.node.live:
            await asyncio.sleep(0.01)
    there.clear()
    await asyncio.sleep(1)
    there.set()
    async with asyncio.timeout(10):
        while not any(isinstance(event, e.Restored) and event.lost > 3900 for event in await stored(up, id)):
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("hasty")
async def test_a_node_that_was_taken_for_dead_lets_go_of_what_others_drive(url: str, start: Start) -> None:
    one, two = await start(url, "n1"), await start(url, "n2")
    id = await bots(one)
    beat = one.store.beat
    away = asyncio.Event()

    async def stopped(*args: Any) -> Any:
        await away.wait()
        return await beat(*args)

    one.store.beat = stopped  # type: ignore[method-assign]
    async with asyncio.timeout(5):
        while id not in two.driver.wakes:
            await asyncio.sleep(0.01)
    mine = await one.open("blef", 2)
    away.set()
    async with asyncio.timeout(5):
        while id in one.driver.wakes:
            await asyncio.sleep(0.01)
    assert mine in one.driver.wakes or mine in two.driver.wakes
    assert id in two.driver.wakes and not one.live(id).thinking


@pytest.mark.usefixtures("hasty")
async def test_a_table_that_could_not_be_taken_over_is_tried_again(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await start(sqlite_url, "n1"), await start(sqlite_url, "n2")
    load, failed = two.store.load, []

    async def fail(table: str) -> Any:
        if len(failed) < 2:
            failed.append(table)
            raise StoreDown("the database does not answer")
        return await load(table)

    monkeypatch.setattr(two.store, "load", fail)  # before there is a table: a busy machine may take it over at once
    id = await bots(one)
    await caught_up(one, id, lambda table: table.actors)
    await one.kill()
    async with asyncio.timeout(20):
        while id not in two.node.live:
            await asyncio.sleep(0.01)
    assert len(failed) == 2


@pytest.mark.parametrize("error", [RuntimeError("a broken disk"), StoreDown("the database does not answer")])
async def test_a_step_that_could_not_be_stored_is_tried_again(
    error: Exception, sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "BEAT", 0.05)
    monkeypatch.setattr(node, "HEAL", 0.05)
    up = await start(sqlite_url, "n")
    append, failed = up.store.append, []

    async def fail(entry: Any, also: Any = ()) -> Any:
        if b'"advanced"' in entry.body and not failed:
            failed.append(entry)
            raise error
        return await append(entry, also)

    monkeypatch.setattr(up.store, "append", fail)
    id, _ = await match(up)
    assert failed
    async with asyncio.timeout(5):
        while not any(isinstance(event, e.Advanced) for event in await stored(up, id)):
            await asyncio.sleep(0.01)


async def test_a_clock_that_runs_out_later_than_soon_runs_out_though_somebody_watches_all_the_time(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else happens at the table, and it stays in memory: the node has to look at it again by itself."""
    monkeypatch.setattr(driving, "BEAT", 0.05)
    monkeypatch.setattr(driving, "SOON", 300)
    up = await start(sqlite_url, "n")
    id, _ = await match(up, clock=e.Clock("move", 2))
    async with asyncio.timeout(10):
        while not any(isinstance(event, e.Moved) and event.by == "clock" for event in await stored(up, id)):
            await asyncio.sleep(0.05)


# --- bots ---


async def test_a_bot_that_is_stopped_before_it_has_begun_to_think_keeps_no_table_in_memory(
    sqlite_url: str, start: Start
) -> None:
    one = await start(sqlite_url, "one")
    id, _ = await match(one)
    live = one.live(id)
    one.driver._let_think(live, 1)
    assert live.thinking
    one.driver._quiet(live)  # in the same moment: the task never runs
    await asyncio.sleep(0.05)
    assert not live.thinking


async def test_a_bot_that_is_no_longer_asked_when_it_begins_to_think_does_nothing(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the moment in which it is let think, its move may turn out to be stored already."""
    up = await start(sqlite_url, "n")
    id = await up.open("blef", 2)
    (a,) = await joined(up, id, "a")
    await a.ask(id, wire.Hire, seat=1, level="novice")
    await deal(id, [a])

    def waits_for_people(table: Table) -> bool:
        view = table.view(1)
        return table.actors == (0,) and view is not None and not view.actions

    await play_on(id, [a], Random(1), waits_for_people)
    live, made = up.live(id), list[str]()

    def make(level: str, *, at_table: bool) -> Bot:
        made.append(level)
        return InstinctBot()

    async def thought() -> None:
        async with asyncio.timeout(10):
            while live.thinking:
                await asyncio.sleep(0.005)

    await thought()  # of the move that it has made
    monkeypatch.setattr(driving, "make", make)
    up.driver._let_think(live, 1)
    assert live.thinking
    await thought()
    assert not made


async def test_whoever_comes_is_shown_the_table_though_their_coming_cannot_be_written_down(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await start(sqlite_url, "one")
    id = await one.open("blef", 2)
    happen = one.node.happen

    async def too_slow(*_: Any) -> bool:
        raise node.Busy("others at this table were faster; try again")

    monkeypatch.setattr(one.node, "happen", too_slow)
    await joined(one, id, "a")  # raises if it is refused
    assert not one.live(id).table.sheet.seats[0].nodes
    monkeypatch.setattr(one.node, "happen", happen)
    await caught_up(one, id, lambda table: table.sheet.seats[0].nodes)  # noticed with the next sign of life


async def test_instinct_plays_on_for_whoever_has_resigned(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id = await up.open("blef", 3)
    a, b = await joined(up, id, "a", "b")
    await b.ask(id, wire.Sit, seat=1)
    await a.ask(id, wire.Hire, seat=2, level="novice")
    await deal(id, [a, b])
    await caught_up(up, id, lambda table: 1 in table.actors)
    await b.ask(id, wire.Resign)
    await play_on(id, [a], Random(9))
    assert up.table(id).sheet.places[1] == 3
    moves = [event for event in await stored(up, id) if isinstance(event, e.Moved)]
    assert {event.by for event in moves if event.seat == 1} == {"bot"}
    assert {event.by for event in moves if event.seat == 2} == {""}


# --- again ---


async def test_everybody_who_wants_a_rematch_gets_the_same_one(sqlite_url: str, start: Start) -> None:
    up = await start(sqlite_url, "n")
    id, (a, b) = await match(up)
    with pytest.raises(NotNow):
        await a.ask(id, wire.Again)
    await b.ask(id, wire.Mute, seat=0)
    await a.ask(id, wire.Offer)
    await b.ask(id, wire.Offer)
    await caught_up(up, id, lambda table: table.sheet.phase == "aborted")
    answers = await asyncio.gather(a.ask(id, wire.Again), b.ask(id, wire.Again))
    assert answers[0].result == answers[1].result == up.table(id).sheet.after
    new = up.table(str(answers[0].result)).sheet
    assert (new.before, [seat.who for seat in new.seats], new.phase) == (id, ["a", "b"], "gathering")
    assert new.muted == {"b": ["a"]}
    lobby = [json.loads(card)["id"] for card in await up.store.lobby(10)]
    assert lobby == [new.id]  # and no table that nobody will come to


async def test_a_campaign_goes_on_with_what_was_reached(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    up = await start(sqlite_url, "n")
    id = await up.open("fiasko", 1, threshold=6, starter="ten")
    (a,) = await joined(up, id, "a")
    await deal(id, [a])
    await caught_up(up, id, lambda table: table.running)
    await a.ask(id, wire.Resign)
    await caught_up(up, id, lambda table: table.sheet.phase == "over")
    monkeypatch.setattr(find("fiasko").table, "_again", lambda v: (("threshold", 7),))  # as if it had been won
    up.live(id).table._views[-1]._scenes.clear()
    answer = await a.ask(id, wire.Again)
    assert up.table(str(answer.result)).sheet.options == {"threshold": 7, "starter": "ten"}


async def test_what_was_stored_though_it_seemed_to_fail_is_told(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "HEAL", 0.05)
    up = await start(sqlite_url, "n")
    id, (a, b) = await match(up)
    append = up.store.append

    async def fail(entry: Any, also: Any = ()) -> Any:
        monkeypatch.setattr(up.store, "append", append)
        await append(entry, also)
        raise StoreDown("the connection was lost after the commit")

    monkeypatch.setattr(up.store, "append", fail)
    heard = len(b.got)
    with pytest.raises(StoreDown):
        await a.ask(id, wire.Say, "word-1", text="did you hear that?")
    async with asyncio.timeout(5):
        while len(b.got) == heard:
            await asyncio.sleep(0.01)
    assert b.frames[-1]["said"]["text"] == "did you hear that?"
    await a.ask(id, wire.Say, "word-1", text="did you hear that?")
    assert len(b.got) == heard + 1
