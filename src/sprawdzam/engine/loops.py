"""Loops over any game, written once and built together with its rules (see ``compile.build``).

The names of the verbs are bound by ``build``; the imports only let this file stand on its own. All memory of a loop
lies in one record ``w`` (see ``compiled.workspace``): records and their nested arrays are plain pointers in compiled
code, whereas an array argument is a structure whose holders may be counted. A state or view comes there twice over the
same bytes: as a record, and as ``..._words`` for copying, blanking and hashing.
"""

from sprawdzam.engine.contract import GO_ON, HOLE, TABLE, actors, apply, deal, hide, instinct, legal, score
from sprawdzam.engine.fast import roll, step

RANDOM, INSTINCT = 0, 1  # the styles of a seat in a playout


def first_actor(mask):
    """Loops without a clock ask in seat order (law 5)."""
    seat = 0
    for i in range(1, TABLE):  # no branches: whose turn it is cannot be foreseen
        seat += (mask & ((1 << i) - 1)) == 0
    return seat


def clear(words):
    """Makes a record a view that knows nothing yet."""
    for i in range(len(words)):
        words[i] = HOLE


def copy(words, other):
    for i in range(len(words)):
        words[i] = other[i]


def weighted(rng, weights, n):
    """A place below ``n``, as likely as its weight; the weights are not negative and not all zero."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    x = step(rng) * total / 4294967296.0
    i = 0
    while i < n - 1 and x >= weights[i]:
        x -= weights[i]
        i += 1
    return i


def by_chance(s, seat, w):
    """Any legal action, all equally likely."""
    return w.actions[roll(w.rng, 0, 0, legal(s, seat, w.actions))]


def by_instinct(s, seat, w):
    """An action as instinct weighs it; it looks at the seat's view only."""
    n = legal(s, seat, w.actions)
    if n == 1:
        return w.actions[0]
    clear(w.seen_words)
    hide(s, seat, w.seen)
    return instinctive(seat, n, w)


def instinctive(seat, n, w):
    """One of the ``n`` legal actions in ``w.actions``, as instinct weighs them for the view in ``w.seen``."""
    instinct(w.seen, seat, w.actions, n, w.weights)
    return w.actions[weighted(w.rng, w.weights, n)]


def finish(s, w):
    """Plays a match to its end and returns how many actions the seats played.

    Each seat plays in its ``w.style`` for the first ``w.patience`` actions, then at random: what lies far ahead is
    not worth the thought.
    """
    played = 0
    mask = actors(s)
    while mask:
        if mask >> TABLE:
            apply(s, TABLE, GO_ON, w.rng)
        else:
            seat = first_actor(mask)
            if w.style[seat] == RANDOM or played >= w.patience:
                action = by_chance(s, seat, w)
            else:
                action = by_instinct(s, seat, w)
            apply(s, seat, action, w.rng)
            played += 1
        mask = actors(s)
    return played


def playouts(work, number, results, lengths):
    """``number`` whole matches of the set-up in ``start``.

    Fills ``results[i]`` with points and ranks and ``lengths[i]`` with the actions of match ``i``; returns their sum.
    """
    w = work[0]
    s = w.state
    total = 0
    for i in range(number):
        copy(w.state_words, w.start_words)
        deal(s, w.rng)
        lengths[i] = finish(s, w)
        total += lengths[i]
        score(s, results[i])
    return total


def begin(s, w):
    """Plays up to the first decision that one seat has for itself alone; returns who that is and the actions so far.

    What all choose at once comes before: whoever hands in last is no more alone than the others. -1 if there is none.
    """
    played = 0
    together = 0  # those of a set of actors who have not acted yet
    mask = actors(s)
    while mask:
        if mask >> TABLE:
            apply(s, TABLE, GO_ON, w.rng)
        else:
            seat = first_actor(mask)
            if together == 0:
                if mask == 1 << seat:
                    return seat, played
                together = mask
            if w.style[seat] == RANDOM:
                action = by_chance(s, seat, w)
            else:
                action = by_instinct(s, seat, w)
            apply(s, seat, action, w.rng)
            played += 1
            together &= ~(1 << seat)
        mask = actors(s)
        together &= mask
    return -1, played


def studies(work, number, results, lengths, first, ends):
    """``playouts`` that also tell who begins, in ``first``, and how each match stood at its end, in ``ends``."""
    w = work[0]
    s = w.state
    for i in range(number):
        copy(w.state_words, w.start_words)
        deal(s, w.rng)
        first[i], played = begin(s, w)
        lengths[i] = played + finish(s, w)
        score(s, results[i])
        copy(ends[i], w.state_words)
