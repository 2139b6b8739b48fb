"""What a table of szacunki is made of: cards, tokens, phases, actions and the record of a state.

A colour is a number 0..5, a card of it is stored as its number plus one (0: no card). What lies in a draw stack and
what was removed is one set of unseen numbers for each colour: nobody has looked at it, so it has no order. A pawn's
place is its position plus ``BEHIND``, so that it is never negative.
"""

from enum import IntEnum

import numpy as np

COLOURS = 6
LETTERS = "YGBRPS"
GREY = 5
NUMBERS = 8  # 0 to 7
RACKS = 4
SEATS = 4
STACK = 3  # cards of each colour that are drawn later (SZ-03)
TRACK = 22  # fields of the estimation track
SIZES = 7
POINTS = np.array([0, 7, 6, 5, 4, 3, 2, 1])  # by the size of a token
ROUNDS = np.array([0, 0, 10, 9, 8])  # by the number of players (SZ-30)
MOST_ROUNDS = 10
PRIZES = np.array([-2, 5, 2, 1])  # by how many numbers were written for a colour (SZ-32); 0: missed (SZ-33)
BEHIND = 20  # pawns may go back behind the start (R34)


class Phase(IntEnum):
    DEAL = 0  # the table is about to deal
    ROLL = 1  # the table is about to roll the dice
    GREY = 2  # the roller sets a grey die
    TURN = 3  # the roller may turn a die
    PICK = 4
    PLACE = 5
    CHECK = 6  # all ranges are open, the table is about to check them
    EXCHANGE = 7
    GUESS = 8
    SCORE = 9  # guesses and cards are open, the table is about to move the pawns
    OVER = 10


class Zone(IntEnum):
    PAWNS = 0  # who stands next in the first stack, from its top
    CARDS = 1  # a number of some colour
    DICE = 2
    WORLD = 3  # what a seat imagines


CORRECT, HIGHER, LOWER, MISS = 1, 2, 3, 4  # results

SET = 0  # plus the colour
KEEP = 5
TURN = 6  # plus 5 * from + to, ``to`` counted without ``from``
PICK = 35  # plus the size
PLACE = 43  # plus the first field
EXCHANGE = PLACE + TRACK  # plus the colour
GUESS = EXCHANGE + COLOURS  # plus the place of the set in ``GUESSES``


def guesses():
    """What can be written for a colour: nothing, or one to three numbers, as sets of bits."""
    masks = [mask for mask in range(1 << NUMBERS) if bin(mask).count("1") <= 3]
    return np.array(sorted(masks, key=lambda mask: (bin(mask).count("1"), [i for i in range(8) if mask >> i & 1])))


GUESSES = guesses()
WRITTEN = np.array([bin(mask).count("1") for mask in range(1 << NUMBERS)])  # how many numbers a set has
ACTIONS = GUESS + len(GUESSES)

PIECES = COLOURS * NUMBERS
LONGEST = 2 + MOST_ROUNDS * (6 + 3 * SEATS) + SEATS * COLOURS

OPTION = np.dtype([("colours", "i2")])  # SZ-37: with five the grey cards stay in the box
COLOUR = np.dtype([("unseen", "i2", NUMBERS), ("stack", "i2")])
RACK = np.dtype([("card", "i2", COLOURS)])
ROUND = np.dtype(
    [
        ("dice", "i2", 3),  # colours plus one, ascending (R8)
        ("size", "i2", SEATS),  # token taken
        ("start", "i2", SEATS),  # first field of the range, plus one
        ("result", "i2", SEATS),
        ("swap", "i2", SEATS),  # colour that was exchanged, plus one
        ("out", "i2", SEATS),  # the card that was laid open, as a rack holds it
    ]
)
SEAT = np.dtype(
    [
        ("place", "i2"),
        ("written", "i2"),  # colours that were guessed so far
        ("guess", "i2", COLOURS),  # as a set of bits, plus one; 0: nothing written yet
    ]
)
STATE = np.dtype(
    [
        ("seats", "i2"),
        ("option", OPTION),
        ("phase", "i2"),
        ("waiting", "i2"),  # whom the game waits for, as a bit mask
        ("round", "i2"),
        ("step", "i2"),  # how many have taken a token, or were asked to exchange
        ("track", "i2", SEATS),  # seats from the last pawn to the first (SZ-07)
        ("order", "i2", SEATS),  # the same at the beginning of the round (SZ-09)
        ("colour", COLOUR, COLOURS),
        ("rack", RACK, RACKS),  # those beyond the seats are neutral
        ("past", ROUND, MOST_ROUNDS),  # this round is the last of them
        ("seat", SEAT, SEATS),
    ]
)
