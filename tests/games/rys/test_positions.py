"""Positions of rys: what round trips, and what is refused in one line that names the field."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, TABLE, BadPosition
from sprawdzam.engine.notation import read_position

from ..edits import Edit, drop, edited, is_refused_with, player, put
from .tables import (
    CHOOSING,
    DEALING,
    DRAWING,
    DRY,
    DUEL,
    ENDED,
    FUSED,
    GOOD,
    KEEPING,
    LOOTING,
    MODES,
    MORE,
    NINE,
    OFFERING,
    PLAYING,
    REFILLING,
    RYS,
    STOCKING,
    actor,
    at,
    phase,
    say,
    setup,
    standing,
)


def slot(number: int, text: Any) -> Edit:
    return lambda position: position["pool"].__setitem__(number, text)


def both_out(position: dict[str, Any]) -> None:
    for mine in position["players"][:2]:
        mine |= {"hand": "", "known": ""}


NO_CARD = "is not possible; possible: cards with spaces between them: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"
NO_SLOT = "is not possible; possible: a card, 1 to 13 or J; an empty text; in a duel 13s and Js on it"
NO_LAYER = "is not possible; possible: layers such as 7x3 (three sevens), 7x3 +2J (with two jokers), Jx2"
LATE = "phase: before the deal all cards are in the deck, and nothing has happened"
NO_GAP = 'pool: "" is not possible; possible: six filled slots'
QUIET = "compared is 0 and stole, moved and offered are false"
FREE = "phase: offer comes after all comparisons without a theft, and only with basic rules"
EARLY = "phase: nobody is out of cards, deck and pool are not empty: it is not over"

BAD: list[tuple[str, dict[str, Any], Edit, str]] = [
    # cards
    ("no such card", PLAYING, player(1, hand="10 14"), f'players[1].hand: "10 14" {NO_CARD}, 13, J, ?'),
    ("a card 0", PLAYING, player(1, hand="0"), 'players[1].hand: "0" is not possible'),
    ("a small joker", PLAYING, player(1, hand="j"), 'players[1].hand: "j" is not possible'),
    ("a list for a hand", PLAYING, player(1, hand=["10"]), 'players[1].hand: ["10"] is not possible'),
    ("a number for a hand", PLAYING, player(1, hand=10), "players[1].hand: 10 is not possible"),
    ("nothing for a hand", PLAYING, player(1, hand=None), "players[1].hand: null is not possible"),
    ("an unknown card discarded", PLAYING, put(discard="7 ?"), f'discard: "7 ?" {NO_CARD}, 13, J'),
    ("a list discarded", PLAYING, put(discard=[]), "discard: [] is not possible"),
    ("a 13 in the row", DUEL, put(virtual="3 13"), f'virtual: "3 13" {NO_CARD}'),
    ("a joker in the row", DUEL, put(virtual="3 J"), 'virtual: "3 J" is not possible'),
    ("fourteen in the row", DUEL, put(virtual="3 3 3 4 4 4 5 5 5 6 6 6 7 7"), "virtual: "),
    ("a row without a duel", PLAYING, put(virtual=""), "virtual: there is no such field; there are: game"),
    ("no row in a duel", DUEL, drop("virtual"), "virtual: this field is missing"),
    ("nine sevens", PLAYING, put(discard="7 7 7 7 7 7 7 7 7"), "cards: 7 is there 9 times; the deck has 8 of it"),
    ("six jokers", PLAYING, put(discard="J J J J"), "cards: J is there 6 times; the deck has 5 of it"),
    ("nine of a value on a table", PLAYING, player(2, table=["5x7"]), "cards: 5 is there 10 times"),
    ("nine of a value in hand", PLAYING, player(2, hand="1 1 1 1 1 1 1 1 J"), "cards: 1 is there 9 times"),
    ("nine of a value in the row", DUEL, put(virtual="5 5 5 5 5 5 5"), "cards: 5 is there 9 times"),
    ("nine 13s in groups", DUEL, slot(0, "13 13 13 13 13 13 13 13"), "cards: 13 is there 10 times"),
    (
        "more ? than cards",
        PLAYING,
        player(1, hand=" ".join("?" * 100)),
        "cards: 100 cards are ?, only 90 are left",
    ),
    # what is known of a hand
    ("known, but not held", PLAYING, player(0, known="8"), 'players[0].known: "8" is not possible; possible: some of'),
    ("more known than held", PLAYING, player(0, known="9 9 9"), 'players[0].known: "9 9 9" is not possible'),
    ("an unknown known card", PLAYING, player(0, known="?"), 'players[0].known: "?" is not possible; possible: cards'),
    (
        "a card that nobody knows beside a ?",
        PLAYING,
        player(0, hand="9 ?", known=""),
        'players[0].known: "" is not possible; possible: the cards of the hand that are not ?',
    ),
    ("a known card too many beside a ?", PLAYING, player(0, hand="9 ?", known="9 9"), 'players[0].known: "9 9" is not'),
    # layers
    *[
        (f"{text!r} for a layer", PLAYING, player(0, table=[text]), f"players[0].table: {json.dumps(text)} {NO_LAYER}")
        for text in ("7", "7x0", "7x9", "0x1", "14x1", "7x3 +6J", "7x3 +1J", "Jx6", "Jx1 +J", "", 7, None, ["7x1"])
    ],
    ("a text for a table", PLAYING, player(0, table="7x1"), 'players[0].table: "7x1" is not possible; possible: a'),
    ("a huge table", PLAYING, player(0, table=["1x1"] * 108), "players[0].table: 108 entries are given; possible: 0"),
    # the pool
    ("a pool of five", PLAYING, put(pool=["1"] * 5), "pool: 5 entries are given; possible: 6"),
    ("a pool of seven", PLAYING, put(pool=["1"] * 7), "pool: 7 entries are given; possible: 6"),
    ("a text for a pool", PLAYING, put(pool="1 2 3 4 5 6"), 'pool: "1 2 3 4 5 6" is not possible; possible: a list'),
    ("no such card in the pool", PLAYING, slot(2, "14"), f'pool: "14" {NO_SLOT}'),
    ("an unknown card in the pool", PLAYING, slot(2, "?"), f'pool: "?" {NO_SLOT}'),
    ("a number in the pool", PLAYING, slot(2, 3), f"pool: 3 {NO_SLOT}"),
    ("a group without a duel", PLAYING, slot(2, "3 13"), f'pool: "3 13" {NO_SLOT}'),
    ("a low card on a group", DUEL, slot(1, "2 12"), f'pool: "2 12" {NO_SLOT}'),
    ("a 13 below a low card", DUEL, slot(1, "13 2"), f'pool: "13 2" {NO_SLOT}'),
    *[
        (
            f"a gap in {position['phase']}",
            position,
            slot(2, ""),
            f"{NO_GAP} in phase {position['phase']} while the deck",
        )
        for position in (PLAYING, LOOTING, KEEPING, OFFERING, DUEL, CHOOSING, STOCKING)
    ],
    ("nothing to refill", REFILLING, slot(1, "2"), "phase: refill needs an empty slot of the pool and cards in the"),
    (
        "nothing to refill with",
        standing([MORE] * 3, ["9x2", "", ""], pool="1 - 3 4 5 6", deck="", compared=1),
        put(phase="refill", stole=True, moved=True),
        "phase: refill needs an empty slot of the pool and cards",
    ),
    ("a full row to restock", STOCKING, put(virtual="1 1 2 2 3 3 4 4 6 6 7 7 8"), "phase: restock needs a duel, cards"),
    (
        "nothing to restock with",
        standing([MORE, MORE], ["9x2", ""], virtual="3", deck="", stole=True, moved=True),
        put(phase="restock"),
        "phase: restock needs a duel, cards in the deck and fewer than 13 in the virtual row",
    ),
    ("a restock without a duel", LOOTING, put(phase="restock"), "phase: restock needs a duel, cards in the deck"),
    # the turn
    ("no such phase", PLAYING, put(phase="steal"), 'phase: "steal" is not possible; possible: deal, play, virtual'),
    ("a list as phase", PLAYING, put(phase=[]), "phase: [] is not possible"),
    ("no such seat", PLAYING, put(turn=3), "turn: 3 is not possible; possible: 0 to 2"),
    ("a text as turn", PLAYING, put(turn="0"), 'turn: "0" is not possible'),
    ("turns below 0", PLAYING, put(turns=-1), "turns: -1 is not possible; possible: 0 to 1999"),
    ("too many turns", PLAYING, put(turns=2000), "turns: 2000 is not possible; possible: 0 to 1999"),
    ("too many turns at the end", ENDED, put(turns=2001), "turns: 2001 is not possible; possible: 0 to 2000"),
    ("turns beyond the option", PLAYING, put(options={"max_turns": 4}), "turns: 4 is not possible; possible: 0 to 3"),
    ("more idle turns than turns", PLAYING, put(idle=5), "idle: 5 is not possible; possible: 0 to 4"),
    ("idle below 0", PLAYING, put(idle=-1), "idle: -1 is not possible"),
    ("too many compared", OFFERING, put(compared=3), "compared: 3 is not possible; possible: 0 to 2"),
    ("a number for a flag", PLAYING, put(stole=0), "stole: 0 is not possible; possible: true, false"),
    ("a text for a flag", PLAYING, put(moved="no"), 'moved: "no" is not possible; possible: true, false'),
    ("nothing for a flag", PLAYING, put(offered=None), "offered: null is not possible; possible: true, false"),
    ("fourteen owed", DRAWING, put(owed=14), "owed: 14 is not possible; possible: 0 to 13"),
    ("owed in a quiet phase", PLAYING, put(owed=1), "owed: 1 is not possible; possible: 1 to 13 in phase draw, else 0"),
    ("nothing owed", DRAWING, put(owed=0), "owed: 0 is not possible; possible: 1 to 13 in phase draw, else 0"),
    ("more owed than was played", DRAWING, put(owed=3), "owed: 3 is not possible; possible: 1 to 2, the size of the"),
    *[
        (f"{name} in {position['phase']}", position, put(**{name: value}), f"phase: in {position['phase']} {QUIET}")
        for position in (PLAYING, ENDED)
        for name, value in (("compared", 1), ("stole", True), ("moved", True), ("offered", True))
    ],
    *[
        (f"no layer in {position['phase']}", position, player(0, table=[]), "players: seat 0 has just played")
        for position in (LOOTING, KEEPING, DRAWING, REFILLING, OFFERING, CHOOSING, STOCKING)
    ],
    *[
        (
            f"{name} {value} in {position['phase']}",
            position,
            put(**{name: value}),
            f"phase: in {position['phase']} stole is",
        )
        for position in (LOOTING, KEEPING, DRAWING)
        for name, value in (("compared", 0), ("stole", False), ("offered", True))
    ],
    *[
        (
            f"{top} in {position['phase']}",
            position,
            player(1, table=["2x2", *top]),
            "players: the top layer of seat 0 does not beat that of seat 1",
        )
        for position in (LOOTING, KEEPING)
        for top in (["9x2"], ["10x1"], ["5x1"], ["13x2"], ["5x2 +J"], ["Jx2"])
    ],
    ("nobody to rob", LOOTING, put(compared=2), "players: the top layer of seat 0 does not beat that of seat 2"),
    ("the virtual player after others", CHOOSING, put(compared=1), "compared: 1 is not possible; possible: 0: the"),
    ("a restock after others", STOCKING, put(compared=1), "compared: 1 is not possible; possible: 0: the"),
    ("one set to choose from", CHOOSING, put(virtual="3 3 7"), "phase: virtual needs two sets or more that can be"),
    ("no set to choose from", CHOOSING, put(virtual="7"), "phase: virtual needs two sets or more that can be"),
    (
        "a set to choose without a duel",
        LOOTING,
        put(phase="virtual", compared=0, stole=False),
        "phase: virtual needs two",
    ),
    ("a set to choose after a theft", CHOOSING, put(stole=True), "phase: in virtual nothing was stolen or moved yet"),
    ("a set to choose after a draw", CHOOSING, put(moved=True), "phase: in virtual nothing was stolen or moved yet"),
    ("a restock without a theft", STOCKING, put(stole=False), "phase: in restock a set was robbed"),
    ("a restock in which nothing moved", STOCKING, put(moved=False), "phase: in restock a set was robbed"),
    ("a refill for nobody", REFILLING, put(stole=False, offered=False), "phase: refill follows draws of a victim"),
    ("a refill for two reasons", REFILLING, put(stole=True, offered=True), "phase: refill follows draws of a victim"),
    ("a refill in which nothing moved", REFILLING, put(moved=False), "phase: refill follows draws of a victim"),
    ("a refill before a comparison", REFILLING, put(compared=0), "phase: refill follows draws of a victim"),
    (
        "an early offer, filled up",
        REFILLING,
        put(stole=False, offered=True, compared=1),
        "offered: true is not possible",
    ),
    (
        "a free draw with advanced rules",
        REFILLING,
        put(stole=False, offered=True, compared=2, options={"mode": "advanced"}),
        "offered: true is not possible",
    ),
    ("a gap that nobody made", DRAWING, put(moved=False, pool=["", "2", "3", "4", "5", "6"]), "moved: false is not"),
    ("an offer after a draw", OFFERING, put(moved=True), FREE),
    ("an offer to a thief", OFFERING, player(1, table=["5x2"]), "phase: seat 0 could steal with its new layer"),
    ("too long without progress", PLAYING, put(options={"mode": "expert"}, idle=100, turns=100), "idle: so many turns"),
    ("two empty hands", ENDED, both_out, "players: two hands cannot be empty"),
    ("an offer that was not made", OFFERING, put(offered=False), FREE),
    ("an offer after a theft", OFFERING, put(stole=True), FREE),
    ("an offer before the last comparison", OFFERING, put(compared=1), FREE),
    ("an offer in advanced", OFFERING, put(options={"mode": "advanced"}), FREE),
    ("an offer in a duel by expert rules", DUEL, put(phase="offer", compared=1, offered=True, turn=1), FREE),
    ("offered too early", STOCKING, put(offered=True), "offered: true is not possible; possible: false but in"),
    # before the deal and the end
    *[
        (f"{name} before the deal", DEALING, put(**{name: True if name in ("stole", "moved", "offered") else 1}), LATE)
        for name in ("turns", "compared", "stole", "moved", "offered", "owed")
    ],
    ("a hand before the deal", DEALING, player(0, hand="1"), LATE),
    ("a table before the deal", DEALING, player(0, table=["1x1"]), LATE),
    ("a pool before the deal", DEALING, slot(0, "1"), LATE),
    ("a discard before the deal", DEALING, put(discard="1"), LATE),
    ("an empty hand", PLAYING, player(2, hand="", known=""), "phase: a hand is empty, or deck and pool are; poss"),
    ("an empty supply", DRY, put(phase="play"), "phase: a hand is empty, or deck and pool are; poss"),
    ("an empty supply in mid-turn", DRY, put(phase="draw", compared=1, stole=True, owed=1), "phase: a hand is empty"),
    ("over too early", PLAYING, put(phase="over"), EARLY),
    ("not fused yet", FUSED, put(idle=99), EARLY),
    ("fused without a fuse", FUSED, put(options={}), EARLY),
    # fields and players
    ("an unknown field", PLAYING, put(deck="1"), "deck: there is no such field; there are: game, rules, seats"),
    ("an unknown field of a player", PLAYING, player(1, name="Ola"), "players[1].name: there is no such field; there"),
    ("a player too few", PLAYING, lambda p: p["players"].pop(), "players: 2 entries are given; possible: 3"),
    ("a player too many", PLAYING, lambda p: p["players"].append({}), "players: 4 entries are given; possible: 3"),
    ("a text for a player", PLAYING, lambda p: p["players"].__setitem__(2, "x"), "players[2]: an object with named"),
    ("an object for players", PLAYING, put(players={}), "players: {} is not possible; possible: a list"),
    ("no hand", PLAYING, lambda p: p["players"][1].pop("hand"), "players[1].hand: this field is missing"),
    ("no table", PLAYING, lambda p: p["players"][1].pop("table"), "players[1].table: this field is missing"),
    ("six seats", PLAYING, put(seats=6), "seats: 6 is not possible; possible: 2 to 5"),
    ("a duel of three", PLAYING, put(options={"mode": "duel"}), "options: option mode: duel is not possible; poss"),
    ("other rules", PLAYING, put(rules=2), "rules: 2 is not possible; possible: 1"),
    ("a huge number", PLAYING, put(turns=10**5000), "turns: "),
    *[(f"no {name}", PLAYING, drop(name), f"{name}: this field is missing") for name in PLAYING if name != "options"],
]


@pytest.mark.parametrize(("position", "edit", "line"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_position_is_refused_and_the_field_is_named(position: dict[str, Any], edit: Edit, line: str) -> None:
    is_refused_with(position, edit, line)


@pytest.mark.parametrize("position", GOOD.values(), ids=GOOD.keys())
def test_a_good_position_round_trips(position: dict[str, Any]) -> None:
    if position["phase"] not in ("deal", "refill", "restock"):  # where the table goes on at once
        assert sprawdzam.position(position).position == position
    for seat in (0, 1, SPECTATOR):
        view = sprawdzam.view(position, seat)
        again = sprawdzam.view(view.position, seat)
        assert again.record == view.record and again.choices == view.choices
        assert sprawdzam.view(json.dumps(position), seat).record == view.record


def test_options_and_known_cards_may_be_left_out() -> None:
    bare = edited(PLAYING, lambda p: (p.pop("options"), [one.pop("known") for one in p["players"]]))
    again = sprawdzam.position(bare).position
    assert [one["known"] for one in again["players"]] == ["", "", ""] and again["options"] == {}


def test_cards_may_stand_in_any_order() -> None:
    mixed = edited(
        DUEL, lambda p: (player(0, hand="12 9 11 9 10")(p), slot(2, "3 J 13")(p), put(virtual="7 5 3 5 3")(p))
    )
    assert sprawdzam.position(mixed).position == DUEL


def test_a_hole_is_refused_where_a_full_position_is_needed() -> None:
    for seat in (0, 1, 2, SPECTATOR):
        with pytest.raises(BadPosition, match=r"^position: a full position is needed, this one has \? in it$"):
            sprawdzam.position(sprawdzam.view(PLAYING, seat).position)


def test_a_view_is_of_the_seat_that_it_shows() -> None:
    """RY-38: another seat would see other hands."""
    for seat, other in ((0, 1), (1, 2), (2, SPECTATOR)):
        with pytest.raises(BadPosition, match=f"^position: seat {other} sees something else than is known here$"):
            sprawdzam.view(sprawdzam.view(PLAYING, seat).position, other)


@pytest.mark.parametrize(
    ("name", "who"),
    [("play", 1), ("loot", 0), ("keep", 1), ("draw", 1), ("refill", TABLE), ("offer", 0), ("duel", 0), ("virtual", 0),
     ("restock", TABLE), ("deal", TABLE)],
)  # fmt: skip
def test_whose_turn_it_is_follows_from_the_position(name: str, who: int) -> None:
    """RY-04, RY-11, RY-13, RY-14"""
    assert sprawdzam.view(GOOD[name], SPECTATOR).actors == (who,)


@pytest.mark.parametrize("name", ["out", "dry", "fused"])
def test_at_the_end_nobody_acts(name: str) -> None:
    """RY-23, RY-24, RY-39"""
    match = sprawdzam.position(GOOD[name])
    assert match.over and match.scores is not None and match.winners


def test_a_match_by_a_number_of_turns_may_be_over() -> None:
    """RY R47"""
    position = FUSED | {"options": {"max_turns": 120}, "idle": 0}
    assert sprawdzam.position(position).over


@pytest.mark.parametrize(("seats", "options"), MODES, ids=str)
def test_a_match_can_be_taken_up_at_every_position_that_it_comes_to(seats: int, options: dict[str, Any]) -> None:
    """Played from here or from the copy, the same follows."""
    match = setup(seats, **options).start(seed=11, auto=False)
    luck = Random(11)
    for _ in range(120):
        if match.over:
            break
        found, state = read_position(RYS, json.loads(json.dumps(match.position)))
        assert state == match.state and found == match.setup
        seat = luck.choice((*range(seats), SPECTATOR))
        view = match.view(seat)
        assert sprawdzam.view(json.loads(json.dumps(view.position)), seat).record == view.record
        if match.actors == (TABLE,):
            match.go_on()
        else:
            match.play(actor(match), luck.choice(match.view(actor(match)).choices))


def test_a_copy_goes_on_like_the_match() -> None:
    match = at([NINE, MORE, MORE], ["", "5x1", ""])
    copied = sprawdzam.position(match.position)
    for actions in (("9x1",), ("leave",), ("reclaim",), ("10x1", "leave")):
        assert say(copied, *actions).position == say(match, *actions).position and phase(match) == phase(copied)
