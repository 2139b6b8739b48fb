"""Points and ranks of nerwy, and the count of all cards."""

from sprawdzam.games.nerwy.state import HEARTS, VALUES


def score(s, out):
    """Points are composure; NE-37, R38: most composure, then fewest nerves."""
    for p in range(s.seats):
        me = s.seat[p]
        better = 0
        for q in range(s.seats):
            other = s.seat[q]
            if other.composure > me.composure or (other.composure == me.composure and other.nerves < me.nerves):
                better += 1
        out[p][0] = me.composure
        out[p][1] = 1 + better


def census(s, out):
    for kind in range(HEARTS):
        out[kind] = s.hearts[kind] + s.gone[kind]
    for value in range(VALUES):
        out[HEARTS + value] = s.backs[1 + value] + s.gone[HEARTS + value]
    for i in range(s.laid):
        out[s.row_card[i] - 1] += 1
    for i in range(s.binned):
        out[s.bin[i] - 1] += 1
    for p in range(s.seats):
        for i in range(s.seat[p].held):
            out[s.seat[p].card[i] - 1] += 1
