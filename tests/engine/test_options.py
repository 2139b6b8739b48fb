"""Options say what would be right, and are the same as text, value and number."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import BadOption, UnknownGame
from sprawdzam.engine.game import Setup
from sprawdzam.engine.options import Flag, Number, Pick, SeatOption, show

FLAG = Flag("jokers", False, "Jokers", "")
SEAT = SeatOption("first", "random", "First", "")
WORDS = ("basic", "expert", "duel")
MODE = Pick("mode", "basic", "Mode", "", picks=WORDS, only={"basic": range(3, 6), "duel": range(2, 3)})
LIMIT = Number("limit", "off", "Limit", "", low=2, high=50, words=("auto", "off"))


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


def test_a_pick_has_the_words_that_are_there_for_so_many_seats() -> None:
    assert MODE.values(2) == ("expert", "duel") and MODE.values(3) == ("basic", "expert")
    assert (MODE.start(2), MODE.start(4)) == ("expert", "basic")
    assert MODE.check(" DUEL ", 2) == "duel"
    with pytest.raises(BadOption, match=r"option mode: duel is not possible; possible: basic, expert$"):
        MODE.check("duel", 3)


def test_the_number_of_a_pick_does_not_hang_on_the_seats() -> None:
    assert [MODE.encode(word, 2) for word in MODE.values(2)] == [1, 2]
    assert [MODE.decode(MODE.encode(word, n), n) for n in (2, 3) for word in MODE.values(n)] == [
        "expert", "duel", "basic", "expert",
    ]  # fmt: skip


@pytest.mark.parametrize(("given", "value"), [(2, 2), ("50", 50), ("auto", "auto"), (" OFF", "off")])
def test_a_number_is_read_from_a_value_or_a_text_and_stands_for_itself(given: Any, value: Any) -> None:
    assert LIMIT.check(given, 3) == value
    assert LIMIT.encode(given, 3) == (("auto", "off").index(value) if isinstance(value, str) else value)
    assert LIMIT.decode(LIMIT.encode(given, 3), 3) == value


@pytest.mark.parametrize("given", [1, 51, 0, -1, True, "never", "", None, 2.0])
def test_a_number_outside_its_limits_is_refused(given: Any) -> None:
    with pytest.raises(BadOption, match=r"option limit: .* is not possible; possible: auto, off, 2 to 50$"):
        LIMIT.check(given, 3)


def test_a_number_that_would_be_taken_for_a_word_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="limit: numbers below 2 stand for words"):
        Number("limit", "off", "", "", low=1, high=9, words=("auto", "off"))


def test_tests_go_through_all_words_and_two_numbers() -> None:
    assert MODE.tried(2) == ("expert", "duel") and LIMIT.tried(2) == ("off", 2)


def test_a_mode_for_two_sets_a_table_for_two() -> None:
    assert sprawdzam.game("rys", mode="duel").seats == 2 and sprawdzam.game("rys", mode="expert").seats == 3
    assert sprawdzam.game("rys", duel_rules="expert").seats == 2
    rys = sprawdzam.game("rys").game
    assert rys.seats_for({"mode": "basic"}, liked=4) == 4 and rys.seats_for({"mode": "duel"}, liked=4) == 2
    with pytest.raises(BadOption, match=r"option mode: duel is not possible; possible: basic, advanced, expert$"):
        sprawdzam.game("rys", 3, mode="duel")


def test_what_there_is_only_alone_sets_a_table_for_one() -> None:
    fiasko = sprawdzam.game("fiasko", 3).game
    assert fiasko.seats_for({"threshold": 7}, liked=3) == 1 == fiasko.seats_for({"starter": "ten"}, liked=3)
    assert fiasko.seats_for({"threshold": 4}, liked=3) == 3 == fiasko.seats_for({"starter": 2}, liked=3)
    assert fiasko.seats_for({"starter": 3}, liked=3) == 4
    told = r"option threshold: 7 is not possible; possible: 4; with 1 at the table 4 to 10$"
    with pytest.raises(BadOption, match=told):
        sprawdzam.game("fiasko", 3, threshold=7)
    (threshold, _) = fiasko.options
    assert threshold.tried(3) == (4,) and threshold.tried(1) == (4, 10)


def test_the_default_of_a_mode_hangs_on_the_seats() -> None:
    assert dict(sprawdzam.game("rys", 2).options)["mode"] == "duel"
    assert dict(sprawdzam.game("rys", 5).options)["mode"] == "basic"
    assert sprawdzam.game("rys", 2).changed_options() == {} == sprawdzam.game("rys", 5).changed_options()


def test_a_loop_without_a_clock_runs_no_race() -> None:
    race = sprawdzam.game("nerwy", 3, direction_reset=True)
    assert dict(race.options)["call_window"] == "race"
    assert race.unclocked() == sprawdzam.game("nerwy", 3, direction_reset=True, call_window="commit")
    assert sprawdzam.game("blef").unclocked() == sprawdzam.game("blef")
