"""The reasons that experts give, in both languages: nothing stays English, nothing stays a template."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from babel.messages.catalog import Catalog

from sprawdzam.engine.game import Setup
from sprawdzam.engine.texts import Texts, texts
from sprawdzam.games import find

from .telling import NAMES, foreign, never_heard, unfinished

FIASKO, SZACUNKI = find("fiasko"), find("szacunki")
SETUPS = {
    "fiasko": [FIASKO.setup(2), FIASKO.setup(4), FIASKO.setup(1)],
    "szacunki": [SZACUNKI.setup(2), SZACUNKI.setup(3, colours=5)],
}
SENTENCES = {
    "fiasko": {
        "Następna karta to fiasko z prawdopodobieństwem 0 %.",
        "Nie warto licytować.",
        "Najtaniej zapłacisz tak: 1 × waluta.",
        "Ta karta daje ci 1 punkt.",
    },
    "szacunki": {"Puste pole kosztuje 2 punkty.", "Znana jest twoja żółta karta: "},
}


def reasons(setups: Sequence[Setup], polish: Texts) -> dict[str, str]:
    """What is said about some actions of every decision in two matches of each setup: Polish by English."""
    found: dict[str, str] = {}
    luck = Random(3)
    for setup in setups * 2:
        match = setup.start(seed=luck.getrandbits(32))
        expert = setup.game.expert
        assert expert
        while not match.over:
            seat = match.actors[0]
            view = match.view(seat)
            advice = expert.advise(view.record, seat) or {}
            best = max(advice, key=lambda action: advice[action])
            for action in {best, luck.choice(view.actions), view.actions[0], view.actions[-1]}:
                english, told = (expert.why(view.record, seat, action, words, NAMES) for words in (texts("en"), polish))
                assert bool(english) == bool(told)
                if english:
                    assert found.setdefault(english, told) == told
            match.play(seat, best if luck.random() < 0.7 else luck.choice(view.actions[:9]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", SETUPS)
def test_reasons_are_told_as_people_would_tell_them(game: str, polish: Texts, catalogue: Catalog) -> None:
    heard = reasons(SETUPS[game], polish)
    files = (f"{game}/expert.py", f"{game}/words.py")
    assert not foreign(heard, catalogue, *files)
    assert not unfinished(heard)
    assert not never_heard(heard, catalogue, f"{game}/expert.py")
    told = "\n".join(heard.values())
    assert all(sentence in told for sentence in SENTENCES[game])
