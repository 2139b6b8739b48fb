"""Law 10: a bot gets a view and a generator, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from sprawdzam.engine.contract import State
from sprawdzam.engine.notation import parse_json, read_position
from sprawdzam.engine.record import Record
from sprawdzam.engine.view import View
from sprawdzam.testing.verdict import blamed
from sprawdzam.testing.walk import Case, Moment, difference, sparse


class Bot(Protocol):
    """Something that decides."""

    def decide(self, view: View, rng: Random) -> int: ...


MakeBot = Callable[[], Bot]


class AnyLegal:
    """A bot that plays any legal action."""

    def decide(self, view: View, rng: Random) -> int:
        return rng.choice(view.actions)


def law_10_bots_are_blind(case: Case, bots: tuple[MakeBot, ...] = (AnyLegal,)) -> None:
    """With a fixed seed a bot decides alike in every world that its view allows, and for the view read from text.

    Nothing of the state hangs on a view; a bot plays a legal action and leaves its view as it was.
    """
    for moment in case.sample(10):
        for seat in moment.watchers:
            _nothing_hangs_on(moment, moment.view(seat))
        for seat in moment.choosers:
            for make in bots:
                _decides_alike(moment, seat, make, case.effort.worlds)


def _nothing_hangs_on(moment: Moment, view: View) -> None:
    own = {id(part) for part in _parts(moment.state)}
    if set(vars(view)) - {"game", "record", "seat"} - set(_told(view)):
        raise moment.broken(10, f"a view carries more than game, record and seat: {sorted(vars(view))}")
    if any(id(part) in own for part in _parts(view.record)):
        raise moment.broken(10, f"the view of seat {view.seat} shares memory with the state: hide must copy")


def _told(view: View) -> list[str]:
    """What a view has computed from itself so far."""
    return [name for name in vars(view) if hasattr(type(view), name)]


def _parts(value: Any) -> list[Any]:
    """A record and all lists and records in it."""
    if isinstance(value, Record):
        return [value, *(part for name in value.dtype.names or () for part in _parts(getattr(value, name)))]
    if isinstance(value, list):
        return [value, *(part for item in value for part in _parts(item))]
    return []


def _decides_alike(moment: Moment, seat: int, make: MakeBot, number: int) -> None:
    truly = _decision(moment, make, moment.state, seat)
    for world in moment.worlds(seat, max(2, number)):
        here = _decision(moment, make, world, seat)
        if here != truly:
            raise moment.broken(
                10,
                f"{_name(make)} at seat {seat} plays {truly}, in a world that looks the same {here}: {sparse(world)}",
            )
    if moment.index % 3 == 0:
        again = moment.view(seat)
        _, record = read_position(moment.game, parse_json(again.text))
        read = make().decide(View(moment.game, record, seat), Random(moment.index))
        if read != truly:
            raise moment.broken(
                10, f"{_name(make)} at seat {seat} plays {truly}, and {read} when its view is read from its text"
            )


def _decision(moment: Moment, make: MakeBot, state: State, seat: int) -> int:
    """What a new bot decides. ``state`` lies in this frame on purpose, for a bot that looks where it must not."""
    view = View.of(moment.game, state, seat)
    before = view.record.copy()
    with blamed(10, f"{_name(make)} at seat {seat}", moment.place):
        decided = make().decide(view, Random(moment.index))
    if view.record != before:
        raise moment.broken(10, f"{_name(make)} changes its view: {difference(before, view.record)}")
    if decided not in view.actions:
        raise moment.broken(10, f"{_name(make)} at seat {seat} plays {decided!r}, legal is {view.actions}")
    return decided


def _name(make: MakeBot) -> str:
    return str(getattr(make, "__name__", make))
