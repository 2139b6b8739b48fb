"""The draws of a match that is over: told as they were dealt, so that any program can make them again.

``python -m tests.server.test_draws`` writes the values by which the page's own arithmetic is tested.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest

from sprawdzam.engine.audit import audit
from sprawdzam.engine.chance import Keyed, kind_at
from sprawdzam.engine.fairness import seal
from sprawdzam.engine.log import read_log
from sprawdzam.engine.match import Match
from sprawdzam.games import all_games, find
from sprawdzam.server.draws import draws
from sprawdzam.server.limits import Buckets, Rate
from sprawdzam.server.past import Past
from sprawdzam.server.table import Table

from ..engine.dealing import fair
from .sockets import Person, World, serving

VECTORS = Path(__file__).parents[2] / "web" / "tests" / "draws.json"
PART = bytes(range(32))
GAMES = tuple(game.name for game in all_games())


def told(match: Match) -> Any:
    """The draws of a match as they go over the wire."""
    return json.loads(msgspec.json.encode(draws(Past(cast(Table, None), match.log, frozenset()))))


def vectors() -> list[dict[str, Any]]:
    """A match of each game, broken off, with its proof, its draws and its log."""
    found = []
    for name in GAMES:
        match = fair(find(name).setup(), 3, 12, table="T1", deal=2)
        assert match.log.proof
        found.append({"game": name, "proof": match.log.proof.to_json(), "draws": told(match), "log": match.log.text})
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_draw_of_every_game_can_be_made_again(name: str) -> None:
    match = fair(find(name).setup(), 5)
    done = audit(read_log(match.log.text, find))
    answer = told(match)
    assert done.proved and answer["whole"]
    assert match.log.proof
    key = Keyed(match.log.proof.deal_secret)
    zones = {zone.name.lower(): zone for step in match.log.steps for zone in (draw.zone for draw in step.draws)}
    zones |= {draw.zone.name.lower(): draw.zone for draw in match.log.opening}
    for draw, right in zip(answer["draws"], done.draws, strict=True):
        kinds = answer["kinds"][draw["zone"]]
        assert (draw["zone"], draw["number"], draw["value"]) == (right.zone, right.number, right.value)
        assert {kinds[kind]: count for kind, count in enumerate(draw["among"]) if count} == right.among
        place = key.roll(zones[draw["zone"]], draw["number"], sum(draw["among"]))
        assert kinds[kind_at(draw["among"], place)] == draw["value"]
        assert draw["step"] == right.line - done.told.line
    addresses = [(draw["zone"], draw["number"]) for draw in answer["draws"]]
    assert len(set(addresses)) == len(addresses)


def test_what_was_dealt_is_told_and_not_what_ought_to_have_been() -> None:
    log = fair(find("blef").setup(2), 5, 3).log.text
    card = "2-6" if "deck 1-2" in log else "1-2"
    first = log.partition("deck ")[2][:3]
    false = read_log(log.replace(f"deck {first}", f"deck {card}", 1), find).match()
    assert next(draw["value"] for draw in told(false)["draws"] if draw["zone"] == "deck") == card


def test_a_match_that_went_on_by_newer_rules_says_so() -> None:
    match = fair(find("blef").setup(2), 5, 6)
    later = Match.from_position(match.log.setup, match.state, Keyed.fresh())
    assert not told(later)["whole"]


@pytest.mark.skipif(not VECTORS.parent.exists(), reason="the page is not there to be tested")
def test_the_page_is_tested_with_values_of_ours() -> None:
    assert json.loads(VECTORS.read_text("utf-8")) == vectors()


# --- over the wire ---


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[tuple[Any, str, Person]]:
    async with serving(tmp_path / "test.db", World()) as (server, address):
        host = await Person.guest(address, "Ola")
        yield server, address, host
        await host.http.aclose()


@pytest.mark.anyio
async def test_they_are_told_after_the_end_also_of_an_aborted_match_and_not_before(world: Any) -> None:
    server, address, host = world
    wanted = {"game": "blef", "seats": 2, "seat": 0, "bots": ["novice"], "rated": False}
    opened = await host.http.post("/api/tables", json=wanted)
    table = opened.json()["id"]
    path = f"{address}/api/tables/{table}/draws"
    socket = await host.socket(table)

    async def refused() -> bool:
        async with httpx.AsyncClient() as nobody:
            for asked in (nobody, host.http):
                answer = await asked.get(path)
                if (answer.status_code, answer.json()["error"]) != (409, "not_now") or "draws" in answer.json():
                    return False
        return True

    def phase(name: str) -> Any:
        return socket.wait(lambda told: (told.get("desk") or {}).get("phase") == name)

    assert await refused()
    await socket.ask("start")
    await phase("sealing")
    assert await refused()
    await socket.ask("seal", seal=seal(table, 1, 0, PART))
    assert await refused()
    await socket.ask("show", part=PART.hex())
    await phase("running")
    assert await refused()
    await socket.ask("offer", what="abort", on=True)
    await phase("aborted")
    await socket.close()
    async with httpx.AsyncClient() as nobody:
        answer = await nobody.get(path)
        log = (await nobody.get(f"{address}/api/tables/{table}/log")).json()["log"]
        assert answer.status_code == 200, answer.text
        done = audit(read_log(log, find))
        assert done.proved
        assert [(d["zone"], d["number"], d["value"]) for d in answer.json()["draws"]] == [
            (d.zone, d.number, d.value) for d in done.draws
        ]
        assert (await nobody.get(f"{address}/api/tables/none/draws")).status_code == 404
        server.limits.past = Buckets(Rate(1, 0.001), lambda: 0.0)
        assert [(await nobody.get(path)).status_code for _ in range(2)] == [200, 429]


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
