"""Options say what would be right, and are the same as text, value and number."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import BadOption, UnknownGame
from sprawdzam.engine.game import Setup
from sprawdzam.engine.options import Flag, SeatOption, show

FLAG = Flag("jokers", False, "Jokers", "")
SEAT = SeatOption("first", "random", "First", "")


@pytest.mark.parametrize(("given", "value"), [(True, True), (False, False), ("true", True), (" False ", False)])
def test_a_flag_is_read_from_a_value_or_a_text(given: Any, value: bool) -> None:
    assert FLAG.check(given, 3) is value


@pytest.mark.parametrize("given", [1, 0, None, "yes", "", 1.0, [], {}])
def test_anything_else_is_no_flag(given: Any) -> None:
    with pytest.raises(BadOption) as caught:
        FLAG.check(given, 3)
    assert str(caught.value) == f"option jokers: {show(given)} is not possible; possible: false, true"


@pytest.mark.parametrize(("given", "value"), [("random", "random"), (0, 0), (2, 2), ("2", 2), ("RANDOM", "random")])
def test_a_seat_is_read_from_a_value_or_a_text(given: Any, value: Any) -> None:
    assert SEAT.check(given, 3) == value and type(SEAT.check(given, 3)) is type(value)


@pytest.mark.parametrize("given", [3, -1, "3", True, False, None, 1.0])
def test_a_seat_that_is_not_at_the_table_is_refused(given: Any) -> None:
    with pytest.raises(BadOption, match=r"option first: .* is not possible; possible: random, 0, 1, 2$"):
        SEAT.check(given, 3)


@pytest.mark.parametrize("option", [FLAG, SEAT])
def test_numbers_in_the_state_round_trip(option: Any) -> None:
    values = option.values(4)
    assert [option.encode(value, 4) for value in values] == list(range(len(values)))
    assert [option.decode(number, 4) for number in range(len(values))] == list(values)
    assert option.default in values and option.encode(option.default, 4) == 0


def test_an_unknown_option_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadOption) as caught:
        sprawdzam.game("blef", joker=True)
    known = "jokers, direction_choice, shrinking, longer, first_starter"
    assert str(caught.value) == f"option joker: blef has no such option; it has: {known}"


def test_an_unknown_game_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownGame, match="there is no game poker; there are: blef"):
        sprawdzam.game("poker")
    with pytest.raises(UnknownGame, match="there is no game ''"):
        sprawdzam.game("")


def test_an_error_is_one_line_whatever_is_handed_in() -> None:
    for name, options in (("bl\nef", {}), ("blef", {"jokers": "a\nb"}), ("blef", {"jo\r\nkers": True})):
        with pytest.raises(sprawdzam.SprawdzamError) as caught:
            sprawdzam.game(name, **options)
        assert len(str(caught.value).splitlines()) == 1


def test_a_setup_can_be_pasted_back() -> None:
    setup = sprawdzam.game("blef", seats=4, jokers=True, first_starter=2)
    assert repr(setup) == "sprawdzam.game('blef', seats=4, jokers=True, first_starter=2)"
    assert eval(repr(setup)) == setup
    assert sprawdzam.game("blef", 4, jokers="true", first_starter="2") == setup


def test_a_setup_is_found_again_in_the_state() -> None:
    setup = sprawdzam.game("blef", seats=5, longer=True, first_starter=4)
    assert Setup.of(setup.game, setup.blank()) == setup
    assert setup.changed_options() == {"longer": True, "first_starter": 4}
