"""The Polish catalogue: complete, with the same fields, right in its plurals, and good to read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

import sprawdzam
from sprawdzam import SprawdzamError
from sprawdzam.engine import texts as engine_texts
from sprawdzam.engine.errors import BadLog, BadOption, BadPosition
from sprawdzam.engine.texts import Texts
from sprawdzam.games import all_games, find
from sprawdzam.games.blef.rules import MOST
from sprawdzam.games.blef.table import bid_words, many

ALIKE = {"Blef", "TEN", "monitor: {problem}", "options: {problem}"}  # the same in both languages


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def forms(text: Any) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def ids(catalogue: Catalog) -> set[Any]:
    return {message.id if isinstance(message.id, str) else tuple(message.id) for message in messages(catalogue)}


# --- it is whole ---


def test_the_catalogue_has_the_texts_of_the_code_and_no_others(tool: ModuleType, catalogue: Catalog) -> None:
    """`make texts` puts this right."""
    in_code = {text.id for text in tool.extract()}
    assert ids(catalogue) == in_code, "the code and the catalogue differ: run `make texts`"
    assert not catalogue.obsolete


def test_everything_is_translated(tool: ModuleType, catalogue: Catalog) -> None:
    assert [message.id for message in messages(catalogue) if not tool.is_done(message)] == []
    alike = {message.id for message in messages(catalogue) if message.string == message.id}
    assert alike == ALIKE


def test_translations_have_the_same_fields(catalogue: Catalog) -> None:
    for message in messages(catalogue):
        wanted = set().union(*map(fields, forms(message.id)))
        for told in forms(message.string):
            assert fields(told) == wanted, message.id


def test_games_and_options_can_be_told(catalogue: Catalog) -> None:
    known = ids(catalogue)
    for game in all_games():
        assert {game.title, game.pitch} <= known
        assert {text for option in game.options for text in (option.title, option.text)} <= known


def test_the_head_names_nobody(source: Path) -> None:
    head = source.read_text("utf-8").partition("\n\n")[0]
    assert "Language: pl" in head and "charset=utf-8" in head
    assert "@" not in head and "FULL NAME" not in head and "fuzzy" not in head


# --- plurals ---


def test_plurals_have_three_forms(catalogue: Catalog) -> None:
    assert catalogue.num_plurals == 3
    for message in messages(catalogue):
        if message.pluralizable:
            one, few, more = message.string
            assert one != few and one != more, message.id


@pytest.mark.parametrize(
    "n, bid, dealt, left",
    [
        (0, "0 czwórek", "rozdano 0 kart.", "0 nierozdanych kart"),
        (1, "1 czwórka", "rozdano 1 kartę.", "1 nierozdana karta"),
        (2, "2 czwórki", "rozdano 2 karty.", "2 nierozdane karty"),
        (4, "4 czwórki", "rozdano 4 karty.", "4 nierozdane karty"),
        (5, "5 czwórek", "rozdano 5 kart.", "5 nierozdanych kart"),
        (11, "11 czwórek", "rozdano 11 kart.", "11 nierozdanych kart"),
        (12, "12 czwórek", "rozdano 12 kart.", "12 nierozdanych kart"),
        (14, "14 czwórek", "rozdano 14 kart.", "14 nierozdanych kart"),
        (21, "21 czwórek", "rozdano 21 kart.", "21 nierozdanych kart"),
        (22, "22 czwórki", "rozdano 22 karty.", "22 nierozdane karty"),
        (25, "25 czwórek", "rozdano 25 kart.", "25 nierozdanych kart"),
        (101, "101 czwórek", "rozdano 101 kart.", "101 nierozdanych kart"),
        (112, "112 czwórek", "rozdano 112 kart.", "112 nierozdanych kart"),
    ],
)
def test_numbers_govern_their_nouns(polish: Texts, n: int, bid: str, dealt: str, left: str) -> None:
    assert many(polish, n, 4) == bid
    assert polish.count("{n} card is dealt.", "{n} cards are dealt.", n) == dealt
    assert polish.count("{n} card not dealt", "{n} cards not dealt", n) == left


@pytest.mark.parametrize(
    "value, one, few, more",
    [
        (1, "jedynka", "jedynki", "jedynek"),
        (2, "dwójka", "dwójki", "dwójek"),
        (3, "trójka", "trójki", "trójek"),
        (4, "czwórka", "czwórki", "czwórek"),
        (5, "piątka", "piątki", "piątek"),
        (6, "szóstka", "szóstki", "szóstek"),
    ],
)
def test_bids_are_nouns(polish: Texts, value: int, one: str, few: str, more: str) -> None:
    told = [bid_words(polish, (value - 1) * MOST + n - 1) for n in (1, 3, 5, 12, 22)]
    assert told == [f"1 {one}", f"3 {few}", f"5 {more}", f"12 {more}", f"22 {few}"]


@pytest.mark.parametrize(
    "english, told",
    [
        ("{name} bids {bid}.", "Staś obstawia: 1 piątka."),
        ("{bid}, says {name}. Raise it, or check?", "Staś obstawia: 1 piątka. Przebijasz czy sprawdzasz?"),
        ("{name}: check!", "Staś: „Sprawdzam!”"),
        ("Check!", "Sprawdzam!"),
        ("{name} goes down to {cards}.", "Staś ma o kartę mniej. Teraz: 1 karta."),
        ("A bluff! {name} loses the round.", "Blef! Rundę przegrywa Staś."),
    ],
)
def test_sentences_need_no_other_case_of_a_name(polish: Texts, english: str, told: str) -> None:
    cards = polish.count("{n} card", "{n} cards", 1)
    assert polish(english, name="Staś", bid=many(polish, 1, 5), cards=cards) == told


# --- style ---


def test_typography_is_polish(catalogue: Catalog) -> None:
    for message in messages(catalogue):
        for told in forms(message.string):
            assert not re.search(r"[\"“]|\.\.\.| - |—|  ", told), told
            assert told.count("„") == told.count("”"), told
            assert told == told.strip()


def test_nobody_is_given_a_gender(catalogue: Catalog) -> None:
    """Names may be anybody's, so what they do is told in the present."""
    for message in messages(catalogue):
        if "name" in fields(forms(message.id)[0]):
            for told in forms(message.string):
                assert not re.search(r"\w(?:ł|ła|łeś|łaś|ął|ęła)\b", told), told


# --- it can be used ---


def test_polish_comes_from_the_installed_catalogue(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (engine_texts.FOLDER / "pl/LC_MESSAGES/sprawdzam.mo").exists():  # `python hatch_build.py` makes it
        monkeypatch.setattr(engine_texts, "FOLDER", compiled)
    engine_texts.texts.cache_clear()
    told = engine_texts.texts("pl")
    assert told.language == "pl" and told("Check!") == "Sprawdzam!" and told("Round {n}", n=3) == "Runda 3"
    engine_texts.texts.cache_clear()


def test_an_error_is_told_with_the_error_inside_it(polish: Texts) -> None:
    inner = BadOption(
        "option {name}: {game} has no such option; it has: {known}", name="x", game="blef", known="jokers"
    )
    error = BadLog("line {line}: {problem}", line=5, problem=BadPosition("options: {problem}", problem=inner))
    assert str(error) == "line 5: options: option x: blef has no such option; it has: jokers"
    assert error.told(polish) == "wiersz 5: options: opcja x: blef takiej nie ma; są: jokers"


def test_a_field_may_have_any_name(polish: Texts) -> None:
    error = BadOption("option {text}: name=value is needed, such as {examples}", text="x", examples="jokers=true")
    assert error.told(polish) == "opcja x: trzeba podać nazwa=wartość, np. jokers=true"


@pytest.mark.parametrize(
    "old, new, told",
    [
        ("seats: 2", "seats: 9", "wiersz 4: seats: blef ma od 2 do 6 miejsc, a nie 9"),
        ("seats: 2", "seats: 2\noptions: x=1", "wiersz 5: opcja x: blef takiej nie ma; są: jokers, "),
        ("deal", "dale", "wiersz 6: gra zaczyna się od deal albo position:, a nie od dale"),
        ("rules: 1", "rules: 7", "wiersz 3: zasady w wersji 7 są nieznane; znane: 1"),
    ],
)
def test_errors_of_a_log_are_told_in_polish(polish: Texts, old: str, new: str, told: str) -> None:
    log = sprawdzam.game("blef").start(seed=1).log.text
    with pytest.raises(SprawdzamError) as error:
        sprawdzam.load(log.replace(old, new, 1))
    assert error.value.told(polish).startswith(told)


def test_errors_of_a_match_are_told_in_polish(polish: Texts) -> None:
    match = find("blef").setup(2, first_starter=0).start(seed=1)
    for action, told in (
        ("jump", '"jump" nie jest ruchem w grze blef; ruchy to: bid 3x4 (trzy czwórki), check, choose AB, '),
        ("check", "check: miejsce 0 nie może teraz tak zagrać; dozwolone: choose A, choose B"),
        ("choose AB", "choose AB: na każdą kartę przypada jedna litera, A lub B, a liczba kart to 1"),
    ):
        with pytest.raises(SprawdzamError) as error:
            match.play(0, action)
        assert error.value.told(polish).startswith(told)


def test_a_phrase_inside_an_error_is_told_in_the_language_of_the_error(polish: Texts) -> None:
    with pytest.raises(BadOption) as caught:
        find("szacunki").setup(2, colours=7)
    assert str(caught.value) == "option colours: 7 is not possible; possible: 5 to 6"
    assert caught.value.told(polish) == "opcja colours: wartość 7 jest niedozwolona; dozwolone: od 5 do 6"
    with pytest.raises(BadOption) as caught:
        find("fiasko").setup(3, threshold=7)
    assert caught.value.told(polish).endswith("dozwolone: 4; przy stole dla 1: od 4 do 10")


def test_numbers_below_zero_have_a_minus_sign(polish: Texts) -> None:
    assert polish.count("{n} point", "{n} points", -2) == "−2 punkty"
    assert [polish.whole(n) for n in (-2, 0, 3)] == ["−2", "0", "3"]
    assert [polish.whole(n, sign=True) for n in (-2, 3)] == ["−2", "+3"]
