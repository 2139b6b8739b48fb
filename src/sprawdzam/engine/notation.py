"""Positions as readable JSON: what FEN is to chess. A view is a position with ``?``.

A game writes and reads its own fields (``games/<game>/notation.py``); this module adds game, rules version, seats and
options, and reads strictly: an error names the field and says what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from sprawdzam.engine.contract import HOLE, State
from sprawdzam.engine.errors import BadOption, BadPosition

if TYPE_CHECKING:
    from sprawdzam.engine.game import Game, Setup

UNKNOWN = "?"  #: the text of a hole


class Fields:
    """The fields of a JSON object, read strictly. ``done`` refuses what nobody asked for."""

    def __init__(self, values: object, path: str = "") -> None:
        if not isinstance(values, dict):
            raise BadPosition("{path}: an object with named fields is needed, not {value}", path=path or "position",
                              value=short(values))  # fmt: skip
        self._values: dict[str, Any] = values
        self._path = path
        self._asked: list[str] = []

    def path(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def has(self, name: str) -> bool:
        return name in self._values

    def get(self, name: str) -> Any:
        self._asked.append(name)
        if name not in self._values:
            raise BadPosition("{path}: this field is missing", path=self.path(name))
        return self._values[name]

    def integer(self, name: str, low: int, high: int) -> int:
        value = self.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong(name, value, f"{low} to {high}" if low < high else str(low))
        return int(value)

    def flag(self, name: str) -> bool:
        value = self.get(name)
        if not isinstance(value, bool):
            self.wrong(name, value, "true, false")
        return bool(value)

    def one_of(self, name: str, possible: Sequence[str]) -> int:
        """The place of a text among the possible ones."""
        value = self.get(name)
        if value not in possible:
            self.wrong(name, value, ", ".join(possible))
        return possible.index(value)

    def items(self, name: str, low: int, high: int) -> list[Any]:
        value = self.get(name)
        if not isinstance(value, list):
            self.wrong(name, value, "a list")
        if not low <= len(value) <= high:
            amount = f"{low} to {high}" if low < high else str(low)
            raise BadPosition("{path}: {found} entries are given; possible: {possible}",
                              path=self.path(name), found=len(value), possible=amount)  # fmt: skip
        return list(value)

    def objects(self, name: str, number: int) -> list[Fields]:
        return [Fields(item, f"{self.path(name)}[{i}]") for i, item in enumerate(self.items(name, number, number))]

    def wrong(self, name: str, value: object, possible: str) -> NoReturn:
        raise BadPosition("{path}: {value} is not possible; possible: {possible}",
                          path=self.path(name), value=short(value), possible=possible)  # fmt: skip

    def done(self) -> None:
        for name in self._values:
            if name not in self._asked:
                raise BadPosition("{path}: there is no such field; there are: {known}",
                                  path=self.path(str(name)), known=", ".join(dict.fromkeys(self._asked)))  # fmt: skip


def short(value: object) -> str:
    """A wrong value for an error text: as JSON, cut when long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # no JSON, a number of thousands of digits, a deep nest
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def write_position(game: Game, s: State, setup: Setup | None = None) -> dict[str, Any]:
    """A state or view as a JSON object; ``setup`` is that of the state, from whoever has it already."""
    from sprawdzam.engine.game import Setup

    setup = setup or Setup.of(game, s)
    return {
        "game": game.name,
        "rules": game.rules_version,
        "seats": setup.seats,
        "options": setup.changed_options(),
        **game.notation.write_position(s),
    }


def position_text(position: dict[str, Any]) -> str:
    """A position as text, one field a line."""
    lines = [f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in position.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadPosition("position: this is not JSON, line {line}, column {column}: {problem}",
                          line=error.lineno, column=error.colno, problem=error.msg) from None  # fmt: skip
    except ValueError:
        raise BadPosition("position: this is not JSON that can be read: a number is too long") from None
    except RecursionError:
        raise BadPosition("position: this is not a position, it is nested too deeply") from None


def read_position(game: Game, position: object) -> tuple[Setup, State]:
    """The set-up and the state (or view, where there is a ``?``) that a JSON object describes."""
    fields = Fields(position)
    fields.one_of("game", [game.name])
    fields.integer("rules", game.rules_version, game.rules_version)
    seats = fields.integer("seats", game.seats[0], game.seats[-1])
    options = fields.get("options") if fields.has("options") else {}
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        fields.wrong(
            "options", options, "an object with these fields: " + ", ".join(option.name for option in game.options)
        )
    try:
        setup = game.setup(seats, **options)
    except BadOption as error:
        raise BadPosition("options: {problem}", problem=error) from None
    s = setup.blank()
    game.notation.read_position(s, fields)
    fields.done()
    return setup, s


def is_view(s: State) -> bool:
    """Whether something is unknown in it."""
    return HOLE in s.row()
