"""Figures of a node are for the machine itself, and for whom its operator has named."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from starlette.testclient import TestClient

from sprawdzam.server.app import Server, Settings
from sprawdzam.server.guard import Gate

from .conftest import KEY

HERE, MONITOR, STRANGER, PROXY = "127.0.0.1", "192.0.2.9", "198.51.100.7", "203.0.113.1"


@pytest.mark.parametrize(
    "caller, forwarded, answered",
    [
        (HERE, None, 200),
        (MONITOR, None, 200),
        (STRANGER, None, 404),
        (PROXY, MONITOR, 200),
        (PROXY, STRANGER, 404),
        (STRANGER, MONITOR, 404),  # whoever says so and is no proxy of ours
        ("nowhere", None, 404),
    ],
)
def test_figures_are_told_to_the_machine_itself_and_to_monitors(
    sqlite_url: str, caller: str, forwarded: str | None, answered: int
) -> None:
    gate = Gate(proxies=(ip_network(PROXY),))
    server = Server(Settings(sqlite_url, KEY, gate, monitors=(ip_network("192.0.2.0/28"),)))
    with TestClient(server, client=(caller, 50_000)) as client:
        answer = client.get("/metrics", headers={"x-forwarded-for": forwarded} if forwarded else {})
    assert answer.status_code == answered
    assert ("sprawdzam_sockets" in answer.text) == (answered == 200)


def test_figures_are_told_to_nobody_else_by_default(sqlite_url: str) -> None:
    with TestClient(Server(Settings(sqlite_url, KEY)), client=(MONITOR, 50_000)) as client:
        assert client.get("/metrics").status_code == 404
