"""What a table of nerwy is made of: cards, phases, actions and the record of a state.

A card is a number 1..14, its place in ``CARDS`` plus one; copies are alike. The first nine kinds have a heart on their
back, the five double-sided ones show the same number on both sides. So a *back* is a heart (0) or a number (1..5), and
only hearts can be secret (NE-38). A hand lies in ascending order: hearts, then double-sided cards.
"""

from enum import IntEnum

import numpy as np

CARDS = ("S1", "S2", "S3", "S4", "S5", "REV", "PL2", "BIN", "TRAP", "D1", "D2", "D3", "D4", "D5")
REV, PL2, BIN, TRAP = 6, 7, 8, 9
HEARTS = 9  # kinds with a heart on their back
VALUES = 5
HEART_COPIES = (3, 3, 3, 3, 3, 6, 6, 6, 2)  # NE-01, NE-02
DOUBLE_COPIES = (7, 7, 7, 7, 7)
WORTH = np.array([0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 1, 2, 3, 4, 5])  # NE-19; an array: tuples are slow
SEATS = 6  # NE-04
HAND = 3  # NE-05
ROW = 70  # no row is longer than the deck
BINS = 6  # hearts that can be removed unseen between two reshuffles: one for each BIN card
ENOUGH = 17  # NE-20
WINS = 3  # NE-36
RARELY = 8  # one answer in so many is taken for a call by those who cannot see it


class Phase(IntEnum):
    DEAL = 0  # the table is about to deal
    TURN = 1
    WINDOW = 2  # the rivals may call
    DRAW = 3  # the table is about to let the player on turn draw
    REVEAL = 4  # the row is open, the result is about to be settled
    OVER = 5


class Zone(IntEnum):
    STARTER = 0
    TOP = 1  # the back of the new top card of the pile
    HEART = 2  # which heart card was drawn
    WORLD = 3  # what a seat imagines


# Actions: 0..8 places a heart card face up, then face down, then double-sided cards
DOWN = HEARTS
DOUBLE = 2 * HEARTS
CALL = DOUBLE + VALUES
PASS = CALL + 1
ACTIONS = PASS + 1

PIECES = len(CARDS)
MOST_ROUNDS = 100
MOST_PLACEMENTS = 200
LONGEST = 1 + MOST_ROUNDS * ((MOST_PLACEMENTS + 1) * (SEATS + 1) + 3)  # each placed, answered, drawn for; call, 2 steps

RACE, COMMIT = 0, 1  # call_window
CHRONOLOGICAL, ROW_END = 0, 1  # last_placer_rule

OPTION = np.dtype(
    [
        ("call_window", "i2"),
        ("direction_reset", "i2"),
        ("window_after_each", "i2"),
        ("last_placer_rule", "i2"),
        ("max_placements", "i2"),
        ("max_rounds", "i2"),
        ("first_starter", "i2"),
    ]
)
SEAT = np.dtype(
    [
        ("composure", "i2"),
        ("nerves", "i2"),
        ("answer", "i2"),  # handed in while others still choose (commit): 0 nothing, 1 pass, 2 call
        ("held", "i2"),  # number of cards in hand
        ("card", "i2", HAND),  # 0: no card
    ]
)
STATE = np.dtype(
    [
        ("seats", "i2"),
        ("option", OPTION),
        ("phase", "i2"),
        ("waiting", "i2"),  # whom the game waits for, as a bit mask
        ("round", "i2"),
        ("starter", "i2"),
        ("turn", "i2"),
        ("counter", "i2"),  # 1: play goes counter-clockwise, in later rounds too (NE-39, R14)
        ("last", "i2"),  # who placed last in this round, plus one; 0: nobody yet
        ("must", "i2"),  # cards to be placed in this turn
        ("placed", "i2"),  # cards placed in this turn
        ("pending", "i2"),  # 1: the next turn is a two-card turn
        ("placements", "i2"),  # cards placed in this round
        ("caller", "i2"),  # who called, plus one; 0: nobody
        ("laid", "i2"),  # cards in the row
        ("row_card", "i2", ROW),  # the cards, from the left
        ("row_lay", "i2", ROW),  # how each lies: 1 + owner face up, 1 + SEATS + owner face down
        ("drawn", "i2"),  # cards drawn from the pile so far
        ("left", "i2"),  # cards in the pile
        ("top", "i2"),  # the back of its top card, plus one; 0: there is none
        ("backs", "i2", 1 + VALUES),  # cards of the pile by their backs: everybody can count them (NE-38)
        ("hearts", "i2", HEARTS),  # heart cards of the pile; in a view: unseen ones
        ("gone", "i2", PIECES),  # the discard, as far as everybody has seen it
        ("binned", "i2"),  # hearts that a BIN removed unseen since the last reshuffle
        ("bin", "i2", BINS),  # these cards
        ("binner", "i2", BINS),  # and who had placed each of them
        ("seat", SEAT, SEATS),
    ]
)


def card_of(action):
    """The card that a placing action places."""
    if action >= DOUBLE:
        return action - DOUBLE + HEARTS + 1
    return action - DOWN + 1 if action >= DOWN else action + 1
