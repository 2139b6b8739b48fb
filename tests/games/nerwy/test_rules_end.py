"""The end of a round, traps, and the end of the game."""

from __future__ import annotations

import pytest

import sprawdzam
from sprawdzam import TABLE, NotYourTurn

from .tables import actor, at, called, go_on_until, hand, hands, phase, plain_hands, quietly, refused, row, say, tokens

EIGHTEEN = "1:D5 1:D5 1:D5 2:D3"
FIVE = "1:D5"


def worth(total: int) -> str:
    """Open cards of seat 1 that are worth so much."""
    return " ".join(["1:D5"] * (total // 5) + ([f"1:D{total % 5}"] if total % 5 else []))


# --- the check ---


def test_exactly_seventeen_is_enough() -> None:
    """NE-18, NE-20, NE R3, NE V3: the caller takes composure, the last placer nerves."""
    match = at(plain_hands(4, "D5 D5 D5"), "0:D5 1:D5 2:D5 3:S2v", turn=0)
    say(match, "call")
    assert tokens(match) == ["1C0N", "0C0N", "0C0N", "0C1N"] and match.position["starter"] == 0


def test_sixteen_is_not_enough() -> None:
    """NE-18, NE-21, NE R3, NE V4: the caller takes nerves, the last placer composure."""
    match = at(plain_hands(4, "D5 D5 D5"), "0:D5 1:D5 2:D5 3:S1v", turn=0)
    say(match, "call")
    assert tokens(match) == ["0C1N", "0C0N", "0C0N", "1C0N"] and match.position["starter"] == 3


@pytest.mark.parametrize("caller", [0, 1, 3])
@pytest.mark.parametrize(("laid", "right"), [("0:D5 1:D5 3:D5 2:S2^", True), ("0:D5 1:D5 3:D5 2:S1^", False)])
def test_whoever_calls_and_whoever_placed_last_take_the_tokens(caller: int, laid: str, right: bool) -> None:
    """NE-20, NE-21, NE-24: nobody else takes anything; the one with the composure starts."""
    match = called(laid, caller)
    gainer, loser = (caller, 2) if right else (2, caller)
    expected = {gainer: "1C0N", loser: "0C1N"}
    assert tokens(match) == [expected.get(seat, "0C0N") for seat in range(4)]
    assert match.position["starter"] == gainer == actor(match) and match.position["round"] == 2


@pytest.mark.parametrize("card", ["REV^", "PL2^", "TRAP^", "REVv", "PL2v", "BINv", "TRAPv"])
def test_special_cards_are_worth_nothing(card: str) -> None:
    """NE-19: 16 stays 16, however many of them lie there."""
    match = called(f"{worth(16)} 2:{card} 2:{card}", 3)
    assert match.position["starter"] == 2 and tokens(match)[2] == "1C0N"


@pytest.mark.parametrize("card", ["S1v", "S2^", "S3v", "S4^", "S5v", "D1", "D2", "D3", "D4", "D5"])
def test_numbers_count_as_printed(card: str) -> None:
    """NE-18, NE-19: what is missing to 17 makes 17 with it, one less does not."""
    rest = 17 - int(card[1])
    assert called(f"{worth(rest)} 2:{card}", 3).position["starter"] == 3
    assert called(f"{worth(rest - 1)} 2:{card}", 3).position["starter"] == 2


def test_hidden_special_cards_do_nothing_when_they_are_turned_over() -> None:
    """NE-09, NE-19, NE R21, NE V5: the row is worth 14, and the direction stays."""
    match = at(plain_hands(4, "D5 D5"), "0:D5 1:D5 2:REVv 3:BINv 0:S4v", turn=1)
    quietly(match, lambda match: say(match, "call"))
    assert phase(match) == "reveal" and row(match.position) == ["D5", "D5", "REVv", "BINv", "S4v"]
    match.go_on()
    assert tokens(match) == ["1C0N", "0C1N", "0C0N", "0C0N"]
    assert match.position["direction"] == "cw" and match.position["must_place"] == 1


def test_a_hidden_play_two_binds_nobody_after_the_reveal() -> None:
    """NE R21"""
    match = called("0:D5 1:PL2v", 0)
    assert match.position["must_place"] == 1 and match.position["pending2"] is False


def test_the_row_is_opened_before_it_is_settled() -> None:
    """NE-18: first everybody sees it, then tokens move."""
    match = at(plain_hands(3, "D5"), "0:D5 1:TRAPv 2:S3v", turn=0)
    quietly(match, lambda match: say(match, "call"))
    assert phase(match) == "reveal" and tokens(match) == ["0C0N"] * 3 and match.actors == (TABLE,)
    assert row(match.view(0).position) == ["D5", "TRAPv", "S3v"]
    match.go_on()
    assert tokens(match) == ["0C0N", "1C0N", "1C0N"]  # trap and wrong call: two nerves, which go back


def test_row_to_the_discard_and_hands_stay() -> None:
    """NE-23: after the tokens; the next round starts with an empty row."""
    match = at(["D1 D1 D1", "D2 D2 D2"], "0:S5v 1:REV^", turn=0, direction="ccw", discard="D4")
    say(match, "call")
    assert match.position["row"] == [] and match.position["discard"] == ["S5", "REV", "D4"]
    assert hands(match.position) == [["D1"] * 3, ["D2"] * 3] and match.position["placements"] == 0


# --- nerves ---


@pytest.mark.parametrize(("before", "after"), [("2C1N", "1C0N"), ("1C1N", "0C0N"), ("0C1N", "0C0N")])
def test_two_nerves_go_back_and_cost_a_composure_if_there_is_one(before: str, after: str) -> None:
    """NE-22, NE R24: without composure only the nerves go back."""
    match = called(FIVE, 3, tokens=["0C0N", "0C0N", "0C0N", before])
    assert tokens(match)[3] == after
    match = called(EIGHTEEN, 3, tokens=["0C0N", "0C0N", before, "0C0N"])
    assert tokens(match)[2] == after


@pytest.mark.parametrize(("before", "after"), [("1C1N", "0C1N"), ("0C1N", "0C1N"), ("2C1N", "1C1N")])
def test_with_three_nerves_two_go_back_and_one_composure(before: str, after: str) -> None:
    """NE-22, NE R24: they are counted once, after the check, so one nerve stays and one composure is lost."""
    match = called("2:TRAPv 1:D5", 3, tokens=["0C0N", "0C0N", "0C0N", before])
    assert tokens(match)[3] == after and tokens(match)[1:3] == ["1C0N", "1C0N"]


def test_a_trap_does_not_make_nerves_count_earlier() -> None:
    """NE R24: with one nerve the trap's makes two, and the check's composure comes before they go back."""
    match = called("0:TRAPv " + EIGHTEEN, 3, tokens=["0C0N", "0C0N", "0C0N", "0C1N"])
    assert tokens(match)[3] == "0C0N"  # counted earlier, he would have kept the composure of the check


def test_one_nerve_stays_where_it_is() -> None:
    """NE-22: for everybody, round after round."""
    match = called(FIVE, 3, tokens=["1C1N", "2C1N", "0C1N", "1C0N"])
    assert tokens(match)[::2] == ["1C1N", "0C1N"] and tokens(match)[3] == "1C1N"


# --- traps ---


def test_a_hidden_trap_brings_its_owner_composure_and_the_caller_nerves() -> None:
    """NE-18, NE-33, NE V12: also when the call is right."""
    match = called("0:D5 0:D5 0:D5 1:TRAPv 2:D3", 3)
    assert tokens(match) == ["0C0N", "1C0N", "0C1N", "1C1N"] and match.position["starter"] == 3


def test_the_owner_of_a_trap_calls_rightly() -> None:
    """NE-34, NE-35, NE R22, NE R26, NE V14: no second composure; the last placer still takes nerves."""
    match = called("0:D5 3:TRAPv 0:D5 1:D5 2:D4", 3)
    assert tokens(match) == ["0C0N", "0C0N", "0C1N", "1C1N"] and match.position["starter"] == 3


def test_the_owner_of_a_trap_calls_wrongly() -> None:
    """NE-35, NE R22: two nerves in all, which cost him the trap's composure again; the last placer takes one."""
    match = called("3:TRAPv 2:D5", 3)
    assert tokens(match) == ["0C0N", "0C0N", "1C0N", "0C0N"] and match.position["starter"] == 2
    match = called("3:TRAPv 2:D5", 3, tokens=["0C0N", "0C0N", "0C0N", "1C1N"])
    assert tokens(match)[3] == "1C1N"


def test_the_owner_of_a_trap_placed_last_and_the_call_is_wrong() -> None:
    """NE-34, NE-35, NE R23: he takes one composure, nobody gets the second; the caller takes two nerves."""
    match = called("1:D5 2:TRAPv", 3, tokens=["0C0N", "0C0N", "0C0N", "2C0N"])
    assert tokens(match) == ["0C0N", "0C0N", "1C0N", "1C0N"] and match.position["starter"] == 2


def test_the_owner_of_a_trap_placed_last_and_the_call_is_right() -> None:
    """NE-35: composure for the trap, nerves for the row."""
    match = called("1:D5 1:D5 1:D5 1:D2 2:TRAPv", 3)
    assert tokens(match) == ["0C0N", "0C0N", "1C1N", "1C1N"] and match.position["starter"] == 3


def test_two_traps_of_two_owners() -> None:
    """NE-33, NE R25, NE V16: each owner takes one, the caller one nerve in all."""
    match = called("0:TRAPv 1:TRAPv 0:D5 1:D5 0:D5 2:D2", 3)
    assert tokens(match) == ["1C0N", "1C0N", "0C1N", "1C1N"] and match.position["starter"] == 3


def test_two_traps_of_one_owner() -> None:
    """NE-33, NE-34, NE R25, NE V17: one composure; the caller's two nerves go back."""
    match = called("1:TRAPv 1:TRAPv 2:D5", 3)
    assert tokens(match) == ["0C0N", "1C0N", "1C0N", "0C0N"] and match.position["starter"] == 2
    match = called("1:TRAPv 1:TRAPv 2:D5", 3, tokens=["0C0N", "0C0N", "0C0N", "1C1N"])
    assert tokens(match)[3] == "0C1N"  # three nerves, not four


def test_a_trap_placed_face_up_does_nothing() -> None:
    """NE-32, NE R21, NE V19: neither at once nor at the end."""
    match = at(["D1 D1 D1", "TRAP D2 D2", "D3 D3 D3", "D4 D4 D4"], "0:D5", turn=1, pile="D4 D4")
    say(match, "TRAP^")
    position = match.position
    assert (position["direction"], position["pending2"], row(position)) == ("cw", False, ["D5", "TRAP^"])
    say(match, "3 call")
    assert tokens(match) == ["0C0N", "1C0N", "0C0N", "0C1N"]
    match = called("0:D5 0:D5 0:D5 1:TRAP^ 2:D3", 3)
    assert tokens(match) == ["0C0N", "0C0N", "0C1N", "1C0N"]


def test_nobody_takes_two_composures_in_a_round() -> None:
    """NE-34: from two traps and the check together comes one."""
    match = called("2:TRAPv 1:D5 2:TRAPv", 3)
    assert tokens(match)[2] == "1C0N"


def test_the_one_whom_the_check_favours_starts_even_if_a_trap_paid_or_it_was_lost_again() -> None:
    """NE-24, NE R26: owners of traps do not start."""
    assert called("0:TRAPv 2:D5", 3).position["starter"] == 2
    assert called("0:TRAPv " + EIGHTEEN, 3).position["starter"] == 3
    assert called("3:TRAPv " + EIGHTEEN, 3).position["starter"] == 3  # his composure came from the trap
    lost = called("0:TRAPv " + EIGHTEEN, 3, tokens=["0C0N", "0C0N", "0C0N", "0C1N"])
    assert tokens(lost)[3] == "0C0N" and lost.position["starter"] == 3 == actor(lost)


# --- the end of the game ---


def test_the_third_composure_wins() -> None:
    """NE-36: at once after the round; nobody can act any more."""
    match = called(EIGHTEEN, 3, tokens=["2C0N", "0C0N", "0C1N", "2C0N"])
    assert match.over and match.winners == (3,) and match.actors == () and phase(match) == "over"
    assert match.scores == (2, 0, 0, 3) and match.ranks == (2, 3, 3, 1)
    for seat in range(4):
        assert match.view(seat).choices == ()
        assert "the match is over" in refused(match, seat, "call", NotYourTurn)


def test_with_two_composures_the_game_goes_on() -> None:
    """NE-36"""
    match = called(EIGHTEEN, 3, tokens=["2C1N", "2C1N", "2C0N", "1C1N"])
    assert not match.over and tokens(match)[3] == "2C1N" and match.scores is None


def test_a_third_composure_that_is_lost_to_two_nerves_does_not_win() -> None:
    """NE-36: the end is tested after all steps."""
    match = called("0:TRAPv " + EIGHTEEN, 3, tokens=["0C0N", "0C0N", "0C0N", "2C1N"])
    assert not match.over and tokens(match)[3] == "2C0N" and match.position["starter"] == 3


def test_a_trap_can_win_the_game() -> None:
    """NE-33, NE-36: for somebody who neither called nor placed last."""
    match = called("0:TRAPv 2:D5", 3, tokens=["2C1N", "0C0N", "0C0N", "0C0N"])
    assert match.over and match.winners == (0,) and tokens(match)[0] == "3C1N"


@pytest.mark.parametrize(("before", "winners"), [("2C0N", (0,)), ("2C1N", (0, 3))])
def test_of_several_with_three_composures_fewer_nerves_win(before: str, winners: tuple[int, ...]) -> None:
    """NE-37, NE V22: still equal, they share the win."""
    match = called("0:TRAPv " + EIGHTEEN, 3, tokens=[before, "0C0N", "0C0N", "2C0N"])
    assert tokens(match)[0] == before.replace("2C", "3C") and tokens(match)[3] == "3C1N"
    assert match.over and match.winners == winners


def test_places_go_by_composure_and_then_by_nerves() -> None:
    """NE R38: equal players share a place; points are composure."""
    match = called(EIGHTEEN, 3, seats=6, tokens=["1C1N", "1C0N", "1C1N", "2C0N", "1C1N", "2C1N"])
    assert tokens(match) == ["1C1N", "1C0N", "0C0N", "3C0N", "1C1N", "2C1N"]
    assert match.ranks == (4, 3, 6, 1, 4, 2) and match.scores == (1, 1, 0, 3, 1, 2)


def test_the_last_round_is_cleared_away_like_any_other() -> None:
    """NE-23, NE-36: the hidden cards of the row are known, hands stay secret."""
    match = quietly(
        at(["S1 D1 D1", "D2 D2", "D3 D3 D3"], "0:S5v 0:D5 0:D5 1:S2v", phase="window", turn=1,
           tokens=["2C0N", "0C0N", "0C0N"], pile="D4 D4"),
        lambda match: match.play(0, "call"),
    )  # fmt: skip
    go_on_until(match, "over")
    assert match.position["row"] == [] and match.position["discard"] == ["S2", "S5", "D5", "D5"]
    assert hands(match.view(1).position)[0] == ["?", "D1", "D1"] and len(hand(match, 1)) == 3
    assert sprawdzam.position(match.position).over


# --- fuses ---


def test_after_so_many_placements_the_player_on_turn_can_only_call() -> None:
    """NE-41, NE R31: the window is as ever, and one card less leaves the choice."""
    match = at(["D1 D1 D1", "D2 D2 D2"], "1:D3 0:D3 1:D3", max_placements=4, pile="D4 D4 D5")
    assert "place D1" in match.view(0).choices
    say(match, "D1")
    assert match.view(1).choices == ("call", "pass")
    say(match, "pass")
    assert match.view(1).choices == ("call",)
    refused(match, 1, "place D2", sprawdzam.IllegalAction)
    say(match, "call")
    assert match.position["round"] == 2 and match.view(0).choices == ("place D1", "place D4")


def test_two_cards_under_way_are_finished_before_the_fuse() -> None:
    """NE R31: it is looked at when a turn begins."""
    match = at(["PL2 D1 D1", "D2 D2 D2"], "1:D3 1:D3", max_placements=4, pile="D4 D4 D5 D5")
    say(match, "PL2^", "D2")
    assert match.position["placements"] == 4 and match.view(1).choices == ("place D2",)
    say(match, "D2", "pass")
    assert match.position["placements"] == 5 and match.view(0).choices == ("call",)


def test_the_fuse_of_a_round_is_two_hundred_placements() -> None:
    """NE-41, NE R31: unless another number is asked for; removed cards count too."""
    for placements, choices in ((199, ("place D1", "call")), (200, ("call",)), (201, ("call",))):
        match = at(["D1 D1 D1", "D2 D2 D2"], "1:D3", placements=placements)
        assert match.view(0).choices == choices


@pytest.mark.parametrize(("options", "number"), [({}, 100), ({"max_rounds": 7}, 7)])
def test_after_so_many_rounds_the_most_composure_wins(options: dict[str, int], number: int) -> None:
    """NE-41: a hundred unless another number is asked for; then the fewest nerves, then they share."""
    given = ["2C1N", "2C0N", "0C0N", "1C0N"]
    match = called(EIGHTEEN, 3, tokens=given, number=number - 1, **options)
    assert not match.over and match.position["round"] == number
    match = called(EIGHTEEN, 3, tokens=given, number=number, **options)
    assert match.over and tokens(match) == ["2C1N", "2C0N", "0C1N", "2C0N"]
    assert match.winners == (1, 3) and match.ranks == (3, 1, 4, 1) and match.position["round"] == number
