"""Points and ranks of rys, and the count of all cards."""

from sprawdzam.games.rys.state import JOKER, KINDS, ROW, SLOTS, VALUES, cards_of, jokers_of, value_of


def score(s, out):
    """RY-25; equal ones share a place (R45)."""
    for p in range(s.seats):
        me = s.seat[p]
        points = me.tabled - me.size
        better = 0
        for q in range(s.seats):
            other = s.seat[q].tabled - s.seat[q].size
            if other > points:
                better += 1
            elif other == points and s.seat[q].size < me.size:  # RY-26
                better += 1
        out[p][0] = points
        out[p][1] = 1 + better


def census(s, out):
    for kind in range(KINDS):
        out[kind] = s.deck[kind] + s.discard[kind]
        for p in range(s.seats):
            out[kind] += s.seat[p].hand[kind]
    for value in range(ROW):
        out[value] += s.virtual[value]
    for slot in range(SLOTS):
        if s.pool[slot]:
            out[s.pool[slot] - 1] += 1
        out[VALUES - 1] += s.thirteens[slot]
        out[JOKER - 1] += s.jokers[slot]
    for p in range(s.seats):
        for i in range(s.seat[p].layers):
            layer = s.seat[p].layer[i]
            if cards_of(layer):
                out[value_of(layer) - 1] += cards_of(layer)
            out[JOKER - 1] += jokers_of(layer)
