"""Whole matches of szacunki, told in both languages to every seat: nothing stays English, nothing stays a template."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sprawdzam.games import find

from .telling import InPolish

SZACUNKI = find("szacunki")
FILES = ("szacunki/table.py", "szacunki/words.py", "szacunki/story.py")
SETUPS = [SZACUNKI.setup(seats, colours=colours) for seats in (2, 3, 4) for colours in (5, 6)]
PRIZES = "Jedna liczba daje 5 punktów, dwie dają 2, trzy 1; bez właściwej tracisz 2."
SENTENCES = {
    "Każdy dostaje po karcie każdego koloru; widzą je pozostali.",
    "Zmień kolor na zielony: żółta kość",
    "szerokość: 4 pola, 4 punkty",
    "szerokość: 7 pól, 1 punkt",
    "Kuba: 12–16. Trafienie, 3 punkty!",
    "Ty: 0–5. Pudło: suma jest wyższa.",
    "Ola odkłada: żółta 4. Nowa karta: żółta 1.",
    "Odkładasz: fioletowa 1. Dostajesz nową kartę.",
    "Pudło: suma jest wyższa. Wymieniasz kartę: odkładasz ją odkrytą i dostajesz nową tego koloru.",
    "Jeszcze wybierają: Ola, Kuba, Iga.",
    "Kość pokazuje szary: jaki to ma być kolor?",
    "Jaka liczba jest na twojej żółtej karcie? " + PRIZES,
    "żółta 4, odpowiedź: 3 7",
    "Kuba: −1 za odgadywanie.",
}


def any_of(choices: Sequence[str], rng: Random) -> str:
    return rng.choice(choices)


class TestMatches(InPolish):
    setups = SETUPS
    pick = staticmethod(any_of)
    files = FILES
    sentences = SENTENCES
