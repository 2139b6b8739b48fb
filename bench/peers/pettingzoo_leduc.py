"""How fast PettingZoo steps its own ``leduc_holdem_v4``, on one core, in CPU time.

Run by the Python of the peers' environment, never by ours. Prints one JSON object on stdout:
``{"peer", "version", "measurements": [{"name", "unit", "median", "samples", "version", "note"}]}``.

The loop is the library's own: `agent_iter`, `last`, a random legal action, `step`; the steps that take agents out at
the end of a game are counted too.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import time
from importlib.metadata import version

STEPS = 2_000
MIN_SAMPLES = 3


def measure(seconds: float) -> list[float]:
    """Steps per second of CPU time."""
    from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.env()
    choose = random.Random(1)

    def play() -> int:
        steps = 0
        while steps < STEPS:
            env.reset(seed=steps)
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                action = None
                if not (over or cut):
                    action = choose.choice(seen["action_mask"].nonzero()[0])
                env.step(action)
                steps += 1
        return steps

    play()
    samples: list[float] = []
    start = time.process_time()
    while len(samples) < MIN_SAMPLES or time.process_time() - start < seconds:
        before = time.process_time()
        steps = play()
        samples.append(steps / (time.process_time() - before))
    return samples


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time of the measurement")
    seconds: float = parser.parse_args().seconds
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    samples = measure(seconds)
    release = version("pettingzoo")
    measurement = {
        "name": "leduc_pettingzoo",
        "unit": "steps/s",
        "median": statistics.median(samples),
        "samples": samples,
        "version": release,
        "note": "leduc_holdem_v4, agent_iter and last, random legal actions",
    }
    json.dump({"peer": "pettingzoo", "version": release, "measurements": [measurement]}, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
