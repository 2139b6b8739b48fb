"""Golden playthroughs of any game: a log in which every step is followed by what everybody is then shown.

    python tests/games/playthrough.py tests/games/*/playthroughs/*.txt

makes files again from their recipes, which stand in their first lines; a new one needs nothing but those lines. Look
at the difference before it is committed: it is a change of the rules, of a view or of the notation.

A recipe may say how `seldom` something is played that random players would do too often: {"call": 0.05}.

Lines without an indent are the log itself and load as such. Below each step stands for every seat, and `*` for
spectators, its view: the fields that changed since its last one, or `=` for none; and for whoever may act the legal
actions, many of them shortened to a few and a checksum of all.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import sprawdzam
from sprawdzam import SPECTATOR, TABLE, Match
from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.notation import read_position
from sprawdzam.games import find

RECIPE = "# recipe: "
INDENT = "    "
REVISION = 0.1  # how often somebody acts for whom the game does not wait


def recipe_of(text: str) -> dict[str, Any]:
    line = next(line for line in text.splitlines() if line.startswith(RECIPE))
    return dict(json.loads(line.removeprefix(RECIPE)))


def begin(recipe: dict[str, Any]) -> Match:
    """A new match, or one that goes on from a position."""
    chance = Keyed.from_seed(recipe["seed"])
    if "position" in recipe:
        setup, state = read_position(find(recipe["position"]["game"]), recipe["position"])
        match = Match.from_position(setup, state, chance, auto=False)
        match.log.origin = f"seed {recipe['seed']}"
        return match
    setup = sprawdzam.game(recipe["game"], recipe["seats"], **recipe.get("options", {}))
    return Match.begin(setup, chance, f"seed {recipe['seed']}", auto=False)


def written(text: str) -> str:
    """A whole file, made again from the recipe that it holds."""
    recipe = recipe_of(text)
    comments = [line for line in text.splitlines() if line.startswith("#")]
    match = begin(recipe)
    luck = Random(recipe["players"])
    last: dict[int, dict[str, Any]] = {}
    shown = [list(views(match, last))]
    while not match.over:
        act(match, luck, recipe.get("seldom", {}))
        shown.append(list(views(match, last)))
    lines = match.log.text.splitlines()
    head = len(lines) - 1 - len(match.log.steps)  # the head ends with the deal or the position
    out = comments + lines[: head - 1]
    for line, below in zip(lines[head - 1 : -1], shown, strict=True):
        out += [line, *(INDENT + told for told in below)]
    return "\n".join([*out, lines[-1]]) + "\n"


def act(match: Match, luck: Random, seldom: dict[str, float]) -> None:
    """The table goes on, or a random seat plays any of its legal actions, some of them seldom."""
    if match.actors == (TABLE,):
        match.go_on()
        return
    seats = list(match.actors)
    if luck.random() < REVISION:
        seats = [seat for seat in range(match.setup.seats) if match.view(seat).choices]
    seat = seats[int(luck.random() * len(seats))]  # only `random` is promised to stay the same in every Python
    choices = match.view(seat).choices
    for text, how_often in seldom.items():
        if text in choices and len(choices) > 1:
            rest = tuple(choice for choice in choices if choice != text)
            choices = (text,) if luck.random() < how_often else rest
    match.play(seat, choices[int(luck.random() * len(choices))])


def views(match: Match, last: dict[int, dict[str, Any]]) -> Iterator[str]:
    for seat in (*range(match.setup.seats), SPECTATOR):
        view = match.view(seat)
        before, now = last.get(seat, {}), view.position
        changed = {name: now.get(name) for name in before | now if name not in before or before[name] != now.get(name)}
        last[seat] = now
        told = json.dumps(changed, ensure_ascii=False, separators=(",", ":")) if changed else "="
        yield f"{'*' if seat == SPECTATOR else seat} {told}"
    for seat in range(match.setup.seats):
        if choices := match.view(seat).choices:
            yield f"{seat} may {listed(choices)}"


def listed(choices: tuple[str, ...]) -> str:
    if len(choices) <= 8:
        return ", ".join(choices)
    check = crc32(", ".join(choices).encode())
    return f"{', '.join(choices[:2])} ... {', '.join(choices[-2:])} ({len(choices)} in all, {check:08x})"


def log_in(text: str) -> str:
    """The log that a playthrough holds."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(("#", INDENT)))


def files(game: str) -> list[Path]:
    return sorted((Path(__file__).parent / game / "playthroughs").glob("*.txt"))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_bytes(written(path.read_text("utf-8")).encode())
        print(path, path.stat().st_size // 1000, "kB")
