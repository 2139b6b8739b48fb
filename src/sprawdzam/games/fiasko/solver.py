"""The best use of jokers: which runs score most, exactly, by dynamic programming over the four colours (FI-53).

A number joker that is used in a colour is as good as that number there; the full joker is as good as one more joker of
a colour. So a table tells what a colour is worth with some numbers and so many jokers, and what is left to find out is
which colour gets which joker.
"""

import numpy as np

from sprawdzam.games.fiasko.state import COLOUR_JOKERS, FULL_JOKER, NUMBER_JOKERS

COLOURS = 4
PLACES = 9  # numbers of a colour
SETS = 1 << PLACES
MOST_JOKERS = 3  # two of a colour and the full one
COMPLETE = 8  # a value is 8 * points + complete runs: more points first, then fewer cards (FI-56)


def worth_of(length):
    """FI-50, FI-51: what a run of a length adds to a value."""
    return COMPLETE * 10 + 1 if length == PLACES else COMPLETE * length


def worths():
    """``[jokers, have]``: the best run of a colour with the numbers of a set and so many jokers that fit anywhere."""
    ones = np.array([bin(mask).count("1") for mask in range(SETS)])
    found = np.zeros((MOST_JOKERS + 1, SETS), np.int64)
    have = np.arange(SETS)
    for length in range(1, PLACES + 1):
        for first in range(PLACES - length + 1):
            missing = ones[(((1 << length) - 1) << first) & ~have]
            for jokers in range(MOST_JOKERS + 1):
                found[jokers][missing <= jokers] = worth_of(length)  # longer ones come later
    return found


WORTHS = worths()


def jokers_of(me):
    """The number jokers of a player as a set of bits, and how many full jokers there are."""
    owned = 0
    for i in range(PLACES):
        if me.joker[NUMBER_JOKERS - COLOUR_JOKERS + i]:
            owned |= 1 << i
    return owned, int(me.joker[FULL_JOKER - COLOUR_JOKERS])


def numbers_of(me, colour):
    """The numbers of a colour that a player has, as a set of bits."""
    have = 0
    for i in range(PLACES):
        if me.number[colour * PLACES + i]:
            have |= 1 << i
    return have


def best_runs(me):
    """Eight times the points of a player's best runs, plus the number of complete ones.

    ``best[f, u]`` is the best value of the colours so far with at most ``f`` full jokers and number jokers of ``u``.
    """
    owned, full = jokers_of(me)
    best = np.empty((2, SETS), np.int64)
    begin(best, WORTHS, numbers_of(me, 0), me.joker[0], owned, full)
    for colour in range(1, COLOURS - 1):
        add_colour(best, WORTHS, numbers_of(me, colour), me.joker[colour], owned, full)
    last = COLOURS - 1  # here all that is left may be used
    return int(best_share(best, WORTHS, numbers_of(me, last), me.joker[last], full, owned)[0])


def begin(best, worths, have, own, owned, full):
    """The first colour alone: more jokers are never worse."""
    used = owned
    while True:
        for f in range(full + 1):
            best[f, used] = worths[own + f, have | used]
        if used == 0:
            break
        used = (used - 1) & owned


def add_colour(best, worths, have, own, owned, full):
    """One colour more, ``have`` are its numbers, ``own`` its jokers. Large sets first: they look at smaller ones."""
    used = owned
    while True:
        for f in range(full, -1, -1):
            best[f, used] = best_share(best, worths, have, own, f, used)[0]
        if used == 0:
            break
        used = (used - 1) & owned


def best_share(best, worths, have, own, f, used):
    """The best value, how many full jokers this colour gets for it, and which number jokers."""
    most = -1
    full = 0
    given = 0
    useful = used & ~have
    share = useful
    while True:
        for g in range(f + 1):
            value = best[f - g, used & ~share] + worths[own + g, have | share]
            if value > most:
                most = value
                full = g
                given = share
        if share == 0:
            return most, full, given
        share = (share - 1) & useful


def runs_of(me):
    """The runs that ``best_runs`` counts: for each colour the first and the last number, or 0 and 0."""
    owned, full = jokers_of(me)
    best = np.zeros((2, SETS), np.int64)
    stages = []
    for colour in range(COLOURS):
        stages.append(best.copy())
        add_colour(best, WORTHS, numbers_of(me, colour), me.joker[colour], owned, full)
    runs = [(0, 0)] * COLOURS
    for colour in range(COLOURS - 1, -1, -1):  # backwards: what led to the best value
        have = numbers_of(me, colour)
        _, g, share = best_share(stages[colour], WORTHS, have, me.joker[colour], full, owned)
        runs[colour] = longest(have | share, int(me.joker[colour]) + g)
        full -= g
        owned &= ~share
    return runs


def longest(have, jokers):
    """First and last number of the longest run of these numbers with so many jokers."""
    for length in range(PLACES, 0, -1):
        for first in range(PLACES - length + 1):
            run = ((1 << length) - 1) << first
            if bin(run & ~have).count("1") <= jokers:
                return first + 1, first + length
    return 0, 0
