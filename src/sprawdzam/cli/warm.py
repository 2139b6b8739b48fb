"""``sprawdzam warm``: everything that is compiled, compiled now."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

import typer

from sprawdzam.games import find

Step = tuple[str, Callable[[], None]]


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
    from sprawdzam.bots.warm import steps
    from sprawdzam.engine.compile import prune

    start = time.perf_counter()
    chosen = [find(game) for game in games] if games else None
    todo = steps(chosen)
    if environments:
        from sprawdzam.envs.warm import steps as more

        todo += more(chosen)
    _run(todo, quiet)
    prune()
    if not games:
        _leave_mark()
    if not quiet:
        print(f"ready: {len(todo)} compiled parts in {time.perf_counter() - start:.1f} s")


def compile_all() -> None:
    """Everything, with a bar while it takes long. Where all is compiled already nothing is done, not even loaded: a
    server that was killed has to be back soon, and its bots load what they need while they seem to think."""
    from sprawdzam.bots.warm import mark, steps

    if mark().exists():
        return
    _run(steps(None), quiet=False)
    _leave_mark()


def _leave_mark() -> None:
    from sprawdzam.bots.warm import mark

    with suppress(OSError):  # where nothing can be kept, nothing is there the next time
        mark().touch()


def _run(todo: list[Step], quiet: bool) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console()
    if quiet or not console.is_terminal:
        for number, (what, run) in enumerate(todo, 1):
            if not quiet:
                print(f"compiling {number}/{len(todo)}: {what}", flush=True)
            run()
        return
    columns = (TextColumn("compiling {task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(todo))
        for what, run in todo:
            progress.update(task, description=what)
            run()
            progress.advance(task)
