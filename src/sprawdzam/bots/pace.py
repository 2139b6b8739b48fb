"""How long a bot takes, as people see it.

Nothing here may depend on the bot's cards or on how hard its choice was: a pause would be a tell, and other bots could
read it. Only what everybody sees counts.
"""

from __future__ import annotations

from math import exp
from random import Random

USUAL = 1.1  # seconds, the median
FRESH = 1.5  # times longer when the table has just shown something new
SPREAD = 0.35  # of the logarithm: mostly 0.8 to 1.6 s
LEAST, MOST = 0.6, 3.5


def thinking_time(rng: Random, *, fresh: bool) -> float:
    """Seconds that a bot seems to think; ``fresh`` if the last step was the table's."""
    seconds = USUAL * (FRESH if fresh else 1.0) * exp(rng.gauss(0.0, SPREAD))
    return min(MOST, max(LEAST, seconds))
