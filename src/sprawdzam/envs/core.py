"""``Core``: one match as machine code, stepped from Python; what every environment for one match is made of.

It plays what ``Match`` plays with the same source of chance and the same actions, byte for byte (law 8). Races run as
loops without a clock run them (``Game.unclocked``). Whoever chooses at once with others is asked in seat order, each
seat once: revisions (``blef`` R8) are not offered, because no bound counts them.
"""

from __future__ import annotations

from functools import cache
from operator import index
from typing import Any

import numpy as np

from sprawdzam.engine.compile import direct
from sprawdzam.engine.compiled import Compiled, compiled, with_states
from sprawdzam.engine.contract import GO_ON, MAX_SEATS, TABLE, State
from sprawdzam.engine.errors import NotYourTurn
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.record import NUMBER
from sprawdzam.engine.view import View, seats_of
from sprawdzam.envs import stepping
from sprawdzam.envs.encode import Numbers, encoder
from sprawdzam.envs.observation import DTYPE, Layout, layout_of
from sprawdzam.envs.story import DEAL, first_page, page

NOBODY = -1  #: who is asked when the match is over


def machine_code(game: Game) -> Compiled:
    """A game compiled together with the loops of all environments."""
    return compiled(game, encoder(game), stepping)


@cache
def match_type(state: np.dtype[Any]) -> np.dtype[Any]:
    """The record of one match: chance, the bots' generator and who plays each seat; its state, also as words."""
    fields = [("chance", "4i8"), ("whim", "4i8"), ("style", f"{MAX_SEATS}i8"), ("seed", "i8"), ("length", "i8")]
    return with_states(fields, ("state",), state)


@cache
def work_type(state: np.dtype[Any], actions: int) -> np.dtype[Any]:
    """The record that the loops of one thread work in; ``start`` is what every match begins from."""
    fields = [
        ("rng", "4i8"), ("actions", f"{actions}u4"), ("weights", f"{actions}f8"),
        ("result", ("i8", (MAX_SEATS, 2))), ("reward", f"{MAX_SEATS}f8"),
    ]  # fmt: skip
    return with_states(fields, ("start", "seen"), state)


def view_type(state: np.dtype[Any]) -> np.dtype[Any]:
    """The record of a view, also as words."""
    return with_states([], ("seen",), state)


class Memory:
    """What loops need besides the matches: a workspace, and a few views with their rows; or that for each thread."""

    def __init__(self, setup: Setup, views: int, threads: int = 0) -> None:
        rules = setup.game.rules
        shape = (threads, views) if threads else (views,)
        self.work = np.zeros(threads or 1, work_type(rules.STATE, rules.ACTIONS))
        self.work["start"] = setup.blank().pack()
        self.views = np.zeros(shape, view_type(rules.STATE))
        self.rows = self.views.view(NUMBER).reshape(*shape, -1)


class Core:
    """One match.

    >>> import sprawdzam
    >>> core = Core(sprawdzam.game("blef", seats=2))
    >>> core.reset(7)
    >>> core.actors, core.seat, core.legal.tolist()
    ((0, 1), 0, [183, 184])
    >>> core.play(183)
    >>> core.seat, core.observe().shape, core.mask().sum()
    (1, (298,), 2)
    >>> core.view(1).choices
    ('choose A', 'choose B')

    With ``auto`` (the default) the table's own steps are played as soon as they are due; without it ``seat`` is
    ``TABLE`` then, and ``play(GO_ON)`` plays one. With ``remember`` the match keeps what ``story`` tells.
    """

    def __init__(self, setup: Setup, *, auto: bool = True, remember: bool = False) -> None:
        self.setup = setup.unclocked()
        self.game = setup.game
        self.auto = auto
        self.layout: Layout = layout_of(setup.game, setup.seats)
        self.actions: int = setup.game.rules.ACTIONS
        self._code = machine_code(setup.game).code
        self._memory = Memory(self.setup, 1)
        self._match = np.zeros(1, match_type(setup.game.rules.STATE))
        self._mask = 0
        self._drawn = np.zeros(0, np.int64)
        work = self._memory.work
        self._go = direct(self._code.go, self._match, work, NOBODY, 0, auto)
        self._listed = direct(self._code.listed, self._match, work, 0)
        self._shown = direct(self._code.show, *self._shows(NOBODY, *self._blank()))
        self._past: list[tuple[int, int, bytes]] | None = [] if remember else None
        """Who played what, and the state after it."""

    def reset(self, seed: int) -> None:
        """Opens the match of a seed: the one that ``setup.start(chance=Fast(seed))`` begins."""
        self._match["seed"] = np.array(seed & (1 << 64) - 1, np.uint64).astype(np.int64)
        self._mask = self._go(self._match, self._memory.work, NOBODY, 0, self.auto)
        if self._past is not None:
            self._past = [(DEAL, 0, self.state)]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that the match waits for; ``(TABLE,)`` when the table goes on; empty at the end."""
        return seats_of(self._mask)

    @property
    def seat(self) -> int:
        """Who is asked next, in seat order: a seat, ``TABLE``, or ``NOBODY`` at the end."""
        return (self._mask & -self._mask).bit_length() - 1

    @property
    def over(self) -> bool:
        return self._mask == 0

    @property
    def legal(self) -> Numbers:
        """The legal actions of whoever is asked, ascending."""
        return self.legal_of(self.seat)

    def legal_of(self, seat: int) -> Numbers:
        """The legal actions of a seat, ascending; none for a seat that is not asked."""
        if seat < 0 or not self._mask >> seat & 1:
            return np.zeros(0, np.int64)
        n = self._listed(self._match, self._memory.work, seat)
        actions: Numbers = self._memory.work["actions"][0, :n].astype(np.int64)
        return actions

    def play(self, action: int, seat: int | None = None) -> None:
        """Plays an action of whoever is asked, or of another seat that the match waits for.

        Raises ``IllegalAction`` or ``NotYourTurn``; then nothing has changed.
        """
        who, action = self.seat if seat is None else index(seat), index(action)  # nothing is rounded
        mask = self._go(self._match, self._memory.work, who, action, self.auto) if who >= 0 else -1
        if mask < 0:
            self._refuse(who, action)
        self._mask = mask
        if self._past is not None:
            self._past.append((who, action, self.state))

    def _refuse(self, seat: int, action: int) -> None:
        view = self.view(seat)
        view.check(action)
        waiting = ", ".join(map(str, self.actors)) or "nobody"  # legal, and yet not asked: a revision
        raise NotYourTurn("seat {seat} cannot act now; the game waits for: {waiting}", seat=seat, waiting=waiting)

    def observe(self, seat: int | None = None, out: Numbers | None = None) -> Numbers:
        """The observation of whoever is asked, or of another seat; written into a row of ``DTYPE`` if one is given."""
        return self._show(seat, out, None)[0]

    def mask(self, seat: int | None = None, out: Numbers | None = None) -> Numbers:
        """1 for every legal action, 0 for the others; all 0 for a seat that is not asked."""
        return self._show(seat, None, out)[1]

    def see(
        self, seat: int | None = None, observation: Numbers | None = None, mask: Numbers | None = None
    ) -> tuple[Numbers, Numbers]:
        """Observation and mask at once, as ``observe`` and ``mask``."""
        return self._show(seat, observation, mask)

    def _show(self, seat: int | None, observation: Numbers | None, mask: Numbers | None) -> tuple[Numbers, Numbers]:
        seen, may = self._blank()
        show = self._shown if observation is None and mask is None else self._code.show  # given ones may be of any type
        seen, may = seen if observation is None else observation, may if mask is None else mask
        show(*self._shows(self.seat if seat is None else seat, seen, may))
        return seen, may

    def _blank(self) -> tuple[Numbers, Numbers]:
        return np.empty(self.layout.size, DTYPE), np.empty(self.actions, np.int8)

    def _shows(self, seat: int, seen: Numbers, may: Numbers) -> tuple[Any, ...]:
        """What ``show`` is called with."""
        memory = self._memory
        seats = np.array([seat])
        return self._match, memory.work, memory.views, memory.rows, 0, 1, seats, seen[None], may[None], self._drawn

    @property
    def rewards(self) -> tuple[float, ...]:
        """By seat, at the end: 1 for the first to -1 for the last, in even steps; who shares a rank shares them.

        They add up to zero, but for a match alone, which is won (1) or not (-1). All 0 while the match runs.
        """
        if not self.over:
            return (0.0,) * self.setup.seats
        self._code.finals(self._match, self._memory.work)
        return tuple(self._memory.work["reward"][0, : self.setup.seats].tolist())

    @property
    def points(self) -> tuple[int, ...] | None:
        """Final points by seat, or None while the match runs."""
        return self._result(0)

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """Final places by seat, 1 is best, or None while the match runs."""
        return self._result(1)

    def _result(self, column: int) -> tuple[int, ...] | None:
        if not self.over:
            return None
        self._code.finals(self._match, self._memory.work)
        return tuple(self._memory.work["result"][0, : self.setup.seats, column].tolist())

    @property
    def state(self) -> bytes:
        """The bytes of the state, for tests and analysis; agents get observations."""
        return self._match["state"].tobytes()

    @state.setter
    def state(self, told: bytes) -> None:
        self._match["state"] = np.frombuffer(told, self._match["state"].dtype)
        self._mask = self.game.rules.actors(self.record)

    @property
    def record(self) -> State:
        """The state as a record of the interpreted mode."""
        return self.game.record.unpack(self._match["state"])

    def view(self, seat: int) -> View:
        """What a seat (or ``SPECTATOR``) may know now."""
        return View.of(self.game, self.record, seat)

    def text(self, seat: int) -> str:
        """What a seat sees now, as the text of a position with ``?`` for what it does not know."""
        return self.view(seat).text

    def story(self, seat: int) -> str:
        """The information state of a seat: see ``story.py``. What the table does is a step of its own without ``auto``.

        Needs ``remember``. Equal texts mean that the seat cannot tell the two histories apart.
        """
        if self._past is None:
            raise ValueError("this core keeps no story: make it with remember=True")
        text, row = first_page(self.game, seat)
        for who, action, state in self._past:
            record = self.game.record.unpack(np.frombuffer(state, self._match["state"].dtype))
            seen = np.array(View.of(self.game, record, seat).row, NUMBER)
            text += page(self.game, seat, row, who, action, seen)
            row = seen
        return text

    def copy(self) -> Core:
        """Another core in the same state, with the same chance to come."""
        other = Core(self.setup, auto=self.auto)
        other._match = self._match.copy()
        other._mask = self._mask
        other._past = None if self._past is None else list(self._past)
        return other

    def reseed(self, seed: int) -> None:
        """Lets chance from now on come from another seed."""
        from sprawdzam.engine import fast

        fast.seed(self._match["chance"][0], seed)


__all__ = ["GO_ON", "NOBODY", "TABLE", "Core"]
