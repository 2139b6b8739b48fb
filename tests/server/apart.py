"""Two worlds played through real servers, and where what is received differs.

The end of a match is part of it: where the rules would show the difference with the next move, the people call the
match off, or one of two gives up. Then its log is open to everybody; everything else still tells the worlds as one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from sprawdzam.engine.fairness import seal
from sprawdzam.server import sheet, table
from sprawdzam.server.app import Server

from .sockets import Person, World, copied, serving
from .worlds import Pair

PAST = ("log", "draws", "replay", "replay?seat=0", "review")
OFTEN, SELDOM = 10, 20  # after each of the first steps, and then now and then, people look at everything
BEGIN = 1_000_001_000
STEP = 1000  # milliseconds from one move to the next

Heard = dict[str, list[str]]


class Evening:
    """One world, played through a server; ``heard`` is everything that the seat and the public receive.

    With ``hints`` the match is not rated, and a Master can be asked.
    """

    def __init__(
        self, server: Server, address: str, world: World, number: int, worlds: Pair, hints: bool = False
    ) -> None:
        self.server = server
        self.address = address
        self.world = world
        self.number = number
        self.worlds = worlds
        self.hints = hints
        self.heard: Heard = {}
        self.expected = 0

    async def play(self) -> Heard:
        seats, mine = self.worlds.setup.seats, self.worlds.seat
        bots = [] if self.worlds.bot is None else ["novice"]
        self.people = [await Person.guest(self.address, f"Gość {p}") for p in range(seats - len(bots))]
        self.public = Person(self.address)
        options = dict(self.worlds.setup.changed_options())
        rated = not self.hints and len(self.people) > 1
        wanted = {"game": self.worlds.setup.game.name, "seats": seats, "options": options, "public": True, "away": 0,
                  "bots": bots, "rated": rated, "clock": {"kind": "move", "seconds": 3600}}  # fmt: skip
        opened = await self.people[0].http.post("/api/tables", json=wanted)
        assert opened.status_code == 201, opened.text
        self.id: str = opened.json()["id"]
        self.seats = [await person.socket(self.id, style="view") for person in self.people]
        for p in range(1, len(self.people)):
            await self.seats[p].ask("sit", seat=p)
        self.kept = [
            self.seats[mine],
            await self.people[mine].socket(self.id, style="scene", language="pl"),
            await self.public.socket(self.id, style="scene"),
            await self.public.socket(self.id, style="view", language="pl"),
        ]
        await self._deal()
        await self._errors()
        self.ids = [(await person.http.get("/api/me")).json()["id"] for person in self.people]
        last = len(self.worlds.steps) - 1
        for place, step in enumerate(self.worlds.steps):
            self.world.now = BEGIN + place * STEP
            await self._move(step.seat, step.actions[self.number], step.events[self.number])
            if self.number:
                await self._secretly(place, step.seat, step.again)
            if place < OFTEN or place % SELDOM == 0 or place == last:
                await self._look(place, step.actions[0], pages=place in (OFTEN // 2, last))
        if not self.worlds.over:
            self.world.now = BEGIN + (last + 1) * STEP
            await self._call_off()
            await self._look(last + 1, self.worlds.steps[-1].actions[0], pages=True)
        assert self.table.sheet.phase in ("over", "aborted")
        for place, socket in enumerate(self.kept):
            self.heard[f"line {place}"] = socket.got
        for socket in {*self.kept, *self.seats}:
            await socket.close()
        return self.heard

    async def _deal(self) -> None:
        await self.seats[0].ask("start")
        parts = [bytes([p]) * 32 for p in range(len(self.seats))]
        for p, part in enumerate(parts):
            await self.seats[p].ask("seal", seal=seal(self.id, 1, p, part))
        self.expected = self.table.sheet.number + len(parts) + self.worlds.opening[self.number]
        for p, part in enumerate(parts):
            await self.seats[p].ask("show", part=part.hex())
        await self._quiet()

    @property
    def _rival(self) -> int:
        return 1 if self.worlds.seat == 0 else 0

    @property
    def table(self) -> table.Table:
        return self.server.node.live[self.id].table

    async def _quiet(self) -> None:
        """Until the table has done all that follows by itself."""
        live = self.server.node.live[self.id]
        async with asyncio.timeout(10):
            while live.table.sheet.number < self.expected or live.lock.locked():
                await asyncio.sleep(0.001)
        assert live.table.sheet.number == self.expected

    async def _move(self, p: int, action: str, events: int) -> None:
        self.expected += events
        answer = await self.seats[p].ask("play", actions=[action])
        assert answer["is"] == "done", answer
        await self._quiet()

    async def _secretly(self, place: int, p: int, again: Sequence[str]) -> None:
        """What happens in one of the worlds only, and shows to nobody: a rival thinks again, or mutes somebody."""
        self.world.now += STEP // 2
        for action in again:
            await self._move(p, action, 1)
        if len(self.seats) > 1 and place % 3 == 0:
            self.expected += 1
            assert (await self.seats[self._rival].ask("mute", seat=self.worlds.seat, on=place % 2 == 0))["is"] == "done"

    async def _call_off(self) -> None:
        """The end of a match whose next move would show what is hidden."""
        if len(self.seats) == 2 and self.worlds.bot is None:
            self.expected += 2
            assert (await self.seats[1 - self.worlds.seat].ask("resign"))["is"] == "done"
        else:
            self.expected += len(self.seats) + 1
            for socket in self.seats:
                assert (await socket.ask("offer", what="abort"))["is"] == "done"
        await self._quiet()

    async def _errors(self) -> None:
        """Everything that is refused, once."""
        mine, watching = self.kept[1], self.kept[2]
        for do, fields in (("sit", {}), ("stand", {}), ("start", {}), ("hire", {"seat": 1, "level": "novice"}),
                           ("seal", {"seal": "0" * 64}), ("show", {"part": "0" * 64}), ("offer", {"what": "draw"}),
                           ("again", {}), ("mute", {"seat": self.worlds.seat})):  # fmt: skip
            for socket in (mine, watching):
                assert (await socket.ask(do, **fields))["is"] == "refused", do

    async def _look(self, place: int, action: str, pages: bool) -> None:
        """What a seat and the public can find out after a move: by asking, by coming anew, by coming back."""
        self.world.now = BEGIN + place * STEP + STEP - 1
        mine, watching = self.kept[:2], self.kept[2:]
        for actions in (["nonsense"], [9999], [0, 1], [action, "nonsense"], ["nonsense", action]):
            answer = await mine[place % 2].ask("play", actions=actions)
            assert answer["is"] == "refused", (actions, answer)
        await mine[1].ask("play", actions=[action], asked=1)
        await watching[place % 2].ask("play", actions=[action])
        for socket in (mine[place % 2], watching[place % 2]):
            await socket.ask("why", language=("pl", "en")[place % 2])
            await socket.ask("why", action=action)
            await socket.ask("hint", language=("en", "pl")[place % 2])
        style = ("scene", "view")[place % 2]
        seat = self.worlds.seat
        seen = self.table.seq(seat), self.table.seq(-1)
        for name, person, more, seq in (
            ("mine", self.people[seat], {"seat": seat}, seen[0]),
            ("public", self.public, {}, seen[1]),
        ):
            for since in (None, seq) if place % 2 else (max(1, seq - 3 - place),):
                fields = {} if since is None else {"since": since, **more}
                socket = await person.socket(self.id, style=style, **fields)
                self._count()
                await socket.ask("leave")
                self._count()
                self.heard[f"{name} {place} since {since}"] = socket.got
                await socket.close()
        if pages:
            await self._read_pages()

    def _count(self) -> None:
        """How many watch is told when a second of the real clock has passed; here at a moment of the match."""
        self.server.node.live[self.id]._tell_watchers()

    async def _read_pages(self) -> None:
        """Everything that can be read without a socket. The past of a match is refused until it is over."""
        game, over = self.worlds.setup.game.name, self.table.sheet.phase not in sheet.OPEN
        past = [f"/api/tables/{self.id}/{what}" for what in PAST]
        pages = ["/api/me", "/api/me/matches", "/api/me/export", f"/api/tables/{self.id}", "/api/tables",
                 f"/api/ladders/{game}"]  # fmt: skip
        for id in sorted({self.ids[self.worlds.seat], self.ids[min(self._rival, len(self.ids) - 1)]}):
            pages += [f"/api/users/{id}", f"/api/users/{id}/matches", f"/api/users/{id}/ratings/{game}"]
        for path in [*pages, *past]:
            for person in (self.people[self.worlds.seat], self.public):
                if path in past and over:
                    continue
                answer = await person.http.get(path)
                assert path not in past or answer.status_code == 409, answer.text
                told = f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}"
                self.heard.setdefault(path, []).append(told)


class Noted(logging.Handler):
    """What is written to the log: no secrets there either."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def difference(worlds: Pair, template: Path, folder: Path, *, hints: bool = False) -> str:
    """Where what is received in two worlds differs first, or nothing."""
    databases = [copied(template, folder / f"{number}.db") for number in (0, 1)]
    heard = [asyncio.run(_world(worlds, number, databases[number], hints)) for number in (0, 1)]
    assert sum(map(len, heard[0].values())) > 10 * len(worlds.steps)
    if list(heard[0]) != list(heard[1]):
        return "what was heard at all"
    for name in heard[0]:
        here, there = heard[0][name], heard[1][name]
        assert not any('"error":"failed"' in message for message in here), name  # equal, and nothing was compared
        for one, other in zip(here, there, strict=False):
            if one != other:
                return f"{name}:\n{one}\n{other}"
        if len(here) != len(there):
            return f"{name}: {len(here)} and {len(there)} messages"
    return ""


async def _world(worlds: Pair, number: int, database: Path, hints: bool) -> Heard:
    world, noted = World(), Noted()
    logging.getLogger("sprawdzam").addHandler(noted)
    try:
        async with serving(database, world, lambda table: worlds.chance[number]) as (server, address):
            return await Evening(server, address, world, number, worlds, hints).play() | {"log": noted.lines}
    finally:
        logging.getLogger("sprawdzam").removeHandler(noted)
