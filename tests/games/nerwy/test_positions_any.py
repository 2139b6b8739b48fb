"""Whatever JSON is handed in as a position of nerwy, it loads or an error of ours says why not."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import sprawdzam

from ..anything import is_an_action_or_is_refused, loads_or_is_refused, mutations, values
from .tables import standing

TURN = standing(
    ["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"], "0:S5v 1:PL2^ 2:D3", turn=0, discard="BIN S4 D5", binned="1:REV"
)
OPEN = standing(["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"])  # a round begins
SECOND = standing(["S1 D2", "S2 S3 D4"], "1:PL2^ 0:S5v", must=2, placed=1)
WINDOW = standing(["S1 D2 TRAP", "S2 D4", "D1 D1 D5"], "0:S5v 1:D3", phase="window", turn=1)
COMMIT = WINDOW | {"options": {"call_window": "commit"}}
DRAW = WINDOW | {"phase": "draw", "caller": 0}
DRAW.pop("waiting")
REVEAL = standing(["S1 D2 TRAP", "S2 D4 D4", "D1 D1 D5"], "0:S5v 1:D3", phase="reveal", turn=1, caller=0)
ENDED = standing(["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"], phase="over", tokens=["3C1N", "2C0N", "0C1N"], number=9)
DEAL = sprawdzam.game("nerwy", 3).start(seed=1, auto=False).position
GOOD = [DEAL, TURN, OPEN, SECOND, WINDOW, COMMIT, DRAW, REVEAL, ENDED]

WORDS = [
    "?",
    "0 ?v",
    "0 S3v",
    "1 D4",
    "0 S3",
    "S1",
    "D5",
    "BIN",
    "heart",
    "none",
    "2C1N",
    "3C0N",
    "cw",
    "ccw",
    "turn",
    "window",
    "draw",
    "reveal",
    "over",
    "pass",
    "call",
]
NAMES = [*WINDOW, "drawn", "tokens", "hand", "answer", "call_window", "max_placements", "pile", ""]
JSON = values(WORDS, NAMES)


@settings(max_examples=130, deadline=None)
@given(position=mutations(GOOD, NAMES, JSON))
def test_any_mutation_of_a_position_loads_or_is_refused(position: Any) -> None:
    loads_or_is_refused(position)


@settings(max_examples=70, deadline=None)
@given(text=st.one_of(st.text(max_size=40), st.from_regex(r"(place )?[SDBRTP?]{0,2}[0-9]?[v^]?")))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    is_an_action_or_is_refused(TURN, 0, text)
