"""``Past``: a match that is over, led through its events once more. Then nothing of it is secret any more.

Whoever has the link of a table may look at its past, as they could watch it: a link is all that a private table hides
behind. As long as anything can still happen at a table, nothing here answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from sprawdzam.engine.fairness import Proof
from sprawdzam.engine.log import Log
from sprawdzam.engine.match import Match
from sprawdzam.engine.scene import Move, Plate, Track, Zone, moves
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import View
from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server.decisions import NotNow
from sprawdzam.server.frames import names_at
from sprawdzam.server.node import Node
from sprawdzam.server.table import Table


class Past(NamedTuple):
    """A match that is over: its table and log, and the steps that a bot played for somebody else's seat."""

    table: Table
    log: Log
    lent: frozenset[int]


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table after a step, the first one after the opening: a scene without its choices. Its plates and zones stand
    in the lists of the replay; here are their places there."""

    title: str
    prompt: str
    plates: tuple[int, ...]
    zones: tuple[int, ...]
    facts: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()
    ranking: tuple[tuple[int, int], ...] = ()
    pause: float = 0.0
    window: bool = False
    actor: int | None = None
    """Who has acted; null for the table."""
    moves: tuple[Move, ...] = ()
    told: tuple[str, ...] = ()


class Replay(msgspec.Struct, frozen=True):
    """All moments of a match, as one seat saw them, or with nothing hidden (``seat`` is null)."""

    table: str
    game: str
    seat: int | None
    names: tuple[str, ...]
    bots: tuple[int, ...]
    """The seats that bots of the server have played."""
    aborted: bool
    ranks: tuple[int, ...]
    ended: int
    plates: tuple[Plate, ...]
    zones: tuple[Zone, ...]
    moments: tuple[Moment, ...]


async def story(node: Node, id: str) -> tuple[Table, Sequence[e.AnyEvent]]:
    """An earlier table and everything that has happened since; refuses while there is no match that is over."""
    async with node.hold(await node.find(id)) as table:  # what is about to be written may yet not be
        phase, number = table.sheet.phase, table.sheet.number
    if phase in (sheets.GATHERING, sheets.SEALING, sheets.SHOWING):
        raise NotNow("no match has been played at this table yet")
    if phase == sheets.RUNNING:
        raise NotNow("this match is not over yet; its log tells hidden cards")
    story = await node.teller.story(table, number)
    if story is None:
        raise NotNow("this match was played by older rules; there is no log of it")
    table, rest = story
    if table.match is None and not any(isinstance(event, e.Began) for event in rest):
        raise NotNow("no match was played at this table")
    return table, rest


def past(table: Table, rest: Iterable[e.AnyEvent]) -> Past:
    """A match that is over, with the proof of its deal; it begins with a position where the rules have changed
    meanwhile. The table is led through its story."""
    lent: set[int] = set()
    for event in rest:
        done = len(table.match.log.steps) if table.match else 0
        table.fold(event)
        if isinstance(event, e.Moved) and event.by and table.match:
            lent.update(range(done + 1, len(table.match.log.steps) + 1))
    sheet, match = table.sheet, table.match
    assert match is not None and sheet.secret
    proof = Proof(
        sheet.id, sheet.deal, sheet.commitment, sheet.secret,
        tuple(seat.seal or None for seat in sheet.seats), tuple(seat.part or None for seat in sheet.seats),
    )  # fmt: skip
    match.log.origin, match.log.proof = f"secret {proof.deal_secret.hex()}", proof
    return Past(table, match.log, frozenset(lent))


def replay(past: Past, seat: int | None, language: str) -> Replay:
    """Every moment of a match, from a seat or with nothing hidden."""
    table, sheet, told = past.table, past.table.sheet, texts(language)
    names, game = names_at(table, told), table.game
    plates: dict[Plate, int] = {}
    zones: dict[Zone, int] = {}
    found: list[Moment] = []
    before: View | None = None
    for match, step in past.log.replay():
        view = seen(match, seat)
        scene = view.scene(language, names)
        found.append(
            Moment(
                scene.title, scene.prompt, _listed(scene.plates, plates), _listed(scene.zones, zones), scene.facts,
                scene.tracks, scene.ranking, scene.pause, scene.window,
                actor=step.seat if step and step.seat < len(names) else None,
                moves=moves(before.scene(language, names), scene) if before else (),
                told=tuple(game.table.tell(before.record, view.record, view.seat, told, names)) if before else (),
            )
        )  # fmt: skip
        before = view
    return Replay(
        sheet.id, sheet.game, seat, tuple(names), tuple(p for p, own in enumerate(sheet.seats) if own.bot),
        sheet.phase == sheets.ABORTED, tuple(sheet.places), sheet.at,
        tuple(plates), tuple(zones), tuple(found),
    )  # fmt: skip


def seen(match: Match, seat: int | None) -> View:
    return View.revealed(match.game, match.state) if seat is None else match.view(seat)


def _listed(things: Iterable[Plate | Zone], known: dict[Any, int]) -> tuple[int, ...]:
    """The places of things in a list that grows by those that are new."""
    return tuple(known.setdefault(thing, len(known)) for thing in things)
