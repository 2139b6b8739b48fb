"""``search``: a bot that looks ahead from its view, by the compiled search of ``ismcts.py``."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from sprawdzam.bots import ismcts, outlook
from sprawdzam.engine.compiled import Compiled, compiled
from sprawdzam.engine.contract import HOLE
from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.loops import INSTINCT
from sprawdzam.engine.view import View

BUDGET = re.compile(r"(\d{1,9})(ms)?(?:x(\d{1,3}))?")
MOST_BUDGET = 10_000_000
MOST_ROOTS = 64
SIMULATIONS = 20_000
PATIENCE = 8  # actions of a roll-out that instinct plays, before chance does
MOST_NODES = 400_000  # a search by time stops growing its tree here, at some 30 MB
LOOKS = 8  # how often a search asks itself whether its choice is settled
CLOSE = 0.5  # an action that was tried this often, against the best one, may be played instead
DOUBT = 1.0  # standard errors by which it may look worse
SURE = 2.0  # standard errors on either side that leave no doubt


def machine_code(game: Game) -> Compiled:
    """A game compiled together with the search: one build serves playouts, bots and reviews alike."""
    return compiled(game, ismcts, outlook)


@dataclass(frozen=True)
class Opinion:
    """What a search thinks of one action: how often it tried it, and what it brought on average, from 0 to 1."""

    action: int
    visits: int
    value: float


@dataclass(frozen=True)
class SearchBot:
    """Thinks for so many simulations, or for so many milliseconds, in each of its roots; less when it is settled."""

    simulations: int = SIMULATIONS
    milliseconds: int = 0
    roots: int = 1
    """Trees that grow side by side, each on a thread of its own; their opinions are added up."""

    @classmethod
    def from_budget(cls, text: str) -> SearchBot:
        """The bot of ``search:5000``, ``search:200ms``, or ``search:5000x2``."""
        if not text:
            return cls()
        budget = BUDGET.fullmatch(text)
        if not budget or not 1 <= int(budget[1]) <= MOST_BUDGET or not 1 <= int(budget[3] or 1) <= MOST_ROOTS:
            raise UnknownBot(
                "search:{budget}: a budget is 1 to {most} simulations or ms, such as search:5000 or search:200ms, and "
                "x2 for two threads",
                budget=text,
                most=MOST_BUDGET,
            )
        amount, roots = int(budget[1]), int(budget[3] or 1)
        return cls(0, amount, roots) if budget[2] else cls(amount, 0, roots)

    @property
    def name(self) -> str:
        budget = f"{self.milliseconds}ms" if self.milliseconds else str(self.simulations)
        return f"search:{budget}" + (f"x{self.roots}" if self.roots > 1 else "")

    def decide(self, view: View, rng: Random) -> int:
        if len(view.actions) == 1:
            return view.actions[0]
        return mixed(self.opinions(view, rng), rng)

    def opinions(self, view: View, rng: Random) -> list[Opinion]:
        """Everything that the search tried at its root, the most tried first."""
        code, seen, seeds = machine_code(view.game), unclocked(view), [rng.getrandbits(62) for _ in range(self.roots)]
        if self.roots == 1:
            return self._grown(code, seen, seeds[0])
        with ThreadPoolExecutor(self.roots) as threads:
            return added(list(threads.map(lambda seed: self._grown(code, seen, seed), seeds)))

    def _grown(self, code: Compiled, view: View, seed: int) -> list[Opinion]:
        if self.milliseconds:
            return self._grown_by_time(Tree(code, view, seed, MOST_NODES))
        tree = Tree(code, view, seed, self.simulations)
        left = self.simulations
        while left > 0:
            batch = min(left, max(1, self.simulations // LOOKS))
            tree.grow(batch)
            left -= batch
            if settled(found := tree.opinions(), left):
                break
        return found

    def _grown_by_time(self, tree: Tree) -> list[Opinion]:
        """In batches of some 10 ms; at least one, however late it is."""
        end = time.perf_counter() + self.milliseconds / 1000
        batch, done = 64, 0
        began = now = time.perf_counter()
        while now < end:
            tree.grow(batch)
            done += batch
            before, now = now, time.perf_counter()
            batch = max(16, min(100_000, int(batch * min(0.01, end - before) / max(now - before, 1e-6))))
            if settled(tree.opinions(), int(done * (end - now) / (now - began))):
                break
        return tree.opinions()


def settled(opinions: Sequence[Opinion], left: int) -> bool:
    """Whether no other action may be played any more: none can be tried often enough, or all are surely worse."""
    if not opinions:  # there was nothing to choose
        return True
    best = opinions[0]
    floor = best.value - SURE * error(best)
    return all(o.visits + left / 2 < CLOSE * best.visits or o.value + SURE * error(o) < floor for o in opinions[1:])


def error(opinion: Opinion) -> float:
    """The standard error of a value, at most."""
    return 0.5 / sqrt(max(1, opinion.visits))


def added(roots: Sequence[Sequence[Opinion]]) -> list[Opinion]:
    """The opinions of several roots as those of one, the most tried first."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for opinion in (opinion for root in roots for opinion in root):
        visits[opinion.action] = visits.get(opinion.action, 0) + opinion.visits
        totals[opinion.action] = totals.get(opinion.action, 0.0) + opinion.visits * opinion.value
    return ranked(Opinion(action, n, totals[action] / max(1, n)) for action, n in visits.items())


def ranked(opinions: Any) -> list[Opinion]:
    return sorted(opinions, key=lambda opinion: (-opinion.visits, -opinion.value, opinion.action))


def mixed(opinions: Sequence[Opinion], rng: Random) -> int:
    """The most tried action, or one that is hardly worse, as often as it was tried: so that nobody can read the bot."""
    near = as_good(opinions)
    return rng.choices([o.action for o in near], [o.visits for o in near])[0]


def as_good(opinions: Sequence[Opinion]) -> list[Opinion]:
    """The most tried action, and those that are hardly worse."""
    best = opinions[0]
    worst = best.value - DOUBT * error(best)
    return [o for o in opinions if o.visits >= CLOSE * best.visits and o.value >= worst]


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

    def only(self, action: int) -> None:
        """Lets the seat begin with one action alone; called before anything has grown."""
        root = self.code.add_node(self.nodes, self.slots, self.code.root_key(self.work, self.seat))
        self.edges[0]["visits"] = 1
        self.edges[1] = (action, 0, 1, 0.5, 1.0)  # as if tried once: a value is a total by visits
        for field, value in (("edge", 1), ("tried", 1), ("visits", 1), ("shut", 1)):
            self.nodes[root][field] = value

    def outlook(self, action: int | None, matches: int) -> tuple[float, float]:
        """How often the seat wins when all play by this tree, and it begins with an action; and the standard error."""
        begin = -1 if action is None else action
        total, squares = self.code.outlook(self.work, self.seat, begin, self.nodes, self.edges, self.slots, matches)
        share = total / matches
        return share, sqrt(max(squares / matches - share * share, 0.25 / matches) / matches)

    def opinions(self) -> list[Opinion]:
        """Everything that was tried at the root, the most tried first."""
        root = self.code.find(self.nodes, self.slots, self.code.root_key(self.work, self.seat))
        found = []
        edge = int(self.nodes[root]["edge"])
        while edge:
            e: Any = self.edges[edge]
            found.append(Opinion(int(e["action"]), int(e["visits"]), float(e["total"] / max(1, e["visits"]))))
            edge = int(e["next"])
        return ranked(found)
