"""The golden playthroughs of fiasko show all of it; that they go as they went is seen for every game together."""

from __future__ import annotations

import sprawdzam

from ..playthrough import files, log_in, recipe_of

FILES = files("fiasko")


def test_there_are_playthroughs_of_all_kinds() -> None:
    matches = [sprawdzam.load(log_in(file.read_text("utf-8"))) for file in FILES]
    kinds = {(match.setup.seats, match.setup.changed_options().get("threshold")) for match in matches}
    assert {(1, None), (1, 10), (2, None), (3, None), (4, None), (5, None)} <= kinds and len(matches) >= 6
    recipes = [recipe_of(file.read_text("utf-8")) for file in FILES]
    assert any("position" in recipe for recipe in recipes) and any("position" not in recipe for recipe in recipes)
    alone = [match.winners for match in matches if match.setup.seats == 1]
    assert (0,) in alone and () in alone  # TEN was beaten, and was not
    steps = " ".join(step.text for match in matches for step in match.log.steps)
    for word in ("draw", "take numbers", "take currency", "bid", "pass", "buy", "skip", "pay fiasko", "pay currency"):
        assert word in steps
    assert any(f"pay {colour}" in steps for colour in "BGOR")


def test_the_playthroughs_go_through_every_phase() -> None:
    """FI R13, FI R62: the steps of TEN and a joker as last card among them."""
    phases, last = set(), set()
    for file in FILES:
        match = sprawdzam.load(log_in(file.read_text("utf-8")))
        solo = match.setup.seats == 1
        for moment, _ in match.log.replay():
            phases.add((solo and moment.position["active"] == 1, moment.position["phase"]))
            if moment.state.left == 0 and "auction" in moment.position:
                last.add(file.stem)
    one = {phase for ten, phase in phases if not ten}
    other = {phase for ten, phase in phases if ten}
    assert one == {"draw", "reveal", "bust", "bid", "pay", "buy", "final", "over"}
    assert {"reveal", "bust", "stop", "bid", "pay"} <= other and "draw" not in other and "buy" not in other
    assert last
