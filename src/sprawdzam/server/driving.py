"""``Driver``: the part of a node that lets tables go on by themselves: steps of the table, clocks and bots.

Every table has one driver, which says each second that it is alive. The tables of a driver that says nothing any more
are claimed by another. Should two drive a table for a moment, the store still takes each event once.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import TypeVar

import msgspec

from sprawdzam.bots import make
from sprawdzam.bots.pace import thinking_time
from sprawdzam.engine.view import View
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server.due import dues
from sprawdzam.server.live import Live
from sprawdzam.server.node import Node, nothing
from sprawdzam.server.refusals import Busy
from sprawdzam.server.store import StoreDown
from sprawdzam.server.table import NEVER, Table
from sprawdzam.server.turns import Turns

T = TypeVar("T")

log = logging.getLogger(__name__)

TICK = 0.001  # seconds: moments are whole milliseconds
BEAT = 1.0  # seconds between two signs of life
LEASE = 3000  # milliseconds after which a driver that gives none counts as dead
SOON = 60_000  # milliseconds: a table that does nothing for longer need not stay in memory
WINDOW = (2.5, 4.5)  # seconds that a bot leaves people who are asked whether to call
IDLE = 10_000  # milliseconds: who has just asked for a table may still be about to do something there
INHERIT = 1800  # milliseconds that a node has for those who come back before it takes over bots and clocks
ON_THEIR_WAY = 5000  # milliseconds for everybody to come back after a node has died
AT_ONCE = 50  # tables that are loaded to be taken over
STILL = 3000  # milliseconds without a turn of the loop that are no mere delay any more
STOCK = 30  # signs of life after which the tables that are driven here are compared with the store
LOST = 300  # milliseconds without a driver that nobody would notice


class Driver:
    """Drives the tables that this node has opened or claimed. ``tempo`` 0.5 is twice as fast as people like it.

    ``heir_of`` is a node that is known to be dead and whose place this one takes: its tables go on soon."""

    def __init__(self, node: Node, *, tempo: float = 1.0, heir_of: str = "") -> None:
        self.node = node
        self.tempo = tempo
        self._heir_of = heir_of
        self._inherits = 0
        """When it takes over; 0: it has."""
        self._until_gone = 0
        """Until then those who were connected to the dead one are on their way, and not gone."""
        self.wakes: dict[str, int] = {}
        """The tables that are driven here, and when they next do something by themselves."""
        self._threads = ThreadPoolExecutor(max_workers=os.cpu_count(), thread_name_prefix="bot")
        self._turns = Turns(os.cpu_count() or 1)
        self._beating: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._beaten = 0
        """When it gave the last sign of life."""
        self._beats = 1
        self._awake = 0
        """When this process was last seen to go on."""
        self._unserved: dict[str, int] = {}
        """Tables to which time is owed, and since when nobody could play there."""
        self._unsure = False
        """Time was lost here: others may have taken over what is driven here."""
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._taking: set[str] = set()
        """Tables that are being taken over."""
        node.before = self.before
        node.changed = self.changed
        node.stirred = self.stirred
        node.dropped = self.dropped

    async def start(self) -> None:
        if self._heir_of:
            self._inherits = self.node.outside.now() + INHERIT
            self._until_gone = self._inherits + ON_THEIR_WAY
        await self._beat()
        self._beating = asyncio.create_task(self._run())
        self._watching = asyncio.create_task(self._watch())

    async def hand_over(self) -> None:
        """Lets the tables go, once: another node, or this one after a restart, finds out at once, and since when."""
        if not self._beating:
            return
        self._beating.cancel()
        self._beating = None
        if self._watching:
            self._watching.cancel()
        for live in self.node.live.values():
            self._quiet(live)
        self.wakes.clear()
        await self.node.store.release(self.node.id, self.node.outside.now())

    async def stop(self) -> None:
        try:
            await self.hand_over()
        finally:
            self._threads.shutdown(wait=False, cancel_futures=True)

    # --- alarms ---

    def opened(self, live: Live) -> None:
        """A new table is driven where it was opened."""
        self.wakes[live.table.sheet.id] = NEVER
        self.changed(live)

    def changed(self, live: Live) -> None:
        """Sets the alarm of a table anew."""
        id = live.table.sheet.id
        if self.node.live.get(id) is not live:  # what is not in memory is looked after by ``dropped``
            return
        if id not in self.wakes:
            self._lend_a_hand(live)
            return
        if live.handle:
            live.handle.cancel()
            live.handle = None
        if live.table.sheet.phase not in sheets.OPEN:
            del self.wakes[id]
            self._quiet(live)
            return
        wake = NEVER
        for due in dues(live.table, self.node.alive):
            if due.event is not None:
                wake = min(wake, self._moment(live.table, due.at, due.event))
            elif live.readers or live.table.sheet.people:  # bots alone stand still while nobody looks
                self._let_think(live, due.seat)
        self.wakes[id] = wake
        if wake < NEVER:
            # What is due later is looked at again: as long as somebody watches, nobody else takes the table up.
            wait = min(wake - self.node.outside.now(), SOON) / 1000
            loop = asyncio.get_running_loop()
            live.handle = loop.call_later(max(0.0, wait) + TICK, lambda: self.node.spawn(self._wake(live)))

    def dropped(self, live: Live) -> None:
        """A table that is not in memory has no alarm; what is owed to it is not forgotten with it."""
        self._quiet(live)
        if live.down and live.table.sheet.id in self.wakes:
            self._unserved.setdefault(live.table.sheet.id, live.down)

    def _moment(self, table: Table, at: int, event: e.AnyEvent) -> int:
        """Steps of the table follow the tempo; clocks do not."""
        since = table.sheet.stepped
        return since + int((at - since) * self.tempo) if isinstance(event, e.Advanced) else at

    async def _wake(self, live: Live) -> None:
        if self._doubted:  # until it is known what others have taken over, no clock runs out
            await asyncio.sleep(BEAT)
            self.changed(live)
            return
        try:
            if not await self.node.happen(live, self._due):
                self.changed(live)  # woken too early
        except (Busy, StoreDown):
            await asyncio.sleep(BEAT)
            self.changed(live)
        except Exception:
            log.exception("a table does not go on")
            await asyncio.sleep(BEAT)
            self.changed(live)

    def _due(self, table: Table, now: int) -> e.AnyEvent | None:
        """The first thing that is due by now."""
        ready = [d for d in dues(table, self.node.alive) if d.event and self._moment(table, d.at, d.event) <= now]
        if not ready:
            return None
        event = min(ready, key=lambda due: due.at).event
        assert event is not None
        return msgspec.structs.replace(event, at=now)

    def _quiet(self, live: Live) -> None:
        if live.handle:
            live.handle.cancel()
            live.handle = None
        for task in live.thinking.values():
            task.cancel()

    # --- bots ---

    def _lend_a_hand(self, live: Live) -> None:
        """Lets bots alone think for whoever looks at them here: the node that drives them may know of nobody."""
        if not self._beating or not live.readers or live.table.sheet.people:
            return
        for due in dues(live.table, self.node.alive):
            if due.event is None:
                self._let_think(live, due.seat)

    def _let_think(self, live: Live, seat: int) -> None:
        if seat not in live.thinking or live.thinking[seat].done():
            task = live.thinking[seat] = asyncio.get_running_loop().create_task(self._think(live, seat))
            task.add_done_callback(partial(self._thought, live, seat))

    def _thought(self, live: Live, seat: int, task: asyncio.Task[None]) -> None:
        """Called however it ends, also if it was stopped before it began: what thinks keeps its table in memory."""
        if live.thinking.get(seat) is task:
            del live.thinking[seat]
            self.changed(live)

    async def _think(self, live: Live, seat: int) -> None:
        """A bot takes its time and acts; what it waits for depends on nothing that is hidden."""
        if seat not in live.table.actors:  # its last move was taken for lost, and was there after all
            return
        outside = self.node.outside
        luck = outside.luck()
        try:
            view, asked = live.table.view(seat), live.table.sheet.seats[seat].asked
            assert view is not None
            seconds = luck.uniform(*WINDOW) if view.window else thinking_time(luck, fresh=live.fresh)
            pause = asyncio.create_task(asyncio.sleep(seconds * self.tempo))
            async with self._turns.of(live):
                lent = live.table.sheet.seats[seat].lent
                if not lent or live.table.sheet.seats[seat].asked != asked:  # meanwhile somebody has come back or acted
                    pause.cancel()
                    return
                action = await self._decision(lent, view, luck)
            await pause
            await self.node.happen(live, partial(self._answer, seat=seat, asked=asked, action=action))
        except (Busy, StoreDown):
            await asyncio.sleep(BEAT)
        except Exception:
            log.exception("a bot failed")
            await asyncio.sleep(BEAT)

    def _answer(self, table: Table, now: int, *, seat: int, asked: int, action: int) -> e.AnyEvent | None:
        own, view = table.sheet.seats[seat], table.view(seat)
        if seat not in table.actors or own.asked != asked or not own.lent or view is None or table.match is None:
            return None
        if action not in view.actions:  # others have acted meanwhile: it thinks again
            return None
        return e.Moved(now, seat, (view.write(action),), by="" if own.bot else "bot")

    async def _decision(self, lent: str, view: View, luck: Random) -> int:
        """What a bot does; one that fails must not end the match."""
        work = partial(make(lent, at_table=True).decide, view, luck)
        try:
            return await self.in_thread(work)
        except Exception:
            log.exception("bot %s cannot decide", lent)
            return view.silence

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Lets something think without keeping the sockets waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    # --- signs of life ---

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._inherit()
                await self._beat()
            except StoreDown as error:
                log.warning("no sign of life: %s", error)
                self._lose_time(self._beaten)
            except Exception:
                log.exception("no sign of life")

    async def _watch(self) -> None:
        while True:
            self._look_back()
            await asyncio.sleep(BEAT)

    async def _inherit(self) -> None:
        """Not at once: everybody comes back in that moment, and they go before bots."""
        if self._inherits and self.node.outside.now() >= self._inherits:
            await self.node.store.bury(self._heir_of)
            self._inherits = 0

    @property
    def _doubted(self) -> bool:
        """Whether others may have taken over what is driven here."""
        return len(self.node.alive) > 1 and self.node.outside.now() - self._beaten > LEASE

    def before(self, live: Live) -> None:
        """Called before anything happens at a table: first of all its clocks get the time that is owed to them."""
        self._look_back()
        if not self._unserved or self._doubted:
            return
        since = self._unserved.pop(live.table.sheet.id, 0)
        if since and self.node.outside.now() - since > LOST:
            live.down = live.down or since

    def _look_back(self) -> None:
        """A process that stood still, perhaps with its whole machine, notices it when it goes on."""
        now = self.node.outside.now()
        if self._awake and now - self._awake > STILL:
            log.warning("this node stood still for %s ms", now - self._awake)
            self._lose_time(self._awake)
        self._awake = now

    def _lose_time(self, since: int) -> None:
        """Nobody could play here since then."""
        self._unsure = True
        self._unserved = dict.fromkeys(self.wakes, since) | self._unserved

    async def _beat(self) -> None:
        node, now = self.node, self.node.outside.now()
        before = node.alive
        node.alive = {node.id, *await node.store.beat(node.id, now, now + LEASE)}
        if now < self._until_gone:
            node.alive.add(self._heir_of)
        if self._unsure or self._beats % STOCK == 0 or node.outside.now() - self._beaten > LEASE:
            await self._take_stock()
            self._unsure = False
        self._beats += 1
        self._beaten = now
        self._unserved = {id: since for id, since in self._unserved.items() if id in self.wakes}  # not what is over
        for id in self._unserved:
            live = node.live.get(id)
            node.spawn(self._wake(live) if live else self._take_over(id, 0))
        for id, beat in await node.store.claim(node.id, now):
            node.spawn(self._take_over(id, beat))
        gone = before - node.alive  # somebody may have been connected to a node that is no more
        for id, wake in list(self.wakes.items()):
            awaited = id in self._taking or id in self._unserved
            if (gone or wake <= now + SOON) and id not in node.live and not awaited:
                node.spawn(self._take_up(id))
        for live in list(node.live.values()):
            if gone:
                self.changed(live)
            if node.unnoticed(live, now):
                node.spawn(node.presence(live))
        self._sweep(now)

    async def _take_stock(self) -> None:
        """Compares with the store what is driven here: others may have taken a table over when this node gave no sign
        of life for too long, and somebody may have opened one here without ever hearing that it is there."""
        mine = set(self.wakes)  # not what is opened while the store answers
        driven = await self.node.store.driven(self.node.id)
        for id in mine - driven:
            self.wakes.pop(id, None)
            self._unserved.pop(id, None)
            if live := self.node.live.get(id):
                self._quiet(live)
                live.down = 0  # they have given the time back
        for id in driven - self.wakes.keys():
            self.node.spawn(self._take_over(id, 0))

    def stirred(self, id: str) -> None:
        """Others have written at a table that is driven here and is not in memory, since it had nothing to do: it may
        have by now."""
        for each in [id] if id else list(self.wakes):
            if each in self.wakes and each not in self.node.live:
                self.node.spawn(self._take_up(each))

    async def _take_up(self, id: str) -> None:
        try:
            live = await self.node.find(id)
        except (Busy, StoreDown):
            if id in self.wakes:
                self.wakes[id] = 0  # what has happened there is not heard of twice: it is tried again
            raise
        await self.node.follow(live)  # somebody may have written while it was loaded
        self.changed(live)

    async def _take_over(self, id: str, beat: int) -> None:
        """Goes on with a table whose driver is gone, and gives the time back that nobody served it."""
        self.wakes.setdefault(id, 0)  # should this fail, it is tried again
        if beat:
            self._unserved.setdefault(id, beat)
        if id in self._taking:
            return
        self._taking.add(id)
        try:
            async with self._gate:
                await asyncio.sleep(0)  # for whoever wants to play meanwhile
                live = await self.node.find(id)
            try:
                await self.node.happen(live, nothing)
            finally:
                self.changed(live)
        finally:
            self._taking.discard(id)

    def _sweep(self, now: int) -> None:
        for id, live in list(self.node.live.items()):
            soon = self.wakes.get(id, NEVER) < now + SOON
            busy = live.readers or live.thinking or live.lock.locked()
            if not busy and not soon and live.used < now - IDLE:
                self.node.drop(live)
