"""Golden playthroughs of every game, byte for byte; playthrough.py tells how they are made again."""

from __future__ import annotations

from pathlib import Path

import pytest

import sprawdzam
from sprawdzam.games import NAMES

from .playthrough import files, log_in, written

FILES = [file for name in NAMES for file in files(name)]
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]} {file.stem}")


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
