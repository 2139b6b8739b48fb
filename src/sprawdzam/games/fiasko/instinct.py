"""Instinct for fiasko: how risky the next card is, what a reward is worth, and what fits the own runs."""

import math

from sprawdzam.games.fiasko.state import (
    BID,
    BUY,
    CURRENCY,
    DRAW,
    FULL_JOKER,
    KINDS,
    LIMIT,
    NUMBER_JOKERS,
    NUMBERS,
    PASS,
    PAY_CARD,
    PAY_CURRENCY,
    PAY_FIASKO,
    SKIP,
    TAKE_CURRENCY,
    TOKEN,
    Phase,
    number_of,
)

BOLD = 1.6  # what another card promises as long as it is no fiasco
LOSS = 3.0  # what a fiasco costs beyond what is lost
SHARP = 1.5  # how strongly what promises more is preferred
WORTH = 1.3  # tokens that a point is worth


def instinct(v, seat, actions, n, weights):
    for i in range(n):
        weights[i] = 1.0
    if v.phase == Phase.DRAW:
        for i in range(n):
            weights[i] = math.exp(SHARP * promise(v, seat, actions[i]))
    elif v.phase == Phase.BID:
        weigh_bids(v, seat, actions, n, weights)
    elif v.phase == Phase.PAY:
        for i in range(n):
            weights[i] = ease(v, seat, actions[i])
    else:
        for i in range(n):
            weights[i] = 1.0 if actions[i] == SKIP else wish(v, seat, actions[i] - BUY)


def fits(me, kind):
    """What a number card is worth: a lot beside own ones, nothing when it is owned already."""
    if me.number[kind] > 0:
        return 0.3  # it can pay
    place = kind % 9
    good = 0.7
    if place > 0 and me.number[kind - 1] > 0:
        good += 0.7
    if place < 8 and me.number[kind + 1] > 0:
        good += 0.7
    return good


def reward(v, seat):
    """What the number cards of the area are worth."""
    total = 0.0
    for i in range(v.shown):
        if v.area[i] - 1 < NUMBERS:
            total += fits(v.seat[seat], v.area[i] - 1)
    return total


def risk(v):
    """How likely the next card is a fiasco."""
    bad = 0
    for kind in range(NUMBERS):
        if v.numbers + number_of(kind) - v.currency > LIMIT:
            bad += v.deck[kind]
    for kind in range(CURRENCY, KINDS):
        if v.currency + kind - CURRENCY + 1 > LIMIT:
            bad += v.deck[kind]
    return bad / v.left


def promise(v, seat, action):
    room = min(LIMIT - v.seat[seat].currency, v.currency)
    if action == TAKE_CURRENCY:
        return 0.45 * room
    numbers = reward(v, seat)
    if action == DRAW:
        chance = risk(v)
        kept = max(numbers, 0.45 * room)
        return (1.0 - chance) * (kept + BOLD) - chance * LOSS
    return numbers


def weigh_bids(v, seat, actions, n, weights):
    """Bids as little as wins, and no more than the joker is worth."""
    kind = v.joker - 1
    value = 4.5
    if kind == FULL_JOKER:
        value = 7.0
    elif kind >= NUMBER_JOKERS:
        value = 3.5
    value = min(value, 0.9 + spare(v.seat[seat]))
    for i in range(n):
        if actions[i] == PASS:
            weights[i] = 1.0
        else:
            good = value - (actions[i] - BID)
            weights[i] = 1.5 * math.exp(good - 1.0) if good > 0.0 else 1e-4


def spare(me):
    """What can be paid without a card that one has only once."""
    total = me.currency + TOKEN * me.fiasko
    for kind in range(NUMBERS):
        total += max(0, me.number[kind] - 1)
    return total


def ease(v, seat, action):
    """What is easiest to part with: fiasco tokens for large sums, currency, cards that one has twice."""
    if action == PAY_FIASKO:
        return 4.0 if v.due >= TOKEN else 0.5
    if action == PAY_CURRENCY:
        return 2.0
    kind = action - PAY_CARD
    return 3.0 if v.seat[seat].number[kind] > 1 else 0.01


def wish(v, seat, kind):
    """A card of the market, if it fits and costs no card that one has only once."""
    me = v.seat[seat]
    if me.number[kind] > 0 or number_of(kind) > spare(me):
        return 1e-4
    return math.exp(WORTH * (2.0 * fits(me, kind) - 0.25 * number_of(kind)))
