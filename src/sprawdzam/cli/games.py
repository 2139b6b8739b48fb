"""``sprawdzam games``: what there is to play."""

from __future__ import annotations

import json
from textwrap import wrap
from typing import Any

from sprawdzam.cli.arguments import AsJson
from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Number, Option, Value, show
from sprawdzam.games import all_games

WIDTH = 100


def games(*, as_json: AsJson = False) -> None:
    """List the games with their seats and options."""
    if as_json:
        print(json.dumps([_fields(game) for game in all_games()], ensure_ascii=False))
    else:
        print("\n\n".join("\n".join(_lines(game)) for game in all_games()))


def _fields(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "pitch": game.pitch,
        "seats": list(game.seats),
        "options": [_option(game, option) for option in game.options],
        "rules_version": game.rules_version,
    }


def _option(game: Game, option: Option) -> dict[str, Any]:
    """The values are those of all tables together; of a number its words, and the limits between which all count."""
    fields: dict[str, Any] = {"name": option.name, "kind": option.kind, "default": option.default}
    if isinstance(option, Number):
        fields |= {"low": option.low, "high": option.high}
    values = _values(game, option)
    meanings = {show(value): option.meaning(value)._asdict() for value in values if option.meaning(value).title}
    return fields | {"values": values, "title": option.title, "text": option.text, "meanings": meanings}


def _values(game: Game, option: Option) -> list[Value]:
    """Those of all tables; of a number its words."""
    if isinstance(option, Number):
        return list(option.words)
    return list(dict.fromkeys(value for n in game.seats for value in option.values(n)))


def _lines(game: Game) -> list[str]:
    lines = [
        f"{game.name}: {game.title}, {game.seats[0]} to {game.seats[-1]} seats, rules version {game.rules_version}"
    ]
    lines += _indented(game.pitch, 2)
    if game.options:
        lines.append("  options:")
    for option in game.options:
        lines.append(f"    {option.name}={show(option.default)} ({option.kind}: {_possible(game, option)})")
        lines += _indented(option.text, 6)
        for value in _values(game, option):
            if text := option.meaning(value).text:
                lines += _indented(f"{show(value)}: {text}", 8)
    return lines


def _possible(game: Game, option: Option) -> str:
    """What is possible at the largest table, and what only at smaller ones."""
    values = {n: set(option.values(n)) for n in reversed(game.seats)}
    widest = [n for n, here in values.items() if not any(here < other for other in values.values())]
    return "; ".join(dict.fromkeys(str(option.possible(n)) for n in widest))


def _indented(text: str, by: int) -> list[str]:
    return wrap(text, WIDTH, initial_indent=" " * by, subsequent_indent=" " * by)
