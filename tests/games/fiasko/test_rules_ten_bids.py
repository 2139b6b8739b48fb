"""Alone against TEN: auctions, and how TEN pays."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import TABLE, IllegalAction

from .tables import TEN, actor, alone, choices, go_on_until, lying, owned, phase, refused, say, tokens


def opened(human: str, ten: str, **rest: Any) -> sprawdzam.Match:
    """The human turns a joker up, and TEN has spoken."""
    return say(alone(human, ten, draws="**", **rest), "draw")


def asked(human: str, ten: str, **rest: Any) -> sprawdzam.Match:
    """TEN turns a joker up, and the human speaks first; at the end of the auction TEN draws a red 9 and stops."""
    return alone(human, ten, active=TEN, draws="** R9", **rest)


def lowest(match: sprawdzam.Match) -> int | None:
    """The least that the human may bid; he may always pass."""
    first, *rest = choices(match)
    assert first == "pass"
    amounts = [int(text.removeprefix("bid ")) for text in rest]
    assert amounts == list(range(amounts[0], amounts[-1] + 1)) if amounts else True
    return amounts[0] if amounts else None


@pytest.mark.parametrize(
    ("human", "ten", "high"),
    [
        ("5/0", "5/0", 5), ("6/0", "9/1", 6), ("10/0", "7/0", 7), ("10/3", "10/2", 16), ("3/0", "5/1", 5),
        ("0/0", "10/0", 5), ("10/0", "4/0", 0), ("10/0", "1/1", 0), ("10/0", "2/1", 5), ("5/0", "4/0 B1 B1", 5),
        ("9/0", "4/0 B1 B1 G1 G1", 6), ("9/0", "4/0 B1 G1 O1", 0), ("4/0 B1 B1 G1 G1", "9/0", 6),
        ("4/0 B1 G1 O1 B*", "9/0", 5), ("9/0", "4/0 B* *1", 0),
    ],
)  # fmt: skip
def test_ten_opens_with_all_it_has_but_no_more_than_the_human_could_match(human: str, ten: str, high: int) -> None:
    """FI-68, FI R53, FI R54: at least five, or it passes; only duplicates count as means."""
    match = alone(human, ten, draws="**", auto=False)
    say(match, "draw")
    match.go_on()
    assert phase(match) == "bid" and match.actors == (TABLE,)
    match.go_on()
    auction = match.position["auction"]
    assert (auction["high"], auction["bidder"], actor(match)) == (high, TEN if high else None, 0)


def test_if_ten_has_as_much_the_human_cannot_outbid_it() -> None:
    """FI R53, FI-68, FI S6: six against twelve; it pays six of its nine."""
    match = opened("6/0", "9/1", area="B2")
    assert choices(match) == ("pass",)
    say(match, "pass")
    assert tokens(match) == ["6/0", "3/1"] and owned(match, TEN) == "**"
    assert phase(match) == "draw" and actor(match) == 0 and lying(match, "area") == "B2"


def test_if_the_human_has_less_than_five_ten_wins_with_five() -> None:
    """FI R54, FI S7"""
    match = opened("3/0", "5/1", area="B2")
    assert choices(match) == ("pass",)
    say(match, "pass")
    assert tokens(match) == ["3/0", "0/1"] and owned(match, TEN) == "**"


def test_if_neither_can_bid_five_the_joker_is_discarded() -> None:
    """FI-70, FI-67, FI S8"""
    match = opened("4/0", "4/0", area="B2")
    assert choices(match) == ("pass",)
    say(match, "pass")
    assert lying(match, "discard") == "**" and tokens(match) == ["4/0", "4/0"] and phase(match) == "draw"


def test_if_ten_passes_the_joker_can_still_be_had_for_five_or_more() -> None:
    """FI R54, FI-67, FI-68"""
    match = opened("7/0", "4/0", area="B2")
    assert choices(match) == ("pass", "bid 5", "bid 6", "bid 7")
    for text in ("bid 1", "bid 4", "bid 8"):
        refused(match, text, IllegalAction)
    say(match, "bid 5", *["pay currency"] * 5)
    assert owned(match, 0) == "**" and tokens(match) == ["2/0", "4/0"]


def test_the_human_may_outbid_ten() -> None:
    """FI-68, FI-67: by one at least."""
    match = opened("9/0", "6/0", area="B2")
    assert lowest(match) == 7
    say(match, "bid 8", *["pay currency"] * 8)
    assert owned(match, 0) == "**" and tokens(match) == ["1/0", "6/0"]


@pytest.mark.parametrize(("human", "ten"), [("10/0", "10/0"), ("10/0", "0/0"), ("0/0", "10/0"), ("10/3", "5/0")])
def test_the_human_never_has_to_bid(human: str, ten: str) -> None:
    """FI R56, FI-67: in nobody's turn; and who bids bids at least five."""
    for match in (opened(human, ten), asked(human, ten)):
        assert phase(match) == "bid" and actor(match) == 0 and choices(match)[0] == "pass"
        least = lowest(match)
        assert least is None or least >= 5


def test_in_its_turn_ten_speaks_second() -> None:
    """FI-29, FI-67, FI-69: the human first, from five up to his means."""
    match = asked("7/1", "0/0")
    assert match.position["auction"]["asked"] == 0 and choices(match) == ("pass", *(f"bid {n}" for n in range(5, 11)))


@pytest.mark.parametrize(
    ("ten", "bid", "pays"),
    [
        ("10/0", "pass", 5), ("5/0", "pass", 5), ("4/0", "pass", 0), ("10/0", "bid 5", 6), ("6/0", "bid 5", 6),
        ("5/0", "bid 5", 0), ("10/0", "bid 9", 10), ("10/0", "bid 10", 0), ("4/0 B1 B1", "pass", 5),
        ("4/0 B1 G1", "pass", 0),
    ],
)  # fmt: skip
def test_ten_bids_just_enough_to_win_or_passes(ten: str, bid: str, pays: int) -> None:
    """FI-69, FI R55: one more than the human, or five."""
    match = asked("10/0", ten, auto=False)
    match.go_on()
    say(match, bid)
    match.go_on()
    if pays:
        assert match.position["payment"]["due"] == match.position["auction"]["high"] == pays
        assert phase(match) == "pay" and match.actors == (TABLE,) and match.position["payment"]["payer"] == TEN
    elif bid == "pass":
        assert lying(match, "discard") == "**" and phase(match) == "reveal"
    else:
        assert phase(match) == "pay" and actor(match) == 0


def test_ten_pays_with_currency_first_then_fiasko_tokens() -> None:
    """FI-69, FI-71, FI S10"""
    match = asked("5/0", "2/1")
    say(match, "pass")
    assert tokens(match) == ["5/0", "0/0"] and owned(match, TEN) == "R9 **"


def test_nobody_bids_in_the_turn_of_ten() -> None:
    """FI-70, FI-69"""
    match = asked("10/0", "4/0")
    say(match, "pass")
    assert lying(match, "discard") == "**" and owned(match, TEN) == "R9" and tokens(match) == ["10/0", "4/0"]


def paying(ten: str, due: int) -> sprawdzam.Match:
    """TEN has won a joker and pays for it; the human is active, and could have bid as much."""
    auction = {"joker": "**", "high": due, "bidder": TEN}
    return alone(
        f"{due}/0", ten, phase="pay", area="O9", auction=auction, payment={"for": "joker", "payer": TEN, "due": due}
    )


@pytest.mark.parametrize(
    ("ten", "due", "left", "cards"),
    [
        ("9/3", 6, "3/3", ""),
        ("5/2", 7, "0/1", ""),  # R57: one token of the fiasko is lost
        ("5/2", 6, "0/1", ""),
        ("5/2 B1 B1 G1 G1", 7, "0/1", "B1 B1 G1 G1"),  # though duplicates would fit exactly
        ("5/2", 8, "0/1", ""),
        ("5/2", 9, "0/0", ""),
        ("0/2", 5, "0/0", ""),
        ("2/1 B1 B1 G1 G1", 5, "0/0", "B1 B1 G1 G1"),
        ("2/1 B1 B1 G1 G1", 6, "0/0", "B1 G1 G1"),
        ("2/1 B1 B1 G1 G1", 7, "0/0", "B1 G1"),
        ("4/0 R1 R1 B9 G3 G3 G2", 5, "0/0", "B9 G2 G3 R1 R1"),
        ("4/0 R1 R1 O3 O3 R2 R2", 6, "0/0", "O3 R1 R2 R2"),
        ("1/1 B1 B1 B2 B2 B3 B3", 7, "0/0", "B1 B2 B3"),
    ],
)
def test_ten_pays_in_its_order_and_blindly(ten: str, due: int, left: str, cards: str) -> None:
    """FI-71, FI R57: currency tokens, fiasko tokens, duplicates from the lowest kind; a surplus is lost."""
    match = paying(ten, due)
    assert tokens(match) == [f"{due}/0", left] and owned(match, TEN) == f"{cards} **".strip()
    assert phase(match) == "draw" and actor(match) == 0 and "payment" not in match.position
    paid = [card for card in ten.split()[1:] if card not in cards.split() or ten.count(card) > cards.count(card)]
    assert sorted(lying(match, "discard").split()) == sorted(set(paid))


def test_means_are_counted_without_the_area_and_at_the_moment_of_the_auction() -> None:
    """FI R52: what the area holds is nobody's, duplicates or not."""
    match = opened("5/0 B1", "9/0 B1", area="G1 G1")
    assert match.position["auction"]["high"] == 5
    match = asked("5/0 B1", "4/0 B2", area="B2 G1", threshold=10)
    assert choices(match) == ("pass", "bid 5")
    say(match, "pass")
    assert "**" in lying(match, "discard")  # a second blue 2 lies in the area, but TEN has only four


def test_a_joker_that_ten_has_won_stays_with_it() -> None:
    """FI-68, FI-71, FI-34: and the turn goes on where it was."""
    match = alone("5/0", "9/0", area="B2 $1", draws="**", auto=False)
    say(match, "draw")
    assert go_on_until(match, "bid") == ["reveal", "bid"]
    match.go_on()
    say(match, "pass")
    assert go_on_until(match, "draw") == ["pay", "draw"]
    assert tokens(match) == ["5/0", "4/0"] and owned(match, TEN) == "**" and lying(match, "area") == "B2 $1"


def test_alone_the_human_pays_as_at_any_table() -> None:
    """FI-66, FI-67, FI R29: exactly, or with fiasko tokens alone."""
    match = opened("5/2 B1 B1", "0/0", area="B2")
    say(match, "bid 5")
    assert choices(match) == ("pay fiasko", "pay currency")
    say(match, "pay fiasko", "pay fiasko")
    assert tokens(match)[0] == "5/0" and owned(match, 0) == "B1 B1 **"
