"""Reviews: what luck and what skill did in a match, and which decisions were mistakes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sprawdzam
from sprawdzam.bots import make, review
from sprawdzam.bots.levels import LevelBot
from sprawdzam.bots.retell import tell
from sprawdzam.engine.errors import BadLog
from sprawdzam.engine.match import Match

TABLES = [
    ("blef", 3, {"jokers": True}), ("blef", 2, {"shrinking": True}), ("fiasko", 1, {}), ("fiasko", 2, {}),
    ("szacunki", 2, {}), ("nerwy", 3, {}), ("rys", 2, {}), ("rys", 3, {}),
]  # fmt: skip


def played(game: str, seats: int, options: dict[str, Any], seed: int = 3) -> Match:
    match, rng, bot = sprawdzam.game(game, seats=seats, **options).start(seed=seed), Random(seed), make("instinct")
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot.decide(match.view(seat), rng))
    return match


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rough estimates, where it does not matter what they are."""
    monkeypatch.setattr(review, "MATCHES", 12)
    monkeypatch.setattr(review, "WORK", 1)
    monkeypatch.setattr(review, "LEAST", 12)
    monkeypatch.setattr(review, "LOOKED_AT", 2)
    monkeypatch.setattr(review, "LevelBot", lambda level: LevelBot("player"))


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_luck_and_skill_lead_from_the_fair_share_to_the_result(game: str, seats: int, options: dict[str, Any]) -> None:
    match = played(game, seats, options)
    found = review.review(match.log)
    assert found.steps == len(match.log.steps)
    for account in found.accounts:
        first = account.decisions[0].before if seats == 1 else 1 / seats
        assert account.begin == first
        assert account.end == (1 / len(match.winners) if account.seat in match.winners else 0.0)
        assert account.begin + account.luck + account.skill == pytest.approx(account.end)
        swings = sum(stop[1] - start[1] for start, stop in account.swings(found.steps))
        assert account.luck == pytest.approx(swings)
        assert account.skill <= 0 and all(decision.loss >= 0 for decision in account.decisions)
        moments = [moment for moment, _ in account.points]
        assert moments == sorted(moments) and all(0 <= chance <= 1 for _, chance in account.points)
        for decision in account.decisions:
            assert match.log.steps[decision.step - 1].seat == account.seat
    for turn in found.turns:
        assert 0 < turn.step <= found.steps


@pytest.mark.usefixtures("hasty")
def test_the_same_log_has_the_same_review() -> None:
    log = played("blef", 3, {}).log
    assert tell(review.review(log)) == tell(review.review(sprawdzam.load(log.text).log))


def blundered() -> tuple[Match, int]:
    """A match in which both have 5 cards, so that the next to lose is out; then seat 0 bids that all ten cards are
    sixes. And the step of that."""
    match, rng, bot = sprawdzam.game("blef", seats=2).start(seed=2), Random(2), make("instinct")
    blunder = 0
    while not match.over:
        seat = match.actors[0]
        view = match.view(seat)
        bids = [text for text in view.choices if text.startswith("bid")]
        if seat == 0 and bids and view.record.total == 10 and not blunder:
            match.play(seat, bids[-1])
            blunder = next(n for n, step in reversed([*enumerate(match.log.steps, 1)]) if step.seat == 0)
        elif blunder and seat == 1 and "check" in view.choices:
            match.play(seat, "check")
        else:
            match.play(seat, bot.decide(view, rng))
    return match, blunder


def test_a_blunder_that_loses_the_match_is_the_biggest_mistake() -> None:
    match, step = blundered()
    assert step and match.winners == (1,)
    found = review.review(match.log)
    worst = found.accounts[0].mistakes[0].decision
    assert worst.step == step
    assert worst.after < 0.05 < 0.2 < worst.before
    assert worst.better != worst.played
    told = tell(found, "en", ["Ola", "Jan"]).seats[0].mistakes[0]
    assert told.step == step and told.played.startswith("Bid") and "imagined matches" in told.why
    assert tell(found, "pl").seats[0].mistakes[0].why != told.why


@pytest.mark.usefixtures("hasty")
def test_what_somebody_else_played_for_a_seat_is_no_mistake_of_it() -> None:
    match, step = blundered()
    found = review.review(match.log, lent={step}).accounts[0]
    assert step not in [decision.step for decision in found.decisions]
    assert found.begin + found.luck + found.skill == pytest.approx(found.end)


@pytest.mark.usefixtures("hasty")
def test_whoever_has_resigned_has_not_won() -> None:
    match = played("blef", 2, {})
    (first,) = match.winners
    places = [2, 2]
    places[1 - first] = 1
    found = review.review(match.log, places=places)
    assert [account.end for account in found.accounts] == [float(place == 1) for place in places]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("steps", [0, 9])
def test_of_a_match_that_ended_by_resignation_the_part_that_was_played_is_reviewed(steps: int) -> None:
    match, rng, bot = sprawdzam.game("blef", seats=2).start(seed=3), Random(3), make("instinct")
    while len(match.log.steps) < steps:
        match.play(match.actors[0], bot.decide(match.view(match.actors[0]), rng))
    found = review.review(match.log, places=[2, 1])
    assert not match.over and found.steps == len(match.log.steps)
    assert [account.end for account in found.accounts] == [0.0, 1.0]
    assert any(account.decisions for account in found.accounts) == bool(steps)
    for account in found.accounts:
        assert account.begin + account.luck + account.skill == pytest.approx(account.end)
    played = [decision.step for account in found.accounts for decision in account.decisions]
    assert all(turn.step <= max(played, default=0) for turn in found.turns), "to resign is no luck"
    assert tell(found, "pl").steps == found.steps


def test_a_match_that_is_not_over_has_no_review() -> None:
    with pytest.raises(BadLog, match="does not come to its end"):
        review.review(sprawdzam.game("blef", seats=2).start(seed=1).log)
