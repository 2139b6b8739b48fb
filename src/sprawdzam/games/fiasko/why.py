"""Why something is not possible now in fiasko: what cannot be drawn, taken, bid, bought or paid."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.reasons import Reason
from sprawdzam.engine.scene import legal_for
from sprawdzam.engine.texts import Texts
from sprawdzam.games.fiasko import rules
from sprawdzam.games.fiasko.means import can_buy, least_bid, power, solo, spendable
from sprawdzam.games.fiasko.state import (
    BID,
    BUY,
    DRAW,
    MOST_BID,
    NUMBERS,
    PAY_CARD,
    PAY_CURRENCY,
    PAY_FIASKO,
    SKIP,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    Phase,
)

TURNS = "FI-46"
BIDS = range(BID + 1, BID + MOST_BID + 1)
PURCHASES = range(BUY, BUY + NUMBERS)


def reasons(v: State, seat: int, texts: Texts, names: Sequence[str]) -> list[Reason]:
    if not v.waiting >> seat & 1:
        if v.phase == Phase.BID:
            text = texts("In an auction everybody speaks once, one after another; whoever turned the joker up is last.")
            return [Reason(text, "FI-29", (BID, *BIDS))]
        return []
    if v.phase == Phase.DRAW:
        return _drawing(v, texts)
    if v.phase == Phase.BID:
        return _bidding(v, seat, texts)
    if v.phase == Phase.PAY:
        return _paying(v, seat, texts)
    return _buying(v, seat, texts)


def _drawing(v: State, texts: Texts) -> list[Reason]:
    found = []
    if v.left == 0:
        found.append(Reason(texts("The deck is empty: no more cards are turned up."), "FI-06", (DRAW,)))
    if v.shown == 0:
        text = texts("You have to turn up a card first: nothing lies there that you could take.")
        found.append(Reason(text, "R1", (TAKE_NUMBERS, TAKE_CURRENCY)))
    elif v.numbers == 0:
        found.append(Reason(texts("There is no number card among those turned up."), "FI-07", (TAKE_NUMBERS,)))
    elif v.currency == 0:
        found.append(Reason(texts("There is no currency card among those turned up."), "FI-08", (TAKE_CURRENCY,)))
    text = texts("You can buy only after you have stopped and taken the numbers.")
    return [*found, Reason(text, "FI-41", PURCHASES, _market(v))]


def _bidding(v: State, seat: int, texts: Texts) -> list[Reason]:
    low, most = least_bid(v), power(v, seat)
    found = []
    if v.high:
        text = texts("Somebody has bid {n}: you have to bid more, or pass.", n=v.high)
        found.append(Reason(text, "FI-30", range(BID + 1, BID + low)))
    elif low > 1:
        text = texts("Against TEN the lowest bid is {n}.", n=low)
        found.append(Reason(text, "FI-67", range(BID + 1, BID + low)))
    text = texts("You can pay {n} in all, with tokens and cards; you cannot bid more.", n=most)
    found.append(Reason(text, "FI-32", range(BID + max(most + 1, low), BID + MOST_BID + 1)))
    return found


def _paying(v: State, seat: int, texts: Texts) -> list[Reason]:
    legal = legal_for(rules, v, seat)
    mine = _numbers(v, seat)
    found = []
    if PAY_FIASKO not in legal and v.seat[seat].fiasko:
        text = texts("You have begun with smaller means: now you have to pay exactly.")
        found.append(Reason(text, "FI-37", (PAY_FIASKO,)))
    if PAY_CURRENCY not in legal and v.seat[seat].currency:
        text = texts("It cannot be paid exactly without fiasco tokens: those come first.")
        if v.last_card:
            text = texts("Tokens come before cards: you pay with cards already.")
        found.append(Reason(text, "FI-37", (PAY_CURRENCY,)))
    single = tuple((f"hand{seat}", i) for i, kind in enumerate(mine) if not spendable(v, seat, kind))
    if solo(v) and single:
        text = texts("Against TEN a card pays only if you have another one like it.")
        found.append(Reason(text, "FI-66", [PAY_CARD + kind for kind in mine if not spendable(v, seat, kind)], single))
    others = [kind for kind in mine if spendable(v, seat, kind) and PAY_CARD + kind not in legal]
    if others:
        text = texts("The rest cannot be paid with this card now: tokens first, then cards in their order.")
        pieces = tuple((f"hand{seat}", i) for i, kind in enumerate(mine) if kind in others)
        found.append(Reason(text, "FI-37", [PAY_CARD + kind for kind in others], pieces))
    jokers = tuple((f"hand{seat}", len(mine) + i) for i in range(sum(v.seat[seat].joker)))
    if jokers:
        found.append(Reason(texts("Jokers pay nothing."), "FI-35", (), jokers))
    text = texts("You have chosen it, so it must be paid: there is no way back.")
    return [*found, Reason(text, "FI-40", (SKIP, BID))]


def _buying(v: State, seat: int, texts: Texts) -> list[Reason]:
    dear = [kind for kind in range(NUMBERS) if v.market[kind] and not can_buy(v, seat, kind)]
    found = []
    if dear:
        text = texts("You can pay {n} in all: this costs more.", n=power(v, seat))
        found.append(Reason(text, "FI-42", [BUY + kind for kind in dear], _market(v, dear)))
    if v.phase == Phase.BUY:
        text = texts("You have stopped: in this turn you turn up no more cards.")
        found.append(Reason(text, "FI-25", (DRAW, TAKE_NUMBERS, TAKE_CURRENCY)))
    return found


def _numbers(v: State, seat: int) -> list[int]:
    return [kind for kind in range(NUMBERS) for _ in range(v.seat[seat].number[kind])]


def _market(v: State, wanted: Sequence[int] = range(NUMBERS)) -> tuple[tuple[str, int], ...]:
    kinds = [kind for kind in range(NUMBERS) for _ in range(v.market[kind])]
    return tuple(("market", i) for i, kind in enumerate(kinds) if kind in wanted)
