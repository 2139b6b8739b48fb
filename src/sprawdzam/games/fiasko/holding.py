"""What the possessions of a player are worth in points at the end.

Cards are worth the points of the best runs that they can be expected to grow into: every number that a colour lacks
still comes with some chance, and jokers are given to colours as well as they can be for that. When nothing more can
come this is the score itself. Tokens are worth what they can still buy, cards beside the runs what they can still pay.

The functions change the seats of a view for a moment and restore them: give them a view of their own.
"""

import numpy as np

from sprawdzam.games.fiasko.means import players, spendable
from sprawdzam.games.fiasko.solver import (
    COLOURS,
    COMPLETE,
    MOST_JOKERS,
    PLACES,
    SETS,
    WORTHS,
    add_colour,
    begin,
    best_share,
    jokers_of,
    numbers_of,
)
from sprawdzam.games.fiasko.state import COLOUR_JOKERS, LIMIT, NUMBERS, TOKEN

DRAWN = 0.5  # how likely some player gets a number card that is still in the deck
BOUGHT = 0.50  # how likely some player buys one that lies in the market
MONEY = 0.30  # points that a currency token brings as long as there is much to buy
FULL = 7  # tokens from which on more are worth less: there is a limit
TOKEN_WORTH = 2.85  # what a fiasco token is worth, in tokens: it pays 3, but gives no change
CARD = 0.35  # what a number card can pay, in tokens
TIE = 0.01  # what a token is worth at the end: it breaks ties (FI-55)
FEWER = 1e-4  # so does a complete run, after that: it needs fewer cards (FI-56)
MOST_CARDS_PAID = 8  # more cards are never worth it
MOST_PAID = 40  # nor is more money


def ended(v):
    """Whether nothing can come any more but one purchase."""
    return v.final > 0


def money(v):
    """What a token is worth in points: less when the deck runs out, next to nothing at the end."""
    if ended(v):
        return TIE
    ahead = v.left / (38.0 * players(v))  # from about 1 down to 0
    return MONEY * (0.3 + 0.7 * min(1.0, 2.0 * ahead))


def chance_of(v, kind):
    """How likely a player gets a number card that he lacks."""
    if ended(v):
        return 0.0
    missed = 1.0
    share = DRAWN / players(v)
    for _ in range(v.deck[kind]):
        missed *= 1.0 - share
    if v.market[kind] > 0:
        missed *= 1.0 - BOUGHT / players(v)
    return 1.0 - missed


def expect_runs(v, worths):
    """``worths[colour, jokers, have]``: the points of a colour to be expected, as the solver's table tells them now."""
    for colour in range(COLOURS):
        for jokers in range(MOST_JOKERS + 1):
            for have in range(SETS):
                now = WORTHS[jokers, have]
                worths[colour, jokers, have] = now // COMPLETE + FEWER * (now % COMPLETE)
        for place in range(PLACES):
            chance = chance_of(v, colour * PLACES + place)
            if chance > 0.0:
                for jokers in range(MOST_JOKERS + 1):
                    for have in range(SETS):
                        if (have >> place) & 1 == 0:
                            better = worths[colour, jokers, have | (1 << place)]
                            worths[colour, jokers, have] += chance * (better - worths[colour, jokers, have])


def share_jokers(me, last, worths, best):
    """The solver's table over all colours but one: ``best`` of what jokers they get."""
    owned, full = jokers_of(me)
    first = 1 if last == 0 else 0
    begin(best, worths[first], numbers_of(me, first), me.joker[first], owned, full)
    for colour in range(first + 1, COLOURS):
        if colour != last:
            add_colour(best, worths[colour], numbers_of(me, colour), me.joker[colour], owned, full)


def worth_by(me, last, have, worths, best):
    """The points of all cards if the colour that ``best`` leaves out has these numbers."""
    owned, full = jokers_of(me)
    return best_share(best, worths[last], have, me.joker[last], full, owned)[0]


def cards_worth(me, worths, best):
    """The points of all cards, jokers given to colours in the best way; ``best`` is memory of the solver."""
    last = COLOURS - 1
    share_jokers(me, last, worths, best)
    return worth_by(me, last, numbers_of(me, last), worths, best)


def worth_with(me, kind, worths, best):
    """The same with a number card or a joker more."""
    if kind < NUMBERS:
        me.number[kind] += 1
        found = cards_worth(me, worths, best)
        me.number[kind] -= 1
    else:
        me.joker[kind - COLOUR_JOKERS] += 1
        found = cards_worth(me, worths, best)
        me.joker[kind - COLOUR_JOKERS] -= 1
    return found


def gains(me, worths, best, found):
    """``found[kind]``: what each number card adds to the worth of a player's cards."""
    for colour in range(COLOURS):
        share_jokers(me, colour, worths, best)
        have = numbers_of(me, colour)
        now = worth_by(me, colour, have, worths, best)
        for place in range(PLACES):
            kind = colour * PLACES + place
            found[kind] = 0.0
            if (have >> place) & 1 == 0:
                found[kind] = worth_by(me, colour, have | (1 << place), worths, best) - now


def single_losses(v, p, worths, best, held, found):
    """``found[kind]``: what it costs a player to part with a card; huge if it cannot pay, as what is being bought."""
    me = v.seat[p]
    for colour in range(COLOURS):
        share_jokers(me, colour, worths, best)
        have = numbers_of(me, colour)
        now = worth_by(me, colour, have, worths, best)
        for place in range(PLACES):
            kind = colour * PLACES + place
            found[kind] = 1e9
            if spendable(v, p, kind) > (kind == held):
                found[kind] = 0.0
                if me.number[kind] == 1:
                    found[kind] = now - worth_by(me, colour, have & ~(1 << place), worths, best)


def purse(tokens):
    """What so many currency tokens are worth, in tokens; those beyond ``FULL`` half of it."""
    return tokens - 0.5 * max(0, tokens - FULL)


def gain_worth(me, amount):
    """What a gain is worth, in tokens (R16)."""
    return purse(min(LIMIT, me.currency + amount)) - purse(me.currency)


# --- payments ---


def card_losses(v, p, worths, best, lowest, held, losses, kinds):
    """``losses[z]``: what the cheapest ``z`` number cards of kind ``lowest`` or higher are worth, one by one.

    One of kind ``held`` (-1: none) cannot pay. Writes which they are into ``kinds``; returns how many there are.
    """
    me = v.seat[p]
    price = 0.0 if ended(v) else CARD * money(v)
    single = np.zeros(NUMBERS)
    found = 0
    while found < MOST_CARDS_PAID:
        if found == 0 or single[kinds[found - 1]] > 0.0 or me.number[kinds[found - 1]] < 2:
            single_losses(v, p, worths, best, held, single)
        cheapest = lowest
        for kind in range(lowest + 1, NUMBERS):
            if single[kind] < single[cheapest] - 1e-9:
                cheapest = kind
        if single[cheapest] >= 1e9:
            break
        me.number[cheapest] -= 1
        kinds[found] = cheapest
        losses[found + 1] = losses[found] + single[cheapest] + price
        found += 1
    for i in range(found):
        me.number[kinds[i]] += 1
    return found


def cheapest_payment(v, p, due, fresh, tokens, losses, cards, plan):
    """The least that paying an amount costs, in points; ``plan`` gets the fiasko tokens, currency tokens and cards.

    ``fresh``: nothing but fiasko tokens was paid so far (FI-38); ``tokens``: currency tokens may still pay.
    Without a way to pay the cost is huge.
    """
    me = v.seat[p]
    price = money(v)
    best = 1e9
    for fiasko in range(me.fiasko + 1 if fresh else 1):
        rest = due - TOKEN * fiasko
        paid = price * TOKEN_WORTH * fiasko
        if rest <= 0:
            if paid < best and rest > -TOKEN:  # FI-37: a surplus is lost, no token is paid in vain
                best = paid
                plan[0], plan[1], plan[2] = fiasko, 0, 0
            break
        for units in range(max(0, rest - cards), min(me.currency if tokens else 0, rest) + 1):
            cost = paid + price * (purse(me.currency) - purse(me.currency - units)) + losses[rest - units]
            if cost < best:
                best = cost
                plan[0], plan[1], plan[2] = fiasko, units, rest - units
    return best


def costs(v, p, worths, best, found):
    """``found[amount]``: the least that paying an amount costs a player, in points."""
    losses = np.zeros(MOST_CARDS_PAID + 1)
    kinds = np.zeros(MOST_CARDS_PAID, np.int64)
    plan = np.zeros(3, np.int64)
    cards = card_losses(v, p, worths, best, 0, -1, losses, kinds)
    for amount in range(1, len(found)):
        found[amount] = cheapest_payment(v, p, amount, True, True, losses, cards, plan)
