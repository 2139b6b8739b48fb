"""What a table of rys is made of: cards, phases, actions, layers and the record of a state.

A card is a number 1..14: its value, 14 for a joker; copies are alike. Hands, deck and discard are multisets, counted by
card minus one. A layer is the number of the action that played it, plus one: that says its value, its cards and its
jokers.
"""

from enum import IntEnum

import numpy as np

VALUES = 13
JOKER = 14
KINDS = 14
COPIES = (8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 5)  # RY-01
TOTAL = sum(COPIES)
MOST_SAME = 8  # number cards of one value
MOST_JOKERS = 5
SEATS = 5  # RY-02
HAND = 13  # RY-03
SLOTS = 6  # of the pool
LAYERS = 107  # no table has more: somebody holds a card, and the supply is not empty
ROW = 12  # values of the virtual player's row
STOCK = 13  # cards that he is filled up to (RY-36)
GIVEN = 2  # jokers that everybody gets in a duel (RY-30)


class Phase(IntEnum):
    DEAL = 0  # the table is about to deal
    PLAY = 1
    VIRTUAL = 2  # which set of the virtual player is robbed
    RESTOCK = 3  # the table is about to fill up the virtual player's row
    LOOT = 4  # the thief takes the layer or leaves it
    KEEP = 5  # the victim takes it back or discards it
    DRAW = 6  # the victim draws
    REFILL = 7  # the table is about to refill the pool
    OFFER = 8  # whoever stole nothing may draw
    OVER = 9


class Zone(IntEnum):
    STARTER = 0
    DECK = 1
    WORLD = 2  # what a seat imagines


# Actions: (value - 1) * 48 + (number cards - 1) * 6 + jokers, then jokers alone
JOKERS_ALONE = VALUES * MOST_SAME * (MOST_JOKERS + 1)
TAKE = JOKERS_ALONE + MOST_JOKERS
LEAVE = TAKE + 1
RECLAIM = TAKE + 2
DISCARD = TAKE + 3
DECK = TAKE + 4
POOL = TAKE + 5  # plus the slot
NO_DRAW = POOL + SLOTS
ROB = NO_DRAW + 1  # plus the value, minus one
ACTIONS = ROB + ROW

PIECES = KINDS
MOST_TURNS = 2000
LONGEST = 1 + MOST_TURNS * (5 + (SEATS - 1) * (3 + MOST_SAME + MOST_JOKERS))  # per victim: take or leave, draws, refill

BASIC, ADVANCED, EXPERT, DUEL = 0, 1, 2, 3  # mode; the first three are duel_rules too (R37)
AUTO, OFF = 0, 1  # no_progress_limit, else the number of turns
PATIENCE = 100  # R38


def plays():
    """Number cards, jokers and value of every layer, by its number; 0 is no layer."""
    table = [(0, 0, 0)]
    for value in range(1, VALUES + 1):
        for cards in range(1, MOST_SAME + 1):
            for jokers in range(MOST_JOKERS + 1):
                table.append((cards, jokers, value))  # RY-06: jokers take the value of their companions
    for jokers in range(1, MOST_JOKERS + 1):
        table.append((0, jokers, JOKER))  # RY-07, R2
    return np.array(table)


PLAYS = plays()  # an array: tuples are slow; jokers count for the size of a layer (R22)


def cards_of(layer):
    """The number cards of a layer."""
    return int(PLAYS[layer, 0])


def jokers_of(layer):
    return int(PLAYS[layer, 1])


def value_of(layer):
    return int(PLAYS[layer, 2])


def size_of(layer):
    return int(PLAYS[layer, 0] + PLAYS[layer, 1])


def binomials():
    """``WAYS[n, k]``: how many sets of ``k`` there are among ``n`` cards."""
    table = np.zeros((MOST_SAME + 1, MOST_SAME + 1), np.int64)
    table[:, 0] = 1
    for n in range(1, MOST_SAME + 1):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


WAYS = binomials()

OPTION = np.dtype(
    [("mode", "i2"), ("duel_rules", "i2"), ("no_progress_limit", "i2"), ("max_turns", "i2"), ("first_starter", "i2")]
)
SEAT = np.dtype(
    [
        ("size", "i2"),  # cards in hand
        ("hand", "i2", KINDS),
        ("known", "i2", KINDS),  # cards that everybody knows to be in this hand
        ("tabled", "i2"),  # cards on the table, in all layers
        ("layers", "i2"),
        ("layer", "i2", LAYERS),  # from the bottom
    ]
)
STATE = np.dtype(
    [
        ("seats", "i2"),
        ("option", OPTION),
        ("phase", "i2"),
        ("waiting", "i2"),  # whom the game waits for, as a bit mask
        ("turn", "i2"),  # who has the paw (RY-04)
        ("turns", "i2"),  # finished ones
        ("idle", "i2"),  # turns without progress up to now (R38)
        ("moved", "i2"),  # 1: a card has left deck, pool or virtual row in this turn
        ("stole", "i2"),  # 1: something was stolen in this turn
        ("offered", "i2"),  # 1: the draw for those who stole nothing was offered in this turn
        ("compared", "i2"),  # rivals that the new layer was compared with in this turn
        ("victim", "i2"),  # whose top layer is being stolen, plus one; 0: nobody's
        ("owed", "i2"),  # cards that the victim still has to draw, however few there are (R16)
        ("left", "i2"),  # cards in the deck
        ("deck", "i2", KINDS),  # undrawn cards; in a view: unseen ones
        ("pool", "i2", SLOTS),  # the card of each slot, 0: empty
        ("thirteens", "i2", SLOTS),  # that lie on it in a duel
        ("jokers", "i2", SLOTS),
        ("discard", "i2", KINDS),
        ("virtual", "i2", ROW),  # cards of each value in the virtual player's row
        ("seat", SEAT, SEATS),
    ]
)
