"""Advice and odds: legal, from the view alone, and right by counting everything."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprawdzam
from sprawdzam.bots.expert import ExpertBot
from sprawdzam.engine.chance import Keyed
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.game import Setup
from sprawdzam.engine.match import Match
from sprawdzam.engine.odds import percent
from sprawdzam.engine.texts import texts
from sprawdzam.engine.view import View
from sprawdzam.games.blef import expert, rules, solutions
from sprawdzam.games.blef.bids import all_bids
from sprawdzam.games.blef.habits import Habits
from sprawdzam.games.blef.memory import Memory
from sprawdzam.games.blef.rounds import Round
from sprawdzam.games.blef.rules import CHECK, CHOOSE, MOST, PAIRS, Phase
from sprawdzam.games.blef.solutions import LARGE, ROUNDS, solution

from .tables import BLEF

NAMES = ["Ala", "Olek", "Ewa", "Jan", "Iga", "Leo"]


@pytest.fixture(autouse=True)
def an_empty_cache(tmp_path, monkeypatch):
    monkeypatch.setattr("sprawdzam.games.blef.solutions.cache_folder", lambda: tmp_path)


def walk(seats: int, seed: int, steps: int, **options: object) -> Match:
    """A match after some actions, any of them; short bids first, so that rounds last."""
    match = BLEF.setup(seats, **options).start(seed=seed)
    rng = Random(seed)
    for _ in range(steps):
        if match.over:
            break
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.view(seat).actions[:6]))
    return match


matches = st.builds(
    walk,
    st.integers(2, 4),
    st.integers(0, 10**6),
    st.integers(0, 60),
    jokers=st.booleans(),
    shrinking=st.booleans(),
    longer=st.booleans(),
)


@given(matches)
@settings(max_examples=60, deadline=None)
def test_advice_is_there_exactly_where_a_solution_is(match: Match) -> None:
    s = match.state
    playing = [p for p in range(s.seats) if not s.seat[p].rank]
    one_each = len(playing) == 2 and all(s.seat[p].count == 1 for p in playing)
    for seat in range(s.seats):
        view = match.view(seat)
        advice = expert.advise(view.record, seat)
        decides = bool(view.actions) and s.phase in (Phase.CHOOSE, Phase.BID)
        assert (advice is not None) == (one_each and decides)
        if advice is not None:
            assert list(advice) == list(view.actions)
            assert sum(advice.values()) == pytest.approx(1)
            assert min(advice.values()) >= 0
    assert expert.advise(match.view(SPECTATOR).record, SPECTATOR) is None


def test_two_who_are_left_of_more_get_the_advice_of_a_table_for_two() -> None:
    """With the seat that has left between them, and the second of them as the starter."""
    fields = {"game": "blef", "phase": "bid", "tiebreak": True, "starter": 2, "direction": "cw", "bids": ["1x2"]}
    players = [
        {"count": 1, "cards": ["5/1"]},
        {"count": 6, "cards": [], "rank": 3},
        {"count": 1, "cards": ["2/3"]},
    ]
    many = sprawdzam.position(_full(fields, players, 3))
    few = sprawdzam.position(_full({**fields, "starter": 1, "tiebreak": False}, [players[0], {**players[2]}], 2))
    advice = expert.advise(many.view(0).record, 0)
    assert advice is not None and advice == expert.advise(few.view(0).record, 0)


def _full(fields: dict, players: list, seats: int) -> dict:
    blank = BLEF.setup(seats).start(seed=1).position
    return {**{key: value for key, value in blank.items() if key not in ("round",)}, **fields, "players": players}


def test_advice_is_that_of_the_solution() -> None:
    match = BLEF.setup(2, first_starter=0).start(seed=3)
    solved = solution(Round((1, 1)).name)
    assert solved is not None
    for seat in (0, 1):
        card = int(match.view(seat).record.seat[seat].card[0]) - 1
        assert expert.advise(match.view(seat).record, seat) == {
            CHOOSE + end: share for end, share in enumerate(solved.choice(seat, card))
        }
    match.play(0, CHOOSE)
    match.play(1, CHOOSE + 1)
    match.play(0, 1 * MOST + 1)  # 2x2
    card = int(match.view(1).record.seat[1].card[0]) - 1
    play = solved.play(1, 15 + card, [3])
    advice = expert.advise(match.view(1).record, 1)
    assert advice is not None
    assert advice[CHECK] == play[-1] and advice[5 * MOST] == play[10] and advice[2 * MOST + 1] == play[5]


# --- odds ---


def by_counting(v, seat: int, bid: int) -> float:
    """All hands that the rivals can have, with all ends."""
    value, quantity = bid // MOST + 1, bid % MOST + 1
    opening = all_bids(v)[0] if v.made else bid
    wild = v.option.jokers and opening >= MOST
    deck = [PAIRS[kind] for kind in range(15) for _ in range(v.deck[kind])]
    me = v.seat[seat]
    mine = [PAIRS[me.card[i] - 1][me.end[i] - 1] for i in range(me.count)]
    true = total = 0
    for cards in combinations(deck, v.total - me.count):
        for shown in product(*cards):
            total += 1
            true += sum(1 for one in (*mine, *shown) if one == value or (wild and one == 1)) >= quantity
    return true / total


def bidding(seats: int, seed: int, jokers: bool, opening: int) -> Match:
    """Everybody has one card and chose any end; there may be a bid."""
    match = BLEF.setup(seats, jokers=jokers, first_starter=0).start(seed=seed)
    rng = Random(seed)
    for seat in range(seats):
        match.play(seat, CHOOSE + rng.randrange(2))
    if opening >= 0:
        match.play(0, opening)
    return match


@given(st.integers(2, 3), st.integers(0, 10**6), st.booleans(), st.sampled_from([-1, 0, MOST, 2 * MOST]), st.data())
@settings(max_examples=40, deadline=None)
def test_the_odds_are_those_of_counting(seats: int, seed: int, jokers: bool, opening: int, data: st.DataObject) -> None:
    view = bidding(seats, seed, jokers, opening).view(0 if opening < 0 else 1)
    bid = data.draw(st.sampled_from([action for action in view.actions if action != CHECK]))
    assert expert.odds(view.record, view.seat, bid) == pytest.approx(by_counting(view.record, view.seat, bid))


@given(st.integers(0, 12), st.integers(0, 8), st.integers(0, 8), st.integers(0, 4), st.data())
def test_drawing_at_least_nothing_is_certain_and_more_is_never_likelier(
    none: int, one: int, both: int, wanted: int, data: st.DataObject
) -> None:
    drawn = data.draw(st.integers(0, none + one + both))
    row = [expert.at_least(k, drawn, [none, one, both]) for k in range(wanted + 2)]
    assert row[0] == pytest.approx(1) and row == sorted(row, reverse=True)


# --- words ---


def test_why_tells_the_odds() -> None:
    view = bidding(2, 5, False, MOST).view(1)  # 1x2 was bid
    false = 1 - expert.odds(view.record, 1, MOST)
    told = expert.why(view.record, 1, CHECK, texts("en"), NAMES)
    assert told == f"Ala's bid of 1 two is false with {percent(false)}."
    two_sixes = 5 * MOST + 1
    told = expert.why(view.record, 1, two_sixes, texts("en"), NAMES)
    assert told == f"A bid of 2 sixes is true with {percent(expert.odds(view.record, 1, two_sixes))}."


def test_why_tells_what_a_choice_shows() -> None:
    match = BLEF.setup(2, shrinking=True).start(seed=2)
    view = match.view(0)
    me = view.record.seat[0]
    for action in view.actions:
        shown = [PAIRS[me.card[i] - 1][(action - CHOOSE) >> i & 1] for i in range(5)]
        most = max(map(shown.count, shown))
        told = expert.why(view.record, 0, action, texts("en"), NAMES)
        assert told == "All your ends are different." if most == 1 else told.startswith(f"You show {most} ")


def test_jokers_are_named_in_a_choice_that_shows_them() -> None:
    for seed in range(30):
        view = BLEF.setup(2, jokers=True).start(seed=seed).view(0)
        for action in (CHOOSE, CHOOSE + 1):
            told = expert.why(view.record, 0, action, texts("en"), NAMES)
            card = view.record.seat[0].card[0]
            assert ("Ones count as every value" in told) == (PAIRS[card - 1][action - CHOOSE] == 1)


@given(matches)
@settings(max_examples=40, deadline=None)
def test_why_has_a_word_for_every_action_in_both_languages(match: Match) -> None:
    for seat in range(match.state.seats):
        view = match.view(seat)
        for action in view.actions[:8] + view.actions[-1:]:
            told = [expert.why(view.record, seat, action, texts(language), NAMES) for language in ("en", "pl")]
            if view.record.phase in (Phase.CHOOSE, Phase.BID):
                assert all(told) and told[0] != told[1]


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.0, "0 %"), (1e-12, "0 %"), (0.001, "<1 %"), (0.7149, "71 %"), (0.9999, ">99 %"), (1 - 1e-12, "100 %")],
)
def test_percents_leave_no_chance_out(share: float, told: str) -> None:
    assert percent(share) == told


# --- secrecy ---


@given(matches, st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_advice_and_words_depend_on_the_view_alone(match: Match, seed: int) -> None:
    """Another world that looks the same to a seat: the same advice, the same words."""
    s = match.state
    if s.phase not in (Phase.CHOOSE, Phase.BID):
        return
    for seat in range(s.seats):
        view = match.view(seat)
        other = view.record.copy()
        rules.imagine(other, seat, Keyed.from_seed(seed))
        again = View.of(match.log.setup.game, other, seat)
        assert expert.advise(again.record, seat) == expert.advise(view.record, seat)
        for action in view.actions[:5]:
            told = [expert.why(one.record, seat, action, texts("en"), NAMES) for one in (view, again)]
            assert told[0] == told[1]
        # the other world itself, as a whole: rivals' cards lie open in it and must not be looked at
        assert expert.advise(other, seat) == expert.advise(view.record, seat)


def test_the_game_finds_its_expert() -> None:
    assert BLEF.expert is not None and BLEF.solutions is not None
    assert isinstance(BLEF.setup(2), Setup)


# --- a short memory ---


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for what takes minutes: some weights for everything in every round that is not solved exactly."""
    made: dict[str, Habits] = {}

    def habits(name: str) -> Habits | None:
        if name not in made and ROUNDS[name] in LARGE:
            memory = Memory(ROUNDS[name], 2, ())
            weights = np.arange(memory.graph.play[-1]) % 7
            first, second = (np.arange(hands.size) % 5 for hands in memory.game.hands)
            made[name] = Habits(memory, (first, second), weights, 0.0, (0.0, 0.0), (0.0, 0.0))
        return made.get(name)

    monkeypatch.setattr(solutions, "solution", habits)


@pytest.mark.parametrize(("seats", "shrinking", "jokers"), [(2, False, True), (2, True, False), (3, True, True)])
def test_advice_with_a_short_memory_is_legal_and_depends_on_the_view_alone(
    remembered: None, seats: int, shrinking: bool, jokers: bool
) -> None:
    advised = 0
    for seed in range(12):
        match = walk(seats, seed, 4 * seed, shrinking=shrinking, jokers=jokers)
        for seat in range(seats):
            view = match.view(seat)
            advice = solutions.advise(view.record, seat)
            other = view.record.copy()
            rules.imagine(other, seat, Keyed.from_seed(seed))
            assert solutions.advise(other, seat) == advice
            if advice is not None:
                advised += 1
                assert list(advice) == list(view.actions)
                assert sum(advice.values()) == pytest.approx(1) and min(advice.values()) >= 0
    assert (advised > 0) == (seats == 2)


def test_advice_is_the_same_for_all_that_the_memory_takes_for_the_same(remembered: None) -> None:
    """The first of three bids is forgotten if two are remembered, and so is a card that shows a lower value."""
    fields = {"game": "blef", "phase": "bid", "tiebreak": False, "starter": 0, "direction": "cw"}
    cards = [{"count": 2, "cards": ["5/1", "2/3"]}, {"count": 2, "cards": ["2/3", "4/5"]}]

    def advice(bids: list[str], mine: list[str]) -> object:
        players = [cards[0], {"count": 2, "cards": mine}]
        position = _full({**fields, "bids": bids}, players, 2)
        return solutions.advise(sprawdzam.position(position).view(1).record, 1)

    asked = advice(["1x2", "2x3", "1x4"], ["2/3", "4/5"])
    assert asked == advice(["2x1", "2x3", "1x4"], ["1/3", "4/6"])
    assert asked != advice(["1x2", "3x3", "1x4"], ["2/3", "4/5"])
    assert asked != advice(["1x2", "2x3", "1x4"], ["2/3", "5/4"])


def test_the_expert_plays_so_where_it_has_no_better_advice(remembered: None) -> None:
    match = BLEF.setup(2, shrinking=True).start(seed=4)
    view = match.view(0)
    assert expert.advise(view.record, 0) is None
    plan = solutions.advise(view.record, 0)
    assert plan is not None
    never = {action for action, share in plan.items() if share == 0}
    played = {ExpertBot().decide(view, Random(seed)) for seed in range(200)}
    assert never and len(played) > 3 and not played & never
