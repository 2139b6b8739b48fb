"""What is told at a table of szacunki where nothing else tests it."""

from __future__ import annotations

import pytest

import sprawdzam
from sprawdzam.engine.texts import texts
from sprawdzam.games.szacunki.state import Phase
from sprawdzam.games.szacunki.story import tell


@pytest.mark.parametrize(
    "language, told",
    [
        ("en", "Everybody has guessed: the cards are open."),
        ("pl", "Wszyscy zapisali swoje liczby, karty są odkryte."),
    ],
)
def test_when_all_have_guessed_that_is_told_and_not_what_was_before(language: str, told: str) -> None:
    setup = sprawdzam.game("szacunki", 2)
    before, after = setup.blank(), setup.blank()
    before.phase, after.phase = Phase.GUESS, Phase.SCORE
    assert tell(before, after, 0, texts(language), ["A", "B"]) == [told]
    after.phase = Phase.GUESS
    after.seat[0].place = 1
    assert tell(before, after, 0, texts(language), ["A", "B"]) == []
