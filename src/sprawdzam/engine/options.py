"""Options of a game: each has a type, limits and a default, and says what would be right when a value is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from sprawdzam.engine.errors import BadOption, Phrase
from sprawdzam.engine.texts import mark

Value = bool | int | str


class Meaning(NamedTuple):
    """A value for people: English texts of the catalogue."""

    title: str = ""
    text: str = ""


LOT = Meaning(mark("drawn by lot"), mark("Chance decides."))


@dataclass(frozen=True)
class Option:
    """One option. ``title`` and ``text`` are English texts of the catalogue."""

    name: str
    default: Value
    title: str
    text: str
    kind: ClassVar[str] = ""

    def values(self, seats: int) -> Sequence[Value]:
        """All legal values, the default among them, at a table of that many seats."""
        raise NotImplementedError

    def start(self, seats: int) -> Value:
        """The value that stands if nothing is said."""
        return self.default

    def tried(self, seats: int) -> Sequence[Value]:
        """The values that tell something apart: what tests of all combinations go through."""
        return self.values(seats)

    def possible(self, seats: int) -> str | Phrase:
        """All legal values in words."""
        return ", ".join(map(show, self.values(seats)))

    def meaning(self, value: Value) -> Meaning:
        """What a value is called and means; numbers, and what is on or off, speak for themselves."""
        return Meaning()

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
            name=self.name, value=show(value), possible=self.possible(seats),
        )  # fmt: skip


@dataclass(frozen=True)
class Flag(Option):
    """On or off."""

    kind: ClassVar[str] = "flag"

    def values(self, seats: int) -> Sequence[Value]:
        return (False, True)


@dataclass(frozen=True)
class SeatOption(Option):
    """A seat of the table, or ``random``; ``alone`` are the words for a table with one seat and an automaton."""

    alone: tuple[str, ...] = ()
    meanings: Mapping[str, Meaning] = field(default_factory=dict, hash=False)
    kind: ClassVar[str] = "seat"

    def values(self, seats: int) -> Sequence[Value]:
        return ("random", *(self.alone if seats == 1 and self.alone else range(seats)))

    def meaning(self, value: Value) -> Meaning:
        return LOT if value == "random" else self.meanings.get(str(value), Meaning())


@dataclass(frozen=True)
class Pick(Option):
    """One of several words; ``only`` says for how many seats a word is there, if not for all."""

    picks: tuple[str, ...] = ()
    only: Mapping[str, range] = field(default_factory=dict, hash=False)
    meanings: Mapping[str, Meaning] = field(default_factory=dict, hash=False)
    kind: ClassVar[str] = "pick"

    def meaning(self, value: Value) -> Meaning:
        return self.meanings.get(str(value), Meaning())

    def values(self, seats: int) -> Sequence[Value]:
        return tuple(word for word in self.picks if word not in self.only or seats in self.only[word])

    def start(self, seats: int) -> Value:
        values = self.values(seats)
        return self.default if self.default in values else values[0]

    def encode(self, value: Value, seats: int) -> int:
        return self.picks.index(str(self.check(value, seats)))

    def decode(self, number: int, seats: int) -> Value:
        return self.picks[number]


@dataclass(frozen=True)
class Number(Option):
    """A whole number between limits, or one of a few words; a state holds the number, or the place of the word.

    ``only`` says for how many seats there is a choice, if not for all.
    """

    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    only: range | None = None
    meanings: Mapping[str, Meaning] = field(default_factory=dict, hash=False)
    kind: ClassVar[str] = "number"

    def meaning(self, value: Value) -> Meaning:
        return self.meanings.get(str(value), Meaning())

    def __post_init__(self) -> None:
        if self.low < len(self.words):
            raise ValueError(f"{self.name}: numbers below {len(self.words)} stand for words")

    def values(self, seats: int) -> Sequence[Value]:
        return (*self.words, *range(self.low, self.high + 1)) if self._free(seats) else (self.default,)

    def tried(self, seats: int) -> Sequence[Value]:
        return tuple(dict.fromkeys((self.default, self.low, self.high)))[:2] if self._free(seats) else (self.default,)

    def possible(self, seats: int) -> str | Phrase:
        told = Phrase("{low} to {high}", low=self.low, high=self.high)
        if self.words:
            told = Phrase("{words}, {low} to {high}", words=", ".join(self.words), low=self.low, high=self.high)
        if self.only is None or seats in self.only:
            return told
        with_ = ", ".join(map(str, self.only))
        return Phrase("{default}; with {seats} at the table {more}", default=show(self.default), seats=with_, more=told)

    def _free(self, seats: int) -> bool:
        return self.only is None or seats in self.only

    def encode(self, value: Value, seats: int) -> int:
        checked = self.check(value, seats)
        return checked if isinstance(checked, int) else self.words.index(checked)

    def decode(self, number: int, seats: int) -> Value:
        return self.words[number] if number < len(self.words) else number


def show(value: object) -> str:
    """A value as people type it."""
    try:
        return str(value).lower() if isinstance(value, bool) else str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a deep nest
        return f"a {type(value).__name__}"
