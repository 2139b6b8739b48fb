"""Positions of nerwy: what round trips, and what is refused in one line that names the field."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, TABLE, BadPosition
from sprawdzam.engine.notation import read_position

from ..edits import Edit, drop, edited, is_refused_with, player, put
from .tables import DECK, HEART_CARDS, NERWY, at, plain_hands, say, standing

TURN = standing(
    ["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"], "0:S5v 1:PL2^ 2:D3", turn=0, discard="BIN S4 D5", binned="1:REV"
)
OPEN = standing(["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"])  # a round begins
SECOND = standing(["S1 D2", "S2 S3 D4"], "1:PL2^ 0:S5v", must=2, placed=1)
WINDOW = standing(["S1 D2 TRAP", "S2 D4", "D1 D1 D5"], "0:S5v 1:D3", phase="window", turn=1)
COMMIT = standing(
    ["S1 D2 TRAP", "S2 D4", "D1 D1 D5"], "0:S5v 1:D3", phase="window", turn=1, answers={2: "call"},
    call_window="commit",
)  # fmt: skip
DRAW = standing(["S1 D2 TRAP", "S2 D4", "D1 D1 D5"], "0:S5v 1:D3", phase="draw", turn=1, caller=0)
REVEAL = standing(["S1 D2 TRAP", "S2 D4 D4", "D1 D1 D5"], "0:S5v 1:D3", phase="reveal", turn=1, caller=0)
DEAL = standing(["", "", ""], phase="deal", must=0, number=0, top="none")
ENDED = standing(["S1 D2 TRAP", "S2 S3 D4", "D1 D1 D5"], phase="over", tokens=["3C1N", "2C0N", "0C1N"], number=9)
EMPTY = standing(
    plain_hands(2, ""), " ".join(f"1:{card}v" for card in HEART_CARDS for _ in range(DECK[card])) + " 1:D1" +
    "".join(f" 1:D{n}" for n in (2, 3, 4, 5) for _ in range(7)), turn=0, top="none",
)  # fmt: skip
GOOD = {"turn": TURN, "open": OPEN, "second": SECOND, "window": WINDOW, "commit": COMMIT, "draw": DRAW,
        "reveal": REVEAL, "deal": DEAL, "over": ENDED, "empty": EMPTY}  # fmt: skip


def hand(seat: int, *texts: Any) -> Edit:
    return player(seat, hand=list(texts))


ROW = "a seat and a card: 0 S3^ (face up), 0 S3v (face down), 0 D4, 0 ?v (unknown)"
BINNED = "a seat and the heart card that it had placed: 0 S3, 0 ? (unknown)"
CARDS = "S1, S2, S3, S4, S5, REV, PL2, BIN, TRAP, D1, D2, D3, D4, D5"

BAD: list[tuple[str, dict[str, Any], Edit, str]] = [
    # the row
    *[
        (f"row entry {entry!r}", TURN, put(row=[entry]), f"row: {json.dumps(entry)} is not possible; possible: {ROW}")
        for entry in ("3 D4", "0 D4^", "0 D4v", "0 S3", "0 S6v", "0 ?^", "0 ?", "D4", "0 D4 ", "x D4", "", 4, None)
    ],
    ("more cards than placements", TURN, put(placements=2), "row: 3 entries are given; possible: 0 to 2"),
    ("a text for a row", TURN, put(row="0 D4"), 'row: "0 D4" is not possible; possible: a list'),
    ("a hole in the reveal", REVEAL, put(row=["0 ?v", "1 D3"]),
     "row: all of it is open in phase reveal, nothing can be ?"),
    ("cards before the deal", DEAL, put(row=["0 D4"]), "row: 1 entries are given; possible: 0"),
    # discard
    *[
        (f"discard {card!r}", TURN, put(discard=["BIN", card]),
         f"discard: {json.dumps(card)} is not possible; possible: {CARDS}")
        for card in ("?", "S3v", "D6", 3, None, ["D4"])
    ],
    ("a discard beyond the deck", TURN, put(discard=["D1"] * 71), "discard: 71 entries are given; possible: 0 to 70"),
    *[
        (f"binned {entry!r}", TURN, put(binned=[entry]),
         f"binned: {json.dumps(entry)} is not possible; possible: {BINNED}")
        for entry in ("3 S3", "0 D4", "0 S3v", "S3", "0 S6", "", 3, None)
    ],
    ("more removed than bins", TURN, put(binned=["0 S3", "0 S4"]), "binned: 2 entries are given; possible: 0 to 1"),
    # hands and tokens
    ("four cards", TURN, hand(0, "S1", "D2", "D2", "D2"), "players[0].hand: 4 entries are given; possible: 0 to 3"),
    ("the placed card still in hand", WINDOW, hand(1, "S2", "D4", "D4"),
     "players[1].hand: 3 entries are given; possible: 0 to 2"),
    ("the first of two still in hand", SECOND, hand(0, "S1", "D2", "D2"),
     "players[0].hand: 3 entries are given; possible: 0 to 2"),
    ("a hand before the deal", DEAL, hand(0, "S1"), "players[0].hand: 1 entries are given; possible: 0"),
    *[
        (f"hand {card!r}", TURN, hand(0, card),
         f"players[0].hand: {json.dumps(card)} is not possible; possible: {CARDS}, ? (a heart)")
        for card in ("S6", "heart", "S3v", 3, None, ["D4"])
    ],
    ("half known hearts", TURN, hand(0, "S1", "?", "D2"),
     'players[0].hand: ["S1", "?", "D2"] is not possible; possible: all hearts of a hand known, or all of them ?'),
    *[
        (f"tokens {text!r}", TURN, player(1, tokens=text),
         f"players[1].tokens: {json.dumps(text)} is not possible; possible: 0C0N to 3C1N")
        for text in ("4C0N", "0C2N", "C", "", "1N0C", "-1C0N", 0, None)
    ],
    ("tokens before the deal", DEAL, player(1, tokens="1C0N"),
     'players[1].tokens: "1C0N" is not possible; possible: 0C0N'),
    ("eight of a kind", TURN, put(discard=["BIN"] + ["D1"] * 6), "cards: D1 is there 8 times; the deck has 7 of it"),
    ("four of a kind of heart", TURN, put(discard=["BIN", "S1", "S1", "S1"]),
     "cards: S1 is there 4 times; the deck has 3 of it"),
    ("a third trap", TURN, put(row=["0 TRAPv", "1 TRAP^"]), "cards: TRAP is there 3 times; the deck has 2 of it"),
    ("more hidden hearts than there are", EMPTY,
     lambda p: (p["row"].__setitem__(0, "1 D1"), p["row"].pop(), hand(0, "?", "?", "D1")(p)),
     "cards: 2 hearts are ?, only 1 are left"),
    # answers
    ("an answer in a race", WINDOW, player(2, answer="pass"),
     'players[2].answer: "pass" is not possible; possible: no answer but in a window with call_window=commit'),
    ("an answer out of the window", edited(TURN, put(options={"call_window": "commit"})), player(2, answer="pass"),
     'players[2].answer: "pass" is not possible; possible: no answer but in a window with call_window=commit'),
    ("an answer of the placer", COMMIT, player(1, answer="pass"),
     'players[1].answer: "pass" is not possible; possible: no answer'),
    ("no such answer", COMMIT, player(2, answer="none"),
     'players[2].answer: "none" is not possible; possible: pass, call, ?'),
    ("neither waiting nor answered", COMMIT, lambda p: p["players"][2].pop("answer"),
     "waiting: 2 is not possible; possible: every rival either waits or has an answer"),
    ("waiting and answered", COMMIT, put(waiting=[0, 2]),
     "waiting: 2 is not possible; possible: every rival either waits or has"),
    ("everybody has answered", COMMIT, put(waiting=[]), "waiting: 0 entries are given; possible: 1 to 2"),
    ("everybody has passed", WINDOW, put(waiting=[]), "waiting: 0 entries are given; possible: 1 to 2"),
    ("more waiting than rivals", WINDOW, put(waiting=[0, 2, 2]), "waiting: 3 entries are given; possible: 1 to 2"),
    *[
        (f"waiting for {seat!r}", WINDOW, put(waiting=[seat]),
         f"waiting: {json.dumps(seat)} is not possible; possible: seats from 0 to 2, but for 1, who has placed")
        for seat in (1, 3, -1, True, "0", None)
    ],
    ("waiting in a turn", TURN, put(waiting=[0]), "waiting: there is no such field; there are: game"),
    # the pile
    ("no top", TURN, put(top="none"), 'top: "none" is not possible; possible: heart, D1, D2, D3, D4, D5'),
    ("a top that lies elsewhere", TURN, put(top="D1", discard=["BIN"] + ["D1"] * 5),
     'top: "D1" is not possible; possible: heart, D2'),
    ("a front on top", TURN, put(top="S3"), 'top: "S3" is not possible; possible: none, heart, D1'),
    ("a top before the deal", DEAL, put(top="heart"), 'top: "heart" is not possible; possible: none before the deal'),
    ("a top of nothing", EMPTY, put(top="D1"), 'top: "D1" is not possible; possible: none: the pile is empty'),
    ("a discard that should be shuffled", EMPTY, lambda p: (p["row"].pop(), p["discard"].append("D5")),
     "discard: the pile is empty, so the discard must be shuffled into it already"),
    ("fewer drawn than lie there", TURN, put(drawn=15), "drawn: 15 is not possible; possible: 16 to 235"),
    ("too many drawn", TURN, put(drawn=236), "drawn: 236 is not possible; possible: 16 to 235"),
    ("drawn before the deal", DEAL, put(drawn=1), "drawn: 1 is not possible; possible: 0"),
    # the turn
    ("no such phase", TURN, put(phase="bet"),
     'phase: "bet" is not possible; possible: deal, turn, window, draw, reveal, over'),
    ("a list as phase", TURN, put(phase=[]), "phase: [] is not possible"),
    ("round 0", TURN, put(round=0), "round: 0 is not possible; possible: 1 to 100"),
    ("round 101", TURN, put(round=101), "round: 101 is not possible; possible: 1 to 100"),
    ("a round beyond the fuse", TURN, put(round=6, options={"max_rounds": 5}),
     "round: 6 is not possible; possible: 1 to 5"),
    ("a round before the deal", DEAL, put(round=1), "round: 1 is not possible; possible: 0"),
    ("no such starter", TURN, put(starter=3), "starter: 3 is not possible; possible: 0 to 2"),
    ("no such turn", TURN, put(turn=3), "turn: 3 is not possible; possible: 0 to 2"),
    ("true on turn", TURN, put(turn=True), "turn: true is not possible; possible: 0 to 2"),
    ("no such direction", TURN, put(direction="left"), 'direction: "left" is not possible; possible: cw, ccw'),
    ("no such placer", TURN, put(last_placer=3), "last_placer: 3 is not possible; possible: 0 to 2"),
    ("nobody placed", TURN, put(last_placer=None), "last_placer: null is not possible; possible: a seat"),
    ("somebody placed nothing", OPEN, put(last_placer=1),
     "last_placer: 1 is not possible; possible: null: nothing was placed yet"),
    ("three to place", TURN, put(must_place=3), "must_place: 3 is not possible; possible: 1 to 2"),
    ("nothing to place", TURN, put(must_place=0), "must_place: 0 is not possible; possible: 1 to 2"),
    ("something to place before the deal", DEAL, put(must_place=1), "must_place: 1 is not possible; possible: 0"),
    ("more placed than due", WINDOW, put(placed=2), "placed: 2 is not possible; possible: 0 to 1"),
    ("all placed in a turn", SECOND, lambda p: (put(placed=2)(p), hand(0, "S1")(p)),
     "placed: 2 is not possible; possible: less than must_place, 2, by the seat on turn"),
    ("another placed the first of two", SECOND, put(last_placer=1),
     "placed: 1 is not possible; possible: less than must_place, 2, by the seat on turn"),
    ("pending 0", TURN, put(pending2=0), "pending2: 0 is not possible; possible: true, false"),
    ("fewer placements than this turn", SECOND, put(placements=0), "placements: 0 is not possible; possible: 1 to 201"),
    ("placements beyond the fuse", TURN, put(placements=202), "placements: 202 is not possible; possible: 0 to 201"),
    ("placements beyond another fuse", TURN, put(placements=12, options={"max_placements": 10}),
     "placements: 12 is not possible; possible: 0 to 11"),
    ("placements before the deal", DEAL, put(placements=1), "placements: 1 is not possible; possible: 0"),
    ("a window without a card", WINDOW, put(placed=0), "phase: seat 1 is on turn and must have placed last"),
    ("a window after another", WINDOW, put(last_placer=0), "phase: seat 1 is on turn and must have placed last"),
    ("a draw of another", DRAW, put(last_placer=2), "phase: seat 1 is on turn and must have placed last"),
    ("the last placer on turn", TURN, put(last_placer=0),
     "turn: 0 is not possible; possible: not the seat that placed last"),
    ("another than the starter begins", OPEN, put(starter=1),
     "turn: a round begins with its starter, who places one card"),
    ("a round begins with two", OPEN, put(must_place=2), "turn: a round begins with its starter, who places one card"),
    ("a round begins with a duty", OPEN, put(pending2=True),
     "turn: a round begins with its starter, who places one card"),
    ("another than the starter at the end", ENDED, put(starter=1),
     "turn: a round begins with its starter, who places one"),
    ("placements at the end", ENDED, put(placements=1, last_placer=1),
     "placements: 1 is not possible; possible: 0 at the end"),
    ("counter-clockwise at the start of a round", OPEN, put(direction="ccw", options={"direction_reset": True}),
     'direction: "ccw" is not possible; possible: cw: a round begins clockwise with the option direction_reset'),
    *[
        (f"before the deal {name}", DEAL, put(**{name: value}),
         "phase: before the deal the starter is on turn, clockwise, and nothing has happened")
        for name, value in (("turn", 1), ("direction", "ccw"), ("last_placer", 1), ("pending2", True), ("caller", 1))
    ],
    # the end
    ("no such caller", REVEAL, put(caller=3), "caller: 3 is not possible; possible: 0 to 2"),
    ("a caller in a turn", TURN, put(caller=0), "caller: 0 is not possible; possible: null in phase turn"),
    ("a caller in a window", WINDOW, put(caller=0), "caller: 0 is not possible; possible: null in phase window"),
    ("a caller at the end", ENDED, put(caller=0), "caller: 0 is not possible; possible: null in phase over"),
    ("a reveal without a caller", REVEAL, put(caller=None),
     "caller: null is not possible; possible: a seat in phase reveal"),
    ("a caller who placed last", REVEAL, put(caller=1),
     "caller: 1 is not possible; possible: not the seat that placed last"),
    ("a draw called by the placer", DRAW, put(caller=1),
     "caller: 1 is not possible; possible: not the seat that placed last"),
    ("a reveal in another's turn", REVEAL, put(turn=2),
     "turn: 2 is not possible; possible: the caller's or the last placer's"),
    ("a reveal of nothing", REVEAL, put(turn=0, placements=0, row=[], last_placer=None),
     "last_placer: null is not possible; possible: a seat in phase reveal"),
    ("three composures and on", TURN, player(1, tokens="3C0N"), "phase: somebody has 3 composure; possible: over"),
    ("an end without a winner", ENDED, player(0, tokens="2C0N"),
     "phase: nobody has 3 composure, and round 100 is not played: it is not over"),
    ("an end before the fuse", ENDED, lambda p: (player(0, tokens="2C0N")(p), put(options={"max_rounds": 10})(p)),
     "phase: nobody has 3 composure, and round 10 is not played: it is not over"),
    # fields and players
    ("an unknown field", TURN, put(pile=54), "pile: there is no such field; there are: game, rules, seats"),
    ("an unknown field of a player", TURN, player(1, name="Ola"),
     "players[1].name: there is no such field; there are: tokens, hand"),
    ("no tokens", TURN, lambda p: p["players"][1].pop("tokens"), "players[1].tokens: this field is missing"),
    ("no hand", TURN, lambda p: p["players"][1].pop("hand"), "players[1].hand: this field is missing"),
    ("a player too few", TURN, lambda p: p["players"].pop(), "players: 2 entries are given; possible: 3"),
    ("a text for a player", TURN, lambda p: p["players"].__setitem__(2, "x"),
     "players[2]: an object with named fields"),
    ("seven seats", TURN, put(seats=7), "seats: 7 is not possible; possible: 2 to 6"),
    ("other rules", TURN, put(rules=2), "rules: 2 is not possible; possible: 1"),
    ("a bad option", TURN, put(options={"call_window": "slow"}), "options: option call_window: slow is not possible"),
    *[(f"no {name}", TURN, drop(name), f"{name}: this field is missing") for name in TURN if name != "options"],
    ("no waiting", WINDOW, drop("waiting"), "waiting: this field is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "edit", "line"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_position_is_refused_and_the_field_is_named(position: dict[str, Any], edit: Edit, line: str) -> None:
    is_refused_with(position, edit, line)


NOWHERE: list[tuple[str, dict[str, Any], Edit, str]] = [
    ("a discard before the deal", DEAL, put(discard=["S1"]), "discard: "),
    ("a starter without cards", OPEN, hand(0), "players[0].hand: "),
    ("a round begins with a short hand", OPEN, hand(1, "D4"), "players[1].hand: "),
    ("a second card that is not there", SECOND, hand(0), "players[0].hand: "),
    ("an open bin in the row", TURN, put(row=["0 BIN^"]), "row: "),
    ("a duty in the turn that it binds", TURN, put(pending2=True), "pending2: "),
    ("a window between two cards", WINDOW, put(must_place=2), "placed: "),
    ("a draw between two cards", DRAW, put(must_place=2), "placed: "),
    ("twice the same seat", WINDOW, put(waiting=[0, 0]), "waiting: "),
]


@pytest.mark.parametrize(("position", "edit", "line"), [row[1:] for row in NOWHERE], ids=[row[0] for row in NOWHERE])
def test_a_position_that_no_match_comes_to_is_refused(position: dict[str, Any], edit: Edit, line: str) -> None:
    with pytest.raises(BadPosition) as caught:
        sprawdzam.position(edited(position, edit))
    assert str(caught.value).startswith(line)


@pytest.mark.parametrize("position", GOOD.values(), ids=GOOD.keys())
def test_a_good_position_round_trips(position: dict[str, Any]) -> None:
    if position["phase"] not in ("deal", "draw", "reveal"):  # where the table goes on at once
        again = sprawdzam.position(position).position
        drawn = again.pop("drawn")
        assert again == position and drawn == 70 - sprawdzam.position(position).state.left
    for seat in (0, 1, SPECTATOR):
        view = sprawdzam.view(position, seat)
        other = sprawdzam.view(view.position, seat)
        assert other.record == view.record and other.choices == view.choices
    assert sprawdzam.view(json.dumps(position), 0).record == sprawdzam.view(position, 0).record


def test_a_match_that_ended_counter_clockwise_round_trips() -> None:
    """NE-39: with direction_reset too."""
    match = at(
        ["REV D1 D1", "D2 D2 D2", "D3 D3 D3"], "2:D1", tokens=["2C0N", "0C0N", "0C0N"], direction_reset=True,
        pile="D4 D5",
    )  # fmt: skip
    say(match, "REV^", "1 call")
    assert match.over and sprawdzam.position(match.position).state == match.state


def test_options_and_the_number_of_draws_may_be_left_out() -> None:
    assert sprawdzam.position(edited(TURN, drop("options"))).position == TURN | {"drawn": 16}
    assert sprawdzam.position(TURN | {"drawn": 116}).position["drawn"] == 116


def test_a_hand_may_be_written_in_any_order() -> None:
    """NE R30"""
    assert sprawdzam.position(edited(TURN, hand(0, "D2", "TRAP", "S1"))).state == sprawdzam.position(TURN).state


def test_a_hole_is_refused_where_a_full_position_is_needed() -> None:
    match = sprawdzam.position(TURN)
    for seat in (0, 1, 2, SPECTATOR):
        with pytest.raises(BadPosition, match=r"^position: a full position is needed, this one has \? in it$"):
            sprawdzam.position(match.view(seat).position)


def test_a_view_belongs_to_its_seat() -> None:
    with pytest.raises(BadPosition, match="seat 1 sees something else than is known here"):
        sprawdzam.view(sprawdzam.position(TURN).view(0).position, 1)


def test_whom_the_game_waits_for_follows_from_the_position() -> None:
    """NE-06, NE-10, NE-41, NE R31"""
    assert sprawdzam.position(TURN).actors == (0,) and sprawdzam.position(SECOND).actors == (0,)
    assert sprawdzam.position(WINDOW).actors == (0, 2) and sprawdzam.position(COMMIT).actors == (0,)
    assert sprawdzam.position(WINDOW | {"waiting": [2]}).actors == (2,)
    assert sprawdzam.position(ENDED).actors == () and sprawdzam.position(DEAL).position["phase"] == "turn"
    assert sprawdzam.position(DRAW).position["round"] == sprawdzam.position(REVEAL).position["round"] == 2
    assert sprawdzam.position(ENDED | {"round": 100}).winners == (0,)


@pytest.mark.parametrize("options", [{}, {"call_window": "commit", "window_after_each": True}])
def test_a_match_can_be_taken_up_at_every_position_that_it_comes_to(options: dict[str, Any]) -> None:
    """In every phase the copy is the same to the byte, for the table and for every seat."""
    luck = Random(1)
    match = sprawdzam.game("nerwy", 3, **options).start(seed=4, auto=False)
    phases = set()
    while not match.over:
        phases.add(match.position["phase"])
        assert read_position(NERWY, match.position)[1] == match.state
        for seat in (0, 2, SPECTATOR):
            view = match.view(seat)
            assert sprawdzam.view(view.position, seat).record == view.record
        if match.actors == (TABLE,):
            match.go_on()
            continue
        seat = luck.choice(match.actors)
        choices = [text for text in match.view(seat).choices if text != "call" or luck.random() < 0.1]
        match.play(seat, luck.choice(choices))
    assert phases == {"deal", "turn", "window", "draw", "reveal"} and sprawdzam.position(match.position).over
    assert sprawdzam.load(match.log.text).state == match.state
