"""Bids, raises, checks, and who wins a round."""

from __future__ import annotations

from itertools import product

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, IllegalAction, NotYourTurn, UnknownAction

from .tables import actor, at, choose_low, counts, holding, refused, say, settled

ALL_FIVES = "5/1 5/1 5/2 5/2 5/3"  # no value is on more cards than ten


def bids(*texts: str) -> tuple[str, ...]:
    return tuple(f"bid {text}" for text in texts)


def test_the_starter_must_open_with_a_bid() -> None:
    """BL-08, BL R6: there is nothing to check yet."""
    match = choose_low(sprawdzam.game("blef", seats=2, first_starter=1).start(seed=1))
    assert match.actors == (1,) and "check" not in match.view(1).choices
    assert "legal: bid 1x1" in refused(match, 1, "check", IllegalAction)


def test_the_opening_bids_of_three_cards_are_eighteen() -> None:
    """BL-08, BL-13, BL V6"""
    match = choose_low(sprawdzam.game("blef", seats=3, first_starter=0).start(seed=1))
    opening = bids(*(f"{quantity}x{value}" for value in range(1, 7) for quantity in (1, 2, 3)))
    assert match.view(0).choices == opening and len(opening) == 18


@pytest.mark.parametrize("starter", range(4))
def test_turns_go_clockwise_one_player_at_a_time(starter: int) -> None:
    """BL-09: only the one who has the turn may act."""
    match = holding("1/2", "1/2", "1/3", "1/3", starter=starter)
    for step, bid in enumerate(("1x1", "2x1", "3x1", "4x1", "1x2", "2x2")):
        assert match.actors == ((starter + step) % 4,)
        for seat in set(range(4)) - {actor(match)}:
            assert match.view(seat).choices == ()
            refused(match, seat, "bid 4x6", NotYourTurn)
        say(match, bid)


def test_on_a_turn_there_are_bids_and_the_check_and_no_pass() -> None:
    """BL-10"""
    match = holding("1/2", "1/2", bids="2x5")
    assert match.view(1).choices == (*bids("1x6", "2x6"), "check")
    assert "actions are: bid 3x4" in refused(match, 1, "pass", UnknownAction)


def test_a_bid_speaks_of_all_hands_together() -> None:
    """BL-11: fives of the bidder, of the checker and of a third all count; one hand alone would not do."""
    match = holding("5/1 5/2", "5/3", "5/4 5/6")
    assert settled(match, "5x5", "check") == (0, 1)
    assert settled(holding("5/1 5/2", "5/3", "5/4 6/5"), "5x5", "check") == (1, 0)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_bid_names_the_value_that_is_counted(value: int) -> None:
    """BL-11: of six cards with all six values one shows the value."""
    cards = ("1/2 2/3 3/4", "4/5 5/6 6/1")
    assert settled(holding(*cards), f"1x{value}", "check") == (0, 1)
    assert settled(holding(*cards), f"2x{value}", "check") == (1, 0)


def test_a_higher_value_beats_with_any_quantity() -> None:
    """BL-12, BL R2, BL V1: after 3x4 also 1x5."""
    match = holding("1/2 1/3 1/4 1/5 1/6", "2/1 2/3 2/4 2/5 2/6", bids="3x4")
    assert set(bids("4x4", "1x5", "1x6", "10x5", "10x6")) <= set(match.view(1).choices)
    assert say(match, "1x5").position["bids"] == ["3x4", "1x5"]


def test_the_same_value_needs_a_larger_quantity() -> None:
    """BL-12, BL R2: an equal bid and a smaller one do not raise."""
    match = holding("1/2 1/3 1/4 1/5 1/6", "2/1 2/3 2/4 2/5 2/6", bids="3x4")
    for bid in ("3x4", "2x4", "1x4"):
        assert "is not legal for seat 1 now" in refused(match, 1, f"bid {bid}", IllegalAction)
    assert say(match, "4x4").actors == (0,)


def test_a_lower_value_never_beats() -> None:
    """BL-12, BL R2: 9x3 does not beat 3x4, however large it is."""
    match = holding("1/2 1/3 1/4 1/5 1/6", "2/1 2/3 2/4 2/5 2/6", bids="3x4")
    for bid in ("9x3", "10x3", "10x1", "4x3"):
        refused(match, 1, f"bid {bid}", IllegalAction)


def test_every_raise_of_three_cards() -> None:
    """BL-12, BL-13: the legal raises of every bid, told in other words: higher as value and then quantity."""
    order = [f"{quantity}x{value}" for value in range(1, 7) for quantity in (1, 2, 3)]
    for place, last in enumerate(order):
        match = holding("1/2", "1/2", "1/3", bids=last)
        assert match.view(1).choices == (*bids(*order[place + 1 :]), "check")


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_quantity_is_one_to_the_number_of_cards_in_play(seats: int) -> None:
    """BL-13, BL R3, BL R4"""
    match = choose_low(at([5] * seats))
    total = 5 * seats
    assert match.view(0).choices == bids(*(f"{q}x{v}" for v, q in product(range(1, 7), range(1, total + 1))))
    for zero in ("0x3", "-1x3", "00x3", "x3"):
        refused(match, 0, f"bid {zero}", UnknownAction)
    if total < 30:
        refused(match, 0, f"bid {total + 1}x3", IllegalAction)
    refused(match, 0, "bid 31x3", UnknownAction)


def test_more_than_ten_of_a_value_may_be_bid() -> None:
    """BL R4: 11 to N stay legal although only ten ends of each value exist."""
    match = choose_low(at([5, 5, 5]))
    assert set(bids("11x3", "15x3", "15x6")) <= set(match.view(0).choices)
    assert settled(match, "11x1", "check") == (1, 0)


def test_the_number_of_cards_in_play_counts_hands_of_all_sizes() -> None:
    """BL-13: N = 1 + 3 + 2."""
    match = choose_low(at([1, 3, 2]))
    assert match.view(0).choices[:7] == bids("1x1", "2x1", "3x1", "4x1", "5x1", "6x1", "1x2")


@pytest.mark.parametrize("value", [0, 7, 9])
def test_there_are_six_values(value: int) -> None:
    """BL-11, BL-01"""
    refused(holding("1/2", "1/2"), 0, f"bid 1x{value}", UnknownAction)


def test_after_the_highest_bid_only_a_check_is_left() -> None:
    """BL R5, BL V7"""
    assert holding("1/2", "1/2", "1/3", bids="3x6").view(1).choices == ("check",)
    assert holding("1/2", "1/2", "1/3", bids="3x5").view(1).choices == (*bids("1x6", "2x6", "3x6"), "check")


def test_only_the_last_bid_is_checked_and_only_on_turn() -> None:
    """BL-14, BL R7: 1x5 was true, 3x5 is false and falls on the one who made it."""
    match = holding("5/1", "1/2", "1/3", "1/4")
    say(match, "1x5", "2x5", "3x5")
    for seat in (0, 1, 2, SPECTATOR):
        refused(match, seat, "check", NotYourTurn)
    assert settled(match, "check") == (3, 2)


def test_a_check_touches_nobody_else() -> None:
    """BL R7: of four players one count changes by one."""
    match = say(holding("5/1", "1/2", "1/3", "1/4"), "1x5", "2x5", "3x5", "check")
    assert counts(match) == [1, 1, 2, 1]


def test_whose_turn_it_is_not_is_refused_in_the_bidding() -> None:
    """BL-14, BL R7, BL V20: a check out of turn, a bid after the check, a choice while bids are made."""
    match = holding("5/1", "1/2", "1/3", bids="1x5")
    for seat in (0, 2):
        assert "the game waits for: 1" in refused(match, seat, "check", NotYourTurn)
    refused(match, 1, "choose A", IllegalAction)
    refused(match, 0, "choose A", NotYourTurn)
    match.auto = False
    say(match, "check")
    assert "the table goes on first" in refused(match, 1, "bid 1x6", NotYourTurn)
    refused(match, 2, "check", NotYourTurn)


@pytest.mark.parametrize(("fives", "loser"), [(3, 0), (4, 1), (5, 1)])
def test_a_bid_is_valid_with_at_least_its_quantity(fives: int, loser: int) -> None:
    """BL-15, BL R11, BL V2: 4x5 holds with four and with five fives, not with three."""
    ends = ALL_FIVES.split()[:fives] + ["1/6", "2/6", "3/6", "4/6", "1/6"][: 6 - fives]
    match = holding(" ".join(ends[:3]), " ".join(ends[3:]))
    assert settled(match, "4x5", "check") == (1 - loser, loser)


def test_exactly_as_many_is_enough() -> None:
    """BL R11: the checker loses."""
    assert settled(holding("4/1", "4/2"), "2x4", "check") == (0, 1)


@pytest.mark.parametrize("starter", range(3))
def test_the_checker_wins_against_a_false_bid_and_loses_against_a_true_one(starter: int) -> None:
    """BL-16"""
    checker = (starter + 1) % 3
    assert settled(holding("5/1", "5/2", "1/3", starter=starter), "3x5", "check") == (checker, starter)
    assert settled(holding("5/1", "5/2", "1/3", starter=starter), "2x5", "check") == (starter, checker)


def test_a_player_may_check_later_rounds_of_bids_and_bid_again() -> None:
    """BL-14: the one whose bid is checked is whoever had the turn just before, also after several laps."""
    match = holding("5/1", "1/2", "1/3")
    assert settled(match, "1x1", "2x1", "1x2", "1x3", "1x4", "1x6", "check") == (0, 2)


def test_bluffing_is_free() -> None:
    """BL R30: every bid is open to a player who holds nothing of its value."""
    match = holding("1/2", "5/3", "5/4")
    assert len(match.view(0).choices) == 18
    assert settled(match, "2x5", "check") == (0, 1)


def test_the_cards_do_not_limit_the_bids() -> None:
    """BL R30: the legal bids hang on nothing but the number of cards and the last bid."""
    rows = {holding(*hands).view(0).choices for hands in (("1/2", "5/3"), ("6/5", "6/4"), ("2/1", "2/1"))}
    assert len(rows) == 1
