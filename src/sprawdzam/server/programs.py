"""Programs: players with a name of their own that an account owns, known by API tokens."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select

from sprawdzam.server.names import nickname
from sprawdzam.server.people import TOKEN, People, User, add, hash_of, user_of
from sprawdzam.server.refusals import NotFound, Refusal
from sprawdzam.server.schema import tokens, users

MOST_PROGRAMS = 10
MOST_TOKENS = 10
SHOWN = 16  # letters of the hash by which a token is called; they tell nothing about the token


class Enough(Refusal):
    """There are as many of these as one may have."""

    status = 409


class Token(msgspec.Struct):
    """An API token, without the secret."""

    id: str
    name: str
    created: int
    used: int | None


class Programs:
    def __init__(self, people: People) -> None:
        self._people = people

    async def of(self, owner: User) -> list[User]:
        question = select(users).where(users.c.owner == owner.id).order_by(users.c.created, users.c.id)
        return [user_of(row) for row in await self._people.store.read(lambda db: db.execute(question).all())]

    async def create(self, owner: User, name: str) -> User:
        program = self._people.new_user("program", name, owner.language, owner=owner.id)

        def work(db: Connection) -> None:
            add(db, program)
            there = select(func.count()).select_from(users).where(users.c.owner == owner.id)
            if db.scalars(there).one() > MOST_PROGRAMS:
                raise Enough("an account has at most {most} programs", most=MOST_PROGRAMS)

        await self._people.store.write(work)
        return program

    async def owned(self, owner: User, program: str) -> User:
        """A program of this owner; those of others do not exist for it."""
        found = await self._people.find(program)
        if found is None or found.owner != owner.id:
            raise NotFound("you have no such program")
        return found

    async def tokens(self, program: User) -> list[Token]:
        question = select(tokens).where(tokens.c.user_id == program.id).order_by(tokens.c.created, tokens.c.hash)
        return [token_of(row) for row in await self._people.store.read(lambda db: db.execute(question).all())]

    async def create_token(self, program: User, name: str) -> tuple[str, Token]:
        """A token and its secret, which is told this once and never again."""
        secret, name, now = TOKEN + self._people.new_secret(), nickname(name), self._people.clock()
        row = {"hash": hash_of(secret), "user_id": program.id, "name": name, "created": now, "used": None}

        def work(db: Connection) -> None:
            db.execute(insert(tokens).values(row))
            there = select(func.count()).select_from(tokens).where(tokens.c.user_id == program.id)
            if db.scalars(there).one() > MOST_TOKENS:
                raise Enough("a program has at most {most} tokens; revoke one first", most=MOST_TOKENS)

        await self._people.store.write(work)
        return secret, Token(hash_of(secret)[:SHOWN], name, now, None)

    async def revoke(self, program: User, token: str) -> None:
        mine = (tokens.c.user_id == program.id) & (func.substr(tokens.c.hash, 1, SHOWN) == token)

        def work(db: Connection) -> None:
            if not db.execute(delete(tokens).where(mine)).rowcount:
                raise NotFound("the program has no such token")
            self._people.store.put_ended(db)

        await self._people.store.write(work)


def token_of(row: Row[Any]) -> Token:
    return Token(row.hash[:SHOWN], row.name, row.created, row.used)
