"""The few requests over HTTP that a crowd needs: a guest, a table, whether a server is ready."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sprawdzam.bench.load.line import Address

PATIENCE = 30.0  # seconds


class Guest(NamedTuple):
    """Somebody with a nickname, and the cookie by which the server knows them."""

    who: str
    cookie: str


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


async def call(address: Address, method: str, path: str, body: Any = None, cookie: str = "") -> Answer:
    """One request over a connection of its own; raises ``OSError`` if nobody answers."""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(*address)
        try:
            sent = b"" if body is None else json.dumps(body).encode()
            lines = [
                f"{method} {path} HTTP/1.1", f"Host: {address.host}:{address.port}", f"Origin: {address.origin}",
                "Connection: close", f"Content-Length: {len(sent)}",
            ]  # fmt: skip
            lines += ["Content-Type: application/json"] if sent else []
            lines += [f"Cookie: {cookie}"] if cookie else []
            writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
            head, _, rest = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
    status, *given = head.decode("latin-1").split("\r\n")
    if not status:
        raise ConnectionError("the server has hung up")
    headers = dict(line.lower().split(": ", 1)[:1] + line.split(": ", 1)[1:] for line in given)
    return Answer(int(status.split(" ")[1]), headers, rest)


async def become_guest(address: Address, name: str) -> Guest:
    answer = await _done(address, "/api/guests", {"name": name})
    return Guest(json.loads(answer.body)["id"], answer.headers["set-cookie"].partition(";")[0])


async def open_table(address: Address, guest: Guest, **settings: Any) -> str:
    """A new table of a guest, and its id."""
    answer = await _done(address, "/api/tables", settings, guest.cookie)
    table: str = json.loads(answer.body)["id"]
    return table


async def ready(address: Address) -> bool:
    try:
        return (await call(address, "GET", "/readyz")).status == 200
    except OSError:
        return False


async def figures(address: Address) -> dict[str, float]:
    """What the server tells its operator."""
    answer = await call(address, "GET", "/metrics")
    lines = [line for line in answer.body.decode().splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


async def total(addresses: Sequence[Address], name: str) -> float:
    """A figure of all servers together, whatever its labels if none are named."""
    told = [await figures(address) for address in addresses]
    return sum(value for each in told for key, value in each.items() if name in (key, key.partition("{")[0]))


async def _done(address: Address, path: str, body: Any, cookie: str = "") -> Answer:
    answer = await call(address, "POST", path, body, cookie)
    if answer.status not in (200, 201):
        raise ConnectionError(f"{path}: {answer.status} {answer.body[:200].decode(errors='replace')}")
    return answer
