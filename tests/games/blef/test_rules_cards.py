"""Cards, the deal, the choice of ends, and what everybody may know."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, BadChance, BadOption, IllegalAction, Match, NotYourTurn, UnknownAction
from sprawdzam.engine.chance import Keyed, Script, Source, outcomes

from .tables import at, choose_low, counts, hands, holding, laid, lose, outcome, refused, say, settled, standing

PAIRS = list(combinations(range(1, 7), 2))


def whole_deck() -> list[str]:
    match = sprawdzam.game("blef", seats=6, shrinking=True).start(seed=1)
    return [card for hand in hands(match.position) for card in hand]


def test_thirty_cards_carry_every_value_on_ten_ends() -> None:
    """BL-01: six players with five cards each hold the whole deck."""
    deck = whole_deck()
    assert len(deck) == 30
    assert Counter(end for card in deck for end in card.split("-")) == dict.fromkeys("123456", 10)


def test_every_pair_of_different_values_is_there_twice() -> None:
    """BL-02"""
    assert Counter(whole_deck()) == {f"{low}-{high}": 2 for low, high in PAIRS}


def test_a_third_copy_of_a_card_cannot_be_dealt() -> None:
    """BL-02"""
    with pytest.raises(BadChance, match=r"draw 3 of deck cannot be 1-2; possible: 1-3"):
        sprawdzam.game("blef", seats=3).start(chance=laid("1-2", "1-2", "1-2", starter=0))


@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_players_take_part(seats: int) -> None:
    """BL-03"""
    assert sprawdzam.game("blef", seats=seats).start(seed=1).actors == tuple(range(seats))


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 30, True, "3", 2.0])
def test_other_numbers_of_players_are_refused(seats: Any) -> None:
    """BL-03"""
    with pytest.raises(BadOption, match="seats 2 to 6"):
        sprawdzam.game("blef", seats=seats)


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_starts_with_one_card(seats: int) -> None:
    """BL-04"""
    match = sprawdzam.game("blef", seats=seats).start(seed=2)
    assert counts(match) == [1] * seats
    assert [len(hand) for hand in hands(match.position)] == [1] * seats


def opening(seats: int, chance: Source, **options: Any) -> dict[str, Any]:
    return Match.begin(sprawdzam.game("blef", seats=seats, **options), chance, auto=False).position


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_first_starter_is_random(seats: int) -> None:
    """BL R1: every seat is equally likely."""
    found = list(outcomes(lambda chance: opening(seats, chance)["starter"]))
    assert sorted(found) == [(seat, Fraction(1, seats)) for seat in range(seats)]


@pytest.mark.parametrize("seat", range(4))
def test_the_first_starter_may_be_given(seat: int) -> None:
    """BL R1: then no chance is asked."""
    assert opening(4, Script({}), first_starter=seat)["starter"] == seat


def test_a_first_starter_who_is_no_seat_is_refused() -> None:
    """BL R1"""
    with pytest.raises(BadOption, match="first_starter: 3 is not possible; possible: random, 0, 1, 2"):
        sprawdzam.game("blef", seats=3, first_starter=3)


@pytest.mark.parametrize("options", [{}, {"first_starter": 1}, {"jokers": True, "longer": True}])
def test_every_deal_is_a_shuffle_of_all_cards(options: dict[str, Any]) -> None:
    """BL-05, BL R32: in every round all deals are as likely as thirty shuffled cards make them."""
    position = standing([1, 1], **options)
    found: Counter[Any] = Counter()
    for hand, weight in outcomes(lambda chance: hands(sprawdzam.position(position, chance=chance).position)):
        found[hand[0][0], hand[1][0]] += weight  # type: ignore[assignment]
    names = [f"{low}-{high}" for low, high in PAIRS]
    assert found == {(a, b): Fraction(1 if a == b else 2, 15 * 29) for a in names for b in names}


def test_cards_of_the_last_round_come_again_and_everybody_gets_his_count() -> None:
    """BL-05: the same two cards lie on the table in both rounds."""
    match = at([1, 1], chance=laid("1-2", "1-2", "1-2", "1-2 3-4"))
    lose(match, 1)
    assert hands(match.position) == [["1-2"], ["1-2", "3-4"]]
    assert match.position["round"] == 2


def test_one_shuffle_a_round_and_no_other_chance() -> None:
    """BL R32: a deal draws as many cards as are in play, and nothing else draws anything."""
    match = sprawdzam.game("blef", seats=3, first_starter=0).start(seed=3)
    for loser in (1, 2, 1):
        lose(match, loser)
    drawn = [len(step.draws) for step in match.log.steps if step.draws]
    assert drawn == [3, 4, 5, 6]
    draws = [draw for step in match.log.steps for draw in step.draws]
    assert {draw.zone.name for draw in draws} == {"DECK"} and len({draw.number for draw in draws}) == len(draws)


@pytest.mark.parametrize("mask", ["".join(letters) for letters in product("AB", repeat=3)])
def test_any_combination_of_ends_may_be_chosen(mask: str) -> None:
    """BL-06: A is the lower end of a card, B the higher one, card by card through the sorted hand."""
    match = at([3, 1], chance=laid("3-5 2-4 5-6", "1-2"))
    match.play(0, f"choose {mask}")
    cards = [("2/4", "4/2"), ("3/5", "5/3"), ("5/6", "6/5")]
    assert hands(match.position)[0] == [card["AB".index(letter)] for card, letter in zip(cards, mask, strict=True)]


def test_there_are_as_many_choices_as_combinations_of_ends() -> None:
    """BL-06"""
    match = at([3, 1, 5])
    for seat, held in ((0, 3), (1, 1), (2, 5)):
        letters = {"choose " + "".join(row) for row in product("AB", repeat=held)}
        assert set(match.view(seat).choices) == letters and len(match.view(seat).choices) == 2**held
    assert "3 cards" in refused(match, 0, "choose AA", UnknownAction)
    refused(match, 0, "choose AAAA", UnknownAction)
    refused(match, 0, "choose ABC", UnknownAction)


def test_a_choice_is_secret() -> None:
    """BL-06, BL-32: whatever a rival chooses, everybody else sees the same."""
    seen = set()
    for mask in ("AA", "AB", "BA", "BB"):
        match = at([2, 2, 1])
        match.play(0, f"choose {mask}")
        seen.add(tuple(match.view(seat).record.tobytes() for seat in (1, 2, SPECTATOR)))
    assert len(seen) == 1


def test_choices_are_revisable_until_the_last_one_and_final_then() -> None:
    """BL-07, BL R8, BL V19"""
    match = at([1, 1, 1], chance=laid("1-2", "1-3", "1-4"))
    match.play(0, "choose A")
    match.play(1, "choose A")
    assert match.actors == (2,)
    assert match.view(0).choices == ("choose A", "choose B")
    match.play(0, "choose B")
    assert match.actors == (2,) and hands(match.position)[0] == ["2/1"]
    assert hands(match.view(1).position)[0] == ["?/?"]  # whoever revises stays confirmed
    match.play(2, "choose B")
    assert match.position["phase"] == "bid" and hands(match.position) == [["2/1"], ["1/3"], ["4/1"]]
    assert "legal: bid 1x1" in refused(match, 0, "choose A", IllegalAction)
    refused(match, 2, "choose A", NotYourTurn)
    assert hands(match.position) == [["2/1"], ["1/3"], ["4/1"]]


def test_the_last_to_confirm_has_no_second_thought() -> None:
    """BL R8: the last confirmation freezes all at once, in any order of the seats."""
    match = at([1, 1, 1])
    for seat in (2, 0, 2, 1):
        match.play(seat, "choose B")
    for seat in (1, 2):
        refused(match, seat, "choose A", NotYourTurn)
    assert match.actors == (0,)


def test_chosen_ends_stay_until_the_reveal() -> None:
    """BL-07: bids and the check change no card."""
    match = holding("5/1 2/6", "3/4", "6/5")
    match.auto = False
    before = hands(match.position)
    for action in ("1x1", "1x2", "2x2", "check"):
        say(match, action)
        assert hands(match.position) == before
    assert match.position["phase"] == "reveal"


def test_who_has_confirmed_is_public_and_what_is_not() -> None:
    """BL R9"""
    match = at([1, 2, 1])
    match.play(1, "choose AB")
    for seat in (0, 2, SPECTATOR):
        assert match.view(seat).actors == (0, 2)
        assert hands(match.view(seat).position)[1] == ["?/?", "?/?"]
    assert hands(match.view(SPECTATOR).position) == [["?-?"], ["?/?", "?/?"], ["?-?"]]


def test_only_the_own_cards_are_known_and_counts_and_bids_are_public() -> None:
    """BL-32"""
    cards = ("5/1 2/6", "3/4", "6/5")
    match = holding(*cards, bids="1x1 1x2", starter=1)
    for seat in (0, 1, 2, SPECTATOR):
        seen = match.view(seat).position
        hidden = [["?/?"] * len(hand.split()) for hand in cards]
        assert hands(seen) == [h if p != seat else cards[p].split() for p, h in enumerate(hidden)]
        assert [player["count"] for player in seen["players"]] == [2, 1, 1]
        assert (seen["bids"], seen["starter"], seen["direction"]) == (["1x1", "1x2"], 1, "cw")
        truth = match.position
        assert {k: v for k, v in seen.items() if k != "players"} == {k: v for k, v in truth.items() if k != "players"}


@pytest.mark.parametrize("phase", ["choose", "bid"])
def test_what_others_hold_and_what_is_undealt_are_one_heap(phase: str) -> None:
    """BL-32: a seat cannot tell a rival's card from an undealt one, whoever holds it."""
    mark = "-" if phase == "choose" else "/"
    one = holding(f"1{mark}2", f"3{mark}4", f"5{mark}6").view(0).record.tobytes()
    assert holding(f"1{mark}2", f"1{mark}2", f"2{mark}3").view(0).record.tobytes() == one
    assert holding(f"1{mark}2", f"5{mark}6", f"3{mark}4").view(0).record.tobytes() == one


def test_a_check_reveals_whole_cards_to_everybody() -> None:
    """BL-32, BL R10: chosen and other ends of all dealt cards, to spectators too; the undealt stay unknown."""
    match = holding("5/1 2/6", "3/4", "6/5")
    match.auto = False
    say(match, "1x1", "check")
    for seat in (0, 1, 2, SPECTATOR):
        assert hands(match.view(seat).position) == [["5/1", "2/6"], ["3/4"], ["6/5"]]
        assert sum(match.view(seat).record.deck) == 26
    other = match.position | {"players": holding("5/1 2/6", "4/3", "6/5").position["players"]}
    assert sprawdzam.view(other, 2).text != match.view(2).text
    match.go_on()
    assert all(hands(match.view(seat).position) == [[], [], []] for seat in (0, 1, 2, SPECTATOR))


def test_ends_that_were_not_chosen_never_count() -> None:
    """BL-33: three cards carry a five, none of them was chosen."""
    assert settled(holding("1/5 2/5", "3/5"), "1x5", "check") == (1, 0)


def test_undealt_cards_never_count() -> None:
    """BL-33: 28 cards lie undealt, and not one of their ends helps a bid."""
    for value in range(1, 7):
        shown = "12" if value > 2 else "34"
        match = holding(f"{shown[0]}/{value}", f"{shown[1]}/{value}")
        assert settled(match, f"1x{value}", "check") == (1, 0)


def test_cards_of_the_last_round_never_count() -> None:
    """BL-05, BL-33: fives of the round before are back in the deck."""
    match = at([1, 1], chance=laid("1-5", "2-5", "1-2", "1-2 3-4"))
    match.play(0, "choose B")
    match.play(1, "choose B")
    say(match, "2x5", "check")
    assert counts(match) == [1, 2] and match.position["starter"] == 0
    choose_low(match)
    assert settled(match, "1x5", "check")[1] == 0


def test_a_settled_round_leaves_nothing_behind() -> None:
    """BL-05: before a deal nobody holds anything and no bid stands."""
    match = holding("5/1", "3/4")
    match.auto = False
    outcome(say(match, "1x1", "check"))
    assert match.position["bids"] == [] and hands(match.position) == [[], []]
    assert sum(match.state.deck) == 30 and match.actors == (sprawdzam.TABLE,)


def test_the_first_deal_takes_the_seats_in_order() -> None:
    """BL-05: also when another seat starts."""
    match = sprawdzam.game("blef", seats=3).start(chance=laid("1-2", "3-4", "5-6", starter=2))
    assert hands(match.position) == [["1-2"], ["3-4"], ["5-6"]] and match.position["starter"] == 2


def test_other_luck_gives_other_deals() -> None:
    """BL-05: the deal hangs on the source of chance alone."""
    deals = {str(hands(at([5, 5], chance=Keyed.from_seed(seed)).position)) for seed in range(10)}
    assert len(deals) == 10
