"""docs/games/ has a page for each game, with the same sections, made from the code as it is."""

from __future__ import annotations

import re
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from sprawdzam.games import NAMES, find

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "games.py"))
SECTIONS = ["Rules", "Options", "Actions", "Observation", "Rewards", "Sizes", "Speed", "Strength", "Versions"]


@pytest.mark.parametrize("game", NAMES)
def test_a_page_is_up_to_date_with_the_code(game: str) -> None:
    assert (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8") == TOOL["page"](find(game)), "run: make docs"


@pytest.mark.parametrize("game", NAMES)
def test_all_pages_have_the_same_sections(game: str) -> None:
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    assert all(f"`{option.name}`" in text for option in find(game).options)


CHANGELOG = """# Changelog

## [Unreleased]

### Rules changed

- `blef` 3: a check ends
  the round at once.
- `nerwy` 2: rows are longer.

## [0.2.0] - 2027-01-01

### Fixed

- `blef` 9: this is no change of rules.

### Rules changed

- `blef` 2: the starter is drawn.

## [0.1.0] - 2026-12-01

### Added

- `blef`: all rules, and more.
- `blef`: odds in words.
"""


def test_the_history_of_a_games_rules_is_that_of_the_changelog() -> None:
    assert TOOL["history"](replace(find("blef"), rules_version=3), CHANGELOG) == [
        (3, "Unreleased", "a check ends the round at once."),
        (2, "0.2.0", "the starter is drawn."),
        (1, "0.1.0", "all rules, and more."),
    ]


@pytest.mark.parametrize(("game", "version"), [("blef", 4), ("blef", 2), ("nerwy", 2), ("rys", 1)])
def test_a_version_without_a_line_and_a_line_without_a_version_are_told(game: str, version: int) -> None:
    with pytest.raises(ValueError, match=f"such as: - `{game}` {version}: what is played differently"):
        TOOL["history"](replace(find(game), rules_version=version), CHANGELOG)


@pytest.mark.parametrize("game", NAMES)
def test_a_page_has_every_version_of_the_rules(game: str) -> None:
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8").partition("\n## Versions\n")[2]
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \| [^|]+ \| .{20,} \|$", text, re.MULTILINE)]
    assert numbers == list(range(find(game).rules_version, 0, -1))


def test_the_example_of_the_engine_protocol_is_the_file() -> None:
    page = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    assert TOOL["example"](page) == page, "run: make docs"


def test_speeds_are_those_of_the_readme() -> None:
    """One measurement, told in two places."""
    readme = (ROOT / "README.md").read_text("utf-8")
    for game in NAMES:
        assert f"{TOOL['SPEED']['actions_a_second'][game] / 1e6:.1f} M actions a second" in readme
        assert f"{TOOL['SPEED']['simulations_a_second'][game]:,}" in readme
