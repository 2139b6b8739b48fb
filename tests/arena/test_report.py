"""What is told of a study: shares that add up, intervals that hold, ratings that hang on no accident."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprawdzam.arena import Played, Study, draw, figures, load, text
from sprawdzam.arena.interval import Share, interval
from sprawdzam.arena.rating import rate
from sprawdzam.arena.store import opened

BOTS = ["search:9", "search:8", "instinct", "random"]


def imagined(study: Study, matches: int, seed: int) -> list[Played]:
    """Matches that nobody played: the earlier in the list, the stronger."""
    rng = Random(seed)
    made = []
    for fixture in study.fixtures(matches):
        strength = [rng.random() - 0.4 * study.bots.index(bot) for bot in fixture.bots]
        ranks = [1 + sum(other > mine for other in strength) for mine in strength]
        if rng.random() < 0.2:
            ranks = [max(1, rank - 1) for rank in ranks]  # two share the first place
        n = study.seats
        seconds = tuple(rng.random() for _ in range(n))
        made.append(Played(*fixture, tuple(ranks), (0,) * n, rng.randrange(90), (3,) * n, seconds, seconds, ()))
    return made


def study(seats: int = 2, bots: int = 4) -> Study:
    return Study.of("blef", BOTS[:bots], seats=seats)


@pytest.mark.parametrize(("seats", "bots"), [(2, 2), (2, 4), (3, 4), (3, 2), (5, 3)])
def test_shares_add_up(seats, bots):
    table = study(seats, bots)
    played = imagined(table, 30, 1)
    found = figures(table, played)
    assert sum(row.wins for row in found.ladder) == pytest.approx(len(played))
    assert sum(row.fair * row.matches for row in found.ladder) == pytest.approx(len(played))
    assert sum(found.wins_by_seat) == pytest.approx(1)
    assert [row.share for row in found.ladder] == sorted((row.share for row in found.ladder), reverse=True)
    assert all(row.low <= row.share <= row.high for row in found.ladder)


@pytest.mark.parametrize(("seats", "bots"), [(2, 4), (3, 4), (3, 2)])
def test_the_cross_table_is_symmetric(seats, bots):
    found = figures(study(seats, bots), imagined(study(seats, bots), 70, 2))
    assert len(found.cross) == bots * (bots - 1)
    for duel in found.cross:
        back = found.duel(duel.against, duel.bot)
        assert back is not None and back.matches == duel.matches
        assert (back.share, back.low, back.high) == pytest.approx((1 - duel.share, 1 - duel.high, 1 - duel.low))


def test_at_a_table_for_two_a_duel_is_the_share_of_wins():
    found = figures(study(2, 2), imagined(study(2, 2), 50, 3))
    for row in found.ladder:
        duel = found.duel(row.bot, next(bot for bot in BOTS[:2] if bot != row.bot))
        assert duel is not None
        assert (duel.share, duel.low, duel.high) == pytest.approx((row.share, row.low, row.high))


@settings(deadline=None, max_examples=10)
@given(st.randoms(use_true_random=False))
def test_the_order_of_finishing_changes_nothing(rng):
    """A file in any order gives the same report, ratings included: matches are read in the order of the fixtures."""
    table = study(2, 3)
    played = imagined(table, 12, 4)
    mixed = rng.sample(played, len(played))
    with tempfile.TemporaryDirectory() as folder:
        with opened(Path(folder), table) as store:
            for each in mixed:
                store.add(each)
        assert figures(*load(folder)) == figures(table, played)
    assert rate(table.bots, played) != rate(table.bots, played[::-1])  # so the order has to be fixed


def test_ratings_follow_strength_and_repeated_bots_are_rated_once():
    for seats, bots in ((2, 4), (4, 3)):
        ratings = rate(BOTS[:bots], imagined(study(seats, bots), 60, 5))
        assert sorted(ratings, key=lambda bot: -ratings[bot].mu) == BOTS[:bots]
        assert all(rating.ordinal == rating.mu - 3 * rating.sigma for rating in ratings.values())


def clustered(rng: Random, deals: int, share: float, alike: float) -> Share:
    """Deals of two matches whose results are alike, or opposite (``alike`` < 0), so often."""
    found = Share()
    for deal in range(deals):
        first = rng.random() < share
        same = rng.random() < abs(alike)
        second = (first if alike > 0 else not first) if same else rng.random() < share
        found.add(deal, float(first))
        found.add(deal, float(second))
    return found


@pytest.mark.parametrize(
    ("share", "alike", "deals"), [(0.5, 0.9, 60), (0.5, -0.9, 60), (0.8, 0.5, 200), (0.97, 0, 200)]
)
def test_the_interval_holds_the_truth_in_95_of_100_studies(share, alike, deals):
    """Also where matches of a deal are alike; one that took them for independent would hold it in 83 of 100."""
    rng = Random(6)
    held = sum(low <= share <= high for low, high in
               (clustered(rng, deals, share, alike).interval for _ in range(1000)))  # fmt: skip
    assert 925 <= held <= 985


def test_the_interval_is_narrower_where_rotation_takes_the_luck_out():
    rng = Random(7)
    width = [high - low for low, high in (clustered(rng, 300, 0.5, alike).interval for alike in (-0.9, 0, 0.9))]
    assert width[0] < width[1] < width[2]


def test_few_deals_and_no_spread_count_at_most_one_trial_a_deal():
    found = Share()
    for deal in range(10):
        for won in (1.0, 0.0):
            found.add(deal, won)
    assert found.trials == 10 and found.interval == interval(5, 10)
    certain = Share()
    for deal in range(1000):
        certain.add(deal, 1.0)
        certain.add(deal, 1.0)
    assert certain.interval == interval(1000, 1000) and certain.interval[0] > 0.996


def test_a_report_for_programs():
    found = json.loads(json.dumps(figures(study(), imagined(study(), 10, 8)).fields()))
    assert {name: type(value) for name, value in found.items()} == {
        "study": dict, "matches": int, "deals": int, "ladder": list, "cross": list, "wins_by_seat": list,
        "mean_length": float, "forfeits": list,
    }  # fmt: skip
    row = found["ladder"][0]
    assert {name: type(value) for name, value in row.items()} == {
        "bot": str, "matches": int, "wins": float, "share": float, "low": float, "high": float, "fair": float,
        "rating": dict, "decisions": int, "mean_seconds": float, "max_seconds": float, "forfeits": int,
    }  # fmt: skip
    assert set(row["rating"]) == {"mu", "sigma", "ordinal"}
    assert set(found["cross"][0]) == {"bot", "against", "matches", "share", "low", "high"}
    assert Study.read(found["study"]) == study()


def test_a_report_for_people():
    told = text(figures(study(3), imagined(study(3), 30, 9)))
    assert told.startswith("blef, 3 seats, seed 1: 120 matches of 10 deals\n")
    assert "ranks better than the bot of the column" in told and "mean length: " in told
    assert len({len(line) for line in told.splitlines()[2:7]}) == 1  # a straight table


def test_alone_nobody_is_rated_or_compared():
    alone = Study.of("fiasko", ["instinct", "random"], seats=1)
    found = figures(alone, imagined(alone, 20, 1))
    assert found.cross == () and all(row.rating is None and row.fair is None for row in found.ladder)
    assert "1 seat" in text(found) and "wins by seat" not in text(found)


def test_nothing_finished_is_told_too():
    found = figures(study(), [])
    assert text(found) == "blef, 2 seats, seed 1: 0 matches of 0 deals"
    assert found.ladder == () and json.dumps(found.fields())


def test_pictures_are_the_same_for_the_same_figures(tmp_path):
    pytest.importorskip("matplotlib")
    found = figures(study(), imagined(study(), 20, 1))
    (tmp_path / "again").mkdir()
    files = draw(found, tmp_path)
    again = draw(found, tmp_path / "again")
    assert [file.name for file in files] == ["report.png", "report.svg"]
    assert [file.read_bytes() for file in files] == [file.read_bytes() for file in again]
    assert files[0].read_bytes().startswith(b"\x89PNG") and b"<svg" in files[1].read_bytes()


def test_a_picture_of_one_alone_and_none_without_matches(tmp_path):
    pytest.importorskip("matplotlib")
    alone = Study.of("fiasko", ["instinct"], seats=1)
    assert draw(figures(alone, []), tmp_path) == []
    assert len(draw(figures(alone, imagined(alone, 20, 1)), tmp_path)) == 2


def test_without_matplotlib_there_are_no_pictures(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert draw(figures(study(), imagined(study(), 4, 1)), tmp_path) == []
