"""Whatever is handed in as a position or as an action of rys: it loads, or an error of ours says why not."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ..anything import is_an_action_or_is_refused, is_refused, loads_or_is_refused, mutations, values
from .tables import DUEL, GOOD, PLAYING

WORDS = ["?", "? ?", "7 7", "J", "13 J", "5x2", "7x3 +2J", "Jx5", "draw", "over", "refill"]
NAMES = [*DUEL, "hand", "known", "table", "mode", "max_turns", "self", "deck", ""]
JSON = values(WORDS, NAMES)


@settings(max_examples=70, deadline=None)
@given(position=mutations([*GOOD.values()], NAMES, JSON))
def test_any_mutation_of_a_position_loads_or_is_refused(position: Any) -> None:
    loads_or_is_refused(position)


@settings(max_examples=100, deadline=None)
@given(value=JSON)
def test_any_json_is_refused(value: Any) -> None:
    is_refused(value)


@settings(max_examples=70, deadline=None)
@given(text=st.one_of(st.text(max_size=40), st.from_regex(r"(play |draw pool |rob |draw )?[0-9xJ +?]{0,7}")))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    is_an_action_or_is_refused(PLAYING, 1, text)
