"""Frames: what a recipient is sent. Made from its own view and from what everybody sees, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sprawdzam.bots import LEVELS
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.scene import Move, Scene, moves
from sprawdzam.engine.texts import Texts, mark, texts
from sprawdzam.engine.view import View
from sprawdzam.server import wire
from sprawdzam.server.desk import about
from sprawdzam.server.events import AnyEvent
from sprawdzam.server.table import NEVER, Change, Table

LEVEL_NAMES = dict(zip(LEVELS, (mark("Novice"), mark("Player"), mark("Master")), strict=True))


class Manner(NamedTuple):
    """How a recipient wants to be told: a seat or the public, in which style and language."""

    seat: int
    style: str
    language: str


def names_at(table: Table, told: Texts) -> list[str]:
    """What the seats are called: people by their names, bots by their levels, with a number where there are several;
    whoever wants to be forgotten by the letter of the seat."""
    names: list[str] = []
    for p, seat in enumerate(table.sheet.seats):
        name = told(LEVEL_NAMES[seat.bot]) if seat.bot else seat.name or chr(ord("A") + p)
        taken = sum(other == name or other.startswith(f"{name} ") for other in names)
        names.append(f"{name} {taken + 1}" if taken else name)
    return names


def whole(table: Table, manner: Manner) -> wire.Whole:
    """Everything that a recipient sees of a table now."""
    sheet, seat, view = table.sheet, manner.seat, table.view(manner.seat)
    own = sheet.seats[seat] if seat != SPECTATOR else None
    muted = tuple(sheet.muted.get(own.who, ())) if own else ()
    return wire.Whole(
        table=sheet.id,
        seq=table.seq(seat),
        at=sheet.ats[seat],
        you=None if own is None else seat,
        about=about(sheet),
        desk=table.desk,
        timers=timers(table),
        scene=scene_of(table, view, manner) if view and manner.style == "scene" else None,
        view=view.position if view and manner.style == "view" else None,
        actions=view.choices if view and manner.style == "view" else (),
        asked=own.asked if own else 0,
        muted=muted,
        chat=tuple(word for word in sheet.chat if word.who not in muted),
    )


def frame(table: Table, change: Change, manner: Manner, clocks: tuple[wire.Timer, ...]) -> wire.Frame:
    """What the last event changed for a recipient; ``clocks`` are the same for all."""
    sheet, view = table.sheet, table.view(change.seat)
    own = sheet.seats[change.seat] if change.seat != SPECTATOR else None
    viewed = view if change.viewed else None
    scene: Scene | None = None
    moved: tuple[Move, ...] = ()
    lines: tuple[str, ...] = ()
    if viewed and manner.style == "scene":
        told = texts(manner.language)
        names = names_at(table, told)
        scene = viewed.scene(manner.language, names)
        if change.before is not None:
            moved = moves(change.before.scene(manner.language, names), scene)
            lines = tuple(table.game.table.tell(change.before.record, viewed.record, change.seat, told, names))
    return wire.Frame(
        table=sheet.id,
        seq=table.seq(change.seat),
        at=sheet.at,
        desk=table.desk if change.desk else None,
        timers=clocks if change.clock else None,
        scene=scene,
        moves=moved,
        told=lines,
        view=viewed.position if viewed and manner.style == "view" else None,
        actions=viewed.choices if viewed and manner.style == "view" else None,
        asked=own.asked if own else 0,
        muted=tuple(sheet.muted[own.who]) if own and change.muted else None,
        said=change.word,
    )


def missed(table: Table, events: Iterable[AnyEvent], manner: Manner, since: int) -> Iterator[wire.Frame]:
    """The frames of a recipient behind number ``since``, while a table is led through events."""
    for event in events:
        table.fold(event)
        for change in table.changes:
            if change.seat == manner.seat and table.seq(manner.seat) > since:
                yield frame(table, change, manner, timers(table))


def scene_of(table: Table, view: View, manner: Manner) -> Scene:
    return view.scene(manner.language, names_at(table, texts(manner.language)))


def timers(table: Table) -> tuple[wire.Timer, ...]:
    """The clocks of all seats, from what everybody may know."""
    found = []
    for p, seat in enumerate(table.sheet.seats):
        until = table.deadline(p)
        found.append(wire.Timer(seat.bank, until if until < NEVER else 0))
    return tuple(found)
