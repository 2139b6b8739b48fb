"""What happened at a table of fiasko between two views of one recipient, in words."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.texts import Texts
from sprawdzam.games.fiasko.means import players, solo
from sprawdzam.games.fiasko.scoring import score
from sprawdzam.games.fiasko.solver import COMPLETE, best_runs
from sprawdzam.games.fiasko.state import COLOUR_JOKERS, CURRENCY, LIMIT, NUMBERS, TEN, Phase
from sprawdzam.games.fiasko.words import card_words, grade, listed, name_of


def tell(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    teller = {
        Phase.REVEAL: _reveal,
        Phase.BUST: _bust,
        Phase.STOP: _take,
        Phase.DRAW: _take,
        Phase.BID: _bid,
        Phase.PAY: _pay,
        Phase.BUY: _buy,
        Phase.FINAL: _buy,
    }.get(before.phase)
    if teller is None or before == after:
        return []
    lines = teller(before, after, seat, texts, names)
    if after.phase == Phase.OVER:
        lines.append(final_words(after, seat, texts, names))
    return lines


def _reveal(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    kind = next(kind for kind in range(len(before.deck)) if after.deck[kind] < before.deck[kind])
    p = before.active
    card = card_words(texts, kind)
    if COLOUR_JOKERS <= kind < CURRENCY:
        return [texts("An auction: {card}.", card=card)]
    if p == seat:
        return [texts("You turn up {card}.", card=card)]
    return [texts("{name} turns up {card}.", name=name_of(before, p, texts, names), card=card)]


def _bust(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    p = before.active
    lines = [
        texts("A fiasco! You get a fiasco token.")
        if p == seat
        else texts("A fiasco! {name} gets a fiasco token.", name=name_of(before, p, texts, names))
    ]
    if solo(before) and p == TEN and _numbers(before):  # FI-64
        lines.append(_takes(before, seat, texts, names))
    return lines + _gains(before, after, seat, texts, names)


def _numbers(v: State) -> list[int]:
    return [v.area[i] - 1 for i in range(v.shown) if v.area[i] - 1 < NUMBERS]


def _takes(before: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    p, cards = before.active, listed(texts, _numbers(before))
    if p == seat:
        return texts("You take {cards}.", cards=cards)
    return texts("{name} takes {cards}.", name=name_of(before, p, texts, names), cards=cards)


def _take(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    if after.phase == Phase.REVEAL and after.active == before.active:
        return []  # a card is about to be turned up
    p = before.active
    name = name_of(before, p, texts, names)
    if before.phase == Phase.STOP and not _numbers(before):  # R49, R50
        return [texts("{name} stops without a number card.", name=name), *_gains(before, after, seat, texts, names)]
    if before.phase == Phase.DRAW and (sum(after.market) > sum(before.market) or not _numbers(before)):
        gained = after.seat[p].currency - before.seat[p].currency
        return [
            texts("You take the currency: {n} more.", n=gained)
            if p == seat
            else texts("{name} takes the currency: {n} more.", name=name, n=gained)
        ]
    return [_takes(before, seat, texts, names), *_gains(before, after, seat, texts, names)]


def _gains(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    lines = []
    for p in range(players(before)):
        more = after.seat[p].currency - before.seat[p].currency
        if more > 0 and p != before.active:
            name = name_of(before, p, texts, names)
            lines.append(
                texts("You get {n} currency.", n=more)
                if p == seat
                else texts("{name} gets {n} currency.", name=name, n=more)
            )
    return lines


def _bid(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    order = (before.active + 1 + before.asked) % players(before)
    you, name = order == seat, name_of(before, order, texts, names)
    if after.bidder and after.high > before.high:
        line = texts("You bid {n}.", n=after.high) if you else texts("{name} bids {n}.", name=name, n=after.high)
    else:
        line = texts("You pass.") if you else texts("{name} passes.", name=name)
    if not after.joker:
        return [line, texts("Nobody wants {card}.", card=card_words(texts, before.joker - 1))]
    return [line]


def _pay(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """Which cards somebody parts with, and what a joker has cost; tokens that change hands are seen at the places."""
    p = before.payer - 1
    you, name = p == seat, name_of(before, p, texts, names)
    lines = []
    if cards := [kind for kind in range(NUMBERS) for _ in range(after.discard[kind] - before.discard[kind])]:
        told = listed(texts, cards)
        lines.append(
            texts("You give away {cards}.", cards=told)
            if you
            else texts("{name} gives away {cards}.", name=name, cards=told)
        )
    if before.joker and not after.reason:
        card, n = card_words(texts, before.joker - 1), before.high
        lines.append(
            texts("You get {card} for {n}.", card=card, n=n)
            if you
            else texts("{name} gets {card} for {n}.", name=name, card=card, n=n)
        )
    return lines


def _buy(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    if not after.item:
        return []
    p = after.payer - 1
    card, n = card_words(texts, after.item - 1), after.due
    if p == seat:
        return [texts("You buy {card} for {n}.", card=card, n=n)]
    return [texts("{name} buys {card} for {n}.", name=name_of(before, p, texts, names), card=card, n=n)]


def final_words(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    out = [[0, 0] for _ in range(v.seats)]
    score(v, out)
    points = texts.count("{n} point", "{n} points", out[0][0])
    if solo(v):
        return _against_ten(v, seat, texts, names, points)
    first = [p for p in range(v.seats) if out[p][1] == 1]
    points = texts.count("{n} point", "{n} points", out[first[0]][0])
    if len(first) > 1:
        told = ", ".join(texts("You") if p == seat else names[p] for p in first)
        return texts("A shared win with {points}: {names}.", points=points, names=told)
    if first[0] == seat:
        return texts("You win with {points}!", points=points)
    return texts("{name} wins with {points}.", name=names[first[0]], points=points)


def _against_ten(v: State, seat: int, texts: Texts, names: Sequence[str], points: str) -> str:
    mine, ten = (int(best_runs(v.seat[p])) // COMPLETE for p in (0, TEN))
    if mine == ten:  # R60, R64
        return texts("No win: {points} each.", points=points)
    if seat != 0:
        if mine > ten:
            return texts("{name} wins with {points}, TEN has {ten}.", name=names[0], points=points, ten=ten)
        return texts("TEN wins with {ten}, {name} has {points}.", name=names[0], points=points, ten=ten)
    if mine < ten:
        return texts("TEN wins: {points} against its {ten}.", points=points, ten=ten)
    told = texts("You win with {points} against {ten}!", points=points, ten=ten)
    told += " " + texts("Your rank: {grade}.", grade=grade(texts, v.option.threshold))
    if v.option.threshold < LIMIT:
        told += " " + texts("Next time TEN stops at {n}.", n=v.option.threshold + 1)
    return told
