"""``sprawdzam arena``: a tournament of bots, and how strong they are."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sprawdzam.cli import INTERRUPTED
from sprawdzam.cli.arguments import AsJson, GameName, Options, read_names, read_options
from sprawdzam.cli.progress import SlowProgress
from sprawdzam.games import find

if TYPE_CHECKING:
    from sprawdzam.arena import Study


def arena(
    game: GameName,
    *,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="Bots as in simulate, or your own: path/to/file.py:Name, package.module:Name, or in any language "
            "program:./mybot (docs/engine-protocol.md).",
        ),
    ] = "instinct,random",
    matches: Annotated[int, typer.Option(min=1, max=10**7, metavar="N", help="Matches of each group.")] = 200,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many seats the table has.", show_default="2, or as the options need"),
    ] = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed plays the same matches.")] = 1,
    ray: Annotated[
        Literal["auto", "local"] | None,
        typer.Option(help="Play on Ray: a running cluster, or one of its own on this machine.", show_default="no Ray"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=4096, metavar="N", help="Matches at a time.", show_default="all cores")
    ] = None,
    limit: Annotated[
        float, typer.Option(min=0.001, max=86400, metavar="SECONDS", help="A decision that takes longer forfeits.")
    ] = 10.0,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the study lies.", show_default="arena/GAME-...")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Rate bots in many matches on the same deals.

    Every group of bots that fits the table meets. Each deal is played once for each rotation of the group over the
    seats, with the same chance, and all groups play the same deals. A bot that fails, returns an illegal action or
    overruns its time forfeits: instinct plays on for it, and it comes last.

    Every finished match is stored at once. The same command again goes on where it was stopped, and more --matches
    extend the study. The folder gets report.json and, with matplotlib, report.png and report.svg.
    """
    from sprawdzam.arena import Study, draw, report, run, text

    found = find(game)
    names = read_names("bots", bots)
    study = Study.of(found.name, names, seats=seats, options=read_options(found, option), seed=seed, limit=limit)
    folder = Path("arena") / study.name if out is None else out
    planned = len(study.groups()) * study.deals(matches) * study.seats
    partial = False
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(sys.stderr))  # Ray tells of dead workers on the standard output
        try:
            run(study, matches, folder, ray=ray, jobs=jobs, heard=_bar(stack, _plan(study, matches, folder)))
        except KeyboardInterrupt:
            partial = True
    result = report(folder)
    fields = result.fields() | {"partial": partial, "planned": planned, "folder": str(folder)}
    (folder / "report.json").write_text(json.dumps(fields, indent=1, ensure_ascii=False) + "\n", "utf-8")
    drawn = draw(result, folder)
    print(json.dumps(fields, ensure_ascii=False) if as_json else text(result))
    if result.matches and not drawn:
        print("no plots: they need matplotlib, which comes with: pip install 'sprawdzam[plots]'", file=sys.stderr)
    if partial:
        finished = f"{result.matches} of {planned} matches are finished"
        print(f"interrupted: {finished}; the same command goes on from here", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _plan(study: Study, matches: int, folder: Path) -> str:
    """What is going to be played, in one line."""
    groups, each = len(study.groups()), study.deals(matches) * study.seats
    told = f"{groups} groups, {each} matches each" if groups > 1 else f"{each} matches"
    rounded = f" ({matches} rounded up to whole deals of {study.seats})" if each != matches else ""
    return f"{told}{rounded}; the study lies in {folder}"


def _bar(stack: ExitStack, plan: str) -> Callable[[int, int], None]:
    """Says what is going to be played, then a progress bar that begins where the study stands."""
    bars: list[SlowProgress] = []

    def heard(finished: int, planned: int) -> None:
        if bars:
            bars[0].advance(1)
            return
        print(f"{plan}{f'; {finished} of {planned} matches are there' if finished else ''}", file=sys.stderr)
        bars.append(stack.enter_context(SlowProgress("matches", planned, finished)))

    return heard
