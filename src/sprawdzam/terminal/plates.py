"""The rivals' places, as rich as there are lines for them."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from sprawdzam.engine.scene import Plate, Scene
from sprawdzam.terminal.block import EMPTY, Block, Drawn, beside, flow, ink, stack, text, wrapped
from sprawdzam.terminal.palette import INK, PAPER, mix
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.tracks import tokens
from sprawdzam.terminal.zones import disc, in_front

PLATE = 22  # the least width of a rival's place
ROOM_FOR_TAG = 24
WIDE = 56  # cells from which what lies there is put side by side
CLOTH = 6  # lines that the middle of the table should keep
TALL = 23  # lines from which cards are large, besides six for every row of rivals
USUAL = 24  # lines of a usual terminal


class Place(Drawn):
    """A widget that draws a sight."""

    sight: Sight | None = None

    def show(self, sight: Sight) -> None:
        self.sight = sight
        self.redraw()

    def draw(self, width: int) -> Block:
        return self.picture(self.sight, width) if self.sight and width > 0 else EMPTY

    def picture(self, sight: Sight, width: int) -> Block:
        raise NotImplementedError


class Rivals(Place):
    """The other players, in the order of their seats."""

    def picture(self, sight: Sight, width: int) -> Block:
        rivals = sight.rivals
        if not rivals:
            return EMPTY
        columns = columns_for(len(rivals), width)
        each = (width - columns + 1) // columns
        lines = sight.lines - sight.below - CLOTH
        laid = EMPTY
        for arrange, framed in STYLES:
            if framed and not sight.roomy:
                continue
            plates = [arrange(sight, plate, each - 2) for plate in rivals]
            if any(block.width > each - 2 for block in plates):
                continue
            rows = [plates[i : i + columns] for i in range(0, len(plates), columns)]
            laid = self._rows(sight, rows, rivals, each, framed)
            if laid.height <= lines:
                break
        if sight.over and laid.height + len(rivals) + 7 > sight.lines - sight.below:
            return EMPTY  # the final places tell it all
        return laid

    def _rows(self, sight: Sight, rows: list[list[Block]], rivals: list[Plate], each: int, framed: bool) -> Block:
        found = []
        for i, row in enumerate(rows):
            height = max(block.height for block in row)
            plates = rivals[i * len(rows[0]) :]
            places = [
                _frame(block.indented(1).cropped(each).padded(each, height), plate, sight, framed)
                for block, plate in zip(row, plates, strict=False)
            ]
            found.append(beside(*places).dropped(1 if i and not framed else 0))
        return stack(*found)

    def on_resize(self, event: events.Resize) -> None:
        for cloth in self.screen.query("#cloth").results(Place):
            cloth.redraw()


def columns_for(rivals: int, width: int) -> int:
    """How many places stand in a row."""
    return rivals if width // max(1, rivals) >= PLATE else (rivals + 1) // 2


def measured(scene: Scene, width: int, height: int) -> tuple[bool, int]:
    """Whether there are lines enough for large cards and rounded places; and the lines of the tray."""
    rivals = len(scene.plates) - 1
    rows = -(-rivals // max(1, columns_for(rivals, width - 4)))
    own = {zone.kind for zone in scene.zones if zone.owner == scene.seat}
    if height >= TALL + 6 * rows:
        return True, 12 if "rack" in own else 15
    return False, 10 if height < USUAL else 12 if "layers" in own and rows == 1 else 11


def _frame(block: Block, plate: Plate, sight: Sight, framed: bool) -> Block:
    """The plate's own ground; with room, its rounded edges."""
    p = sight.palette
    ground = p.turn if sight.acts(plate) else p.panel
    filled = block.on(ink(INK if sight.acts(plate) else p.ink, ground))
    if not framed:
        return filled
    edge = p.pick if plate.seat in sight.hit else ground
    top = text("▗" + "▄" * (block.width - 2) + "▖", ink(edge))
    bottom = text("▝" + "▀" * (block.width - 2) + "▘", ink(edge))
    return stack(top, filled, bottom)


# --- arrangements, from the richest to the barest ---


def _full(sight: Sight, plate: Plate, width: int) -> Block:
    """Name, facts, and below what lies there."""
    lines = [_head(sight, plate, width)]
    said = _said(sight, plate)
    if said and beside(*said, gap=3).width <= width:
        lines.append(beside(*said, gap=3))
    else:
        if plate.tracks:
            lines.append(flow(_said(sight, plate, tokens_only=True), width, 3))
        if plate.facts:
            lines.append(wrapped(" · ".join(plate.facts), ink(_weak(sight, plate)), width))
    return stack(*lines, _near(sight, plate, width, 2))


def _side(sight: Sight, plate: Plate, width: int) -> Block:
    """What is counted at the left, what lies there at the right."""
    left = stack(*_said(sight, plate, tokens_only=True))
    head = _head(sight, plate, width, facts=True)
    if not left.width:
        return stack(head, _near(sight, plate, width, 2))
    for gap in (1, 0):
        room = width - left.width - gap
        zones = _near(sight, plate, room, 2)
        if zones.height <= 2 * len(sight.zones_of(plate.seat)):
            return stack(head, beside(left, zones.indented(max(0, room - zones.width)), gap=gap))
    return _full(sight, plate, width)


def _short(sight: Sight, plate: Plate, width: int) -> Block:
    """Two or three lines: name and facts, then what lies there in a line."""
    lines = [_head(sight, plate, width, facts=True)]
    if lines[0].width > width:
        lines = [_head(sight, plate, width)]
        if plate.facts:
            lines.append(text(" · ".join(plate.facts), ink(_weak(sight, plate)), width))
    if plate.tracks:
        lines.append(flow(_said(sight, plate, tokens_only=True), width))
    return stack(*lines, _near(sight, plate, width, 1))


def _near(sight: Sight, plate: Plate, width: int, lines: int) -> Block:
    """The zones of a player, beside one another if they fit."""
    zones = [in_front(sight, zone, width, lines) for zone in sight.zones_of(plate.seat)]
    together = beside(*(zone for zone in zones if zone.width), gap=3)
    laid = together if together.width <= width and width >= WIDE else stack(*zones)
    if not sight.acts(plate):
        return laid
    return laid.on(ink(on=mix(sight.palette.turn, INK, 0.3)))  # cards may be as yellow as the plate


Arrange = Callable[[Sight, Plate, int], Block]


def _rich(sight: Sight, plate: Plate, width: int) -> Block:
    """Facts below the name if they fit in a line, else beside what lies there."""
    said = _said(sight, plate)
    if said and beside(*said, gap=3).width > width:
        side = _side(sight, plate, width)
        if side.width <= width:
            return side
    return _full(sight, plate, width)


STYLES: tuple[tuple[Arrange, bool], ...] = (
    (_rich, True),
    (_side, True),
    (_rich, False),
    (_side, False),
    (_short, False),
)


def _head(sight: Sight, plate: Plate, width: int, *, facts: bool = False) -> Block:
    """The letter, the name, and whose turn it is."""
    p = sight.palette
    strong = ink(INK if sight.acts(plate) else p.line if plate.out else p.ink, None, True, strike=plate.out)
    head = disc(plate.seat, plate.name)
    tag = EMPTY
    if sight.acts(plate):
        tag = text(f" {sight.texts('to play')} " if width + 2 >= ROOM_FOR_TAG else " ▶ ", ink(PAPER, INK, True))
    elif plate.seat in sight.hit and sight.hits:
        tag = text(f" {sight.hits} ", ink(p.on_pick, p.pick, True))
    room = width - head.width - 1 - (tag.width + 1 if tag.width else 0)
    name = text(plate.name, strong, min(room, len(plate.name)))
    if facts and plate.facts:
        name = beside(name, text(" · ".join(plate.facts), ink(_weak(sight, plate))))
    return beside(head, name.padded(room), tag) if tag.width else beside(head, name)


def _weak(sight: Sight, plate: Plate) -> str:
    return mix(INK, sight.palette.turn, 0.2) if sight.acts(plate) else sight.palette.second


def _said(sight: Sight, plate: Plate, *, tokens_only: bool = False) -> list[Block]:
    """Tokens, and the facts in one piece."""
    weak = _weak(sight, plate)
    dark = sight.palette.dark and not sight.acts(plate)
    found = [tokens(track, sight.palette, dark=dark, weak=weak) for track in plate.tracks]
    if plate.facts and not tokens_only:
        found.append(text(" · ".join(plate.facts), ink(weak)))
    return found


def said(sight: Sight, plate: Plate) -> Block:
    """Everything that is written on a place besides the name, in one line."""
    found = _said(sight, plate)
    return beside(*found, gap=2) if found else EMPTY
