"""One measurement: a rate in CPU time, or seconds of a clock."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

FEWEST = 3


@dataclass(frozen=True)
class Measurement:
    """What was measured, in which unit, every sample, and the median of each turn in which it was measured."""

    name: str
    unit: str
    samples: tuple[float, ...]
    peer: str = ""
    version: str = ""
    note: str = ""
    turns: tuple[float, ...] = ()

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    def fields(self) -> dict[str, Any]:
        return {**vars(self), "samples": list(self.samples), "turns": list(self.turns), "median": self.median}

    def joined(self, later: Measurement) -> Measurement:
        """With the samples of a later turn."""
        return replace(self, samples=self.samples + later.samples, turns=self.turns + later.turns)

    def times(self, other: Measurement) -> float:
        """How many times another: the median of what the turns say, each of which has both sides close together.

        A machine that is shared is now faster and now slower, for both sides alike. Medians over all turns would put
        the fast hours of one beside the slow hours of the other.
        """
        if self.turns and len(self.turns) == len(other.turns):
            return statistics.median(mine / theirs for mine, theirs in zip(self.turns, other.turns, strict=True))
        return self.median / other.median


def use_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def rates(work: Callable[[], float], seconds: float) -> tuple[float, ...]:
    """Units a second of CPU time, one sample a call, until the time is used up; the first call warms up."""
    work()
    samples: list[float] = []
    start = time.process_time()
    while len(samples) < FEWEST or time.process_time() - start < seconds:
        before = time.process_time()
        units = work()
        samples.append(units / (time.process_time() - before))
    return tuple(samples)
