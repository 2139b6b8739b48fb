"""``Batch``: thousands of matches in one array, stepped together by machine code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sprawdzam.engine.compile import direct
from sprawdzam.engine.contract import MAX_SEATS
from sprawdzam.engine.errors import BadOption, UnknownBot
from sprawdzam.engine.game import Setup
from sprawdzam.engine.view import View
from sprawdzam.envs.core import Memory, machine_code, match_type
from sprawdzam.envs.encode import Numbers
from sprawdzam.envs.observation import DTYPE, layout_of
from sprawdzam.envs.stepping import AGENT, INSTINCT, RANDOM

BLOCK = 128  # matches that are stepped and shown before the next ones: few enough to stay in the cache, and so many
# because a call of a compiled function with many arrays is dear
STYLES = {None: AGENT, "random": RANDOM, "instinct": INSTINCT}


class Batch:
    """``n`` matches of one set-up. Every step answers one question in each of them.

    >>> import sprawdzam.envs
    >>> env = sprawdzam.envs.vector("blef", 1024, seed=7)
    >>> env.observations.shape, env.masks.shape, env.seats[:4].tolist()
    ((1024, 298), (1024, 215), [0, 0, 0, 0])
    >>> for _ in range(100):
    ...     env.step(env.drawn)
    >>> int(env.ended) > 0
    True

    These arrays belong to the environment and are written over by every step, without copies. Masks and seats decide
    what is legal and cannot be written to:

    ``observations``  of the seat that is asked, see ``layout``
    ``masks``         1 for every action that this seat may choose; what ``step`` holds actions against
    ``drawn``         any of these actions, all equally likely
    ``seats``         the seat that is asked
    ``rewards``       of every seat, in the step that ends a match: 1 for the first to -1 for the last, in even steps,
                      shared by those who share a rank; 0 before
    ``dones``         whether the match ended in this step. The next match is dealt at once, and observation, mask and
                      seat are those of its first question already
    ``points``, ``ranks``, ``lengths``  of the match that ended last at this place; length is in questions to agents
    ``seeds``         of the match that runs: at place ``i`` they are ``seed + i``, then ``n`` more each time, and the
                      match is the one that ``Core.reset`` opens with that seed

    ``bots`` names who plays each seat: None for you, ``random`` or ``instinct`` for a bot inside the machine code. With
    ``turned`` the table is turned by one seat from each match to the next, so that you meet every place. A match that
    ends before you are asked anything is passed over. With more ``threads`` the results are the same.
    """

    def __init__(
        self,
        setup: Setup,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        bots: Sequence[str | None] = (),
        turned: bool = False,
    ) -> None:
        if n < 1 or threads < 1:
            raise BadOption("{what}: at least 1 is needed", what="n" if n < 1 else "threads")
        rules, seats = setup.game.rules, setup.seats
        self.setup = setup.unclocked()
        self.game = setup.game
        self.layout = layout_of(setup.game, seats)
        self._code = machine_code(setup.game).code
        self._matches = np.zeros(n, match_type(rules.STATE))
        self._matches["style"] = _styles(bots, seats, n if turned else 1)
        self.observations: Numbers = np.zeros((n, self.layout.size), DTYPE)
        self._masks: Numbers = np.zeros((n, rules.ACTIONS), np.int8)
        self.drawn: Numbers = np.zeros(n, np.int64)
        self._seats: Numbers = np.zeros(n, np.int64)
        self.masks, self.seats = _read_only(self._masks), _read_only(self._seats)
        self.rewards: Numbers = np.zeros((n, seats), np.float32)
        self.dones: Numbers = np.zeros(n, np.bool_)
        self.points: Numbers = np.zeros((n, seats), np.int32)
        self.ranks: Numbers = np.zeros((n, seats), np.int32)
        self.lengths: Numbers = np.zeros(n, np.int32)
        self.ended = 0
        """Matches that have ended since the last reset."""
        threads = min(threads, n)
        self._memory = Memory(self.setup, BLOCK)
        self._shared = Memory(self.setup, BLOCK, threads) if threads > 1 else None
        self._told = (
            self._seats, self.observations, self._masks, self.drawn,
            self.rewards, self.dones, self.points, self.ranks, self.lengths,
        )  # fmt: skip
        if self._shared:
            from sprawdzam.envs.abreast import parts, stepper  # here: it loads Numba's threads

            self._parts = parts(n, threads)
            self._step = stepper(self._code, threads)
        else:
            self._refused = direct(self._code.refused, self._masks, self.drawn)
            self._step = direct(self._code.step, *self._steps(self.drawn))
        self.reset(seed)

    def __len__(self) -> int:
        return len(self._matches)

    @property
    def seeds(self) -> Numbers:
        seeds: Numbers = self._matches["seed"]
        return seeds

    def reset(self, seed: int | Sequence[int] | Numbers = 0) -> None:
        """Deals all matches anew: by a seed for the whole batch, or by one for each match."""
        given = np.asarray(seed)
        self.seeds[:] = given if given.ndim else given + np.arange(len(self))
        self.ended = 0
        for array in (self.rewards, self.dones, self.points, self.ranks, self.lengths):
            array[:] = 0
        self._code.begin(self._matches, self._memory.work, 0, len(self), self._seats)
        self._show(self._seats, self.observations, self._masks, self.drawn)

    def step(self, actions: Sequence[int] | Numbers) -> None:
        """Plays an action in every match, and what the table and the bots do then.

        Raises ``IllegalAction`` if one of them is not legal; then nothing has changed.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != self.seats.shape:
            raise ValueError(f"an action for each of {len(self)} matches is needed, not {chosen.shape}")
        bad = self._played(chosen)
        if bad >= 0:
            record = self.game.record.unpack(self._matches["state"], bad)
            View.of(self.game, record, int(self._seats[bad])).check(int(chosen[bad]))
        self.ended += int(np.count_nonzero(self.dones))

    def _played(self, chosen: Numbers) -> int:
        """The first match whose action is not legal, so that nothing was done; -1 if all were, and were played."""
        if (shared := self._shared) is not None:
            arrays = shared.work, shared.views, shared.rows, *self._parts
            return int(self._step(self._matches, *arrays, chosen, *self._told))
        bad = int(self._refused(self._masks, chosen))
        if bad < 0:
            self._step(*self._steps(chosen))
        return bad

    def _steps(self, chosen: Numbers) -> tuple[Any, ...]:
        """What one thread's ``step`` is called with."""
        memory = self._memory
        return self._matches, memory.work, memory.views, memory.rows, 0, len(self), chosen, *self._told

    def observations_of(self, seat: int, out: Numbers | None = None) -> Numbers:
        """What one seat (or ``SPECTATOR``) observes in every match, whoever is asked."""
        seen = np.empty_like(self.observations) if out is None else out
        seats, masks, nothing = np.full(len(self), seat), np.empty_like(self._masks), self.drawn[:0]
        self._show(seats, seen, masks, nothing)
        return seen

    def _show(self, seats: Numbers, seen: Numbers, masks: Numbers, drawn: Numbers) -> None:
        memory = self._memory
        self._code.show(
            self._matches, memory.work, memory.views, memory.rows, 0, len(self), seats, seen, masks, drawn
        )  # fmt: skip

    def states(self) -> Numbers:
        """All states, for tests and analysis; agents get observations."""
        states: Numbers = self._matches["state"].copy()
        return states

    def __repr__(self) -> str:
        return f"<{len(self)} matches of {self.setup!r}>"


def _read_only(array: Numbers) -> Numbers:
    """The same numbers, for those who may not change them."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


def _styles(bots: Sequence[str | None], seats: int, turns: int) -> Any:
    """Who plays each seat, of one match or of many that are turned."""
    if len(bots) > seats:
        raise BadOption("bots: there are {seats} seats, not {bots}", seats=seats, bots=len(bots))
    for name in bots:
        if name not in STYLES:
            raise UnknownBot("inside a batch there is no bot {name}; there are: random, instinct", name=name)
    row = np.zeros(seats, np.int64)
    row[: len(bots)] = [STYLES[name] for name in bots]
    if not (row == AGENT).any():
        raise BadOption("bots: at least one seat has to be free for you")
    table = np.zeros((turns, MAX_SEATS), np.int64)
    table[:, :seats] = [np.roll(row, turn) for turn in range(turns)]
    return table
