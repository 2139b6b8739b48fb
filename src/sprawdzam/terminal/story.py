"""What one seat has seen and was told: its views, the words between them, and reveals one zone after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sprawdzam.engine.contract import TABLE
from sprawdzam.engine.scene import Scene, Zone, moves
from sprawdzam.engine.texts import Texts
from sprawdzam.engine.view import View


@dataclass(frozen=True)
class Entry:
    """One line of the diary, or the heading of a round."""

    text: str
    heading: bool = False


class Story:
    """The successive views of one seat. They are told anew when the language changes."""

    def __init__(self, first: View) -> None:
        self.views = [first]
        self._told: list[Entry] = []
        self._upto = 0
        self._heading = ""
        self._language = ""

    @property
    def view(self) -> View:
        return self.views[-1]

    def add(self, view: View) -> None:
        self.views.append(view)

    def told(self, texts: Texts, names: Sequence[str], *, hold: bool = False) -> list[Entry]:
        """Everything that happened. ``hold`` leaves out what the last step came to, but not that it happened."""
        if texts.language != self._language:
            self._told, self._upto, self._heading, self._language = [], 0, "", texts.language
        last = len(self.views) - 1
        while self._upto < (last - 1 if hold else last):
            self._told += self._step(self._upto, texts, names)
            self._upto += 1
        if not hold or last == 0:
            return list(self._told)
        heading = self._heading
        held = self._step(last - 1, texts, names)
        self._heading = heading
        return self._told + held[: 1 + sum(entry.heading for entry in held)]

    def last_words(self, texts: Texts, names: Sequence[str]) -> str:
        """What the last thing was told as that a player did."""
        for before, after in reversed(list(pairwise(self.views[-6:]))):
            words = self._tell(before, after, texts, names) if before.actors != (TABLE,) else []
            if words:
                return words[0]
        return ""

    def _tell(self, before: View, after: View, texts: Texts, names: Sequence[str]) -> list[str]:
        return after.game.table.tell(before.record, after.record, after.seat, texts, names)

    def _step(self, i: int, texts: Texts, names: Sequence[str]) -> list[Entry]:
        before, after = self.views[i], self.views[i + 1]
        lines = self._tell(before, after, texts, names)
        if not lines:
            return []
        entries = []
        heading = before.game.table.scene(before.record, before.seat, texts, names).title
        if heading != self._heading:
            entries.append(Entry(heading, heading=True))
            self._heading = heading
        for line in lines:  # what stands in the heading need not be said again
            entries.append(Entry(_capital(line.removeprefix(f"{heading}: "))))
        return entries


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]


Turn = tuple[str, int]  #: a zone and the place of a piece there; -1: all of its pieces at once
WHOLE = -1


def turned(before: Scene, after: Scene) -> tuple[Turn, ...]:
    """What was turned face up, in its order: a player's pieces at once, those of a common zone one after another.

    Zones of players whose pieces tell more now than they did belong to it. Where backs are left nothing was revealed:
    faces came there from elsewhere.
    """
    old = {zone.id: zone for zone in before.zones}
    bare = {zone.id for zone in after.zones if all(piece.face for piece in zone.pieces)}
    flipped = [
        move.target
        for move in moves(before, after)
        if move.kind == "flipped" and move.source and move.target and not _face(old, move.source)
    ]
    flipped = [place for place in flipped if place[0] in bare]
    found: list[Turn] = []
    for zone in after.zones if flipped else ():
        here = sorted(i for id, i in flipped if id == zone.id)
        if zone.owner is None and here and len(old[zone.id].pieces) == len(zone.pieces):
            found += [(zone.id, i) for i in here]
        elif here or _looks_new(old.get(zone.id), zone):
            found.append((zone.id, WHOLE))
    return tuple(found)


def _face(zones: dict[str, Zone], place: tuple[str, int]) -> str:
    return zones[place[0]].pieces[place[1]].face


def _looks_new(old: Zone | None, new: Zone) -> bool:
    """Whether the same pieces of a player lie differently now."""
    return old is not None and new.owner is not None and len(old.pieces) == len(new.pieces) and old.pieces != new.pieces


def partly(before: Scene, after: Scene, waiting: Sequence[Turn]) -> Scene:
    """The later scene, but what is in ``waiting`` still lies as it did, and nothing is summed up yet."""
    old = {zone.id: zone for zone in before.zones}
    zones = []
    for zone in after.zones:
        here = {i for id, i in waiting if id == zone.id}
        if WHOLE in here:
            zones.append(old[zone.id])
        else:
            pieces = (old[zone.id].pieces[i] if i in here else piece for i, piece in enumerate(zone.pieces))
            zones.append(replace(zone, pieces=tuple(pieces)))
    return replace(after, zones=tuple(zones), tracks=before.tracks)


def counting(scene: Scene, done: Sequence[Turn]) -> int | None:
    """How many of the pieces that are turned already count; None where pieces do not count or not."""
    looks = {zone.id: [set(piece.look.split()) for piece in zone.pieces] for zone in scene.zones}
    if not any({"counts", "idle"} & look for zone in looks.values() for look in zone):
        return None
    return sum("counts" in look for id, _ in done for look in looks[id])
