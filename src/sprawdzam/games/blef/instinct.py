"""Instinct for blef: how likely a bid is to hold, given the own cards and what was bid so far."""

import numpy as np

from sprawdzam.games.blef.bids import bid_before
from sprawdzam.games.blef.rules import CHECK, CHOOSE, MOST, Phase, beside, face, ones_are_jokers, was_bid

# A rival's card shows a given value with 1 in 6; more likely once that value was bid; ones help as jokers.
PLAIN, CLAIMED, WILD, WILD_CLAIMED = 0, 1, 2, 3
SHOWS = (1 / 6, 1 / 4, 3 / 10, 2 / 5)


def tails():
    """``TAIL[likelihood, m, k]``: how likely at least ``k`` of ``m`` unknown cards show a value."""
    table = np.zeros((len(SHOWS), MOST + 1, MOST + 2))
    for row, p in enumerate(SHOWS):
        exactly = np.zeros(MOST + 2)
        exactly[0] = 1.0
        for m in range(MOST + 1):
            table[row, m] = exactly[::-1].cumsum()[::-1]
            exactly[1:] = exactly[1:] * (1 - p) + exactly[:-1] * p
            exactly[0] *= 1 - p
    return table


TAIL = tails()
BLUFF = 0.1  # how likely a bid is made that the own cards do not speak for
SHARP = 9.0  # how strongly a likelier bid is preferred


def instinct(v, seat, actions, n, weights):
    if v.phase == Phase.CHOOSE:
        weigh_ends(v, seat, actions, n, weights)
    elif v.phase == Phase.BID:
        weigh_bids(v, seat, actions, n, weights)
    else:
        for i in range(n):
            weights[i] = 1.0


def weigh_ends(v, seat, actions, n, weights):
    """Likes many equal ends: it knows more about that value than the others do."""
    me = v.seat[seat]
    for i in range(n):
        mask = actions[i] - CHOOSE
        liking = 1.0
        for a in range(me.count):
            value = face(me.card[a], 1 + ((mask >> a) & 1))
            if v.option.jokers and value == 1:
                liking *= 3.0
            for b in range(a):
                if face(me.card[b], 1 + ((mask >> b) & 1)) == value:
                    liking *= 3.0
        weights[i] = liking


def own(v, seat, value):
    """Own cards that count for a value."""
    me = v.seat[seat]
    wild = (v.made > 0) & ones_are_jokers(v) & (value > 1)
    found = 0
    for i in range(me.count):
        shown = face(me.card[i], me.end[i])
        found += (shown == value) | (wild & (shown == 1))
    return found


def likelihood(v, value):
    """The row of ``TAIL`` for a value: has somebody claimed it in this round, are ones jokers?"""
    row = CLAIMED if was_bid(v, value) else PLAIN
    if value > 1 and ones_are_jokers(v):
        row += WILD
    return row


def chance_of(v, seat, bid):
    """How likely a bid is to hold, as this seat sees it."""
    return tail(v, seat, bid, likelihood(v, bid // MOST + 1))


def tail(v, seat, bid, row):
    """How likely a bid is to hold beside the own cards of a seat, by a row of ``TAIL``."""
    missing = bid % MOST + 1 - own(v, seat, bid // MOST + 1)
    return 1.0 if missing <= 0 else TAIL[row, v.total - v.seat[seat].count, missing]


def weigh_bids(v, seat, actions, n, weights):
    """Bids share the weight of the best one; a check weighs as much as it is likely to be right."""
    best = 0.0
    total = 0.0
    unknown = v.total - v.seat[seat].count
    last_value = -1
    mine = 0
    row = 0
    for i in range(n):
        bid = actions[i]
        if bid == CHECK:
            break
        value = bid // MOST + 1
        if value != last_value:
            last_value = value
            mine = own(v, seat, value)
            row = likelihood(v, value)
        missing = bid % MOST + 1 - mine
        chance = 1.0 if missing <= 0 else TAIL[row, unknown, missing]
        if chance > best:
            best = chance
        chance *= chance
        weights[i] = chance * chance + 1e-6
        total += weights[i]
    if actions[n - 1] == CHECK:
        weights[n - 1] = 1.0
        if total > 0.0:
            wrong = 1.0 - chance_of(v, seat, v.newest[0])
            odds = np.exp(SHARP * (wrong - best))
            weights[n - 1] = total * odds


def evidence(s, seat):
    """Bids are seldom made against the own cards; the floor leaves room for a bluff."""
    likely = 1.0
    if s.phase == Phase.BID:
        back = 1 if s.counter else s.seats - 1
        maker = s.turn
        bid = s.newest[0]
        for _ in range(s.made):
            maker = beside(s, maker, back)
            if maker != seat:
                row = WILD if ones_are_jokers(s) and bid >= MOST else PLAIN
                likely *= BLUFF + (1.0 - BLUFF) * tail(s, maker, bid, row)
            bid = bid_before(s, bid)
    return likely
