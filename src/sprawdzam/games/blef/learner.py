"""Exact play of a round for two, learnt: both players against each other until neither could win much more."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sprawdzam.engine.compile import build
from sprawdzam.games.blef import solver
from sprawdzam.games.blef.rounds import MOST_CARDS, Floats, Hands, Round

THREADS = 2  # half of all histories lie behind the lowest opening, so more of them would wait

Table = np.ndarray[Any, Any]
Policy = tuple[Table, Table]
"""Of one player: weights of the choices of ends, by hand, and the table of weights of ``solver``."""


@cache
def machine_code() -> Any:
    return build(solver, label="blef_round")


class Ground:
    """The tables of a round, and room for walks through it."""

    def __init__(self, game: Round) -> None:
        self.game = game
        self.code = machine_code()
        self._sides = [[self._side(hands, wild) for wild in (False, True)] for hands in game.hands]

    @staticmethod
    def _side(hands: Hands, wild: bool) -> tuple[int, int, Floats]:
        return hands.cards, len(hands.kinds), hands.counts(wild)

    def sides(self, player: int, opening: int) -> tuple[Any, Any]:
        """A player's own tables and those of the rival, in a round that was opened so."""
        wild = self.game.wild(opening)
        return self._sides[player][wild], self._sides[1 - player][wild]

    def table(self, player: int, kind: type = np.float32) -> Table:
        """Zeros for all histories of a player."""
        return np.zeros((2, self.game.histories // 2, self.game.hands[player].size), kind)

    def stacks(self, player: int) -> tuple[Table, ...]:
        """What a walk keeps by depth."""
        depth, own, rival = self.game.bids + 2, self.game.hands[player].size, self.game.hands[1 - player].size
        shapes = [(own,), (rival,), (own,), (rival,), (own,), (own,), (depth, own)]
        return (*(np.zeros((depth, *shape), np.float32) for shape in shapes), np.zeros(rival, np.float32))

    def space(self) -> tuple[Table, ...]:
        """What one showdown works in."""
        kinds = max(len(hands.kinds) for hands in self.game.hands)
        shapes: list[tuple[int, ...]] = [(kinds,), (len(self.game.hands[0].pairs),), (MOST_CARDS + 1, kinds)]
        return tuple(np.zeros(shape, np.float32) for shape in shapes)

    def choices(self, player: int, weights: Table) -> Table:
        """How likely a player with each kind of hand chooses each ends."""
        by_ends = weights.reshape(1 << self.game.cards[player], -1).astype(np.float32)
        total = by_ends.sum(0)
        even = np.float32(1 / len(by_ends))
        return np.where(total > 0, by_ends / np.where(total > 0, total, 1), even).ravel()

    def openings(self, weights: Table) -> Table:
        """``[bid, hand]``: how likely the starter opens so."""
        rows = np.array([weights[solver.BID, self.first(bid) >> 1] for bid in range(self.game.bids)], np.float32)
        total = rows.sum(0)
        return np.where(total > 0, rows / np.where(total > 0, total, 1), np.float32(1 / len(rows)))

    @staticmethod
    def slip(shares: Table, any_of: int) -> Table:
        """Shares of a player who does anything by mistake now and then."""
        slipped: Table = shares + solver.SLIP * (np.float32(1 / any_of) - shares)
        return slipped

    def first(self, opening: int) -> int:
        """The history of an opening alone."""
        return 1 << (self.game.bids - 1 - opening)

    def mean(self, player: int, by_kind: Table) -> float:
        """The mean over deals of what each kind of a player's hand brings."""
        return float(self.game.hands[player].ways().astype(np.float64) @ by_kind.astype(np.float64) / self.game.deals)


class Learner:
    """CFR+, both players in turns; averages weigh the n-th walk with the square of n."""

    def __init__(self, game: Round) -> None:
        self.ground = ground = Ground(game)
        self.walks = 0
        self.choice = [np.zeros((2, hands.size), np.float32) for hands in game.hands]  # regrets, averages
        self.tables = [(ground.table(player), ground.table(player)) for player in (0, 1)]
        self._stacks = [[ground.stacks(player) for _ in range(THREADS)] for player in (0, 1)]
        self._space = [ground.space() for _ in range(THREADS)]

    @property
    def policies(self) -> tuple[Policy, Policy]:
        """The average of all play so far: what comes close to an equilibrium."""
        return (self.choice[0][1], self.tables[0][1]), (self.choice[1][1], self.tables[1][1])

    def walk(self) -> None:
        """Each player learns once from all that can happen."""
        self.walks += 1
        for player in (0, 1):
            self._learn(player, np.float32((self.walks / 100) ** 2))

    def _learn(self, player: int, pace: np.float32) -> None:
        ground, game = self.ground, self.ground.game
        chosen = [ground.choices(p, self.choice[p][0]) for p in (0, 1)]
        slipped = [ground.slip(chosen[p], 1 << game.cards[p]) for p in (0, 1)]
        opened = ground.openings(self.tables[0][0])
        answers = np.zeros((game.bids, game.hands[player].size), np.float32)
        tables, rival_weights = self.tables[player], self.tables[1 - player][0]

        def behind(room: int, openings: range) -> None:
            stacks, space = self._stacks[player][room], self._space[room]
            for opening in openings:
                if player == 0:
                    tables[1][solver.BID, ground.first(opening) >> 1] += pace * slipped[0] * opened[opening]
                begin = [slipped[0] * ground.slip(opened[opening], game.bids), slipped[1]]
                pair = (begin[player], begin[1 - player])
                own, rival = ground.sides(player, opening)
                ground.code.learn(
                    player, opening, game.bids, game.total, own, rival, tables, rival_weights, pace, pair, stacks, space
                )
                answers[opening] = stacks[4][1]

        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(behind, range(THREADS), (range(1), range(1, game.bids))))
        if player == 0:
            value = (opened * answers).sum(0)
            for opening in range(game.bids):
                regrets = tables[0][solver.BID, ground.first(opening) >> 1]
                ground.code.regret_row(regrets, answers[opening], value)
        else:
            value = answers.sum(0)
        regrets, averages = self.choice[player]
        averages += pace * chosen[player]
        ends = 1 << game.cards[player]
        mean = (chosen[player] * value).reshape(ends, -1).sum(0)
        ground.code.regret_row(regrets, value, np.tile(mean, ends))


@dataclass(frozen=True)
class Measure:
    """How good a pair of policies is, where a round won is worth 1 and a round lost -1."""

    best: tuple[float, float]
    """What the best answer of the starter, and of the other one, wins against them on average."""

    @property
    def exploitability(self) -> float:
        """What a best answer wins more than the value of the round, as the mean over both places."""
        return sum(self.best) / 2

    @property
    def value(self) -> float:
        """What the starter wins on average, to within the exploitability."""
        return (self.best[0] - self.best[1]) / 2


def measure(game: Round, policies: tuple[Policy, Policy]) -> Measure:
    """The exact best answers to both policies."""
    ground = Ground(game)
    return Measure((best_answer(ground, 0, policies[1]), best_answer(ground, 1, policies[0])))


def best_answer(ground: Ground, player: int, rival: Policy) -> float:
    """What a player wins on average who knows the rival's policy and answers it best."""
    game = ground.game
    chosen = ground.choices(1 - player, rival[0])
    opened = ground.openings(rival[1]) if player == 1 else None
    answers = np.zeros((game.bids, game.hands[player].size), np.float32)

    def behind(openings: range) -> None:
        stacks, space = ground.stacks(player), ground.space()
        for opening in openings:
            begin = chosen if opened is None else chosen * opened[opening]
            sides = ground.sides(player, opening)
            ground.code.best_answer(player, opening, game.bids, game.total, *sides, rival[1], begin, stacks, space)
            answers[opening] = stacks[4][1]

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(behind, (range(1), range(1, game.bids))))
    value = answers.max(0) if player == 0 else answers.sum(0)
    return ground.mean(player, value.reshape(1 << game.cards[player], -1).max(0))
