"""Law 8: the same chance and the same actions give the same bytes, compiled or interpreted."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from math import isclose
from random import Random
from types import ModuleType
from typing import cast

import numpy as np

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.compiled import Compiled
from sprawdzam.engine.contract import SPECTATOR, TABLE, State
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.record import NUMBER
from sprawdzam.engine.view import seats_of
from sprawdzam.testing import drive
from sprawdzam.testing.verdict import BrokenLaw, blamed
from sprawdzam.testing.walk import Case, Moment, Walk, difference

Liking = Callable[[State, int, int], float]

OFTEN = 7  # every so many steps views, worlds and instincts are compared as well


def law_8_determinism(case: Case, *, compiled: bool = True) -> None:
    """A walk made again has the same states; machine code plays the same match, step by step.

    Compiled matches run with checked bounds once, and without for the rest: a place outside of a record reads
    whatever lies there.
    """
    for walk in case.walks:
        _again(walk)
    if compiled:
        twins(case.setup, 1, case.seed, boundscheck=True)
        twins(case.setup, case.effort.compiled, case.seed)


def _again(walk: Walk) -> None:
    walk.again()
    for moment in walk.moments:
        kinds = set(map(type, moment.state.row())) - {int}
        if not all(issubclass(kind, IntEnum) for kind in kinds):
            raise moment.broken(8, f"the interpreted state holds {kinds}; every field is a plain int")
    for moment in walk.moments[:: max(1, len(walk.moments) // 20)]:
        for seat in moment.watchers:
            _same_twice(moment, seat)


def _same_twice(moment: Moment, seat: int) -> None:
    views = [moment.game.record.blank() for _ in range(2)]
    for view in views:
        moment.rules.hide(moment.state, seat, view)
    worlds = [moment.imagined(seat, Fast(moment.index)) for _ in range(2)]
    for what, pair in (("hide", views), ("imagine", worlds)):
        if pair[0] != pair[1]:
            raise moment.broken(8, f"{what} for seat {seat} comes out in two ways: {difference(*pair)}")


def twins(setup: Setup, matches: int, seed: int = 0, *, boundscheck: bool = False, liking: Liking | None = None) -> int:
    """Random matches played by machine code and interpreted, compared after every step; returns how many steps.

    With a ``liking`` actions are chosen by these weights, so that matches come to where chance alone seldom leads.
    """
    game = setup.game
    with blamed(8, "compiling the game", lambda: f"set-up: {setup!r}\nbounds checked: {boundscheck}"):
        pair = _Pair(setup, _machine(cast(ModuleType, game.rules), _instinct(game), boundscheck), liking)
    return sum(pair.match(seed + number) for number in range(matches))


def _instinct(game: Game) -> ModuleType | None:
    try:
        return game.instinct
    except ModuleNotFoundError as error:
        if error.name != f"{game.package}.instinct":
            raise
        return None


@cache
def _machine(rules: ModuleType, instinct: ModuleType | None, boundscheck: bool) -> Compiled:
    return Compiled(rules, instinct, drive, boundscheck=boundscheck)


class _Pair:
    """One match, twice: ``work`` holds the compiled one, ``state`` is the interpreted one."""

    def __init__(self, setup: Setup, machine: Compiled, liking: Liking | None) -> None:
        self.setup = setup
        self.liking = liking
        self.game = setup.game
        self.rules = setup.game.rules
        self.feel = _instinct(self.game)
        self.code = machine.code
        self.machine = machine
        self.start = setup.blank()
        self.steps: list[str] = []
        self.seed = 0

    def match(self, seed: int) -> int:
        """Plays one random match; returns its number of steps."""
        self.seed, self.steps = seed, ["deal"]
        work = self.work = self.machine.work(seed)
        self.words = work["rng"][0]
        self.numbers = {what: work[what].view(NUMBER) for what in ("state", "seen")}
        self.chance = Fast(seed)
        work["start"] = self.start.pack()
        self.state = self.start.copy()
        with blamed(8, "the match", self.place):
            self._play(Random(seed))
            self._end()
        return len(self.steps)

    def _play(self, rng: Random) -> None:
        rules, code, work, state = self.rules, self.code, self.work, self.state
        listed, out = work["actions"][0], [0] * rules.ACTIONS
        mask = code.begin(work)
        rules.deal(state, self.chance)
        while True:
            self._compare("state", state)
            if mask != rules.actors(state):
                raise self.broken(f"machine code waits for {mask:b}, Python for {rules.actors(state):b}")
            actors = seats_of(mask)
            if not actors or len(self.steps) > rules.LONGEST:
                break
            seat = rng.choice(actors)
            if len(self.steps) % OFTEN == 1:
                self._views(rng.choice((*range(self.setup.seats), SPECTATOR)))
                if seat != TABLE:
                    self._views(seat)
            n, m = rules.legal(state, seat, out), code.listed(work, seat)
            if out[:n] != listed[:m].tolist():
                raise self.broken(f"legal of seat {seat} is {listed[:m]} in machine code, {out[:n]} in Python")
            action = out[rng.randrange(n)]
            if self.liking is not None and seat != TABLE:
                action = rng.choices(out[:n], [self.liking(state, seat, action) for action in out[:n]])[0]
            self.steps.append(f"{seat}:{action}")
            mask = code.play(work, seat, action)
            rules.apply(state, seat, action, self.chance)

    def _compare(self, what: str, record: State) -> None:
        if self.numbers[what].tolist() != record.row():
            made = self.game.record.unpack(self.work[what])
            raise self.broken(f"the {what} differs in machine code and Python: {difference(made, record)}")
        if self.words.tolist() != self.chance.words:
            raise self.broken("machine code and Python have drawn differently")

    def _views(self, seat: int) -> None:
        """View, instinct and an imagined world of a seat."""
        view = self.game.record.blank()
        self.code.look(self.work, seat)
        self.rules.hide(self.state, seat, view)
        self._compare("seen", view)
        if seat != SPECTATOR:
            self._instincts(seat, view)
        self.code.dream(self.work, seat)
        self.rules.imagine(view, seat, self.chance)
        self._compare("seen", view)

    def _instincts(self, seat: int, view: State) -> None:
        out = [0] * self.rules.ACTIONS
        n, m = self.rules.legal(view, seat, out), self.code.weigh(self.work, seat)
        if out[:n] != self.work["actions"][0, :m].tolist():
            raise self.broken(f"legal of seat {seat} in its view differs in machine code and Python")
        if n == 0 or self.feel is None:
            return
        weights = [0.0] * n
        self.feel.instinct(view, seat, out, n, weights)
        made = self.work["weights"][0, :n].tolist()
        if not all(isclose(a, b, rel_tol=1e-9) for a, b in zip(made, weights, strict=True)):
            raise self.broken(f"instinct of seat {seat}: {made} in machine code, {weights} in Python")
        if min(weights) < 0 or not sum(weights) > 0:
            raise self.broken(f"instinct of seat {seat} weighs {weights}: at least 0, and not all 0")

    def _end(self) -> None:
        points = np.zeros((self.setup.seats, 2), np.int64)
        pieces = np.zeros(self.rules.PIECES, np.int64)
        out, counted = [[0, 0] for _ in range(self.setup.seats)], [0] * self.rules.PIECES
        self.code.finals(self.work, points)
        self.rules.score(self.state, out)
        self.code.count(self.work, pieces)
        self.rules.census(self.state, counted)
        if points.tolist() != out or pieces.tolist() != counted:
            raise self.broken(f"scores {points.tolist()} and {out}, pieces {pieces.tolist()} and {counted}")

    def place(self) -> str:
        return f"set-up: {self.setup!r}\nmatch: twins(setup, 1, {self.seed})\nsteps: {' '.join(self.steps)}"

    def broken(self, detail: str) -> BrokenLaw:
        return BrokenLaw(8, f"{detail}\n{self.place()}")
