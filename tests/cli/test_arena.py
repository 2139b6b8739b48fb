"""``arena``: a study from the command line, its files, its end by Ctrl-C, and what is refused."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import time

import pytest
from rich.console import Console

from sprawdzam.cli import progress

FEW = ("arena", "blef", "--bots", "instinct,random", "--jobs", "1")


def test_a_study_is_played_told_and_stored(run, tmp_path):
    result = run(*FEW, "--matches", 5, "--out", tmp_path / "out")
    assert result.code == 0
    assert result.out.startswith("blef, 2 seats, seed 1: 6 matches of 3 deals\n")
    assert all(word in result.out for word in ("95 % interval", "rating", "mean time", "mean length"))
    assert result.err == f"6 matches (5 rounded up to whole deals of 2); the study lies in {tmp_path / 'out'}\n"
    assert {"matches.jsonl", "report.json"} <= {file.name for file in (tmp_path / "out").iterdir()}
    told = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    again = run(*FEW, "--matches", 6, "--out", tmp_path / "out", "--json")
    assert again.json == told
    assert told["matches"] == told["planned"] == 6 and told["partial"] is False
    assert again.err.endswith("; 6 of 6 matches are there\n")


def test_the_same_command_finds_its_folder_again(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = run(*FEW, "--matches", 2, "--json").json
    (folder,) = (tmp_path / "arena").iterdir()
    assert first["folder"] == os.path.join("arena", folder.name) and folder.name.startswith("blef-2-")
    assert "; 2 of 4 matches are there" in run(*FEW, "--matches", 4).err
    assert list((tmp_path / "arena").iterdir()) == [folder]


def test_three_seats_and_options(run, tmp_path):
    args = ("--seats", 3, "--matches", 3, "--option", "jokers=true", "--out", tmp_path, "--json")
    told = run("arena", "blef", "--bots", "instinct,random,search:3,search:4", *args, "--jobs", 1).json
    assert told["study"]["options"] == {"jokers": True}
    assert (told["matches"], told["deals"], len(told["cross"])) == (12, 1, 12)
    assert {row["matches"] for row in told["ladder"]} == {9}


def test_alone(run, tmp_path):
    args = ("arena", "fiasko", "--seats", 1, "--bots", "instinct,random", "--matches", 4, "--out", tmp_path)
    told = run(*args, "--json", "--jobs", 1).json
    assert told["matches"] == 8 and told["cross"] == [] and told["ladder"][0]["rating"] is None


def test_without_matplotlib_one_line_says_what_to_install(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run(*FEW, "--matches", 2, "--out", tmp_path)
    assert result.code == 0 and "pip install 'sprawdzam[plots]'" in result.err.splitlines()[-1]
    assert (tmp_path / "report.json").exists() and not (tmp_path / "report.png").exists()


@pytest.mark.parametrize(
    ("args", "fragments"),
    [
        (["--bots", "foo,random"], ["there is no bot foo", "path/to/file.py:Name"]),
        (["--bots", "random"], ["bots: at a table of 2 at least two kinds of bots are needed"]),
        (["--bots", "random,random"], ["bots: random is named twice"]),
        (["--bots", "random,"], ["bots: names with commas"]),
        (["--bots", "search:0,random"], ["search:0: a budget is 1 to"]),
        (["--bots", "search:99999999,random"], ["search:99999999: a budget is 1 to"]),
        (["--bots", "nowhere.py:Bot,random"], ["bot nowhere.py:Bot: there is no file nowhere.py"]),
        (["--seats", "7"], ["seats: blef seats 2 to 6, not 7"]),
        (["--matches", "0"], ["--matches"]),
        (["--jobs", "0"], ["--jobs"]),
        (["--limit", "0"], ["--limit"]),
        (["--limit", "soon"], ["--limit"]),
        (["--ray", "moon"], ["'auto', 'local'"]),
        (["--seed", "x"], ["--seed"]),
        (["--option", "jokers"], ["option jokers: name=value is needed"]),
        (["--option", "foo=1"], ["option foo", "it has: jokers"]),
    ],
)
def test_bad_arguments_are_refused(run, tmp_path, args, fragments):
    result = run("arena", "blef", "--out", tmp_path / "out", *args)
    assert result.code == 2
    assert all(fragment in result.problem for fragment in fragments), result.problem
    assert not (tmp_path / "out").exists()


def test_a_folder_with_another_study_is_refused(run, tmp_path):
    run(*FEW, "--matches", 2, "--out", tmp_path)
    result = run(*FEW, "--matches", 2, "--out", tmp_path, "--seed", 2)
    assert result.code == 2 and "another study lies here, with seed=1; asked for is seed=2" in result.problem


def test_a_file_is_no_folder(run, tmp_path):
    (tmp_path / "file").touch()
    result = run(*FEW, "--matches", 2, "--out", tmp_path / "file")
    assert result.code == 1 and "file" in result.problem


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no Ctrl-C to send")
def test_ctrl_c_tells_what_is_finished_and_how_to_go_on(start, tmp_path):
    process = start("-m", "sprawdzam", "arena", "blef", "--matches", "100000", "--jobs", "2", "--out", str(tmp_path))
    end = time.monotonic() + 60
    while time.monotonic() < end:
        file = tmp_path / "matches.jsonl"
        if file.exists() and file.read_bytes().count(b"\n") > 10:
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.startswith("blef, 2 seats, seed 1: ") and "instinct" in out
    assert "Traceback" not in err
    assert err.splitlines()[-1].endswith("of 100000 matches are finished; the same command goes on from here")
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["partial"] is True


def test_what_was_done_before_is_no_speed(monkeypatch):
    """The bar counts it at once; the time that is left is reckoned by what is done now."""
    shown = io.StringIO()
    monkeypatch.setattr("rich.console.Console", lambda **options: Console(file=shown, force_terminal=True, width=80))
    monkeypatch.setattr(progress, "PATIENCE", 100)
    with progress.SlowProgress("matches", 1000, 900) as bar:
        assert bar._bar is not None
        task = bar._bar.tasks[0]
        assert (task.completed, task.speed) == (900, None)
        for _ in range(3):
            time.sleep(0.05)
            bar.advance(1)
        assert task.completed == 903 and task.speed is not None and 5 < task.speed < 25
