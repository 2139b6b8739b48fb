"""What a table does by itself, and when: deals, steps of the table, clocks, bots, places of those who have gone.

Pure like the table. Every node computes the same; the one that drives the table carries it out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from sprawdzam.arena.referee import forfeited_ranks
from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.server import events as e
from sprawdzam.server import sheet as phases
from sprawdzam.server.sheet import Seat
from sprawdzam.server.table import NEVER, Table

BACK = 3000  # milliseconds that people need besides when a table goes on: they are told to wait for about so long
ANSWER = 20_000  # milliseconds to hand in a seal, or to show a part, at least
EMPTY = 3_600_000  # after so long without an event a table is cleared away at which nobody is, before a match or ever


class Due(NamedTuple):
    """Something that is to happen at a moment: an event, or a decision of the server at a seat."""

    at: int
    event: e.AnyEvent | None
    seat: int = SPECTATOR


def patience(clock: e.Clock) -> int:
    """Milliseconds for a part of the deal: as many as for a move, so that a match of days can begin although its people
    are never there at once. Without days people wait at the table, and nobody may keep them from playing."""
    return max(ANSWER, clock.seconds * 1000) if clock.kind == "move" or clock.by_days else ANSWER


def dues(table: Table, alive: Collection[str]) -> Iterator[Due]:
    """Everything that will happen unless something else happens first. ``alive`` are the nodes that answer."""
    sheet = table.sheet
    if sheet.phase in (phases.SEALING, phases.SHOWING):
        yield _deal(table)
    if sheet.phase == phases.GATHERING and not any(seat.nodes for seat in sheet.seats):
        yield Due(
            sheet.at + max(EMPTY, patience(sheet.clock)), e.Ended(sheet.at, (), (), table.secret.hex(), aborted=True)
        )
    if sheet.phase in phases.OPEN:
        yield from _presence(table, alive)
    if sheet.phase != phases.RUNNING:
        return
    if table.match is None:  # it was begun by other rules, and cannot go on by ours
        if sheet.rules < table.game.rules_version:
            yield Due(sheet.at, e.Ended(sheet.at, (), (), table.secret.hex(), aborted=True))
        return
    if not sheet.people:  # bots alone stand still while nobody looks
        yield Due(sheet.at + EMPTY, e.Ended(sheet.at, (), (), table.secret.hex(), aborted=True))
    if (ended := _ended(table)) is not None:
        yield Due(sheet.at, ended)
    elif table.actors == (TABLE,):
        view = table.view(SPECTATOR)
        assert view is not None
        yield Due(sheet.stepped + int(view.pause * 1000), e.Advanced(sheet.at))
    else:
        for p in table.actors:
            if sheet.seats[p].lent:
                yield Due(sheet.seats[p].since, None, p)
            elif (until := table.deadline(p)) < NEVER:
                yield Due(until, _silence(table, p))


def given_back(table: Table, now: int, since: int) -> e.Restored | None:
    """What the clocks get if nobody could do anything at the table since then; None if none of them runs."""
    timed = any(table.deadline(p) < NEVER for p in range(len(table.sheet.seats)))
    asked = table.sheet.phase in (phases.SEALING, phases.SHOWING)
    return e.Restored(now, now - since + BACK) if timed or asked else None


def _deal(table: Table) -> Due:
    """All parts are there, or somebody keeps the others waiting."""
    sheet = table.sheet
    if not table.dealing:
        return Due(sheet.at, e.Began(sheet.at, table.game.rules_version))
    return Due(sheet.since + patience(sheet.clock), e.Voided(sheet.at, table.missing, "", ""))


def _presence(table: Table, alive: Collection[str]) -> Iterator[Due]:
    sheet = table.sheet
    waits = sheet.phase == phases.RUNNING and sheet.away and not sheet.clock.by_days  # days are for being away
    for p, seat in enumerate(sheet.seats):
        for node in seat.nodes:
            if node not in alive:
                yield Due(sheet.at, e.Left(sheet.at, p, node))
        if not seat.who or seat.resigned:
            continue
        if seat.replaced and not seat.gone:
            yield Due(sheet.at, e.Returned(sheet.at, p))
        if waits and seat.gone and not seat.replaced:
            yield Due(seat.gone + sheet.away * 1000, e.Replaced(sheet.at, p))


def _silence(table: Table, p: int) -> e.Moved:
    """What is meant when the time of a seat has run out."""
    view = table.view(p)
    assert view is not None
    return e.Moved(table.sheet.at, p, (view.write(view.silence),), by="clock")


def _ended(table: Table) -> e.Ended | None:
    """The match is over, only one has not resigned, or those who play have agreed to call it off."""
    sheet, match = table.sheet, table.match
    assert match is not None
    n, out = len(sheet.seats), sheet.resigned
    if match.over:
        assert match.ranks is not None and match.scores is not None
        return e.Ended(sheet.at, forfeited_ranks(list(match.ranks), out), match.scores, table.secret.hex())
    if (n > 1 and len(out) >= n - 1) or (n == 1 and out):
        places = tuple(max(2, n) if p in out else 1 for p in range(n))
        return e.Ended(sheet.at, places, (0,) * n, table.secret.hex())
    if _called_off([seat for p, seat in enumerate(sheet.seats) if seat.who and p not in out], rated=sheet.rated):
        return e.Ended(sheet.at, (), (), table.secret.hex(), aborted=True)
    return None


def _called_off(players: list[Seat], *, rated: bool) -> bool:
    """All people who are there agree. Those for whom a bot plays, because they were gone for longer than the table
    waits, are not asked; a connection that was lost for a moment takes nobody's say.

    A rated match is called off only by more than half of all who have not resigned, and by two at least, whoever is
    there: else one could escape a defeat by waiting for the rival's connection to fail, or by bots whenever one likes.
    What somebody agreed to before going counts.
    """
    agreed = sum("abort" in seat.agrees for seat in players)
    if not agreed:
        return False
    here = [seat for seat in players if not seat.replaced]
    enough = not rated or agreed > max(1, len(players) // 2)
    return bool(here) and all("abort" in seat.agrees for seat in here) and enough
