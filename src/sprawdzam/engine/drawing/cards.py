"""Cards, dice and tokens, drawn by the words of their look and by their face. No game is named here.

A game that uses these looks needs no line of this; one with others gets plain cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sprawdzam.engine.drawing.boxes import INK, PAPER, SECOND, Box, rect, width_of, write
from sprawdzam.engine.drawing.shapes import shape
from sprawdzam.engine.scene import Piece

SUITS = {
    "yellow": ("#f4bc3c", INK), "green": ("#0b5c42", PAPER), "blue": ("#4c97ea", INK), "red": ("#ee6350", INK),
    "purple": ("#5d2a86", PAPER), "grey": ("#bdbcc2", INK), "orange": ("#f3982b", INK),
}  # fmt: skip
RANKS = (
    "#fcebbe", "#fbde9f", "#f9d17f", "#f7c35a", "#f5b051", "#f29c49", "#ee8840", "#e8713b", "#c83b31", "#af3243",
    "#97284f", "#6f2351", "#4a1a50",
)  # fmt: skip
DARK = 9  # from this rank on the print is pale
WOOD = (("#2c2636", PAPER), ("#8c5836", PAPER), ("#8fae90", INK), ("#d8a657", INK), ("#b79bc4", INK), (PAPER, INK))
SPECIAL = {"⇄": "reverse", "×2": "two", "✗": "bin", "><": "trap"}
HEART = "#c22f17"
SLIP = 4  # letters from which on a face is words, not a figure
ROWS = (
    (1,), (2,), (2, 1), (2, 2), (2, 1, 2), (3, 3), (2, 3, 2), (3, 2, 3), (3, 3, 3), (3, 4, 3), (4, 3, 4), (4, 4, 4),
    (4, 5, 4),
)  # fmt: skip
PIPS = {
    "1": (4,), "2": (0, 8), "3": (0, 4, 8), "4": (0, 2, 6, 8), "5": (0, 2, 4, 6, 8), "6": (0, 2, 3, 5, 6, 8),
}  # fmt: skip
"""Which of nine places have a pip."""


def suit_of(piece: Piece) -> str:
    return next((word for word in piece.look.split() if word in SUITS), "")


def shape_of(suit: str) -> str:
    return "yellow" if suit == "orange" else suit  # both are suns


def indexed(piece: Piece) -> bool:
    """Whether it has its figure in the corner, where it is seen when another card lies on it."""
    return bool(piece.face) and any(word == "joker" or word.startswith("rank") for word in piece.look.split())


def card(piece: Piece, w: float) -> Box:
    """A card of that width."""
    looks, h = piece.look.split(), w * 1.4
    marks = "".join(_face(piece, looks, w, h))
    if "rolled" in looks or "last" in looks:
        marks += rect(1, 1, w - 2, h - 2, "none", radius=w * 0.105, more=' stroke="#1b4fc4" stroke-width="2"')
    return Box(w, h, f"<g>{_title(piece.name)}{marks}</g>")


def _title(name: str) -> str:
    return f"<title>{escape(name)}</title>" if name else ""


def _sheet(w: float, h: float, fill: str, frame: str = PAPER) -> str:
    edge = w * 0.055
    shadow = rect(0, 1.5, w, h, INK, radius=w * 0.105, more=' fill-opacity=".28"')
    inner = rect(edge, edge, w - 2 * edge, h - 2 * edge, fill, radius=w * 0.07)
    line = ' stroke="#1e1a2e" stroke-opacity=".16" stroke-width="1"'
    return shadow + rect(0, 0, w, h, frame, radius=w * 0.105, more=line) + inner


def _face(piece: Piece, looks: list[str], w: float, h: float) -> Iterator[str]:
    face, second, suit = piece.face, piece.second, suit_of(piece)
    if "heart" in looks:
        yield _sheet(w, h, "#2b2540", INK)
        yield shape("pulse", w * 0.18, h * 0.27, w * 0.64, "#e8573b", "#2b2540")
        if second:  # what only this recipient knows, in a folded corner
            yield f'<path d="M{w:.1f} {h * 0.62:.1f}V{h:.1f}H{w * 0.42:.1f}z" fill="{PAPER}"/>'
            yield _big(second, w * 0.8, h * 0.95, w * 0.3, INK)
    elif not face and suit:
        ground, ink = SUITS[suit]
        yield _sheet(w, h, ground)
        yield shape(shape_of(suit), w * 0.1, h * 0.08, w * 0.34, ink, ground)
        yield _big(second or "?", w / 2, h * 0.78, w * (0.6 if len(second) < 2 else 0.34), ink)
    elif not face:
        yield _sheet(w, h, "#553566")
        yield rect(w * 0.3, h * 0.28, w * 0.4, h * 0.42, PAPER, radius=w * 0.07)
        yield _big("!", w / 2, h * 0.615, w * 0.46, HEART)
    elif "single" in looks or "double" in looks:
        yield from _number(piece, "double" in looks, w, h)
    elif "joker" in looks:
        yield _sheet(w, h, "#12564f")
        yield shape("joker", w * 0.16, h * 0.28, w * 0.68, "#f7e7be", "#12564f")
        yield _big(face, w * 0.2, h * 0.24, w * 0.26, "#f7e7be")
    elif rank := next((word[4:] for word in looks if word.startswith("rank") and word[4:].isdecimal()), ""):
        yield from _spots(face, int(rank), w, h)
    elif "wild" in looks:
        ground, ink = SUITS.get(suit, ("#12564f", "#f7e7be"))
        yield _sheet(w, h, ground)
        yield shape("star", w * 0.1, h * 0.2, w * 0.8, "#f7e7be" if not suit else ink, ground)
        yield _big(face.replace("★", "") or "★", w / 2, h * 0.61, w * 0.34, ground)
    elif "currency" in looks:
        yield _sheet(w, h, INK)
        yield _big(face, w / 2, h * 0.38, w * 0.36, "#f4c556")
        yield shape("coin", w * 0.29, h * 0.5, w * 0.42, "#f4c556", INK)
    elif second.isdecimal() and not suit:
        yield from _ends(face, second, looks, w, h)
    elif suit:
        ground, ink = SUITS[suit]
        yield _sheet(w, h, ground)
        yield _big(face, w / 2, h * 0.53, w * 0.62, ink)
        yield shape(shape_of(suit), w * 0.34, h * 0.63, w * 0.32, ink, ground)
        if second:
            yield _big(second, w * 0.8, h * 0.22, w * 0.24, ink)
    else:
        yield _sheet(w, h, PAPER)
        yield _big(face, w / 2, h * 0.62, w * (0.6 if len(face) < 3 else 0.34), INK)


def _big(text: str, x: float, y: float, size: float, fill: str) -> str:
    return write(text, x, y, size, fill=fill, weight=900, anchor="middle")


def _number(piece: Piece, double: bool, w: float, h: float) -> Iterator[str]:
    ground = "#f4c556" if double else PAPER
    yield _sheet(w, h, ground)
    if art := SPECIAL.get(piece.face):
        yield shape(art, w * 0.2, h * 0.24, w * 0.6, "#1f6f8b", PAPER)
        yield _big(piece.face, w / 2, h * 0.9, w * 0.22, INK)
    else:
        yield _big(piece.face, w / 2, h * 0.68, w * 0.74, INK if double else HEART)
    if not double:
        yield shape("heart", w * 0.72, h * 0.06, w * 0.18, HEART, PAPER)


def _spots(face: str, rank: int, w: float, h: float) -> Iterator[str]:
    ground, ink = RANKS[(rank - 1) % len(RANKS)], PAPER if rank >= DARK else INK
    yield _sheet(w, h, ground)
    yield write(face, w * 0.12, h * 0.25, w * 0.3, fill=ink, weight=900)
    rows, number = ROWS[(rank - 1) % len(ROWS)], 0
    for line, count in enumerate(rows):
        for i in range(count):
            x = w / 2 + (i - (count - 1) / 2) * w * 0.16
            y = h * 0.6 + (line - (len(rows) - 1) / 2) * w * 0.17
            turn = (rank * 37 + number * 71) % 180
            yield f'<g transform="rotate({turn} {x:.1f} {y:.1f})">'
            yield shape("spot", x - w * 0.06, y - w * 0.06, w * 0.12, ink, ground) + "</g>"
            number += 1


def _ends(up: str, down: str, looks: list[str], w: float, h: float) -> Iterator[str]:
    """A card with two ends: the one that counts is bright, the other lies upside down and is pale."""
    yield _sheet(w, h, "#fffdf5")
    chosen = "open" not in looks
    yield rect(w * 0.055, h / 2, w * 0.89, h * 0.46, "#e4dccb" if chosen else "#fffdf5", radius=w * 0.06)
    yield from _end(up, w, h, "#b8480b" if up == "1" else INK)
    pale = "#8d8676" if chosen else ("#b8480b" if down == "1" else INK)
    yield f'<g transform="rotate(180 {w / 2:.1f} {h / 2:.1f})">'
    yield from _end(down, w, h, pale)
    yield "</g>"


def _end(value: str, w: float, h: float, ink: str) -> Iterator[str]:
    yield write(value, w * 0.13, h * 0.36, w * 0.42, fill=ink, weight=900)
    for place in PIPS.get(value, ()):
        x, y = w * (0.55 + 0.14 * (place % 3)), h * (0.15 + 0.1 * (place // 3))
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{w * 0.05:.1f}" fill="{ink}"/>'


def slip(piece: Piece, size: float = 13) -> Box:
    """Words in place of a figure: a bid, an answer."""
    suit = suit_of(piece)
    ground, ink = SUITS[suit] if suit else ("#fffdf5", INK)
    room = size * 1.15 if suit else 0
    who = piece.name if piece.owner is None and piece.face not in piece.name else ""
    width = width_of(piece.face, size, 800) + room + 16 + (width_of(who, size * 0.85) + 12 if who else 0)
    loud = "last" in piece.look.split()
    marks = _title(piece.name) + rect(0, 1, width, size * 1.9, INK, radius=7, more=' fill-opacity=".2"')
    marks += rect(0, 0, width, size * 1.9, "#f4b93a" if loud else ground, radius=7)
    if suit:
        marks += shape(shape_of(suit), 7, size * 0.45, size, ink, ground)
    marks += write(piece.face, 8 + room, size * 1.35, size, fill=ink, weight=800)
    if who:
        marks += write(who, 20 + room + width_of(piece.face, size, 800), size * 1.35, size * 0.85, fill=SECOND)
    return Box(width, size * 1.9 + 1, f"<g>{marks}</g>")


def die(piece: Piece, size: float = 34) -> Box:
    suit = suit_of(piece)
    ground, ink = SUITS[suit] if suit else (PAPER, INK)
    marks = _title(piece.name) + rect(0, 3, size, size, INK, radius=size * 0.22, more=' fill-opacity=".35"')
    marks += rect(0, 0, size, size, ground, radius=size * 0.22)
    if suit:
        marks += shape(shape_of(suit), size * 0.22, size * 0.22, size * 0.56, ink, ground)
    else:
        marks += _big(piece.face, size / 2, size * 0.7, size * 0.55, ink)
    return Box(size, size + 3, f"<g>{marks}</g>")


def token(piece: Piece) -> Box:
    """As wide as its number."""
    wide = 22 + 9 * (int(piece.face) if piece.face.isdecimal() else len(piece.face))
    marks = _title(piece.name) + rect(0, 2, wide, 36, INK, radius=8, more=' fill-opacity=".25"')
    marks += rect(0, 0, wide, 36, "#31273f", radius=8) + _big(piece.face, wide / 2, 18, 15, PAPER)
    marks += write(piece.second, wide / 2, 31, 10, fill="#c6bad0", anchor="middle")
    return Box(wide, 38, f"<g>{marks}</g>")


def disc(seat: int, letter: str, size: float = 24) -> Box:
    """A player: painted wood, always with a letter."""
    ground, ink = WOOD[seat % len(WOOD)]
    r = size / 2
    marks = f'<circle cx="{r}" cy="{r + 1.5}" r="{r}" fill="{INK}" fill-opacity=".35"/>'
    marks += f'<circle cx="{r}" cy="{r}" r="{r}" fill="{ground}" stroke="#7d8c85"/>'
    return Box(size, size + 2, marks + _big(letter[:1], r, r + size * 0.19, size * 0.55, ink))
