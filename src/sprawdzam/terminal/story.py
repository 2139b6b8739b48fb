"""What one seat has seen and was told: its views, the words between them, and reveals one zone after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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

    def last_words(self, texts: Texts, names: Sequence[str]) -> list[str]:
        """What the last step was told as."""
        if len(self.views) < 2:
            return []
        return self._tell(self.views[-2], self.views[-1], texts, names)

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


def turned(before: Scene, after: Scene) -> tuple[str, ...]:
    """The zones whose hidden pieces were turned face up, and those whose own pieces now tell more, in their order."""
    old = {zone.id: zone for zone in before.zones}
    flipped = {
        move.target[0]
        for move in moves(before, after)
        if move.kind == "flipped" and move.source and move.target and not _face(old, move.source)
    }
    if not flipped:
        return ()
    return tuple(zone.id for zone in after.zones if zone.id in flipped or _looks_new(old.get(zone.id), zone))


def _face(zones: dict[str, Zone], place: tuple[str, int]) -> str:
    return zones[place[0]].pieces[place[1]].face


def _looks_new(old: Zone | None, new: Zone) -> bool:
    """Whether the same pieces of a player lie differently now."""
    return old is not None and new.owner is not None and len(old.pieces) == len(new.pieces) and old.pieces != new.pieces


def partly(before: Scene, after: Scene, waiting: Sequence[str]) -> Scene:
    """The later scene, but the zones in ``waiting`` still lie as they did."""
    old = {zone.id: zone for zone in before.zones}
    zones = tuple(old[zone.id] if zone.id in waiting else zone for zone in after.zones)
    return replace(after, zones=zones)


def counting(scene: Scene, zones: Sequence[str]) -> int:
    """How many pieces in these zones count at a reveal."""
    return sum("counts" in piece.look.split() for zone in scene.zones if zone.id in zones for piece in zone.pieces)
