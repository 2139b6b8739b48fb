"""Every node makes the same bytes of the same events, and whoever has the frames has the table."""

from __future__ import annotations

import weakref
from functools import cache
from itertools import takewhile
from typing import Any

import msgspec
import pytest

from sprawdzam.server import events as e
from sprawdzam.server import sheet as sheets
from sprawdzam.server import wire
from sprawdzam.server.frames import missed
from sprawdzam.server.live import Live, Reader
from sprawdzam.server.table import Table

from .evening import Evening, frames_of, person

EVENINGS: list[tuple[str, int, e.Options, e.Clock, int]] = [
    ("blef", 3, {"jokers": True}, e.Clock("move", 20), 3),
    ("blef", 4, {"shrinking": True, "direction_choice": True}, e.Clock(), 2),
    ("fiasko", 3, {}, e.Clock("match", 60, 2), 2),
    ("fiasko", 1, {}, e.Clock(), 1),
    ("szacunki", 2, {}, e.Clock("match", 40, 1), 2),
    ("szacunki", 4, {"colours": 5}, e.Clock("move", 86400 * 3), 1),
    ("nerwy", 3, {}, e.Clock(), 2),
    ("nerwy", 4, {"call_window": "commit"}, e.Clock("match", 30, 1), 3),
    ("rys", 2, {"mode": "duel"}, e.Clock("move", 10), 2),
    ("rys", 3, {"mode": "expert"}, e.Clock("match", 20), 3),
]
NAMES = [f"{game}-{seats}-{clock.kind}" for game, seats, _, clock, _ in EVENINGS]
STEPS = 70


@cache
def evening(place: int) -> Evening:
    game, seats, options, clock, people = EVENINGS[place]
    made = Evening(game, seats, options, clock, people=people, seed=place)
    made.sit_down()
    made.deal()
    return made.go_on(STEPS)


every = pytest.mark.parametrize("place", range(len(EVENINGS)), ids=NAMES)


@every
def test_the_story_told_again_from_its_first_event_is_the_same_to_the_byte(place: int) -> None:
    lived = evening(place)
    opened = lived.events[0]
    assert isinstance(opened, e.Opened)
    table = Table.opened(opened, lived.table.secret)
    frames: dict[Any, list[Any]] = {manner: [] for manner in lived.manners}
    for number, event in enumerate(lived.events[1:], 1):
        table.fold(event)
        assert sheets.write(table.saved) == lived.bodies[number]
        for manner, made in frames_of(table):
            frames[manner].append((table.sheet.number, made))
    assert frames == lived.frames


@every
def test_a_table_goes_on_from_any_snapshot_as_if_nothing_had_happened(place: int) -> None:
    lived = evening(place)
    for start in range(0, len(lived.bodies), 2):
        table = Table.restored(sheets.read(lived.bodies[start]), lived.table.secret)
        assert sheets.write(table.saved) == lived.bodies[start]
        for number, event in enumerate(lived.events[start + 1 : start + 3], start + 1):
            table.fold(event)
            assert sheets.write(table.saved) == lived.bodies[number]
            for manner, made in frames_of(table):
                assert (table.sheet.number, made) in lived.frames[manner]


@every
def test_the_frames_of_a_recipient_are_numbered_without_a_gap(place: int) -> None:
    lived = evening(place)
    for manner, frames in lived.frames.items():
        first = lived.wholes[manner][0].seq
        numbers = [msgspec.json.decode(made)["seq"] for _, made in frames]
        assert numbers == list(range(first + 1, first + 1 + len(numbers)))
        assert lived.wholes[manner][-1].seq == first + len(numbers)


@every
def test_whoever_adds_all_frames_to_the_first_whole_has_the_last_one(place: int) -> None:
    lived = evening(place)
    for manner, frames in lived.frames.items():
        waiting = dict(frames)
        has = _plain(lived.wholes[manner][0])
        for number, now in enumerate(lived.wholes[manner], 1):
            if number in waiting:
                has = _added(has, msgspec.json.decode(waiting[number]))
            assert has == _plain(now), (manner, lived.events[number - 1])


@every
def test_a_frame_goes_only_to_those_who_see_something_change(place: int) -> None:
    """Wanted all the same are the answer to whoever mutes somebody once more, and the word that somebody is to be
    forgotten. Clocks that do not run get no time back from any node, only from an evening that is made up."""
    lived = evening(place)
    for manner, frames in lived.frames.items():
        for number, _ in frames:
            before, after, event = *lived.wholes[manner][number - 2 : number], lived.events[number - 1]
            if isinstance(event, e.Muted):
                assert event.seat == manner.seat
            elif isinstance(event, e.Restored) and not any(timer.until for timer in before.timers):
                assert before.timers == after.timers
            elif not isinstance(event, e.Forgot):
                assert _seen(before) != _seen(after), (manner, event)


def _seen(whole: wire.Whole) -> wire.Whole:
    """Without what counts and dates the frames themselves."""
    return msgspec.structs.replace(whole, seq=0, at=0, asked=0)


def _plain(whole: wire.Whole) -> dict[str, Any]:
    """What frames tell of a table; ``about`` never changes for whoever looks on, chat is a tale of its own."""
    told: dict[str, Any] = msgspec.json.decode(wire.encode(whole))
    kept = {name: told.get(name) for name in ("seq", "at", "desk", "timers", "scene", "view")}
    return kept | {"actions": told.get("actions", []), "asked": told.get("asked", 0), "muted": told.get("muted", [])}


def _added(has: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    more = {name: frame[name] for name in has if name in frame}
    return has | more


@every
def test_whoever_comes_back_is_sent_exactly_what_is_missing(place: int) -> None:
    lived = evening(place)
    opened, *rest = lived.events
    assert isinstance(opened, e.Opened)
    for manner in (lived.manners[0], lived.manners[-1]):  # the first seat and the public
        frames = [made for _, made in lived.frames[manner]]
        for since in (1, len(frames) // 2, len(frames) - 3, len(frames) + 1):
            table = Table.opened(opened, lived.table.secret)
            again = [wire.encode(each) for each in missed(table, rest, manner, since)]
            assert again == frames[since - 1 :]


class Sheaf:
    """A line that keeps what it is sent."""

    def __init__(self, p: int) -> None:
        self.asker = person(p)
        self.got: list[bytes] = []

    def post(self, body: bytes) -> None:
        self.got.append(body)


def test_what_is_in_memory_is_enough_for_whoever_was_away_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprawdzam.server.live.RECENT", 8)
    lived = evening(0)
    opened = lived.events[0]
    assert isinstance(opened, e.Opened)
    live = Live(Table.opened(opened, lived.table.secret), lived.bodies[0])
    for event in takewhile(lambda event: not isinstance(event, e.Forgot), lived.events[1:]):  # it is not kept
        live.table.fold(event)
        live.keep(event)
    manner = lived.manners[0]
    frames = [made for _, made in lived.frames[manner]][: live.table.seq(0) - 1]
    resumed = 0
    for since in range(1, len(frames) + 2):
        line = Sheaf(0)
        reader = Reader(line, manner.style, manner.language)
        reader.seat, reader.seq = 0, since
        if live._resume(reader):
            resumed += 1
            assert line.got == frames[since - 1 :]
            assert reader.seq == live.table.seq(0)
    assert 8 < resumed < len(frames)  # the newest ones, not all


def test_nothing_of_before_stays_in_memory_when_everybody_was_told() -> None:
    lived = evening(0)
    opened = lived.events[0]
    assert isinstance(opened, e.Opened)
    live = Live(Table.opened(opened, lived.table.secret), lived.bodies[0])
    line = Sheaf(0)
    live.readers[line] = Reader(line, "scene", "en")
    seen: list[weakref.ref[Any]] = []
    for event in lived.events[1:]:
        live.table.fold(event)
        live.keep(event)
        live.broadcast()
        now = live.table.view(0)
        assert all(view() in (None, now) for view in seen)
        seen = [weakref.ref(now)] if now else []
    assert line.got and seen


@every
def test_a_story_with_blanked_names_has_the_same_numbers(place: int) -> None:
    """Names and words of those who left for ever are blanked in the events themselves."""
    lived = evening(place)
    opened, *rest = lived.events
    assert isinstance(opened, e.Opened)
    table = Table.opened(opened, lived.table.secret)
    for number, event in enumerate(rest, 1):
        if isinstance(event, e.Sat | e.Said):
            words = {"name": ""} if isinstance(event, e.Sat) else {"text": ""}
            event = msgspec.structs.replace(event, **words)
        table.fold(event)
        assert table.sheet.seqs == sheets.read(lived.bodies[number]).sheet.seqs
