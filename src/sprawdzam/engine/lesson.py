"""Lessons: positions with a text and a task, played by the same ``Match`` and shown by the same scenes as a match.

A game's ``tutorial.py`` has them as data. The learner sits at seat 0. A lesson answers every choice that the learner
has: it is right, and the table plays on for a moment, or the learner is told why not, and tries again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from sprawdzam.engine.chance import Script
from sprawdzam.engine.game import Game
from sprawdzam.engine.log import read_draw
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import read_position
from sprawdzam.engine.scene import Choice, Move, Scene, moves
from sprawdzam.engine.texts import Texts, texts
from sprawdzam.engine.view import View

RIVALS = ("Ola", "Kuba", "Iga")  # as in the examples of the rulebooks
LEARNER = 0


@dataclass(frozen=True)
class Answer:
    """What is said to a choice of the learner. ``says`` is an English text of the catalogue."""

    actions: Sequence[str]
    """Texts of actions as the notation has them, with ``*`` and ``[12]`` as in names of files; those of one choice are
    joined by commas. The first answer that fits counts."""
    says: str
    right: bool = False
    then: Sequence[str] = ()
    """What happens after a right one, as a log tells it: ``1: check``, ``table: go on``."""
    chance: str = ""
    """What is drawn meanwhile: ``deck 1-2, deck 3-4``."""


@dataclass(frozen=True)
class Lesson:
    """A position, what there is to know about it, and what to do. Without a task it is only looked at."""

    says: str
    position: Mapping[str, Any]
    """Without ``game`` and ``rules``, which go without saying."""
    task: str = ""
    answers: Sequence[Answer] = ()
    otherwise: str = ""
    """What is said to every other choice."""


@dataclass(frozen=True)
class Sight:
    """A moment of what follows a right answer, as the learner sees it."""

    scene: Scene
    moves: tuple[Move, ...]
    told: tuple[str, ...]


@dataclass(frozen=True)
class Reply:
    """What is said to a choice, and what follows."""

    says: str
    right: bool
    sights: tuple[Sight, ...] = ()


@dataclass(frozen=True)
class Told:
    """A lesson in one language, with everything that can come of it: whoever shows it need not ask again."""

    number: int
    of: int
    says: str
    task: str
    scene: Scene
    replies: tuple[Reply, ...]
    by_choice: tuple[int, ...]
    """For each choice of the scene its reply."""


@cache
def told(game: Game, number: int, language: str) -> Told:
    """A lesson by its number, from 0."""
    lesson, say = game.lessons[number], texts(language)
    match = begun(game, lesson, "")
    scene = match.view(LEARNER).scene(language, _names(match, say))
    replies: dict[Reply, int] = {}
    by_choice = [
        replies.setdefault(_reply(game, lesson, choice, match.view(LEARNER), say), len(replies))
        for choice in (scene.choices if lesson.task else ())
    ]
    if not lesson.task:
        scene = _still(scene)
    return Told(number, len(game.lessons), say(lesson.says), say(lesson.task), scene, tuple(replies), tuple(by_choice))


def begun(game: Game, lesson: Lesson, chance: str) -> Match:
    """The match of a lesson, before the learner does anything."""
    setup, state = read_position(game, {"game": game.name, "rules": game.rules_version, **lesson.position})
    laid: dict[str, list[int]] = {}
    for draw in filter(None, chance.split(", ")):
        zone, value = read_draw(draw, game)
        laid.setdefault(zone, []).append(value)
    return Match.from_position(setup, state, Script(laid, game.notation.OUTCOMES), auto=False)


def answer_to(lesson: Lesson, told: str) -> Answer:
    """The answer that fits the actions of a choice."""
    fits = (answer for answer in lesson.answers if any(fnmatchcase(told, pattern) for pattern in answer.actions))
    return next(fits, Answer((), lesson.otherwise))


def _reply(game: Game, lesson: Lesson, choice: Choice, view: View, say: Texts) -> Reply:
    answer = answer_to(lesson, ", ".join(view.write(action) for action in choice.actions))
    if not answer.right:
        return Reply(say(answer.says), False)
    match = begun(game, lesson, answer.chance)
    names = _names(match, say)
    before, sights = match.view(LEARNER), []
    match.play_all(LEARNER, choice.actions)
    for step in (None, *answer.then):
        if step is not None:
            who, _, action = step.partition(": ")
            if who == "table":
                match.go_on()
            else:
                match.play(int(who), action)
        after = match.view(LEARNER)
        scene = _still(after.scene(say.language, names))
        lines = game.table.tell(before.record, after.record, LEARNER, say, names)
        sights.append(Sight(scene, moves(before.scene(say.language, names), scene), tuple(lines)))
        before = after
    return Reply(say(answer.says), True, tuple(sights))


def _names(match: Match, say: Texts) -> list[str]:
    return [say("You"), *RIVALS][: match.setup.seats]


def _still(scene: Scene) -> Scene:
    """A scene in which nothing is asked."""
    return replace(scene, asks=(), choices=(), preset=())
