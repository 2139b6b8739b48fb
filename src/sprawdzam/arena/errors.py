"""What can be wrong with a study and with those who are to play it."""

from __future__ import annotations

from sprawdzam.engine.errors import SprawdzamError


class BadStudy(SprawdzamError):
    """A study that cannot be played, or a folder that does not hold it."""


class NoWorkers(SprawdzamError):
    """There is nobody who could do the work."""


class WorkerLost(SprawdzamError):
    """A worker ended in the middle of a task, and so did a second one; everything else was done."""
