"""Those who play: guests with a nickname, accounts, and programs that an account owns; and how they are known again.

A token is 256 random bits. The database keeps its SHA-256 only: whoever reads the database cannot sign in with it.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, Executable, Row, Update, bindparam, delete, insert, select, union_all, update
from sqlalchemy.exc import IntegrityError

from sprawdzam.server.names import check_password, login_key, nickname
from sprawdzam.server.passwords import Passwords
from sprawdzam.server.refusals import Language, NotAllowed, Refusal
from sprawdzam.server.schema import challenges, sessions, tokens, users
from sprawdzam.server.store import Store

DAY = 24 * 3600 * 1000
SESSION = 30 * DAY
MINUTE = 60 * 1000
TOKEN = "spz_"
AT_ONCE = 500  # sessions that are looked for in one question

# Made once: everybody who comes is looked for.
BY_SESSION = (
    select(users, sessions.c.hash, sessions.c.until)
    .join(sessions, sessions.c.user_id == users.c.id)
    .where(sessions.c.hash == bindparam("hash"), sessions.c.until > bindparam("now"))
)
BY_TOKEN = (
    select(users, tokens.c.hash, tokens.c.used)
    .join(tokens, tokens.c.user_id == users.c.id)
    .where(tokens.c.hash == bindparam("hash"))
)

Kind = Literal["guest", "account", "program"]


class WrongLogin(Refusal):
    """Nobody has this login with this password, or this pass key."""

    status = 401


class LoginTaken(Refusal):
    """Somebody else has this login."""

    status = 409


class AlreadySignedIn(Refusal):
    """Whoever calls is somebody already."""

    status = 409


class User(msgspec.Struct, frozen=True):
    """Somebody who plays."""

    id: str
    kind: Kind
    name: str
    login: str | None
    owner: str | None
    """Who is responsible for a program."""
    language: Language
    created: int
    seen: int


class Caller(NamedTuple):
    """Who calls, and the session by which it is known, unless it is a token."""

    user: User
    session: str | None = None
    renewed: bool = False
    """Whether the session lasts longer from now on, so that the cookie must be set anew."""
    hash: str = ""
    """Of the session or the token."""


class People:
    """Users, sessions and tokens in a store. ``clock`` tells milliseconds, ``random`` so many unguessable bytes."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        random: Callable[[int], bytes],
        passwords: Passwords | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.random = random
        self.passwords = passwords or Passwords()

    def new_id(self) -> str:
        """16 letters that nobody has had: no sign that means anything in an address or a pattern."""
        return b32encode(self.random(10)).decode().lower()

    def new_secret(self) -> str:
        return urlsafe_b64encode(self.random(32)).decode().rstrip("=")

    def new_user(
        self, kind: Kind, name: str, language: Language, login: str | None = None, owner: str | None = None
    ) -> User:
        now = self.clock()
        return User(self.new_id(), kind, nickname(name), login, owner, language, now, now)

    async def find(self, user: str) -> User | None:
        question = select(users).where(users.c.id == user)
        row = await self.store.read(lambda db: db.execute(question).first())
        return user_of(row) if row else None

    async def guest(self, name: str, language: Language) -> User:
        """A new guest. Names are not unique: nobody can take another's by being first."""
        user = self.new_user("guest", name, language)
        await self.store.write(lambda db: add(db, user))
        return user

    async def open_account(
        self, login: str, password: str, name: str | None, language: Language, guest: User | None = None
    ) -> User:
        """A new account; a guest keeps id, name and history."""
        key = login_key(login)
        check_password(password, key)
        if guest is not None and guest.kind != "guest":
            raise already(guest)
        shown = nickname(name or (guest.name if guest else login))
        hashed = await self.passwords.hash(password)
        if guest is not None:
            return await self.store.write(lambda db: promote(db, guest, key, shown, hashed))
        user = self.new_user("account", shown, language, key)
        await self.store.write(lambda db: add(db, user, hashed))
        return user

    async def sign_in(self, login: str, password: str) -> User:
        """The account of a login. A wrong password and an unknown login are the same answer after the same work."""
        question = select(users).where(users.c.login == _looked_up(login))
        row = await self.store.read(lambda db: db.execute(question).first())
        if not await self.passwords.fits(row.password if row else None, password) or row is None:
            raise WrongLogin("login and password do not fit")
        if self.passwords.outdated(row.password):
            await self._write(update(users).where(users.c.id == row.id), password=await self.passwords.hash(password))
        return user_of(row)

    async def change(self, user: User, name: str | None, language: Language | None) -> User:
        new: dict[str, Any] = {"name": nickname(name)} if name is not None else {}
        if language is not None:
            new["language"] = language
        if new:
            await self._write(update(users).where(users.c.id == user.id), **new)
        return msgspec.structs.replace(user, **new)

    async def change_password(self, user: User, old: str | None, new: str) -> None:
        """A new password ends all sessions. An account that has only pass keys has no old one to tell."""
        check_password(new, user.login or "")
        question = select(users.c.password).where(users.c.id == user.id)
        held = await self.store.read(lambda db: db.scalar(question))
        if held is not None and not await self.passwords.fits(held, old or ""):
            raise NotAllowed("the old password is another one")
        hashed = await self.passwords.hash(new)

        def work(db: Connection) -> None:
            db.execute(update(users).where(users.c.id == user.id).values(password=hashed))
            db.execute(delete(sessions).where(sessions.c.user_id == user.id))
            self.store.put_ended(db)

        await self.store.write(work)

    async def begin_session(self, user: User, before: str | None = None) -> str:
        """A new session and its token. The one that the caller had ends, so no token is ever carried over."""
        token, now = self.new_secret(), self.clock()
        row = {"hash": hash_of(token), "user_id": user.id, "created": now, "until": now + SESSION}

        def work(db: Connection) -> None:
            db.execute(insert(sessions).values(row))
            db.execute(update(users).where(users.c.id == user.id).values(seen=now))
            if before is not None:
                db.execute(delete(sessions).where(sessions.c.hash == hash_of(before)))

        await self.store.write(work)
        return token

    async def end_session(self, token: str) -> None:
        def work(db: Connection) -> None:
            db.execute(delete(sessions).where(sessions.c.hash == hash_of(token)))
            self.store.put_ended(db)

        await self.store.write(work)

    async def by_session(self, token: str) -> Caller | None:
        """Who has this session. It lasts 30 days from its latest use; that is written down once a day at most."""
        hashed, now = hash_of(token), self.clock()
        rows = await self.store.find(BY_SESSION, {"hash": hashed, "now": now})
        if not rows or not hmac.compare_digest(rows[0].hash, hashed):
            return None
        (row,) = rows
        renewed = row.until < now + SESSION - DAY
        if renewed:
            await self._write(update(sessions).where(sessions.c.hash == hashed), until=now + SESSION)
            await self._write(update(users).where(users.c.id == row.id), seen=now)
        return Caller(user_of(row), token, renewed, hashed)

    async def by_token(self, token: str) -> Caller | None:
        """Which program has this API token. Its latest use is written down once a minute at most."""
        hashed, now = hash_of(token), self.clock()
        rows = await self.store.find(BY_TOKEN, {"hash": hashed})
        if not rows or not hmac.compare_digest(rows[0].hash, hashed):
            return None
        (row,) = rows
        if row.used is None or row.used < now - MINUTE:
            await self._write(update(tokens).where(tokens.c.hash == hashed), used=now)
            await self._write(update(users).where(users.c.id == row.id), seen=now)
        return Caller(user_of(row), hash=hashed)

    async def worthless(self, hashes: Collection[str]) -> set[str]:
        """Which of these sessions and tokens have ended meanwhile: signed out, revoked, run out, deleted."""
        now, left = self.clock(), set(hashes)
        asked = sorted(hashes)
        for start in range(0, len(asked), AT_ONCE):
            some = asked[start : start + AT_ONCE]
            valid = union_all(
                select(sessions.c.hash).where(sessions.c.hash.in_(some), sessions.c.until > now),
                select(tokens.c.hash).where(tokens.c.hash.in_(some)),
            )
            left.difference_update(await self.store.read(partial(_scalars, valid)))
        return left

    async def sweep(self) -> None:
        """Removes what has run out; whoever drives the server calls it now and then."""
        now = self.clock()

        def work(db: Connection) -> None:
            db.execute(delete(sessions).where(sessions.c.until <= now))
            db.execute(delete(challenges).where(challenges.c.until <= now))

        await self.store.write(work)

    async def _write(self, statement: Update, **values: object) -> None:
        await self.store.write(lambda db: db.execute(statement.values(values)))


def add(db: Connection, user: User, password: str | None = None) -> None:
    """Writes a new user; the database decides who was first to take a login."""
    try:
        db.execute(insert(users).values(msgspec.structs.asdict(user) | {"password": password}))
    except IntegrityError:
        raise taken(user.login) from None


def promote(db: Connection, guest: User, login: str, name: str, password: str | None) -> User:
    """Makes an account of a guest. Its sessions end: what was handed out before is worth nothing after."""
    changed = {"kind": "account", "login": login, "name": name}
    same = (users.c.id == guest.id) & (users.c.kind == "guest")
    try:
        if not db.execute(update(users).where(same).values(**changed, password=password)).rowcount:
            raise already(guest)
    except IntegrityError:
        raise taken(login) from None
    db.execute(delete(sessions).where(sessions.c.user_id == guest.id))
    return msgspec.structs.replace(guest, **changed)


def _scalars(question: Executable, db: Connection) -> Sequence[str]:
    return db.scalars(question).all()


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def user_of(row: Row[Any]) -> User:
    return User(row.id, row.kind, row.name, row.login, row.owner, row.language, row.created, row.seen)


def already(user: User) -> AlreadySignedIn:
    return AlreadySignedIn("you are signed in as {name}; sign out first", name=user.name)


def taken(login: str | None) -> LoginTaken:
    return LoginTaken("the login {login} is taken; choose another", login=login)


def _looked_up(login: str) -> str:
    """What is searched for: a text that can be no login is searched for as well, and not found."""
    try:
        return login_key(login)
    except Refusal:
        return ""
