"""A turn: placing, the window, drawing, calling."""

from __future__ import annotations

from collections import Counter

import pytest

from sprawdzam import SPECTATOR, TABLE, IllegalAction, NotYourTurn, UnknownAction

from .tables import actor, at, called, dealt, hand, hands, phase, plain_hands, quietly, refused, row, say, tokens

THREE = ["S2 PL2 D1", "S3 D5 S3", "D4 D1 D2"]  # Gracjan, Gustaw, Grażyna


def test_the_example_of_the_rulebook() -> None:
    """NE-06, NE-16, NE-20, NE-24, NE V2: eighteen; Gracjan calls on his turn, Grażyna placed last."""
    match = dealt(*THREE, then="D1 D2 D3 D4 D5 D5 D4 S1")
    say(match, "S2v", "S3^", "D4", "PL2^", "D5", "S3^", "D1", "pass")
    assert row(match.position) == ["S2v", "S3^", "D4", "PL2^", "D5", "S3^", "D1"] and match.actors == (0,)
    say(match, "call")
    assert tokens(match) == ["1C0N", "0C0N", "0C1N"]
    assert match.position["starter"] == 0 and match.actors == (0,)
    assert Counter(match.position["discard"]) == Counter(["S2", "S3", "D4", "PL2", "D5", "S3", "D1"])
    assert [len(held) for held in hands(match.position)] == [3, 3, 3]


def test_the_example_of_the_rulebook_called_in_the_window() -> None:
    """NE-10, NE-20, NE V2: the same comes of it."""
    match = dealt(*THREE, then="D1 D2 D3 D4 D5 D5 D4 S1")
    say(match, "S2v", "S3^", "D4", "PL2^", "D5", "S3^", "D1", "0 call")
    assert tokens(match) == ["1C0N", "0C0N", "0C1N"] and match.position["starter"] == 0
    assert [len(held) for held in hands(match.position)] == [3, 3, 3] and len(match.position["discard"]) == 7


def test_on_a_turn_a_card_is_placed_or_the_row_is_called() -> None:
    """NE-06: each kind in hand once, up and down for hearts; passing is no choice."""
    match = at(["S1 S1 D4", "TRAP BIN D4", "D1 D2 D3"], "0:D5", turn=1)
    assert at(["S1 S1 S1", "D4 D4 D5"]).view(0).choices == ("place S1^", "place S1v")
    assert at(["S1 S1 S1", "D4 D4 D5"], turn=1).view(1).choices == ("place D4", "place D5")
    assert match.view(1).choices == (
        "place BIN^", "place TRAP^", "place BINv", "place TRAPv", "place D4", "call",
    )  # fmt: skip
    refused(match, 1, "pass", IllegalAction)
    refused(match, 1, "place S1v", IllegalAction)
    assert "actions are:" in refused(match, 1, "check", UnknownAction)


def test_only_the_seat_on_turn_acts_in_its_turn() -> None:
    """NE-06"""
    match = at(["S1 S1 D4", "TRAP BIN D4", "D1 D2 D3"], "0:D5", turn=1)
    assert match.actors == (1,)
    for seat in (0, 2):
        for text in ("call", "pass", "place D4"):
            refused(match, seat, text, NotYourTurn)


def test_a_card_is_added_at_the_end_of_the_row() -> None:
    """NE-07: and the row remembers who placed it."""
    match = at(["S1 S1 D4", "TRAP BIN D4"], "0:D5 1:S5v", turn=0, pile="D1 D2 D3")
    say(match, "S1v", "TRAP^")
    assert match.position["row"] == ["0 D5", "1 S5v", "0 S1v", "1 TRAP^"]
    assert match.position["placements"] == 4 and match.position["last_placer"] == 1


@pytest.mark.parametrize("card", ["S1", "S5", "REV", "PL2", "BIN", "TRAP"])
@pytest.mark.parametrize("side", ["^", "v"])
def test_cards_with_hearts_go_up_or_down_at_will(card: str, side: str) -> None:
    """NE-08: everybody sees a card placed up; placed down only its placer knows it."""
    match = at([f"{card} D1 D2", "D3 D4 D5"], "1:D1")
    say(match, card + side)
    known = f"0 {card}{side}"
    if (card, side) == ("BIN", "^"):
        assert match.position["row"] == []
        return
    assert match.view(0).position["row"][-1] == known
    for seat in (1, SPECTATOR):
        assert match.view(seat).position["row"][-1] == (known if side == "^" else "0 ?v")
    assert hand(match, 0) == ["D1", "D2"]


@pytest.mark.parametrize("card", ["REV", "PL2", "BIN", "TRAP"])
def test_a_special_card_placed_face_down_never_acts(card: str) -> None:
    """NE-09: neither when it is placed nor at the reveal, but for the trap."""
    match = at([f"{card} D1 D2", "D3 D4 D5", "D3 D4 D5"], "2:D1", pile="D1 D2 D3")
    say(match, f"{card}v")
    position = match.position
    assert (position["direction"], position["pending2"], len(position["row"])) == ("cw", False, 2)
    say(match, "pass")
    assert match.actors == (1,) and match.position["must_place"] == 1
    say(match, "call")
    assert match.position["direction"] == "cw" and match.position["must_place"] == 1


@pytest.mark.parametrize(
    ("card", "field", "value"), [("REV", "direction", "ccw"), ("PL2", "pending2", True), ("BIN", "row", [])]
)
def test_a_special_card_placed_face_up_acts_at_once(card: str, field: str, value: object) -> None:
    """NE-09: before anybody may call."""
    match = at([f"{card} D1 D2", "D3 D4 D5"], "1:D1")
    assert match.position[field] != value
    say(match, f"{card}^")
    assert phase(match) == "window" and match.position[field] == value


@pytest.mark.parametrize("caller", [0, 2, 3])
def test_every_rival_of_the_placer_may_call_and_the_first_call_counts(caller: int) -> None:
    """NE-10: whoever speaks first, wherever he sits."""
    match = at(plain_hands(4, "0:D5"), "0:D5", turn=1)
    say(match, hand(match, 1)[0])
    assert phase(match) == "window" and list(match.actors) == [0, 2, 3]
    assert all(match.view(seat).choices == ("call", "pass") for seat in match.actors)
    quietly(match, lambda match: match.play(caller, "call"))
    assert match.position["caller"] == caller and match.actors == (TABLE,)
    for seat in {0, 2, 3} - {caller}:
        assert "the table goes on" in refused(match, seat, "call", NotYourTurn)


def test_the_placer_cannot_call_in_the_own_window() -> None:
    """NE-10, NE-17, NE R8, NE R29, NE V27: and the starter of a round cannot call before it."""
    match = dealt("S1 D2 REV", "S3 D4 BIN", then="D5 D5")
    assert "call" not in match.view(0).choices
    assert "call is not legal for seat 0 now" in refused(match, 0, "call", IllegalAction)
    say(match, "D2")
    assert match.actors == (1,) and match.view(0).choices == ()
    refused(match, 0, "call", NotYourTurn)
    refused(match, 0, "pass", NotYourTurn)


def test_the_starter_of_a_later_round_must_place_too() -> None:
    """NE-17, NE R8: nothing was placed in this round."""
    match = at(plain_hands(3, "0:D1 1:D5"), "0:D1 1:D5", turn=2)
    say(match, "call")
    assert match.position["round"] == 2 and match.position["last_placer"] is None
    assert match.actors == (1,) and all(text.startswith("place ") for text in match.view(1).choices)


@pytest.mark.parametrize(
    ("placer", "callers", "first"),
    [(0, {1, 2, 3}, 1), (0, {2, 3}, 2), (2, {0, 1, 3}, 3), (2, {0, 1}, 0), (3, {1, 2}, 1), (1, {0, 3}, 3)],
)
@pytest.mark.parametrize("direction", ["cw", "ccw"])
@pytest.mark.parametrize("call_window", ["race", "commit"])
def test_simultaneous_calls_go_to_the_nearest_on_the_left(
    placer: int, callers: set[int], first: int, direction: str, call_window: str
) -> None:
    """NE-11, NE R16: clockwise from the placer, also when play runs the other way."""
    laid = f"{placer}:D5"
    match = at(
        plain_hands(4, laid, short=placer), laid, phase="window", turn=placer, direction=direction,
        call_window=call_window,
    )  # fmt: skip
    match.auto = False
    match.play_together({seat: "call" if seat in callers else "pass" for seat in range(4) if seat != placer})
    assert match.position["caller"] == first and phase(match) == "draw"


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_in_a_race_calls_count_as_they_arrive(order: tuple[int, ...]) -> None:
    """NE-10, NE-11: without a tie the seat does not matter."""
    match = quietly(
        at(plain_hands(4, "0:D5", short=0), "0:D5", phase="window"), lambda match: match.play(order[0], "call")
    )
    assert match.position["caller"] == order[0]
    refused(match, order[1], "call", NotYourTurn)


@pytest.mark.parametrize(("direction", "following"), [("cw", [1, 2, 3, 0]), ("ccw", [3, 2, 1, 0])])
def test_when_nobody_calls_the_next_player_in_the_direction_of_play_follows(
    direction: str, following: list[int]
) -> None:
    """NE-12"""
    match = at(["D1 D1 D2", "D1 D1 D2", "D1 D1 D2", "D2 D3 D3"], direction=direction, pile="D5 D5 D5 D5 D5")
    found = []
    for _ in range(4):
        say(match, hand(match, actor(match))[0], "pass")
        found.append(actor(match))
    assert found == following


def test_the_window_closes_when_the_last_rival_has_passed() -> None:
    """NE-12: not before, and in any order."""
    match = at(plain_hands(4, "0:D5", short=0), "0:D5", phase="window")
    for seat in (2, 1):
        match.play(seat, "pass")
        assert phase(match) == "window"
    assert match.actors == (3,)
    match.play(3, "pass")
    assert phase(match) == "turn" and match.actors == (1,)


def test_a_pass_is_final_for_its_window() -> None:
    """NE R17: on his turn the same player may call after all, and everybody in the next window."""
    match = at(plain_hands(3, "0:D5", short=0), "0:D5", phase="window", pile="D5 D4 D3")
    match.play(1, "pass")
    assert match.view(1).choices == ()
    refused(match, 1, "call", NotYourTurn)
    refused(match, 1, "pass", NotYourTurn)
    match.play(2, "pass")
    assert "call" in match.view(1).choices and match.view(2).choices == ()
    say(match, hand(match, 1)[0])
    assert match.actors == (0, 2)
    match.play(2, "call")
    assert match.position["round"] == 2


@pytest.mark.parametrize("call_window", ["race", "commit"])
def test_an_answer_cannot_be_given_twice(call_window: str) -> None:
    """NE R17: neither in a race nor handed in secretly."""
    match = at(plain_hands(3, "0:D5", short=0), "0:D5", phase="window", call_window=call_window)
    match.play(2, "pass")
    assert match.actors == (1,) and match.view(2).choices == ()
    refused(match, 2, "call", NotYourTurn)


def test_the_placer_draws_one_card_at_the_end_of_his_turn() -> None:
    """NE-13: after the window, not before it."""
    match = at(["D1 D1 D1", "D2 D2 D2"], "1:D3", pile="S4 D5 D5")
    say(match, "D1")
    assert hand(match, 0) == ["D1", "D1"]
    quietly(match, lambda match: match.play(1, "pass"))
    assert phase(match) == "draw" and hand(match, 0) == ["D1", "D1"]
    match.go_on()
    assert hand(match, 0) == ["S4", "D1", "D1"] and match.actors == (1,)


def test_whoever_is_called_draws_as_well_and_before_the_round_is_settled() -> None:
    """NE-13, NE-14, NE R4, NE V24: with three cards each the next round begins."""
    match = at(["D1 D1 D1", "D2 D2 D2", "D4 D4 D4"], "2:D3", pile="S4 D5")
    say(match, "D1")
    quietly(match, lambda match: match.play(2, "call"))
    assert phase(match) == "draw" and len(hand(match, 0)) == 2
    match.go_on()
    assert phase(match) == "reveal" and hand(match, 0) == ["S4", "D1", "D1"]
    assert match.position["discard"] == [] and match.position["top"] == "D5"
    match.go_on()
    assert [len(held) for held in hands(match.position)] == [3, 3, 3] and match.position["round"] == 2


def test_whoever_calls_on_the_own_turn_does_not_draw() -> None:
    """NE-14, NE R5: nothing comes from the pile."""
    match = at(["D1 D1 D1", "D2 D2 D2"], "1:D3", top="D5")
    match.auto = False
    say(match, "call")
    assert phase(match) == "reveal" and match.log.steps[-1].draws == ()
    match.go_on()
    assert hands(match.position) == [["D1", "D1", "D1"], ["D2", "D2", "D2"]]
    assert match.log.steps[-1].draws == () and match.position["top"] == "D5"


def test_a_call_on_the_own_turn_ends_the_round_at_once() -> None:
    """NE-16: nobody else is asked."""
    match = at(plain_hands(4, "0:D5 1:D5"), "0:D5 1:D5", turn=2)
    assert "call" in match.view(2).choices
    match.auto = False
    say(match, "call")
    position = match.position
    assert (position["phase"], position["caller"], position["last_placer"]) == ("reveal", 2, 1)
    assert match.actors == (TABLE,)


def test_the_first_card_of_a_round_may_be_called() -> None:
    """NE R33: foolish, but allowed."""
    match = dealt("S1 D2 REV", "S3 D4 BIN", "D5 D5 D5", then="D1 D1")
    say(match, "D2")
    assert phase(match) == "window" and match.view(2).choices == ("call", "pass")
    say(match, "2 call")
    assert tokens(match) == ["1C0N", "0C0N", "0C1N"] and match.position["starter"] == 0


def test_the_next_player_has_two_chances_and_sees_a_card_drawn_between_them() -> None:
    """NE R34: the back of the drawn card, and the new top of the pile."""
    match = at(["D1 D1 D1", "D2 D2 D2", "D4 D4 D4"], "2:D3", pile="D5 S1 D1")
    say(match, "D1")
    assert match.view(1).choices == ("call", "pass")
    seen = match.view(1).position
    assert hands(seen)[0] == ["D1", "D1"] and seen["top"] == "D5"
    say(match, "pass")
    seen = match.view(1).position
    assert hands(seen)[0] == ["D1", "D1", "D5"] and seen["top"] == "heart"
    assert match.actors == (1,) and "call" in match.view(1).choices


@pytest.mark.parametrize("seats", range(2, 7))
def test_nobody_ever_calls_himself(seats: int) -> None:
    """NE R29: whose turn it is has not placed last, and the placer is not asked in the window."""
    match = dealt(*plain_hands(seats, ""), then=" ".join(["S1 S2 S3 S4 S5 REV PL2"] * 2))
    for _ in range(2 * seats):
        seat = actor(match)
        assert match.position["last_placer"] != seat
        say(match, hand(match, seat)[-1])
        assert match.position["last_placer"] == seat and seat not in match.actors
        assert match.view(seat).choices == ()
        say(match, "pass")


def test_a_call_in_the_window_counts_the_card_that_was_just_placed() -> None:
    """NE-07, NE-10: 15 and a hidden 2 are 17."""
    match = at(["S2 D1 D1", "D2 D2 D2", "D4 D4 D4"], "0:D5 1:D5 2:D5", pile="D5 D5")
    say(match, "S2v", "1 call")
    assert tokens(match) == ["0C1N", "1C0N", "0C0N"]


def test_calling_and_passing_place_nothing() -> None:
    """NE-06"""
    match = called("0:D5 1:S1v", 0)
    assert match.position["row"] == [] and len(match.position["discard"]) == 2
