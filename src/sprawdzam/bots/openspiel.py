"""``openspiel:200ms``: OpenSpiel's information-set search, in its own Python and with its own settings, on our games.

It is here to be compared with. It gets our compiled rules, worlds from our ``imagine``, and as much time as is said:
its simulations end when the time is over instead of at a number. Everything else is as its authors deliver it: uniform
priors, UCT, random roll-outs, the most visited action.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from sprawdzam.bots import turns
from sprawdzam.bots.search import unclocked
from sprawdzam.engine.compiled import Compiled, compiled
from sprawdzam.engine.contract import HOLE
from sprawdzam.engine.errors import UnknownBot
from sprawdzam.engine.view import View

UCT_C = 2.0  # the library's own example plays with this
MOST_MS = 100_000
LEAST = 3  # simulations: one makes the root, one its first child


class _TimeIsUp(Exception):
    """Ends the library's loop."""


@dataclass(frozen=True)
class OpenSpielBot:
    """Thinks for so many milliseconds."""

    milliseconds: int

    @classmethod
    def from_budget(cls, text: str) -> OpenSpielBot:
        """The bot of ``openspiel:200ms``."""
        number = text.removesuffix("ms")
        if number == text or not number.isdecimal() or not 1 <= int(number) <= MOST_MS:
            raise UnknownBot("openspiel:{budget}: milliseconds are needed, such as openspiel:200ms", budget=text)
        return cls(int(number))

    @property
    def name(self) -> str:
        return f"openspiel:{self.milliseconds}ms"

    def decide(self, view: View, rng: Random) -> int:
        if len(view.actions) == 1:
            return view.actions[0]
        return self.search(view, rng)[0]

    def search(self, view: View, rng: Random) -> tuple[int, int]:
        """The decision, and how many simulations led to it."""
        ismcts, mcts, kind = _library()
        end = time.perf_counter() + self.milliseconds / 1000
        luck = np.random.RandomState(rng.getrandbits(32))
        bot = ismcts.ISMCTSBot(kind, mcts.RandomRolloutEvaluator(1, luck), UCT_C, 10**9, random_state=luck)
        root = _State.of(compiled(view.game, turns), unclocked(view), rng.getrandbits(62), kind)
        done = 0

        def resample(state: _State, seat: int) -> _State:
            nonlocal done
            if done >= LEAST and time.perf_counter() > end:
                raise _TimeIsUp
            done += 1
            return state.imagined(seat)

        bot.set_resampler(resample)
        try:
            bot.run_search(root)
        except _TimeIsUp:
            policy = dict(bot.get_final_policy(root, bot._root_node))
        best = [action for action, share in policy.items() if share > 0]
        return int(rng.choice(best)), done


@cache
def _library() -> tuple[Any, Any, Any]:
    """The two modules of the library, and what it wants to know of a game."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts
    except ImportError as error:
        raise UnknownBot("openspiel is not installed; install it: pip install 'sprawdzam[openspiel]'") from error
    dynamics, information = pyspiel.GameType.Dynamics.SEQUENTIAL, pyspiel.GameType.Information.IMPERFECT_INFORMATION
    told = SimpleNamespace(dynamics=dynamics, information=information)
    return ismcts, mcts, SimpleNamespace(get_type=lambda: told)


class _State:
    """A state as the library's search asks for it. Chance falls inside of actions, so there are no chance nodes."""

    def __init__(self, code: Any, work: np.ndarray[Any, Any], kind: Any) -> None:
        self.code = code
        self.work = work
        self.kind = kind
        self.player = int(code.asked(work))

    @classmethod
    def of(cls, compiled: Compiled, view: View, seed: int, kind: Any) -> _State:
        """The root: what the seat sees, as one of the worlds that it allows."""
        work = compiled.work(seed)
        work["root_words"] = HOLE
        work["root"] = view.record.pack()
        compiled.code.begin(work, view.seat)
        state = cls(compiled.code, work, kind)
        state.player = view.seat  # of several that choose at once
        return state

    def imagined(self, seat: int) -> _State:
        self.code.begin(self.work, seat)
        world = self.clone()
        world.player = seat
        return world

    def clone(self) -> _State:
        twin = _State(self.code, self.work.copy(), self.kind)
        twin.player = self.player
        self.work["rng"][0, 0] ^= self.code.step(twin.work[0]["rng"])  # twins do not share their luck
        return twin

    def get_game(self) -> Any:
        return self.kind

    def current_player(self) -> int:
        return self.player

    def is_chance_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return self.player < 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        number = self.code.choices(self.work, self.player)
        return self.work["actions"][0, :number].tolist()  # type: ignore[no-any-return]

    def apply_action(self, action: int) -> None:
        self.code.play(self.work, self.player, action)
        self.player = int(self.code.asked(self.work))

    def information_state_string(self, player: int | None = None) -> bytes:
        """A key of what the player knows; any value that can be compared will do."""
        self.code.look(self.work, self.player)
        return self.work["seen"].tobytes()

    def returns(self) -> list[float]:
        """From -1 for the last to 1 for the first."""
        self.code.judge(self.work)
        seats = int(self.work["state"]["seats"][0])
        worst = max(2, seats)
        return [1.0 - 2.0 * (rank - 1) / (worst - 1) for rank in self.work["result"][0, :seats, 1].tolist()]
