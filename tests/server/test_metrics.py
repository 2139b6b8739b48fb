"""Figures of a node are for the machine itself, and for whom its operator has named."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from sprawdzam.engine.fairness import seal
from sprawdzam.server.app import Server, Settings
from sprawdzam.server.guard import Gate

from .conftest import KEY
from .sockets import Person, World, serving

PAGE = Path(__file__).parents[2] / "docs" / "running-a-server.md"
PART = bytes(32)
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


def figures(text: str) -> dict[str, float]:
    """By name, and by name and label."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = "".join(f'{{{name}="{value}"}}' for name, value in sample.labels.items())
            found[sample.name + labels] = sample.value
    return found


def documented() -> set[str]:
    """The figures that the page tells of, with what they are counted by."""
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `sprawdzam_")]
    return {name for row in rows for name in re.findall(r"`(sprawdzam_[^`]+)`", row.split("|")[1])}


@pytest.mark.anyio
async def test_figures_are_those_of_the_page_and_tell_what_happens(tmp_path: Path) -> None:
    async with serving(tmp_path / "test.db", World()) as (_, address):
        ola = await Person.guest(address, "Ola")
        body = {"game": "blef", "seats": 2, "bots": ["novice"]}
        table = (await ola.http.post("/api/tables", json=body)).json()["id"]
        socket = await ola.socket(table, style="view")
        await socket.ask("start")
        await socket.ask("seal", seal=seal(table, 1, 0, PART))
        await socket.ask("show", part=PART.hex())
        asked = await socket.wait(lambda told: told["is"] == "frame" and told.get("asked") and told.get("actions"))
        before = figures((await ola.http.get("/metrics")).text)
        await socket.ask("play", actions=[asked["actions"][0]], asked=asked["asked"])
        after = figures((await ola.http.get("/metrics")).text)
    names = {re.sub(r'="[^"]*"', "", name) for name in after}
    told = {re.sub(r"_(bucket{le}|count|sum)$", "", name) for name in names if "_created" not in name}
    assert told == documented()
    for name in ("sprawdzam_sockets", "sprawdzam_tables", "sprawdzam_tables_driven"):
        assert after[name] == 1
    moved, done = 'sprawdzam_events_total{kind="moved"}', 'sprawdzam_requests_total{outcome="done"}'
    for name in (moved, done, "sprawdzam_store_seconds_count"):
        assert after[name] > before.get(name, 0)
