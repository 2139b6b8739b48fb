"""``search``: a bot that looks ahead from its view, by the compiled search of ``ismcts.py``."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from sprawdzam.bots import ismcts
from sprawdzam.engine.compiled import Compiled, compiled
from sprawdzam.engine.contract import HOLE
from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.loops import INSTINCT
from sprawdzam.engine.view import View

BUDGET = re.compile(r"(\d{1,9})(ms)?")
MOST_BUDGET = 10_000_000
SIMULATIONS = 20_000
PATIENCE = 8  # actions of a roll-out that instinct plays, before chance does
MOST_NODES = 400_000  # a search by time stops growing its tree here, at some 30 MB


def machine_code(game: Game) -> Compiled:
    """A game compiled together with the search: one build serves playouts and bots alike."""
    return compiled(game, ismcts)


@dataclass(frozen=True)
class Opinion:
    """What a search thinks of one action: how often it tried it, and what it brought on average, from 0 to 1."""

    action: int
    visits: int
    value: float


@dataclass(frozen=True)
class SearchBot:
    """Thinks for so many simulations, or for so many milliseconds."""

    simulations: int = SIMULATIONS
    milliseconds: int = 0
    patience: int = PATIENCE

    @classmethod
    def from_budget(cls, text: str) -> SearchBot:
        """The bot of ``search:5000`` or ``search:200ms``."""
        if not text:
            return cls()
        budget = BUDGET.fullmatch(text)
        if not budget or not 1 <= int(budget[1]) <= MOST_BUDGET:
            raise UnknownBot(
                "search:{budget}: a budget is 1 to {most} simulations or ms, such as search:5000 or search:200ms",
                budget=text,
                most=MOST_BUDGET,
            )
        if budget[2]:
            return cls(0, int(budget[1]))
        return cls(int(budget[1]))

    @property
    def name(self) -> str:
        return f"search:{self.milliseconds}ms" if self.milliseconds else f"search:{self.simulations}"

    def decide(self, view: View, rng: Random) -> int:
        if len(view.actions) == 1:
            return view.actions[0]
        return max(self.opinions(view, rng), key=lambda opinion: (opinion.visits, opinion.value)).action

    def opinions(self, view: View, rng: Random) -> list[Opinion]:
        """Everything that the search tried at its root."""
        size = self.simulations or MOST_NODES
        tree = Tree(machine_code(view.game), unclocked(view), rng.getrandbits(62), size, self.patience)
        if self.milliseconds:
            end = time.perf_counter() + self.milliseconds / 1000
            batch = 64
            while (now := time.perf_counter()) < end:
                tree.grow(batch)
                spent = time.perf_counter() - now
                batch = max(16, min(100_000, int(batch * min(0.01, end - now) / max(spent, 1e-6))))
        else:
            tree.grow(self.simulations)
        return tree.opinions()


def unclocked(view: View) -> View:
    """The same view, with options as a loop without a clock runs them (law 5)."""
    record = view.record.copy()
    Setup.of(view.game, record).unclocked().mark(record)
    return View(view.game, record, view.seat)


class Tree:
    """A search tree over one view."""

    def __init__(self, compiled: Compiled, view: View, seed: int, size: int, patience: int = PATIENCE) -> None:
        self.code = compiled.code
        self.seat = view.seat
        self.work = compiled.work(seed)
        self.work["root_words"] = HOLE  # also what lies between the end of the record and that of its last word
        self.work["root"] = view.record.pack()
        self.work["style"] = INSTINCT
        self.work["patience"] = patience
        self.nodes = np.zeros(size + 2, ismcts.NODE)
        self.edges = np.zeros(size + 2, ismcts.EDGE)
        self.slots = np.zeros(1 << (2 * size + 4).bit_length(), np.int64)

    def grow(self, simulations: int) -> None:
        """Runs outside the GIL."""
        self.code.search(self.work, self.seat, self.nodes, self.edges, self.slots, simulations)

    def opinions(self) -> list[Opinion]:
        root = self.code.find(self.nodes, self.slots, self.code.root_key(self.work, self.seat))
        found = []
        edge = int(self.nodes[root]["edge"])
        while edge:
            e: Any = self.edges[edge]
            found.append(Opinion(int(e["action"]), int(e["visits"]), float(e["total"] / max(1, e["visits"]))))
            edge = int(e["next"])
        return found
