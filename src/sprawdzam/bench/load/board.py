"""A table, what is under way there and who is around it."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from sprawdzam.bench.load.messages import Desk
from sprawdzam.bench.load.owed import Owed

if TYPE_CHECKING:
    from sprawdzam.bench.load.client import Client
    from sprawdzam.bench.load.crowd import Crowd


class Board:
    """A table as those around it see it. One move at a time is under way, until all have seen it: so a frame is known
    as that of a move."""

    def __init__(self, crowd: Crowd, table: str, rematches: int, people: int = 2, asleep: bool = False) -> None:
        self.crowd = crowd
        self.owed = Owed(people)
        self.asleep = asleep
        """Nobody here ever moves; the clock does."""
        self.questions = 0
        """How often anybody was asked anew."""
        self.table = table
        self.tables = {table: False}
        """All that the board has had, and whether the match there was played out."""
        self.rematches = rematches
        self.clients: list[Client] = []
        self.played = 0
        self.round = 0
        self.sent_at = 0.0
        """When the last move was sent."""
        self.sent_ms = 0
        self.stirred = time.perf_counter()
        """When play last went on, of bots too: there was something new to see, or another phase or table."""
        self.unanswered = False
        self.unseen = 0
        """How many have not seen it yet."""
        self.queue: deque[Client] = deque()
        """Those who are asked as well, and wait until the move of another is through."""

    @property
    def under_way(self) -> bool:
        return self.unanswered or self.unseen > 0

    def __str__(self) -> str:
        """How it stands, for whoever looks why it does not go on."""
        move = f"a move is under way, {self.unseen} have not seen it; " if self.under_way else ""
        return f"table {self.table}: {move}{'; '.join(map(str, self.clients))}"

    def begin(self, mover: Client) -> None:
        self.round += 1
        self.unanswered = True
        self.unseen = 0
        for client in self.clients:
            if client.joined and client is not mover:
                self.unseen += 1
            else:
                client.round = self.round
        self.sent_ms = time.time_ns() // 1_000_000
        self.sent_at = time.perf_counter()

    def answered(self) -> None:
        self.unanswered = False
        self.played += 1
        self.pass_on()

    def refused(self) -> None:
        """There is nothing to be seen of a move that was not made."""
        self.unanswered, self.unseen = False, 0
        for client in self.clients:
            client.round = self.round
        self.pass_on()

    def seen(self, client: Client) -> None:
        """The move has come to somebody, or somebody has gone who might have seen it."""
        client.round = self.round
        self.unseen -= 1
        self.pass_on()

    def pass_on(self) -> None:
        """Whoever has waited for the move of another may make theirs."""
        if self.queue and not self.under_way:
            self.crowd.ready.append(self.queue.popleft())

    def over(self, desk: Desk) -> None:
        """The match has ended."""
        self.tables[self.table] = desk.played_out
        if desk.played_out:
            self.crowd.figures.matches += 1
        else:
            self.crowd.figures.broken_off += 1

    def go_on(self, table: str) -> None:
        """To the next table of the same company."""
        self.table = table
        self.tables[table] = False
        self.stirred = time.perf_counter()
        self.owed.nothing()
        self.rematches -= 1

    def give_up(self) -> None:
        """Everybody leaves, whatever becomes of the table."""
        for client in self.clients:
            client.hang_up()
        self.crowd.closed(self)
