"""What a scenario is: a size, databases, what is measured and the bars to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from sprawdzam.bench.bars import Bar
from sprawdzam.bench.measure import Measurement

# A small run shares its cores with other tests, so its times may be longer; and it is over before caches are warm, so
# of memory it notices only what is gross.
SLACK = {"s": 5.0, "kB/match": 1000.0, "kB": 3.0}
AT_WORST = 2.0  # times as long may the longest times be, which have room to spare
Advance = Callable[[int], None]


@dataclass(frozen=True)
class Size:
    """How much of it: tables with two people and some who watch, moves a second, and for how long or how often."""

    tables: int
    watchers: int
    rate: float
    seconds: float = 0.0
    count: int = 0

    @property
    def sockets(self) -> int:
        return self.tables * (2 + self.watchers)


Run = Callable[["Size", str, Advance], Awaitable[list[Measurement]]]


@dataclass(frozen=True)
class Scenario:
    """``bars`` name what ``run`` measures; ``steps`` says how often it tells of progress."""

    name: str
    text: str
    databases: tuple[str, ...]
    full: Size
    small: Size
    bars: tuple[Bar, ...]
    run: Run
    steps: Callable[[Size], int]

    def bars_for(self, database: str, small: bool) -> list[Bar]:
        """The bars by their full names; of a small run, with more time, and with as much as there is of it."""
        return [
            replace(
                bar,
                text=f"{self.name} on {database}: {bar.text}",
                ours=f"{self.name}_{database}_{bar.ours}",
                factor=bar.factor * (_slack(bar) if small else 1.0),
                rate=bar.rate and (self.small.rate * 0.9 if small else bar.rate),
                least=bar.least and (self.small.count if small else bar.least),
            )
            for bar in self.bars
        ]

    async def measure(self, database: str, small: bool, advance: Advance) -> list[Measurement]:
        measured = await self.run(self.small if small else self.full, database, advance)
        return [replace(m, name=f"{self.name}_{database}_{m.name}") for m in measured]


def _slack(bar: Bar) -> float:
    return AT_WORST if bar.ours.endswith("_max") else SLACK.get(bar.unit, 1.0)


def figure(name: str, unit: str, value: float, note: str = "") -> Measurement:
    return Measurement(name, unit, (value,), note=note)
