"""Four toy games in one, on which a search that keys its tree wrongly, or lets rivals see too much, decides wrongly.

Seat 0 plays safe, which wins by a known chance, or dares. What a dare is worth hangs on who knows what:

* ``OWN_CARD``  a card hidden from seat 0; the rival sees it and must name it: the rival always can, so play safe.
* ``LAZY_DRAW``  a card is drawn after the dare and shown; seat 0 names it: always right, so dare.
* ``SECRET``  the rival secretly picks a number, then seat 0 must name it: a coin toss, so play safe at 6 in 10.
* ``UNSEEN``  seat 0 holds a card that the rival does not see and must name: a coin toss, so dare when safe is 4 in 10.
"""

from enum import IntEnum

import numpy as np

from sprawdzam.engine.chance import roll
from sprawdzam.engine.contract import GO_ON, HOLE, SPECTATOR, TABLE

OWN_CARD, LAZY_DRAW, SECRET, UNSEEN = 0, 1, 2, 3
SAFE_IN_TEN = (3, 6, 6, 4)

SAFE, DARE, NAME = 0, 1, 2  # NAME + 0, NAME + 1
ACTIONS, PIECES, LONGEST = 4, 1, 4


class Phase(IntEnum):
    BEGIN = 0
    RIVAL = 1
    OWN = 2
    OVER = 3


class Zone(IntEnum):
    CARD = 0
    SAFETY = 1
    WORLD = 2


OPTION = np.dtype([("toy", "i2")])
STATE = np.dtype(
    [
        ("seats", "i2"),
        ("option", OPTION),
        ("phase", "i2"),
        ("card", "i2"),  # 0: none, else 1 or 2
        ("named", "i2"),  # 0: nothing, else 1 or 2
        ("won", "i2"),
    ]
)


def deal(s, rng):
    if s.option.toy == OWN_CARD or s.option.toy == UNSEEN:
        s.card = 1 + roll(rng, Zone.CARD, 0, 2)


def actors(s):
    if s.phase == Phase.OVER:
        return 0
    return 2 if s.phase == Phase.RIVAL else 1


def legal(s, seat, out):
    if seat in (TABLE, SPECTATOR) or actors(s) != 1 << seat:
        return 0
    first = SAFE if s.phase == Phase.BEGIN else NAME
    out[0] = first
    out[1] = first + 1
    return 2


def apply(s, seat, action, rng):
    if action == SAFE:
        finish_toy(s, roll(rng, Zone.SAFETY, 0, 10) < SAFE_IN_TEN[s.option.toy])
    elif action == DARE:
        s.phase = Phase.RIVAL
        if s.option.toy == LAZY_DRAW:
            s.card = 1 + roll(rng, Zone.CARD, 0, 2)
            s.phase = Phase.OWN
    else:
        named = action - NAME + 1
        if s.option.toy == SECRET and s.phase == Phase.RIVAL:
            s.named = named
            s.phase = Phase.OWN
        elif s.option.toy == SECRET:
            finish_toy(s, named == s.named)
        elif s.option.toy == LAZY_DRAW:
            finish_toy(s, named == s.card)
        else:
            finish_toy(s, named != s.card)


def finish_toy(s, won):
    s.won = 1 if won else 0
    s.phase = Phase.OVER


def hide(s, seat, v):
    v.seats = s.seats
    v.option.toy = s.option.toy
    v.phase = s.phase
    v.won = s.won
    over = s.phase == Phase.OVER
    if s.card == 0 or over or seat == (1 if s.option.toy == OWN_CARD else 0):
        v.card = s.card
    if s.named == 0 or over or seat == 1:
        v.named = s.named


def imagine(v, seat, rng):
    if v.card == HOLE:
        v.card = 1 + roll(rng, Zone.WORLD, 0, 2)
    if v.named == HOLE:
        v.named = 1 + roll(rng, Zone.WORLD, 1, 2)


def score(s, out):
    for p in range(2):
        out[p][0] = s.won if p == 0 else 1 - s.won
        out[p][1] = 2 - out[p][0]


def census(s, out):
    out[0] = GO_ON
