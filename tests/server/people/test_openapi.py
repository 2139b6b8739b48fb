"""The description of the REST API is true: a program that knows only it finds nothing else."""

from __future__ import annotations

import threading
import time

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from sprawdzam.server.openapi import describe, errors_of
from sprawdzam.server.people_api import people_routes
from sprawdzam.server.refusals import TooMany, code_of
from sprawdzam.server.route import Who

from .conftest import FREELY, building

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    negative_data_rejection,
    unsupported_method,
]
LEAVING = ("/api/me", "/api/sessions", "/api/me/password")  # what would sign the caller out


@pytest.fixture(scope="module")
def served(blank, tmp_path_factory):
    """The address of a real server, and the session of an account."""
    with building(blank, tmp_path_factory.mktemp("served")) as make:
        site = make(rates=FREELY)
        ola = site.account("ola")
        config = uvicorn.Config(site.app, host="127.0.0.1", port=0, lifespan="off", log_level="critical")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=site.run, args=(server.serve,))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", ola.cookies["sprawdzam"]
        server.should_exit = True
        thread.join()


DESCRIPTION = schemathesis.openapi.from_dict(describe(people_routes(None)))
OPERATIONS = [found.ok() for found in DESCRIPTION.get_all_operations()]
FOR_PEOPLE = [one for one in OPERATIONS if one.definition.raw.get("security") and one.path not in LEAVING]
everywhere = pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)


def call(operation, mode, address, checks, headers):
    """Calls an operation with what its description allows, or with what it forbids."""
    if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query or operation.path_parameters):
        return

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=3,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case):
        case.call_and_validate(base_url=address, checks=checks, headers=headers)

    check()


@everywhere
def test_strangers_get_what_is_described(operation, served):
    checks = [*CHECKS, ignored_auth]
    call(operation, GenerationMode.POSITIVE, served[0], checks, {})
    if not operation.definition.raw.get("security"):
        call(operation, GenerationMode.NEGATIVE, served[0], checks, {})


@pytest.mark.parametrize("mode", GenerationMode, ids=str)
@pytest.mark.parametrize("operation", FOR_PEOPLE, ids=lambda operation: operation.label)
def test_people_get_what_is_described(operation, mode, served):
    address, cookie = served
    told = {"origin": address, "content-type": "application/json", "cookie": f"sprawdzam={cookie}"}
    call(operation, mode, address, CHECKS, told)


def test_the_description_is_valid_openapi():
    DESCRIPTION.validate()
    assert DESCRIPTION.raw_schema["openapi"] == "3.1.0"


def test_every_route_is_described(site):
    routes = people_routes(site.people)
    paths = describe(routes)["paths"]
    assert {(path, method.upper()) for path, methods in paths.items() for method in methods} == {
        (route.path, route.method) for route in routes
    }
    operations = [operation for methods in paths.values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(routes) >= 24


def test_every_error_of_a_route_is_described(site):
    for route in people_routes(site.people):
        told = describe([route])["paths"][route.path][route.method.lower()]
        for kind in errors_of(route):
            assert f"`{code_of(kind)}`" in str(told["responses"]), (route, kind)
        assert TooMany in errors_of(route)
        assert ("security" in told) == (route.who is not Who.ANYONE)


def test_a_user_is_told_without_password(site):
    shown = describe(people_routes(site.people))["components"]["schemas"]["User"]["properties"]
    assert set(shown) == {"id", "kind", "name", "login", "owner", "language", "created", "seen"}
