"""The upper part of the table: the bar, the rivals' places, the cloth between, and the diary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from sprawdzam.engine.scene import Plate, Zone
from sprawdzam.terminal.block import EMPTY, Block, Drawn, beside, flow, ink, spans, stack, text, wrapped
from sprawdzam.terminal.cards import LARGE, MIDDLE, SMALL, State, back_line, card, is_slip, slip
from sprawdzam.terminal.palette import INK, PAPER, WOOD, Palette, mix
from sprawdzam.terminal.sight import Sight

PLATE = 22  # the least width of a rival's place
ROOM_FOR_TAG = 24


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


class Bar(Place):
    """The name of the game, the round and its facts."""

    def picture(self, sight: Sight, width: int) -> Block:
        p = sight.palette
        logo = spans((" Sprawdzam", ink(p.ink, None, True)), ("! ", ink(p.call, None, True, italic=True)))
        told = " · ".join((sight.scene.title, *sight.scene.facts))
        title = spans((f" {sight.title} ", ink(p.ink, p.inset, True)))
        room = width - logo.width - title.width - 2
        return beside(logo, title, text(f" {told}", ink(p.second), max(0, room)))


class Rivals(Place):
    """The other players, in the order of their seats."""

    def picture(self, sight: Sight, width: int) -> Block:
        rivals = sight.rivals
        if not rivals:
            return EMPTY
        columns = columns_for(len(rivals), width)
        each = (width - columns + 1) // columns
        plates = [place(sight, plate, each) for plate in rivals]
        rows = [plates[i : i + columns] for i in range(0, len(plates), columns)]
        for row in rows:
            height = max(block.height for block in row)
            row[:] = [
                _frame(block.padded(each, height), plate, sight) for block, plate in zip(row, rivals, strict=False)
            ]
            rivals = rivals[len(row) :]
        between = 0 if sight.roomy else 1
        return stack(*(beside(*row).dropped(between if i else 0) for i, row in enumerate(rows)))

    def on_resize(self, event: events.Resize) -> None:
        self.screen.query_one(Cloth).redraw()


def columns_for(rivals: int, width: int) -> int:
    """How many places stand in a row."""
    return rivals if width // max(1, rivals) >= PLATE else (rivals + 1) // 2


def _frame(block: Block, plate: Plate, sight: Sight) -> Block:
    """The plate's own ground; with room, its rounded edges."""
    p = sight.palette
    ground = p.turn if plate.acts else p.panel
    filled = block.on(ink(INK if plate.acts else p.ink, ground))
    if not sight.roomy:
        return filled
    top = text("▗" + "▄" * (block.width - 2) + "▖", ink(ground))
    bottom = text("▝" + "▀" * (block.width - 2) + "▘", ink(ground))
    return stack(top, filled, bottom)


def disc(seat: int, name: str) -> Block:
    """A player's letter on painted wood."""
    wood, letter = WOOD[seat % len(WOOD)]
    return text(f" {name[:1].upper()} ", ink(letter, wood, True))


def place(sight: Sight, plate: Plate, width: int) -> Block:
    """A player's place: name, facts, and what lies there."""
    p = sight.palette
    strong = ink(INK if plate.acts else p.line if plate.out else p.ink, None, True, strike=plate.out)
    weak = ink(mix(INK, p.turn, 0.2) if plate.acts else p.second)
    tag = text(f" {sight.texts('to play')} " if width >= ROOM_FOR_TAG else " ▶ ", ink(PAPER, INK, True))
    if not plate.acts:
        tag = EMPTY
    facts = " · ".join(plate.facts)
    inner = width - 2
    head = disc(plate.seat, sight.names[plate.seat])
    room = inner - head.width - 1 - (tag.width + 1 if tag.width else 0)
    name = text(plate.name, strong, room)
    lines = [beside(head, name, tag) if tag.width else beside(head, name), text(facts, weak, inner)]
    lines += [_laid(sight, zone, inner) for zone in sight.zones_of(plate.seat)]
    return stack(*lines).indented(1).padded(width)


def _laid(sight: Sight, zone: Zone, width: int) -> Block:
    """A zone in front of a rival, small."""
    if not sight.roomy and zone.pieces and not any(piece.face for piece in zone.pieces):
        return back_line(len(zone.pieces))
    gap = 1 if len(zone.pieces) * (SMALL + 1) <= width + 1 else 0
    found = [card(piece, SMALL, sight.palette, state(sight, zone, i)) for i, piece in enumerate(zone.pieces)]
    return flow(found, width, gap)


def state(sight: Sight, zone: Zone, i: int) -> State:
    """How a piece stands to what a person is picking."""
    selection, here = sight.selection, (zone.id, i)
    can = bool(selection.clicks_on(here))
    group = selection.group
    return State(
        key=str(i + 1) if can else "",
        can=can,
        picked=not selection.turns(here) and selection.picked_on(here) is not None,
        cursor=can and group is not None and here in group.places and selection.place == here,
        touched=here in sight.touched,
        target=("piece", zone.id, str(i)) if can else (),
    )


class Cloth(Place):
    """The middle of the table, a checked cloth: what belongs to nobody, and at the end the ranking."""

    def picture(self, sight: Sight, width: int) -> Block:
        inner = width - 4
        if sight.over:
            found = _ranking(sight, inner)
        else:
            zones = sorted(sight.zones_of(None), key=lambda zone: not any(map(is_slip, zone.pieces)))
            found = flow([self._zone(sight, zone, inner) for zone in zones], inner, 4, 1)
        height = self.room
        return found.dropped(max(0, min(2, (height - found.height) // 2))).indented(2).padded(width, height)

    @property
    def room(self) -> int:
        """The lines that the rivals leave."""
        parent = self.parent
        if not isinstance(parent, Widget):
            return 0
        return parent.size.height - sum(c.outer_size.height for c in parent.children if c is not self)

    def _zone(self, sight: Sight, zone: Zone, width: int) -> Block:
        p = sight.palette
        title = text(zone.title, ink(p.second, None, True), min(width, cell_len(zone.title)))
        if any(map(is_slip, zone.pieces)):
            slips = self._slips(sight, zone, width)
            return stack(title, slips) if self.room > slips.height else slips
        size = LARGE if sight.roomy and len(zone.pieces) * (LARGE + 1) <= width else MIDDLE
        cards = [card(piece, size, p, state(sight, zone, i)) for i, piece in enumerate(zone.pieces)]
        parts = [title]
        if cards:
            parts.append(flow(cards, width))
        if zone.note:
            parts.append(text(zone.note, ink(p.second)))
        if zone.kind == "pile" and not cards:
            return beside(card_back_pile(), stack(*parts))
        return stack(*parts)

    def _slips(self, sight: Sight, zone: Zone, width: int) -> Block:
        """The newest slips that there is room for, the last one plain to see."""
        touched = sight.touched
        last = len(zone.pieces) - 1
        tall = self.room >= 9
        slips = [
            slip(piece, sight.palette, last=i == last, touched=(zone.id, i) in touched, tall=tall)
            for i, piece in enumerate(zone.pieces)
        ]
        lines = max(slips[0].height, self.room - (3 if tall else 1))
        first = 0
        while first < last and flow(slips[first:], width - 2).height > lines:
            first += 1
        if first:
            slips = [text("…", ink(sight.palette.second)).dropped(1 if tall else 0), *slips[first:]]
        return flow(slips, width)

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


def card_back_pile() -> Block:
    """A pile: a back upon another."""
    return back_line(1, 3)


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
        facts = text(" · ".join(plates[seat].facts), ink(p.second, p.panel))
        lines.append(
            beside(text(f"{rank}.", ink(p.ink, p.panel, first), 3), disc(seat, sight.names[seat]), name, facts)
        )
    found = stack(*lines)
    box = found.indented(2).padded(max(found.width + 4, 28)).on(ink(p.ink, p.panel))
    edge = text("▄" * box.width, ink(p.panel)), text("▀" * box.width, ink(p.panel))
    return stack(edge[0], box, edge[1]).centred(width)


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
    name = next((name for name in names if name and first.text.startswith(name)), None)
    if name is None:
        return row
    return (Segment(name, ink(palette.ink, None, True)), Segment(first.text[len(name) :], first.style), *row[1:])
