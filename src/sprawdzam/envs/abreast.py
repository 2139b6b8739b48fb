"""A step of a batch by several threads, each with a share of the matches, without Python's global lock.

The threads are those of Numba. They look for work again and again for a while before they sleep: to be woken by the
system takes longer than half a step. One call at a time, because not every kind of them can be shared.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

from numba import config, get_num_threads, prange, set_num_threads

from sprawdzam.engine.compile import extend
from sprawdzam.envs.stepping import refused, step

_ONE_AT_A_TIME = Lock()


def steps(
    matches, work, views, rows, bounds, bad, actions, seats, observations, masks, drawn,
    rewards, dones, points, ranks, lengths,
):  # fmt: skip
    """``step`` on each share, from one of the bounds to before the next, in a workspace of its own.

    Before it, ``refused`` on each: the first match whose action is not legal is returned, or -1 if all are.
    """
    for i in prange(len(bad)):
        bad[i] = refused(masks[bounds[i] : bounds[i + 1]], actions[bounds[i] : bounds[i + 1]])
    for i in range(len(bad)):
        if bad[i] >= 0:
            return bounds[i] + bad[i]
    for i in prange(len(bad)):
        step(
            matches, work[i : i + 1], views[i], rows[i], bounds[i], bounds[i + 1], actions, seats, observations, masks,
            drawn, rewards, dones, points, ranks, lengths,
        )  # fmt: skip
    return -1


def stepper(code: Any, threads: int) -> Callable[..., int]:
    """``steps`` of a compiled game, by so many threads, or by as many as Numba was told to have."""
    compiled = extend(steps, step=code.step, refused=code.refused)
    number = min(threads, config.NUMBA_NUM_THREADS)

    def call(*arrays: Any) -> int:
        with _ONE_AT_A_TIME:
            before = get_num_threads()
            set_num_threads(number)
            try:
                return int(compiled(*arrays))
            finally:
                set_num_threads(before)

    return call
