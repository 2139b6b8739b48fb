"""An evening at one table, without a server: people, bots, chance and the time are made up, and so are their whims."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.fairness import commitment, seal
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server import wire
from sprawdzam.server.decisions import Asker, decide
from sprawdzam.server.due import dues
from sprawdzam.server.frames import Manner, frame, timers, whole
from sprawdzam.server.table import Table

PEOPLE, PROGRAMS = ("scene", "pl"), ("view", "en")
NODE = "node"


def person(p: int) -> Asker:
    return Asker(f"u{p}", ("Ola", "<b>Jan</b>", 'E"wa & Co', "Łukasz", "Zoë", "x" * 24)[p], program=p == 3)


def secret_of(deal: int) -> bytes:
    return bytes([deal]) * 32


class Evening:
    """A table, its events, and for each of them the frames and the snapshot that it made."""

    def __init__(
        self,
        game: str,
        seats: int,
        options: e.Options,
        clock: e.Clock,
        *,
        people: int,
        seed: int = 0,
        rated: bool = True,
    ) -> None:
        self.rng = Random(seed)
        self.now = 1_000_000
        self.people = people
        self.away = 30
        first = e.Opened(
            self.now, f"t{seed}", "u0", game, seats, options, True, clock, rated, True, self.away,
            commitment(f"t{seed}", 1, secret_of(1)),
        )  # fmt: skip
        self.table = Table.opened(first, secret_of(1))
        self.events: list[e.AnyEvent] = [first]
        self.bodies = [sheets.write(self.table.saved)]
        self.frames: dict[Manner, list[tuple[int, bytes]]] = {manner: [] for manner in self.manners}
        """For each manner of being told: the number of the event and the frame."""
        self.wholes: dict[Manner, list[wire.Whole]] = {m: [whole(self.table, m)] for m in self.manners}

    @property
    def manners(self) -> list[Manner]:
        return manners(self.table)

    # --- doing ---

    def happen(self, event: e.AnyEvent) -> None:
        event = e.read(e.write(event))
        self.table.fold(event)
        self.events.append(event)
        self.bodies.append(sheets.write(self.table.saved))
        for manner, made in frames_of(self.table):
            self.frames[manner].append((self.table.sheet.number, made))
        for manner in self.manners:
            self.wholes[manner].append(whole(self.table, manner))

    def ask(self, p: int, kind: type[wire.Request], **fields: Any) -> None:
        """Somebody asks for something; raises if it may not be."""
        event = decide(kind(id="r", table=self.table.sheet.id, **fields), self.table, person(p), self.now)
        self.happen(self._void(event) if isinstance(event, e.Voided) else event)

    def _void(self, event: e.Voided) -> e.Voided:
        sheet = self.table.sheet
        old, self.table.secret = self.table.secret, secret_of(sheet.deal + 1)
        bound = commitment(sheet.id, sheet.deal + 1, self.table.secret)
        return e.Voided(self.now, event.seats, old.hex(), bound)

    def part(self, p: int) -> bytes:
        return bytes([self.table.sheet.deal, p]) * 16

    def sit_down(self) -> None:
        """Everybody takes a seat, bots get the others."""
        for p in range(self.people):
            self.ask(p, wire.Sit, seat=p)
            self.happen(e.Came(self.now, p, NODE))
        for p in range(self.people, len(self.table.sheet.seats)):
            self.ask(0, wire.Hire, seat=p, level="novice")

    def deal(self) -> None:
        sheet = self.table.sheet
        self.ask(0, wire.Start)
        for p in sheet.people:
            self.ask(p, wire.Seal, seal=seal(sheet.id, sheet.deal, p, self.part(p)))
        for p in sheet.people:
            self.ask(p, wire.Show, part=self.part(p).hex())
        self.next_due()

    def next_due(self, alive: tuple[str, ...] = (NODE,)) -> bool:
        """The next thing that the table or one of its bots does; False if there is none."""
        due = min(dues(self.table, alive), key=lambda due: due.at, default=None)
        if due is None:
            return False
        self.now = max(self.now, due.at)
        if due.event is None:
            view = self.table.view(due.seat)
            assert view is not None
            self.happen(e.Moved(self.now, due.seat, (view.write(self.rng.choice(view.actions)),)))
        elif isinstance(due.event, e.Voided):
            self.happen(self._void(due.event))
        else:
            self.happen(msgspec.structs.replace(due.event, at=self.now))
        return True

    # --- whims ---

    def go_on(self, steps: int) -> Evening:
        """So many steps of a match with everything that people do meanwhile, or until it is over."""
        for _ in range(steps):
            if self.table.sheet.phase not in sheets.OPEN:
                break
            self.now += self.rng.randrange(1, 3000)
            with suppress(SprawdzamError):  # asked for at the wrong moment
                self._whim()
        return self

    def _whim(self) -> None:
        rng, p = self.rng, self.rng.randrange(self.people)
        dice = rng.random()
        if dice < 0.75:
            self._step()
        elif dice < 0.80:
            self.ask(p, wire.Say, text=rng.choice(("no!", "<script>alert(1)</script>", "Sprawdzam & już")))
        elif dice < 0.84:
            self.ask(p, wire.Mute, seat=rng.randrange(len(self.table.sheet.seats)), on=rng.random() < 0.6)
        elif dice < 0.87:
            self.ask(p, wire.Offer, on=rng.random() < 0.2)
        elif dice < 0.93:
            here = bool(self.table.sheet.seats[p].nodes)
            self.happen(e.Left(self.now, p, NODE) if here else e.Came(self.now, p, NODE))
        elif dice < 0.96:
            self.happen(e.Restored(self.now, rng.randrange(300, 5000)))
        elif dice < 0.97 and self.table.sheet.number > 60:
            self.ask(p, wire.Resign)
        elif dice < 0.98:
            self.happen(e.Forgot(self.now, f"u{p}"))

    def _step(self) -> None:
        """Somebody who may act does, whoever is asked or not; else the table goes on."""
        able = [p for p in range(self.people) if (view := self.table.view(p)) and view.actions]
        if self.table.actors in ((), (TABLE,)) or not able or self.rng.random() < 0.1:
            self.next_due()
            return
        p = self.rng.choice(able)
        view = self.table.view(p)
        assert view is not None
        choice = self.rng.choice(view.scene().choices)
        self.ask(p, wire.Play, actions=list(choice.actions), asked=self.table.sheet.seats[p].asked)


def manners(table: Table) -> list[Manner]:
    """People and programs by turns; the first seat and the public are told in both ways."""
    first = [Manner(seat, *PROGRAMS if seat % 2 else PEOPLE) for seat in table.recipients]
    return [*first, Manner(0, *PROGRAMS), Manner(SPECTATOR, *PEOPLE)]


def frames_of(table: Table) -> Iterator[tuple[Manner, bytes]]:
    """What everybody is sent about the last event."""
    changes = {change.seat: change for change in table.changes}
    for manner in manners(table):
        if manner.seat in changes:
            yield manner, wire.encode(frame(table, changes[manner.seat], manner, timers(table)))
