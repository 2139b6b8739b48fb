"""Ratings: pure, fair to several seats of one player, and right when matches end together."""

from __future__ import annotations

import pytest
from openskill.models import PlackettLuce

from sprawdzam.server.ratings import START_MU, START_SIGMA, Skill, bot_id, rated, rating_writes, skills
from sprawdzam.server.schema import ratings


def test_a_newcomer_starts_where_openskill_does():
    fresh = PlackettLuce().rating()
    assert (START_MU, pytest.approx(START_SIGMA)) == (fresh.mu, fresh.sigma)
    assert Skill().ordinal == pytest.approx(0)


def test_it_is_openskill():
    before = {"a": Skill(30, 4), "b": Skill(20, 8)}
    after = rated(["a", "b", "c"], [2, 1, 3], before)
    model = PlackettLuce()
    teams = [[model.rating(30, 4)], [model.rating(20, 8)], [model.rating()]]
    expected = [(one.mu, one.sigma) for (one,) in model.rate(teams, ranks=[2, 1, 3])]
    assert [tuple(after[player]) for player in "abc"] == [pytest.approx(one) for one in expected]


def test_the_winner_gains_and_the_last_loses_whatever_the_seat():
    after = rated(["a", "b", "c"], [3, 1, 2], {})
    assert after["b"].mu > after["c"].mu > after["a"].mu
    assert all(skill.sigma < START_SIGMA for skill in after.values())


def test_those_who_share_a_place_fare_alike():
    after = rated(["a", "b", "c"], [1, 1, 3], {})
    assert after["a"] == pytest.approx(after["b"])


def test_one_who_sits_in_two_seats_gets_the_mean():
    after = rated(["a", bot_id("novice"), bot_id("novice")], [1, 2, 3], {})
    apart = rated(["a", "b", "c"], [1, 2, 3], {})
    assert after["a"] == pytest.approx(apart["a"])
    assert after["bot:novice"].mu == pytest.approx((apart["b"].mu + apart["c"].mu) / 2)


def test_a_match_against_oneself_counts_for_nothing():
    assert rated(["a", "a"], [1, 2], {"a": Skill(20, 5)}) == {"a": Skill(20, 5)}


def test_ratings_are_kept_and_matches_counted(site):
    first = rated(["a", "b"], [1, 2], {})
    site.write(*rating_writes("blef", {}, first))
    kept = site.run(skills, site.store, "blef", ["a", "b", "c"])
    assert kept == {player: pytest.approx(skill) for player, skill in first.items()}
    assert site.run(skills, site.store, "rys", ["a"]) == {}
    second = rated(["a", "b"], [2, 1], kept)
    site.write(*rating_writes("blef", kept, second))
    assert site.run(skills, site.store, "blef", ["a"])["a"] == pytest.approx(second["a"])
    assert [row["matches"] for row in site.rows(ratings)] == [2, 2]


def test_two_matches_that_end_together_both_count(site):
    start = {"a": Skill(25, 8), "b": Skill(25, 8), "c": Skill(25, 8)}
    site.write(*rating_writes("blef", {}, start))
    one, other = rated(["a", "b"], [1, 2], start), rated(["a", "c"], [1, 2], start)
    site.write(*rating_writes("blef", start, one))
    site.write(*rating_writes("blef", start, other))
    now = site.run(skills, site.store, "blef", ["a"])["a"]
    assert now.mu == pytest.approx(one["a"].mu + other["a"].mu - 25)
    assert now.sigma == pytest.approx(one["a"].sigma * other["a"].sigma / 8)
