"""Play with a short memory, as it is kept: for rounds for two that are too large to be solved exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sprawdzam.games.blef.memory import Memory, Table, Values
from sprawdzam.games.blef.rounds import Round, shares

WALKS = {4: 200, 5: 80, 6: 80, 7: 100, 8: 100, 9: 80, 10: 80}  # by the cards in play: what takes some minutes
MEASURING = 4  # how many walks the best answers take, for a bar
LEAST = {6: 1e-4, 7: 1e-3, 8: 1e-3, 9: 1e-3, 10: 1e-3}  # how far best answers are followed; to the end with fewer cards
BY_LOOKS = 5  # cards of a hand that are too many kinds for a best answer to tell apart


def memory_of(game: Round) -> Memory:
    """How much is remembered in a round: as much as takes some minutes to learn."""
    highest = game.values - 1
    noted: Values = ()
    if game.total <= 4:
        noted = (0, highest) if game.jokers else (highest - 1, highest)
    elif game.total <= 6:
        noted = (0,) if game.jokers else (highest,)
    return Memory(game, 3 if game.total <= 5 else 2, noted)


@dataclass(frozen=True)
class Habits:
    """Weights of both players of a round."""

    memory: Memory
    choices: tuple[Table, Table]
    """By hand, as ``rounds`` numbers them."""
    weights: Table
    """Of all else that can be done, as ``Graph.play`` has it."""
    value: float
    """What the starter wins on average if both play so."""
    best: tuple[float, float]
    """What the best answer of the starter, and of the other one, wins at least ..."""
    at_most: tuple[float, float] | None
    """... and at most, if that is known; both are the same where they are exact."""

    @property
    def round(self) -> Round:
        return self.memory.game

    def choice(self, player: int, kind: int) -> list[float]:
        """How likely a player with a kind of hand chooses each ends."""
        return shares(self.choices[player][kind :: len(self.round.hands[player].kinds)].tolist())

    def play(self, player: int, hand: int, bids: list[int]) -> dict[int, float]:
        """How likely a player makes each bid after these ones; a check is number -1."""
        graph, hands = self.memory.graph, self.round.hands[player]
        ends, kind = divmod(hand, len(hands.kinds))
        look = self.memory.numbers[player][self.memory.look(hands, hands.kinds[kind], ends)]
        here = self.memory.number(bids)
        group = graph.group[here]
        rows = self.weights[graph.play[here] : graph.play[here + 1]].reshape(-1, graph.sizes[group, player])
        possible = list(range(bids[-1] + 1 if bids else 0, self.round.bids)) + ([-1] if bids else [])
        weights = rows[:, self.memory.classes[player][group, look]].tolist()
        return dict(zip(possible, shares(weights), strict=True))


def learn(memory: Memory, walks: int, most: int, tick: Callable[[int], None]) -> Habits:
    """Both players learn; ``tick`` is called after each step, of which there are ``walks + MEASURING``.

    Shares are kept as whole numbers up to ``most``.
    """
    from sprawdzam.games.blef.practice import Practice, measure, measure_by_looks, rounded

    practice = Practice(memory)
    for _ in range(walks):
        practice.walk()
        tick(1)
    learnt = rounded(memory, practice.averages, most)
    value = practice.value(learnt)
    del practice
    least = LEAST.get(memory.game.total, 0.0)
    at_most = None
    if max(memory.game.cards) < BY_LOOKS:
        best = measure(memory, learnt, least).best
        at_most = measure(memory, learnt, least, hopeful=True).best if least else best
    else:
        best = measure_by_looks(memory, learnt, least).best
    tick(MEASURING)
    first, second = (_by_hand(memory, player, learnt.choices[player]) for player in (0, 1))
    return Habits(memory, (first, second), learnt.play, value, best, at_most)


def _by_hand(memory: Memory, player: int, choices: Table) -> Table:
    """Weights of looks as those of the first choice of ends that looks so."""
    shows, hands = memory.shows[player], memory.game.hands[player]
    kinds = np.repeat(np.arange(len(hands.kinds)), np.diff(shows.first))
    table = np.zeros(hands.size, np.uint8)
    table[shows.ends * len(hands.kinds) + kinds] = choices
    return table
