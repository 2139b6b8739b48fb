"""When Python looks for garbage that goes round in circles.

A full look stops everything, for half a second with 5,000 sockets at 1,000 tables. By itself Python would do that every
few seconds there, because scenes come and go by the thousand; but those never make circles. Closed sockets do, some
30 kB each. So a full look is worth its time when enough of them have been closed, and only then.
"""

from __future__ import annotations

import gc

THRESHOLDS = (20_000, 20, 1000)  # young objects are looked at often, old ones practically never by themselves
FEWEST = 500  # closed sockets that are worth a full look
SHARE = 0.25  # of those that are open


def hold_back() -> None:
    """What there is when a server has started stays until it stops."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


class Closed:
    """Counts closed sockets, and takes them away when they are many."""

    def __init__(self) -> None:
        self.waiting = 0

    def one(self, still_open: int) -> None:
        self.waiting += 1
        if self.waiting >= max(FEWEST, SHARE * still_open):
            self.waiting = 0
            gc.collect()
