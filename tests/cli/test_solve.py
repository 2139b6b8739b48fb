"""``sprawdzam solve``, with a stand-in for what takes minutes."""

from __future__ import annotations

import pytest

from sprawdzam.games.blef import solutions


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
    assert solved == ["1-1", "1-1-jokers", "1-2", "1-2-jokers", "2-1", "2-1-jokers", "2-2"]
    assert result.out.startswith("1-1: value -0.0500, exploitability 0.00100 (a round), ")
    assert "kept in /there/2-2" in result.out


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (["--hands", "1-2"], ["1-2", "1-2-jokers"]),
        (["--hands", "2-1", "--no-jokers"], ["2-1"]),
        (["--jokers"], ["1-1-jokers", "1-2-jokers", "2-1-jokers"]),
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
        (["blef", "--hands", "3-1"], "hands 3-1: blef has solutions for: 1-1, 1-2, 2-1, 2-2"),
        (
            ["blef", "--hands", "2-2", "--jokers"],
            "parts 2-2 true: blef has solutions for: 1-1, 1-1-jokers, 1-2, 1-2-jokers, 2-1, 2-1-jokers, 2-2",
        ),
        (["blef", "--hands", ""], "hands : blef has solutions for: 1-1, 1-2, 2-1, 2-2"),
        (["poker"], "there is no game poker; there are: blef, fiasko, szacunki, nerwy, rys"),
    ],
)
def test_nonsense_is_refused_in_one_line(run, solved, args, problem):
    result = run("solve", *args)
    assert (result.code, result.problem, solved) == (2, problem.replace("  ", " "), [])
