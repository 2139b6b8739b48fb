"""The rules of blef: liar's dice with two-ended cards. Rule ids (BL-12) and rulings (R8) are those of the rulebook.

A card is a number 1..15, the place of its pair in ``PAIRS`` plus one; copies of a pair are alike (BL-02). A hand
lies in ascending order. End A of a card is its lower value, end B its higher one.
"""

from enum import IntEnum

import numpy as np

from sprawdzam.engine.chance import roll, take
from sprawdzam.engine.contract import GO_ON, HOLE, TABLE
from sprawdzam.games.blef.bids import BITS, NEWEST, add_bid, clear_bids

PAIRS = tuple((low, high) for low in range(1, 7) for high in range(low + 1, 7))  # BL-02
COPIES = (2,) * len(PAIRS)  # BL-01: every value on 5 pairs x 2 copies = 10 ends
FACES = np.array([(0, 0, 0), *((0, low, high) for low, high in PAIRS)])  # by card and end; an array: tuples are slow
VALUES = 6
LIMIT = 6  # BL-19: the count that nobody may reach; BL-28: Shrinking starts one below it
SEATS = 6  # BL-03
HAND = 5
MOST = SEATS * HAND  # quantities that a bid may name


class Phase(IntEnum):
    DEAL = 0  # the table is about to deal
    CHOOSE = 1
    DIRECTION = 2
    BID = 3
    REVEAL = 4  # all hands are open, the result is about to be settled
    OVER = 5


class Zone(IntEnum):
    STARTER = 0
    DECK = 1
    WORLD = 2  # what a seat imagines


# Actions: a bid of q x v is (v - 1) * MOST + q - 1
ASCENDING = np.zeros((MOST + 1, VALUES * MOST), np.int16)  # the bids of a round, by the number of its cards
for total in range(1, MOST + 1):
    ASCENDING[total, : VALUES * total] = [v * MOST + q for v in range(VALUES) for q in range(total)]
CHECK = VALUES * MOST
CLOCKWISE = CHECK + 1
COUNTER = CHECK + 2
CHOOSE = CHECK + 3  # plus a mask: bit i set when card i counts with its end B
ACTIONS = CHOOSE + (1 << HAND)

PIECES = len(PAIRS)
LONGEST = (5 * SEATS - 1) * (VALUES * MOST + 1 + SEATS + 1 + 2)  # rounds x (bids, check, choices, direction, table)

OPTION = np.dtype(
    [("jokers", "i2"), ("direction_choice", "i2"), ("shrinking", "i2"), ("longer", "i2"), ("first_starter", "i2")]
)
SEAT = np.dtype(
    [
        ("count", "i2"),  # cards that the seat gets in this round
        ("rank", "i2"),  # 0 while in play, then the final place
        ("locked", "i2"),  # has chosen its ends in this round
        ("card", "i2", HAND),  # 0: no card
        ("end", "i2", HAND),  # 0: not chosen, 1: A, 2: B
    ]
)
STATE = np.dtype(
    [
        ("seats", "i2"),
        ("option", OPTION),
        ("phase", "i2"),
        ("waiting", "i2"),  # whom the game waits for, as a bit mask
        ("round", "i2"),  # rounds dealt so far
        ("tiebreak", "i2"),
        ("starter", "i2"),
        ("turn", "i2"),
        ("counter", "i2"),  # 1: this round goes counter-clockwise
        ("total", "i2"),  # N of the rulebook: cards in play in this round
        ("made", "i2"),  # number of bids of this round
        ("bids", "i2", VALUES * MOST // BITS),  # as bits: see bids.py
        ("newest", "i2", NEWEST),  # bids, the last one first
        ("seat", SEAT, SEATS),
        ("deck", "i2", PIECES),  # undealt cards of each pair; in a view: unseen ones
    ]
)


def deal(s, rng):
    for p in range(s.seats):
        if s.option.shrinking:  # BL-28
            s.seat[p].count = LIMIT - 1
        else:  # BL-04
            s.seat[p].count = 1
    if s.option.first_starter:  # 0 is random, else the seat plus one
        s.starter = s.option.first_starter - 1
    else:  # R1
        s.starter = roll(rng, Zone.STARTER, 0, s.seats)
    open_round(s, s.starter)


def open_round(s, starter):
    """All cards go back; the table will deal."""
    for kind in range(PIECES):
        s.deck[kind] = COPIES[kind]
    for p in range(s.seats):
        me = s.seat[p]
        me.locked = 0
        for i in range(HAND):
            me.card[i] = 0
            me.end[i] = 0
    s.starter = starter
    s.turn = starter
    s.counter = 0
    clear_bids(s)
    s.total = 0
    s.phase = Phase.DEAL
    s.waiting = 1 << TABLE


def deal_round(s, rng):
    """BL-05: everybody gets as many cards as they are due."""
    left = cards_in(s.deck)
    s.round += 1
    s.waiting = 0
    for p in range(s.seats):
        me = s.seat[p]
        out = not in_play(s, p)  # R20
        if not out:
            for i in range(me.count):
                kind = take(rng, Zone.DECK, s.round * MOST + p * HAND + i, s.deck, left)
                s.deck[kind] -= 1
                left -= 1
                insert(me, i, kind + 1)
            s.total += me.count
            s.waiting |= 1 << p
    s.phase = Phase.CHOOSE


def cards_in(deck):
    n = 0
    for kind in range(PIECES):
        n += deck[kind]
    return n


def insert(me, held, card):
    """Puts a card into a hand of ``held`` cards, in ascending order."""
    for i in range(held, 0, -1):
        other = me.card[i - 1]
        me.card[i] = max(other, card)
        card = min(other, card)
    me.card[0] = card


def in_play(s, p):
    return s.seat[p].rank == 0


def players_left(s):
    n = 0
    for p in range(s.seats):
        if in_play(s, p):
            n += 1
    return n


def beside(s, p, step):
    """The next seat in play, one way round the table."""
    p = around(s, p, step)
    while not in_play(s, p):  # BL-30, R19
        p = around(s, p, step)
    return p


def around(s, p, step):
    p += step
    return p - s.seats if p >= s.seats else p


def next_seat(s):
    return beside(s, s.turn, s.seats - 1 if s.counter else 1)


def last_bidder(s):
    """Who had the turn just before: only that bid may be checked (BL-14, R7)."""
    return beside(s, s.turn, 1 if s.counter else s.seats - 1)


def actors(s):
    return s.waiting


def span(out, n, first, end):
    """Writes the actions from ``first`` to before ``end`` behind the ``n`` written ones; returns the new number."""
    for i in range(end - first):
        out[n + i] = first + i
    return n + end - first


def legal(s, seat, out):
    n = 0
    if s.phase == Phase.BID:
        if seat == s.turn:
            n = legal_bids(s, out)
    elif s.phase == Phase.CHOOSE:
        if seat != TABLE and in_play(s, seat):  # BL-07, R8: also whoever has chosen already
            n = span(out, 0, CHOOSE, CHOOSE + (1 << s.seat[seat].count))
    elif s.phase == Phase.DIRECTION:
        if seat == s.turn:
            n = span(out, 0, CLOCKWISE, COUNTER + 1)
    elif seat == TABLE and s.phase != Phase.OVER:
        out[0] = GO_ON
        n = 1
    return n


def legal_bids(s, out):
    first = 0  # of the round's bids in ascending order
    if s.made:
        last = s.newest[0]
        first = last // MOST * s.total + last % MOST + 1  # BL-12: same value and larger quantity, or higher value
    end = VALUES * s.total  # BL-13
    n = end - first
    bids = ASCENDING[max(s.total, 0)]  # no index is negative, which compilers cannot know by themselves
    first = max(first, 0)
    for i in range(n):
        out[i] = int(bids[first + i])
    opening = s.made == 0  # BL-08, R6: there is nothing to check
    if not opening:
        out[n] = CHECK
        n += 1
    return n


def apply(s, seat, action, rng):
    if seat == TABLE:
        if s.phase == Phase.DEAL:
            deal_round(s, rng)
        else:
            settle(s)
    elif action < CHECK:  # BL-11
        add_bid(s, action)
        s.turn = next_seat(s)  # BL-09
        s.waiting = 1 << s.turn
    elif action == CHECK:
        s.phase = Phase.REVEAL
        s.waiting = 1 << TABLE
    elif action >= CHOOSE:  # BL-06
        choose(s, seat, action - CHOOSE)
    else:  # BL-26, R24
        s.counter = action - CLOCKWISE
        s.phase = Phase.BID


def choose(s, seat, mask):
    me = s.seat[seat]
    for i in range(HAND):  # a card is there or not: no branches, since chance decides how many
        me.end[i] = (me.card[i] > 0) * (1 + ((mask >> i) & 1))
    me.locked = 1
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:  # BL-07: the last choice freezes all
        asks = s.option.direction_choice == 1
        if asks and players_left(s) == 2:  # BL-27, R25
            asks = False
        s.phase = Phase.DIRECTION if asks else Phase.BID
        s.waiting = 1 << s.turn


def face(card, end):
    """The value that a card shows at an end: 1 is A, 2 is B."""
    return FACES[card, end]


def was_bid(s, value):
    """Whether a bid of this round is on a value."""
    words = MOST // BITS
    found = 0
    for i in range(words):
        found |= s.bids[(value - 1) * words + i]
    return found != 0


def ones_are_jokers(s):
    if s.option.jokers == 0:
        return False
    if was_bid(s, 1):  # BL-25, R22: a round that was opened on ones; no others have bids on them (BL-12)
        return False
    return True  # BL-24


def counted(s, value):
    """How many cards in play count for a value (BL-15, BL-33)."""
    found = 0
    wild = ones_are_jokers(s) & (value > 1)
    for p in range(s.seats):
        me = s.seat[p]
        if in_play(s, p):
            for i in range(HAND):  # where there is no card nothing is shown
                shown = face(me.card[i], me.end[i])
                found += (shown == value) | (wild & (shown == 1))
    return found


def bid_holds(s):
    """BL-15, R11: at least the quantity that was bid."""
    bid = s.newest[0]
    return counted(s, bid // MOST + 1) > bid % MOST


def settle(s):
    if bid_holds(s):  # BL-16: the checker loses
        winner = last_bidder(s)
        loser = s.turn
    else:  # BL-16: the bidder loses
        winner = s.turn
        loser = last_bidder(s)
    starter = winner  # BL-17
    if s.tiebreak:  # BL-22, R13, R14: counts stay, whoever loses is out
        leave(s, loser)
    else:
        if s.option.shrinking:  # BL-28
            s.seat[loser].count -= 1
        else:  # BL-18
            s.seat[loser].count += 1
        if s.seat[loser].count == (0 if s.option.shrinking else LIMIT):
            if s.option.longer:  # BL-29
                leave(s, loser)
            else:  # BL-19, R15
                starter = end_or_extra_rounds(s, winner)
    open_round(s, starter)
    if players_left(s) <= 1:
        s.seat[starter].rank = 1
        s.phase = Phase.OVER
        s.waiting = 0


def leave(s, p):
    s.seat[p].rank = players_left(s)  # R18: whoever leaves later ranks higher


def end_or_extra_rounds(s, winner):
    """BL-20: ranks by count; the tied for best stay in play. Returns who starts."""
    for p in range(s.seats):
        better = 0
        for q in range(s.seats):
            more = s.seat[q].count - s.seat[p].count
            if (more > 0) if s.option.shrinking else (more < 0):
                better += 1
        if better:
            s.seat[p].rank = 1 + better  # R33: equal counts share a place
    if players_left(s) > 1:  # BL-21, BL-23, R12
        s.tiebreak = 1
    if not in_play(s, winner):
        winner = beside(s, winner, 1)
    return winner


def hide(s, seat, v):
    # All are read before one is written: compilers copy them as a whole then.
    (
        v.seats, v.option.jokers, v.option.direction_choice, v.option.shrinking, v.option.longer,
        v.option.first_starter, v.phase, v.waiting, v.round, v.tiebreak, v.starter, v.turn, v.counter, v.total, v.made,
    ) = (
        s.seats, s.option.jokers, s.option.direction_choice, s.option.shrinking, s.option.longer,
        s.option.first_starter, s.phase, s.waiting, s.round, s.tiebreak, s.starter, s.turn, s.counter, s.total, s.made,
    )  # fmt: skip
    for i in range(len(v.bids)):
        v.bids[i] = s.bids[i]
    for i in range(NEWEST):
        v.newest[i] = s.newest[i]
    for kind in range(PIECES):
        v.deck[kind] = s.deck[kind]
    for p in range(SEATS):  # nobody, unless a seat follows below
        nobody = v.seat[p]
        nobody.count = 0
        nobody.rank = 0
        nobody.locked = 0
        for i in range(HAND):
            nobody.card[i] = 0
            nobody.end[i] = 0
    for p in range(s.seats):
        me = s.seat[p]
        shown = v.seat[p]
        shown.count = me.count
        shown.rank = me.rank
        shown.locked = me.locked  # R9
        # BL-32, R10. Numbers and no branches: this is done for every roll-out and every observation.
        closed = min(abs(p - seat), 1) * (s.phase != Phase.REVEAL)
        for i in range(HAND):
            card = me.card[i]
            shut = closed * (card > 0)
            shown.card[i] = card | HOLE * shut  # all bits of a hole are set
            shown.end[i] = me.end[i] | HOLE * shut
            v.deck[max(card, 1) - 1] += shut


def imagine(v, seat, rng):
    """Rivals' cards as a shuffle deals them, their chosen ends equally likely."""
    left = cards_in(v.deck)
    for p in range(v.seats):
        me = v.seat[p]
        if me.count > 0 and me.card[0] == HOLE:
            for i in range(me.count):
                kind = take(rng, Zone.WORLD, 2 * (p * HAND + i), v.deck, left)
                v.deck[kind] -= 1
                left -= 1
                insert(me, i, kind + 1)
            for i in range(me.count):
                me.end[i] = 1 + roll(rng, Zone.WORLD, 2 * (p * HAND + i) + 1, 2) if me.locked else 0


def score(s, out):
    """There are no points: the one winner gets 1."""
    for p in range(s.seats):
        out[p][0] = 1 if s.seat[p].rank == 1 else 0
        out[p][1] = s.seat[p].rank


def census(s, out):
    for kind in range(PIECES):
        out[kind] = s.deck[kind]
    for p in range(s.seats):
        for i in range(HAND):
            if s.seat[p].card[i]:
                out[s.seat[p].card[i] - 1] += 1
