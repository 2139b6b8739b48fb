"""The rules of licytka. A card is 1 to 3, its kind plus one; a bet is its action plus one."""

from enum import IntEnum
from typing import Any

import numpy as np

from sprawdzam.engine.chance import roll, take
from sprawdzam.engine.contract import GO_ON, HOLE, TABLE, Buffer, State

KINDS = 3
COPIES = 2
SEATS = 3
ACTIONS = 3
PIECES = KINDS
LONGEST = 3 * (3 + SEATS)


class Phase(IntEnum):
    DEAL = 0
    BET = 1
    TURN = 2
    SHOW = 3
    OVER = 4


class Zone(IntEnum):
    DECK = 0
    TURNED = 1
    WORLD = 2


OPTION = np.dtype([("long", "i2")])
SEAT = np.dtype([("card", "i2"), ("bet", "i2"), ("points", "i2")])
STATE = np.dtype(
    [
        ("seats", "i2"),
        ("option", OPTION),
        ("phase", "i2"),
        ("waiting", "i2"),
        ("round", "i2"),
        ("turned", "i2"),
        ("seat", SEAT, SEATS),
        ("deck", "i2", KINDS),
        ("spare", "i2", 2),  # of no use here, known to all; broken games keep things in it
    ]
)


def deal(s: State, rng: Any) -> None:
    for kind in range(KINDS):
        s.deck[kind] = COPIES
    s.phase = Phase.DEAL
    s.waiting = 1 << TABLE


def actors(s: State) -> Any:
    return s.waiting


def legal(s: State, seat: int, out: Buffer) -> int:
    if seat == TABLE:
        out[0] = GO_ON
        return 1 if s.waiting >> TABLE else 0
    if s.phase != Phase.BET:
        return 0
    n = ACTIONS if s.seat[seat].card > 1 else ACTIONS - 1
    for i in range(n):
        out[i] = i
    return n


def drawn(s: State, rng: Any, zone: Zone, number: int) -> int:
    left = 0
    for kind in range(KINDS):
        left += s.deck[kind]
    kind = take(rng, zone, number, s.deck, left)
    s.deck[kind] -= 1
    return kind + 1


def apply(s: State, seat: int, action: int, rng: Any) -> None:
    if s.phase == Phase.DEAL:
        s.round += 1
        for p in range(s.seats):
            s.seat[p].card = drawn(s, rng, Zone.DECK, s.round * SEATS + p)
        s.phase = Phase.BET
        s.waiting = (1 << s.seats) - 1
    elif s.phase == Phase.BET:
        s.seat[seat].bet = action + 1
        s.waiting &= ~(1 << seat)
        if s.waiting == 0:
            s.phase = Phase.TURN
            s.waiting = 1 << TABLE
    elif s.phase == Phase.TURN:
        s.turned = drawn(s, rng, Zone.TURNED, s.round)
        s.phase = Phase.SHOW
    else:
        settle(s)


def settle(s: State) -> None:
    for p in range(s.seats):
        me = s.seat[p]
        if me.card == s.turned:
            me.points += me.bet
        s.deck[me.card - 1] += 1
        me.card = 0
        me.bet = 0
    s.deck[s.turned - 1] += 1
    s.turned = 0
    s.phase = Phase.DEAL
    if s.round == 2 + s.option.long:
        s.phase = Phase.OVER
        s.waiting = 0


def hide(s: State, seat: int, v: State) -> None:
    v.seats = s.seats
    v.option.long = s.option.long
    v.phase = s.phase
    v.waiting = s.waiting
    v.round = s.round
    v.turned = s.turned
    for kind in range(KINDS):
        v.deck[kind] = s.deck[kind]
    for i in range(2):
        v.spare[i] = s.spare[i]
    for p in range(SEATS):
        me = s.seat[p]
        v.seat[p].points = me.points
        if p == seat or me.card == 0 or s.phase == Phase.SHOW:
            v.seat[p].card = me.card
            v.seat[p].bet = me.bet
        else:
            v.deck[me.card - 1] += 1
            if me.bet == 0:
                v.seat[p].bet = 0


def imagine(v: State, seat: int, rng: Any) -> None:
    """Cards as a shuffle deals them; of the bets that a card allows all are equally likely."""
    for p in range(v.seats):
        me = v.seat[p]
        if me.card == HOLE:
            me.card = drawn(v, rng, Zone.WORLD, 2 * p)
        if me.bet == HOLE:
            me.bet = 1 + roll(rng, Zone.WORLD, 2 * p + 1, ACTIONS if me.card > 1 else ACTIONS - 1)


def score(s: State, out: Any) -> None:
    for p in range(s.seats):
        out[p][0] = s.seat[p].points
        out[p][1] = 1
        for q in range(s.seats):
            if s.seat[q].points > s.seat[p].points:
                out[p][1] += 1


def census(s: State, out: Buffer) -> None:
    for kind in range(KINDS):
        out[kind] = s.deck[kind]
    for p in range(s.seats):
        if s.seat[p].card:
            out[s.seat[p].card - 1] += 1
    if s.turned:
        out[s.turned - 1] += 1
