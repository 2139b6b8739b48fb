"""What each seat of fiasko sees: everything."""

from sprawdzam.games.fiasko.state import AREA, JOKERS, KINDS, NUMBERS, SEATS


def hide(s, seat, v):
    """FI-47: everything is open; nobody knows the order of the deck, and there is none."""
    v.seats = s.seats
    v.option.threshold = s.option.threshold
    v.option.starter = s.option.starter
    v.phase = s.phase
    v.waiting = s.waiting
    v.active = s.active
    v.left = s.left
    for kind in range(KINDS):
        v.deck[kind] = s.deck[kind]
        v.discard[kind] = s.discard[kind]
    for kind in range(NUMBERS):
        v.market[kind] = s.market[kind]
    v.shown = s.shown
    for i in range(AREA):
        v.area[i] = s.area[i]
    v.numbers = s.numbers
    v.currency = s.currency
    v.joker = s.joker
    v.asked = s.asked
    v.high = s.high
    v.bidder = s.bidder
    v.reason = s.reason
    v.payer = s.payer
    v.item = s.item
    v.due = s.due
    v.units = s.units
    v.last_card = s.last_card
    v.final = s.final
    for p in range(SEATS):
        me = s.seat[p]
        shown = v.seat[p]
        shown.currency = me.currency
        shown.fiasko = me.fiasko
        shown.spendable = me.spendable
        for kind in range(NUMBERS):
            shown.number[kind] = me.number[kind]
        for kind in range(JOKERS):
            shown.joker[kind] = me.joker[kind]


def imagine(v, seat, rng):
    """There is nothing to imagine."""
