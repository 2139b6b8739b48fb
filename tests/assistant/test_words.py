"""A view in words says everything that the scene shows, and nothing that it hides."""

from __future__ import annotations

from random import Random

import pytest

import sprawdzam
from sprawdzam.assistant.desk import Desk
from sprawdzam.assistant.words import describe
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.games import NAMES


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game", NAMES)
def test_all_that_is_seen_is_said(game, language):
    match = sprawdzam.game(game, seats=3).unclocked().start(seed=6)
    luck = Random(2)
    for _ in range(40):
        if match.over:
            break
        seat = match.actors[0]
        view = match.view(seat)
        told, scene = describe(view, language), view.scene(language)
        assert scene.title in told and scene.prompt in told
        for zone in scene.zones:
            assert zone.title in told and zone.note in told
            shown = [p for p in zone.pieces if zone.kind != "notes"]
            assert all(piece.name in told for piece in shown)
        assert all(f'"{text}"' in told for text in view.choices)
        match.play(seat, luck.choice(view.choices))


@pytest.mark.parametrize("game", NAMES)
def test_what_is_said_follows_from_the_view(game):
    """Two worlds that a seat cannot tell apart read alike (law 4)."""
    match = sprawdzam.game(game, seats=3).unclocked().start(seed=6)
    for seat in (0, 1, SPECTATOR):
        view = match.view(seat)
        world = view.record.copy()
        view.game.rules.imagine(world, seat, sprawdzam.engine.chance.Fast(5))
        assert describe(sprawdzam.View.of(view.game, world, seat)) == describe(view)


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"game": "chess"}, "there is no game chess"),
        ({"game": "blef", "seats": 9}, "seats: blef seats 2 to 6, not 9"),
        ({"game": "blef", "options": {"joker": True}}, "option joker: blef has no such option"),
        ({"game": "blef", "bots": ["program:rm -rf /"]}, "there is no level program:rm -rf /"),
        ({"game": "blef", "bots": ["search:100000000"]}, "there is no level search"),
        ({"game": "blef", "seats": 2, "seat": 2}, "there is no seat 2; seats are 0 to 1"),
    ],
)
def test_a_table_that_cannot_be_had_is_refused(asked, problem):
    with pytest.raises(SprawdzamError) as error:
        Desk().open(**asked)
    assert problem in str(error.value)


def test_the_log_and_the_result_wait_for_the_end():
    desk = Desk(hints=False)
    seat = desk.seat(desk.open("nerwy", 2, bots=["novice"], seed=1))
    for ask in (seat.log, seat.result):
        with pytest.raises(SprawdzamError, match="not over yet"):
            ask()
    with pytest.raises(SprawdzamError, match="hints are switched off"):
        desk.hint("m1")
    with pytest.raises(SprawdzamError, match="there is no match m2; there are: m1"):
        desk.seat("m2")


def test_the_oldest_match_is_forgotten(monkeypatch):
    monkeypatch.setattr("sprawdzam.assistant.desk.MOST", 2)
    desk = Desk()
    assert [desk.open("blef", 2, seed=1) for _ in range(3)] == ["m1", "m2", "m3"]
    with pytest.raises(SprawdzamError, match="there are: m2, m3"):
        desk.seat("m1")


def test_several_actions_are_played_all_or_none():
    desk = Desk()
    seat = desk.seat(desk.open("blef", 2, bots=["novice"], seed=1))
    before = seat.seen()
    with pytest.raises(SprawdzamError):
        seat.act(["choose A", "choose the moon"])
    assert seat.seen() == before and seat.story == []
