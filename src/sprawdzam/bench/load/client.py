"""Those who sit and watch at one table, and how they play: by the protocol alone, as any program could."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import msgspec

from sprawdzam.bench.load.board import Board
from sprawdzam.bench.load.line import Address, Line
from sprawdzam.bench.load.messages import FRAME, Desk, Message, Timer, read, write
from sprawdzam.bench.load.rest import Guest
from sprawdzam.engine.fairness import seal

AGAIN = (0.05, 0.3)  # seconds until the next attempt to come back
SOON = 0.25  # seconds until a request that was put off is made again
BEGINNING = 100  # bytes of a message that are shown where something is wrong with it
PASSING = {"busy", "store_down", "too_many", "unavailable"}


class Client:
    """One socket at a board. Whenever it is lost it comes back, to the next server if there are several, and asks again
    for whatever was not answered, by the same id."""

    def __init__(self, board: Board, guest: Guest, seat: int | None, home: int, style: str) -> None:
        self.board = board
        self.guest = guest
        self.seat = seat
        self.style = style
        self.table = board.table
        self.seq = 0
        self.joined = False
        self.round = 0
        """The last move of the board that it has seen."""
        self._you: int | None = None
        self._home = home
        self._line: Line | None = None
        self._lines = 0
        """How many it has had: the first, and one for every time that it came back."""
        self._before = b""
        """How the last message that it heard began."""
        self._lost_at = 0.0
        self._leaving = False
        self._waiting: dict[str, bytes] = {}
        """Requests that are not answered."""
        self._moving = ""
        """The id of the move that is under way."""
        self._moved = ""
        """Its table: when it is answered at last, everybody may have gone on to the next."""
        self._answered = 0
        self._latest: tuple[int, list[Any]] = (0, [])
        """The newest question, and what may be answered."""
        self._question: tuple[int, list[Any]] | None = None
        self._desk = Desk()
        self._timers: tuple[Timer, ...] = ()
        self._done: set[str] = set()
        """What was asked for in this deal, once each."""
        self._part = secrets.token_bytes(32)

    def __str__(self) -> str:
        who = "a watcher" if self.seat is None else f"seat {self.seat}"
        there = f"{self._desk.phase}, frame {self.seq} by line {self._lines}" if self.joined else "not there"
        asked, choices = self._latest
        waits = "".join(f", waits for {body.decode()}" for body in self._waiting.values())
        return f"{who} {there}, asked {asked} ({len(choices)} choices), answered {self._answered}{waits}"

    # --- coming and going ---

    @property
    def address(self) -> Address:
        addresses = self.board.crowd.addresses
        return addresses[self._home % len(addresses)]

    @property
    def lost(self) -> bool:
        """Its line was cut, and it is not back."""
        return self._lost_at > 0

    async def come(self) -> None:
        """Until it is there."""
        while not self._leaving:
            try:
                self._line = await Line.dial(self.address, self.guest.cookie, self.heard, self._on_lost, self.table)
            except (OSError, TimeoutError):
                self._home += 1
                await asyncio.sleep(self.board.crowd.luck.uniform(*AGAIN))
                continue
            if self._leaving:  # the others have left meanwhile
                self._line.close()
                return
            self._lines += 1
            self._join()
            for body in self._waiting.values():
                self._line.send(body)
            return

    def hang_up(self) -> None:
        self._leaving = True
        self._caught_up()
        if self._line is not None:
            self._line.close()

    def lose_connection(self) -> None:
        """As in a tunnel; it comes back by itself."""
        if self._line is not None:
            self._line.close()

    def _on_lost(self) -> None:
        self._line = None
        if not self._leaving:
            self._lost_at = self._lost_at or time.perf_counter()
            self.joined = False
            self._caught_up()
            self._home += 1
            self.board.crowd.spawn(self.come())

    def _caught_up(self) -> None:
        """It sees the whole table, or nothing at all: there is no frame to wait for."""
        if self.round != self.board.round:
            self.board.seen(self)

    @property
    def _joining(self) -> str:
        """The id of its join: an answer about the table before says nothing of this one."""
        return f"join-{self.table}"

    def _join(self) -> None:
        assert self._line is not None
        request = {"do": "join", "id": self._joining, "table": self.table, "style": self.style}
        self._line.send(write(request | ({"since": self.seq, "seat": self._you} if self.seq else {})))

    # --- asking ---

    def ask(self, do: str, **fields: Any) -> str:
        id = self.board.crowd.next_id()
        body = self._waiting[id] = write({"do": do, "id": id, "table": self.table, **fields})
        if self._line is not None:
            self._line.send(body)
        return id

    def _once(self, do: str, **fields: Any) -> None:
        """What is to be asked for once in a deal, or again if it was refused."""
        if do not in self._done:
            self._done.add(do)
            self.ask(do, **fields)

    def move(self) -> bool:
        """Plays what it is asked for. False if that is to wait for somebody else's move."""
        board, question = self.board, self._question
        if board.under_way:
            if self not in board.queue:
                board.queue.append(self)
            return False
        if question is None:  # it is no longer asked; others may still be
            board.pass_on()
            return False
        asked, choices = question
        self._question, self._answered = None, asked
        board.begin(self)
        self._moved = self.table
        self._moving = self.ask("play", actions=self.board.crowd.luck.choice(choices), asked=asked)
        return True

    # --- hearing ---

    def heard(self, body: bytes) -> None:
        try:
            self._take_in(body)
        except Exception as error:  # the loop would only close the line, and the client come back
            self.board.crowd.figures.broken.append(f"{error!r}: {body[:BEGINNING]!r}")
            raise
        self._before = body[:BEGINNING]

    def _take_in(self, body: bytes) -> None:
        found = FRAME.match(body)
        if found is None:
            self._hear(read(body))
            return
        table, seq, at = found.groups()
        if table.decode() != self.table:
            return  # of the match before
        if int(seq) != self.seq + 1:
            self.board.crowd.figures.gap(
                f"{self.table}: {self.guest.who}, seat {self.seat}, {self.style}, line {self._lines}"
                f"{'' if self.joined else ', not joined'}: {int(seq)} instead of {self.seq + 1} after {self._before!r}"
            )
        self.seq = int(seq)
        board = self.board
        if self.round != board.round and int(at) >= board.sent_ms:
            board.crowd.figures.broadcasts.append(time.perf_counter() - board.sent_at)
            board.seen(self)
        if self.seat is not None or b'"desk":{' in body:
            message = read(body)
            if message.scene is not None or message.actions is not None:
                board.stirred = time.perf_counter()
            self._look(message)

    def _hear(self, message: Message) -> None:
        self.board.crowd.figures.answers += message.kind in ("done", "refused")
        if message.kind == "whole" and message.table == self.table:
            self.seq, self._you = message.seq, message.you
            self._caught_up()
            self._look(message)
        elif message.kind == "done":
            self._granted(message)
        elif message.kind == "refused":
            self._refused(message)

    def _granted(self, message: Message) -> None:
        figures = self.board.crowd.figures
        if message.id == self._joining:
            self.joined = True
            if self._lost_at:
                figures.returns.append(time.perf_counter() - self._lost_at)
                self._lost_at = 0.0
            return
        self._waiting.pop(message.id, None)
        if message.id == self._moving:
            self._moving = ""
            figures.acks.append(time.perf_counter() - self.board.sent_at)
            figures.acknowledged.append((self._moved, f"{self.guest.who}:{message.id}"))
            figures.moves += 1
            self.board.answered()

    def _refused(self, message: Message) -> None:
        passing = message.error in PASSING or message.retry_after
        if passing or message.id == self._joining:
            wait = max(SOON, message.retry_after)
            asyncio.get_running_loop().call_later(wait, self._ask_again, message.id, self._line)
            return
        request = self._waiting.pop(message.id, None)
        if message.id == self._moving:
            self._moving = ""
            self.board.crowd.figures.refused[message.error] += 1
            self._answered = 0  # what it is asked, it is still asked; what it has seen since may be another question
            self.board.refused()
            self._consider()
        elif request is not None:
            self._done.discard(msgspec.json.decode(request)["do"])
            asyncio.get_running_loop().call_later(SOON, self._go_on)

    def _ask_again(self, id: str, line: Line | None) -> None:
        """Who has come anew meanwhile has asked for all of it again: twice, frames would come twice."""
        if self._line is None or self._line is not line or self._leaving:
            return
        if id == self._joining and not self.joined:
            self._join()
        elif id in self._waiting:
            self._line.send(self._waiting[id])

    def _look(self, message: Message) -> None:
        if message.desk is not None:
            if message.desk.deal != self._desk.deal:
                self._done.clear()
            if message.desk.phase != self._desk.phase:
                self.board.stirred = time.perf_counter()
            self._desk = message.desk
            self._go_on()
        self._timers = message.timers or self._timers
        if self.seat == 0 and (message.desk is not None or message.timers):
            self.board.owed.told(self._desk, self._timers, message.at)
        if self.seat is None or not message.asked:
            return
        self.board.questions += message.asked != self._latest[0]
        if message.scene is not None:
            self._latest = (message.asked, [choice.actions for choice in message.scene.choices])
        elif message.actions is not None:
            self._latest = (message.asked, [[action] for action in message.actions])
        self._consider()

    def _consider(self) -> None:
        """Is it asked for something that it has not answered?"""
        asked, choices = self._latest
        if asked == self._answered or self.board.asleep:
            return
        fresh = self._question is None
        self._question = self._latest if choices else None
        if fresh and choices:
            self.board.crowd.ready.append(self)

    # --- before and after a match ---

    def _go_on(self) -> None:
        """What is due as the table stands."""
        desk, seat = self._desk, self.seat
        if desk.after:
            self._follow(desk.after)
            return
        if seat is None or not desk.places or self._leaving:
            return
        place = desk.places[seat]
        if desk.phase == "gathering":
            if place.who != self.guest.who:
                self._once("sit", seat=seat)
            elif seat == 0 and all(each.kind != "free" for each in desk.places):
                self._once("start")
        elif desk.phase == "sealing" and not place.seal:
            self._once("seal", seal=seal(self.table, desk.deal, seat, self._part))
        elif desk.phase == "showing" and not place.part:
            self._once("show", part=self._part.hex())
        elif desk.phase in ("over", "aborted") and seat == 0 and self.table == self.board.table:
            if self.board.rematches:
                self._once("again")
            else:
                self.board.over(desk)
                self.board.give_up()

    def _follow(self, table: str) -> None:
        """To the next table; the first who hears of it takes the board there, and who comes late only catches up."""
        if table not in self.board.tables:
            self.board.over(self._desk)
            self.board.go_on(table)
        old, self.table = self.table, table
        self.joined = False
        self._caught_up()
        self.seq = self._answered = 0
        self._question, self._desk, self._timers, self._latest = None, Desk(), (), (0, [])
        self._done.clear()
        if self._line is not None:
            self._line.send(write({"do": "leave", "id": "leave", "table": old}))
            self._join()
