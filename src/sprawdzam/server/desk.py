"""What everybody sees of a table apart from the match: who sits where, and how far things have come."""

from __future__ import annotations

import msgspec

from sprawdzam.server.events import Clock, Options
from sprawdzam.server.sheet import Sheet, Void


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it. ``kind``: free, person, program or bot."""

    kind: str
    who: str = ""
    name: str = ""
    level: str = ""
    here: bool = False
    replaced: bool = False
    resigned: bool = False
    agrees: tuple[str, ...] = ()
    seal: str = ""
    part: str = ""


class Desk(msgspec.Struct, frozen=True, omit_defaults=True):
    """How things stand at a table. ``secret``, ``ranks`` and ``points`` are there when all is over; ``void`` is
    the last deal that came to nothing."""

    phase: str
    owner: str
    places: tuple[Place, ...]
    deal: int
    commitment: str
    ranks: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    secret: str = ""
    after: str = ""
    void: Void | None = None


class About(msgspec.Struct, frozen=True):
    """What was settled when the table was opened."""

    id: str
    game: str
    seats: int
    options: Options
    public: bool
    clock: Clock
    rated: bool
    hints: bool
    away: int
    created: int
    rules: int
    before: str


def desk_of(sheet: Sheet) -> Desk:
    return Desk(
        phase=sheet.phase,
        owner=sheet.owner,
        places=tuple(
            Place(
                kind="bot" if seat.bot else "free" if seat.free else "program" if seat.program else "person",
                who=seat.who,
                name=seat.name,
                level=seat.bot,
                here=bool(seat.nodes),
                replaced=seat.replaced,
                resigned=seat.resigned,
                agrees=tuple(seat.agrees),
                seal=seat.seal,
                part=seat.part,
            )
            for seat in sheet.seats
        ),
        deal=sheet.deal,
        commitment=sheet.commitment,
        ranks=tuple(sheet.places),
        points=tuple(sheet.points),
        secret=sheet.secret,
        after=sheet.after,
        void=sheet.void,
    )


def about(sheet: Sheet) -> About:
    return About(
        sheet.id, sheet.game, len(sheet.seats), sheet.options, sheet.public, sheet.clock, sheet.rated, sheet.hints,
        sheet.away, sheet.created, sheet.rules, sheet.before,
    )  # fmt: skip
