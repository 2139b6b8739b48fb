"""docs/games/ has a page for each game, with the same sections, made from the code as it is."""

from __future__ import annotations

import re
import runpy
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


def test_the_example_of_the_engine_protocol_is_the_file() -> None:
    page = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    assert TOOL["example"](page) == page, "run: make docs"


def test_speeds_are_those_of_the_readme() -> None:
    """One measurement, told in two places."""
    readme = (ROOT / "README.md").read_text("utf-8")
    for game in NAMES:
        assert f"{TOOL['SPEED']['actions_a_second'][game] / 1e6:.1f} M actions a second" in readme
        assert f"{TOOL['SPEED']['simulations_a_second'][game]:,}" in readme
