"""What a seat knows of its own rack, exactly: every hand that agrees with all that was announced, each equally likely.

They are equally likely because the cards were dealt blindly: whatever hand it is, the cards that nobody has seen lie in
the same number of orders behind it. What rivals choose is taken as no evidence.

``counts[t, i, j]`` tells in how many hands the dice show a sum below ``t`` while the cards ``i`` and ``j``, each
``NUMBERS`` times its colour plus its number, are on the rack. Differences along ``t`` count the hands of any range.
"""

import numpy as np

from sprawdzam.games.szacunki.deduce import facts_of, look_ahead, narrow, next_hand, numbers_of
from sprawdzam.games.szacunki.state import COLOURS, MOST_ROUNDS, NUMBERS, STACK, TRACK

MOST_HANDS = (STACK + 2) ** COLOURS  # of each colour the own card, the removed one and the stack are unseen
CARDS = COLOURS * NUMBERS


def possible_hands(v, seat, table):
    """Writes all hands that a seat may have, a row of numbers by colour for each; returns how many there are."""
    colours = v.option.colours
    facts = np.zeros((MOST_ROUNDS, COLOURS + 1), np.int64)
    masks = np.zeros(COLOURS, np.int64)
    number = facts_of(v, seat, facts)
    numbers_of(v, seat, masks)
    narrow(facts, number, masks, colours)
    rest = np.zeros((COLOURS + 1, MOST_ROUNDS), np.int64)
    sums = np.zeros((COLOURS + 1, MOST_ROUNDS), np.int64)
    look_ahead(facts, number, masks, colours, rest)
    hand = np.zeros(COLOURS, np.int64)
    hand[0] = -1
    level = 0
    found = 0
    while next_hand(facts, number, masks, colours, rest, sums, hand, level):
        for c in range(colours):
            table[found, c] = hand[c]
        found += 1
        level = colours - 1
    return found


def count_hands(table, number, step, colours, dice, counts):
    """Fills ``counts`` for three dice (colours plus one) from every ``step``-th hand; returns how many these are."""
    for t in range(TRACK + 1):
        for i in range(CARDS):
            for j in range(CARDS):
                counts[t, i, j] = 0
    taken = 0
    for h in range(0, number, step):
        total = table[h, dice[0] - 1] + table[h, dice[1] - 1] + table[h, dice[2] - 1]
        for c in range(colours):
            i = c * NUMBERS + table[h, c]
            for d in range(c, colours):
                counts[total + 1, i, d * NUMBERS + table[h, d]] += 1
        taken += 1
    for t in range(TRACK):
        for i in range(CARDS):
            for j in range(i, CARDS):
                counts[t + 1, i, j] += counts[t, i, j]
                counts[t + 1, j, i] = counts[t + 1, i, j]
    return taken


def card_chances(table, number, colours, chances):
    """Writes how likely each number is in each colour."""
    for c in range(COLOURS):
        for n in range(NUMBERS):
            chances[c, n] = 0.0
    for h in range(number):
        for c in range(colours):
            chances[c, table[h, c]] += 1.0
    for c in range(colours):
        for n in range(NUMBERS):
            chances[c, n] /= number
