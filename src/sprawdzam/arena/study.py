"""A study: which bots meet at which table, and what is kept of every match."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations, cycle, islice
from typing import Any, NamedTuple

from sprawdzam import __version__
from sprawdzam.arena.errors import BadStudy
from sprawdzam.bots import make
from sprawdzam.bots.own import digest
from sprawdzam.engine.game import Setup
from sprawdzam.engine.options import Value
from sprawdzam.games import find

SEED = 1
LIMIT = 10.0  # seconds a decision


class Fixture(NamedTuple):
    """A match to be played. ``bots`` are at places 0, 1, ...; in each rotation all places move on by one seat."""

    bots: tuple[str, ...]
    deal: int
    rotation: int

    def seat(self, place: int) -> int:
        return (place + self.rotation) % len(self.bots)


class Forfeit(NamedTuple):
    """A bot lost its seat: why, in one line. The match was played on by instinct, and the seat came last."""

    seat: int
    bot: str
    reason: str


@dataclass(frozen=True)
class Played:
    """A finished match. Everything is listed by place, as the bots of the fixture are."""

    bots: tuple[str, ...]
    deal: int
    rotation: int
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    actions: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    forfeits: tuple[Forfeit, ...]

    @property
    def fixture(self) -> Fixture:
        return Fixture(self.bots, self.deal, self.rotation)

    def fields(self) -> dict[str, Any]:
        return asdict(self) | {"forfeits": [forfeit._asdict() for forfeit in self.forfeits]}

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Played:
        """Raises KeyError, TypeError or ValueError if these are not the fields of a match."""
        rows = {name: tuple(fields[name]) for name in ("bots", "ranks", "points", "decisions", "seconds", "slowest")}
        if len({len(row) for row in rows.values()}) != 1 or not all(isinstance(bot, str) for bot in rows["bots"]):
            raise ValueError("rows of one length are needed")
        numbers = {name: int(fields[name]) for name in ("deal", "rotation", "actions")}
        return cls(**rows, **numbers, forfeits=tuple(Forfeit(**each) for each in fields["forfeits"]))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Study:
    """Everything that the matches of a study depend on. Equal studies have equal matches, whoever plays them."""

    game: str
    rules_version: int
    version: str
    seats: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    seed: int
    limit: float
    sources: Mapping[str, str]
    """Digests of the files that bots come from: half a study with a changed bot would tell nothing."""

    @classmethod
    def of(
        cls,
        game: str,
        bots: Sequence[str],
        *,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        seed: int = SEED,
        limit: float = LIMIT,
    ) -> Study:
        """A study, checked. Without a number of seats it is for two, or for as many as the options are made for."""
        found = find(game)
        given = dict(found.unclocked) | dict(options or {})
        setup = found.setup(found.seats_for(given, 2) if seats is None else seats, **given).unclocked()
        for bot in bots:
            make(bot)
            if list(bots).count(bot) > 1:
                raise BadStudy("bots: {bot} is named twice; each kind of bot is named once", bot=bot)
        if len(bots) < 2 and setup.seats > 1:
            raise BadStudy("bots: at a table of {seats} at least two kinds of bots are needed", seats=setup.seats)
        if not bots:
            raise BadStudy("bots: at least one is needed")
        if not 0.001 <= limit <= 86400:
            raise BadStudy("limit: 0.001 to 86400 seconds a decision, not {limit}", limit=f"{limit:g}")
        sources = {bot: made for bot in bots if (made := digest(bot))}
        chosen = setup.changed_options()
        version = found.rules_version
        return cls(game, version, __version__, setup.seats, chosen, tuple(bots), seed, float(limit), sources)

    @property
    def setup(self) -> Setup:
        return _setup(self.game, self.seats, tuple(self.options.items()))

    def groups(self) -> list[tuple[str, ...]]:
        """Who meets: every group of distinct bots; if there are too few, all of them, repeated in turn."""
        if len(self.bots) < self.seats:
            return [tuple(islice(cycle(self.bots), self.seats))]
        return list(combinations(self.bots, self.seats))

    def deals(self, matches: int) -> int:
        """How many deals make at least so many matches of each group: each deal is played once a rotation."""
        return -(-matches // self.seats)

    def fixtures(self, matches: int) -> Iterator[Fixture]:
        """At least ``matches`` of each group, in whole deals, and deal by deal: a stop leaves the groups balanced."""
        groups = self.groups()
        for deal in range(self.deals(matches)):
            for bots in groups:
                for rotation in range(self.seats):
                    yield Fixture(bots, deal, rotation)

    def fields(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules_version": self.rules_version,
            "version": self.version,
            "seats": self.seats,
            "options": dict(self.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "limit": self.limit,
            "sources": dict(self.sources),
        }

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Study:
        """The study of stored fields; its bots need not be here. Raises KeyError or TypeError if they are not such."""
        return cls(**{name: fields[name] for name in cls.__dataclass_fields__} | {"bots": tuple(fields["bots"])})

    @property
    def name(self) -> str:
        """A name for a folder, the same for the same study."""
        told = json.dumps(self.fields(), sort_keys=True)
        return f"{self.game}-{self.seats}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"


@lru_cache(16)
def _setup(game: str, seats: int, options: tuple[tuple[str, Value], ...]) -> Setup:
    return find(game).setup(seats, **dict(options)).unclocked()
