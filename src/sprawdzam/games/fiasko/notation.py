"""Notation of fiasko: `draw`, `take numbers`, `take currency`, `bid 7`, `pass`, `buy B4`, `skip`, `pay fiasko`,
`pay currency`, `pay B4`; cards `B1` to `R9`, `B*`, `*4`, `**`, `$3`. Positions are in ``position``.
"""

from __future__ import annotations

import re

from sprawdzam.engine.contract import State
from sprawdzam.engine.errors import UnknownAction
from sprawdzam.engine.notation import short
from sprawdzam.games.fiasko.position import read_position, write_position
from sprawdzam.games.fiasko.state import (
    BID,
    BUY,
    CARDS,
    DRAW,
    MOST_BID,
    PASS,
    PAY_CARD,
    PAY_CURRENCY,
    PAY_FIASKO,
    SEATS,
    SKIP,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
)

__all__ = ["OUTCOMES", "read_action", "read_position", "write_action", "write_position"]

OUTCOMES = {"starter": tuple(map(str, range(SEATS))), "deck": CARDS}
WORDS = {
    "draw": DRAW,
    "take numbers": TAKE_NUMBERS,
    "take currency": TAKE_CURRENCY,
    "pass": PASS,
    "skip": SKIP,
    "pay fiasko": PAY_FIASKO,
    "pay currency": PAY_CURRENCY,
}
NAMES = {action: word for word, action in WORDS.items()}
ON_CARD = re.compile(r"(buy|pay) ([BGOR][1-9])")
AMOUNT = re.compile(r"bid ([1-9][0-9]{0,2})")


def write_action(v: State, seat: int, action: int) -> str:
    if action in NAMES:
        return NAMES[action]
    if action < BUY:
        return f"bid {action - BID}"
    return f"buy {CARDS[action - BUY]}" if action < SKIP else f"pay {CARDS[action - PAY_CARD]}"


def read_action(v: State, seat: int, text: str) -> int:
    if text in WORDS:
        return WORDS[text]
    if (amount := AMOUNT.fullmatch(text)) and int(amount[1]) <= MOST_BID:
        return BID + int(amount[1])
    if card := ON_CARD.fullmatch(text):
        return (BUY if card[1] == "buy" else PAY_CARD) + CARDS.index(card[2])
    raise UnknownAction(
        "{action} is no action of fiasko; actions are: draw, take numbers, take currency, bid 7, pass, buy B4, skip, "
        "pay fiasko, pay currency, pay B4",
        action=short(text),
    )
