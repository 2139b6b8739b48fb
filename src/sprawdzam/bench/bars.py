"""The bars: by how much we mean to be faster than a peer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sprawdzam.bench.measure import Measurement
from sprawdzam.games import NAMES


@dataclass(frozen=True)
class Bar:
    """``ours`` must be at least ``factor`` times ``theirs``, or reach ``rate`` a second, if one is named.

    Of several peers the fastest in that run counts, and none of them may be missing.
    Without a peer and a rate it is an amount: at most ``factor`` of its ``unit``, seconds unless it says otherwise; or
    at least ``least``, if that is named.
    """

    text: str
    ours: str
    theirs: str | tuple[str, ...]
    factor: float = 1.0
    binding: bool = True
    rate: float = 0.0
    unit: str = "s"
    least: float = 0.0


# OpenSpiel's own games in Python that go in turns; the rest are dominoes and ants, at less than a third of the fastest.
IN_PYTHON = ("python_kuhn_poker", "python_hangman", "python_liars_poker", "python_tic_tac_toe")

BARS = (
    Bar("blef playouts, against OpenSpiel inside C++", "blef_playouts", "rollouts_cpp", 3),
    Bar("blef playouts, against OpenSpiel from Python by its general loop", "blef_playouts", "playouts_python", 40),
    Bar("blef playouts, against a loop of its own", "blef_playouts", "playouts_python_lean", 40, binding=False),
    Bar("blef playouts, against pgx leduc_holdem, batched", "blef_playouts", "leduc_batched", 4),
    Bar("blef search, against OpenSpiel's ISMCTS", "blef_search", "ismcts_python", 30),
    Bar("blef search, a hundredfold", "blef_search", "ismcts_python", 100, binding=False),
    Bar("fiasko playouts, 5 M/s or OpenSpiel inside C++", "fiasko_playouts", "rollouts_cpp", rate=5e6),
    Bar("fiasko search, simulations/s", "fiasko_search", "", rate=10_000),
    Bar("szacunki playouts, 5 M/s or OpenSpiel inside C++", "szacunki_playouts", "rollouts_cpp", rate=5e6),
    Bar("szacunki search, simulations/s", "szacunki_search", "", rate=20_000),
    Bar("nerwy playouts, 5 M/s or OpenSpiel inside C++", "nerwy_playouts", "rollouts_cpp", rate=5e6),
    Bar("nerwy search, simulations/s", "nerwy_search", "", rate=50_000),
    Bar("rys playouts, 5 M/s or OpenSpiel inside C++", "rys_playouts", "rollouts_cpp", rate=5e6),
    Bar("rys search, simulations/s", "rys_search", "", rate=20_000),
    Bar("blef in a batch, against pgx leduc_holdem", "blef_vector", "leduc_batched", 3),
    Bar("fiasko in a batch, against pgx leduc_holdem", "fiasko_vector", "leduc_batched", 1),
    Bar("szacunki in a batch, against pgx leduc_holdem", "szacunki_vector", "leduc_batched", 1),
    Bar("nerwy in a batch, against pgx leduc_holdem", "nerwy_vector", "leduc_batched", 1),
    Bar("rys in a batch, against pgx leduc_holdem", "rys_vector", "leduc_batched", 1),
    Bar("blef in a batch, two threads against one", "blef_vector_threads_2", "blef_vector_threads_1", 1.7),
    Bar("blef as PettingZoo, against its leduc_holdem_v4", "blef_pettingzoo", "leduc_pettingzoo", 10),
    *(Bar(f"{name} in OpenSpiel, against its fastest in Python", f"{name}_openspiel", IN_PYTHON) for name in NAMES),
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
    found = {m.name: m for m in measured}
    peers = (bar.theirs,) if isinstance(bar.theirs, str) else bar.theirs
    if any(name and name not in found for name in (bar.ours, *peers)):
        return Verdict(bar, None, None)
    ours = found[bar.ours].median
    if not bar.theirs:
        wanted = bar.rate or bar.least
        return Verdict(bar, ours, ours >= wanted if wanted else ours <= bar.factor)
    ratio = min(found[bar.ours].times(found[name]) for name in peers)
    reached = ratio >= bar.factor or 0 < bar.rate <= ours
    return Verdict(bar, ratio, reached if bar.binding else None)
