"""Points and ranks of fiasko, and the count of all cards."""

from sprawdzam.games.fiasko.means import players, solo
from sprawdzam.games.fiasko.solver import COMPLETE, best_runs
from sprawdzam.games.fiasko.state import COLOUR_JOKERS, JOKERS, KINDS, NUMBERS, TEN, TOKEN


def worth(me):
    """What ranks players: points, then value of tokens, then fewer cards in the runs (FI-54, FI-55, FI-56)."""
    runs = best_runs(me)
    return (runs // COMPLETE * 1000 + me.currency + TOKEN * me.fiasko) * COMPLETE + runs % COMPLETE


def score(s, out):
    if solo(s):  # FI-73, R60, R64
        points = best_runs(s.seat[0]) // COMPLETE
        out[0][0] = points
        out[0][1] = 1 if points > best_runs(s.seat[TEN]) // COMPLETE else 2
        return
    for p in range(s.seats):
        out[p][0] = worth(s.seat[p])
    for p in range(s.seats):
        better = 0
        for q in range(s.seats):
            better += out[q][0] > out[p][0]
        out[p][1] = 1 + better  # FI-57, R43
    for p in range(s.seats):
        out[p][0] = out[p][0] // COMPLETE // 1000


def census(s, out):
    for kind in range(KINDS):
        out[kind] = s.deck[kind] + s.discard[kind]
    for kind in range(NUMBERS):
        out[kind] += s.market[kind]
    for i in range(s.shown):
        out[s.area[i] - 1] += 1
    if s.joker:
        out[s.joker - 1] += 1
    if s.item:
        out[s.item - 1] += 1
    for p in range(players(s)):
        for kind in range(NUMBERS):
            out[kind] += s.seat[p].number[kind]
        for kind in range(JOKERS):
            out[COLOUR_JOKERS + kind] += s.seat[p].joker[kind]
