"""The declaration of a route, and a call of it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from starlette.requests import Request

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.limits import Limits
from sprawdzam.server.people import Caller, User
from sprawdzam.server.refusals import Language, NotSignedIn, language_of

SAFE = ("GET", "HEAD", "OPTIONS")
PART = re.compile(r"[A-Za-z0-9:._-]{1,1400}")  # of an address; the longest is the id of a pass key


class Who(Enum):
    """Who may call a route; each one includes the following."""

    ANYONE = "anyone"
    USER = "guests, accounts and programs"
    PERSON = "guests and accounts"
    ACCOUNT = "accounts"


class Call:
    """One call of a route: what came in, and which session the answer leaves in the browser."""

    def __init__(self, request: Request, caller: Caller | None, limits: Limits) -> None:
        self.request = request
        self.caller = caller
        self.limits = limits
        self.body: Any = None
        self.query: Any = None
        self.session: str | None = None if caller is None else caller.session
        self.set_cookie = caller is not None and caller.renewed

    @property
    def user(self) -> User:
        """Whoever calls a route that somebody signed in may call."""
        if self.caller is None:
            raise signed_out()
        return self.caller.user

    @property
    def language(self) -> Language:
        return language_of(self.request.headers.get("accept-language", ""))

    def part(self, name: str) -> str:
        """A part of the address."""
        return str(self.request.path_params[name])

    def keep(self, session: str | None) -> None:
        """The session that the browser has from now on, or none."""
        self.session, self.set_cookie = session, True


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    summary: str
    answer: Callable[[Call], Awaitable[Any]]
    takes: type | None = None
    """The body."""
    gives: type | None = None
    """None: an empty answer."""
    query: type | None = None
    who: Who = Who.ANYONE
    errors: tuple[type[SprawdzamError], ...] = ()
    """What may go wrong besides what may go wrong everywhere."""
    limit: Literal["sign_in", "guest", "own_data"] | None = None
    """Which bucket of the caller's address it uses, if calling it often would guess secrets, fill the database or keep
    others from it."""
    status: int = 200

    @property
    def succeeds_with(self) -> int:
        return 204 if self.gives is None else self.status


def signed_out() -> NotSignedIn:
    return NotSignedIn("only somebody who is signed in may do this")
