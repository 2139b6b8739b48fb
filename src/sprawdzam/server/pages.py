"""What a person's page and the ladders show."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from sqlalchemy import Row, and_, or_, select

from sprawdzam.games import find
from sprawdzam.server.people import Kind, User
from sprawdzam.server.ratings import Skill
from sprawdzam.server.refusals import BadRequest
from sprawdzam.server.schema import ratings, results, tables, users
from sprawdzam.server.store import Store

LEAST = 5  # rated matches before somebody stands on a ladder
COURSE = 500  # ratings of a course
DAY = 24 * 3_600_000  # milliseconds

Count = Annotated[int, msgspec.Meta(ge=1, le=100)]
Offset = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Rating(msgspec.Struct):
    """A rating in one game; ``ordinal`` is the cautious strength mu - 3 sigma."""

    game: str
    mu: float
    sigma: float
    ordinal: float
    matches: int


class Page(msgspec.Struct):
    """What everybody may know of a user."""

    id: str
    kind: Kind
    name: str
    owner: str | None
    """The id of the account that a program belongs to."""
    created: int
    ratings: list[Rating]


class Rival(msgspec.Struct):
    """A seat of a finished match; whoever was forgotten has neither id nor name."""

    seat: int
    user: str
    name: str
    place: int
    points: int


class Finished(msgspec.Struct):
    """A match that a user has played to its end."""

    table: str
    game: str
    seats: int
    seat: int
    ended: int
    place: int
    points: int
    rated: bool
    aborted: bool
    mu: float | None
    """The rating after it."""
    rivals: list[Rival]


class History(msgspec.Struct):
    """Matches, the newest first; ``next`` is the ``before`` of the following part, None at the end."""

    matches: list[Finished]
    next: str | None


class Point(msgspec.Struct):
    """The rating after a match. ``day`` is the midnight (UTC) before its end: everybody may read this, and a match at a
    private table counts, but neither its hour nor its company is told."""

    day: int
    mu: float


class Course(msgspec.Struct):
    """How a rating has gone, the oldest first."""

    game: str
    points: list[Point]


class Rung(msgspec.Struct):
    """A place on a ladder."""

    place: int
    user: str
    kind: Kind
    name: str
    mu: float
    sigma: float
    ordinal: float
    matches: int


class Ladder(msgspec.Struct):
    game: str
    rungs: list[Rung]


async def page(store: Store, user: User) -> Page:
    question = select(ratings).where(ratings.c.user_id == user.id).order_by(ratings.c.game)
    rated = [rating_of(row) for row in await store.read(lambda db: db.execute(question).all())]
    return Page(user.id, user.kind, user.name, user.owner, user.created, rated)


def rating_of(row: Row[Any]) -> Rating:
    return Rating(row.game, row.mu, row.sigma, Skill(row.mu, row.sigma).ordinal, row.matches)


async def history(store: Store, user: User, before: str | None, count: int, *, public: bool = False) -> History:
    """A part of a user's matches. Parts neither overlap nor leave a gap, whatever ends in the meantime.

    With ``public`` only those at public tables: whoever has the id of a private table may come in.
    """
    mine = results.c.user_id == user.id
    if public:
        mine = and_(mine, results.c.table_id.in_(select(tables.c.id).where(tables.c.public)))
    if before is not None:
        ended, table, seat = _mark(before)
        mine = and_(
            mine,
            or_(
                results.c.ended < ended,
                and_(results.c.ended == ended, results.c.table_id < table),
                and_(results.c.ended == ended, results.c.table_id == table, results.c.seat < seat),
            ),
        )
    newest = (results.c.ended.desc(), results.c.table_id.desc(), results.c.seat.desc())
    question = select(results).where(mine).order_by(*newest).limit(count + 1)
    found = await store.read(lambda db: db.execute(question).all())
    part = found[:count]
    others = select(results).where(results.c.table_id.in_({row.table_id for row in part})).order_by(results.c.seat)
    rivals: dict[str, list[Rival]] = {}
    for row in await store.read(lambda db: db.execute(others).all()):
        rival = Rival(row.seat, row.user_id, row.name, row.place, row.points)
        rivals.setdefault(row.table_id, []).append(rival)
    matches = [
        Finished(
            row.table_id, row.game, row.seats, row.seat, row.ended, row.place, row.points, row.rated, row.aborted,
            row.mu, [rival for rival in rivals[row.table_id] if rival.seat != row.seat],
        )
        for row in part
    ]  # fmt: skip
    last = part[-1] if len(found) > count else None
    return History(matches, f"{last.ended}.{last.table_id}.{last.seat}" if last else None)


async def course(store: Store, user: User, game: str) -> Course:
    name = find(game).name
    question = (
        select(results.c.ended, results.c.mu)
        .where(results.c.user_id == user.id, results.c.game == name, results.c.mu.is_not(None))
        .order_by(results.c.ended.desc(), results.c.table_id.desc(), results.c.seat.desc())
        .limit(COURSE)
    )
    found = await store.read(lambda db: db.execute(question).all())
    return Course(name, [Point(row.ended - row.ended % DAY, row.mu) for row in reversed(found)])


def _mark(before: str) -> tuple[int, str, int]:
    ended, _, rest = before.partition(".")
    table, _, seat = rest.rpartition(".")
    if len(before) > 100 or not re.fullmatch(r"[0-9]+\.[!-~]+\.[0-9]+", before):
        raise BadRequest("{before} is no mark of this list; take `next` of the part before", before=before)
    return min(int(ended), 2**62), table, min(int(seat), 2**30)


async def ladder(store: Store, game: str, start: int, count: int) -> Ladder:
    """Accounts and programs by mu - 3 sigma, those with few rated matches left out."""
    name = find(game).name
    ordinal = (ratings.c.mu - 3 * ratings.c.sigma).label("ordinal")
    query = (
        select(ratings, users.c.name, users.c.kind, ordinal)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.game == name, ratings.c.matches >= LEAST, users.c.kind.in_(("account", "program")))
        .order_by(ordinal.desc(), ratings.c.user_id)
    )
    found = await store.read(lambda db: db.execute(query.limit(count).offset(start)).all())
    return Ladder(
        name,
        [
            Rung(start + n, row.user_id, row.kind, row.name, row.mu, row.sigma, row.ordinal, row.matches)
            for n, row in enumerate(found, 1)
        ],
    )
