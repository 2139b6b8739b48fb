"""Nobody ever learns what they must not know.

Two matches whose worlds differ only in what one seat cannot know are played through the real server. Every byte that
this seat and the public receive is compared, until the rules themselves show the difference or the match is over.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher

from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.game import Setup
from sprawdzam.games import find
from sprawdzam.server import connection, decisions, frames, live, node, passwords, table, wire

from .apart import difference
from .worlds import pair

WORLDS: list[tuple[str, int, dict[str, Any], int]] = [
    ("blef", 2, {}, 6),
    ("blef", 3, {"jokers": True, "direction_choice": True}, 1),
    ("blef", 6, {}, 3),
    ("fiasko", 1, {}, 1),
    ("fiasko", 3, {}, 1),
    ("szacunki", 2, {}, 3),
    ("szacunki", 4, {}, 4),
    ("nerwy", 3, {}, 6),
    ("nerwy", 4, {"call_window": "commit"}, 1),
    ("rys", 2, {}, 2),
    ("rys", 3, {}, 2),
]  # fmt: skip


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """How fast one may ask hangs on the real time; and nobody here has a password that would take long to hash."""
    monkeypatch.setattr(connection, "BURST", 1e9)
    monkeypatch.setattr(passwords, "PasswordHasher", lambda: PasswordHasher(1, 8, 1))


def setup_of(game: str, seats: int, options: dict[str, Any]) -> Setup:
    return find(game).setup(seats, **options)


@pytest.mark.parametrize(("game", "seats", "options", "seed"), WORLDS, ids=[f"{w[0]}-{w[1]}" for w in WORLDS])
def test_nothing_that_is_received_tells_two_worlds_apart(
    game: str, seats: int, options: dict[str, Any], seed: int, migrated: Path, tmp_path: Path
) -> None:
    worlds = pair(setup_of(game, seats, options), seed % seats, seed, steps=10)
    assert len(worlds.steps) >= 6
    assert worlds.differing >= 5 or game == "fiasko"  # FI-47: there only the future differs
    assert difference(worlds, migrated, tmp_path) == ""


def leaky_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the last event, also of a secret one."""
    honest = frames.whole

    def whole(told: table.Table, manner: frames.Manner) -> wire.Whole:
        return msgspec.structs.replace(honest(told, manner), at=told.sheet.at)

    monkeypatch.setattr(live, "whole", whole)


def leaky_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that hangs on the whole state, where nobody would look for it."""
    honest = frames.timers

    def told(played: table.Table) -> tuple[wire.Timer, ...]:
        left = sum(played.match.state.row()) if played.match else 0
        return tuple(msgspec.structs.replace(timer, left=left) for timer in honest(played))

    monkeypatch.setattr(frames, "timers", told)


def leaky_hide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that do not hide the hands of others."""
    rules = find("blef").rules
    honest = rules.hide

    def hide(s: Any, seat: int, v: Any) -> None:
        honest(s, seat, v)
        for p in range(s.seats):
            for i in range(len(s.seat[p].card)):
                v.seat[p].card[i], v.seat[p].end[i] = s.seat[p].card[i], s.seat[p].end[i]

    monkeypatch.setattr(rules, "hide", hide)


def leaky_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that starts anew when somebody thinks again."""
    honest = table.Table._ask

    def ask(told: table.Table, at: int, mover: int | None) -> None:
        honest(told, at, mover)
        if mover is not None and mover not in told.actors:
            told.sheet.seats[mover].bank += 1

    monkeypatch.setattr(table.Table, "_ask", ask)


def leaky_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals that are made from the truth."""

    def decide(request: Any, played: table.Table, asker: decisions.Asker, at: int) -> Any:
        try:
            return decisions.decide(request, played, asker, at)
        except SprawdzamError as error:
            state = played.match.state.row() if played.match else []
            raise type(error)("{error} {state}", error=str(error), state=sum(state)) from None

    monkeypatch.setattr(node, "decide", decide)


def leaky_acks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers that number the events of the table."""

    async def request(self: node.Node, line: Any, asked: Any) -> int:
        await honest(self, line, asked)
        return self.live[asked.table].table.sheet.number

    honest = node.Node.request
    monkeypatch.setattr(node.Node, "request", request)


LEAKS = [leaky_whole, leaky_frames, leaky_hide, leaky_clock, leaky_errors, leaky_acks]


@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
def test_a_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = pair(setup_of("blef", 3, {}), 1, 1, steps=4)
    assert worlds.differing == len(worlds.steps) and any(step.again for step in worlds.steps)
    leak(monkeypatch)
    assert difference(worlds, migrated, tmp_path) != ""
