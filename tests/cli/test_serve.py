"""``serve``: one command, clear errors, an announced stop, and logs that a program can read."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing, suppress
from glob import glob
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sprawdzam.cli.serve import own_site, reached_at
from sprawdzam.engine.errors import BadOption
from sprawdzam.server import running
from sprawdzam.server.app import Settings
from sprawdzam.server.homes import Homes
from sprawdzam.server.limits import Rates


class Serving:
    """A server in a process of its own."""

    def __init__(self, folder, *args):
        self.log = folder / "server.log"
        environment = dict(os.environ, XDG_DATA_HOME=str(folder / "data"))
        command = [sys.executable, "-m", "sprawdzam", "serve", "--port", "0", "--cold", *args]
        with self.log.open("w") as file:
            self.process = subprocess.Popen(command, stderr=file, env=environment)
        self.url = self._listening()

    def _listening(self, patience=90):
        end = time.monotonic() + patience
        while time.monotonic() < end and self.process.poll() is None:
            for line in self.lines():
                if "listens at" in line:
                    url = line.split()[-1]
                    if self.ready(url):
                        return url
            time.sleep(0.1)
        self.process.kill()
        raise AssertionError(self.log.read_text())

    def ready(self, url):
        try:
            return httpx.get(f"{url}/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def lines(self):
        return self.log.read_text().splitlines()

    def serves(self, times, patience=60):
        """Waits until so many nodes have begun to serve."""
        end = time.monotonic() + patience
        while sum("serves" in line for line in self.lines()) < times:
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def line(self, table=""):
        return connect(f"{self.url.replace('http', 'ws')}/api/socket{f'?table={table}' if table else ''}")

    def holders(self, line):
        """The workers that have a socket open, by what the system knows."""
        here, there = f":{line.remote_address[1]:04X}", f":{line.local_address[1]:04X}"
        rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()]
        (inode,) = (row[9] for row in rows if row[1].endswith(here) and row[2].endswith(there))
        return {pid for pid in self.workers() if f"socket:[{inode}]" in self._files(pid)}

    def children(self):
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def workers(self):
        return [pid for pid in self.children() if b"multiprocessing-fork" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def _files(self, pid):
        found = set()
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):  # closed meanwhile
                found.add(os.readlink(file))
        return found

    def has_lost(self, pid, patience=10):
        """Waits until nothing is held open any more by one that was killed, not even the door that it listened at: its
        first thread is dead at once, but what is open is closed with the last one."""
        end = time.monotonic() + patience
        while self._threads(pid) - {"Z"}:
            assert time.monotonic() < end
            time.sleep(0.001)

    def _threads(self, pid):
        """The states of those that are still there."""
        found = set()
        for thread in glob(f"/proc/{pid}/task/*/stat"):
            with suppress(OSError):  # gone meanwhile
                found.add(Path(thread).read_text().rsplit(")", 1)[1].split()[0])
        return found

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


@pytest.fixture
def serving(tmp_path):
    started = []

    def start(*args):
        started.append(Serving(tmp_path, *args))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


def test_a_server_answers_and_its_stop_is_announced(serving):
    server = serving()
    assert httpx.get(f"{server.url}/healthz").text == "alive\n"
    assert "sprawdzam_sockets 0.0" in httpx.get(f"{server.url}/metrics").text
    with connect(f"{server.url.replace('http', 'ws')}/api/socket") as line:
        hello = json.loads(line.recv())
        assert hello["is"] == "hello" and hello["who"] == ""
        server.process.send_signal(signal.SIGTERM)
        notice = json.loads(line.recv(timeout=10))
        assert notice["is"] == "notice" and notice["notice"] == "restart" and notice["back_in"] > 0
    assert server.process.wait(20) == 0
    told = [json.loads(line) for line in server.lines() if not line.startswith("Sprawdzam!")]
    assert [line["text"].split()[-1] for line in told] == ["serves", "stopped"]


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_everywhere_is_by_ipv4_too_and_the_address_that_is_told_answers(serving):
    server = serving("--host", "::")
    assert server.url.startswith("http://[::1]:")
    mapped = server.url.replace("[::1]", "127.0.0.1")
    assert httpx.get(f"{mapped}/healthz").text == "alive\n"
    assert "sprawdzam_sockets" in httpx.get(f"{mapped}/metrics").text  # it is this machine, by whichever way
    assert server.stop() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no uvloop on Windows")
def test_a_server_runs_on_the_quick_loop():
    config = running._config(Settings("sqlite:///none.db", bytes(32)), Rates())
    assert config.get_loop_factory().__module__ == "uvloop"


def test_an_address_of_ipv6_stands_in_brackets():
    assert [reached_at(host) for host in ("::1", "::", "fe80::7")] == ["[::1]", "[::1]", "[fe80::7]"]
    assert [reached_at(host) for host in ("0.0.0.0", "play.example")] == ["127.0.0.1", "play.example"]


def test_tables_are_handed_over_before_a_stop_waits_for_what_is_under_way(serving, tmp_path):
    """Nobody can play here meanwhile, so no clock may run: it would take as long as the slowest upload."""
    server = serving()
    host, port = server.url.removeprefix("http://").split(":")
    (database,) = (tmp_path / "data").rglob("*.db")
    with socket.create_connection((host, int(port))) as slow, closing(sqlite3.connect(database)) as there:
        head = f"POST /api/guests HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        slow.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
        time.sleep(0.5)
        server.process.send_signal(signal.SIGTERM)
        end = time.monotonic() + 5
        while there.execute("SELECT until FROM nodes").fetchall() != [(0,)]:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert server.process.poll() is None  # it still waits
        beat = there.execute("SELECT beat FROM nodes").fetchall()
        slow.close()
        assert server.process.wait(20) == 0
        assert there.execute("SELECT beat FROM nodes").fetchall() == beat  # what was lost counts from then on


def test_several_workers_share_a_port_and_stop_together(serving):
    server = serving("--workers", "2")
    server.serves(2)
    end = time.monotonic() + 30
    nodes = {json.loads(line)["text"].split()[1] for line in server.lines() if "serves" in line}
    assert len(nodes) == 2
    with ExitStack() as stack:
        for _ in range(8):  # which worker each of them reaches, nobody knows
            stack.enter_context(server.line()).recv()
        while "\nsprawdzam_sockets 8.0\n" not in httpx.get(f"{server.url}/metrics").text:
            assert time.monotonic() < end + 30
            time.sleep(0.2)
    assert server.stop() == 0
    assert not server.ready(server.url)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_workers_do_not_outlive_whoever_supervises_them(serving, workers):
    server = serving("--workers", workers)
    server.process.kill()
    server.process.wait()
    end = time.monotonic() + 30
    while server.ready(server.url):
        assert time.monotonic() < end
        time.sleep(0.1)


linux = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells who has which socket")


def named(home):
    """An id of a table that is at home there."""
    luck = Random(home)
    return Homes(Path(), home, 2).draw(lambda: f"{luck.getrandbits(128):x}")


@linux
def test_sockets_of_a_table_are_all_with_one_worker(serving):
    server = serving("--workers", "2", "--rate", "1000")
    server.serves(2)
    with ExitStack() as stack:
        homes = []
        for home in (0, 1):
            lines = [stack.enter_context(server.line(named(home))) for _ in range(12)]
            for line in lines:  # about half of them were taken by the other one
                assert json.loads(line.recv())["is"] == "hello"
                line.send("?")
                assert json.loads(line.recv())["is"] == "refused"
            homes.append([server.holders(line) for line in lines])
        assert all(len(holders) == 1 for home in homes for holders in home)  # whoever handed it over keeps nothing
        found = [set.union(*home) for home in homes]
        assert [len(home) for home in found] == [1, 1] and found[0] != found[1]
    assert server.stop() == 0


@linux
def test_tables_are_at_home_where_they_are_driven(serving, tmp_path):
    server = serving("--workers", "2", "--rate", "1000")
    server.serves(2)
    for name in ("Ola", "Jan"):
        with httpx.Client(base_url=server.url, headers={"origin": server.url, "connection": "close"}) as http:
            http.post("/api/guests", json={"name": name}).raise_for_status()
            for _ in range(8):
                http.post("/api/tables", json={"game": "blef", "seats": 2}).raise_for_status()
    (database,) = (tmp_path / "data").rglob("*.db")
    with closing(sqlite3.connect(database)) as there:
        tables = there.execute("SELECT id, driver FROM tables").fetchall()
    homes = {(Homes(Path(), 0, 2).of(id), driver) for id, driver in tables}
    assert len(tables) == 16 and len(homes) == len(dict(homes)) == len({driver for _, driver in homes})


@linux
def test_a_killed_worker_is_stood_in_for_and_then_has_its_homes_again(serving):
    server = serving("--workers", "2", "--rate", "1000")
    server.serves(2)
    table = named(1)
    with server.line(table) as line:
        line.recv()
        (killed,) = server.holders(line)
        (other,) = set(server.workers()) - {killed}
        os.kill(killed, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=10)
    server.has_lost(killed)  # whoever comes before that may be handed over to the dying one, and has to come again
    with ExitStack() as stack:
        lines = [stack.enter_context(server.line(table)) for _ in range(4)]
        for line in lines:
            assert json.loads(line.recv(timeout=10))["is"] == "hello"
        assert set.union(*map(server.holders, lines)) == {other}  # the new one has not begun yet
    server.serves(3)
    (new,) = set(server.workers()) - {other}
    for _ in range(8):
        with server.line(table) as line:
            line.recv()
            assert server.holders(line) == {new}
    assert server.stop() == 0


@linux
def test_a_node_that_is_killed_is_replaced_and_whoever_comes_waits_for_the_next(serving):
    server = serving()
    server.serves(1)
    (killed,) = server.children()
    with server.line() as line:
        line.recv()
        os.kill(killed, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=10)
        with server.line() as again:  # at once: it is not refused
            assert json.loads(again.recv(timeout=30))["is"] == "hello"
    (new,) = server.children()
    assert new != killed and server.process.poll() is None
    assert f"process {killed} has ended (-9)" in server.log.read_text()
    assert "sprawdzam_sockets" in httpx.get(f"{server.url}/metrics").text
    assert server.stop() == 0 and not server.ready(server.url)


@linux
def test_a_server_can_be_stopped_while_a_node_is_being_replaced(serving):
    server = serving()
    server.serves(1)
    time.sleep(1.2)  # the place of one that dies sooner is taken later
    (killed,) = server.children()
    os.kill(killed, signal.SIGKILL)
    while killed in server.children():
        time.sleep(0.001)
    assert server.stop() == 0 and not server.ready(server.url)


def test_one_process_serves_whatever_table_is_named(serving):
    server = serving()
    for home in (0, 1):
        with server.line(named(home)) as line:
            assert json.loads(line.recv())["is"] == "hello"


def test_a_port_that_is_taken_is_told(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--cold", "--port", port)
    assert result.code == 2
    assert result.problem == (
        f"127.0.0.1 {port}: the server cannot listen there: Address already in use; choose another --port or --host"
    )


HIDDEN = "postgresql://ola:hush@127.0.0.1:port/name"


@pytest.mark.parametrize("url", ["mysql://host/name", "nonsense", "sqlite://", HIDDEN, HIDDEN.replace("port", "65536")])
def test_an_address_that_is_no_database_is_told(run, tmp_path, monkeypatch, url):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for command in (("serve", "--cold", "--port", "0"), ("backup", tmp_path / "copy")):
        result = run(*command, "--database", url)
        assert result.code == 2 and "right would be sqlite:///" in result.problem
        assert "hush" not in result.err


@pytest.mark.parametrize(
    "site",
    [
        "play.example",
        "notaurl",
        "//play.example",
        "ftp://play.example",
        "https://",
        "https://play.example/cards",
        "https://play.example?a=b",
        "https://ola@play.example",
        "https://play.example:port",
        "https://[::1",
    ],
)
def test_a_site_has_a_scheme_and_a_host_and_nothing_else(run, tmp_path, monkeypatch, site):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = run("serve", "--cold", "--port", "0", "--site", site)
    assert result.code == 2
    assert result.problem == f"site: {site} is not the address of a site; right would be https://play.example"
    assert not list(tmp_path.iterdir())


def test_a_site_is_kept_as_browsers_name_it():
    assert own_site("https://Play.Example/") == "https://play.example"
    assert own_site("http://localhost:8317") == "http://localhost:8317"
    assert own_site("https://play.example:443") == own_site("https://play.example:") == "https://play.example"
    assert own_site("http://play.example:80") == "http://play.example"
    assert own_site("https://żółw.example") == "https://xn--w-uga1v8h.example"
    assert own_site("http://home_server:8317") == "http://home_server:8317"
    assert own_site("http://[::1]:8317") == "http://[::1]:8317"


@pytest.mark.parametrize(
    "site",
    [
        "https://pl ay.example",
        "https://:443",
        "https://[::1",
        "https://[::1]x",
        "https://straße.example",
    ],
)
def test_what_no_browser_would_name_is_no_site(site):
    with pytest.raises(BadOption):
        own_site(site)


def test_errors_are_told_in_the_language_of_the_system(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert run("serve", "--cold", "--database", "nonsense").problem.startswith("to nie jest adres bazy danych")
    assert run("backup", tmp_path / "it", "--database", "nonsense").problem.startswith("to nie jest adres bazy danych")
    assert run("restore", tmp_path / "it").problem.startswith("potrzebny jest klucz serwera")


def test_a_host_that_nobody_knows_is_told(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    problem = run("serve", "--cold", "--port", "0", "--host", "nohost.invalid").problem
    assert problem.startswith("nohost.invalid 0: the server cannot listen there: ") and problem.count("nohost") == 1


def test_a_database_that_cannot_be_reached_is_told_as_to_somebody_who_may_have_mistyped_it(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    url = f"postgresql://ola:hush@/name?host={tmp_path / 'nowhere'}"
    for command in (("serve", "--cold", "--port", "0"), ("backup", tmp_path / "copy")):
        result = run(*command, "--database", url)
        assert result.code == 2
        assert result.problem.startswith("the database does not answer (")
        assert result.problem.endswith("; look whether its address is right, and whether it runs")
        assert "hush" not in result.err


def test_a_proxy_is_named_by_its_network(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = run("serve", "--cold", "--proxy", "somewhere")
    assert result.code == 2 and result.err.startswith("error: proxy:")
