"""A match as a tree with explicit chance: every draw is a node of its own, with the odds of all that can come.

The rules know nothing of it. A step that asks for a draw nobody has made yet is begun and given up: the node stays
where it was, and offers that draw. Once it is made the step is begun again, with all draws so far. Rules run
interpreted here, so a tree is for small games and for exact answers; speed is elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from sprawdzam.engine.chance import Fast, Zone
from sprawdzam.engine.contract import GO_ON, TABLE, State
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.record import NUMBER
from sprawdzam.engine.scene import legal_for
from sprawdzam.engine.view import View, seats_of
from sprawdzam.envs.encode import Numbers
from sprawdzam.envs.observation import layout_of
from sprawdzam.envs.spec import Spec
from sprawdzam.envs.story import CHANCE, DEAL, IMAGINED, OVER, Row, first_page, page

KEPT = 30_000  #: nodes that a tree keeps: who solves a game walks the same ones again and again


class Asked(Exception):
    """A draw that nobody has made yet."""

    def __init__(self, zone: Zone, counts: Sequence[int]) -> None:
        self.zone = zone.name.lower()
        total = sum(counts)
        self.odds = [(kind, count / total) for kind, count in enumerate(counts) if count > 0]


class Given:
    """Draws as they were made; asks for the next one by raising ``Asked``."""

    def __init__(self, draws: Sequence[int]) -> None:
        self.draws = iter(draws)

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self.take(zone, number, [1] * n, n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        for value in self.draws:
            return value
        raise Asked(zone, counts)


@dataclass
class Tree:
    """All nodes of a set-up, as far as they were visited."""

    setup: Setup
    kept: int = 0

    @property
    def game(self) -> Game:
        return self.setup.game

    def root(self) -> Node:
        """Before the deal."""
        return Node(self, self.setup.blank(), {}).begun(DEAL, GO_ON, ())

    def world(self, record: State, lives: dict[int, tuple[str, Row]]) -> Node:
        """A node that begins with a state; stories that are not given begin there, too."""
        return Node(self, record, lives, steps=[(IMAGINED, GO_ON, record)])


def regrown(spec: Spec, world: tuple[list[int], dict[int, tuple[str, Row]]] | None, path: list[int]) -> Node:
    """The node that a path leads to, in a tree of its own."""
    tree = Tree(spec.setup())
    node = tree.root() if world is None else tree.world(tree.game.record.from_row(iter(world[0])), world[1])
    for action in path:
        node = node.after(action)
    return node


@dataclass(eq=False)
class Node:
    """A state, and a step that waits for a draw, if there is one. Nodes never change."""

    tree: Tree
    record: State
    lives: dict[int, tuple[str, Row]]
    """By seat: the story so far and the last view, once somebody has asked."""
    parent: Node | None = None
    steps: list[tuple[int, int, State]] = field(default_factory=list)
    """What happened since the parent: who did what, and the state after it."""
    due: tuple[int, int, tuple[int, ...]] | None = None
    """The step that waits for its next draw, with the draws so far."""
    asked: Asked | None = None
    by: int | None = None
    """The action or draw that led here from the parent."""
    children: dict[int, Node] = field(default_factory=dict)

    @property
    def setup(self) -> Setup:
        return self.tree.setup

    @property
    def undealt(self) -> bool:
        return self.due is not None and self.due[0] == DEAL

    @cached_property
    def player(self) -> int:
        """The seat that acts next; several that choose at once are asked in seat order (law 5)."""
        if self.asked is not None:
            return CHANCE
        actors = seats_of(self.tree.game.rules.actors(self.record))
        return actors[0] if actors else OVER

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions, or the draws that are possible."""
        if self.asked is not None:
            return [kind for kind, _ in self.asked.odds]
        return [] if self.player == OVER else legal_for(self.tree.game.rules, self.record, self.player)

    def after(self, action: int) -> Node:
        """The node that a legal action, or a possible draw, leads to."""
        node = self.children.get(action)
        if node is None:
            if self.due is not None:
                seat, what, draws = self.due
                node = self.begun(seat, what, (*draws, action))
            else:
                node = self.begun(self.player, action, ())
            node.by = action
            if self.tree.kept < KEPT:
                self.tree.kept += 1
                self.children[action] = node
        return node

    def begun(self, seat: int, action: int, draws: tuple[int, ...]) -> Node:
        """Plays a step with these draws, and then what the table does, as far as that needs no further draw."""
        rules = self.tree.game.rules
        state = self.record
        steps: list[tuple[int, int, State]] = []
        while True:
            trial = state.copy()
            try:
                if seat == DEAL:
                    rules.deal(trial, Given(draws))
                else:
                    rules.apply(trial, seat, action, Given(draws))
            except Asked as asked:
                return Node(self.tree, state, {}, self, steps, (seat, action, draws), asked)
            state = trial
            steps.append((seat, action, state))
            if seats_of(rules.actors(state)) != (TABLE,):
                return Node(self.tree, state, {}, self, steps)
            seat, action, draws = TABLE, GO_ON, ()

    def view(self, seat: int) -> View:
        return View.of(self.tree.game, self.record, seat)

    def observe(self, seat: int) -> Numbers:
        """The observation of a seat."""
        return layout_of(self.tree.game, self.setup.seats).of(self.view(seat))

    def story(self, seat: int) -> str:
        """What the seat has lived through: see ``story.py``."""
        return self._life(seat)[0]

    def _life(self, seat: int) -> tuple[str, Row]:
        if seat not in self.lives:
            game = self.tree.game
            text, row = self.parent._life(seat) if self.parent else first_page(game, seat)
            for actor, action, state in self.steps:
                seen = np.array(View.of(game, state, seat).row, NUMBER)
                text += page(game, seat, row, actor, action, seen)
                row = seen
            self.lives[seat] = text, row
        return self.lives[seat]

    def imagined(self, seat: int, luck: int) -> Node:
        """A world that the seat cannot tell from this one, with the seat's own story; the others' begin here."""
        if self.asked is not None:
            raise ValueError("a world is imagined where somebody decides, not while chance is about to fall")
        record = self.view(seat).record
        self.tree.game.rules.imagine(record, seat, Fast(luck))
        return self.tree.world(record, {seat: self._life(seat)})

    def results(self) -> list[tuple[int, int]]:
        """Points and rank of every seat at the end."""
        out: list[Any] = [[0, 0] for _ in range(self.tree.setup.seats)]
        self.tree.game.rules.score(self.record, out)
        return [(points, rank) for points, rank in out]

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        node, path = self, []
        while node.by is not None and node.parent is not None:
            path.append(node.by)
            node = node.parent
        world = (node.record.row(), node.lives) if node.parent is None else None
        return regrown, (Spec.of(self.tree.setup), world, path[::-1])
