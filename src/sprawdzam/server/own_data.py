"""One's own data: all of it as one file, and gone for ever.

The events of a table are JSON objects. Where one of them (or a part of it) has the user's id as ``who``, its ``name``
and ``text`` are that user's words. Most events name a seat only: they are about whoever has it then.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Table, bindparam, delete, func, or_, select, tuple_, update

from sprawdzam.server.pages import Rating, rating_of
from sprawdzam.server.passkeys import Asked, Passkey, passkey_of
from sprawdzam.server.people import User, user_of
from sprawdzam.server.programs import Token, token_of
from sprawdzam.server.schema import (
    EVERYWHERE,
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
from sprawdzam.server.store import Store, StoreDown

log = logging.getLogger(__name__)

OWN_WORDS = ("name", "text")
IDS = ("who", "was", "owner")  #: fields that say who somebody is
NOBODY = ""
BATCH = 200  # rows of a transaction, after which moves are written
RECENT = 100_000  # events: more than there are in a moment
STRETCH = 100_000  # events that are searched at a time
LATE = 1000  # ids: PostgreSQL may commit a lower one after a higher one


class Named(NamedTuple):
    """Somebody, and a table whose story names them."""

    who: str
    table: str


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


async def forget(store: Store, user: User) -> dict[str, list[str]]:
    """Removes the user and its programs for ever; tells who is gone, and the tables at which each of them was named.

    Results keep the place of a nameless somebody, and events what was played, so that the matches of others stay
    whole. At each table they are called otherwise, so that nobody can tell which matches were theirs. Whoever keeps a
    table in memory or in a snapshot has to make it anew from its events.

    The first transaction takes away every way in, and writes down who is still to be forgotten: from then on there is
    no way back, and what a node that is killed has not done is left to ``resume``. What takes long is searched by
    reading and blanked a few rows at a time, for there is only one who writes, and others play meanwhile.
    """
    owned = select(users.c.id).where(users.c.owner == user.id)
    asked = await store.read(lambda db: _asked_for(db, {user.id}))

    def depart(db: Connection) -> list[str]:
        gone = {user.id, *db.scalars(owned)}
        _remove(db, gone, asked)
        db.execute(store.parting_write, [{"user_id": who, "table_id": EVERYWHERE} for who in gone])
        store.put_ended(db)
        return sorted(gone)

    return await _erase(store, set(await store.write(depart)), 0)


async def forget_late(store: Store, gone: Collection[str]) -> dict[str, list[str]]:
    """What was under way on another node when somebody was forgotten came afterwards: it is blanked too. Tells at which
    tables; called a moment later."""
    return await _finish(store, set(gone), await store.read(_newest) - RECENT)


async def resume(store: Store) -> None:
    """What was not done of ``forget`` and ``forget_late``, by whichever node."""
    begun = select(partings.c.user_id).where(partings.c.table_id == EVERYWHERE)
    for who in await store.read(lambda db: db.scalars(begun).all()):
        try:
            await _finish(store, {who}, 0)
        except StoreDown as error:  # the others are not to wait for this one
            log.warning("put off: %s", error)


async def _finish(store: Store, gone: set[str], after: int) -> dict[str, list[str]]:
    asked = await store.read(lambda db: _asked_for(db, gone))
    await store.write(lambda db: _remove(db, gone, asked))  # also ratings of a match that ended meanwhile
    touched = await _erase(store, gone, after)
    done = delete(partings).where(partings.c.user_id.in_(gone), partings.c.table_id == EVERYWHERE)
    await store.write(lambda db: db.execute(done).rowcount)
    return touched


def _remove(db: Connection, gone: set[str], asked: Sequence[str]) -> None:
    for table in (sessions, tokens, passkeys, ratings):
        db.execute(delete(table).where(table.c.user_id.in_(gone)))
    db.execute(delete(users).where(users.c.id.in_(gone)))
    db.execute(delete(challenges).where(challenges.c.hash.in_(asked)))


def _asked_for(db: Connection, gone: set[str]) -> list[str]:
    """Challenges that were made for somebody."""
    rows = db.execute(select(challenges.c.hash, challenges.c.body))
    return [row.hash for row in rows if msgspec.json.decode(row.body, type=Asked).user in gone]


async def _erase(store: Store, gone: set[str], after: int) -> dict[str, list[str]]:
    """In events, from one on, in cards and results; tells at which tables each of them was named."""
    named = set[Named]()
    for _ in range(2):  # and those that came during the long search
        last = await store.read(_newest)
        for begin in range(after, last + 1, STRETCH):  # each is a short question, however much there is
            found = await store.read(partial(_events_of, gone=gone, after=begin, until=begin + STRETCH))
            for some in _batches(found):
                named |= await store.write(partial(_blank_events, store, gone, some))
        after = last - LATE
    cards = await store.read(partial(_cards_of, gone=gone))
    for some in _batches(cards):
        named |= await store.write(partial(_blank_cards, store, gone, some))
    while await store.write(partial(_blank_results, gone)):
        pass
    return {who: sorted(there.table for there in named if there.who == who) for who in sorted(gone)}


def _batches(found: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (found[at : at + BATCH] for at in range(0, len(found), BATCH))


def _newest(db: Connection) -> int:
    return db.scalar(select(func.max(events.c.id))) or 0


def _events_of(db: Connection, gone: set[str], after: int, until: int) -> list[int]:
    """The events that name them, or that they have asked for."""
    rows = db.execute(
        select(events.c.id, events.c.client, events.c.body).where(
            events.c.id > after, events.c.id <= until,
            or_(_any_mentioned(events.c.body, gone), _any_asked_for(events.c.client, gone)),
        )
    )  # fmt: skip
    return sorted(row.id for row in rows if _asked(row.client, gone) or _named(row.body, gone))


def _cards_of(db: Connection, gone: set[str]) -> list[str]:
    """The tables that they have opened, or whose cards name them."""
    named = or_(tables.c.owner.in_(gone), _any_mentioned(tables.c.card, gone))
    rows = db.execute(select(tables.c.id, tables.c.owner, tables.c.card).where(named))
    return sorted(row.id for row in rows if row.owner in gone or _named(row.card, gone))


def _blank_events(store: Store, gone: set[str], found: Sequence[int], db: Connection) -> set[Named]:
    """Of what they asked for it is not kept who did: they cannot ask for it once more."""
    columns = (events.c.id, events.c.table_id, events.c.client, events.c.body)
    rows = db.execute(select(*columns).where(events.c.id.in_(found))).all()
    changed = [
        {
            "event": row.id,
            "asked": None if _asked(row.client, gone) else row.client,
            "blank": blanked(row.body, gone, partial(store.alias, row.table_id)),
        }
        for row in rows
        if _asked(row.client, gone) or _named(row.body, gone)
    ]
    if changed:
        blank = update(events).where(events.c.id == bindparam("event"))
        db.execute(blank.values(client=bindparam("asked"), body=bindparam("blank")), changed)
    return _parted(store, {Named(who, row.table_id) for row in rows for who in _named(row.body, gone)}, db)


async def erase_at(store: Store, table: str, who: str) -> None:
    """What is stored of somebody at one table, once all who have it in memory were told."""
    found = await store.read(
        lambda db: db.scalars(
            select(events.c.id).where(events.c.table_id == table, _mentioned(events.c.body, who))
        ).all()
    )

    def blank(some: Sequence[int], db: Connection) -> None:
        for row in db.execute(select(events.c.id, events.c.body).where(events.c.id.in_(some))).all():
            told = blanked(row.body, {who}, partial(store.alias, table))
            db.execute(update(events).where(events.c.id == row.id).values(body=told))

    for some in _batches(found):
        await store.write(partial(blank, some))


def _blank_cards(store: Store, gone: set[str], found: Sequence[str], db: Connection) -> set[Named]:
    there = select(tables.c.id, tables.c.owner, tables.c.card).where(tables.c.id.in_(found)).order_by(tables.c.id)
    rows = db.execute(there.with_for_update()).all()  # else the card of a move that is just written would be lost
    if rows:
        blank = update(tables).where(tables.c.id == bindparam("table"))
        changes = [
            {
                "table": row.id,
                "by": NOBODY if row.owner in gone else row.owner,
                "blank": blanked(row.card, gone, partial(store.alias, row.id)),
            }
            for row in rows
        ]
        db.execute(blank.values(owner=bindparam("by"), card=bindparam("blank")), changes)
    return _parted(store, {Named(who, row.id) for row in rows for who in _named(row.card, gone)}, db)


def _parted(store: Store, named: set[Named], db: Connection) -> set[Named]:
    """Whoever has those tables in memory is still to be told: that is written down in the same transaction."""
    if named:
        db.execute(store.parting_write, [{"user_id": who, "table_id": table} for who, table in sorted(named)])
    return named


def _blank_results(gone: set[str], db: Connection) -> int:
    """Of some of their matches; tells of how many."""
    key = tuple_(results.c.table_id, results.c.seat)
    some = select(results.c.table_id, results.c.seat).where(results.c.user_id.in_(gone)).limit(BATCH)
    return db.execute(update(results).where(key.in_(some)).values(user_id=NOBODY, name=NOBODY, mu=None)).rowcount


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


def blanked(body: str, gone: set[str], alias: Callable[[str], str]) -> str:
    """The JSON text with the words of those who are gone made empty and their ids replaced; all else is as it was."""
    fields = _read(body)
    return msgspec.json.encode(fields).decode() if _blank(fields, gone, alias) else body


def _blank(part: Any, gone: set[str], alias: Callable[[str], str]) -> bool:
    changed = False
    if isinstance(part, dict):
        if part.get("who") in gone:
            for word in OWN_WORDS:
                if part.get(word):
                    part[word] = ""
        for name in IDS:
            if part.get(name) in gone:
                part[name], changed = alias(part[name]), True
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            changed |= _blank(inner, gone, alias)
    return changed


def _named(body: str, gone: set[str]) -> set[str]:
    """Those of them who are named in a JSON text."""
    found = set[str]()

    def note(who: str) -> str:
        found.add(who)
        return NOBODY

    _blank(_read(body), gone, note)
    return found


def _asked(client: str | None, gone: set[str]) -> bool:
    """Whether it was one of them who asked."""
    return (client or "").partition(":")[0] in gone


def _read(body: str) -> Any:
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError:
        return None  # not one of our events; there is no field to blank


def _mentioned(column: ColumnElement[str], id: str) -> ColumnElement[bool]:
    return column.contains(f'"{id}"')


def _any_mentioned(column: ColumnElement[str], gone: set[str]) -> ColumnElement[bool]:
    return or_(*(_mentioned(column, id) for id in sorted(gone)))


def _any_asked_for(column: ColumnElement[str | None], gone: set[str]) -> ColumnElement[bool]:
    return or_(*(column.startswith(f"{id}:", autoescape=True) for id in sorted(gone)))
