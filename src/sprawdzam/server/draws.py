"""``Draws``: every draw of a match that is over, with all that is needed to make it again (docs/fairness.md).

What is told is what was dealt, never what ought to have been: whether both are the same is for others to find out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from sprawdzam.engine.chance import Draw, Script, Zone
from sprawdzam.engine.log import laid_by
from sprawdzam.engine.match import Match
from sprawdzam.engine.notation import read_position
from sprawdzam.server.past import Past


class Drawn(msgspec.Struct, frozen=True):
    """One draw: the hash of its address, ``zone`` and ``number``, names a place in what could come. ``among`` tells how
    many there were of each of the zone's kinds, in their order; ``step`` counts from 0, the opening."""

    step: int
    zone: str
    number: int
    among: tuple[int, ...]
    value: str


class Draws(msgspec.Struct, frozen=True):
    """All draws of a match in their order, and the kinds of each zone in theirs. ``whole`` is false if rules have
    changed during the match: what was drawn before that is not told."""

    whole: bool
    kinds: dict[str, tuple[str, ...]]
    draws: tuple[Drawn, ...]


def draws(past: Past) -> Draws:
    """Plays a match again with what was drawn, and notes how each draw was asked for."""
    log, game = past.log, past.log.setup.game
    kinds = {zone: tuple(names) for zone, names in game.notation.OUTCOMES.items()}
    noted = _Noted(kinds, log.opening)
    if log.position is None:
        match = Match.begin(log.setup, noted, auto=False)
    else:
        match = Match.from_position(*read_position(game, log.position), noted, auto=False)
    for step in log.steps:
        noted.lay(step.draws)
        match.play(step.seat, step.text)
    return Draws(log.position is None, kinds, tuple(noted.drawn))


class _Noted:
    """A source that gives what is laid ready for each step and keeps how it was asked for."""

    def __init__(self, kinds: Mapping[str, Sequence[str]], opening: tuple[Draw, ...]) -> None:
        self.kinds = kinds
        self.drawn: list[Drawn] = []
        self._step = 0
        self._script = Script(laid_by(opening), kinds)

    def lay(self, draws: tuple[Draw, ...]) -> None:
        """What comes in the next step."""
        self._step += 1
        self._script = Script(laid_by(draws), self.kinds)

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self._note(zone, number, [1] * n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        return self._note(zone, number, counts)

    def _note(self, zone: Zone, number: int, counts: Sequence[int]) -> int:
        kind = self._script.take(zone, number, counts, 0)
        name = zone.name.lower()
        self.drawn.append(
            Drawn(self._step, name, int(number), tuple(int(count) for count in counts), self.kinds[name][kind])
        )
        return kind
