"""Random matches, move by move: the states that the laws are checked in, each with every seat's view.

A walk is made again by its set-up and its seed, so every broken law names both and the number of steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from random import Random
from typing import Any, NamedTuple

import numpy as np

from sprawdzam.engine.chance import Fast, Source, Zone
from sprawdzam.engine.contract import HOLE, SPECTATOR, TABLE, State
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.view import View, seats_of
from sprawdzam.testing.verdict import BrokenLaw, blamed

REVISE = 0.15  # how often a seat that has handed in thinks again, while others still choose


class Play(NamedTuple):
    """One step: whose, which action, and whether it takes a choice back (law 5)."""

    seat: int
    action: int
    revision: bool = False


class Asked(NamedTuple):
    """A draw that was asked for: its address, the weights of all values, and what came."""

    zone: Zone
    number: int
    weights: tuple[int, ...]
    value: int


class Probe:
    """Passes draws on to a source and notes all that was asked for."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.asked: list[Asked] = []
        self.wrong = ""

    def roll(self, zone: Zone, number: int, n: int) -> int:
        value = self.source.roll(zone, number, n)
        self.asked.append(Asked(zone, number, (1,) * n, value))
        return value

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        weights = tuple(counts)
        if sum(weights) != total or min(weights) < 0:
            self.wrong = f"a draw from {weights} says that there are {total} pieces in all"
        value = self.source.take(zone, number, counts, total)
        self.asked.append(Asked(zone, number, weights, value))
        return value


class Moment:
    """One reachable state. Nobody may change it: laws work on copies."""

    def __init__(self, walk: Walk, index: int, state: State, actors: tuple[int, ...], asked: list[Asked]) -> None:
        self.walk = walk
        self.setup = walk.setup
        self.game = walk.setup.game
        self.rules = walk.setup.game.rules
        self.index = index
        self.state = state
        self.truth: list[int] = state.row()
        self.actors = actors
        self.asked = asked
        """What was drawn on the way here."""
        self.next: Play | None = None
        """The step that the walk goes on with."""
        self._views: dict[int, View] = {}
        self._rows: dict[int, list[int]] = {}
        self._legal: dict[int, tuple[int, ...]] = {}
        self._worlds: dict[int, list[State]] = {}

    @property
    def seats(self) -> range:
        return range(self.setup.seats)

    @property
    def watchers(self) -> tuple[int, ...]:
        """Everyone who has a view: all seats and a spectator."""
        return (*self.seats, SPECTATOR)

    @property
    def choosers(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return tuple(seat for seat in self.actors if seat != TABLE)

    def view(self, seat: int) -> View:
        if seat not in self._views:
            with blamed(2, f"hide for seat {seat}", self.place):
                self._views[seat] = View.of(self.game, self.state, seat)
            if self.state.row() != self.truth:
                raise self.broken(2, f"hide for seat {seat} changes the state")
        return self._views[seat]

    def row(self, seat: int) -> list[int]:
        """The view of a seat as numbers."""
        if seat not in self._rows:
            self._rows[seat] = self.view(seat).record.row()
        return self._rows[seat]

    def legal(self, seat: int) -> tuple[int, ...]:
        if seat not in self._legal:
            self._legal[seat] = self.walk.legal(self.state, seat)
        return self._legal[seat]

    def worlds(self, seat: int, number: int) -> list[State]:
        """That many worlds which the seat imagines, the same ones for every law that asks."""
        found = self._worlds.setdefault(seat, [])
        while len(found) < number:
            found.append(self.imagined(seat, Fast(self.walk.seed * 1000003 + self.index * 101 + len(found))))
        return found[:number]

    def imagined(self, seat: int, chance: Source) -> State:
        world = self.view(seat).record.copy()
        with blamed(3, f"imagine for seat {seat}", self.place):
            self.rules.imagine(world, seat, chance)
        return world

    def after(self, play: Play, chance: Source) -> State:
        """The state one step later."""
        state = self.state.copy()
        with blamed(6, f"apply of a listed action, {told(play)},", self.place):
            self.rules.apply(state, play.seat, play.action, chance)
        return state

    def place(self) -> str:
        """Where this is, so that anyone can go there."""
        steps = " ".join(told(m.next) for m in self.walk.moments[: self.index] if m.next)
        return (
            f"set-up: {self.setup!r}\nsee it again: Walk.of(setup, seed={self.walk.seed}).moments[{self.index}]\n"
            f"steps: {steps or 'none'}\nstate: {sparse(self.state)}"
        )

    def broken(self, number: int, detail: str) -> BrokenLaw:
        return BrokenLaw(number, f"{detail}\n{self.place()}")


@dataclass
class Walk:
    """One random match."""

    setup: Setup
    seed: int
    moments: list[Moment]
    revisions: int = 0
    ended: bool = False
    """False if the match went on beyond ``LONGEST``."""
    wrong_draw: str = ""

    @classmethod
    def of(cls, setup: Setup, seed: int) -> Walk:
        walk = cls(setup, seed, [])
        rules = setup.game.rules
        probe = Probe(Fast(seed))
        rng = Random(seed)
        pieces: list[int] = []
        state = setup.blank()
        with blamed(7, "deal", partial(walk.place, state)):
            rules.deal(state, probe)
        while len(walk.moments) - walk.revisions <= rules.LONGEST:
            with blamed(6, "actors", partial(walk.place, state)):
                actors = seats_of(rules.actors(state))
            moment = Moment(walk, len(walk.moments), state, actors, probe.asked)
            walk.moments.append(moment)
            walk.wrong_draw = walk.wrong_draw or probe.wrong
            if min(moment.truth) < 0:  # it would look like a hole
                place = moment.truth.index(min(moment.truth))
                raise moment.broken(7, f"{field_names(state.dtype)[place]} is {min(moment.truth)}")
            pieces = pieces or census_of(moment, state)
            if census_of(moment, state) != pieces:
                raise moment.broken(7, f"there are pieces {census_of(moment, state)}, at the start {pieces}")
            if not actors:
                walk.ended = True
                break
            moment.next = walk._choose(moment, rng)
            walk.revisions += moment.next.revision
            probe = Probe(probe.source)
            try:
                state = moment.after(moment.next, probe)
            except BrokenLaw:
                if probe.wrong:
                    raise moment.broken(1, probe.wrong) from None
                raise
        walk.moments[-1].next = None
        return walk

    def again(self) -> None:
        """Plays the match once more: the same chance and the same actions give the same states (law 8)."""
        rules, chance, state = self.setup.game.rules, Fast(self.seed), self.setup.blank()
        rules.deal(state, chance)
        for moment in self.moments:
            if moment.state != state:
                raise moment.broken(8, f"played again it comes out otherwise: {difference(moment.state, state)}")
            if moment.next is not None:
                rules.apply(state, moment.next.seat, moment.next.action, chance)

    def _choose(self, moment: Moment, rng: Random) -> Play:
        if rng.random() < REVISE and TABLE not in moment.actors:
            handed_in = [p for p in moment.seats if p not in moment.actors and moment.legal(p)]
            if handed_in:
                seat = rng.choice(handed_in)
                return Play(seat, rng.choice(moment.legal(seat)), True)
        seat = rng.choice(moment.actors)
        actions = moment.legal(seat)
        if not actions:
            raise moment.broken(6, f"the game waits for seat {seat}, which has no legal action")
        if seat != TABLE and self.legal(moment.view(seat).record, seat) != actions:
            raise moment.broken(4, f"legal for seat {seat} is {actions}, in its view it is something else")
        habit = getattr(moment.rules, "habit", None)
        if habit is None:
            return Play(seat, rng.choice(actions))
        # With it a walk comes to longer matches than by any choice
        weights = [1 if seat == TABLE else habit(moment.state, seat, action) for action in actions]
        return Play(seat, rng.choices(actions, weights)[0])

    def legal(self, s: State, seat: int) -> tuple[int, ...]:
        """The legal actions as a state or view lists them."""
        rules = self.setup.game.rules
        out = [0] * rules.ACTIONS
        with blamed(6, f"legal for seat {seat}", partial(self.place, s)):
            n = rules.legal(s, seat, out)
        return tuple(out[:n])

    def place(self, s: State) -> str:
        return f"set-up: {self.setup!r}\nseed: {self.seed}\nrecord: {sparse(s)}"

    def __repr__(self) -> str:
        return f"Walk.of({self.setup!r}, seed={self.seed})"


def told(play: Play) -> str:
    who = "table" if play.seat == TABLE else str(play.seat)
    return f"{who}:{play.action}{'*' if play.revision else ''}"


@dataclass(frozen=True)
class Effort:
    """How much work the laws do for each set-up."""

    matches: int = 1
    """Random matches."""
    moments: int = 6
    """States of each match that the dear checks look at; the cheap ones look at all."""
    worlds: int = 2
    """Worlds imagined from each view."""
    ways: int = 240
    """Ways of chance up to which everything is enumerated."""
    compiled: int = 3
    """Matches played by machine code and interpreted side by side."""


QUICK = Effort()
THOROUGH = Effort(matches=5, moments=40, worlds=4, ways=4000, compiled=50)


class Case:
    """A set-up and its random matches: what a law is checked on."""

    def __init__(self, setup: Setup, effort: Effort = QUICK, seed: int = 0) -> None:
        self.setup = setup
        self.game: Game = setup.game
        self.effort = effort
        self.seed = seed
        self.walks = [Walk.of(setup, seed + number) for number in range(effort.matches)]
        for walk in self.walks:
            walk.again()  # nothing can be said about a game that plays otherwise each time

    @property
    def moments(self) -> Iterator[Moment]:
        return chain.from_iterable(walk.moments for walk in self.walks)

    def sample(self, salt: int, share: float = 1.0) -> list[Moment]:
        """Some moments, at least one of every phase with every number of actors."""
        rng = Random(self.seed * 31 + salt)
        groups: dict[tuple[int, int, bool], list[Moment]] = {}
        for moment in self.moments:
            kind = (getattr(moment.state, "phase", 0), len(moment.actors), TABLE in moment.actors)
            groups.setdefault(kind, []).append(moment)
        for group in groups.values():
            rng.shuffle(group)
        most = max(1, round(self.effort.moments * self.effort.matches * share))
        found: list[Moment] = []
        while groups and len(found) < most:
            for kind in sorted(groups):
                found.append(groups[kind].pop())
                if not groups[kind]:
                    del groups[kind]
        return found


@cache
def field_names(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The name of every number in a record's row, such as ``seat[1].card[0]``."""
    names: list[str] = []
    for name in dtype.names or ():
        part = dtype[name]
        base, shape = part.subdtype or (part, ())
        for place in [f"[{i}]" for i in range(shape[0])] if shape else [""]:
            if base.names is None:
                names.append(name + place)
            else:
                names.extend(f"{name}{place}.{inner}" for inner in field_names(base))
    return tuple(names)


def sparse(s: State) -> str:
    """The fields of a record that are not zero; ``?`` for a hole."""
    pairs = zip(field_names(s.dtype), s.row(), strict=True)
    return ", ".join(f"{name}={'?' if value == HOLE else int(value)}" for name, value in pairs if value)


def difference(a: State, b: State) -> str:
    """Where two records differ first, in words; empty if nowhere."""
    rows = zip(field_names(a.dtype), a.row(), b.row(), strict=True)
    return next((f"{name} is {x} and {y}" for name, x, y in rows if x != y), "")


def census_of(moment: Moment, s: State) -> list[int]:
    """How many pieces of each kind there are."""
    out = [0] * moment.rules.PIECES
    with blamed(7, "census", moment.place):
        moment.rules.census(s, out)
    return out
