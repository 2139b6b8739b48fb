"""Chance, asked for by address: a zone and the number of the draw in that zone (``deck`` 17, ``dice`` 3).

Rules call ``roll`` and ``take``; what answers is one of four sources. An address depends on the place of the draw
in the game, never on the number of actions played before it, so two matches with the same luck stay comparable
whatever is played, and nobody can re-roll by inserting a pass.

* ``Fast``    for simulations and search (the only one that compiled rules know);
* ``Keyed``   a keyed hash of a 256-bit secret and the address, for real matches;
* ``Script``  what a test, a position or a log lays ready, with an error where it does not fit;
* ``outcomes``  all of them, with their weights: explicit chance, perft, brute force.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeVar

from sprawdzam.engine import fast
from sprawdzam.engine.errors import BadChance

T = TypeVar("T")


class Zone(Protocol):
    """A member of a game's ``Zone`` enumeration."""

    @property
    def name(self) -> str: ...
    def __index__(self) -> int: ...


class Source(Protocol):
    """Something that answers draws."""

    def roll(self, zone: Zone, number: int, n: int) -> int: ...
    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int: ...


class Draw(NamedTuple):
    """One answered draw: its address and what came."""

    zone: Zone
    number: int
    value: int


def roll(rng: Source, zone: Zone, number: int, n: int) -> int:
    """A number below ``n``, all equally likely."""
    return rng.roll(zone, number, n)


def take(rng: Source, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
    """The kind of one piece drawn from a multiset: ``counts[k]`` of kind ``k``, ``total`` in all.

    The caller lowers the count; a source only looks.
    """
    return rng.take(zone, number, counts, total)


def kind_at(counts: Sequence[int], place: int) -> int:
    """The kind of the piece at ``place`` when a multiset is laid out in order."""
    for kind, count in enumerate(counts):
        if place < count:
            return kind
        place -= count
    raise ValueError("a draw from an empty multiset")


class Fast:
    """The same numbers as compiled code draws from the same seed."""

    def __init__(self, seed: int) -> None:
        self.words = [0, 0, 0, 0]
        fast.seed(self.words, seed)

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return int(fast.roll(self.words, zone, number, n))

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        return int(fast.take(self.words, zone, number, counts, total))


class Keyed:
    """HMAC-SHA256 of a 256-bit secret over the address, read as a fraction of 1: unbiased to 2**-240.

    Anyone who is shown the secret can compute every draw again with any standard library.
    """

    def __init__(self, secret: bytes) -> None:
        if len(secret) != 32:
            raise ValueError("a secret has 32 bytes")
        self.secret = secret

    @classmethod
    def from_seed(cls, seed: int) -> Keyed:
        """A reproducible secret: for tests and studies, not for matches among strangers."""
        return cls(hashlib.sha256(f"sprawdzam seed {seed}".encode()).digest())

    @classmethod
    def fresh(cls) -> Keyed:
        return cls(secrets.token_bytes(32))

    def roll(self, zone: Zone, number: int, n: int) -> int:
        address = f"{zone.name.lower()} {number}".encode()
        return int.from_bytes(hmac.digest(self.secret, address, "sha256"), "big") * n >> 256

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        return kind_at(counts, self.roll(zone, number, total))


class Script:
    """Draws laid ready, per zone, in the order in which they are asked for.

    ``names`` tells the values of each zone for the error texts.
    """

    def __init__(self, values: Mapping[str, Sequence[int]], names: Mapping[str, Sequence[str]] | None = None) -> None:
        self.laid = {zone: list(row) for zone, row in values.items()}
        self.names = names or {}
        self.used = dict.fromkeys(self.laid, 0)

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self._next(zone, [1] * n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        return self._next(zone, counts)

    def rest(self) -> dict[str, list[int]]:
        """What was laid ready and never asked for."""
        return {zone: row[self.used[zone] :] for zone, row in self.laid.items() if self.used[zone] < len(row)}

    def _next(self, zone: Zone, counts: Sequence[int]) -> int:
        name = zone.name.lower()
        row, used = self.laid.get(name, []), self.used.get(name, 0)
        possible = ", ".join(self._text(name, kind) for kind, count in enumerate(counts) if count > 0)
        if used >= len(row):
            raise BadChance(
                "chance: draw {number} of {zone} is asked for, {laid} laid ready; possible: {possible}",
                number=used + 1, zone=name, laid=len(row), possible=possible,
            )  # fmt: skip
        value = row[used]
        if not (0 <= value < len(counts)) or counts[value] <= 0:
            raise BadChance(
                "chance: draw {number} of {zone} cannot be {value}; possible: {possible}",
                number=used + 1, zone=name, value=self._text(name, value), possible=possible,
            )  # fmt: skip
        self.used[name] = used + 1
        return value

    def _text(self, zone: str, value: int) -> str:
        names = self.names.get(zone, ())
        return names[value] if 0 <= value < len(names) else str(value)


class Recorder:
    """Passes draws on to a source and keeps what came, for the log."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.draws: list[Draw] = []

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self._note(zone, number, self.source.roll(zone, number, n))

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        return self._note(zone, number, self.source.take(zone, number, counts, total))

    def _note(self, zone: Zone, number: int, value: int) -> int:
        self.draws.append(Draw(zone, number, value))
        return value


def outcomes(run: Callable[[Source], T]) -> Iterator[tuple[T, Fraction]]:
    """Everything that ``run`` can return, once for every way that chance can go, with its probability.

    ``run`` is called anew for each way and must do the same thing with the same draws.
    """
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        way = _Way(waiting.pop())
        result = run(way)
        waiting.extend(reversed(way.others))
        yield result, way.weight


class _Way:
    """Follows given draws, then the first possible one each time, noting the other branches."""

    def __init__(self, given: tuple[int, ...]) -> None:
        self.given = given
        self.drawn: list[int] = []
        self.others: list[tuple[int, ...]] = []
        self._odds, self._of = 1, 1  # one fraction in the end is cheaper than one for every draw

    @property
    def weight(self) -> Fraction:
        return Fraction(self._odds, self._of)

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return self.take(zone, number, [1] * n, n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        if len(self.drawn) < len(self.given):
            value = self.given[len(self.drawn)]
        else:
            value, *rest = [kind for kind, count in enumerate(counts) if count > 0]
            self.others.extend((*self.drawn, other) for other in rest)
        self._odds *= int(counts[value])
        self._of *= int(total)
        self.drawn.append(value)
        return value
