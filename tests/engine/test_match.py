"""``Match`` validates, applies, logs and tells; what it refuses changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import (
    SPECTATOR,
    TABLE,
    BadChance,
    BadPosition,
    IllegalAction,
    Match,
    NotYourTurn,
    SprawdzamError,
    UnknownAction,
    View,
)
from sprawdzam.engine.chance import Keyed, Script


@pytest.fixture
def match() -> Match:
    """Two seats, both choose the lower end, seat 0 is about to open."""
    match = sprawdzam.game("blef", seats=2, first_starter=0).start(seed=1)
    match.play(0, "choose A")
    match.play(1, "choose A")
    return match


def finished() -> Match:
    match = sprawdzam.game("blef", seats=2, first_starter=0).start(seed=3)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.view(seat).choices[-1])
    return match


WRONG: list[tuple[int, Any, type[SprawdzamError], str]] = [
    (0, "bd 1x1", UnknownAction, "is no action of blef; actions are: bid 3x4"),
    (0, "", UnknownAction, "actions are: bid 3x4"),
    (0, "bid 1x1\nbid 1x2", UnknownAction, "actions are: bid 3x4"),
    (0, "bid 3x1", IllegalAction, "bid 3x1 is not legal for seat 0 now; legal: bid 1x1"),
    (0, "check", IllegalAction, "check is not legal for seat 0 now; legal: bid 1x1"),
    (0, "choose B", IllegalAction, "legal: bid 1x1"),
    (0, 180, IllegalAction, "legal: bid 1x1"),
    (0, 183, IllegalAction, "legal: bid 1x1"),
    (0, 10**9, SprawdzamError, "0"),
    (0, -1, SprawdzamError, "0"),
    (1, "bid 1x1", NotYourTurn, "seat 1 cannot act now; the game waits for: 0"),
    (1, "nonsense", NotYourTurn, "the game waits for: 0"),
    (1, 0, NotYourTurn, "the game waits for: 0"),
    (SPECTATOR, "bid 1x1", NotYourTurn, "the game waits for: 0"),
    (2, "bid 1x1", NotYourTurn, "there is no seat 2; seats are 0 to 1"),
    (-2, "bid 1x1", NotYourTurn, "there is no seat -2; seats are 0 to 1"),
    (TABLE, "go on", NotYourTurn, "the game waits for: 0"),
]


@pytest.mark.parametrize(("seat", "action", "kind", "line"), WRONG)
def test_what_is_refused_changes_nothing_and_says_what_would_be_right(
    match: Match, seat: int, action: Any, kind: type[SprawdzamError], line: str
) -> None:
    heard: list[object] = []
    match.listen(lambda match, step: heard.append(step))
    before = match.state.tobytes(), match.log.text
    with pytest.raises(kind) as caught:
        match.play(seat, action)
    assert line in str(caught.value) and len(str(caught.value).splitlines()) == 1
    assert (match.state.tobytes(), match.log.text) == before and heard == []
    match.play(0, "bid 1x1")
    assert match.actors == (1,)


def test_a_number_is_refused_that_is_no_legal_action_while_choosing() -> None:
    """Its text would be that of another action."""
    match = sprawdzam.game("blef", seats=2).start(seed=1)
    assert match.view(0).actions == (183, 184)
    before = match.state.tobytes()
    for number in (182, 185, 186, 214, 215, 10**6):
        with pytest.raises(SprawdzamError):
            match.play(0, number)
    assert match.state.tobytes() == before


def test_go_on_is_refused_while_players_are_waited_for(match: Match) -> None:
    before = match.log.text
    with pytest.raises(NotYourTurn, match="the game waits for: 0"):
        match.go_on()
    assert match.log.text == before


def test_nobody_plays_on_when_the_match_is_over() -> None:
    match = finished()
    text = match.log.text
    for seat in (0, 1, TABLE):
        with pytest.raises(NotYourTurn, match="nobody can act: the match is over"):
            match.play(seat, "check")
    with pytest.raises(NotYourTurn, match="nobody can act: the match is over"):
        match.go_on()
    assert match.log.text == text and match.winners and match.scores and match.actors == ()


def test_actions_are_given_as_texts_or_numbers(match: Match) -> None:
    match.play(0, match.view(0).actions[0])
    match.play(1, "  bid 2x1 ")
    assert [step.text for step in match.log.steps[-2:]] == ["bid 1x1", "bid 2x1"]


def test_listeners_hear_every_step_once_in_order_and_after_it_was_made() -> None:
    match = Match.begin(sprawdzam.game("blef", seats=2, first_starter=0), Keyed.from_seed(1))
    heard: list[tuple[str, int, int, tuple[int, ...]]] = []
    match.listen(lambda match, step: heard.append(("a", step.seat, len(match.log.steps), match.actors)))
    match.listen(lambda match, step: heard.append(("b", step.seat, len(match.log.steps), match.actors)))
    match.play(0, "choose A")
    match.play(1, "choose A")
    match.play(0, "bid 2x6")
    match.play(1, "check")  # then the table settles and deals by itself
    after = [(0, 2, (1,)), (1, 3, (0,)), (0, 4, (1,)), (1, 5, (TABLE,)), (TABLE, 6, (TABLE,)), (TABLE, 7, (0, 1))]
    assert heard == [(who, *what) for what in after for who in "ab"]


def test_without_auto_the_table_waits_to_be_told() -> None:
    match = Match.begin(sprawdzam.game("blef", seats=2, first_starter=0), Keyed.from_seed(1), auto=False)
    assert match.actors == (TABLE,) and match.position["phase"] == "deal" and match.log.steps == []
    match.go_on()
    assert match.actors == (0, 1) and len(match.log.steps) == 1
    match.play(0, "choose A")
    match.play(1, "choose A")
    match.play(0, "bid 2x6")
    match.play(1, "check")
    assert match.position["phase"] == "reveal"
    with pytest.raises(NotYourTurn, match="the table goes on first"):
        match.play(1, "check")
    match.go_on()
    assert match.position["phase"] == "deal"
    match.go_on()
    assert match.position["phase"] == "choose"


def test_with_and_without_auto_a_match_goes_the_same_way() -> None:
    setup = sprawdzam.game("blef", seats=3)
    quick, slow = Match.begin(setup, Keyed.from_seed(5)), Match.begin(setup, Keyed.from_seed(5), auto=False)
    while not slow.over:
        if slow.actors == (TABLE,):
            slow.go_on()
            continue
        seat = slow.actors[-1]
        text = slow.view(seat).choices[-1]
        quick.play(seat, text)
        slow.play(seat, text)
    assert quick.log.text == slow.log.text and quick.over


def test_the_table_has_one_action() -> None:
    match = Match.begin(sprawdzam.game("blef", seats=2), Keyed.from_seed(1), auto=False)
    before = match.log.text
    with pytest.raises(UnknownAction, match="go on"):
        match.play(TABLE, "deal")
    assert match.log.text == before
    match.play(TABLE, "go on")
    assert match.log.steps[-1].text == "go on"


def test_chance_that_does_not_fit_changes_nothing() -> None:
    setup = sprawdzam.game("blef", seats=2, first_starter=0)
    match = Match.begin(setup, Script({"deck": [0]}, setup.game.notation.OUTCOMES), auto=False)
    before = match.state.tobytes(), match.log.text
    with pytest.raises(BadChance, match="draw 2 of deck is asked for, 1 laid ready"):
        match.go_on()
    assert (match.state.tobytes(), match.log.text) == before


def test_a_story_is_the_views_and_own_actions_of_a_seat(match: Match) -> None:
    match.play(0, "bid 2x6")
    match.play(1, "check")
    for seat in (0, 1, SPECTATOR):
        story = match.story(seat)
        assert [entry for entry in story if isinstance(entry, str)] == {
            0: ["choose A", "bid 2x6"], 1: ["choose A", "check"], SPECTATOR: [],
        }[seat]  # fmt: skip
        views = [entry for entry in story if isinstance(entry, View)]
        assert len(views) == 1 + len(match.log.steps) and all(view.seat == seat for view in views)
        assert views[-1].record == match.view(seat).record and views[0].position["phase"] == "deal"
    story = match.story(1)
    place = story.index("check")
    after = story[place + 1]
    assert isinstance(after, View) and after.position["phase"] == "reveal"


def test_a_story_does_not_touch_the_match(match: Match) -> None:
    before = match.state.tobytes(), match.log.text
    match.story(0)
    assert (match.state.tobytes(), match.log.text) == before


def test_the_state_that_is_given_out_is_a_copy(match: Match) -> None:
    state = match.state
    state.seat[0].count = 5
    assert match.state.seat[0].count == 1


def test_a_match_can_be_pasted_back(match: Match) -> None:
    again = eval(repr(match))
    assert again.log.text == match.log.text and again.state == match.state


def test_a_position_with_unknowns_is_no_match(match: Match) -> None:
    with pytest.raises(BadPosition, match=r"a full position is needed, this one has \? in it"):
        sprawdzam.position(match.view(0).position)


def test_a_position_goes_on_as_the_match_does(match: Match) -> None:
    other = sprawdzam.position(match.position, chance=Keyed.from_seed(1))
    for text in ("bid 1x1", "bid 2x1"):
        for each in (match, other):
            each.play(each.actors[0], text)
    assert other.position == match.position
    other.play(0, "check")
    match.play(0, "check")
    assert other.position == match.position  # the same chance at the same addresses


def test_a_match_names_its_chance_truly() -> None:
    """A seed that was not used does not stand in the log."""
    assert "chance: seed 7" in sprawdzam.game("blef").start(seed=7).log.text
    assert "chance:" not in sprawdzam.game("blef").start(chance=Keyed.from_seed(8)).log.text
    assert "chance:" not in sprawdzam.game("blef").start(seed=7, chance=Keyed.from_seed(8)).log.text


def test_matches_without_a_seed_differ() -> None:
    logs = {sprawdzam.game("blef", seats=6, shrinking=True).start().log.text for _ in range(3)}
    assert len(logs) == 3


def window(**options: Any) -> Match:
    """Three seats of nerwy; seat 1 has just placed, seats 2 and 0 may call."""
    match = sprawdzam.game("nerwy", 3, first_starter=1, **options).start(seed=3)
    match.play(1, match.view(1).choices[0])
    assert match.actors == (0, 2)
    return match


def test_at_the_same_moment_the_rules_say_who_goes_first() -> None:
    """In a race of nerwy the nearest to the left of whoever placed, in whatever order the calls are handed over"""
    for calls in ({0: "call", 2: "call"}, {2: "call", 0: "call"}):
        match = window()
        match.play_together(calls)
        assert [(s.seat, s.text) for s in match.log.steps if s.text == "call"] == [(2, "call")]


def test_whoever_is_too_late_is_no_error_but_a_wrong_action_is() -> None:
    match = window()
    before = match.log.text
    for wrong, kind in (({2: "call", 0: "place D4"}, IllegalAction), ({2: "call", 1: "call"}, NotYourTurn)):
        with pytest.raises(kind):
            match.play_together(wrong)
        assert match.log.text == before
    match.play_together({0: "call", 2: "pass"})
    assert [(s.seat, s.text) for s in match.log.steps[-4:] if s.seat != TABLE] == [(2, "pass"), (0, "call")]


def test_without_a_say_of_the_rules_the_lowest_seat_goes_first() -> None:
    match = sprawdzam.game("blef", 3).start(seed=1)
    match.play_together({2: "choose A", 0: "choose B"})
    assert [s.seat for s in match.log.steps if s.seat != TABLE] == [0, 2] and match.actors == (1,)


def paying() -> Match:
    """Seat 0 of fiasko owes 3 and has 2 currency tokens, a fiasko token and a card."""
    return sprawdzam.position(
        {
            "game": "fiasko", "rules": 1, "seats": 2, "options": {}, "phase": "pay", "active": 0,
            "area": "", "market": "", "discard": "",
            "payment": {"for": "card", "payer": 0, "item": "G3", "due": 3, "units": False, "last_card": None},
            "players": [
                {"currency": 2, "fiasko": 1, "numbers": "B1", "jokers": ""},
                {"currency": 5, "fiasko": 0, "numbers": "", "jokers": ""},
            ],
        }
    )  # fmt: skip


def test_several_actions_are_played_all_or_none() -> None:
    match = paying()
    before = match.log.text
    for wrong in (["pay currency", "pay fiasko"], ["pay currency"] * 3, ["pay B1", "chekc"]):
        with pytest.raises((IllegalAction, UnknownAction)):
            match.play_all(0, wrong)
        assert match.log.text == before
    match.play_all(0, ["pay currency", "pay currency", "pay B1"])
    assert [step.text for step in match.log.steps] == ["pay currency", "pay currency", "pay B1"]
    assert match.position["players"][0] == {"currency": 0, "fiasko": 1, "numbers": "G3", "jokers": ""}
