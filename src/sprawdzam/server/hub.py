"""``Hub``: what comes over sockets and what the tables say to it."""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from sprawdzam.bots.reason import hint
from sprawdzam.engine.fairness import commitment
from sprawdzam.engine.rulebook import rules_of
from sprawdzam.engine.texts import LANGUAGES, texts
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server import wire
from sprawdzam.server.decisions import NotNow, own_seat
from sprawdzam.server.driving import Driver
from sprawdzam.server.frames import names_at
from sprawdzam.server.garbage import Garbage
from sprawdzam.server.limits import Limits
from sprawdzam.server.live import Live
from sprawdzam.server.node import Node
from sprawdzam.server.people import People
from sprawdzam.server.refusals import NotAllowed
from sprawdzam.server.table import Table

if TYPE_CHECKING:
    from sprawdzam.server.connection import Connection

STYLES = ("scene", "view")
GOING = 1012  # the code of a socket that is closed for a restart
ENDED = 1008  # of one whose session has ended
JOINED = 20  # tables that one socket may follow
JOIN = 3.0  # requests as which it counts to be shown a table: that may mean to play all of it again
GONE = 3.0  # seconds after which a lost connection counts: most come back at once


class Hub:
    """All sockets of a node."""

    def __init__(self, node: Node, driver: Driver, limits: Limits) -> None:
        self.node = node
        self.limits = limits
        self.driver = driver
        self.lines: set[Connection] = set()
        self.garbage = Garbage(monotonic)

    async def carry_out(self, line: Connection, request: wire.AnyRequest) -> wire.Done:
        """Does what is asked for, or raises."""
        self.limits.request.take(line.address, JOIN if isinstance(request, wire.Join) else 1.0)
        if isinstance(request, wire.Join):
            return await self._join(line, request)
        live = await self.node.find(request.table)
        if isinstance(request, wire.Leave):
            line.tables.discard(request.table)
            await self.node.leave(live, line)
            return wire.Done(request.id)
        if not line.asker.who:
            raise NotAllowed("say who you are first; a nickname is enough")
        if isinstance(request, wire.Say):
            self.limits.word.take(line.asker.who)
        if isinstance(request, wire.Again):
            self.limits.table.take(line.asker.who)
            return wire.Done(request.id, result=await self._again(line, live))
        if isinstance(request, wire.Hint):
            return wire.Done(request.id, result=await self._hint(line, live, request))
        if isinstance(request, wire.Why):
            return wire.Done(request.id, result=await self._why(line, live, request))
        self.limits.event.take(line.asker.who)
        return wire.Done(request.id, await self.node.request(live, line.asker, request))

    def left(self, line: Connection) -> None:
        """A socket is closed. Whether somebody has gone shows a moment later."""
        self.garbage.closed()
        for id in line.tables:
            live = self.node.live.get(id)
            if live and live.table.sheet.seat_of(line.asker.who) is not None:
                asyncio.get_running_loop().call_later(GONE, self._gone, live, line)
            elif live:
                live.readers.pop(line, None)
                live.recount()

    def _gone(self, live: Live, line: Connection) -> None:
        self.node.spawn(self.node.leave(live, line))

    def dismiss(self, who: str) -> None:
        """Hangs up on somebody who has left for ever."""
        for line in list(self.lines):
            if line.asker.who == who:
                line.close(ENDED)

    async def hang_up(self, people: People) -> None:
        """Closes the sockets of sessions and tokens that have ended, on whichever node that was."""
        ended = await people.worthless({line.known_by for line in self.lines if line.known_by})
        for line in list(self.lines):
            if line.known_by in ended:
                line.close(ENDED)

    def farewell(self, back_in: float) -> None:
        """Tells everybody that the server goes away for a moment, and hangs up."""
        for line in list(self.lines):
            told = texts(line.language)("The server restarts. The table goes on in a moment.")
            line.post(wire.encode(wire.Notice("restart", told, back_in)))
            line.close(GOING)

    async def _join(self, line: Connection, request: wire.Join) -> wire.Done:
        if request.protocol != wire.PROTOCOL:
            raise NotAllowed("protocol {found} is not spoken here; spoken: {known}",
                             found=request.protocol, known=wire.PROTOCOL)  # fmt: skip
        language = request.language or line.language
        for name, value, known in (("style", request.style, STYLES), ("language", language, LANGUAGES)):
            if value not in known:
                raise NotAllowed("{name}: {value} is not possible; possible: {known}",
                                 name=name, value=value, known=", ".join(known))  # fmt: skip
        if len(line.tables | {request.table}) > JOINED:
            raise NotAllowed("one socket follows at most {most} tables; leave one first", most=JOINED)
        live = await self.node.find(request.table)
        line.tables.add(request.table)
        line.language = language
        return wire.Done(request.id, await self.node.join(live, line, request))

    async def _again(self, line: Connection, live: Live) -> str:
        """A new table with the same settings, and everybody at it; one for all who ask."""
        async with self.node.hold(live) as table:
            sheet = table.sheet
            own_seat(table, line.asker)
            if sheet.phase in sheets.OPEN:
                raise NotNow("this match is not over yet")
            if sheet.after:
                return sheet.after
            view = table.view(-1)
            changed = dict(view.scene().again) if view else {}
            settings = e.Opened(
                self.node.outside.now(), self.node.outside.token(), line.asker.who, sheet.game, len(sheet.seats),
                sheet.options | changed, sheet.public, sheet.clock, sheet.rated,
                sheet.hints and not sheet.rated, sheet.away, "", before=sheet.id,
            )  # fmt: skip
            seated: list[e.AnyEvent] = []
            for p, seat in enumerate(sheet.seats):
                if seat.bot:
                    seated.append(e.Hired(settings.at, p, seat.bot))
                elif seat.who and not seat.forgotten:
                    seated.append(e.Sat(settings.at, p, seat.who, seat.name, seat.program, seat.owner))
            seated += [e.Muted(settings.at, p, q, True) for p, q in sheet.unheard]
        opened = await self.open(settings, seated)
        await self.node.happen(live, lambda table, now: None if table.sheet.after else e.Followed(now, opened))
        if live.table.sheet.after != opened:  # somebody else was faster: nobody is led to this one
            await self.node.happen(await self.node.find(opened), _unwanted)
        return live.table.sheet.after

    async def open(self, settings: e.Opened, seated: list[e.AnyEvent]) -> str:
        """A new table: the server binds itself to a secret before anybody sits down."""
        secret = self.node.outside.secret()
        bound = msgspec.structs.replace(settings, commitment=commitment(settings.id, 1, secret))
        live = await self.node.open(bound, secret, seated)
        self.driver.opened(live)
        return settings.id

    async def _why(self, line: Connection, live: Live, request: wire.Why) -> list[wire.Because]:
        """What is not possible for a seat, as its own view tells it."""
        language = _spoken(request.language, line)
        async with self.node.hold(live) as table:
            view = table.view(own_seat(table, line.asker))
            if view is None:
                raise NotNow("no match is running at this table")
            names = names_at(table, texts(language))
        if request.action is None:
            reasons = view.reasons(language, names)
        else:
            reason = view.why_not(request.action, language, names)
            reasons = () if reason is None else (reason,)
        rules = rules_of(view.game, language)
        return [
            wire.Because(reason.text, reason.rule, rules[reason.rule].text if reason.rule else "", reason.pieces)
            for reason in reasons
        ]

    async def _hint(self, line: Connection, live: Live, request: wire.Hint) -> dict[str, str]:
        language = _spoken(request.language, line)
        async with self.node.hold(live) as table:
            view = table.view(own_seat(table, line.asker))
            if table.sheet.rated or not table.sheet.hints:  # a table may be older than this rule
                raise NotAllowed("there are no hints at this table")
            if view is None or not table.running:
                raise NotNow("no match is running at this table")
            view.must_act()
            self.limits.hint.take(line.asker.who)
            names = names_at(table, texts(language))
        work = partial(hint, view, self.node.outside.luck(), language, names)
        found = await self.driver.in_thread(work)
        return {"action": view.write(found.action), "label": found.label, "why": found.why}


def _spoken(language: str | None, line: Connection) -> str:
    """Texts are kept for every language that was asked for: nobody may make us keep what they invent."""
    return language if language in LANGUAGES else line.language


def _unwanted(table: Table, now: int) -> e.AnyEvent:
    return e.Ended(now, (), (), table.secret.hex(), aborted=True)
