"""From views to observations: the code for one game, made from its record and its ``encoding.py``.

``Writer`` goes through the record once and writes plain Python, field by field. That code is built together with the
rules (Numba finds all offsets in it as constants, which makes it several times as fast as a loop over a table of
fields), and the same code runs interpreted on any view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from sprawdzam.engine.contract import HOLE, TABLE, Rules
from sprawdzam.engine.encoding import (
    Bits,
    ByPlayer,
    Counts,
    Each,
    Encoding,
    Members,
    OneOf,
    Parts,
    Plain,
    Player,
    Players,
    Records,
)
from sprawdzam.engine.game import Game
from sprawdzam.engine.record import NUMBER, numbers

Numbers = np.ndarray[Any, Any]
INDENT = "    "
TOGETHER = 16  # numbers that are read before they are written: compilers cannot know that a row is no observation

PAIR = 2  # seats of the table that most are trained at: it has code of its own, in which all places are constants
SEAT, PLACE = 0x7, 0xFFFF  # bits that a seat, and a place of a view or an observation, need at most
HEAD = f"""\
def turned(p, me, players):
    # What lies beyond the seats stays where it is.
    if p >= players:
        return p
    return p - me if p >= me else p - me + players


def encode(rows, low, high, seats, players, out):
    if players == {PAIR}:
        encode_pair(rows, low, high, seats, out)
    else:
        encode_any(rows, low, high, seats, players, out)
"""
PAIR_HEAD = f"""

def encode_pair(rows, low, high, seats, out):
    players, width = {PAIR}, {{width}}
"""
ANY_HEAD = f"""

def encode_any(rows, low, high, seats, players, out):
    players, width = max(players, 1) & {SEAT}, out.shape[1]
"""
LOOP = f"""\
    # What is known to be no negative index is read and written much faster, hence max() and the masks.
    low = max(low, 0)
    for b in range(high - low):
        at = low + b
        me = max(seats[at], 0) & {SEAT}
        for i in range(width):
            out[at, i] = 0
        if seats[at] >= 0:
            out[at, seats[at]] = 1
        to = players
"""


def encode(rows: Any, low: int, high: int, seats: Any, players: int, out: Any) -> None:
    """Writes what seat ``seats[at]`` observes into ``out[at]``, for ``at`` from ``low`` to before ``high``.

    The views lie in ``rows``, the first of them in ``rows[0]``; the table has so many ``players``. This stands for the
    code of a game, which ``build`` puts in its place.
    """
    raise NotImplementedError


class Part(NamedTuple):
    """A named stretch of an observation; ``text`` says what its numbers are, which stay from ``low`` to ``high``."""

    name: str
    start: int
    stop: int
    text: str
    low: int = 0
    high: int = 1

    @property
    def slice(self) -> slice:
        return slice(self.start, self.stop)


@cache
def encoder(game: Game) -> ModuleType:
    """The code of a game's observations, as a module that takes the place of this one in ``build``."""
    writer = Writer(game.rules, game.encoding, game.seats[-1])
    return made(writer)


def made(writer: Writer) -> ModuleType:
    """The code that was written, as a module."""
    module = ModuleType(__name__)
    module.__file__ = __file__  # Numba files machine code beside the source, which has to exist
    names = {f"LOOKED_UP_{i}": table.astype(np.int16) for i, table in enumerate(writer.tables)}
    vars(module).update(names, CODE=writer.code)  # the constant tells digests of different games apart
    exec(compile(writer.code, __file__, "exec"), vars(module))
    return module


class Writer:
    """Goes through a record: ``parts`` are those of a table of so many ``seats``, ``code`` serves any number."""

    def __init__(self, rules: Rules, encoding: Encoding, seats: int) -> None:
        self.encoding = encoding
        self.seats = seats
        self.parts = [Part("me", 0, seats, "one-hot of the own seat")]
        self.tables: list[Numbers] = []
        self._lines: list[str] = []
        self._used: set[str] = set()
        self._silent = False
        self._run = (0, "", 0), 0, 0
        """The plain numbers that were written last: where, how many, and in which line they begin."""
        self._loop = 0, 0, "", ""
        """The loop that was written last and may be joined: the line after it, its depth, its rounds, its numbers."""
        self._widths: list[str] = []
        """How many numbers the fields have that were written in this round of a loop: what has to be added up."""
        self._walk(rules.STATE, "", 0, "", "", 2)
        loop = LOOP + "\n".join(self._lines) + "\n"
        width = _width(" + ".join(("players", *self._widths)), PAIR)
        self.code = HEAD + PAIR_HEAD.format(width=width) + loop + ANY_HEAD + loop
        if max(self.parts[-1].stop, numbers(rules.STATE)) > PLACE:
            raise ValueError(f"an observation may have {PLACE} numbers at most, and so may a view")
        if unknown := set(encoding) - self._used:
            raise KeyError(f"no field {min(unknown)}, which the encoding names")

    def _walk(self, dtype: np.dtype[Any], path: str, at: int, moved: str, name: str, depth: int) -> None:
        """The fields of a record, at a place of the row that ``moved`` adds to."""
        places = {field: at + place[1] // NUMBER.itemsize for field, place in (dtype.fields or {}).items()}
        for field, start in places.items():
            base, shape = dtype[field].subdtype or (dtype[field], ())
            size, number = numbers(base), shape[0] if shape else 1
            said = self.encoding.get(path + field, Plain())
            self._used.add(path + field)
            names = {where: f"{place}{moved}" for where, place in places.items()}
            if isinstance(said, ByPlayer):
                self._by_player(said, base, path + field, start, moved, names, name + field, depth)
            elif base.names is None and not isinstance(said, Records):
                self._numbers(said, start, moved, number, name + field, names, depth)
            elif not shape:
                self._walk(base, f"{path}{field}.", start, moved, f"{name}{field}.", depth)
            else:
                filled = str(number)
                if isinstance(said, Records):
                    filled = f"n{depth}"
                    self._write(depth, f"{filled} = min({number}, max(0, rows[b, {names[said.upto]}]))")
                for i in self._repeated(depth, f"r{depth}", filled, str(number), number):
                    place = f"{moved} + r{depth} * {size}"
                    self._walk(base, f"{path}{field}.", start, place, f"{name}{field}[{i}].", depth + 1)

    def _by_player(
        self, said: ByPlayer, base: np.dtype[Any], path: str, start: int, moved: str, names: dict[str, str], name: str,
        depth: int,
    ) -> None:  # fmt: skip
        """An array by seat: one loop in the code, a part for each seat."""
        size, player = numbers(base), f"p{depth}"
        place, places = f"{moved} + {player} * {size}", _most("players", said.least)
        for k in self._repeated(depth, "k", places, places, max(self.seats, said.least), base.names is None):
            around = "k if k >= players else me + k if me + k < players else me + k - players"
            self._write(depth + 1, f"{player} = ({around}) & {SEAT}")
            if base.names is not None:
                self._walk(base, f"{path}.", start, place, f"{name}[+{k}].", depth + 1)
            else:
                self._numbers(said.each, start, place, 1, f"{name}[+{k}]", names, depth + 1)

    def _repeated(
        self, depth: int, counter: str, filled: str, times: str, number: int, joins: bool = False
    ) -> Iterator[int]:
        """The rounds of a loop: all ``number`` of them have parts, one is written, which runs ``filled`` times.

        Every round, and what comes after all ``times``, is told where to begin: compilers understand that better than
        a place that was counted up. A loop that ``joins`` goes into the one right before it, if that does too.
        """
        silent, widths, before, numbers = self._silent, self._widths, "", ""
        if joins and self._loop[:3] == (len(self._lines), depth, filled) and not silent:
            numbers = f"{self._loop[3]} + "
            before = f"{times} * ({self._loop[3]}) + "
            del self._lines[-1]
        else:
            self._write(depth, f"begin{depth} = to", f"for {counter} in range({filled}):")
        top = len(self._lines)
        self._widths = []
        for i in range(number):
            yield i
            self._silent = True
        each = " + ".join(self._widths)
        self._silent, self._widths = silent, widths
        if not silent:
            begin = f"to = (begin{depth} + {before}"
            self._lines.insert(top, f"{INDENT * (depth + 1)}{begin}{counter} * ({each})) & {PLACE}")
            self._write(depth, f"{begin}{times} * ({each})) & {PLACE}")
            widths.append(f"{times} * ({each})")
            self._loop = (len(self._lines), depth, filled, numbers + each) if joins else (0, 0, "", "")

    def _numbers(
        self, said: Each | tuple[Each, ...], at: int, moved: str, count: int, name: str, names: Mapping[str, str],
        depth: int,
    ) -> None:  # fmt: skip
        """The encodings of ``count`` numbers of the row."""
        for i, each in enumerate(said if isinstance(said, tuple) else (said,)):
            counter = getattr(each, "upto", "")
            upto = str(count)
            if counter:
                upto = "n"
                self._write(depth, f"n = min({count}, max(0, rows[b, {names[counter]}]))")
            width, text, high = self._one(each, at, moved, count, upto, depth)
            if not isinstance(each, Plain):
                self._write(depth, f"to += {width}")
            if not self._silent:
                self._widths.append(width)
            begin = self.parts[-1].stop
            size = _width(width, self.seats)
            called = getattr(each, "name", "") or (f"{name}.{type(each).__name__.lower()}" if i else name)
            low = HOLE if isinstance(each, Plain) else 0
            if count > 1 and not isinstance(each, (Counts, Members, Parts)):
                text = f"{count} times {text}"
            self.parts.append(Part(called, begin, begin + size, text, low, high))

    def _one(self, each: Each, at: int, moved: str, count: int, upto: str, depth: int) -> tuple[str, str, int]:
        """Writes the code of one encoding; returns how many numbers it has, what they are, and the greatest of them."""
        start = f"{at}{moved}"
        most = np.iinfo(np.int16).max
        loop = f"for i in range({upto}):"
        match each:
            case Plain():
                self._plain(at, moved, count, depth)
                return str(count), "the number, -1: not known", most
            case OneOf(size, first):
                self._write(
                    depth, loop, f"    x = rows[b, {start} + i] - {first}",
                    f"    if 0 <= x < {size}:", f"        out[at, to + i * {size} + x] = 1",
                )  # fmt: skip
                return str(count * size), f"one-hot of {first} to {first + size - 1}", 1
            case Player(first, least, ways, stride):
                size_ = _most("players", least)
                self._write(depth, loop, f"    x = rows[b, {start} + i] - {first}", "    if x >= 0:")
                if ways > 1:
                    self._write(
                        depth + 2, f"kind = x // {stride}",
                        f"out[at, to + (i * {ways} + kind) * {size_} + turned(x - kind * {stride}, me, players)] = 1",
                    )  # fmt: skip
                else:
                    self._write(depth + 2, f"out[at, to + i * {size_} + turned(x, me, players)] = 1")
                text = "one-hot of a seat, own first" + (f", in {ways} ways" if ways > 1 else "")
                return f"{count * ways} * {size_}", text, 1
            case Players():
                self._write(
                    depth, f"mask = rows[b, {start}]", "for k in range(players + 1):",
                    "    q = me + k if me + k < players else me + k - players",
                    f"    out[at, to + k] = (mask >> ({TABLE} if k == players else q)) & 1",
                )  # fmt: skip
                return "players + 1", "a bit for each seat, own first, and the table", 1
            case Bits(size, first):
                self._write(
                    depth, loop, f"    x = rows[b, {start} + i] - {first}", "    if x > 0:",
                    f"        for j in range({size}):", f"            out[at, to + i * {size} + j] = (x >> j) & 1",
                )  # fmt: skip
                return str(count * size), f"{size} bits, the lowest first", 1
            case Counts(size, first):
                self._write(
                    depth, loop, f"    x = rows[b, {start} + i] - {first}",
                    f"    if 0 <= x < {size}:", "        out[at, to + x] += 1",
                )  # fmt: skip
                return str(size), f"how often each of {first} to {first + size - 1} is there", most
            case Members(bits, columns, used):
                size, along = count * bits, columns // bits
                self._write(
                    depth, loop, f"    x = rows[b, {start} + i]", "    if x > 0:",  # most numbers have no members
                    f"        row = i // {along}", f"        column = (i - row * {along}) * {bits}",
                    f"        for j in range(min({bits}, {used} * players - column)):",
                    f"            out[at, to + row * {used} * players + column + j] = (x >> j) & 1",
                )  # fmt: skip
                text = f"how often each of 0 to {size - 1} is there, by {columns} in a row"
                return f"{size // columns * used} * players", f"{text}, the first {used} for each player", most
            case Parts(table, _, ahead):
                width, looked = table.shape[1], f"LOOKED_UP_{self._table(table)}[x, j]"
                times, place = f"min({upto}, {count})", f"{upto} - 1 - i"
                if ahead:  # no branches: chance decides how many there are
                    times, place, looked = str(count), "i", f"{looked} * (i < {upto})"
                self._write(
                    depth, f"for i in range({times}):",
                    f"    x = max(0, rows[b, ({start} + {place}) & {PLACE}]) & {PLACE}",
                    f"    for j in range({width}):", f"        out[at, to + i * {width} + j] = {looked}",
                )  # fmt: skip
                return str(count * width), f"{width} numbers for each of {count}, the newest first", int(table.max())

    def _plain(self, at: int, moved: str, count: int, depth: int) -> None:
        """Numbers that are taken as they are; those that follow one another in the record go together."""
        if self._silent:
            return
        before, number, top = self._run
        if before == (at - number, moved, depth) and number:
            at, count = at - number, number + count
            del self._lines[top:]
        top = len(self._lines)
        for first in range(0, count, TOGETHER):
            some = range(first, min(first + TOGETHER, count))
            self._write(depth, *(f"x{i - first} = rows[b, {at + i}{moved}]" for i in some))
            self._write(depth, *(f"out[at, to + {i}] = x{i - first}" for i in some))
        self._write(depth, f"to += {count}")
        self._run = (at, moved, depth), count, top

    def _table(self, table: Numbers) -> int:
        for i, other in enumerate(self.tables):
            if other is table:
                return i
        self.tables.append(table)
        return len(self.tables) - 1

    def _write(self, depth: int, *lines: str) -> None:
        if not self._silent:
            self._run = (0, "", 0), 0, 0
            self._lines += [INDENT * depth + line for line in lines]


def _width(text: str, players: int) -> int:
    """How many numbers there are, as the code says it."""
    return int(eval(text, {"players": players, "max": max}))


def _most(name: str, least: int) -> str:
    return f"max({name}, {least})" if least > 1 else name
