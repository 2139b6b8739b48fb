"""Auctions of jokers."""

from __future__ import annotations

import pytest

from sprawdzam import IllegalAction, Match, NotYourTurn, UnknownAction

from .tables import actor, at, choices, lying, new, owned, phase, refused, say, tokens


def bids(match: Match) -> list[int]:
    """The amounts that may be bid; passing is always possible."""
    first, *rest = choices(match)
    assert first == "pass" and all(text.startswith("bid ") for text in rest)
    return [int(text.split()[1]) for text in rest]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_left_of_the_active_player_speaks_first_and_the_active_one_last(seats: int) -> None:
    """FI-29, FI R21: each of them once."""
    for active in range(seats):
        match = say(at(*["5/0"] * seats, active=active, draws="**"), "draw")
        spoke = []
        while phase(match) == "bid":
            spoke.append(actor(match))
            say(match, "pass")
        assert spoke == [(active + 1 + i) % seats for i in range(seats)] and actor(match) == active


def test_a_bid_must_beat_the_highest_so_far() -> None:
    """FI-30, FI R19, FI R20: the first one is at least 1, and whoever passes resets nothing."""
    match = say(new(4, "**"), "draw")
    assert bids(match) == [1, 2, 3, 4, 5]
    refused(match, "bid 0", UnknownAction)
    say(match, "bid 2")
    assert bids(match) == [3, 4, 5]
    refused(match, "bid 2", IllegalAction)
    say(match, "pass")
    assert bids(match) == [3, 4, 5]
    say(match, "bid 4")
    assert bids(match) == [5]


def test_nobody_bids_more_than_his_means() -> None:
    """FI-32, FI-35, FI-30: tokens, three for each fiasko token, and one for each number card."""
    match = say(at("5/0", "0/0", "2/1 B9 R1 R1", "0/2", draws="**"), "draw")
    assert bids(match) == []
    say(match, "pass")
    assert bids(match) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert refused(match, "bid 9", IllegalAction).startswith("bid 9 is not legal for seat 2 now")
    say(match, "pass")
    assert bids(match) == [1, 2, 3, 4, 5, 6]


def test_whoever_cannot_bid_more_passes_and_the_highest_pays() -> None:
    """FI-29, FI-33, FI-34, FI R22, FI R23, FI V14"""
    match = say(at("4/0", "5/0", "5/0", "5/0", area="B2", draws="**"), "draw", "bid 3", "pass", "bid 4")
    assert actor(match) == 0 and choices(match) == ("pass",)
    say(match, "pass")
    assert phase(match) == "pay" and actor(match) == 3 and match.position["payment"]["due"] == 4
    say(match, *["pay currency"] * 4)
    assert tokens(match) == ["4/0", "5/0", "5/0", "1/0"] and owned(match, 3) == "**"
    assert phase(match) == "draw" and actor(match) == 0 and lying(match, "area") == "B2"


def test_whoever_turned_the_joker_up_may_win_with_one_more() -> None:
    """FI R23: nobody speaks after him."""
    match = say(at("5/0", "5/0", "5/0", draws="B*"), "draw", "bid 1", "bid 2")
    assert bids(match) == [3, 4, 5]
    say(match, "bid 3", *["pay currency"] * 3)
    assert owned(match, 0) == "B*" and tokens(match) == ["2/0", "5/0", "5/0"] and phase(match) == "draw"


def test_everybody_has_one_chance_only() -> None:
    """FI-30, FI R21: who was outbid is not asked again."""
    match = say(at("5/0", "9/0", "5/0", draws="B*"), "draw", "bid 1", "bid 2", "bid 3")
    assert phase(match) == "pay" and actor(match) == 0
    refused(match, "bid 4", NotYourTurn, seat=1)


def test_the_cards_of_the_area_belong_to_nobody() -> None:
    """FI R24, FI V15: they are no means, and the joker is discarded."""
    match = say(at("0/0", "5/0", area="B1 B2 B3", draws="R*"), "draw", "pass")
    assert actor(match) == 0 and choices(match) == ("pass",)
    say(match, "pass")
    assert lying(match, "discard") == "R*" and lying(match, "area") == "B1 B2 B3"


def test_the_cards_of_the_area_cannot_pay() -> None:
    """FI R24"""
    match = say(at("1/0 G5", "0/0", area="B1 B2 B3", draws="R*"), "draw", "pass", "bid 2", "pay currency")
    assert choices(match) == ("pay G5",)


def test_jokers_are_no_means() -> None:
    """FI R26, FI-35: not even those with a number; they never pay and never come to the market."""
    match = say(at("1/0 G5 G* *1 **", "0/0 *2 B*", draws="*3"), "draw")
    assert choices(match) == ("pass",)
    say(match, "pass")
    assert bids(match) == [1, 2]
    say(match, "bid 2")
    assert choices(match) == ("pay currency",)
    say(match, "pay currency")
    assert choices(match) == ("pay G5",)
    match = say(at("1/0", "0/0", draws="*3"), "draw", "pass", "pass")
    assert lying(match, "market") == "" and lying(match, "discard") == "*3"


def test_a_bid_names_no_means_and_takes_none() -> None:
    """FI-31, FI R25: they are chosen when the joker is won, and nothing changes before."""
    match = at("5/0", "3/1 B1", "9/0", draws="B*")
    say(match, "draw")
    before = match.position["players"]
    say(match, "bid 4")
    assert match.position["players"] == before
    say(match, "pass", "pass")
    assert match.position["players"] == before and actor(match) == 1
    assert choices(match) == ("pay fiasko", "pay currency")  # all that he has is still his choice


def test_a_joker_that_nobody_wants_is_discarded() -> None:
    """FI-33"""
    match = say(at("5/0", "5/0", "5/0", area="B2 $1", draws="*7"), "draw", "pass", "pass", "pass")
    assert lying(match, "discard") == "*7" and phase(match) == "draw" and actor(match) == 0
    assert tokens(match) == ["5/0"] * 3 and all(owned(match, p) == "" for p in range(3))
    assert "auction" not in match.position and "payment" not in match.position


def test_after_an_auction_one_may_draw_or_stop() -> None:
    """FI-34, FI R9: the area is what it was, whoever won."""
    for winner in range(3):
        match = say(at("5/0", "5/0", "5/0", area="B2 $1", draws="*7 B1"), "draw")
        say(match, *["bid 1" if p == winner else "pass" for p in (1, 2, 0)], "pay currency")
        assert owned(match, winner) == "*7" and choices(match) == ("draw", "take numbers", "take currency")
        assert actor(match) == 0 and lying(match, "area") == "B2 $1" and match.position["active"] == 0
        say(match, "draw")
        assert lying(match, "area") == "B2 $1 B1"


def test_the_next_auction_begins_at_one_again() -> None:
    """FI-29, FI-30: bids do not last."""
    match = say(at("5/0", "5/0", draws="*7 *8"), "draw", "bid 3", "pass", *["pay currency"] * 3, "draw")
    assert actor(match) == 1 and bids(match) == [1, 2] and match.position["auction"]["bidder"] is None
    say(match, "pass", "bid 1", "pay currency")
    assert owned(match, 0) == "*8" and owned(match, 1) == "*7"


def test_several_jokers_may_come_in_one_turn() -> None:
    """FI-11, FI R9, FI R12"""
    match = say(new(2, "** B* $1"), "draw", "pass", "pass", "draw", "pass", "pass", "draw")
    assert actor(match) == 0 and lying(match, "area") == "$1" and lying(match, "discard") == "B* **"


def test_a_joker_as_last_card_is_auctioned_in_full() -> None:
    """FI R13, FI R10, FI-15: then a reward must be taken."""
    match = say(at("5/0", "5/0", "5/0", area="B2 $1", deck="B*"), "draw", "bid 1", "bid 2")
    assert bids(match) == [3, 4, 5]
    say(match, "pass", "pay currency", "pay currency")
    assert owned(match, 2) == "B*" and choices(match) == ("take numbers", "take currency")


def test_a_joker_as_only_and_last_card_leads_straight_to_the_purchase() -> None:
    """FI-10, FI R11, FI R12, FI R13: there is no reward, and neither a fiasko nor currency forbids it."""
    match = say(at("1/0", "5/0", "5/0", market="R1 R2", deck="B*"), "draw", "pass", "pass", "pass")
    assert phase(match) == "buy" and actor(match) == 0 and choices(match) == ("buy R1", "skip")
    say(match, "skip")
    assert phase(match) == "final" and actor(match) == 1 and tokens(match) == ["1/0", "5/0", "5/0"]
    match = say(at("2/0", "1/0", market="R1 R2", deck="B*"), "draw", "pass", "bid 1", "pay currency")
    assert phase(match) == "buy" and choices(match) == ("buy R1", "skip") and owned(match, 0) == "B*"


def test_where_nothing_can_be_bought_the_game_goes_to_its_end() -> None:
    """FI-10, FI R38: deck, area and market are empty."""
    match = say(at("1/0", "5/0", deck="B*"), "draw", "pass", "pass")
    assert match.over
