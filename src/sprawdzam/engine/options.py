"""Options of a game: each has a type, limits and a default, and says what would be right when a value is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sprawdzam.engine.errors import BadOption

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """One option. ``title`` and ``text`` are English texts of the catalogue."""

    name: str
    default: Value
    title: str
    text: str
    kind: ClassVar[str] = ""

    def values(self, seats: int) -> tuple[Value, ...]:
        """All legal values, the default among them, at a table of that many seats."""
        raise NotImplementedError

    def encode(self, value: Value, seats: int) -> int:
        """The number that the state holds."""
        return self.values(seats).index(self.check(value, seats))

    def decode(self, number: int, seats: int) -> Value:
        return self.values(seats)[number]

    def check(self, value: object, seats: int) -> Value:
        """The value itself if it is legal; a text is read as one."""
        for legal in self.values(seats):
            if type(value) is type(legal) and value == legal:
                return legal
            if isinstance(value, str) and value.strip().lower() == show(legal):
                return legal
        raise BadOption(
            "option {name}: {value} is not possible; possible: {possible}",
            name=self.name, value=show(value), possible=", ".join(map(show, self.values(seats))),
        )  # fmt: skip


@dataclass(frozen=True)
class Flag(Option):
    """On or off."""

    kind: ClassVar[str] = "flag"

    def values(self, seats: int) -> tuple[Value, ...]:
        return (False, True)


@dataclass(frozen=True)
class SeatOption(Option):
    """A seat of the table, or ``random``."""

    kind: ClassVar[str] = "seat"

    def values(self, seats: int) -> tuple[Value, ...]:
        return ("random", *range(seats))


def show(value: object) -> str:
    """A value as people type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
