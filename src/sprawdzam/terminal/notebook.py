"""The notebook: pages of numbers below the own cards."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.scene import Piece, Zone
from sprawdzam.terminal.block import Block, beside, ink, stack, text
from sprawdzam.terminal.cards import mark
from sprawdzam.terminal.palette import INK, PAPER, mix
from sprawdzam.terminal.paper import PRINT_RED, UNKNOWN, paint, sign
from sprawdzam.terminal.pencil import ACROSS, is_out
from sprawdzam.terminal.sight import Sight
from sprawdzam.terminal.zones import state

CELL = 2
OUT = "·"
CROSSED = "×"


def notebook(sight: Sight, rack: Zone, notes: Sequence[Zone], width: int) -> Block:
    """The own cards side by side, each with its page below, and what picks it."""
    columns = [_column(sight, rack, i, page) for i, page in enumerate(notes)]
    laid = beside(*columns)
    return laid if laid.width <= width else beside(*columns, gap=0)


def _column(sight: Sight, rack: Zone, i: int, page: Zone) -> Block:
    p = sight.palette
    piece = rack.pieces[i]
    shown = state(sight, rack, (i,))
    painted = paint(Piece(UNKNOWN, piece.name, piece.look), p)
    wide = ACROSS * CELL + 1
    head = text(
        f" {sign(piece)}  {piece.second or UNKNOWN}",
        ink(painted.print, painted.ground, True, target=shown.target),
        wide,
    )
    lines = [
        beside(*(_number(sight, page, n) for n in range(first, first + ACROSS)), text(" ", ink(on=PAPER)), gap=0)
        for first in range(0, len(page.pieces), ACROSS)
    ]
    if shown.can:
        foot = mark(wide, False, p, shown)
    elif any(sight.selection.clicks_on((page.id, n)) for n in range(len(page.pieces))):
        foot = text("▲".center(wide, "━"), ink(p.pick, None, True), wide)
    elif "rolled" in piece.look.split():
        foot = text("▲".center(wide), ink(p.turn if p.dark else p.ink, None, True), wide)
    else:
        foot = text("", ink(), wide)
    return stack(head, *lines, foot)


def _number(sight: Sight, page: Zone, n: int) -> Block:
    """A number of a page: out, crossed out, picked as a guess, or open."""
    piece, place = page.pieces[n], (page.id, n)
    shown = state(sight, page, (n,))
    target = shown.target or ("cross", page.id, str(n))
    pencil = sight.pencil
    if shown.picked:
        style = ink(sight.palette.on_pick, sight.palette.pick, True, target=target)
        return text(f" {piece.face}", style, CELL)
    here = shown.cursor or (pencil is not None and pencil.at == place)
    ground = sight.palette.turn if here else PAPER
    if is_out(piece):
        return text(f" {OUT}", ink(mix(INK, PAPER, 0.45), ground, target=shown.target), CELL)
    if pencil is not None and place in pencil.crossed:
        return text(f" {CROSSED}", ink(PRINT_RED, ground, target=target), CELL)
    return text(f" {piece.face}", ink(INK, ground, True, target=target), CELL)
