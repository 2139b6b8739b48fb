"""``warm`` and ``bench``, with stand-ins for what they call."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console

from sprawdzam.bots.warm import mark
from sprawdzam.cli.warm import compile_all
from sprawdzam.games import NAMES


@pytest.fixture
def done(monkeypatch, tmp_path):
    """The names of the parts that were compiled, in order, on a machine with one core."""
    names: list[str] = []
    module = ModuleType("sprawdzam.bots.warm")

    def steps(games):
        return [(game.name, lambda name=game.name: names.append(name)) for game in games]

    module.steps = steps
    module.mark = lambda: tmp_path / "mark"
    monkeypatch.setitem(sys.modules, "sprawdzam.bots.warm", module)
    monkeypatch.setattr("sprawdzam.engine.compile.prune", lambda: names.append("prune"))
    monkeypatch.setattr("sprawdzam.arena.pool.cores", lambda: 1)
    return names


def test_warm_compiles_everything_then_prunes_and_says_how_long(run, done):
    result = run("warm")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[:2] == ["compiling 1/5: blef", "compiling 2/5: fiasko"]
    assert lines[5].startswith("ready: 5 compiled parts in ")
    assert done == [*NAMES, "prune"]


def test_several_games_are_compiled_at_once_and_told_of(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sprawdzam.bots.warm.mark", lambda: tmp_path / "mark")
    monkeypatch.setattr("sprawdzam.arena.pool.cores", lambda: 2)
    lines = run("warm", "blef", "nerwy").out.splitlines()
    told = [line.partition(": ")[2] for line in lines[:-1]]
    assert [line.partition(": ")[0] for line in lines[:-1]] == [f"compiling {n}/8" for n in range(1, 9)]
    for game in ("blef", "nerwy"):
        parts = [f"{game}: {part}" for part in ("playouts", "search", "outlook", "expert")]
        assert [each for each in told if each in parts] == parts
    assert lines[-1].startswith("ready: 8 compiled parts in ")
    assert not (tmp_path / "mark").exists()


def test_where_nothing_can_be_kept_it_is_compiled_in_the_process_that_needs_it(run, done, monkeypatch):
    monkeypatch.setattr("sprawdzam.arena.pool.cores", lambda: 2)
    monkeypatch.setattr("sprawdzam.engine.compile._writable", lambda folder: folder / "elsewhere")
    assert run("warm").code == 0
    assert done == [*NAMES, "prune"]


def test_warm_compiles_the_games_that_are_named(run, done):
    assert run("warm", "rys", "blef").code == 0
    assert done == ["rys", "blef", "prune"]
    result = run("warm", "poker")
    assert result.code == 2 and "there is no game poker" in result.problem


def test_a_server_compiles_what_is_missing_and_loads_nothing_else(run, done):
    assert run("warm", "rys").code == 0
    compile_all()  # one game is not all
    assert done == ["rys", "prune", *NAMES]
    compile_all()
    assert done == ["rys", "prune", *NAMES]


def test_what_is_compiled_is_that_of_these_sources(monkeypatch):
    here = mark()
    assert mark() == here
    monkeypatch.setattr("platform.node", lambda: "elsewhere")
    elsewhere = mark()
    monkeypatch.undo()
    monkeypatch.setattr(Path, "read_bytes", lambda path: b"other rules")
    assert len({here, elsewhere, mark()}) == 3


def test_warm_compiles_what_environments_step_if_it_is_asked_for(run, done, monkeypatch):
    module = ModuleType("sprawdzam.envs.warm")
    module.steps = lambda games: [("environments", lambda: done.append("environments"))]
    monkeypatch.setitem(sys.modules, "sprawdzam.envs.warm", module)
    assert run("warm", "--environments").code == 0
    assert done == [*NAMES, "environments", "prune"]


def test_warm_can_be_quiet(run, done):
    result = run("warm", "--quiet")
    assert (result.code, result.out, result.err) == (0, "", "")
    assert done == [*NAMES, "prune"]


def test_warm_shows_a_bar_on_a_terminal(run, done, monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr("rich.console.Console", lambda: Console(file=shown, force_terminal=True, width=80))
    result = run("warm")
    assert result.out.startswith("ready: 5") and "5/5" in shown.getvalue()
    assert done == [*NAMES, "prune"]


def test_trouble_while_compiling_is_one_line(run, done, monkeypatch):
    def fail():
        raise RuntimeError("no compiler\nhere")

    monkeypatch.setattr(sys.modules["sprawdzam.bots.warm"], "steps", lambda games: [("rules", fail)])
    result = run("warm", "--quiet")
    assert (result.code, result.problem) == (1, "RuntimeError: no compiler here")


@pytest.fixture
def benched(monkeypatch):
    calls = []
    module = ModuleType("sprawdzam.bench")

    def bench(peers, out, quick, as_json):
        calls.append((peers, out, quick, as_json))
        return 1 if quick else 0

    module.run = bench
    monkeypatch.setitem(sys.modules, "sprawdzam.bench", module)
    return calls


def test_bench_passes_everything_on(run, benched, tmp_path):
    assert run("bench").code == 0
    assert run("bench", "--peers", sys.executable, "--out", tmp_path, "--quick", "--json").code == 1
    assert benched == [(None, Path("bench/results"), False, False), (Path(sys.executable), tmp_path, True, True)]


def test_bench_refuses_peers_that_are_not_there(run, benched):
    result = run("bench", "--peers", "/no/such/python")
    assert result.code == 2
    assert "--peers" in result.problem and "/no/such/python" in result.problem
    assert not benched
