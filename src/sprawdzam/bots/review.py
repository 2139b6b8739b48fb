"""A match that is over, looked at again: chances to win, mistakes, and luck against skill (docs/review.md).

Everything is estimated from what a seat could see when it decided. ``before`` a decision its chance is that of the best
play known, ``after`` it that of what it did; the difference is what the decision lost. Between two decisions of a seat
its chance is changed by chance, by hidden cards and by rivals: that is luck. So from the fair share at the beginning to
the result at the end, what luck brought less what decisions lost is exactly the way that was gone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot
from random import Random
from typing import NamedTuple

from sprawdzam.bots.levels import LevelBot, Thought
from sprawdzam.bots.search import Tree, as_good, machine_code, unclocked
from sprawdzam.engine.contract import TABLE
from sprawdzam.engine.errors import BadLog
from sprawdzam.engine.log import Log
from sprawdzam.engine.view import View

MATCHES = 500  # imagined for one estimate
AGAIN = 2  # times as many when a decision is looked at again
WORK = 400_000  # simulations for all decisions of a match, about
LEAST = 100  # simulations behind an estimate, however long the match
SURE = 2.0  # standard errors from which a difference counts as a loss
OFTEN = 0.05  # a Master's plan that does this so often has nothing against it
SHOWN = 3  # mistakes of a seat, and turns of luck in a match
NOTICED = 0.1  # a change of a chance that may be called a turn
LOOKED_AT = 12  # moments between two decisions at which a turn of luck is looked for

Progress = tuple[int, int]  #: how much is done, and of how much
Point = tuple[int, float]  #: a moment, and a chance to win


class Chance(NamedTuple):
    """How likely a seat wins, a shared win counting in part, and the standard error of that."""

    share: float
    error: float


@dataclass(frozen=True)
class Decision:
    """What a seat did where it had a choice. Steps count from 1; step n leads from moment n - 1 to moment n."""

    step: int
    seat: int
    played: int
    better: int
    """What a Master does instead; what was played if a Master has nothing against it."""
    before: float
    after: float
    error: float = 0.0
    """The standard error of the loss, if there is one."""

    @property
    def loss(self) -> float:
        return self.before - self.after


@dataclass(frozen=True)
class Mistake:
    """A decision that has lost something, and what there was to see and to think."""

    decision: Decision
    view: View
    thought: Thought


@dataclass(frozen=True)
class Turn:
    """A step with which a seat's chance changed through no doing of its own."""

    seat: int
    step: int
    change: float


@dataclass(frozen=True)
class Account:
    """One seat's way through a match."""

    seat: int
    begin: float
    end: float
    decisions: tuple[Decision, ...]
    mistakes: tuple[Mistake, ...]
    """The biggest ones, the worst first."""

    @property
    def skill(self) -> float:
        """What its decisions lost, as a number that is never above zero."""
        return -sum(decision.loss for decision in self.decisions)

    @property
    def luck(self) -> float:
        """What chance, hidden cards and rivals brought."""
        return self.end - self.begin - self.skill

    @property
    def error(self) -> float:
        """The standard error of both."""
        return hypot(*(decision.error for decision in self.decisions))

    @property
    def points(self) -> tuple[Point, ...]:
        """Moments and chances, before and after every decision."""
        return tuple(point for d in self.decisions for point in ((d.step - 1, d.before), (d.step, d.after)))

    def swings(self, last: int) -> Iterator[tuple[Point, Point]]:
        """From each decision to the next one; the first begins with the match, the last ends with it."""
        ways = [(0, self.begin), *self.points, (last, self.end)]
        yield from zip(ways[::2], ways[1::2], strict=True)


@dataclass(frozen=True)
class Review:
    """What is found out about a match."""

    steps: int
    accounts: tuple[Account, ...]
    turns: tuple[Turn, ...]


def review(log: Log, lent: Collection[int] = (), places: Sequence[int] = ()) -> Review:
    """The review of a match that is over. The same log has the same review.

    ``lent`` are steps that somebody else played for their seat, and no decisions of it; ``places`` the final ones where
    they are not those of the rules, because somebody has resigned. With them a match is over wherever its log ends.
    """
    work = reviewing(log, lent, places)
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Review = end.value
            return found


def reviewing(log: Log, lent: Collection[int] = (), places: Sequence[int] = ()) -> Generator[Progress, None, Review]:
    """``review`` in small parts: tells after each how much is done, so that others get their turn."""
    if not log.over and not places:
        raise BadLog("the match does not come to its end in this log, so there is nothing to review")
    seed = int.from_bytes(hashlib.sha256(log.text.encode()).digest()[:8])
    judge = Judge(log, seed)
    total = len(log.steps) + SHOWN
    looked: list[list[Mistake]] = [[] for _ in range(log.setup.seats)]
    for number, (view, played) in judge.asked():
        if number in lent:
            continue
        looked[view.seat].append(judge.look(number, view, played))
        yield number, total
    shares = judge.shares(places)
    accounts = tuple(
        _account(seat, _backed_up(mistakes, log), shares[seat], log.setup.seats) for seat, mistakes in enumerate(looked)
    )
    swings = [
        (account.seat, *way)
        for account in accounts
        for way in list(account.swings(len(log.steps)))[: None if log.over else -1]  # to resign is no step
    ]
    turns: list[Turn] = []
    for seat, start, stop in sorted(swings, key=lambda swing: -abs(swing[2][1] - swing[1][1]))[:SHOWN]:
        if abs(stop[1] - start[1]) >= NOTICED:
            turns.append(judge.turn(seat, start, stop))
            yield len(log.steps) + len(turns), total
    return Review(len(log.steps), accounts, tuple(sorted(turns, key=lambda turn: turn.step)))


class Judge:
    """Looks at the moments of one match."""

    def __init__(self, log: Log, seed: int) -> None:
        self._log = log
        self._seed = seed
        self._master = LevelBot("master")
        number = sum(step.seat != TABLE for step in log.steps)
        self._simulations = max(LEAST, min(log.setup.game.thought, WORK // max(1, number)))

    def asked(self) -> Iterator[tuple[int, tuple[View, int]]]:
        """The decisions of the match: step, view and what was played. Who only changes a choice is not asked (R8)."""
        steps = self._log.steps
        for number, (match, _) in enumerate(self._log.replay()):
            if number < len(steps) and steps[number].seat != TABLE:
                view = match.view(steps[number].seat)
                played = view.read(steps[number].text)
                if view.seat in view.actors and len(view.actions) > 1 and played in unclocked(view).actions:
                    yield number + 1, (view, played)

    def look(self, step: int, view: View, played: int) -> Mistake:
        """A decision beside a Master's.

        Less than ``SURE`` standard errors between them count for nothing. More are looked at once more with other luck:
        what is picked out for looking bad was partly unlucky, so only the second look counts.
        """
        rng = Random(f"{self._seed} {step}")
        thought = self._master.think(view, rng)
        better = preferred(thought, played)
        for effort in (1, AGAIN):
            after = self._chance(view, played, rng, effort)
            decision = Decision(step, view.seat, played, played, after.share, after.share)
            if better == played:
                break
            before = self._chance(view, better, rng, effort)
            error = hypot(before.error, after.error)
            if before.share - after.share < SURE * error:
                break
            decision = replace(decision, better=better, before=before.share, error=error)
        return Mistake(decision, view, replace(thought, action=decision.better))

    def turn(self, seat: int, start: Point, stop: Point) -> Turn:
        """Where between two decisions of a seat its chance changed most in the direction in which it changed."""
        change = stop[1] - start[1]
        moments = [start, *self._between(seat, start[0], stop[0]), stop]
        step = max(pairwise(moments), key=lambda way: (way[1][1] - way[0][1]) * change)[1][0]
        return Turn(seat, step, change)

    def _between(self, seat: int, start: int, stop: int) -> Iterator[Point]:
        """Moments between two others at which the seat saw something new, and its chances there."""
        views: dict[int, View] = {}
        last = None
        for number, (match, _) in enumerate(self._log.replay()):
            if start < number < stop:
                view = match.view(seat)
                if last is None or view.row != last:
                    views[number] = view
                last = view.row
        every = -(-len(views) // LOOKED_AT) or 1
        for number in list(views)[every - 1 :: every]:
            rng = Random(f"{self._seed} {number} between {seat}")
            yield number, self._chance(views[number], None, rng).share

    def shares(self, places: Sequence[int]) -> list[float]:
        """Everybody's share of the win."""
        *_, (match, _) = self._log.replay()
        ranks = places or match.ranks or ()
        return [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]

    def _chance(self, view: View, action: int | None, rng: Random, effort: int = 1) -> Chance:
        tree = Tree(machine_code(view.game), unclocked(view), rng.getrandbits(62), self._simulations * effort)
        if action is not None:
            tree.only(action)
        tree.grow(self._simulations * effort)
        return Chance(*tree.outlook(action, MATCHES * effort))


def preferred(thought: Thought, played: int) -> int:
    """What a Master does; what was played, if that is among what the Master would mix."""
    if thought.plan:
        plan = dict(thought.plan)
        return played if plan.get(played, 0.0) >= OFTEN else max(plan, key=plan.__getitem__)
    good = [opinion.action for opinion in as_good(thought.opinions)]
    return played if played in good else good[0]


def _backed_up(looked: list[Mistake], log: Log) -> list[Mistake]:
    """Where a seat decides again at once and nothing was drawn, what comes after the first decision is what was before
    the second: that one was looked at more closely."""
    found: list[Mistake] = []
    for each in reversed(looked):
        decision = each.decision
        if found and found[-1].decision.step == decision.step + 1 and not log.steps[decision.step - 1].draws:
            after = found[-1].decision.before
            if decision.before - after >= SURE * decision.error > 0:
                decision = replace(decision, after=after)
            else:
                decision = replace(decision, better=decision.played, before=after, after=after, error=0.0)
        found.append(replace(each, decision=decision))
    return found[::-1]


def _account(seat: int, looked: list[Mistake], end: float, seats: int) -> Account:
    decisions = tuple(each.decision for each in looked)
    real = [each for each in looked if each.decision.loss > 0]
    worst = sorted(real, key=lambda each: (-each.decision.loss, each.decision.step))[:SHOWN]
    return Account(seat, _begin(decisions, seats), end, decisions, tuple(worst))


def _begin(decisions: Sequence[Decision], seats: int) -> float:
    """The fair share; whoever plays alone has none, and begins with the first estimate."""
    if seats > 1:
        return 1 / seats
    return decisions[0].before if decisions else 0.0
