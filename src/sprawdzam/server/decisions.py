"""What may be done at a table: a request becomes an event, or is refused and changes nothing.

Whatever a seat is told when it is refused is computed from what it can see.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import NamedTuple

from sprawdzam.bots import LEVELS
from sprawdzam.engine.errors import BadOption, IllegalAction
from sprawdzam.engine.fairness import opens
from sprawdzam.engine.view import View
from sprawdzam.server import events as e
from sprawdzam.server import sheet as phases
from sprawdzam.server import wire
from sprawdzam.server.refusals import NotAllowed, Refusal
from sprawdzam.server.table import Table


class NotNow(Refusal):
    """Something that the table is not ready for."""

    status = 409


class SeatTaken(Refusal):
    """A seat that somebody else has, or that there is not."""

    status = 409


class Stale(Refusal):
    """A move that answers a question that is no longer asked."""

    status = 409


class Asker(NamedTuple):
    """Who asks for something: a person, or a program that a person has written."""

    who: str
    name: str
    program: bool = False
    owner: str = ""
    """The account that a program belongs to."""


@singledispatch
def decide(request: object, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    """The event that a request makes; raises if it may not be."""
    raise TypeError(f"{type(request).__name__} makes no event")


@decide.register
def _(request: wire.Sit, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    sheet = table.sheet
    _phase(table, phases.GATHERING)
    if sheet.seat_of(asker.who) is not None:
        raise SeatTaken("you have a seat at this table already; stand up first")
    free = [p for p, seat in enumerate(sheet.seats) if seat.free]
    if request.seat is not None and request.seat not in free:
        raise SeatTaken("seat {seat} is not free; free: {free}", seat=request.seat, free=_listed(free))
    if not free:
        raise SeatTaken("there is no free seat at this table; you can watch")
    if sheet.rated and any((asker.owner or asker.who) == seat.account for seat in sheet.seats):
        raise NotAllowed(
            "this match is rated, and your account or a program of it has a seat already; "
            "play at a table without rating"
        )
    seat = free[0] if request.seat is None else request.seat
    return e.Sat(at, seat, asker.who, asker.name, asker.program, asker.owner)


@decide.register
def _(request: wire.Stand, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    sheet, own = table.sheet, table.sheet.seat_of(asker.who)
    if not table.dealing:
        _phase(table, phases.GATHERING)
    seat = own if request.seat is None else request.seat
    if seat is None or seat >= len(sheet.seats) or sheet.seats[seat].free:
        raise SeatTaken("nobody sits there")
    if seat != own and asker.who != sheet.owner:
        raise NotAllowed("only the owner of the table can free the seat of somebody else")
    return vacated(table, seat, at)


def vacated(table: Table, seat: int, at: int) -> e.Stood | e.Voided:
    """A seat is free again. A deal is void without it, as if it had not answered: with a clock of days the others would
    wait for days for somebody who does not want to play. The node adds the secrets."""
    return e.Stood(at, seat) if table.sheet.phase == phases.GATHERING else e.Voided(at, (seat,), "", "")


def hired(at: int, seat: int, level: str) -> e.Hired:
    if level not in LEVELS:
        raise BadOption("there is no level {level}; there are: {known}", level=level, known=", ".join(LEVELS))
    return e.Hired(at, seat, level)


@decide.register
def _(request: wire.Hire, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    _phase(table, phases.GATHERING)
    _owner(table, asker)
    free = [p for p, seat in enumerate(table.sheet.seats) if not seat.who]
    if request.seat not in free:
        raise SeatTaken("seat {seat} is not free; free: {free}", seat=request.seat, free=_listed(free))
    return hired(at, request.seat, request.level)


@decide.register
def _(request: wire.Start, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    _phase(table, phases.GATHERING)
    _owner(table, asker)
    if free := [p for p, seat in enumerate(table.sheet.seats) if seat.free]:
        raise NotNow("these seats are still free: {free}; give them to somebody or to bots", free=_listed(free))
    return e.Called(at)


@decide.register
def _(request: wire.Seal, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    _phase(table, phases.SEALING)
    seat = own_seat(table, asker)
    if table.sheet.seats[seat].seal:
        raise NotNow("you have handed in your seal already")
    return e.Sealed(at, seat, request.seal)


@decide.register
def _(request: wire.Show, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    _phase(table, phases.SHOWING)
    seat = own_seat(table, asker)
    sheet = table.sheet
    if sheet.seats[seat].part:
        raise NotNow("you have shown your part already")
    if not opens(sheet.id, sheet.deal, seat, bytes.fromhex(request.part), sheet.seats[seat].seal):
        raise NotAllowed("this part does not fit the seal that you have handed in")
    return e.Showed(at, seat, request.part)


@decide.register
def _(request: wire.Play, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    seat = own_seat(table, asker)
    _phase(table, phases.RUNNING)
    own = table.sheet.seats[seat]
    if own.resigned:
        raise NotNow("you have resigned from this match")
    if request.asked is not None and request.asked != own.asked:
        raise Stale("this answers question {asked}; the table has gone on since", asked=request.asked)
    view = table.view(seat)
    if view is None:  # begun by other rules than ours
        raise NotNow("no match is running at this table")
    return e.Moved(at, seat, _read(view, request.actions))


def _read(view: View, actions: Sequence[str | int]) -> tuple[str, ...]:
    """The texts of a move. Several actions are one move only where the scene offers them together: tried out one after
    the other, they would tell for nothing what is seen in between."""
    if len(actions) == 1:
        action = actions[0]
        return (view.write(view.read(action) if isinstance(action, str) else view.check(action)),)
    view.may_act()
    for choice in view.scene().choices:
        told = tuple(view.write(action) for action in choice.actions)
        if tuple(actions) in (told, choice.actions):
            return told
    raise IllegalAction("these actions are not offered as one move; send one after the other")


@decide.register
def _(request: wire.Say, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    seat = own_seat(table, asker)
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in request.text).split())
    if not text:
        raise NotAllowed("there is nothing to read in this")
    return e.Said(at, seat, asker.who, text)


@decide.register
def _(request: wire.Mute, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    seat = own_seat(table, asker)
    seats = table.sheet.seats
    if request.seat == seat or request.seat >= len(seats) or not seats[request.seat].who:
        raise SeatTaken("seat {seat} is nobody whom you could mute", seat=request.seat)
    return e.Muted(at, seat, request.seat, request.on)


@decide.register
def _(request: wire.Resign, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    seat = own_seat(table, asker)
    _phase(table, phases.RUNNING)
    if table.sheet.seats[seat].resigned:
        raise NotNow("you have resigned from this match")
    return e.Resigned(at, seat)


@decide.register
def _(request: wire.Offer, table: Table, asker: Asker, at: int) -> e.AnyEvent:
    seat = own_seat(table, asker)
    _phase(table, phases.RUNNING)
    if request.what != "abort":
        raise NotAllowed("{what} cannot be offered; possible: abort", what=request.what)
    if table.sheet.rated and sum(bool(own.who) and not own.resigned for own in table.sheet.seats) < 2:
        raise NotAllowed("nobody else plays this rated match who could agree to call it off; you can resign")
    return e.Offered(at, seat, request.what, request.on)


def own_seat(table: Table, asker: Asker) -> int:
    seat = table.sheet.seat_of(asker.who)
    if seat is None:
        raise NotAllowed("you only watch this table; that is for those who have a seat")
    return seat


def _owner(table: Table, asker: Asker) -> None:
    """While the owner sits here and is connected, only the owner; else anybody who sits here."""
    sheet = table.sheet
    owner = sheet.seat_of(sheet.owner)
    there = owner is not None and bool(sheet.seats[owner].nodes)
    if asker.who != sheet.owner and (there or sheet.seat_of(asker.who) is None):
        raise NotAllowed("only the owner of the table can do this")


def _phase(table: Table, phase: str) -> None:
    if table.sheet.phase == phase:
        return
    if phase == phases.GATHERING:
        if table.sheet.phase not in phases.OPEN:
            raise NotNow("this table is closed; open another one")
        raise NotNow("the match has begun already")
    if phase == phases.SEALING:
        raise NotNow("no seals are wanted now")
    if phase == phases.SHOWING:
        raise NotNow("no parts are wanted now")
    raise NotNow("no match is running at this table")


def _listed(seats: list[int]) -> str:
    return ", ".join(map(str, seats)) or "–"
