"""Sockets of a table come together at the worker that is at home there, and nothing goes wrong where they do not."""

from __future__ import annotations

import asyncio
import gc
import json
import secrets
import socket
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage, InvalidStatus

from sprawdzam.engine.fairness import seal
from sprawdzam.server import running
from sprawdzam.server.app import Server, Settings
from sprawdzam.server.homes import LONGEST, Homes, possible
from sprawdzam.server.limits import Rates
from sprawdzam.server.socket import Socket as Line

from .sockets import KEY, PATIENCE, Person, Socket, copied

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(not possible(), reason="no sockets are handed over here")]

PART = bytes(range(32))
RATE = 10_000.0


class Worker:
    """One worker with a port of its own, so that a test can choose who takes a connection."""

    def __init__(self, folder: Path, own: int, workers: int, sockets: int) -> None:
        self.homes = Homes(folder, own, workers)
        settings = Settings(f"sqlite:///{folder / 'test.db'}", KEY, tempo=0.0, sockets=sockets)
        config = running._config(settings, Rates().of_address(RATE), self.homes)
        assert isinstance(config.app, Server)
        self.server = config.app
        self.scopes: list[Any] = []
        config.app = self
        self.running = running._Announced(config, self.server, self.homes)
        self.bound = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.bound.getsockname()[1]}"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            self.scopes.append(scope | {"headers": list(scope["headers"]), "extensions": {}})
        await self.server(scope, receive, send)

    def line(self, table: str = "") -> connect:
        return connect(self.address.replace("http", "ws") + "/api/socket" + (f"?table={table}" if table else ""))

    @property
    def lines(self) -> int:
        return len(self.server.hub.lines)

    @asynccontextmanager
    async def up(self) -> AsyncIterator[Worker]:
        task = asyncio.create_task(self.running.serve([self.bound]))
        try:
            while not self.running.started:
                assert not task.done(), "the worker did not start"
                await asyncio.sleep(0.005)
            yield self
        finally:
            self.running.should_exit = True
            await task


@asynccontextmanager
async def workers(folder: Path, number: int = 2, sockets: int = 0) -> AsyncIterator[list[Worker]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Worker(folder, own, number, sockets).up()) for own in range(number)]


@pytest.fixture
def folder(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(running, "hold_back", lambda: None)  # the garbage of other tests is looked for all the same
    copied(migrated, tmp_path / "test.db")
    return tmp_path


def named(home: int, number: int = 2) -> str:
    """An id of which this worker is the home."""
    return Homes(Path(), home, number).draw(lambda: secrets.token_urlsafe(16))


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.01)


# --- where a home is ---


def test_every_id_has_one_home_and_homes_are_spread_evenly() -> None:
    ids = [secrets.token_urlsafe(16) for _ in range(4000)]
    views = [Homes(Path(), own, 4) for own in range(4)]
    assert all(len({homes.of(id) for homes in views}) == 1 for id in ids)
    assert all(800 < sum(views[0].of(id) == home for id in ids) < 1200 for home in range(4))
    found = [views[0].of(f"T{n}") for n in range(12)]
    assert found == [3, 1, 3, 1, 2, 0, 2, 0, 1, 3, 0, 2]  # the same in every process


@pytest.mark.parametrize("own", range(3))
def test_whoever_opens_a_table_is_at_home_there(own: int) -> None:
    homes = Homes(Path(), own, 3)
    drawn = {homes.draw(lambda: secrets.token_urlsafe(16)) for _ in range(50)}
    assert len(drawn) == 50 and {homes.of(id) for id in drawn} == {own}


async def test_tables_that_come_by_a_request_are_at_home_where_it_was_made(folder: Path) -> None:
    async with workers(folder) as both:
        for worker in both:
            person = await Person.guest(worker.address, "Ola")
            for _ in range(8):
                answer = await person.http.post("/api/tables", json={"game": "blef", "seats": 2})
                assert worker.homes.of(answer.json()["id"]) == worker.homes.own
            await person.http.aclose()


@pytest.mark.parametrize(
    "address",
    ["/api/socket", "/api/socket?", "/api/socket?table=", "/api/socket?table", "/api/socket?tables=x", "?&=&;%%%zz="],
)
def test_who_names_no_table_stays(address: str) -> None:
    assert all(Homes(Path(), own, 2).elsewhere(address) is None for own in range(2))


@pytest.mark.parametrize("named", ["T1", "%00", "%ff%fe", "%ED%A0%80", "x" * 9000, "../../etc", "T1&table=T2"])
def test_whatever_is_named_has_a_home(named: str) -> None:
    found = [Homes(Path(), own, 3).elsewhere(f"/api/socket?a=b&table={named}") for own in range(3)]
    assert len(set(found) - {None}) == 1 and found.count(None) == 1


def test_one_worker_is_at_home_everywhere() -> None:
    assert Homes(Path(), 0, 1).elsewhere(f"/api/socket?table={named(1)}") is None


# --- handing over ---


async def test_sockets_of_a_table_come_together_wherever_they_knock(folder: Path) -> None:
    async with workers(folder) as (first, second):
        for home, away in ((first, second), (second, first)):
            table = named(home.homes.own)
            async with home.line(table) as one, away.line(table) as other:
                assert json.loads(await one.recv())["is"] == json.loads(await other.recv())["is"] == "hello"
                assert (home.lines, away.lines) == (2, 0)
            await until(lambda home=home: not home.lines)
        async with second.line() as line:  # it could go anywhere, so it stays
            await line.recv()
            assert (first.lines, second.lines) == (0, 1)


async def test_a_socket_that_was_handed_over_is_asked_as_it_was(folder: Path) -> None:
    said = {"Accept-Language": "pl", "X-Name": "Zoë", "Cookie": "a=b; c=d"}
    async with workers(folder) as (first, second):
        path = f"{second.line(named(0)).uri}&more=%20x"
        async with connect(path, additional_headers=said) as line:
            await line.recv()
            [scope] = first.scopes
            assert not second.scopes  # so nothing was counted twice
            assert tuple(scope["client"]) == line.local_address[:2]
            assert tuple(scope["server"]) == line.remote_address[:2]
            assert scope["query_string"].decode() == path.partition("?")[2] and scope["path"] == "/api/socket"
            headers = dict(scope["headers"])
            assert headers[b"host"].decode() == f"127.0.0.1:{line.remote_address[1]}"
            assert headers[b"x-name"] == "Zoë".encode("latin-1") and headers[b"cookie"] == b"a=b; c=d"
            await line.send("?")
            assert "nie da się odczytać" in str(await line.recv())


async def test_a_socket_that_was_handed_over_plays(folder: Path) -> None:
    async with workers(folder) as (first, second):
        host, guest = await Person.guest(first.address, "Ola"), await Person.guest(second.address, "Jan")
        answer = await host.http.post("/api/tables", json={"game": "blef", "seats": 2, "rated": False})
        table = answer.json()["id"]
        assert first.homes.of(table) == 0  # opened there, so at home there
        # The third one says it is about to join another table, and so it is with the wrong worker.
        at, to, astray = [
            await Socket.open(worker.address, who.cookie, table, name, hint)
            for worker, who, name, hint in (
                (first, host, "a", table), (second, guest, "b", table), (first, guest, "c", named(1))
            )
        ]  # fmt: skip
        assert (first.lines, second.lines) == (2, 1)
        for line in (at, to, astray):
            assert (await line.ask("join"))["is"] == "done"
        assert (await to.ask("sit"))["is"] == "done"
        assert (await at.ask("start"))["is"] == "done"
        for seat, line in ((0, at), (1, to)):
            await line.ask("seal", seal=seal(table, 1, seat, PART))
        for line in (at, to):
            await line.ask("show", part=PART.hex())
        for _ in range(4):
            asked, line = await _asked(at, to)
            choice = asked["scene"]["choices"][0]["actions"]
            assert (await line.ask("play", actions=choice, asked=asked["asked"]))["is"] == "done"
        last = max(json.loads(message).get("seq", 0) for message in to.got if '"is":"frame"' in message)
        await astray.wait(lambda reply: reply.get("seq") == last)
        for one in (at, to, astray):
            await one.close()
        for person in (host, guest):
            await person.http.aclose()


async def _asked(*lines: Socket) -> tuple[dict[str, Any], Socket]:
    """Who is asked for a move, by the newest frame of both."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for line in lines:
                scenes = [told for told in map(json.loads, line.got) if "scene" in told]
                if scenes and scenes[-1].get("asked") and scenes[-1]["scene"].get("choices"):
                    mine = [told for told in map(json.loads, line.got) if told.get("is") in ("frame", "whole")]
                    if mine[-1]["seq"] == scenes[-1]["seq"]:
                        return scenes[-1], line
            await asyncio.sleep(0.01)


async def test_nothing_is_kept_of_a_socket_that_was_handed_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there: weakref.WeakSet[Line] = weakref.WeakSet()
    made = Line.connection_made
    monkeypatch.setattr(Line, "connection_made", lambda self, transport: (there.add(self), made(self, transport))[1])
    async with workers(folder) as (first, second):
        gc.disable()
        try:
            async with second.line(named(0)) as line:
                await line.recv()
                assert not second.running.server_state.connections
                assert len(first.running.server_state.connections) == 1 and len(there) == 1
            await until(lambda: not there)
            assert not first.running.server_state.connections
        finally:
            gc.enable()


async def test_a_socket_is_handed_over_once_even_if_workers_disagree(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with workers(folder) as (first, second):
        monkeypatch.setattr(first.homes, "of", lambda table: 1)
        monkeypatch.setattr(second.homes, "of", lambda table: 0)
        async with first.line("T1") as one, second.line("T1") as other:
            await one.recv()
            await other.recv()
            assert (len(first.scopes), len(second.scopes)) == (1, 1)
            assert first.scopes[0]["client"][1] == other.local_address[1]


async def test_places_are_taken_where_a_socket_is_served(folder: Path) -> None:
    async with (
        workers(folder, sockets=1) as (_, second),
        second.line(named(0)) as one,
        second.line(named(1)) as other,
    ):
        await one.recv()
        await other.recv()
        for home in range(2):
            with pytest.raises(InvalidStatus) as caught:
                await second.line(named(home))
            assert caught.value.response.status_code == 429


async def test_a_foreign_page_is_refused_by_whoever_serves(folder: Path) -> None:
    async with workers(folder) as (_, second):
        with pytest.raises(InvalidStatus) as caught:
            await connect(second.line(named(0)).uri, origin="http://elsewhere.example",  # type: ignore[arg-type]
                          additional_headers={"Cookie": "sprawdzam=x"})  # fmt: skip
        assert caught.value.response.status_code == 403


# --- where nobody is at home ---


async def test_who_is_not_there_is_stood_in_for_and_has_its_sockets_again_when_back(folder: Path) -> None:
    second = Worker(folder, 1, 2, 0)
    async with second.up():
        for _ in range(2):
            async with second.line(named(0)) as line:  # not there yet, or not any more
                await line.recv()
                assert second.lines == 1
            await until(lambda: not second.lines)
            async with Worker(folder, 0, 2, 0).up() as first, second.line(named(0)) as line:
                await line.recv()
                assert (first.lines, second.lines) == (1, 0)


async def test_who_was_there_before_and_is_back_is_found_at_once(folder: Path) -> None:
    second = Worker(folder, 1, 2, 0)
    async with second.up():
        for _ in range(2):
            async with Worker(folder, 0, 2, 0).up() as first, second.line(named(0)) as line:
                await line.recv()
                assert (first.lines, second.lines) == (1, 0)


async def test_a_door_that_a_killed_worker_left_behind_is_replaced(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as killed:
        killed.bind(str(folder / "home-0"))
    async with workers(folder) as (first, second), second.line(named(0)) as line:
        await line.recv()
        assert (first.lines, second.lines) == (1, 0)


async def test_who_takes_nothing_is_stood_in_for_before_many_wait(folder: Path) -> None:
    """A home that hangs."""
    second = Worker(folder, 1, 2, 0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as hangs, socket.socket() as some:
        hangs.bind(str(folder / "home-0"))
        hangs.listen()
        waiting = 0
        while second.homes.hand_over(0, some.fileno(), bytes(600)):
            waiting += 1
            assert waiting < 3000
        assert waiting > 100  # or else a crowd that comes back would not find together
        async with second.up(), second.line(named(0)) as line:
            await line.recv()
            assert second.lines == 1


async def test_who_waits_at_a_door_that_is_closed_is_hung_up(folder: Path) -> None:
    """They come again, instead of waiting for nobody."""
    second = Worker(folder, 1, 2, 0)
    hangs = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    hangs.bind(str(folder / "home-0"))
    hangs.listen()
    async with second.up():
        waits = asyncio.create_task(_hello(second, named(0)))
        await until(lambda: second.homes._others)
        await asyncio.sleep(0.05)
        assert not waits.done()
        hangs.close()
        with pytest.raises((InvalidMessage, ConnectionError)):
            await asyncio.wait_for(waits, 10)
        assert await _hello(second, named(0))


async def _hello(worker: Worker, table: str) -> str:
    async with worker.line(table) as line:
        return str(await line.recv())


async def test_a_request_that_is_too_long_to_hand_over_is_answered_all_the_same(folder: Path) -> None:
    long = {f"X-{n}": "x" * 4000 for n in range(LONGEST // 4000 + 1)}
    async with workers(folder) as (first, second):
        with pytest.raises(InvalidStatus) as caught:
            await connect(second.line(named(0)).uri, additional_headers=long)
        assert caught.value.response.status_code == 431
        assert (len(first.scopes), len(second.scopes)) == (0, 1)


async def test_without_a_place_for_doors_every_worker_serves_what_comes(folder: Path) -> None:
    async with AsyncExitStack() as stack:
        found = []
        for own in range(2):
            worker = Worker(folder, own, 2, 0)
            worker.homes._folder = folder / ("x" * 120)
            found.append(await stack.enter_async_context(worker.up()))
        async with found[1].line(named(0)) as line:
            await line.recv()
            assert (found[0].lines, found[1].lines) == (0, 1)
