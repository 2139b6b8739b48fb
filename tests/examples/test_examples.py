"""Every file of examples/ runs, in a reduced size, and says what it promises."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

import sprawdzam
from sprawdzam.bots import make

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SMALL = "sprawdzam_rys_explicit(size=five,first_starter=0,max_turns=4)"
LOST = "It does NOT beat instinct: it won "  # two rounds of training are not enough, and it has to say so

STUDIES: dict[str, tuple[list[str], int, list[str]]] = {
    "bot_in_20_lines.py": (["--small"], 0, ["2 matches of 1 deals", "bot_in_20_lines.py:Dreamer", "100.00%"]),
    "balance_of_a_variant.py": (
        ["--small"], 0, ["nerwy, 3 seats, 20 matches", "who begins wins", "window_after_each=True: "]
    ),
    "odds_of_a_position.py": (
        ["--small"], 0, ["bid 4x3: A bid of 4 threes is true with 23 %.", "a Master would say: "]
    ),
    "solve.py": (
        [SMALL, "--walks", "2"], 0, ["   1 walks: exploitability 0.", "   2 walks: exploitability 0.", "seat 0 wins "]
    ),
    "train_blef.py": (["--small"], 1, [LOST, "network kept in train_blef.pt", " minutes, "]),
}  # fmt: skip
"""By name: arguments for a reduced size, the exit code, and some of what is said."""
NEEDS = {"solve.py": "pyspiel", "train_blef.py": "torch"}

PROGRAMS = {"engine_bot.py": (sys.executable, ["blef"]), "engine_bot.sh": ("sh", ["blef", "nerwy"])}
"""By name: what runs it, and games that it plays."""

ELSEWHERE = {
    "bot.py": ("tests/server/test_example.py", "test_a_guest_opens_a_table_and_plays_to_the_end"),  # needs a server
    "rllib_blef.py": ("tests/envs/test_rllib.py", "test_the_example_learns_on_local_ray"),
}
"""By name: the file that runs it, and the test."""


def test_every_example_is_run_by_a_test_and_stands_on_the_page() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    assert files == {*STUDIES, *PROGRAMS, *ELSEWHERE}, "a new example needs a run in a reduced size, here"
    for name, (file, test) in ELSEWHERE.items():
        text = (ROOT / file).read_text("utf-8")
        assert f'"examples" / "{name}"' in text and f"def {test}(" in text, name
    page = (ROOT / "docs" / "environments.md").read_text("utf-8")
    assert [name for name in sorted(files) if f"(../examples/{name})" not in page] == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "train_blef.py")) for name in STUDIES]
)
def test_a_study_runs_in_a_reduced_size(name: str, tmp_path: Path) -> None:
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed, so examples/{name} is NOT TESTED")
    words, code, says = STUDIES[name]
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words],
        env={**os.environ, "COLUMNS": "200"}, cwd=tmp_path, capture_output=True, text=True, timeout=250, check=False,
    )  # fmt: skip
    assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
    assert [told for told in says if told not in done.stdout] == [], done.stdout


@pytest.mark.parametrize(("name", "game"), [(name, game) for name, (_, games) in PROGRAMS.items() for game in games])
def test_a_program_plays_a_match_to_its_end(name: str, game: str) -> None:
    runs = PROGRAMS[name][0]
    if shutil.which(runs) is None:
        pytest.skip(f"there is no {runs} here, so examples/{name} is NOT TESTED")
    bot, rng = make(f"program:{shlex.join([runs, str(EXAMPLES / name)])}"), Random(1)
    match = sprawdzam.game(game, seats=2).unclocked().start(seed=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot.decide(match.view(seat), rng))
    assert sorted(match.ranks) == [1, 2]


def test_the_engine_bot_checks_what_it_holds_no_part_of() -> None:
    """As its comment says; it would play to the end at random, too."""
    bot = make(f"program:{shlex.join([sys.executable, str(EXAMPLES / 'engine_bot.py')])}")
    seen = set()
    for seed in range(8):
        match = sprawdzam.game("blef", seats=2, first_starter=0).start(seed=seed)
        for seat in (0, 1):
            match.play(seat, "choose A")
        match.play(0, "bid 1x3")
        view = match.view(1)
        holds = match.position["players"][1]["cards"][0].split("/")[0] == "3"
        assert (view.write(bot.decide(view, Random(1))) == "check") is not holds
        seen.add(holds)
    assert seen == {True, False}


@pytest.mark.parametrize("name", [*(name for name in STUDIES if name != "train_blef.py"), "engine_bot.py"])
def test_an_example_is_short_and_says_what_it_is(name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    assert text.startswith('"""') and name in text.partition('"""\n\n')[0] and len(text.splitlines()) <= 45


def test_the_bot_in_20_lines_has_20_lines() -> None:
    text = (EXAMPLES / "bot_in_20_lines.py").read_text("utf-8")
    body = text[text.index("class ") : text.index("\n\nif __name__")]
    assert len([line for line in body.splitlines() if line.strip()]) <= 20
