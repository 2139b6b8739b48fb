"""Positions of fiasko that a match can come to, all of which load, and some that none comes to, which do not."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import BadPosition
from sprawdzam.engine.notation import read_position, write_position
from sprawdzam.games.fiasko.state import MOST_BID, Phase

from ..edits import Edit, drop, edited, player, put
from .tables import (
    BUST,
    BUY,
    BUY_PAY,
    DRAW,
    FAILED,
    FIASKO,
    FINAL,
    FINAL_PAY,
    LAST,
    NUMBERS,
    OVER,
    OWES,
    PAY,
    SPEAKS,
    STOP,
    TEN,
    TURN,
    at,
    both,
    box,
    choices,
    inside,
    standing,
)
from .walks import TABLES, walk

TEN_WON = standing(  # after a bid of the human
    ["9/0", "10/0"], solo=True, phase="pay", active=TEN, auction={"joker": "*5", "high": 10, "bidder": TEN},
    payment={"for": "joker", "payer": TEN, "due": 10},
)  # fmt: skip
HUMAN_WON = standing(
    ["2/1 B1 G1 G1 O1 O1", "5/0"], solo=True, phase="pay", auction={"joker": "*5", "high": 6, "bidder": 0},
    discard="B1 B2",
    payment={"for": "joker", "payer": 0, "due": 2, "units": True, "last_card": "B1"},
)  # fmt: skip
SPOKEN = standing(["9/0", "8/0"], solo=True, phase="bid", auction={"joker": "*5", "asked": 1, "high": 8, "bidder": TEN})
LAST_PAY = standing(
    ["5/0", "9/0"], solo=True, phase="pay", active=TEN, final=1, deck="",
    payment={"for": "final", "payer": 0, "item": "B5", "due": 5},
)  # fmt: skip


@pytest.mark.parametrize(("seats", "threshold", "style"), TABLES)
def test_every_position_of_a_match_loads_as_it_was(seats: int, threshold: int, style: str) -> None:
    """To the byte: nothing that a match comes to is refused."""
    phases = set()
    for step, (_, _, _, s) in enumerate(walk(seats, threshold, style, 7)):
        if seats < 4 or step % 2 == 0:  # many players make long matches
            phases.add(s.phase)
            assert read_position(FIASKO, write_position(FIASKO, s))[1] == s
    assert phases >= {Phase.DRAW, Phase.REVEAL, Phase.BID, Phase.PAY}
    assert (Phase.STOP in phases) == (seats == 1)


@pytest.mark.parametrize("position", [TEN_WON, SPOKEN, LAST_PAY], ids=["TEN won", "TEN spoke", "the last card"])
def test_what_ten_can_come_to_loads(position: dict[str, Any]) -> None:
    """FI-68, FI-69, FI-72"""
    assert read_position(FIASKO, position)[1].seats == 1


@pytest.mark.parametrize(("seats", "options", "most"), [
    (1, {}, 27), (1, {"threshold": 6}, 24), (1, {"threshold": 10}, 22), (2, {}, 22), (3, {}, 29),
    (4, {}, 37), (5, {}, 37),
])  # fmt: skip
def test_no_more_fiasko_tokens_than_a_match_can_bring(seats: int, options: dict[str, Any], most: int) -> None:
    """FI-16, FI R27: section 11; each takes at least 11 of the numbers or of the currency, or of that what TEN fails
    by. They are counted all together, and whoever has all of them has a name for every bid."""
    others = ["0/0"] * (max(2, seats) - 1)
    position = standing([f"10/{most}", *others], solo=seats == 1, **options)
    assert sprawdzam.view(position, 0).position == position
    with pytest.raises(BadPosition, match=rf"^players\[0\]\.fiasko: {most + 1} is .*; possible: 0 to {most}$"):
        read_position(FIASKO, edited(position, player(0, fiasko=most + 1)))
    line = f"^players: {most + 1} fiasko tokens are given; possible: 0 to {most}, all players together$"
    with pytest.raises(BadPosition, match=line):
        read_position(FIASKO, edited(position, player(1, fiasko=1)))


def test_there_is_a_name_for_every_bid_that_a_position_allows() -> None:
    """FI-30, FI-32: with all tokens and all number cards, 10 + 3 * 37 + 84, and after one fiasko more."""
    numbers = " ".join(card for card in NUMBERS for _ in range(box(5)[card]))
    match = at(f"10/37 {numbers}", *["0/0"] * 4, phase="bid", active=4, auction={"joker": "**"})
    assert choices(match)[-1] == f"bid {MOST_BID}" and len(choices(match)) == 1 + MOST_BID
    full = at(f"10/37 {numbers.replace('B9', '')}", *["0/0"] * 4, area="$5 $5", draws="$1 **")
    for seat, text in ((0, "draw"), (1, "draw"), (2, "pass"), (3, "pass"), (4, "pass")):
        full.play(seat, text)
    assert full.state.seat[0].fiasko == 38 and choices(full)[-1] == f"bid {MOST_BID}"


GAPS: list[tuple[str, dict[str, Any], Edit, str]] = [
    # the turn
    ("TEN turns up another card though it has enough", TURN, put(area="B9"),
     'phase: "reveal" is not possible; possible: stop: TEN has reached its threshold'),
    ("a joker comes to TEN though it has enough", SPEAKS, put(active=TEN, area="B3 G1"),
     'phase: "bid" is not possible; possible: stop: TEN has reached its threshold'),
    ("a joker is paid though TEN has enough", TEN_WON, put(area="B4"),
     'phase: "pay" is not possible; possible: stop: TEN has reached its threshold'),
    ("a fiasko before the last card", BUST, put(area="B6 G9 $2"),
     'area: "B6 G9 $2" is not possible; possible: no card after G9, which ends the turn'),
    ("a fiasko before a card that mends it", DRAW, put(area="B6 G5 $2"),
     'area: "B6 G5 $2" is not possible; possible: no card after G5, which ends the turn'),
    *[
        (f"an area {name}", position, put(area="B2", discard=position["discard"].replace("B2 ", "", 1)),
         'area: "B2" is not possible; possible: empty when cards are bought')
        for name, position in (
            ("at a purchase", BUY), ("while a card is paid", BUY_PAY), ("at the last purchase", FINAL),
            ("while the last card is paid", FINAL_PAY), ("at the end", OVER),
        )
    ],
    ("a fiasko by currency before the last card", BUST, put(area="$5 $4 $2 B9 G9 O9"), "area: "),
    ("TEN had enough before its fiasko", FAILED, put(area="B4 $5"),
     'area: "B4 $5" is not possible; possible: no card after B4, which ends the turn'),
    ("TEN had enough before it stopped", STOP, put(area="B4 G1"), "area: "),
    ("TEN had a fiasko before it stopped", TURN, put(area="$4 $1 B1"), "area: "),
    # who is active
    *[
        (f"TEN in phase {phase}", TURN, put(phase=phase),
         f'phase: "{phase}" is not possible; possible: reveal, bust, stop, bid, pay, final or over while TEN is active')
        for phase in ("draw", "buy")
    ],
    ("TEN pays for a card", LAST_PAY, both(put(discard=""), drop("final"), inside("payment", **{"for": "card"})),
     'payment.for: "card" is not possible; possible: joker or final while TEN is active: it never buys'),
    ("TEN pays for a last card", LAST_PAY, both(put(active=0), inside("payment", payer=TEN)),
     "final: 1 is not possible; possible: 2: TEN never buys"),
    ("TEN at the last purchase", LAST, put(final=2), "final: 2 is not possible; possible: 1: TEN never buys"),
    # bids
    *[
        (f"a bid of {high} alone", SPOKEN, inside("auction", high=high),
         f"auction.high: {high} is not possible; possible: 0, 5 to 205")
        for high in (1, 4)
    ],
    ("TEN bids less than it should", SPOKEN, inside("auction", high=7),
     "auction.high: 7 is not possible; possible: 8: TEN has bid it"),
    ("TEN passes though it could bid", SPOKEN, inside("auction", high=0, bidder=None),
     "auction.high: 0 is not possible; possible: 8: TEN has bid it"),
    ("TEN bids with too little", SPOKEN, player(TEN, currency=4), "auction.high: seat 1 cannot pay that"),
    ("TEN won with less than it bids", OWES, both(inside("auction", high=6), inside("payment", due=6)),
     "auction.high: 6 is not possible; possible: 5: TEN has bid it"),
    ("TEN bids two more than the human could", TEN_WON, player(0, currency=8),
     "auction.high: 10 is not possible; possible: 5 to 9: TEN bids at most one more than seat 0 can"),
    ("TEN won after a human who cannot bid", TEN_WON, player(0, currency=1),
     "auction.high: 10 is not possible; possible: 5: TEN bids at most one more than seat 0 can"),
    ("TEN would have bid more", HUMAN_WON, player(TEN, currency=6),
     "auction.high: 6 is not possible; possible: 7 to 205: TEN can pay 6"),
    ("TEN would have bid more in its turn", HUMAN_WON, both(put(active=TEN), player(TEN, currency=7)),
     "auction.high: 6 is not possible; possible: 7 to 205: TEN can pay 7"),
    # payments
    ("TEN has paid a part", OWES, inside("payment", due=4),
     "payment.due: 4 is not possible; possible: 5: TEN pays all at once"),
    ("a part of a bid that no fiasko token pays", PAY, inside("payment", due=4),
     "payment.due: 4 is not possible; possible: 5, 2 while units is false"),
    ("a part of a price that no fiasko token pays", BUY_PAY, inside("payment", due=4, units=False),
     "payment.due: 4 is not possible; possible: 5, 2 while units is false"),
    ("units before anything is paid", PAY, inside("payment", units=True),
     "payment.units: true is not possible; possible: false: nothing is paid yet"),
    ("a currency token paid by whoever still has ten", BUY_PAY, player(0, currency=10),
     "players[0].currency: 10 is not possible; possible: 0 to 9: a currency token was paid"),
    ("a card paid that is not in the discard pile", PAY, inside("payment", due=1, units=True, last_card="B2"),
     'payment.last_card: "B2" is not possible; possible: null, or a card of the discard pile'),
    ("a card paid that was no duplicate", HUMAN_WON, inside("payment", last_card="B2"),
     'payment.last_card: "B2" is not possible; possible: null, or a card of which seat 0 has one more'),
    # purchases
    ("a purchase of whoever has taken no numbers", BUY, player(0, numbers=""),
     'players[0].numbers: "" is not possible; possible: the number cards just taken'),
    ("a card paid by whoever has taken no numbers", BUY_PAY, player(0, numbers=""),
     'players[0].numbers: "" is not possible; possible: the number cards just taken'),
]  # fmt: skip


@pytest.mark.parametrize(("position", "edit", "line"), [row[1:] for row in GAPS], ids=[row[0] for row in GAPS])
def test_a_position_that_no_match_comes_to_is_refused(position: dict[str, Any], edit: Edit, line: str) -> None:
    read_position(FIASKO, position)
    with pytest.raises(BadPosition) as caught:
        read_position(FIASKO, edited(position, edit))
    assert str(caught.value).startswith(line) and len(str(caught.value).splitlines()) == 1


def test_a_joker_as_last_card_may_be_followed_by_a_purchase_without_numbers() -> None:
    """FI-10, FI R11: nobody has taken anything."""
    position = standing(["5/0", "0/0"], phase="buy", market="B2", deck="")
    assert choices(sprawdzam.position(position)) == ("buy B2", "skip")
