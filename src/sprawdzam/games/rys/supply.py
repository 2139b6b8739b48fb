"""Where the cards of rys come from and go to: deck, pool, virtual player and hands."""

from sprawdzam.engine.chance import take
from sprawdzam.games.rys.state import JOKER, ROW, SLOTS, TOTAL, Zone


def from_deck(s, rng):
    """The kind of the next card; the deck is never renewed, so its size is the address of the draw."""
    kind = take(rng, Zone.DECK, TOTAL - s.left, s.deck, s.left)
    s.deck[kind] -= 1
    s.left -= 1
    return kind


def give(me, kind, number):
    """Cards that everybody sees go to a hand."""
    me.hand[kind] += number
    me.known[kind] += number
    me.size += number


def spend(me, kind, number):
    """Cards leave a hand: those that everybody knows of first."""
    me.hand[kind] -= number
    me.known[kind] = max(0, me.known[kind] - number)
    me.size -= number


def fill_pool(s, rng):
    """RY-15: up to six slots, as far as the deck reaches; 13s and jokers like any card (R31)."""
    for slot in range(SLOTS):
        if s.pool[slot] == 0 and s.left > 0:
            s.pool[slot] = 1 + from_deck(s, rng)


def turn_for_virtual(s, rng):
    """A 13 or a joker goes onto the lowest single card of the pool."""
    kind = from_deck(s, rng)
    if kind < ROW:  # RY-31
        s.virtual[kind] += 1
    else:  # RY-32, R28
        slot = lowest_slot(s)
        if kind == JOKER - 1:
            s.jokers[slot] += 1
        else:
            s.thirteens[slot] += 1


# R28, R29
def lowest_slot(s):
    """The single card of lowest value, the leftmost of equal ones; else the smallest group."""
    best = 0
    least = 10000
    for slot in range(SLOTS):
        if s.pool[slot]:
            rank = (s.thirteens[slot] + s.jokers[slot]) * 100 + s.pool[slot]
            if rank < least:
                least = rank
                best = slot
    return best


def virtual_size(s):
    total = 0
    for value in range(ROW):
        total += s.virtual[value]
    return total


def supply_is_empty(s):
    """RY-24, R15: no card in the deck and none in the pool."""
    filled = s.left
    for slot in range(SLOTS):
        filled += s.pool[slot]
    return filled == 0


def pool_has_room(s):
    room = 0
    for slot in range(SLOTS):
        room += s.pool[slot] == 0
    return room > 0
