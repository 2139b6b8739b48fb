"""Positions of szacunki: what round trips, and what is refused in one line that names the field."""

from __future__ import annotations

import json
from random import Random
from time import process_time
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, TABLE, BadPosition, Match
from sprawdzam.engine.notation import read_position

from ..edits import Edit, drop, edited, is_refused_with, put
from .tables import RACKS, SZACUNKI, guesses_for, hits, racks_of, stacks, standing, total, turn_of

PAST = [turn_of("G G G", "7@15:lower:Y1 6@1:correct 5@15:lower:Y3"), *hits("765")]

ROLL = standing(3, phase="roll", past=PAST)
GREY = standing(2, phase="grey", dice="R S S", colours=5)
TURN = standing(3, past=PAST, dice="Y Y S")
PICK = standing(3, phase="pick", past=PAST, now="4 - -", track="1:A 3:C 4:B")
PLACE = standing(3, phase="place", past=PAST, now="7@9 6 1")
CHECK = standing(3, phase="check", past=PAST, now="7@9 6@3 1@0")
EXCHANGE = standing(3, phase="exchange", past=PAST, now="7@0:higher:S0 6@7:correct 1@0:miss")
GUESS = standing(2, phase="guess", past=hits(*["76"] * 10), dice="", guesses=[["4 5", "-"], ["0 1 7"] * 6])
FIVE = standing(2, phase="guess", past=hits(*["76"] * 10), dice="", colours=5, guesses=[[], ["-"] * 5])
SCORE = standing(2, phase="score", past=hits(*["76"] * 10), dice="", guesses=[["-"] * 6, ["0 1 7"] * 6])
OVER = standing(
    2, phase="over", past=hits(*["76"] * 10), dice="", track="11:B 40:A", order="AB",
    guesses=[guesses_for(RACKS[0], "111111"), guesses_for(RACKS[1], "-----3")],
)  # fmt: skip
# Seat 1 comes to field 2 first, in round 1; seat 0 in round 2, and lies on it
MEETING = standing(3, past=[turn_of("G G G", "7@15:lower:Y1 6@1:correct 5@15:lower:Y3"),
                            turn_of("G G G", "6@0:correct 7@4:lower:Y4 5@0:higher:S0")], track="0:C 2:BA")  # fmt: skip
# Seats 0 and 1 go to 3 in one round: whoever was last lies below
TWOFOLD = standing(3, phase="exchange", past=hits("765"), now="6@9:correct 7@5:correct 5@15:lower", track="3:CAB")
DEAL = {"game": "szacunki", "rules": 1, "seats": 3, "options": {}, "phase": "deal"}
GOOD = {"roll": ROLL, "grey": GREY, "turn": TURN, "pick": PICK, "place": PLACE, "check": CHECK, "exchange": EXCHANGE,
        "meeting": MEETING, "twofold": TWOFOLD, "guess": GUESS, "five": FIVE, "score": SCORE, "over": OVER,
        "deal": DEAL}  # fmt: skip


def rounds(number: int, **fields: Any) -> Edit:
    return lambda position: position["rounds"][number].update(fields)


def rack(seat: int, text: Any) -> Edit:
    return lambda position: position["racks"].__setitem__(seat, text)


TRACK = 'stacks of seats by their field, from bottom to top, such as {"0": [1, 0], "7": [2]}'
CARDS = "a card of each colour in order, such as Y3 G0 B5, or Y? G? B? where unknown"
KNOWN = "all cards of a player's rack known, or all unknown until the end"
ASKED = "a token for each who was asked, in the order of the round"
TEXTS = "up to three different numbers, such as 4 5; - for none; ? for unknown"


def listed(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


BAD: list[tuple[str, dict[str, Any], Edit, str]] = [
    *[(f"phase {text!r}", TURN, put(phase=text),
       f"phase: {json.dumps(text)} is not possible; possible: deal, roll, grey, turn, pick, place, check, exchange")
      for text in ("Turn", "", 3, None, ["turn"])],
    # the track
    *[(f"track {track!r}", TURN, put(track=track), f"track: {listed(track)} is not possible; possible: {TRACK}")
      for track in ([], "0:ABC", None, {"0": [0, 1]}, {"0": [0, 1, 1]}, {"0": [0, 1, 3]}, {"0": [0, 1, True]},
                    {"0": [0, 1, "2"]}, {"x": [0, 1, 2]}, {"00": [0, 1, 2]}, {"-0": [0, 1, 2]}, {"1.5": [0, 1, 2]},
                    {"-21": [0, 1, 2]}, {"1000": [0, 1, 2]}, {"0": [0, 1, 2, 0]}, {"0": 0, "1": [1, 2]}, {},
                    {"0": [0, 1], "5": [2, 1]}, {"": [0, 1, 2]}, {"1": [0], "3": [2], "4": [1], "7": []},
                    {"1": [0], "3": [2], "\u0664": [1]}, {0: [0, 1, 2]}, {None: [0, 1, 2]})],
    ("a pawn too far", TURN, put(track={"1": [0], "3": [2], "9": [1]}, order=[0, 2, 1]),
     "track: the pawn of seat 1 stands at 9, its points are 4"),
    ("a pawn behind", TURN, put(track={"-1": [0], "3": [2], "4": [1]}),
     "track: the pawn of seat 0 stands at -1, its points are 1"),
    ("points not moved yet", EXCHANGE, put(track={"1": [0], "3": [2], "4": [1]}),
     "track: the pawn of seat 1 stands at 4, its points are 6"),
    ("points of guesses not moved", OVER, put(track={"10": [0], "20": [1]}),
     "track: the pawn of seat 0 stands at 10, its points are 40"),
    ("points of guesses moved too early", SCORE, put(track={"-2": [0], "20": [1]}),
     "track: the pawn of seat 0 stands at -2, its points are 10"),
    # the order
    *[(f"order {order!r}", TURN, put(order=order),
       f"order: {json.dumps(order)} is not possible; possible: the seats 0 to 2, each once")
      for order in ([0, 1, 1], [0, 1, 3], [0, 1, "2"], [0, True, 2], [0, 1, None])],
    ("an order too short", TURN, put(order=[0, 1]), "order: 2 entries are given; possible: 3"),
    ("no list", TURN, put(order="012"), 'order: "012" is not possible; possible: a list'),
    *[(f"another order than on the track in {name}", GOOD[name], put(order=[1, 0, 2]),
       "order: [1, 0, 2] is not possible; possible: the order on the track, [0, 2, 1]")
      for name in ("roll", "turn", "pick", "place", "check")],
    ("another order before the points", EXCHANGE, put(order=[1, 2, 0]),
     "order: [1, 2, 0] is not possible; possible: the order at the beginning of the round, such as [0, 2, 1]"),
    ("another order before the last points", GUESS, put(order=[1, 0]),
     "order: [1, 0] is not possible; possible: the order at the beginning of the round, such as [0, 1]"),
    ("another order before the guesses", OVER, put(order=[1, 0]),
     "order: [1, 0] is not possible; possible: the order before the guesses were counted, such as [0, 1]"),
    # pawns on one field, which lie there as they came (SZ-08)
    ("the first to come on top", MEETING, put(track={"0": [2], "2": [0, 1]}, order=[2, 1, 0]),
     "track: from the last pawn to the first it is [2, 1, 0]; possible: [2, 0, 1]"),
    ("those who went on one field in another order", TWOFOLD, put(track={"3": [2, 1, 0]}),
     "track: from the last pawn to the first it is [0, 1, 2]; possible: [1, 0, 2]"),
    # racks
    *[(f"rack {text!r}", TURN, rack(0, text), f"racks: {json.dumps(text)} is not possible; possible: {CARDS}")
      for text in ("Y7 G0 B3 R2 P5", "Y7 G0 B3 R2 P5 S8", "G0 Y7 B3 R2 P5 S1", "Y7 G0 B3 R2 P5 S1 S2", "", 7, None,
                   "703251", "Y7G0B3R2P5S1", "Y G0 B3 R2 P5 S1", "Y77 G0 B3 R2 P5 S1", ["Y7"])],
    ("grey among five colours", GREY, rack(0, "Y7 G0 B3 R2 P5 S1"),
     'racks: "Y7 G0 B3 R2 P5 S1" is not possible; possible: ' + CARDS),
    ("half a rack", TURN, rack(0, "Y? G0 B3 R2 P5 S1"),
     f'racks: "Y? G0 B3 R2 P5 S1" is not possible; possible: {KNOWN}'),
    ("a neutral rack unknown", TURN, rack(3, "Y? G? B? R? P? S?"),
     f'racks: "Y? G? B? R? P? S?" is not possible; possible: {KNOWN}'),
    ("a rack unknown at the end", SCORE, rack(0, "Y? G? B? R? P? S?"),
     f'racks: "Y? G? B? R? P? S?" is not possible; possible: {KNOWN}'),
    ("a rack too few", TURN, lambda p: p["racks"].pop(), "racks: 3 entries are given; possible: 4"),
    ("two of three racks unknown", TURN, lambda p: (rack(0, "Y? G? B? R? P? S?")(p), rack(2, "Y? G? B? R? P? S?")(p)),
     "racks: a view hides one rack, or those of all players"),
    ("one card on two racks", TURN, rack(0, "Y2 G0 B3 R2 P5 S1"), "cards: Y2 is there twice"),
    ("a card on a rack that was laid open", TURN, rack(0, "Y3 G0 B3 R2 P5 S1"), "cards: Y3 is there twice"),
    ("a card laid open twice", TURN, rounds(0, exchanges=["Y1", "", "Y1"]), "cards: Y1 is there twice"),
    # rounds
    ("no round", TURN, put(rounds=[]), "rounds: 0 entries are given; possible: 1 to 9"),
    ("a round too many", TURN, put(rounds=hits(*["765"] * 10)), "rounds: 10 entries are given; possible: 1 to 9"),
    ("no list of rounds", TURN, put(rounds={}), "rounds: {} is not possible; possible: a list"),
    ("a text for a round", TURN, lambda p: p["rounds"].__setitem__(0, "x"),
     'rounds[0]: an object with named fields is needed, not "x"'),
    *[(f"dice {dice!r}", TURN, rounds(2, dice=dice),
       f"rounds[2].dice: {json.dumps(dice)} is not possible; possible: three of Y, G, B, R, P, S")
      for dice in ("YG GB BR", "Y Y", "", "Y Y Y Y", "Y Y X", "YYS", None, 3, ["Y", "Y", "S"], "y y s")],
    ("dice before the roll", ROLL, rounds(2, dice="Y Y S"),
     'rounds[2].dice: "Y Y S" is not possible; possible: no dice yet'),
    ("no dice before the roll", ROLL, rounds(2, dice=None),
     "rounds[2].dice: null is not possible; possible: no dice yet"),
    ("a grey die that was not set", GREY, put(phase="turn"),
     'rounds[0].dice: "R S S" is not possible; possible: three of Y, G, B, R, P'),
    ("no grey die to set", GREY, rounds(0, dice="Y G B"),
     'rounds[0].dice: "Y G B" is not possible; possible: a grey one among five colours in phase grey'),
    ("grey dice among six colours", TURN, put(phase="grey"),
     'rounds[2].dice: "Y Y S" is not possible; possible: a grey one among five colours in phase grey'),
    ("no dice", TURN, lambda p: p["rounds"][1].pop("dice"), "rounds[1].dice: this field is missing"),
    # tokens
    *[(f"token {token!r}", PICK, rounds(2, tokens=[token, None, None]),
       f"rounds[2].tokens: {json.dumps(token)} is not possible; possible: 1 to 7, each once, or null")
      for token in (0, 8, "7", True, 1.0, [7])],
    ("a token twice", CHECK, rounds(2, tokens=[7, 6, 7]),
     "rounds[2].tokens: 7 is not possible; possible: 1 to 7, each once"),
    ("a token out of turn", PICK, rounds(2, tokens=[None, 4, None]),
     f"rounds[2].tokens: [null, 4, null] is not possible; possible: {ASKED}"),
    ("tokens out of turn", PICK, rounds(2, tokens=[3, 4, None]),
     f"rounds[2].tokens: [3, 4, null] is not possible; possible: {ASKED}"),
    ("all have taken one", PICK, rounds(2, tokens=[3, 4, 5]),
     f"rounds[2].tokens: [3, 4, 5] is not possible; possible: {ASKED}"),
    ("somebody has none", PLACE, rounds(2, tokens=[7, 6, None]),
     f"rounds[2].tokens: [7, 6, null] is not possible; possible: {ASKED}"),
    ("somebody had none", TURN, rounds(1, tokens=[7, 6, None]),
     f"rounds[1].tokens: [7, 6, null] is not possible; possible: {ASKED}"),
    ("a token too few", CHECK, rounds(2, tokens=[7, 6]), "rounds[2].tokens: 2 entries are given; possible: 3"),
    ("no tokens", CHECK, lambda p: p["rounds"][2].pop("tokens"), "rounds[2].tokens: this field is missing"),
    ("tokens before the turn", TURN, rounds(2, tokens=[7, None, None]),
     "rounds[2].tokens: there is no such field; there are: dice"),
    # starts
    *[(f"start {start!r}", CHECK, rounds(2, starts=[start, 3, 0]),
       f"rounds[2].starts: {json.dumps(start)} is not possible; possible: 0 to 15 for a token of size 7")
      for start in (-1, 16, 22, "9", True, None, "?", 9.0)],
    ("an overhang", CHECK, rounds(2, starts=[9, 17, 0]),
     "rounds[2].starts: 17 is not possible; possible: 0 to 16 for a token of size 6"),
    ("an overhang while placing", PLACE, rounds(2, starts=[16, None, None]),
     "rounds[2].starts: 16 is not possible; possible: 0 to 15 for a token of size 7"),
    ("a hole in an earlier round", PLACE, rounds(1, starts=["?", 7, 9]), 'rounds[1].starts: "?" is not possible'),
    ("a start too few", CHECK, rounds(2, starts=[9, 3]), "rounds[2].starts: 2 entries are given; possible: 3"),
    ("no starts", CHECK, lambda p: p["rounds"][2].pop("starts"), "rounds[2].starts: this field is missing"),
    ("starts before all have tokens", PICK, rounds(2, starts=[0, None, None]),
     "rounds[2].starts: there is no such field; there are: dice, tokens"),
    ("all have placed", PLACE, rounds(2, starts=[9, 3, 0]), "phase: nobody has anything left to do in place"),
    # results
    *[(f"result {result!r}", TURN, rounds(1, results=[result, "correct", "correct"]),
       f"rounds[1].results: {json.dumps(result)} is not possible; possible: correct, higher, lower, miss")
      for result in ("", "hit", "Correct", None, 1, ["correct"], "?")],
    *[(f"a result that the cards deny: {result}", TURN, rounds(1, results=["correct", "correct", result]),
       f"rounds[1].results: seat 2 has {result}, by the cards it is correct")
      for result in ("higher", "lower", "miss")],
    ("a direction for size 1", EXCHANGE, rounds(2, results=["higher", "correct", "higher"]),
     "rounds[2].results: seat 2 has higher, by the cards it is miss"),
    ("another direction", EXCHANGE, rounds(2, results=["lower", "correct", "miss"]),
     "rounds[2].results: seat 0 has lower, by the cards it is higher"),
    ("a result of the card that was laid open", TURN, rounds(0, dice="Y Y Y", starts=[0, 1, 15]),
     "rounds[0].results: seat 0 has lower, by the cards it is correct"),
    ("a result too few", TURN, rounds(0, results=["lower", "correct"]),
     "rounds[0].results: 2 entries are given; possible: 3"),
    ("no results", TURN, lambda p: p["rounds"][0].pop("results"), "rounds[0].results: this field is missing"),
    ("results before the check", CHECK, rounds(2, results=["correct"] * 3),
     "rounds[2].results: there is no such field; there are: dice, tokens, starts"),
    ("results that no rack allows", TURN,
     lambda p: (rack(0, "Y? G? B? R? P? S?")(p), rounds(0, results=["higher", "correct", "lower"])(p)),
     "rounds: no rack of seat 0 agrees with all results"),
    # exchanges
    *[(f"exchange {card!r}", TURN, rounds(0, exchanges=[card, "", "Y3"]),
       f"rounds[0].exchanges: {json.dumps(card)} is not possible; possible: a card such as Y2 for whoever missed")
      for card in ("Y8", "Y", "X1", "Y?", 1, None, ["Y1"], "y1")],
    ("an exchange for a hit", TURN, rounds(0, exchanges=["Y1", "S0", "Y3"]),
     'rounds[0].exchanges: "S0" is not possible; possible: a card such as Y2 for whoever missed, or an empty text'),
    ("grey exchanged among five colours", FIVE,
     rounds(0, results=["higher", "correct"], exchanges=["S0", ""], starts=[0, 7]),
     'rounds[0].exchanges: "S0" is not possible; possible: a card such as Y2'),
    ("an exchange too few", TURN, rounds(0, exchanges=["Y1", ""]),
     "rounds[0].exchanges: 2 entries are given; possible: 3"),
    ("exchanges before the check", CHECK, rounds(2, exchanges=["S0", "", ""]),
     "rounds[2].exchanges: there is no such field; there are: dice, tokens, starts"),
    ("a colour exchanged too often", TURN, lambda p: p.update(rounds=[
        turn_of("G G G", "7@15:lower:Y1 6@11:lower:Y3 5@0:higher:Y4"),
        turn_of("G G G", "7@15:lower:Y6 6@1:correct 5@9:correct"),
        {"dice": "Y Y S"}], track={"0": [0], "2": [1], "3": [2]}, order=[0, 1, 2]),
     "rounds: Y is exchanged 4 times, there are 3 cards of it to draw"),
    ("nobody owes a card", EXCHANGE, rounds(2, exchanges=["S0", "", "R1"]),
     "phase: nobody has anything left to do in exchange"),
    ("somebody owes a card", GUESS,
     lambda p: (rounds(9, results=["higher", "correct"], starts=[0, 7])(p), put(track={"9": [0], "20": [1]})(p)),
     "rounds[9].exchanges: [] is not possible; possible: a card of each of these seats: 0"),
    ("an exchange before that of an earlier one", EXCHANGE, rounds(2, exchanges=["", "", "R1"]),
     'rounds[2].exchanges: ["", "", "R1"] is not possible; possible: a card of each in turn: 0, 2'),
    ("a miss without an exchange", TURN, rounds(0, exchanges=["", "", "Y3"]),
     'rounds[0].exchanges: ["", "", "Y3"] is not possible; possible: a card of each of these seats: 0, 2'),
    ("misses without exchanges", TURN, lambda p: p["rounds"][0].pop("exchanges"),
     "rounds[0].exchanges: [] is not possible; possible: a card of each of these seats: 0, 2"),
    # the end
    *[(f"{name} before the last round", GOOD[name],
       lambda p: (p["rounds"].pop(), put(track={"9": [0], "18": [1]})(p)),
       "rounds: 9 is not possible; possible: 10 rounds before the guesses") for name in ("guess", "score")],
    *[(f"guesses {texts!r}", GUESS, put(guesses=[texts, []]),
       f"guesses: {listed(texts)} is not possible; possible: up to 6 texts such as 4 5, one for each colour in order")
      for texts in ("4 5", None, ["1"] * 7, {}, 4)],
    *[(f"guess {text!r}", GUESS, put(guesses=[[text], []]),
       f"guesses: {json.dumps(text)} is not possible; possible: {TEXTS}")
      for text in ("8", "0 1 2 3", "", "1,2", 4, None, "4 ", ["4"], "--")],
    *[(f"guess {text!r} that is written as {right!r}", GUESS, put(guesses=[[text], []]),
       f'guesses: "{text}" is not possible; possible: different numbers in ascending order, such as {right}')
      for text, right in (("5 4", "4 5"), ("4 4", "4"), ("7 0 1", "0 1 7"), ("1 2 1", "1 2"))],
    ("six guesses for five colours", FIVE, put(guesses=[[], ["-"] * 6]),
     'guesses: ["-", "-", "-", "-", "-", "-"] is not possible; possible: up to 5 texts such as 4 5'),
    ("all have written", GUESS, put(guesses=[["-"] * 6] * 2), "phase: nobody has anything left to do in guess"),
    ("a guess missing at the end", SCORE, put(guesses=[["-"] * 5, ["-"] * 6]), "guesses: "),
    ("a guess unknown at the end", SCORE, put(guesses=[["-"] * 5 + ["?"], ["-"] * 6]),
     f'guesses: "?" is not possible; possible: {TEXTS}'),
    ("somebody is writing at the end", SCORE, put(guesses=["writing?", ["-"] * 6]),
     'guesses: "writing?" is not possible; possible: up to 6 texts'),
    ("guesses of one", GUESS, put(guesses=[[]]), "guesses: 1 entries are given; possible: 2"),
    ("guesses in a round", TURN, put(guesses=[[], [], []]), "guesses: there is no such field"),
    # fields
    ("an unknown field", TURN, put(stacks=[3] * 6), "stacks: there is no such field; there are: game, rules, seats"),
    ("an unknown field of a round", TURN, rounds(1, sums=[1, 2, 3]), "rounds[1].sums: there is no such field"),
    ("a round before the deal", DEAL, put(rounds=[]), "rounds: there is no such field"),
    ("five seats", TURN, put(seats=5), "seats: 5 is not possible; possible: 2 to 4"),
    ("other rules", TURN, put(rules=2), "rules: 2 is not possible; possible: 1"),
    ("a bad option", TURN, put(options={"colours": 4}), "options: option colours: 4 is not possible"),
    *[(f"no {name}", TURN, drop(name), f"{name}: this field is missing") for name in TURN if name != "options"],
    ("no guesses", GUESS, drop("guesses"), "guesses: this field is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "edit", "line"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_position_is_refused_and_the_field_is_named(position: dict[str, Any], edit: Edit, line: str) -> None:
    is_refused_with(position, edit, line)


@pytest.mark.parametrize("position", GOOD.values(), ids=GOOD.keys())
def test_a_good_position_round_trips(position: dict[str, Any]) -> None:
    _, state = read_position(SZACUNKI, position)
    again = sprawdzam.engine.notation.write_position(SZACUNKI, state)
    assert again == position and read_position(SZACUNKI, again)[1] == state
    for seat in (0, 1, SPECTATOR):
        view = sprawdzam.view(position, seat)
        other = sprawdzam.view(view.position, seat)
        assert other.record == view.record and other.choices == view.choices
    assert sprawdzam.view(json.dumps(position), 0).record == sprawdzam.view(position, 0).record


@pytest.mark.parametrize(
    ("told", "track"),
    [("1@0:correct 2@0:correct", "6:B 7:A"), ("4@3:correct 5@2:correct 6@1:correct", "2:C 3:B 4:A")],
    ids=["two have the 0", "three have the 1 or the 2"],
)
def test_a_view_in_which_the_racks_cannot_stand_together_is_refused(told: str, track: str) -> None:
    """SZ R42: each of the hidden racks could agree with its results alone, but a yellow card is there once."""
    seats = len(told.split())
    view = standing(seats, past=[turn_of("Y Y Y", told)], track=track)
    view["racks"] = ["Y? G? B? R? P? S?"] * seats + ["Y4 G4 B4 R4 P4 S4", "Y5 G5 B5 R5 P5 S5"][: 4 - seats]
    with pytest.raises(BadPosition, match=r"^rounds: no racks agree with all results side by side, each card being"):
        sprawdzam.view(view, SPECTATOR)


def test_racks_that_contradict_each_other_in_a_hidden_way_are_refused_soon() -> None:
    """SZ R42: three colours of four racks cannot add up to so little, which no single result shows."""
    rounds = [
        ("S R P", "2@6:lower 3@8:lower 4@6:lower 5@7:lower"),
        ("P S R", "2@5:lower 3@4:lower 4@5:lower 5@7:lower"),
        ("B G Y", "2@8:lower 3@8:lower 4@6:lower 5@8:lower"),
        ("G B Y", "2@8:lower 3@4:lower 4@8:lower 5@7:lower"),
    ]
    view = standing(4, past=[turn_of(*told) for told in rounds])
    view["racks"] = ["Y? G? B? R? P? S?"] * 4
    begin = process_time()
    with pytest.raises(BadPosition, match=r"^rounds"):
        sprawdzam.view(view, SPECTATOR)
    assert process_time() - begin < 5


def test_a_hole_is_refused_where_a_full_position_is_needed() -> None:
    """SZ-27: what a view does not know cannot be played on."""
    match = sprawdzam.position(TURN)
    for seat in (0, 1, 2, SPECTATOR):
        with pytest.raises(BadPosition, match=r"^position: a full position is needed, this one has \? in it$"):
            sprawdzam.position(match.view(seat).position)


def test_a_view_belongs_to_its_seat() -> None:
    """SZ-04"""
    for position in (TURN, PLACE, GUESS):
        with pytest.raises(BadPosition, match="seat 1 sees something else than is known here"):
            sprawdzam.view(sprawdzam.position(position).view(0).position, 1)


def test_whom_the_game_waits_for_follows_from_the_position() -> None:
    """SZ-10, SZ-12, SZ-13, SZ-19, SZ-31"""
    waiting = {"grey": (0,), "turn": (0,), "pick": (2,), "place": (1, 2), "exchange": (2,), "guess": (0,), "five": (0,)}
    for name, seats in waiting.items():
        assert sprawdzam.position(GOOD[name]).actors == seats, name
    for name in ("deal", "roll", "check", "score"):
        assert sprawdzam.view(GOOD[name], 0).actors == (TABLE,)
    assert sprawdzam.position(SCORE).over and sprawdzam.position(OVER).actors == ()
    assert sprawdzam.position(OVER).winners == (0,) and sprawdzam.position(OVER).scores == (40, 11)


def test_the_cards_left_to_draw_follow_from_the_exchanges() -> None:
    """SZ-03, SZ-22"""
    assert stacks(sprawdzam.position(TURN)) == [1, 3, 3, 3, 3, 3]
    assert stacks(sprawdzam.position(EXCHANGE)) == [1, 3, 3, 3, 3, 2]
    assert stacks(sprawdzam.position(GREY)) == [3, 3, 3, 3, 3, 0]


def test_dice_may_be_written_in_any_order() -> None:
    """SZ R8"""
    assert sprawdzam.position(edited(TURN, rounds(2, dice="S Y Y"))).state == sprawdzam.position(TURN).state


@pytest.mark.parametrize(
    ("seats", "colours"),
    [(2, 5), (3, 6), (4, 5), *[pytest.param(*table, marks=pytest.mark.full) for table in ((2, 6), (3, 5), (4, 6))]],
)
def test_a_match_can_be_taken_up_at_every_position_that_it_comes_to(seats: int, colours: int) -> None:
    """Nothing that can be reached is refused, and the copy is the same to the byte, for the table and for everybody."""
    luck = Random(seats)
    match = sprawdzam.game("szacunki", seats, colours=colours).start(seed=4, auto=False)
    phases = set()
    while True:
        phases.add(match.position["phase"])
        assert read_position(SZACUNKI, json.loads(json.dumps(match.position)))[1] == match.state
        for seat in range(SPECTATOR, seats):
            view = match.view(seat)
            assert read_position(SZACUNKI, json.loads(view.text))[1] == view.record
        if match.over:
            break
        step(match, luck)
    wanted = {"deal", "roll", "turn", "pick", "place", "check", "exchange", "guess", "score", "over"}
    assert phases == wanted | ({"grey"} if colours == 5 else set())
    assert sprawdzam.load(match.log.text).state == match.state


def step(match: Match, luck: Random) -> None:
    """The table goes on, or somebody does something; half of the ranges are right, so that pawns and facts pile up."""
    if match.actors == (TABLE,):
        match.go_on()
        return
    seat = luck.choice(match.actors)
    text = luck.choice(match.view(seat).choices)
    if text.startswith("place") and luck.random() < 0.5:
        told = match.position["rounds"][-1]
        real = total(racks_of(match)[seat], told["dice"])
        text = f"place {min(real, 22 - told['tokens'][seat])}"
    match.play(seat, text)
