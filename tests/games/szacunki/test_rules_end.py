"""The last round, the guesses, the points and the winner."""

from __future__ import annotations

import pytest

from sprawdzam import IllegalAction, Match, NotYourTurn, UnknownAction

from .tables import RACKS, ROUNDS, at, checked, dealt, drive, guess, guesses_for, hits, phase, refused, say, track

EQUAL = ("7654", "4567")  # two rounds that bring everybody 5


def at_the_end(seats: int = 4, **rest: object) -> Match:
    """Everybody is about to guess; four stand on 20."""
    past = list(hits(*EQUAL * 4)) if seats == 4 else hits(*["7654"[:seats]] * ROUNDS[seats])
    return at(seats, phase="guess", past=past, dice="", **rest)


def guessed(*written: str, **rest: object) -> Match:
    match = at_the_end(len(written), **rest)
    for seat, how in enumerate(written):
        guess(match, seat, *guesses_for(RACKS[seat], how))
    return match


def net(how: str) -> int:
    """What A wins with that many numbers written for each colour."""
    match = guessed(how, "------", "------", "------")
    assert match.scores is not None
    return match.scores[0] - 20


@pytest.mark.parametrize(("seats", "rounds"), [(2, 10), (3, 9), (4, 8)])
def test_the_rounds_are_over_after_ten_nine_or_eight(seats: int, rounds: int) -> None:
    """SZ-30, SZ-24, SZ T26: a round before that the next one begins."""
    match = dealt(seats, dice="YGB" * rounds)
    for number in range(1, rounds + 1):
        assert phase(match) == "turn" and len(match.position["rounds"]) == number
        drive(match, "7 6 5 4"[: 2 * seats - 1])
    assert phase(match) == "guess" and len(match.position["rounds"]) == rounds


def test_everybody_guesses_at_the_same_time_colour_by_colour() -> None:
    """SZ-31: in any order, and nobody moves before all have written everything."""
    match = at_the_end(2)
    assert match.actors == (0, 1)
    for seat in (0, 1, 1, 0, 0, 0, 1, 0, 0):
        match.play(seat, "guess 1 2")
    assert match.actors == (1,) and match.position["guesses"] == [["1 2"] * 6, ["1 2"] * 3]
    refused(match, 0, "guess 3", NotYourTurn)
    before = track(match)
    guess(match, 1, "3", "-")
    assert track(match) == before and not match.over
    guess(match, 1, "0 1 2")
    assert match.over and match.position["guesses"][1] == ["1 2", "1 2", "1 2", "3", "-", "0 1 2"]


def test_one_to_three_numbers_or_none_can_be_written() -> None:
    """SZ-31, SZ R31, SZ R32: 93 ways, for every colour the same; visibly impossible numbers too."""
    match = at_the_end(2)
    for _ in range(6):
        choices = match.view(0).choices
        assert len(choices) == len(set(choices)) == 93 and {len(text.split()) for text in choices} == {2, 3, 4}
        assert choices[:2] == ("guess -", "guess 0") and choices[-1] == "guess 5 6 7"
        match.play(0, "guess 2")  # Y2 stands on the rack of B
    assert phase(match) == "guess"


def test_numbers_must_be_different_and_have_no_order() -> None:
    """SZ R32: a guess is a set."""
    match = at_the_end(2)
    for text in ("guess 4 4", "guess 1 2 3 4", "guess 8", "guess", "guess 1,2", "guess - 1"):
        refused(match, 0, text, UnknownAction)
    refused(match, 0, "exchange Y", IllegalAction)
    match.play(0, "guess 7 0 3")
    assert match.position["guesses"][0] == ["0 3 7"]


@pytest.mark.parametrize(("text", "points"), [("4", 5), ("4 5", 2), ("3 4 5", 1), ("0 1 2", -2), ("-", -2)])
def test_the_fewer_numbers_are_written_the_more_a_right_one_brings(text: str, points: int) -> None:
    """SZ-32, SZ-33, SZ R31, SZ R32, SZ T22: for a blue 4."""
    racks = ("704251", "213063", "045726", "536417")
    match = at(2, racks, phase="guess", past=hits(*["76"] * 10, racks=racks), dice="")
    guess(match, 0, "-", "-", text, "-", "-", "-")
    guess(match, 1, *["-"] * 6)
    assert match.scores == (10 + points - 10, 20 - 12)


@pytest.mark.parametrize("wrong", ["x", "x2", "x3"])
def test_a_wrong_guess_costs_the_same_whatever_was_written(wrong: str) -> None:
    """SZ-33, SZ R32"""
    texts = {"x": "0", "x2": "0 1", "x3": "0 1 2"}
    match = at_the_end(2)
    guess(match, 0, texts[wrong], *["-"] * 5)  # A has Y7
    guess(match, 1, *["-"] * 6)
    assert match.scores == (10 - 12, 20 - 12)


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("313323", 11),  # Y G B R P S
        ("21213x", 13),
        ("212121", 21),
        ("111111", 30),
        ("222222", 12),
        ("333333", 6),
        ("------", -12),
        ("xxxxxx", -12),
        ("1x223-", 6),  # the example of the rulebook
    ],
)
def test_all_colours_together_make_one_move(written: str, points: int) -> None:
    """SZ-32, SZ-33, SZ R33, SZ E4, SZ E5, SZ E7: 11, 13 and 21."""
    assert net(written) == points


def test_five_colours_bring_25_at_most_and_cost_10() -> None:
    """SZ-37, SZ-32, SZ-33"""
    for how, points in (("11111", 25), ("-----", -10)):
        match = at(2, phase="guess", past=hits(*["76"] * 10), dice="", colours=5)
        guess(match, 0, *guesses_for(RACKS[0][:5], how))
        guess(match, 1, *["-"] * 5)
        assert match.scores == (10 + points, 10)


def test_a_pawn_may_end_behind_the_start() -> None:
    """SZ R34, SZ R31, SZ T21: at 3, all six blank: 12 back, to -9."""
    match = dealt(2, dice="YGB" * 10, cards="134 256 012")
    drive(match, "5 7", *["x6 7"] * 9)
    assert track(match) == "3:A 10:B"
    guess(match, 0, *["-"] * 6)
    guess(match, 1, *["-"] * 6)
    assert track(match) == "-9:A -2:B" and match.scores == (-9, -2)


def test_the_order_is_settled_before_the_first_pawn_moves() -> None:
    """SZ-34: whoever jumps ahead does not come again, and nobody is left out."""
    match = guessed("111111", "222222", "333333", track="9:A 18:B 27:C")
    assert match.scores == (9 + 30, 18 + 12, 27 + 6)
    match = guessed("111111", "111111", "111111", "111111", track="20:ABCD")
    assert track(match) == "50:DCBA" and match.winners == (3,)


@pytest.mark.parametrize(
    ("first", "second", "meet"),
    [("21222x", "33xxx1", 21), ("1xxx33", "xxxxx3", 11)],  # +11 and +1, +1 and -9
)
def test_two_who_meet_at_the_end_lie_in_the_order_in_which_they_come(first: str, second: str, meet: int) -> None:
    """SZ-34, SZ-08, SZ-36, SZ R36: whoever was last is there first, lies below and wins."""
    match = guessed(first, second, track="10:A 20:B")
    assert match.scores == (meet, meet)
    assert track(match) == f"{meet}:AB" and match.winners == (0,)


def test_the_pawn_farthest_ahead_wins() -> None:
    """SZ-35: and the other places follow."""
    match = guessed("------", "111111", "333333", "222222", track="20:ABCD")
    assert match.scores == (8, 50, 26, 32) and match.ranks == (4, 1, 3, 2) and match.winners == (1,)


@pytest.mark.parametrize("stack", ["AB", "BA"])
def test_on_one_field_the_lower_pawn_wins(stack: str) -> None:
    """SZ-36, SZ R6, SZ R35, SZ R36, SZ T24: nobody moves, and the one that was there first wins."""
    past = hits(*["76", "67"] * 5) if stack == "AB" else hits(*["67", "76"] * 5)  # who was behind comes first
    match = at(2, phase="guess", past=past, dice="", track=f"15:{stack}")
    for seat in (0, 1):
        guess(match, seat, *guesses_for(RACKS[seat], "222xxx"))
    assert track(match) == f"15:{stack}" and match.winners == ("AB".index(stack[0]),)


def test_the_match_ends_with_the_points() -> None:
    """SZ-35, SZ-30: nobody can do anything any more."""
    match = guessed("111111", "222222")
    assert match.over and match.actors == () and match.position["phase"] == "over"
    refused(match, 0, "keep", NotYourTurn)


def test_the_last_round_brings_points_like_any_other() -> None:
    """SZ-30, SZ-16"""
    match = checked("7@4 6@7", 2, past=hits(*["76"] * 9))
    assert phase(match) == "guess" and track(match) == "10:A 20:B"
    assert say(match, "A guess -").position["guesses"][0] == ["-"]
