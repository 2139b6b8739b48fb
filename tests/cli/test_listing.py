"""Help, version, the list of games and the rulebooks."""

from __future__ import annotations

import sys

import pytest

from sprawdzam import __version__
from sprawdzam.games import NAMES, find

COMMANDS = (
    "games", "play", "simulate", "arena", "balance", "position", "replay", "verify", "rules", "solve", "bench", "soak",
    "warm",
)  # fmt: skip


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_says_what_it_does_and_gives_an_example(run, command, flag):
    result = run(command, flag)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"Usage: sprawdzam {command}")
    assert "Example:" in result.out and f"  sprawdzam {command}" in result.out.split("Example:")[1]


def test_help_lists_all_commands_and_no_line_is_cut(run):
    for result in (run("--help"), run()):
        assert (result.code, result.err) == (0, "")
        assert all(f"\n  {command} " in result.out for command in COMMANDS)
        assert "..." not in result.out.split("Commands:")[1]


def test_help_of_simulate_says_that_seats_rotate(run):
    assert "everybody moves on by one seat" in " ".join(run("simulate", "--help").out.split())


def test_version(run):
    assert run("--version") == type(run("--version"))(0, f"sprawdzam {__version__}\n", "")


def test_games_tells_everything_to_programs(run):
    result = run("games", "--json")
    assert result.code == 0
    told = {game["name"]: game for game in result.json}
    assert list(told) == list(NAMES)
    blef = told["blef"]
    assert (blef["title"], blef["seats"], blef["rules_version"]) == (
        "Blef",
        [2, 3, 4, 5, 6],
        find("blef").rules_version,
    )
    assert blef["pitch"]
    options = {option["name"]: option for option in blef["options"]}
    assert options["jokers"]["kind"] == "flag"
    assert options["jokers"]["default"] is False
    assert options["jokers"]["values"] == [False, True]
    assert options["jokers"]["text"]
    assert options["first_starter"]["values"] == ["random", 0, 1, 2, 3, 4, 5]
    options = {option["name"]: option for option in told["fiasko"]["options"]}
    assert (options["threshold"]["low"], options["threshold"]["high"], options["threshold"]["values"]) == (4, 10, [])
    assert options["starter"]["values"] == ["random", "human", "ten", 0, 1, 2, 3, 4]
    assert all(game["options"] for game in told.values())


def test_games_tells_everything_to_people(run):
    result = run("games")
    assert result.code == 0
    assert "blef: Blef, 2 to 6 seats" in result.out
    assert "jokers=false (flag: false, true)" in result.out
    assert "first_starter=random (seat: random, 0, 1, 2, 3, 4, 5)" in result.out
    assert "starter=random (seat: random, 0, 1, 2, 3, 4; random, human, ten)" in result.out


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_rulebook_in_a_pipe_is_its_plain_text(run, language):
    result = run("rules", "blef", "--lang", language)
    assert result.code == 0
    assert result.out == find("blef").rulebook(language)


def test_a_rulebook_follows_the_language_of_the_system(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert run("rules", "blef").out == find("blef").rulebook("pl")


def test_a_rulebook_on_a_terminal_is_laid_out(run, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    result = run("rules", "blef", "--lang", "en")
    assert result.code == 0
    assert "In one minute" in result.out and "## In one minute" not in result.out
