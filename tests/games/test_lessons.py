"""The tutorials: every lesson can be played, answers every choice, and says the same in both languages."""

from __future__ import annotations

import pytest

from sprawdzam.engine.lesson import LEARNER, answer_to, begun, told
from sprawdzam.games import all_games, find

GAMES = [game.name for game in all_games()]
LESSONS = [(game.name, number) for game in all_games() for number in range(len(game.lessons))]


@pytest.mark.parametrize("name", GAMES)
def test_a_tutorial_has_five_to_eight_steps(name: str) -> None:
    assert 5 <= len(find(name).lessons) <= 8


@pytest.mark.parametrize(("name", "number"), LESSONS)
def test_a_lesson_waits_for_the_learner_and_answers_every_choice(name: str, number: int) -> None:
    game = find(name)
    lesson = game.lessons[number]
    view = begun(game, lesson, "").view(LEARNER)
    assert LEARNER in view.actors
    choices = [", ".join(map(view.write, choice.actions)) for choice in view.scene().choices]
    answers = [answer_to(lesson, choice) for choice in choices]
    assert all(answer.says for answer in answers)
    assert any(answer.right for answer in answers)
    met = [answer for answer in lesson.answers if answer in answers]
    assert met == list(lesson.answers), "an answer that fits no choice"


@pytest.mark.parametrize(("name", "number"), LESSONS)
def test_a_lesson_is_the_same_in_both_languages(name: str, number: int) -> None:
    pl, en = (told(find(name), number, language) for language in ("pl", "en"))
    assert pl.by_choice == en.by_choice and len(pl.by_choice) == len(pl.scene.choices)
    assert [reply.right for reply in pl.replies] == [reply.right for reply in en.replies]
    assert pl.says != en.says and pl.task != en.task
    for polish, english in zip(pl.replies, en.replies, strict=True):
        assert polish.says != english.says
        assert len(polish.sights) == len(english.sights)
        assert bool(polish.sights) == polish.right


@pytest.mark.parametrize(("name", "number"), LESSONS)
def test_nothing_can_be_pressed_once_a_lesson_is_passed(name: str, number: int) -> None:
    for reply in told(find(name), number, "en").replies:
        for sight in reply.sights:
            assert sight.scene.seat == LEARNER
            assert not sight.scene.choices and not sight.scene.preset and not sight.scene.asks


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"szacunki"}))  # whose guesses take five more steps
def test_the_last_lesson_wins_the_match(name: str) -> None:
    game = find(name)
    last = told(game, len(game.lessons) - 1, "en")
    ranking = next(reply for reply in last.replies if reply.right).sights[-1].scene.ranking
    assert ranking[0] == (LEARNER, 1)


@pytest.mark.parametrize(("name", "number"), LESSONS)
def test_texts_are_short(name: str, number: int) -> None:
    """Six lines of a phone at most, so that the table stays in sight."""
    for language in ("pl", "en"):
        lesson = told(find(name), number, language)
        assert len(lesson.says) + len(lesson.task) <= 300
        assert all(len(reply.says) <= 160 for reply in lesson.replies)
