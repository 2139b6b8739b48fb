"""What a table owes to those who sit there: its own steps and deals, the moves of its bots, the end of a time."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.bench.load.messages import Desk, Timer


class Owed:
    """How late a table with a clock was with what it has to do by itself, as one of its players sees it. Seats from
    ``people`` on are bots, which act as soon as they are asked; the others act when they like, and their clocks when
    they do not. Where nobody is asked in a match, or all parts of the deal are there, it is for the table to go on.

    All times are milliseconds since 1970, as servers tell them, which run on the same machine: when something happened
    counts, and not when it was heard of.
    """

    def __init__(self, people: int) -> None:
        self._people = people
        self._due: float | None = None
        self._acts = False
        """A bot or the table itself is to act; not somebody's clock."""
        self._late = 0.0

    def told(self, desk: Desk, timers: Sequence[Timer], at: float) -> None:
        """The table has gone on, or has been given time back, and says for whom it waits now."""
        times = [timer.until for timer in timers if timer.until]
        if desk.phase == "running":
            acts = not times or any(timer.until for timer in timers[self._people :])
        else:
            acts = desk.phase == "showing" and all(place.part for place in desk.places[: self._people])
        if acts and self._acts:
            return  # it is still owed
        self._late = self.late(at)
        self._acts = acts
        self._due = at if acts else min(times, default=None)

    def nothing(self) -> None:
        """Another table begins."""
        self._due, self._acts = None, False

    def late(self, now: float) -> float:
        """By how much at worst, with what is still owed now."""
        return self._late if self._due is None else max(self._late, now - self._due)
