"""Options, their limits, and what stands where the rules leave it to the table."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, BadOption, IllegalAction
from sprawdzam.cli.arguments import make_setup

from .tables import NERWY, actor, at, called, hand, phase, plain_hands, refused, row, say, standing, tokens

# --- calls handed in secretly ---


def committed(**rest: Any) -> sprawdzam.Match:
    """Seat 0 of four has placed; the rivals hand in their answers."""
    return at(plain_hands(4, "D5", short=0), "0:D5", phase="window", call_window="commit", **rest)


def test_answers_handed_in_are_hidden_from_everybody_else() -> None:
    """NE-10: that somebody has answered is public, what he answered is not; each knows his own."""
    match = committed()
    match.play(2, "call")
    match.play(1, "pass")
    assert match.actors == (3,) and phase(match) == "window"
    assert [player.get("answer") for player in match.position["players"]] == [None, "pass", "call", None]
    for seat, known in ((0, [None, "?", "?", None]), (1, [None, "pass", "?", None]), (2, [None, "?", "call", None]),
                        (3, [None, "?", "?", None]), (SPECTATOR, [None, "?", "?", None])):  # fmt: skip
        assert [player.get("answer") for player in match.view(seat).position["players"]] == known


@pytest.mark.parametrize("seat", [0, 2, 3, SPECTATOR])
def test_a_call_and_a_pass_that_were_handed_in_look_alike(seat: int) -> None:
    """NE-10"""
    seen = set()
    for answer in ("call", "pass"):
        match = committed()
        match.play(1, answer)
        seen.add(match.view(seat).record.tobytes())
    assert len(seen) == 1


def test_a_call_that_was_handed_in_ends_nothing_until_all_have_answered() -> None:
    """NE-10, NE-11: then the nearest on the left calls, whoever was faster."""
    match = committed()
    match.auto = False
    match.play(3, "call")
    match.play(2, "call")
    assert match.position["caller"] is None and phase(match) == "window"
    match.play(1, "pass")
    assert match.position["caller"] == 2 and phase(match) == "draw"


def test_nothing_but_the_result_becomes_public() -> None:
    """NE-11: who else wanted to call does not show afterwards."""
    seen = set()
    for others in (("call", "call"), ("pass", "call"), ("pass", "pass"), ("call", "pass")):
        match = committed()
        match.auto = False
        for seat, answer in ((1, "call"), (2, others[0]), (3, others[1])):
            match.play(seat, answer)
        assert all("answer" not in player for player in match.position["players"])
        seen.add(tuple(match.view(seat).record.tobytes() for seat in range(4)))
    assert len(seen) == 1


def test_when_all_hand_in_a_pass_the_next_player_follows() -> None:
    """NE-12"""
    match = say(committed(), "pass")
    assert phase(match) == "turn" and match.actors == (1,) and "call" in match.view(1).choices


def test_answers_do_not_last_into_the_next_window() -> None:
    """NE R17: everybody is asked anew."""
    match = say(committed(), "pass")
    say(match, hand(match, 1)[0])
    assert list(match.actors) == [0, 2, 3]
    for seat in (3, 2):
        match.play(seat, "pass")
    assert phase(match) == "window" and match.actors == (0,)


# --- direction_reset ---


@pytest.mark.parametrize(("reset", "direction", "following"), [(False, "ccw", 2), (True, "cw", 1)])
def test_with_direction_reset_every_round_starts_clockwise(reset: bool, direction: str, following: int) -> None:
    """NE-39, NE R14: without it the direction stays."""
    match = at(["REV D1 D1", "D2 D2 D2", "D3 D3 D3"], "2:D1", pile="D4 D5 D4", direction_reset=reset)
    say(match, "REV^")
    assert match.position["direction"] == "ccw"
    say(match, "1 call")
    assert match.position["direction"] == direction and actor(match) == 0
    say(match, "D1", "pass")
    assert actor(match) == following


def test_with_direction_reset_a_reverse_lasts_for_its_round() -> None:
    """NE-25: it is not undone before the round ends."""
    match = at(["REV D1 D1", "D2 D2 D2", "D3 D3 D3"], "2:D1", pile="D4 D5 D4 D4", direction_reset=True)
    say(match, "REV^", "D3", "pass")
    assert match.position["direction"] == "ccw" and actor(match) == 1


# --- window_after_each ---


def test_with_window_after_each_the_first_of_two_cards_may_be_called() -> None:
    """NE-40, NE R20: seventeen before the bin can take it away; he draws one card for the one he placed."""
    match = at(["BIN D5 D1", "D3 D3 D3", "D2 D2 D2"], "2:D5 2:D5 2:D4", must=2, pile="D4 D4 D1", window_after_each=True)
    say(match, "D5")
    assert phase(match) == "window" and match.actors == (1, 2)
    say(match, "1 call")
    assert tokens(match) == ["0C1N", "1C0N", "0C0N"] and hand(match, 0) == ["BIN", "D1", "D4"]
    assert match.position["must_place"] == 1 and match.position["placed"] == 0


def test_with_window_after_each_the_second_card_must_follow() -> None:
    """NE R18, NE R20: after a window in which all passed he goes on, and draws at the end."""
    match = at(["BIN D5 D1", "D3 D3 D3", "D2 D2 D2"], "2:D5 2:D5 2:D4", must=2, pile="D4 D4 D1", window_after_each=True)
    say(match, "D5", "pass")
    assert match.actors == (0,) and match.position["placed"] == 1 and hand(match, 0) == ["BIN", "D1"]
    assert match.view(0).choices == ("place BIN^", "place BINv", "place D1")
    refused(match, 0, "call", IllegalAction)
    say(match, "BIN^")
    assert phase(match) == "window" and row(match.position) == ["D5", "D5", "D4"]
    say(match, "pass")
    assert hand(match, 0) == ["D1", "D4", "D4"] and actor(match) == 1 and match.position["must_place"] == 1


def test_with_window_after_each_a_single_card_has_one_window() -> None:
    """NE-40"""
    match = at(["D5 D5 D1", "D3 D3 D3"], "1:D5", window_after_each=True)
    say(match, "D5", "pass")
    assert phase(match) == "turn" and match.actors == (1,)


# --- last_placer_rule ---


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("chronological", ["1C0N", "0C0N", "0C1N"], ["0C1N", "0C0N", "1C0N"]),
        ("row_end", ["1C0N", "0C1N", "0C0N"], ["0C1N", "1C0N", "0C0N"]),
    ],
)
def test_with_row_end_the_owner_of_the_last_card_answers_for_the_row(
    rule: str, right: list[str], wrong: list[str]
) -> None:
    """NE-31, NE R10: after a bin it is not the one who placed last."""
    for laid, expected in (("0:D5 0:D5 0:D5 1:S2v 0:D1", right), ("0:D5 1:S2v 0:D1", wrong)):
        match = at(["D1 D1 D1", "D2 D2 D2", "BIN D3 D3"], laid, turn=2, pile="D4 D4", last_placer_rule=rule)
        say(match, "BIN^", "0 call")
        assert tokens(match) == expected


def test_with_row_end_and_an_empty_row_whoever_placed_last_counts() -> None:
    """NE R35"""
    match = at(["BIN D1 D1", "D2 D2 D2", "D3 D3 D3"], pile="D4 D4", last_placer_rule="row_end")
    say(match, "BIN^", "2 call")
    assert tokens(match) == ["1C0N", "0C0N", "0C1N"] and match.position["starter"] == 0


@pytest.mark.parametrize(("laid", "gained"), [("1:D5 1:D5 1:D5 0:D2 1:D1", True), ("1:D5 0:D2 1:D1", False)])
def test_with_row_end_a_player_may_call_his_own_card_and_takes_both_tokens(laid: str, gained: bool) -> None:
    """NE R36: right or wrong, and he starts the next round."""
    match = at(["D1 D1 D1", "D2 D2 D2", "BIN D3 D3"], laid, turn=2, pile="D4 D4", last_placer_rule="row_end")
    say(match, "BIN^", "0 call")
    assert tokens(match) == ["1C1N", "0C0N", "0C0N"] and match.position["starter"] == 0
    assert gained == (laid.count("D5") == 3)


def test_with_row_end_a_trap_brings_no_second_composure_to_who_calls_himself() -> None:
    """NE-34, NE R36: with the trap's nerve he has two, and they go back with the composure."""
    match = at(
        ["D1 D1 D1", "D2 D2 D2", "BIN D3 D3"], "1:D5 0:TRAPv 0:D5 1:D1", turn=2, pile="D4 D4",
        last_placer_rule="row_end", tokens=["1C0N", "0C0N", "0C0N"],
    )  # fmt: skip
    say(match, "BIN^", "0 call")
    assert tokens(match) == ["1C0N", "0C0N", "0C0N"] and match.position["starter"] == 0


def test_without_a_bin_row_end_changes_nothing() -> None:
    """NE-31: the last card of the row is the last one placed."""
    for laid in ("0:D5 1:D5 2:D5 3:S2v", "0:D5 1:D5 2:D5 3:S1v"):
        one = called(laid, 1, last_placer_rule="row_end")
        assert tokens(one) == tokens(called(laid, 1)) and one.position["starter"] == called(laid, 1).position["starter"]


# --- limits ---


@pytest.mark.parametrize(("name", "high"), [("max_placements", 200), ("max_rounds", 100)])
def test_the_fuses_have_limits(name: str, high: int) -> None:
    """NE-41, NE R39: 1 to 200 placements, 1 to 100 rounds, and the highest if nothing is said."""
    assert dict(sprawdzam.game("nerwy", 2).options)[name] == high
    for value in (1, high, str(high)):
        assert dict(sprawdzam.game("nerwy", 2, **{name: value}).options)[name] == int(value)
    for bad in (0, high + 1, -1, "many", True):
        with pytest.raises(BadOption, match=f"option {name}: .* is not possible; possible: 1 to {high}"):
            sprawdzam.game("nerwy", 2, **{name: bad})


def test_a_fuse_of_one_placement_and_one_round() -> None:
    """NE-41, NE R39: one card, one call, one winner."""
    match = sprawdzam.game("nerwy", 3, max_placements=1, max_rounds=1, first_starter=0).start(seed=1)
    say(match, match.view(0).choices[-1].removeprefix("place "), "pass")
    assert match.view(1).choices == ("call",)
    say(match, "call")
    assert match.over and match.winners == (0,) and tokens(match) == ["1C0N", "0C1N", "0C0N"]


@pytest.mark.parametrize(("name", "bad"), [("call_window", "slow"), ("last_placer_rule", "first"), ("trap", True)])
def test_an_unknown_option_or_value_is_refused(name: str, bad: Any) -> None:
    with pytest.raises(BadOption, match=f"option {name}"):
        sprawdzam.game("nerwy", 2, **{name: bad})


# --- what the rules leave to the table ---


def test_one_person_and_bots_hand_their_calls_in_unless_a_race_is_asked_for() -> None:
    """NE R40: nobody is faster than anybody; among people the first to speak counts."""
    assert dict(sprawdzam.game("nerwy", 3).options)["call_window"] == "race"
    assert dict(make_setup(NERWY, 3, []).options)["call_window"] == "commit"
    assert dict(make_setup(NERWY, 3, ["direction_reset=true"]).options)["call_window"] == "commit"
    assert dict(make_setup(NERWY, 3, ["call_window=race"]).options)["call_window"] == "race"
    assert dict(NERWY.unclocked) == {"call_window": "commit"}
    race = sprawdzam.game("nerwy", 4, window_after_each=True, max_rounds=9)
    assert race.unclocked() == sprawdzam.game("nerwy", 4, window_after_each=True, max_rounds=9, call_window="commit")


def silent(held: str, laid: str = "1:D5", **rest: Any) -> str:
    """What it means when the clock of seat 0 runs out."""
    view = sprawdzam.view(standing([held, "D5 D5 D5", "D4 D4 D4"], laid, **rest), 0)
    return view.write(view.silence)


@pytest.mark.parametrize(
    ("held", "meant"),
    [
        ("S3 D2 D5", "place D2"),
        ("S2 S3 D5", "place S2v"),
        ("S2 D2 D5", "place D2"),
        ("S1 D2 D2", "place S1v"),
        ("S5 REV TRAP", "place S5v"),
        ("BIN TRAP D5", "place D5"),
        ("REV PL2 BIN", "place REVv"),
        ("TRAP BIN PL2", "place PL2v"),
        ("TRAP TRAP BIN", "place BINv"),
    ],
)
def test_a_clock_that_runs_out_places_the_lowest_number(held: str, meant: str) -> None:
    """NE R37: double-sided of two equals, hearts face down; without numbers the first special card."""
    assert silent(held) == meant
    assert silent(held, "") == meant  # at the start of a round too


def test_a_clock_that_runs_out_calls_where_one_can_only_call_and_passes_in_the_window() -> None:
    """NE R37"""
    assert silent("S3 D2 D5", "1:D5 1:D5", max_placements=2) == "call"
    assert silent("D2 D5", "1:D5 0:S1v", must=2, placed=1) == "place D2"  # the second of two
    for call_window in ("race", "commit"):
        match = at(plain_hands(3, "D5", short=1), "1:D5", phase="window", turn=1, call_window=call_window)
        assert [match.view(seat).write(match.view(seat).silence) for seat in (0, 2)] == ["pass", "pass"]
