"""Cards, players, the deal and who starts; the set-up of a duel."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import sprawdzam
from sprawdzam import BadChance, BadOption, Match
from sprawdzam.engine.chance import outcomes

from .tables import (
    ALL,
    CARDS,
    MODES,
    actor,
    choices,
    deck_size,
    everywhere,
    hands,
    in_order,
    known,
    laid,
    phase,
    pool,
    refused,
    say,
    setup,
    sizes,
    tables,
)

FIVES = "5 5 5 5 5 5 5 5 7 7 7"  # eleven cards, for hands of a duel
NINES = "9 9 9 9 9 9 9 9 8 8 8"


def duel(pool: str, turned: str, **options: Any) -> Match:
    return setup(2, first_starter=0, **options).start(chance=laid(f"{FIVES} {NINES} {pool} {turned}"))


@pytest.mark.parametrize(("seats", "options"), MODES, ids=str)
def test_eight_cards_of_each_value_and_five_jokers(seats: int, options: dict[str, Any]) -> None:
    """RY-01"""
    found = everywhere(setup(seats, **options).start(seed=1))
    assert found == {**{str(value): 8 for value in range(1, 14)}, "J": 5} and found.total() == 109


def test_a_ninth_card_of_a_value_and_a_sixth_joker_cannot_be_dealt() -> None:
    """RY-01"""
    for deck, last in (("7 " * 9, "draw 9 of deck cannot be 7"), ("J " * 6, "draw 6 of deck cannot be J")):
        with pytest.raises(BadChance, match=last):
            setup(3, first_starter=0).start(chance=laid(deck))


@pytest.mark.parametrize(("seats", "mode"), [*product((3, 4, 5), ("basic", "advanced", "expert")), (2, "duel")])
def test_three_to_five_play_and_two_a_duel(seats: int, mode: str) -> None:
    """RY-02"""
    match = setup(seats, mode=mode).start(seed=1)
    assert len(hands(match)) == seats and ("virtual" in match.position) == (mode == "duel")


@pytest.mark.parametrize(("seats", "mode"), [(2, "basic"), (3, "duel")])
def test_the_mode_that_stands_if_nothing_is_said(seats: int, mode: str) -> None:
    """RY-02: basic for three to five, duel for two."""
    with pytest.raises(BadOption, match=f"option mode: {mode} is not possible"):
        setup(seats, mode=mode)
    assert dict(setup(seats).options)["mode"] == ("duel" if seats == 2 else "basic")


@pytest.mark.parametrize(
    ("seats", "mode"), [(2, "basic"), (2, "advanced"), (2, "expert"), (3, "duel"), (4, "duel"), (5, "duel")]
)
def test_no_mode_is_played_by_other_numbers(seats: int, mode: str) -> None:
    """RY-02"""
    with pytest.raises(BadOption, match=f"option mode: {mode} is not possible; possible: "):
        setup(seats, mode=mode)


@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 13, True, "3", 3.0])
def test_other_numbers_of_players_are_refused(seats: Any) -> None:
    """RY-02"""
    with pytest.raises(BadOption, match="rys seats 2 to 5"):
        setup(seats)


@pytest.mark.parametrize(("seats", "left"), [(3, 64), (4, 51), (5, 38)])
@pytest.mark.parametrize("mode", ["basic", "advanced", "expert"])
def test_everybody_gets_thirteen_cards_and_the_pool_six(seats: int, left: int, mode: str) -> None:
    """RY-03: the rest is the deck; nothing is on the tables or discarded."""
    match = setup(seats, mode=mode).start(seed=2)
    assert sizes(match) == [13] * seats and [len(slot.split()) for slot in match.position["pool"]] == [1] * 6
    assert deck_size(match) == left and match.position["discard"] == "" and tables(match) == [""] * seats
    assert known(match) == [""] * seats and phase(match) == "play"


def test_hands_are_dealt_before_the_pool_is_turned_up() -> None:
    """RY-03: also 13s and jokers have a slot of their own."""
    cards = in_order(ALL).split()
    first, second, third = (" ".join(cards[i : i + 13]) for i in (0, 13, 26))
    match = setup(3).start(chance=laid(f"{first} {second} {third} 13 J 9 J 13 9", starter=2))
    assert hands(match) == [first, second, third] and pool(match) == "13 J 9 J 13 9" and actor(match) == 2


def test_the_deal_is_a_step_of_the_table() -> None:
    """RY-03: before it all cards are in the deck."""
    match = setup(4, first_starter=1).start(seed=1, auto=False)
    assert match.actors == (sprawdzam.TABLE,) and deck_size(match) == 109 and sizes(match) == [0] * 4
    match.go_on()
    assert match.actors == (1,) and sizes(match) == [13] * 4


def test_other_luck_gives_other_deals() -> None:
    """RY-03: the cards hang on the source of chance alone."""
    deals = [str(hands(setup(3, first_starter=0).start(seed=seed))) for seed in (1, 2, 3, 1)]
    assert len(set(deals)) == 3 and deals[0] == deals[3]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_starter_is_random(seats: int) -> None:
    """RY R1: all seats are equally likely."""
    found = Counter[int]()
    for match, chance in outcomes(lambda rng: Match.begin(setup(seats), rng, auto=False)):
        found[match.position["turn"]] += chance  # type: ignore[assignment]
    assert found == {seat: Fraction(1, seats) for seat in range(seats)}


@pytest.mark.parametrize("seat", range(5))
def test_the_starter_may_be_settled(seat: int) -> None:
    """RY R1"""
    assert {setup(5, first_starter=seat).start(seed=seed).actors for seed in range(5)} == {(seat,)}
    assert len({setup(5).start(seed=seed).actors for seed in range(20)}) == 5


def test_in_the_first_turn_there_is_nothing_to_steal() -> None:
    """RY R21: in the basic game one may draw; in advanced the turn is over."""
    for mode, then in (("basic", "offer"), ("advanced", "play"), ("expert", "play")):
        match = setup(3, mode=mode, first_starter=0).start(seed=3)
        match.play(0, choices(match)[-1])
        assert phase(match) == then and match.actors == ((0,) if mode == "basic" else (1,))
    assert setup(3).start(seed=3).position["players"][0]["table"] == []


@pytest.mark.parametrize("seed", range(8))
def test_in_a_duel_everybody_gets_two_jokers_and_eleven_of_the_other_cards(seed: int) -> None:
    """RY-30: 64 cards stay in the deck; of the five jokers one is left for the 105."""
    match = setup(2).start(seed=seed)
    assert sizes(match) == [13, 13] and deck_size(match) == 64 and known(match) == ["J J", "J J"]
    assert all(hand.split().count("J") >= 2 for hand in hands(match))
    assert sum(hand.split().count("J") for hand in hands(match)) <= 5


def test_after_the_given_jokers_one_is_left_to_be_dealt() -> None:
    """RY-30: the last one may come to any hand; it is not known there."""
    match = setup(2, first_starter=0).start(chance=laid(f"J {FIVES[2:]} {NINES} 1 2 3 4 5 6 {'1 2 3 4 6 10 ' * 2} 1"))
    assert hands(match)[0] == "5 5 5 5 5 5 5 7 7 7 J J J" and known(match)[0] == "J J"
    with pytest.raises(BadChance, match="draw 2 of deck cannot be J"):
        setup(2, first_starter=0).start(chance=laid("J J"))


def test_the_set_up_of_a_duel_is_hands_pool_and_then_the_virtual_player() -> None:
    """RY-30, RY-31, RY R26: equal values of his row lie together."""
    match = duel("1 2 3 4 6 10", "12 11 12 1 1 1 4 4 4 4 11 2 12")
    assert hands(match) == [f"{FIVES} J J", "8 8 8 9 9 9 9 9 9 9 9 J J"] and pool(match) == "1 2 3 4 6 10"
    assert match.position["virtual"] == "1 1 1 2 4 4 4 4 11 11 12 12 12"


def test_of_the_cards_turned_for_the_virtual_player_13s_and_jokers_go_to_the_pool() -> None:
    """RY-32, RY-37, RY R26, RY R27: exactly thirteen cards are turned, none is replaced."""
    match = duel("12 11 10 6 4 3", "13 1 J 1 13 1 2 2 2 2 3 3 3")
    assert pool(match) == "12 11 10 6+13 4+J 3+13" and match.position["virtual"] == "1 1 1 2 2 2 2 3 3 3"
    assert deck_size(match) == 64 and sizes(match) == [13, 13]


@pytest.mark.parametrize("apart", range(9))
def test_the_row_starts_with_as_many_fewer_cards_as_went_to_the_pool(apart: int) -> None:
    """RY-37, RY R27: the deck has 64 cards whatever was turned up."""
    match = duel("12 11 10 6 4 3", " ".join([*["13"] * apart, *[*CARDS[:4]] * 4][:13]))
    row, groups = match.position["virtual"].split(), " ".join(match.position["pool"]).split()
    assert (len(row), len(groups), deck_size(match)) == (13 - apart, 6 + apart, 64)


def test_a_13_or_a_joker_lies_on_the_lowest_single_card_and_they_spread() -> None:
    """RY-32, RY R28: a group is left alone while there is a single card."""
    match = duel("4 3 10 1 6 12", "13 13 J 13 13 1 1 1 2 2 2 3 3")
    assert pool(match) == "4+J 3+13 10+13 1+13 6+13 12"


def test_of_equal_single_cards_the_leftmost_is_taken() -> None:
    """RY R28"""
    assert pool(duel("12 2 6 2 12 2", "13 J 1 1 1 1 3 3 3 3 4 4 4")) == "12 2+13 6 2+J 12 2"


def test_a_single_joker_ranks_above_a_single_13() -> None:
    """RY R28: as 14."""
    match = duel(
        "J 13 12 J 13 12".replace("J 13 12", "J 13 12", 1).replace(" J ", " 13 "), "13 13 13 13 13 1 1 1 1 2 2 2 2"
    )
    assert pool(match) == "J 13+13 12+13 13+13 13+13 12+13"


def test_without_a_single_card_the_smallest_group_is_taken() -> None:
    """RY R29: of equal ones the one with the lowest first card, then the leftmost."""
    match = duel("4 3 10 3 6 12", "13 13 13 13 13 13 J 13 1 1 1 2 2")
    assert pool(match) == "4+13 3+13+J 10+13 3+13+13 6+13 12+13"
    assert pool(duel("12 11 10 4 6 6", "13 13 13 13 13 13 J 13 1 1 1 2 2")) == ("12+13 11+13 10+13 4+13+J 6+13+13 6+13")


def test_the_number_of_turned_cards_has_an_end() -> None:
    """RY-37, RY R27: thirteen are asked for, a fourteenth is not."""
    script = laid(f"{FIVES} {NINES} 1 2 3 4 6 10 13 13 13 13 1 1 1 2 2 2 3 3 3 4 4")
    setup(2, first_starter=0).start(chance=script)
    assert script.rest() == {"deck": [3, 3]}


def test_a_player_needs_a_deal_to_act() -> None:
    """RY-03, RY-04: while the table deals nobody else has anything to do."""
    match = setup(3, first_starter=0).start(seed=1, auto=False)
    assert "the table goes on first" in refused(match, 0, "play 1x1", sprawdzam.NotYourTurn)
    match.go_on()
    assert say(match, choices(match)[0]).position["turn"] == 0
