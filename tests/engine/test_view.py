"""A view knows what its seat knows, and tells everything from that alone."""

from __future__ import annotations

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, TABLE, BadPosition, IllegalAction, Match, NotYourTurn, UnknownAction, View
from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.view import listed, names_of, seats_of


@pytest.fixture
def match() -> Match:
    return sprawdzam.game("blef", seats=3, first_starter=0).start(seed=1)


def test_a_view_can_be_pasted_back(match: Match) -> None:
    for seat in (0, 1, 2, SPECTATOR):
        view = match.view(seat)
        again = eval(repr(view))
        assert isinstance(again, View) and again.seat == seat
        assert again.record == view.record and again.choices == view.choices and again.text == view.text


def test_a_full_position_is_hidden_first(match: Match) -> None:
    assert sprawdzam.view(match.position, 1).record == match.view(1).record
    assert sprawdzam.view(str(match), 1).record == match.view(1).record


def test_choices_and_actions_are_the_same_in_texts_and_numbers(match: Match) -> None:
    view = match.view(2)
    assert [view.write(action) for action in view.actions] == list(view.choices)
    assert [view.read(text) for text in view.choices] == list(view.actions)
    assert view.read("  choose A ") == view.actions[0]


def test_a_spectator_has_no_choices(match: Match) -> None:
    view = match.view(SPECTATOR)
    assert view.actions == () and view.actors == (0, 1, 2)
    with pytest.raises(NotYourTurn, match="the game waits for: 0, 1, 2"):
        view.read("choose A")


def test_errors_of_a_view_say_what_would_be_right(match: Match) -> None:
    with pytest.raises(UnknownAction, match="actions are: bid 3x4"):
        match.view(0).read("fold")
    with pytest.raises(IllegalAction, match=r"^check is not legal for seat 0 now; legal: choose A, choose B$"):
        match.view(0).read("check")


def test_the_table_sees_everything_and_goes_on(match: Match) -> None:
    waiting = Match.begin(match.setup, Keyed.from_seed(1), auto=False)
    view = waiting.view(TABLE)
    assert view.actors == (TABLE,) and view.choices == ("go on",) and view.position == waiting.position
    with pytest.raises(UnknownAction, match="go on"):
        view.read("go off")


@pytest.mark.parametrize("seat", [-2, 3, 6, 8, 100])
def test_there_are_no_other_seats(match: Match, seat: int) -> None:
    with pytest.raises(NotYourTurn, match=f"there is no seat {seat}; seats are 0 to 2"):
        match.view(seat)
    for position in (match.position, match.view(0).position):
        with pytest.raises(sprawdzam.SprawdzamError, match=f"there is no seat {seat}; seats are 0 to 2"):
            sprawdzam.view(position, seat)


def test_the_view_of_one_seat_is_not_that_of_another(match: Match) -> None:
    for seat in (1, 2, SPECTATOR):
        with pytest.raises(BadPosition, match="position: "):
            sprawdzam.view(match.view(0).position, seat)


def test_names_are_filled_up_with_letters() -> None:
    assert names_of(["Ola"], 3) == ["Ola", "B", "C"] and names_of(["a", "b", "c"], 2) == ["a", "b"]


def test_a_mask_is_read_as_seats() -> None:
    assert seats_of(0b10000101) == (0, 2, 7) and seats_of(0) == ()


def test_many_choices_are_shortened() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed([str(n) for n in range(20)]) == "0, 1, 2, 3 ... 17, 18, 19"
