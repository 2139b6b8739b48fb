"""The roll, turning a die, and grey dice among five colours."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest

import sprawdzam
from sprawdzam import TABLE, IllegalAction, Match, NotYourTurn, UnknownAction
from sprawdzam.engine.chance import Source, outcomes

from .tables import COLOURS, at, checked, dealt, dice, drive, phase, refused, results, say, stacks, standing, watchers


def rolled(letters: str, seats: int = 2, **rest: Any) -> Match:
    """A new match in which these dice come first."""
    return dealt(seats, dice=letters, **rest)


def test_the_table_rolls_by_itself() -> None:
    """SZ R41: nobody is asked, and nobody can do anything before."""
    match = dealt(2, auto=False, dice="RGS")
    match.go_on()
    assert phase(match) == "roll" and match.actors == (TABLE,)
    for seat in (0, 1):
        assert match.view(seat).choices == ()
        refused(match, seat, "keep", NotYourTurn)
    match.go_on()
    assert phase(match) == "turn" and dice(match) == "G R S" and match.actors == (0,)


@pytest.mark.parametrize("colours", [6, 5])
def test_each_die_shows_each_of_six_colours_once(colours: int) -> None:
    """SZ-10: three dice, all faces equally likely; grey is on them with five colours too."""
    position = standing(2, phase="roll", colours=colours)
    found: dict[str, Fraction] = {}

    def roll(chance: Source) -> str:
        return dice(sprawdzam.position(position, chance=chance))

    for text, weight in outcomes(roll):
        found[text] = found.get(text, Fraction(0)) + weight
    wanted: dict[str, Fraction] = {}
    for faces in product(COLOURS, repeat=3):
        text = " ".join(sorted(faces, key=COLOURS.index))
        wanted[text] = wanted.get(text, Fraction(0)) + Fraction(1, 216)
    assert found == wanted and len(found) == 56


@pytest.mark.parametrize("letters", ["YGB", "YYG", "SSS", "RPS"])
def test_dice_are_not_distinguished(letters: str) -> None:
    """SZ R8: in whatever order they fall, everybody sees the same and may do the same."""
    seen = {rolled("".join(faces)).state.tobytes() for faces in permutations(letters)}
    assert len(seen) == 1 and dice(rolled(letters)) == " ".join(letters)


def test_the_roller_may_leave_the_dice_or_turn_one_to_any_other_colour() -> None:
    """SZ-11, SZ R7, SZ T13: Y Y G among six colours: eleven ways."""
    match = rolled("YYG")
    wanted = {"keep", *(f"turn Y {new}" for new in "GBRPS"), *(f"turn G {new}" for new in "YBRPS")}
    assert set(match.view(0).choices) == wanted and len(match.view(0).choices) == 11
    for letters in combinations_with_replacement(COLOURS, 3):
        assert len(rolled("".join(letters)).view(0).choices) == 1 + 5 * len(set(letters))


def test_one_die_of_two_equal_ones_is_turned() -> None:
    """SZ-11, SZ T14: Y Y G with a Y turned to S is S Y G."""
    assert dice(say(rolled("YYG"), "turn Y S")) == "Y G S"


@pytest.mark.parametrize("letters", ["YGB", "YYG", "PPP", "GRS"])
def test_a_turn_changes_that_die_and_no_other(letters: str) -> None:
    """SZ-11: for every turn that is possible."""
    for text in rolled(letters).view(0).choices[1:]:
        _, old, new = text.split()
        wanted = sorted(letters.replace(old, new, 1), key=COLOURS.index)
        assert dice(say(rolled(letters), text)) == " ".join(wanted)
    assert dice(say(rolled(letters), "keep")) == " ".join(letters)


def test_a_die_may_be_turned_to_a_colour_that_is_shown_already() -> None:
    """SZ R7"""
    assert dice(say(rolled("YGB"), "turn B Y")) == "Y Y G"


def test_a_die_cannot_be_turned_to_its_own_colour_or_from_one_that_is_not_shown() -> None:
    """SZ-11, SZ R7: leaving it is `keep`."""
    match = rolled("YYG")
    refused(match, 0, "turn Y Y", UnknownAction)
    refused(match, 0, "turn B Y", IllegalAction)
    refused(match, 0, "turn Y X", UnknownAction)


def test_only_one_die_is_turned_and_only_by_the_roller() -> None:
    """SZ-11, SZ-10: after it the dice stand for everybody."""
    match = rolled("YGB", 3, order="CBA")
    for seat in (0, 1):
        refused(match, seat, "turn Y R", NotYourTurn)
    say(match, "C turn Y R")
    assert phase(match) == "pick" and match.actors == (2,)
    refused(match, 2, "turn G R", IllegalAction)
    for seat in watchers(match):
        assert match.view(seat).position["rounds"][0]["dice"] == "G B R"


def test_a_colour_whose_stack_is_empty_stays_on_the_dice() -> None:
    """SZ R11: it can be rolled and turned to, and every rack has a card of it."""
    match = drive(dealt(3, dice="YGB YRP", cards="134"), "x7 x6 x5")
    assert stacks(match)[0] == 0 and dice(match) == "Y R P"
    say(match, "turn P Y")
    assert dice(match) == "Y Y R" and all(rack.startswith("Y") for rack in match.position["racks"])


@pytest.mark.parametrize(
    ("letters", "sum_of_first"),
    [("Y Y Y", 21), ("G G B", 3), ("Y G B", 10), ("Y Y B", 17), ("G G G", 0), ("B R S", 6), ("P P S", 11)],
)
def test_a_colour_counts_once_for_each_die_that_shows_it(letters: str, sum_of_first: int) -> None:
    """SZ-14, SZ R17, SZ T5, SZ T6: A has Y7 G0 B3 R2 P5 S1."""
    for start in range(22):
        match = checked(f"1@{start} 7@0", 2, dice=letters)
        assert (results(match)[0] == "correct") == (start == sum_of_first)


def test_with_three_equal_dice_any_range_may_still_be_placed() -> None:
    """SZ R17, SZ T29: B5 counts three times, so 15-17 is right, and brings 5 points."""
    racks = ("705251", "214063", "043726", "536417")
    match = checked("3@15 7@0", 2, racks, dice="B B B")
    assert results(match) == ["correct", "higher"] and match.position["track"] == {"0": [1], "5": [0]}
    match = at(2, racks, phase="place", dice="B B B", now="1 7")
    assert match.view(0).choices == tuple(f"place {start}" for start in range(22))


# --- five colours ---


def test_each_grey_die_is_set_by_itself_and_then_one_may_be_turned() -> None:
    """SZ-38, SZ-39, SZ R10, SZ T15: S S R becomes Y B R, and then Y B G."""
    match = rolled("SSR", colours=5)
    assert phase(match) == "grey" and match.actors == (0,)
    assert match.view(0).choices == tuple(f"set {colour}" for colour in "YGBRP")
    say(match, "set Y")
    assert phase(match) == "grey" and dice(match) == "Y R S"
    say(match, "set B")
    assert phase(match) == "turn" and dice(match) == "Y B R"
    refused(match, 0, "turn R S", IllegalAction)
    say(match, "turn R G")
    assert dice(match) == "Y G B" and phase(match) == "pick"


def test_a_grey_die_cannot_be_left_or_set_to_grey() -> None:
    """SZ R9, SZ-38, SZ T15: nobody has a grey card."""
    match = rolled("SSS", colours=5)
    refused(match, 0, "set S", UnknownAction)
    refused(match, 0, "keep", IllegalAction)
    refused(match, 0, "turn S Y", IllegalAction)
    refused(match, 1, "set Y", NotYourTurn)
    say(match, "set P", "set P", "set P")
    assert dice(match) == "P P P" and phase(match) == "turn"


def test_a_die_that_was_just_set_may_be_turned() -> None:
    """SZ R10: setting does not use up the turn."""
    match = say(rolled("YGS", colours=5), "set B", "turn B P")
    assert dice(match) == "Y G P" and phase(match) == "pick"


@pytest.mark.parametrize("roller", ["A", "B", "C"])
def test_the_roller_sets_the_grey_dice(roller: str) -> None:
    """SZ-38, SZ-10"""
    order = roller + "ABC".replace(roller, "")
    match = rolled("RSS", 3, colours=5, order=order)
    assert match.actors == ("ABC".index(roller),)
    say(match, "set Y", "set Y")
    assert match.actors == ("ABC".index(roller),) and dice(match) == "Y Y R"


def test_without_a_grey_die_nothing_is_set_and_nothing_is_turned_to_grey() -> None:
    """SZ-38, SZ-39, SZ R10, SZ T16: thirteen ways for three different colours."""
    match = rolled("YGB", colours=5)
    assert phase(match) == "turn" and len(match.view(0).choices) == 13
    assert not any("S" in text for text in match.view(0).choices)
    for letters in combinations_with_replacement("YGBRP", 3):
        assert len(rolled("".join(letters), colours=5).view(0).choices) == 1 + 4 * len(set(letters))


def test_with_six_colours_a_grey_die_is_a_die_like_any_other() -> None:
    """SZ-38: only where there are no grey cards it must be set."""
    match = rolled("SSR")
    assert phase(match) == "turn"
    refused(match, 0, "set Y", IllegalAction)
    assert dice(say(match, "keep")) == "R S S"
