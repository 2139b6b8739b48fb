"""Amounts against a limit: a bar of parts on the cloth, tokens on a player's place."""

from __future__ import annotations

from rich.cells import cell_len

from sprawdzam.engine.scene import Track
from sprawdzam.terminal.block import Block, beside, ink, spans, stack, text
from sprawdzam.terminal.palette import Palette, mix
from sprawdzam.terminal.paper import token

BEYOND = 4  # units that are shown beyond the limit
WIDEST = 3  # cells of one unit, besides the gap


def bar(track: Track, width: int, p: Palette, *, one_line: bool) -> Block:
    """The parts solid or hatched, the rest empty, and the unit that reaches the limit in the colour of the call."""
    title = text(track.title, ink(p.ink, None, True))
    if one_line:
        room = width - title.width - 2
        strip = _strip(track, room, p, 1)
        left = room - strip.width - 2
        note = (text(track.note, ink(p.second), min(left, cell_len(track.note))),) if track.note and left > 8 else ()
        return beside(title, strip, *note, gap=2)
    strip = _strip(track, width, p, WIDEST)
    room = strip.width - title.width - 2
    if not track.note:
        return stack(title, strip)
    if cell_len(track.note) > room:
        return stack(beside(title, text(track.note, ink(p.second), max(0, width - title.width - 2)), gap=2), strip)
    return stack(beside(title, text(track.note.rjust(room), ink(p.second)), gap=2), strip)


def _strip(track: Track, width: int, p: Palette, widest: int) -> Block:
    words = [word for word, n in track.parts for _ in range(max(0, n))]
    units = max(track.limit + BEYOND, len(words))
    each = max(1, min(widest, width // units - (widest > 1)))
    gap = 1 if widest > 1 and (each + 1) * units - 1 + 2 <= width else 0
    cells = [_unit(words[i] if i < len(words) else "", i + 1, track.limit, each, p) for i in range(units)]
    return beside(*cells, gap=gap)


def _unit(word: str, number: int, limit: int, each: int, p: Palette) -> Block:
    told = str(number) if number == limit else ""
    if told:
        width = max(each, cell_len(told))
        return text(told.center(width), ink(p.on_call, p.call, True), width)
    if word == "seen":
        return text(" " * each, ink(on=p.ink))
    if word:
        return text("▒" * each, ink(p.ink, mix(p.table, p.ink, 0.3)))
    return text(" " * each, ink(on=mix(p.inset, p.line, 0.35)))


def tokens(track: Track, palette: Palette, *, dark: bool, weak: str) -> Block:
    """A name and its places, filled and empty: "nerves ✹○"."""
    parts = [(f"{track.title} ", ink(weak))] if track.title else []
    for word, n in track.parts:
        sign, colour = token(word, dark=dark)
        parts.append((sign * n, ink(colour, None, True)))
    empty = track.limit - sum(n for _, n in track.parts)
    parts.append(("○" * max(0, empty), ink(weak)))
    return spans(*parts)
