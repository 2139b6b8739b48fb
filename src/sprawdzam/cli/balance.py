"""``sprawdzam balance``: how fair a game is, how long, which of its rules matter, and what its options change."""

from __future__ import annotations

import json
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated, Literal

import typer

from sprawdzam.cli import INTERRUPTED
from sprawdzam.cli.arguments import AsJson, GameName, Options, read_options
from sprawdzam.cli.progress import SlowProgress
from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Value
from sprawdzam.games import find


def balance(
    game: GameName,
    *,
    seats: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="A table of so many seats; may be repeated.", show_default="every table"),
    ] = None,
    option: Options = None,
    bot: Annotated[str, typer.Option(metavar="BOT", help="Who plays all seats: instinct, random, search:200.")] = (
        "instinct"
    ),
    matches: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10**8,
            metavar="N",
            help="Matches of each table; half as many of each changed option.",
            show_default="20000; 100 of a bot that looks ahead",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same report.")] = 1,
    ray: Annotated[
        Literal["auto", "local"] | None,
        typer.Option(help="Play on a running Ray cluster, or on a Ray of its own here.", show_default="local cores"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many play at once.", show_default="all cores")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the report goes.", show_default="balance-GAME")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Report on a game for its designer.

    One bot plays all seats of every table. The report tells who wins by place, how long matches are, how often each
    rule fires, and what each option changes when it alone is changed. It goes to the standard output and, as JSON,
    PNG and SVG, into a folder. Finished parts are kept there: after Ctrl-C the same command goes on.
    """  # fmt: skip
    from sprawdzam.arena import balance as study
    from sprawdzam.arena.balance_plan import Plan
    from sprawdzam.arena.balance_text import text

    found = find(game)
    given: dict[str, Value] = dict(read_options(found, option))
    plan = Plan.make(found, seats or (), given, bot=bot, matches=matches, seed=seed)
    folder = out or Path(_folder(found, given, bot))
    folder.mkdir(parents=True, exist_ok=True)
    done, of = 0, len(plan.tasks())
    with SlowProgress(f"balance of {found.name}", of) as progress, redirect_stdout(sys.stderr):  # Ray is talkative

        def advance(now: int, _: int) -> None:
            nonlocal done
            progress.advance(now - done)
            done = now

        try:
            report = study.report(plan, study.play(plan, ray=ray, jobs=jobs, folder=folder, progress=advance))
        except KeyboardInterrupt:
            print(
                f"error: interrupted after {done} of {of} parts; the same command goes on from there", file=sys.stderr
            )
            raise typer.Exit(INTERRUPTED) from None
    told = json.dumps(report.fields(), ensure_ascii=False, indent=1) + "\n"
    (folder / "balance.json").write_text(told, "utf-8")
    drawn = _draw(report, folder)
    if as_json:
        print(told, end="")
    else:
        print(text(report))
    files = "balance.json, balance.png, balance.svg" if drawn else "balance.json"
    print(f"\n{folder}: {files}", file=sys.stderr if as_json else sys.stdout)
    if not drawn:
        print("no plots without matplotlib: pip install 'sprawdzam[plots]'", file=sys.stderr)


def _folder(game: Game, options: dict[str, Value], bot: str) -> str:
    """``balance-blef``; what differs from the usual study is in the name."""
    parts = [game.name, *(f"{name}={value}" for name, value in options.items()), *([bot] if bot != "instinct" else [])]
    return "balance-" + re.sub(r"[^\w=.-]", "_", "-".join(parts))


def _draw(report: object, folder: Path) -> bool:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    from sprawdzam.arena.balance_plot import draw

    draw(report, folder)  # type: ignore[arg-type]
    return True
