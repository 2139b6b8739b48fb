"""Whole matches of blef, told in both languages to every seat: nothing stays English, nothing stays a template."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from babel.messages.catalog import Catalog

from sprawdzam.engine.texts import Texts
from sprawdzam.games import find

from .telling import foreign, heard_in, never_heard, unfinished

pytestmark = pytest.mark.slow

BLEF = find("blef")
FLAGS = ("jokers", "direction_choice", "shrinking", "longer")
TABLE = "blef/table.py"
NEVER = {"{n} karta w grze", "rozdano {n} kartę."}  # two play at least, with a card each


def low(choices: Sequence[str], rng: Random) -> str:
    """Rather low bids, so that rounds go on for a while."""
    return choices[int(len(choices) * rng.random() ** 3)]


@pytest.fixture(scope="module")
def heard(polish: Texts) -> dict[str, str]:
    """What people hear in matches of all variants, at tables of all sizes: Polish by English."""
    setups = [
        BLEF.setup(seats, **dict(zip(FLAGS, flags, strict=True)))
        for i, flags in enumerate(product((False, True), repeat=4))
        for seats in (2, 3 + i % 4)
    ]
    return heard_in(setups, polish, low)


def test_nothing_stays_english(heard: dict[str, str], catalogue: Catalog) -> None:
    assert len(heard) > 500
    assert foreign(heard, catalogue, TABLE) == []


def test_nothing_stays_a_template(heard: dict[str, str]) -> None:
    assert unfinished(heard) == []


def test_every_text_of_the_table_is_heard(heard: dict[str, str], catalogue: Catalog) -> None:
    assert never_heard(heard, catalogue, TABLE) == NEVER
