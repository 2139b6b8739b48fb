"""What docs/running-a-server.md names is there: the options of its commands, and the routes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from starlette.testclient import TestClient
from typer.main import get_group

from sprawdzam.cli.app import app
from sprawdzam.server.app import Server, Settings

from .pages import ROOT, blocks, prose

PAGE = ROOT / "docs" / "running-a-server.md"
TEXT = PAGE.read_text("utf-8")
OF_POSTGRESQL = {"createuser": {"--pwprompt"}, "createdb": {"--owner"}}
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
CALL = re.compile(r"(?:(GET|POST|PUT|DELETE) )?(/api/[\w/]+)")
WELL = re.compile(r"^\| `(/[^`]+)` \|", re.MULTILINE)
SOCKET = "/api/socket"


def options(command: str) -> set[str]:
    if command in OF_POSTGRESQL:
        return OF_POSTGRESQL[command]
    params = get_group(app).commands[command].params
    return {"--help"} | {option for param in params for option in param.opts}


def test_every_option_of_a_command_is_one_that_it_has() -> None:
    lines = [line.partition("  #")[0] for block in blocks(PAGE, "sh") for line in block.text.splitlines()]
    lines += re.findall(r"^ExecStart=\S*/(sprawdzam .*)$", TEXT, re.MULTILINE)
    lines += re.findall(r"`(sprawdzam [^`]*)`", prose(PAGE))
    found = 0
    for line in lines:
        words = shlex.split(line)
        named = set(OPTION.findall(line))
        found += len(named)
        assert not named or named <= options(words[1] if words[0] == "sprawdzam" else words[0]), line
    assert found > 5


def test_every_option_that_is_told_of_is_one_of_the_server_or_of_its_backups() -> None:
    named = set(OPTION.findall(re.sub(r"<!--.*?-->", "", prose(PAGE))))
    assert {"--workers", "--database", "--monitor"} < named
    assert named <= options("serve") | options("backup") | options("restore")


def test_every_route_is_there(tmp_path: Path) -> None:
    named = {*CALL.findall(TEXT), *(("GET", path) for path in ("/metrics", *WELL.findall(TEXT)))}
    assert {("", SOCKET), ("DELETE", "/api/me"), ("GET", "/healthz"), ("GET", "/readyz")} <= named
    server = Server(Settings(f"sqlite:///{tmp_path / 'test.db'}", bytes(32)))
    with TestClient(server, base_url="http://127.0.0.1", client=("127.0.0.1", 50_000)) as client:
        for method, path in named:
            if path == SOCKET:
                with client.websocket_connect(path):
                    continue
            answer = client.request(method or "GET", path)
            assert answer.status_code not in (404, 405), path
            assert "html" not in answer.headers["content-type"], path  # as of any address of the page
