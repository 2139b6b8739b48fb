"""How a field of a view becomes numbers of a tensor: the words that a game's ``encoding.py`` may use.

A game need not have one: what nothing is said of is ``Plain``. Whatever is said, it is about the view alone, so that
observations tell a seat nothing that its view does not. ``ENCODING`` maps the path of a field (``seat.card``) to one of
these, or to several in a row. An array is encoded number by number; with ``upto``, the name of a field beside it, only
so many of its numbers count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Plain:
    """The number itself; -1 where it is not known."""


@dataclass(frozen=True)
class OneOf:
    """One-hot over ``size`` values from ``first`` on; all zeros for any other value and for what is not known."""

    size: int
    first: int = 0
    upto: str = ""


@dataclass(frozen=True)
class Player:
    """One-hot of a seat, counted from the observer's own: own, left neighbour, and so on.

    The field holds the seat plus ``first``; anything lower is nobody, all zeros. There are at least ``least`` places:
    a number beyond the seats (an automaton) stands for itself. With ``kinds`` the field is
    ``first + kind * stride + seat``, one-hot over kinds and seats.
    """

    first: int = 0
    least: int = 0
    kinds: int = 1
    stride: int = 0
    upto: str = ""


@dataclass(frozen=True)
class Players:
    """A bit mask of seats: a bit each, counted from the observer's own, and one for the table."""


@dataclass(frozen=True)
class Bits:
    """The lowest ``size`` bits of the number minus ``first``; all zeros for a lower one and for what is not known."""

    size: int
    first: int = 0


@dataclass(frozen=True)
class Counts:
    """How often each of ``size`` values from ``first`` on stands in an array."""

    size: int
    first: int = 0
    upto: str = ""


@dataclass(frozen=True)
class Members:
    """The members of a set: an array holds it as bits, so many ``bits`` of each number, the lowest first.

    They are the places of a table, row by row, of whose ``columns`` a table of players can use only the first ``each``
    for every one of them: no others have a number. What is not known has no members.
    """

    bits: int
    columns: int
    each: int

    def __post_init__(self) -> None:
        if self.columns % self.bits:
            raise ValueError(f"{self.columns} columns are not the bits of whole numbers, {self.bits} each")


@dataclass(frozen=True, eq=False)
class Parts:
    """The rows of a table that the numbers name, the newest first, under a ``name`` of their own if they have one.

    The newest is the last number of the array; with ``ahead`` it is the first, and as many are kept as there is place.
    """

    table: np.ndarray[Any, Any]
    upto: str
    ahead: bool = False
    name: str = ""


Each = Plain | OneOf | Player | Players | Bits | Counts | Members | Parts


@dataclass(frozen=True)
class ByPlayer:
    """An array by seat: turned so that the observer's own place comes first; as many places as there are seats.

    At least ``least`` places are there, and those beyond the seats stay where they are. An array of records has
    encodings of its own; ``each`` is for one of numbers.
    """

    each: Each = Plain()
    least: int = 0


@dataclass(frozen=True)
class Records:
    """An array of records, of which only so many count as the field ``upto`` beside it says: the others are zeros."""

    upto: str


Encoding = Mapping[str, Each | ByPlayer | Records | tuple[Each, ...]]
