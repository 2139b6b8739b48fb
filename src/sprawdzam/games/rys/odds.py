"""How likely somebody in rys holds a set that beats a layer: hidden cards are any of the unseen ones."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sprawdzam.engine.contract import HOLE, State
from sprawdzam.engine.odds import times
from sprawdzam.games.rys import rules
from sprawdzam.games.rys.state import EXPERT, JOKER, MOST_JOKERS, VALUES, size_of, value_of


def thief(v: State, p: int, layer: int) -> Fraction:
    """How likely player ``p`` now holds cards that beat a layer (RY-10): counted over all hands that the view allows.

    A set of the right size needs enough cards of one higher value together with jokers (RY-06), or jokers alone.
    """
    size, stronger = size_of(layer), values_above(v, value_of(layer))
    me = v.seat[p]
    if me.hand[0] != HOLE:
        return Fraction(beaten(tuple(me.hand), size, stronger))
    known, unseen = tuple(me.known), tuple(v.deck)
    hidden = me.size - sum(known)
    safe = 0
    for jokers in range(min(hidden, unseen[JOKER - 1], MOST_JOKERS) + 1):
        held = known[JOKER - 1] + jokers
        if JOKER in stronger and held >= size:
            continue
        ways = [1]
        for kind in range(VALUES):
            most = hidden - jokers
            if kind + 1 in stronger:  # none at all, or too few even with all the jokers
                most = max(0, size - held - 1) - known[kind]
            copies = range(min(most, unseen[kind]) + 1)
            ways = times(ways, [comb(unseen[kind], n) for n in copies], hidden - jokers)
        safe += comb(unseen[JOKER - 1], jokers) * ways[hidden - jokers]
    return 1 - Fraction(safe, comb(sum(unseen), hidden))


def beaten(hand: tuple[int, ...], size: int, stronger: frozenset[int]) -> bool:
    """Whether a hand has a set of this size and of one of these values."""
    jokers = hand[JOKER - 1]
    return any(
        jokers >= size if value == JOKER else hand[value - 1] > 0 and hand[value - 1] + jokers >= size
        for value in stronger
    )


def values_above(v: State, value: int) -> frozenset[int]:
    """The values that beat one in a set of the same size; ones beat 13s and jokers with expert rules (RY-28)."""
    above = frozenset(range(value + 1, JOKER + 1))
    return above | {1} if value >= VALUES and rules.level(v) == EXPERT else above


def joker(v: State) -> Fraction:
    """How likely the next card of the deck is a joker."""
    return Fraction(v.deck[JOKER - 1], sum(v.deck))


def fitting(v: State, seat: int) -> Fraction:
    """How likely the next card of the deck has a value that the seat holds already."""
    held = [kind for kind in range(VALUES) if v.seat[seat].hand[kind]]
    return Fraction(sum(v.deck[kind] for kind in held), sum(v.deck))
