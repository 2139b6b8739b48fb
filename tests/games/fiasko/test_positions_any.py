"""Whatever is handed in as a position or as an action of fiasko: it loads, or an error of ours says why not."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ..anything import is_an_action_or_is_refused, is_refused, loads_or_is_refused, mutations, values
from .tables import BID, DRAW, FINAL, GOOD, PAY

WORDS = [
    "?", "B1", "B1 B2 G3", "B*", "*4", "**", "$5 $5", "", "draw", "reveal", "bust", "stop", "bid", "pay", "buy",
    "final", "over", "joker", "card",
]  # fmt: skip
NAMES = [
    *PAY, "final", "joker", "asked", "high", "bidder", "for", "payer", "item", "due", "units", "last_card", "currency",
    "fiasko", "numbers", "jokers", "threshold", "starter", "",
]  # fmt: skip
JSON = values(WORDS, NAMES)


@settings(max_examples=70, deadline=None)
@given(position=mutations([*GOOD.values()], NAMES, JSON))
def test_any_mutation_of_a_position_loads_or_is_refused(position: Any) -> None:
    loads_or_is_refused(position)


@settings(max_examples=50, deadline=None)
@given(value=JSON)
def test_any_json_is_refused(value: Any) -> None:
    is_refused(value)


@settings(max_examples=100, deadline=None)
@given(
    laid=st.sampled_from([(DRAW, 0), (BID, 2), (PAY, 1), (FINAL, 2)]),
    text=st.one_of(st.text(max_size=40), st.from_regex(r"(bid|buy|pay) ?[BGOR$*]{0,2}[0-9]{0,3}")),
)
def test_any_text_is_an_action_or_is_refused(laid: tuple[Any, int], text: str) -> None:
    is_an_action_or_is_refused(*laid, text)
