"""``sprawdzam solve``, with a stand-in for what takes minutes."""

from __future__ import annotations

import pytest

from sprawdzam.engine.game import Part
from sprawdzam.games.blef import solutions

HANDS = (
    "1-1, 1-2, 2-1, 1-3, 1-4, 1-5, 2-2, 2-3, 2-4, 2-5, 3-1, 3-2, 3-3, 3-4, 3-5, "
    "4-1, 4-2, 4-3, 4-4, 4-5, 5-1, 5-2, 5-3, 5-4, 5-5"
)


@pytest.fixture
def solved(monkeypatch):
    """The names of the parts that were solved, in order."""
    names: list[str] = []

    def solve(part, tick):
        names.append(part.name)
        tick(part.steps)
        return {"value": -0.05, "exploitability": 0.001, "unit": "a round", "file": f"/there/{part.name}"}

    monkeypatch.setattr(solutions, "solve", solve)
    return names


def test_all_parts_are_solved_unless_some_are_named(run, solved):
    result = run("solve", "blef")
    assert (result.code, result.err) == (0, "")
    assert solved == [name + jokers for name in HANDS.split(", ") for jokers in ("", "-jokers")]
    assert result.out.startswith("1-1: value -0.0500, exploitability 0.00100 (a round), ")
    assert "kept in /there/2-2" in result.out


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (["--hands", "1-2"], ["1-2", "1-2-jokers"]),
        (["--hands", "2-1", "--no-jokers"], ["2-1"]),
        (["--hands", "3-2", "--jokers"], ["3-2-jokers"]),
        (["--jokers"], [f"{hands}-jokers" for hands in HANDS.split(", ")]),
    ],
)
def test_parts_are_named_by_hands_and_jokers(run, solved, args, names):
    result = run("solve", "blef", *args, "--json")
    assert solved == names
    assert result.json["game"] == "blef"
    assert [part["part"] for part in result.json["parts"]] == names
    assert all(part["exploitability"] == 0.001 and part["seconds"] >= 0 for part in result.json["parts"])


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["rys"], "rys has nothing that can be solved beforehand"),
        (["blef", "--hands", "6-1"], f"hands 6-1: blef has solutions for: {HANDS}"),
        (["blef", "--hands", "0-2", "--jokers"], f"hands 0-2: blef has solutions for: {HANDS}"),
        (["blef", "--hands", ""], f"hands : blef has solutions for: {HANDS}"),
        (["poker"], "there is no game poker; there are: blef, fiasko, szacunki, nerwy, rys"),
    ],
)
def test_nonsense_is_refused_in_one_line(run, solved, args, problem):
    result = run("solve", *args)
    assert (result.code, result.problem, solved) == (2, problem.replace("  ", " "), [])


def test_what_is_there_but_not_together_is_refused(run, solved, monkeypatch):
    parts = [Part("1-1", {"hands": "1-1", "jokers": False}, 1), Part("2-2-j", {"hands": "2-2", "jokers": True}, 1)]
    monkeypatch.setattr(solutions, "parts", lambda: parts)
    result = run("solve", "blef", "--hands", "1-1", "--jokers")
    assert (result.code, result.problem) == (2, "parts 1-1 true: blef has solutions for: 1-1, 2-2-j")


@pytest.mark.parametrize(("at_most", "bounds"), [(0.03, "at least, 0.03000 at most"), (None, "at least")])
def test_bounds_are_told_where_the_best_answers_are_not_exact(run, monkeypatch, at_most, bounds):
    told = {"value": 0.1, "exploitability": 0.02, "at_most": at_most, "unit": "a round", "file": "/there"}
    monkeypatch.setattr(solutions, "solve", lambda part, tick: told)
    result = run("solve", "blef", "--hands", "5-5", "--no-jokers")
    assert result.out.startswith(f"5-5: value +0.1000, exploitability 0.02000 {bounds} (a round), ")
