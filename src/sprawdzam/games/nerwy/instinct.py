"""Instinct for nerwy: how likely the row is worth enough, as one sees it and as the rivals must see it."""

import math

import numpy as np

from sprawdzam.games.nerwy.rules import beside
from sprawdzam.games.nerwy.state import (
    BIN,
    CALL,
    DOUBLE,
    DOWN,
    ENOUGH,
    HEARTS,
    PASS,
    PL2,
    SEATS,
    TRAP,
    VALUES,
    WORTH,
    Phase,
    card_of,
)

SHARP = 6.0  # how strongly what promises more is preferred
BOLD = 0.55  # how likely a call must be right to be as good as none
AMBUSH = 0.35  # what a hidden trap promises
MEAN = 45 / 35  # what a heart is worth on average
NEAR = 12.0  # from here on a row is close to enough

# How readily each card is hidden when somebody holds it, in a row that is far from enough and in one that is close;
# how readily a row is let pass that looks like 14, 15, 16, or enough. Both as the search plays against itself.
HIDES = np.array(
    [
        [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0],
        [1.0, 0.7, 0.35, 0.1, 0.1, 0.1, 1.0, 0.3, 1.0, 1.8],
    ]
)
PASSES = np.array([0.9, 0.65, 0.4, 0.06])
PLAIN = 0.5  # how likely a world is believed in which nothing speaks for or against the hidden cards


def instinct(v, seat, actions, n, weights):
    known, unknown = sums(v, seat)
    mean, spread = heart_worth(v)
    enough = chance_of(known, unknown, mean, spread)
    if v.phase == Phase.WINDOW:
        for i in range(n):
            weights[i] = math.exp(SHARP * (enough - BOLD)) if actions[i] == CALL else 1.0
        return
    seen = public_sum(v)
    hidden = hidden_cards(v)
    for i in range(n):
        if actions[i] == CALL:
            weights[i] = 2.0 * math.exp(SHARP * (enough - BOLD))
        elif actions[i] == PASS:
            weights[i] = 1.0
        else:
            weights[i] = math.exp(SHARP * promise(v, seat, actions[i], known, unknown, seen, hidden, mean, spread))


def sums(v, seat):
    """What the seat knows the row to be worth, and how many of its cards it does not know."""
    known = 0
    unknown = 0
    for i in range(v.laid):
        if v.row_card[i] > 0:
            known += WORTH[v.row_card[i]]
        else:
            unknown += 1
    return known, unknown


def public_sum(v):
    total = 0
    for i in range(v.laid):
        if v.row_lay[i] <= SEATS:
            total += WORTH[v.row_card[i]]
    return total


def hidden_cards(v):
    number = 0
    for i in range(v.laid):
        number += v.row_lay[i] > SEATS
    return number


def heart_worth(v):
    """Mean and variance of what an unseen heart is worth."""
    total = 0
    first = 0
    second = 0
    for kind in range(HEARTS):
        number = v.hearts[kind]
        total += number
        if kind < VALUES:
            first += number * (kind + 1)
            second += number * (kind + 1) * (kind + 1)
    if total == 0:
        return 0.0, 0.0
    mean = first / total
    return mean, second / total - mean * mean


def chance_of(known, unknown, mean, spread):
    """How likely so many unknown hearts lift a row to what is enough."""
    missing = ENOUGH - known
    if missing <= 0:
        return 1.0
    if unknown * VALUES < missing:
        return 0.0
    width = math.sqrt(unknown * spread + 0.25)
    return 1.0 / (1.0 + math.exp(-1.7 * (unknown * mean - missing + 0.5) / width))


def promise(v, seat, action, known, unknown, seen, hidden, mean, spread):
    """What placing a card brings: a rival who calls a row that is not worth enough pays for it."""
    card = card_of(action)
    down = DOWN <= action < DOUBLE
    worth = WORTH[card]
    if card == BIN and not down:
        if v.laid:
            last = v.row_card[v.laid - 1]
            if last < 0:
                unknown -= 1
            else:
                known -= WORTH[last]
            if v.row_lay[v.laid - 1] > SEATS:
                hidden -= 1
            else:
                seen -= WORTH[last]
        worth = 0
    known += worth
    if down:
        hidden += 1
    else:
        seen += worth
    truly = chance_of(known, unknown, mean, spread)
    looks = chance_of(seen, hidden, mean, spread)
    called = 1.0 / (1.0 + math.exp(-SHARP * (looks - BOLD)))
    good = called * (1.0 - 2.0 * truly) - 0.3 * truly
    if card == TRAP:
        good += AMBUSH if down else -AMBUSH
    if card == PL2 and not down and beside(v, seat) != seat:
        good += 0.3 * chance_of(seen + 4, hidden, mean, spread)
    return good


# --- what rivals' doings say about hidden cards ---


def evidence(s, seat):
    """Traps are nearly always hidden, and who hides a card when the row is close to enough has nothing that counts;
    who let a row pass knew of no hidden card that makes it enough.
    """
    likely = PLAIN
    looks = 0.0
    hiders = 0
    for i in range(s.laid):
        if s.row_lay[i] <= SEATS:
            looks += WORTH[s.row_card[i]]
        else:
            p = s.row_lay[i] - 1 - SEATS
            if p != seat:
                hiders |= 1 << p
                likely *= HIDES[1 if looks >= NEAR else 0, s.row_card[i]]
            looks += MEAN
    if hiders == 0 or s.phase == Phase.REVEAL:
        return 1.0
    if looks >= NEAR:
        for p in range(s.seats):
            if (hiders >> p) & 1:
                likely *= lets_pass(s, p)
    return min(1.0, likely)


def lets_pass(s, p):
    """How likely a player lets the row pass that he did let pass last: the one before the cards of his own at its end.

    Nobody has answered yet to what was placed in this turn.
    """
    end = s.laid - s.placed
    while end > 0 and (s.row_lay[end - 1] == 1 + p or s.row_lay[end - 1] == 1 + SEATS + p):
        end -= 1
    looks = 0.0
    for i in range(end):
        known = s.row_lay[i] <= SEATS or s.row_lay[i] == 1 + SEATS + p
        looks += WORTH[s.row_card[i]] if known else MEAN
    if looks < ENOUGH - len(PASSES) + 1:
        return 1.0
    return PASSES[min(len(PASSES) - 1, int(looks) - ENOUGH + len(PASSES) - 1)]
