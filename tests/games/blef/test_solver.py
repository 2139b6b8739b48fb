"""Exact play of rounds for two: what is claimed about the solutions holds, by brute force and by OpenSpiel."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from sprawdzam.games.blef import solutions
from sprawdzam.games.blef.learner import Ground, Learner, measure
from sprawdzam.games.blef.rounds import Hands, Round
from sprawdzam.games.blef.solutions import ROUNDS, Solution, kept_in, learn, read, solution, write

BAR = 0.005  # of a round; a round won is 1 here and a round lost -1, so in shares of wins it is half of that
SMALL = [Round((1, 1), False, 3), Round((1, 1), True, 3), Round((1, 2), False, 3), Round((2, 1), True, 3)]
named = pytest.mark.parametrize("game", SMALL, ids=str)


@cache
def solved(game: Round, walks: int = 20) -> Solution:
    return learn(game, walks, lambda steps: None)


# --- a referee that knows nothing of vectors: one deal, one hand, one history at a time ---


class Brute:
    """The best answer to a solution, by visiting every deal in every history."""

    def __init__(self, answer_to: Solution, player: int) -> None:
        self.solution = answer_to
        self.game = answer_to.round
        self.player = player

    def value(self) -> float:
        own = self.game.hands[self.player]
        return sum(max(self.hand(kind, ends) for ends in range(1 << own.cards)) for kind in own.kinds)

    def hand(self, kind: tuple[int, ...], ends: int) -> float:
        """The most that one hand can win, times how often its kind is dealt."""
        rivals = self.game.hands[1 - self.player]
        self.shown = self.game.hands[self.player].shown(kind, ends)
        self.rival_shown = [rivals.shown(other, mask) for mask, other in rivals]
        reach = []
        for mask, other in rivals:
            pair = (kind, other) if self.player == 0 else (other, kind)
            chosen = self.solution.choice(1 - self.player, rivals.number[other])[mask]
            reach.append(self.game.weight(*pair) * chosen)
        return self.after([], reach)

    def after(self, bids: list[int], reach: list[float]) -> float:
        mine = len(bids) % 2 == self.player
        higher = range(bids[-1] + 1 if bids else 0, self.game.bids)
        if mine:
            found = [self.after([*bids, bid], reach) for bid in higher]
            if bids:
                found.append(-self.holds(bids, reach))
            return max(found)
        plays = [self.solution.play(1 - self.player, hand, bids) for hand in range(len(reach))]
        found = [
            self.after([*bids, bid], [p * play[bid] for p, play in zip(reach, plays, strict=True)]) for bid in higher
        ]
        if bids:
            found.append(self.holds(bids, [p * play[-1] for p, play in zip(reach, plays, strict=True)]))
        return sum(found)

    def holds(self, bids: list[int], reach: list[float]) -> float:
        """How much more often the last bid is true than false."""
        value, more = divmod(bids[-1], self.game.total)
        wild = self.game.jokers and bids[0] >= self.game.total
        total = 0.0
        for p, other in zip(reach, self.rival_shown, strict=True):
            found = sum(1 for one in (*self.shown, *other) if one == value or (wild and one == 0))
            total += p if found > more else -p
        return total


@named
def test_the_best_answer_is_that_of_brute_force(game: Round) -> None:
    found = solved(game, 5)
    assert found.best == pytest.approx([Brute(found, 0).value(), Brute(found, 1).value()], abs=2e-6)


@named
def test_both_best_answers_close_in_on_one_value(game: Round) -> None:
    few, many = solved(game, 5), solved(game, 150)
    assert -1e-6 <= sum(many.best) < 0.02
    assert sum(many.best) < sum(few.best) + 1e-6


def test_a_worse_policy_is_measurably_more_exploitable() -> None:
    """Who always opens with the lowest bid and never doubts it gives something away."""
    found = solved(SMALL[0], 60)
    table = found.tables[0].copy()
    table[1] = 0  # never checks unless nothing else can be done ...
    table[0] += 1  # ... and bids anything now and then
    worse = measure(found.round, ((found.choices[0], table), (found.choices[1], found.tables[1])))
    assert worse.best[1] > found.best[1] + 0.05
    assert worse.best[0] == found.best[0]


@pytest.mark.parametrize("cards", [(1, 1), (1, 2), (2, 1), (2, 2)])
@pytest.mark.parametrize("wild", [False, True])
def test_a_showdown_counts_every_deal_once(cards: tuple[int, int], wild: bool) -> None:
    """Card removal is exact: also for two cards each, and for both copies of a pair."""
    game = Round(cards, wild, 3)
    ground = Ground(game)
    rng = np.random.default_rng(1)
    ways = {
        (a, b): game.weight(a, b) * game.deals / game.hands[0].ways()[game.hands[0].number[a]]
        for a, b in product(game.hands[0].kinds, game.hands[1].kinds)
    }
    other_way = {
        (b, a): game.weight(a, b) * game.deals / game.hands[1].ways()[game.hands[1].number[b]]
        for a, b in product(game.hands[0].kinds, game.hands[1].kinds)
    }
    for player, bid in product((0, 1), range(game.bids)):
        own, rival = game.hands[player], game.hands[1 - player]
        mass = rng.random(rival.size).astype(np.float32)
        out = np.zeros(own.size, np.float32)
        value, more = divmod(bid, game.total)
        sides = ground.sides(player, game.bids - 1)
        ground.code.showdown(mass, value, more + 1, *sides, ground.space(), out)
        expected = []
        for ends, kind in own:
            total = 0.0
            for hand, (other_ends, other) in enumerate(rival):
                dealt = ways[kind, other] if player == 0 else other_way[kind, other]
                shown = own.shown(kind, ends) + rival.shown(other, other_ends)
                found = sum(1 for one in shown if one == value or (wild and one == 0))
                total += dealt * mass[hand] * (1 if found > more else -1)
            expected.append(total)
        assert out == pytest.approx(np.array(expected), abs=1e-4)


def test_deals_are_as_likely_as_a_shuffle_makes_them() -> None:
    for cards in ((1, 1), (1, 2), (2, 2)):
        game = Round(cards)
        assert sum(game.weight(a, b) for a in game.hands[0].kinds for b in game.hands[1].kinds) == pytest.approx(1)
    assert (len(Hands(1).kinds), len(Hands(2).kinds), Hands(2).size) == (15, 120, 480)


# --- what is shipped ---


@pytest.mark.parametrize("jokers", [False, True])
def test_the_shipped_solutions_reach_the_bar(jokers: bool) -> None:
    """Measured anew, with the rounded weights as they are."""
    found = solution(Round((1, 1), jokers).name)
    assert found is not None
    policies = tuple(zip(found.choices, found.tables, strict=True))
    measured = measure(found.round, policies)
    assert measured.best == pytest.approx(found.best, abs=1e-6)
    assert 0 <= measured.exploitability <= BAR / 5
    assert measured.value == pytest.approx(0.0240 if jokers else -0.0506, abs=0.001)


@pytest.mark.parametrize("jokers", [False, True])
def test_shares_add_up(jokers: bool) -> None:
    found = solution(Round((1, 1), jokers).name)
    assert found is not None
    for player in (0, 1):
        for kind in range(15):
            assert sum(found.choice(player, kind)) == pytest.approx(1)
        for hand, bids in product(range(30), ([], [0], [3, 7], [11])):
            if len(bids) % 2 == player:
                play = found.play(player, hand, bids)
                assert sum(play.values()) == pytest.approx(1)
                assert set(play) == {*range(bids[-1] + 1 if bids else 0, 12), *([-1] if bids else [])}


@pytest.mark.parametrize("jokers", [False, True])
def test_a_sure_check_is_made_and_a_lost_one_is_not(jokers: bool) -> None:
    """Also with hands, and after bids, that never come up between two who play well."""
    found = solution(Round((1, 1), jokers).name)
    assert found is not None
    hands = found.round.hands[1]
    for hand, (ends, kind) in enumerate(hands):
        shown = hands.shown(kind, ends)[0]
        for bid in range(11):
            value, more = divmod(bid, 2)
            counts = shown == value or (found.round.wild(bid) and shown == 0)
            check = found.play(1, hand, [bid])[-1]
            if counts and more == 0:
                assert check == 0
            if not counts and more == 1:
                assert check == 1


def test_learning_again_gives_the_same() -> None:
    game = Round((1, 1), True, 3)
    first, second = learn(game, 5, lambda n: None), learn(game, 5, lambda n: None)
    assert first.best == second.best
    assert all((a == b).all() for a, b in zip(first.tables, second.tables, strict=True))


# --- files ---


def test_a_solution_is_read_as_it_was_written(tmp_path) -> None:
    found = solved(SMALL[0])
    write(found, tmp_path / "deep" / "one.npz")
    again = read(found.round, tmp_path / "deep" / "one.npz")
    assert again is not None and again.best == found.best
    assert all((a == b).all() for a, b in zip(again.tables + again.choices, found.tables + found.choices, strict=True))
    assert [file.name for file in (tmp_path / "deep").iterdir()] == ["one.npz"]


@pytest.mark.parametrize("content", [b"", b"PK nothing", b"\x93NUMPY"])
def test_a_broken_file_is_no_solution(tmp_path, content) -> None:
    file = tmp_path / "one.npz"
    file.write_bytes(content)
    assert read(SMALL[0], file) is None


def test_a_file_of_another_round_is_no_solution(tmp_path) -> None:
    write(solved(SMALL[0]), tmp_path / "one.npz")
    assert read(Round((1, 1)), tmp_path / "one.npz") is None


def test_a_solution_in_the_cache_is_found_as_soon_as_it_is_there(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(solutions, "cache_folder", lambda: tmp_path)
    small = Round((1, 2), False, 3)
    monkeypatch.setitem(ROUNDS, small.name, small)
    assert solution(small.name) is None
    write(solved(small), kept_in(small))
    found = solution(small.name)
    assert found is not None and found.best == solved(small).best


# --- the command ---


def test_the_parts_are_all_rounds() -> None:
    parts = solutions.parts()
    assert [part.name for part in parts][:7] == [
        "1-1",
        "1-1-jokers",
        "1-2",
        "1-2-jokers",
        "2-1",
        "2-1-jokers",
        "1-3",
    ]
    asked = {(part.fields["hands"], part.fields["jokers"]) for part in parts}
    hands = [f"{first}-{second}" for first, second in product(range(1, 6), repeat=2)]
    assert asked == set(product(hands, (False, True)))


def test_solving_a_part_keeps_it_and_tells_how_good_it_is(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(solutions, "cache_folder", lambda: tmp_path)
    monkeypatch.setitem(solutions.WALKS, 2, 2)
    part = solutions.parts()[0]
    ticks: list[int] = []
    told = solutions.solve(part, ticks.append)
    assert sum(ticks) == part.steps
    assert told["file"] == str(tmp_path / "solutions" / "blef-1-1.npz")
    assert told["exploitability"] > 0


# --- OpenSpiel ---


def openspiel_finds(found: Solution) -> float:
    """NashConv over two players: exploitability as OpenSpiel defines it, by its own best answers."""
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms.exploitability import nash_conv

    from .peer_round import RoundGame, SolutionPolicy

    game = RoundGame(found.round.values, found.round.jokers)
    return float(nash_conv(game, SolutionPolicy(game, found)) / 2)


@pytest.mark.parametrize("jokers", [False, True])
def test_openspiel_finds_the_same_in_a_small_round_that_is_far_from_solved(jokers: bool) -> None:
    found = solved(Round((1, 1), jokers, 3), 5)
    assert openspiel_finds(found) == pytest.approx(sum(found.best) / 2, abs=1e-6)
    assert sum(found.best) / 2 > 0.01  # or this would say little


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [False, pytest.param(True, marks=pytest.mark.full)])
def test_openspiel_confirms_the_shipped_solutions(jokers: bool) -> None:
    """The whole round with one card each."""
    found = solution(Round((1, 1), jokers).name)
    assert found is not None
    theirs = openspiel_finds(found)
    assert theirs == pytest.approx(sum(found.best) / 2, abs=1e-6)
    assert theirs <= BAR / 5


def test_learning_needs_two_arrays_of_a_weight_for_each_thing_that_can_be_done() -> None:
    """The tables of a round with three cards, by their number of entries: what memory is needed."""
    game = Round((1, 2))
    entries = sum(2 * game.histories // 2 * hands.size for hands in game.hands)
    assert entries == 2**18 * 510
    learner = Learner(Round((1, 1), False, 3))
    assert [table.shape for table in learner.tables[0]] == [(2, 32, 6), (2, 32, 6)]
