"""What README.md shows is run: each line of Python and each command that does not need a person."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

import sprawdzam
from sprawdzam.cli import main
from sprawdzam.cli.app import app
from sprawdzam.games import NAMES

from .pages import ROOT, blocks

README = ROOT / "README.md"
LINES = [line.partition("  #")[0].rstrip() for block in blocks(README, "sh") for line in block.text.splitlines()]
MAKE = [line for line in LINES if line.startswith("make ")]
COMMANDS = [line for line in LINES if line.startswith("sprawdzam ")]
NEEDS_A_PERSON = "play"
TAKE_LONG = ("balance", "bench", "review", "soak", "solve")  # a review wants a match that is over
FOR_A_SERVER = ("serve", "backup", "restore")  # they are run in tests/server and tests/cli
FOR_PROGRAMS = ("engine", "mcp")  # they wait for another program: tests/bots, tests/assistant
EXAMPLE = re.compile(r"python (examples/\w+\.py) ")  # run in tests/server too


def test_every_line_of_shell_is_one_that_is_tested_here() -> None:
    examples = [found[1] for line in LINES if (found := EXAMPLE.match(line))]
    assert MAKE and COMMANDS and len(MAKE) + len(COMMANDS) + len(examples) == len(LINES)
    assert all((ROOT / example).exists() for example in examples)


@pytest.mark.parametrize("line", MAKE)
def test_a_target_is_in_the_makefile(line: str) -> None:
    """`make play` waits for a person and `make test` is running now."""
    target, *arguments = shlex.split(line)[1:]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(rf"^{target}:.*## ", makefile, re.MULTILINE)
    assert all(argument.startswith(("ARGS=", "GAME=")) for argument in arguments)


def test_make_terminal_takes_the_arguments_that_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line for line in MAKE if line.startswith("make terminal")]
    shown = [dict(word.split("=", 1) for word in shlex.split(line)[2:]) for line in lines]
    assert {values.get("GAME", "blef") for values in shown} == set(NAMES)
    for values in filter(None, shown):
        _needs_a_terminal(["play", values.get("GAME", "blef"), *shlex.split(values.get("ARGS", ""))], capsys)


def test_the_commands_are_all_that_there_are() -> None:
    known = {info.name or info.callback.__name__ for info in app.registered_commands if info.callback}
    assert {shlex.split(line)[1] for line in COMMANDS} == known


def test_the_commands_do_what_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In their order: one reads what another has written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    for line in COMMANDS:
        command, _, target = line.partition(" > ")
        words = shlex.split(command)[1:]
        if words[0] == NEEDS_A_PERSON:
            _needs_a_terminal(words, capsys)
            match = sprawdzam.game("blef", seats=4).start(seed=1)
            Path("match.log").write_text(match.log.text, "utf-8")  # in place of the person's match
        elif words[0] in TAKE_LONG + FOR_A_SERVER + FOR_PROGRAMS:
            assert main([words[0], "--help"]) == 0
            told = capsys.readouterr().out
            assert all(word in told for word in words[1:] if word.startswith("--"))
        else:
            assert main(words) == 0, line
            told = capsys.readouterr().out
            assert told, line
            if target:
                Path(target).write_text(told, "utf-8")


def _needs_a_terminal(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """All arguments are right: nothing is missing but the person."""
    assert main(words) == 2
    assert "play needs a terminal" in capsys.readouterr().err


def test_the_games_that_can_be_played_are_named() -> None:
    text = README.read_text("utf-8")
    planned = ("blef", "fiasko", "szacunki", "nerwy", "rys")
    assert set(NAMES) <= set(planned) and all((f"| `{name}` |" in text) == (name in NAMES) for name in planned)


def test_the_oldest_python_is_the_one_that_the_project_needs() -> None:
    needed = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert needed and f"Python {needed[1]} or later" in README.read_text("utf-8")
    assert sys.version_info >= tuple(map(int, needed[1].split(".")))
