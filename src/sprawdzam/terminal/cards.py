"""Pieces as they lie on a terminal's table: paper with two ends, woven backs, and slips with words on them."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from sprawdzam.engine.scene import Piece
from sprawdzam.terminal.block import Block, Target, beside, ink, spans, stack, text
from sprawdzam.terminal.palette import BACK, INK, PALE_INK, PAPER, SHADE, WEAVE, Palette, mix

FIGURES = {  # three points wide, five high
    "0": "###|# #|# #|# #|###",
    "1": " # |## | # | # |###",
    "2": "###|  #|###|#  |###",
    "3": "###|  #|###|  #|###",
    "4": "# #|# #|###|  #|  #",
    "5": "###|#  |###|  #|###",
    "6": "###|#  |###|# #|###",
    "7": "###|  #|  #| # | # ",
    "8": "###|# #|###|# #|###",
    "9": "###|# #|###|  #|###",
}
HALVES = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
COUNTS = "✓"

SMALL, MIDDLE, LARGE = 3, 5, 7  # the widths of a card


@dataclass(frozen=True)
class State:
    """How a card is shown beyond what it is."""

    key: str = ""
    """The number that picks it."""
    can: bool = False
    picked: bool = False
    cursor: bool = False
    touched: bool = False
    target: Target = ()


IDLE = State()


def is_slip(piece: Piece) -> bool:
    """Whether a piece carries words rather than a figure."""
    return cell_len(piece.face) > 3


def card(piece: Piece, size: int, palette: Palette, state: State = IDLE) -> Block:
    """A card of a width: two rows when small, four in the middle size, six when large; marks below larger ones."""
    looks = piece.look.split()
    width = max(size, cell_len(piece.face) + (size > SMALL) * 2 + 1 if is_long(piece) else size)
    counts, idle = "counts" in looks, "idle" in looks
    if not piece.face:
        face = _back(width, size, state.target)
    else:
        paper = palette.ok if counts else SHADE if idle else PAPER
        print_ = palette.on_ok if counts else PALE_INK if idle else INK
        if size == SMALL:
            face = _small(piece, width, paper, print_, counts, state.target)
        else:
            face = _framed(piece, width, size, paper, print_, state.target)
    if size == SMALL:
        return face
    return stack(face, _mark(width, counts, palette, state))


def is_long(piece: Piece) -> bool:
    return cell_len(piece.face) > 1


def _small(piece: Piece, width: int, paper: str, print_: str, counts: bool, target: Target) -> Block:
    face = f"{COUNTS}{piece.face}" if counts else f" {piece.face}"
    top = text(face, ink(print_, paper, True, target=target), width)
    below = mix(SHADE, PALE_INK, 0.18) if paper == SHADE else SHADE
    if not piece.second:
        return stack(top, text("", ink(print_, paper, target=target), width))
    return stack(top, text(f" {piece.second}", ink(PALE_INK, below, target=target), width))


def _framed(piece: Piece, width: int, size: int, paper: str, print_: str, target: Target) -> Block:
    upper = ink(print_, paper, True, target=target)
    if size == LARGE:
        rows = _figures(piece.face, width, upper) or _plain(piece.face, width, upper, 3)
    else:
        rows = _plain(piece.face, width, upper, 1)
    ground = SHADE if piece.second else paper
    lower = ink(PALE_INK, ground, target=target)
    other = text(piece.second.rjust(width - 2) if size == LARGE else piece.second.center(width), lower, width)
    top = text("▗" + "▄" * (width - 2) + "▖", ink(paper, target=target))
    bottom = text("▝" + "▀" * (width - 2) + "▘", ink(ground, target=target))
    return stack(top, rows, other, bottom)


def _plain(face: str, width: int, style: Style, height: int) -> Block:
    lines = [""] * height
    lines[height // 2] = face.center(width)
    return stack(*(text(line, style, width) for line in lines))


def _figures(face: str, width: int, style: Style) -> Block | None:
    """A number drawn large, half a cell to a point."""
    if not all(c in FIGURES for c in face) or len(face) * 4 - 1 > width - 2:
        return None
    points = [" ".join(rows) for rows in zip(*(FIGURES[c].split("|") for c in face), strict=True)]
    points.append(" " * len(points[0]))
    lines = []
    for upper, lower in zip(points[::2], points[1::2], strict=True):
        line = "".join(HALVES[a + b] for a, b in zip(upper, lower, strict=True))
        lines.append(text(line.center(width), style, width))
    return stack(*lines)


def _back(width: int, size: int, target: Target = ()) -> Block:
    weave = ink(WEAVE, BACK, target=target)
    if size == SMALL:
        return stack(text("▚" * width, weave), text("▚" * width, weave))
    edge = ink(BACK, target=target)
    inner = [spans(("▐", ink(BACK)), ("▚" * (width - 2), weave), ("▌", ink(BACK))) for _ in range(4 if size > 5 else 2)]
    return stack(text("▗" + "▄" * (width - 2) + "▖", edge), *inner, text("▝" + "▀" * (width - 2) + "▘", edge))


def back_line(n: int, width: int = 2) -> Block:
    """Hidden cards where there is one line for them."""
    return beside(*(text("▚" * width, ink(WEAVE, BACK)) for _ in range(n)))


def _mark(width: int, counts: bool, palette: Palette, state: State) -> Block:
    """Under a card: that it counts, or the key that picks it; the cursor stands around it."""
    if counts:
        return text(COUNTS.center(width), ink(palette.ok, None, True), width)
    if state.cursor:
        label = f" {state.key or '▲'} "
        return text(label.center(width, "━"), ink(palette.pick, None, True, target=state.target), width)
    if state.picked:
        return text("▲".center(width), ink(palette.pick, None, True, target=state.target), width)
    if state.touched:
        return text("╌" * width, ink(palette.call, None, True), width)
    return text(state.key.center(width), ink(palette.pick if state.can else palette.line, target=state.target), width)


def slip(piece: Piece, palette: Palette, *, last: bool, touched: bool, tall: bool) -> Block:
    """Words on a slip of paper, whose name stands below."""
    width = max(cell_len(piece.face), cell_len(piece.name)) + 2
    paper = PAPER if last else palette.slip
    face = text(piece.face.center(width), ink(INK if last else palette.second, paper, last), width)
    if tall:
        face = stack(
            text("▗" + "▄" * (width - 2) + "▖", ink(paper)), face, text("▝" + "▀" * (width - 2) + "▘", ink(paper))
        )
    if touched:
        name = text(piece.name.center(width, "╌"), ink(palette.call, None, True), width)
    else:
        name = text(piece.name.center(width), ink(palette.ink if last else palette.second, None, last), width)
    return stack(face, name)


def button(label: str, key: str, colour: str, on: str, width: int, *, tall: bool, target: Target) -> Block:
    """A button with a lip below; ``key`` is what presses it."""
    inner = width - 2
    room = inner - cell_len(key) - 2
    words = text(f" {label}", ink(colour, on, True, target=target), room)
    hint = text(f"{key} ", ink(colour, on, target=target), inner - room)
    line = beside(words, hint, gap=0)
    edge = ink(on, target=target)
    lip = mix(on, "#000000", 0.35)
    row = Block(width, ((Segment(" ", ink(on=on, target=target)), *line.rows[0], Segment(" ", ink(on=on))),))
    bottom = text("▀" * width, ink(lip, target=target), width)
    return stack(text("▄" * width, edge, width), row, bottom) if tall else stack(row, bottom)
