"""One match of a study: who is asked, how long that may take, and what becomes of a bot that breaks the rules.

A bot that returns an illegal action, fails, or overruns its time forfeits: its seat is played on by instinct and comes
last. The match goes on, for the others have a right to it, and the study goes on.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import NamedTuple, Protocol

from sprawdzam.arena.clock import Overrun, Watchdog, limited
from sprawdzam.arena.study import Fixture, Forfeit, Played, Study
from sprawdzam.bots import Bot, make
from sprawdzam.bots.own import is_own
from sprawdzam.bots.program import STARTING, ProgramFailed, is_program
from sprawdzam.bots.simple import InstinctBot
from sprawdzam.bots.warm import steps
from sprawdzam.engine.contract import TABLE
from sprawdzam.engine.errors import IllegalAction
from sprawdzam.engine.match import Match
from sprawdzam.engine.options import Value
from sprawdzam.engine.view import View
from sprawdzam.games import find

LONGEST = 200  # letters of a reason
COMPILED = ("player", "master", "expert")  # bots whose first decision may not need all that a later one does


class Forfeited(Exception):
    """A bot has lost its seat; the text says why."""


class Order(NamedTuple):
    """A task for a worker: a match, and its bots by names that a process in any folder understands."""

    study: Study
    fixture: Fixture
    bots: tuple[str, ...]


class Decision(NamedTuple):
    action: int
    seconds: float


class Player(Protocol):
    """A bot at a table, with a clock."""

    def decide(self, view: View, rng: Random) -> Decision:
        """Raises ``Forfeited``."""
        ...


class Here:
    """A bot that decides in this process. Each match has new ones: what they remember is of that match."""

    def __init__(self, name: str, limit: float, watchdog: Watchdog | None = None) -> None:
        self.name = name
        self.limit = limit
        self.watchdog = watchdog
        self._bot: Bot | None = None

    def decide(self, view: View, rng: Random) -> Decision:
        try:
            if self._bot is None and is_program(self.name):
                self._bot = self._started()
            if self.watchdog is not None:
                self.watchdog.pat()
            start = time.perf_counter()
            with limited(self.limit):
                if self._bot is None:
                    self._bot = make(self.name)
                    start = time.perf_counter()
                action = self._bot.decide(view, rng)
            seconds = time.perf_counter() - start
        except Overrun:
            raise Forfeited(overrun(self.limit)) from None
        except ProgramFailed as error:
            raise Forfeited(_line(str(error))) from error
        except BaseException as error:
            raise Forfeited(_line(f"crashed: {told(error)}")) from error
        if seconds > self.limit:
            raise Forfeited(overrun(self.limit))
        return Decision(action, seconds)

    def _started(self) -> Bot:
        """A program, which has a time of its own to begin; it may have to begin anew after a forfeit."""
        if self.watchdog is not None:
            self.watchdog.rest()
        with limited(STARTING):
            return make(self.name, seconds=self.limit)


def overrun(limit: float) -> str:
    return f"overran {limit:g} s"


def play_here(order: Order) -> Played:
    """The work of a worker: a match whose bots all decide in this process. Whoever cannot be stopped is its end."""
    warm(order)
    limit = order.study.limit
    watchdog = Watchdog(limit + grace(limit))
    try:
        return play(order, [Here(name, limit, watchdog) for name in order.bots])
    finally:
        watchdog.rest()


def grace(limit: float) -> float:
    """Seconds that a bot has after its limit, before its process is ended."""
    return max(2.0, limit / 2)


def warm(order: Order) -> None:
    """Loads and compiles, once in a process, what is no part of any decision."""
    _warm(order.study.game, order.study.seats, tuple(order.study.options.items()), order.bots)


@lru_cache(64)
def _warm(game: str, seats: int, options: tuple[tuple[str, Value], ...], bots: tuple[str, ...]) -> None:
    match = find(game).setup(seats, **dict(options)).unclocked().start(seed=0)
    while len((view := match.view(match.actors[0])).actions) == 1:  # where there is no choice nothing is compiled
        match.play(view.seat, view.actions[0])
    if any(name.partition(":")[0] in COMPILED for name in bots):
        for _, compile in steps([find(game)]):
            compile()
    made = []  # at once: a program that plays two seats is started twice
    for name in bots:
        with suppress(Exception):  # which comes again in the match, and counts there
            bot = make(name)
            made.append(bot)
            if is_program(name):
                continue
            if not is_own(name):
                bot.decide(view, Random(0))
            elif "sprawdzam.bots.search" in sys.modules:  # not asked outside of a match, but it may ask ours
                make("search:2").decide(view, Random(0))


def play(order: Order, players: Sequence[Player]) -> Played:
    """Plays one match; players are listed by place."""
    study, fixture, _ = order
    places = range(study.seats)
    match = study.setup.start(seed=deal_seed(study, fixture.deal))
    at = [(seat - fixture.rotation) % study.seats for seat in places]  # who sits there
    luck = [Random(f"{study.seed} {fixture.deal} {fixture.rotation} {place}") for place in places]
    decisions, seconds, slowest = [0 for _ in places], [0.0 for _ in places], [0.0 for _ in places]
    forfeits: dict[int, Forfeit] = {}
    while not match.over:
        seat = match.actors[0]
        place = at[seat]
        if place not in forfeits:
            try:
                action, took = players[place].decide(match.view(seat), luck[place])
                decisions[place] += 1
                seconds[place] += took
                slowest[place] = max(slowest[place], took)
                _take(match, seat, action)
                continue
            except Forfeited as reason:
                forfeits[place] = Forfeit(seat, fixture.bots[place], str(reason))
                luck[place] = Random(f"{study.seed} {fixture.deal} {fixture.rotation} {place} instinct")
        match.play(seat, InstinctBot().decide(match.view(seat), luck[place]))
    assert match.ranks is not None and match.scores is not None
    ranks = [match.ranks[fixture.seat(place)] for place in places]
    return Played(
        fixture.bots,
        fixture.deal,
        fixture.rotation,
        forfeited_ranks(ranks, set(forfeits)),
        tuple(match.scores[fixture.seat(place)] for place in places),
        sum(step.seat != TABLE for step in match.log.steps),
        tuple(decisions),
        tuple(round(each, 6) for each in seconds),
        tuple(round(each, 6) for each in slowest),
        tuple(forfeits[place] for place in sorted(forfeits)),
    )


def deal_seed(study: Study, deal: int) -> int:
    """The chance of a deal: the same for all groups and rotations."""
    return Random(f"{study.seed} {deal}").getrandbits(63)


def forfeited_ranks(ranks: list[int], out: set[int]) -> tuple[int, ...]:
    """The ranks when some have forfeited: they are all last, and the others close up."""
    if not out:
        return tuple(ranks)
    better = [sum(other < rank for place, other in enumerate(ranks) if place not in out) for rank in ranks]
    return tuple(max(2, len(ranks)) if place in out else 1 + better[place] for place in range(len(ranks)))


def _take(match: Match, seat: int, action: object) -> None:
    if type(action) is not int:
        raise Forfeited(f"returned a {type(action).__name__}, not a number of view.actions")
    try:
        match.play(seat, action)
    except IllegalAction:
        raise Forfeited(f"returned action {action}, which is not legal") from None


def told(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # an error may be unable to tell itself
        return type(error).__name__


def _line(text: str) -> str:
    line = " ".join(text.split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."
