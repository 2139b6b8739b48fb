"""A view: what one seat may know, and everything that it is told or asked, computed from that alone (law 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sprawdzam.engine.contract import SPECTATOR, TABLE, State
from sprawdzam.engine.errors import IllegalAction, NotYourTurn, UnknownAction
from sprawdzam.engine.game import Game
from sprawdzam.engine.notation import position_text, write_position
from sprawdzam.engine.reasons import Reason
from sprawdzam.engine.scene import Scene, legal_for
from sprawdzam.engine.texts import Texts, texts


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

    @classmethod
    def revealed(cls, game: Game, s: State) -> View:
        """What whoever watches would see if nothing were hidden: for matches that are over."""
        return cls(game, s.copy(), SPECTATOR)

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

    def must_act(self) -> None:
        """Raises ``NotYourTurn`` unless the game waits for the seat: whoever has chosen and may still revise that
        (law 5) has nothing to decide."""
        self.may_act()
        if self.seat not in self.actors:
            waiting = ", ".join(map(str, self.actors))
            raise NotYourTurn("seat {seat} has chosen; the game waits for: {waiting}", seat=self.seat, waiting=waiting)

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

    def reasons(self, language: str = "en", names: Sequence[str] = ()) -> tuple[Reason, ...]:
        """What is not possible now, and why: first whom the game waits for, then what the game has to say."""
        told, called, why = texts(language), names_of(names, self.record.seats), self.game.why
        found = [] if self.actions else [Reason(self._idle(told, called), why.TURNS if why and self.actors else "")]
        if why is not None and self.seat != SPECTATOR:
            found += why.reasons(self.record, self.seat, told, called)
        return tuple(found)

    def why_not(self, text: str, language: str = "en", names: Sequence[str] = ()) -> Reason | None:
        """Why the action of a text is not legal now; None if it is, or if nobody has asked for it before."""
        action = self.game.notation.read_action(self.record, self.seat, text.strip())
        if action in self.actions:
            return None
        reasons = self.reasons(language, names)
        named = next((reason for reason in reasons if action in reason.actions), None)
        return named or (reasons[0] if not self.actions else None)

    def _idle(self, told: Texts, names: Sequence[str]) -> str:
        """Why a seat has nothing to do at all."""
        if not self.actors:
            return told("The match is over.")
        if self.seat == SPECTATOR:
            return told("You watch this match.")
        if self.actors == (TABLE,):
            return told("The table goes on first: wait a moment.")
        if self.window:
            return told("Others still think whether they call.")  # who has answered is nobody's business
        waiting = [names[p] for p in self.actors]
        return told.count("It is the turn of {names}.", "The table waits for: {names}.", len(waiting),
                          names=", ".join(waiting))  # fmt: skip

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

    def _repr_svg_(self) -> str:
        """What this seat sees, where a notebook shows pictures."""
        return self.scene()._repr_svg_()

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
