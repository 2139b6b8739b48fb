"""Rounds for two with a short memory: what is computed about them holds, by brute force and by the exact solver."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from sprawdzam.games.blef import habits, learner, solutions
from sprawdzam.games.blef.habits import Habits, learn, memory_of
from sprawdzam.games.blef.learner import Ground
from sprawdzam.games.blef.memory import Memory
from sprawdzam.games.blef.practice import Meeting, Practice, Weights, measure, measure_by_looks, rounded, shares
from sprawdzam.games.blef.rounds import Round
from sprawdzam.games.blef.solutions import LARGE, read, write

SMALL = [
    Memory(Round((1, 1), True, 3), 1, ()),
    Memory(Round((1, 2), False, 3), 2, ()),
    Memory(Round((2, 1), True, 3), 2, (2,)),
    Memory(Round((1, 1), False, 3), 3, (0, 1, 2)),
]
named = pytest.mark.parametrize("memory", SMALL, ids=str)


@cache
def practised(memory: Memory, walks: int) -> Weights:
    practice = Practice(memory)
    for _ in range(walks):
        practice.walk()
    return rounded(memory, practice.averages, 255)


@cache
def learnt(memory: Memory, walks: int = 10) -> Habits:
    return learn(memory, walks, 255, lambda steps: None)


def in_full(found: Habits) -> tuple[learner.Policy, learner.Policy]:
    """The same play as weights of every history, as the exact solver has them."""
    game, ground = found.round, Ground(found.round)
    policies = []
    for player in (0, 1):
        table = ground.table(player)
        for history in range(game.histories):
            bids = [bid for bid in range(game.bids) if history >> (game.bids - 1 - bid) & 1]
            if len(bids) % 2 == player:
                for hand in range(game.hands[player].size):
                    for bid, share in found.play(player, hand, bids).items():
                        row = 1 if bid < 0 else 0
                        at = history if bid < 0 else history | 1 << (game.bids - 1 - bid)
                        table[row, at >> 1, hand] = share
        policies.append((found.choices[player].astype(np.float32), table))
    return policies[0], policies[1]


# --- how good it is ---


@named
def test_the_best_answer_is_that_of_the_exact_solver(memory: Memory) -> None:
    """In the whole round: the answer remembers everything. The solver itself is checked by brute force."""
    found = learnt(memory)
    assert found.best == found.at_most
    assert found.best == pytest.approx(learner.measure(memory.game, in_full(found)).best, abs=2e-6)
    assert sum(found.best) > 0.01, "or this would say little"


@named
def test_an_answer_that_does_not_go_to_the_end_is_bounded_on_both_sides(memory: Memory) -> None:
    weights = practised(memory, 10)
    exact = measure(memory, weights).best
    for least in (0.3, 0.03, 1e-4):
        low, high = measure(memory, weights, least).best, measure(memory, weights, least, hopeful=True).best
        for player in (0, 1):
            assert low[player] - 1e-6 <= exact[player] <= high[player] + 1e-6
    assert low == pytest.approx(exact, abs=2e-3) and high == pytest.approx(exact, abs=2e-3)
    assert sum(measure(memory, weights, 0.3).best) < sum(exact) - 1e-3, "it can tell the difference"


@named
def test_an_answer_by_looks_wins_no_more_than_the_best_one(memory: Memory) -> None:
    weights = practised(memory, 10)
    by_looks, exact = measure_by_looks(memory, weights, 0.0), measure(memory, weights)
    assert all(by_looks.best[p] <= exact.best[p] + 1e-6 for p in (0, 1))
    assert by_looks.exploitability > 0.5 * exact.exploitability, "it says something"


@named
def test_practice_makes_it_harder_to_exploit(memory: Memory) -> None:
    few, many = measure(memory, practised(memory, 3)), measure(memory, practised(memory, 200))
    assert many.exploitability < few.exploitability - 0.01


def test_who_remembers_everything_comes_close_to_exact_play() -> None:
    """All bids and all ends: nothing is forgotten that matters, so the best answers close in on one value."""
    game = Round((1, 1), False, 3)
    everything = Memory(game, game.bids, (0, 1, 2))
    assert measure(everything, practised(everything, 300)).exploitability < 0.002


def test_what_is_forgotten_costs_something() -> None:
    """The exploitability of rounds with one card each in full size, as documented."""
    game = Round((1, 1), True)
    short = measure(Memory(game, 2, ()), practised(Memory(game, 2, ()), 300)).exploitability
    longer = measure(Memory(game, 3, (0, 5)), practised(Memory(game, 3, (0, 5)), 300)).exploitability
    assert longer < short
    assert (short, longer) == (pytest.approx(DOCUMENTED[0], abs=0.003), pytest.approx(DOCUMENTED[1], abs=0.003))


DOCUMENTED = (0.0138, 0.0023)


def test_the_value_is_what_both_win_against_each_other() -> None:
    """By playing out every deal and every history."""
    memory = SMALL[2]
    found, game = learnt(memory), memory.game

    def after(bids: list[int], hands: tuple[int, int], shown: list[int]) -> float:
        total = 0.0
        for bid, share in found.play(len(bids) % 2, hands[len(bids) % 2], bids).items():
            if share and bid < 0:
                value, more = divmod(bids[-1], game.total)
                counted = sum(1 for one in shown if one == value or (game.wild(bids[0]) and one == 0))
                bidder = (len(bids) - 1) % 2
                total += share * (1 if (counted > more) == (bidder == 0) else -1)
            elif share:
                total += share * after([*bids, bid], hands, shown)
        return total

    expected = 0.0
    first, second = game.hands
    for (i, (ends, kind)), (j, (other_ends, other)) in product(enumerate(first), enumerate(second)):
        likely = game.weight(kind, other)
        likely *= found.choice(0, first.number[kind])[ends] * found.choice(1, second.number[other])[other_ends]
        if likely:
            shown = first.shown(kind, ends) + second.shown(other, other_ends)
            expected += likely * after([], (i, j), shown)
    assert found.value == pytest.approx(expected, abs=1e-5)


# --- deals ---


@pytest.mark.parametrize("cards", [(1, 1), (2, 1), (1, 3), (3, 2), (3, 3)])
def test_looks_come_together_as_often_as_their_hands_are_dealt(cards: tuple[int, int]) -> None:
    """Card removal is exact: also for three cards, and for both copies of a pair."""
    memory = Memory(Round(cards, False, 3), 1, (1,))
    rng = np.random.default_rng(1)
    weights = tuple(rng.random(len(of.look)).astype(np.float32) for of in memory.shows)
    graph_play = np.zeros(memory.graph.play[-1], np.float32)
    chosen = shares(memory, Weights((weights[0], weights[1]), graph_play)).choices
    meeting = Meeting(memory)
    meeting.deal(chosen)
    expected = np.zeros(meeting.joint.shape)
    kinds = [memory.game.hands[p].kinds for p in (0, 1)]
    for (i, kind), (j, other) in product(enumerate(kinds[0]), enumerate(kinds[1])):
        dealt = memory.game.weight(kind, other)
        for a in range(memory.shows[0].first[i], memory.shows[0].first[i + 1]):
            for b in range(memory.shows[1].first[j], memory.shows[1].first[j + 1]):
                expected[memory.shows[0].look[a], memory.shows[1].look[b]] += dealt * chosen[0][a] * chosen[1][b]
    assert expected.sum() == pytest.approx(1)
    assert meeting.joint == pytest.approx(expected, abs=1e-6)


# --- what is remembered ---


def test_only_the_last_bids_who_opened_and_jokers_are_remembered() -> None:
    memory = memory_of(Round((5, 4), True))
    assert memory.bids == 2
    assert memory.number([9, 20, 30]) == memory.number([10, 20, 30]), "an earlier bid is forgotten"
    assert memory.number([9, 20, 30]) != memory.number([9, 21, 30])
    assert memory.number([9, 20, 30]) != memory.number([20, 30]), "but not who opened"
    assert memory.number([8, 20, 30]) != memory.number([9, 20, 30]), "nor an opening on ones (BL-25)"
    plain = memory_of(Round((5, 4), False))
    assert plain.number([8, 20, 30]) == plain.number([9, 20, 30])


def test_ends_that_count_for_nothing_any_more_are_forgotten() -> None:
    memory = Memory(Round((2, 2), True), 2, (5,))
    fives_bid, wild = 4, 6 + 4
    numbers, classes = memory.numbers[0], memory.classes[0]
    two, three = numbers[(1, 4), ()], numbers[(2, 4), ()]
    assert classes[fives_bid, two] == classes[fives_bid, three] and classes[0, two] != classes[0, three]
    one = numbers[(0, 4), ()]
    assert classes[fives_bid, one] == classes[fives_bid, two], "a one is no joker here"
    assert classes[wild, one] != classes[wild, two], "but here it is (BL-24)"
    hidden = numbers[(1, 4), (5,)]
    assert classes[fives_bid, two] != classes[fives_bid, hidden], "a six that is hidden is noted"


# --- the play that is kept ---


@named
def test_shares_add_up_and_only_what_is_allowed_is_done(memory: Memory) -> None:
    found, rng = learnt(memory), Random(1)
    game = found.round
    for player in (0, 1):
        for kind in range(len(game.hands[player].kinds)):
            assert sum(found.choice(player, kind)) == pytest.approx(1)
        for _ in range(300):
            bids = sorted(rng.sample(range(game.bids), 2 * rng.randrange(3) + player))
            play = found.play(player, rng.randrange(game.hands[player].size), bids)
            assert sum(play.values()) == pytest.approx(1) and min(play.values()) >= 0
            assert set(play) == {*range(bids[-1] + 1 if bids else 0, game.bids), *([-1] if bids else [])}


@named
def test_a_sure_check_is_made_and_a_lost_one_is_not(memory: Memory) -> None:
    found = learnt(memory, 3)
    game, hands = found.round, found.round.hands[1]
    for hand, (ends, kind) in enumerate(hands):
        for bid in range(game.bids - 1):
            value, more = divmod(bid, game.total)
            counted = sum(1 for one in hands.shown(kind, ends) if one == value or (game.wild(bid) and one == 0))
            check = found.play(1, hand, [bid])[-1]
            if counted > more:
                assert check == 0
            if counted + game.cards[0] <= more:
                assert check == 1


def test_learning_again_gives_the_same() -> None:
    first, second = (learn(SMALL[2], 4, 255, lambda n: None) for _ in range(2))
    assert (first.weights == second.weights).all() and first.best == second.best


# --- files ---


def test_habits_are_read_as_they_were_written(tmp_path, monkeypatch) -> None:
    memory = SMALL[2]
    monkeypatch.setattr(solutions, "memory_of", lambda game: memory)
    monkeypatch.setattr(solutions, "LARGE", [memory.game])
    found = learnt(memory)
    write(found, tmp_path / "one.npz")
    again = read(memory.game, tmp_path / "one.npz")
    assert isinstance(again, Habits)
    assert (again.best, again.at_most, again.value) == (found.best, found.at_most, found.value)
    assert all((a == b).all() for a, b in zip(again.choices, found.choices, strict=True))
    assert (again.weights == found.weights).all()


def test_a_file_of_another_memory_is_no_solution(tmp_path) -> None:
    write(learnt(SMALL[0]), tmp_path / "one.npz")
    assert read(Round((2, 2)), tmp_path / "one.npz") is None
    write(learnt(SMALL[0]), tmp_path / "two.npz")
    assert read(Round((1, 1)), tmp_path / "two.npz") is None, "nor is it an exact one"


# --- the command ---


def test_every_large_round_has_a_part() -> None:
    hands = [(a, b) for a, b in product(range(1, 6), repeat=2) if a + b > 3]
    assert [(game.cards, game.jokers) for game in LARGE] == [
        (cards, jokers) for cards in hands for jokers in (False, True)
    ]
    steps = {part.name: part.steps for part in solutions.parts()}
    assert all(steps[game.name] == habits.WALKS[game.total] + habits.MEASURING for game in LARGE)


def test_solving_a_large_round_keeps_it_and_tells_how_good_it_is(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(solutions, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(solutions, "memory_of", lambda game: Memory(game, 1, ()))
    monkeypatch.setitem(habits.WALKS, 4, 2)
    monkeypatch.setitem(habits.LEAST, 4, 0.01)
    part = next(part for part in solutions.parts() if part.name == "1-3-jokers")
    ticks: list[int] = []
    told = solutions.solve(part, ticks.append)
    assert sum(ticks) == part.steps
    assert told["file"] == str(tmp_path / "solutions" / "blef-1-3-jokers.npz")
    assert 0 < told["exploitability"] < told["at_most"]
    found = solutions.solution("1-3-jokers")
    assert isinstance(found, Habits) and found.value == pytest.approx(told["value"], abs=1e-6)
