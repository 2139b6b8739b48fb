"""How tests call the command line: in this process, or as a person does, in one of its own."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import sprawdzam
from sprawdzam.cli import main

SOURCE = Path(sprawdzam.__file__).parent.parent


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def problem(self) -> str:
        """The one line that a refusal is."""
        assert self.out == ""
        assert self.err.startswith("error: ") and self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.removeprefix("error: ").rstrip("\n")


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("position", "-", stdin="{}")``: exit code and output of one command."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")

    def call(*args: object, stdin: str | bytes = "") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(arg) for arg in args])
        return Result(code, *capsys.readouterr())

    return call


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """``start("-m", "sprawdzam", "games")``: a process of its own, which is ended with the test.

    It heeds Ctrl-C even where the tests run in the background of a shell, which has them ignore it.
    """
    there: list[subprocess.Popen[str]] = []

    def begin(*args: str) -> subprocess.Popen[str]:
        there.append(
            subprocess.Popen(
                [sys.executable, *args],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env={**os.environ, "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8"},
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        )
        return there[-1]

    yield begin
    for process in there:
        process.kill()
        process.communicate()


@pytest.fixture
def bidding() -> dict[str, Any]:
    """Seat 2 is to raise or to check 3x4, which is a bluff."""
    return {
        "game": "blef",
        "rules": 1,
        "seats": 3,
        "options": {"jokers": True},
        "phase": "bid",
        "round": 1,
        "tiebreak": False,
        "starter": 0,
        "direction": "cw",
        "bids": ["1x2", "3x4"],
        "players": [{"count": 1, "cards": ["1/4"]}, {"count": 1, "cards": ["3/6"]}, {"count": 1, "cards": ["6/5"]}],
    }


@pytest.fixture
def view(bidding: dict[str, Any]) -> dict[str, Any]:
    """The same as seat 2 sees it."""
    for seat in (0, 1):
        bidding["players"][seat]["cards"] = ["?/?"]
    return bidding


@pytest.fixture
def whole_match() -> sprawdzam.Match:
    """Everybody keeps end A, the starter opens with all the sixes and is checked, until the match is over."""
    match = sprawdzam.game("blef", seats=3, jokers=True).start(seed=7)
    while not match.over:
        seat = match.actors[0]
        choices = match.view(seat).choices
        match.play(seat, choices[0] if choices[0].startswith("choose") else choices[-1])
    return match
