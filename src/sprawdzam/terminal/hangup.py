"""A table whose terminal is closed must end. Under ``make`` nobody tells it: make is told, and waits for the table."""

from __future__ import annotations

import os
import signal
import threading
import time

EVERY = 1.0  #: seconds


def end_with_the_terminal(descriptor: int) -> None:
    """Watches a terminal from a thread, and ends the program as by a hangup when the terminal is gone."""
    if hasattr(signal, "SIGHUP") and os.isatty(descriptor):
        threading.Thread(target=_watch, args=(descriptor,), daemon=True).start()


def _watch(descriptor: int) -> None:
    while os.isatty(descriptor):
        time.sleep(EVERY)
    os.kill(os.getpid(), signal.SIGHUP)
