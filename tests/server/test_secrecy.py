"""Nobody ever learns what they must not know.

Two matches whose worlds differ only in what one seat cannot know are played through the real server. Every byte that
this seat and the public receive is compared, until the rules themselves show the difference or the match is over, and
once more when it is over or was called off.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher

from sprawdzam.bots import reason
from sprawdzam.bots.levels import LevelBot
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.game import Setup
from sprawdzam.engine.view import View
from sprawdzam.games import find
from sprawdzam.server import (
    connection,
    decisions,
    driving,
    events,
    frames,
    hub,
    live,
    node,
    passwords,
    past_api,
    sheet,
    table,
    tables_api,
    wire,
)

from .apart import difference
from .worlds import MOST, pair, seeded

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

#: Pairs that are followed as far as the rules allow, with hints. ``over``: until the match is over by its own rules,
#: which is possible where something stays hidden for good. ``bot``: the last seat is the server's.
TO_THE_END: list[tuple[str, int, int, bool, bool]] = [
    ("blef", 2, 16, True, False),
    ("blef", 3, 5, False, True),
    ("fiasko", 1, 1, True, False),
    ("szacunki", 2, 0, False, False),
    ("szacunki", 3, 3, False, True),
    ("nerwy", 3, 1, True, False),
    ("nerwy", 3, 3, False, True),
    ("rys", 2, 0, False, False),
]  # fmt: skip


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """How fast one may ask, and when it is told how many watch, hangs on the real time; and nobody here has a password
    that would take long to hash."""
    monkeypatch.setattr(connection, "BURST", 1e9)
    monkeypatch.setattr(live, "COUNT", 1e6)
    monkeypatch.setattr(passwords, "PasswordHasher", lambda: PasswordHasher(1, 8, 1))


@pytest.fixture(autouse=True)
def seeded_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table bots think by the clock and by luck; here by a number of thoughts, so that one view has one answer."""
    monkeypatch.setattr(reason.LevelBot, "at_table", lambda level: LevelBot("player"))
    monkeypatch.setattr(driving, "make", lambda name, at_table: Seeded())


class Seeded:
    """Everybody's bot: what it does follows from its view, and from nothing else."""

    name = "seeded"

    def decide(self, view: View, rng: Random) -> int:
        return seeded(view)


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "seed", "over", "bot"), TO_THE_END, ids=[f"{w[0]}-{w[1]}{'-bot' * w[4]}" for w in TO_THE_END]
)
def test_nothing_tells_them_apart_until_the_end(
    game: str, seats: int, seed: int, over: bool, bot: bool, migrated: Path, tmp_path: Path
) -> None:
    """Either the match is over, or every move that was tried next would show the difference by the rules."""
    people, played = seats - bot, seats - 1 if bot else None
    worlds = pair(setup_of(game, seats, {}), seed % people, seed, steps=MOST, tries=12, bot=played, over=over)
    assert len(worlds.steps) < MOST and worlds.over is over
    assert worlds.differing or game == "fiasko"
    assert difference(worlds, migrated, tmp_path, hints=True) == ""


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

    for module in (frames, live):
        monkeypatch.setattr(module, "timers", told)


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

    async def request(self: node.Node, told: live.Live, asker: Any, asked: Any) -> int:
        await honest(self, told, asker, asked)
        return told.table.sheet.number

    honest = node.Node.request
    monkeypatch.setattr(node.Node, "request", request)


def hidden(told: table.Table) -> int:
    """A number that hangs on everything."""
    return sum(told.match.state.row()) if told.match else 0


def leaky_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Master who has looked at the cards."""
    honest = hub.Hub._hint

    async def hint(self: hub.Hub, line: Any, told: live.Live, request: wire.Hint) -> dict[str, str]:
        return await honest(self, line, told, request) | {"why": str(hidden(told.table))}

    monkeypatch.setattr(hub.Hub, "_hint", hint)


def leaky_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reasons that are not made from the view."""
    honest = hub.Hub._why

    async def why(self: hub.Hub, line: Any, told: live.Live, request: wire.Why) -> list[wire.Because]:
        found = await honest(self, line, told, request)
        return [*found, wire.Because(str(hidden(told.table)), "", "", ())]

    monkeypatch.setattr(hub.Hub, "_why", why)


def leaky_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that tells how much there would be to tell."""
    honest = past_api.story

    async def story(served: node.Node, id: str) -> Any:
        try:
            return await honest(served, id)
        except decisions.NotNow:
            raise decisions.NotNow("{n}", n=served.live[id].table.sheet.number) from None

    monkeypatch.setattr(past_api, "story", story)


def leaky_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden cards that show when all is over, where only the log tells them."""
    honest = table.Table._tell

    def tell(told: table.Table, event: Any, before: Any, clock: bool) -> None:
        if isinstance(event, events.Ended):
            told.sheet.points = [hidden(told)]
        honest(told, event, before, clock)

    monkeypatch.setattr(table.Table, "_tell", tell)


def leaky_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of a match that is over, made from more than its public sheet."""
    honest = tables_api.card

    def card(told: table.Table) -> Any:
        over = told.sheet.phase not in sheet.OPEN
        return msgspec.structs.replace(honest(told), created=hidden(told)) if over else honest(told)

    monkeypatch.setattr(tables_api, "card", card)


def leaky_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many watch, counted from more than connections."""

    def tell(told: live.Live) -> None:
        body = wire.encode(wire.Watchers(told.table.sheet.id, hidden(told.table)))
        for reader in told.readers.values():
            reader.line.post(body)

    monkeypatch.setattr(live.Live, "_tell_watchers", tell)


LEAKS = [leaky_whole, leaky_frames, leaky_hide, leaky_clock, leaky_errors, leaky_acks, leaky_hint, leaky_why,
         leaky_past, leaky_end, leaky_page, leaky_watchers]  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
def test_a_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = pair(setup_of("blef", 3, {}), 1, 1, steps=4)
    assert worlds.differing == len(worlds.steps) and any(step.again for step in worlds.steps)
    leak(monkeypatch)
    assert difference(worlds, migrated, tmp_path, hints=True) != ""
