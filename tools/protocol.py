"""Writes what docs/protocol.md and docs/protocol.json tell about messages, routes and refusals: `make docs`.

The schemas are those by which the server itself reads and writes; the tables of the page stand between markers, and all
else of it is written by hand.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast, get_args

import msgspec

from sprawdzam.engine.errors import IllegalAction, NotYourTurn, SprawdzamError, UnknownAction
from sprawdzam.server import api, connection, due, guard, hub, socket, wire
from sprawdzam.server.limits import SOCKETS, Rate, Rates
from sprawdzam.server.openapi import errors_of
from sprawdzam.server.past_api import PastApi
from sprawdzam.server.people import People
from sprawdzam.server.people_api import people_routes
from sprawdzam.server.refusals import Refusal, code_of, status_of
from sprawdzam.server.reviews import Reviews
from sprawdzam.server.route import Route
from sprawdzam.server.store import StoreDown
from sprawdzam.server.tables_api import TablesApi

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "protocol.md"
SCHEMA = ROOT / "docs" / "protocol.json"
WORDS = {"string": "text", "integer": "number", "number": "number", "boolean": "true/false", "object": "object"}
NULL = {"type": "null"}
OF_ACTIONS = (IllegalAction, NotYourTurn, UnknownAction)  # errors of the engine that a move can meet

importlib.import_module("sprawdzam.server.app")  # by then every refusal is declared


def schema() -> dict[str, Any]:
    """The JSON Schema of everything that goes over a socket."""
    kinds = [wire.AnyRequest, wire.AnyReply]
    (requests, replies), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for part in parts.values():
        if "description" in part:
            part["description"] = words(part["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Sprawdzam! protocol {wire.PROTOCOL}",
        "description": "Clients send a Request, servers a Reply. Made from src/sprawdzam/server/wire.py by make docs.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}],
        "$defs": {"Request": requests, "Reply": replies, **parts},
    }


def words(text: str | None) -> str:
    """A docstring in one line of Markdown."""
    return " ".join((text or "").split()).replace("``", "`").replace("|", "\\|")


# --- tables ---


def messages(kinds: Iterable[type], tag: str) -> Iterator[str]:
    parts = schema()["$defs"]
    yield f"| `{tag}` | fields | means |"
    yield "|---|---|---|"
    for kind in kinds:
        part = parts[kind.__name__]
        named = part["properties"][tag]["enum"][0]
        shown = fields(part, without=(tag, *(("id", "table") if tag == "do" else ())))
        yield f"| `{named}` | {shown} | {part.get('description', '')} |"


def others(kinds: Iterable[type]) -> Iterator[str]:
    """What messages are made of."""
    told = {kind.__name__ for kind in kinds} | {"Request", "Reply"}
    yield "| part | fields | is |"
    yield "|---|---|---|"
    for name, part in schema()["$defs"].items():
        if name not in told:
            yield f"| `{name}` | {fields(part)} | {part.get('description', '')} |"


def fields(part: dict[str, Any], without: tuple[str, ...] = ()) -> str:
    needed = part.get("required", ())
    rows = []
    for name, value in part["properties"].items():
        if name not in without:
            null = " or null" if name in needed and NULL in value.get("anyOf", ()) else ""
            rows.append(f"`{name}`{'' if name in needed else '?'} {kind_of(value)}{null}")
    return ", ".join(rows)


def kind_of(value: dict[str, Any]) -> str:
    """The type of a field in a word or two; what is exact stands in the schema."""
    if "$ref" in value:
        return f"`{str(value['$ref']).rpartition('/')[2]}`"
    if "anyOf" in value:
        kinds = [kind_of(each).split(" or ") for each in value["anyOf"] if each != NULL]
        return " or ".join(dict.fromkeys(word for kind in kinds for word in kind))
    if value.get("type") == "array":
        inner = value.get("items") or {"anyOf": value.get("prefixItems", [{}])}
        return f"[{kind_of(inner)}]"
    if "enum" in value:
        return " or ".join(f"`{each}`" for each in value["enum"])
    return WORDS.get(str(value.get("type")), "anything")


def declared() -> list[Route]:
    """All routes, put together without a server: nothing of them is called."""
    server = cast(hub.Hub, None)
    past = PastApi(server, cast(Reviews, None))
    return [*people_routes(cast(People, None)), *TablesApi(server).routes(), *past.routes()]


def routes() -> Iterator[str]:
    yield "| route | does | who may call | refusals of its own |"
    yield "|---|---|---|---|"
    for route in declared():
        own = ", ".join(f"`{code_of(kind)}`" for kind in errors_of(route) if kind in route.errors)
        yield f"| `{route.method} {route.path}` | {route.summary} | {route.who.value} | {own} |"


def refusals() -> Iterator[str]:
    yield "| code | HTTP status | means |"
    yield "|---|---|---|"
    kinds: set[type[SprawdzamError]] = {*OF_ACTIONS, *_below(Refusal)}
    kinds.update(kind for route in declared() for kind in route.errors)
    for kind in sorted(kinds - {StoreDown}, key=code_of):  # that one is told as Unavailable
        yield f"| `{code_of(kind)}` | {status_of(kind)} | {words(kind.__doc__)} |"


def limits() -> Iterator[str]:
    rates, asides = Rates(), Rate(int(socket.ASIDES_BURST), socket.ASIDES)
    yield "| what | at most |"
    yield "|---|---|"
    yield f"| requests over one socket | {connection.BURST:.0f} at once, {connection.RATE:.0f} a second |"
    yield f"| a `join` counts as | {hub.JOIN:g} requests |"
    yield f"| requests over all sockets of one address | {_rate(rates.request)} |"
    yield f"| requests of one user that change a table, over all sockets | {_rate(rates.event)} |"
    yield f"| requests over one socket that wait to be read | {socket.WAITING} |"
    yield f"| pings, pongs and later parts of messages over one socket | {_rate(asides)} |"
    yield f"| parts of one message | {socket.PARTS} |"
    yield f"| length of a request | {connection.LONGEST} characters |"
    yield f"| refused requests in a row before the socket is closed | {connection.PATIENCE} |"
    yield f"| bytes that you have not read yet | {connection.BACKLOG} |"
    yield f"| tables that one socket follows | {hub.JOINED} |"
    yield f"| time to send a seal, or a part, where moves have no longer time | {due.ANSWER // 1000} s |"
    yield f"| calls of one address, connections included | {_rate(rates.address)} |"
    yield f"| sockets of one address at once, unless whoever runs the server says otherwise | {SOCKETS} |"
    yield f"| REST calls of one user | {_rate(rates.user)} |"
    yield f"| new guests from one address | {_rate(rates.guest)} |"
    yield f"| new tables of one user | {_rate(rates.table)} |"
    yield f"| words of one user at tables | {_rate(rates.word)} |"
    yield f"| hints for one user | {_rate(rates.hint)} |"
    yield f"| attempts to sign in or to open an account, by address and by login | {_rate(rates.sign_in)} |"
    yield f"| logs, replays, reviews and lists of draws that have to be made, of one address | {_rate(rates.past)} |"
    yield f"| taking or deleting one's data, of one address | {_rate(rates.own_data)} |"
    yield f"| body of a REST call | {api.LARGEST} bytes |"
    yield f"| address with its query | {guard.LONGEST_ADDRESS} bytes |"
    yield f"| all headers together | {guard.LARGEST_HEADERS} bytes |"


def _rate(rate: Rate) -> str:
    if rate.each_second >= 1:
        return f"{rate.burst} at once, {rate.each_second:g} a second"
    return f"{rate.burst} at once, {rate.each_second * 60:g} a minute"


def _below(kind: type[SprawdzamError]) -> Iterator[type[SprawdzamError]]:
    for each in kind.__subclasses__():
        if each.__module__.startswith("sprawdzam.server."):  # tests have refusals of their own
            yield each
        yield from _below(each)


def tables() -> dict[str, list[str]]:
    """What stands between the markers of the page."""
    requests, replies = get_args(wire.AnyRequest), get_args(wire.AnyReply)
    return {
        "requests": list(messages(requests, "do")),
        "replies": list(messages(replies, "is")),
        "parts": list(others([*requests, *replies])),
        "routes": list(routes()),
        "refusals": list(refusals()),
        "limits": list(limits()),
        "example": ["```python", *(ROOT / "examples" / "bot.py").read_text("utf-8").splitlines(), "```"],
    }


def page(text: str) -> str:
    """The page with its tables as they ought to be."""
    for name, lines in tables().items():
        block = "\n".join([f"<!-- {name}: made by make docs -->", *lines, "<!-- end -->"])
        text, times = re.subn(rf"<!-- {name}: .*?<!-- end -->", lambda _: block, text, flags=re.DOTALL)  # noqa: B023
        assert times == 1, f"{PAGE.name} has {times} places for {name}"
    return text


def wanted() -> dict[Path, str]:
    """The files as they ought to be."""
    described = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    return {SCHEMA: described, PAGE: page(PAGE.read_text("utf-8"))}
