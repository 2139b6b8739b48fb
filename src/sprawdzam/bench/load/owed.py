"""What a table owes to those who sit there: the moves of its bots, and the end of a time that is up."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.bench.load.messages import Timer


class Owed:
    """How late a table was with what it has to do by itself, as one of its players sees it. Seats from ``people`` on
    are bots, which act as soon as they are asked; the others act when they like, and their clocks when they do not.

    All times are milliseconds since 1970: servers tell theirs, and run on the same machine.
    """

    def __init__(self, people: int) -> None:
        self._people = people
        self._due: float | None = None
        self._bot = False
        self._late = 0.0

    def told(self, timers: Sequence[Timer], now: float) -> None:
        """The table has gone on, or has been given time back, and says for whom it waits now."""
        bot = any(timer.until for timer in timers[self._people :])
        if bot and self._bot:
            return  # it is still owed
        self._late = self.late(now)
        self._bot = bot
        times = [timer.until for timer in timers[: self._people] if timer.until]
        self._due = now if bot else min(times, default=None)

    def nothing(self) -> None:
        """Another table begins."""
        self._due, self._bot = None, False

    def late(self, now: float) -> float:
        """By how much at worst, with what is still owed now."""
        return self._late if self._due is None else max(self._late, now - self._due)
