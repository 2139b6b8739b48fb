"""What a choice promises in szacunki: points of this round, and those of the final guess that it leads to.

All values are exact expectations over all possible hands, as if the final guess came right after this round. What is
learned also helps in the rounds until then; to count that in was tried and made no difference.
"""

import numpy as np

from sprawdzam.games.szacunki.posterior import CARDS, count_hands, possible_hands
from sprawdzam.games.szacunki.state import COLOURS, NUMBERS, POINTS, PRIZES, SIZES, TRACK, WRITTEN

SHORTLIST = 3  # ranges that are weighed for each of many dice


# --- knowledge ---


def guess_value(chances):
    """The most points that a final guess of one colour can bring on average (SZ-32, SZ-33)."""
    first = second = third = 0.0
    for n in range(NUMBERS):
        chance = chances[n]
        if chance > first:
            third = second
            second = first
            first = chance
        elif chance > second:
            third = second
            second = chance
        elif chance > third:
            third = chance
    miss = PRIZES[0]
    one = first * (PRIZES[1] - miss)
    two = (first + second) * (PRIZES[2] - miss)
    three = (first + second + third) * (PRIZES[3] - miss)
    return miss + max(one, two, three)


def value_of_guess(chances, numbers):
    """What writing a set of numbers for a colour brings on average."""
    hit = 0.0
    for n in range(NUMBERS):
        if (numbers >> n) & 1:
            hit += chances[n]
    return PRIZES[0] + hit * (PRIZES[WRITTEN[numbers]] - PRIZES[0])


def knowledge(v, chances):
    """What it is worth to know so much: the points that the final guess brings on average."""
    total = 0.0
    for c in range(v.option.colours):
        total += guess_value(chances[c])
    return total


# --- what an announcement would say ---


def number_within(counts, low, high, outside):
    """How many hands have a sum from ``low`` to below ``high``, or any other one."""
    found = 0
    for i in range(NUMBERS):
        inside = counts[high, i, i] - counts[low, i, i]
        found += counts[TRACK, i, i] - inside if outside else inside
    return found


def chances_within(counts, low, high, outside, card, chances):
    """The same with a certain card (-1: any) on the rack; writes how likely each number then is in each colour."""
    hands = 0
    for c in range(COLOURS):
        for n in range(NUMBERS):
            i = c * NUMBERS + n
            j = i if card < 0 else card
            found = counts[high, j, i] - counts[low, j, i]
            if outside:
                found = counts[TRACK, j, i] - found
            chances[c, n] = found
            if c == 0:
                hands += found
    if hands > 0:
        for c in range(COLOURS):
            for n in range(NUMBERS):
                chances[c, n] /= hands
    return hands


def exchange_value(v, counts, low, high, outside, c):
    """What is known, on average, after the card of a colour is laid open and replaced (SZ-21, SZ-22)."""
    chances = np.zeros((COLOURS, NUMBERS))
    fresh = 0
    for n in range(NUMBERS):
        fresh += v.colour[c].unseen[n]
    all_hands = 0
    total = 0.0
    for n in range(NUMBERS):
        hands = chances_within(counts, low, high, outside, c * NUMBERS + n, chances)
        if hands > 0:
            for m in range(NUMBERS):  # the new card is any of those that nobody has seen
                chances[c, m] = v.colour[c].unseen[m] / (fresh - 1.0) if m != n else 0.0
            total += hands * knowledge(v, chances)
            all_hands += hands
    return total / all_hands


def value_of_miss(v, counts, low, high, outside):
    """What is known after a miss and the best exchange."""
    best = -1e9
    for c in range(v.option.colours):
        if v.colour[c].stack > 0:  # SZ-20
            best = max(best, exchange_value(v, counts, low, high, outside, c))
    if best > -1e9:
        return best
    chances = np.zeros((COLOURS, NUMBERS))  # SZ-23
    chances_within(counts, low, high, outside, -1, chances)
    return knowledge(v, chances)


# --- ranges and dice ---


def weigh_range(v, counts, hands, size, first, misses):
    """What a token brings at a place: points, and what its announcement lets one know.

    ``misses`` remembers the values of what ranges have in common: [0] of a sum below a field, [1] of one above.
    """
    last = first + size
    chances = np.zeros((COLOURS, NUMBERS))
    hit = chances_within(counts, first, last, False, -1, chances)
    total = hit * (POINTS[size] + knowledge(v, chances)) if hit > 0 else 0.0
    if size == 1:  # SZ-18: no direction
        if hit < hands:
            total += (hands - hit) * value_of_miss(v, counts, first, last, True)
        return total / hands
    below = number_within(counts, 0, first, False)
    if below > 0:
        if misses[0, first] == 0.0:
            misses[0, first] = value_of_miss(v, counts, 0, first, False)
        total += below * misses[0, first]
    if below + hit < hands:
        if misses[1, last] == 0.0:
            misses[1, last] = value_of_miss(v, counts, last, TRACK, False)
        total += (hands - below - hit) * misses[1, last]
    return total / hands


def weigh_ranges(v, table, number, dice, values):
    """``values[size, first]`` of all ranges, with these dice."""
    counts = np.zeros((TRACK + 1, CARDS, CARDS), np.int32)
    hands = count_hands(table, number, 1, v.option.colours, dice, counts)
    misses = np.zeros((2, TRACK + 1))
    for size in range(1, SIZES + 1):
        for first in range(TRACK - size + 1):
            values[size, first] = weigh_range(v, counts, hands, size, first, misses)


def weigh_dice(v, table, number, step, dice, counts):
    """What a round with these dice promises whoever takes a token first; few ranges are looked at, those with most
    points at once.
    """
    hands = count_hands(table, number, step, v.option.colours, dice, counts)
    misses = np.zeros((2, TRACK + 1))
    points = np.zeros((SIZES + 1, TRACK))
    for size in range(1, SIZES + 1):
        for first in range(TRACK - size + 1):
            points[size, first] = POINTS[size] * number_within(counts, first, first + size, False) + 1e-3
    best = -1e9
    for _ in range(SHORTLIST):
        place = points.argmax()
        size = place // TRACK
        first = place % TRACK
        points[size, first] = 0.0
        best = max(best, weigh_range(v, counts, hands, size, first, misses))
    return best


def weigh_exchanges(v, table, number, values):
    """``values[colour]`` of what can be exchanged now, when all results of the round are known."""
    dice = np.ones(3, np.int64)
    counts = np.zeros((TRACK + 1, CARDS, CARDS), np.int32)
    count_hands(table, number, 1, v.option.colours, dice, counts)
    for c in range(v.option.colours):
        if v.colour[c].stack > 0:
            values[c] = exchange_value(v, counts, 0, TRACK, False, c)


# --- doors for callers: a view comes as an array of one record ---


def hands_of(views, seat, table):
    return possible_hands(views[0], seat, table)


def ranges(views, table, number, dice, values):
    weigh_ranges(views[0], table, number, dice, values)


def dice(views, table, number, step, colours, counts):
    return weigh_dice(views[0], table, number, step, colours, counts)


def exchanges(views, table, number, values):
    weigh_exchanges(views[0], table, number, values)
