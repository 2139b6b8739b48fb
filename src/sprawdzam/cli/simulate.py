"""``sprawdzam simulate``: many matches among bots, and who wins how often."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated

import typer

from sprawdzam.cli import INTERRUPTED
from sprawdzam.cli.arguments import AsJson, GameName, Options, check_room, make_setup, read_names, usual_seats
from sprawdzam.cli.progress import SlowProgress
from sprawdzam.cli.tally import Chunk, Tally, lineup
from sprawdzam.engine.contract import TABLE
from sprawdzam.engine.game import Setup
from sprawdzam.games import find

BULK = ("random", "instinct")  # bots that the compiled loop plays, in the order of its styles


def simulate(
    game: GameName,
    *,
    games: Annotated[int, typer.Option(min=1, max=10**9, metavar="N", help="How many matches.")] = 100,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many seats the table has.", show_default="one for each bot")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="random, instinct, expert, search, search:5000 (simulations), search:200ms (a decision).",
            show_default="instinct,random; at a table for one instinct",
        ),
    ] = None,
    option: Options = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="The same seed plays the same matches.", show_default="any")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many matches against each other.

    Seat i plays bot i modulo their number; after each match everybody moves on by one seat, so that the luck of the
    seats evens out. A shared first place counts in equal parts. Alone, a bot plays against the game. Ctrl-C tells
    what was finished so far. A seed makes the result repeatable, but for bots with a budget of time. The time told is
    that of the matches, without compiling.
    """
    found = find(game)
    names = read_names("bots", bots if bots is not None else "instinct" if seats == 1 else "instinct,random")
    usual = usual_seats(found) if len(names) == 1 else max(len(names), found.seats[0])
    setup = make_setup(found, seats, option, usual).unclocked()
    check_room("bots", names, setup.seats)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    tally = Tally(setup, names, games, seed)
    with SlowProgress("matches", games) as progress:
        try:
            play = _bulk if set(names) <= set(BULK) else _matches
            chunks = play(setup, names, games, seed)
            start = time.perf_counter()
            for chunk in chunks:
                tally.add(chunk)
                tally.seconds = time.perf_counter() - start
                progress.advance(chunk.matches)
        except KeyboardInterrupt:
            if not tally.matches:
                raise
    print(json.dumps(tally.fields(), ensure_ascii=False) if as_json else tally.text())
    if tally.partial:
        raise typer.Exit(INTERRUPTED)


def _bulk(setup: Setup, names: Sequence[str], games: int, seed: int) -> Iterator[Chunk]:
    """Matches in the compiled loop, which is compiled or loaded before this returns."""
    from sprawdzam.bots.search import machine_code

    compiled = machine_code(setup.game)
    list(compiled.playouts(setup.blank(), [0] * setup.seats, 0, 1))
    lineups = [lineup(setup.seats, len(names), match) for match in range(min(setup.seats, games))]
    runs = [
        compiled.playouts(
            setup.blank(),
            [BULK.index(names[bot]) for bot in row],
            Random(f"{seed} {turn}").getrandbits(63),
            len(range(turn, games, setup.seats)),
        )
        for turn, row in enumerate(lineups)
    ]

    def chunks() -> Iterator[Chunk]:
        waiting = list(zip(lineups, runs, strict=True))
        while waiting:  # the line-ups in turn, so that a stop leaves them balanced
            for pair in list(waiting):
                row, run = pair
                if (batch := next(run, None)) is None:
                    waiting.remove(pair)
                    continue
                results, lengths = batch
                first = results[:, : setup.seats, 1] == 1
                wins = (first / first.sum(axis=1, keepdims=True).clip(1)).sum(axis=0)  # alone, nobody may win
                yield Chunk(row, wins.tolist(), len(lengths), int(lengths.sum()))

    return chunks()


def _matches(setup: Setup, names: Sequence[str], games: int, seed: int) -> Iterator[Chunk]:
    """Matches of any bots, one by one; what the bots need is compiled or loaded before this returns."""
    from sprawdzam.bots import make

    trial = setup.start(seed=0)
    for name in names:
        make(name).decide(trial.view(trial.actors[0]), Random(0))

    def chunks() -> Iterator[Chunk]:
        for number in range(games):
            row = lineup(setup.seats, len(names), number)
            bots = [make(names[place]) for place in row]  # what they remember is of one match
            luck = [Random(f"{seed} {number} {seat}") for seat in range(setup.seats)]
            match = setup.start(seed=Random(f"{seed} {number}").getrandbits(63))
            while not match.over:
                seat = match.actors[0]
                match.play(seat, bots[seat].decide(match.view(seat), luck[seat]))
            winners = match.winners
            wins = [(seat in winners) / max(1, len(winners)) for seat in range(setup.seats)]
            yield Chunk(row, wins, 1, sum(step.seat != TABLE for step in match.log.steps))

    return chunks()
