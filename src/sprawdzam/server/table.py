"""``Table``: what its events make of it. ``fold`` is the only thing that changes a table.

Pure: it reads no clock, draws no random number and knows no database, so every node that has the events has the same
table. Recipients are the seats, and the public: whoever watches. A frame is due to a recipient only if something that
it can see has changed (``changes``), so a secret revision shows to nobody else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, singledispatchmethod
from typing import Any, NamedTuple

from sprawdzam.engine.chance import Keyed, Source
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.errors import BadPosition
from sprawdzam.engine.fairness import deal_secret
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import read_position
from sprawdzam.engine.view import View
from sprawdzam.games import find
from sprawdzam.server import events as e
from sprawdzam.server import sheet as phases
from sprawdzam.server.desk import Desk, desk_of
from sprawdzam.server.refusals import NewerRules
from sprawdzam.server.sheet import CHAT, Saved, Seat, Sheet, Void, Word

Chance = Callable[["Table"], Source]

NEVER = 4_102_444_800_000  # the year 2100: no clock runs out
WINDOW = 8000  # milliseconds in which anybody may call, where moves have no time of their own
GRACE = 5000  # milliseconds for a decision of somebody whose time for the whole match is used up


class Change(NamedTuple):
    """What an event changed for one recipient: ``before`` is its view before, if the view is another one now."""

    seat: int
    viewed: bool
    before: View | None
    desk: bool
    clock: bool
    muted: bool
    word: Word | None


def keyed(table: Table) -> Source:
    """Where a match's chance comes from: the server's secret and what every seat has added."""
    seats = table.sheet.seats
    parts = [bytes.fromhex(seat.part) if seat.who else None for seat in seats]
    return Keyed(deal_secret(table.sheet.id, table.sheet.deal, table.secret, parts))


class Table:
    """A table after some of its events. ``secret`` is that of the deal, empty for those who only read."""

    def __init__(self, sheet: Sheet, secret: bytes = b"", *, chance: Chance = keyed) -> None:
        self.sheet = sheet
        self.secret = secret
        self.chance = chance
        self.match: Match | None = None
        self.changes: tuple[Change, ...] = ()
        """What the last event changed, for those who have to be told."""
        self._views: list[View] = []
        self._asked: set[int] = set()
        self._desk = desk_of(sheet)

    # --- from and to what is stored ---

    @classmethod
    def opened(cls, event: e.Opened, secret: bytes = b"", *, chance: Chance = keyed) -> Table:
        game = find(event.game)
        sheet = Sheet(
            id=event.id, owner=event.who, game=event.game, seats=[Seat() for _ in range(event.seats)],
            options=dict(event.options), public=event.public, clock=event.clock, rated=event.rated, hints=event.hints,
            away=event.away, commitment=event.commitment, created=event.at, at=event.at, since=event.at,
            stepped=event.at, seqs=[1] * (event.seats + 1), ats=[event.at] * (event.seats + 1),
            rules=game.rules_version, number=1, before=event.before,
        )  # fmt: skip
        return cls(sheet, secret, chance=chance)

    @classmethod
    def restored(cls, saved: Saved, secret: bytes = b"", *, chance: Chance = keyed) -> Table:
        """A table that goes on from what was saved; a match of other rules goes on from its position.

        Where the rules of today refuse that position, there is no match any more. One of newer rules is left alone: to
        go on with it by ours, or without its position, would spoil it for those who know them.
        """
        table = cls(saved.sheet, secret, chance=chance)
        if saved.position is not None:
            if saved.sheet.rules > table.game.rules_version:
                raise NewerRules("this match goes on by newer rules than this server has; try again in a moment")
            position = {**saved.position, "rules": table.game.rules_version}
            try:
                setup, state = read_position(table.game, position)
            except BadPosition:
                if saved.sheet.rules == table.game.rules_version:
                    raise  # not the rules have changed: something is broken
                return table
            table.match = Match.from_position(setup, state, chance(table), auto=False)
            table._views = table._look()
        return table

    @property
    def saved(self) -> Saved:
        return Saved(self.sheet, self.match.position if self.match else None)

    # --- what it is ---

    @cached_property
    def game(self) -> Game:
        return find(self.sheet.game)

    @cached_property
    def setup(self) -> Setup:
        return self.game.setup(len(self.sheet.seats), **self.sheet.options)

    @property
    def running(self) -> bool:
        return self.sheet.phase == phases.RUNNING

    @property
    def dealing(self) -> bool:
        """Whether a part of the deal is still missing: once all are there it is fixed, and nobody can take it back."""
        return self.sheet.phase in (phases.SEALING, phases.SHOWING) and bool(self.missing)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose seal, or whose part, the deal waits for."""
        sheet, showing = self.sheet, self.sheet.phase == phases.SHOWING
        return tuple(p for p in sheet.people if not (sheet.seats[p].part if showing else sheet.seats[p].seal))

    @property
    def actors(self) -> tuple[int, ...]:
        """Whom the match waits for."""
        return self.match.actors if self.match and self.running else ()

    @property
    def desk(self) -> Desk:
        return self._desk

    def seq(self, seat: int) -> int:
        """The number of a recipient's last frame."""
        return self.sheet.seqs[seat]

    def view(self, seat: int) -> View | None:
        """What a recipient sees of the match."""
        return self._views[seat] if self._views else None

    @property
    def recipients(self) -> tuple[int, ...]:
        """The seats, and the public."""
        return (*range(len(self.sheet.seats)), SPECTATOR)

    def deadline(self, p: int) -> int:
        """When the time of a seat runs out; ``NEVER`` if it does not."""
        seat, clock, view = self.sheet.seats[p], self.sheet.clock, self.view(p)
        if not seat.since or view is None:
            return NEVER
        if clock.kind == "move":
            return seat.since + clock.seconds * 1000
        if view.window and not clock.by_days:
            return seat.since + WINDOW
        return seat.since + max(seat.bank, GRACE) if clock.kind == "match" else NEVER

    # --- what happens ---

    def fold(self, event: e.AnyEvent) -> None:
        """Takes in the next event. It was checked before it was written down; here it only happens."""
        sheet, before, clocks = self.sheet, self._views, self._clocks()
        sheet.at = event.at
        sheet.number += 1
        self._asked = set()
        _handler(type(event))(self, event)
        if isinstance(event, e.Began | e.Moved | e.Advanced):
            self._views = self._look()
        self._tell(event, before, clocks != self._clocks())

    @singledispatchmethod
    def _happen(self, event: Any) -> None:
        raise TypeError(f"{type(event).__name__} does not happen at a table")

    @_happen.register
    def _(self, event: e.Sat) -> None:
        self.sheet.seats[event.seat] = Seat(event.who, event.name, event.program, event.owner, gone=event.at)

    @_happen.register
    def _(self, event: e.Hired) -> None:
        self.sheet.seats[event.seat] = Seat(bot=event.level)

    @_happen.register
    def _(self, event: e.Stood) -> None:
        self.sheet.seats[event.seat] = Seat()

    @_happen.register
    def _(self, event: e.Called) -> None:
        self._phase(phases.SEALING)

    @_happen.register
    def _(self, event: e.Sealed) -> None:
        self.sheet.seats[event.seat].seal = event.seal
        if all(self.sheet.seats[p].seal for p in self.sheet.people):
            self._phase(phases.SHOWING)

    @_happen.register
    def _(self, event: e.Showed) -> None:
        self.sheet.seats[event.seat].part = event.part

    @_happen.register
    def _(self, event: e.Voided) -> None:
        self._phase(phases.GATHERING)
        for p in event.seats:
            self.sheet.seats[p] = Seat()
        for seat in self.sheet.seats:
            seat.seal = seat.part = ""
        self.sheet.void = Void(self.sheet.deal, self.sheet.commitment, event.secret)
        self.sheet.deal += 1
        self.sheet.commitment = event.commitment

    @_happen.register
    def _(self, event: e.Began) -> None:
        self._phase(phases.RUNNING)
        self.sheet.rules = event.rules
        for seat in self.sheet.seats:
            seat.bank = self.sheet.clock.seconds * 1000
        self.match = Match.begin(self.setup, self.chance(self), auto=False)
        self._ask(event.at, None)

    @_happen.register
    def _(self, event: e.Moved) -> None:
        assert self.match is not None
        self.match.play_all(event.seat, event.actions, self.view(event.seat))
        self._ask(event.at, event.seat)

    @_happen.register
    def _(self, event: e.Advanced) -> None:
        assert self.match is not None
        self.match.go_on()
        self._ask(event.at, None)

    @_happen.register
    def _(self, event: e.Said) -> None:
        word = Word(event.seat, self.sheet.seats[event.seat].name, event.text, event.at, event.who)
        self.sheet.chat = [*self.sheet.chat, word][-CHAT:]

    @_happen.register
    def _(self, event: e.Muted) -> None:
        who, whom = self.sheet.seats[event.seat].who, self.sheet.seats[event.whom].who
        muted = set(self.sheet.muted.get(who, ())) - {whom}
        self.sheet.muted[who] = sorted(muted | {whom} if event.on and whom else muted)

    @_happen.register
    def _(self, event: e.Came) -> None:
        seat = self.sheet.seats[event.seat]
        seat.nodes = sorted({*seat.nodes, event.node})
        seat.gone = 0

    @_happen.register
    def _(self, event: e.Left) -> None:
        seat = self.sheet.seats[event.seat]
        seat.nodes = [node for node in seat.nodes if node != event.node]
        seat.gone = seat.gone if seat.nodes else event.at

    @_happen.register
    def _(self, event: e.Replaced) -> None:
        self.sheet.seats[event.seat].replaced = True

    @_happen.register
    def _(self, event: e.Returned) -> None:
        self.sheet.seats[event.seat].replaced = False

    @_happen.register
    def _(self, event: e.Resigned) -> None:
        self.sheet.seats[event.seat].resigned = True

    @_happen.register
    def _(self, event: e.Offered) -> None:
        agrees = set(self.sheet.seats[event.seat].agrees) - {event.what}
        self.sheet.seats[event.seat].agrees = sorted(agrees | {event.what} if event.on else agrees)

    @_happen.register
    def _(self, event: e.Restored) -> None:
        for seat in self.sheet.seats:  # what began while nobody drove the table has lost less
            seat.since = min(event.at, seat.since + event.lost) if seat.since else 0
            seat.gone = min(event.at, seat.gone + event.lost) if seat.gone else 0
        self.sheet.since = min(event.at, self.sheet.since + event.lost)

    @_happen.register
    def _(self, event: e.Renewed) -> None:
        """The same action may be called otherwise by the new rules, so everybody is shown and asked anew."""
        self.sheet.rules = event.rules
        self._ask(event.at, None)
        self._asked.update(self.actors)

    @_happen.register
    def _(self, event: e.Ended) -> None:
        self._phase(phases.ABORTED if event.aborted else phases.OVER)
        self.sheet.places, self.sheet.points = list(event.places), list(event.points)
        self.sheet.secret = event.secret
        for seat in self.sheet.seats:
            seat.since = 0

    @_happen.register
    def _(self, event: e.Followed) -> None:
        self.sheet.after = event.table

    @_happen.register
    def _(self, event: e.Forgot) -> None:
        sheet = self.sheet
        known = {event.was or event.who, *(sheet.seats[p].who for p in event.sits)}
        for who in known | ({sheet.owner} if event.owner else set()):
            if who:
                sheet.forget(who, event.who)

    def _phase(self, phase: str) -> None:
        self.sheet.phase = phase
        self.sheet.since = self.sheet.at

    def _ask(self, at: int, mover: int | None) -> None:
        """Sets the clocks: whoever has decided is charged, whoever is asked anew begins to think."""
        self.sheet.stepped = at
        actors = self.actors
        for p, seat in enumerate(self.sheet.seats):
            asked = p in actors
            if seat.since and (p == mover or not asked):
                if self.sheet.clock.kind == "match":
                    seat.bank = max(0, seat.bank - (at - seat.since)) + self.sheet.clock.gain * 1000
                seat.since = 0
            if asked and not seat.since:
                seat.since = at
                self._asked.add(p)

    def _clocks(self) -> list[tuple[int, int]]:
        return [(seat.since, seat.bank) for seat in self.sheet.seats]

    # --- who is told ---

    def _look(self) -> list[View]:
        assert self.match is not None
        return [self.match.view(seat) for seat in self.recipients]

    def _tell(self, event: e.AnyEvent, before: list[View], clock: bool) -> None:
        sheet, desk = self.sheet, False
        if not isinstance(event, e.Moved | e.Advanced | e.Said | e.Muted):
            was, self._desk = self._desk, desk_of(sheet)
            desk = was != self._desk
        if isinstance(event, e.Forgot):  # told also where the story is told again and the name is blank already
            desk = event.who == sheet.owner or sheet.seat_of(event.who) is not None
        anew = isinstance(event, e.Renewed) or (desk and isinstance(event, e.Forgot))  # names are part of what is seen
        changes = []
        for place, seat in enumerate(self.recipients):
            seen = self._views is not before and (not before or self._views[place].row != before[place].row)
            viewed = seen or (anew and bool(self._views))
            muted = isinstance(event, e.Muted) and seat == event.seat
            word = sheet.chat[-1] if isinstance(event, e.Said) and self._hears(seat, event.who) else None
            if not (viewed or desk or clock or muted or word):
                continue
            sheet.seqs[place] += 1
            sheet.ats[place] = event.at
            if seat in self._asked:
                sheet.seats[seat].asked = sheet.seqs[place]
            if isinstance(event, e.Sat) and seat == event.seat:
                sheet.seats[seat].sat = sheet.seqs[place]
            old = before[place] if seen and before else None
            changes.append(Change(seat, viewed, old, desk, clock, muted, word))
        self.changes = tuple(changes)

    def _hears(self, seat: int, speaker: str) -> bool:
        return seat == SPECTATOR or speaker not in self.sheet.muted.get(self.sheet.seats[seat].who, ())


_handler = vars(Table)["_happen"].dispatcher.dispatch  # by way of the method a function would be made for every event
