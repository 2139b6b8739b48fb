"""The OpenAPI 3.1 description of declared routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from sprawdzam import __version__
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.server.cookies import NAME
from sprawdzam.server.refusals import (
    BadRequest,
    Failed,
    ForeignOrigin,
    LongAddress,
    LongHeaders,
    NotAllowed,
    NotFound,
    NotJson,
    NotSignedIn,
    Problem,
    TooLarge,
    TooMany,
    Unavailable,
    code_of,
    status_of,
)
from sprawdzam.server.route import PART, SAFE, Route, Who

SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "An API token of a program (spz_...)."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": NAME,
        "description": "The session of a browser (over https the name is __Host-" + NAME + "). Unsafe methods need a "
        "same-origin Origin or Sec-Fetch-Site and Content-Type: application/json besides.",
    },
}


def describe(routes: Sequence[Route]) -> dict[str, Any]:
    kinds: list[Any] = [Problem]
    for route in routes:
        kinds += [kind for kind in (route.takes, route.gives, route.query) if kind is not None]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(repr, kinds), schemas, strict=True))
    queries = {route.query.__name__ for route in routes if route.query is not None}
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema_of, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sprawdzam!", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": {name: schema for name, schema in components.items() if name not in queries},
            "securitySchemes": SCHEMES,
        },
    }


def errors_of(route: Route) -> list[type[SprawdzamError]]:
    """Everything that a call may be refused with."""
    everywhere: list[type[SprawdzamError]] = [NotSignedIn, TooMany, LongAddress, LongHeaders, TooLarge, Failed]
    everywhere.append(Unavailable)
    if route.takes is not None:
        everywhere += [BadRequest, NotJson]
    if route.query is not None:
        everywhere.append(BadRequest)
    if route.method not in SAFE:
        everywhere += [ForeignOrigin, NotJson]
    if route.who not in (Who.ANYONE, Who.USER):
        everywhere.append(NotAllowed)
    if "{" in route.path:
        everywhere.append(NotFound)
    return sorted({*everywhere, *route.errors}, key=lambda kind: (status_of(kind), code_of(kind)))


def _operation(route: Route, schema_of: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    words = re.findall(r"\w+", route.path.removeprefix("/api"))
    operation: dict[str, Any] = {
        "operationId": "_".join([route.method.lower(), *words]),
        "summary": route.summary,
        "description": f"Who may call: {route.who.value}.",
        "tags": [words[0]],
        "parameters": [*_parts(route), *_query(route, components)],
        "responses": _responses(route, schema_of),
    }
    if route.takes is not None:
        body = {"application/json": {"schema": schema_of[repr(route.takes)]}}
        operation["requestBody"] = {"required": True, "content": body}
    if route.who is not Who.ANYONE:
        operation["security"] = [{"session": []}] + ([{"token": []}] if route.who is Who.USER else [])
    return operation


def _parts(route: Route) -> list[dict[str, Any]]:
    schema = {"type": "string", "pattern": f"^{PART.pattern}$"}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name in re.findall(r"\{(\w+)", route.path)
    ]  # fmt: skip


def _query(route: Route, components: dict[str, Any]) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    shape = components[route.query.__name__]
    return [
        {"name": name, "in": "query", "required": name in shape["required"], "schema": schema}
        for name, schema in shape["properties"].items()
    ]


def _responses(route: Route, schema_of: dict[str, Any]) -> dict[str, Any]:
    good: dict[str, Any] = {"description": "Done."}
    if route.gives is not None:
        good["content"] = {"application/json": {"schema": schema_of[repr(route.gives)]}}
    responses = {str(route.succeeds_with): good}
    for kind in errors_of(route):
        entry = responses.setdefault(
            str(status_of(kind)),
            {"description": "", "content": {"application/json": {"schema": schema_of[repr(Problem)]}}},
        )
        told = f"`{code_of(kind)}`: {(kind.__doc__ or '').splitlines()[0]}"
        entry["description"] = f"{entry['description']} {told}".strip()
        if status_of(kind) in (429, 503):
            entry["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "seconds"}}
    return responses
