"""``sprawdzam warm``: everything that is compiled, compiled now."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from typing import Annotated

import typer

from sprawdzam.games import NAMES, find

Step = tuple[str, Callable[[], None]]
OFTEN = 0.1  # seconds between two looks at what the processes tell

_told: SimpleQueue[str]  # of a process that compiles one game after the other


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to compile.", show_default="all")
    ] = None,
    *,
    environments: Annotated[
        bool, typer.Option("--environments", help="Compile what the environments for research step, too.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing unless something is wrong.")] = False,
) -> None:
    """Compile the games now, not in the first match."""
    from sprawdzam.engine.compile import prune

    start = time.perf_counter()
    parts = _compile([find(game).name for game in games or NAMES], environments, quiet)
    prune()
    if not games:
        _leave_mark()
    if not quiet:
        print(f"ready: {parts} compiled parts in {time.perf_counter() - start:.1f} s")


def compile_all() -> None:
    """Everything, with a bar while it takes long. Where all is compiled already nothing is done, not even loaded: a
    server that was killed has to be back soon, and its bots load what they need while they seem to think."""
    from sprawdzam.bots.warm import mark

    if mark().exists():
        return
    _compile(NAMES, environments=False, quiet=False)
    _leave_mark()


def _leave_mark() -> None:
    from sprawdzam.bots.warm import mark

    with suppress(OSError):  # where nothing can be kept, nothing is there the next time
        mark().touch()


def _steps(games: Sequence[str], environments: bool) -> list[Step]:
    from sprawdzam.bots.warm import steps

    chosen = [find(game) for game in games]
    todo = steps(chosen)
    if environments:
        from sprawdzam.envs.warm import steps as more

        todo += more(chosen)
    return todo


def _compile(games: Sequence[str], environments: bool, quiet: bool) -> int:
    """Compiles the parts of these games, tells of each of them when it begins, and returns how many they are."""
    from sprawdzam.arena.pool import cores
    from sprawdzam.engine.compile import kept

    todo = _steps(games, environments)
    jobs = min(cores(), len(games)) if kept() else 1  # what nobody can keep is of use only where it is compiled
    begun = _apart(games, environments, jobs) if jobs > 1 else _here(todo)
    _tell(begun, len(todo), quiet)
    return len(todo)


def _here(todo: Sequence[Step]) -> Iterator[str]:
    for what, run in todo:
        yield what
        run()


def _apart(games: Sequence[str], environments: bool, jobs: int) -> Iterator[str]:
    """A process compiles on one core only, so each game has one of its own: its parts share what they are made of."""
    context = get_context("spawn")
    told: SimpleQueue[str] = context.SimpleQueue()
    with ProcessPoolExecutor(jobs, context, _listen_to_me, (told,)) as pool:
        left = {pool.submit(_compile_one, game, environments) for game in games}
        try:
            while left:
                done, left = wait(left, OFTEN, FIRST_COMPLETED)
                while not told.empty():
                    yield told.get()
                for each in done:
                    each.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _listen_to_me(told: SimpleQueue[str]) -> None:
    """What a process does first: it will tell there what it begins, and end without a word at Ctrl-C."""
    global _told
    _told = told
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _compile_one(game: str, environments: bool) -> None:
    for what in _here(_steps([game], environments)):
        _told.put(what)


def _tell(begun: Iterator[str], total: int, quiet: bool) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console()
    if quiet or not console.is_terminal:
        for number, what in enumerate(begun, 1):
            if not quiet:
                print(f"compiling {number}/{total}: {what}", flush=True)
        return
    columns = (TextColumn("compiling {task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=total)
        for number, what in enumerate(begun):
            progress.update(task, description=what, completed=number)
        progress.update(task, completed=total)
