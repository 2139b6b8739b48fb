"""What is told of each step, to those who sit at the table."""

from __future__ import annotations

from typing import Any

import pytest

from sprawdzam import SPECTATOR, TABLE, Match
from sprawdzam.engine.texts import texts
from sprawdzam.games.fiasko.words import card_words

from .tables import CARDS, FIASKO, TEN, alone, at, say

NAMES = ["Ola", "Jan", "Ewa"]
THREE = card_words(texts("en"), CARDS.index("$3"))


def told(match: Match, text: str, seat: int) -> list[str]:
    """Plays an action, or lets the table go on, and says what a seat is told then."""
    before = match.view(seat).record.copy()
    match.go_on() if match.actors == (TABLE,) else say(match, text)
    return FIASKO.table.tell(before, match.view(seat).record, seat, texts("en"), NAMES)


STEPS: list[tuple[str, dict[str, Any], str, int, list[str]]] = [
    ("5/0 5/0", {"area": "B4"}, "draw", 0, []),
    ("5/0 5/0", {"phase": "reveal", "draws": "B4"}, "", 0, ["You turn up blue 4."]),
    ("5/0 5/0", {"phase": "reveal", "draws": "$3"}, "", 1, [f"Ola turns up {THREE}."]),
    ("5/0 5/0", {"phase": "reveal", "draws": "*4"}, "", 1, ["An auction: the joker 4."]),
    ("5/0 8/0", {"area": "B4 $3"}, "take numbers", 0, ["You take blue 4.", "Jan gets 2 currency."]),
    ("5/0 8/0", {"area": "B4 $3"}, "take numbers", 1, ["Ola takes blue 4.", "You get 2 currency."]),
    ("9/0 8/0", {"area": "B4 $3"}, "take currency", 0, ["You take the currency: 1 more."]),
    ("9/0 8/0", {"area": "$3"}, "take currency", SPECTATOR, ["Ola takes the currency: 1 more."]),
    ("5/0 5/0", {"phase": "bust", "area": "B4 $1 G9"}, "", 1,
     ["A fiasco! Ola gets a fiasco token.", "You get 1 currency."]),
    ("5/0 5/0", {"phase": "bid", "auction": {"joker": "B*"}}, "bid 2", 1, ["You bid 2."]),
    ("5/0 5/0", {"phase": "bid", "auction": {"joker": "B*", "asked": 1}}, "pass", 1,
     ["Ola passes.", "Nobody wants the blue joker."]),
]  # fmt: skip


@pytest.mark.parametrize(("players", "laid", "text", "seat", "lines"), STEPS)
def test_what_happened_is_told(players: str, laid: dict[str, Any], text: str, seat: int, lines: list[str]) -> None:
    assert told(at(*players.split(), auto=False, **laid), text, seat) == lines


def test_ten_takes_numbers_and_the_human_is_paid() -> None:
    """FI-62, FI-63"""
    match = alone("5/0", "5/0", active=TEN, phase="stop", area="$2 B6", auto=False)
    assert told(match, "", 0) == ["TEN takes blue 6.", "You get 2 currency."]


def test_ten_that_stops_without_numbers_takes_nothing() -> None:
    """FI R49, FI R50: never the currency, which goes to the human."""
    match = alone("5/0", "5/0", active=TEN, phase="stop", area="$3", deck="", auto=False)
    lines = told(match, "", 0)
    assert lines[:2] == ["TEN stops without a number card.", "You get 3 currency."]
    match = alone("5/0", "5/0", active=TEN, phase="stop", deck="", market="B9", auto=False)
    assert told(match, "", SPECTATOR)[0] == "TEN stops without a number card."


def test_a_fiasko_of_ten_brings_it_the_numbers_and_the_human_nothing() -> None:
    """FI-64"""
    match = alone("5/0", "5/0", active=TEN, phase="bust", area="$2 B3 $3", auto=False)
    assert told(match, "", 0) == ["A fiasco! TEN gets a fiasco token.", "TEN takes blue 3."]
    match = alone("5/0", "5/0", active=TEN, phase="bust", area="$5", auto=False)
    assert told(match, "", 0) == ["A fiasco! TEN gets a fiasco token."]


@pytest.mark.parametrize(("mine", "its", "line"), [
    ("B1 B2", "R1", "You win with 2 points against 1!"),
    ("B1 B2", "R1 R2", "No win: 2 points each."),
    ("B1", "R1", "No win: 1 point each."),
    ("B1", "R1 R2", "TEN wins: 1 point against its 2."),
])  # fmt: skip
def test_equal_points_are_told_as_no_win_and_not_as_a_win_of_ten(mine: str, its: str, line: str) -> None:
    """FI R60, FI R64, FI-73, FI-74"""
    match = alone(f"0/0 {mine}", f"0/0 {its}", phase="over")
    assert match.view(0).scene().prompt.startswith(line)


def test_the_end_is_told_with_the_last_step() -> None:
    """FI-54, FI-57"""
    match = at("0/0 B1 B2", "9/0 R1", active=0, phase="final", final=1, market="G9", auto=False)
    assert told(match, "skip", 1) == ["Ola wins with 2 points."]
    match = at("9/0 B1 B2", "9/0 R1 R2", active=1, phase="final", final=2, market="G1", auto=False)
    assert told(match, "skip", 0) == ["A shared win with 2 points: You, Jan."]
