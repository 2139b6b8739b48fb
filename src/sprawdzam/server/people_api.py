"""The REST routes of people: guests, accounts, sessions, pass keys, programs, personal pages and ladders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request

from sprawdzam.engine.errors import UnknownGame
from sprawdzam.server.names import BadLogin, BadName, BadPassword, login_key
from sprawdzam.server.own_data import Exported, export, forget
from sprawdzam.server.pages import Count, Course, History, Ladder, Offset, Page, course, history, ladder, page
from sprawdzam.server.passkeys import BadPasskey, LastKey, NewKey, Passkey, Passkeys, Site, UsedKey
from sprawdzam.server.people import AlreadySignedIn, LoginTaken, People, User, WrongLogin, already
from sprawdzam.server.programs import Enough, Programs, Token
from sprawdzam.server.refusals import BadRequest, Language, NotAllowed, NotFound
from sprawdzam.server.route import Call, Route, Who

# Generous: the exact rules are those of names.py, which say in words what is wrong.
Name = Annotated[str, msgspec.Meta(max_length=200)]
Secret = Annotated[str, msgspec.Meta(max_length=1000)]


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    language: Language | None = None


class NewAccount(msgspec.Struct, forbid_unknown_fields=True):
    """``name`` is what others see; a guest keeps the one it has unless told otherwise."""

    login: Name
    password: Secret
    name: Name | None = None
    language: Language | None = None


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    login: Name
    password: Secret


class Change(msgspec.Struct, forbid_unknown_fields=True):
    name: Name | None = None
    language: Language | None = None


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """``old`` may be left out by those who have none, only pass keys."""

    new: Secret
    old: Secret | None = None


class KeyWanted(msgspec.Struct, forbid_unknown_fields=True):
    """``login`` and ``name`` are for those who have no account yet."""

    login: Name | None = None
    name: Name | None = None


class KeyMade(msgspec.Struct, forbid_unknown_fields=True):
    """``name`` is what the owner calls the key, such as "phone"."""

    credential: NewKey
    name: Name
    language: Language | None = None


class KeyUsed(msgspec.Struct, forbid_unknown_fields=True):
    credential: UsedKey


class Ceremony(msgspec.Struct):
    """``publicKey`` of ``navigator.credentials``, for ``parse...OptionsFromJSON``."""

    options: dict[str, Any]


class Named(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class TokenMade(msgspec.Struct):
    """The only time that the secret is told."""

    secret: str
    token: Token


class Part(msgspec.Struct, forbid_unknown_fields=True):
    count: Count = 20
    before: str | None = None


class Rungs(msgspec.Struct, forbid_unknown_fields=True):
    start: Offset = 0
    count: Count = 100


Forgotten = Callable[[Mapping[str, Sequence[str]]], Awaitable[None]]


def people_routes(people: People, *, site: str | None = None, forgotten: Forgotten | None = None) -> list[Route]:
    """All routes of people.

    ``site`` is the address of the page, such as ``https://play.example``; without it that of the request counts.
    ``forgotten`` is told who was removed and at which tables each was named, so that live ones can follow.
    """
    answers = _Answers(people, site, forgotten)
    names = (BadName,)
    new_account = (BadName, BadLogin, BadPassword, LoginTaken, AlreadySignedIn, BadRequest)
    return [
        Route("POST", "/api/guests", "Play as a guest", answers.guest, NewGuest, User, errors=(*names, AlreadySignedIn),
              limit="guest", status=201),
        Route("POST", "/api/accounts", "Open an account; a guest keeps everything", answers.account, NewAccount, User,
              errors=(*new_account, NotAllowed), limit="sign_in", status=201),
        Route("POST", "/api/sessions", "Sign in with a password", answers.sign_in, SignIn, User, errors=(WrongLogin,),
              limit="sign_in", status=201),
        Route("DELETE", "/api/sessions", "Sign out", answers.sign_out),
        Route("POST", "/api/passkeys/begin", "Begin to make a pass key, for an account that is or that is to be",
              answers.begin_key, KeyWanted, Ceremony, errors=(*new_account, Enough, NotAllowed), limit="sign_in"),
        Route("POST", "/api/passkeys/finish", "Keep the pass key and sign in", answers.finish_key, KeyMade, User,
              errors=(*new_account, BadPasskey, Enough, NotAllowed), limit="sign_in", status=201),
        Route("POST", "/api/sessions/passkey/begin", "Begin to sign in with a pass key", answers.begin_sign_in, None,
              Ceremony, limit="sign_in"),
        Route("POST", "/api/sessions/passkey/finish", "Sign in with a pass key", answers.key_sign_in, KeyUsed, User,
              errors=(WrongLogin, BadPasskey), limit="sign_in", status=201),
        Route("GET", "/api/me", "Who I am", answers.me, None, User, who=Who.USER),
        Route("PATCH", "/api/me", "Change name or language", answers.change, Change, User, who=Who.PERSON,
              errors=names),
        Route("DELETE", "/api/me", "Delete all of my data for ever", answers.delete, who=Who.PERSON,
              limit="own_data"),
        Route("PUT", "/api/me/password", "Set a password; all sessions but a new one end", answers.password,
              NewPassword, None, who=Who.ACCOUNT, errors=(BadPassword,), limit="sign_in"),
        Route("GET", "/api/me/passkeys", "My pass keys", answers.keys, None, list[Passkey], who=Who.ACCOUNT),
        Route("DELETE", "/api/me/passkeys/{key}", "Remove a pass key", answers.remove_key, who=Who.ACCOUNT,
              errors=(LastKey,)),
        Route("GET", "/api/me/export", "All of my data", answers.export, None, Exported, who=Who.PERSON,
              limit="own_data"),
        Route("GET", "/api/me/matches", "My matches, the newest first", answers.matches, None, History, Part,
              who=Who.USER),
        Route("POST", "/api/programs", "Make a program, a player with API tokens", answers.create_program, Named, User,
              who=Who.ACCOUNT, errors=(BadName, Enough), status=201),
        Route("GET", "/api/programs", "My programs", answers.programs, None, list[User], who=Who.ACCOUNT),
        Route("DELETE", "/api/programs/{id}", "Delete a program for ever", answers.delete_program, who=Who.ACCOUNT,
              limit="own_data"),
        Route("POST", "/api/programs/{id}/tokens", "Make a token", answers.create_token, Named, TokenMade,
              who=Who.ACCOUNT, errors=(BadName, Enough), status=201),
        Route("GET", "/api/programs/{id}/tokens", "The tokens of a program", answers.tokens, None, list[Token],
              who=Who.ACCOUNT),
        Route("DELETE", "/api/programs/{id}/tokens/{token}", "Revoke a token", answers.revoke, who=Who.ACCOUNT),
        Route("GET", "/api/users/{id}", "The page of a user", answers.page, None, Page),
        Route("GET", "/api/users/{id}/matches", "A user's matches at public tables, the newest first",
              answers.public_matches, None, History, Part),
        Route("GET", "/api/users/{id}/ratings/{game}", "How a user's rating has gone", answers.course, None, Course,
              errors=(UnknownGame,)),
        Route("GET", "/api/ladders/{game}", "The ladder of a game", answers.ladder, None, Ladder, Rungs,
              errors=(UnknownGame,)),
    ]  # fmt: skip


class _Answers:
    def __init__(self, people: People, site: str | None, forgotten: Forgotten | None) -> None:
        self._people = people
        self._programs = Programs(people)
        self._passkeys = Passkeys(people)
        self._address = site
        self._forgotten = forgotten

    async def _enter(self, call: Call, user: User) -> User:
        """Begins a session in the caller's browser."""
        before = call.caller.session if call.caller else None
        call.keep(await self._people.begin_session(user, before))
        return user

    async def guest(self, call: Call) -> User:
        if call.caller:
            raise already(call.caller.user)
        wanted: NewGuest = call.body
        return await self._enter(call, await self._people.guest(wanted.name, wanted.language or call.language))

    async def account(self, call: Call) -> User:
        wanted: NewAccount = call.body
        language, guest = wanted.language or call.language, _somebody(call)
        user = await self._people.open_account(wanted.login, wanted.password, wanted.name, language, guest)
        return await self._enter(call, user)

    async def sign_in(self, call: Call) -> User:
        wanted: SignIn = call.body
        call.limits.sign_in.take(f"login {_same(wanted.login)}")
        return await self._enter(call, await self._people.sign_in(wanted.login, wanted.password))

    async def sign_out(self, call: Call) -> None:
        if call.caller and call.caller.session:
            await self._people.end_session(call.caller.session)
        call.keep(None)

    async def begin_key(self, call: Call) -> Ceremony:
        wanted: KeyWanted = call.body
        site = self._site(call.request)
        return Ceremony(await self._passkeys.begin_key(site, _somebody(call), wanted.login, wanted.name))

    async def finish_key(self, call: Call) -> User:
        made: KeyMade = call.body
        site, language = self._site(call.request), made.language or call.language
        user = await self._passkeys.finish_key(site, _somebody(call), made.credential, made.name, language)
        return await self._enter(call, user)

    async def begin_sign_in(self, call: Call) -> Ceremony:
        return Ceremony(await self._passkeys.begin_sign_in(self._site(call.request)))

    async def key_sign_in(self, call: Call) -> User:
        used: KeyUsed = call.body
        return await self._enter(call, await self._passkeys.sign_in(self._site(call.request), used.credential))

    async def me(self, call: Call) -> User:
        return call.user

    async def change(self, call: Call) -> User:
        return await self._people.change(call.user, call.body.name, call.body.language)

    async def delete(self, call: Call) -> None:
        await self._forget(call.user)
        call.keep(None)

    async def _forget(self, user: User) -> None:
        gone = await forget(self._people.store, user)
        if self._forgotten:
            await self._forgotten(gone)

    async def password(self, call: Call) -> None:
        call.limits.sign_in.take(f"login {call.user.login}")
        await self._people.change_password(call.user, call.body.old, call.body.new)
        await self._enter(call, call.user)

    async def keys(self, call: Call) -> list[Passkey]:
        return await self._passkeys.of(call.user)

    async def remove_key(self, call: Call) -> None:
        await self._passkeys.remove(call.user, call.part("key"))

    async def export(self, call: Call) -> Exported:
        return await export(self._people.store, call.user)

    async def matches(self, call: Call) -> History:
        part: Part = call.query
        return await history(self._people.store, call.user, part.before, part.count)

    async def create_program(self, call: Call) -> User:
        return await self._programs.create(call.user, call.body.name)

    async def programs(self, call: Call) -> list[User]:
        return await self._programs.of(call.user)

    async def delete_program(self, call: Call) -> None:
        await self._forget(await self._programs.owned(call.user, call.part("id")))

    async def create_token(self, call: Call) -> TokenMade:
        program = await self._programs.owned(call.user, call.part("id"))
        return TokenMade(*await self._programs.create_token(program, call.body.name))

    async def tokens(self, call: Call) -> list[Token]:
        return await self._programs.tokens(await self._programs.owned(call.user, call.part("id")))

    async def revoke(self, call: Call) -> None:
        await self._programs.revoke(await self._programs.owned(call.user, call.part("id")), call.part("token"))

    async def _looked_at(self, call: Call) -> User:
        user = await self._people.find(call.part("id"))
        if user is None:
            raise NotFound("there is nobody of this id")
        return user

    async def page(self, call: Call) -> Page:
        return await page(self._people.store, await self._looked_at(call))

    async def public_matches(self, call: Call) -> History:
        part: Part = call.query
        user = await self._looked_at(call)
        return await history(self._people.store, user, part.before, part.count, public=True)

    async def course(self, call: Call) -> Course:
        return await course(self._people.store, await self._looked_at(call), call.part("game"))

    async def ladder(self, call: Call) -> Ladder:
        return await ladder(self._people.store, call.part("game"), call.query.start, call.query.count)

    def _site(self, request: Request) -> Site:
        address = urlsplit(self._address or f"{request.url.scheme}://{request.headers['host']}")
        return Site(address.hostname or "", f"{address.scheme}://{address.netloc}".lower())


def _somebody(call: Call) -> User | None:
    """Whoever calls, if anybody; a program is not one who can have an account."""
    if call.caller and call.caller.user.kind == "program":
        raise NotAllowed("this is for people, not for programs")
    return call.caller.user if call.caller else None


def _same(login: str) -> str:
    """All spellings of a login share a bucket."""
    try:
        return login_key(login)
    except BadLogin:
        return login
