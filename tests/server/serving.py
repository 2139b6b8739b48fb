"""A real server for tests: uvicorn in a thread, SQLite in a folder of the test, as fast as it can be."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from sprawdzam.server.app import Server, Settings
from sprawdzam.server.limits import Limits, Rate, Rates
from sprawdzam.server.socket import Socket

PATIENCE = 60  # seconds to come up, or to stop, on a machine that has much else to do
UNLIMITED = Rates(*[Rate(1_000_000, 1_000_000.0)] * len(Rates._fields))


@contextmanager
def serving(folder: Path, rates: Rates = UNLIMITED, tempo: float = 0.0) -> Iterator[str]:
    """The address of a server that is up."""
    _forget_closed_logs()
    app = Server(
        Settings(f"sqlite:///{folder / 'test.db'}", bytes(32), tempo=tempo), limits=Limits(time.monotonic, rates)
    )
    config = uvicorn.Config(app, host="127.0.0.1", port=0, ws=Socket, log_config=None, access_log=False)
    with config.bind_socket() as bound:
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
        thread.start()
        try:
            until = time.monotonic() + PATIENCE
            while not server.started and thread.is_alive() and time.monotonic() < until:
                time.sleep(0.01)
            assert server.started
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


def _forget_closed_logs() -> None:
    """`sprawdzam serve` in the process of another test leaves a log that goes where that test was listened to."""
    root = logging.getLogger()
    for handler in list(root.handlers):
        if isinstance(handler, logging.StreamHandler) and getattr(handler.stream, "closed", False):
            root.removeHandler(handler)
