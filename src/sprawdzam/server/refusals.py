"""Errors that are answered to whoever called: a code for programs, a status, a sentence in the caller's language."""

from __future__ import annotations

import re
from functools import cache
from math import ceil
from typing import ClassVar, Literal

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

from sprawdzam.engine.errors import SprawdzamError, UnknownGame
from sprawdzam.engine.texts import texts

Language = Literal["pl", "en"]
LANGUAGES: dict[str, Language] = {"pl": "pl", "en": "en"}


class Refusal(SprawdzamError):
    """A request that is answered with an error; nothing has changed. The code is the name of the class."""

    status: ClassVar[int] = 400


class BadRequest(Refusal):
    """A request that is not as it is described."""


class NotSignedIn(Refusal):
    """Only somebody who is signed in may do this, or the token is none of ours."""

    status = 401


class NotAllowed(Refusal):
    """Somebody else may do this, the caller may not."""

    status = 403


class ForeignOrigin(Refusal):
    """A request that a page of another site has made."""

    status = 403


class NotFound(Refusal):
    """What the address names does not exist."""

    status = 404


class BadMethod(Refusal):
    """The address exists and cannot be used in this way."""

    status = 405


class TooLarge(Refusal):
    """A body that is longer than anything that is expected."""

    status = 413


class LongAddress(Refusal):
    """An address that is longer than any of ours."""

    status = 414


class NotJson(Refusal):
    """A request with a body of another kind."""

    status = 415


class TooMany(Refusal):
    """Calls that came too fast, or more sockets than one address may have; ``retry_after`` says when to try again."""

    status = 429


class LongHeaders(Refusal):
    """Headers that are longer than any browser sends."""

    status = 431


class Failed(Refusal):
    """Not the request was wrong: the server was."""

    status = 500


class Unavailable(Refusal):
    """The database does not answer at the moment. What was asked for may have been done nevertheless."""

    status = 503


class NoTable(Refusal):
    """There is no table of that name."""

    status = 404


class Busy(Refusal):
    """Others were faster; the request may be made again."""

    status = 503


class NotReady(Refusal):
    """A server that has only just come, or is about to go. Another one, or this one in a moment, does it."""

    status = 503


class NewerRules(Refusal):
    """A match that goes on by newer rules than this server knows; another one, or this one after its update, does."""

    status = 503


class Problem(msgspec.Struct, omit_defaults=True):
    """What every error is answered with."""

    error: str
    text: str
    retry_after: int | None = None


ELSEWHERE: dict[type[SprawdzamError], int] = {UnknownGame: 404}
"""Statuses of errors that know nothing of the web."""
SOON = 2  # seconds: a database that restarts is back after a moment


def code_of(kind: type[SprawdzamError]) -> str:
    """``NotSignedIn`` is ``not_signed_in`` to programs."""
    return _in_small(kind.__name__)


@cache
def _in_small(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def status_of(kind: type[SprawdzamError]) -> int:
    return ELSEWHERE.get(kind) or int(getattr(kind, "status", 400))


def too_many(wait: float) -> TooMany:
    return TooMany("that was too fast; try again in {seconds} s", seconds=max(1, ceil(wait)))


def failed() -> Failed:
    return Failed("something went wrong on our side; it has been noted")


def wait_of(error: SprawdzamError) -> float:
    """Seconds after which the same request may succeed; 0: it will not by itself."""
    seconds = error.fields.get("seconds") if isinstance(error, TooMany) else None
    return float(seconds) if isinstance(seconds, int) else SOON if status_of(type(error)) == 503 else 0.0


def problem_response(error: SprawdzamError, headers: Headers) -> Response:
    """The answer to a request with these headers."""
    kind, more = type(error), {"cache-control": "no-store", "vary": "Accept-Language"}
    wait = error.fields.get("seconds") if kind is TooMany else SOON if status_of(kind) == 503 else None
    retry = wait if isinstance(wait, int) else None
    if retry is not None:
        more["retry-after"] = str(retry)
    if status_of(kind) == 401:
        more["www-authenticate"] = "Bearer"
    if kind is BadMethod:
        more["allow"] = str(error.fields["methods"])
    told = error.told(texts(language_of(headers.get("accept-language", ""))))
    body = msgspec.json.encode(Problem(code_of(kind), told, retry))
    return Response(body, status_of(kind), more, "application/json")


def language_of(accepted: str) -> Language:
    """The language that an Accept-Language header likes best among ours; English if it likes none."""
    best = 0.0
    language: Language = "en"
    for part in accepted[:200].split(","):
        tag, _, weight = part.partition(";")
        known = LANGUAGES.get(tag.strip().lower().partition("-")[0])
        match = re.fullmatch(r"\s*q=(\d(?:\.\d{0,3})?)\s*", weight) if weight else None
        liking = (float(match[1]) if match else 0.0) if weight else 1.0
        if known and liking > best:
            best, language = liking, known
    return language
