"""The bars: by how much we mean to be faster than a peer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sprawdzam.bench.measure import Measurement


@dataclass(frozen=True)
class Bar:
    """``ours`` must be at least ``factor`` times ``theirs``; without a peer, at most ``factor`` in its own unit."""

    text: str
    ours: str
    theirs: str
    factor: float
    binding: bool = True


BARS = (
    Bar("playouts, against OpenSpiel inside C++", "blef_playouts", "rollouts_cpp", 3),
    Bar("playouts, against OpenSpiel stepped from Python by its general loop", "blef_playouts", "playouts_python", 40),
    Bar("playouts, against a loop for that game alone", "blef_playouts", "playouts_python_lean", 40, binding=False),
    Bar("playouts, against pgx leduc_holdem, batched", "blef_playouts", "leduc_batched", 4),
    Bar("search, against OpenSpiel's ISMCTS", "blef_search", "ismcts_python", 30),
    Bar("search, a hundredfold", "blef_search", "ismcts_python", 100, binding=False),
    Bar("sprawdzam games, seconds", "start_games", "", 1.0),
    Bar("sprawdzam play, seconds to the first prompt", "start_play", "", 3.0),
)


@dataclass(frozen=True)
class Verdict:
    """A bar and how far we are from it; ``met`` is None when something was not measured."""

    bar: Bar
    reached: float | None
    met: bool | None

    def fields(self) -> dict[str, Any]:
        return {**asdict(self.bar), "reached": self.reached, "met": self.met}


def judge(bar: Bar, measured: Sequence[Measurement]) -> Verdict:
    found = {m.name: m.median for m in measured}
    if bar.ours not in found or (bar.theirs and bar.theirs not in found):
        return Verdict(bar, None, None)
    if not bar.theirs:
        return Verdict(bar, found[bar.ours], found[bar.ours] <= bar.factor)
    ratio = found[bar.ours] / found[bar.theirs]
    return Verdict(bar, ratio, ratio >= bar.factor if bar.binding else None)
