"""Sprawdzam!: card games of bluff, risk, deduction and theft.

>>> import sprawdzam
>>> match = sprawdzam.game("blef", seats=3).start(seed=7)
>>> match.actors
(0, 1, 2)
"""

from __future__ import annotations

from typing import Any

from sprawdzam.engine.chance import Fast, Keyed, Source
from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.errors import (
    BadChance,
    BadLog,
    BadOption,
    BadPosition,
    BadProof,
    IllegalAction,
    NotYourTurn,
    SprawdzamError,
    UnknownAction,
    UnknownBot,
    UnknownGame,
)
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.log import Log, parse_log
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import Fields, is_view, parse_json, read_position, short
from sprawdzam.engine.options import Value
from sprawdzam.engine.view import View
from sprawdzam.games import find

__version__ = "0.1.0"


def game(name: str, /, seats: int | None = None, **options: Value) -> Setup:
    """A game with a number of seats and options, ready to ``start``."""
    return find(name).setup(seats, **options)


def load(log: str) -> Match:
    """The match that a log tells, ready to go on."""
    return parse_log(log, find)


def position(text: str | dict[str, Any], *, chance: Source | None = None) -> Match:
    """A match that goes on from a full position."""
    setup, state = _read(text)
    return Match.from_position(setup, state, Keyed.fresh() if chance is None else chance)


def view(text: str | dict[str, Any], seat: int) -> View:
    """What a seat knows: a position with ``?`` for what it does not, or a full position, which is hidden first."""
    setup, state = _read(text)
    if not is_view(state):
        return View.of(setup.game, state, seat)
    given = View(setup.game, state, seat)
    world = state.copy()
    setup.game.rules.imagine(world, seat, Fast(0))
    if View.of(setup.game, world, seat).record != state:  # law 3
        raise BadPosition("position: seat {seat} sees something else than is known here", seat=seat)
    return given


def _read(text: str | dict[str, Any]) -> tuple[Setup, Any]:
    values = parse_json(text) if isinstance(text, str) else text
    name = Fields(values).get("game")
    return read_position(find(name if isinstance(name, str) else short(name)), values)


__all__ = [
    "SPECTATOR",
    "TABLE",
    "BadChance",
    "BadLog",
    "BadOption",
    "BadPosition",
    "BadProof",
    "Game",
    "IllegalAction",
    "Log",
    "Match",
    "NotYourTurn",
    "Setup",
    "SprawdzamError",
    "UnknownAction",
    "UnknownBot",
    "UnknownGame",
    "View",
    "game",
    "load",
    "position",
    "view",
]
