"""Golden playthroughs of rys, byte for byte; playthrough.py tells how they are made again."""

from __future__ import annotations

from pathlib import Path

import pytest

import sprawdzam

from ..playthrough import files, log_in, written

FILES = files("rys")
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
    matches = [sprawdzam.load(log_in(file.read_text("utf-8"))) for file in FILES]
    kinds = {(match.setup.seats, *match.setup.changed_options().values()) for match in matches}
    assert {(3,), (4, "advanced"), (5, "expert"), (2,), (2, "expert")} <= kinds and len(matches) >= 6
    steps = " ".join(step.text for match in matches for step in match.log.steps)
    for word in ("take", "leave", "reclaim", "discard", "draw deck", "draw pool", "no draw", "rob", "go on"):
        assert word in steps
    ends = [match.position for match in matches]
    assert any(end["idle"] == 100 for end in ends)  # the fuse
    assert any(not player["hand"] for end in ends for player in end["players"])  # played out
    assert any(not any(end["pool"]) for end in ends)  # nothing left to draw
