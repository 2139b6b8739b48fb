"""Instinct for nerwy: how likely the row is worth enough, as one sees it and as the rivals must see it."""

import math

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
