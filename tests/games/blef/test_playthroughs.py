"""The golden playthroughs of blef show all of it; that they go as they went is seen for every game together."""

from __future__ import annotations

import sprawdzam

from ..playthrough import files, log_in, recipe_of

FILES = files("blef")


def test_there_are_playthroughs_of_all_kinds() -> None:
    recipes = [recipe_of(file.read_text("utf-8")) for file in FILES]
    texts = [log_in(file.read_text("utf-8")) for file in FILES]
    matches = [sprawdzam.load(text) for text in texts]
    assert {2, 3, 4, 6} <= {match.setup.seats for match in matches}
    options = [set(match.setup.changed_options()) for match in matches]
    assert set() in options and {"jokers", "direction_choice", "shrinking", "longer"} in options
    assert any(match.position["tiebreak"] for match in matches) and len(recipes) >= 6
