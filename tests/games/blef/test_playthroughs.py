"""Golden playthroughs of blef, byte for byte; playthrough.py tells how they are made again."""

from __future__ import annotations

from pathlib import Path

import pytest

import sprawdzam

from ..playthrough import files, log_in, recipe_of, written

FILES = files("blef")
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@each_file
def test_a_playthrough_goes_as_it_went(file: Path) -> None:
    text = file.read_bytes().decode()
    assert written(text) == text


@each_file
def test_the_log_of_a_playthrough_loads(file: Path) -> None:
    log = log_in(file.read_bytes().decode())
    match = sprawdzam.load(log)
    assert match.over and match.log.text == log


@each_file
def test_a_playthrough_can_be_read(file: Path) -> None:
    assert file.stat().st_size < 150_000


def test_there_are_playthroughs_of_all_kinds() -> None:
    recipes = [recipe_of(file.read_text("utf-8")) for file in FILES]
    texts = [log_in(file.read_text("utf-8")) for file in FILES]
    matches = [sprawdzam.load(text) for text in texts]
    assert {2, 3, 4, 6} <= {match.setup.seats for match in matches}
    options = [set(match.setup.changed_options()) for match in matches]
    assert set() in options and {"jokers", "direction_choice", "shrinking", "longer"} in options
    assert any(match.position["tiebreak"] for match in matches) and len(recipes) >= 6
