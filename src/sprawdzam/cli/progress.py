"""A progress bar for what takes longer than a person likes to wait without a word."""

from __future__ import annotations

from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0  # seconds


class SlowProgress:
    """A bar with the time that is left, on the standard error, after two seconds and if that is a terminal.

    What was done before counts for the bar, not for the speed that the time is reckoned by.
    """

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self.what = what
        self.total = total
        self.done = done
        self._bar: Progress | None = None
        self._timer: Timer | None = None

    def __enter__(self) -> SlowProgress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        if console.is_terminal:
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=console, transient=True)
            self._bar.add_task(self.what, total=self.total, completed=self.done)
            self._timer = Timer(PATIENCE, self._bar.start)
            self._timer.daemon = True
            self._timer.start()
        return self

    def advance(self, by: int) -> None:
        if self._bar is not None:
            self._bar.advance(self._bar.task_ids[0], by)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None and self._bar is not None:
            self._timer.cancel()
            self._timer.join()
            self._bar.stop()
