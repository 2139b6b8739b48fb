"""Bots in processes of their own: for a match over which a worker has died.

Which bot it was that died, or could not be stopped, nobody can tell afterwards. So the match is played again like
this: whoever dies or hangs now does it alone, and forfeits. Decisions are the same as in one process, for the same
generators.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from sprawdzam.arena.clock import Watchdog
from sprawdzam.arena.referee import Decision, Forfeited, Here, Order, grace, overrun, play, warm
from sprawdzam.arena.study import Played
from sprawdzam.arena.worker import Line
from sprawdzam.engine.view import View
from sprawdzam.games import find

WARMING = 120.0  # seconds to load and to compile


class Question(NamedTuple):
    """A view and a generator, such as can be sent."""

    game: str
    row: list[int]
    seat: int
    rng: Random


def play_apart(order: Order) -> Played:
    """The work of a worker: a match whose bots all have processes of their own."""
    players = [Apart(order, place) for place in range(len(order.bots))]
    try:
        return play(order, players)
    finally:
        for player in players:
            player.end()


class Apart:
    """A bot that decides in a process of its own, which may end or be ended."""

    def __init__(self, order: Order, place: int) -> None:
        self.limit = order.study.limit
        self._begin = order._replace(bots=(order.bots[place],))
        self._line: Line | None = None

    def decide(self, view: View, rng: Random) -> Decision:
        try:
            if self._line is None:
                self._line = Line()
                self._line.ask(_begin, self._begin, WARMING)
            question = Question(view.game.name, view.record.row(), view.seat, rng)
            decision, after = self._line.ask(_decide, question, self.limit + grace(self.limit))
        except TimeoutError:
            raise Forfeited(overrun(self.limit) + " and could not be stopped") from None
        except EOFError:
            assert self._line is not None
            raise Forfeited(_ended(self._line.worker.process.returncode)) from None
        rng.setstate(after.getstate())
        return Decision(*decision)

    def end(self) -> None:
        if self._line is not None:
            self._line.worker.end()


def _ended(code: int) -> str:
    return f"its process died, by signal {-code}" if code < 0 else f"its process died, with exit code {code}"


_player: Here | None = None


def _begin(order: Order) -> None:
    global _player
    warm(order)
    limit = order.study.limit
    _player = Here(order.bots[0], limit, Watchdog(limit + 3 * grace(limit)))


def _decide(question: Question) -> tuple[Decision, Random]:
    assert _player is not None
    game = find(question.game)
    view = View(game, game.record.from_row(iter(question.row)), question.seat)
    return _player.decide(view, question.rng), question.rng
