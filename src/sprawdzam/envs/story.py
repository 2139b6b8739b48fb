"""A seat's story as text: its information state, with perfect recall.

A story is what ``Match.story`` tells: the seat's successive views and its own actions. The text names the fields of a
view by their path in the record (``seat[1].count=2``) and tells of each view only what has changed since the one
before, so that it stays short; of the first view, what is not zero. A hole is told as ``?``. Two stories are the same
if and only if their texts are.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sprawdzam.engine.contract import HOLE, SPECTATOR, TABLE
from sprawdzam.engine.game import Game
from sprawdzam.engine.record import NUMBER, numbers

CHANCE, OVER = -1, -4  #: who is next when it is no seat; the numbers are OpenSpiel's
DEAL, IMAGINED = -2, -3  #: who has acted when it was no seat and no step of the table: a story begins so

Row = np.ndarray[Any, np.dtype[np.int16]]


@cache
def paths(dtype: np.dtype[Any]) -> tuple[tuple[str, int], ...]:
    """The field behind every number of a row: the path of its array or of the single field, and the place (-1: none).

    >>> paths(np.dtype([("phase", "i2"), ("seat", [("card", "i2", 2)], 2)]))[:3]
    (('phase', -1), ('seat[0].card', 0), ('seat[0].card', 1))
    """
    found: list[tuple[str, int]] = []
    for name in dtype.names or ():
        base, shape = dtype[name].subdtype or (dtype[name], ())
        if base.names is None:
            found += [(name, i) for i in range(shape[0])] if shape else [(name, -1)]
        else:
            for place in [f"[{i}]" for i in range(shape[0])] if shape else [""]:
                found += [(f"{name}{place}.{path}", i) for path, i in paths(base)]
    return tuple(found)


def first_page(game: Game, seat: int) -> tuple[str, Row]:
    """How a story begins, and what its first view is compared with."""
    named = {SPECTATOR: "spectator", TABLE: "table"}.get(seat, f"seat {seat}")
    return named, np.zeros(numbers(game.rules.STATE), NUMBER)


def glance(game: Game, seat: int, row: Row) -> str:
    """One view as text, as if a story began with it."""
    named, nothing = first_page(game, seat)
    return f"{named}\n{change(game.rules.STATE, nothing, row)}"


def page(game: Game, seat: int, before: Row, actor: int, action: int, after: Row) -> str:
    """What one step adds to the story of a seat: its own action, and what it sees change; often nothing."""
    text = ""
    if actor == seat:
        text = f"\n> {game.notation.write_action(game.record.from_row(before.tolist()), seat, action)}"
    if told := change(game.rules.STATE, before, after):
        text += f"\n{told}"
    return text


def change(dtype: np.dtype[Any], before: Row, after: Row) -> str:
    """What an observer sees change from one view to the next, in the order of the record; empty if nothing does.

    Neighbours in an array that come to the same value are told at once: ``bids[0..4]=0``.
    """
    names = paths(dtype)
    told: list[str] = []
    path, first, last, value = "", 0, 0, 0
    for i in np.flatnonzero(before != after).tolist():
        name, place = names[i]
        new = int(after[i])
        if name == path and place == last + 1 and new == value:
            last = place
            continue
        if path:
            told.append(_entry(path, first, last, value))
        path, first, last, value = name, place, place, new
    if path:
        told.append(_entry(path, first, last, value))
    return " ".join(told)


def _entry(path: str, first: int, last: int, value: int) -> str:
    known = "?" if value == HOLE else value
    if first < 0:
        return f"{path}={known}"
    return f"{path}[{first}]={known}" if first == last else f"{path}[{first}..{last}]={known}"
