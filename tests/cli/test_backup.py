"""``backup`` and ``restore``, as somebody uses them who moves a server to another machine."""

from __future__ import annotations

import asyncio
import secrets
import shutil

import pytest

from sprawdzam.bench.load.postgres import Postgres
from sprawdzam.server.backups import without_password
from sprawdzam.server.store import Store
from sprawdzam.server.vault import find_key


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """``machine("old")`` is the data folder of one; from then on commands run there."""
    monkeypatch.delenv("SPRAWDZAM_KEY", raising=False)

    def move(name):
        home = tmp_path / name
        monkeypatch.setattr("sprawdzam.server.folder.data_folder", lambda: home)
        return home

    return move


@pytest.fixture
def served(machine):
    """A machine on which a server has run."""
    home = machine("old")
    asyncio.run(_serve(f"sqlite:///{home / 'sprawdzam.db'}", find_key(home)))
    return home


async def _serve(url, key):
    store = await Store.open(url, key)
    await store.beat("node", 1, 2)
    await store.close()


def test_a_server_moves_with_its_backup_and_its_key(run, machine, served, tmp_path):
    result = run("backup", tmp_path / "it")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{tmp_path / 'it'}: 0.") and f"Keep {served / 'key'} too" in result.out
    new = machine("new")
    lost = run("restore", tmp_path / "it")
    assert lost.code == 2
    assert lost.problem == f"the key of the server is needed: put the file {new / 'key'} there, or set SPRAWDZAM_KEY"
    assert not new.exists()
    new.mkdir()
    shutil.copy(served / "key", new)
    assert run("restore", tmp_path / "it").out.splitlines()[0] == f"restored: sqlite:///{new / 'sprawdzam.db'}"
    asyncio.run(_serve(f"sqlite:///{new / 'sprawdzam.db'}", find_key(new)))


def test_the_key_may_stand_in_the_environment(run, machine, tmp_path, monkeypatch):
    machine("old")
    monkeypatch.setenv("SPRAWDZAM_KEY", secrets.token_hex(32))
    url = f"sqlite:///{tmp_path / 'a.db'}"
    asyncio.run(_serve(url, find_key(tmp_path)))
    assert "Keep SPRAWDZAM_KEY too" in run("backup", tmp_path / "it", "--database", url).out
    other = f"sqlite:///{tmp_path / 'b.db'}"
    assert f"sprawdzam serve --database {other}" in run("restore", tmp_path / "it", "--database", other).out
    monkeypatch.setenv("SPRAWDZAM_KEY", secrets.token_hex(32))
    result = run("restore", tmp_path / "it", "--database", f"sqlite:///{tmp_path / 'c.db'}")
    assert (result.code, "it belongs to another key" in result.problem) == (2, True)


@pytest.mark.parametrize("named", [False, True])
def test_no_key_is_made_for_a_database_that_has_one(run, served, tmp_path, named):
    (served / "key").rename(tmp_path / "elsewhere")
    database = ["--database", f"sqlite:///{(served / 'sprawdzam.db').rename(tmp_path / 'db')}"] if named else []
    result = run("serve", "--cold", "--port", "0", *database)
    told = f"the key of the server is needed: put the file {served / 'key'} there, or set SPRAWDZAM_KEY"
    assert (result.code, result.problem) == (2, told)
    assert not (served / "key").exists()


def test_a_folder_that_somebody_has_mistyped_is_not_made(run, served, tmp_path):
    wrong = tmp_path / "nowhere" / "near"
    for command in (
        ("serve", "--cold", "--port", "0", "--database", f"sqlite:///{wrong / 'x.db'}"),
        ("backup", wrong / "it"),
        ("restore", copied(run, tmp_path), "--database", f"sqlite:///{wrong / 'x.db'}"),
    ):
        result = run(*command)
        assert result.code == 2
        assert result.problem == f"{wrong}: there is no such folder; make it first, or name another"
        assert not wrong.parent.exists()
    result = run("serve", "--cold", "--port", "0", "--database", f"sqlite:///{tmp_path}")
    assert (result.code, result.problem) == (2, f"{tmp_path}: this is a folder; name a file in it")


def copied(run, folder):
    assert run("backup", folder / "copy").code == 0
    return folder / "copy"


@pytest.fixture(scope="module")
def postgres():
    server = Postgres()
    yield server
    server.close()


def test_a_server_moves_from_sqlite_to_postgresql_and_back(run, machine, served, tmp_path, postgres):
    assert run("backup", tmp_path / "one").code == 0
    url = postgres.url("postgres").replace("postgres@", "postgres:secret@")
    told = run("restore", tmp_path / "one", "--database", url)
    assert (told.code, told.err) == (0, "") and "secret" not in told.out
    shown = without_password(url)
    assert told.out == f"restored: {shown}\nStart the server: sprawdzam serve --database {shown}\n"
    asyncio.run(_serve(url, find_key(served)))
    (served / "key").rename(tmp_path / "key")
    assert "the key of the server is needed" in run("serve", "--cold", "--port", "0", "--database", url).problem
    (tmp_path / "key").rename(served / "key")
    assert run("backup", tmp_path / "two", "--database", url).code == 0
    other = tmp_path / "other.db"
    assert run("restore", tmp_path / "two", "--database", f"sqlite:///{other}").code == 0
    asyncio.run(_serve(f"sqlite:///{other}", find_key(served)))


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_no_address_of_a_database_is_refused_in_one_line(run, machine, served, tmp_path, command):
    run("backup", tmp_path / "there")
    file = tmp_path / ("there" if command == "restore" else "it")
    result = run(command, file, "--database", f"postgresql://me:secret@/it?host={tmp_path}")
    assert result.code == 2 and "the database does not answer" in result.problem and "secret" not in result.problem
    assert "sqlite:///path/to/file.db" in run(command, tmp_path / "it", "--database", "nonsense").problem
