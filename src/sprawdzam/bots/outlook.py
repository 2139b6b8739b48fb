"""How often a seat wins from what it sees: matches played on by what a search has learned; built like ``ismcts.py``.

The search itself measures places, and its best values are the luckiest ones. Here the tree is not changed any more:
everybody plays by it, and the matches are new, so the share of wins is as often too high as too low.
"""

from sprawdzam.bots.ismcts import DOUBT, believe, find, tempered, view_key
from sprawdzam.engine.contract import GO_ON, TABLE, actors, apply, hide, legal, score
from sprawdzam.engine.fast import roll
from sprawdzam.engine.loops import clear, first_actor, instinctive


def expected(s, seat, nodes, edges, slots, w):
    """What a seat does by its node, tempered; as long as that has few visits, rather by instinct."""
    n = legal(s, seat, w.actions)
    if n == 1:
        return w.actions[0]
    clear(w.seen_words)
    hide(s, seat, w.seen)
    number = find(nodes, slots, view_key(w.seen_words, seat))
    if number == 0 or nodes[number].tried == 0 or roll(w.rng, 0, 0, nodes[number].visits + DOUBT) < DOUBT:
        return instinctive(seat, n, w)
    return tempered(nodes[number], edges, w.rng)


def win_share(s, seat, w):
    """1 for a win, a part of it for a shared one, else 0."""
    score(s, w.result)
    if w.result[seat][1] != 1:
        return 0.0
    first = 0
    for p in range(s.seats):
        first += w.result[p][1] == 1
    return 1.0 / first


def outlook(work, me, action, nodes, edges, slots, number):
    """Plays ``number`` matches on from the view in ``w.root``, seat ``me`` beginning with ``action`` (-1: none).

    Returns the sum of its shares of the win, and that of their squares.
    """
    w = work[0]
    s = w.state
    total = 0.0
    squares = 0.0
    for _ in range(number):
        believe(w.root_words, me, w)
        if action >= 0:
            apply(s, me, action, w.rng)
        mask = actors(s)
        while mask:
            if mask >> TABLE:
                apply(s, TABLE, GO_ON, w.rng)
            else:
                seat = first_actor(mask)
                apply(s, seat, expected(s, seat, nodes, edges, slots, w), w.rng)
            mask = actors(s)
        share = win_share(s, me, w)
        total += share
        squares += share * share
    return total, squares
