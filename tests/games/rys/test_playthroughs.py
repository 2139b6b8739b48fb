"""The golden playthroughs of rys show all of it; that they go as they went is seen for every game together."""

from __future__ import annotations

import sprawdzam

from ..playthrough import files, log_in

FILES = files("rys")


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
