"""A compiled match that halts wherever chance is needed, so that a step that draws is a step of its own.

It moves as ``Core`` does, from the same seed and by the same actions (law 8), and remembers every state on the way, so
that any seat's story can be told when somebody asks. Nothing of what is to come can be found out by trying it on a
copy: copies have luck of their own.
"""

from __future__ import annotations

import hashlib
import threading
from functools import cache
from typing import Any

import numpy as np

from sprawdzam.engine import fast
from sprawdzam.engine.chance import Fast
from sprawdzam.engine.compile import direct
from sprawdzam.engine.contract import GO_ON, TABLE, State
from sprawdzam.engine.game import Setup
from sprawdzam.engine.record import numbers
from sprawdzam.engine.view import View
from sprawdzam.envs.core import NOBODY, Memory, machine_code, match_type
from sprawdzam.envs.encode import Numbers
from sprawdzam.envs.observation import DTYPE, layout_of
from sprawdzam.envs.spec import Spec
from sprawdzam.envs.story import CHANCE, DEAL, IMAGINED, OVER, Row, first_page, page

MASK62 = (1 << 62) - 1


class Desk(threading.local):
    """What the matches of a thread share: workspace, views and rows to write into."""

    def __init__(self, setup: Setup) -> None:
        memory = Memory(setup, 1)
        self.work, self.views, self.rows = memory.work, memory.views, memory.rows
        self.actions = memory.work["actions"][0]
        self.mask = np.zeros((1, setup.game.rules.ACTIONS), np.int8)
        self.seen = np.zeros((1, layout_of(setup.game, setup.seats).size), DTYPE)
        self.who = np.zeros(1, np.int64)
        self.drawn = np.zeros(0, np.int64)


class Kit:
    """What all matches of a set-up share."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.layout = layout_of(setup.game, setup.seats)
        self.code = machine_code(setup.game).code
        self.desk = Desk(setup)
        self.type = match_type(setup.game.rules.STATE)
        start = np.zeros(1, self.type)
        start["state"] = setup.blank().pack()
        self.start = start.tobytes()
        self.go = direct(self.code.go, start, self.desk.work, NOBODY, 0, False)
        self.listed = direct(self.code.listed, start, self.desk.work, 0)
        at = self.type.fields["chance"][1] if self.type.fields else 0
        self.chance = slice(at, at + 32)
        """Where the generator lies among the bytes of a match."""

    def match(self, told: bytes) -> Numbers:
        """A match from its bytes. (NumPy copies such a record field by field, which takes thirty times as long.)"""
        return np.frombuffer(bytearray(told), self.type)

    def row(self, match: Numbers, seat: int) -> Row:
        """The view that a seat has of a match; the next call overwrites it. The observation stands in ``desk.seen``."""
        desk = self.desk
        desk.who[0] = seat
        self.code.show(match, desk.work, desk.views, desk.rows, 0, 1, desk.who, desk.seen, desk.mask, desk.drawn)
        row: Row = desk.rows[0, : numbers(self.game.rules.STATE)]
        return row


@cache
def kit(setup: Setup) -> Kit:
    return Kit(setup)


class Sampled:
    """One match. ``player`` is the seat that is asked, ``CHANCE`` or ``OVER``."""

    __slots__ = ("_coming", "_lives", "_views", "due", "kit", "luck", "match", "past", "player", "twins")

    def __init__(self, of: Kit, told: bytes) -> None:
        self.kit = of
        self.match = of.match(told)
        self.player = CHANCE
        self.due: tuple[int, int] | None = (DEAL, GO_ON)
        """The step that is about to draw."""
        self.past: list[tuple[int, int, bytes]] = []
        """Every step so far: who did what, and the match after it."""
        self._coming: tuple[Numbers, bytes, int] | None = None
        """What comes of that step, in this match and no copy: the match after it, also as bytes, and who acts then."""
        self.luck = 0
        """A copy's own luck, until it is used; 0: the generator is as it should be."""
        self.twins = 0
        self._lives: dict[int, tuple[int, str, Row]] = {}
        """By seat: how much of the past is told already, the story, and the last view in it."""
        self._views: dict[int, View] = {}

    @classmethod
    def fresh(cls, of: Kit) -> Sampled:
        """Before the deal."""
        return cls(of, of.start)

    @property
    def undealt(self) -> bool:
        return not self.past

    @property
    def setup(self) -> Setup:
        return self.kit.setup

    @property
    def actions(self) -> list[int]:
        """The legal actions; chance has one, whatever comes of it."""
        if self.player < 0:
            return [0] if self.player == CHANCE else []
        desk = self.kit.desk
        return desk.actions[: self.kit.listed(self.match, desk.work, self.player)].tolist()  # type: ignore[no-any-return]

    def deal(self, seed: int) -> None:
        """The opening, with the chance of a seed."""
        self.match["seed"] = seed
        self.luck = 0
        self._moved(DEAL, GO_ON, self.kit.go(self.match, self.kit.desk.work, NOBODY, 0, False))

    def play(self, action: int) -> None:
        """An action of the seat that is asked; raises ``IllegalAction``."""
        seat = self.player
        mask = self.kit.go(self.match, self.kit.desk.work, seat, action, False)
        if mask < 0:
            self.view(seat).check(action)
        self._moved(seat, action, mask)

    def draw(self) -> None:
        """The step that draws."""
        assert self.due is not None
        seat, action = self.due
        self.due = None
        if self._coming:
            self.match, after, mask = self._coming
            self._coming = None
            self.past.append((seat, action, after))
            self._asked(mask)
            return
        if self.luck:
            told = f"{self.past[-1][2][self.kit.chance].hex()} {self.luck}"
            fast.seed(self.match["chance"][0], int.from_bytes(hashlib.sha256(told.encode()).digest()[:8], "big"))
            self.luck = 0
        mask = self.kit.go(self.match, self.kit.desk.work, seat, action, False)
        self.past.append((seat, action, self.match.tobytes()))
        self._asked(mask)

    def _moved(self, seat: int, action: int, mask: int) -> None:
        """Notes a step, unless it has drawn: then it is taken back and waits."""
        after = self.match.tobytes()
        if seat != DEAL and after[self.kit.chance] != self.past[-1][2][self.kit.chance]:
            if not self.luck:
                self._coming = self.match, after, mask
            self.match = self.kit.match(self.past[-1][2])
            self.due = seat, action
            self.player = CHANCE
            return
        self.due = None
        self.past.append((seat, action, after))
        self._asked(mask)

    def _asked(self, mask: int) -> None:
        """Who is next; the table goes on as far as it draws nothing."""
        if self._views:
            self._views = {}
        if mask >> TABLE:
            self._moved(TABLE, GO_ON, self.kit.go(self.match, self.kit.desk.work, TABLE, GO_ON, False))
        else:
            self.player = (mask & -mask).bit_length() - 1 if mask else OVER

    @property
    def record(self) -> State:
        """The state as a record of the interpreted mode."""
        return self.kit.game.record.unpack(self.match["state"])

    def view(self, seat: int) -> View:
        """What a seat, or who only watches, may know now."""
        if seat not in self._views:
            row = self.kit.row(self.match, seat).tolist()
            self._views[seat] = View(self.kit.game, self.kit.game.record.from_row(row), seat)
        return self._views[seat]

    def observe(self, seat: int) -> Numbers:
        """The observation of a seat; the next call overwrites it."""
        self.kit.row(self.match, seat)
        seen: Numbers = self.kit.desk.seen[0]
        return seen

    def story(self, seat: int) -> str:
        """What the seat has lived through: see ``story.py``."""
        return self._life(seat)[1]

    def _life(self, seat: int) -> tuple[int, str, Row]:
        game = self.kit.game
        done, text, row = self._lives.get(seat, (0, *first_page(game, seat)))
        for actor, action, match in self.past[done:]:
            seen = self.kit.row(self.kit.match(match), seat)
            text += page(game, seat, row, actor, action, seen)
            row = seen.copy()
        self._lives[seat] = len(self.past), text, row
        return self._lives[seat]

    def __deepcopy__(self, memo: object) -> Sampled:
        """A copy with luck of its own."""
        twin = Sampled(self.kit, self.match.tobytes())
        twin.player, twin.due = self.player, self.due
        twin.past, twin._lives, twin._views = self.past.copy(), self._lives.copy(), self._views.copy()
        self.twins += 1
        twin.luck = (self.luck * 1_000_003 + self.twins) & MASK62
        return twin

    def imagined(self, seat: int, luck: int) -> Sampled:
        """A world that the seat cannot tell from this one, with the seat's own story; the others' begin here."""
        if self.player == CHANCE:
            raise ValueError("a world is imagined where somebody decides, not while chance is about to fall")
        record = self.view(seat).record.copy()
        self.kit.game.rules.imagine(record, seat, Fast(luck))
        world = Sampled(self.kit, self.match.tobytes())
        world.player, world.due = self.player, None
        world.match["state"] = record.pack()
        fast.seed(world.match["chance"][0], luck + 1)
        world.past = [(IMAGINED, GO_ON, world.match.tobytes())]
        world._lives[seat] = 1, *self._life(seat)[1:]
        return world

    def results(self) -> list[tuple[int, int]]:
        """Points and rank of every seat at the end."""
        self.kit.code.finals(self.match, self.kit.desk.work)
        return [(points, rank) for points, rank in self.kit.desk.work["result"][0, : self.setup.seats].tolist()]

    def __getstate__(self) -> tuple[Any, ...]:
        told = Spec.of(self.setup), self.match.tobytes(), self.player, self.due, self.luck, self.twins, self.past
        return (*told, self._lives)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        spec, match, player, due, luck, twins, past, lives = state
        Sampled.__init__(self, kit(spec.setup()), match)
        self.player, self.due, self.luck, self.twins, self.past, self._lives = player, due, luck, twins, past, lives
