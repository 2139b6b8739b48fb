"""Levels: the same kind of opponent in every game, with a reason for everything it does."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import sprawdzam
from sprawdzam.bots import LEVELS, make
from sprawdzam.bots.levels import SLIP, LevelBot, Thought
from sprawdzam.bots.pace import LEAST, MOST, thinking_time
from sprawdzam.bots.reason import hint, label, why
from sprawdzam.bots.search import Opinion, SearchBot, added, mixed, settled
from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.view import View
from sprawdzam.games import NAMES


def views(game: str, number: int, seed: int = 1) -> list[View]:
    """Views with a choice, from all over a match of instincts."""
    found, luck = [], Random(seed)
    match = sprawdzam.game(game).start(seed=seed)
    bot = make("instinct")
    while not match.over:
        seat = match.actors[0]
        view = match.view(seat)
        if len(view.actions) > 1:
            found.append(view)
        match.play(seat, bot.decide(view, luck))
    return [found[i * len(found) // number] for i in range(number)]


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_decides_alike(game: str, level: str) -> None:
    for view in views(game, 4):
        decided = [make(level).decide(view, Random(7)) for _ in range(2)]
        assert decided[0] == decided[1] and decided[0] in view.actions


def test_a_novice_slips_as_often_as_it_is_said() -> None:
    view = next(view for view in views("blef", 4) if len(view.actions) > 8)
    luck = Random(2)
    liked = {make("instinct").decide(view, luck) for _ in range(2000)}
    unlikely = set(view.actions) - liked
    assert unlikely, "instinct leaves some actions out"
    slips = sum(make("novice").decide(view, luck) in unlikely for _ in range(2000)) / 2000
    assert slips == pytest.approx(SLIP * len(unlikely) / len(view.actions), abs=0.04)


def test_a_player_thinks_less_than_a_master() -> None:
    view = views("nerwy", 2)[1]
    player, master = (make(level).think(view, Random(1)) for level in ("player", "master"))  # type: ignore[attr-defined]
    assert 0 < sum(o.visits for o in player.opinions) < view.game.thought / 10 < sum(o.visits for o in master.opinions)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("language", ["pl", "en"])
def test_every_decision_of_a_master_has_a_reason(game: str, language: str) -> None:
    for view in views(game, 5, seed=3):
        thought = LevelBot("master").think(view, Random(1))
        text = why(view, thought, language)
        assert text and "{" not in text and "  " not in text and not text[0].islower() and text[-1] == ".", text


def test_a_hint_is_an_action_in_the_words_of_the_table() -> None:
    view = next(view for view in views("blef", 6) if "check" in view.choices)
    given = hint(view, Random(1), "pl", ["Ola", "Kuba"])
    assert given.action in view.actions
    assert given.label in {choice.label for choice in view.scene("pl", ["Ola", "Kuba"]).choices}
    assert given.why


def test_an_action_that_begins_a_choice_is_told_as_the_choice() -> None:
    found = [view for seed in range(8) for view in views("fiasko", 40, seed) if _part(view) is not None]
    assert found, "payments have parts"
    action = _part(found[0])
    begun = [choice.label for choice in found[0].scene().choices if choice.actions[0] == action]
    assert action is not None and begun and label(found[0], action) == begun[0]


def _part(view: View) -> int | None:
    whole = {choice.actions for choice in view.scene().choices}
    return next((action for action in view.actions if (action,) not in whole), None)


def test_a_reason_compares_with_the_next_best() -> None:
    view = next(view for view in views("blef", 6) if "check" in view.choices)
    first, second = view.actions[:2]
    opinions = (Opinion(first, 100, 0.64), Opinion(second, 60, 0.58))
    text = why(view, Thought(first, opinions))
    assert "wins 64 % of imagined matches" in text and label(view, second) in text and "58 %" in text
    few = why(view, Thought(first, (Opinion(first, 5, 0.64),)))
    assert "64 %" not in few, "a figure of five matches would be a lie"


def test_a_plan_is_told_as_such() -> None:
    view = next(view for view in views("blef", 6) if "check" in view.choices)
    mixed_plan = Thought(view.actions[0], plan=((view.actions[0], 0.3), (view.actions[1], 0.7)))
    assert "in 30 % of such cases" in why(view, mixed_plan)
    assert "nothing is better" in why(view, Thought(view.actions[0], plan=((view.actions[0], 1.0),)))


def test_pauses_are_like_those_of_people_and_tell_nothing() -> None:
    luck = Random(1)
    usual = [thinking_time(luck, fresh=False) for _ in range(4000)]
    fresh = [thinking_time(luck, fresh=True) for _ in range(4000)]
    assert min(usual + fresh) >= LEAST and max(usual + fresh) <= MOST
    assert sorted(usual)[2000] == pytest.approx(1.1, abs=0.05) and sorted(fresh)[2000] == pytest.approx(1.65, abs=0.08)


def test_settled_means_that_no_other_action_may_be_played() -> None:
    assert settled([], 1000) and settled([Opinion(1, 100, 0.6)], 1000), "there is no other"
    assert not settled([Opinion(1, 100, 0.6), Opinion(2, 60, 0.58)], 0)
    assert settled([Opinion(1, 1000, 0.6), Opinion(2, 100, 0.5)], 700), "it cannot catch up"
    assert not settled([Opinion(1, 1000, 0.6), Opinion(2, 100, 0.55)], 900)
    assert settled([Opinion(1, 1000, 0.9), Opinion(2, 400, 0.3)], 5000), "it is surely worse"


def test_close_actions_are_mixed_as_often_as_they_were_tried() -> None:
    close = [Opinion(1, 1000, 0.60), Opinion(2, 800, 0.599), Opinion(3, 700, 0.40), Opinion(4, 10, 0.9)]
    luck = Random(1)
    played = [mixed(close, luck) for _ in range(3000)]
    assert set(played) == {1, 2}
    assert played.count(2) / 3000 == pytest.approx(800 / 1800, abs=0.03)


def test_roots_are_added_up() -> None:
    both = added([[Opinion(1, 10, 0.5), Opinion(2, 30, 1.0)], [Opinion(1, 30, 0.9)]])
    assert both == [Opinion(1, 40, pytest.approx(0.8)), Opinion(2, 30, 1.0)]


def test_two_roots_decide_alike_with_the_same_seed_and_think_twice_as_much() -> None:
    view = views("blef", 2)[1]
    bot = make("search:400x2")
    assert isinstance(bot, SearchBot) and (bot.simulations, bot.roots, bot.name) == (400, 2, "search:400x2")
    opinions = [bot.opinions(view, Random(5)) for _ in range(3)]
    assert opinions[0] == opinions[1] == opinions[2]
    one = sum(o.visits for o in SearchBot(400).opinions(view, Random(5)))
    assert sum(o.visits for o in opinions[0]) > 1.5 * one


@pytest.mark.parametrize("budget", range(1, 8))
def test_a_budget_of_a_few_simulations_is_enough_for_a_decision(budget: int) -> None:
    view = views("blef", 2)[1]
    for seed in range(20):
        assert SearchBot(budget).decide(view, Random(seed)) in view.actions


@pytest.mark.parametrize(
    "name",
    [
        "search:0",
        "search:5000x0",
        "search:5000x65",
        "search:x2",
        "masters",
        "master:5",
        "player:20ms",
        "master:0ms",
        "openspiel",
        "openspiel:9",
        "",
    ],
)
def test_impossible_budgets_and_unknown_bots_are_refused(name: str) -> None:
    with pytest.raises(UnknownBot):
        make(name)


def test_a_master_with_time_and_one_at_a_table_think_by_the_clock() -> None:
    timed, sitting = make("master:30ms"), make("master", at_table=True)
    assert timed == LevelBot("master", 30) and timed.name == "master:30ms"
    assert isinstance(sitting, LevelBot) and 100 <= sitting.milliseconds <= 500 and sitting.threads >= 1
    view = views("nerwy", 2)[1]
    assert timed.decide(view, Random(1)) in view.actions


@pytest.mark.parametrize("game", NAMES)
def test_the_search_of_the_peer_plays_our_games(game: str) -> None:
    """Whole matches, so that every phase is met; with time for little more than the least it can do, which is much: so
    it decides twice in each phase, and a rule of thumb decides the rest."""
    pytest.importorskip("pyspiel")
    bot, rival, luck = make("openspiel:1ms"), make("instinct"), Random(1)
    match = sprawdzam.game(game, 3).start(seed=1)
    decided: Counter[str] = Counter()
    while not match.over:
        seat, view = match.actors[0], match.view(match.actors[0])
        phase = str(view.position["phase"])
        decided[phase] += seat == 0
        match.play(seat, (bot if seat == 0 and decided[phase] <= 2 else rival).decide(view, luck))
    assert match.winners and sum(decided.values()) > 4


def test_the_search_of_the_peer_decides_what_is_certain() -> None:
    pytest.importorskip("pyspiel")
    position = {
        "game": "blef", "rules": 1, "seats": 2, "options": {}, "phase": "bid", "round": 1, "tiebreak": False,
        "starter": 1, "direction": "cw", "bids": ["2x6"],
        "players": [{"count": 1, "cards": ["1/2"]}, {"count": 1, "cards": ["?/?"]}],
    }  # fmt: skip
    view = sprawdzam.view(position, 0)
    assert view.choices == ("check",) or view.write(make("openspiel:300ms").decide(view, Random(1))) == "check"
