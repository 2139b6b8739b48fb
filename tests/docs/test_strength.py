"""docs/strength.md tells what is stored, and its verdicts follow from the intervals."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

from sprawdzam.games import NAMES

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "strength.py"))
STORED = ROOT / "docs" / "strength"


def test_the_page_is_made_from_what_is_stored() -> None:
    assert (ROOT / "docs" / "strength.md").read_text("utf-8") == TOOL["write"](), "run: make strength"


@pytest.mark.parametrize("game", NAMES)
def test_every_bar_of_every_game_was_measured(game: str) -> None:
    stored = json.loads((STORED / f"{game}.json").read_text("utf-8"))
    asked = [(bar.bot, bar.against, bar.line) for bar in TOOL["BARS"]]
    assert [(bar["bot"], bar["against"], bar["line"]) for bar in stored["bars"]] == asked
    for bar in stored["bars"]:
        assert bar["low"] <= bar["share"] <= bar["high"] and bar["matches"] >= TOOL["PEER_FIRST"]
    assert (STORED / f"{game}.svg").read_text("utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.61, 0.8, "met"), (0.5, 0.59, "missed"), (0.55, 0.65, "undecided"), (0.6, 0.7, "undecided")],
)
def test_a_verdict_needs_an_interval_clear_of_the_line(low: float, high: float, verdict: str) -> None:
    assert TOOL["verdict"]({"line": 0.6, "low": low, "high": high}) == verdict
