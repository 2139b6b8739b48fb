"""Time limits for code that knows nothing of them."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Overrun(BaseException):
    """The time is up. No ``Exception``: a bot that catches everything it does wrong must not catch this."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises ``Overrun`` in the block after so many seconds, where the platform can; in the main thread it can.

    Machine code is not interrupted: it is told when it comes back. Whoever must be sure looks at a clock as well.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


def _raise(number: int, frame: FrameType | None) -> None:
    raise Overrun


class Watchdog:
    """Ends this process if it is not patted for so long, even inside machine code that holds Python's lock."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._patted = 0.0
        self._nowhere = open(os.devnull, "w")  # noqa: SIM115  (as long as the process lives)

    def pat(self) -> None:
        """Called before every decision: setting the timer anew costs a thread, so that is not done each time."""
        now = time.monotonic()
        if now - self._patted > self.patience / 10:
            faulthandler.dump_traceback_later(1.1 * self.patience, exit=True, file=self._nowhere)
            self._patted = now

    def rest(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._patted = 0.0
