"""A game as the rest of the program sees it, and a game set up with seats and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from sprawdzam.engine.chance import Keyed, Source
from sprawdzam.engine.contract import Rules, State
from sprawdzam.engine.errors import BadOption
from sprawdzam.engine.options import Option, Value, show
from sprawdzam.engine.record import Record, record_class

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sprawdzam.engine.encoding import Encoding
    from sprawdzam.engine.lesson import Lesson
    from sprawdzam.engine.match import Match
    from sprawdzam.engine.notation import Fields
    from sprawdzam.engine.reasons import Reason
    from sprawdzam.engine.scene import Scene
    from sprawdzam.engine.texts import Texts


class Notation(Protocol):
    """A game's ``notation.py``: texts for actions, chance and positions, and back."""

    OUTCOMES: Mapping[str, Sequence[str]]
    """For each zone of chance the texts of its values."""

    def write_action(self, v: State, seat: int, action: int) -> str: ...
    def read_action(self, v: State, seat: int, text: str) -> int:
        """Raises ``UnknownAction``; whether the action is legal is not asked here."""
        ...

    def write_position(self, s: State) -> dict[str, Any]:
        """The game's own fields of a position, or of a view with ``?`` for its holes."""
        ...

    def read_position(self, s: State, fields: Fields) -> None:
        """Fills a state, or a view where there is a ``?``; ``s.seats`` and ``s.option`` are set."""
        ...


class Table(Protocol):
    """A game's ``table.py``: what a person sees, asks and is told.

    Two more names are optional: ``PAUSES``, the seconds that people need to follow a step of the table, by phase; and
    ``WINDOWS``, the phases in which anybody may call out of turn.
    """

    def scene(self, v: State, seat: int, texts: Texts, names: Sequence[str]) -> Scene: ...
    def tell(self, before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
        """What happened between two successive views of one recipient, in words."""
        ...

    def silence(self, v: State, seat: int) -> int:
        """The action that is meant when a clock runs out."""
        ...


class Why(Protocol):
    """A game's ``why.py``: why something is not possible. Optional."""

    TURNS: str
    """The rule that says whose turn it is."""

    def reasons(self, v: State, seat: int, texts: Texts, names: Sequence[str]) -> list[Reason]:
        """What cannot be done now and why, what people ask for most first."""
        ...


class Tutorial(Protocol):
    """A game's ``tutorial.py``. Optional."""

    LESSONS: tuple[Lesson, ...]


class Expert(Protocol):
    """A game's ``expert.py``: what can be computed about a decision instead of searched for. Optional."""

    def advise(self, v: State, seat: int) -> Mapping[int, float] | None:
        """How a seat should play: its actions and how likely each is to be chosen, adding up to 1; None: no advice."""
        ...

    def why(self, v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> str:
        """What there is to know about an action, with its odds, in a sentence or two; empty if there is nothing."""
        ...


@dataclass(frozen=True)
class Part:
    """A part of a game that can be solved: its name, and what tells it from the other parts."""

    name: str
    fields: Mapping[str, Value]
    steps: int
    """How long solving takes, for a bar."""


class Solutions(Protocol):
    """A game's ``solutions.py``: what is solved beforehand, and kept. Optional."""

    def parts(self) -> Sequence[Part]:
        """All that can be solved."""
        ...

    def advise(self, v: State, seat: int) -> Mapping[int, float] | None:
        """How a seat plays by what is kept: its actions and how likely each is to be chosen, adding up to 1.

        None: nothing is kept for this decision. An expert need not advise all that is kept.
        """
        ...

    def solve(self, part: Part, tick: Callable[[int], None]) -> Mapping[str, Any]:
        """Solves a part and keeps it; tells what came of it. ``tick`` is told of steps that are done."""
        ...


@dataclass(frozen=True)
class Game:
    """One game: its name, limits, options and where its modules lie."""

    name: str
    title: str
    pitch: str
    package: str
    seats: range
    options: tuple[Option, ...]
    rules_version: int
    thought: int = 1000
    """Simulations that a Master makes before a decision: about 20 ms of one core."""
    unclocked: tuple[tuple[str, Value], ...] = ()
    """Options as loops without a clock run them: a race has no meaning there (law 5)."""

    @cached_property
    def rules_module(self) -> ModuleType:
        """The source of the rules, for ``compile.build``."""
        return import_module(f"{self.package}.rules")

    @cached_property
    def rules(self) -> Rules:
        """The rules, interpreted."""
        return cast(Rules, self.rules_module)

    @cached_property
    def notation(self) -> Notation:
        return cast(Notation, import_module(f"{self.package}.notation"))

    @cached_property
    def table(self) -> Table:
        return cast(Table, import_module(f"{self.package}.table"))

    @cached_property
    def instinct(self) -> ModuleType | None:
        """The module of the optional eighth verb."""
        name = f"{self.package}.instinct"
        return import_module(name) if find_spec(name) else None

    @cached_property
    def expert(self) -> Expert | None:
        """What the game can compute about decisions."""
        name = f"{self.package}.expert"
        return cast(Expert, import_module(name)) if find_spec(name) else None

    @cached_property
    def why(self) -> Why | None:
        """Why something is not possible."""
        name = f"{self.package}.why"
        return cast(Why, import_module(name)) if find_spec(name) else None

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """What the tutorial is made of; none where there is no tutorial."""
        name = f"{self.package}.tutorial"
        return cast(Tutorial, import_module(name)).LESSONS if find_spec(name) else ()

    @cached_property
    def solutions(self) -> Solutions | None:
        """What of the game can be solved beforehand."""
        name = f"{self.package}.solutions"
        return cast(Solutions, import_module(name)) if find_spec(name) else None

    @cached_property
    def encoding(self) -> Encoding:
        """What observations make of the fields of a view; what is not named is a plain number."""
        name = f"{self.package}.encoding"
        return cast("Encoding", import_module(name).ENCODING) if find_spec(name) else {}

    @cached_property
    def sizes(self) -> Mapping[str, Game]:
        """Small versions of the game, by name: what can be walked through whole."""
        name = f"{self.package}.sizes"
        return {game.size: game for game in import_module(name).SIZES} if find_spec(name) else {}

    @cached_property
    def record(self) -> type[Record]:
        """The class of this game's states and views in the interpreted mode."""
        return record_class(self.rules.STATE)

    def rulebook(self, language: str) -> str:
        return files(self.package).joinpath(f"rulebook.{language}.md").read_text("utf-8")

    def setup(self, seats: int | None = None, /, **options: Value) -> Setup:
        """The game with a number of seats and options, checked; without a number the first that has these options."""
        n = self.seats_for(options) if seats is None else seats
        if isinstance(n, bool) or not isinstance(n, int) or n not in self.seats:
            raise BadOption(
                "seats: {game} seats {low} to {high}, not {seats}",
                game=self.name, low=self.seats[0], high=self.seats[-1], seats=show(n),
            )  # fmt: skip
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(
                    "option {name}: {game} has no such option; it has: {known}",
                    name=name, game=self.name, known=", ".join(known),
                )  # fmt: skip
        values = {name: option.check(options.get(name, option.start(n)), n) for name, option in known.items()}
        return Setup(self, n, tuple(values.items()))

    def seats_for(self, options: Mapping[str, Value], liked: int | None = None) -> int:
        """A number of seats that has these options (a mode for two): the liked one if it does, else the smallest."""
        first = self.seats[0] if liked is None else liked
        n: int
        for n in (first, *self.seats):
            try:
                for option in self.options:
                    if option.name in options:
                        option.check(options[option.name], n)
            except BadOption:
                continue
            return n
        return first


@dataclass(frozen=True)
class Setup:
    """A game, the number of seats and the value of every option: what a match is begun from."""

    game: Game
    seats: int
    options: tuple[tuple[str, Value], ...]

    def blank(self) -> State:
        """A zero state with seats and options set, ready for ``deal``."""
        s = self.game.record.zero()
        self.mark(s)
        return s

    def mark(self, s: State) -> None:
        """Sets seats and options in a state or view."""
        s.seats = self.seats
        for option, (name, value) in zip(self.game.options, self.options, strict=True):
            setattr(s.option, name, option.encode(value, self.seats))

    @classmethod
    def of(cls, game: Game, s: State) -> Setup:
        """The set-up that a state was begun from."""
        chosen = tuple((o.name, o.decode(getattr(s.option, o.name), s.seats)) for o in game.options)
        return cls(game, s.seats, chosen)

    def changed_options(self) -> dict[str, Value]:
        """The options that are not at their default."""
        return {
            name: value
            for option, (name, value) in zip(self.game.options, self.options, strict=True)
            if value != option.start(self.seats)
        }

    def unclocked(self) -> Setup:
        """The same set-up as loops without a clock run it."""
        changed = dict(self.options) | dict(self.game.unclocked)
        return Setup(self.game, self.seats, tuple(changed.items()))

    def start(self, seed: int | None = None, *, chance: Source | None = None, auto: bool = True) -> Match:
        """A new match. Without a seed its deals come from a fresh secret; ``auto`` as in ``Match``."""
        from sprawdzam.engine.match import Match

        if chance is not None:
            return Match.begin(self, chance, auto=auto)
        if seed is not None:
            if type(seed) is not int or not -(10**39) < seed < 10**39:
                raise BadOption("seed: a whole number of at most 39 digits is needed, not {seed}", seed=show(seed)[:60])
            return Match.begin(self, Keyed.from_seed(seed), f"seed {seed}", auto=auto)
        keyed = Keyed.fresh()
        return Match.begin(self, keyed, f"secret {keyed.secret.hex()}", auto=auto)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.changed_options().items())
        return f"sprawdzam.game({self.game.name!r}, seats={self.seats}{options})"
