"""Pairs of worlds that one seat cannot tell apart: rivals have other cards, and choose otherwise in secret.

The second world is found by exchanging draws of the first one, and by letting rivals act otherwise wherever the seat
sees the same. It lasts until the rules themselves show the difference, or the match is over: then all that was hidden
is open to everybody, and there is nothing left that could be told apart. A seat may be played by a bot of the server;
what it does follows from its own view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from sprawdzam.bots.simple import InstinctBot
from sprawdzam.engine.chance import Keyed, Source, Zone
from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.game import Setup
from sprawdzam.engine.match import Match
from sprawdzam.engine.view import View

Address = tuple[str, int]

MOST = 400  # steps, more than any of these matches has


def seeded(view: View) -> int:
    """What the bot at the table does: the same wherever its view is the same."""
    return InstinctBot().decide(view, Random(1))


class Laid:
    """Draws laid out by address, without any memory; what is not there, or no longer possible, a key decides."""

    def __init__(self, laid: dict[Address, int], key: bytes) -> None:
        self.laid = laid
        self.asked: set[Address] = set()
        self._keyed = Keyed(key)

    def until_now(self, key: bytes) -> Later:
        """The same draws as far as they were asked for, and others from now on."""
        return Later(self, frozenset(self.asked), key)

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self.take(zone, number, [1] * n, n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        self.asked.add((zone.name, number))
        value = self.laid.get((zone.name, number), -1)
        possible = 0 <= value < len(counts) and counts[value] > 0
        return value if possible else self._keyed.take(zone, number, counts, total)


class Later:
    """Draws that are known for some addresses, and anything at all for the others."""

    def __init__(self, known: Source, addresses: frozenset[Address], key: bytes) -> None:
        self._known = known
        self._addresses = addresses
        self._keyed = Keyed(key)

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self.take(zone, number, [1] * n, n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        source = self._known if (zone.name, number) in self._addresses else self._keyed
        return source.take(zone, number, counts, total)


@dataclass
class Step:
    """What one seat does in each of the two worlds. ``again`` are further choices that it makes in the second world
    only; ``events`` tells for each world how many events follow from the move, its own included."""

    seat: int
    actions: tuple[str, str]
    events: tuple[int, int]
    again: list[str] = field(default_factory=list)


@dataclass
class Pair:
    """Two worlds, by what chance brings in them, and what is done until ``seat`` can tell them apart."""

    setup: Setup
    seat: int
    chance: tuple[Source, Source]
    opening: tuple[int, int]
    """How many events follow from the beginning, in each world."""
    steps: list[Step]
    bot: int | None
    """The seat of the server, if there is one."""
    over: bool
    """The match ended before anything could be told apart."""
    differing: int
    """After so many steps the worlds were different already; later draws differ in any case."""


class _Run:
    """A match without a server. ``seen`` is all that a seat and the public have seen since the last move, steps of the
    table and moves of a bot included; ``count`` is the number of events."""

    def __init__(self, match: Match, seat: int, bot: int | None, count: int) -> None:
        self.match = match
        self.seat = seat
        self.bot = bot
        self.count = count
        self.seen: list[object] = []

    @classmethod
    def begin(cls, setup: Setup, seat: int, bot: int | None, source: Source) -> _Run:
        run = cls(Match.begin(setup, source, auto=False), seat, bot, 1)
        run._advance()
        return run

    def after(self, seat: int, action: int) -> _Run:
        """The same match one move later; this one stays as it is."""
        match = self.match
        copy = Match.from_position(match.setup, match.state, match._chance, auto=False)
        new = _Run(copy, self.seat, self.bot, self.count + 1)
        new.match.play(seat, action)
        new._advance()
        return new

    def _advance(self) -> None:
        self._look()
        while self.match.actors == (TABLE,) or self.bot in self.match.actors:
            if self.bot in self.match.actors:
                self.match.play(self.bot, seeded(self.match.view(self.bot)))
            else:
                self.match.go_on()
            self.count += 1
            self._look()
        self.count += self.match.over

    def _look(self) -> None:
        now = self.match.view(self.seat).position, self.match.view(SPECTATOR).position
        if now not in self.seen[-1:]:
            self.seen.append(now)


def pair(
    setup: Setup, seat: int, seed: int, *, steps: int = 12, tries: int = 40, bot: int | None = None, over: bool = False
) -> Pair:
    """The longest pair of worlds that some tries find; with ``over``, one that lasts until the match is over."""
    rng = Random(seed)
    keys = rng.randbytes(32), rng.randbytes(32)
    draws = _draws(setup, keys[0], rng)
    best: Pair | None = None
    for number in range(tries):
        laid = dict(draws)
        for _ in range(rng.randrange(1, 4) if number else 0):
            one, other = rng.sample(sorted(laid), 2)
            if one[0] == other[0]:
                laid[one], laid[other] = laid[other], laid[one]
        found = _together(setup, seat, bot, (draws, laid), keys, rng, steps)
        if found and (best is None or _worth(found, over) > _worth(best, over)):
            best = found
        if best and setup.game.name == "fiasko":  # FI-47: all is open but the future
            break
        if best and (best.over and best.differing if over else best.differing >= steps - 3):
            break
    assert best is not None, "no world looks like this one"
    return best


def _worth(found: Pair, over: bool) -> tuple[bool, int, int]:
    return found.over and over, found.differing, len(found.steps)


def _draws(setup: Setup, key: bytes, rng: Random) -> dict[Address, int]:
    """What chance brings in a match that is played anyhow."""
    match = Match.begin(setup, Keyed(key))
    for _ in range(400):
        if match.over:
            break
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.view(seat).actions))
    drawn = [*match.log.opening, *(draw for step in match.log.steps for draw in step.draws)]
    return {(draw.zone.name, draw.number): draw.value for draw in drawn}


def _together(
    setup: Setup,
    seat: int,
    bot: int | None,
    laid: tuple[dict[Address, int], dict[Address, int]],
    keys: tuple[bytes, bytes],
    rng: Random,
    steps: int,
) -> Pair | None:
    chance = Laid(laid[0], keys[0]), Laid(laid[1], keys[0])
    runs = _Run.begin(setup, seat, bot, chance[0]), _Run.begin(setup, seat, bot, chance[1])
    if runs[0].seen != runs[1].seen:
        return None
    made = Pair(setup, seat, chance, (runs[0].count, runs[1].count), [], bot, False, 0)
    while len(made.steps) < steps and not runs[0].match.over:
        gone_on = _step(runs, seat, rng)
        if gone_on is None:
            break
        step, runs = gone_on
        made.steps.append(step)
        made.differing += runs[0].match.state.row() != runs[1].match.state.row() or bool(step.again)
    made.over = runs[0].match.over
    made.chance = chance[0], chance[1].until_now(keys[1])
    return made


def _step(runs: tuple[_Run, _Run], seat: int, rng: Random) -> tuple[Step, tuple[_Run, _Run]] | None:
    """The next step of both worlds; None if the seat would see that they are two."""
    one, other = runs
    for actor in rng.sample(one.match.actors, len(one.match.actors)):
        mine, theirs = one.match.view(actor), other.match.view(actor)
        for action in rng.sample(mine.actions, min(5, len(mine.actions))):
            first = one.after(actor, action)
            for each in [action] if actor == seat else rng.sample(theirs.actions, min(10, len(theirs.actions))):
                second = other.after(actor, each)
                if second.seen == first.seen:
                    events = first.count - one.count, second.count - other.count
                    step = Step(actor, (mine.write(action), theirs.write(each)), events)
                    return step, (first, _again(second, step, seat, rng))
    return None


def _again(run: _Run, step: Step, seat: int, rng: Random) -> _Run:
    """Whoever has chosen may choose again while others still do (R8); only one world has that."""
    view = run.match.view(step.seat)
    if step.seat == seat or not view.actions or step.seat in view.actors:
        return run
    for action in rng.sample(view.actions, min(2, len(view.actions))):
        step.again.append(view.write(action))
        count = run.count
        run = run.after(step.seat, action)
        run.count = count
    return run
