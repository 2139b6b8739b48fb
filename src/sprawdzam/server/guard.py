"""What every request passes first: who really calls, whether a foreign page makes it, how much and how fast.

The guard is ASGI middleware around the whole application. Behind it ``scope["client"]`` and ``scope["scheme"]`` are
those of the caller, also behind a proxy that is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.api import LARGEST, is_json, too_large
from sprawdzam.server.cookies import session_of
from sprawdzam.server.limits import Limits, address_key
from sprawdzam.server.refusals import BadRequest, ForeignOrigin, LongAddress, LongHeaders, NotJson, problem_response
from sprawdzam.server.route import SAFE

LONGEST_ADDRESS = 4096  # bytes of path and query
LARGEST_HEADERS = 16 * 1024
HOST = re.compile(r"(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?")
PORTS = {"http": "80", "https": "443"}

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # an invite link is a secret
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), "
    "publickey-credentials-create=(self), publickey-credentials-get=(self)",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HSTS = "max-age=31536000"

Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Gate:
    """Whom the guard believes. By default nobody but the caller itself.

    ``hosts`` are the names under which the server is reached (empty: any); ``origins`` those other sites whose pages
    may call it; ``proxies`` the addresses whose X-Forwarded-For and X-Forwarded-Proto are true.
    """

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    proxies: tuple[Network, ...] = ()


class Guard:
    def __init__(self, app: ASGIApp, limits: Limits, gate: Gate | None = None) -> None:
        self._app = app
        self._limits = limits
        self._gate = gate or Gate()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope = self._unproxied(scope)
        secure = scope["scheme"] in ("https", "wss")

        async def guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if secure:
                    headers.setdefault("strict-transport-security", HSTS)
            await send(message)

        try:
            self._check(scope)
        except SprawdzamError as error:
            if scope["type"] == "websocket":
                await receive()  # the handshake
            await refuse(error, scope, guarded)
            return
        await self._app(scope, receive, guarded)

    def _check(self, scope: Scope) -> None:
        client = scope.get("client")
        self._limits.address.take(address_key(client[0] if client else ""))
        path = scope.get("raw_path") or scope["path"].encode()
        if len(path) + len(scope["query_string"]) > LONGEST_ADDRESS:
            raise LongAddress("an address may have at most {most} bytes", most=LONGEST_ADDRESS)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEADERS:
            raise LongHeaders("all headers together may have at most {most} bytes", most=LARGEST_HEADERS)
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 15 or int(length) > LARGEST:
            raise too_large()
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            self._check_origin(scope, headers)

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        """Foreign pages may not call, and a cookie counts only if the browser says that a page of ours sent it.

        Programs send no Origin; they have tokens, which no browser adds by itself.
        """
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        host = headers.get("host", "").lower()
        if not HOST.fullmatch(host):
            raise BadRequest("the header Host names no host")
        if self._gate.hosts and host not in self._gate.hosts and host.rpartition(":")[0] not in self._gate.hosts:
            raise ForeignOrigin("{host} is no name of this server", host=host)
        own = _origin(f"{scheme}://{host}")
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is not None:
            proved = _origin(origin) == own or _origin(origin) in self._gate.origins
            if not proved:
                raise ForeignOrigin("a page of {origin} may not call {own}", origin=origin, own=own)
        else:
            proved = site == "same-origin"
            if not proved and site is not None and site != "none":
                raise ForeignOrigin("a page of another site may not call {own}", own=own)
        if session_of(HTTPConnection(scope).cookies, scope["scheme"]) is None:
            return
        if not proved:
            raise ForeignOrigin("with a cookie the header Origin is needed: {own}", own=own)
        if scope["type"] == "http" and not is_json(headers.get("content-type", "")):
            raise NotJson("with a cookie the header Content-Type: application/json is needed")

    def _unproxied(self, scope: Scope) -> Scope:
        """The scope as the first proxy that is not trusted, or the caller, has made it."""
        client = scope.get("client")
        if not self._gate.proxies or not client or not within(client[0], self._gate.proxies):
            return scope
        headers = Headers(scope=scope)
        host = client[0]
        for part in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
            if (named := _address(part)) is None:
                break
            host = named
            if not within(host, self._gate.proxies):
                break
        scheme = ",".join(headers.getlist("x-forwarded-proto")).rpartition(",")[2].strip().lower()
        if scheme in ("http", "https"):
            sockets = {"http": "ws", "https": "wss"}
            scope = dict(scope, scheme=sockets[scheme] if scope["type"] == "websocket" else scheme)
        return dict(scope, client=(host, client[1] if host == client[0] else 0))


async def refuse(error: SprawdzamError, scope: Scope, send: Send) -> None:
    """An HTTP answer, also to a WebSocket handshake that has come in, if the server can give one."""
    response = problem_response(error, Headers(scope=scope))
    if scope["type"] == "http":
        await response(scope, _nothing, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        start = {"status": response.status_code, "headers": response.raw_headers}
        await send({"type": "websocket.http.response.start", **start})
        await send({"type": "websocket.http.response.body", "body": response.body})
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": type(error).__name__})


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def _origin(text: str) -> str:
    """An origin as it can be compared: lower case, without the port that goes without saying."""
    origin = text.strip().lower()
    scheme = origin.partition("://")[0]
    return origin.removesuffix(f":{PORTS[scheme]}") if scheme in PORTS else origin


def _address(text: str) -> str | None:
    try:
        return str(ip_address(text.strip()))
    except ValueError:
        return None


def within(host: str, networks: Iterable[Network]) -> bool:
    """Whether an address belongs to one of these networks; what is no address belongs to none."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:  # who comes by IPv4 to where IPv6 is listened to
        address = address.ipv4_mapped
    return any(address in network for network in networks)
