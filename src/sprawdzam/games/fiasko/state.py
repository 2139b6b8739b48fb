"""What a table of fiasko is made of: the deck, phases, actions and the record of a state.

A card is a number 1..55, its place in ``CARDS`` plus one; copies are alike. The first 36 kinds are number cards (blue,
green, orange, red, 1 to 9 each), then four colour jokers, nine number jokers, the full joker and five currency cards.

In solo (one seat) the automaton TEN plays at place 1 of ``seat``; the table moves for it.
"""

from enum import IntEnum

import numpy as np

COLOURS = "BGOR"
NUMBERS = 36  # kinds of number cards
COLOUR_JOKERS = 36  # the first of four
NUMBER_JOKERS = 40  # the first of nine
FULL_JOKER = 49
CURRENCY = 50  # the first of five
KINDS = 55
JOKERS = CURRENCY - COLOUR_JOKERS

CARDS = (
    *(f"{colour}{number}" for colour in COLOURS for number in range(1, 10)),
    *(f"{colour}*" for colour in COLOURS),
    *(f"*{number}" for number in range(1, 10)),
    "**",
    *(f"${value}" for value in range(1, 6)),
)

# Copies without a mark, with mark 3, with mark 4+: which are in depends on the players (FI-01, FI-02)
LOW, MIDDLE, HIGH = (2, 0, 1), (1, 1, 1), (1, 0, 0)
COPIES = np.array(
    [
        *([LOW] * 3 + [MIDDLE] * 3 + [HIGH] * 3) * 4,
        *[(1, 0, 1)] * 4,
        *[(1, 0, 0)] * 10,
        *[(3, 1, 2)] * 4,
        (3, 0, 0),
    ]
)
MOST_CARDS = 129
START = 5  # currency tokens of everybody (FI-04)
LIMIT = 10  # of currency tokens (R16), and of both sums (FI-12, FI-14)
TOKEN = 3  # what a fiasko token pays (FI-35)
LEAST_BID = 5  # in solo (FI-67)
MOST_BID = 205
SEATS = 5
TEN = 1  # the place of the automaton in solo
AREA = 32  # no turn reveals more cards


class Phase(IntEnum):
    DRAW = 0  # draw, or stop and take
    REVEAL = 1  # the table is about to turn a card up
    BUST = 2  # a fiasko lies open, the table is about to settle it
    STOP = 3  # TEN is about to take its cards
    BID = 4
    PAY = 5
    BUY = 6
    FINAL = 7  # the last purchases
    OVER = 8


class Zone(IntEnum):
    STARTER = 0
    DECK = 1


DRAW, TAKE_NUMBERS, TAKE_CURRENCY, PASS = 0, 1, 2, 3
BID = 3  # plus the amount
BUY = BID + MOST_BID + 1  # plus the kind
SKIP = BUY + NUMBERS
PAY_FIASKO = SKIP + 1
PAY_CURRENCY = SKIP + 2
PAY_CARD = SKIP + 3  # plus the kind
ACTIONS = PAY_CARD + NUMBERS

PIECES = KINDS
LONGEST = 2 * 1000  # actions (section 11 of the rules), and a step of the table for many of them

FOR_JOKER, FOR_CARD, FOR_FINAL = 1, 2, 3  # what a payment is for

OPTION = np.dtype([("threshold", "i2"), ("starter", "i2")])
SEAT = np.dtype(
    [
        ("currency", "i2"),  # tokens, worth 1 each
        ("fiasko", "i2"),  # tokens, worth 3 each
        ("spendable", "i2"),  # number cards that can pay (FI-66: in solo only duplicates)
        ("number", "i2", NUMBERS),
        ("joker", "i2", JOKERS),
    ]
)
STATE = np.dtype(
    [
        ("seats", "i2"),
        ("option", OPTION),
        ("phase", "i2"),
        ("waiting", "i2"),  # whom the game waits for, as a bit mask
        ("active", "i2"),
        ("left", "i2"),  # cards in the deck
        ("deck", "i2", KINDS),
        ("discard", "i2", KINDS),
        ("market", "i2", NUMBERS),
        ("shown", "i2"),  # cards in the area
        ("area", "i2", AREA),  # in the order in which they were turned up
        ("numbers", "i2"),  # S: sum of the number cards in the area
        ("currency", "i2"),  # C: sum of the currency cards in the area
        ("joker", "i2"),  # the card that is auctioned, 0: none
        ("asked", "i2"),  # how many have bid or passed
        ("high", "i2"),  # the highest bid
        ("bidder", "i2"),  # whose it is, plus one
        ("reason", "i2"),  # of the payment, 0: none
        ("payer", "i2"),  # plus one
        ("item", "i2"),  # the market card that is being paid for
        ("due", "i2"),  # what is still to be paid
        ("units", "i2"),  # 1: something other than fiasko tokens was paid
        ("last_card", "i2"),  # the last card paid, 0: none
        ("final", "i2"),  # the place in the order of the last purchases, from 1; 0: not there yet
        ("seat", SEAT, SEATS),
    ]
)


def number_of(kind):
    """The number on a number card."""
    return kind % 9 + 1
