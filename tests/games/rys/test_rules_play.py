"""Turns, plays, layers and jokers."""

from __future__ import annotations

import re

import pytest

from sprawdzam import SPECTATOR, IllegalAction, NotYourTurn, UnknownAction

from .tables import MORE, actor, at, choices, hands, let_go, of_layer, phase, refused, robbed, say, setup, tables


def plays(*texts: str) -> tuple[str, ...]:
    return tuple(f"play {text}" for text in texts)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_turns_go_clockwise_and_only_who_has_the_paw_plays(seats: int, starter: int) -> None:
    """RY-04: also from the last seat to the first."""
    match = at(["5 9 10 11"] * seats, turn=starter, mode="advanced")
    for step in range(seats + 2):
        on_turn = (starter + step) % seats
        assert match.actors == (on_turn,) and match.position["turn"] == on_turn and phase(match) == "play"
        for seat in {*range(seats), SPECTATOR} - {on_turn}:
            assert match.view(seat).choices == ()
            refused(match, seat, "play 11x1", NotYourTurn)
        let_go(say(match, "5x1" if step < seats else "9x1"))
    assert match.position["turns"] == seats + 2


def test_the_paw_stays_while_a_victim_decides() -> None:
    """RY-04: whoever decides, it is still the turn of the thief."""
    match = at(["9 1 2", MORE, MORE], ["", "5x1", ""])
    for action, who in (("9x1", 0), ("leave", 1), ("discard", 1)):
        say(match, action)
        assert (match.position["turn"], actor(match)) == (0, who)
    say(match, "draw deck")
    assert match.position["turn"] == 1 and phase(match) == "play"


def test_at_least_one_card_must_be_played() -> None:
    """RY-05: there is no passing, and nothing can be drawn instead."""
    match = setup(3, first_starter=0).start(seed=1)
    assert choices(match) and all(text.startswith("play ") for text in choices(match))
    for text in ("no draw", "draw deck", "draw pool 0", "take", "leave", "reclaim", "discard", "rob 1"):
        assert "is not legal for seat 0 now; legal: play " in refused(match, 0, text, IllegalAction)
    for text in ("pass", "", "play", "play ", "play 0x1", "play 1x0", "play J", "go on"):
        assert "actions are: play 7x3" in refused(match, 0, text, UnknownAction)


def test_the_seven_plays_of_two_fours_a_five_and_a_joker() -> None:
    """RY-05, RY R4, RY R5, RY V16"""
    match = at(["4 4 5 J", MORE, MORE])
    assert choices(match) == plays("4x1", "4x1 +J", "4x2", "4x2 +J", "5x1", "5x1 +J", "Jx1")
    for wrong in ("play 4x3", "play 5x2", "play 4x1 +2J", "play Jx2", "play 6x1", "play 13x1"):
        refused(match, 0, wrong, IllegalAction)
    for nonsense in ("play 4x1 5x1", "play 4 5", "play 4x1 +5", "play 14x1", "play 4x9", "play 4x1 +6J", "play Jx1 +J"):
        refused(match, 0, nonsense, UnknownAction)


@pytest.mark.parametrize("hand", ["1", "J", "J J J J J", "1 1 2 2 2 13", "7 7 7 7 7 7 7 7 J J J J J 1", "3 9 9 J J"])
def test_any_part_of_the_equal_cards_with_any_jokers_may_be_played(hand: str) -> None:
    """RY-05, RY R5: counted in another way."""
    held = {card: hand.split().count(card) for card in hand.split()}
    jokers = held.pop("J", 0)
    told = choices(at([hand, MORE, MORE], pool="2 2 3 4 5 6"))
    assert len(told) == len(set(told)) == sum(held.values()) * (jokers + 1) + jokers
    for text in told:
        card, number, wild = re.fullmatch(r"play (\w+)x(\d)(?: \+(\d?J))?", text).groups()  # type: ignore[union-attr]
        most = jokers if card == "J" else held[card]
        assert 1 <= int(number) <= most and (wild is None or int(wild[:-1] or 1) <= jokers)


def test_the_largest_layer_has_thirteen_cards() -> None:
    """RY R5, RY R22: eight equal cards and all jokers."""
    match = say(at(["7 7 7 7 7 7 7 7 J J J J J 1", MORE, MORE]), "7x8 +5J")
    assert tables(match)[0] == "7x8 +5J" and hands(match)[0] == "1"


def test_cards_that_were_not_played_stay_in_the_hand() -> None:
    """RY R5: a player may keep equal cards and jokers back."""
    match = say(at(["7 7 7 3 3 J J", MORE, MORE]), "7x2 +J")
    assert hands(match)[0] == "3 3 7 J" and tables(match)[0] == "7x2 +J"


def test_two_values_never_go_together() -> None:
    """RY R4: not even with jokers; every play has one value."""
    match = at(["4 4 5 5 6 J J", MORE, MORE])
    assert all(re.fullmatch(r"play (4x[12]|5x[12]|6x1)( \+2?J)?|play Jx[12]", text) for text in choices(match))
    for text in ("play 4x1 5x1", "play 4x2 5x2 +J", "play 4x2 +J +5x1"):
        refused(match, 0, text, UnknownAction)


@pytest.mark.parametrize("play", ["6x1 +J", "6x1 +2J", "6x2 +J", "6x1 +4J"])
def test_jokers_take_the_value_of_their_companions(play: str) -> None:
    """RY-06, RY R3: such a layer is neither higher nor lower than cards of that value alone."""
    size = len(of_layer(play))
    assert robbed(play, f"5x{size}", f"6x{size}", f"7x{size}", pool="1 2 3 4 8 9") == [1]
    assert robbed(f"7x{size}", play, "", pool="1 2 3 4 8 9") == [1]
    assert robbed(f"6x{size}", play, "", pool="1 2 3 4 8 9") == []
    assert robbed(f"5x{size}", play, "", pool="1 2 3 4 8 9") == []


def test_no_other_value_can_be_named_for_a_joker() -> None:
    """RY R3: beside a 2 it is a 2, also where a 13 would steal."""
    match = at([f"2 J {MORE}", MORE, MORE], ["", "5x2", "1x2"], pool="3 4 6 7 8 9")
    assert {text for text in choices(match) if "J" in text and "2" in text} == {"play 2x1 +J", "play 12x1 +J"}
    assert let_go(say(match, "2x1 +J")) == [2]


def test_a_joker_in_a_layer_counts_as_a_card() -> None:
    """RY R22: three fours and a joker (V0) have size 4 and value 4."""
    assert robbed("4x3 +J", "3x4", "3x3", "4x4", "2x2 +2J", pool="1 2 5 6 7 8") == [1, 4]
    assert robbed("5x4", "4x3 +J", "4x3", pool="1 2 3 6 7 8") == [1]
    assert robbed("5x3", "4x3 +J", "4x3", pool="1 2 3 6 7 8") == [2]


@pytest.mark.parametrize("value", range(1, 14))
def test_pure_jokers_are_above_everything(value: int) -> None:
    """RY-07, RY R2: even above 13s."""
    pool = " ".join(str(card) for card in range(1, 8))[: 2 * 6 - 1]
    assert robbed("Jx1", f"{value}x1", "", pool=pool) == [1]
    assert robbed("Jx2", f"{value}x2", f"{value}x1 +J", f"{value}x1", pool=pool) == [1, 2]


def test_a_single_joker_does_not_beat_two_cards() -> None:
    """RY-07, RY R22: the size must be the same for jokers too."""
    assert robbed("Jx1", "1x2", "1x1", "1x1 +J") == [2]


def test_a_new_layer_goes_on_top_and_all_layers_stay_visible() -> None:
    """RY-08: covered ones are shown to everybody, with their jokers."""
    match = say(at(["9 9 J 3", MORE, MORE], ["2x1, 5x3 +J", "1x4", "7x2"]), "9x1 +J")
    let_go(match)
    for seat in (0, 1, 2, SPECTATOR):
        seen = [player["table"] for player in match.view(seat).position["players"]]
        assert seen == [["2x1", "5x3 +J", "9x1 +J"], ["1x4"], []]


def test_only_the_top_layer_is_compared() -> None:
    """RY-08, RY-09: a covered layer is safe, and the own layers below do not steal."""
    assert robbed("5x1", "3x1, 9x1", "3x1, 2x2", "9x1, 3x1") == [3]
    match = at(["2 10", MORE, MORE], ["9x1", "5x1", "1x1"])
    assert let_go(say(match, "2x1")) == [2]


def test_loot_cannot_be_played_in_the_same_turn() -> None:
    """RY R11: one play a turn; after the theft the turn ends."""
    match = at(["9 2 2", MORE, MORE], ["", "5x1", ""])
    say(match, "9x1", "take")
    refused(match, 0, "play 5x1", NotYourTurn)
    say(match, "draw deck")
    assert (actor(match), phase(match)) == (1, "play")
    refused(match, 0, "play 5x1", NotYourTurn)
    say(match, "10x1", "leave", "reclaim", "12x1", "leave", "reclaim")
    assert actor(match) == 0 and "play 5x1" in choices(match)


def test_whoever_is_on_turn_always_has_a_play() -> None:
    """RY R13: every single card of the hand is one; a hand that is empty at the start of a turn does not exist."""
    for hand in ("1", "J", "13 J", "2 3 4 5"):
        match = at([MORE, hand, MORE], turn=1)
        assert {f"play {card}x1" for card in hand.split()} <= set(choices(match))


def test_taking_back_keeps_a_hand_from_running_out() -> None:
    """RY R13: whoever has one card left keeps it, whatever is stolen from the table."""
    match = at(["9 2 2", "8", MORE], ["", "5x1", ""])
    say(match, "9x1", "leave", "reclaim")
    assert hands(match)[1] == "5 8" and actor(match) == 1


def test_stolen_jokers_are_free_again() -> None:
    """RY R3, RY V24: the loot [6 6 J] may be played as a joker alone, as it was, or with another value."""
    match = at(["8 8 8 3", MORE, MORE], ["", "6x2 +J", ""], mode="advanced")
    say(match, "8x3", "take")
    assert hands(match)[0] == "3 6 6 J"
    say(match, "draw deck", "draw deck", "draw deck", "12x1", "11x1")
    let_go(match)
    assert actor(match) == 0
    told = choices(match)
    assert {"play Jx1", "play 6x2 +J", "play 3x1 +J", "play 6x1 +J", "play 6x2"} <= set(told)


def test_jokers_taken_back_are_free_again() -> None:
    """RY R3"""
    match = say(at(["8 8 8 3", "9", MORE], ["", "6x2 +J", ""]), "8x3", "leave", "reclaim")
    assert hands(match)[1] == "6 6 9 J" and {"play 9x1 +J", "play Jx1"} <= set(choices(match))


def test_pure_jokers_come_back_as_jokers() -> None:
    """RY R3: two jokers that an expert steals are two jokers in hand."""
    match = say(at(["1 1 3", MORE, MORE], ["", "Jx2", ""], mode="expert"), "1x2", "take")
    assert hands(match)[0] == "3 J J"
