"""What a choice promises in fiasko: points at the end, less those of the rivals on average.

The odds of the next card are exact, and so is what each single card adds to a player's runs as ``holding`` sees them.
How a turn may go on is followed ``DEPTH`` cards further by the numbers on them, as if each was laid back; behind that
everybody stops. There is no recursion: compiled code that calls itself does not survive the cache.
"""

import math

import numpy as np

from sprawdzam.games.fiasko.holding import (
    MOST_CARDS_PAID,
    MOST_PAID,
    TIE,
    TOKEN_WORTH,
    card_losses,
    cards_worth,
    cheapest_payment,
    costs,
    expect_runs,
    gain_worth,
    gains,
    money,
    worth_with,
)
from sprawdzam.games.fiasko.means import is_ten, least_bid, players, power, solo
from sprawdzam.games.fiasko.solver import COLOURS, MOST_JOKERS, SETS
from sprawdzam.games.fiasko.state import (
    BID,
    BUY,
    COLOUR_JOKERS,
    CURRENCY,
    DRAW,
    FOR_JOKER,
    KINDS,
    LEAST_BID,
    LIMIT,
    NUMBERS,
    PASS,
    PAY_CARD,
    PAY_CURRENCY,
    PAY_FIASKO,
    SEATS,
    SKIP,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    TOKEN,
    Phase,
    number_of,
)

DEPTH = 5  # cards that are followed beyond the next one
STEP = 0.25  # points between two entries of the grid
GRID = 33
PLACE = 100.0  # a place at the end counts more than any points
RIVALS = 1.0  # how much the points of the rivals count, on average
MARKET = 0.35  # how likely the next player buys a card that lies in the market and is good for him
DOUBT = 0.35  # points by which a rival's opinion of a joker may well differ from ours
JOKER = 9 + 5  # what may come: nine numbers, five values of currency, a joker
NEXT = JOKER + 1


def rival_share(v):
    """How much one rival counts."""
    return RIVALS / (players(v) - 1)


# --- stop or go ---


def others_gain_worth(v, amount):
    """What it costs, in tokens, that all others gain so many."""
    total = 0.0
    for p in range(players(v)):
        if p != v.active:
            total += gain_worth(v.seat[p], amount)
    return total * rival_share(v)


def weigh_draw(v, seat, worths, best, values):
    """``values`` of drawing, taking the numbers and taking the currency."""
    me = v.seat[seat]
    price = money(v)
    add = np.zeros(NUMBERS)  # of each card to the own runs, with those of the area
    leave = np.zeros(NUMBERS)  # of each card in the market, to the rivals
    before = cards_worth(me, worths, best)
    rival_wants(v, seat, worths, best, leave)
    lost = 0.0
    for i in range(v.shown):
        if v.area[i] - 1 < NUMBERS:
            me.number[v.area[i] - 1] += 1
            lost += leave[v.area[i] - 1]
    cards = cards_worth(me, worths, best) - before + best_purchase(v, seat, worths, best)
    gains(me, worths, best, add)
    for i in range(v.shown):
        if v.area[i] - 1 < NUMBERS:
            me.number[v.area[i] - 1] -= 1
    gained = np.zeros(LIMIT + 1)
    given = np.zeros(LIMIT + 1)
    for amount in range(LIMIT + 1):
        gained[amount] = price * gain_worth(me, amount) - lost
        given[amount] = price * others_gain_worth(v, amount)
    bust = price * TOKEN_WORTH - lost  # FI-16
    values[TAKE_NUMBERS] = cards - given[v.currency]
    values[TAKE_CURRENCY] = gained[v.currency]
    if v.left > 0:
        values[DRAW] = draw_value(v, cards, add, leave, gained, given, bust)


def draw_value(v, cards, add, leave, gained, given, bust):
    """What drawing is worth: the next card exactly, kind by kind; those behind it by what is on them.

    ``gained`` and ``given`` tell what so much currency is worth for oneself and costs as a gift to the others, ``bust``
    what a fiasco is worth. What the cards of the area are worth is a grid, ``STEP`` points wide, above ``cards``.
    """
    odds = np.zeros(NEXT)
    adds = np.zeros(9)
    for kind in range(KINDS):
        share = v.deck[kind] / v.left
        if kind < NUMBERS:
            odds[kind % 9] += share
            adds[kind % 9] += share * add[kind]
        else:
            odds[9 + kind - CURRENCY if kind >= CURRENCY else JOKER] += share
    for n in range(9):
        if odds[n] > 0.0:
            adds[n] /= odds[n]
    grid = np.zeros((2 * LIMIT + 1, LIMIT + 1, GRID))
    other = np.zeros((2 * LIMIT + 1, LIMIT + 1, GRID))
    stop_all(grid, cards, gained, given)
    for _ in range(min(DEPTH, v.left - 1)):
        go_on(grid, other, cards, odds, adds, gained, given, bust)
        grid, other = other, grid
    total = v.numbers - v.currency
    value = 0.0
    for kind in range(NUMBERS):
        if v.deck[kind] > 0:
            n = number_of(kind)
            if total + n > LIMIT:
                after = bust - given[v.currency] - leave[kind]  # FI-18
            else:
                after = read_grid(grid, total + n, v.currency, add[kind] / STEP)
            value += v.deck[kind] / v.left * after
    for c in range(1, 6):
        after = bust  # FI-19
        if v.currency + c <= LIMIT:
            after = read_grid(grid, total - c, v.currency + c, 0.0)
        value += odds[8 + c] * after
    if v.shown > 0:
        value += odds[JOKER] * read_grid(grid, total, v.currency, 0.0)  # R9
    return value


def stop_value(total, currency, cards, gained, given):
    """The better of the two rewards; without a number card in the area only currency can be taken (R7)."""
    best = -1e9
    if total + currency > 0:
        best = cards - given[currency]  # FI-23
    if currency > 0:
        best = max(best, gained[currency])  # FI-26
    return best


def stop_all(grid, cards, gained, given):
    for total in range(-LIMIT, LIMIT + 1):
        for currency in range(max(0, -total), LIMIT + 1):
            for g in range(GRID):
                grid[total + LIMIT, currency, g] = stop_value(total, currency, cards + g * STEP, gained, given)


def go_on(grid, better, cards, odds, adds, gained, given, bust):
    """One card more for every total, currency and worth of cards: stop, or go on as ``grid`` says."""
    for total in range(-LIMIT, LIMIT + 1):
        for currency in range(max(0, -total), LIMIT + 1):
            for g in range(GRID):
                draw = odds[JOKER] * grid[total + LIMIT, currency, g]
                for n in range(1, 10):
                    if total + n > LIMIT:
                        draw += odds[n - 1] * (bust - given[currency])
                    else:
                        draw += odds[n - 1] * read_grid(grid, total + n, currency, g + adds[n - 1] / STEP)
                for c in range(1, 6):
                    if currency + c > LIMIT:
                        draw += odds[8 + c] * bust
                    else:
                        draw += odds[8 + c] * grid[total - c + LIMIT, currency + c, g]
                stop = stop_value(total, currency, cards + g * STEP, gained, given)
                better[total + LIMIT, currency, g] = max(stop, draw)


def read_grid(grid, total, currency, place):
    """Between two entries, evenly."""
    g = min(int(place), GRID - 2)
    low = grid[total + LIMIT, currency, g]
    return low + min(place - g, 1.0) * (grid[total + LIMIT, currency, g + 1] - low)


def rival_wants(v, seat, worths, best, wants):
    """``wants[kind]``: what it costs that a number card lies in the market for the rivals, the next one above all."""
    price = money(v)
    found = np.zeros(NUMBERS)
    n = players(v)
    for i in range(1, n):
        p = (seat + i) % n
        if is_ten(v, p):  # FI-65
            continue
        gains(v.seat[p], worths, best, found)
        for kind in range(NUMBERS):
            surplus = found[kind] - price * number_of(kind)
            if surplus > 0.0 and number_of(kind) <= power(v, p) + 2:
                wants[kind] += MARKET / i * rival_share(v) * surplus


# --- purchases and payments ---


def best_purchase(v, seat, worths, best):
    """What the best card of the market adds, less its price; roughly, for a turn that may end so."""
    me = v.seat[seat]
    found = np.zeros(NUMBERS)
    gains(me, worths, best, found)
    most = 0.0
    for kind in range(NUMBERS):
        if v.market[kind] > 0 and number_of(kind) <= me.currency + TOKEN * me.fiasko:
            most = max(most, found[kind] - money(v) * number_of(kind))
    return most


def weigh_purchases(v, seat, worths, best, values):
    me = v.seat[seat]
    cost = np.zeros(10)
    wants = np.zeros(NUMBERS)
    costs(v, seat, worths, best, cost)
    rival_wants(v, seat, worths, best, wants)
    add = np.zeros(NUMBERS)
    gains(me, worths, best, add)
    for kind in range(NUMBERS):
        if v.market[kind] > 0:
            values[BUY + kind] = add[kind] - cost[number_of(kind)] + (wants[kind] if v.market[kind] == 1 else 0.0)
    values[SKIP] = 0.0


def standing(me, worths, best):
    """What decides about places when nothing more happens: points, then tokens, then fewer cards."""
    return cards_worth(me, worths, best) + TIE * (me.currency + TOKEN * me.fiasko)


def weigh_final(v, seat, worths, best, values):
    """The last purchases: everybody after this seat takes what is best for himself, and then places are counted."""
    n = players(v)
    adds = np.zeros((n, NUMBERS))
    cost = np.zeros((n, 10))
    stands = np.zeros(n)
    for p in range(n):
        stands[p] = standing(v.seat[p], worths, best)
        gains(v.seat[p], worths, best, adds[p])
        costs(v, p, worths, best, cost[p])
    market = np.zeros(NUMBERS, np.int64)
    ends = np.zeros(n)
    for kind in range(-1, NUMBERS):
        if kind >= 0 and (v.market[kind] == 0 or number_of(kind) > power(v, seat)):
            continue
        for k in range(NUMBERS):
            market[k] = v.market[k]
        for p in range(n):
            ends[p] = stands[p]
        if kind >= 0:
            market[kind] -= 1
            ends[seat] += adds[seat, kind] - cost[seat, number_of(kind)]
        for place in range(v.final + 1, n + 1):  # FI-49
            buy_best(v, (v.active + place) % n, market, adds, cost, ends)
        value = ends[seat]
        for p in range(n):
            if p != seat:
                value -= rival_share(v) * ends[p] + PLACE * (ends[p] > ends[seat] + 1e-6)
        values[BUY + kind if kind >= 0 else SKIP] = value


def buy_best(v, p, market, adds, cost, ends):
    """A player takes the card that is best for himself, if one is worth its price; TEN never does (FI-65)."""
    chosen = -1
    most = 1e-9
    if not is_ten(v, p):
        for kind in range(NUMBERS):
            if market[kind] > 0 and number_of(kind) <= power(v, p):
                gain = adds[p, kind] - cost[p, number_of(kind)]
                if gain > most:
                    most = gain
                    chosen = kind
    if chosen >= 0:
        market[chosen] -= 1
        ends[p] += most


def plan_payment(v, seat, worths, best, plan):
    """The cheapest way to pay what is due, as ``cheapest_payment`` plans it; ``plan[3]`` is the first card of it, -1:
    none. What is being paid for counts among the cards already. Returns what it costs.
    """
    losses = np.zeros(MOST_CARDS_PAID + 1)
    kinds = np.zeros(MOST_CARDS_PAID, np.int64)
    me = v.seat[seat]
    if v.reason == FOR_JOKER:
        me.joker[v.joker - 1 - COLOUR_JOKERS] += 1
    else:
        me.number[v.item - 1] += 1
    cards = card_losses(v, seat, worths, best, max(0, v.last_card - 1), v.item - 1, losses, kinds)
    if v.reason == FOR_JOKER:
        me.joker[v.joker - 1 - COLOUR_JOKERS] -= 1
    else:
        me.number[v.item - 1] -= 1
    cost = cheapest_payment(v, seat, v.due, v.units == 0, v.last_card == 0, losses, cards, plan)
    plan[3] = -1
    for i in range(plan[2]):
        plan[3] = kinds[i] if plan[3] < 0 else min(plan[3], kinds[i])
    return cost


def weigh_payments(v, seat, worths, best, values):
    """The next piece of the cheapest payment (FI-38: fiasko tokens, currency, cards by rising kind)."""
    plan = np.zeros(4, np.int64)
    cost = plan_payment(v, seat, worths, best, plan)
    if cost >= 1e9:  # more cards are due than anybody plans with
        return
    if plan[0] > 0:
        values[PAY_FIASKO] = -cost
    elif plan[1] > 0:
        values[PAY_CURRENCY] = -cost
    else:
        values[PAY_CARD + plan[3]] = -cost


# --- auctions ---


def prices_of(v, worths, best, marginal, cost):
    """What the joker adds to the runs of each player, and what each amount costs him."""
    for p in range(players(v)):
        me = v.seat[p]
        marginal[p] = worth_with(me, v.joker - 1, worths, best) - cards_worth(me, worths, best)
        costs(v, p, worths, best, cost[p])


def outcome(v, seat, winner, amount, marginal, cost):
    """What it means for a seat that somebody (-1: nobody) gets the joker for an amount."""
    if winner < 0:
        return 0.0
    gain = marginal[winner] - cost[winner, min(amount, MOST_PAID)]
    return gain if winner == seat else -rival_share(v) * gain


def hoped(v, seat, asked, winner, high, marginal, cost):
    """What is to be expected when so many have been asked: everybody after them bids one more or passes.

    All ways are gone through, a bit for each of them: 1 is a bid.
    """
    n = players(v)
    total = 0.0
    for way in range(1 << (n - asked)):
        first = winner
        amount = high
        likely = 1.0
        for i in range(n - asked):
            p = (v.active + 1 + asked + i) % n
            bid = max(LEAST_BID, amount + 1) if solo(v) else amount + 1
            chance = chance_of_bid(v, p, bid, first, amount, marginal, cost)
            if (way >> i) & 1:
                likely *= chance
                first = p
                amount = bid
            else:
                likely *= 1.0 - chance
        if likely > 0.0:
            total += likely * outcome(v, seat, first, amount, marginal, cost)
    return total


def chance_of_bid(v, p, bid, winner, high, marginal, cost):
    """How likely a player raises: surely if that is much better for him, and as the automaton does (FI-69)."""
    if bid > power(v, p) or bid > MOST_PAID:
        return 0.0
    if is_ten(v, p):
        return 1.0
    better = outcome(v, p, p, bid, marginal, cost) - outcome(v, p, winner, high, marginal, cost)
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, better / DOUBT))))


def weigh_bids(v, seat, worths, best, values):
    marginal = np.zeros(SEATS)
    cost = np.zeros((SEATS, MOST_PAID + 1))
    prices_of(v, worths, best, marginal, cost)
    values[PASS] = hoped(v, seat, v.asked + 1, v.bidder - 1, v.high, marginal, cost)
    for amount in range(least_bid(v), min(power(v, seat), MOST_PAID) + 1):
        values[BID + amount] = hoped(v, seat, v.asked + 1, seat, amount, marginal, cost)


# --- all of it ---


def weigh(v, seat, values):
    """``values[action]`` of what the seat may do, -infinity of all else."""
    worths = np.zeros((COLOURS, MOST_JOKERS + 1, SETS))
    best = np.zeros((2, SETS))
    expect_runs(v, worths)
    for action in range(len(values)):
        values[action] = -np.inf
    if v.phase == Phase.DRAW:
        weigh_draw(v, seat, worths, best, values)
    elif v.phase == Phase.BID:
        weigh_bids(v, seat, worths, best, values)
    elif v.phase == Phase.PAY:
        weigh_payments(v, seat, worths, best, values)
    elif v.phase == Phase.FINAL:
        weigh_final(v, seat, worths, best, values)
    else:
        weigh_purchases(v, seat, worths, best, values)


# --- doors for callers: a view comes as an array of one record, and is changed for a moment ---


def weigh_all(views, seat, values):
    weigh(views[0], seat, values)


def payment(views, seat, plan):
    worths = np.zeros((COLOURS, MOST_JOKERS + 1, SETS))
    expect_runs(views[0], worths)
    return plan_payment(views[0], seat, worths, np.zeros((2, SETS)), plan)


def card_gain(views, seat, kind):
    """What a number card or joker adds to the points that a seat can expect."""
    worths = np.zeros((COLOURS, MOST_JOKERS + 1, SETS))
    best = np.zeros((2, SETS))
    expect_runs(views[0], worths)
    me = views[0].seat[seat]
    return worth_with(me, kind, worths, best) - cards_worth(me, worths, best)


def costs_of(views, seat, found):
    worths = np.zeros((COLOURS, MOST_JOKERS + 1, SETS))
    expect_runs(views[0], worths)
    costs(views[0], seat, worths, np.zeros((2, SETS)), found)
