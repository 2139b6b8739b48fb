"""The example of the docs plays on a real server: as a guest at its own table, as a program at the table of another."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

import sprawdzam
from sprawdzam.engine.audit import audit
from sprawdzam.engine.fairness import seal
from sprawdzam.engine.log import read_log
from sprawdzam.games import find

from .serving import serving

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it keeps its part of a deal."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def start(site: str, *args: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(BOT), site, *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(bot: subprocess.Popen[str]) -> str:
    """The id of the table at which it has played."""
    try:
        told, wrong = bot.communicate(timeout=60)
    finally:
        bot.kill()
    assert (bot.returncode, wrong) == (0, "")
    assert " is over; my seat: " in told
    return told.split()[0]


def check(site: str, table: str) -> None:
    """The match is in the log, and its deal is proved, with the parts that the example added."""
    log = httpx.get(f"{site}/api/tables/{table}/log").json()["log"]
    assert sprawdzam.load(log).over
    assert audit(read_log(log, find)).proved


@pytest.mark.parametrize(
    ("wanted", "told"),
    [(["poker"], "poker"), (["A" * 22], "no table"), (["blef", "wrong"], "token"), (["A" * 22, "wrong"], "HTTP 401")],
)
def test_what_is_not_there_is_told_in_one_line(site: str, wanted: list[str], told: str) -> None:
    bot = start(site, *wanted)
    out, wrong = bot.communicate(timeout=60)
    assert (bot.returncode, out) == (1, "") and told in wrong and len(wrong.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "Plays at random: python bot.py http://127.0.0.1:8317 TABLE"),
        (["http://127.0.0.1:8317"], "Plays at random: "),
        (["http://127.0.0.1:9", "blef"], "http://127.0.0.1:9: "),
        (["play.example", "blef"], "play.example: "),
    ],
)
def test_without_a_server_or_arguments_it_says_so_in_one_line(args: list[str], told: str) -> None:
    done = subprocess.run([sys.executable, str(BOT), *args], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(told) and len(done.stderr.splitlines()) == 1


def test_a_proxy_without_a_server_behind_it_is_told_in_one_line() -> None:
    class Proxy(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_error(502)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.handle_request, daemon=True).start()
        address = f"http://127.0.0.1:{proxy.server_port}"
        out, wrong = start(address, "blef").communicate(timeout=60)
    assert (out, wrong) == ("", f"{address}: HTTP Error 502: Bad Gateway\n")


@pytest.mark.parametrize("game", ["blef", "nerwy"])
def test_a_guest_opens_a_table_and_plays_to_the_end(site: str, game: str) -> None:
    check(site, end(start(site, game)))
    assert not list(Path().iterdir())


def test_a_program_that_is_killed_between_its_seal_and_its_part_comes_back_with_it(site: str, folder: Path) -> None:
    with httpx.Client(base_url=site, headers={"origin": site}) as person:
        person.post("/api/accounts", json={"login": "patient", "password": "correct horse battery"}).raise_for_status()
        wanted = {"game": "blef", "seats": 2, "rated": False, "clock": {"kind": "move", "seconds": 3 * 24 * 3600}}
        table = person.post("/api/tables", json=wanted).json()["id"]
        program = person.post("/api/programs", json={"name": "Gamma"}).json()["id"]
        token = person.post(f"/api/programs/{program}/tokens", json={"name": "test"}).json()["secret"]
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    headers = {"origin": site, "cookie": cookie}
    with connect(site.replace("http", "ws", 1) + "/api/socket", additional_headers=headers) as socket:
        ids = itertools.count()

        def ask(do: str, **fields: Any) -> None:
            socket.send(json.dumps({"do": do, "id": f"r{next(ids)}", "table": table, **fields}))

        def desk(wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
            while not wanted(told := json.loads(socket.recv(timeout=20)).get("desk") or {"phase": "", "places": []}):
                pass
            return told

        ask("join", style="view")
        bot = start(site, table, token)
        desk(lambda told: [place["kind"] for place in told["places"]] == ["person", "program"])
        ask("start")
        sealed = desk(lambda told: told["places"] and told["places"][1].get("seal"))
        bot.kill()
        bot.communicate()
        part = bytes(32)
        ask("seal", seal=seal(table, sealed["deal"], 0, part))
        desk(lambda told: told["phase"] == "showing")
        ask("show", part=part.hex())
        bot = start(site, table, token)
        desk(lambda told: told["phase"] == "running")
        ask("resign")
        desk(lambda told: told["phase"] == "over")
    told, _ = bot.communicate(timeout=60)
    assert f"{table} is over; my seat: 1" in told
    assert not list(folder.iterdir())
    log = httpx.get(f"{site}/api/tables/{table}/log").json()["log"]
    assert audit(read_log(log, find)).proved


def test_a_program_cannot_sit_down_at_a_rated_table_of_its_own_account(site: str) -> None:
    with httpx.Client(base_url=site, headers={"origin": site}) as person:
        person.post("/api/accounts", json={"login": "vain", "password": "correct horse battery"}).raise_for_status()
        table = person.post("/api/tables", json={"game": "blef", "seats": 2}).json()["id"]
        program = person.post("/api/programs", json={"name": "Delta"}).json()["id"]
        token = person.post(f"/api/programs/{program}/tokens", json={"name": "test"}).json()["secret"]
    bot = start(site, table, token)
    _, told = bot.communicate(timeout=60)
    assert bot.returncode and "this match is rated" in told


def test_programs_sit_down_at_the_table_of_somebody_who_only_watches(site: str) -> None:
    with httpx.Client(base_url=site, headers={"origin": site}) as person:
        person.post("/api/accounts", json={"login": "owner", "password": "correct horse battery"}).raise_for_status()
        wanted = {"game": "blef", "seats": 3, "bots": ["novice"], "seat": None, "rated": False}
        table = person.post("/api/tables", json=wanted).json()["id"]
        bots = []
        for name in ("Alfa", "Beta"):
            program = person.post("/api/programs", json={"name": name}).json()["id"]
            token = person.post(f"/api/programs/{program}/tokens", json={"name": "test"}).json()["secret"]
            bots.append(start(site, table, token))
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    headers = {"origin": site, "cookie": cookie}
    with connect(site.replace("http", "ws", 1) + "/api/socket", additional_headers=headers) as socket:
        socket.send(json.dumps({"do": "join", "id": "1", "table": table}))
        started = over = False
        while not over:
            desk = json.loads(socket.recv(timeout=20)).get("desk") or {"phase": "", "places": []}
            over = desk["phase"] == "over"
            if not started and [place["kind"] for place in desk["places"]] == ["program", "program", "bot"]:
                socket.send(json.dumps({"do": "start", "id": "2", "table": table}))
                started = True
    assert [end(bot) for bot in bots] == [table, table]
    check(site, table)
