"""Load on real servers: whether they keep their promises with thousands of sockets, after disasters, under attack.

Servers are started as processes of their own, and spoken to by the protocol alone.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from sprawdzam.bench.bars import Verdict, judge
from sprawdzam.bench.load.disasters import KILL, RESTART_DB
from sprawdzam.bench.load.evenings import SOAK
from sprawdzam.bench.load.hostile import HOSTILE
from sprawdzam.bench.load.scenario import Scenario
from sprawdzam.bench.load.servers import POSTGRESQL, SQLITE
from sprawdzam.bench.load.steady import STEADY
from sprawdzam.bench.measure import Measurement

__all__ = ["DATABASES", "SCENARIOS", "run"]

SCENARIOS: dict[str, Scenario] = {each.name: each for each in (STEADY, KILL, RESTART_DB, HOSTILE, SOAK)}
DATABASES = (SQLITE, POSTGRESQL)


class Progress(Protocol):
    def advance(self, by: int) -> None: ...


Shown = Callable[[str, int], AbstractContextManager[Progress]]


def run(
    scenarios: Sequence[Scenario], databases: Sequence[str], small: bool, shown: Shown
) -> tuple[list[Measurement], list[Verdict]]:
    """Runs scenarios one after the other, each on those of the databases that it knows. ``shown`` makes a bar of
    progress from a title and a number of steps."""
    measured: list[Measurement] = []
    verdicts: list[Verdict] = []
    for scenario in scenarios:
        for database in databases:
            if database not in scenario.databases:
                continue
            size = scenario.small if small else scenario.full
            with shown(f"{scenario.name} on {database}", scenario.steps(size)) as progress:
                found = _loop(scenario, database, small, progress)
            measured += found
            verdicts += [judge(bar, found) for bar in scenario.bars_for(database, small)]
    return measured, verdicts


def _loop(scenario: Scenario, database: str, small: bool, progress: Progress) -> list[Measurement]:
    factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):
        import uvloop

        factory = uvloop.new_event_loop  # the crowd must not be the slow side
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(scenario.measure(database, small, progress.advance))
