"""``Log``: what happened, as text that a person can read and from which the match can be replayed.

A log tells the whole truth, hidden cards included. Its last line says how many steps there are, so that a log that
was cut off is noticed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sprawdzam.engine.chance import Draw, Keyed, Script, Source
from sprawdzam.engine.contract import MAX_SEATS, TABLE
from sprawdzam.engine.errors import BadChance, BadLog, BadOption, SprawdzamError
from sprawdzam.engine.fairness import Proof
from sprawdzam.engine.notation import parse_json, read_position
from sprawdzam.engine.options import show

if TYPE_CHECKING:
    from sprawdzam.engine.game import Game, Setup
    from sprawdzam.engine.match import Match

HEAD = "sprawdzam log 1"
ORIGIN = re.compile(r"seed -?[0-9]{1,40}|secret [0-9a-f]{64}")
END = re.compile(r"end: ([0-9]{1,9}) steps?, (over|running)")


SEATS = tuple(map(str, range(MAX_SEATS)))
SIZES = tuple(map(str, range(MAX_SEATS + 1)))


class Step(NamedTuple):
    """One action of a seat or of the table, and what chance brought with it."""

    seat: int
    text: str
    draws: tuple[Draw, ...]


@dataclass
class Log:
    """A set-up, how it began, and every step since."""

    setup: Setup
    origin: str = ""
    proof: Proof | None = None
    opening: tuple[Draw, ...] = ()
    position: dict[str, Any] | None = None
    steps: list[Step] = field(default_factory=list)
    over: bool = False

    @property
    def text(self) -> str:
        lines = [HEAD, f"game: {self.setup.game.name}", f"rules: {self.setup.game.rules_version}",
                 f"seats: {self.setup.seats}"]  # fmt: skip
        options = ", ".join(f"{name}={show(value)}" for name, value in self.setup.changed_options().items())
        if options:
            lines.append(f"options: {options}")
        if self.origin:
            lines.append(f"chance: {self.origin}")
        if self.proof:
            lines.append(f"proof: {self.proof.text}")
        if self.position is None:
            lines.append(f"deal{self._draws(self.opening)}")
        else:
            lines.append(f"position: {json.dumps(self.position, ensure_ascii=False)}")
        for step in self.steps:
            who = "table" if step.seat == TABLE else str(step.seat)
            lines.append(f"{who}: {step.text}{self._draws(step.draws)}")
        number = "1 step" if len(self.steps) == 1 else f"{len(self.steps)} steps"
        lines.append(f"end: {number}, {'over' if self.over else 'running'}")
        return "\n".join(lines) + "\n"

    def _draws(self, draws: tuple[Draw, ...]) -> str:
        names = self.setup.game.notation.OUTCOMES
        told = [f"{d.zone.name.lower()} {names[d.zone.name.lower()][d.value]}" for d in draws]
        return f" | {', '.join(told)}" if told else ""

    def replay(self) -> Iterator[tuple[Match, Step | None]]:
        """The match as it was after its opening and after each step, as one match that moves on."""
        after = keyed_by(self.origin) or Keyed.fresh()
        yield from _Replay(self.setup, after).run(
            self.position, laid_by(self.opening), [(s.seat, s.text, laid_by(s.draws)) for s in self.steps]
        )


def keyed_by(origin: str) -> Keyed | None:
    """Where the draws of a log come from, if it tells that."""
    kind, _, value = origin.partition(" ")
    if kind == "seed":
        return Keyed.from_seed(int(value))
    return Keyed(bytes.fromhex(value)) if kind == "secret" else None


Laid = dict[str, list[int]]  #: what was drawn in one step, zone by zone


def laid_by(draws: tuple[Draw, ...]) -> Laid:
    laid: Laid = {}
    for draw in draws:
        laid.setdefault(draw.zone.name.lower(), []).append(draw.value)
    return laid


class _Relay:
    """A source that is replaced for every step of a replay, and by the real one at its end."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def roll(self, zone: Any, number: int, n: int) -> int:
        return self.source.roll(zone, number, n)

    def take(self, zone: Any, number: int, counts: Any, total: int) -> int:
        return self.source.take(zone, number, counts, total)


@dataclass
class _Replay:
    setup: Setup
    after: Source

    def run(
        self, position: object, opening: Laid, steps: list[tuple[int, str, Laid]]
    ) -> Iterator[tuple[Match, Step | None]]:
        from sprawdzam.engine.match import Match

        relay = _Relay(self._script(opening))
        if position is None:
            match = Match.begin(self.setup, relay, auto=False)
        else:
            setup, state = read_position(self.setup.game, position)
            if setup != self.setup:
                raise BadLog("position: it is of {found}, the log of {told}", found=repr(setup), told=repr(self.setup))
            match = Match.from_position(setup, state, relay, auto=False)
        self._spent(relay)
        yield match, None
        for seat, text, laid in steps:
            relay.source = self._script(laid)
            match.play(seat, text)
            self._spent(relay)
            yield match, match.log.steps[-1]
        relay.source = self.after

    def _script(self, laid: Laid) -> Script:
        return Script(laid, self.setup.game.notation.OUTCOMES)

    def _spent(self, relay: _Relay) -> None:
        assert isinstance(relay.source, Script)
        if rest := relay.source.rest():
            raise BadLog("chance: {zone} was drawn more often than the rules draw it", zone=next(iter(rest)))


@dataclass(frozen=True)
class Transcript:
    """What the text of a log says, not yet held against the rules."""

    setup: Setup
    origin: str
    proof: Proof | None
    position: object
    opening: Laid
    steps: list[tuple[int, str, Laid]]
    over: bool
    line: int
    """Where the match begins; each of its steps has one of the lines that follow."""

    def match(self) -> Match:
        """The match as it stood at the end; raises ``BadLog`` with the line that the rules do not allow."""
        replay = _Replay(self.setup, keyed_by(self.origin) or Keyed.fresh())
        moments = replay.run(self.position, self.opening, self.steps)
        match, line = None, self.line
        while True:
            with _AtLine(line):
                try:
                    match, _ = next(moments)
                except StopIteration:
                    break
            line += 1
        assert match is not None
        if match.over != self.over:
            raise BadLog("line {line}: the match is {real} here, not {told}", line=line,
                         real="over" if match.over else "running", told="over" if self.over else "running")  # fmt: skip
        match.log.origin, match.log.proof = self.origin, self.proof
        match.auto = True
        return match


def parse_log(text: str, find: Callable[[str], Game]) -> Match:
    """The match that a log tells, as it stood at its end; ``find`` gives the game of a name."""
    return read_log(text, find).match()


def read_log(text: str, find: Callable[[str], Game]) -> Transcript:
    """What a log says; raises ``BadLog`` with the line that cannot be read."""
    reader = _Reader(text.split("\n"))
    if reader.next_line() != HEAD:
        raise BadLog("line 1: a log begins with {head}", head=HEAD)
    name = reader.value("game")
    with reader.at_line():
        game = find(name)
    version = reader.value("rules")
    if version != str(game.rules_version):
        raise BadLog("line {line}: rules {found} are not known; known: {known}",
                     line=reader.line, found=version, known=game.rules_version)  # fmt: skip
    seats = reader.value("seats")
    with reader.at_line():
        game.setup(int(seats) if seats in SIZES else seats)  # type: ignore[arg-type]
    options = reader.optional("options")
    with reader.at_line():
        given = [part.partition("=")[::2] for part in options.split(", ")] if options else []
        pairs = dict(given)
        if len(pairs) < len(given):
            raise BadOption("options: each can be given once only, not {options}", options=options)
        setup = game.setup(int(seats), **pairs)
    origin = reader.optional("chance")
    if origin and not ORIGIN.fullmatch(origin):
        raise BadLog("line {line}: chance comes from a seed or a secret, not {found}", line=reader.line, found=origin)
    told = reader.optional("proof")
    with reader.at_line():
        proof = Proof.parse(told) if told else None
    begin = reader.next_line()
    line = reader.line
    position: object = None
    opening: Laid = {}
    with reader.at_line():
        if begin.startswith("position: "):
            position = parse_json(begin.removeprefix("position: "))
        elif begin.partition(" | ")[0] == "deal":
            opening = reader.draws(begin, game)
        else:
            raise BadLog("a match begins with deal or with position:, not {found}", found=begin)
    steps = reader.steps(game)
    return Transcript(setup, origin, proof, position, opening, steps, reader.over, line)


class _Reader:
    """Goes through the lines of a log; errors name the line."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.line = 0
        self.over = False

    def next_line(self) -> str:
        self.line += 1
        if self.line >= len(self.lines):  # behind the last line break nothing may stand, so this line is not whole
            raise BadLog("line {line}: the log is cut off here; its last line must be end: N steps, over (or running)",
                         line=self.line)  # fmt: skip
        return self.lines[self.line - 1].rstrip("\r")

    def value(self, name: str) -> str:
        line = self.next_line()
        if not line.startswith(f"{name}: "):
            raise BadLog("line {line}: {name}: is needed here, not {found}", line=self.line, name=name, found=line)
        return line.removeprefix(f"{name}: ")

    def optional(self, name: str) -> str:
        if self.line < len(self.lines) and self.lines[self.line].startswith(f"{name}: "):
            return self.value(name)
        return ""

    def steps(self, game: Game) -> list[tuple[int, str, Laid]]:
        steps: list[tuple[int, str, Laid]] = []
        while not (end := END.fullmatch(line := self.next_line())):
            who, colon, rest = line.partition(": ")
            if not colon or not (who == "table" or who in SEATS):
                raise BadLog("line {line}: a step such as 0: check is needed here, not {found}",
                             line=self.line, found=line)  # fmt: skip
            with self.at_line():
                draws = self.draws(rest, game)
            steps.append((TABLE if who == "table" else int(who), rest.partition(" | ")[0], draws))
        if int(end[1]) != len(steps):
            raise BadLog("line {line}: {told} steps are announced, {found} are there",
                         line=self.line, told=end[1], found=len(steps))  # fmt: skip
        self.over = end[2] == "over"
        if any(rest.strip() for rest in self.lines[self.line :]):
            raise BadLog("line {line}: nothing may follow the end", line=self.line + 1)
        return steps

    def draws(self, line: str, game: Game) -> Laid:
        laid: Laid = {}
        for told in filter(None, line.partition(" | ")[2].split(", ")):
            zone, value = read_draw(told, game)
            laid.setdefault(zone, []).append(value)
        return laid

    def at_line(self) -> _AtLine:
        return _AtLine(self.line)


class _AtLine:
    """Turns any error of ours into one that names the line of the log."""

    def __init__(self, line: int) -> None:
        self.line = line

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SprawdzamError):
            raise BadLog("line {line}: {problem}", line=self.line, problem=error) from None


def read_draw(told: str, game: Game) -> tuple[str, int]:
    """Zone and value of a draw such as ``deck 3-5``."""
    names = game.notation.OUTCOMES
    zone, _, value = told.strip().partition(" ")
    if zone not in names:
        raise BadChance(
            "chance: there is no zone {zone}; zones are: {known}", zone=zone or "''", known=", ".join(names)
        )
    if value not in names[zone]:
        raise BadChance("chance: {zone} cannot be {value}; possible: {possible}",
                     zone=zone, value=value or "''", possible=", ".join(names[zone]))  # fmt: skip
    return zone, list(names[zone]).index(value)
