"""REST by declaration: a route says what it takes and gives, who may call it and what may go wrong.

Bodies are decoded strictly by their type, errors are told in the caller's language, and the OpenAPI description is made
from the same declarations.
"""

from __future__ import annotations

import gzip
import logging
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route as MountedRoute
from starlette.types import Receive, Scope, Send

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.cookies import dropped, kept, session_of
from sprawdzam.server.limits import Limits, address_key
from sprawdzam.server.openapi import describe
from sprawdzam.server.people import Caller, People
from sprawdzam.server.refusals import (
    BadMethod,
    BadRequest,
    NotAllowed,
    NotFound,
    NotJson,
    NotSignedIn,
    TooLarge,
    failed,
    problem_response,
)
from sprawdzam.server.route import PART, Call, Route, Who, signed_out
from sprawdzam.server.store import outward

log = logging.getLogger(__name__)

LARGEST = 16 * 1024  # bytes of a body
SMALL = 1400  # bytes that fit into one packet as they are
OPENAPI = "/api/openapi.json"
KINDS = {Who.USER: ("guest", "account", "program"), Who.PERSON: ("guest", "account"), Who.ACCOUNT: ("account",)}


async def known(people: People, connection: HTTPConnection) -> Caller | None:
    """Who calls, by token or by cookie, over HTTP or WebSocket. A token that is none is refused, whatever the cookie.

    A cookie that has run out is nobody's.
    """
    if (given := connection.headers.get("authorization")) is not None:
        scheme, _, token = given.partition(" ")
        caller = await people.by_token(token.strip()) if scheme.lower() == "bearer" else None
        if caller is None:
            raise NotSignedIn("this token is not valid; make one on the page of your account")
        return caller
    session = session_of(connection.cookies, connection.scope["scheme"])
    return await people.by_session(session) if session else None


class Api:
    """Routes that Starlette can mount, and their description."""

    def __init__(self, people: People, limits: Limits, routes: Sequence[Route]) -> None:
        self._people = people
        self._limits = limits
        self.routes = tuple(routes)

    def mounted(self) -> list[MountedRoute]:
        """All routes, the description, and a refusal for every other address below /api."""

        @cache  # and not before somebody asks: that would keep those waiting who come back after a restart
        def description() -> msgspec.Raw:
            return msgspec.Raw(msgspec.json.encode(describe(self.routes)))

        async def openapi(call: Call) -> msgspec.Raw:
            return description()

        paths: dict[str, dict[str, Route]] = {}
        for route in (*self.routes, Route("GET", OPENAPI, "This description", openapi, gives=dict)):
            methods = paths.setdefault(route.path, {})
            assert route.method not in methods, f"{route.method} {route.path} is declared twice"
            methods[route.method] = route
        paths["/api/{rest:path}"] = {}
        return [MountedRoute(path, _Place(self, path, methods)) for path, methods in paths.items()]

    async def answer(self, route: Route, request: Request) -> Response:
        limits, host = self._limits, request.client.host if request.client else ""
        if route.limit is not None:
            getattr(limits, route.limit).take(address_key(host))
        caller = await known(self._people, request)
        if caller is not None:
            limits.user.take(caller.user.id)
        if route.who is not Who.ANYONE:
            if caller is None:
                raise signed_out()
            if caller.user.kind not in KINDS[route.who]:
                if route.who is Who.PERSON:
                    raise NotAllowed("this is for people, not for programs")
                raise NotAllowed("this is for accounts; a guest can open one")
        call = Call(request, caller, limits)
        if not all(PART.fullmatch(str(part)) for part in request.path_params.values()):
            raise NotFound("there is nothing at this address")
        if route.query is not None:
            call.query = _query(request, route.query)
        if route.takes is not None:
            call.body = await _body(request, route.takes)
        given = await route.answer(call)
        body = b"" if route.gives is None else msgspec.json.encode(given)
        headers = {"cache-control": "no-store"}
        if route.who is Who.ANYONE and len(body) > SMALL and "gzip" in request.headers.get("accept-encoding", ""):
            # Only what anybody may ask for: packed, a secret beside a stranger's words would show by the length.
            headers["content-encoding"], body = "gzip", gzip.compress(body, mtime=0)
        kind = None if route.gives is None else "application/json"
        response = Response(body, route.succeeds_with, headers, media_type=kind)
        if call.set_cookie:
            scheme = request.url.scheme
            response.headers.append("set-cookie", kept(call.session, scheme) if call.session else dropped(scheme))
        return response


class _Place:
    """All methods of one address, as an application."""

    def __init__(self, api: Api, path: str, methods: dict[str, Route]) -> None:
        self._api = api
        self._path = path
        self._methods = methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            response = await self._answer(request)
        except SprawdzamError as error:
            told = outward(error)
            if told is not error:
                log.exception("%s %s", request.method, self._path)  # not what was filled in: a table's id is a secret
            response = problem_response(told, request.headers)
        except ClientDisconnect:
            return
        except Exception:  # what nobody has foreseen; whoever called is told as of anything else
            log.exception("%s %s", request.method, self._path)
            response = problem_response(failed(), request.headers)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if not self._methods:
            raise NotFound("there is nothing at this address")
        method = "GET" if request.method == "HEAD" else request.method
        if method not in self._methods:
            allowed = sorted({*self._methods, *(["HEAD"] if "GET" in self._methods else [])})
            raise BadMethod("this address knows the methods {methods}", methods=", ".join(allowed))
        return await self._api.answer(self._methods[method], request)


async def _body(request: Request, kind: type) -> Any:
    if not is_json(request.headers.get("content-type", "")):
        raise NotJson("the body has to be JSON, with the header Content-Type: application/json")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise too_large()
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("the body is not as described: {detail}", detail=str(error)) from None


def _query(request: Request, kind: type) -> Any:
    given = request.query_params
    if len(given) != len(given.multi_items()):
        raise BadRequest("each parameter of the address may be given once")
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest("the parameters of the address are not as described: {detail}", detail=str(error)) from None


def is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == "application/json"


def too_large() -> TooLarge:
    return TooLarge("the body may have at most {most} bytes", most=LARGEST)
