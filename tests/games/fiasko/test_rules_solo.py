"""Alone against TEN: its turns, and the end."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import IllegalAction

from .tables import (
    TEN,
    actor,
    alone,
    choices,
    go_on_until,
    lying,
    new_in_discard,
    owned,
    phase,
    refused,
    say,
    tokens,
)

ALL = ("draw", "take numbers", "take currency")


# --- the turn of the human ---


@pytest.mark.parametrize(
    ("area", "card", "action", "mine", "ten", "market"),
    [
        ("B4 $3", "", "take numbers", "5/0", "8/0", ""),
        ("B4 $3", "", "take currency", "8/0", "5/0", "B4"),
        ("B9 $1", "G3", "draw", "5/1", "6/0", "B9 G3"),
        ("B9 $5 $4", "$2", "draw", "5/1", "5/0", "B9"),
    ],
)
def test_in_the_turn_of_the_human_ten_is_the_other_player(
    area: str, card: str, action: str, mine: str, ten: str, market: str
) -> None:
    """FI-59: it gains with numbers and with a fiasko by numbers, and with nothing else."""
    match = alone("5/0", "5/0", area=area, draws=card, auto=False)
    say(match, action)
    go_on_until(match, "reveal") if action != "draw" else [match.go_on(), match.go_on()]
    assert tokens(match) == [mine, ten] and lying(match, "market") == market
    assert match.position["active"] == TEN and phase(match) == "reveal"


@pytest.mark.parametrize("threshold", [4, 10])
def test_the_limit_of_the_human_is_ten_whatever_the_threshold(threshold: int) -> None:
    """FI-59: for both sums."""
    match = say(alone("5/0", "5/0", area="B6", draws="O4", threshold=threshold), "draw")
    assert choices(match) == ("draw", "take numbers")
    match = say(alone("5/0", "5/0", area="$5 $4", draws="$1", threshold=threshold), "draw")
    assert choices(match) == ("draw", "take currency") and tokens(match) == ["5/0", "5/0"]


def test_ten_may_not_own_more_than_ten_tokens_either() -> None:
    """FI R51, FI-59"""
    match = alone("5/0", "8/0", area="B4 $3", draws="", auto=False)
    say(match, "take numbers")
    assert tokens(match) == ["5/0", "10/0"]


def test_after_taking_numbers_the_human_may_buy() -> None:
    """FI-59, FI-42, FI-43"""
    match = alone("5/0", "5/0", area="B1", market="G2 G6", draws="", auto=False)
    say(match, "take numbers")
    assert phase(match) == "buy" and choices(match) == ("buy G2", "skip")
    say(match, "buy G2", "pay currency", "pay currency")
    assert owned(match, 0) == "B1 G2" and match.position["active"] == TEN


# --- the turn of TEN ---


def run(human: str, ten: str, draws: str, **rest: Any) -> sprawdzam.Match:
    """A turn of TEN with these cards, up to the decision of the human."""
    return alone(human, ten, active=TEN, draws=draws, **rest)


def test_ten_turns_up_cards_until_it_reaches_its_threshold() -> None:
    """FI-60, FI-61, FI-62, FI-63, FI S1: 2, minus 1, 4, 13; the human gets the currency, up to ten."""
    match = run("9/0", "5/0", "B2 $3 G5 R9", threshold=6)
    assert owned(match, TEN) == "B2 G5 R9" and tokens(match) == ["10/0", "5/0"]
    assert lying(match, "discard") == "$3" and lying(match, "market") == "" and lying(match, "area") == ""
    assert phase(match) == "draw" and actor(match) == 0


def test_ten_has_a_fiasko_by_currency_above_its_threshold() -> None:
    """FI-64, FI S2: it gets a token and the numbers all the same, and the human gets nothing."""
    match = run("5/0", "5/0", "$3 O2 $2", threshold=4)
    assert tokens(match) == ["5/0", "5/1"] and owned(match, TEN) == "O2" and lying(match, "discard") == "$2 $3"
    assert lying(match, "market") == "" and actor(match) == 0


def test_currency_worth_the_threshold_is_no_fiasko_and_a_total_worth_it_is_enough() -> None:
    """FI-60, FI R48, FI S3"""
    match = run("5/0", "5/0", "$4 B9", threshold=4)
    assert tokens(match) == ["9/0", "5/0"] and owned(match, TEN) == "B9"
    match = run("5/0", "5/0", "B3 G1", threshold=4)  # exactly 4
    assert owned(match, TEN) == "B3 G1"


def test_ten_has_no_fiasko_by_numbers() -> None:
    """FI-61, FI S4: 9 is not enough, and 18 is no fiasko."""
    match = run("5/0", "5/0", "B9 R9", threshold=10)
    assert owned(match, TEN) == "B9 R9" and tokens(match) == ["5/0", "5/0"] and lying(match, "market") == ""


@pytest.mark.parametrize("threshold", range(4, 11))
def test_the_threshold_decides_both_when_ten_stops_and_when_it_fails(threshold: int) -> None:
    """FI-60, FI-64: one less is not enough, one more is a fiasko."""
    below = f"B{threshold - 1} G1"
    match = run("0/0", "0/0", below, threshold=threshold)
    assert owned(match, TEN) == below
    exactly = {4: "$4", 5: "$5", 6: "$5 $1", 7: "$5 $2", 8: "$5 $3", 9: "$5 $4", 10: "$5 $5"}[threshold]
    match = run("0/0", "0/0", f"B1 {exactly} $1", threshold=threshold)
    assert tokens(match) == ["0/0", "0/1"] and owned(match, TEN) == "B1"


def test_ten_looks_at_the_total_after_every_single_card() -> None:
    """FI R47: it turns up at least one, and stops at the first that is enough."""
    match = run("5/0", "5/0", "B2 $1 O3", threshold=4, auto=False)
    assert go_on_until(match, "draw") == ["reveal", "reveal", "reveal", "stop", "draw"]
    match = run("5/0", "5/0", "B9", threshold=4, auto=False)
    assert go_on_until(match, "draw") == ["reveal", "stop", "draw"]
    match = run("5/0", "5/0", "$5", threshold=4, auto=False)
    assert go_on_until(match, "draw") == ["reveal", "bust", "draw"]


def test_ten_never_takes_currency() -> None:
    """FI-62, FI-63: its own tokens stay what they are."""
    match = run("0/0", "0/0", "$2 B9", threshold=4)
    assert tokens(match) == ["2/0", "0/0"]


def test_ten_takes_what_it_has_when_the_deck_runs_out() -> None:
    """FI R49: the threshold is not reached, and the human gets the currency; then the game ends."""
    match = alone("0/0", "5/0", active=TEN, deck="B2 $1", threshold=10)
    assert owned(match, TEN) == "B2" and tokens(match) == ["1/0", "5/0"] and match.over


def test_a_fiasko_of_ten_with_the_last_card() -> None:
    """FI-64, FI R49: the deck is empty, and it is a fiasko all the same."""
    match = alone("0/0", "5/0", active=TEN, deck="B2 $5", threshold=4)
    assert owned(match, TEN) == "B2" and tokens(match) == ["0/0", "5/1"] and match.over


def test_a_joker_as_last_card_is_auctioned_and_then_ten_stops() -> None:
    """FI R50, FI R49: with an empty area nobody gets anything."""
    match = alone("5/0", "0/0", active=TEN, deck="**", threshold=10)
    assert phase(match) == "bid" and actor(match) == 0
    say(match, "bid 5", *["pay currency"] * 5)
    assert match.over and owned(match, 0) == "**" and owned(match, TEN) == "" and tokens(match) == ["0/0", "0/0"]
    match = alone("0/0", "0/0", active=TEN, area="B2 $3", deck="**", threshold=10)
    say(match, "pass")
    assert match.over and owned(match, TEN) == "B2" and tokens(match) == ["3/0", "0/0"]


def test_after_an_auction_in_its_turn_ten_goes_on() -> None:
    """FI-60, FI R47: with the same area."""
    match = run("0/0", "0/0", "B2 ** G1 O1", threshold=4)
    assert phase(match) == "bid" and lying(match, "area") == "B2"
    say(match, "pass")
    assert lying(match, "discard") == "**" and owned(match, TEN) == "B2 G1 O1"


def test_ten_never_buys() -> None:
    """FI-65: neither in its turn nor at the end, though the market is cheap."""
    match = run("0/0", "9/3", "B9", market="G1 G2")
    assert lying(match, "market") == "G1 G2" and tokens(match)[TEN] == "9/3" and actor(match) == 0
    match = alone("0/0", "9/3", active=TEN, deck="B9", market="G1 G2")
    assert match.over and lying(match, "market") == "G1 G2" and owned(match, TEN) == "B9"
    match = say(alone("0/0", "9/3", area="B1", deck="", market="G5"), "take numbers")
    assert match.over and lying(match, "market") == "G5" and owned(match, TEN) == ""


# --- duplicates ---


def test_only_duplicates_pay() -> None:
    """FI-66, FI R59, FI S12: in a purchase two different cards are worth nothing, so it is skipped."""
    match = alone("0/0", "5/0", area="B2 G5", market="O1", draws="", auto=False)
    say(match, "take numbers")
    assert owned(match, 0) == "B2 G5" and match.position["active"] == TEN


def test_a_card_just_taken_counts_as_a_duplicate_at_once() -> None:
    """FI R58, FI-66, FI R59: and one copy must stay."""
    match = alone("0/0 B1", "5/0", area="B1 G3", market="O1 O2", draws="", auto=False)
    say(match, "take numbers")
    assert choices(match) == ("buy O1", "skip")
    say(match, "buy O1")
    assert choices(match) == ("pay B1",)
    say(match, "pay B1")
    assert owned(match, 0) == "B1 G3 O1" and new_in_discard(match) == "B1"


def test_a_card_that_was_bought_may_be_a_duplicate_later() -> None:
    """FI R58"""
    match = alone("2/0 B1", "0/0", area="G1", market="B1", draws="**", auto=False)
    say(match, "take numbers", "buy B1", "pay currency")
    match.go_on()
    assert phase(match) == "bid" and choices(match) == ("pass",)  # 1 + 1 are not five
    assert match.state.seat[0].spendable == 1


def test_jokers_make_no_duplicates() -> None:
    """FI R58: nor do copies of another colour."""
    match = alone("0/0 B1 B* *1 **", "5/0", area="G1", market="O1", draws="", auto=False)
    say(match, "take numbers")
    assert match.position["active"] == TEN  # nothing to pay with


# --- the end ---


@pytest.mark.parametrize(("mine", "its", "rank"), [
    ("B1 B2", "R1", 1), ("B1 B2", "R1 R2", 2), ("B1", "R1 R2", 2), ("", "", 2), ("B1 B2 B3", "R1 R*", 1),
    ("B1 B2 B3", "R1 R* **", 2), ("B1 B2 **", "R1 R*", 1),
])  # fmt: skip
def test_the_human_wins_with_more_points_than_ten(mine: str, its: str, rank: int) -> None:
    """FI-73, FI R64: TEN's jokers are laid in the best way too; who does not win comes second, and nobody wins."""
    match = alone(f"0/0 {mine}", f"9/9 {its}", phase="over")
    assert match.ranks == (rank,) and match.winners == ((0,) if rank == 1 else ())


def test_equal_points_are_no_win_and_nothing_breaks_the_tie() -> None:
    """FI R60, FI R64, FI-73, FI S13: 14 and 14, whatever is left."""
    mine = "B1 B2 B3 B4 B5 B6 B7 B8 B9 G1 G2 G3 G4"
    its = "O1 O2 O3 O4 O5 O6 O7 R1 R2 R3 R4 R5 R6 R7"
    for human, ten in (("10/9", "0/0"), ("0/0", "10/9"), ("5/0", "5/0")):
        match = alone(f"{human} {mine}", f"{ten} {its}", phase="over")
        assert match.scores == (14,) and match.ranks == (2,) and match.winners == ()


def test_at_the_end_only_the_human_buys() -> None:
    """FI-72, FI-65, FI R61, FI S14: the last card was TEN's."""
    match = alone("4/0", "9/0", active=TEN, market="R4", deck="B9")
    assert phase(match) == "final" and actor(match) == 0 and choices(match) == ("buy R4", "skip")
    say(match, *["buy R4"], *["pay currency"] * 4)
    assert match.over and owned(match, 0) == "R4" and tokens(match) == ["0/0", "9/0"]


def test_the_human_may_buy_twice_after_the_last_turn() -> None:
    """FI R61, FI-72: in it and at the end."""
    match = say(alone("3/0", "9/0", market="B1 B2", deck="G2"), "draw", "take numbers", "buy B1", "pay currency")
    assert phase(match) == "final" and actor(match) == 0
    say(match, "buy B2", "pay currency", "pay currency")
    assert match.over and owned(match, 0) == "B1 B2 G2" and owned(match, TEN) == ""


def test_in_the_last_purchase_only_duplicates_pay() -> None:
    """FI R59, FI-66"""
    match = alone("1/0 G1 G1 G5", "0/0", active=TEN, market="R2 R3", deck="B9")
    assert choices(match) == ("buy R2", "skip")
    say(match, "buy R2", "pay currency")
    refused(match, "pay G5", IllegalAction)
    say(match, "pay G1")
    assert match.over and owned(match, 0) == "G1 G5 R2"
