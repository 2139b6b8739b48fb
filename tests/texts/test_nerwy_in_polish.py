"""Whole matches of nerwy, told in both languages to every seat: nothing stays English, nothing stays a template."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

import pytest

from sprawdzam.engine.texts import Texts
from sprawdzam.games import find
from sprawdzam.games.nerwy.state import PL2, REV, TRAP
from sprawdzam.games.nerwy.words import PLACED, card_words

from .telling import InPolish

NERWY = find("nerwy")
FILES = ("nerwy/table.py", "nerwy/words.py")
SETUPS = [
    *(NERWY.setup(seats, call_window=window) for seats in range(2, 7) for window in ("race", "commit")),
    *(NERWY.setup(seats, max_rounds=rounds) for seats in (2, 4, 6) for rounds in (1, 2)),
    *(NERWY.setup(seats, max_placements=seats, window_after_each=True) for seats in (2, 3)),
    *(NERWY.setup(seats, last_placer_rule="row_end", direction_reset=True) for seats in (3, 5)),
]
SENTENCES = {
    "Każdy dostaje trzy karty. Zaczyna Kuba.",
    "Kuba kładzie 3.",
    "Kuba kładzie zakrytą kartę.",
    "Kuba kładzie zmianę kierunku.",
    "Kuba kładzie kartę „Zagraj 2”.",
    "Kuba kładzie kosz. Z rzędu znika zakryta karta.",
    "Kładziesz zakrytą kartę: pułapka.",
    "Kładziesz kosz. Z rzędu znika „Zagraj 2”.",
    "Zakryta: pułapka",
    "Odkryta: „Zagraj 2”",
    "Połóż 3",
    "Kuba dobiera: serce, 5.",
    "Ostatnia karta: Ola. Czy rząd jest wart 17 lub więcej? Jeśli tak, sprawdź: bierzesz opanowanie, a Ola nerwy.",
    "Kuba: „Sprawdzam!”",
    "Kuba ma tu pułapkę!",
    "Kuba: +1 żeton opanowania.",
    "Ty: +1 żeton nerwów.",
    "Puszczają ci nerwy: oddajesz dwa żetony nerwów.",
    "Puszczają nerwy: Kuba oddaje dwa żetony nerwów i jeden żeton opanowania.",
    "dalej: ty, dwie karty",
}


def patient(choices: Sequence[str], rng: Random) -> str:
    """Seldom a call, so that rounds go on for a while."""
    calm = [action for action in choices if action != "call"]
    return rng.choice(calm) if calm and rng.random() < 0.95 else rng.choice(choices)


class TestMatches(InPolish):
    setups = SETUPS
    pick = staticmethod(patient)
    files = FILES
    rare: ClassVar = {"Ty: +{n} żetonów nerwów.", "{name}: +{n} żetonów nerwów."}  # there are never more than two
    sentences = SENTENCES


@pytest.mark.parametrize(
    "n, discarded, hidden",
    [
        (1, "1 odrzucona", "1 cudza zakryta karta"),
        (2, "2 odrzucone", "2 cudze zakryte karty"),
        (5, "5 odrzuconych", "5 cudzych zakrytych kart"),
        (12, "12 odrzuconych", "12 cudzych zakrytych kart"),
        (22, "22 odrzucone", "22 cudze zakryte karty"),
    ],
)
def test_numbers_govern_their_nouns(polish: Texts, n: int, discarded: str, hidden: str) -> None:
    assert polish.count("{n} discarded", "{n} discarded", n) == discarded
    assert polish.count("{n} hidden card of others", "{n} hidden cards of others", n) == hidden


@pytest.mark.parametrize(
    "card, named, placed",
    [
        (REV, "zmiana kierunku", "zmianę kierunku"),
        (PL2, "„Zagraj 2”", "kartę „Zagraj 2”"),
        (TRAP, "pułapka", "odkrytą pułapkę"),
    ],
)
def test_special_cards_have_the_case_of_what_is_placed(polish: Texts, card: int, named: str, placed: str) -> None:
    assert card_words(polish, card) == named
    assert polish("{name} places {card}.", name="Staś", card=polish(PLACED[card])) == f"Staś kładzie {placed}."
