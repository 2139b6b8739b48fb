"""``Background``: what goes on by itself, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from sprawdzam.engine.errors import SprawdzamError

log = logging.getLogger(__name__)

SETTLE = 5.0  # seconds for what is under way when a node stops


class Background:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Lets something go on by itself; whatever goes wrong is logged."""
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Waits for what is still under way."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SETTLE)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except SprawdzamError as error:
        log.warning("put off: %s", error)
    except Exception:
        log.exception("failed")
