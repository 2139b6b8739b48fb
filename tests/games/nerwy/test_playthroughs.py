"""The golden playthroughs of nerwy show all of it; that they go as they went is seen for every game together."""

from __future__ import annotations

import sprawdzam

from ..playthrough import files, log_in, recipe_of

FILES = files("nerwy")


def test_there_are_playthroughs_of_all_kinds() -> None:
    recipes = [recipe_of(file.read_text("utf-8")) for file in FILES]
    matches = [sprawdzam.load(log_in(file.read_text("utf-8"))) for file in FILES]
    assert {match.setup.seats for match in matches} == {2, 3, 4, 5, 6}
    options = [set(match.setup.changed_options()) - {"max_rounds"} for match in matches]
    assert set() in options and {"call_window"} in options and {"direction_reset"} in options
    assert {"last_placer_rule", "window_after_each"} in options
    logs = [match.log.text for match in matches]
    for card in ("REV^", "PL2^", "BIN^", "TRAP^", "REVv", "PL2v", "BINv", "TRAPv"):
        assert any(f"place {card}" in log for log in logs), card
    assert any("position" in recipe for recipe in recipes) and any(len(match.winners) > 1 for match in matches)


def test_one_playthrough_goes_through_a_reshuffle_and_others_keep_a_secret_in_the_discard() -> None:
    """NE-15, NE R7, NE R32"""
    reshuffled, removed = 0, 0
    for file in FILES:
        match = sprawdzam.load(log_in(file.read_text("utf-8")))
        before = 0
        for moment, _ in match.log.replay():
            gone = len(moment.position["discard"]) + len(moment.position["binned"])
            reshuffled += before > 0 and gone == 0
            removed += bool(moment.position["binned"])
            before = gone
    assert reshuffled and removed
