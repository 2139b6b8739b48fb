"""Whole matches of blef, told in both languages to every seat: nothing stays English, nothing stays a template."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from sprawdzam.games import find

from .telling import InPolish

pytestmark = pytest.mark.slow

BLEF = find("blef")
FLAGS = ("jokers", "direction_choice", "shrinking", "longer")
TABLE = "blef/table.py"
SETUPS = [
    BLEF.setup(seats, **dict(zip(FLAGS, flags, strict=True)))
    for i, flags in enumerate(product((False, True), repeat=4))
    for seats in (2, 3 + i % 4)
]
NEVER = {"{n} karta w grze", "rozdano {n} kartę."}  # two play at least, with a card each


def low(choices: Sequence[str], rng: Random) -> str:
    """Rather low bids, so that rounds go on for a while."""
    return choices[int(len(choices) * rng.random() ** 3)]


class TestMatches(InPolish):
    setups = SETUPS
    pick = staticmethod(low)
    files = (TABLE,)
    rare = NEVER
