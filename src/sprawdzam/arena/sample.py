"""What some matches came to, as whole numbers: sums of samples do not depend on who played what in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import ceil, sqrt
from typing import Any

WHOLE = 60  #: a win, in parts: a first place that 2, 3, 4, 5 or 6 share divides without a rest


@dataclass
class Sample:
    """Sums over matches of one set-up. Distributions are counts by value."""

    matches: int = 0
    by_seat: Counter[int] = field(default_factory=Counter)
    """Wins of each seat, in parts."""
    by_place: Counter[int] = field(default_factory=Counter)
    """The same by place: 0 is whoever begins, 1 sits to the left of that one, and so on."""
    began: Counter[int] = field(default_factory=Counter)
    """How often each seat began; matches in which nobody ever decides alone are in none."""
    shared: int = 0
    """Matches whose first place several seats share."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Actions of all seats in a match."""
    rounds: Counter[int] = field(default_factory=Counter)
    """Rounds in a match, where the state of a game counts them."""
    points: Counter[int] = field(default_factory=Counter)
    """Final points of a seat."""
    margins: Counter[int] = field(default_factory=Counter)
    """By how many points the highest seat is ahead of the next."""
    bare: int = 0
    """Matches in which points say no more than who has won."""
    watched: int = 0
    """Matches in which rules were counted."""
    fired: Counter[str] = field(default_factory=Counter)
    """In how many steps each rule fired."""
    fired_times: Counter[str] = field(default_factory=Counter)
    """How many times each rule fired, where a step may bring several."""
    fired_in: Counter[str] = field(default_factory=Counter)
    """In how many matches each rule fired."""
    chosen: Counter[str] = field(default_factory=Counter)
    """At how many decisions each rule fired."""
    chosen_in: Counter[str] = field(default_factory=Counter)

    def add(self, other: Sample) -> None:
        for each in fields(self):
            mine, more = getattr(self, each.name), getattr(other, each.name)
            setattr(self, each.name, mine + more)  # no count is ever negative

    def as_json(self) -> dict[str, Any]:
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: dict(value) if isinstance(value, Counter) else value for name, value in told.items() if value}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Sample:
        sample = cls()
        for name, value in told.items():
            if isinstance(value, dict):
                rule = name.startswith(("fired", "chosen"))
                setattr(sample, name, Counter({key if rule else int(key): number for key, number in value.items()}))
            else:
                setattr(sample, name, value)
        return sample

    def played(self, scores: list[tuple[int, int]], first: int, actions: int, rounds: int | None) -> None:
        """Counts one match: points and rank of each seat, who began (or -1), how long it was."""
        seats = len(scores)
        winners = [seat for seat, (_, rank) in enumerate(scores) if rank == 1]
        self.matches += 1
        for seat in winners:
            self.by_seat[seat] += WHOLE // len(winners)
            if first >= 0:
                self.by_place[(seat - first) % seats] += WHOLE // len(winners)
        if first >= 0:
            self.began[first] += 1
        self.shared += len(winners) > 1
        self.lengths[actions] += 1
        if rounds is not None:
            self.rounds[rounds] += 1
        self.bare += all(points == (rank == 1) for points, rank in scores)
        ordered = sorted((points for points, _ in scores), reverse=True)
        self.points.update(ordered)
        if seats > 1:
            self.margins[ordered[0] - ordered[1]] += 1


@dataclass(frozen=True)
class Spread:
    """A distribution in a few numbers."""

    mean: float
    deviation: float
    p5: int
    p25: int
    median: int
    p75: int
    p95: int
    least: int
    most: int
    number: int

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Spread | None:
        """None of nothing."""
        number = sum(counts.values())
        if not number:
            return None
        total = sum(value * count for value, count in counts.items())
        squares = sum(value * value * count for value, count in counts.items())
        deviation = sqrt(max(0, squares * number - total * total)) / number  # whole numbers up to the root
        p5, p25, median, p75, p95 = (_quantile(counts, share * number / 100) for share in (5, 25, 50, 75, 95))
        return cls(total / number, deviation, p5, p25, median, p75, p95, min(counts), max(counts), number)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.number)


def _quantile(counts: Mapping[int, int], place: float) -> int:
    """The least value that so many are not above."""
    wanted, below = max(1, ceil(place)), 0
    for value in sorted(counts):
        below += counts[value]
        if below >= wanted:
            return value
    raise ValueError("a quantile of nothing")
