"""``sprawdzam engine``: one of our bots for another program."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def engine(
    *,
    bot: Annotated[str, typer.Option(metavar="BOT", help="Who decides: a level, search:5000, a bot of your own.")] = (
        "master"
    ),
) -> None:
    """Let another program ask one of our bots, line by line.

    It speaks the protocol of docs/engine-protocol.md on the standard input and output: the other program sends what a
    seat knows, and is told what to play.
    """
    from sprawdzam.bots.engine import Engine

    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for line in Engine(bot).answers(sys.stdin):
        print(line, flush=True)
