"""Who plays fiasko, and what players own and can pay."""

from sprawdzam.games.fiasko.state import (
    LEAST_BID,
    LIMIT,
    NUMBERS,
    PAY_CARD,
    PAY_CURRENCY,
    PAY_FIASKO,
    TEN,
    TOKEN,
    number_of,
)


def solo(s):
    return s.seats == 1


def players(s):
    """How many play: in solo the one seat and TEN."""
    return 2 if solo(s) else s.seats


def is_ten(s, p):
    return solo(s) and p == TEN


def power(s, p):
    """FI-32: what a player can pay; the cards of the area belong to nobody (R24)."""
    me = s.seat[p]
    return me.currency + TOKEN * me.fiasko + me.spendable


def gain(me, amount):
    me.currency += amount
    if me.currency > LIMIT:  # R16
        me.currency = LIMIT


def add_number(s, p, kind):
    me = s.seat[p]
    me.number[kind] += 1
    first = solo(s) and me.number[kind] == 1  # FI-66, R58: only a further one pays
    me.spendable += 0 if first else 1


def drop_number(s, p, kind):
    """FI-39: a card that has paid goes to the discard pile (R30)."""
    me = s.seat[p]
    me.number[kind] -= 1
    me.spendable -= 1
    s.discard[kind] += 1


def spendable(s, p, kind):
    """How many cards of a kind can pay."""
    copies = s.seat[p].number[kind]
    return max(0, copies - 1) if solo(s) else copies


def least_bid(s):
    if solo(s):  # FI-67
        return max(LEAST_BID, s.high + 1)
    return s.high + 1


def can_buy(s, p, kind):
    """Whether a player may buy a card of the market: what it costs is the number on it."""
    return s.market[kind] > 0 and number_of(kind) <= power(s, p)


def can_buy_any(s, p):
    for kind in range(NUMBERS):
        if can_buy(s, p, kind):
            return True
    return False


def legal_payments(s, p, out):
    """FI-37 in canonical order (FI-38): fiasko tokens, currency tokens, cards by rising kind."""
    me = s.seat[p]
    n = 0
    if me.fiasko > 0 and s.units == 0:  # R29
        out[n] = PAY_FIASKO
        n += 1
    if me.currency > 0 and s.last_card == 0 and s.due <= me.currency + me.spendable:
        out[n] = PAY_CURRENCY
        n += 1
    beyond = me.spendable  # those of this kind and of higher ones
    for kind in range(NUMBERS):
        if s.due > beyond:
            break
        number = spendable(s, p, kind)
        if number > 0 and kind + 1 >= s.last_card:
            out[n] = PAY_CARD + kind
            n += 1
        beyond -= number
    return n
