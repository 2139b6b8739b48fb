"""``sprawdzam solve``: what can be computed about a game once and for all, computed and kept."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

import typer

from sprawdzam.cli.arguments import AsJson, GameName
from sprawdzam.cli.progress import SlowProgress
from sprawdzam.engine.errors import BadOption
from sprawdzam.engine.game import Game, Part
from sprawdzam.engine.options import show
from sprawdzam.games import find


def solve(
    game: GameName,
    *,
    hands: Annotated[
        str | None, typer.Option(metavar="A-B", help="Cards of the starter and of the other one.", show_default="all")
    ] = None,
    jokers: Annotated[
        bool | None, typer.Option("--jokers/--no-jokers", help="With or without jokers.", show_default="both")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute exact or nearly exact play of a part, and keep it.

    Bots and hints find it in the cache folder. Without further options all parts of a game are solved, which may take
    hours. Each of them is kept as soon as it is finished, in place of the one that was there. The value is what a
    player wins on average, the exploitability what a best answer wins more.
    """
    found = find(game)
    parts = _parts(found, {"hands": hands, "jokers": jokers})
    results = []
    with SlowProgress("solving", sum(part.steps for part in parts)) as progress:
        for part in parts:
            start = time.perf_counter()
            assert found.solutions is not None
            told = found.solutions.solve(part, progress.advance)
            results.append({"part": part.name, **told, "seconds": round(time.perf_counter() - start, 1)})
            if not as_json:
                print(_line(results[-1]), flush=True)
    if as_json:
        print(json.dumps({"game": found.name, "parts": results}, ensure_ascii=False))


def _parts(game: Game, wanted: dict[str, Any]) -> list[Part]:
    """The parts that are asked for."""
    if game.solutions is None:
        raise BadOption("{game} has nothing that can be solved beforehand", game=game.name)
    wanted = {name: value for name, value in wanted.items() if value is not None}
    all_parts = game.solutions.parts()
    for name, value in wanted.items():
        possible = list(dict.fromkeys(show(part.fields[name]) for part in all_parts if name in part.fields))
        if show(value) not in possible:
            raise BadOption("{name} {value}: {game} has solutions for: {possible}",
                            name=name, value=show(value), game=game.name, possible=", ".join(possible))  # fmt: skip
    found = [part for part in all_parts if all(part.fields[name] == value for name, value in wanted.items())]
    if not found:  # each is there, but not together
        raise BadOption("{name} {value}: {game} has solutions for: {possible}",
                        name="parts", value=" ".join(map(show, wanted.values())), game=game.name,
                        possible=", ".join(part.name for part in all_parts))  # fmt: skip
    return found


def _line(result: dict[str, Any]) -> str:
    exploitability = f"exploitability {result['exploitability']:.5f}"
    if "at_most" in result:  # its best answers were not followed to the end
        exploitability += " at least" if result["at_most"] is None else f" at least, {result['at_most']:.5f} at most"
    return (
        f"{result['part']}: value {result['value']:+.4f}, {exploitability} "
        f"({result['unit']}), {result['seconds']} s\n  kept in {result['file']}"
    )
