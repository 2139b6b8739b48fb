"""Whole matches of blef, told in both languages to every seat: nothing stays English, nothing stays a template."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from babel.messages.catalog import Catalog

from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.match import Match
from sprawdzam.engine.scene import Scene
from sprawdzam.engine.texts import Texts, texts
from sprawdzam.games import find

pytestmark = pytest.mark.slow

BLEF = find("blef")
FLAGS = ("jokers", "direction_choice", "shrinking", "longer")
NAMES = ("Ola", "Kuba", "Iga", "Staś", "Ela", "Michał")
NEVER = {"{n} karta w grze", "rozdano {n} kartę."}  # two play at least, with a card each
WORD = re.compile(r"[^\W\d_]+")
FIELD = re.compile(r"\{\w+\}")


def words_of(scene: Scene) -> Iterator[str]:
    """Everything that a person can read in a scene, in a fixed order."""
    yield from (scene.title, scene.prompt, *scene.facts)
    for plate in scene.plates:
        yield from (plate.name, *plate.facts)
    for zone in scene.zones:
        yield from (zone.title, zone.note)
        for piece in zone.pieces:
            yield from (piece.face, piece.name)
    yield from (ask.text for ask in scene.asks)
    for choice in scene.choices:
        yield choice.label
        yield from (click.label for group in choice.path for click in group)


def told(match: Match, polish: Texts, rng: Random) -> Iterator[tuple[str, str]]:
    """A match played at random: each text in English, and in Polish."""
    names = NAMES[: match.setup.seats]
    table = BLEF.table
    people = (*range(match.setup.seats), SPECTATOR)
    before = {seat: match.view(seat).record for seat in people}
    while True:
        for seat in {*match.actors, rng.choice(people)} - {TABLE}:
            pair = (table.scene(before[seat], seat, words, names) for words in (texts("en"), polish))
            yield from zip(*map(words_of, pair), strict=True)
        if match.over:
            return
        actor = rng.choice(match.actors)
        if actor == TABLE:
            match.go_on()
        else:  # rather low bids, so that rounds go on for a while
            choices = match.view(actor).choices
            match.play(actor, choices[int(len(choices) * rng.random() ** 3)])
        for seat in people:
            after = match.view(seat).record
            lines = (table.tell(before[seat], after, seat, words, names) for words in (texts("en"), polish))
            yield from zip(*lines, strict=True)
            before[seat] = after


@pytest.fixture(scope="module")
def heard(polish: Texts) -> dict[str, str]:
    """What people hear in matches of all variants, at tables of all sizes: Polish by English."""
    rng = Random(1)
    found: dict[str, str] = {}
    for i, flags in enumerate(product((False, True), repeat=4)):
        for seats in (2, 3 + i % 4):
            setup = BLEF.setup(seats, **dict(zip(FLAGS, flags, strict=True)))
            match = Match.begin(setup, Keyed.from_seed(rng.getrandbits(32)), auto=False)
            for english, in_polish in told(match, polish, rng):
                assert found.setdefault(english, in_polish) == in_polish
    return found


def of_table(catalogue: Catalog) -> Iterator[str]:
    """The Polish texts of the table of blef."""
    for message in catalogue:
        if message.id and any(file.endswith("blef/table.py") for file, _ in message.locations):
            yield from [message.string] if isinstance(message.string, str) else message.string


def test_nothing_stays_english(heard: dict[str, str], catalogue: Catalog) -> None:
    known = {word for text in of_table(catalogue) for word in WORD.findall(FIELD.sub(" ", text))}
    assert len(heard) > 500
    for english, in_polish in heard.items():
        assert set(WORD.findall(in_polish)) <= known | set(NAMES), in_polish
        if set(WORD.findall(english)) - set(NAMES):
            assert english != in_polish


def test_nothing_stays_a_template(heard: dict[str, str]) -> None:
    assert not [text for pair in heard.items() for text in pair if "{" in text or "}" in text]


def test_every_text_of_the_table_is_heard(heard: dict[str, str], catalogue: Catalog) -> None:
    """Those that are not would be in the catalogue in vain, or these matches are not enough to try them."""
    lines = "\n".join(heard.values())
    patterns = {text: ".*?".join(map(re.escape, FIELD.split(text))) for text in of_table(catalogue)}
    assert {text for text, pattern in patterns.items() if not re.search(pattern, lines)} == NEVER
