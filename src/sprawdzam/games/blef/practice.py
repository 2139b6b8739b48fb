"""Play of a round for two with a short memory, learnt: both players against each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sprawdzam.engine.compile import build
from sprawdzam.games.blef import deals, recall, scrutiny
from sprawdzam.games.blef.learner import Measure
from sprawdzam.games.blef.memory import Memory, Table


@cache
def machine_code() -> Any:
    return build(recall, deals, scrutiny, label="blef_memory")


@dataclass(frozen=True)
class Weights:
    """Weights of both players: of the ends to choose by the entries of ``Shows``, and of all else by ``Graph.play``."""

    choices: tuple[Table, Table]
    play: Table


class Meeting:
    """Which looks come together, by what both players choose."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.code = machine_code()
        kinds = [len(hands.kinds) for hands in memory.game.hands]
        looks = [len(of) for of in memory.looks]
        parts = 1 + int(max(of.part.max() for of in memory.shows))
        self._over = [np.zeros((parts, looks[p]), np.float32) for p in (0, 1)]
        self.rivals = [np.zeros((kinds[p], looks[1 - p]), np.float32) for p in (0, 1)]
        """``[kind, rival look]``: how many rival hands look so beside an own kind."""
        self.joint = np.zeros((looks[0], looks[1]), np.float32)

    def deal(self, choices: tuple[Table, Table]) -> None:
        shows = self.memory.shows
        for p in (0, 1):
            self.code.gather(shows[p], choices[p], self._over[p])
        for p in (0, 1):
            self.code.beside(shows[p], self._over[1 - p], self.rivals[p])
        self.code.meet(shows[0], choices[0], self.rivals[0], self.memory.game.deals, self.joint)


class Practice:
    """CFR+ over situations, both players in turns; averages weigh the n-th walk with the square of n."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.graph = graph = memory.graph
        self.code = machine_code()
        self.walks = 0
        self.meeting = Meeting(memory)
        entries = [len(of.look) for of in memory.shows]
        self.regrets = Weights(_zeros(*entries), np.zeros(graph.play[-1], np.float32))
        self.averages = Weights(_zeros(*entries), np.zeros(graph.play[-1], np.float32))
        self._now = shares(memory, self.regrets)
        self._slipped = shares(memory, self.regrets)
        self._reach = np.zeros(graph.pair[-1], np.float32)
        self._worth = np.zeros(graph.pair[-1], np.float32)
        widths = [graph.sizes[graph.group, p] for p in (0, 1)]
        self._own_at = [np.concatenate([[0], np.cumsum(width)]) for width in widths]
        self._own = _zeros(*(int(at[-1]) for at in self._own_at))
        widest = int(graph.sizes.max())
        self._gains = np.zeros((memory.game.bids + 1) * widest, np.float32)
        self._space = tuple(np.zeros((widest, widest), np.float32) for _ in range(3))

    def walk(self) -> None:
        """Each player learns once from all that can happen."""
        self.walks += 1
        for player in (0, 1):
            self._learn(player, np.float32((self.walks / 100) ** 2))

    def value(self, weights: Weights) -> float:
        """What the starter wins on average if both play by these weights."""
        played = shares(self.memory, weights)
        self.meeting.deal(played.choices)
        nobody = 2
        self._regret(nobody, played.play, self._own[0], self._own_at[0])
        return float((self.meeting.joint * self._root).sum())

    @property
    def _root(self) -> Table:
        return self._worth[: self.meeting.joint.size].reshape(self.meeting.joint.shape)

    def _regret(self, player: int, play: Table, own: Table, own_at: Table) -> None:
        self.code.regret(
            self.graph, player, play, self._reach, own, own_at, self._worth, self.regrets.play, self._gains, self._space
        )

    def _learn(self, player: int, pace: np.float32) -> None:
        code, graph, shows, meeting = self.code, self.graph, self.memory.shows, self.meeting
        for p in (0, 1):
            code.tremble_ends(shows[p], self._now.choices[p], self._slipped.choices[p])
        code.tremble(graph, self._now.play, self._slipped.play)
        meeting.deal(self._slipped.choices)
        own, own_at, play = self._own[player], self._own_at[player], self._slipped.play
        code.flow(graph, play, meeting.joint.ravel(), self._reach, self._space)
        code.own_flow(graph, player, play, meeting.joint.sum(1 - player), own_at, own)
        code.average(graph, player, self._now.play, own, own_at, pace, self.averages.play)
        self.averages.choices[player][:] += pace * self._now.choices[player]
        self._regret(player, play, own, own_at)
        mine = self._root if player == 0 else np.ascontiguousarray(-self._root.T)
        code.regret_ends(
            shows[player], self._now.choices[player], meeting.rivals[player], mine, self.regrets.choices[player]
        )
        code.match_ends(shows[player], self.regrets.choices[player], self._now.choices[player])
        code.match_weights(graph, self.regrets.play, self._now.play)


def _zeros(first: int, second: int) -> tuple[Table, Table]:
    return np.zeros(first, np.float32), np.zeros(second, np.float32)


def shares(memory: Memory, weights: Weights) -> Weights:
    """Weights in proportion."""
    code = machine_code()
    found = Weights(_zeros(*(len(of) for of in weights.choices)), np.zeros(len(weights.play), np.float32))
    for p in (0, 1):
        code.match_ends(memory.shows[p], weights.choices[p], found.choices[p])
    code.match_weights(memory.graph, weights.play, found.play)
    return found


def rounded(memory: Memory, weights: Weights, most: int) -> Weights:
    """Shares as whole numbers."""
    found = shares(memory, weights)
    play = np.zeros(len(found.play), np.uint8)
    machine_code().keep_shares(memory.graph, memory.game.cards, found.play, most, play)
    first, second = (np.rint(of * most).astype(np.uint8) for of in found.choices)
    return Weights((first, second), play)


def measure(memory: Memory, weights: Weights, least: float = 0.0, hopeful: bool = False) -> Measure:
    """What the best answers to both players win in the whole round; ``scrutiny`` tells of ``least`` and ``hopeful``."""
    played = shares(memory, weights)
    meeting = Meeting(memory)
    meeting.deal(played.choices)
    found = []
    for player in (0, 1):
        hands = memory.game.hands[player]
        shown = np.array([hands.shown(kind, ends) for ends, kind in hands])
        mass = np.ascontiguousarray(meeting.rivals[player].T)
        won = _best_answer(memory, player, played, mass, shown, least, hopeful).reshape(1 << hands.cards, -1).max(0)
        found.append(float(hands.ways().astype(np.float64) @ won.astype(np.float64) / memory.game.deals))
    return Measure((found[0], found[1]))


def measure_by_looks(memory: Memory, weights: Weights, least: float) -> Measure:
    """What answers win at least that choose ends by these weights too, and bid by their look: much less work."""
    played = shares(memory, weights)
    meeting = Meeting(memory)
    meeting.deal(played.choices)
    found = []
    for player in (0, 1):
        mass = np.ascontiguousarray(meeting.joint.T if player == 0 else meeting.joint)
        shown = memory.shown_by_looks(player)
        found.append(float(_best_answer(memory, player, played, mass, shown, least, False).sum(dtype=np.float64)))
    return Measure((found[0], found[1]))


def _best_answer(
    memory: Memory, player: int, played: Weights, mass: Table, shown: Table, least: float, hopeful: bool
) -> Table:
    """What each hand wins that shows these values."""
    rival = 1 - player
    mine, theirs = memory.counted(shown), memory.counted(memory.shown_by_looks(rival))
    value = np.zeros((memory.game.bids + 2, len(shown)), np.float32)
    machine_code().best_answer(
        memory.graph, player, played.play, memory.classes[rival], mass, mine, theirs, np.float32(least), hopeful, value
    )
    won: Table = value[0]
    return won
