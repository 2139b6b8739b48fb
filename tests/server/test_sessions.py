"""A socket lasts no longer than the session or the token with which it was opened."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from websockets.asyncio.client import connect

from sprawdzam.server import app, passwords

from .sockets import Person, Socket, World, copied, serving

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "TIDY", 0.05)
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
