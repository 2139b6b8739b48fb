"""What can be computed about a decision in fiasko: odds of the next card, and choices by the points that they promise.

``prospects.py`` says what is exact in that and what is estimated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from sprawdzam.engine.compile import build
from sprawdzam.engine.contract import State
from sprawdzam.engine.scene import legal_for
from sprawdzam.engine.texts import Texts
from sprawdzam.games.fiasko import instinct, prospects, rules
from sprawdzam.games.fiasko.holding import MOST_PAID
from sprawdzam.games.fiasko.state import (
    ACTIONS,
    BUY,
    DRAW,
    NUMBERS,
    PASS,
    SKIP,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    Phase,
    number_of,
)
from sprawdzam.games.fiasko.words import card_words, means


@cache
def machine_code() -> Any:
    """The functions of ``prospects``, compiled; the same names as in the module."""
    return build(prospects, label="fiasko_expert")


def advise(v: State, seat: int) -> dict[int, float] | None:
    """The action that promises most; None where the seat has nothing to choose, or nothing is known."""
    legal = legal_for(rules, v, seat)
    if not legal:
        return None
    if len(legal) == 1:
        return {legal[0]: 1.0}
    values = weigh(v, seat)
    best = max(legal, key=lambda action: float(values[action]))
    return {best: 1.0} if values[best] > -np.inf else None


def weigh(v: State, seat: int) -> Any:
    """By action what it promises: points at the end, less those of the rivals on average; -infinity: not looked at."""
    values = np.empty(ACTIONS)
    machine_code().weigh_all(v.pack(), seat, values)
    return values


# --- in words ---


def why(v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> str:
    """The odds and the points behind an action."""
    legal = legal_for(rules, v, seat)
    if action not in legal:
        return ""
    if v.phase == Phase.DRAW:
        return _why_draw(v, seat, legal, texts)
    if v.phase == Phase.BID:
        return _why_bid(v, seat, texts)
    if v.phase == Phase.PAY:
        plan = np.zeros(4, np.int64)
        cost = machine_code().payment(v.pack(), seat, plan)
        return texts("This pays cheapest: {means}.", means=means(texts, *map(int, plan[:3]))) if cost < 1e9 else ""
    return _why_buy(v, seat, action, legal, texts)


def _why_draw(v: State, seat: int, legal: Sequence[int], texts: Texts) -> str:
    values = weigh(v, seat)
    if DRAW not in legal:
        if len(legal) == 1:
            return ""
        numbers, currency = (texts.decimal(values[take]) for take in (TAKE_NUMBERS, TAKE_CURRENCY))
        return texts("The numbers promise {numbers} points, the currency {currency}.",
                     numbers=numbers, currency=currency)  # fmt: skip
    told = texts("The next card is a fiasco with {n} %.", n=round(100 * instinct.risk(v)))
    if len(legal) == 1:
        return told
    stop, draw = max(values[take] for take in legal if take != DRAW), values[DRAW]
    better = texts("Drawing promises {draw} points, stopping {stop}.",
                   draw=texts.decimal(draw), stop=texts.decimal(stop))  # fmt: skip
    return f"{told} {better}"


def _why_bid(v: State, seat: int, texts: Texts) -> str:
    gain = float(machine_code().card_gain(v.pack(), seat, v.joker - 1))
    told = texts("To you {joker} is worth about {points} points.",
                 joker=card_words(texts, v.joker - 1), points=texts.decimal(gain))  # fmt: skip
    most = worth_bidding(v, seat)
    if most <= v.high:
        return told + " " + texts("That is no reason for a bid.")
    return told + " " + texts("Do not pay more than {n}.", n=most)


def worth_bidding(v: State, seat: int) -> int:
    """The highest price at which winning the auction is no worse than passing."""
    costs = np.zeros(MOST_PAID + 1)
    machine_code().costs_of(v.pack(), seat, costs)
    gain = float(machine_code().card_gain(v.pack(), seat, v.joker - 1))
    passing = float(weigh(v, seat)[PASS])
    return max((n for n in range(1, MOST_PAID + 1) if gain - costs[n] >= passing), default=0)


def _why_buy(v: State, seat: int, action: int, legal: Sequence[int], texts: Texts) -> str:
    if action == SKIP:
        values = weigh(v, seat)
        if max(legal, key=lambda other: float(values[other])) == SKIP:
            return texts("No card in the market is worth its price.")
        best = max((kind for kind in range(NUMBERS) if BUY + kind in legal), key=lambda kind: float(values[BUY + kind]))
        return texts("A better choice: {card}.", card=card_words(texts, best))
    kind = action - BUY
    gain = float(machine_code().card_gain(v.pack(), seat, kind))
    if v.phase == Phase.FINAL:
        return texts.count("This card adds {n} point to your score.", "This card adds {n} points to your score.",
                           int(gain + 0.5))  # fmt: skip
    costs = np.zeros(10)
    machine_code().costs_of(v.pack(), seat, costs)
    return texts("This card is worth about {points} points to you, and its price {price}.",
                 points=texts.decimal(gain), price=texts.decimal(costs[number_of(kind)]))  # fmt: skip
