"""Whole matches of rys, told in both languages to every seat: nothing stays English, nothing stays a template."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from sprawdzam.engine.texts import Texts
from sprawdzam.games import find

from .telling import InPolish

RYS = find("rys")
FILES = ("rys/table.py", "rys/words.py", "rys/story.py")
SETUPS = [
    *(RYS.setup(seats, mode=mode) for seats in range(3, 6) for mode in ("basic", "advanced", "expert")),
    *(RYS.setup(2, mode="duel", duel_rules=rules) for rules in ("basic", "advanced", "expert")),
    *(RYS.setup(seats, mode="basic", max_turns=turns) for seats in (3, 4, 5) for turns in (1, 2, 12)),
]
NEVER = {"Dobierz jeszcze {n} kart.", "Odrzuć i dobierz {n} kart"}  # five cards stolen at once: too rare at random
SENTENCES = {
    "Każdy dostaje 13 kart. Zaczyna Kuba.",
    "Iga zagrywa 4 4 J.",
    "Kradniesz! Iga traci 7.",
    "Ola kradnie! Iga traci 7.",
    "Ola kradnie ci 7.",
    "Kradniesz! Iga traci 7. Bierzesz łup na rękę czy zostawiasz? Tak czy inaczej Iga dostanie na rękę tyle samo kart.",
    "Ola kradnie ci 7 i zostawia łup. Bierzesz go z powrotem czy odrzucasz i dobierasz tyle samo kart?",
    "Ola zostawia łup.",
    "Iga odrzuca 7.",
    "Iga bierze z powrotem 2.",
    "Dobierz jeszcze 2 karty.",
    "Odrzuć i dobierz 1 kartę",
    "Kuba dobiera z puli J.",
    "Ola dobiera z talii.",
    "Ola zabiera wirtualnemu graczowi 4 4.",
    "Kuba nie ma już kart na ręce.",
    "Iga wygrywa. Wynik: 15 punktów.",
    "Kuba: warstwy",
}


def eager(choices: Sequence[str], rng: Random) -> str:
    """Often several cards at once, so that matches end in every way."""
    return max(rng.sample(choices, min(len(choices), 2)), key=len) if rng.random() < 0.5 else rng.choice(choices)


class TestMatches(InPolish):
    setups = SETUPS
    pick = staticmethod(eager)
    files = FILES
    rare = NEVER
    sentences = SENTENCES


@pytest.mark.parametrize(
    "n, points, draw, discard",
    [
        (1, "1 punkt", "Dobierz jeszcze 1 kartę.", "Odrzuć i dobierz 1 kartę"),
        (2, "2 punkty", "Dobierz jeszcze 2 karty.", "Odrzuć i dobierz 2 karty"),
        (5, "5 punktów", "Dobierz jeszcze 5 kart.", "Odrzuć i dobierz 5 kart"),
        (12, "12 punktów", "Dobierz jeszcze 12 kart.", "Odrzuć i dobierz 12 kart"),
        (22, "22 punkty", "Dobierz jeszcze 22 karty.", "Odrzuć i dobierz 22 karty"),
    ],
)
def test_numbers_govern_their_nouns(polish: Texts, n: int, points: str, draw: str, discard: str) -> None:
    assert polish.count("{n} point", "{n} points", n) == points
    assert polish.count("{n} point", "{n} points", -n) == f"−{points}"  # R43, with a minus sign
    assert polish.count("Draw {n} more card.", "Draw {n} more cards.", n) == draw
    assert polish.count("Discard and draw {n} card", "Discard and draw {n} cards", n) == discard
