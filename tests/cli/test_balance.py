"""``balance``: a report for designers."""

from __future__ import annotations

import json
import sys

import pytest

from sprawdzam.arena import balance as study
from sprawdzam.arena import balance_plan


@pytest.fixture(autouse=True)
def few(monkeypatch, tmp_path):
    monkeypatch.setattr(balance_plan, "WATCHED", 2)
    monkeypatch.setattr(balance_plan, "WATCHED_VARIANT", 1)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # drawing takes longer than all the rest


QUICK = ("balance", "blef", "--seats", 2, "--bot", "random", "--matches", 30, "--jobs", 1)


def test_the_report_for_people_and_its_folder(run, tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "matplotlib")
    pytest.importorskip("matplotlib")
    result = run(*QUICK, "--seats", 3)
    assert result.code == 0
    assert result.out.startswith("blef: random at every seat, seed 1\n")
    assert all(word in result.out for word in ("WHO WINS", "LENGTH", "OPTIONS", "RULES THAT FIRE", "NOT COUNTED"))
    assert "balance-blef-random: balance.json, balance.png, balance.svg" in result.out
    told = json.loads((tmp_path / "balance-blef-random" / "balance.json").read_text())
    assert [table["seats"] for table in told["tables"]] == [2, 3] and told["matches"] == 30


def test_the_report_for_programs(run, tmp_path):
    told = run(*QUICK, "--out", "here", "--option", "jokers=true", "--json").json
    assert told == json.loads((tmp_path / "here" / "balance.json").read_text())
    assert told["options"]["jokers"] is True and told["bot"] == "random"
    assert {effect["option"] for effect in told["effects"]} == {"jokers", "direction_choice", "shrinking", "longer"}
    assert sum(place["share"] for place in told["tables"][0]["places"]) == pytest.approx(1, abs=1e-5)
    assert any(rule["ids"] == ["BL-16"] and rule["counts"][0]["steps"] > 0 for rule in told["rules"])
    assert any(rule["id"] == "BL-01" and rule["cited_in"] == ["rules.py"] for rule in told["not_counted"])


def test_without_matplotlib_there_is_everything_but_plots(run, tmp_path):
    result = run(*QUICK, "--out", "bare")
    assert result.code == 0 and "bare: balance.json\n" in result.out
    assert result.err == "no plots without matplotlib: pip install 'sprawdzam[plots]'\n"
    assert sorted(file.name for file in (tmp_path / "bare").iterdir()) == ["balance.json", "finished.jsonl"]


def test_ctrl_c_reports_nothing_and_says_how_far_it_came(run, tmp_path, monkeypatch):
    original, calls = study.do, []

    def stopped(task):
        calls.append(task)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return original(task)

    monkeypatch.setattr(study, "do", stopped)
    result = run(*QUICK, "--out", "cut")
    assert result.code == 130 and result.out == ""
    assert "interrupted after 2 of 10 parts; the same command goes on from there" in result.err or (
        "interrupted after 3 of 10 parts" in result.err
    )
    assert [file.name for file in (tmp_path / "cut").iterdir()] == ["finished.jsonl"]
    monkeypatch.setattr(study, "do", original)
    assert run(*QUICK, "--out", "cut").code == 0


@pytest.mark.parametrize(
    ("args", "fragments"),
    [
        (["chess"], ["chess", "blef"]),
        (["blef", "--bot", "nobody"], ["there is no bot nobody", "random, instinct"]),
        (["blef", "--seats", "7"], ["seats: blef seats 2 to 6, not 7"]),
        (["blef", "--seats", "x"], ["--seats"]),
        (["blef", "--matches", "0"], ["--matches"]),
        (["blef", "--jobs", "0"], ["--jobs"]),
        (["blef", "--ray", "moon"], ["--ray", "auto"]),
        (["blef", "--option", "jokers"], ["option jokers: name=value is needed"]),
        (["blef", "--option", "wings=true"], ["option wings", "it has: jokers"]),
        (["rys", "--seats", "3", "--option", "mode=duel"], ["option mode: duel"]),
    ],
)
def test_bad_input_is_one_clear_line(run, tmp_path, args, fragments):
    result = run("balance", *args)
    assert result.code == 2
    assert all(fragment in result.problem for fragment in fragments)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_played(run, tmp_path):
    (tmp_path / "taken").write_text("")
    result = run(*QUICK, "--out", "taken")
    assert result.code == 1 and "taken" in result.problem
