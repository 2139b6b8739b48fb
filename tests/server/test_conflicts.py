"""Two nodes at one table: whoever is second sees what the first has written, and everybody sees everything once."""

from __future__ import annotations

import asyncio
import json
import time
from random import Random

import pytest

from sprawdzam.engine.fairness import commitment, seal
from sprawdzam.server import events as e
from sprawdzam.server import wire
from sprawdzam.server.decisions import Asker
from sprawdzam.server.live import Live
from sprawdzam.server.node import Node
from sprawdzam.server.outside import Outside
from sprawdzam.server.store import StoreDown

from .conftest import Open

pytestmark = pytest.mark.anyio

SECRET = bytes(32)
PART = bytes(range(32))


class Listener:
    """A line that keeps what it is sent."""

    def __init__(self, who: str) -> None:
        self.asker = Asker(who, who.upper())
        self.language = "en"
        self.heard: list[dict[str, object]] = []

    def post(self, body: bytes) -> None:
        self.heard.append(json.loads(body))

    async def drained(self) -> bool:
        return True

    @property
    def seqs(self) -> list[object]:
        return [message["seq"] for message in self.heard]


async def start(opened: Open, url: str, name: str) -> Node:
    ids = iter(range(1000))
    outside = Outside(
        lambda: time.time_ns() // 1_000_000, lambda: f"{name}{next(ids)}", lambda: SECRET, lambda: Random(1)
    )
    return Node(name, await opened(url), outside)


async def ask(node: Node, line: Listener, request: wire.AnyRequest) -> int:
    return await node.request(await node.find(request.table), line.asker, request)


async def gathered(opened: Open, url: str) -> tuple[Node, Node, list[Listener], Live, Live]:
    """A match of two, one at each node, with somebody who watches at each."""
    one, two = await start(opened, url, "one"), await start(opened, url, "two")
    one.alive = two.alive = {"one", "two"}
    settings = e.Opened(1, "t", "a", "blef", 2, {}, True, e.Clock(), False, True, 0, commitment("t", 1, SECRET))
    mine = await one.open(settings, SECRET, [e.Sat(1, 0, "a", "A"), e.Sat(1, 1, "b", "B")])
    theirs = await two.find("t")
    lines = [Listener("a"), Listener("b"), Listener("v"), Listener("w")]
    for number, line in enumerate(lines):
        node, live = ((one, mine), (two, theirs))[number % 2]
        await node.join(live, line, wire.Join(id="j", table="t", style="view"))
    await agreed(mine, theirs)
    await ask(one, lines[0], wire.Start("s", "t"))
    for seat, line in enumerate(lines[:2]):
        await ask(one, line, wire.Seal(f"x{seat}", "t", seal("t", 1, seat, PART)))
    for seat, line in enumerate(lines[:2]):
        await ask(one, line, wire.Show(f"y{seat}", "t", PART.hex()))
    await one.happen(mine, lambda table, now: e.Began(now, table.game.rules_version))
    await agreed(mine, theirs)
    return one, two, lines, mine, theirs


async def agreed(mine: Live, theirs: Live) -> None:
    async with asyncio.timeout(10):
        while mine.table.sheet != theirs.table.sheet:
            await asyncio.sleep(0.01)


def assert_told_once(lines: list[Listener], live: Live) -> None:
    for line in lines:
        seqs = line.seqs
        assert seqs == list(range(int(str(seqs[0])), int(str(seqs[0])) + len(seqs)))
        seat = live.table.sheet.seat_of(line.asker.who)
        assert seqs[-1] == live.table.seq(-1 if seat is None else seat)


async def test_whoever_is_second_goes_on_from_what_the_first_has_written(url: str, opened: Open) -> None:
    one, two, lines, mine, theirs = await gathered(opened, url)
    for number in range(15):
        await asyncio.gather(
            *(ask(one, lines[0], wire.Say(f"p{number}-{k}", "t", "hello")) for k in range(3)),
            *(ask(two, lines[1], wire.Say(f"q{number}-{k}", "t", "hello")) for k in range(3)),
        )
    await agreed(mine, theirs)
    assert len([word for word in lines[2].heard if "said" in word]) == 90
    assert_told_once(lines, mine)


async def test_both_may_choose_at_the_same_moment(url: str, opened: Open) -> None:
    one, two, lines, mine, theirs = await gathered(opened, url)
    await one.happen(mine, lambda table, now: e.Advanced(now))  # the deal
    await agreed(mine, theirs)
    await asyncio.gather(
        ask(one, lines[0], wire.Play("m", "t", ["choose A"])), ask(two, lines[1], wire.Play("m", "t", ["choose B"]))
    )
    await agreed(mine, theirs)
    assert mine.table.view(0).row == theirs.table.view(0).row
    assert mine.table.view(1).row == theirs.table.view(1).row
    assert_told_once(lines, mine)


async def test_frames_that_are_missing_end_with_what_the_node_itself_knows(url: str, opened: Open) -> None:
    """Another node may have written since: that comes by itself, and must not come twice."""
    one, two, lines, mine, theirs = await gathered(opened, url)
    for number in range(60):  # more than is kept in memory
        await ask(one, lines[0], wire.Say(f"p{number}", "t", "hello"))
    await agreed(mine, theirs)
    late = Listener("z")
    async with two.hold(theirs):  # it does not hear of the next ones
        for number in range(3):
            await ask(one, lines[0], wire.Say(f"r{number}", "t", "hello"))
        reader = theirs.readers[lines[3]].__class__(late, "view", "en")
        reader.seq = int(str(lines[3].seqs[0]))
        theirs.readers[late] = reader
        assert not theirs.catch_up(reader)
        theirs.take_up(reader, await two.teller.missed(theirs.table, theirs.kept, reader))
        assert late.seqs[-1] == reader.seq == theirs.table.seq(-1)
    await agreed(mine, theirs)
    assert late.seqs == lines[3].seqs[1:]
    assert_told_once([*lines, late], mine)


async def test_an_event_that_may_or_may_not_be_stored_is_told_once(
    url: str, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _, lines, mine, theirs = await gathered(opened, url)
    append = one.store.append
    for reached in (True, False):

        async def fails(*args: object, reached: bool = reached) -> None:
            if reached:
                await append(*args)  # type: ignore[arg-type]
            raise StoreDown("gone")

        with monkeypatch.context() as patched:
            patched.setattr(one.store, "append", fails)
            with pytest.raises(StoreDown):
                await ask(one, lines[0], wire.Say(f"down{reached}", "t", "hello"))
        await ask(one, lines[0], wire.Say(f"down{reached}", "t", "hello"))
    await agreed(mine, theirs)
    assert len([word for word in lines[2].heard if "said" in word]) == 2
    assert_told_once(lines, mine)
