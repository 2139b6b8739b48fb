"""Matches that are over: everybody who has the link may look at all of them, and nobody at one that is not over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sprawdzam.bots import review
from sprawdzam.engine.fairness import seal
from sprawdzam.server import reviews
from sprawdzam.server.app import Server
from sprawdzam.server.limits import Buckets, Rate

from .sockets import Person, Socket, World, serving

pytestmark = pytest.mark.anyio


class Site:
    def __init__(self, server: Server, address: str, host: Person) -> None:
        self.server = server
        self.address = address
        self.host = host

    async def table(self, bots: int = 2, seat: int | None = None) -> str:
        body = {"game": "blef", "seats": 2, "seat": seat, "bots": ["novice"] * bots, "rated": False}
        answer = await self.host.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def played(self) -> str:
        """A match of two bots, to its end."""
        table = await self.table()
        socket = await self.host.socket(table)
        await socket.ask("start")
        await socket.wait(lambda told: (told.get("desk") or {}).get("phase") == "over", seconds=60)
        await socket.close()
        return table

    async def get(self, path: str) -> httpx.Response:
        """Asked by nobody: without a cookie."""
        async with httpx.AsyncClient(base_url=self.address) as nobody:
            return await nobody.get(path, timeout=60)

    async def reviewed(self, table: str) -> dict[str, Any]:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            answer = await self.get(f"/api/tables/{table}/review")
            assert answer.status_code == 200, answer.text
            if answer.json()["review"]:
                return dict(answer.json()["review"])
        raise AssertionError("no review")


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr(review, "MATCHES", 20)
    monkeypatch.setattr(review, "WORK", 1)
    async with serving(tmp_path / "test.db", World()) as (server, address):
        host = await Person.guest(address, "Ola")
        yield Site(server, address, host)
        await host.http.aclose()


async def test_nothing_is_told_of_a_match_that_is_not_over(site: Site) -> None:
    table = await site.table(bots=1, seat=0)
    socket = await site.host.socket(table)
    for _ in range(2):
        for what in ("log", "replay", "replay?seat=0", "review"):
            answer = await site.get(f"/api/tables/{table}/{what}")
            assert (answer.status_code, answer.json()["error"]) == (409, "not_now"), what
        await socket.ask("start")
    await socket.close()
    assert (await site.get("/api/tables/none/replay")).status_code == 404


async def test_whoever_has_the_link_sees_every_moment_with_nothing_hidden(site: Site) -> None:
    table = await site.played()
    told = (await site.get(f"/api/tables/{table}/replay")).json()
    log = (await site.get(f"/api/tables/{table}/log")).json()["log"]
    assert f"end: {len(told['moments']) - 1} steps, over" in log
    assert (told["game"], told["seat"], told["names"], told["aborted"]) == ("blef", None, ["Novice", "Novice 2"], False)
    assert told["bots"] == [0, 1]
    hands = [zone for zone in told["zones"] if zone["kind"] == "hand"]
    assert hands and all(piece["face"] for zone in hands for piece in zone["pieces"])
    assert max(place for moment in told["moments"] for place in moment["zones"]) == len(told["zones"]) - 1
    assert any("wins" in line for line in told["moments"][-1]["told"])
    assert sorted(told["ranks"]) == [1, 2]


async def test_a_seat_saw_less(site: Site) -> None:
    table = await site.played()
    open_, seat = [(await site.get(f"/api/tables/{table}/replay{who}")).json() for who in ("", "?seat=1")]
    assert len(open_["moments"]) == len(seat["moments"])
    hands = [seat["zones"][at] for at in seat["moments"][1]["zones"] if seat["zones"][at]["kind"] == "hand"]
    assert [all(piece["face"] for piece in hand["pieces"]) for hand in hands] == [False, True]
    answer = await site.get(f"/api/tables/{table}/replay?seat=2")
    assert answer.status_code == 400 and "0 to 1" in answer.json()["text"]


async def test_a_review_is_made_once_for_all_who_ask(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    real = reviews.reviewing
    monkeypatch.setattr(reviews, "reviewing", lambda *args: begun.append(1) or real(*args))
    table = await site.played()
    first, second = await asyncio.gather(site.reviewed(table), site.reviewed(table))
    assert first == second and len(begun) == 1
    for seat in first["seats"]:
        assert seat["begin"] + seat["luck"] + seat["skill"] == pytest.approx(seat["end"], abs=0.001)
    polish = await site.host.http.get(f"/api/tables/{table}/review", headers={"accept-language": "pl"})
    assert polish.json()["review"]["seats"][0]["name"] == "Nowicjusz" and len(begun) == 1


async def test_work_is_bounded(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await site.played()
    monkeypatch.setattr(reviews, "WAITING", 0)
    answer = await site.get(f"/api/tables/{table}/review")
    assert (answer.status_code, answer.json()["error"]) == (503, "busy")
    site.server.limits.past = Buckets(Rate(1, 0.001), lambda: 0.0)
    assert (await site.get(f"/api/tables/{table}/replay")).status_code == 200
    assert (await site.get(f"/api/tables/{table}/replay")).status_code == 200  # it is kept
    assert (await site.get(f"/api/tables/{table}/replay?seat=0")).status_code == 429
    log = await site.get(f"/api/tables/{table}/log")  # the whole match is played again for it
    assert log.status_code == 429 and log.json()["retry_after"] > 0


async def test_a_review_that_fails_is_not_tried_for_ever(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def broken(*args: Any) -> Any:
        begun.append(1)
        raise RuntimeError("broken")
        yield

    monkeypatch.setattr(reviews, "reviewing", broken)
    table = await site.played()
    for _ in range(2):
        answer = await site.get(f"/api/tables/{table}/review")
        assert (answer.status_code, answer.json()["error"]) == (409, "not_now")
    assert len(begun) == 1


async def running(site: Site) -> tuple[str, Socket]:
    """A duel with a bot that has begun."""
    table = await site.table(bots=1, seat=0)
    socket = await site.host.socket(table)
    await socket.ask("start")
    part = bytes(32)
    await socket.wait(lambda told: (told.get("desk") or {}).get("phase") == "sealing")
    await socket.ask("seal", seal=seal(table, 1, 0, part))
    await socket.ask("show", part=part.hex())
    await socket.wait(lambda told: (told.get("desk") or {}).get("phase") == "running")
    return table, socket


async def test_before_a_match_it_is_said_that_there_is_none_yet(site: Site) -> None:
    table = await site.table(bots=1, seat=0)
    socket = await site.host.socket(table)
    for phase in ("gathering", "sealing"):
        for what in ("log", "draws", "replay", "review"):
            answer = await site.get(f"/api/tables/{table}/{what}")
            assert (answer.status_code, answer.json()["error"]) == (409, "not_now")
            assert "no match has been played" in answer.json()["text"], phase
        await socket.ask("start")
    await socket.close()
    table, socket = await running(site)
    assert "hidden cards" in (await site.get(f"/api/tables/{table}/log")).json()["text"]
    await socket.close()


async def test_a_match_that_ended_by_resignation_is_reviewed(site: Site) -> None:
    table, socket = await running(site)
    await socket.ask("resign")
    await socket.wait(lambda told: (told.get("desk") or {}).get("phase") == "over", seconds=60)
    await socket.close()
    assert [seat["end"] for seat in (await site.reviewed(table))["seats"]] == [0, 1]


async def test_a_match_that_was_called_off_can_be_seen_and_is_not_reviewed(site: Site) -> None:
    table, socket = await running(site)
    await socket.ask("offer", what="abort", on=True)
    await socket.wait(lambda told: (told.get("desk") or {}).get("phase") == "aborted")
    await socket.close()
    told = (await site.get(f"/api/tables/{table}/replay")).json()
    assert told["aborted"] and told["moments"]
    answer = await site.get(f"/api/tables/{table}/review")
    assert (answer.status_code, answer.json()["error"]) == (409, "not_now")
