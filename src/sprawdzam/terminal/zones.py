"""Zones laid out: columns of pieces that lie on one another, layers, and hands of which little is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style

from sprawdzam.engine.scene import Piece, Zone
from sprawdzam.terminal.block import EMPTY, Block, beside, flow, ink, stack, text
from sprawdzam.terminal.cards import SMALL, State, back_line, brief, card, chip
from sprawdzam.terminal.palette import WOOD, mix
from sprawdzam.terminal.selection import columns
from sprawdzam.terminal.sight import Sight


def disc(seat: int, name: str) -> Block:
    """A player's letter on painted wood."""
    wood, letter = WOOD[seat % len(WOOD)]
    sign = name if name.isupper() and len(name) <= 3 else name[:1].upper()  # TEN is no T
    return text(f" {sign} ", ink(letter, wood, True))


def state(sight: Sight, zone: Zone, column: Sequence[int]) -> State:
    """How a column of pieces stands to what a person is picking."""
    selection = sight.selection
    places = [(zone.id, i) for i in column]
    here = next((place for place in places if selection.clicks_on(place)), places[0])
    can = bool(selection.clicks_on(here))
    group = selection.group
    return State(
        key=selection.key_of(here) if can else "",
        can=can,
        picked=not selection.turns(here) and selection.picked_on(here) is not None,
        cursor=can and group is not None and here in group.places and selection.place == here,
        touched=sight.touch if any(place in sight.touched for place in places) else "",
        target=("piece", zone.id, str(here[1])) if can else (),
    )


def badge(pieces: Sequence[Piece]) -> str:
    """What lies with the first piece of a column."""
    if len(pieces) == 1:
        return ""
    if all(piece.face == pieces[0].face for piece in pieces):
        return f"×{len(pieces)}"
    return f"+{brief(pieces[1:])}"


def cards_of(sight: Sight, zone: Zone, size: int, *, marked: bool | None = None) -> list[Block]:
    """A card for each column of a zone, in a common zone with its owner below."""
    found = []
    for column in columns(zone):
        pieces = [zone.pieces[i] for i in column]
        first = pieces[0]
        below = None
        if first.owner is not None and zone.owner is None:
            below = disc(first.owner, sight.names[first.owner])
        shown = state(sight, zone, column)
        found.append(card(first, size, sight.palette, shown, badge=badge(pieces), below=below, marked=marked))
    return found


def lay(sight: Sight, zone: Zone, width: int, sizes: Iterable[int]) -> Block:
    """All pieces as large as fits into one row of a width; small ones go on below."""
    cards: list[Block] = []
    for size in sizes:
        cards = cards_of(sight, zone, size, marked=True)
        laid = beside(*cards)
        if laid.width <= width:
            return laid
    laid = tight(cards)
    return laid if laid.width <= width else flow(cards, width)


def tight(cards: Sequence[Block]) -> Block:
    """Cards without a gap, but with a line between them."""
    return beside(*(_lined(block) if i else block for i, block in enumerate(cards)), gap=0)


def _lined(block: Block) -> Block:
    rows = []
    for row in block.rows:
        first = row[0]
        if first.text[:1] == " " and first.style and first.style.bgcolor:
            line = first.style + Style(color=mix(first.style.bgcolor.name, "#808080", 0.6), bold=False)
            row = (Segment("▏", line), Segment(first.text[1:], first.style), *row[1:])
        rows.append(row)
    return Block(block.width, tuple(rows))


# --- in front of a player ---


def in_front(sight: Sight, zone: Zone, width: int, lines: int) -> Block:
    """A zone of a player within a width, small; in one line if there is but one for it."""
    if zone.kind == "layers":
        return layers(sight, zone, width, lines)
    found = columns(zone)
    if any(piece.group for piece in zone.pieces) or (lines == 1 and any(piece.face for piece in zone.pieces)):
        return chips(sight, zone, found, width, lines=2 if lines > 1 else 1, newest=False)
    if lines == 1 and zone.pieces:
        if any(piece.look for piece in zone.pieces):
            return chips(sight, zone, found, width, newest=False)
        return back_line(len(zone.pieces))
    cards = [card(zone.pieces[i], SMALL, sight.palette, state(sight, zone, (i,))) for i in range(len(zone.pieces))]
    laid = beside(*cards)
    if laid.width > width:
        laid = tight(cards)
    return laid if laid.width <= width else flow(cards, width)


def chips(
    sight: Sight, zone: Zone, found: Sequence[Sequence[int]], width: int, *, lines: int = 1, newest: bool = True
) -> Block:
    """Columns as chips of one line each; of those that do not fit the oldest or the last ones are left out."""
    made = []
    if not newest:  # hidden ones first
        found = sorted(found, key=lambda column: bool(zone.pieces[column[0]].face))
    for column in found:
        touched = sight.touch if any((zone.id, i) in sight.touched for i in column) else ""
        made.append(chip([zone.pieces[i] for i in column], sight.palette, touched))
    laid = flow(made, width)
    more = text("…", ink(sight.palette.second))
    while len(made) > 1 and (laid.height > lines or laid.width > width):
        made = made[1:] if newest else made[:-1]
        laid = flow([more, *made] if newest else [*made, more], width)
    return laid if laid.width <= width else EMPTY


def layers(sight: Sight, zone: Zone, width: int, lines: int) -> Block:
    """What a player has laid: covered layers as chips, then the top one as small cards."""
    found = columns(zone)
    if not found:
        empty = text("╌╌╌", ink(sight.palette.line))
        return stack(*[empty] * min(lines, 2))
    if lines == 1:
        return chips(sight, zone, found, width)
    *covered, top = found
    cards = _top(sight, zone, top, max(SMALL, width - (8 if covered else 0)))
    room = width - cards.width - 1
    if not covered or room < SMALL + 2:
        return cards
    return beside(chips(sight, zone, covered, room, lines=2), cards)


def _top(sight: Sight, zone: Zone, top: Sequence[int], width: int) -> Block:
    """Each card of the top layer, or one of each kind where there are too many."""
    p = sight.palette
    cards = [card(zone.pieces[i], SMALL, p, state(sight, zone, (i,))) for i in top]
    for laid in (beside(*cards), tight(cards)):
        if laid.width <= width:
            return laid
    kinds: dict[str, list[int]] = {}
    for i in top:
        kinds.setdefault(zone.pieces[i].face, []).append(i)
    few = [
        card(zone.pieces[same[0]], SMALL, p, state(sight, zone, same), badge=badge([zone.pieces[i] for i in same]))
        for same in kinds.values()
    ]
    return beside(*few)
