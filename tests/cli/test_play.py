"""``play``: what reaches the table in the terminal."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import sprawdzam.terminal
from sprawdzam.cli import main


@pytest.fixture
def table(monkeypatch):
    """Stands in for the terminal table and for a terminal; keeps what the table was set with."""
    calls = []
    monkeypatch.setattr(sprawdzam.terminal, "run", lambda setup, **given: calls.append(given | {"setup": setup}))
    monkeypatch.setattr("sprawdzam.cli.play.make", lambda kind, at_table: f"a {kind} bot")
    return calls


@pytest.fixture
def sit(table, monkeypatch, capsys):
    """Plays in a terminal; returns how the table was set."""

    def call(*args):
        monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        for stream in (sys.stdin, sys.stdout):
            monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
        assert main(["play", *args]) == 0, capsys.readouterr().err
        return table[-1]

    return call


def test_three_seats_and_players_unless_said_otherwise(sit):
    given = sit("blef")
    assert (given["setup"].game.name, given["setup"].seats, given["bots"]) == ("blef", 3, ["a player bot"] * 2)
    assert (given["language"], given["names"], given["seed"], given["seat"]) == ("en", None, None, 0)
    assert (given["speed"], given["log_file"]) == (1.0, None)


def test_everything_reaches_the_table(sit, tmp_path):
    args = ("--seats", "4", "--option", "jokers=true", "--lang", "pl", "--seed", "7", "--speed", "4")
    given = sit("blef", *args, "--names", "Ola, Kuba", "--log", str(tmp_path / "match.log"))
    assert repr(given["setup"]) == "sprawdzam.game('blef', seats=4, jokers=True)"
    assert (given["language"], given["seed"], given["speed"]) == ("pl", 7, 0.25)
    assert (given["names"], given["log_file"]) == (["Ola", "Kuba"], Path(tmp_path / "match.log"))


def test_few_bots_take_turns(sit):
    assert sit("blef", "--seats", "4", "--bots", "a,b")["bots"] == ["a a bot", "a b bot", "a a bot"]


def test_without_a_terminal_it_says_what_to_do(run, table):
    result = run("play", "blef")
    assert result.code == 2
    assert "needs a terminal" in result.problem and "sprawdzam simulate blef" in result.problem
    assert not table


def test_unknown_bots_are_refused_before_the_table_is_set(run):
    result = run("play", "blef", "--bots", "random,foo")
    assert result.code == 2
    assert "there is no bot foo; there are: novice, player, master, random, instinct" in result.problem


@pytest.mark.parametrize(
    ("args", "fragments"),
    [
        (["poker"], ["there is no game poker", "blef"]),
        (["blef", "--seats", "7"], ["2 to 6, not 7"]),
        (["blef", "--option", "jokers=maybe"], ["option jokers: maybe", "false, true"]),
        (["blef", "--option", "jokers true"], ["name=value is needed"]),
        (["blef", "--bots", "a,b,c"], ["bots: 3 are named, there is room for 2"]),
        (["blef", "--names", "a,b,c,d"], ["names: 4 are named, there is room for 3"]),
        (["blef", "--names", "a,,b"], ["names: names with commas"]),
        (["blef", "--speed", "0"], ["--speed"]),
        (["blef", "--lang", "de"], ["--lang", "'pl', 'en'"]),
        (["blef", "--log", "/no such folder/match.log"], ["/no such folder/match.log", "a folder that exists"]),
        ([], ["GAME"]),
    ],
)
def test_bad_arguments_are_refused(run, table, args, fragments):
    result = run("play", *args)
    assert result.code == 2
    assert all(fragment in result.problem for fragment in fragments), result.problem
    assert not table


def test_an_earlier_log_is_not_overwritten(run, table, tmp_path):
    file = tmp_path / "match.log"
    file.write_text("an earlier match\n")
    result = run("play", "blef", "--lang", "en", "--log", file)
    assert (result.code, file.read_text()) == (2, "an earlier match\n") and not table
    assert "match.log: this file is there already" in result.problem


def test_a_name_that_would_spoil_the_screen_is_refused(run, table):
    result = run("play", "blef", "--lang", "en", "--names", "Ola,\x1b[2J")
    assert result.code == 2 and "cannot be shown" in result.problem and not table
