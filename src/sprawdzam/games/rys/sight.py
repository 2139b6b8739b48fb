"""What each seat of rys sees, and what it may imagine of the rest."""

from sprawdzam.engine.chance import take
from sprawdzam.engine.contract import HOLE
from sprawdzam.games.rys.state import (
    JOKER,
    KINDS,
    LAYERS,
    ROW,
    SEATS,
    SLOTS,
    TAKE,
    WAYS,
    Zone,
    cards_of,
    jokers_of,
    value_of,
)


def hide(s, seat, v):
    """Rivals' hands are closed but for the cards that everybody saw going there (RY-38, R24)."""
    v.seats = s.seats
    v.option.mode = s.option.mode
    v.option.duel_rules = s.option.duel_rules
    v.option.no_progress_limit = s.option.no_progress_limit
    v.option.max_turns = s.option.max_turns
    v.option.first_starter = s.option.first_starter
    v.phase = s.phase
    v.waiting = s.waiting
    v.turn = s.turn
    v.turns = s.turns
    v.idle = s.idle
    v.moved = s.moved
    v.stole = s.stole
    v.offered = s.offered
    v.compared = s.compared
    v.victim = s.victim
    v.owed = s.owed
    v.left = s.left
    for kind in range(KINDS):
        v.deck[kind] = s.deck[kind]
        v.discard[kind] = s.discard[kind]
    for slot in range(SLOTS):
        v.pool[slot] = s.pool[slot]
        v.thirteens[slot] = s.thirteens[slot]
        v.jokers[slot] = s.jokers[slot]
    for value in range(ROW):
        v.virtual[value] = s.virtual[value]
    for p in range(s.seats):
        me = s.seat[p]
        shown = v.seat[p]
        shown.size = me.size
        shown.tabled = me.tabled
        shown.layers = me.layers
        for i in range(LAYERS):  # all of them: empty places are zero, and a loop of fixed length is faster
            shown.layer[i] = me.layer[i]
        known = 0
        for kind in range(KINDS):
            shown.known[kind] = me.known[kind]
            known += me.known[kind]
        if p == seat or me.size == known:
            for kind in range(KINDS):
                shown.hand[kind] = me.hand[kind]
        else:
            for kind in range(KINDS):
                shown.hand[kind] = HOLE
                v.deck[kind] += me.hand[kind] - me.known[kind]
    for p in range(s.seats, SEATS):  # nobody sits there
        nobody = v.seat[p]
        nobody.size = 0
        nobody.tabled = 0
        nobody.layers = 0
        for i in range(LAYERS):
            nobody.layer[i] = 0
        for kind in range(KINDS):
            nobody.known[kind] = 0
            nobody.hand[kind] = 0


def imagine(v, seat, rng):
    """Rivals hold what everybody knows of them, and otherwise any unseen cards, as a shuffle deals them."""
    unseen = 0
    for kind in range(KINDS):
        unseen += v.deck[kind]
    number = 0
    for p in range(v.seats):
        me = v.seat[p]
        if me.hand[0] == HOLE:
            unknown = me.size
            for kind in range(KINDS):
                me.hand[kind] = me.known[kind]
                unknown -= me.known[kind]
            for _ in range(unknown):
                kind = take(rng, Zone.WORLD, number, v.deck, unseen)
                v.deck[kind] -= 1
                unseen -= 1
                number += 1
                me.hand[kind] += 1


def habit(s, seat, action):
    """In how many ways a play can be picked from the cards that nobody else knows; known ones go first."""
    if action >= TAKE or seat >= s.seats:
        return 1
    me = s.seat[seat]
    layer = action + 1
    ways = 1
    if cards_of(layer):
        ways = ways_of(me, value_of(layer) - 1, cards_of(layer))
    return ways * ways_of(me, JOKER - 1, jokers_of(layer))


def ways_of(me, kind, number):
    return int(WAYS[me.hand[kind] - me.known[kind], max(0, number - me.known[kind])])
