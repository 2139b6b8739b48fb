"""Positions of blef: what round trips, and what is refused in one line that names the field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprawdzam
from sprawdzam import SPECTATOR, BadPosition

from ..anything import is_an_action_or_is_refused, is_refused, loads_or_is_refused, mutations, values
from ..edits import Edit, drop, edited, is_refused_with, player
from .tables import at, choose_low, holding, lose, say, standing

BIDDING = standing([2, 1, 1], ["5/1 2/6", "3/4", "6/5"], bids="1x1 2x1", starter=1)
CHOOSING = standing([2, 1, 1], ["1-5 2-6", "4/3", "5-6"], phase="choose")
EXTRA = standing([2, 6, 2], ["1/5 2/6", "", "3/4 3/5"], ranks=[0, 3, 0], tiebreak=True)
LEFT = standing([2, 6, 2], ["1/5 2/6", "", "3/4 3/5"], ranks=[0, 3, 0], longer=True)
ENDED = standing([3, 6, 4], starter=0, ranks=[1, 3, 2], phase="over")
TURNED = standing([1, 1, 1], ["1/5", "2/6", "3/4"], direction="ccw", direction_choice=True)
GOOD = {"bid": BIDDING, "choose": CHOOSING, "extra": EXTRA, "longer": LEFT, "over": ENDED, "ccw": TURNED,
        "deal": standing([2, 3]), "reveal": BIDDING | {"phase": "reveal"}}  # fmt: skip


def put(name: str, value: Any) -> Edit:
    return lambda position: position.__setitem__(name, value)


def cards(seat: int, *texts: Any) -> Edit:
    return player(seat, cards=list(texts))


BAD: list[tuple[str, dict[str, Any], Edit, str]] = [
    # cards
    ("a card too many", BIDDING, cards(1, "3/4", "3/5"), "players[1].cards: 2 entries are given; possible: 1"),
    ("a card too few", BIDDING, cards(0, "5/1"), "players[0].cards: 1 entries are given; possible: 2"),
    ("a third copy", standing([2, 1], ["1/5 5/1", "1/5"]), put("round", 2), "players[1].cards: 1-5 is there once too"),
    ("equal ends", BIDDING, cards(1, "3/3"), 'players[1].cards: "3/3" is not possible; possible: 1-5'),
    ("no such value", BIDDING, cards(1, "3/7"), 'players[1].cards: "3/7" is not possible'),
    ("unsorted ends", CHOOSING, cards(2, "6-5"), 'players[2].cards: "6-5" is not possible'),
    ("half a hole", BIDDING, cards(1, "?/4"), 'players[1].cards: "?/4" is not possible'),
    ("a number for a card", BIDDING, cards(1, 34), "players[1].cards: 34 is not possible"),
    ("a list for a card", BIDDING, cards(1, ["3/4"]), 'players[1].cards: ["3/4"] is not possible'),
    ("a text for cards", BIDDING, player(1, cards="3/4"), 'players[1].cards: "3/4" is not possible; possible: a list'),
    ("half chosen", CHOOSING, cards(0, "1-5", "2/6"), "players[0].cards: "),
    ("half known", CHOOSING, cards(0, "1-5", "?-?"), "players[0].cards: "),
    ("not chosen in the bidding", BIDDING, cards(1, "3-4"), "players[1].cards: "),
    ("everyone has chosen", CHOOSING, lambda p: (cards(0, "1/5", "2/6")(p), cards(2, "5/6")(p)), "phase: everyone has"),
    ("cards before the deal", standing([1, 1]), cards(0, "1-5"), "players[0].cards: 1 entries are given; possible: 0"),
    ("cards at the end", ENDED, cards(0, "1-5", "1-6", "2-3"), "players[0].cards: 3 entries are given; possible: 0"),
    ("cards of who is out", LEFT, cards(1, "1/2"), "players[1].cards: 1 entries are given; possible: 0"),
    # holes
    ("two known hands", BIDDING, cards(1, "?/?"), "players: a view shows one hand at most, here are 2; others are ?"),
    (
        "a hole in the reveal",
        BIDDING | {"phase": "reveal"},
        cards(1, "?/?"),
        "players: all cards are open in phase reveal",
    ),
    # counts and ranks
    (
        "no cards in play",
        BIDDING,
        player(1, count=0, cards=[]),
        "players[1].count: 0 is not possible; possible: 1 to 5",
    ),
    (
        "six cards in play",
        standing([1, 1]),
        player(1, count=6),
        "players[1].count: 6 is not possible; possible: 1 to 5",
    ),
    ("seven cards", standing([1, 1]), player(1, count=7), "players[1].count: 7 is not possible; possible: 0 to 6"),
    ("a count of true", standing([1, 1]), player(1, count=True), "players[1].count: true is not possible"),
    ("a count of 1.0", standing([1, 1]), player(1, count=1.0), "players[1].count: 1.0 is not possible"),
    ("no count", standing([1, 1]), lambda p: p["players"][1].pop("count"), "players[1].count: this field is missing"),
    (
        "no cards field",
        standing([1, 1]),
        lambda p: p["players"][1].pop("cards"),
        "players[1].cards: this field is missing",
    ),
    ("a rank in play", BIDDING, player(2, rank=3, cards=[]), "players[2].rank: 3 is not possible; possible: no rank"),
    ("a rank of those in play", LEFT, player(1, rank=2), "players[1].rank: 2 is not possible; possible: 3 to 3"),
    ("a rank of four", LEFT, player(1, rank=4), "players[1].rank: 4 is not possible; possible: 1 to 3"),
    ("one left", LEFT, player(2, rank=2, cards=[]), "players: at least 2 of them must be in play"),
    ("unequal in a tie", EXTRA, player(2, count=1, cards=["3/4"]), "players[2].count: 1 is not possible; possible: 2"),
    ("a tie in longer", LEFT, put("tiebreak", True), "tiebreak: there are no extra rounds with the option longer"),
    ("a tie of everybody", standing([2, 2]), put("tiebreak", True), "tiebreak: "),
    ("no rank at the end", ENDED, lambda p: p["players"][2].pop("rank"), "players: at the end everyone has a rank"),
    (
        "two winners",
        ENDED,
        player(2, rank=1),
        "players: at the end everyone has a rank, and the starter alone has rank 1",
    ),
    ("another winner", ENDED, put("starter", 2), "players: at the end everyone has a rank, and the starter alone"),
    # the round
    (
        "no such phase",
        BIDDING,
        put("phase", "bet"),
        'phase: "bet" is not possible; possible: deal, choose, direction, bid',
    ),
    ("a list as phase", BIDDING, put("phase", []), "phase: [] is not possible"),
    ("round 0", BIDDING, put("round", 0), "round: 0 is not possible; possible: 2"),
    ("round 30", BIDDING, put("round", 30), "round: 30 is not possible; possible: 2"),
    ("a text as round", BIDDING, put("round", "1"), 'round: "1" is not possible'),
    ("tiebreak 0", BIDDING, put("tiebreak", 0), "tiebreak: 0 is not possible; possible: true, false"),
    ("no such starter", BIDDING, put("starter", 3), "starter: 3 is not possible; possible: 0 to 2"),
    ("a starter who is out", LEFT, put("starter", 1), "starter: seat 1 is not in play; possible: 0, 2"),
    ("no such direction", BIDDING, put("direction", "left"), 'direction: "left" is not possible; possible: cw, ccw'),
    ("ccw without the option", BIDDING, put("direction", "ccw"), 'direction: "ccw" is not possible; possible: cw'),
    (
        "ccw of two",
        TURNED | {"seats": 2},
        lambda p: p["players"].pop(),
        'direction: "ccw" is not possible; possible: cw',
    ),
    ("ccw too early", TURNED, put("phase", "direction"), 'direction: "ccw" is not possible; possible: cw'),
    (
        "no direction to declare",
        BIDDING | {"bids": []},
        put("phase", "direction"),
        'phase: "direction" is not possible',
    ),
    # bids
    ("too many for the table", BIDDING, put("bids", ["5x1"]), 'bids: "5x1" is not possible; possible: 1x1 to 4x6'),
    ("no quantity", BIDDING, put("bids", ["0x1"]), 'bids: "0x1" is not possible'),
    ("no such value to bid", BIDDING, put("bids", ["1x7"]), 'bids: "1x7" is not possible'),
    ("a bid that does not raise", BIDDING, put("bids", ["2x2", "3x1"]), "bids: 3x1 does not raise 2x2"),
    ("an equal bid", BIDDING, put("bids", ["2x2", "2x2"]), "bids: 2x2 does not raise 2x2"),
    ("a number for a bid", BIDDING, put("bids", [1]), "bids: 1 is not possible"),
    ("digits of another script", BIDDING, put("bids", ["1\u0663x4"]), "bids: "),
    ("a text for bids", BIDDING, put("bids", "1x1"), 'bids: "1x1" is not possible; possible: a list'),
    ("bids while choosing", CHOOSING, put("bids", ["1x1"]), "bids: 1 entries are given; possible: 0"),
    ("a reveal without a bid", BIDDING, lambda p: p.update(phase="reveal", bids=[]), "bids: 0 entries are given"),
    # fields and players
    ("an unknown field", BIDDING, put("turn", 1), "turn: there is no such field; there are: game, rules, seats"),
    (
        "an unknown field of a player",
        BIDDING,
        player(1, name="Ola"),
        "players[1].name: there is no such field; there are:",
    ),
    ("a player too few", BIDDING, lambda p: p["players"].pop(), "players: 2 entries are given; possible: 3"),
    ("a player too many", BIDDING, lambda p: p["players"].append({}), "players: 4 entries are given; possible: 3"),
    (
        "a text for a player",
        BIDDING,
        lambda p: p["players"].__setitem__(2, "x"),
        "players[2]: an object with named fields",
    ),
    ("an object for players", BIDDING, put("players", {}), "players: {} is not possible; possible: a list"),
    ("seven seats", BIDDING, put("seats", 7), "seats: 7 is not possible; possible: 2 to 6"),
    ("other rules", BIDDING, put("rules", 2), "rules: 2 is not possible; possible: 1"),
    ("a huge round", BIDDING, put("round", 10**5000), "round: "),
    *[
        (f"no {name}", BIDDING, drop(name), f"{name}: this field is missing")
        for name in BIDDING
        if name not in ("options", "round")
    ],
]


@pytest.mark.parametrize(("position", "edit", "line"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_position_is_refused_and_the_field_is_named(position: dict[str, Any], edit: Edit, line: str) -> None:
    is_refused_with(position, edit, line)


@pytest.mark.parametrize("position", GOOD.values(), ids=GOOD.keys())
def test_a_good_position_round_trips(position: dict[str, Any]) -> None:
    if position["phase"] not in ("deal", "reveal"):  # where the table goes on at once
        assert sprawdzam.position(position).position == position
    view = sprawdzam.view(position, 0)
    again = sprawdzam.view(view.position, 0)
    assert again.record == view.record and again.choices == view.choices
    assert sprawdzam.view(json.dumps(position), 0).record == view.record


def test_options_may_be_left_out() -> None:
    assert sprawdzam.position(edited(BIDDING, drop("options"))).position == BIDDING


def test_a_hole_is_refused_where_a_full_position_is_needed() -> None:
    match = holding("5/1 2/6", "3/4", "6/5")
    for seat in (0, 1, 2, SPECTATOR):
        with pytest.raises(BadPosition, match=r"^position: a full position is needed, this one has \? in it$"):
            sprawdzam.position(match.view(seat).position)


def test_whose_turn_it_is_follows_from_the_position() -> None:
    """BL-09, BL-26"""
    assert sprawdzam.position(BIDDING).actors == (0,)
    assert sprawdzam.position(TURNED | {"bids": ["1x1"]}).actors == (2,)
    assert sprawdzam.position(LEFT | {"bids": ["1x1"]}).actors == (2,)
    assert sprawdzam.position(CHOOSING).actors == (0, 2)


def test_a_match_can_be_taken_up_at_every_position_that_it_comes_to() -> None:
    """Played from here or from the copy, the same follows."""
    match = at([5, 2, 2], direction_choice=True, jokers=True)
    while not match.over:
        lose(match, 0 if not match.position["tiebreak"] else 2)
        other = sprawdzam.position(match.position)
        assert other.state == match.state and other.actors == match.actors
    bidding = choose_low(at([2, 1, 1]))
    assert say(sprawdzam.position(bidding.position), "1x1").position == say(bidding, "1x1").position


# Whatever JSON is handed in, it loads or an error of ours says why not.

WORDS = ["?", "?-?", "?/?", "1-2", "2/1", "1x1", "30x6", "cw", "ccw", "bid", "over", "reveal", "deal"]
NAMES = [*BIDDING, "count", "cards", "rank", "jokers", "longer", "seats", "self", "turn", ""]
JSON = values(WORDS, NAMES)


@settings(max_examples=200, deadline=None)
@given(position=mutations([*GOOD.values()], NAMES, JSON))
def test_any_mutation_of_a_position_loads_or_is_refused(position: Any) -> None:
    loads_or_is_refused(position)


@settings(max_examples=100, deadline=None)
@given(value=JSON)
def test_any_json_is_refused(value: Any) -> None:
    is_refused(value)


@settings(max_examples=70, deadline=None)
@given(text=st.one_of(st.text(max_size=40), st.from_regex(r"(bid |choose |direction )?[0-9x AB?cw-]{0,6}")))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    is_an_action_or_is_refused(BIDDING, 0, text)
