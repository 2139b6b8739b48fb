"""The short studies of examples/ run, in a reduced size, and say what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = {
    "bot_in_20_lines.py": ["2 matches of 1 deals", "bot_in_20_lines.py:Dreamer", "100.00%"],
    "balance_of_a_variant.py": ["nerwy, 3 seats, 20 matches", "who begins wins", "window_after_each=True: "],
    "odds_of_a_position.py": ["bid 4x3: A bid of 4 threes is true with 23 %.", "a Master would say: "],
}


@pytest.mark.parametrize("name", SAYS)
def test_a_study_runs_in_a_reduced_size(name: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), "--small"], capture_output=True, text=True, timeout=250, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [words for words in SAYS[name] if words not in done.stdout] == [], done.stdout


@pytest.mark.parametrize("name", [*SAYS, "engine_bot.py"])
def test_an_example_is_short_and_says_what_it_is(name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    assert text.startswith('"""') and name in text.partition('"""\n\n')[0] and len(text.splitlines()) <= 45


def test_the_bot_in_20_lines_has_20_lines() -> None:
    text = (EXAMPLES / "bot_in_20_lines.py").read_text("utf-8")
    body = text[text.index("class ") : text.index("\n\nif __name__")]
    assert len([line for line in body.splitlines() if line.strip()]) <= 20
