"""One measurement: a rate in CPU time, or seconds of a clock."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

FEWEST = 3


@dataclass(frozen=True)
class Measurement:
    """What was measured, in which unit, and every sample."""

    name: str
    unit: str
    samples: tuple[float, ...]
    peer: str = ""
    version: str = ""
    note: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    def fields(self) -> dict[str, Any]:
        return {**vars(self), "samples": list(self.samples), "median": self.median}


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
