"""The whole REST API of a real server against its own description, with Schemathesis: what is described is what comes.

Each route is called with bodies and parameters that fit the description and with some that do not, for what exists and
for what does not, by an account, by a program and by nobody. The choice is the same in every run.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from sprawdzam.server.api import OPENAPI

from .serving import serving

ROUTES = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "protocol.py"))["declared"]()
FEW, FULL = 4, 300  # examples of each kind, for each route: in `make test`, in `make soak`
NUMBERS = count()

# What fits the description is accepted, but here: names, logins, passwords, answers of pass keys, options, places in a
# list and seats of a table obey rules that no schema can say; whoever breaks one is told so.
TIGHTER = {
    "POST /api/guests", "POST /api/accounts", "POST /api/passkeys/begin", "POST /api/passkeys/finish",
    "POST /api/sessions/passkey/finish", "PATCH /api/me", "PUT /api/me/password", "GET /api/me/matches",
    "GET /api/users/{id}/matches", "POST /api/programs", "POST /api/programs/{id}/tokens", "POST /api/tables",
    "GET /api/tables/{table}/replay",
}  # fmt: skip


class Site:
    """A server and somebody on it who has one of everything."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.schema = schemathesis.openapi.from_url(address + OPENAPI)
        self.schema.config.generation.update(with_security_parameters=False)  # we send our own
        refusals = self.schema.config.checks.negative_data_rejection
        refusals.expected_statuses = [*refusals.expected_statuses, "413", "414"]  # too long for anything
        self.sign_up()

    def sign_up(self) -> None:
        with httpx.Client(base_url=self.address, headers={"origin": self.address}) as person:

            def made(path: str, **body: Any) -> dict[str, Any]:
                answer = person.post(path, json=body)
                assert answer.status_code == 201, answer.text
                return dict(answer.json())

            me = made("/api/accounts", login=f"tester{next(NUMBERS)}", password="correct horse battery")
            program = made("/api/programs", name="Robot")
            token = made(f"/api/programs/{program['id']}/tokens", name="test")
            table = made("/api/tables", game="blef", seats=2, public=True, bots=["novice"])
            cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        self.there = {"table": table["id"], "game": "blef", "number": "0", "token": token["token"]["id"], "key": "none"}
        self.ids = {"programs": program["id"], "users": me["id"]}
        account = {"origin": self.address, "cookie": cookie, "content-type": "application/json"}
        self.callers = [account, {"authorization": f"Bearer {token['secret']}"}, {}]

    def make_real(self, case: Any) -> None:
        """What is named exists, and a table is one that can be set up."""
        known = self.there | {"id": self.ids.get(case.path.split("/")[2], "")}
        case.path_parameters.update({name: known[name] for name in case.path_parameters})
        if case.path == "/api/tables" and isinstance(case.body, dict):
            case.body.update(game="nerwy", seats=3, seat=None, bots=[], options={}, clock={}, rated=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site")) as address:
        yield Site(address)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_a_route_answers_as_it_is_described(site: Site, route: Any, full: bool) -> None:
    operation = site.schema[route.path][route.method]
    told: set[int] = set()
    left_out = [positive_data_acceptance] if f"{route.method} {route.path}" in TIGHTER else []
    examples = FULL if full else FEW

    def check(mode: GenerationMode) -> None:
        @given(operation.as_strategy(generation_mode=mode), st.sampled_from(site.callers), st.booleans())
        @settings(max_examples=examples, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        def ask(case: Any, caller: dict[str, str], real: bool) -> None:
            if mode is GenerationMode.POSITIVE and real:
                site.make_real(case)
            answer = case.call(headers=caller)
            told.add(answer.status_code)
            case.validate_response(answer, headers=caller, excluded_checks=left_out)

        ask()

    check(GenerationMode.POSITIVE)
    if route.takes or route.query or "{" in route.path:
        check(GenerationMode.NEGATIVE)
    if route.method in ("DELETE", "PUT"):
        site.sign_up()  # the one before may be gone
    assert told - {400, 415}, "nothing but what was wrong has been tried"


def test_every_route_of_the_server_is_described_and_asked_here(site: Site) -> None:
    described = httpx.get(site.address + OPENAPI).json()["paths"]
    pairs = {(method.upper(), path) for path, methods in described.items() for method in methods}
    assert pairs == {(route.method, route.path) for route in ROUTES}
    assert {f"{method} {path}" for method, path in pairs} > TIGHTER
