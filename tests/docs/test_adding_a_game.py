"""The game of docs/adding-a-game.md: all its blocks together are a game that keeps the laws.

It is written into the cache folder, as the broken games are, so that its machine code is found again there.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import sprawdzam
from sprawdzam.cli import main
from sprawdzam.engine.compile import cache_folder
from sprawdzam.engine.game import Game

from .pages import ROOT, blocks

PAGE = ROOT / "docs" / "adding-a-game.md"
NAME = "smialo"
PACKAGE = f"src/sprawdzam/games/{NAME}/"
TESTS = f"tests/games/{NAME}/"
FILE = re.compile(r"`([\w./-]+)`(?:, continued|, one line changed)?:")
GAMES = importlib.import_module("sprawdzam.games")  # the name sprawdzam.games is a function


def sources() -> dict[str, str]:
    """The files of the page: blocks of one file are put together."""
    found: dict[str, str] = {}
    for block in blocks(PAGE):
        if file := FILE.fullmatch(block.above):
            found[file[1]] = f"{found[file[1]]}\n\n{block.text}" if file[1] in found else block.text
    return found


SOURCES = sources()


def write(file: Path, text: str) -> None:
    """Files that stay as they are keep their time, and with it their machine code."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text("utf-8") != text:
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        fresh.write_text(text, "utf-8")
        fresh.replace(file)


def forget(*packages: str) -> None:
    for name in [name for name in sys.modules if name.startswith(packages)]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    """The game of the page, in the list of games while these tests run."""
    folder = cache_folder() / "docs"
    for name, text in SOURCES.items():
        if name.startswith(PACKAGE):
            write(folder / NAME / name.removeprefix(PACKAGE), text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GAMES, "__path__", [*GAMES.__path__, str(folder)])
        patch.setattr(GAMES, "NAMES", (*GAMES.NAMES, NAME))
        importlib.invalidate_caches()
        yield GAMES.find(NAME)
    GAMES.find.cache_clear()
    forget(f"sprawdzam.games.{NAME}")


@pytest.fixture
def tests_of_the_game(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the tests of the page, and with those of all games that they use."""
    folder = tmp_path / "tests_of_the_page" / "games"
    for name, text in SOURCES.items():
        if name.startswith(TESTS):
            write(folder / name.removeprefix("tests/games/"), text)
    for name in ("playthrough.py", "test_citations.py"):
        shutil.copy(ROOT / "tests" / "games" / name, folder)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    forget("tests_of_the_page")


def of_the_page(name: str) -> ModuleType:
    return importlib.import_module(f"tests_of_the_page.games.{name}")


def test_the_page_has_every_file_of_a_game() -> None:
    files = {name.removeprefix(PACKAGE) for name in SOURCES if name.startswith(PACKAGE)}
    modules = {"__init__.py", "rules.py", "notation.py", "table.py", "instinct.py"}
    assert files == modules | {"rulebook.en.md", "rulebook.pl.md"}


def test_the_line_that_is_to_be_changed_is_there() -> None:
    list_of_games = ROOT / "src/sprawdzam/games/__init__.py"
    (changed,) = SOURCES["src/sprawdzam/games/__init__.py"].splitlines()
    now = re.search(r"^NAMES = (.*)$", list_of_games.read_text("utf-8"), re.MULTILINE)
    assert now and f"NAMES = {(*eval(now[1]), NAME)}".replace("'", '"') == changed


def test_a_match_is_played_and_loaded_again(game: Game) -> None:
    match = sprawdzam.game(NAME, seats=4, long=True).start(seed=3)
    assert match.view(0).choices == ("pass", "bet")
    while not match.over:
        seat = match.actors[0]
        match.play(seat, "bet" if match.view(seat).position["players"][seat]["card"] in "56" else "pass")
    assert match.scores and sum(match.scores) == 40
    assert sprawdzam.load(match.log.text).ranks == match.ranks


def test_the_tests_of_the_page_pass(tests_of_the_game: Path) -> None:
    """All but the laws, which have a test of their own below; nothing of pytest is needed to run them."""
    module = of_the_page(f"{NAME}.test_rules")
    tests = [name for name in vars(module) if name.startswith("test_") and name != "test_all_laws"]
    assert len(tests) >= 7
    for name in tests:
        getattr(module, name)()


def test_the_playthrough_of_the_page_can_be_made(tests_of_the_game: Path) -> None:
    playthrough = of_the_page("playthrough")
    (file,) = playthrough.files(NAME)
    file.write_bytes(playthrough.written(file.read_text("utf-8")).encode())
    of_the_page(f"{NAME}.test_playthroughs").test_a_playthrough_goes_as_it_went()
    assert file.read_text("utf-8").startswith(SOURCES[f"{TESTS}playthroughs/three.txt"])


def test_every_rule_of_the_page_is_cited(tests_of_the_game: Path) -> None:
    citations = of_the_page("test_citations")
    of_all = ("test_a_range_is_seen_as_one", "test_no_rule_of_any_game_was_forgotten")
    checks = [name for name in vars(citations) if name.startswith("test_") and name not in of_all]
    for name in checks:
        if "specification" not in name:
            getattr(citations, name)(NAME)
    assert len(checks) >= 6


@pytest.mark.slow
def test_all_laws_hold(tests_of_the_game: Path) -> None:
    of_the_page(f"{NAME}.test_rules").test_all_laws()


@pytest.mark.slow
def test_the_commands_of_the_page_work(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """Simulations run compiled; playing needs a person."""
    lines = [line.split()[1:] for block in blocks(PAGE, "sh") for line in block.text.splitlines()]
    assert [words[0] for words in lines] == ["play", "simulate", "rules"]
    for words in lines:
        code = main(words)
        told = capsys.readouterr()
        if words[0] == "play":
            assert code == 2 and "play needs a terminal" in told.err
        else:
            assert code == 0 and told.out, told.err


@pytest.mark.slow
def test_compiled_matches_and_the_search(game: Game) -> None:
    from random import Random

    from sprawdzam.bots import make
    from sprawdzam.bots.search import machine_code

    setup = game.setup(3)
    batches = list(machine_code(game).playouts(setup.blank(), [1, 0, 0], seed=1, number=1000))
    assert sum(len(lengths) for _, lengths in batches) == 1000
    assert all((results[:, :3, 0].sum(axis=1) == 30).all() for results, _ in batches)
    position = {"phase": "choose", "round": 3, "players": [{"chips": 10, "card": c, "choice": "-"} for c in "6?"]}
    view = sprawdzam.view({"game": NAME, "rules": 1, "seats": 2, **position}, seat=0)
    assert view.write(make("search:2000").decide(view, Random(1))) == "bet"
