"""A scene as a picture: SVG made from zones and pieces, of any game, with nothing but the standard library.

A notebook shows a match, a view or a scene by it. What is drawn is the scene and nothing else, so a picture tells no
more than its recipient may know. It has no ids and no scripts, and paints its own ground: it looks alike on light and
dark pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sprawdzam.engine.drawing.boxes import (
    FONT,
    INK,
    PANEL,
    SECOND,
    TURN,
    Box,
    at,
    flow,
    panel,
    rect,
    stack,
    width_of,
    words,
    write,
)
from sprawdzam.engine.drawing.cards import SLIP, card, die, disc, indexed, shape_of, slip, suit_of, token
from sprawdzam.engine.drawing.shapes import SHAPES, shape
from sprawdzam.engine.scene import Piece, Plate, Scene, Track, Zone

WIDTH = 860
MARGIN = 18
TABLE, CHECK = "#cbdcd2", "#c3d6cb"
INDEXED, WIDE, COVERED, HIDDEN = 0.4, 0.52, 0.72, 0.22  # how much is seen of a card that another lies on
LARGE, SMALL = 52, 34  # widths of cards: on the table and of whoever looks, and of rivals


def draw(scene: Scene, width: int = WIDTH) -> str:
    """The picture of a scene."""
    inner = width - 2 * MARGIN
    letters = {p.seat: chr(ord("A") + p.seat) if p.seat == scene.seat else p.name[:1] for p in scene.plates}
    own = [plate for plate in scene.plates if plate.seat == scene.seat]
    rivals = [plate for plate in scene.plates if plate.seat != scene.seat]
    middle = [zone for zone in scene.zones if zone.owner is None]
    whole = stack(
        [
            _head(scene, inner),
            _rivals(scene, rivals, letters, inner),
            flow([_zone(zone, letters, inner, LARGE) for zone in middle], inner, 24, hang=True),
            *(_seat(scene, plate, letters, inner, LARGE) for plate in own),
        ],
        14,
    )
    height = whole.height + 2 * MARGIN
    size = f'viewBox="0 0 {width} {height:.0f}" width="{width}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" role="img">'
    return f"{head}{_cloth(width, height)}{at(whole, MARGIN, MARGIN)}</svg>"


def _cloth(width: float, height: float) -> str:
    """Gingham."""
    marks = [rect(0, 0, width, height, TABLE, radius=16)]
    marks += [rect(x, 0, 22, height, CHECK) for x in range(22, int(width) - 22, 44)]
    return "".join(marks)


def _head(scene: Scene, inner: float) -> Box:
    facts = [words(fact, 13, inner, fill=SECOND) for fact in scene.facts]
    tracks = [_track(track, 220) for track in scene.tracks]
    return stack(
        [
            words(scene.title, 22, inner, weight=800),
            words(scene.prompt, 15, inner),
            flow(facts, inner, 18),
            flow(tracks, inner, 24),
        ]
    )


def _rivals(scene: Scene, plates: Sequence[Plate], letters: dict[int, str], inner: float) -> Box:
    """In rows of panels of one width and height."""
    if not plates:
        return Box(0, 0, "")
    columns = min(len(plates), 3 if len(plates) != 4 else 2)
    wide = (inner - 12 * (columns - 1)) / columns
    rows = []
    for first in range(0, len(plates), columns):
        row = plates[first : first + columns]
        tall = max(_seat(scene, plate, letters, wide, SMALL).height for plate in row) - 2
        rows.append(flow([_seat(scene, plate, letters, wide, SMALL, tall) for plate in row], inner + 1, 12))
    return stack(rows, 12)


def _seat(scene: Scene, plate: Plate, letters: dict[int, str], width: float, size: float, height: float = 0) -> Box:
    """A player's place: name, facts, tokens, and what lies there."""
    room = width - 24
    letter = letters[plate.seat]
    quiet = "#4a3708" if plate.acts else SECOND
    rank = next((place for seat, place in scene.ranking if seat == plate.seat), 0)
    name = plate.name + (f" · {rank}." if rank else "")
    title = write(name, 32, 18, 16, weight=800, fill=SECOND if plate.out else INK)
    facts = " · ".join(plate.facts)
    beside = write(facts, 40 + width_of(name, 16, 800), 18, 13, fill=quiet)
    one_line = 40 + width_of(name, 16, 800) + width_of(facts, 13) <= room
    parts = [Box(room, 26, disc(plate.seat, letter).marks + title + (beside if one_line else ""))]
    if not one_line:
        parts.append(words(facts, 13, room, fill=quiet))
    parts.append(flow([_track(track, 120) for track in plate.tracks], room, 16))
    zones = [zone for zone in scene.zones if zone.owner == plate.seat]
    parts.append(flow([_zone(zone, letters, room, size, plate) for zone in zones], room, 16))
    mine = plate.seat == scene.seat
    box = panel(stack(parts, 8), width, TURN if plate.acts and not mine else PANEL, height=height)
    edge = rect(1.5, 1.5, width - 3, box.height - 5, "none", radius=13, more=f' stroke="{TURN}" stroke-width="3"')
    return Box(box.width, box.height, box.marks + edge) if plate.acts and mine else box


def _track(track: Track, wide: float) -> Box:
    """Tokens on their places where they can be counted, else a strip."""
    kinds = [kind for kind, amount in track.parts for _ in range(amount)]
    amount = sum(size for _, size in track.parts)
    title = words(track.title or "", 12, 400, fill=SECOND)
    note = words(track.note, 12, 400, fill=SECOND)
    if track.limit <= 10 and all(kind in SHAPES for kind, _ in track.parts):
        marks = "".join(
            shape(kinds[i], i * 18, 0, 16, INK, PANEL) if i < len(kinds) else _place(i * 18 + 8, 8)
            for i in range(max(track.limit, len(kinds)))
        )
        return stack([title, Box(18 * max(track.limit, len(kinds)), 16, marks), note], 3)
    unit = wide / max(track.limit, amount, 1)
    fills = {"own": "#2b2540", "unknown": "#8a7c99"}
    marks, x = rect(0, 0, wide, 14, "#b7cdc1", radius=7), 0.0
    for kind, size in track.parts:
        marks += rect(x, 0, size * unit, 14, fills.get(kind, TURN), radius=7) if size else ""
        x += size * unit
    limit = track.limit * unit
    marks += rect(limit - 1.5, -3, 3, 20, "#c22f17") + write(f"{amount} / {track.limit}", wide + 8, 12, 12, weight=800)
    return stack([title, Box(wide + 60, 17, marks), note], 3)


def _place(x: float, y: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="7" fill="none" stroke="#7d8c85" stroke-dasharray="3 2.5"/>'


def _zone(zone: Zone, letters: dict[int, str], most: float, size: float, plate: Plate | None = None) -> Box:
    """What lies in one place, below its title. At a player's place the name need not be said again."""
    title = "" if plate is not None and zone.title == plate.name else zone.title
    lines = [words(title, 12, most, fill=SECOND, weight=800)]
    lines.append(flow(list(_pieces(zone, letters, size)), most, 5 if zone.kind in ("notes", "history") else 7))
    lines.append(words(zone.note, 12, most, fill=SECOND))
    return stack(lines, 4)


def _pieces(zone: Zone, letters: dict[int, str], size: float) -> Iterator[Box]:
    if zone.kind == "dice":
        yield from map(die, zone.pieces)
    elif zone.kind == "tokens":
        yield from map(token, zone.pieces)
    elif zone.kind == "notes":
        yield _notes(zone.pieces)
    elif zone.kind == "track":
        yield from (_with_disc(piece, letters, slip(piece)) for piece in zone.pieces)
    elif zone.kind == "history":
        rounds = [[p for p in zone.pieces if p.group == group] for group in dict.fromkeys(p.group for p in zone.pieces)]
        yield stack((flow([_chip(piece, letters) for piece in each], WIDTH, 4) for each in rounds), 5)
    elif zone.kind == "chips":
        yield from (_chip(piece, letters) for piece in zone.pieces)
    elif zone.pieces:
        yield from _heaps(zone, letters, size)
    elif zone.kind in ("row", "pool"):
        yield Box(size, size * 1.4, _empty(size))


def _chip(piece: Piece, letters: dict[int, str]) -> Box:
    return _with_disc(piece, letters, die(piece, 22) if "die" in piece.look.split() else slip(piece, 12))


def _empty(w: float) -> str:
    more = ' stroke="#7d8c85" stroke-width="1.5" stroke-dasharray="5 4"'
    return rect(1, 1, w - 2, w * 1.4 - 2, "none", radius=w * 0.105, more=more)


def _heaps(zone: Zone, letters: dict[int, str], size: float) -> Iterator[Box]:
    """Cards; those of one group lie on one another, each with its index to be seen."""
    heap: list[Piece] = []
    for piece in zone.pieces:
        if len(piece.face) >= SLIP:
            yield _with_disc(piece, letters, slip(piece))
        elif heap and piece.group and piece.group == heap[-1].group:
            heap.append(piece)
        else:
            if heap:
                yield _heap(heap, letters, size)
            heap = [piece]
    if heap:
        yield _heap(heap, letters, size)


def _heap(pieces: Sequence[Piece], letters: dict[int, str], size: float) -> Box:
    step = size * (COVERED if pieces[0].face else HIDDEN)
    if indexed(pieces[0]):
        step = size * (INDEXED if len(pieces[0].face) < 2 else WIDE)
    cards = [card(piece, size) for piece in pieces]
    box = Box(size + step * (len(cards) - 1), cards[0].height, "".join(at(c, i * step, 0) for i, c in enumerate(cards)))
    owner = pieces[0].owner
    if owner is None:
        return box
    return stack([box, disc(owner, letters.get(owner, "?"), 16)], 3)


def _with_disc(piece: Piece, letters: dict[int, str], box: Box) -> Box:
    return box if piece.owner is None else flow([disc(piece.owner, letters.get(piece.owner, "?"), 20), box], WIDTH, 3)


def _notes(pieces: Sequence[Piece]) -> Box:
    """A page of numbers; those that are out are pale and struck."""
    suit = suit_of(pieces[0]) if pieces else ""
    marks, x = shape(shape_of(suit), 0, 2, 15, INK, PANEL) if suit else "", 22.0 if suit else 0.0
    for piece in pieces:
        out = "out" in piece.look.split()
        marks += write(piece.face, x, 15, 14, weight=500 if out else 800, fill="#8a8a92" if out else INK)
        if out:
            marks += rect(x - 1, 9.4, width_of(piece.face, 14) + 2, 1.4, "#8a8a92")
        x += width_of(piece.face, 14) + 7
    return Box(x, 19, marks)
