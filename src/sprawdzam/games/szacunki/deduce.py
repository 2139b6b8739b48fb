"""What announced results say about racks: exactly which hands they allow, and one of them at random.

A fact is one round's result as a row of numbers: how often each card that is still on the rack counts in a sum, and
which sums agree with what was announced, as a set of bits. Cards that were exchanged since lie open, so they only shift
it. What a rack may hold is a row of sets, for each colour the numbers that are possible, as bits again.
"""

import numpy as np

from sprawdzam.engine.chance import roll
from sprawdzam.engine.contract import HOLE
from sprawdzam.games.szacunki.state import (
    COLOURS,
    CORRECT,
    HIGHER,
    LOWER,
    MOST_ROUNDS,
    NUMBERS,
    SEATS,
    WRITTEN,
    Zone,
)

TRIES = 40  # hands that are tried at random before all are counted
SUMS = COLOURS  # column of a fact, behind the colours
PATIENCE = 200  # cards that are chosen before a search for racks begins anew, or is given up
NONE, FOUND, GAVE_UP = 0, 1, 2  # what came of it


# --- one rack ---


def facts_of(v, p, facts):
    """Writes what the results of a player say about the cards now on his rack, a row for each round that was checked.

    Returns how many there are; ``facts`` comes as zeros, with a row for each of ``MOST_ROUNDS``.
    """
    number = 0
    for r in range(v.round):
        past = v.past[r]
        if past.result[p] > 0:
            gone = 0
            for d in range(3):
                c = past.dice[d] - 1
                old = card_since_exchanged(v, p, c, r)
                if old > 0:
                    gone += old - 1
                else:
                    facts[number, c] += 1
            facts[number, SUMS] = sums_told(past.result[p], past.start[p] - 1, past.size[p]) >> gone
            number += 1
    return number


def sums_told(result, first, size):
    """All sums that agree with a result."""
    every = (1 << (3 * NUMBERS)) - 1
    covered = ((1 << size) - 1) << first
    if result == CORRECT:
        return covered
    if result == HIGHER:
        return every & ~((1 << (first + size)) - 1)
    if result == LOWER:
        return (1 << first) - 1
    return every & ~covered  # SZ-18: only that it is not this number


def card_since_exchanged(v, p, c, r):
    """The card of a colour that a player had in a round, if it was exchanged since (R39); else 0."""
    for later in range(r, v.round):
        if v.past[later].swap[p] == c + 1:
            return v.past[later].out[p]
    return 0


def numbers_of(v, p, masks):
    """Writes what a rack may hold before any result is looked at: its cards, or all that are unseen."""
    for c in range(v.option.colours):
        if v.rack[p].card[c] != HOLE:
            masks[c] = 1 << (v.rack[p].card[c] - 1)
        else:
            masks[c] = 0
            for n in range(NUMBERS):
                masks[c] |= (v.colour[c].unseen[n] > 0) << n


def agrees(facts, number, hand):
    """Whether a hand, its numbers by colour, agrees with all facts."""
    for f in range(number):
        total = 0
        for c in range(COLOURS):
            total += facts[f, c] * hand[c]
        if (facts[f, SUMS] >> total) & 1 == 0:
            return False
    return True


def number_at(mask, place):
    """The number at a place of a set, in ascending order."""
    n = 0
    while place > 0 or (mask >> n) & 1 == 0:
        place -= (mask >> n) & 1
        n += 1
    return n


def added(sums, mask, times):
    """All sums that come of one of ``sums`` and a number out of a set that counts so many times."""
    found = 0
    for n in range(NUMBERS):
        if (mask >> n) & 1:
            found |= sums << (times * n)
    return found


def narrow(facts, number, masks, colours):
    """Strikes the numbers with which some fact cannot hold, until none is left to strike; False if nothing is left."""
    changed = True
    while changed:
        changed = False
        for f in range(number):
            told = int(facts[f, SUMS])
            reach = 1
            for c in range(colours):
                if facts[f, c] > 0:
                    reach = added(reach, int(masks[c]), int(facts[f, c]))
            if reach & told == 0:
                return False
            if reach & ~told:  # else it says nothing new
                for c in range(colours):
                    if facts[f, c] > 0 and strike(facts, f, masks, colours, c):
                        changed = True
    for c in range(colours):
        if masks[c] == 0:
            return False
    return True


def strike(facts, f, masks, colours, c):
    """Strikes the numbers of one colour with which a fact cannot hold; whether there was one."""
    sums = 1
    for d in range(colours):
        if d != c and facts[f, d] > 0:
            sums = added(sums, int(masks[d]), int(facts[f, d]))
    mask = int(masks[c])
    times = int(facts[f, c])
    for n in range(NUMBERS):
        if (mask >> n) & 1 and (sums << (times * n)) & int(facts[f, SUMS]) == 0:
            mask &= ~(1 << n)
    struck = mask != masks[c]
    masks[c] = mask
    return struck


def hands(facts, number, masks, colours, hand, wanted):
    """How many hands agree with the facts; stops at number ``wanted`` (from 0) with that one in ``hand``."""
    rest = np.zeros((COLOURS + 1, MOST_ROUNDS), np.int64)
    sums = np.zeros((COLOURS + 1, MOST_ROUNDS), np.int64)
    look_ahead(facts, number, masks, colours, rest)
    found = 0
    hand[0] = -1
    level = 0
    while next_hand(facts, number, masks, colours, rest, sums, hand, level):
        if found == wanted:
            return found
        found += 1
        level = colours - 1
    return found


def look_ahead(facts, number, masks, colours, rest):
    """Writes what the colours from each on can add to the sum of each fact."""
    for f in range(number):
        rest[colours, f] = 1
        for level in range(colours - 1, -1, -1):
            rest[level, f] = added(int(rest[level + 1, f]), int(masks[level]), int(facts[f, level]))


def next_hand(facts, number, masks, colours, rest, sums, hand, level):
    """Makes ``hand`` the next one that agrees with the facts, by numbers from colour ``level`` on; False if none is."""
    while level >= 0:
        n = hand[level] + 1
        while n < NUMBERS and (masks[level] >> n) & 1 == 0:
            n += 1
        hand[level] = n
        if n == NUMBERS:
            level -= 1
        elif goes_on(facts, number, rest, sums, level, n):
            if level + 1 == colours:
                return True
            level += 1
            hand[level] = -1
    return False


def goes_on(facts, number, rest, sums, level, n):
    """Whether the number ``n`` in a colour can still agree with all facts; notes the sums up to there."""
    for f in range(number):
        total = sums[level, f] + facts[f, level] * n
        if (facts[f, SUMS] >> total) & rest[level + 1, f] == 0:
            return False
        sums[level + 1, f] = total
    return True


def some_hand(facts, number, masks, colours, hand, rng, draw):
    """Writes a hand of possible numbers that agrees with the facts into ``hand``, all of them equally likely.

    Returns whether there is one. Some are tried at random first; if none fits all are counted, which is quick when
    there are many facts. ``draw`` is the number of the first draw.
    """
    for attempt in range(TRIES):
        for c in range(colours):
            place = roll(rng, Zone.WORLD, draw + attempt * COLOURS + c, int(WRITTEN[masks[c]]))
            hand[c] = number_at(masks[c], place)
        if agrees(facts, number, hand):
            return True
    found = hands(facts, number, masks, colours, hand, -1)
    if found > 0:
        hands(facts, number, masks, colours, hand, roll(rng, Zone.WORLD, draw + TRIES * COLOURS, found))
    return found > 0


# --- racks of several players ---


def narrow_all(facts, numbers, masks, colours):
    """The same for several racks, of which no two have the same number of a colour.

    ``facts[p]`` has ``numbers[p]`` facts about the rack of which ``masks[p]`` tells what it may hold.
    """
    changed = True
    while changed:
        changed = False
        for p in range(len(masks)):
            if not narrow(facts[p], numbers[p], masks[p], colours):
                return False
        for p in range(len(masks)):
            for c in range(colours):
                if WRITTEN[masks[p, c]] == 1:
                    for q in range(len(masks)):
                        if q != p and masks[q, c] & masks[p, c]:
                            masks[q, c] &= ~masks[p, c]
                            changed = True
    return True


def put(masks, others):
    """Makes what racks may hold the same as in ``others``."""
    for p in range(len(masks)):
        for c in range(COLOURS):
            masks[p, c] = others[p, c]


def tightest(masks, colours):
    """Rack and colour with the fewest numbers of those with more than one, as one number; -1 if there is none."""
    best = -1
    least = NUMBERS + 1
    for p in range(len(masks)):
        for c in range(colours):
            if 1 < WRITTEN[masks[p, c]] < least:
                best = p * COLOURS + c
                least = WRITTEN[masks[p, c]]
    return best


def settle(facts, numbers, masks, colours, rng, draw):
    """Narrows the racks down to one number of each colour, card by card, with a way back.

    First comes the card of which fewest numbers are possible, each of them equally likely. ``draw`` is the number of
    the first draw. Returns FOUND, NONE if there is no way, or GAVE_UP after ``PATIENCE`` choices: racks that contradict
    each other in a hidden way could take for ever.
    """
    kept = np.zeros((SEATS * COLOURS, len(masks), COLOURS), np.int64)  # what is left if the choice was wrong
    depth = 0
    chosen_so_far = 0
    going = narrow_all(facts, numbers, masks, colours)
    while going:
        at = tightest(masks, colours)
        if at < 0:
            return FOUND
        if chosen_so_far == PATIENCE:
            return GAVE_UP
        chosen_so_far += 1
        p = at // COLOURS
        c = at % COLOURS
        chosen = 1 << number_at(masks[p, c], roll(rng, Zone.WORLD, draw, int(WRITTEN[masks[p, c]])))
        draw += 1
        put(kept[depth], masks)
        kept[depth, p, c] &= ~chosen
        depth += 1
        masks[p, c] = chosen
        going = narrow_all(facts, numbers, masks, colours)
        while not going and depth > 0:
            depth -= 1
            put(masks, kept[depth])
            going = narrow_all(facts, numbers, masks, colours)
    return NONE
