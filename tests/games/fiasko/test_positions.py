"""Positions of fiasko: what round trips, and what is refused in one line that names the field."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, TABLE
from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.notation import read_position

from ..edits import Edit, drop, edited, is_refused_with, player, put
from .tables import (
    BID,
    BUST,
    BUY,
    BUY_PAY,
    DRAW,
    EMPTY,
    FAILED,
    FIASKO,
    FINAL,
    FINAL_PAY,
    FOR_CARD,
    GOOD,
    JOKER,
    LAST,
    OVER,
    OWES,
    PAY,
    SOLO,
    STOP,
    TEN,
    alone,
    both,
    inside,
)

PHASES = "draw, reveal, bust, stop, bid, pay, buy, final, over"
NUMBER_CARDS = "cards with spaces between them: B1 to R9"
AREA = "up to 32 number and currency cards, such as B6 $2"
AUCTION = "auction: it is there in phase bid and while a joker is paid for, and only then"
PAYMENT = "payment: it is there in phase pay, and only then"
ENDS = "final: it is there from the last purchases on, when the deck is empty"
STOPS = "phase: only TEN stops by itself, at its threshold or when the deck is empty"

BAD: list[tuple[str, dict[str, Any], Edit, str]] = [
    # phase, active
    *[
        (f"phase {phase!r}", DRAW, put(phase=phase), f"phase: {json.dumps(phase)} is not possible; possible: {PHASES}")
        for phase in ("turn", "Draw", "", 0, None, ["draw"])
    ],
    *[
        (f"active {active!r}", DRAW, put(active=active),
         f"active: {json.dumps(active)} is not possible; possible: 0 to 2")
        for active in (-1, 3, "0", None, True, 0.0)
    ],
    ("a third in solo", SOLO, put(active=2), "active: 2 is not possible; possible: 0 to 1"),
    # cards
    *[
        (f"area {text!r}", DRAW, put(area=text), f"area: {json.dumps(text)} is not possible; possible: {AREA}")
        for text in ("B*", "*4", "**", "B0", "B6,$2", "$6", "b6", None, 3, ["B6"], "B6 ?")
    ],
    ("too many cards in the area", DRAW, put(area=" ".join(["B1"] * 33)), "area: "),
    *[
        (f"market {text!r}", DRAW, put(market=text),
         f"market: {json.dumps(text)} is not possible; possible: {NUMBER_CARDS}")
        for text in ("$1", "B*", "*4", "x", None, 3, ["B6"], "B6 ?")
    ],
    *[
        (f"discard {text!r}", DRAW, put(discard=text),
         f"discard: {json.dumps(text)} is not possible; possible: cards with spaces between them: B1 to $5")
        for text in ("B0", "$0", "*0", "?", None, 3)
    ],
    ("a fourth of a kind", DRAW, put(discard="B1"), "cards: B1 is there 3 times; the deck has 2 of it"),
    ("a second full joker", DRAW, put(discard="** **"), "cards: ** is there 2 times; the deck has 1 of it"),
    ("a joker in an auction and in the discard", BID, put(discard="**"),
     "cards: ** is there 2 times; the deck has 1 of it"),
    ("a card bought and in the market twice", BUY_PAY, put(market="O5 O5"),
     "cards: O5 is there 3 times; the deck has 2 of it"),
    ("a card of the deck for four", DRAW, put(market="R9 R9"), "cards: R9 is there 3 times; the deck has 1 of it"),
    # players
    *[
        (f"currency {value!r}", DRAW, player(1, currency=value),
         f"players[1].currency: {json.dumps(value)} is not possible; possible: 0 to 10")
        for value in (-1, 11, "5", None, True)
    ],
    *[
        (f"fiasko {value!r}", DRAW, player(1, fiasko=value),
         f"players[1].fiasko: {json.dumps(value)} is not possible; possible: 0 to ")
        for value in (-1, 100, "5", None, True)
    ],
    *[
        (f"numbers {text!r}", DRAW, player(1, numbers=text),
         f"players[1].numbers: {json.dumps(text)} is not possible; possible: {NUMBER_CARDS}")
        for text in ("B*", "$1", "?", None, 3, ["B1"])
    ],
    *[
        (f"jokers {text!r}", DRAW, player(1, jokers=text),
         f"players[1].jokers: {json.dumps(text)} is not possible; possible: cards with spaces between them: B* to **")
        for text in ("B1", "$1", "*0", None, 3)
    ],
    ("an unknown field of a player", DRAW, player(1, name="Ola"),
     "players[1].name: there is no such field; there are: currency, fiasko, numbers, jokers"),
    *[
        (f"a player without {name}", DRAW, lambda p, name=name: p["players"][1].pop(name),
         f"players[1].{name}: this field is missing")
        for name in ("currency", "fiasko", "numbers", "jokers")
    ],
    ("a player too few", DRAW, lambda p: p["players"].pop(), "players: 2 entries are given; possible: 3"),
    ("no TEN in solo", SOLO, lambda p: p["players"].pop(), "players: 1 entries are given; possible: 2"),
    ("a text for a player", DRAW, lambda p: p["players"].__setitem__(2, "x"),
     "players[2]: an object with named fields"),
    # the auction
    *[
        (f"auctioned {card!r}", BID, inside("auction", joker=card),
         f"auction.joker: {json.dumps(card)} is not possible; possible: B* to **")
        for card in ("B1", "$1", "?", None, 3, ["**"])
    ],
    *[
        (f"asked {value!r}", BID, inside("auction", asked=value),
         f"auction.asked: {json.dumps(value)} is not possible; possible: 0 to 2")
        for value in (-1, 3, None)
    ],
    *[
        (f"high {value!r}", BID, inside("auction", high=value),
         f"auction.high: {json.dumps(value)} is not possible; possible: 0 to 205")
        for value in (-1, 206, None)
    ],
    *[
        (f"bidder {value!r}", BID, inside("auction", bidder=value),
         f"auction.bidder: {json.dumps(value)} is not possible; possible: 0 to 2")
        for value in (-1, 3, "1")
    ],
    ("a bid of nobody", BID, inside("auction", bidder=None),
     "auction.bidder: null is not possible; possible: a seat with a high bid, null without one"),
    ("a bidder without a bid", BID, inside("auction", high=0),
     "auction.bidder: 1 is not possible; possible: a seat with a high bid, null without one"),
    ("a bidder who was not asked", BID, inside("auction", bidder=2), "auction.bidder: seat 2 has not been asked yet"),
    ("a bidder who comes last", BID, inside("auction", asked=2, bidder=0),
     "auction.bidder: seat 0 has not been asked yet"),
    ("a bid beyond the means", BID, inside("auction", high=9), "auction.high: seat 1 cannot pay that"),
    ("no auction", BID, drop("auction"), AUCTION),
    ("no auction of a joker that is paid", PAY, drop("auction"), AUCTION),
    ("an auction while drawing", DRAW, put(auction=JOKER), AUCTION),
    ("an auction while a card is paid", BUY_PAY, put(auction=JOKER), AUCTION),
    ("an auction of nothing", BID, put(auction=None), "auction: an object with named fields is needed, not null"),
    ("an unknown field of an auction", BID, inside("auction", pos=1),
     "auction.pos: there is no such field; there are: joker, asked, high, bidder"),
    *[
        (f"an auction without {name}", BID, lambda p, name=name: p["auction"].pop(name),
         f"auction.{name}: this field is missing")
        for name in JOKER
    ],
    # the payment
    *[
        (f"for {value!r}", PAY, inside("payment", **{"for": value}),
         f"payment.for: {json.dumps(value)} is not possible; possible: joker, card, final")
        for value in ("auction", "", 1, None)
    ],
    *[
        (f"payer {value!r}", PAY, inside("payment", payer=value),
         f"payment.payer: {json.dumps(value)} is not possible; possible: 0 to 2")
        for value in (-1, 3, None)
    ],
    *[
        (f"item {value!r}", BUY_PAY, inside("payment", item=value),
         f"payment.item: {json.dumps(value)} is not possible; possible: B1 to R9")
        for value in ("**", "$1", "?", None, 3)
    ],
    ("an item beside a joker", PAY, inside("payment", item="B2"),
     'payment.item: "B2" is not possible; possible: null: a joker is paid for'),
    ("a bad item beside a joker", PAY, inside("payment", item="B*"),
     'payment.item: "B*" is not possible; possible: B1 to R9, null'),
    *[
        (f"due {value!r}", PAY, inside("payment", due=value),
         f"payment.due: {json.dumps(value)} is not possible; possible: 1 to 205")
        for value in (0, 206, None)
    ],
    ("more due than the card costs", BUY_PAY, inside("payment", due=6),
     "payment.due: 6 is not possible; possible: 1 to 5"),
    ("more due than a one costs", BUY_PAY, both(inside("payment", due=2, item="R1"), put(market="")),
     "payment.due: 2 is not possible; possible: 1"),
    ("units 1", PAY, inside("payment", units=1), "payment.units: 1 is not possible; possible: true, false"),
    *[
        (f"last card {value!r}", PAY, inside("payment", last_card=value),
         f"payment.last_card: {json.dumps(value)} is not possible; possible: B1 to R9, null")
        for value in ("**", "$1", "?", 3)
    ],
    ("a card paid without a unit", PAY, inside("payment", last_card="B2"),
     "payment.units: false is not possible; possible: true: a card was paid"),
    ("an unknown field of a payment", PAY, inside("payment", paid=1), "payment.paid: there is no such field"),
    *[
        (f"a payment without {name}", PAY, lambda p, name=name: p["payment"].pop(name),
         f"payment.{name}: this field is missing")
        for name in ("for", "payer", "item", "due", "units", "last_card")
    ],
    ("no payment", BUY_PAY, drop("payment"), PAYMENT),
    ("a payment while drawing", DRAW, put(payment={**FOR_CARD, "item": "O4", "last_card": None}), PAYMENT),
    ("a payment of nothing", PAY, put(payment=None), "payment: an object with named fields is needed, not null"),
    ("asked while paying", PAY, inside("auction", asked=1), "auction.asked: 0 while the joker is paid for"),
    ("another than the bidder pays", PAY, inside("payment", payer=0),
     "payment: the highest bidder pays, and no more than the bid"),
    ("more than the bid", PAY, inside("payment", due=6), "payment: the highest bidder pays, and no more than the bid"),
    ("another than the active one pays for a card", BUY_PAY, inside("payment", payer=1),
     "payment.payer: 0 is active and pays for the card"),
    ("another pays for the last card", FINAL_PAY, inside("payment", payer=1),
     "payment.payer: seat 2 is at the last purchase"),
    ("nothing to pay with", PAY, player(1, currency=0, fiasko=0, numbers=""),
     "payment.due: seat 1 has no way to pay that"),
    ("fiasko tokens after units", BUY_PAY, player(0, currency=0, fiasko=9, numbers=""),
     "payment.due: seat 0 has no way to pay that"),
    ("TEN with nothing", OWES, player(TEN, currency=4), "payment.due: seat 1 has no way to pay that"),
    # phases
    ("too high while drawing", DRAW, put(area="B6 $2 G9"), "area: in phase draw its sums are not too high"),
    ("too much currency while drawing", DRAW, put(area="$5 $4 $2"), "area: in phase draw its sums are not too high"),
    ("too high in an auction", BID, put(area="B6 G9"), "area: in phase bid its sums are not too high"),
    ("a fiasko without one", BUST, put(area="B6 $2"), "area: in phase bust its sums are too high"),
    ("a fiasko of TEN without one", FAILED, put(area="B6 $4"), "area: in phase bust its sums are too high"),
    ("TEN stops with a fiasko", STOP, put(area="B6 $5"), "area: in phase stop its sums are not too high"),
    ("a player stops", DRAW, put(phase="stop"), STOPS),
    ("the human stops", SOLO, put(phase="stop"), STOPS),
    ("TEN stops early", STOP, put(area="B3"), STOPS),
    ("a card turned up from an empty deck", EMPTY, put(phase="reveal"),
     'phase: "reveal" is not possible; possible: draw, bust, bid, pay, buy, final or over: the deck is empty'),
    ("nothing to draw and nothing to take", EMPTY, lambda p: (put(area="")(p), put(discard=p["discard"] + " B6")(p)),
     'phase: "draw" is not possible; possible: bid, pay, buy, final or over: deck and area are empty'),
    # the end
    *[
        (f"final {value!r}", FINAL, put(final=value), f"final: {json.dumps(value)} is not possible; possible: 1 to 3")
        for value in (0, 4, None, "1")
    ],
    ("no place at the end", FINAL, drop("final"), ENDS),
    ("no place at the last payment", FINAL_PAY, drop("final"), ENDS),
    ("a place while drawing", DRAW, put(final=1), ENDS),
    ("a place while buying", BUY, put(final=1), ENDS),
    ("the last purchases with a deck", FINAL, put(discard=""), ENDS),
    ("an end with a deck", OVER, put(discard=""), ENDS),
    ("an early end", OVER, put(final=2), "final: 2 is not possible; possible: 3 at the end"),
    ("nothing to buy", BUY, player(0, currency=0, numbers=""), "phase: seat 0 can buy nothing"),
    ("no market to buy from", BUY, put(market=""), "phase: seat 0 can buy nothing"),
    ("nothing to buy at the end", FINAL, lambda p: (player(2, fiasko=0)(p),), "phase: seat 2 can buy nothing"),
    ("a card turned up by TEN from an empty deck", LAST, both(put(phase="reveal"), drop("final")),
     'phase: "reveal" is not possible; possible: bust, stop, bid, pay, final or over: the deck is empty'),
    ("more than can be paid, though a token could be the first of it", BUY_PAY,
     both(player(0, currency=0, fiasko=1, numbers=""), inside("payment", item="B9", due=9)),
     "payment.due: seat 0 has no way to pay that"),
    # fields
    ("an unknown field", DRAW, put(deck="B1"), "deck: there is no such field; there are: game, rules, seats"),
    ("six seats", DRAW, put(seats=6), "seats: 6 is not possible; possible: 1 to 5"),
    ("other rules", DRAW, put(rules=2), "rules: 2 is not possible; possible: 1"),
    ("a bad threshold", SOLO, put(options={"threshold": 3}), "options: option threshold: 3 is not possible"),
    ("a bad option", DRAW, put(options={"starter": "ten"}), "options: option starter: ten is not possible"),
    *[(f"no {name}", DRAW, drop(name), f"{name}: this field is missing") for name in DRAW if name != "options"],
]  # fmt: skip


@pytest.mark.parametrize(("position", "edit", "line"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_position_is_refused_and_the_field_is_named(position: dict[str, Any], edit: Edit, line: str) -> None:
    is_refused_with(position, edit, line)


@pytest.mark.parametrize("position", GOOD.values(), ids=GOOD.keys())
def test_a_good_position_round_trips(position: dict[str, Any]) -> None:
    setup, state = read_position(FIASKO, position)
    match = sprawdzam.Match.from_position(setup, state, Keyed.from_seed(0), auto=False)
    assert match.position == position
    for seat in (0, SPECTATOR):
        view = sprawdzam.view(position, seat)
        assert view.position == position and sprawdzam.view(view.position, seat).record == view.record == state
    assert sprawdzam.view(json.dumps(position), 0).record == sprawdzam.view(position, 0).record


def test_options_may_be_left_out_and_cards_written_in_any_order() -> None:
    assert sprawdzam.position(edited(DRAW, drop("options"))).position == DRAW
    shuffled = edited(DRAW, both(put(market="R1 O5  O5", discard="*4 $5"), player(0, numbers=" B1 B1 ")))
    assert sprawdzam.position(shuffled).position == DRAW


def test_the_area_keeps_its_order() -> None:
    """FI-13: the cards lie as they came."""
    assert sprawdzam.position(edited(DRAW, put(area="$2 B6"))).position["area"] == "$2 B6"


def test_the_deck_is_what_is_told_nowhere() -> None:
    """FI-01, FI R45"""
    assert sprawdzam.position(DRAW).state.left == 93 - 11 and sprawdzam.position(EMPTY).state.left == 0


@pytest.mark.parametrize(
    ("name", "actors"),
    [
        ("draw", (0,)), ("bid", (2,)), ("pay", (1,)), ("buy", (0,)), ("buy_pay", (0,)), ("final", (2,)),
        ("final_pay", (2,)), ("over", ()), ("reveal", (TABLE,)), ("bust", (TABLE,)), ("empty", (0,)), ("solo", (0,)),
        ("stop", (TABLE,)), ("turn", (TABLE,)), ("failed", (TABLE,)), ("speaks", (TABLE,)), ("owes", (TABLE,)),
        ("last", (0,)),
    ],
)  # fmt: skip
def test_whom_the_game_waits_for_follows_from_the_position(name: str, actors: tuple[int, ...]) -> None:
    """FI-29, FI-49, FI R62"""
    assert sprawdzam.view(GOOD[name], SPECTATOR).actors == actors


def test_a_match_against_ten_goes_on_from_a_position() -> None:
    """FI-71, FI R62: TEN pays and takes by itself."""
    match = sprawdzam.position(OWES)
    assert match.actors == (0,) and match.position["players"][TEN]["currency"] == 4
    assert alone("5/0", "5/0", active=TEN, phase="stop", area="$2 B6").position["players"][TEN]["numbers"] == "B6"
