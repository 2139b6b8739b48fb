"""The contract: what a game is, and the ten laws that every game obeys.

A game's ``rules.py`` is plain Python without a compiler import: an ``IntEnum`` of phases, an ``IntEnum`` of
chance zones, a NumPy record type ``STATE`` made of ``i2`` fields (``seats`` and ``option`` among them), constants,
and seven verbs over that record. Their headers below are the specification. The constants are ``ACTIONS`` (how many
action numbers there are), ``PIECES`` (length of the census) and ``LONGEST`` (no match has more steps, those of the
table included).

The laws. ``sprawdzam.testing`` checks each of them for any game, in every variant and number of seats:

1.  *No future.* The state holds no random generator and no order of undrawn cards: an undrawn card is in a
    multiset, and is drawn when it is needed from the generator that ``apply`` is given.
2.  *Default-closed.* A view starts as holes; only what the seat may know is copied in. What others hold and
    what is undrawn merge into one multiset of unseen cards.
3.  *Imagination.* The view of an imagined world is the view that it was imagined from, byte for byte; every
    allowed world is met at its documented frequency.
4.  *Told from the view.* Whatever a seat is told or asked is computed from its view: equal views, equal bytes.
5.  *Sets of actors.* First choices of different seats commute; that a seat has handed in is public. A seat may
    revise while others still choose: ``legal`` lists it though ``actors`` no longer names it.
6.  *One source of legality.* Every listed action applies; every other one is refused and changes nothing.
7.  *Conservation and end.* All pieces are conserved; every match ends within ``LONGEST`` steps.
8.  *Determinism.* Same chance and same actions give the same bytes, compiled or interpreted.
9.  *Round trips.* Action, position, view and log parse back to what they were. A view is a position with ``?``.
10. *Bots are blind.* A bot gets a view and a generator, nothing else, and decides alike in every world that its
    view allows.
"""

from typing import Any, Protocol

TABLE = 7  #: the table's own place among the actors, above every seat
GO_ON = 0  #: the table's only action
HOLE = -1  #: what a view does not know; no known value is ever negative
SPECTATOR = -1  #: the seat of someone who only watches
MAX_SEATS = 6  #: no game seats more

State = Any  #: a record, compiled or interpreted
Buffer = Any  #: anything that takes numbers by index


def deal(s: State, rng: Any) -> None:
    """Makes the opening state; ``s.seats`` and ``s.option`` are set, the rest is zero."""
    raise NotImplementedError


def actors(s: State) -> int:
    """Bit mask of the seats that the game waits for; ``1 << TABLE`` alone when the table goes on; 0 at the end."""
    raise NotImplementedError


def legal(s: State, seat: int, out: Buffer) -> int:
    """Writes the legal actions of a seat (or of ``TABLE``), ascending, and returns how many there are.

    Gives the same for a state and for that seat's view of it.
    """
    raise NotImplementedError


def apply(s: State, seat: int, action: int, rng: Any) -> None:
    """Plays one legal action and stops at the next thing that anybody is shown."""
    raise NotImplementedError


def hide(s: State, seat: int, v: State) -> None:
    """Writes the view of a seat into ``v``, which comes as holes; ``SPECTATOR`` sees what every seat sees."""
    raise NotImplementedError


def imagine(v: State, seat: int, rng: Any) -> None:
    """Fills the holes of a view with a world that the seat cannot tell from the true one."""
    raise NotImplementedError


def score(s: State, out: Any) -> None:
    """Final points ``out[p][0]`` and rank ``out[p][1]`` of every seat; 1 is the best rank.

    Whoever plays alone against the table is first or second.
    """
    raise NotImplementedError


def census(s: State, out: Buffer) -> None:
    """Counts every kind of piece, wherever it lies (law 7)."""
    raise NotImplementedError


def instinct(v: State, seat: int, actions: Buffer, n: int, weights: Buffer) -> None:
    """A cheap opinion on the legal actions, for roll-outs, easy bots and search priors: weights >= 0, not all 0.

    Optional; a game that has none leaves them equal.
    """
    for i in range(n):
        weights[i] = 1.0


def foremost(s: State, mask: int) -> int:
    """Which of the seats in a mask goes first when what they do arrives at the same moment: a race (law 5).

    Optional; without it the lowest seat.
    """
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat


def habit(s: State, seat: int, action: int) -> int:
    """How strongly seeing this action speaks for the world ``s``: the frequencies of ``imagine`` go by it (law 3).

    In a record cards of a kind are alike; at the table a hand with three sevens has three ways to play one.
    Optional; without it choices carry no evidence, and all that look alike are equally likely.
    """
    return 1


def evidence(s: State, seat: int) -> float:
    """How well a world agrees with what the rivals of ``seat`` have done in it, up to a factor; 0 < evidence <= 1.

    Only what hidden cards make likelier counts: who bids high on fours probably has some. The search weighs the worlds
    of ``imagine`` by it.
    Optional; without it all worlds that ``imagine`` brings are taken as they come.
    """
    return 1.0


class Rules(Protocol):
    """What a ``rules.py`` and what ``build`` offer."""

    STATE: Any
    ACTIONS: int
    PIECES: int
    LONGEST: int
    Phase: Any
    Zone: Any

    def deal(self, s: State, rng: Any) -> None: ...
    def actors(self, s: State) -> int: ...
    def legal(self, s: State, seat: int, out: Buffer) -> int: ...
    def apply(self, s: State, seat: int, action: int, rng: Any) -> None: ...
    def hide(self, s: State, seat: int, v: State) -> None: ...
    def imagine(self, v: State, seat: int, rng: Any) -> None: ...
    def score(self, s: State, out: Any) -> None: ...
    def census(self, s: State, out: Buffer) -> None: ...
