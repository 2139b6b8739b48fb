"""Why something is not possible now in blef."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.reasons import Reason
from sprawdzam.engine.texts import Texts
from sprawdzam.games.blef.rules import CHECK, CHOOSE, CLOCKWISE, COUNTER, HAND, MOST, VALUES, Phase
from sprawdzam.games.blef.table import bid_words, cards

TURNS = "BL-09"
BIDS = range(VALUES * MOST)
WAYS = range(CLOCKWISE, COUNTER + 1)
ENDS = range(CHOOSE, CHOOSE + (1 << HAND))


def reasons(v: State, seat: int, texts: Texts, names: Sequence[str]) -> list[Reason]:
    if v.seat[seat].rank and v.phase != Phase.OVER:
        return [Reason(texts("You are out and watch the others play on."), "BL-30" if v.option.longer else "BL-21")]
    if v.phase == Phase.CHOOSE:
        text = texts("There is no bidding yet: first all of you choose the ends that count.")
        return [Reason(text, "BL-06", (*BIDS, CHECK))]
    if v.phase == Phase.DIRECTION and seat == v.turn:
        return [Reason(texts("First say which way this round goes, then bid."), "BL-26", (*BIDS, CHECK))]
    if v.phase != Phase.BID:
        return []
    found = _bidding(v, texts) if seat == v.turn else [_waiting(texts)]
    cards_lie = texts("Your cards stay as you have turned them until the round is over.")
    pieces = tuple((f"hand{seat}", i) for i in range(v.seat[seat].count))
    return [*found, Reason(cards_lie, "BL-07", ENDS, pieces)]


def _waiting(texts: Texts) -> Reason:
    text = texts("You can check only on your own turn, and only the bid of the player right before you.")
    return Reason(text, "BL-14", (CHECK,))


def _bidding(v: State, texts: Texts) -> list[Reason]:
    beyond = [bid for bid in BIDS if bid % MOST >= v.total]
    short = texts("With {cards} in play nobody can bid more than that.", cards=cards(texts, v.total))
    most = Reason(short, "BL-13", beyond)
    if not v.made:
        return [Reason(texts("You open the round: there is no bid yet that you could check."), "BL-08", (CHECK,)), most]
    last = v.newest[0]
    value, told = last // MOST, bid_words(texts, last)
    lower = texts("The last bid is {bid}: a lower value never beats it, however many you name.", bid=told)
    same = texts("The last bid is {bid}: with the same value you have to name more.", bid=told)
    return [
        Reason(lower, "BL-12", [bid for bid in BIDS if bid // MOST < value and bid % MOST < v.total]),
        Reason(same, "BL-12", range(value * MOST, last + 1)),
        Reason(texts("You cannot pass: raise or check."), "BL-10"),
        most,
    ]
