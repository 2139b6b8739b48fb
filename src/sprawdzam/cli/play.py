"""``sprawdzam play``: a table in the terminal."""

from __future__ import annotations

import sys
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated

import typer

from sprawdzam.bots import make
from sprawdzam.cli.arguments import GameName, Language, Options, Seats, check_room, make_setup, read_names
from sprawdzam.cli.files import BadFile
from sprawdzam.engine.errors import BadOption, SprawdzamError
from sprawdzam.games import find

BOT = "player"


class BadName(SprawdzamError):
    """A name that would spoil the screen."""


class NoTerminal(SprawdzamError):
    """Nobody sits there to play."""


def play(
    game: GameName,
    *,
    seats: Seats = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="Who sits at the other seats, in turn: novice, player, master; or random, instinct, expert, search, "
            "search:5000 (simulations), search:200ms.",
            show_default=BOT,
        ),
    ] = None,
    option: Options = None,
    lang: Language,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same seed deals the same cards.")] = None,
    names: Annotated[str | None, typer.Option(metavar="A,B", help="Names at the table, yours first.")] = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the log of the match here.")] = None,
    speed: Annotated[float, typer.Option(min=0.1, max=100, metavar="X", help="2 is twice as fast.")] = 1.0,
) -> None:
    """Play against bots in the terminal."""
    found = find(game)
    setup = make_setup(found, seats, option)
    kinds = read_names("bots", BOT if bots is None else bots)
    if bots is not None and setup.seats == 1:
        raise BadOption("bots: alone at the table there is no room for bots")
    check_room("bots", kinds if bots is not None else (), setup.seats - 1)
    called = None if names is None else read_names("names", names)
    check_room("names", called or (), setup.seats)
    for name in called or ():
        if not name.isprintable():
            raise BadName("names: {name} has letters that cannot be shown", name=repr(name))
    if log is not None and (log.is_dir() or not log.absolute().parent.is_dir()):
        raise BadFile("{file}: a file cannot be written here; name one in a folder that exists", file=log)
    if log is not None and log.exists():
        raise BadFile("{file}: this file is there already; name a new one", file=log)
    others = [make(kind, at_table=True) for kind in islice(cycle(kinds), setup.seats - 1)]
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(
            "play needs a terminal; start it in one, or let bots play: sprawdzam simulate {game}", game=found.name
        )
    from sprawdzam.terminal import run

    run(
        setup,
        language=lang,
        bots=others,
        names=called,
        seed=seed,
        seat=0,
        speed=1 / speed,  # the table counts how long time takes
        log_file=log,
    )
