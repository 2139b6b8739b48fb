"""``Crew``: threads that share the matches of a batch."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread

PIECES = 2  # of the matches of one thread: others may take over one of them, and each costs a call from Python

Piece = tuple[int, int]  # the matches from the first to before the second
Work = Callable[[int, int, int], None]  # the number of the thread that does it, and a piece
Order = Callable[[], None]


class Crew:
    """Whoever calls ``do`` works along as thread 0.

    Each thread begins with a share of its own, and helps others when it has done. So nobody waits for a thread that
    the system wakes late. Orders go through the leanest queues there are: waking somebody is most of what sharing a
    step of a small batch costs.
    """

    def __init__(self, n: int, threads: int, least: int) -> None:
        """``n`` matches, in pieces of ``least`` at least."""
        share = -(-n // threads)
        piece = max(least, -(-share // PIECES))
        self.shares = [
            [(at, min(at + piece, low + share, n)) for at in range(low, min(low + share, n), piece)]
            for low in range(0, n, share)
        ]
        self.orders: list[SimpleQueue[Order | None]] = [SimpleQueue() for _ in self.shares[1:]]
        self.threads = [Thread(target=_obey, args=(orders,), daemon=True) for orders in self.orders]
        for thread in self.threads:
            thread.start()
        self.dismiss = weakref.finalize(self, _dismiss, self.orders)

    def __len__(self) -> int:
        return len(self.shares)

    def do(self, work: Work) -> None:
        """Does the work on all pieces and waits until the last of them is done."""
        left = [deque(share) for share in self.shares]
        results: SimpleQueue[BaseException | None] = SimpleQueue()
        for thread, orders in enumerate(self.orders, 1):
            orders.put(partial(_take_part, thread, left, work, results))
        _take_part(0, left, work, results)
        errors = [results.get() for share in self.shares for _ in share]
        for error in errors:
            if error is not None:
                raise error


def _take_part(thread: int, left: list[deque[Piece]], work: Work, results: SimpleQueue[BaseException | None]) -> None:
    for low, high in _pieces(thread, left):
        try:
            work(thread, low, high)
        except BaseException as error:  # it is raised where the work was ordered
            results.put(error)
        else:
            results.put(None)


def _pieces(thread: int, left: Sequence[deque[Piece]]) -> Iterator[Piece]:
    for other in range(len(left)):
        pieces = left[(thread + other) % len(left)]
        while pieces:
            try:
                yield pieces.pop() if other else pieces.popleft()
            except IndexError:  # somebody else has taken the last one
                break


def _obey(orders: SimpleQueue[Order | None]) -> None:
    """Holds nothing while it waits, so that a crew that nobody has any more is dismissed."""
    while order := orders.get():
        order()
        del order


def _dismiss(orders: Sequence[SimpleQueue[Order | None]]) -> None:
    for each in orders:
        each.put(None)
