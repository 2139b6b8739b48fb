"""``sprawdzam games``: what there is to play."""

from __future__ import annotations

import json
from textwrap import wrap
from typing import Any

from sprawdzam.cli.arguments import AsJson
from sprawdzam.engine.game import Game
from sprawdzam.engine.options import show
from sprawdzam.games import all_games

WIDTH = 100


def games(*, as_json: AsJson = False) -> None:
    """List the games with their seats and options."""
    if as_json:
        print(json.dumps([_fields(game) for game in all_games()], ensure_ascii=False))
    else:
        print("\n\n".join("\n".join(_lines(game)) for game in all_games()))


def _fields(game: Game) -> dict[str, Any]:
    """The values of an option are those of all tables together."""
    return {
        "name": game.name,
        "title": game.title,
        "pitch": game.pitch,
        "seats": list(game.seats),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "values": list(dict.fromkeys(value for n in game.seats for value in option.values(n))),
                "title": option.title,
                "text": option.text,
            }
            for option in game.options
        ],
        "rules_version": game.rules_version,
    }


def _lines(game: Game) -> list[str]:
    lines = [
        f"{game.name}: {game.title}, {game.seats[0]} to {game.seats[-1]} seats, rules version {game.rules_version}"
    ]
    lines += _indented(game.pitch, 2)
    if game.options:
        lines.append("  options:")
    for option in game.options:
        values = {n: option.possible(n) for n in reversed(game.seats)}
        told = "; ".join(dict.fromkeys(values.values())) if option.kind == "pick" else values[game.seats[-1]]
        lines.append(f"    {option.name}={show(option.default)} ({option.kind}: {told})")
        lines += _indented(option.text, 6)
    return lines


def _indented(text: str, by: int) -> list[str]:
    return wrap(text, WIDTH, initial_indent=" " * by, subsequent_indent=" " * by)
