"""One's own data: all of it as one file, and gone for ever.

The events of a table are JSON objects. Where one of them (or a part of it) has the user's id as ``who``, its ``name``
and ``text`` are that user's words. Most events name a seat only: they are about whoever has it then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Table, delete, func, insert, or_, select, update

from sprawdzam.server.pages import Rating, rating_of
from sprawdzam.server.passkeys import Asked, Passkey, passkey_of
from sprawdzam.server.people import User, user_of
from sprawdzam.server.programs import Token, token_of
from sprawdzam.server.schema import (
    challenges,
    events,
    partings,
    passkeys,
    ratings,
    results,
    sessions,
    tables,
    tokens,
    users,
)
from sprawdzam.server.store import Store

OWN_WORDS = ("name", "text")
NOBODY = ""
RECENT = 100_000  # events: more than there are in a moment
LATE = 1000  # ids: PostgreSQL may commit a lower one after a higher one


class Session(msgspec.Struct):
    created: int
    until: int


class Result(msgspec.Struct):
    """One's own line of a finished match."""

    table: str
    seat: int
    name: str
    game: str
    seats: int
    ended: int
    place: int
    points: int
    rated: bool
    aborted: bool
    mu: float | None


class Done(msgspec.Struct):
    """Something that the user did at a table, or that happened to their seat. The number of the event would tell how
    much others did in secret."""

    table: str
    at: int
    body: dict[str, Any]


class Exported(msgspec.Struct):
    """Everything that is kept of a user, but for hashes of secrets, and nothing of others."""

    user: User
    password: bool
    """Whether there is one."""
    passkeys: list[Passkey]
    sessions: list[Session]
    tokens: list[Token]
    ratings: list[Rating]
    results: list[Result]
    tables: list[str]
    """Those that the user has opened."""
    events: list[Done]
    programs: list[Exported]


async def export(store: Store, user: User) -> Exported:
    return await store.read(lambda db: _export(db, user))


def _export(db: Connection, user: User) -> Exported:
    def mine(table: Table, *order: str) -> Sequence[Row[Any]]:
        return db.execute(
            select(table).where(table.c.user_id == user.id).order_by(*(table.c[name] for name in order))
        ).all()

    opened = select(tables.c.id).where(tables.c.owner == user.id).order_by(tables.c.created, tables.c.id)
    programs = select(users).where(users.c.owner == user.id).order_by(users.c.created, users.c.id)
    return Exported(
        user=user,
        password=db.scalar(select(users.c.password).where(users.c.id == user.id)) is not None,
        passkeys=[passkey_of(row) for row in mine(passkeys, "created")],
        sessions=[Session(row.created, row.until) for row in mine(sessions, "created")],
        tokens=[token_of(row) for row in mine(tokens, "created")],
        ratings=[rating_of(row) for row in mine(ratings, "game")],
        results=[
            Result(
                row.table_id, row.seat, row.name, row.game, row.seats, row.ended, row.place, row.points, row.rated,
                row.aborted, row.mu,
            )
            for row in mine(results, "ended", "table_id", "seat")
        ],
        tables=list(db.scalars(opened)),
        events=list(_done(db, user.id)),
        programs=[_export(db, user_of(row)) for row in db.execute(programs).all()],
    )  # fmt: skip


def _done(db: Connection, user: str) -> Iterator[Done]:
    """Table by table, in the order in which it happened. Whoever did something at a table is named in its story."""
    there = select(events.c.table_id).where(_mentioned(events.c.body, user)).group_by(events.c.table_id)
    for table in db.scalars(there.order_by(func.min(events.c.id))).all():
        story = select(events.c.at, events.c.client, events.c.body).where(events.c.table_id == table)
        rows = db.execute(story.order_by(events.c.number))
        yield from own_story(table, ((row.at, row.client, row.body) for row in rows), user)


def own_story(table: str, story: Iterable[tuple[int, str | None, str]], user: str) -> Iterator[Done]:
    """Of the events of a table (when, at whose request, what) those that are about the user: their own words and
    requests, and everything that is told of a seat from the moment that they take it until it is free again."""
    held: int | None = None
    for at, client, body in story:
        event = _read(body)
        kind, seat = (event.get("is"), event.get("seat")) if isinstance(event, dict) else (None, None)
        lost = kind == "voided" and held in event["seats"]
        if parts := own_parts(body, user):
            yield from (Done(table, at, part) for part in parts)
        elif lost:  # the other seats that did not answer, and the secret, are no business of this one
            yield Done(table, at, {"is": kind, "at": at, "seats": [held]})
        elif (held is not None and seat == held) or (client or "").startswith(f"{user}:"):
            yield Done(table, at, event)
        if kind == "sat" and event["who"] == user:
            held = seat
        elif lost or (kind in ("stood", "hired") and seat == held):
            held = None


async def forget(store: Store, user: User) -> tuple[list[str], list[str]]:
    """Removes the user and its programs for ever, all or nothing; tells who is gone, and the tables at which their
    words were blanked.

    Results keep the place of a nameless somebody, and events what was played, so that the matches of others stay
    whole. Whoever keeps a table in memory or in a snapshot has to make it anew from its events.
    """
    owned = select(users.c.id).where(users.c.owner == user.id)
    gone = {user.id, *await store.read(lambda db: db.scalars(owned).all())}
    # The long search is done before the transaction that others wait for, which then looks at the newest only.
    last = await store.read(lambda db: db.scalar(select(func.max(events.c.id)))) or 0
    found = await store.read(lambda db: _events_of(db, gone, 0))

    def work(db: Connection) -> list[str]:
        _remove(db, gone)
        store.put_ended(db)
        return _blank_words(db, gone, {*found, *_events_of(db, gone, last - LATE)})

    return sorted(gone), await store.write(work)


async def forget_late(store: Store, gone: Collection[str]) -> list[str]:
    """What was under way on another node when somebody was forgotten came afterwards: it is blanked too. Tells at which
    tables; called a moment later."""
    last = await store.read(lambda db: db.scalar(select(func.max(events.c.id)))) or 0

    def work(db: Connection) -> list[str]:
        _remove(db, set(gone))  # results and ratings of a match that ended meanwhile
        return _blank_words(db, set(gone), _events_of(db, set(gone), last - RECENT))

    return await store.write(work)


def _remove(db: Connection, gone: set[str]) -> None:
    for table in (sessions, tokens, passkeys, ratings):
        db.execute(delete(table).where(table.c.user_id.in_(gone)))
    db.execute(delete(users).where(users.c.id.in_(gone)))
    db.execute(update(results).where(results.c.user_id.in_(gone)).values(user_id=NOBODY, name=NOBODY, mu=None))
    for row in db.execute(select(challenges)).all():
        if msgspec.json.decode(row.body, type=Asked).user in gone:
            db.execute(delete(challenges).where(challenges.c.hash == row.hash))


def _blank_words(db: Connection, gone: set[str], found: set[int]) -> list[str]:
    """In events and cards; tells at which tables."""
    touched = set()
    for event in sorted(found):
        row = db.execute(select(events.c.table_id, events.c.body).where(events.c.id == event)).one()
        if (body := blanked(row.body, gone)) != row.body:
            db.execute(update(events).where(events.c.id == event).values(body=body))
            touched.add(row.table_id)
    for row in db.execute(select(tables.c.id, tables.c.card).where(_any_mentioned(tables.c.card, gone))).all():
        if (card := blanked(row.card, gone)) != row.card:
            db.execute(update(tables).where(tables.c.id == row.id).values(card=card))
            touched.add(row.id)
    db.execute(update(tables).where(tables.c.owner.in_(gone)).values(owner=NOBODY))
    for table in touched:
        db.execute(delete(partings).where(partings.c.table_id == table, partings.c.user_id.in_(gone)))
        db.execute(insert(partings), [{"user_id": who, "table_id": table} for who in gone])
    return sorted(touched)


def _events_of(db: Connection, gone: set[str], after: int) -> set[int]:
    return set(db.scalars(select(events.c.id).where(events.c.id > after, _any_mentioned(events.c.body, gone))))


def own_parts(body: str, user: str) -> list[dict[str, Any]]:
    """The outermost objects of a JSON text whose ``who`` is the user, without ids and words of others in them."""
    parts: list[dict[str, Any]] = []
    _collect(_read(body), user, parts)
    return parts


def _collect(part: Any, user: str, parts: list[dict[str, Any]]) -> None:
    if isinstance(part, dict) and part.get("who") == user:
        parts.append({name: _without_others(value, user) for name, value in part.items()})
    elif isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            _collect(inner, user, parts)


def _without_others(part: Any, user: str) -> Any:
    if isinstance(part, list):
        return [_without_others(inner, user) for inner in part]
    if not isinstance(part, dict):
        return part
    hidden = ("who", *OWN_WORDS) if part.get("who") != user and "who" in part else ()
    return {name: "" if name in hidden else _without_others(value, user) for name, value in part.items()}


def blanked(body: str, gone: set[str]) -> str:
    """The JSON text with the words of those who are gone made empty; all else is as it was."""
    fields = _read(body)
    return msgspec.json.encode(fields).decode() if _blank(fields, gone) else body


def _blank(part: Any, gone: set[str]) -> bool:
    changed = False
    if isinstance(part, dict):
        if part.get("who") in gone:
            for word in OWN_WORDS:
                if part.get(word):
                    part[word], changed = "", True
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            changed |= _blank(inner, gone)
    return changed


def _read(body: str) -> Any:
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError:
        return None  # not one of our events; there is no field to blank


def _mentioned(column: ColumnElement[str], id: str) -> ColumnElement[bool]:
    return column.contains(f'"{id}"')


def _any_mentioned(column: ColumnElement[str], gone: set[str]) -> ColumnElement[bool]:
    return or_(*(_mentioned(column, id) for id in sorted(gone)))
