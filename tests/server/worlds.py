"""Pairs of worlds that one seat cannot tell apart: rivals have other cards, and choose otherwise in secret.

The second world is found by exchanging draws of the first one, and by letting rivals act otherwise wherever the seat
sees the same. It lasts until the rules themselves show the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from sprawdzam.engine.chance import Keyed, Source, Zone
from sprawdzam.engine.contract import SPECTATOR, TABLE
from sprawdzam.engine.game import Setup
from sprawdzam.engine.match import Match

Address = tuple[str, int]


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
    over: bool
    """The match ended before anything could be told apart."""
    differing: int
    """After so many steps the worlds were different already; later draws differ in any case."""


class _Run:
    """A match without a server. ``seen`` is all that a seat and the public have seen since the last move, steps of the
    table included; ``count`` is the number of events."""

    def __init__(self, match: Match, seat: int, count: int) -> None:
        self.match = match
        self.seat = seat
        self.count = count
        self.seen: list[object] = []

    @classmethod
    def begin(cls, setup: Setup, seat: int, source: Source) -> _Run:
        run = cls(Match.begin(setup, source, auto=False), seat, 1)
        run._advance()
        return run

    def after(self, seat: int, action: int) -> _Run:
        """The same match one move later; this one stays as it is."""
        match = self.match
        copy = Match.from_position(match.setup, match.state, match._chance, auto=False)
        new = _Run(copy, self.seat, self.count + 1)
        new.match.play(seat, action)
        new._advance()
        return new

    def _advance(self) -> None:
        self._look()
        while self.match.actors == (TABLE,):
            self.match.go_on()
            self.count += 1
            self._look()
        self.count += self.match.over

    def _look(self) -> None:
        now = self.match.view(self.seat).position, self.match.view(SPECTATOR).position
        if now not in self.seen[-1:]:
            self.seen.append(now)


def pair(setup: Setup, seat: int, seed: int, *, steps: int = 12, tries: int = 40) -> Pair:
    """The longest pair of worlds that some tries find."""
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
        found = _together(setup, seat, (draws, laid), keys, rng, steps)
        if found and (best is None or (found.differing, len(found.steps)) > (best.differing, len(best.steps))):
            best = found
        if best and (best.differing >= steps - 3 or setup.game.name == "fiasko"):  # FI-47: all is open but the future
            break
    assert best is not None, "no world looks like this one"
    return best


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
    laid: tuple[dict[Address, int], dict[Address, int]],
    keys: tuple[bytes, bytes],
    rng: Random,
    steps: int,
) -> Pair | None:
    chance = Laid(laid[0], keys[0]), Laid(laid[1], keys[0])
    runs = _Run.begin(setup, seat, chance[0]), _Run.begin(setup, seat, chance[1])
    if runs[0].seen != runs[1].seen:
        return None
    made = Pair(setup, seat, chance, (runs[0].count, runs[1].count), [], False, 0)
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
