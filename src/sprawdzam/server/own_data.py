"""One's own data: all of it as one file, and gone for ever.

The events of a table are JSON objects. Where one of them (or a part of it) has the user's id as ``who``, its ``name``
and ``text`` are that user's words.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Table, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sprawdzam.server.pages import Rating
from sprawdzam.server.passkeys import Asked, Passkey
from sprawdzam.server.people import User
from sprawdzam.server.programs import SHOWN, Token
from sprawdzam.server.ratings import Skill
from sprawdzam.server.schema import (
    challenges,
    events,
    passkeys,
    ratings,
    results,
    sessions,
    tables,
    tokens,
    users,
)

OWN_WORDS = ("name", "text")
NOBODY = ""
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
    """Something that the user did at a table."""

    table: str
    number: int
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


async def export(engine: AsyncEngine, user: User) -> Exported:
    async with engine.connect() as db:
        return await _export(db, user)


async def _export(db: AsyncConnection, user: User) -> Exported:
    async def mine(table: Table, *order: str) -> list[Any]:
        query = select(table).where(table.c.user_id == user.id).order_by(*(table.c[name] for name in order))
        return list(await db.execute(query))

    done = []
    for row in await db.execute(select(events).where(_mentioned(events.c.body, user.id)).order_by(events.c.id)):
        body = _read(row.body)
        if isinstance(body, dict) and body.get("who") == user.id:
            done.append(Done(row.table_id, row.number, row.at, body))
    opened = await db.scalars(select(tables.c.id).where(tables.c.owner == user.id).order_by(tables.c.created))
    programs = await db.execute(select(users).where(users.c.owner == user.id).order_by(users.c.created))
    held = [msgspec.convert(dict(row._mapping), User) for row in programs]
    return Exported(
        user=user,
        password=await db.scalar(select(users.c.password).where(users.c.id == user.id)) is not None,
        passkeys=[Passkey(row.id, row.name, row.created) for row in await mine(passkeys, "created")],
        sessions=[Session(row.created, row.until) for row in await mine(sessions, "created")],
        tokens=[Token(row.hash[:SHOWN], row.name, row.created, row.used) for row in await mine(tokens, "created")],
        ratings=[
            Rating(row.game, row.mu, row.sigma, Skill(row.mu, row.sigma).ordinal, row.matches)
            for row in await mine(ratings, "game")
        ],
        results=[
            Result(
                row.table_id, row.seat, row.name, row.game, row.seats, row.ended, row.place, row.points, row.rated,
                row.aborted, row.mu,
            )
            for row in await mine(results, "ended", "table_id")
        ],
        tables=list(opened),
        events=done,
        programs=[await _export(db, program) for program in held],
    )  # fmt: skip


async def forget(engine: AsyncEngine, user: User) -> list[str]:
    """Removes the user and its programs for ever, all or nothing; gives the tables at which its words were blanked.

    Results keep the place of a nameless somebody, and events what was played, so that the matches of others stay
    whole. Whoever keeps a table in memory or in a snapshot has to make it anew from its events.
    """
    async with engine.connect() as db:
        programs = list(await db.scalars(select(users.c.id).where(users.c.owner == user.id)))
        gone = {user.id, *programs}
        # The long search is done before the transaction that keeps other writers waiting.
        last = await db.scalar(select(func.max(events.c.id))) or 0
        found: set[int] = set()
        for id in gone:
            found.update(await db.scalars(select(events.c.id).where(_mentioned(events.c.body, id))))
    touched: set[str] = set()
    async with engine.begin() as db:
        for table in (sessions, tokens, passkeys, ratings):
            await db.execute(delete(table).where(table.c.user_id.in_(gone)))
        await db.execute(delete(users).where(users.c.id.in_(gone)))
        await db.execute(
            update(results).where(results.c.user_id.in_(gone)).values(user_id=NOBODY, name=NOBODY, mu=None)
        )
        for row in (await db.execute(select(challenges))).all():
            if msgspec.json.decode(row.body, type=Asked).user in gone:
                await db.execute(delete(challenges).where(challenges.c.hash == row.hash))
        late = events.c.id > last - LATE
        for id in gone:
            found.update(await db.scalars(select(events.c.id).where(late, _mentioned(events.c.body, id))))
        for event in sorted(found):
            row = (await db.execute(select(events).where(events.c.id == event))).one()
            if (body := blanked(row.body, gone)) != row.body:
                await db.execute(update(events).where(events.c.id == event).values(body=body))
            touched.add(row.table_id)
        for id in gone:
            for row in (await db.execute(select(tables).where(_mentioned(tables.c.card, id)))).all():
                await db.execute(update(tables).where(tables.c.id == row.id).values(card=blanked(row.card, gone)))
                touched.add(row.id)
        await db.execute(update(tables).where(tables.c.owner.in_(gone)).values(owner=NOBODY))
    return sorted(touched)


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
