"""Whole matches as people see and hear them, in English and in Polish side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import ClassVar

import pytest
from babel.messages.catalog import Catalog

from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.game import Setup
from sprawdzam.engine.match import Match
from sprawdzam.engine.scene import Scene, Track
from sprawdzam.engine.texts import Texts, texts

NAMES = ("Ola", "Kuba", "Iga", "Staś", "Ela", "Michał")
UNTOLD = {*NAMES, "J", "TEN"}  # the same in both languages: names, and what is printed on a joker
WORD = re.compile(r"[^\W\d_]+")
FIELD = re.compile(r"\{\w+\}")

Pick = Callable[[Sequence[str], Random], str]


def words_of(scene: Scene) -> Iterator[str]:
    """Everything that a person can read in a scene, in a fixed order."""
    yield from (scene.title, scene.prompt, *scene.facts, *_of_tracks(scene.tracks))
    for plate in scene.plates:
        yield from (plate.name, *plate.facts, *_of_tracks(plate.tracks))
    for zone in scene.zones:
        yield from (zone.title, zone.note)
        for piece in zone.pieces:
            yield from (piece.face, piece.name)
    yield from (ask.text for ask in scene.asks)
    for choice in scene.choices:
        yield from (choice.label, choice.hits)
        yield from (click.label for group in choice.path for click in group)


def _of_tracks(tracks: Sequence[Track]) -> Iterator[str]:
    for track in tracks:
        yield from (track.title, track.note)


def told(match: Match, polish: Texts, rng: Random, pick: Pick) -> Iterator[tuple[str, str]]:
    """A match played by ``pick``: each text in English, and in Polish."""
    names = NAMES[: match.setup.seats]
    table = match.setup.game.table
    people = (*range(match.setup.seats), SPECTATOR)
    before = {seat: match.view(seat).record for seat in people} | {TABLE: match.state}
    while True:
        for seat in {*match.actors, rng.choice(people), TABLE}:
            pair = (table.scene(before[seat], _who(seat), words, names) for words in (texts("en"), polish))
            yield from zip(*map(words_of, pair), strict=True)
        if match.over:
            return
        actor = rng.choice(match.actors)
        if actor == TABLE:
            match.go_on()
        else:
            match.play(actor, pick(match.view(actor).choices, rng))
        for seat in (*people, TABLE):
            after = match.view(seat).record
            lines = (table.tell(before[seat], after, _who(seat), words, names) for words in (texts("en"), polish))
            yield from zip(*lines, strict=True)
            before[seat] = after


def _who(seat: int) -> int:
    """When all is over, whoever watches sees what the table knows."""
    return SPECTATOR if seat == TABLE else seat


def heard_in(setups: Sequence[Setup], polish: Texts, pick: Pick) -> dict[str, str]:
    """What people read and hear in a match of each setup: Polish by English."""
    rng = Random(1)
    found: dict[str, str] = {}
    for setup in setups:
        match = Match.begin(setup, Keyed.from_seed(rng.getrandbits(32)), auto=False)
        for english, in_polish in told(match, polish, rng, pick):
            assert found.setdefault(english, in_polish) == in_polish, english
    return found


def texts_in(catalogue: Catalog, *files: str) -> Iterator[str]:
    """The Polish texts of these files, such as ``blef/table.py``."""
    for message in catalogue:
        if message.id and any(file.endswith(files) for file, _ in message.locations):
            yield from [message.string] if isinstance(message.string, str) else message.string


def foreign(heard: dict[str, str], catalogue: Catalog, *files: str) -> list[str]:
    """What is told in Polish with words that these files do not have in the catalogue, or just as in English."""
    known = {word for text in texts_in(catalogue, *files) for word in WORD.findall(FIELD.sub(" ", text))} | UNTOLD
    return [
        in_polish
        for english, in_polish in heard.items()
        if set(WORD.findall(in_polish)) - known or (english == in_polish and set(WORD.findall(english)) - UNTOLD)
    ]


def unfinished(heard: dict[str, str]) -> list[str]:
    """Texts with a field left open, or put together badly."""
    return [text for pair in heard.items() for text in pair if re.search(r"[{}]|  |^ | $| [.,:!?]|:[.,]|\.\.", text)]


def never_heard(heard: dict[str, str], catalogue: Catalog, *files: str) -> set[str]:
    """Texts of these files that would be in the catalogue in vain, or the matches are not enough to try them."""
    lines = "\n".join(heard.values())
    wanted = {text: ".*?".join(map(re.escape, FIELD.split(text))) for text in texts_in(catalogue, *files)}
    return {text for text, pattern in wanted.items() if not re.search(rf"(?<!\w){pattern}(?!\w)", lines)}


@pytest.mark.slow
class InPolish:
    """Whole matches of a game, told in both languages to every seat. A class for each game says which matches."""

    setups: ClassVar[Sequence[Setup]]
    pick: ClassVar[Pick]
    """How they are played; a static method."""
    files: ClassVar[tuple[str, ...]]
    """Where the texts of the game stand."""
    rare: ClassVar[set[str]] = set()
    """Texts that nobody hears in these matches."""
    sentences: ClassVar[set[str]] = set()
    """Some that people hear, as they would say them."""

    @pytest.fixture(scope="class")
    @classmethod
    def heard(cls, polish: Texts) -> dict[str, str]:
        return heard_in(cls.setups, polish, cls.pick)

    def test_nothing_stays_english(self, heard: dict[str, str], catalogue: Catalog) -> None:
        assert len(heard) > 500
        found = foreign(heard, catalogue, *self.files, "blef/table.py")
        assert not found, found

    def test_nothing_stays_a_template(self, heard: dict[str, str]) -> None:
        found = unfinished(heard)
        assert not found, found

    def test_every_text_of_the_table_is_heard(self, heard: dict[str, str], catalogue: Catalog) -> None:
        found = never_heard(heard, catalogue, *self.files) ^ self.rare
        assert not found, found

    def test_what_people_hear_is_what_they_would_say(self, heard: dict[str, str]) -> None:
        found = self.sentences - set(heard.values())
        assert not found, found
