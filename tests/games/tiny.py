"""Counting a game with a tiny deck whole: every way of chance, every choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from sprawdzam.engine.chance import Source, outcomes
from sprawdzam.engine.contract import TABLE, State
from sprawdzam.engine.game import Game
from sprawdzam.engine.small import SmallGame as Tiny
from sprawdzam.engine.small import small as tiny

__all__ = ["Tiny", "after", "exact_play", "perft", "plies", "tiny"]


def after(game: Game, s: State, seat: int, action: int) -> Iterator[tuple[State, Fraction]]:
    """Everything that an action can lead to, once for every way of chance."""

    def run(chance: Source) -> State:
        child = s.copy()
        game.rules.apply(child, seat, action, chance)
        return child

    return outcomes(run)


def plies(game: Game, s: State) -> list[tuple[State, Fraction]]:
    """Every next state with its probability when the first actor chooses by lot; equal ones of an action are one."""
    mask = game.rules.actors(s)
    if not mask:
        return []
    seat = next(seat for seat in range(TABLE + 1) if mask >> seat & 1)
    out = [0] * game.rules.ACTIONS
    number = game.rules.legal(s, seat, out)
    found = []
    for action in out[:number]:
        merged: dict[tuple[int, ...], tuple[State, Fraction]] = {}
        for child, odds in after(game, s, seat, action):
            key = tuple(child.row())
            merged[key] = child, odds + (merged[key][1] if key in merged else 0)
        found += [(child, odds / number) for child, odds in merged.values()]
    return found


Key = Callable[[State], object]


def row(s: State) -> object:
    return tuple(s.row())


def perft(game: Game, s: State, depth: int, seen: dict[object, int], key: Key = row) -> int:
    """The number of histories of that many plies."""
    if depth == 0:
        return 1
    at = (key(s), depth)
    if at not in seen:
        seen[at] = sum(perft(game, child, depth - 1, seen, key) for child, _ in plies(game, s))
    return seen[at]


def exact_play(game: Game, s: State, seen: dict[object, tuple[Fraction, ...]], key: Key = row) -> tuple[Fraction, ...]:
    """The exact probability that each seat is first, alone or not, when every choice is by lot."""
    if not game.rules.actors(s):
        results = [[0, 0] for _ in range(s.seats)]
        game.rules.score(s, results)
        return tuple(Fraction(rank == 1) for _, rank in results)
    at = key(s)
    if at not in seen:
        total = [Fraction(0)] * s.seats
        for child, odds in plies(game, s):
            firsts = exact_play(game, child, seen, key)
            total = [a + odds * b for a, b in zip(total, firsts, strict=True)]
        seen[at] = tuple(total)
    return seen[at]
