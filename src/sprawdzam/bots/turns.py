"""One match that is stepped from outside, for programs that bring a loop of their own; built like ``ismcts.py``."""

from sprawdzam.engine.contract import GO_ON, TABLE, actors, apply, hide, imagine, legal, score
from sprawdzam.engine.loops import clear, copy, first_actor


def begin(work, seat):
    """Makes the state a world that the view in ``root`` allows."""
    w = work[0]
    copy(w.state_words, w.root_words)
    imagine(w.state, seat, w.rng)


def asked(work):
    """The seat that acts next, -1 at the end; several that choose at once are asked in seat order (law 5)."""
    mask = actors(work[0].state)
    return first_actor(mask) if mask else -1


def choices(work, seat):
    """How many legal actions there are; they stand in ``actions``."""
    w = work[0]
    return legal(w.state, seat, w.actions)


def play(work, seat, action):
    """Plays an action, and what the table does then."""
    w = work[0]
    apply(w.state, seat, action, w.rng)
    while actors(w.state) >> TABLE:
        apply(w.state, TABLE, GO_ON, w.rng)


def look(work, seat):
    """Writes the view of a seat into ``seen``."""
    w = work[0]
    clear(w.seen_words)
    hide(w.state, seat, w.seen)


def judge(work):
    """Writes points and ranks into ``result``."""
    score(work[0].state, work[0].result)
