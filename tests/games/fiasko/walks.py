"""Random matches of fiasko by its rules alone, step by step, in several styles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import TABLE
from sprawdzam.games.fiasko.state import ACTIONS, DRAW, PASS, Phase

from .tables import FIASKO

RULES = FIASKO.rules
# How random players play: how often they stop when they may, and how often they bid
STYLES = {"bold": (0.05, 0.5), "careful": (0.5, 0.3), "greedy": (0.25, 0.9)}
# Seats, threshold, style
TABLES = [
    *[(1, threshold, list(STYLES)[threshold % 3]) for threshold in range(4, 11)],
    *[(seats, 4, style) for seats in (2, 3, 4, 5) for style in STYLES],
]


def walk(seats: int, threshold: int, style: str, seed: int) -> Iterator[tuple[Any, int, int, Any]]:
    """A random match: for each step the state before, seat, action and the state after."""
    luck, chance = Random(seed), Fast(seed)
    options = {"threshold": threshold} if seats == 1 else {}
    s = FIASKO.setup(seats, **options).blank()
    RULES.deal(s, chance)
    stops, bids = STYLES[style]
    while mask := RULES.actors(s):
        (seat,) = [seat for seat in range(TABLE + 1) if mask >> seat & 1]
        actions = legal(s, seat)
        if seat != TABLE and s.phase == Phase.DRAW and DRAW in actions and len(actions) > 1:
            stop = luck.random() < stops
            actions = [action for action in actions if (action != DRAW) == stop]
        if seat != TABLE and s.phase == Phase.BID and len(actions) > 1:
            actions = actions[1:][:4] if luck.random() < bids else [PASS]
        before = s.copy()
        action = luck.choice(actions)
        RULES.apply(s, seat, action, chance)
        yield before, seat, action, s


def legal(s: Any, seat: int) -> list[int]:
    out = [0] * ACTIONS
    return out[: RULES.legal(s, seat, out)]
