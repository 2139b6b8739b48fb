"""The reference implementation of `szacunki` against the rule file, and its numbers against a second way."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from .referee import POINTS, Referee, branches, guess_points, key, outcomes, perft, random_play, worlds

F = Fraction
COLOURS = "YGBRPS"
A, B, C, D = range(4)
GAMES = [(seats, colours) for seats in (2, 3, 4) for colours in (6, 5)]
TINY: dict[str, Any] = {"colours": 2, "numbers": 4, "racks": 2, "rounds": 3}


def lay(*racks: str, seats: int = 4, pawns: Sequence[int] = (), **how: Any) -> Referee:
    """A game after the deal: racks such as "Y7 G0", what they do not say is filled with the lowest free numbers.

    Pawns bottom first; by default seat 0 is on top and rolls.
    """
    ref = Referee(seats, **how)
    held = [{card[0]: card for card in rack.split()} for rack in racks] + [{}] * (len(ref.racks) - len(racks))
    given = {card for rack in held for card in rack.values()}
    free = {c: [f"{c}{n}" for n in range(ref.numbers) if f"{c}{n}" not in given] for c in ref.colours}
    cards = [rack[c] if c in rack else free[c].pop(0) for rack in held for c in ref.colours]
    ref.play("table", "go on", [*(pawns or range(seats)[::-1]), *cards])
    return ref


def do(ref: Referee, *steps: str) -> Referee:
    """Each step is made by the lowest seat that must act; what chance gives follows a colon: "exchange Y: Y6"."""
    for step in steps:
        text, _, luck = step.partition(":")
        ref.play(min(ref.actors(), key=str), text, luck.split())
    return ref


def one_round(ref: Referee, dice: str, *tokens: str) -> Referee:
    """Rolls, keeps, takes and lays: "7@9" is the token of size 7 from field 9 on, in the order of the seats.

    Then the check; exchanges are still to come.
    """
    do(ref, f"go on: {' '.join(dice)}", "keep")
    while ref.phase == "pick":
        do(ref, f"pick {tokens[ref.queue[0]].split('@')[0]}")
    return do(ref, *(f"place {token.split('@')[1]}" for token in tokens), "go on")


def options(ref: Referee) -> list[str]:
    """Of the lowest seat that must act."""
    return ref.legal(min(ref.actors(), key=str))


def refused(ref: Referee, seat: int | str, text: str, luck: Sequence[Any] = (), match: str = "legal") -> bool:
    before = str(vars(ref))
    with pytest.raises(ValueError, match=match):
        ref.play(seat, text, luck)
    return str(vars(ref)) == before


def emptied(ref: Referee, **left: int) -> Referee:
    """Lets seat 0 have discarded all cards of the stacks but so many, without touching any rack."""
    for colour in ref.colours:
        while ref.stack(colour) > left.get(colour, 0):
            ref.discards.append((colour, ref.unseen[colour].pop(), 0, 0))
    return ref


def guessed(cards: str, written: str, **how: Any) -> Referee:
    """Seat 0 has these cards and writes so: "345 4 - ..." in the order of the colours; the others leave all blank."""
    ref = lay(cards, rounds=0, **how)
    for part in written.split():
        ref.play(A, "guess " + " ".join(part))
    for seat in range(1, ref.seats):
        for _ in ref.colours:
            ref.play(seat, "guess -")
    return ref


@pytest.mark.parametrize(("seats", "colours"), GAMES)
def test_t26_t27_the_set_up(seats: int, colours: int) -> None:
    """T26, T27, SZ-01, SZ-02, SZ-03, SZ-05, SZ-06, SZ-30, SZ-37"""
    ref = Referee(seats, colours=colours)
    assert (ref.rounds, ref.track_max, ref.tokens) == ({2: 10, 3: 9, 4: 8}[seats], 21, 7)
    assert ref.actors() == {"table"} and options(ref) == ["go on"] and ref.legal(0) == []
    next(random_play(ref, Random(seats)))
    assert (ref.phase, ref.round, list(ref.track)) == ("roll", 1, [0])
    assert ref.order == ref.track[0][::-1] and sorted(ref.order) == list(range(seats))
    for colour in COLOURS[:colours]:
        numbers = [rack[colour] for rack in ref.racks] + ref.unseen[colour]
        assert sorted(numbers) == list(range(8)) and (len(ref.racks), ref.stack(colour)) == (4, 3)
        assert all(len(ref.candidates(seat, colour)) == 5 for seat in range(seats))
    assert all("".join(rack) == COLOURS[:colours] for rack in ref.racks)


def test_what_cannot_be_set_up_or_happen() -> None:
    """SZ-05, SZ-10, SZ-22: chance is checked and used up; a refusal changes nothing"""
    wrong: dict[str, Any]
    for seats, wrong in ((1, {}), (5, {}), (4, {"racks": 3}), (2, {"numbers": 4}), (2, {"tokens": 8})):
        with pytest.raises(ValueError, match=r"seats|rack|token"):
            Referee(seats, **wrong)
    ref = Referee(2, colours=1, numbers=6)
    for luck in ([0, 0], [0, 2], ["0"], [1, 0, "G1"], [1, 0, "Y1", "Y1"], [1, 0, "Y6"]):
        assert refused(ref, "table", "go on", luck, "not possible")
    assert refused(ref, "table", "go on", [1, 0, "Y1", "Y2", "Y3"], "Y0")  # names what may come next
    assert refused(ref, "table", "go on", [1, 0, "Y1", "Y2", "Y3", "Y4", "Y5"], "nothing more")
    ref.play("table", "go on", [1, 0, "Y1", "Y2", "Y3", "Y4"])
    assert ref.track == {0: [1, 0]} and [rack["Y"] for rack in ref.racks] == [1, 2, 3, 4]
    assert ref.unseen == {"Y": [0, 5]} and ref.stack("Y") == 1
    assert refused(ref, "table", "go on", ["Y", "G", "Y"], "not possible")
    assert refused(ref, "table", "go on", ["YG", "Y", "Y"], "not possible")
    assert refused(ref, 0, "go on", ["Y", "Y", "Y"]) and refused(ref, "table", "roll")
    assert refused(one_round(ref, "YYY", "1@0", "7@0"), 0, "exchange Y", ["Y2"], "not possible")


def test_t1_t2_t4_track_order_and_winner() -> None:
    """T1, T2, T4, SZ-07, SZ-08, SZ-35, SZ-36, R1, R2, R3, R36"""
    ref = lay(pawns=[A, B, C, D])
    assert ref.order == ref.track_order() == [D, C, B, A]
    assert do(ref, "go on: Y Y Y").actors() == {D}
    for seat in (D, C, A):
        ref.move(seat, 3)
    assert ref.track == {0: [B], 3: [D, C, A]} and ref.track_order() == [B, A, C, D]
    assert ref.scores() == [3, 0, 3, 3] and ref.ranks() == [3, 4, 2, 1]


def test_checks_move_the_pawns_in_the_order_of_the_round() -> None:
    """SZ-09, SZ-15, SZ-19, R4, R25: later arrivals on top; exchanges go by the order after the moves"""
    ref = lay("Y7", "Y6", "Y5", "Y4", pawns=[A, B, C, D])
    one_round(ref, "YYY", "7@15", "6@16", "5@0", "1@0")  # 21 and 18 are right, 15 and 12 are not
    assert (ref.track, ref.order) == ({0: [C, D], 1: [A], 2: [B]}, [D, C, B, A])
    assert (ref.phase, ref.queue, ref.result) == ("exchange", [D, C], ["correct", "correct", "higher", "miss"])
    do(ref, "exchange G: G7", "exchange Y: Y0")
    assert (ref.phase, ref.round, ref.order) == ("roll", 2, [D, C, A, B])
    assert ref.token == ref.start == ref.result == [None] * 4 and ref.dice == ref.queue == []
    ref = lay("Y5", "Y6", seats=2, pawns=[B, A])  # both to the same field
    ref.move(A, 2)
    ref.order = ref.track_order()
    assert one_round(ref, "YYY", "7@15", "5@15").track == {3: [B, A]}


def test_t13_t14_turning_one_die() -> None:
    """T13, T14, SZ-10, SZ-11, R7, R8, R11"""
    ref = do(emptied(lay()), "go on: G Y Y")
    turns = [f"turn {old} {new}" for old in "YG" for new in COLOURS if new != old]
    assert (ref.phase, ref.actors(), ref.dice) == ("turn", {0}, ["Y", "Y", "G"])
    assert options(ref) == ["keep", *turns] and len(options(ref)) == 11 and ref.legal(1) == []
    assert all(refused(ref, 0, text) for text in ("turn Y Y", "turn B Y", "set Y", "pick 1"))
    assert (do(copy.copy(ref), "turn Y S").dice, do(copy.copy(ref), "keep").dice) == (["Y", "G", "S"], ref.dice)
    assert do(ref, "turn G Y").dice == ["Y", "Y", "Y"] and ref.phase == "pick"


def test_t15_t16_grey_dice_of_the_variant() -> None:
    """T15, T16, SZ-37, SZ-38, SZ-39, R9, R10"""
    ref = do(lay(colours=5), "go on: S R S")
    assert (ref.phase, ref.actors(), options(ref)) == ("grey", {0}, [f"set {colour}" for colour in "YGBRP"])
    assert refused(ref, 0, "set S") and refused(ref, 0, "keep") and do(ref, "set Y").dice == ["Y", "R", "S"]
    assert (ref.phase, do(ref, "set B").dice, ref.phase) == ("grey", ["Y", "B", "R"], "turn")
    assert not any(text.endswith("S") for text in options(ref)) and refused(ref, 0, "turn R S")
    assert do(copy.copy(ref), "turn Y R").dice == ["B", "R", "R"]  # a die just set
    assert do(ref, "turn R G").dice == ["Y", "G", "B"]
    ref = do(lay(colours=5), "go on: Y G B")
    assert ref.phase == "turn" and len(options(ref)) == 1 + 3 * 4
    assert do(lay(), "go on: S S R").phase == "turn"


def test_t7_t8_t28_tokens_and_fields() -> None:
    """T7, T8, T28, SZ-12, SZ-13, R12, R13, R14, R15, R16: a placed token stays, and nobody else sees it yet"""
    ref = do(lay(pawns=[C, D, A, B]), "go on: Y G B", "keep")
    assert (ref.queue, options(ref)) == ([B, A, D, C], [f"pick {size}" for size in range(1, 8)])
    do(ref, "pick 7", "pick 1", "pick 3")
    assert options(ref) == ["pick 2", "pick 4", "pick 5", "pick 6"] and refused(ref, C, "pick 7")
    assert refused(ref, B, "place 0") and do(ref, "pick 2").token == [1, 7, 2, 3]
    assert (ref.phase, ref.actors()) == ("place", {A, B, C, D})
    assert ref.legal(A) == [f"place {a}" for a in range(22)]
    assert ref.legal(B) == [f"place {a}" for a in range(16)] and refused(ref, B, "place 16")
    ref.play(C, "place 20")
    assert (ref.actors(), ref.legal(C)) == ({A, B, D}, []) and refused(ref, C, "place 20")
    assert [ref.view(seat)["start"] for seat in (C, A, None)] == [[None, None, 20, None], *[[None] * 4] * 2]
    for seat in (D, B, A):
        ref.play(seat, "place 0")
    assert (ref.phase, ref.actors(), ref.view(None)["start"]) == ("check", {"table"}, [0, 0, 20, 0])
    assert ref.result == [None] * 4 and ref.track == {0: [C, D, A, B]}


@pytest.mark.parametrize(("dice", "total"), [("YYY", 21), ("GGB", 3), ("YGB", 10), ("YYB", 17), ("GGG", 0)])
def test_t5_t6_the_true_sum(dice: str, total: int) -> None:
    """T5, T6, SZ-14, R17"""
    ref = do(lay("Y7 G0 B3"), f"go on: {' '.join(dice)}")
    assert ref.total(A) == total


def test_e1_a_wide_range() -> None:
    """E1, SZ-12, SZ-13, SZ-16: the widest token brings one point"""
    told = {"Y1 G1 B6": "lower", "Y2 G1 B6": "correct", "Y5 G5 B5": "correct", "Y5 G5 B6": "higher"}
    for cards, result in told.items():
        ref = one_round(lay(cards, seats=2), "YGB", "7@9", "1@21")
        assert ref.history[-1]["range"][A] == (9, 15) and ref.result[A] == result
        assert ref.scores()[A] == (result == "correct")


RESULTS = [
    ("E2", "Y6 G3 B2", "YGB", "7@4", "higher"),
    ("E2", "Y6 G3 B1", "YGB", "7@4", "correct"),
    ("T9", "Y6 G5 B1", "YGB", "1@10", "miss"),
    ("T9", "Y1 G5 B1", "YGB", "1@10", "miss"),
    ("T9", "Y4 G5 B1", "YGB", "1@10", "correct"),
    ("T10", "Y1 G2 B1", "YGB", "4@0", "higher"),
    ("T10", "Y1 G1 B1", "YGB", "4@0", "correct"),
    ("T11", "Y7 G7 B7", "YGB", "2@20", "correct"),
    ("T29", "B5", "BBB", "3@15", "correct"),
    ("R20", "B5", "BBB", "6@16", "lower"),
    ("R20", "B0", "BBB", "1@21", "miss"),
]


@pytest.mark.parametrize(("name", "cards", "dice", "token", "result"), RESULTS)
def test_e2_t9_t10_t11_t29_results(name: str, cards: str, dice: str, token: str, result: str) -> None:
    """E2, T9, T10, T11, T29, SZ-16, SZ-17, SZ-18, R17, R18, R19, R20, R21, R23"""
    size = int(token[0])
    other = 7 if size != 7 else 6
    ref = one_round(lay(cards, "Y0 G0 B4", seats=2), dice, token, f"{other}@15")
    assert ref.result[A] == result and ref.view(B)["result"] == ref.view(None)["result"] == ref.result
    assert ref.scores()[A] == (8 - size if result == "correct" else 0)
    assert (A in ref.queue) == (result != "correct") and B in ref.queue and ref.phase == "exchange"


def test_t18_the_last_card_of_all_stacks() -> None:
    """T18, SZ-20, SZ-23, R22, R24, R26, R28, R30"""
    ref = one_round(emptied(lay("Y7 P0", "Y0", "Y6", "Y1"), P=1), "YYY", "1@0", "7@0", "2@0", "6@0")
    neutral = copy.deepcopy(ref.racks)
    assert (ref.queue, options(ref)) == ([A, C], ["exchange P"]) and refused(ref, A, "exchange Y", ["Y5"])
    before, (new, _) = len(ref.discards), ref.unseen["P"]
    do(ref, f"exchange P: P{new}")
    assert (ref.phase, ref.round, len(ref.discards), ref.racks[1:]) == ("roll", 2, before + 1, neutral[1:])
    assert ref.history[-1]["exchange"] == [("P", 0), None, None, None] and not any(map(ref.stack, ref.colours))
    assert ref.history[-1]["result"][C] == "higher"


def test_t19_what_an_exchange_shows() -> None:
    """T19, SZ-21, SZ-22, SZ-25, SZ-26, SZ-27, R24, R29: also of a colour that was not rolled"""
    ref = one_round(lay("Y2 G7", "Y1 G0", seats=2), "GGG", "3@0", "4@0")
    do(ref, "exchange Y: Y6")
    assert ref.discards == [("Y", 2, A, 1)] and ref.racks[A]["Y"] == 6 and ref.stack("Y") == 2
    assert ref.racks[A]["G"] == 7 and ref.round == 2
    views: list[Any] = [ref.view(seat) for seat in (A, B, None)]
    assert [view["racks"][0] for view in views] == [None, ref.racks[0], None]
    assert all(view["racks"][2:] == ref.racks[2:] and view["discards"] == ref.discards for view in views)
    assert all(view["stacks"]["Y"] == 2 and view["unseen"] is None for view in views)
    assert 6 in ref.candidates(A, "Y") and 2 not in ref.candidates(A, "Y")


def test_t20_candidates() -> None:
    """T20, SZ-27, SZ-29, section 5"""
    ref = lay("Y0", "Y1", "Y4", "Y7")
    ref.unseen["Y"].remove(2)
    ref.discards.append(("Y", 2, B, 1))
    assert ref.candidates(A, "Y") == [0, 3, 5, 6]
    assert {rack[0] for rack in worlds(ref, A)} == {0, 3, 5, 6} and set(worlds(ref, A).values()) == {F(1, 4 * 5**5)}


def test_t30_the_last_round_is_played_in_full() -> None:
    """T30, SZ-24, SZ-28, SZ-30, SZ-31, R27"""
    ref = one_round(lay("Y7", "Y0", seats=2, rounds=1), "YYY", "1@0", "2@0")
    assert ref.phase == "exchange" and do(ref, "exchange S: S7").phase == "guess"
    assert (ref.actors(), ref.dice, ref.token, ref.round) == ({A, B}, [], [None, None], 1)
    assert len(options(ref)) == 93 and {"guess -", "guess 7", "guess 0 7", "guess 3 4 5"} <= set(options(ref))
    assert all(refused(ref, A, text) for text in ("guess 4 4", "guess 5 4", "guess 8", "guess 1 2 3 4", "guess"))
    ref.play(B, "guess 0 7")
    assert [ref.view(seat)["guesses"] for seat in (A, B)] == [[[], None], [None, [(0, 7)]]]
    do(ref, *["guess 1"] * 6, *["guess -"] * 4)
    assert ref.actors() == {B} and ref.legal(A) == [] and ref.view(A)["unseen"] is None
    assert (do(ref, "guess 2").phase, ref.actors()) == ("score", {"table"})
    for seat in (A, B, None):  # R37
        view = ref.view(seat)
        assert (view["racks"], view["unseen"], view["guesses"]) == (ref.racks, ref.unseen, ref.guesses)
    assert worlds(ref, A) == {tuple(ref.racks[A].values()): 1} and do(ref, "go on").actors() == set()


def test_e4_e5_e7_the_examples_of_the_rulebook() -> None:
    """E4, E5, E7, SZ-32, SZ-33, SZ-34, R33"""
    examples = {"123 2 123 123 24 123": 11, "02 2 12 2 246 013": 13, "02 2 12 2 24 2": 21}  # Y G B R P S
    for written, points in examples.items():
        ref = guessed("Y2 G2 B2 R2 P2 S2", written)
        assert (ref.net(A), ref.net(B), ref.scores()[A]) == (points, -12, 0)
        assert do(ref, "go on").scores() == [points, -12, -12, -12] and ref.phase == "over"
        assert ref.track == {-12: [1, 2, 3], points: [0]} and ref.ranks() == [1, 2, 3, 4]
    assert len(guessed("Y2", "2 2 2 2 2", colours=5).guesses[A]) == 5


def test_t21_t22_t24_the_final_scoring() -> None:
    """T21, T22, T24, SZ-34, SZ-36, R6, R31, R32, R34, R35"""
    ref = guessed("Y4", "- - - - - -", seats=2)
    ref.move(A, 3)
    ref.order = ref.track_order()
    assert do(ref, "go on").scores() == [-9, -12]
    written: list[tuple[int, ...]] = [(4,), (4, 5), (3, 4, 5), (0, 1, 2), ()]
    assert [guess_points(4, some) for some in written] == [5, 2, 1, -2, -2]
    ref = guessed("Y4 G4 B4", "45 45 45 - - -", seats=2)
    ref.guesses[B] = [(n, 7) if c in "YGB" else () for c, n in ref.racks[B].items()]
    ref.track, ref.order = {10: [A, B]}, [B, A]
    assert (ref.net(A), ref.net(B)) == (0, 0) and do(ref, "go on").track == {10: [A, B]}
    assert ref.scores() == [10, 10] and ref.ranks() == [1, 2]
    ref = guessed("Y4", "- - - - - -", seats=2)  # seat 1 is last and moves first: 2 + 5 + 2 - 2 - 2 - 2
    ref.guesses[B] = [(n, 7) if c in "YB" else (n,) if c == "G" else () for c, n in ref.racks[B].items()]
    ref.track, ref.order = {0: [B], 15: [A]}, [B, A]
    assert do(ref, "go on").track == {3: [B, A]} and ref.ranks() == [2, 1]


def test_e3_conclusions_from_a_discarded_card() -> None:
    """E3, SZ-14, SZ-21, R39"""
    ref = one_round(lay("Y2 G1 B5", "Y7 G0 B0", "Y6 G7", "Y5 G6", seats=2), "YYG", "6@0", "1@0")
    assert ref.history[0]["range"][A] == (0, 5) and ref.result == ["correct", "miss"]
    candidates = [ref.candidates(A, colour) for colour in "YG"]
    expected = {(y, g) for y in candidates[0] for g in candidates[1] if 2 * y + g <= 5}
    assert {rack[:2] for rack in worlds(ref, A)} == expected and (2, 1) in expected and (0, 5) in expected
    do(ref, "exchange S: S7")
    one_round(ref, "BBB", "7@0", "6@0")  # seat 0 misses with 15
    left = [n for n in ref.candidates(A, "Y") if n != 2]
    assert ref.result == ["higher", "correct"] and do(ref, "exchange Y: Y3").discards[-1] == ("Y", 2, A, 2)
    now = worlds(ref, A)
    assert {rack[1] for rack in now} == {1} and {3 * rack[2] > 6 for rack in now} == {True}
    assert Counter(rack[0] for rack in now) == dict.fromkeys(left, len(now) // len(left)) and sum(now.values()) == 1


@pytest.mark.parametrize("game", range(6))
def test_worlds_are_what_remains_of_all_deals(game: int) -> None:
    """SZ-25, SZ-26, SZ-27, R29, R39: all deals and all cards drawn, followed through the whole game"""
    rng, seat = Random(game), game % 2
    ref = Referee(2, **TINY | ({"faces": "YGS"} if game > 3 else {}))
    twins: dict[Any, tuple[Fraction, Referee]] = {"deal": (F(1), copy.copy(ref))}
    informed = 0
    for actor, text, _ in random_play(ref, rng):
        # Every twin goes every way that chance allows; those stay that the seat cannot tell from the real one.
        ways = [(odds * more, child) for odds, twin in twins.values() for more, child in outcomes(twin, actor, text)]
        twins = {}
        for odds, child in ways:
            if child.view(seat) == ref.view(seat):
                twins[key(child)] = (odds + twins.get(key(child), (F(0), ref))[0], child)
        found: dict[Any, Fraction] = {}
        for odds, twin in twins.values():
            own = tuple(twin.racks[seat].values())
            found[own] = found.get(own, F(0)) + odds / sum(odds for odds, _ in twins.values())
        assert found == worlds(ref, seat), (ref.phase, ref.round)
        informed += ref.phase not in ("score", "over") and len(found) < 9
    assert informed


def twins(ref: Referee, rng: Random) -> Iterator[tuple[int, Referee]]:
    """For every seat the position with another own rack that it cannot exclude."""
    for seat in range(ref.seats):
        twin = copy.deepcopy(ref)
        own = rng.choice(sorted(worlds(ref, seat)))
        for colour, number in zip(ref.colours, own, strict=True):
            twin.unseen[colour] = [n for n in ref.candidates(seat, colour) if n != number]
            twin.racks[seat][colour] = number
        yield seat, twin


def check(ref: Referee) -> None:
    """Section 10, as far as one position tells it."""
    for colour in ref.colours:
        gone = [number for c, number, _, _ in ref.discards if c == colour]
        numbers = [rack[colour] for rack in ref.racks] + ref.unseen[colour] + gone
        assert sorted(numbers) == list(range(8)) and ref.stack(colour) + len(gone) == 3  # I1, I3
    assert all("".join(rack) == ref.colours for rack in ref.racks)  # I2
    held = [size for size in ref.token if size is not None]
    assert len(held) == len(set(held)) and (ref.phase != "roll" or not held)  # I4
    assert all(a >= 0 and b <= 21 for past in ref.history for a, b in past["range"])  # I5
    assert sorted(seat for pawns in ref.track.values() for seat in pawns) == list(range(ref.seats))  # I7
    assert sorted(ref.track_order()) == list(range(ref.seats)) and all(ref.track.values())  # I7
    assert len(ref.discards) <= 3 * len(ref.colours)  # I9
    told = {fact for past in ref.history for fact in zip(past["token"], past["result"], strict=True)}
    assert not told & {(1, "higher"), (1, "lower"), *((size, "miss") for size in range(2, 8))}  # I11


@pytest.mark.parametrize(("seats", "colours"), GAMES)
def test_the_invariants_in_random_games(seats: int, colours: int) -> None:
    """Section 10, section 11"""
    for game in range(1):
        rng = Random(f"{seats} {colours} {game}")
        ref = Referee(seats, colours=colours)
        before, decisions, supply = copy.copy(ref), 0, 0
        for actor, _, _ in random_play(ref, rng):
            check(ref)
            assert actor in before.actors()
            decisions += actor != "table"
            if before.phase == "check":
                facts = zip(before.scores(), ref.history[-1]["token"], ref.history[-1]["result"], strict=True)
                assert ref.scores() == [old + POINTS[size] * (told == "correct") for old, size, told in facts]  # I6
                assert all(0 <= before.total(seat) <= 21 for seat in range(seats))  # I5
                supply = sum(map(before.stack, before.colours))
            elif before.phase not in ("deal", "score"):
                assert ref.track == before.track  # I6
            if ref.history and ref.phase in ("roll", "guess") and ref.phase != before.phase:
                past = ref.history[-1]
                misses = sum(result != "correct" for result in past["result"])
                assert sum(one is not None for one in past["exchange"]) == min(misses, supply)  # I8
            if ref.phase not in ("score", "over") and rng.random() < 0.04:
                for seat, twin in twins(ref, rng):
                    check(twin)
                    assert twin.view(seat) == ref.view(seat) and twin.legal(seat) == ref.legal(seat)  # I10
                    assert twin.view(None) == ref.view(None)
                    assert tuple(ref.racks[seat].values()) in worlds(ref, seat)
            before = copy.copy(ref)
        assert len(ref.history) == ref.rounds == ref.round and sorted(ref.ranks()) == list(range(1, seats + 1))
        assert decisions <= ref.rounds * (4 + 3 * seats) + 6 * seats
        assert all(-2 * colours <= score <= 7 * ref.rounds + 5 * colours for score in ref.scores())


# Numbers, each by a second way


def test_perft_of_a_whole_round_by_hand() -> None:
    """Section 11: one colour, five numbers (so no stack), one round: deal, roll, keep, picks, places, check, guesses"""
    ref, seen = Referee(2, colours=1, numbers=5, rounds=1, tokens=2), dict[object, int]()
    deals, fields = 2 * 5 * 4 * 3 * 2, {size: 14 - size for size in (1, 2)}
    pairs = sum(fields[a] * fields[b] for a in fields for b in fields if a != b)
    sets = 1 + 5 + comb(5, 2) + comb(5, 3)
    expected = [1, deals, deals, deals, deals * 2, deals * 2, deals * sum(fields.values()), deals * pairs]
    expected += [deals * pairs, deals * pairs * sets]
    assert [perft(ref, depth, seen) for depth in (1, 3, 5)] == expected[1:6:2]
    (_, dealt), *others = branches(ref)
    assert len(others) + 1 == deals and {chance for chance, _ in others} == {F(1, deals)}
    assert [perft(dealt, depth, seen) * deals for depth in range(5, 9)] == expected[6:]
    assert perft(dealt, 10, seen) * deals == deals * pairs * sets**2


def test_perft_of_the_real_dice() -> None:
    """Section 11: 56 multisets, 20 of three colours, 30 of two, 6 of one; 7 tokens, then 6; 22 and 21 ... fields"""
    ref = lay(seats=2)
    assert [perft(ref, depth) for depth in (1, 2, 3, 4)] == [56, (n := 20 * 16 + 30 * 11 + 6 * 6), n * 7, n * 42]
    turned = do(ref, "go on: Y G B", "keep", "pick 7", "pick 1")
    assert [perft(turned, depth) for depth in (1, 2, 3)] == [16, 16 * 22, 16 * 22]
    ref = lay(seats=2, colours=5)
    rolls = Counter("".join(sorted(child.dice)) for _, child in branches(ref))
    assert len(rolls) == 56 and sum(rolls.values()) == 216
    assert sum(chance for chance, child in branches(ref) if child.phase == "grey") == 1 - F(5, 6) ** 3
    assert sum(chance for chance, child in branches(ref) if len({*child.dice}) == 3) == F(120, 216)
