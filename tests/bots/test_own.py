"""Bots of one's own, from a file or a module."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import sprawdzam
from sprawdzam.bots import make
from sprawdzam.bots.own import absolute, digest
from sprawdzam.engine.errors import UnknownBot

CODE = """
class First:
    name = "first"
    def decide(self, view, rng):
        return view.actions[0]
class Nameless:
    def decide(self, view, rng):
        return view.actions[0]
class Idle:
    name = "idle"
class Needy(First):
    def __init__(self, something): ...
def factory():
    return First()
NUMBER = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    (tmp_path / "bots of mine.py").write_text(CODE, "utf-8")
    (tmp_path / "broken.py").write_text("def (", "utf-8")
    (tmp_path / "leaving.py").write_text("raise SystemExit(3)", "utf-8")
    (tmp_path / "needy_module.py").write_text("import nothing_of_that_name", "utf-8")
    (tmp_path / "text.txt").write_text(CODE, "utf-8")
    package = tmp_path / "package_of_mine"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "greedy.py").write_text(CODE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["bots of mine.py:First", "./bots of mine.py:factory", "package_of_mine.greedy:First"])
def test_a_bot_of_ones_own_plays(folder, name):
    match = sprawdzam.game("blef").start(seed=1)
    view = match.view(match.actors[0])
    assert make(name).decide(view, Random(1)) == view.actions[0]
    assert make(name) is not make(name)


def test_a_file_is_found_from_any_folder(folder, monkeypatch):
    name = absolute("bots of mine.py:First")
    monkeypatch.chdir("/")
    assert make(name).name == "first" and absolute(name) == name
    assert absolute("package_of_mine.greedy:First") == "package_of_mine.greedy:First"
    assert (absolute("search:5"), absolute("random")) == ("search:5", "random")


def test_a_changed_file_has_another_digest(folder):
    before = digest("bots of mine.py:First")
    assert before == digest("bots of mine.py:factory") and digest("random") is digest("search:5") is None
    (folder / "bots of mine.py").write_text(CODE + "#", "utf-8")
    assert digest("bots of mine.py:First") != before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nowhere.py:First", "there is no file nowhere.py"),
        ("no/where:First", "there is no file no/where"),
        (".:First", "there is no bot .:First"),
        ("./text.txt:First", "text.txt is no file of Python, whose name ends in .py"),
        ("bots of mine.py:Last", "bots of mine.py has no Last; bots there: First, Nameless, Needy"),
        ("bots of mine.py:NUMBER", "NUMBER() must give a bot, but fails: TypeError: 'int' object is not callable"),
        ("bots of mine.py:Needy", "Needy() must give a bot, but fails: TypeError"),
        ("bots of mine.py:Nameless", "it has no name; a bot needs name (a text) and decide(view, rng)"),
        ("bots of mine.py:Idle", "it has no decide; a bot needs name (a text) and decide(view, rng)"),
        ("broken.py:First", "broken.py cannot be loaded: SyntaxError"),
        ("leaving.py:First", "leaving.py cannot be loaded: SystemExit: 3"),
        ("needy_module:First", "needy_module cannot be loaded: ModuleNotFoundError: No module named 'nothing_of_that"),
        ("package_of_mine.lazy:First", "there is no module package_of_mine.lazy (is its folder in PYTHONPATH?)"),
        ("nothing_there:First", "a bot of your own is path/to/file.py:Name or package.module:Name"),
        ("bots of mine.py:", "there is no bot bots of mine.py:"),
        (":First", "there is no bot :First"),
    ],
)
def test_what_is_missing_is_told_in_one_line(folder, name, text):
    with pytest.raises(UnknownBot) as error:
        make(name)
    assert text in str(error.value) and "\n" not in str(error.value)
