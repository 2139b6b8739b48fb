"""Instinct for rys: many cards at once, no broken sets, jokers kept, rivals robbed."""

import math

from sprawdzam.games.rys.rules import beats, top
from sprawdzam.games.rys.state import (
    DECK,
    DISCARD,
    JOKER,
    JOKERS_ALONE,
    LEAVE,
    NO_DRAW,
    POOL,
    RECLAIM,
    ROB,
    TAKE,
    VALUES,
    Phase,
    cards_of,
    jokers_of,
    size_of,
    value_of,
)

SHARP = 0.9  # how strongly what promises more is preferred


def instinct(v, seat, actions, n, weights):
    if v.phase == Phase.PLAY:
        for i in range(n):
            weights[i] = math.exp(SHARP * promise(v, seat, actions[i]))
    else:
        for i in range(n):
            weights[i] = liking(v, seat, actions[i])


def promise(v, seat, action):
    """What a play brings: cards on the table that are hard to steal, and others' layers off it."""
    me = v.seat[seat]
    layer = action + 1
    size = size_of(layer)
    if size == me.size:
        return 12.0 + size  # out of cards
    jokers = jokers_of(layer)
    good = 1.1 * size + 0.06 * value_of(layer) * math.sqrt(size) - 1.3 * jokers
    if action < JOKERS_ALONE:
        good -= 0.9 * (me.hand[value_of(layer) - 1] - cards_of(layer))  # a broken set is smaller each time
    for p in range(v.seats):
        if p != seat and beats(v, layer, top(v.seat[p])):
            good += 0.8 * size + 0.4
    return good


def liking(v, seat, action):
    me = v.seat[seat]
    if action == TAKE or action == RECLAIM:
        layer = top(v.seat[v.victim - 1])
        value = value_of(layer)
        same = me.hand[value - 1] if value <= VALUES else 0
        if action == RECLAIM:
            return 1.5 + 0.25 * value + jokers_of(layer)
        return 0.4 + 0.8 * same + 1.5 * jokers_of(layer) + 0.05 * value
    if action == LEAVE:
        return 1.0
    if action == DISCARD:
        return 1.0
    if action == DECK:
        return 1.0 if v.phase == Phase.DRAW else 0.2
    if action == NO_DRAW:
        return 2.0
    if action >= ROB:
        return 1.0 + me.hand[action - ROB] + 0.05 * (action - ROB)
    slot = action - POOL
    card = v.pool[slot]
    good = 5.0 if card == JOKER else 0.2 + 1.5 * me.hand[card - 1] + 0.03 * card
    return good + 1.0 * v.thirteens[slot] + 4.0 * v.jokers[slot]
