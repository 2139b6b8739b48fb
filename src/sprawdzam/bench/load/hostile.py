"""Frames that no honest client sends, by the million, while honest tables play on.

Frames are counted by the server: what was only handed to a socket that it had closed proves nothing, and what came
too fast for the limits was hardly looked at.

A first part of the attack shows the server everything once. What it has in memory when that is over, and honest tables
have rested, is compared with what it has in the end.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from random import Random

from sprawdzam.bench.bars import Bar
from sprawdzam.bench.load import ledger
from sprawdzam.bench.load.crowd import GUESTS, Company, Crowd
from sprawdzam.bench.load.line import Address, Line
from sprawdzam.bench.load.public import STYLES, leaks, shown
from sprawdzam.bench.load.rest import Guest, total
from sprawdzam.bench.load.scenario import Advance, Scenario, Size, figure
from sprawdzam.bench.load.servers import POSTGRESQL, SQLITE, Site
from sprawdzam.bench.load.steady import ORDER, QUIET, order, play_for, quiet, times
from sprawdzam.bench.measure import Measurement

REQUESTS = "sprawdzam_requests_total"
HURRIED = 'sprawdzam_requests_total{outcome="too_many"}'
MOST = 200  # attackers
EACH = 200  # frames for which there is one attacker
VICTIMS = 10  # tables at which nobody honest acts, so that nothing may happen there
FLOOD = 30  # frames in one go
PAUSE = 0.002  # seconds between two goes of an attacker
AHEAD = 100  # frames that an attacker sends without waiting for answers
OFTEN = 0.005  # of all goes are floods of what is no request: after nearly each the server hangs up
PATIENCE = 5.0  # seconds without an answer after which an attacker comes anew
COUNT = 0.2  # seconds between two looks at how many frames the server has counted
MORE = 1.01  # of the promised frames are tried: a few that are counted on the way are of honest tables
FRAMES = 1_000_000
RATE = 100.0  # moves a second that honest tables try
HONEST = 0.9  # of them are made at least
FIRST = 0.1  # of the frames come before memory is looked at for the first time
WARM = 60.0  # seconds in which honest tables fill what is kept of them, or less before a short run
SETTLE = 40.0  # seconds in which the server forgets those who have gone and what is over, or less after a short run

BARS = (
    Bar("hostile frames that the limits have let through", "frames", "", unit="frames", least=FRAMES),
    Bar("send to broadcast of honest tables, 99 of 100", "broadcast_p99", "", 0.1),
    Bar("moves/s of honest tables", "moves", "", rate=HONEST * RATE),
    Bar("events at tables that were only attacked", "changed", "", 0.0, unit=""),
    Bar("answers that show more than spectators see", "leaks", "", 0.0, unit=""),
    Bar("memory that they leave behind in a node", "growth", "", 20.0, unit="MB"),
    *QUIET,
    *ORDER,
)

Kind = Callable[[Random, str], bytes | list[bytes]]


def _broken(luck: Random, table: str) -> bytes:
    whole = json.dumps({"do": "play", "id": "x", "table": table, "actions": ["check"]}).encode()
    return luck.choice((whole[: luck.randrange(len(whole))], luck.randbytes(40), b"", b"\xff\xfe{}", b"nul", b'"'))


def _wrong_types(luck: Random, table: str) -> bytes:
    odd: object = luck.choice((None, True, 7, -1, 1.5, 10**30, "x", [], {}, [[]], "\u0000", "🂡" * 20, "../../etc"))
    request: dict[str, object] = {"do": "play", "id": "x", "table": table, "actions": ["check"], "asked": 1}
    request[luck.choice((*request, "more", "since", "style", "language", "seat"))] = odd
    return json.dumps(request).encode()


def _huge(luck: Random, table: str) -> bytes:
    return json.dumps({"do": "say", "id": "x", "table": table, "text": "x" * luck.choice((17_000, 60_000))}).encode()


def _deep(luck: Random, table: str) -> bytes:
    depth = luck.choice((500, 5000))
    closed = b'{"do":"play","actions":' + b"[" * depth + b"]" * depth + b"}"
    return luck.choice((b"[" * depth, b'{"do":' * depth, closed))


def _other_seats(luck: Random, table: str) -> bytes:
    """Requests that are right in every respect but that somebody else would have to make them."""
    do, fields = luck.choice((
        ("play", {"actions": ["check"]}), ("play", {"actions": [0]}), ("resign", {}), ("offer", {"what": "abort"}),
        ("start", {}), ("seal", {"seal": "0" * 64}), ("show", {"part": "0" * 64}), ("stand", {"seat": 0}),
        ("hire", {"seat": 0, "level": "novice"}), ("sit", {"seat": 1}), ("say", {"text": "hello"}), ("again", {}),
        ("mute", {"seat": 0}), ("hint", {}),
    ))  # fmt: skip
    return json.dumps({"do": do, "id": f"x{luck.randrange(10)}", "table": table, **fields}).encode()


def _numbers(luck: Random, table: str) -> bytes:
    number = luck.choice((-1, 0, 1, 2, 10**6, 2**31, 2**63, 2**70))
    request = {"id": "x", "table": table}
    if luck.random() < 0.5:
        return json.dumps(request | {"do": "join", "since": number, "seat": luck.choice((0, 1, None))}).encode()
    return json.dumps(request | {"do": "play", "actions": [0], "asked": number}).encode()


def _other_frames(luck: Random, table: str) -> bytes:
    """Whoever has a seat may come back and be sent what was missed there; a stranger only says so."""
    request = {"do": "join", "id": "x", "table": table, "seat": luck.randrange(2), "since": luck.randrange(1, 20)}
    return json.dumps(request | {"style": luck.choice(STYLES)}).encode()


def _from_a_seat(luck: Random, table: str) -> bytes:
    """Of somebody who may play here, and plays what cannot be played: what nobody is asked any more, or yet, or what
    the rules know nothing of; or does what was to be done before the match."""
    do, fields = luck.choice((
        ("play", {"actions": ["check"], "asked": luck.choice((0, 1, 10**6, 2**31, 2**63 - 1))}),
        ("play", {"actions": [luck.choice((-1, 10**6, 2**40))]}),
        ("play", {"actions": [luck.choice(("bid 99x99", "choose Z", "check check", "", "\u0000", "x" * 200))]}),
        ("play", {"actions": [0] * luck.choice((2, 500))}), ("play", {"actions": []}),
        ("seal", {"seal": "0" * 64}), ("show", {"part": "0" * 64}), ("start", {}), ("again", {}), ("stand", {}),
        ("sit", {"seat": luck.randrange(2)}), ("hire", {"seat": luck.randrange(2), "level": "novice"}),
    ))  # fmt: skip
    return json.dumps({"do": do, "id": f"x{luck.randrange(10)}", "table": table, **fields}).encode()


def _no_table(luck: Random, table: str) -> bytes:
    name = "".join(luck.choices("abcdefghijklmnopqrstuvwxyz0123456789_-", k=22))
    return json.dumps({"do": luck.choice(("join", "leave", "play")), "id": "x", "table": name, "actions": [0]}).encode()


def _flood(luck: Random, table: str) -> list[bytes]:
    return [_other_seats(luck, table) for _ in range(FLOOD)]


KINDS: tuple[Kind, ...] = (
    _broken, _wrong_types, _wrong_types, _huge, _deep, _other_seats, _other_seats, _other_frames, _numbers,
    _no_table, _flood,
)  # fmt: skip

SEATED: tuple[Kind, ...] = (_broken, _wrong_types, _huge, _deep, _from_a_seat, _from_a_seat, _from_a_seat, _no_table)
#: What is not even WebSocket: unmasked, unknown, endless, out of order, too long to be true.
GARBAGE = (
    b"\x81\x05hello", b"\x83\x80\0\0\0\0", b"\xf1\x80\0\0\0\0", b"\x80\x81\0\0\0\0x", b"\x01\x81\0\0\0\0{" * 50,
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", b"\x89\xfe\x01\x00\0\0\0\0" + b"x" * 256, b"\x88\x81\0\0\0\0x",
    b"GET / HTTP/1.1\r\n\r\n",
)  # fmt: skip

PINGED, PONGED, EMPTY, BEGUN, PART, ENDED = (bytes((head, 0x80, 0, 0, 0, 0)) for head in b"\x89\x8a\x81\x01\x00\x80")
READ = 256 * 1024  # bytes that a server may read in one go

#: What is WebSocket, costs a byte or six, and is not a request, or one of thousands at once: pings, parts of messages
#: that never end or that are empty, empty messages, and all that with thousands of requests before it.
FLOODS = tuple(
    begin + (part * (READ // len(part)))
    for begin, part in (
        (b"", PINGED), (b"", PONGED), (b"", b"\x89\xfd\0\0\0\0" + b"x" * 125), (BEGUN, PART), (b"", BEGUN + ENDED),
        (b"", BEGUN + PART * 20 + ENDED), (BEGUN, PINGED + PART), (b"", EMPTY), (b"", b"\x82\x80\0\0\0\0"),
        (b"", b"\x81\x82\0\0\0\0{}"), (EMPTY * 60, PINGED),
    )
)  # fmt: skip


class Attack:
    """Attackers, and what they have done so far."""

    def __init__(
        self,
        addresses: Sequence[Address],
        guests: Sequence[Guest],
        seated: Sequence[Guest],
        tables: Sequence[str],
        public: Collection[bytes],
        honest: Callable[[], float],
    ) -> None:
        self.sent: Counter[str] = Counter()
        """Frames that were handed to a socket."""
        self.floods = 0
        """Floods, which are not among them: the server counts requests, and of a flood it reads next to none."""
        self.counted = 0.0
        """Frames that the servers have looked at, as they say themselves."""
        self.hurried = 0.0
        """Those of which they have looked at no more than the id, because they came too fast."""
        self.leaks = 0
        self.cut = 0
        """How often the server has hung up on somebody."""
        self._addresses = addresses
        self._public = public
        self._honest = honest
        self._guests = guests
        self._seated = seated
        self._tables = tables
        self._frames = 0.0
        self._came = 0
        """Attackers so far."""

    @property
    def over(self) -> bool:
        return self.counted >= self._frames

    def begin(self, crew: int, frames: float) -> list[asyncio.Task[None]]:
        """So many attackers, who go on until so many frames have been counted in all."""
        self._frames = frames
        numbers = range(self._came, self._came + crew)
        self._came += crew
        return [asyncio.create_task(work) for work in (self.watch(), *map(self.one, numbers))]

    def stop(self) -> None:
        """Whatever is left over is not sent."""
        self._frames = float("-inf")

    async def watch(self) -> None:
        """Follows what the servers count until it is enough."""
        while not self.over:
            await self.count()
            await asyncio.sleep(COUNT)

    async def count(self) -> None:
        """The servers' own figures, without the requests of honest people, all of which are answered."""
        with suppress(OSError, TimeoutError):  # one that has died counts nothing
            self.hurried = await total(self._addresses, HURRIED)
            self.counted = await total(self._addresses, REQUESTS) - self.hurried - self._honest()

    async def one(self, number: int) -> None:
        """One attacker: comes, sends whatever it likes, is thrown out, comes again."""
        luck = Random(number)
        kinds, people = (SEATED, self._seated) if number % 5 == 1 else (KINDS, self._guests)
        guest = people[number % len(people)] if number % 5 else Guest("", "")
        while not self.over:
            heard = sent = 0
            gone = asyncio.Event()

            def hear(body: bytes) -> None:
                nonlocal heard
                heard += 1
                self.leaks += leaks(body, self._public)

            address = luck.choice(self._addresses)
            try:
                line = await Line.dial(address, guest.cookie, hear, gone.set)
            except (OSError, TimeoutError):
                await asyncio.sleep(0.1)
                continue
            while not (gone.is_set() or self.over):
                if sent - heard > AHEAD:
                    before, end = heard, time.perf_counter() + PATIENCE
                    while heard == before and not gone.is_set() and time.perf_counter() < end:
                        await asyncio.sleep(0.05)
                    if heard == before:
                        break
                    continue
                if luck.random() < 0.001:
                    line.raw(luck.choice(GARBAGE))
                    self.sent["garbage"] += 1
                elif luck.random() < OFTEN:
                    line.raw(luck.choice(FLOODS))
                    self.floods += 1
                else:
                    kind = luck.choice(kinds)
                    made = kind(luck, luck.choice(self._tables))
                    for body in made if isinstance(made, list) else [made]:
                        line.send(body)
                        self.sent[kind.__name__] += 1
                        sent += 1
                await asyncio.sleep(PAUSE)
            self.cut += gone.is_set()
            line.close()


async def _stand(crowd: Crowd, attack: Attack, crew: int, frames: float, size: Size, advance: Advance) -> float:
    """Honest tables play while they are attacked, and rest afterwards; for how many seconds they have played."""
    begin, told = time.perf_counter(), int(attack.counted)
    attackers = attack.begin(crew, frames)

    def over() -> bool:
        nonlocal told
        advance(int(attack.counted) - told)
        told = int(attack.counted)
        return attack.over or time.perf_counter() - begin > size.seconds

    await crowd.play(size.rate, over)
    seconds = time.perf_counter() - begin
    attack.stop()
    await asyncio.gather(*attackers)
    await crowd.rest()
    await attack.count()
    return seconds


async def hostile(size: Size, database: str, advance: Advance) -> list[Measurement]:
    async with Site(database, nodes=1 if database == SQLITE else 2) as site:
        crowd = Crowd(site.addresses)
        await crowd.invite(min(GUESTS, size.sockets))
        await crowd.gather(size.tables, Company(watchers=size.watchers))
        await crowd.begun()
        victims = Crowd(site.addresses)
        await victims.invite(4)
        await victims.gather(VICTIMS, Company(watchers=0))
        await victims.begun()
        outsiders = Crowd(site.addresses)
        crew = min(MOST, size.count // EACH)
        await outsiders.invite(crew // 2)
        await play_for(crowd, size.rate, min(WARM, size.seconds / 10))
        await crowd.rest()
        crowd.figures.start_over()
        before = ledger.length(await ledger.events(site))
        tables = [board.table for board in victims.boards]
        public = await shown(site.addresses, tables)
        others = await total(site.addresses, REQUESTS) - crowd.figures.answers
        attack = Attack(
            site.addresses, outsiders.guests, victims.guests, tables, public, lambda: others + crowd.figures.answers
        )
        seconds = 0.0
        memory: list[float] = []
        for frames in (size.count * FIRST, size.count * MORE):
            seconds += await _stand(crowd, attack, crew, frames, size, advance)
            await asyncio.sleep(min(SETTLE, size.seconds / 6))
            memory.append(site.memory)
        after = ledger.length(await ledger.events(site))
        found = [
            figure("frames", "frames", attack.counted, "as the nodes have counted them"),
            figure(
                "hurried", "frames", attack.hurried, "more, of which only the ids were looked at: they came too fast"
            ),
            figure("frames_rate", "frames/s", attack.counted / seconds),
            figure("frames_sent", "frames", attack.sent.total(), str(dict(attack.sent))),
            figure("floods", "floods", attack.floods, "of up to 40,000 frames that are no requests"),
            figure("cut", "lines", attack.cut, "times that an attacker was thrown out"),
            figure("moves", "moves/s", crowd.figures.moves / seconds, "of honest tables"),
            *times(crowd.figures),
            figure("changed", "", sum(after[board.table] != before[board.table] for board in victims.boards)),
            figure("leaks", "", attack.leaks),
            figure("growth", "MB", (memory[1] - memory[0]) / 1e6 / len(site.servers), "of a node"),
            *quiet(crowd),
            *order(crowd.figures, site),
        ]
        await victims.leave()
        await crowd.leave()
        return found


HOSTILE = Scenario(
    "hostile", "1,000,000 hostile frames among honest tables", (SQLITE, POSTGRESQL),
    Size(100, 1, RATE, 7200.0, FRAMES), Size(10, 1, 40.0, 30.0, 4000), BARS, hostile, lambda size: size.count,
)  # fmt: skip
