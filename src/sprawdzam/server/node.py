"""``Node``: one process that serves tables. Any node can serve any table; the store decides who was first.

An event is folded, stored, and only then told: to whoever asked, to whoever watches, to the other nodes. If it cannot
be stored, the table is loaded again before anybody looks at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.fairness import commitment
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server import wire
from sprawdzam.server.background import Background
from sprawdzam.server.card import card_of
from sprawdzam.server.decisions import Asker, decide
from sprawdzam.server.due import given_back
from sprawdzam.server.ending import ending
from sprawdzam.server.live import Line, Live, Reader
from sprawdzam.server.metrics import Metrics
from sprawdzam.server.outside import Outside
from sprawdzam.server.refusals import Busy, NoTable
from sprawdzam.server.store import Entry, NewTable, Outcome, Store, Stored, StoreDown, Write
from sprawdzam.server.table import Table
from sprawdzam.server.telling import Teller

log = logging.getLogger(__name__)

HEAL = 1.0  # seconds after which a table is loaded again when the store has failed
SELDOM = 60.0  # seconds between two attempts, at most, where it is not the store that fails
TRIES = 20  # how often somebody else may be first before a request is refused

Make = Callable[[Table, int], "e.AnyEvent | None"]


class Node:
    """The tables that this process has in memory, and everything that is done to them."""

    def __init__(self, id: str, store: Store, outside: Outside, *, metrics: Metrics | None = None) -> None:
        self.id = id
        self.metrics = metrics or Metrics()
        self.store = store
        self.outside = outside
        self.live: dict[str, Live] = {}
        self.alive: set[str] = {id}
        """The nodes that answer."""
        self.before: Callable[[Live], None] = lambda live: None
        """Called before anything happens at a table."""
        self.changed: Callable[[Live], None] = lambda live: None
        """Called when a table has changed: whoever drives it sets its alarm."""
        self.stirred: Callable[[str], None] = lambda id: None
        """Called when others have written at a table that is not in memory; without an id, perhaps at all of them."""
        self.dropped: Callable[[Live], None] = lambda live: None
        """Called when a table is no longer in memory, or could not be brought there."""
        self.ended: Callable[[], None] = lambda: None
        """Called when sessions may have ended: whoever has the sockets looks which."""
        self._secrets: dict[str, bytes] = {}
        """Of deals that are about to be bound."""
        self._loading: dict[str, asyncio.Future[None]] = {}
        self._outdated: set[str] = set()
        """Tables at which others have written while they were loaded."""
        self.teller = Teller(store)
        background = Background()
        self.spawn, self.settle = background.spawn, background.settle
        store.listen(self._heard)

    # --- tables ---

    async def open(self, event: e.Opened, secret: bytes, seated: Sequence[e.AnyEvent] = ()) -> Live:
        """A new table, with those who sit there from the beginning."""
        table = Table.opened(event, secret, chance=self.outside.chance)
        sheet = table.sheet
        head = NewTable(sheet.id, sheet.game, len(sheet.seats), sheet.public, sheet.owner, driver=self.id)
        entries = [self._entry(table, event, sheets.write(table.saved))]
        for each in seated:
            table.fold(each)
            entries.append(self._entry(table, each, sheets.write(table.saved)))
        table.changes = ()  # nobody is there yet who could be told
        with self._on_its_way(sheet.id):
            await self.store.create(head, entries, secret)
            live = self.live[sheet.id] = Live(table, sheets.write(table.saved))
        for each in seated:
            self.metrics.events(type(each).__name__.lower()).inc()
        return live

    async def find(self, id: str) -> Live:
        """The table of an id, from memory or from the store."""
        while id in self._loading:
            await asyncio.wait([self._loading[id]])
        if id not in self.live:
            with self._on_its_way(id):
                stored = await self.store.load(id)
                if stored is None:
                    raise NoTable("there is no table {table}; perhaps the link was cut", table=id)
                live = Live(*await self._restore(id, stored))
                try:
                    await self.happen(live, _renewed)
                except BaseException:
                    self.drop(live)
                    raise
                self.live[id] = live
            self.changed(self.live[id])  # it may be driven here, and whoever drives it has no alarm for it yet
        live = self.live[id]
        live.used = self.outside.now()
        return live

    @contextmanager
    def _on_its_way(self, id: str) -> Iterator[None]:
        """While a table comes into memory whoever wants it waits, and nothing is missed that others write there."""
        self._loading[id] = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            self._loading.pop(id).set_result(None)
            if id in self._outdated:
                self._outdated.discard(id)
                if id in self.live:
                    self.spawn(self.follow(self.live[id]))

    @asynccontextmanager
    async def hold(self, live: Live) -> AsyncIterator[Table]:
        """The table as it is stored, for as long as one looks at it or changes it."""
        async with live.lock:
            if live.stale:
                await self._reload(live)
            yield live.table

    def drop(self, live: Live) -> None:
        """Forgets a table that nobody looks at, or that nobody may look at yet."""
        if self.live.get(live.table.sheet.id) is live:
            del self.live[live.table.sheet.id]
        self.dropped(live)

    async def _restore(self, id: str, stored: Stored) -> tuple[Table, bytes]:
        saved = sheets.read(stored.snapshot)
        secret = await self.store.secret(id, saved.sheet.deal)
        table = Table.restored(saved, secret, chance=self.outside.chance)
        for _, body in stored.events:
            table.fold(e.read(body))
        return table, sheets.write(table.saved)

    async def _reload(self, live: Live) -> None:
        """Goes on from what is stored, and tells everybody what they have missed."""
        with self._or_heal(live):
            await self._load_anew(live)

    async def _load_anew(self, live: Live) -> None:
        if not live.undo() or not await self._catch_up(live):
            id = live.table.sheet.id
            stored = await self.store.load(id)
            assert stored is not None
            live.renew(*await self._restore(id, stored))
        for reader in live.on_time:  # nobody may be told what comes next upon a gap, or wait for a story meanwhile
            if not live.catch_up(reader):
                live.show(reader)
        self.changed(live)  # also if there was nothing new: what was undone may be due again

    # --- events ---

    async def happen(self, live: Live, make: Make, client: str | None = None) -> bool:
        """Makes an event of the table as it stands, and stores it. False if there is none to make.

        With a ``client`` the same thing happens once only, however often it is asked for.
        """
        async with live.lock:  # as ``hold`` does it, for less: this is the path of every move
            if live.stale:
                await self._reload(live)
            self.before(live)
            for _ in range(TRIES):
                now = max(self.outside.now(), live.table.sheet.at)  # clocks of nodes differ; time goes on all the same
                owed = given_back(live.table, now, live.down) if live.down else None
                live.down = live.down if owed else 0
                try:
                    event = owed or make(live.table, now)
                except SprawdzamError:
                    if client and await self._done_before(live, client):
                        return True
                    raise
                if event is None:
                    return False
                if isinstance(event, e.Voided):
                    event = self._void(live.table, event)
                outcome = await self._write(live, event, None if owed else client)
                if outcome is not Outcome.WRITTEN:
                    await self._reload(live)
                if outcome is not Outcome.CONFLICT and not owed:
                    return True
        raise Busy("others at this table were faster; try again")

    async def _done_before(self, live: Live, client: str) -> bool:
        """Whether what cannot be done now is what this client has done already. The store is asked once for strangers
        to the table: their nonsense, thousands of times a second, must not keep those who play waiting for it."""
        who = client.partition(":")[0]
        if who in live.strangers:
            return False
        acts = await self.store.acts(live.table.sheet.id, who)
        if not acts:
            live.strangers.add(who)
        return client in acts

    async def _write(self, live: Live, event: e.AnyEvent, client: str | None = None) -> Outcome:
        table, secret, also = live.table, live.table.secret, tuple[Write, ...]()
        live.strangers.clear()  # whoever this comes from is none any more
        if isinstance(event, e.Ended):
            also = tuple(await ending(self.store, table, event))
        elif isinstance(event, e.Voided):
            secret = self._secrets.pop(table.sheet.id)
            also = (self.store.secret_write(table.sheet.id, table.sheet.deal + 1, secret),)
        live.stale = True  # until it is stored; whatever goes wrong from here on, the table is loaded again
        table.fold(event)
        table.secret = secret
        body = sheets.write(table.saved)
        if isinstance(event, e.Renewed):
            also = (self.store.snapshot_write(table.sheet.id, table.sheet.number, event.rules, body),)
        writing = asyncio.ensure_future(self.store.append(self._entry(table, event, body, client), also))
        with self._or_heal(live):
            try:
                with self.metrics.store.time():
                    outcome = await asyncio.shield(writing)
            except StoreDown:
                live.down = live.down or event.at
                raise
            except asyncio.CancelledError:
                await asyncio.wait([writing])  # it goes on: nobody may look what is stored before it is over
                raise
            if outcome is Outcome.WRITTEN:
                live.stale = False
                if isinstance(event, e.Restored):
                    live.down = 0
                self.metrics.events(type(event).__name__.lower()).inc()
                live.keep(event)
                live.broadcast()
                other = self.live.setdefault(table.sheet.id, live)
                self.changed(live)
                if other is not live:  # it was dropped and loaded again while this was under way
                    self.spawn(self.follow(other))
        return outcome

    @contextmanager
    def _or_heal(self, live: Live) -> Iterator[None]:
        """Should this fail, memory and store may differ, and whoever waits may have nothing to ask for: load again."""
        try:
            yield
        except BaseException:
            live.stale = True
            self._heal(live)
            raise

    def _heal(self, live: Live) -> None:
        if not live.healing:
            live.healing = True
            self.spawn(self._load_again(live))

    async def _load_again(self, live: Live) -> None:
        pause = HEAL
        try:
            while True:
                await asyncio.sleep(pause)
                if not live.stale or self.live.get(live.table.sheet.id) is not live:  # who looks next loads it
                    return
                try:
                    await self.happen(live, nothing)
                    return
                except (Busy, StoreDown):
                    continue
                except Exception:  # of a kind that may last
                    log.exception("a table cannot be loaded again")
                    pause = min(2 * pause, SELDOM)
        finally:
            live.healing = False

    def _void(self, table: Table, event: e.Voided) -> e.Voided:
        """A deal that came to nothing: its secret is shown, and another one is bound."""
        secret = self._secrets[table.sheet.id] = self.outside.secret()
        bound = commitment(table.sheet.id, table.sheet.deal + 1, secret)
        return e.Voided(event.at, event.seats, table.secret.hex(), bound)

    def _entry(self, table: Table, event: e.AnyEvent, body: bytes, client: str | None = None) -> Entry:
        sheet = table.sheet
        return Entry(
            sheet.id, sheet.number, event.at, e.write(event), sheet.rules, sheet.phase, card_of(table), client, body
        )

    def _heard(self, id: str, number: int, body: bytes) -> None:
        """Another node has written; without an id, sessions have ended, or anything may have happened."""
        if not id:
            self.ended()
        if not id and not body:
            for live in list(self.live.values()):
                self.spawn(self.follow(live))
            self._outdated.update(self._loading)
            self.stirred("")
        elif id in self._loading:
            self._outdated.add(id)
        found = self.live.get(id)
        if id and found is None:
            self.stirred(id)
        if found is None or number <= found.table.sheet.number:
            return
        if body and number == found.table.sheet.number + 1 and not (found.stale or found.lock.locked()):
            event = e.read(body)
            if not isinstance(event, e.MORE):
                self._take_in(found, [event])
                return
        self.spawn(self.follow(found))

    async def follow(self, live: Live) -> None:
        """Takes in what others have written."""
        with self._or_heal(live):
            async with self.hold(live):
                if not await self._catch_up(live):
                    await self._reload(live)

    async def _catch_up(self, live: Live) -> bool:
        """Takes in what others have written. False if that is more than events: the next deal has another secret,
        other rules have another position."""
        sheet = live.table.sheet
        fresh = [e.read(body) for _, body in await self.store.events(sheet.id, sheet.number)]
        if any(isinstance(event, e.MORE) for event in fresh):
            return False
        self._take_in(live, fresh)
        return True

    def _take_in(self, live: Live, fresh: Sequence[e.AnyEvent]) -> None:
        live.stale = True  # until all is taken in
        live.strangers.clear()  # others may have written for them
        with self._or_heal(live):
            for event in fresh:
                if isinstance(event, e.Came):
                    self.alive.add(event.node)  # it may have begun after our last look
                if isinstance(event, e.Restored):
                    live.down = 0  # the clocks have their time back already
                live.table.fold(event)
                live.keep(event)
                live.broadcast()
        live.stale = False
        if fresh:
            self.changed(live)

    # --- readers ---

    async def join(self, live: Live, line: Line, request: wire.Join) -> int:
        """Shows a table to somebody, or what they have missed of it; returns the number of their last frame."""
        reader = Reader(line, request.style, request.language or line.language)
        reader.seat = SPECTATOR if request.seat is None else request.seat
        reader.seq = request.since or 0
        reader.late = True
        before = live.readers.setdefault(line, reader)  # nobody drops a table for which somebody waits
        try:
            async with self.hold(live):
                if before.seat == reader.seat:
                    reader.seq = max(reader.seq, before.seq)  # what is on its way over the same line is not missing
                live.readers[line] = reader
                if request.since is None:
                    live.show(reader)
                    reader.late = False
                else:
                    reader.late = not live.catch_up(reader)
            while reader.late and await line.drained():  # a long story in parts
                await self._tell(live, reader)
        except BaseException:
            if live.readers.get(line) is reader:
                del live.readers[line]  # else what comes next would follow upon a gap
            raise
        await self.presence(live)
        if not live.table.sheet.people:
            self.changed(live)  # bots alone go on for whoever looks
        return reader.seq

    async def _tell(self, live: Live, reader: Reader) -> None:
        """Tells somebody what is no longer in memory, or as much of it as goes at once, while the table goes on. One
        after the other at each table: after an outage all there have missed the same, and what the first one is told is
        then in memory."""
        with self.teller.waiting() as many:
            async with live.telling:
                async with self.hold(live):
                    if many:
                        live.take_up(reader, None)
                    elif live.catch_up(reader):
                        reader.late = False
                    kept = live.kept
                if reader.late:
                    told = await self.teller.missed(live.table, kept, reader)
                    async with self.hold(live):
                        live.take_up(reader, told)

    async def leave(self, live: Live, line: Line) -> None:
        live.readers.pop(line, None)
        await self.presence(live)

    async def presence(self, live: Live) -> None:
        """Writes down who has come and gone, as far as this node can tell; if it cannot, with a later sign of life."""
        live.recount()
        with suppress(Busy, StoreDown):
            while await self.happen(live, lambda table, now: self.unnoticed(live, now)):
                pass

    def unnoticed(self, live: Live, now: int) -> e.AnyEvent | None:
        """Somebody who has come or gone without anybody having written it down."""
        here = {reader.line.asker.who for reader in live.readers.values()}
        if live.table.sheet.phase not in sheets.OPEN:
            return None
        for p, seat in enumerate(live.table.sheet.seats):
            known = self.id in seat.nodes
            if seat.who and seat.who in here and not known:
                return e.Came(now, p, self.id)
            if known and seat.who not in here:
                return e.Left(now, p, self.id)
        return None

    async def request(self, live: Live, asker: Asker, request: Any) -> int:
        """Carries out a request that makes an event; returns the number of the asker's last frame."""
        client = f"{asker.who}:{request.id}"
        await self.happen(live, lambda table, now: decide(request, table, asker, now), client)
        if isinstance(request, wire.Sit | wire.Stand):
            await self.presence(live)
        seat = live.table.sheet.seat_of(asker.who)
        return live.table.seq(SPECTATOR if seat is None else seat)


def nothing(table: Table, now: int) -> e.AnyEvent | None:
    """Makes no event; what is owed to the clocks is given back all the same."""
    return None


def _renewed(table: Table, now: int) -> e.AnyEvent | None:
    """A match that was begun by other rules goes on from its position."""
    if table.actors and table.sheet.rules != table.game.rules_version:
        return e.Renewed(now, table.game.rules_version)
    return None
