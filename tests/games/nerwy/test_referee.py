"""The reference implementation of `nerwy` against the rule file, and its numbers against a second way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from .referee import (
    HEART,
    Referee,
    back,
    branches,
    exact_play,
    outcomes,
    perft,
    random_play,
    random_step,
    roll,
    told,
    true_world,
    worlds,
)

F = Fraction
SMALL = {"S1": 1, "D5": 3, "REV": 1, "PL2": 1, "BIN": 2, "TRAP": 1}
NAMES = ("call_window", "direction_reset", "window_after_each", "last_placer_rule")
VALUES = (("race", "commit"), (False, True), (False, True), ("chronological", "row_end"))
OPTIONS = [dict(zip(NAMES, values, strict=True)) for values in product(*VALUES)]
TABLES = [  # half of them in full size alone
    pytest.param(seats, options, marks=[pytest.mark.full] * (place + number.bit_count() & 1))
    for (place, seats), (number, options) in product(enumerate((2, 3, 4, 6)), enumerate(OPTIONS))
]


def table(*hands: str, top: str | None = HEART, **options: Any) -> Referee:
    """A match with these hands ("S2 D4 TRAP") and this top of the pile."""
    ref = Referee(len(hands), **options)
    ref.deal([hand.split() for hand in hands], top)
    return ref


def quiet(ref: Referee) -> Referee:
    """Everybody passes, then the table draws with some chance or other."""
    while ref.phase == "window":
        ref.play(min(ref.actors(), key=str), "pass")
    while ref.phase == "draw":
        roll(ref, "table", "go on", Random(1))
    return ref


def say(ref: Referee, *moves: str) -> Referee:
    """Each move is "seat card" or "seat call"; windows that do not offer it pass quietly."""
    for move in moves:
        seat, _, text = move.partition(" ")
        text = text if text in ("call", "pass") else f"place {text}"
        if text not in ref.legal(int(seat)):
            quiet(ref)
        ref.play(int(seat), text)
    return ref


def revealed(row: str, caller: int, last: int, **options: Any) -> Referee:
    """Four seats, "D5 TRAPv:1" in the row (owner 0 unless told), and a call in the window of the last placer."""
    ref = table("D1 D1 D1", "D1 D1 D1", "D2 D2 D2", "D2 D2 D2", **options)
    for entry in row.split():
        text, _, owner = entry.partition(":")
        ref.row.append((text.rstrip("^v"), text.endswith("v"), int(owner or 0)))
        ref.pile.remove(text.rstrip("^v"))
    ref.phase, ref.turn, ref.last_placer, ref.caller, ref.placements = "reveal", last, last, caller, len(ref.row)
    return ref


def settled(ref: Referee) -> tuple[str, int]:
    """Tokens of all seats after the result, such as "1C0N", and the next starter."""
    roll(ref, "table", "go on", Random(1))
    return " ".join(f"{c}C{n}N" for c, n in ref.scores()), ref.starter


def refused(ref: Referee, seat: int | str, text: str, *chance: str) -> bool:
    before = str(vars(ref))
    with pytest.raises(ValueError, match=r"legal|cannot come|nothing happens|Counter"):
        ref.play(seat, text, chance)
    return str(vars(ref)) == before


def test_the_deck_and_the_options() -> None:
    """NE-01, NE-02, NE-04, NE-05, R1, R31"""
    ref = Referee(6, starter=5)
    assert len(ref.deck) == 70 and sum(back(card) == HEART for card in ref.deck) == 35
    assert Counter(card[0] for card in ref.deck) == {"S": 15, "D": 35, "R": 6, "P": 6, "B": 6, "T": 2}
    assert roll(ref, "table", "go on", Random(2))[-1] == ref.top
    assert [len(hand) for hand in ref.hands] == [3] * 6 and len(ref.pile) == 52
    assert (ref.phase, ref.turn, ref.direction, ref.round, ref.discard) == ("turn", 5, 1, 1, [])
    wrong: list[dict[str, Any]] = [{"starter": 2}, {"max_placements": 0}, {"max_placements": 201}, {"max_rounds": 0}]
    wrong += [{"max_rounds": 101}, {"call_window": "x"}, {"last_placer_rule": "x"}, {"deck": {"D1": 5}}]
    for options in (*wrong, {"deck": {"X": 9}}, {"seats": 1}, {"seats": 7}):
        with pytest.raises(ValueError, match=r"seats|option|rounds|deck"):
            Referee(**{"seats": 2, **options})


@pytest.mark.parametrize("on_turn", [False, True])
def test_v1_v2_the_opening_and_the_sum_of_18(on_turn: bool) -> None:
    """V1, V2, NE-07, NE-08, NE-14, NE-16, NE-18, NE-20, NE-23, NE-24, NE-26, NE-38, R3, R5"""
    ref = say(table("S2 PL2 D5", "S3 D5 S3", "D4 D1 D1"), "0 S2v", "1 S3^", "2 D4")
    rows = [[card for card, _, _ in ref.view(seat)["row"]] for seat in (0, 1, 2, None)]
    assert rows == [["S2", "S3", "D4"], *[[HEART, "S3", "D4"]] * 3] and ref.view(1)["row"][0] == (HEART, True, 0)
    say(ref, "0 PL2^", "1 D5", "1 S3^", "2 D1")
    say(quiet(ref) if on_turn else ref, "0 call")
    if not on_turn:
        assert ref.phase == "draw" and len(ref.hands[2]) == 2 and ref.view(1)["row"][0][0] == HEART
        roll(ref, "table", "go on", Random(1))
    assert ref.phase == "reveal" and ref.view(1)["row"][0] == ("S2", True, 0) and ref.outcome()[0] == 18
    assert settled(ref) == ("1C0N 0C0N 0C1N", 0)
    assert (ref.phase, ref.turn, ref.round, ref.row, len(ref.discard)) == ("turn", 0, 2, [], 7)
    assert [len(hand) for hand in ref.hands] == [3, 3, 3] and ref.legal(0)[-1] != "call"


REVEALS = [
    ("D5 D5 D5 S2v:3", 0, 3, 17, "1C0N 0C0N 0C0N 0C1N", 0),  # V3
    ("D5 D5 D5 S1v:3", 0, 3, 16, "0C1N 0C0N 0C0N 1C0N", 3),  # V4
    ("D5 D5 REVv BINv S4v:3", 0, 3, 14, "0C1N 0C0N 0C0N 1C0N", 3),  # V5
    ("D5 D5 D5 TRAPv:1 D3:2", 3, 2, 18, "0C0N 1C0N 0C1N 1C1N", 3),  # V12
    ("D5 TRAPv:3 D5 D5 D4:2", 3, 2, 19, "0C0N 0C0N 0C1N 1C1N", 3),  # V14
    ("TRAPv:0 TRAPv:1 D5 D5 D5 D2:2", 3, 2, 17, "1C0N 1C0N 0C1N 1C1N", 3),  # V16
    ("TRAPv:1 TRAPv:1 D5:2", 3, 2, 5, "0C0N 1C0N 1C0N 0C0N", 2),  # V17
    ("D5 TRAP^:1 D5:2", 3, 2, 10, "0C0N 0C0N 1C0N 0C1N", 2),  # V19
    ("D5 TRAPv:3 D5 D4:2", 3, 2, 14, "0C0N 0C0N 1C0N 0C0N", 2),  # R22: two N go, and the C of the trap
    ("D5 TRAPv:2 D5 D4:2", 3, 2, 14, "0C0N 0C0N 1C0N 0C0N", 2),  # R23
    ("D5 TRAPv:2 D5 D5 D4:2", 3, 2, 19, "0C0N 0C0N 1C1N 1C1N", 3),  # trap and last placer, right call
]


@pytest.mark.parametrize(("row", "caller", "last", "total", "tokens", "starter"), REVEALS)
def test_v3_to_v19_the_result(row: str, caller: int, last: int, total: int, tokens: str, starter: int) -> None:
    """NE-18, NE-19, NE-21, NE-32, NE-33, NE-34, NE-35, R21, R22, R23, R25, R26"""
    ref = revealed(row, caller, last)
    assert (ref.outcome()[0], settled(ref), ref.direction) == (total, (tokens, starter), 1)
    assert (ref.last_placer, ref.caller, ref.pending2, ref.placements) == (None, None, False, 0)


def test_v6_v18_bin() -> None:
    """V6, V18, NE-28, NE-31, R10, R12, R13, R28: the heart stays a secret of its owner, a trap is gone"""
    ref = say(table("D5 D4 D1", "D5 D1 D1", "S3 D1 D1", "D4 BIN D2"), "0 D5", "1 D5", "2 S3v", "3 BIN^")
    assert [card for card, _, _ in ref.row] == ["D5", "D5"]
    assert (ref.discard, ref.binned, ref.last_placer) == (["BIN"], [(2, "S3")], 3)
    assert [ref.view(seat)["binned"] for seat in (2, 3, None)] == [[(2, "S3")], [(2, "?")], [(2, "?")]]
    say(ref, "2 call")
    assert quiet(ref).view(0)["binned"] == [(2, "?")] and settled(ref) == ("0C0N 0C0N 0C1N 1C0N", 3)
    ref = say(table("D5 D1 D1", "TRAP D1 D1", "BIN D1 D2", "D2 D2 D2"), "0 D5", "1 TRAPv", "2 BIN^", "3 call")
    assert settled(quiet(ref)) == ("0C0N 0C0N 1C0N 0C1N", 2)


def test_v7_v8_bin_first_and_bin_on_rev() -> None:
    """V7, V8, NE-12, NE-25, NE-29, NE-30, R9, R11, R13, R15"""
    ref = say(table("BIN D1 D2", "D1 D2 D3"), "0 BIN^")
    assert (ref.row, ref.discard, ref.binned, ref.last_placer) == ([], ["BIN"], [], 0)
    assert quiet(ref).legal(1) == ["place D1", "place D2", "place D3", "call"] and len(ref.hands[0]) == 3
    assert settled(say(ref, "1 call")) == ("1C0N 0C1N", 0)
    ref = say(table("REV D1 D1", "D1 D1 D1", "D2 D2 D2", "BIN D2 D2"), "0 REV^")
    assert (quiet(say(ref, "3 BIN^")).turn, ref.direction, ref.discard, ref.row) == (2, -1, ["BIN", "REV"], [])


def test_v9_pl2() -> None:
    """V9, NE-13, NE-26, NE-27, NE-40, R18, R20"""
    ref = quiet(say(table("PL2 D1 D1", "S2 D3 D1", "D2 D2 D2"), "0 PL2^"))
    assert (ref.must_place, ref.pending2) == (2, False)
    assert ref.legal(1) == ["place D1", "place D3", "place S2^", "place S2v", "call"]
    assert say(ref, "1 S2v").legal(1) == ["place D1", "place D3"] and ref.phase == "turn"
    assert refused(ref, 1, "call") and say(ref, "1 D3").phase == "window" and len(ref.hands[1]) == 1
    assert (quiet(ref).turn, ref.must_place, len(ref.hands[1])) == (2, 1, 3)


def test_v11_pl2_and_rev() -> None:
    """V11, R13, R15, R19: the duty binds the next turn and never adds up, not even when its card is removed"""
    ref = say(table("PL2 D1 D1", "REV PL2 D1", "D2 D2 D2"), "0 PL2^", "1 REV^", "1 PL2^")
    assert (ref.direction, ref.pending2) == (-1, True)
    assert (quiet(ref).turn, ref.must_place, ref.pending2) == (0, 2, False)
    ref = say(table("PL2 D1 D1", "PL2 BIN D1"), "0 PL2^", "1 PL2^", "1 BIN^")
    assert (quiet(ref).turn, ref.must_place, len(ref.row)) == (0, 2, 1)
    ref = say(table("PL2 D1 D1", "D1 D2 D2"), "0 PL2^", "1 call")
    assert ref.pending2 and settled(quiet(ref)) == ("1C0N 0C1N", 0) and ref.must_place == 1


def test_v22_nerves_are_returned_once_and_a_tie_at_three() -> None:
    """V22, NE-22, NE-36, NE-37, R24, R26: with two of three N goes a C; a third C that is lost does not win"""
    ref = revealed("TRAPv:1 D5:2", 3, 2)
    ref.composure, ref.nerves = [0, 0, 0, 2], [1, 0, 0, 1]
    assert settled(ref) == ("0C1N 1C0N 1C0N 1C1N", 2)
    ref = revealed("TRAPv:1 D5 D5 D5 D5:2", 3, 2)
    ref.composure, ref.nerves = [0, 0, 1, 2], [0, 0, 1, 1]
    assert settled(ref) == ("0C0N 1C0N 0C0N 2C0N", 3) and ref.phase == "turn"
    for nerves, ranks in ((0, [1, 3, 3, 2]), (1, [1, 3, 3, 1])):
        ref = revealed("TRAPv:0 D5 D5 D5 D5:2", 3, 2)
        ref.composure, ref.nerves = [2, 0, 0, 2], [nerves, 1, 0, 0]
        assert settled(ref) == (f"3C{nerves}N 0C1N 0C1N 3C1N", 3)
        assert (ref.phase, ref.actors(), ref.ranks(), ref.turn) == ("over", set(), ranks, None)


def test_v24_v25_draw_after_a_call_and_reshuffle() -> None:
    """V24, V25, NE-14, NE-15, R4, R7: what was removed unseen is shuffled in too; the row is not"""
    ref = say(table("D5 D1 D1", "D2 D2 D2", top="D3"), "0 D5", "1 call")
    called = ref.copy()
    called.go_on(told(["D3"], ["D4"]))
    assert (called.hands[0], called.phase, called.discard) == (["D1", "D1", "D3"], "reveal", [])
    called.go_on()
    assert [len(hand) for hand in called.hands] == [3, 3] and (called.discard, called.top) == (["D5"], "D4")
    ref.discard, ref.binned, ref.pile = ref.pile[:19], [(1, "S5")], ["D3"]
    everything = [*ref.discard, "S5"]
    assert refused(ref, "table", "go on") and refused(ref, "table", "go on", "TRAP")
    ref.go_on([HEART])
    assert (ref.pile, ref.top, ref.discard, ref.binned) == (everything, HEART, [], []) and len(everything) == 20


def test_v26_observation() -> None:
    """V26, NE-38, R30, section 5"""
    ref = table("D5 D1 D1", "S2 D4 TRAP", "D2 D2 D2", top="D3", starter=1)
    assert ref.view(0)["hands"][1] == ["D4", HEART, HEART] and ref.view(1)["hands"][1] == ["D4", "S2", "TRAP"]
    assert all((ref.view(seat)["top"], ref.view(seat)["pile"]) == ("D3", 61) for seat in (0, 1, 2, None))
    for seat, text in ((1, "place S2v"), (2, "pass"), (0, "pass")):
        ref.play(seat, text)
    ref.go_on([HEART])
    assert ref.view(0)["hands"][1] == ["D3", "D4", HEART] and ref.view(None)["top"] == HEART


def test_v27_refusals() -> None:
    """V27, NE-06, NE-10, NE-17, R2, R8, R17, R33"""
    ref = table("S5 D1 D1", "D2 D2 D2", "D2 D2 D3")
    assert ref.legal(0) == ["place D1", "place S5^", "place S5v"] and ref.actors() == {0} and ref.legal(1) == []
    assert all(refused(ref, *bad) for bad in [(0, "call"), (0, "place D1^"), (0, "place S5"), (0, "pass"), (1, "call")])
    assert refused(ref, 0, "place D1", HEART) and refused(ref, "table", "go on")
    say(ref, "0 D1", "2 pass")
    assert ref.actors() == {1} and refused(ref, 0, "call") and refused(ref, 2, "call") and refused(ref, 2, "pass")
    assert quiet(ref).legal(1) == ["place D2", "call"]


def test_the_chance_must_fit() -> None:
    """NE-05, R7: as many cards and backs as become visible, and only those that the pile still has"""
    deck = {"D1": 2, "S1": 1, "S2": 2}
    for chance in ([], ["D1"], ["D1", HEART, "D1"], ["D2"], ["S1"], [HEART, "S1", HEART, "S1"], ["D1", "D1", "D1"]):
        assert refused(Referee(2, deck=deck, hand_size=1), "table", "go on", *chance)
    ref = Referee(2, deck=deck, hand_size=1)
    with pytest.raises(ValueError, match="Counter") as more:
        ref.go_on([HEART, "S2", HEART])
    assert more.value.args == (Counter(S1=1, S2=1),)
    ref.go_on([HEART, "S2", HEART, "S1", "D1"])
    assert (ref.hands, ref.pile, ref.top) == ([["S2"], ["S1"]], ["D1", "D1", "S2"], "D1")
    for hands in ([["S1"]], [["S1"], ["S1"]], [["S1"], ["D1", "D1"]]):
        with pytest.raises(ValueError, match=r"dealt|come"):
            Referee(2, deck=deck, hand_size=1).deal(hands, HEART)


def test_commit_goes_to_the_nearest_left_and_hides_answers() -> None:
    """NE-11, R16: also when play runs counter-clockwise"""
    ref = table("REV D1 D1", "D1 D1 D1", "D2 D2 D2", "D3 D3 D3", call_window="commit")
    say(ref, "0 REV^", "3 call", "1 pass")
    assert (ref.phase, ref.actors(), ref.legal(3)) == ("window", {2}, [])
    assert ref.view(3)["answers"] == {1: "?", 3: "call"} and ref.view(None)["answers"] == {1: "?", 3: "?"}
    assert say(ref, "2 call").caller == 2 and ref.view(0)["answers"] == {} and ref.phase == "draw"
    race = say(table("REV D1 D1", "D1 D1 D1", "D2 D2 D2"), "0 REV^", "1 pass")
    assert race.view(0)["answers"] == {1: "pass"} and say(race, "2 call").caller == 2


def test_a_window_after_each_card() -> None:
    """R20: a call after the first card; a pass only holds for its window"""
    ref = say(table("PL2 D1 D1", "D5 BIN D1", "D2 D2 D2", window_after_each=True), "0 PL2^", "1 D5")
    called = say(ref.copy(), "2 call")
    assert quiet(called).phase == "reveal" and len(called.hands[1]) == 3
    assert (quiet(ref).phase, ref.turn, len(ref.hands[1])) == ("turn", 1, 2)
    assert ref.legal(1) == ["place BIN^", "place BINv", "place D1"]
    assert say(ref, "1 BIN^").phase == "window" and ref.actors() == {0, 2}
    assert (quiet(ref).turn, ref.must_place, len(ref.hands[1])) == (2, 1, 3)


def test_the_owner_of_the_last_card_counts_with_row_end() -> None:
    """R10, option last_placer_rule: also when he calls himself, or when the row is empty"""
    ref = table("D5 D1 D1", "D1 D1 D1", "BIN D2 D2", last_placer_rule="row_end")
    say(ref, "0 D5", "1 D1", "2 BIN^")
    assert settled(quiet(say(ref.copy(), "1 call"))) == ("1C0N 0C1N 0C0N", 0)
    assert settled(quiet(say(ref, "0 call"))) == ("1C1N 0C0N 0C0N", 0)
    ref = say(table("BIN D1 D1", "D1 D1 D1", last_placer_rule="row_end"), "0 BIN^", "1 call")
    assert settled(quiet(ref)) == ("1C0N 0C1N", 0)
    trapped = revealed("TRAPv:3 D5 D5 D5 D5:3", 3, 2, last_placer_rule="row_end")
    trapped.nerves[3] = 1
    assert trapped.outcome() == (20, [0, 0, 0, 1], [0, 0, 0, 2], 3) and settled(trapped)[0][-4:] == "0C1N"


def test_direction_and_fuses() -> None:
    """NE-39, NE-41, R14, R31: a two-card turn is finished first; after the last round most C, then fewest N"""
    for reset, direction in ((False, -1), (True, 1)):
        ref = say(table("REV D1 D1", "D1 D1 D1", "D2 D2 D2", direction_reset=reset), "0 REV^", "1 call")
        assert settled(quiet(ref))[1] == 0 and (ref.direction, ref.turn) == (direction, 0)
    ref = quiet(say(table("PL2 D1 D1", "D1 D1 D1", "D2 D2 D2", max_placements=2, max_rounds=1), "0 PL2^"))
    assert ref.legal(1) == ["place D1", "call"]
    assert say(ref, "1 D1").legal(1) == ["place D1"] and quiet(say(ref, "1 D1")).legal(2) == ["call"]
    assert settled(say(ref, "2 call")) == ("0C0N 1C0N 0C1N", 1)
    assert (ref.phase, ref.ranks(), ref.round) == ("over", [2, 1, 3], 1)


def test_supply_failure() -> None:
    """R6, R7: hands shrink, an empty hand must call; BIN makes a new pile; repair goes clockwise from the starter"""
    ref = table("D1 D1 PL2", "D1 D1 D1", top=None, deck={"D1": 5, "PL2": 1})
    say(ref, "0 D1", "1 D1", "0 D1", "1 D1", "0 PL2^")
    assert quiet(ref).must_place == 2 and ref.hands == [[], ["D1"]]
    assert say(ref, "1 D1").phase == "window" and quiet(ref).legal(0) == ["call"] and ref.hands == [[], []]
    say(ref, "0 call").go_on(["D1", "D1", HEART, "PL2", "D1", "D1", "D1"])
    assert (ref.scores(), ref.starter, ref.hands) == ([(0, 1), (1, 0)], 1, [["D1"] * 3, ["D1", "D1", "PL2"]])
    assert (ref.pile, ref.discard, ref.top) == ([], [], None)
    ref = table("D1 D2", "D3 BIN", "D1 D1", top=None, hand_size=2, deck={"D1": 3, "D2": 1, "D3": 1, "BIN": 1})
    quiet(say(ref, "0 D2"))
    assert refused(ref, 1, "place BIN^") and refused(ref, 1, "place BIN^", HEART, "D2")
    ref.play(1, "place BIN^", [HEART])
    assert (ref.pile, ref.top, ref.discard, ref.hands[0]) == (["BIN", "D2"], HEART, [], ["D1"])
    for seat in (0, 2):
        ref.play(seat, "pass")
    ref.go_on(["BIN", "D2"])
    assert (ref.hands[1], ref.pile, ref.turn) == (["BIN", "D3"], ["D2"], 2)
    say(ref, "2 D1")
    assert settled(quiet(say(ref, "0 call"))) == ("0C1N 0C0N 1C0N", 2)
    assert ref.hands == [["D1", "D1"], ["BIN", "D3"], ["D1", "D2"]] and ref.pile == []


def refill(ref: Referee, cards: list[str]) -> Referee:
    """The same table with these cards in the places of hearts, in the order of `places`."""
    left, other = iter(cards), ref.copy()

    def swap(card: str) -> str:
        return next(left) if back(card) == HEART else card

    other.hands = [sorted(map(swap, hand)) for hand in ref.hands]
    other.row = [(swap(card), down, owner) for card, down, owner in ref.row]
    other.binned = sorted((owner, swap(card)) for owner, card in ref.binned)
    other.discard, other.pile = sorted(map(swap, ref.discard)), sorted(map(swap, ref.pile))
    return other


def places(ref: Referee, seat: int | None) -> list[tuple[str, bool]]:
    """All hearts, and whether they are secret to the seat."""
    found = [(card, owner != seat) for owner, hand in enumerate(ref.hands) for card in hand]
    found += [(card, down and owner != seat and ref.phase != "reveal") for card, down, owner in ref.row]
    found += [(card, owner != seat) for owner, card in ref.binned] + [(card, False) for card in ref.discard]
    return [(card, secret) for card, secret in [*found, *((card, True) for card in ref.pile)] if back(card) == HEART]


def check(ref: Referee, starved: bool, rng: Random) -> None:
    """The invariants of section 10."""
    start = ref.phase == "turn" and ref.placements == 0
    lying = [*(card for card, _, _ in ref.row), *(card for _, card in ref.binned), *ref.discard, *ref.pile]
    assert sorted([*lying, *(card for hand in ref.hands for card in hand)]) == ref.deck
    assert ref.top in [*map(back, ref.pile)] if ref.pile else not (ref.top or ref.discard or ref.binned)  # R7
    assert (ref.last_placer is None) == (ref.placements == 0) and not any(e[0][0] == "D" and e[1] for e in ref.row)
    if start or ref.phase == "over":
        assert all(len(hand) == ref.hand_size for hand in ref.hands) and not ref.pending2 and ref.caller is None
        assert max(ref.nerves) <= 1 and max(ref.composure) <= (2 if start else 3) and not ref.row
    if ref.phase == "turn" and ref.placed == 0 and not starved:
        assert all(len(hand) == ref.hand_size for hand in ref.hands)
    if ref.phase == "reveal":
        total, composure, nerves, starter = ref.outcome()
        assert total == sum(int(card[1]) for card, _, _ in ref.row if card[0] in "SD")
        assert max(composure) == 1 and sum(composure) <= 3 and sum(nerves) in (1, 2) and composure[starter] == 1
        assert ref.last_placer_rule == "row_end" or ref.caller != ref.last_placer
        assert max(a + b for a, b in zip(ref.nerves, nerves, strict=True)) <= 3
    seat = rng.randrange(ref.seats)
    view, pool = ref.view(seat), [card for card, secret in places(ref, seat) if secret]
    rng.shuffle(pool)
    other = refill(ref, [pool.pop() if secret else card for card, secret in places(ref, seat)])
    assert view == other.view(seat) and view["hands"][seat] == ref.hands[seat]
    hidden = [down and owner != seat and ref.phase != "reveal" for _, down, owner in ref.row]
    assert [card == HEART for card, _, _ in view["row"]] == hidden


@pytest.mark.parametrize("plenty", [True, False])
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_random_matches_keep_the_invariants(seats: int, options: dict[str, Any], plenty: bool) -> None:
    """Section 10, section 11: full and scarce decks, callers in a hurry and patient ones"""
    rng = Random(f"{seats} {options} {plenty}")
    limit = rng.choice((3, 20, 200))
    scarce = {"S5": 2, "D5": 3 * seats - 2, "REV": 1, "PL2": 2, "BIN": 3, "TRAP": 2}
    some: dict[str, Any] = {"max_placements": limit, **options, **({} if plenty else {"deck": scarce})}
    ref = Referee(seats, starter=rng.randrange(seats), **some)
    eager, starved = rng.choice((0.3, 0.1, 0.03)), False
    while ref.phase != "over":
        actors, before = ref.actors(), ref.copy()
        actor, text, chance = random_step(ref, rng, eager)
        before.play(actor, text, chance)
        assert actor in actors and str(vars(before)) == str(vars(ref)) and ref.placements <= limit + 1
        starved = ref.placements > 0 and (starved or not ref.pile)
        check(ref, starved, rng)
    assert max(ref.composure) == 3 or ref.round == ref.max_rounds
    assert 1 in ref.ranks() and (not plenty or ref.round <= 40)


def test_chance_is_that_of_a_labelled_shuffle() -> None:
    """NE-05, R7: deal all 120 orders of five labelled cards, then draw one, and forget the labels"""
    dealt: Counter[Any] = Counter()
    drawn: Counter[Any] = Counter()
    for order in permutations(("D1", "D1", "S1", "S2", "S2")):
        backs = [back(card) for card in order]
        dealt[order[0], order[1], backs[2]] += F(1, 120)  # type: ignore[assignment]
        if (order[0], order[1], backs[2]) == ("D1", "S2", HEART):
            drawn[order[2], backs[3]] += 1
    ref = Referee(2, deck={"D1": 2, "S1": 1, "S2": 2}, hand_size=1)
    assert {(*child.hands[0], *child.hands[1], child.top): odds for odds, child in branches(ref)} == dealt
    ref.deal([["D1"], ["S2"]], HEART)
    say(ref, "0 D1", "1 pass")
    found = {(*child.hands[0], child.top): odds for odds, child in outcomes(ref, "table", "go on")}
    assert found == {what: F(ways, drawn.total()) for what, ways in drawn.items()}


def test_random_play_of_fives() -> None:
    """NE-20, NE-21: the fourth five is the first that can be called; by hand 3/4 + 1/4 * 1/4"""
    ref = Referee(2, deck={"D5": 6}, hand_size=1, max_placements=4, max_rounds=1)
    assert exact_play(ref) == (F(13, 16), F(3, 16))
    wins = Counter(random_play(ref.copy(), Random(seed), 0.5).ranks().index(1) for seed in range(400))
    assert abs(wins[0] / 400 - 13 / 16) < 0.06


@pytest.mark.parametrize(("seats", "depth", "number"), [(2, 6, 3428), (3, 5, 6537)])
def test_perft_counts_every_history_once(seats: int, depth: int, number: int) -> None:
    """NE-06, NE-10: probabilities sum to one, and the number is the same without merging equal positions"""
    ref = Referee(seats, deck=SMALL, hand_size=1, window_after_each=seats == 3)
    layer = [(F(1), ref)]
    for _ in range(depth):
        layer = [(odds * more, child) for odds, node in layer for more, child in branches(node)]
    assert perft(ref, depth) == len(layer) == number and sum(odds for odds, _ in layer) == 1


@pytest.mark.parametrize("window", ["race", "commit"])
def test_worlds_are_all_arrangements_that_look_the_same(window: str) -> None:
    """Section 5, section 10.8: put the labelled hearts in all places in every way, and keep what looks the same"""
    rng, checked, removed = Random(44), 0, 0
    ref = Referee(3, deck=SMALL, hand_size=1, call_window=window)
    while ref.round < 3 and ref.phase != "over":
        random_step(ref, rng, 0.1)
        for seat in (rng.randrange(3), None):
            same: Counter[Any] = Counter()
            for order in permutations([card for card, _ in places(ref, seat)]):
                other = refill(ref, list(order))
                if other.view(seat) == ref.view(seat):
                    same[true_world(other)[:-1]] += 1
            unknown = [who for who in ref.answers if window == "commit" and who != seat]
            expected: dict[Any, Fraction] = {}
            for world, letters in product(same, product(("call", "pass"), repeat=len(unknown))):
                answers = ref.answers | dict(zip(unknown, letters, strict=True))
                odds = F(same[world], same.total()) * F(7 ** letters.count("pass"), 8 ** len(letters))
                expected[(*world, tuple(answers.get(who, "") for who in range(3)))] = odds
            assert worlds(ref, seat) == expected and true_world(ref) in expected
            checked, removed = checked + (len(expected) > 1), removed + (ref.binned != [])
    assert checked > 20 and removed > 10
