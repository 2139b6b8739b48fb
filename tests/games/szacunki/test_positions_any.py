"""Whatever is handed in as a position or as an action of szacunki: it loads, or an error of ours says why not."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import sprawdzam
from sprawdzam import SPECTATOR

from ..anything import is_an_action_or_is_refused, is_refused, loads_or_is_refused, mutations, values
from .test_positions import EXCHANGE, GOOD, GREY, GUESS, PICK, PLACE, TURN

WORDS = ["?", "writing?", "Y2", "S7", "Y G B", "S S S", "Y? G? B? R? P? S?", "Y7 G0 B3 R2 P5 S1", "correct", "higher",
         "lower", "miss", "", "-", "4 5", "0 1 7", "roll", "place", "exchange", "guess", "over"]  # fmt: skip
NAMES = [*GUESS, "dice", "tokens", "starts", "results", "exchanges", "colours", "0", "7", "-3", "x", "", "stacks"]
JSON = values(WORDS, NAMES)
VIEWS = [sprawdzam.view(EXCHANGE, 0).position, *(sprawdzam.view(one, SPECTATOR).position for one in (TURN, GUESS))]


@settings(max_examples=70, deadline=None)
@given(position=mutations([*GOOD.values(), *VIEWS], NAMES, JSON))
def test_any_mutation_of_a_position_loads_or_is_refused(position: Any) -> None:
    loads_or_is_refused(position)


@settings(max_examples=100, deadline=None)
@given(value=JSON)
def test_any_json_is_refused(value: Any) -> None:
    is_refused(value)


@settings(max_examples=200, deadline=None)
@given(
    text=st.one_of(st.text(max_size=20), st.from_regex(r"(set|turn|pick|place|exchange|keep) ?[YGBRPS0-9 -]{0,4}")),
    position=st.sampled_from([TURN, GREY, PICK, PLACE, EXCHANGE]),
)
def test_any_text_is_an_action_or_is_refused(text: str, position: dict[str, Any]) -> None:
    is_an_action_or_is_refused(position, sprawdzam.position(position).actors[0], text)


@settings(max_examples=100, deadline=None)
@given(text=st.from_regex(r"guess ?[0-9 -]{0,6}", fullmatch=True))
def test_any_guess_is_written_in_ascending_order_or_is_refused(text: str) -> None:
    """SZ-31, SZ R32: whoever writes 5 4 means 4 5, whoever writes 4 4 is told so."""
    numbers = text.removeprefix("guess").split()
    different = 0 < len(numbers) == len(set(numbers)) <= 3 and set(numbers) <= set("01234567")
    meant = "guess -" if numbers == ["-"] else f"guess {' '.join(sorted(numbers))}" if different else text
    view = sprawdzam.position(GUESS).view(0)
    if text.startswith("guess ") and text.rstrip() == " ".join(["guess", *numbers]):
        is_an_action_or_is_refused(GUESS, 0, meant)
    try:
        found = view.write(view.read(text))
    except sprawdzam.UnknownAction:
        assert meant not in view.choices or "  " in text or not text.startswith("guess ")
    else:
        assert found == meant
