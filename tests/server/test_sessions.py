"""A socket lasts no longer than the session or the token with which it was opened."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from websockets.asyncio.client import connect

from sprawdzam.server import app, passwords
from sprawdzam.server import events as e

from .sockets import Person, Socket, World, copied, serving

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "TIDY", 600.0)  # it must not have to wait for that
    monkeypatch.setattr(app, "LATE", 0.3)
    monkeypatch.setattr(passwords, "PasswordHasher", lambda: PasswordHasher(1, 8, 1))


async def test_signing_out_closes_the_sockets_of_that_session_on_all_nodes(migrated: Path, tmp_path: Path) -> None:
    database, world = copied(migrated, tmp_path / "site.db"), World()
    async with serving(database, world) as (_, here), serving(database, world) as (_, there):
        ola, jan = await Person.guest(here, "Ola"), await Person.guest(here, "Jan")
        hers, his = [await Socket.open(there, person.cookie, "t", "line") for person in (ola, jan)]
        nobodys = await Socket.open(there, "", "t", "line")
        assert (await ola.http.delete("/api/sessions", headers=JSON)).status_code == 204
        await asyncio.wait_for(hers._reading, 10)
        assert hers._line.close_code == 1008
        for socket in (his, nobodys):
            assert (await socket.ask("leave"))["error"] == "no_table"  # it stays open
            await socket.close()


async def test_signing_out_waits_for_nobody_who_is_forgotten(
    migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a node that was killed has left undone may take long, and is done once."""
    begun, done = list[object](), asyncio.Event()

    async def finish(node: object) -> None:
        begun.append(node)
        await done.wait()

    monkeypatch.setattr(app, "finish", finish)
    monkeypatch.setattr(app, "SWEEP", 0.0)
    async with serving(copied(migrated, tmp_path / "site.db"), World()) as (_, here):
        for name in ("Ola", "Jan"):
            person = await Person.guest(here, name)
            socket = await Socket.open(here, person.cookie, "t", "line")
            assert (await person.http.delete("/api/sessions", headers=JSON)).status_code == 204
            await asyncio.wait_for(socket._reading, 5)
            assert socket._line.close_code == 1008
        assert len(begun) == 1
        done.set()


async def test_revoking_a_token_closes_the_sockets_of_that_program(migrated: Path, tmp_path: Path) -> None:
    async with serving(copied(migrated, tmp_path / "site.db"), World()) as (_, address):
        owner = Person(address)

        async def made(path: str, **body: str) -> dict[str, dict[str, str]]:
            answer = await owner.http.post(path, json=body)
            assert answer.status_code == 201, answer.text
            return dict(answer.json())

        await made("/api/accounts", login="owner", password="correct horse battery")
        tokens = f"/api/programs/{(await made('/api/programs', name='Robot'))['id']}/tokens"
        token = await made(tokens, name="first")
        headers = {"Authorization": f"Bearer {token['secret']}"}
        async with connect(address.replace("http", "ws") + "/api/socket", additional_headers=headers) as line:
            await line.recv()
            revoked = await owner.http.delete(f"{tokens}/{token['token']['id']}", headers=JSON)
            assert revoked.status_code == 204
            await asyncio.wait_for(line.wait_closed(), 10)
            assert line.close_code == 1008


async def test_whoever_deletes_their_data_is_heard_no_more_on_any_node(migrated: Path, tmp_path: Path) -> None:
    database, world = copied(migrated, tmp_path / "site.db"), World()
    async with serving(database, world) as (_, here), serving(database, world) as (other, there):
        ola, jan = await Person.guest(here, "Ola"), await Person.guest(there, "Jan")
        opened = await jan.http.post("/api/tables", json={"game": "blef", "seats": 3, "public": True})
        table = opened.json()["id"]
        hers, his = await Socket.open(there, ola.cookie, table, "line"), await jan.socket(table)
        assert (await hers.ask("join"))["is"] == "done"
        who = (await ola.http.get("/api/me")).json()["id"]
        assert (await ola.http.delete("/api/me", headers=JSON)).status_code == 204
        await asyncio.wait_for(hers._reading, 10)
        assert hers._line.close_code == 1008
        # What was under way there meanwhile is forgotten too, and nobody waits for whoever is gone.
        live = await other.node.find(table)
        await other.node.happen(live, lambda _, now: e.Sat(now, 1, who, "Ola"))
        await his.wait(lambda told: "Ola" in str(told.get("desk")))
        async with asyncio.timeout(10):
            while not live.table.sheet.seats[1].free:
                await asyncio.sleep(0.01)
            stored = who.encode()
            while who.encode() in stored:  # their id gives way once all who have the table in memory were told
                stored = b"".join(body for _, body in await other.store.events(table))
        assert other.node.store.alias(table, who).encode() in stored and b"Ola" not in stored
        assert "Ola" not in (await jan.http.get("/api/tables")).text
