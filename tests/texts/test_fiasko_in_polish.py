"""Whole matches of fiasko, told in both languages to every seat: nothing stays English, nothing stays a template."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from sprawdzam import SPECTATOR
from sprawdzam.engine.texts import Texts
from sprawdzam.games import find

from ..games.fiasko.tables import at, over
from .telling import InPolish

FIASKO = find("fiasko")
FILES = ("fiasko/table.py", "fiasko/words.py", "fiasko/story.py")
SETUPS = [
    *(FIASKO.setup(seats) for seats in (2, 3, 4, 5)),
    *(FIASKO.setup(1, threshold=threshold) for threshold in range(4, 11)),
]
GRADES = {
    4: "Dobry początek",
    5: "Coraz lepiej",
    6: "Wyraźny postęp",
    7: "Szczęście i plan",
    8: "Klasa medalowa",
    9: "Oszałamiające",
    10: "Bez rywali",
}
RARE = {  # too rare at random; a test of their own is below
    *GRADES.values(),
    "Bez wygranej: po {points}.",
    "Wygrywasz! Masz {points}, a TEN {ten}.",
    "Twoja ranga: {grade}.",
    "Następnym razem TEN skończy przy {n}.",
    "{name} wygrywa. Wynik: {points}, a TEN ma {ten}.",
    "Za dużo waluty: fiasko!",
    "{name} kończy bez karty cyfry.",
    "Wspólne zwycięstwo: {names}. Wynik: {points}.",
}
SENTENCES = {
    "Kuba odkrywa: waluta 4.",
    "Kuba bierze: zielona 8, niebieska 2.",
    "Dostajesz walutę: +5.",
    "Bilans 6, ryzyko fiaska 27 %. Odkryj następną kartę albo skończ i weź nagrodę.",
    "Licytacja: joker cyfry 3. Każdy ma jedną szansę. Możesz zapłacić najwyżej 5.",
    "Staś dostaje za 3: joker uniwersalny.",
    "Kuba oddaje: zielona 2.",
    "Nikt nie chce: czerwony joker.",
    "Weź 4 żetony waluty",
    "Zapłać: 1 × fiasko + 2 × waluta + 1 × karta",
    "Kup za 4: niebieska 4",
    "Fiasko! Dostajesz żeton fiaska.",
    "TEN kończy i bierze cyfry.",
    "Ola wygrywa. Wynik: 10 punktów.",
}


def greedy(choices: Sequence[str], rng: Random) -> str:
    """Buys, bids little, and stops now and then, so that matches have everything in them."""
    if "take numbers" in choices and rng.random() < 0.3:
        return "take numbers"
    return rng.choice(choices[:4])


class TestMatches(InPolish):
    setups = SETUPS
    pick = staticmethod(greedy)
    files = FILES
    rare = RARE
    sentences = SENTENCES


@pytest.mark.parametrize("threshold", GRADES)
def test_a_win_against_ten_has_its_grade(threshold: int) -> None:
    """FI-74."""
    won = over("5/0 B1 B2 B3", "5/0 G1", solo=True, threshold=threshold)
    told = f"Wygrywasz! Masz 3 punkty, a TEN 1. Twoja ranga: {GRADES[threshold]}."
    more = f" Następnym razem TEN skończy przy {threshold + 1}." if threshold < 10 else ""
    assert won.view(0).scene("pl").prompt == told + more
    watched = won.view(SPECTATOR).scene("pl", ["Ola"]).prompt
    assert watched == "Ola wygrywa. Wynik: 3 punkty, a TEN ma 1."


def test_what_is_rare(polish: Texts) -> None:
    """R60, FI-57, FI-14, R49."""
    even = "5/0 B1 B2", "5/0 G1 G2"
    assert over(*even, solo=True).view(0).scene("pl").prompt == "Bez wygranej: po 2 punkty."
    shared = "Wspólne zwycięstwo: Ty, Kuba. Wynik: 2 punkty."
    assert over(*even).view(0).scene("pl", ["Ola", "Kuba"]).prompt == shared
    bust = at("5/0", "5/0", phase="bust", area="$5 $4 $3", auto=False)
    assert bust.view(0).scene("pl").prompt == "Za dużo waluty: fiasko!"
    stop = at("5/0", "5/0", solo=True, phase="stop", active=1, area="$2", deck="", auto=False)
    before = stop.view(0).record
    stop.go_on()
    told = FIASKO.table.tell(before, stop.view(0).record, 0, polish, ["Ty"])
    assert told[:2] == ["TEN kończy bez karty cyfry.", "Dostajesz walutę: +2."]
