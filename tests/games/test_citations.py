"""Every rule and every ruling of every game is cited by a test of that game.

A rule is cited as `BL-12`, a ruling as `BL R8`, in the docstring of a function `test_*` of tests/games/<game>/, in a
file that tests the package (one that tests an oracle alone proves nothing about the game). Each is named by itself:
a range would cite what nobody looked at. The ids are those of the rulebooks in the package; where the specification
lies beside the checkout its ids must be the same, and its test vectors are cited as `BL V3`; some have other letters
than V: `FI S3`, `SZ E1`, `SZ T1`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sprawdzam.games import NAMES, find

HERE = Path(__file__).parent
SPECIFICATIONS = HERE.parents[2] / "shared" / "rules"
BRACKETS = re.compile(r"\[((?:[A-Z]{2}-\d\d|R\d+)(?:,\s+(?:[A-Z]{2}-\d\d|R\d+))*)\]")
RULE = re.compile(r"\b[A-Z]{2}-\d\d\b")
RULING = re.compile(r"\bR[1-9]\d*\b")
VECTOR = re.compile(r"\*\*(V[1-9]\d*)\b|^\| ([VSET][1-9]\d*) \|", re.MULTILINE)  # in bold, or first in a row of a table
RANGE = re.compile(
    r"\b(?:[A-Z]{2}-\d+|[A-Z]{2} [RVSET]\d+|[RVSET]\d+)\s*(?:\.\.+|…|–|-)\s*"
    r"(?:[A-Z]{2}-\d+|(?:[A-Z]{2} )?[RVSET]\d+)"
)

COUNTS = {  # rules, and rulings with our own ones
    "blef": ("BL", 33, 34),
    "fiasko": ("FI", 74, 65),
    "szacunki": ("SZ", 39, 43),
    "nerwy": ("NE", 41, 40),
    "rys": ("RY", 39, 48),
}

each_game = pytest.mark.parametrize("game", NAMES)


def in_rulebook(game: str, language: str) -> set[str]:
    groups = BRACKETS.findall(find(game).rulebook(language))
    return {name for group in groups for name in re.split(r",\s+", group)}


def prefix(names: set[str]) -> str:
    (letters,) = {name[:2] for name in names if RULE.fullmatch(name)}
    return letters


def as_cited(names: set[str]) -> set[str]:
    """`R8` is cited as `BL R8`, for every game has one."""
    letters = prefix(names)
    return {name if RULE.fullmatch(name) else f"{letters} {name}" for name in names}


def docstrings(game: str) -> Iterator[tuple[str, str]]:
    """Where and what the tests of a game say about themselves."""
    for file in sorted((HERE / game).rglob("test_*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        if not any(imports_us(node) for node in ast.walk(tree)):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{file.relative_to(HERE)}::{node.name}", ast.get_docstring(node) or ""


def imports_us(node: ast.AST) -> bool:
    """Directly, or by way of the game's tables laid ready for tests."""
    if isinstance(node, ast.Import):
        return any(alias.name.split(".")[0] == "sprawdzam" for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")[0] == "sprawdzam" or (node.level == 1 and node.module == "tables")
    return False


def cited(game: str, letters: str) -> set[str]:
    one = re.compile(rf"\b{letters}(?:-\d\d| [RVSET][1-9]\d*)\b")
    return {name for _, text in docstrings(game) for name in one.findall(text)}


def is_vector(name: str) -> bool:
    return name[2:4] in (" V", " S", " E", " T")


@each_game
def test_every_rule_and_ruling_has_a_test_that_cites_it(game: str) -> None:
    names = as_cited(in_rulebook(game, "en"))
    assert sorted(names - cited(game, next(iter(names))[:2])) == []


@each_game
def test_every_citation_is_a_rule_or_ruling_that_exists(game: str) -> None:
    names = as_cited(in_rulebook(game, "en"))
    found = {name for name in cited(game, next(iter(names))[:2]) if not is_vector(name)}
    assert sorted(found - names) == []


@each_game
def test_no_test_cites_a_range(game: str) -> None:
    assert [(where, text) for where, text in docstrings(game) if RANGE.search(text)] == []


@each_game
def test_both_rulebooks_cite_the_same_rules(game: str) -> None:
    english, polish = in_rulebook(game, "en"), in_rulebook(game, "pl")
    assert english and sorted(english ^ polish) == []


@each_game
def test_rules_and_rulings_are_numbered_without_gaps(game: str) -> None:
    names = in_rulebook(game, "en")
    for letters, width in ((f"{prefix(names)}-", 2), ("R", 0)):
        some = {name for name in names if name.startswith(letters) and name[len(letters)].isdecimal()}
        assert some == {f"{letters}{number:0{width}}" for number in range(1, len(some) + 1)}


def test_no_rule_of_any_game_was_forgotten() -> None:
    """Also where no specification lies beside the checkout: 226 rules and 230 rulings."""
    assert {game: counted(in_rulebook(game, "en")) for game in NAMES} == COUNTS


def counted(names: set[str]) -> tuple[str, int, int]:
    rules = sum(1 for name in names if RULE.fullmatch(name))
    return prefix(names), rules, len(names) - rules


@each_game
def test_the_rulebooks_cite_what_the_specification_says(game: str) -> None:
    """Where it is silent, the rulebook adds rulings of its own."""
    names = in_rulebook(game, "en")
    specification = told(game)
    rules = {name for name in RULE.findall(specification) if name.startswith(prefix(names))}
    rulings = set(RULING.findall(specification))
    assert sorted((rules | rulings) - names) == []
    assert all(name.startswith("R") for name in names - rules - rulings)


@each_game
def test_every_vector_of_the_specification_has_a_test(game: str) -> None:
    letters = prefix(in_rulebook(game, "en"))
    vectors = {f"{letters} {bold or row}" for bold, row in VECTOR.findall(told(game))}
    found = {name for name in cited(game, letters) if is_vector(name)}
    assert sorted(vectors ^ found) == []


def told(game: str) -> str:
    file = SPECIFICATIONS / f"{game}.md"
    if not file.exists():
        pytest.skip(f"no {file.name} beside this checkout")
    return file.read_text("utf-8")


@pytest.mark.parametrize(
    "text", ["BL-01..BL-03", "BL-01 - BL-03", "BL R1..R3", "BL R1 – BL R4", "BL-01...BL-09", "V1-V4", "FI S1..S3"]
)
def test_a_range_is_seen_as_one(text: str) -> None:
    assert RANGE.search(text)
    assert not RANGE.search("BL-01, BL-03, BL R1, BL V4: 1-2 or 3..5")
