"""Reverse, play two and the bin."""

from __future__ import annotations

import pytest

from sprawdzam import SPECTATOR, IllegalAction

from .tables import actor, at, called, hand, phase, plain_hands, refused, row, say, tokens

# --- reverse ---


@pytest.mark.parametrize(("before", "after", "following"), [("cw", "ccw", 0), ("ccw", "cw", 2)])
def test_a_reverse_changes_the_direction_at_once(before: str, after: str, following: int) -> None:
    """NE-25: whoever is next after this very card is next in the new direction."""
    match = at(["D1 D1 D1", "REV D2 D2", "D3 D3 D3", "D4 D4 D4"], "0:D5", turn=1, direction=before)
    say(match, "REV^")
    assert match.position["direction"] == after
    say(match, "pass")
    assert actor(match) == following


def test_two_reverses_make_the_old_direction() -> None:
    """NE-25: each turns it round once more, also in one turn."""
    match = at(["REV REV D1", "D2 D2 D2", "D3 D3 D3"], "2:D5", must=2)
    say(match, "REV^")
    assert match.position["direction"] == "ccw"
    say(match, "REV^", "pass")
    assert match.position["direction"] == "cw" and actor(match) == 1


def test_with_two_players_a_reverse_changes_no_order() -> None:
    """NE R15: nobody is skipped, nobody plays twice."""
    match = at(["REV D1 D1", "REV D2 D2"], pile="D3 D4 D5")
    say(match, "REV^", "pass")
    assert match.position["direction"] == "ccw" and actor(match) == 1
    say(match, "REV^", "pass")
    assert match.position["direction"] == "cw" and actor(match) == 0


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_reverse_as_the_first_card_of_a_round_counts_already(seats: int) -> None:
    """NE R15: the neighbour the other way is next."""
    match = at(["REV D1 D1", *(f"D{n} D{n} D{n}" for n in (2, 3, 4, 5))][:seats] + ["S1 S2 S3"] * (seats - 5))
    say(match, "REV^", "pass")
    assert actor(match) == seats - 1


def test_the_direction_lasts_into_the_next_round() -> None:
    """NE-39, NE R14: until the next reverse."""
    match = at(["REV D1 D1", "D2 D2 D2", "D3 D3 D3"], "2:D1", pile="D4 D5 D4")
    say(match, "REV^", "1 call")
    assert match.position["round"] == 2 and match.position["direction"] == "ccw" and actor(match) == 0
    say(match, "D1", "pass")
    assert actor(match) == 2


def test_a_removed_reverse_does_not_restore_the_direction() -> None:
    """NE-28, NE-29, NE R13, NE V8: both cards are gone, play goes on the new way."""
    match = at(["REV D1 D1", "D2 D2 D2", "D3 D3 D3", "BIN D4 D4"], pile="D5 D5 D5")
    say(match, "REV^")
    assert match.position["direction"] == "ccw"
    say(match, "BIN^")
    assert match.position["row"] == [] and match.position["discard"] == ["REV", "BIN"]
    assert match.position["direction"] == "ccw"
    say(match, "pass")
    assert actor(match) == 2


# --- play two ---


def test_after_a_play_two_the_next_player_places_two_and_draws_two() -> None:
    """NE-26, NE-27, NE-40, NE R18, NE R20, NE V9: he may call instead, before the first card only."""
    match = at(["PL2 D1 D1", "S2 D3 D4", "D2 D2 D2"], "2:D5", pile="D5 S5 D1 D2")
    say(match, "PL2^")
    assert match.position["pending2"] is True
    say(match, "pass")
    assert actor(match) == 1 and match.position["must_place"] == 2 and match.position["pending2"] is False
    assert match.view(1).choices == ("place S2^", "place S2v", "place D3", "place D4", "call")
    say(match, "S2v")
    assert phase(match) == "turn" and match.actors == (1,)
    assert match.view(1).choices == ("place D3", "place D4")
    refused(match, 1, "call", IllegalAction)
    say(match, "D3")
    assert phase(match) == "window" and match.actors == (0, 2) and hand(match, 1) == ["D4"]
    say(match, "pass")
    assert hand(match, 1) == ["S5", "D1", "D4"]
    assert actor(match) == 2 and match.position["must_place"] == 1


def test_whoever_must_place_two_may_call_instead() -> None:
    """NE-27, NE R18: the duty is one of placing."""
    match = at(["PL2 D1 D1", "S2 D3 D4", "D2 D2 D2"], "2:D5", pile="D5 S5 D1 D2")
    say(match, "PL2^", "pass", "call")
    assert tokens(match) == ["1C0N", "0C1N", "0C0N"] and actor(match) == 0
    assert match.position["must_place"] == 1


def test_two_play_twos_in_one_turn_are_no_more_than_one() -> None:
    """NE-27, NE R19: neither three nor four cards."""
    match = at(["PL2 PL2 D1", "D2 D2 D2", "D3 D3 D3"], "2:D5", must=2, pile="D1 D1 D5")
    say(match, "PL2^", "PL2^", "pass")
    assert actor(match) == 1 and match.position["must_place"] == 2 and match.position["pending2"] is False


@pytest.mark.parametrize("cards", [("PL2^", "D3"), ("D3", "PL2^")])
def test_a_play_two_of_a_player_who_places_two_binds_the_next_to_two(cards: tuple[str, str]) -> None:
    """NE-27, NE R19: whether it is the first or the second card."""
    match = at(["D1 D1 D1", "PL2 D3 D3", "D2 D2 D2"], "0:PL2^", turn=1, must=2, pile="D1 D1 D5 D5 D5")
    say(match, *cards, "pass")
    assert actor(match) == 2 and match.position["must_place"] == 2
    say(match, "D2", "D2", "pass")
    assert actor(match) == 0 and match.position["must_place"] == 1


def test_the_duty_binds_whoever_really_plays_next() -> None:
    """NE-25, NE-26, NE R19, NE V11: after reverse and play two it goes back to the first player."""
    match = at(["PL2 D1 D1", "REV PL2 D3", "D2 D2 D2", "D4 D4 D4"], pile="D5 D5 D5 D5 D5")
    say(match, "PL2^", "REV^", "PL2^", "pass")
    assert match.position["direction"] == "ccw"
    assert actor(match) == 0 and match.position["must_place"] == 2


@pytest.mark.parametrize("where", ["window", "turn"])
def test_the_duty_lapses_when_the_round_ends(where: str) -> None:
    """NE R19: also if the seat that was bound starts the next round."""
    match = at(["PL2 D1 D1", "D3 D3 D3", "D2 D2 D2"], "2:D5 2:D5 2:D5 2:D5", last=2, pile="D4 D4")
    say(match, "PL2^", *(["1 call"] if where == "window" else ["pass", "call"]))
    assert match.position["starter"] == 1 == actor(match)
    assert match.position["must_place"] == 1 and match.position["pending2"] is False


def test_a_removed_play_two_still_binds_the_next_player() -> None:
    """NE R13: the same player may even remove it himself."""
    match = at(["PL2 BIN D1", "D3 D3 D3", "D2 D2 D2"], "2:D5", must=2, pile="D4 D4 D1")
    say(match, "PL2^", "BIN^", "pass")
    assert row(match.position) == ["D5"] and actor(match) == 1 and match.position["must_place"] == 2


def test_the_window_opens_once_and_after_the_second_card() -> None:
    """NE-40, NE R20: so a five followed by a bin is safe; each card acts as it comes."""
    match = at(["BIN D5 D1", "D3 D3 D3", "D2 D2 D2"], "2:D5 2:D5 2:D4", must=2, pile="D4 D4 D1")
    say(match, "D5")
    assert actor(match) == 0 and match.view(1).choices == ()
    assert sum(int(card[1]) for card in row(match.position)) == 19
    say(match, "BIN^")
    assert match.actors == (1, 2) and row(match.position) == ["D5", "D5", "D4"]
    say(match, "1 call")
    assert tokens(match) == ["1C0N", "0C1N", "0C0N"]


def test_one_window_for_one_card_and_one_for_two() -> None:
    """NE-40"""
    match = at(["PL2 D1 D1", "D3 D3 D3"], pile="D4 D4 D5 D5 D5")
    say(match, "PL2^", "D3", "D3", "D1", "pass")
    answers = [step.text for step in match.log.steps if step.text in ("pass", "call")]
    assert answers == ["pass"] * 3 and match.position["placements"] == 4


# --- the bin ---


def test_a_bin_discards_itself_and_the_card_before_it_unseen() -> None:
    """NE-28, NE-31, NE R10, NE V6: the row is worth 14, and whoever placed the bin answers for it."""
    match = at(["D1 D2 D3", "D1 D2 D3", "D1 D2 D3", "BIN D1 D2"], "0:D5 1:D5 2:D4 2:S3v", turn=3, pile="D3 D1")
    say(match, "BIN^")
    assert match.position["row"] == ["0 D5", "1 D5", "2 D4"]
    assert match.position["discard"] == ["BIN"] and match.position["binned"] == ["2 S3"]
    assert match.view(SPECTATOR).position["binned"] == ["2 ?"]
    assert match.position["last_placer"] == 3 and match.actors == (0, 1, 2)
    say(match, "2 call")
    assert tokens(match) == ["0C0N", "0C0N", "0C1N", "1C0N"] and match.position["starter"] == 3


def test_whoever_placed_a_bin_takes_the_nerves_of_a_right_call() -> None:
    """NE-31, NE R10: not the owner of the card that is now last."""
    match = at([*plain_hands(3, "D5 D5 D5 D5"), "BIN D4 D4"], "0:D5 1:D5 0:D5 1:D5 2:S1^", turn=3, top="heart")
    say(match, "BIN^", "2 call")
    assert tokens(match) == ["0C0N", "0C0N", "1C0N", "0C1N"]


def test_a_bin_as_the_first_card_removes_itself_alone() -> None:
    """NE-30, NE R9, NE R11, NE V7: a window follows; the next player may place or call, and a call is wrong."""
    match = at(["BIN D1 D1", "D2 D3 D3", "D4 D4 D4", "D5 D5 D5"], pile="S1 D2")
    say(match, "BIN^")
    assert match.position["row"] == [] and match.position["discard"] == ["BIN"]
    assert match.actors == (1, 2, 3) and match.position["last_placer"] == 0
    say(match, "pass")
    assert hand(match, 0) == ["S1", "D1", "D1"] and actor(match) == 1
    assert match.view(1).choices == ("place D2", "place D3", "call")
    say(match, "call")
    assert tokens(match) == ["1C0N", "0C1N", "0C0N", "0C0N"]


def test_after_a_bin_on_an_empty_row_the_next_player_places_a_new_first_card() -> None:
    """NE-30, NE R11"""
    match = at(["BIN D1 D1", "D2 D3 D3"], pile="S1 D2 D2")
    say(match, "BIN^", "D2")
    assert match.position["row"] == ["1 D2"] and match.position["placements"] == 2


def test_a_row_that_a_bin_has_emptied_may_be_called() -> None:
    """NE R9: it is worth nothing, so the call is wrong."""
    match = at(["D1 D1 D1", "BIN D3 D3", "D2 D2 D2"], "0:D5", turn=1, pile="D4 D4")
    say(match, "BIN^", "0 call")
    assert tokens(match) == ["0C1N", "1C0N", "0C0N"] and match.position["starter"] == 1


def test_the_previous_card_is_the_one_that_lies_there_now() -> None:
    """NE R12: after an earlier bin it is an older card, whoever placed it."""
    match = at(["BIN D1 D1", "BIN D3 D3", "D2 D2 D2"], "0:S5v 1:D5 2:D4", pile="D4 D4 D4")
    say(match, "BIN^")
    assert match.position["row"] == ["0 S5v", "1 D5"]
    say(match, "BIN^")
    assert match.position["row"] == ["0 S5v"]
    assert match.position["discard"] == ["BIN", "BIN", "D4", "D5"]


def test_a_bin_can_remove_a_bin_that_lies_hidden() -> None:
    """NE R12, NE R28: as any other card; placed face down it stayed in the row."""
    match = at(["BIN D1 D1", "BIN D3 D3"], "1:D5", pile="D4 D4 D4")
    say(match, "BINv")
    assert row(match.position) == ["D5", "BINv"]
    say(match, "BIN^")
    assert row(match.position) == ["D5"] and match.position["binned"] == ["0 BIN"]


def test_a_removed_trap_is_dead() -> None:
    """NE-28, NE-33, NE R13, NE V18: it is not in the row at the end."""
    match = at(["D1 D1 D1", "D2 D2 D2", "BIN D3 D3", "D4 D4 D4"], "0:D5 1:TRAPv", turn=2, pile="D4 D4")
    say(match, "BIN^")
    assert row(match.position) == ["D5"]
    say(match, "3 call")
    assert tokens(match) == ["0C0N", "0C0N", "1C0N", "0C1N"] and match.position["starter"] == 2


def test_a_bin_that_was_placed_up_is_not_part_of_the_row_and_one_placed_down_is_worth_nothing() -> None:
    """NE-19, NE R28: 16 with a hidden bin stays 16, 17 without its last card is less."""
    match = called("0:D5 1:D5 2:D5 0:D1 3:BINv", 1)
    assert tokens(match) == ["0C0N", "0C1N", "0C0N", "1C0N"]
    match = at(["D1 D1 D1", "D2 D2 D2", "BIN D3 D3"], "0:D5 1:D5 0:D5 1:D2", turn=2, pile="D4 D4")
    say(match, "BIN^", "0 call")
    assert tokens(match) == ["0C1N", "0C0N", "1C0N"]


def test_two_bins_in_one_turn_take_two_cards_along() -> None:
    """NE-28, NE R20: each acts right after it was placed; two cards were placed, so two are drawn."""
    match = at(["BIN BIN D1", "D2 D2 D2"], "1:D5 0:S1v 1:D4", must=2, pile="D3 D3 D4")
    say(match, "BIN^")
    assert row(match.position) == ["D5", "S1v"]
    say(match, "BIN^", "pass")
    assert row(match.position) == ["D5"] and hand(match, 0) == ["D1", "D3", "D3"]
    assert match.position["placements"] == 5
