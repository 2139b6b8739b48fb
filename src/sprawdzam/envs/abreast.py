"""A step of a batch by several threads, each with a share of the matches, without Python's global lock.

A share is always the same thread's, so its matches stay in the cache of one core; but whoever is done with its own
helps another, since a core may be slower for a moment, and all wait for the last one.

The threads are those of Numba. They look for work again and again for a while before they sleep: to be woken by the
system takes longer than half a step. One call at a time, because not every kind of them can be shared.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

import numpy as np
from numba import config, get_num_threads, prange, set_num_threads, types
from numba.extending import intrinsic

from sprawdzam.engine.compile import extend
from sprawdzam.envs.encode import Numbers
from sprawdzam.envs.stepping import refused, step

PARTS = 8  # of a thread's share: whoever is done with its own takes those that are left of another's
APART = 16  # numbers from one counter to the next, so that no two are in one line of a cache
_ONE_AT_A_TIME = Lock()


@intrinsic
def take(context, counters, at):
    """A counter's number, which then is one more: each number goes to one thread only."""

    def build(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]])
        return builder.atomic_rmw("add", place, context.get_constant(types.int64, 1), "monotonic")

    return types.int64(counters, at), build


def steps(
    matches, work, views, rows, bounds, bad, taken, actions, seats, observations, masks, drawn,
    rewards, dones, points, ranks, lengths,
):  # fmt: skip
    """``step`` on each part of each share, from one of the bounds to before the next, in the workspace of its thread.

    Before it, ``refused`` on each share: the first match whose action is not legal is returned, or -1 if all are.
    """
    threads = len(bad)
    for i in prange(threads):
        low, high = bounds[i * PARTS], bounds[(i + 1) * PARTS]
        bad[i] = refused(masks[low:high], actions[low:high])
        taken[i * APART] = i * PARTS
    for i in range(threads):
        if bad[i] >= 0:
            return bounds[i * PARTS] + bad[i]
    for i in prange(threads):
        for k in range(threads):
            owner = (i + k) % threads
            part = take(taken, owner * APART)
            while part < (owner + 1) * PARTS:
                step(
                    matches, work[i : i + 1], views[i], rows[i], bounds[part], bounds[part + 1], actions, seats,
                    observations, masks, drawn, rewards, dones, points, ranks, lengths,
                )  # fmt: skip
                part = take(taken, owner * APART)
    return -1


def parts(n: int, threads: int) -> tuple[Numbers, Numbers, Numbers]:
    """The bounds of all parts of ``n`` matches, a place for what is refused in each share, and the counters."""
    bounds = np.linspace(0, n, threads * PARTS + 1).astype(np.int64)
    return bounds, np.zeros(threads, np.int64), np.zeros(threads * APART, np.int64)


def stepper(code: Any, threads: int) -> Callable[..., int]:
    """``steps`` of a compiled game, by so many threads, or by as many as Numba was told to have."""
    compiled = extend(steps, step=code.step, refused=code.refused)
    number = min(threads, config.NUMBA_NUM_THREADS)

    def call(*arrays: Any) -> int:
        with _ONE_AT_A_TIME:
            before = get_num_threads()
            if before == number:  # to tell Numba takes as long as some matches
                return int(compiled(*arrays))
            set_num_threads(number)
            try:
                return int(compiled(*arrays))
            finally:
                set_num_threads(before)

    return call
