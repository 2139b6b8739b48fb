"""Pieces as they lie on a terminal's table: printed paper, backs, chips of one line, and slips with words on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from textwrap import wrap as wrap_words

from rich.cells import cell_len
from rich.style import Style

from sprawdzam.engine.scene import Piece
from sprawdzam.terminal.block import Block, Target, beside, ink, spans, stack, text
from sprawdzam.terminal.palette import BACK, INK, PAPER, WEAVE, Palette, mix
from sprawdzam.terminal.paper import HEART, HEART_RED, PRINT_RED, Paint, paint, picture, printed, sign, suit_of

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
    "?": "###|  #| ##|   | # ",
}
NARROW = " #|##| #| #| #"  # a one beside another figure
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
    touched: str = ""
    """The colour in which the choice at hand marks what it would hit."""
    target: Target = ()


IDLE = State()


def is_slip(piece: Piece) -> bool:
    """Whether a piece carries words rather than a figure."""
    return cell_len(piece.face) > 3


@lru_cache(4000)
def card(
    piece: Piece,
    size: int,
    palette: Palette,
    state: State = IDLE,
    *,
    badge: str = "",
    below: Block | None = None,
    marked: bool | None = None,
) -> Block:
    """A card of a width: two rows when small, four in the middle size, six when large.

    ``badge`` tells what lies with it. Below stands its mark, or what is given; small ones have no mark unless asked.
    """
    piece = replace(piece, face=printed(piece))
    painted = paint(piece, palette)
    if size == SMALL:
        face = _small(piece, painted, palette, state, badge)
    else:
        face = _framed(piece, size, painted, palette, state, badge)
    if below is not None:
        return stack(face, below.centred(face.width))
    if marked or (marked is None and size > SMALL):
        return stack(face, mark(face.width, "counts" in piece.look.split(), palette, state))
    return face


def _small(piece: Piece, painted: Paint, palette: Palette, state: State, badge: str) -> Block:
    upper = ink(painted.print, painted.ground, True, target=state.target)
    other = _marked_badge(piece, badge) or _corner(piece)
    width = max(SMALL, cell_len(piece.face) + 1, cell_len(other))
    if piece.face:
        counts = COUNTS if "counts" in piece.look.split() else " "
        top = text(f"{counts}{piece.face}", upper, width)
    else:
        top = text(f" {HEART}" if _heart(piece) else "▚" * width, upper, width)
    if state.touched:
        return stack(top, text(f"{badge or '╌' * width}", ink(palette.table, state.touched, True), width))
    if piece.second:
        known = f" {piece.second}" if cell_len(piece.second) < width else piece.second
        lower = text(known, ink(painted.weak, painted.lower, not piece.face, target=state.target), width)
    elif not other and not piece.face:
        lower = text(" " * width if _heart(piece) else "▚" * width, upper, width)
    else:
        colour = PRINT_RED if other == HEART else painted.print
        lower = text(
            f" {other}".rjust(3)[-width:] if other else "", ink(colour, painted.ground, target=state.target), width
        )
    return stack(top, lower)


def _heart(piece: Piece) -> bool:
    return "heart" in piece.look.split()


def _framed(piece: Piece, size: int, painted: Paint, palette: Palette, state: State, badge: str) -> Block:
    looks = piece.look.split()
    inside = size - 2
    badge = _marked_badge(piece, badge)
    inside = max(inside, cell_len(piece.face), cell_len(badge))
    if size == LARGE and (figure := _figure(piece.face)):
        inside = max(inside, figure.index("|") + 2)
    upper = ink(painted.print, painted.ground, True, target=state.target)
    rows = _print(piece, inside, size, upper)
    lower = painted.lower if piece.face else painted.ground
    edge = palette.pick if state.picked else palette.turn if "last" in looks else painted.frame
    body = [_line(row, painted.ground, painted.frame, state.target) for row in rows]
    body.append(
        _line(
            _other(piece, inside, size, painted, badge, state.target),
            lower,
            painted.frame if painted.frame != painted.ground else lower,
            state.target,
        )
    )
    width = inside + 2
    top = text("▗" + "▄" * inside + "▖", ink(edge, target=state.target))
    ends = edge if edge != painted.ground else lower
    bottom = text("▝" + "▀" * inside + "▘", ink(ends, target=state.target))
    if state.touched:
        bottom = text("╍" * width, ink(state.touched, None, True))
    return stack(top, *body, bottom)


def _print(piece: Piece, width: int, size: int, style: Style) -> list[Block]:
    """The main print: a figure or a picture where there is room, else signs."""
    if size == LARGE:
        drawn = picture(piece) or _figure(piece.face)
        if drawn and drawn.index("|") <= width:
            return [text(line.center(width), style, width) for line in _halved(drawn)]
        if not piece.face:
            return [text("▚" * width, style)] * 3
        return [text(line.center(width), style, width) for line in ("", piece.face, "")]
    if piece.face:
        return [text(piece.face.center(width), style, width)]
    return [text(HEART.center(width) if _heart(piece) else "▚" * width, style, width)]


def _other(piece: Piece, width: int, size: int, painted: Paint, badge: str, target: Target) -> Block:
    """The lowest line: what lies with the card, its other end, or what is on its back."""
    plain = ink(painted.print, painted.ground, target=target)
    if not piece.face:
        if piece.second:  # a folded corner
            corner = f" {piece.second} "
            rest = text("", ink(on=painted.ground, target=target), max(0, width - cell_len(corner)))
            return beside(
                rest, text(corner, ink(PRINT_RED, PAPER, True, target=target), min(width, cell_len(corner))), gap=0
            )
        if badge or _heart(piece):
            return text(badge.center(width), plain, width)
        return text("▚" * width, plain)
    if badge:
        return text(badge.center(width), ink(painted.print, painted.ground, True, target=target), width)
    if piece.second:
        told = f"{piece.second.rjust(width - 1)} " if size == LARGE else piece.second.center(width)
        return text(told, ink(painted.weak, painted.lower, target=target), width)
    corner = _corner(piece)
    return text(
        corner.rjust(width), ink(PRINT_RED if corner == HEART else painted.print, painted.ground, target=target), width
    )


def _marked_badge(piece: Piece, badge: str) -> str:
    """What lies with a card, after its shape: a colour is never alone."""
    return f"{_corner(piece)}{badge}" if badge and suit_of(piece) else badge


def _corner(piece: Piece) -> str:
    """The sign in the lower corner, unless it is what is printed large."""
    found = sign(piece)
    return "" if found == piece.face else found


def _line(inner: Block, ground: str, frame: str, target: Target) -> Block:
    edge = ink(frame, ground, target=target)
    return beside(text("▌", edge), inner, text("▐", edge), gap=0)


def _figure(face: str) -> str:
    """A number drawn large."""
    if not face or not all(c in FIGURES for c in face):
        return ""
    figures = [NARROW if c == "1" and len(face) > 1 else FIGURES[c] for c in face]
    return "|".join(" ".join(rows) for rows in zip(*(figure.split("|") for figure in figures), strict=True))


def _halved(drawn: str) -> list[str]:
    """Points as half cells, three lines of them."""
    points = drawn.split("|")
    points.append(" " * len(points[0]))
    return [
        "".join(HALVES[a + b] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(points[::2], points[1::2], strict=True)
    ]


def brief(pieces: Sequence[Piece]) -> str:
    """Pieces in a few signs: "7×2+J"."""
    runs = [(face, len(list(run))) for face, run in groupby(pieces, lambda piece: piece.face)]
    return "+".join(f"{face}×{n}" if n > 1 else face for face, n in runs)


def chip(pieces: Sequence[Piece], palette: Palette, touched: str = "") -> Block:
    """Pieces that lie on one another, in one line."""
    first = replace(pieces[0], face=printed(pieces[0]))
    painted = paint(first, palette)
    if touched:
        painted = replace_ground(painted, touched, palette.table)
    style = ink(painted.print, painted.ground, "covered" not in first.look.split())
    if first.face:
        shape = _corner(first) if suit_of(first) else ""
        return text(f"{shape or ' '}{brief([first, *pieces[1:]])} ", style)
    many = f"×{len(pieces)}" if len(pieces) > 1 else ""
    if _heart(first):
        return text(f" {HEART}{many} ", ink(HEART_RED, painted.ground, True))
    return spans(("▚▚", ink(WEAVE, BACK)), (f"{many} " if many else "", ink(PAPER, BACK)))


def replace_ground(painted: Paint, ground: str, print_: str) -> Paint:
    return painted._replace(ground=ground, print=print_)


def back_line(n: int, width: int = 2) -> Block:
    """Hidden cards where there is one line for them."""
    return beside(*(text("▚" * width, ink(WEAVE, BACK)) for _ in range(n)))


def mark(width: int, counts: bool, palette: Palette, state: State) -> Block:
    """Under a card: that it counts, or the key that picks it; the cursor stands around it."""
    if counts:
        return text(COUNTS.center(width), ink(palette.ok, None, True), width)
    if state.cursor:
        label = f"{state.key or '▲'}" if width < MIDDLE else f" {state.key or '▲'} "
        return text(label.center(width, "━"), ink(palette.pick, None, True, target=state.target), width)
    if state.picked:
        return text("▲".center(width), ink(palette.pick, None, True, target=state.target), width)
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
    lines = wrap_words(label, room - 1) or [""]
    words = stack(*(text(f" {line}", ink(colour, on, True, target=target), room) for line in lines))
    hint = stack(*(text(f"{key} " if i == 0 else "", ink(colour, on, target=target), inner - room)
                   for i in range(len(lines))))  # fmt: skip
    edge = ink(on, target=target)
    lip = mix(on, "#000000", 0.35)
    side = stack(*[text(" ", ink(on=on, target=target))] * len(lines))
    row = beside(side, words, hint, side, gap=0)
    bottom = text("▀" * width, ink(lip, target=target), width)
    return stack(text("▄" * width, edge, width), row, bottom) if tall else stack(row, bottom)
