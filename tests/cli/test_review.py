"""``review``: luck, skill and mistakes of a log."""

from __future__ import annotations

import pytest

import sprawdzam
from sprawdzam.bots import review
from sprawdzam.bots.levels import LevelBot


@pytest.fixture
def log(whole_match, tmp_path, monkeypatch):
    monkeypatch.setattr(review, "MATCHES", 40)
    monkeypatch.setattr(review, "WORK", 1)
    monkeypatch.setattr(review, "LevelBot", lambda level: LevelBot("player"))
    file = tmp_path / "match.log"
    file.write_text(whole_match.log.text)
    return file


def test_people_get_a_table_and_the_mistakes(run, log, whole_match):
    result = run("review", log, "--lang", "en")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == f"Blef: {len(whole_match.log.steps)} steps"
    assert lines[1].split() == ["fair", "share", "luck", "skill", "result"]
    assert [line.split()[0] for line in lines[2:5]] == ["A", "B", "C"]
    winner = lines[2 + whole_match.winners[0]]
    assert winner.split()[-2:] == ["100", "%"]
    polish = run("review", log, "--lang", "pl").out
    assert "równy udział" in polish and "fair share" not in polish


def test_programs_get_json(run, log, whole_match):
    told = run("review", log, "--json", "--lang", "en").json
    assert (told["game"], told["steps"]) == ("blef", len(whole_match.log.steps))
    for seat in told["seats"]:
        assert seat["begin"] + seat["luck"] + seat["skill"] == pytest.approx(seat["end"], abs=0.001)


def test_a_match_that_runs_is_refused_in_one_line(run, tmp_path):
    file = tmp_path / "running.log"
    file.write_text(sprawdzam.game("blef", seats=2).start(seed=3).log.text)
    result = run("review", file, "--lang", "en")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "does not come to its end" in result.err
