"""Turning up cards, stopping, rewards and fiaskos."""

from __future__ import annotations

import pytest

from sprawdzam import TABLE, IllegalAction

from .tables import (
    actor,
    at,
    choices,
    go_on_until,
    lying,
    new,
    new_in_discard,
    owned,
    phase,
    refused,
    say,
    tokens,
)

ALL = ("draw", "take numbers", "take currency")


# --- what may be done ---


def test_the_first_card_must_be_turned_up() -> None:
    """FI-06, FI-09, FI R1, FI R6: there is nothing to stop with."""
    match = new(3, "B4")
    assert choices(match) == ("draw",)
    for text in ("take numbers", "take currency", "skip", "pass"):
        refused(match, text, IllegalAction)
    say(match, "draw")
    assert lying(match, "area") == "B4" and actor(match) == 0


def test_after_a_number_card_one_may_go_on_or_take_numbers() -> None:
    """FI-07, FI R1, FI R7, FI V11: no currency card, no currency."""
    match = at("5/0", "5/0", "5/0", area="B4")
    assert choices(match) == ("draw", "take numbers")
    refused(match, "take currency", IllegalAction)


def test_after_a_currency_card_one_may_go_on_or_take_currency() -> None:
    """FI-08, FI R7, FI V12: no number card, no numbers, though one owns ten tokens."""
    match = at("10/0", "5/0", "5/0", area="$3")
    assert choices(match) == ("draw", "take currency")
    refused(match, "take numbers", IllegalAction)


def test_the_reward_may_be_chosen_where_there_are_both() -> None:
    """FI-07, FI-08"""
    assert choices(at("5/0", "5/0", area="B4 $3")) == choices(at("5/0", "5/0", area="$3 B4")) == ALL


def test_a_card_is_turned_up_only_if_there_is_one() -> None:
    """FI-06, FI-15, FI R10: with an empty deck a reward must be taken."""
    match = say(at("5/0", "5/0", area="B4 $3", deck="O1"), "draw")
    assert choices(match) == ("take numbers", "take currency")
    refused(match, "draw", IllegalAction)
    assert choices(say(at("5/0", "5/0", area="$3", deck="$1"), "draw")) == ("take currency",)
    assert choices(say(at("5/0", "5/0", area="B4", deck="B1"), "draw")) == ("take numbers",)


def test_after_a_joker_as_first_card_one_must_draw() -> None:
    """FI-09, FI R6, FI R12, FI V13: the joker that nobody wants is discarded, and the area is still empty."""
    match = say(new(3, "*4 B1"), "draw", "pass", "pass", "pass")
    assert lying(match, "discard") == "*4" and lying(match, "area") == "" and actor(match) == 0
    assert choices(match) == ("draw",)


# --- sums ---


def test_a_joker_never_counts() -> None:
    """FI-11: it is auctioned at once and never lies in the area, whatever number it shows."""
    match = say(at("5/0", "5/0", area="B9 $1", draws="*9"), "draw")
    assert phase(match) == "bid" and lying(match, "area") == "B9 $1" and match.position["auction"]["joker"] == "*9"
    say(match, "pass", "pass")
    assert lying(match, "area") == "B9 $1" and choices(match) == ALL and tokens(match) == ["5/0", "5/0"]


def test_eleven_is_a_fiasko_by_numbers() -> None:
    """FI-12, FI-16, FI-17, FI-21, FI V4: the numbers lie in the market, and nobody buys them now."""
    match = say(at("5/0", "5/0", "5/0", area="B6", draws="O5"), "draw")
    assert tokens(match) == ["5/1", "5/0", "5/0"] and lying(match, "market") == "B6 O5"
    assert lying(match, "area") == "" and phase(match) == "draw" and actor(match) == 1


def test_ten_is_safe_and_currency_lowers_the_total() -> None:
    """FI-12, FI-13, FI R2, FI V5"""
    match = say(at("5/0", "5/0", "5/0", area="B6 $2", draws="G6"), "draw")
    assert lying(match, "area") == "B6 $2 G6" and choices(match) == ALL and actor(match) == 0
    assert choices(say(at("5/0", "5/0", area="B6", draws="O4"), "draw")) == ("draw", "take numbers")


def test_ten_is_safe_for_currency_and_eleven_a_fiasko() -> None:
    """FI-14, FI-16, FI-19, FI-20, FI R2, FI V6: all four cards are discarded, and the others get nothing."""
    match = say(at("4/0", "5/0", "5/0", area="$5 $4", draws="$1 $1"), "draw")
    assert choices(match) == ("draw", "take currency") and lying(match, "area") == "$5 $4 $1"
    say(match, "draw")
    assert tokens(match) == ["4/1", "5/0", "5/0"] and lying(match, "discard") == "$1 $1 $4 $5"
    assert lying(match, "market") == "" and actor(match) == 1


def test_the_total_may_be_negative_and_is_carried_on() -> None:
    """FI-13, FI R3: from minus ten it takes twenty-one to a fiasko."""
    match = say(new(3, "$5 $5 B9 R9 G2 G1"), "draw", "draw", "draw", "draw", "draw")
    assert choices(match) == ALL  # 20 - 10
    say(match, "draw")
    assert lying(match, "market") == "B9 G1 G2 R9" and tokens(match)[0] == "5/1"


def test_each_kind_of_card_causes_its_own_fiasko() -> None:
    """FI R4, FI R5, FI-17, FI-19: a currency card lowers the total, and a number leaves the currency alone."""
    match = say(at("5/0", "5/0", "5/0", area="$5 $5", draws="B9"), "draw")
    assert choices(match) == ALL  # currency 10, total -1
    match = say(at("5/0", "5/0", "5/0", area="B9 R1", draws="$5"), "draw")
    assert choices(match) == ALL  # total 5
    match = say(at("5/0", "5/0", "5/0", area="$5 $4 B9 O9", draws="$2"), "draw")  # currency 11, total 7
    assert tokens(match) == ["5/1", "5/0", "5/0"] and lying(match, "market") == "B9 O9"
    assert lying(match, "discard") == "$2 $4 $5"


# --- fiasko ---


def test_a_fiasko_by_numbers_pays_the_others() -> None:
    """FI-16, FI-17, FI-18, FI-20, FI R16, FI V8: each up to ten tokens."""
    match = say(at("4/0", "8/0", "10/0", area="R9 $3", draws="O5"), "draw")
    assert tokens(match) == ["4/1", "10/0", "10/0"] and lying(match, "market") == "O5 R9"
    assert lying(match, "discard") == "$3"


def test_the_card_that_causes_a_fiasko_goes_the_way_of_its_kind() -> None:
    """FI R5, FI-17, FI-20"""
    match = say(at("5/0", "5/0", area="B6 $1", draws="G6"), "draw")
    assert (lying(match, "market"), lying(match, "discard"), owned(match, 0)) == ("B6 G6", "$1", "")
    match = say(at("5/0", "5/0", area="B6 $5 $5", draws="$4"), "draw")
    assert (lying(match, "market"), lying(match, "discard"), owned(match, 0)) == ("B6", "$4 $5 $5", "")


@pytest.mark.parametrize("held", ["0/0", "10/0", "10/4", "3/15", "0/20"])
def test_a_fiasko_brings_a_token_whatever_one_owns(held: str) -> None:
    """FI-16, FI R17, FI R27: there is no limit on fiasko tokens, and more of them than the box has."""
    currency, fiasko = held.split("/")
    match = say(at(held, "5/15", "5/0", "5/0", area="B9", draws="G2"), "draw")
    assert tokens(match) == [f"{currency}/{int(fiasko) + 1}", "5/15", "5/0", "5/0"]


def test_a_fiasko_ends_the_turn_without_a_purchase() -> None:
    """FI-21, FI-41: though the market is full of cheap cards and the deck is not empty."""
    match = say(at("9/1", "5/0", "5/0", area="B9", market="G1 G2", draws="G2"), "draw")
    assert phase(match) == "draw" and actor(match) == 1 and lying(match, "area") == ""
    assert match.position["active"] == 1 and choices(match) == ("draw",)


def test_a_fiasko_takes_no_joker_away() -> None:
    """FI R14: one that was won earlier in the same turn stays."""
    match = say(at("5/0", "5/0", "5/0", area="B6", draws="G* O5"), "draw", "pass", "pass", "bid 1", "pay currency")
    assert owned(match, 0) == "G*" and lying(match, "area") == "B6"
    say(match, "draw")
    assert owned(match, 0) == "G*" and tokens(match)[0] == "4/1" and lying(match, "market") == "B6 O5"


@pytest.mark.parametrize(("area", "card"), [("B6 $2", "G9"), ("B6 $5 $4", "$3")])
def test_a_fiasko_lies_open_before_it_is_settled(area: str, card: str) -> None:
    """FI-16: the table shows the card that caused it, then it clears the area."""
    match = at("5/0", "5/0", area=area, draws=card, auto=False)
    say(match, "draw")
    assert phase(match) == "reveal" and lying(match, "area") == area
    match.go_on()
    assert phase(match) == "bust" and lying(match, "area") == f"{area} {card}" and match.actors == (TABLE,)
    assert tokens(match) == ["5/0", "5/0"] and lying(match, "market") == ""
    assert go_on_until(match, "draw") == ["bust", "draw"] and tokens(match)[0] == "5/1"


# --- rewards ---


def test_taking_numbers() -> None:
    """FI-22, FI-23, FI-24, FI-25, FI R16, FI V9: the cards are mine, the others get the currency, and I may buy."""
    match = say(at("5/0", "9/0", "2/1", area="G2 $4 O6", market="R1"), "take numbers")
    assert owned(match, 0) == "G2 O6" and tokens(match) == ["5/0", "10/0", "6/1"]
    assert lying(match, "discard") == "$4" and lying(match, "market") == "R1" and lying(match, "area") == ""
    assert phase(match) == "buy" and actor(match) == 0 and choices(match) == ("buy R1", "skip")


def test_taking_currency() -> None:
    """FI-26, FI-27, FI-28, FI R16, FI V10: up to ten tokens; the numbers go to the market, and I do not buy."""
    match = say(at("8/2", "5/0", "6/1", area="G2 $4 O6", market="B1"), "take currency")
    assert tokens(match) == ["10/2", "5/0", "6/1"] and lying(match, "market") == "B1 G2 O6"
    assert lying(match, "discard") == "$4" and owned(match, 0) == "" and lying(match, "area") == ""
    assert phase(match) == "draw" and actor(match) == 1


def test_currency_may_be_taken_though_one_has_ten_tokens() -> None:
    """FI R8: nothing is gained, and the numbers go to the market all the same."""
    match = say(at("10/0", "5/0", area="B9 $3"), "take currency")
    assert tokens(match) == ["10/0", "5/0"] and lying(match, "market") == "B9" and actor(match) == 1


def test_the_limit_of_ten_cuts_every_gain_by_itself() -> None:
    """FI R16, FI-23: what is too much is lost, for nobody is asked and nothing is passed on."""
    match = say(at("10/0", "10/0", "9/0", "6/0", "0/0", area="B1 $4 $1"), "take numbers")
    assert tokens(match) == ["10/0", "10/0", "10/0", "10/0", "5/0"]
    assert phase(match) == "draw" and actor(match) == 1  # nothing to buy, and nobody was asked


def test_fiasko_tokens_do_not_count_for_the_limit() -> None:
    """FI R17: a gain is cut at ten currency tokens, however many fiasko tokens one has."""
    match = say(at("4/5", "5/9", area="B1 $5"), "take currency")
    assert tokens(match) == ["9/5", "5/9"]
    match = say(at("4/5", "5/9", area="B1 $5"), "take numbers")
    assert tokens(match) == ["4/5", "10/9"]


def test_with_five_at_the_table_fifty_tokens_are_enough() -> None:
    """FI R18: nobody can own more than ten, so a gain is never cut by the bank."""
    match = say(at("9/0", "9/0", "9/0", "9/0", "9/0", area="B1 $5 $5"), "take numbers")
    assert tokens(match) == ["9/0", *["10/0"] * 4]
    match = say(at("9/0", *["10/0"] * 4, area="B1 $5 $5"), "take currency")
    assert tokens(match) == ["10/0"] * 5


def test_all_numbers_and_all_currency_of_the_area_count() -> None:
    """FI-22, FI-23, FI-26, FI-27"""
    match = say(at("0/0", "1/0", area="B1 $1 G2 $2 O3 $3 R1"), "take numbers")
    assert owned(match, 0) == "B1 G2 O3 R1" and tokens(match) == ["0/0", "7/0"]
    match = say(at("0/0", "1/0", area="B1 $1 G2 $2 O3 $3 R1"), "take currency")
    assert lying(match, "market") == "B1 G2 O3 R1" and tokens(match) == ["6/0", "1/0"]
    assert lying(match, "discard") == "$1 $2 $3"


# --- the next turn ---


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("stop", ["take numbers", "take currency", "fiasko"])
def test_the_next_player_clockwise_follows_with_an_empty_area(seats: int, stop: str) -> None:
    """FI-46"""
    for active in range(seats):
        match = at(*["5/0"] * seats, active=active, area="B9 $1", draws="G3")
        say(match, "draw" if stop == "fiasko" else stop)
        assert actor(match) == match.position["active"] == (active + 1) % seats
        assert phase(match) == "draw" and lying(match, "area") == "" and choices(match) == ("draw",)


def test_the_sums_begin_anew_in_every_turn() -> None:
    """FI-46, FI-12, FI-14"""
    match = say(new(2, "B9 $5 O9 $5 $5 B1"), "draw", "draw", "take currency", "draw", "draw", "take currency", "draw")
    assert actor(match) == 0 and lying(match, "area") == "$5"
    say(match, "draw")
    assert choices(match) == ALL and tokens(match) == ["10/0", "10/0"]


def test_the_discard_pile_never_comes_back() -> None:
    """FI R15, FI-48: with the last card of the deck the drawing is over."""
    match = say(at("0/0", "0/0", deck="$1"), "draw")
    before = lying(match, "discard")
    assert len(before.split()) == 76
    say(match, "take currency")
    assert match.over and new_in_discard(match, before) == "$1" and match.state.left == 0
