"""The upper part of the table: the bar, the cloth in the middle, and the diary beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from sprawdzam.engine.scene import Zone
from sprawdzam.terminal.block import EMPTY, Block, beside, flow, ink, spans, stack, text, wrapped
from sprawdzam.terminal.boards import BOARDS, board, history
from sprawdzam.terminal.cards import LARGE, MIDDLE, SMALL, back_line, is_slip, slip
from sprawdzam.terminal.palette import INK, Palette, mix
from sprawdzam.terminal.plates import Place, said
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.tracks import bar
from sprawdzam.terminal.zones import cards_of, disc, lay


class Detail(NamedTuple):
    """How richly the middle of the table is drawn."""

    size: int
    one_line: bool = False
    """Amounts and small piles take one line."""
    titled: bool = True
    """Titles stand above, else at the left."""
    airy: bool = False
    """A line is left empty above amounts."""


NOTE = 18  # cells of a line beside a pile
DETAILS = (
    Detail(LARGE, airy=True), Detail(LARGE), Detail(MIDDLE, airy=True), Detail(MIDDLE), Detail(MIDDLE, one_line=True),
    Detail(SMALL, airy=True), Detail(SMALL), Detail(SMALL, one_line=True), Detail(SMALL, one_line=True, titled=False),
)  # fmt: skip


class Bar(Place):
    """The name of the game, the round and its facts."""

    def picture(self, sight: Sight, width: int) -> Block:
        p = sight.palette
        logo = spans((" Sprawdzam", ink(p.ink, None, True)), ("! ", ink(p.call, None, True, italic=True)))
        told = " · ".join((sight.scene.title, *sight.scene.facts))
        title = spans((f" {sight.title} ", ink(p.ink, p.inset, True)))
        room = width - logo.width - title.width - 2
        return beside(logo, title, text(f" {told}", ink(p.second), max(0, room)))


class Cloth(Place):
    """The middle of the table, a checked cloth: what belongs to nobody, and at the end the ranking."""

    def picture(self, sight: Sight, width: int) -> Block:
        inner = width - 4
        height = self.room
        found = EMPTY
        for detail in DETAILS:
            laid = _ranking(sight, inner) if sight.over else self._laid(sight, inner, detail)
            found = laid or found
            if laid is not None and laid.height <= height:
                break
        found = found.dropped(max(0, min(2, (height - found.height) // 2))).indented(2)
        return found.cropped(width).padded(width, height)

    @property
    def room(self) -> int:
        """The lines that the rivals leave."""
        parent = self.parent
        if not isinstance(parent, Widget):
            return 0
        return parent.size.height - sum(c.outer_size.height for c in parent.children if c is not self)

    def _laid(self, sight: Sight, width: int, detail: Detail) -> Block | None:
        """The piles stand at the right of everything else; amounts lie below. None if cards of this size do not fit."""
        zones = [zone for zone in sight.zones_of(None) if zone.kind != "history"]
        slips = [zone for zone in zones if zone.kind not in BOARDS and any(map(is_slip, zone.pieces))]
        piles = [_pile(sight, zone, detail) for zone in zones if zone.kind == "pile"]
        others = [zone for zone in zones if zone.kind != "pile" and zone not in slips]
        right = stack(*piles) if others or not slips else EMPTY
        main = width - (right.width + 3 if right.width else 0)
        cards = [zone for zone in others if zone.kind not in BOARDS]
        if detail.size > SMALL and any(beside(*cards_of(sight, zone, detail.size)).width > main for zone in cards):
            return None
        left = [self._zone(sight, zone, main, detail) for zone in others]
        found = [self._slips(sight, zone, width, titled=True) for zone in slips]
        if left or right.width:
            laid = flow(left, main, 4) if left else EMPTY
            found.append(beside(laid.padded(min(main, max(laid.width, width // 2))), right, gap=3) if left else right)
        elif piles:
            found = [flow([*found, *piles], width, 4, 1)]
        for track in sight.scene.tracks:
            found.append(bar(track, width, sight.palette, one_line=detail.one_line).dropped(1 if detail.airy else 0))
        return stack(*found) if found else EMPTY

    def _zone(self, sight: Sight, zone: Zone, width: int, detail: Detail) -> Block:
        p = sight.palette
        title = text(zone.title, ink(p.second, None, True), min(width, cell_len(zone.title)))
        note = [text(zone.note, ink(p.second), min(width, cell_len(zone.note)))] if zone.note else []
        if hits := sight.hits_in(zone):
            title = beside(title, text(f" {hits} ", ink(p.on_pick, p.pick, True)))
        if not zone.pieces:
            return stack(title, *note)
        idle = not any(sight.selection.clicks_on((zone.id, i)) for i in range(len(zone.pieces)))
        if zone.kind in BOARDS or (zone.kind in ("rack", "dice") and detail.one_line and idle):
            if detail.one_line or zone.kind == "track":
                return beside(title, board(sight, zone, max(12, width - title.width - 1)))
            return stack(title, board(sight, zone, width))
        if not detail.titled:
            return beside(title, lay(sight, zone, width - title.width - 1, (detail.size,)))
        return stack(title, lay(sight, zone, width, (detail.size,)), *note)

    def _slips(self, sight: Sight, zone: Zone, width: int, *, titled: bool) -> Block:
        """The newest slips that there is room for, the last one plain to see."""
        p = sight.palette
        touched = sight.touched
        last = len(zone.pieces) - 1
        tall = self.room >= 9
        slips = [
            slip(piece, p, last=i == last, touched=(zone.id, i) in touched, tall=tall)
            for i, piece in enumerate(zone.pieces)
        ]
        lines = max(slips[0].height, self.room - (3 if tall else 1))
        first = 0
        while first < last and flow(slips[first:], width - 2).height > lines:
            first += 1
        if first:
            slips = [text("…", ink(p.second)).dropped(1 if tall else 0), *slips[first:]]
        laid = flow(slips, width)
        if not titled or self.room <= laid.height:
            return laid
        return stack(text(zone.title, ink(p.second, None, True), min(width, cell_len(zone.title))), laid)

    def render_line(self, y: int) -> Strip:
        """The check of the cloth lies under everything."""
        if self.sight is None:
            return super().render_line(y)
        width = self.content_size.width
        rows = self.block(width).rows
        strip = Strip(rows[y] if y < len(rows) else ()).adjust_cell_length(width)
        return Strip(_on_cloth(strip, y, self.sight.palette), width)

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()


def _pile(sight: Sight, zone: Zone, detail: Detail) -> Block:
    """The top of a pile, its name and how many there are."""
    p = sight.palette
    title = text(zone.title, ink(p.second, None, True))
    told = stack(title, wrapped(zone.note, ink(p.second), max(title.width, NOTE))) if zone.note else title
    if zone.pieces:
        return beside(*cards_of(sight, zone, min(detail.size, MIDDLE), marked=True), told)
    if detail.one_line:
        return spans((f"{zone.title}: ", ink(p.second, None, True)), (zone.note, ink(p.second)))
    return beside(back_line(1, 3), told)


def _on_cloth(strip: Strip, y: int, palette: Palette) -> list[Segment]:
    tones = (palette.table, mix(palette.table, palette.inset, 0.5), palette.inset)
    parts: list[Segment] = []
    x = 0
    for segment in strip:
        style = segment.style or Style.null()
        words = segment.text
        if style.bgcolor is not None:
            parts.append(segment)
            x += cell_len(words)
            continue
        while words:
            step = 0
            size = 0
            until = 6 - x % 6
            while step < len(words) and size < until:
                size += cell_len(words[step])
                step += 1
            tone = tones[(x // 6) % 2 + (y // 3) % 2]
            parts.append(Segment(words[:step], style + Style(bgcolor=tone)))
            words, x = words[step:], x + size
    return parts


def _ranking(sight: Sight, width: int) -> Block:
    p = sight.palette
    plates = {plate.seat: plate for plate in sight.scene.plates}
    lines = [text(sight.texts("Final places"), ink(p.second, p.panel, True)), text("", ink(on=p.panel), 1)]
    for seat, rank in sight.scene.ranking:
        first = rank == 1
        name = text(plates[seat].name, ink(p.turn if first and p.dark else p.ink, p.panel, True))
        head = beside(text(f"{rank}.", ink(p.ink, p.panel, first), 3), disc(seat, plates[seat].name), name)
        line = beside(head, said(sight, plates[seat]))
        if line.width > width - 4:
            told = wrapped(" · ".join(plates[seat].facts), ink(p.second, p.panel), width - head.width - 5)
            line = beside(head, told)
        lines.append(line)
    found = stack(*lines)
    box = found.indented(2).padded(max(found.width + 4, 28)).on(ink(p.ink, p.panel))
    edge = text("▄" * box.width, ink(p.panel)), text("▀" * box.width, ink(p.panel))
    return stack(edge[0], box, edge[1]).centred(width)


class Record(Place):
    """What was said in earlier rounds, where a game keeps that."""

    def picture(self, sight: Sight, width: int) -> Block:
        found = [history(sight, zone, width) for zone in sight.scene.zones if zone.kind == "history"]
        return stack(*found, text("", ink())) if found else EMPTY


class Diary(Place):
    """What happened, in words, under the headings of the rounds."""

    def picture(self, sight: Sight, width: int) -> Block:
        p = sight.palette
        lines: list[Block] = []
        entries = sight.diary
        for i, entry in enumerate(entries):
            if entry.heading:
                rule = text("─" * max(0, width - cell_len(entry.text) - 1), ink(p.line))
                head = beside(text(entry.text, ink(p.second, None, True)), rule)
                lines.append(head.dropped(1 if lines else 0))
                continue
            lines.append(_entry(entry.text, i == len(entries) - 1, width, tuple(sight.names), p))
        return stack(*lines).padded(width)


@lru_cache(2000)
def _entry(told: str, last: bool, width: int, names: tuple[str, ...], p: Palette) -> Block:
    """A line of the diary, the last one marked; the name of who did it is bold."""
    words = wrapped(told, ink(p.ink), width - 2)
    if last:
        words = words.padded(width - 2).on(ink(INK, p.turn))
        words = Block(words.width, tuple(tuple(_printed(part, INK) for part in row) for row in words.rows))
    else:
        words = Block(words.width, (_name_bold(words.rows[0], names, p), *words.rows[1:]))
    return beside(text("▸" if last else " ", ink(p.turn if p.dark else p.ink)), words)


def _printed(part: Segment, colour: str) -> Segment:
    return Segment(part.text, (part.style or Style.null()) + Style(color=colour))


def _name_bold(row: tuple[Segment, ...], names: Sequence[str], palette: Palette) -> tuple[Segment, ...]:
    """Lines begin with who did it."""
    first = row[0]
    name = next((n for n in names if n and first.text.startswith(n) and not first.text[len(n) :][:1].isalpha()), None)
    if name is None:
        return row
    return (Segment(name, ink(palette.ink, None, True)), Segment(first.text[len(name) :], first.style), *row[1:])
