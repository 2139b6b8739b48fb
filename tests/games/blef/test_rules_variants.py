"""Jokers, Directions, Shrinking hands, Longer game, and all of them together."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import IllegalAction, NotYourTurn

from .tables import (
    VARIANTS,
    at,
    choose_low,
    counts,
    hands,
    holding,
    in_play,
    lose,
    outcome,
    ranks,
    refused,
    say,
    settled,
)

V8 = ("5/2 1/3", "1/4 6/2", "5/6 3/2")
EIGHTEEN = ("6/1 6/2 6/2 6/3 6/3", "6/4 6/4 6/5 6/5 1/6", "1/2 1/2 1/3 1/3 1/4", "1/4 1/5 1/5 2/3 2/3",
            "2/4 2/4 2/5 2/5 3/4", "3/4 3/5 3/5 4/5 4/5")  # fmt: skip


@pytest.mark.parametrize(("jokers", "result"), [(True, (1, 2)), (False, (2, 1))])
def test_ones_are_jokers(jokers: bool, result: tuple[int, int]) -> None:
    """BL-24, BL V8: two fives and two ones make four fives with jokers, two without."""
    assert settled(holding(*V8, jokers=jokers), "2x3", "4x5", "check") == result


@pytest.mark.parametrize("value", range(2, 7))
def test_a_one_counts_as_every_value(value: int) -> None:
    """BL-24: two ones and no card of the value."""
    other = "2/3" if value > 3 else "5/6"
    assert settled(holding(f"1/{value}", "1/2", other, jokers=True), f"2x{value}", "check") == (0, 1)
    assert settled(holding(f"1/{value}", "1/2", other, jokers=True), f"3x{value}", "check") == (1, 0)


def test_an_unchosen_one_is_no_joker() -> None:
    """BL-24, BL-33"""
    assert settled(holding("2/1", "3/1", jokers=True), "1x5", "check") == (1, 0)


def test_a_joker_counts_once() -> None:
    """BL R23"""
    assert settled(holding("1/5", "3/4", jokers=True), "2x5", "check") == (1, 0)
    assert settled(holding("1/5", "3/4", jokers=True), "1x5", "check") == (0, 1)


def test_with_jokers_at_most_eighteen_cards_count_and_ten_without() -> None:
    """BL R23: ten cards with a six, and the eight others that carry a one."""
    assert settled(holding(*EIGHTEEN, jokers=True), "18x6", "check") == (0, 1)
    assert settled(holding(*EIGHTEEN, jokers=True), "19x6", "check") == (1, 0)
    plain = (EIGHTEEN[0], EIGHTEEN[1].replace("1/6", "6/1"), *EIGHTEEN[2:])
    assert settled(holding(*plain), "10x6", "check") == (0, 1)
    assert settled(holding(*plain), "11x6", "check") == (1, 0)


def test_a_round_opened_on_ones_has_no_jokers() -> None:
    """BL-25, BL R22: also for later bids on other values."""
    assert settled(holding(*V8, jokers=True), "1x1", "3x5", "check") == (2, 1)
    assert settled(holding(*V8, jokers=True), "1x1", "2x5", "check") == (1, 2)
    assert settled(holding(*V8, jokers=True), "1x2", "4x5", "check") == (1, 2)


@pytest.mark.parametrize(
    ("opening", "second", "jokers"),
    [("1x1", "1x3", False), ("6x1", "1x3", False), ("1x2", "1x3", True), ("6x2", "1x3", True), ("1x5", "2x5", True)],
)
def test_only_the_opening_bid_decides_about_jokers(opening: str, second: str, jokers: bool) -> None:
    """BL-25, BL R22: whatever its quantity, and not the bids after it; 4x5 needs the two ones."""
    match = holding(*V8, jokers=True)
    assert settled(match, opening, second, "4x5", "check") == ((2, 0) if jokers else (0, 2))


def test_jokers_are_settled_anew_each_round() -> None:
    """BL-25, BL R22: after a round opened on ones the next has jokers again, extra rounds too."""
    match = at([6, 2, 2, 2], ranks=[4, 0, 0, 0], tiebreak=True, starter=1, jokers=True)
    choose_low(match)
    say(match, "6x1", "check")
    assert in_play(match) == [2, 3]
    position = match.position | {"phase": "bid", "bids": ["1x2"]}
    for seat, cards in ((2, ["1/5", "1/2"]), (3, ["3/4", "1/6"])):
        position["players"][seat] = {"count": 2, "cards": cards}
    extra = sprawdzam.position(position)
    extra.auto = False
    say(extra, "3x5", "check")
    extra.go_on()
    assert extra.winners == (3,) and extra.over


def test_jokers_never_help_a_bid_on_ones() -> None:
    """BL R21: ones are counted once, as ones."""
    for jokers in (False, True):
        assert settled(holding("1/2", "1/3", "5/4", jokers=jokers), "2x1", "check") == (0, 1)
        assert settled(holding("1/2", "1/3", "5/4", jokers=jokers), "3x1", "check") == (1, 0)


def test_a_bid_on_ones_never_follows_another_value() -> None:
    """BL-12, BL R21, BL V10: after an opening of 1x2 nobody can bid on ones in this round."""
    match = holding(*V8, jokers=True)
    for bid in ("1x2", "2x2", "3x2", "1x3"):
        say(match, bid)
        seat = match.actors[0]
        assert not [text for text in match.view(seat).choices if text.endswith("x1")]
        refused(match, seat, "bid 5x1", IllegalAction)


def test_the_starter_declares_the_direction() -> None:
    """BL-26, BL-14, BL R24, BL V11: counter-clockwise from seat 0 come seats 2 and 1; the check hits seat 2."""
    match = at([1, 1, 1], hands=["5/1", "5/2", "1/3"], phase="direction", direction_choice=True)
    assert match.actors == (0,) and match.view(0).choices == ("direction cw", "direction ccw")
    say(match, "direction ccw", "2x2", "3x2")
    assert match.actors == (1,)
    refused(match, 0, "check", NotYourTurn)
    refused(match, 2, "check", NotYourTurn)
    assert settled(match, "check") == (1, 2)


def test_clockwise_may_be_declared_as_well() -> None:
    """BL-26: then nothing changes."""
    match = at([1, 1, 1], hands=["5/1", "5/2", "1/3"], phase="direction", direction_choice=True, starter=1)
    say(match, "direction cw", "1x1")
    assert match.actors == (2,) and match.position["direction"] == "cw"


def test_counter_clockwise_goes_round_several_times_and_skips_who_is_out() -> None:
    """BL-26, BL-30"""
    match = at([1, 6, 1, 1, 1], ranks=[0, 5, 0, 0, 0], direction_choice=True, longer=True, starter=2)
    match = choose_low_until_direction(match)
    say(match, "direction ccw")
    order = []
    for bid in ("1x1", "1x2", "1x3", "1x4", "1x5", "1x6"):
        order += match.actors
        say(match, bid)
    assert order == [2, 0, 4, 3, 2, 0]


def choose_low_until_direction(match: sprawdzam.Match) -> sprawdzam.Match:
    while match.position["phase"] == "choose":
        match.play(match.actors[0], match.view(match.actors[0]).choices[0])
    return match


def test_the_direction_is_declared_after_all_have_chosen_and_before_the_first_bid() -> None:
    """BL-26, BL R24"""
    match = sprawdzam.game("blef", seats=3, direction_choice=True, first_starter=1).start(seed=1)
    refused(match, 1, "direction cw", IllegalAction)
    choose_low_until_direction(match)
    assert match.position["phase"] == "direction" and match.actors == (1,)
    refused(match, 1, "bid 1x1", IllegalAction)
    refused(match, 0, "direction cw", NotYourTurn)
    say(match, "direction ccw")
    refused(match, 1, "direction cw", IllegalAction)
    assert match.actors == (1,) and "bid 1x1" in match.view(1).choices


def test_without_the_variant_nobody_declares_a_direction() -> None:
    """BL-26, BL-09"""
    match = choose_low_until_direction(sprawdzam.game("blef", seats=3, first_starter=1).start(seed=1))
    assert match.position["phase"] == "bid"
    refused(match, 1, "direction ccw", IllegalAction)


def test_a_direction_lasts_one_round() -> None:
    """BL-26, BL R26: the next starter declares anew, and until then it is clockwise."""
    match = at([1, 1, 1], hands=["5/1", "5/2", "1/3"], phase="direction", direction_choice=True)
    say(match, "direction ccw", "3x6", "check")
    assert match.position["direction"] == "cw" and match.position["starter"] == 2
    assert choose_low_until_direction(match).position["phase"] == "direction" and match.actors == (2,)


def test_extra_rounds_have_a_direction_too_and_their_first_starter_is_found_clockwise() -> None:
    """BL-26, BL R26: seat 3 wins counter-clockwise; clockwise from there comes seat 0, not seat 2."""
    cards = ["1/2", "1/3", "1/4", "1/5 1/6", "2/3 2/4 2/5 2/6 3/4"]
    match = at([1, 1, 1, 2, 5], hands=cards, phase="direction", direction_choice=True, starter=4)
    say(match, "direction ccw", "10x6", "check")
    assert counts(match) == [1, 1, 1, 2, 6] and match.position["starter"] == 0
    assert choose_low_until_direction(match).position["phase"] == "direction"


def test_two_players_declare_no_direction() -> None:
    """BL-27, BL R25: at a table of two, in extra rounds of two and when two are left in a longer game."""
    two = sprawdzam.game("blef", seats=2, direction_choice=True).start(seed=1)
    extra = at([2, 2, 6], ranks=[0, 0, 3], tiebreak=True, direction_choice=True)
    left = at([2, 3, 6], ranks=[0, 0, 3], longer=True, direction_choice=True)
    for match in (two, extra, left):
        assert choose_low_until_direction(match).position["phase"] == "bid"
        assert match.position["direction"] == "cw"


@pytest.mark.parametrize("seats", range(2, 7))
def test_shrinking_hands_start_with_five_cards(seats: int) -> None:
    """BL-28, BL R28: also the whole deck in the hands of six."""
    match = sprawdzam.game("blef", seats=seats, shrinking=True).start(seed=1)
    assert [len(hand) for hand in hands(match.position)] == [5] * seats and match.state.total == 5 * seats
    assert sum(match.state.deck) == 30 - 5 * seats
    choose_low(match)
    assert len(match.view(match.actors[0]).choices) == 6 * 5 * seats


def test_a_lost_round_costs_a_card_and_the_last_card_ends_the_game() -> None:
    """BL-28, BL V14: seat 0 loses five rounds in a row."""
    match = sprawdzam.game("blef", seats=2, shrinking=True, first_starter=0).start(seed=1)
    assert match.state.total == 10
    for left in (4, 3, 2, 1, 0):
        assert not match.over
        lose(match, 0)
        assert counts(match) == [left, 5]
    assert match.over and match.winners == (1,)


def test_with_shrinking_hands_the_most_cards_win() -> None:
    """BL-28: and the round winner need not be the one."""
    match = lose(at([1, 2, 4, 3], shrinking=True), 0)
    assert match.over and match.ranks == (4, 3, 1, 2) and counts(match) == [0, 2, 4, 3]


def test_a_tie_for_the_most_is_played_off() -> None:
    """BL-28, BL R27, BL V15: both get the four cards of their tie, the loser is out."""
    match = lose(at([4, 4, 1], shrinking=True), 2)
    assert match.position["tiebreak"] and in_play(match) == [0, 1] and match.state.total == 8
    assert match.position["starter"] == 0
    lose(match, 0)
    assert match.over and match.winners == (1,) and counts(match) == [4, 4, 0]


@pytest.mark.parametrize(("standing", "starter"), [([4, 3, 1, 4], 3), ([4, 4, 1, 3], 0), ([3, 4, 1, 4], 3)])
def test_the_starter_of_a_shrinking_tie_break(standing: list[int], starter: int) -> None:
    """BL-23, BL R27: seat 2 loses its last card to seat 3."""
    match = lose(at(standing, shrinking=True), 2)
    assert match.position["tiebreak"] and match.position["starter"] == starter


def test_in_a_longer_game_the_others_play_on() -> None:
    """BL-29: whoever reaches six is out, and there are no ties."""
    match = lose(at([5, 1, 1, 3], longer=True), 0)
    assert not match.over and not match.position["tiebreak"]
    assert in_play(match) == [1, 2, 3] and counts(match) == [6, 1, 1, 3] and ranks(match) == [4, 0, 0, 0]
    lose(match, 3)
    assert counts(match) == [6, 1, 1, 4]


def test_the_last_one_left_wins_a_longer_game() -> None:
    """BL-29: even with more cards than those who are out ever had."""
    match = at([5, 5, 5], longer=True)
    lose(match, 2)
    assert not match.over
    lose(match, 0)
    assert match.over and match.winners == (1,) and match.ranks == (2, 1, 3)


def test_turns_skip_who_is_out_and_the_player_before_is_the_last_one_in_play() -> None:
    """BL-30, BL R19: seat 1 is out; seat 2's check hits seat 0."""
    match = at([1, 6, 1, 1], ranks=[0, 4, 0, 0], longer=True)
    choose_low(match)
    order = []
    for bid in ("1x1", "2x1", "3x1"):
        order += match.actors
        say(match, bid)
    assert order == [0, 2, 3] and match.actors == (0,)
    say(match, "3x6")
    assert match.actors == (2,)
    assert settled(match, "check") == (2, 0)


def test_the_winner_of_a_round_starts_after_an_elimination() -> None:
    """BL-30, BL R19: the round winner is never the one who leaves."""
    for loser, winner in ((1, 2), (2, 0)):
        match = lose(at([4, 5, 5], longer=True), loser)
        assert match.position["starter"] == winner and winner in in_play(match)
        assert choose_low(match).actors == (winner,)


def test_who_is_out_gets_no_cards_and_makes_the_bids_smaller() -> None:
    """BL R20: N is 3 + 1 with seats 0 and 2 in play."""
    match = choose_low(lose(at([3, 5, 1], longer=True), 1))
    assert match.state.total == 4 and hands(match.position)[1] == []
    assert len(match.view(match.actors[0]).choices) == 4 * 6
    assert match.view(1).choices == ()


def test_the_cards_of_who_is_out_do_not_count() -> None:
    """BL R20: both hands in play show all there is."""
    match = at([1, 6, 1], ranks=[0, 3, 0], hands=["1/5", "", "2/5"], longer=True)
    match.auto = False
    assert outcome(say(match, "1x5", "check")) == (2, 0)


def test_shrinking_and_longer_out_with_no_cards_and_the_last_holder_wins() -> None:
    """BL-28, BL-29, BL R29, BL V17"""
    match = at([1, 1, 1], shrinking=True, longer=True)
    lose(match, 0)
    assert in_play(match) == [1, 2] and not match.over and match.state.total == 2
    lose(match, 1)
    assert match.over and match.winners == (2,) and counts(match) == [0, 0, 1]


@pytest.mark.parametrize(
    "options", VARIANTS, ids=lambda options: "+".join(k for k, v in options.items() if v) or "base"
)
def test_variants_combine_freely(options: dict[str, Any]) -> None:
    """BL-31: each option does what it does, whatever the others are."""
    match = sprawdzam.game("blef", seats=3, first_starter=0, **options).start(seed=5)
    shrinking = options["shrinking"]
    assert counts(match) == [5 if shrinking else 1] * 3
    choose_low_until_direction(match)
    assert match.position["phase"] == ("direction" if options["direction_choice"] else "bid")
    lose(match, 0)
    assert counts(match) == ([4, 5, 5] if shrinking else [2, 1, 1])
    last = at([1 if shrinking else 5, 3, 3], **options)
    lose(last, 0)
    assert last.position["tiebreak"] == (not options["longer"]) and not last.over
    told = settled(holding("1/5", "1/6", "2/3", **options), "2x5", "check")
    assert told == ((0, 1) if options["jokers"] else (1, 0))


def test_jokers_and_directions_do_not_touch_the_counts() -> None:
    """BL-31: the same losers bring the same counts."""
    found = set()
    for options in VARIANTS[::4]:
        match = at([2, 2, 2], **{name: options[name] for name in ("jokers", "direction_choice")})
        for loser in (0, 1, 1, 2):
            lose(match, loser)
        found.add(tuple(counts(match)))
    assert found == {(3, 4, 3)}


def test_a_clock_that_runs_out_chooses_low_ends_checks_or_bids_one_one() -> None:
    """BL R31"""
    match = at([3, 1])
    assert match.view(0).write(match.view(0).silence) == "choose AAA"
    choose_low(match)
    assert match.view(0).write(match.view(0).silence) == "bid 1x1"
    say(match, "1x1")
    assert match.view(1).write(match.view(1).silence) == "check"


def test_a_clock_that_runs_out_over_a_direction_lets_it_go_clockwise() -> None:
    """BL R34: the rules do not say; a legal action stands for silence in every phase."""
    match = at([1, 1, 1], hands=["5/1", "5/2", "1/3"], phase="direction", direction_choice=True)
    assert match.view(0).write(match.view(0).silence) == "direction cw"
