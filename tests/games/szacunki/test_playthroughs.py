"""The golden playthroughs of szacunki show all of it; that they go as they went is seen for every game together."""

from __future__ import annotations

import sprawdzam

from ..playthrough import files, log_in, recipe_of

FILES = files("szacunki")


def test_there_are_playthroughs_of_all_kinds() -> None:
    """SZ-03, SZ-37: of two, three and four, with five and six colours, a whole match and some from a position."""
    recipes = [recipe_of(file.read_text("utf-8")) for file in FILES]
    matches = [sprawdzam.load(log_in(file.read_text("utf-8"))) for file in FILES]
    assert {(match.setup.seats, match.state.option.colours) for match in matches} >= {(2, 6), (3, 6), (4, 6), (2, 5)}
    assert {"position" in recipe for recipe in recipes} == {True, False}
    kinds = {step.text.split()[0] for match in matches for step in match.log.steps}
    assert kinds == {"go", "set", "keep", "turn", "pick", "place", "exchange", "guess"}
    told = {result for match in matches for found in match.position["rounds"] for result in found["results"]}
    assert told == {"correct", "higher", "lower", "miss"}


def test_in_some_playthroughs_the_stacks_run_out() -> None:
    """SZ-23, SZ R26"""
    empty = 0
    for file in FILES:
        match = sprawdzam.load(log_in(file.read_text("utf-8")))
        for found in match.position["rounds"]:
            swaps = found.get("exchanges", [""] * match.setup.seats)
            pairs = zip(found["results"], swaps, strict=True)
            empty += any(result != "correct" and not card for result, card in pairs)
    assert empty
