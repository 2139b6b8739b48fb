"""Pass keys (WebAuthn): the device signs a challenge, so there is nothing that could be guessed or phished.

A challenge is kept in the database, so that any node can finish what another began, lasts five minutes and is taken
out by its first use. Nobody names a login to sign in: the device knows whose key it has, and nobody learns who exists.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sprawdzam.server.names import login_key, nickname
from sprawdzam.server.people import MINUTE, People, User, WrongLogin, add, hash_of, promote, taken
from sprawdzam.server.programs import Enough
from sprawdzam.server.refusals import Language, NotFound, Refusal
from sprawdzam.server.schema import challenges, passkeys, users

LASTS = 5 * MINUTE
MOST_KEYS = 10
TITLE = "Sprawdzam!"


# The library is imported where it is used: it takes half as long to load as all the rest of the server, and a server
# that was killed has to be back soon.


class BadPasskey(Refusal):
    """An answer of a device that does not fit what was asked of it."""

    status = 422


class LastKey(Refusal):
    """The only way in to an account."""

    status = 409


class Site(msgspec.Struct, frozen=True):
    """Where the page lies: a key belongs to a host name and is used on an origin."""

    host: str
    origin: str


class Asked(msgspec.Struct):
    """What a challenge was made for. ``user`` is None for signing in; ``login`` is set for a new account."""

    user: str | None = None
    login: str | None = None
    name: str = ""


class Attestation(msgspec.Struct):
    """What a new key says, in base64url; browsers send more than is read here."""

    clientDataJSON: str  # noqa: N815 (the names are those of the standard)
    attestationObject: str  # noqa: N815


class Assertion(msgspec.Struct):
    """What a key says that signs in."""

    clientDataJSON: str  # noqa: N815
    authenticatorData: str  # noqa: N815
    signature: str
    userHandle: str | None = None  # noqa: N815


class NewKey(msgspec.Struct):
    """The answer of ``navigator.credentials.create``, by ``toJSON``."""

    id: str
    rawId: str  # noqa: N815
    type: str
    response: Attestation


class UsedKey(msgspec.Struct):
    """The answer of ``navigator.credentials.get``, by ``toJSON``."""

    id: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]*$")]  # searched for: PostgreSQL refuses a NUL
    rawId: str  # noqa: N815
    type: str
    response: Assertion


class Passkey(msgspec.Struct):
    """A pass key of an account."""

    id: str
    name: str
    created: int


class Passkeys:
    def __init__(self, people: People) -> None:
        self._people = people

    async def of(self, user: User) -> list[Passkey]:
        question = select(passkeys).where(passkeys.c.user_id == user.id).order_by(passkeys.c.created, passkeys.c.id)
        return [passkey_of(row) for row in await self._people.store.read(lambda db: db.execute(question).all())]

    async def begin_key(self, site: Site, user: User | None, login: str | None, name: str | None) -> dict[str, Any]:
        """What the device is to make: a further key of an account, or the first one of an account to be."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import structs

        people = self._people
        held: list[Passkey] = []
        if user is not None and user.kind == "account":
            asked, account = Asked(user.id), user.login or user.name
            held = await self.of(user)
            if len(held) >= MOST_KEYS:
                raise _enough()
        else:
            account = login_key(login or "")
            shown = nickname(name or (user.name if user else account))
            if await people.store.read(lambda db: db.scalar(select(users.c.id).where(users.c.login == account))):
                raise taken(account)
            asked = Asked(user.id if user else people.new_id(), account, shown)
        options = generate_registration_options(
            rp_id=site.host,
            rp_name=TITLE,
            user_id=(asked.user or "").encode(),
            user_name=account,
            user_display_name=asked.name or (user.name if user else account),
            challenge=await self._ask(asked),
            timeout=LASTS,
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=_bytes(key.id)) for key in held],
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
        )
        return _fields(options_to_json(options))

    async def finish_key(self, site: Site, user: User | None, answer: NewKey, name: str, language: Language) -> User:
        """Keeps the key; makes the account if it is for a new one, of the guest who asked if there was one."""
        from webauthn import verify_registration_response

        people, name = self._people, nickname(name)
        challenge, asked = await self._answered(answer.response.clientDataJSON)
        try:
            proved = verify_registration_response(
                credential=msgspec.to_builtins(answer),
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception:  # the library parses what a stranger sent, and fails in many ways
            raise _unfit() from None
        if asked.user is None or (user.id != asked.user if user else asked.login is None):
            raise _unfit()
        now = people.clock()
        account = User(asked.user, "account", asked.name, asked.login, None, language, now, now)
        row = {
            "id": _text(proved.credential_id),
            "user_id": asked.user,
            "public_key": proved.credential_public_key,
            "counter": proved.sign_count,
            "name": name,
            "created": now,
        }
        return await people.store.write(lambda db: _keep(db, user, account, asked, row))

    async def begin_sign_in(self, site: Site) -> dict[str, Any]:
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers import structs

        options = generate_authentication_options(
            rp_id=site.host,
            challenge=await self._ask(Asked()),
            timeout=LASTS,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
        return _fields(options_to_json(options))

    async def sign_in(self, site: Site, answer: UsedKey) -> User:
        """The account of a key. A counter that does not rise tells that the key was copied: it is refused."""
        from webauthn import verify_authentication_response

        challenge, asked = await self._answered(answer.response.clientDataJSON)
        question = select(passkeys).where(passkeys.c.id == answer.id)
        row = await self._people.store.read(lambda db: db.execute(question).first())
        if row is None or asked.user is not None:
            raise _unknown()
        try:
            proved = verify_authentication_response(
                credential=msgspec.to_builtins(answer),
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.counter,
                require_user_verification=True,
            )
        except Exception:
            raise _unknown() from None
        same = (passkeys.c.id == row.id) & (passkeys.c.counter == row.counter)
        counted = update(passkeys).where(same).values(counter=proved.new_sign_count)
        if not await self._people.store.write(lambda db: db.execute(counted).rowcount):
            raise _unknown()
        user = await self._people.find(row.user_id)
        if user is None:
            raise _unknown()
        return user

    async def remove(self, user: User, key: str) -> None:
        def work(db: Connection) -> None:
            if not db.execute(delete(passkeys).where(passkeys.c.user_id == user.id, passkeys.c.id == key)).rowcount:
                raise NotFound("you have no such pass key")
            if not _count(db, user.id) and db.scalar(select(users.c.password).where(users.c.id == user.id)) is None:
                raise LastKey("this pass key is the only way in; set a password or add another pass key first")

        await self._people.store.write(work)

    async def _ask(self, asked: Asked) -> bytes:
        people, now = self._people, self._people.clock()
        challenge = people.random(32)
        hashed, body = hash_of(_text(challenge)), msgspec.json.encode(asked).decode()

        def work(db: Connection) -> None:
            db.execute(delete(challenges).where(challenges.c.until <= now))
            db.execute(insert(challenges).values(hash=hashed, until=now + LASTS, body=body))

        await people.store.write(work)
        return challenge

    async def _answered(self, client_data: str) -> tuple[bytes, Asked]:
        """The challenge that an answer names, if it was ours and nobody has answered it before."""
        try:
            named = json.loads(_bytes(client_data))["challenge"]
            challenge = _bytes(named)
        except Exception:
            raise _unfit() from None
        mine = (challenges.c.hash == hash_of(_text(challenge))) & (challenges.c.until > self._people.clock())
        taking = delete(challenges).where(mine).returning(challenges.c.body)
        body = await self._people.store.write(lambda db: db.scalar(taking))
        if body is None:
            raise _unfit()
        return challenge, msgspec.json.decode(body, type=Asked)


def _keep(db: Connection, user: User | None, account: User, asked: Asked, row: dict[str, Any]) -> User:
    """Writes the key, and before it the account that it is the first key of."""
    if asked.login is not None:
        if user is None:
            add(db, account)
            user = account
        else:
            user = promote(db, user, asked.login, asked.name, None)
    try:
        db.execute(insert(passkeys).values(row))
    except IntegrityError:
        raise BadPasskey("this pass key is in use already") from None
    if _count(db, row["user_id"]) > MOST_KEYS:
        raise _enough()
    return user or account


def _count(db: Connection, user: str) -> int:
    return db.scalars(select(func.count()).select_from(passkeys).where(passkeys.c.user_id == user)).one()


def passkey_of(row: Row[Any]) -> Passkey:
    return Passkey(row.id, row.name, row.created)


def _fields(options: str) -> dict[str, Any]:
    return msgspec.json.decode(options, type=dict[str, Any])


def _enough() -> Enough:
    return Enough("an account has at most {most} pass keys; remove one first", most=MOST_KEYS)


def _text(body: bytes) -> str:
    return urlsafe_b64encode(body).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _unfit() -> BadPasskey:
    return BadPasskey("the pass key does not fit, or it took longer than five minutes; try again")


def _unknown() -> WrongLogin:
    return WrongLogin("nobody is known by this pass key")
