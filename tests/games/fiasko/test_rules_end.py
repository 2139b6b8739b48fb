"""Purchases, and the end of the game."""

from __future__ import annotations

import pytest

from sprawdzam import IllegalAction, NotYourTurn

from .tables import actor, at, choices, lying, new_in_discard, owned, phase, refused, say, tokens

# --- purchases ---


def test_a_purchase_is_open_after_taking_numbers_and_only_then() -> None:
    """FI-25, FI-41, FI-28, FI-21"""
    for stop, asked in (("take numbers", "buy"), ("take currency", "draw"), ("draw", "draw")):
        match = say(at("5/0", "5/0", area="B9 $1", market="G1", draws="G3"), stop)
        assert phase(match) == asked and actor(match) == (0 if asked == "buy" else 1)


def test_any_card_of_the_market_that_one_can_afford_may_be_bought() -> None:
    """FI-42, FI-43, FI-35: currency tokens, fiasko tokens and number cards count."""
    match = say(at("1/1 R9", "5/0", area="B1", market="G1 G1 G5 O6 O7 R6 B9"), "take numbers")
    assert choices(match) == ("buy G1", "buy G5", "buy O6", "buy R6", "skip")
    for text in ("buy O7", "buy B9", "buy G2"):  # too dear, too dear, not there
        refused(match, text, IllegalAction)


@pytest.mark.parametrize("number", [1, 2, 5, 9])
def test_a_card_costs_the_number_on_it(number: int) -> None:
    """FI-43, FI R34"""
    match = say(at("10/0", "5/0", area="B1", market=f"R{number}"), "take numbers", f"buy R{number}")
    assert match.position["payment"]["due"] == number and lying(match, "market") == ""
    say(match, *["pay currency"] * number)
    assert tokens(match)[0] == f"{10 - number}/0" and owned(match, 0) == f"B1 R{number}" and actor(match) == 1


def test_one_buys_one_card_a_turn() -> None:
    """FI-44, FI R34: then the next player draws."""
    match = say(at("9/0", "5/0", area="B1", market="R1 R2"), "take numbers", "buy R1", "pay currency")
    assert phase(match) == "draw" and actor(match) == 1 and lying(match, "market") == "R2"


def test_nobody_has_to_buy() -> None:
    """FI-45, FI R34"""
    match = say(at("9/0", "5/0", area="B1", market="R1 R2"), "take numbers")
    assert choices(match)[-1] == "skip"
    say(match, "skip")
    assert phase(match) == "draw" and actor(match) == 1 and lying(match, "market") == "R1 R2"
    assert tokens(match)[0] == "9/0" and owned(match, 0) == "B1"


@pytest.mark.parametrize("market", ["", "R2", "G9 R9"])
def test_where_nothing_can_be_bought_nobody_is_asked(market: str) -> None:
    """FI-45: the card just taken is worth 1."""
    match = say(at("0/0", "5/0", area="B1", market=market), "take numbers")
    assert phase(match) == "draw" and actor(match) == 1


def test_only_the_market_sells() -> None:
    """FI R34: neither the discard pile nor others nor the area do."""
    match = say(at("9/0", "5/0 R2 R3", area="B1 B2", market="R1", discard="G1 G2"), "take numbers")
    assert choices(match) == ("buy R1", "skip")


# --- the last turn ---


def test_a_fiasko_with_the_last_card() -> None:
    """FI-15, FI-21, FI-48, FI-49, FI R36, FI V22: no purchase in the turn, then B, C and A, who had it."""
    match = say(at("5/0", "9/0", "5/0", area="B3", deck="O9"), "draw")
    assert tokens(match) == ["5/1", "9/0", "5/0"] and lying(match, "market") == "B3 O9"
    bought = []
    while not match.over:
        assert phase(match) == "final"
        bought.append((actor(match), choices(match)))
        say(match, "skip")
    assert bought == [
        (1, ("buy B3", "buy O9", "skip")), (2, ("buy B3", "skip")), (0, ("buy B3", "skip")),
    ]  # fmt: skip


def test_whoever_had_the_last_turn_may_buy_twice() -> None:
    """FI-15, FI-49, FI R35, FI V23"""
    match = say(at("3/0", "5/0", "5/0", market="B1 B2", deck="G2"), "draw", "take numbers", "buy B1", "pay currency")
    assert phase(match) == "final" and actor(match) == 1
    say(match, "skip", "skip")
    assert actor(match) == 0
    say(match, "buy B2", "pay currency", "pay currency")
    assert match.over and tokens(match)[0] == "0/0" and owned(match, 0) == "B1 B2 G2"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_last_purchases_begin_on_the_left_of_the_last_turn(seats: int) -> None:
    """FI-49: everybody once."""
    for active in range(seats):
        match = say(at(*["9/0"] * seats, active=active, market="B1 R9", deck="$1"), "draw", "take currency")
        asked = []
        while not match.over:
            assert phase(match) == "final"
            asked.append(actor(match))
            say(match, "skip")
        assert asked == [(active + 1 + i) % seats for i in range(seats)]


def test_the_game_ends_with_the_last_card_and_not_before() -> None:
    """FI-48, FI-15: the turn in which it comes is finished, with its reward."""
    match = say(at("0/0", "0/0", area="B1", deck="B2 B3"), "draw")
    assert choices(match) == ("draw", "take numbers") and phase(match) == "draw"
    say(match, "draw")
    assert choices(match) == ("take numbers",) and not match.over
    say(match, "take numbers")
    assert match.over and owned(match, 0) == "B1 B2 B3" and match.actors == ()
    refused(match, "draw", NotYourTurn, seat=1)


def test_the_last_card_of_the_deck_has_a_turn_too() -> None:
    """FI-48, FI-46: the next player turns it up, and only then come the last purchases."""
    match = say(at("9/0", "9/0", market="R2", deck="B1 B2"), "draw", "take numbers", "skip")
    assert phase(match) == "draw" and actor(match) == 1 and choices(match) == ("draw",)
    say(match, "draw", "take numbers", "skip")
    assert phase(match) == "final" and actor(match) == 0 and owned(match, 1) == "B2"


def test_currency_in_the_last_turn_does_not_cost_the_last_purchase() -> None:
    """FI R36, FI-28, FI-49: whoever took it does not buy in that turn, but at the end."""
    match = say(at("2/0", "0/0", "0/0", market="B3", deck="$1"), "draw", "take currency")
    assert phase(match) == "final" and actor(match) == 0 and choices(match) == ("buy B3", "skip")


def test_every_player_makes_one_last_purchase() -> None:
    """FI-49, FI-44, FI R34: and for others the card is gone."""
    match = say(at("9/0", "9/0", "9/0", market="B1 G1 G1", deck="$1"), "draw", "take currency")
    say(match, "buy G1", "pay currency")
    assert actor(match) == 2 and choices(match) == ("buy B1", "buy G1", "skip")
    say(match, "buy G1", "pay currency")
    assert actor(match) == 0 and choices(match) == ("buy B1", "skip")
    say(match, "buy B1", "pay currency")
    assert match.over and [owned(match, p) for p in range(3)] == ["B1", "G1", "G1"]


def test_the_market_only_shrinks_at_the_end() -> None:
    """FI R37, FI-39: what is bought is gone, and cards that pay are discarded."""
    match = say(at("0/0", "0/0 R9", "9/0", market="B1 G2", deck="$1"), "draw", "take currency")
    before = lying(match, "discard")
    say(match, "buy B1", "pay R9")
    assert actor(match) == 2 and choices(match) == ("buy G2", "skip") and new_in_discard(match, before) == "R9"
    say(match, "buy G2", "pay currency", "pay currency")
    assert match.over and lying(match, "market") == ""


def test_who_can_afford_nothing_is_not_asked_at_the_end() -> None:
    """FI R38: or if the market is empty."""
    match = say(at("0/0", "1/0", "2/0", "0/0", market="B2", deck="$1"), "draw", "take currency")
    assert actor(match) == 2  # 1 has a token, and the card costs two
    say(match, "buy B2", "pay currency", "pay currency")
    assert match.over
    assert say(at("9/0", "9/0", deck="$1"), "draw", "take currency").over


def test_a_last_purchase_may_be_skipped() -> None:
    """FI-45, FI-49"""
    match = say(at("9/0", "9/0", market="B2", deck="$1"), "draw", "take currency", "skip", "skip")
    assert match.over and lying(match, "market") == "B2" and tokens(match) == ["10/0", "9/0"]


def test_jokers_need_not_be_assigned() -> None:
    """FI-53: nobody is asked what they stand for, and the points are counted at once."""
    match = say(at("0/0 B1 B3", "0/0 B* **", deck="*2"), "draw", "pass", "bid 1", "pay B1")
    assert match.over and match.scores == (2, 2)
    assert owned(match, 0) == "B3 *2" and owned(match, 1) == "B* **"
