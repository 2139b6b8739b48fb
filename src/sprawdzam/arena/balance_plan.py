"""What a balance study plays: the set-up that was asked for at every table, and every option changed by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sprawdzam.arena.errors import BadStudy
from sprawdzam.arena.matches import STYLES, Task
from sprawdzam.engine.errors import BadOption
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.options import Number, Option, SeatOption, Value, show

MATCHES, FEWER = 20_000, 100  #: of a set-up, if nobody says how many: in the compiled loop, and one by one
MOST = 10**8
CHUNK = 2_500  # matches of a task in the compiled loop
WATCHED, WATCHED_VARIANT = 200, 50  # matches in which rules are counted, where bots are quick
WATCHED_CHUNK = 10
VALUES = 5  # of a number that may be anything from low to high
WIDE = 20  # beyond this ratio of high to low values are sampled by factors, not by steps


@dataclass(frozen=True)
class Variant:
    """One option at another value, at a table; no option: the set-up that was asked for."""

    setup: Setup
    option: str = ""
    value: Value = ""

    @property
    def seats(self) -> int:
        return self.setup.seats

    def told(self) -> str:
        return f"{self.option}={show(self.value)}"


@dataclass(frozen=True)
class Plan:
    """A study: what is played how often, and the tasks that this comes to."""

    game: Game
    bot: str
    matches: int
    seed: int
    bases: tuple[Variant, ...]
    variants: tuple[Variant, ...]
    notes: tuple[str, ...]
    """What is left out, and why."""

    @classmethod
    def make(
        cls,
        game: Game,
        seats: Sequence[int] = (),
        options: Mapping[str, Value] | None = None,
        *,
        bot: str = "instinct",
        matches: int | None = None,
        seed: int = 1,
    ) -> Plan:
        from sprawdzam.bots import make

        make(bot)  # says what bots there are
        quick = bot in STYLES
        matches = (MATCHES if quick else FEWER) if matches is None else matches
        if isinstance(matches, bool) or not 1 <= matches <= MOST:
            raise BadStudy("matches: 1 to {most} are possible, not {matches}", most=MOST, matches=show(matches))
        bases = tuple(Variant(setup) for setup in _tables(game, seats, options or {}))
        usual = min((base.seats for base in bases), key=lambda n: (abs(n - 3), n))
        notes = []
        varied = [base for base in bases if quick or base.seats == usual]
        if len(varied) < len(bases):
            notes.append(f"options are changed at the table of {usual} only: {bot} plays match by match")
        if fixed := [name for name, _ in game.unclocked]:
            notes.append(f"not changed: {', '.join(fixed)} (bots play without a clock)")
        if starts := [o.name for o in game.options if isinstance(o, SeatOption)]:
            notes.append(f"not changed among several: {', '.join(starts)} (what it is worth to begin is told by place)")
        variants = tuple(variant for base in varied for variant in _variants(base.setup))
        return cls(game, bot, matches, seed, bases, variants, tuple(notes))

    @property
    def quick(self) -> bool:
        """Whether the compiled loop plays; then rules are counted in matches of their own."""
        return self.bot in STYLES

    @property
    def fewer(self) -> int:
        """Matches of each changed option."""
        return max(1, self.matches // 2)

    def tasks(self) -> list[tuple[Variant, Task]]:
        """Everything that is to be played. What rules are counted in comes first: it takes longest."""
        return [*self._watched(), *self._played()] if self.quick else [*self._one_by_one()]

    def _played(self) -> Iterator[tuple[Variant, Task]]:
        for variant in (*self.bases, *self.variants):
            yield from self._chunks(variant, False, self.fewer if variant.option else self.matches, CHUNK)

    def _watched(self) -> Iterator[tuple[Variant, Task]]:
        for base in self.bases:
            yield from self._chunks(base, True, min(WATCHED, self.matches), WATCHED_CHUNK)
        for variant in self.watched_variants():
            yield from self._chunks(variant, True, min(WATCHED_VARIANT, self.fewer), WATCHED_CHUNK)

    def _one_by_one(self) -> Iterator[tuple[Variant, Task]]:
        for variant in (*self.bases, *self.variants):
            yield from self._chunks(variant, True, self.fewer if variant.option else self.matches, 1)

    def watched_variants(self) -> list[Variant]:
        """Each change at one table, the usual one if it is possible there: which rules it wakes is the same at all."""
        found: dict[str, Variant] = {}
        for variant in sorted(self.variants, key=lambda variant: (abs(variant.seats - 3), variant.seats)):
            found.setdefault(variant.told(), variant)
        return list(found.values())

    def _chunks(self, variant: Variant, watched: bool, matches: int, size: int) -> Iterator[tuple[Variant, Task]]:
        setup = variant.setup
        for number, begin in enumerate(range(0, matches, size)):
            some = min(size, matches - begin)
            yield (
                variant,
                Task(self.game.name, setup.seats, setup.options, self.bot, watched, some, self.seed, number),
            )

    def fields(self) -> dict[str, Any]:
        """What was asked for, for the report."""
        options = dict(self.bases[0].setup.options) if len(self.bases) == 1 else self._given()
        return {"game": self.game.name, "rules": self.game.rules_version, "bot": self.bot, "seed": self.seed,
                "matches": self.matches, "matches_of_a_change": self.fewer,
                "seats": [base.seats for base in self.bases], "options": options}  # fmt: skip

    def _given(self) -> dict[str, Value]:
        return {name: value for base in self.bases for name, value in base.setup.changed_options().items()}


def _tables(game: Game, seats: Sequence[int], options: Mapping[str, Value]) -> list[Setup]:
    """The set-up at the tables that were named; else at all that have these options."""
    found, problem = [], None
    for n in dict.fromkeys(seats or game.seats):
        try:
            found.append(game.setup(n, **options).unclocked())
        except BadOption as error:
            if seats or problem is None:
                problem = error
    if problem is not None and (seats or not found):
        raise problem
    return sorted(found, key=lambda setup: setup.seats)


def _variants(setup: Setup) -> Iterator[Variant]:
    """The set-up with one option at another value, each in turn."""
    chosen = dict(setup.options)
    fixed = dict(setup.game.unclocked)
    for option in setup.game.options:
        if option.name in fixed:
            continue
        for value in sampled(option, setup.seats):
            if value != chosen[option.name]:
                changed = setup.game.setup(setup.seats, **(chosen | {option.name: value}))
                yield Variant(changed, option.name, value)


def sampled(option: Option, seats: int) -> list[Value]:
    """The values that an option is tried at: all, but few of a wide range, and of seats none."""
    values = list(option.values(seats))
    if isinstance(option, SeatOption):
        return values if seats == 1 and option.alone else []
    if not isinstance(option, Number) or len(values) <= len(option.words) + VALUES:
        return values
    low, high, last = option.low, option.high, VALUES - 1
    if high / max(1, low) > WIDE:
        numbers = [round(low ** (1 - i / last) * high ** (i / last)) for i in range(VALUES)]
    else:
        numbers = [round(low + (high - low) * i / last) for i in range(VALUES)]
    return [*option.words, *dict.fromkeys(numbers)]
