"""When Python looks for garbage that goes round in circles.

A look at everything stops everything, for half a second with 5,000 sockets at 1,000 tables. Looks at young objects only
are no cheaper there: Python begins one when enough more were made than freed, and as old scenes go while new ones come,
that is seldom, and by then the young ones are hundreds of thousands. Scenes never make circles. What is left of closed
sockets does. So Python does not look by itself; it is told to when enough sockets have been closed, and now and then
for whatever else there may be. Memory that was freed is then given back to the system, which the C library does of its
own accord only at the end of its heap: else a flood of long messages would leave its mark until the server stops.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from contextlib import suppress

OFTEN = 30.0  # seconds: no look comes sooner after another
SELDOM = 900.0  # seconds after which there is a look in any case
FEWEST = 100  # closed sockets that are worth a look
SHARE = 0.25  # of those that are open


def hold_back() -> None:
    """What there is when a server has started stays until it stops; all else is freed as it is let go. There is next to
    no garbage by then, and looking for it would keep those waiting who come back after a restart."""
    gc.freeze()
    gc.disable()


def look_and_give_back() -> None:
    """Only the GNU C library has to be asked to give back what is free."""
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


class Garbage:
    """Counts closed sockets, and has them taken away when they are many. ``clock`` tells seconds."""

    def __init__(self, clock: Callable[[], float], look: Callable[[], object] = look_and_give_back) -> None:
        self._clock = clock
        self._look = look
        self._closed = 0
        self._last = clock()

    def closed(self) -> None:
        """A socket was closed."""
        self._closed += 1

    def tidy(self, still_open: int) -> bool:
        """Looks, if it is worth it by now."""
        since = self._clock() - self._last
        many = self._closed >= max(FEWEST, SHARE * still_open)
        if since < OFTEN or not (many or since >= SELDOM):
            return False
        self._look()
        self._closed, self._last = 0, self._clock()
        return True
