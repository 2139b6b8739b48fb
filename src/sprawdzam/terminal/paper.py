"""What the words of a piece's look mean on a terminal: its ground, its print, its frame and its picture."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sprawdzam.engine.scene import Piece
from sprawdzam.terminal.palette import BACK, INK, PALE_INK, PAPER, SHADE, WEAVE, Palette, contrast, mix, readable

HEART = "♥"
HEART_RED = "#EE6350"
PRINT_RED = "#C22F17"
RAMP = (  # from pale to dark: darker is stronger
    "#FCEBBE", "#FBDE9F", "#F9D17F", "#F7C35A", "#F5B051", "#F29C49", "#EE8840",
    "#E8713B", "#C83B31", "#AF3243", "#97284F", "#6F2351", "#4A1A50",
)  # fmt: skip
SUITS = {
    "yellow": "#F4BC3C", "green": "#0B5C42", "blue": "#4C97EA", "red": "#EE6350", "purple": "#5D2A86",
    "grey": "#BDBCC2", "orange": "#F3982B",
}  # fmt: skip
RANKS = {f"rank{i}": colour for i, colour in enumerate(RAMP, 1)}
GROUNDS = {"double": "#F4BC3C", "joker": "#0B5C42", "currency": INK, **SUITS, **RANKS}
READABLE = 4.5  # the contrast of a text
SHAPES = {  # a colour always comes with its shape: sun, leaf, moon, flame, flower, stone
    "yellow": "☼", "green": "♣", "blue": "☾", "red": "♦", "purple": "✿", "grey": "■", "orange": "☼",
}  # fmt: skip
UNKNOWN = "?"
TOKENS = {  # by night and by day
    "composure": ("●", "#6CC3DE", "#1F6F8B"),
    "nerves": ("✹", "#FF8064", "#C22F17"),
    "currency": ("●", "#C6BAD0", "#1E1A2E"),
    "coin3": ("◉", "#FFFDF5", "#8A5A33"),
}
TOKEN = ("●", "#93B8FF", "#1B4FC4")

# Pictures that large cards have room for: half a cell to a point.
PICTURES = {
    "heart": " # # |#####|#####| ### |  #  ",
    "joker": "#   #|## ##|#####|# # #| ### ",
}
DICE = {
    "yellow": "# # #| ### |#####| ### |# # #",
    "green": "   ##| ####|#### |###  |#    ",
    "blue": "  ###| ##  |##   | ##  |  ###",
    "red": "  #  | ##  | ####|#### | ### ",
    "purple": " # # |## ##|  #  |## ##| # # ",
    "grey": " ### |#####|#####|#####| ### ",
}


class Paint(NamedTuple):
    """The colours of a piece."""

    ground: str
    print: str
    frame: str
    """The edge around the printed block."""
    lower: str
    """The ground of the other end, where there is one."""
    weak: str
    """The print of the other end."""


@lru_cache(1000)
def paint(piece: Piece, palette: Palette) -> Paint:
    looks = piece.look.split()
    if not piece.face:
        if "heart" in looks:
            ground = INK
            return Paint(ground, HEART_RED, mix(INK, palette.line, 0.45) if palette.dark else INK, PAPER, PRINT_RED)
        return Paint(BACK, WEAVE, BACK, PAPER, PRINT_RED)
    if "counts" in looks:
        return Paint(palette.ok, palette.on_ok, palette.ok, SHADE, PALE_INK)
    if "idle" in looks:
        return Paint(SHADE, PALE_INK, SHADE, mix(SHADE, PALE_INK, 0.18), PALE_INK)
    ground = next((GROUNDS[look] for look in looks if look in GROUNDS), PAPER)
    frame = PAPER
    if "covered" in looks:  # paler, as long as its print can be read
        paler = [mix(ground, palette.panel, share) for share in (0.45, 0.35, 0.25, 0)]
        ground = next(tone for tone in paler if contrast(tone, readable(tone)) >= READABLE or tone == ground)
        frame = mix(PAPER, palette.panel, 0.5)
    print_ = readable(ground)
    plain = ground == PAPER
    if "right" in looks or "wrong" in looks:  # what was said of it stands below
        said, on = (palette.ok, palette.on_ok) if "right" in looks else (palette.call, palette.on_call)
        return Paint(ground, print_, frame, said, on)
    return Paint(ground, print_, frame, SHADE if piece.second else ground, PALE_INK if plain else print_)


def picture(piece: Piece) -> str:
    """The picture of a piece, if there is one."""
    if "die" in piece.look.split():
        return DICE.get(suit_of(piece), "")
    return next((PICTURES[look] for look in piece.look.split() if look in PICTURES), "")


def suit_of(piece: Piece) -> str:
    return next((look for look in piece.look.split() if look in SUITS), "")


def sign(piece: Piece) -> str:
    """The sign in a card's corner: its suit's shape, or a heart for what is on the other side."""
    if piece.face and "single" in piece.look.split():
        return HEART
    return SHAPES.get(suit_of(piece), "")


def printed(piece: Piece) -> str:
    """What is printed large: the number; on a die its shape; a question mark where only the suit is known."""
    if "die" in piece.look.split():
        return sign(piece)
    return piece.face or (UNKNOWN if suit_of(piece) else "")


def token(word: str, *, dark: bool) -> tuple[str, str]:
    """The sign of a counted thing and its colour on a dark or a light ground."""
    sign, night, day = TOKENS.get(word, TOKEN)
    return sign, night if dark else day
