"""A view: what one seat may know, and everything that it is told or asked, computed from that alone (law 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sprawdzam.engine.contract import SPECTATOR, TABLE, State
from sprawdzam.engine.errors import IllegalAction, NotYourTurn, UnknownAction
from sprawdzam.engine.game import Game
from sprawdzam.engine.notation import position_text, write_position
from sprawdzam.engine.scene import Scene, legal_for
from sprawdzam.engine.texts import texts


class View:
    """What ``seat`` knows. ``record`` has holes where it knows nothing."""

    def __init__(self, game: Game, record: State, seat: int) -> None:
        if type(seat) is not int or (seat != TABLE and not SPECTATOR <= seat < record.seats):
            raise NotYourTurn("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=record.seats - 1)
        self.game = game
        self.record = record
        self.seat = seat

    @classmethod
    def of(cls, game: Game, s: State, seat: int) -> View:
        """The view that a seat has of a state; of the table itself, the state with nothing hidden."""
        if seat == TABLE:
            return cls(game, s.copy(), seat)
        v = game.record.blank()
        game.rules.hide(s, seat, v)
        return cls(game, v, seat)

    @cached_property
    def _scenes(self) -> dict[tuple[str, ...], Scene]:
        """Those that were made already, by language and names."""
        return {}

    @cached_property
    def row(self) -> list[int]:
        """The record as a row: two views are the same if their rows are."""
        row: list[int] = self.record.row()
        return row

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that the game waits for; ``(TABLE,)`` when the table goes on."""
        return seats_of(self.game.rules.actors(self.record))

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The legal actions as numbers, ascending."""
        return tuple(legal_for(self.game.rules, self.record, self.seat))

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The legal actions as texts."""
        return tuple(self.write(action) for action in self.actions)

    def write(self, action: int) -> str:
        """The text of an action."""
        return "go on" if self.seat == TABLE else self.game.notation.write_action(self.record, self.seat, action)

    def read(self, text: str) -> int:
        """The legal action that a text names; says what would be right when there is none."""
        self.may_act()
        text = text.strip()
        if self.seat != TABLE:
            return self.check(self.game.notation.read_action(self.record, self.seat, text), text)
        if text != "go on":
            raise UnknownAction("{action} is no action of the table; it has one: go on", action=text or "''")
        return self.actions[0]

    def check(self, action: int, text: str = "") -> int:
        """The action itself if it is legal; says what would be right when it is not."""
        self.may_act()
        if type(action) is not int or action not in self.actions:  # 31.0 equals 31 and would be written down as 31.0
            raise IllegalAction(
                "{action} is not legal for seat {seat} now; legal: {legal}",
                action=text or f"action {action}", seat=self.seat, legal=listed(self.choices),
            )  # fmt: skip
        return action

    def may_act(self) -> None:
        """Raises ``NotYourTurn`` when the seat has nothing to do."""
        if self.actions:
            return
        if not self.actors:
            raise NotYourTurn("nobody can act: the match is over")
        if self.actors == (TABLE,):
            raise NotYourTurn("seat {seat} cannot act now: the table goes on first", seat=self.seat)
        waiting = ", ".join(map(str, self.actors))
        raise NotYourTurn("seat {seat} cannot act now; the game waits for: {waiting}", seat=self.seat, waiting=waiting)

    @cached_property
    def position(self) -> dict[str, Any]:
        """The view as a JSON object, ``?`` for what it does not know."""
        return write_position(self.game, self.record)

    @property
    def text(self) -> str:
        return position_text(self.position)

    def scene(self, language: str = "en", names: Sequence[str] = ()) -> Scene:
        """What a person at this seat sees. A view never changes, so it is made once."""
        key = (language, *names)
        if key not in self._scenes:
            called = names_of(names, self.record.seats)
            self._scenes[key] = self.game.table.scene(self.record, self.seat, texts(language), called)
        return self._scenes[key]

    @property
    def pause(self) -> float:
        """Seconds that a person needs to follow this step of the table."""
        return float(getattr(self.game.table, "PAUSES", {}).get(self.record.phase, 0.0))

    @property
    def window(self) -> bool:
        """Whether anybody may call out of turn now."""
        return self.record.phase in getattr(self.game.table, "WINDOWS", ())

    @property
    def silence(self) -> int:
        """The action that is meant when the clock of this seat runs out."""
        return self.game.table.silence(self.record, self.seat)

    def __repr__(self) -> str:
        return f"sprawdzam.view({self.position!r}, seat={self.seat})"


def seats_of(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(TABLE + 1) if mask >> seat & 1)


def names_of(names: Sequence[str], seats: int) -> list[str]:
    """A name for each seat: the given ones, then letters."""
    return [*names[:seats], *(chr(ord("A") + seat) for seat in range(len(names), seats))]


def listed(choices: Sequence[str]) -> str:
    """Legal actions for an error text: all of them, or the first and last few of many."""
    if len(choices) <= 10:
        return ", ".join(choices)
    return f"{', '.join(choices[:4])} ... {', '.join(choices[-3:])}"
