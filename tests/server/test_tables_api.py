"""Opening a table: what is not possible is refused in words, in the language of whoever asks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from .sockets import Person, World, serving

pytestmark = pytest.mark.anyio

HOUR, DAY = 3600, 86_400  # seconds


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Person]:
    async with serving(tmp_path / "test.db", World()) as (_, address):
        person = await Person.guest(address, "Ola")
        yield person
        await person.http.aclose()


async def refused(host: Person, **wanted: Any) -> tuple[int, str, str]:
    answer = await host.http.post("/api/tables", json={"game": "blef", **wanted}, headers={"accept-language": "pl"})
    told = answer.json()
    return answer.status_code, told["error"], told["text"]


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 9, 10**15])
async def test_whoever_wants_as_many_seats_as_the_game_does_not_have_is_told_which_it_has(
    host: Person, seats: int
) -> None:
    assert await refused(host, seats=seats) == (400, "bad_option", f"seats: blef ma od 2 do 6 miejsc, a nie {seats}")
    assert (await refused(host, seats=2.5))[1] == (await refused(host, seats="2"))[1] == "bad_request"


async def test_without_a_clock_there_are_no_seconds(host: Person) -> None:
    status, error, text = await refused(host, clock={"kind": "none", "seconds": 10})
    assert (status, error) == (400, "bad_option") and "bez zegara" in text
    for clock in ({"kind": "none"}, {"kind": "none", "seconds": 0}, {}):
        assert (await host.http.post("/api/tables", json={"game": "blef", "clock": clock})).status_code == 201


@pytest.mark.parametrize("kind, long, most", [("move", HOUR, 14 * DAY), ("match", DAY, 7 * DAY)])
async def test_a_clock_may_leave_days_and_then_nobody_is_replaced(
    host: Person, kind: str, long: int, most: int
) -> None:
    for seconds, away in ((5, 60), (long - 1, 60), (long, 0), (3 * DAY, 0), (most, 0)):
        wanted = {"game": "blef", "clock": {"kind": kind, "seconds": seconds}}
        answer = await host.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        socket = await host.socket(answer.json()["id"])
        whole = await socket.wait(lambda told: told["is"] == "whole")
        assert (whole["about"]["clock"]["seconds"], whole["about"]["away"]) == (seconds, away)
        await socket.close()
    for seconds in (4, most + 1):
        status, error, text = await refused(host, clock={"kind": kind, "seconds": seconds})
        assert (status, error) == (400, "bad_option") and f"od 5 do {most}" in text
