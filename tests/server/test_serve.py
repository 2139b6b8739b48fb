"""``sprawdzam serve`` as an operator runs it: a process that says where it is, logs in JSON, and stops when told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import sprawdzam

SOURCE = Path(sprawdzam.__file__).parent.parent


class Serving:
    """A server of its own process, in a data folder of the test."""

    get = staticmethod(partial(httpx.get, timeout=30))  # its start may take a while on a busy machine

    def __init__(self, folder: Path, *options: str) -> None:
        command = [sys.executable, "-m", "sprawdzam", "serve", "--cold", "--port", "0", *options]
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "XDG_DATA_HOME": str(folder)}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stderr
        first = self.process.stderr.readline()
        assert first.startswith("Sprawdzam! listens at http://127.0.0.1:"), first
        self.site = first.split()[-1]

    def end(self) -> list[dict[str, object]]:
        """What it has logged by the time it has stopped."""
        self.process.send_signal(signal.SIGTERM)
        _, logged = self.process.communicate(timeout=20)
        assert self.process.returncode == 0
        return [json.loads(line) for line in logged.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
@pytest.mark.parametrize("options", [(), ("--workers", "2")], ids=["one process", "two workers"])
def test_a_server_says_where_it_is_and_stops_when_it_is_told(tmp_path: Path, options: tuple[str, ...]) -> None:
    server = Serving(tmp_path, *options)
    try:
        assert server.get(server.site + "/healthz").text == "alive\n"
        assert server.get(server.site + "/readyz").text == "ready\n"
        assert "sprawdzam_sockets" in server.get(server.site + "/metrics").text
        token = {"authorization": "Bearer spz_none-of-ours"}
        assert server.get(server.site + "/api/me", headers=token).status_code == 401
        with connect(server.site.replace("http", "ws", 1) + "/api/socket") as socket:
            assert json.loads(socket.recv(timeout=10))["is"] == "hello"
            logged = server.end()
            notice = json.loads(socket.recv(timeout=10))
            assert (notice["is"], notice["notice"]) == ("notice", "restart") and notice["back_in"] > 0
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=10)
            assert closed.value.rcvd and closed.value.rcvd.code == 1012
    finally:
        server.process.kill()
    assert len(logged) >= 2 and all(set(line) == {"at", "level", "from", "text"} for line in logged)
    # Who called is nobody's business.
    assert not any("127.0.0.1" in str(line) or "spz_" in str(line) for line in logged)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
def test_a_server_that_is_started_again_goes_on_with_its_tables(tmp_path: Path) -> None:
    first = Serving(tmp_path)
    try:
        with httpx.Client(base_url=first.site, headers={"origin": first.site}, timeout=30) as person:
            person.post("/api/guests", json={"name": "Ola"}).raise_for_status()
            table = person.post("/api/tables", json={"game": "rys", "seats": 3, "public": True}).json()["id"]
        first.end()
        second = Serving(tmp_path)
        try:
            assert [card["id"] for card in second.get(second.site + "/api/tables").json()] == [table]
        finally:
            second.process.kill()
    finally:
        first.process.kill()
