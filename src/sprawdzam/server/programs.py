"""Programs: players with a name of their own that an account owns, known by API tokens."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, func, insert, select

from sprawdzam.server.names import nickname
from sprawdzam.server.people import TOKEN, People, User, hash_of, rows, user_of
from sprawdzam.server.refusals import Language, NotFound, Refusal
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
        async with self._people.engine.connect() as db:
            query = select(users).where(users.c.owner == owner.id).order_by(users.c.created, users.c.id)
            return [user_of(row) for row in await db.execute(query)]

    async def create(self, owner: User, name: str, language: Language) -> User:
        people, name = self._people, nickname(name)
        async with people.engine.begin() as db:
            program = await people.add(db, people.new_id(), "program", name, language, owner=owner.id)
            # Counted after the insert, which makes others wait: two calls at once cannot both be the tenth.
            there = await db.scalar(select(func.count()).select_from(users).where(users.c.owner == owner.id))
            if (there or 0) > MOST_PROGRAMS:
                raise Enough("an account has at most {most} programs", most=MOST_PROGRAMS)
        return program

    async def owned(self, owner: User, program: str) -> User:
        """A program of this owner; those of others do not exist for it."""
        found = await self._people.find(program)
        if found is None or found.owner != owner.id:
            raise NotFound("you have no such program")
        return found

    async def tokens(self, program: User) -> list[Token]:
        async with self._people.engine.connect() as db:
            query = select(tokens).where(tokens.c.user_id == program.id).order_by(tokens.c.created, tokens.c.hash)
            return [Token(row.hash[:SHOWN], row.name, row.created, row.used) for row in await db.execute(query)]

    async def create_token(self, program: User, name: str) -> tuple[str, Token]:
        """A token and its secret, which is told this once and never again."""
        people = self._people
        secret, now, name = TOKEN + people.new_secret(), people.clock(), nickname(name)
        async with people.engine.begin() as db:
            await db.execute(
                insert(tokens).values(hash=hash_of(secret), user_id=program.id, name=name, created=now, used=None)
            )
            there = await db.scalar(select(func.count()).select_from(tokens).where(tokens.c.user_id == program.id))
            if (there or 0) > MOST_TOKENS:
                raise Enough("a program has at most {most} tokens; revoke one first", most=MOST_TOKENS)
        return secret, Token(hash_of(secret)[:SHOWN], name, now, None)

    async def revoke(self, program: User, token: str) -> None:
        mine = (tokens.c.user_id == program.id) & (func.substr(tokens.c.hash, 1, SHOWN) == token)
        async with self._people.engine.begin() as db:
            if not rows(await db.execute(delete(tokens).where(mine))):
                raise NotFound("the program has no such token")
