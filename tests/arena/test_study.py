"""Who meets whom, on which deals, in which seats; and how a match of a study is played."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprawdzam.arena import BadStudy, Played, Study
from sprawdzam.arena.referee import Here, Order, deal_seed, forfeited_ranks, play
from sprawdzam.arena.study import Fixture
from sprawdzam.engine.errors import BadOption, UnknownBot, UnknownGame
from sprawdzam.engine.match import Match

from .conftest import timeless

BOTS = ("random", "instinct", "search:5", "search:6", "search:7")


def played(study: Study, fixture: Fixture) -> Played:
    return play(Order(study, fixture, fixture.bots), [Here(bot, study.limit) for bot in fixture.bots])


@given(st.integers(2, 5), st.integers(1, 5), st.integers(1, 30))
def test_all_groups_play_the_same_deals_in_every_rotation(bots, seats, matches):
    study = Study.of("fiasko", BOTS[:bots], seats=seats)
    fixtures = list(study.fixtures(matches))
    assert len(set(fixtures)) == len(fixtures)
    groups = Counter(fixture.bots for fixture in fixtures)
    assert set(groups) == set(study.groups())
    assert set(groups.values()) == {-(-matches // seats) * seats}
    for group in groups:
        assert len(group) == seats and len(set(group)) == min(bots, seats)
        mine = [fixture for fixture in fixtures if fixture.bots == group]
        for place in range(seats):
            seen = Counter((fixture.deal, fixture.seat(place)) for fixture in mine)
            assert set(seen) == {(deal, seat) for deal in range(study.deals(matches)) for seat in range(seats)}
            assert set(seen.values()) == {1}


def test_all_pairs_meet_at_a_table_for_two():
    study = Study.of("blef", BOTS[:4])
    assert study.groups() == [
        ("random", "instinct"), ("random", "search:5"), ("random", "search:6"),
        ("instinct", "search:5"), ("instinct", "search:6"), ("search:5", "search:6"),
    ]  # fmt: skip


def test_too_few_bots_are_repeated_in_turn_and_alone_each_plays_alone():
    assert Study.of("blef", ["random", "instinct"], seats=5).groups() == [
        ("random", "instinct", "random", "instinct", "random")
    ]
    assert Study.of("fiasko", ["random", "instinct"], seats=1).groups() == [("random",), ("instinct",)]


def test_a_study_for_the_options_that_are_given():
    assert Study.of("rys", ["random", "instinct"]).seats == 2
    assert Study.of("rys", ["random", "instinct"], options={"mode": "expert"}).seats == 3
    nerwy = Study.of("nerwy", ["random", "instinct"])
    assert nerwy.setup == nerwy.setup.unclocked()


@pytest.mark.parametrize(
    ("game", "bots", "more", "error", "text"),
    [
        ("poker", ["random"], {}, UnknownGame, "there is no game poker"),
        ("blef", ["random", "foo"], {}, UnknownBot, "there is no bot foo"),
        ("blef", ["random", "search:0"], {}, UnknownBot, "search:0: a budget is 1 to"),
        ("blef", ["random"], {}, BadStudy, "at a table of 2 at least two kinds of bots are needed"),
        ("fiasko", [], {"seats": 1}, BadStudy, "at least one is needed"),
        ("blef", ["random", "instinct", "random"], {}, BadStudy, "random is named twice"),
        ("blef", ["random", "instinct"], {"seats": 9}, BadOption, "blef seats 2 to 6, not 9"),
        ("blef", ["random", "instinct"], {"options": {"foo": 1}}, BadOption, "option foo"),
        ("blef", ["random", "instinct"], {"limit": 0}, BadStudy, "limit: 0.001 to 86400 seconds a decision, not 0"),
        ("blef", ["random", "instinct"], {"limit": float("nan")}, BadStudy, "not nan"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused(game, bots, more, error, text):
    with pytest.raises(error, match=text.replace("(", r"\(")):
        Study.of(game, bots, **more)


@pytest.mark.parametrize("game", ["blef", "fiasko", "szacunki", "nerwy", "rys"])
def test_the_same_luck_falls_in_all_rotations(game, monkeypatch):
    """Whoever sits there: the opening is the same, and where the same is played the same comes."""
    begun: list[Match] = []
    whole = Match.begin.__func__
    monkeypatch.setattr(Match, "begin", classmethod(lambda *a, **k: begun.append(whole(*a, **k)) or begun[-1]))
    study = Study.of(game, ["random", "instinct"], seed=5)
    for fixture in study.fixtures(2):
        played(study, fixture)
    one, two = (match.log for match in begun)
    assert one.opening == two.opening and one.origin == two.origin
    draws = [{(d.zone, d.number): d.value for step in log.steps[:1] for d in step.draws} for log in (one, two)]
    assert draws[0] == draws[1]
    assert [step.text for step in one.steps] != [step.text for step in two.steps]


def test_groups_share_deals_and_seeds_do_not():
    study = Study.of("blef", BOTS[:3], seed=5)
    assert deal_seed(study, 3) == deal_seed(Study.of("rys", BOTS[:2], seed=5), 3)
    assert len({deal_seed(Study.of("blef", BOTS[:2], seed=seed), deal) for seed in range(5) for deal in range(5)}) == 25


@settings(deadline=None, max_examples=15)
@given(st.integers(-(10**6), 10**6), st.integers(0, 50), st.integers(0, 2))
def test_a_match_depends_on_its_fixture_alone(seed, deal, rotation):
    study = Study.of("blef", ["random", "instinct"], seats=3, seed=seed)
    fixture = Fixture(study.groups()[0], deal, rotation)
    first = played(study, fixture)
    for number in range(3):  # what else a worker has played does not matter
        played(study, Fixture(study.groups()[0], deal + number, (rotation + number) % 3))
    Random(1).seed(seed)
    assert timeless([played(study, fixture)]) == timeless([first])
    assert sorted(first.ranks)[0] == 1 and first.forfeits == ()
    assert sum(first.decisions) == first.actions
    assert all(slowest <= seconds for slowest, seconds in zip(first.slowest, first.seconds, strict=True))


def test_alone_a_bot_plays_against_the_game():
    study = Study.of("fiasko", ["instinct", "random"], seats=1, seed=2)
    results = [played(study, fixture) for fixture in study.fixtures(3)]
    assert {each.bots for each in results} == {("instinct",), ("random",)}
    assert {each.ranks[0] for each in results} <= {1, 2}


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.data())
def test_who_forfeits_is_last_and_the_others_close_up(ranks, data):
    out = data.draw(st.sets(st.integers(0, len(ranks) - 1)))
    after = forfeited_ranks(ranks, out)
    if not out:
        assert after == tuple(ranks)
        return
    rest = [place for place in range(len(ranks)) if place not in out]
    assert all(after[place] == max(2, len(ranks)) for place in out)
    for a in rest:
        assert all((after[a] < after[b]) == (ranks[a] < ranks[b]) for b in rest)
        assert after[a] < max(2, len(ranks)) + (len(rest) == len(ranks))
    assert not rest or min(after[place] for place in rest) == 1
