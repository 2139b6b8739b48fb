"""Marks with a size, and how they are put beside and below one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

INK, SECOND, PAPER, PANEL, TURN, LINE = "#1e1a2e", "#4b465c", "#fbf6e9", "#f4f1e6", "#f4b93a", "#7d8c85"
FONT = "Gabarito, 'Trebuchet MS', 'Segoe UI', 'DejaVu Sans', sans-serif"
NARROW = set("iljtfrI.,:;'!|()[] 1")


class Box(NamedTuple):
    """Something drawn from the corner (0, 0) on."""

    width: float
    height: float
    marks: str


def width_of(text: str, size: float, weight: int = 500) -> float:
    """About how wide a line is; nobody knows with which font it will be drawn."""
    units = sum(0.36 if letter in NARROW else 0.74 if letter in "mwMW@%" else 0.6 for letter in text)
    return units * size * (1.06 if weight > 600 else 1.0)


def write(
    text: str, x: float, y: float, size: float, *, fill: str = INK, weight: int = 500, anchor: str = "start"
) -> str:
    """A line of text on its base line."""
    style = f'font-size="{size:g}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'


def rect(x: float, y: float, w: float, h: float, fill: str, *, radius: float = 0, more: str = "") -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{radius:.1f}" fill="{fill}"{more}/>'


def words(text: str, size: float, most: float, *, fill: str = INK, weight: int = 500) -> Box:
    """A text in as many lines as it needs."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size, weight) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    step = size * 1.3
    marks = "".join(write(line, 0, size + i * step, size, fill=fill, weight=weight) for i, line in enumerate(lines))
    return Box(max((width_of(line, size, weight) for line in lines), default=0), step * len(lines), marks)


def at(box: Box, x: float, y: float) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f})">{box.marks}</g>' if box.marks else ""


def flow(boxes: Sequence[Box], most: float, gap: float = 8, *, hang: bool = False) -> Box:
    """Side by side, on a new line where the width is used up; they stand on the foot of their line, or hang."""
    lines: list[list[Box]] = [[]]
    for box in boxes:
        used = sum(each.width + gap for each in lines[-1])
        if lines[-1] and used + box.width > most:
            lines.append([])
        lines[-1].append(box)
    marks, y, width = [], 0.0, 0.0
    for line in lines:
        x, height = 0.0, max((box.height for box in line), default=0)
        for box in line:
            marks.append(at(box, x, y if hang else y + height - box.height))
            x += box.width + gap
        width, y = max(width, x - gap), y + height + gap
    return Box(max(0, width), max(0, y - gap), "".join(marks))


def stack(boxes: Iterable[Box], gap: float = 6) -> Box:
    """One below the other; what is empty takes no room."""
    there = [box for box in boxes if box.height]
    marks, y = [], 0.0
    for box in there:
        marks.append(at(box, 0, y))
        y += box.height + gap
    return Box(max((box.width for box in there), default=0), max(0, y - gap), "".join(marks))


def panel(box: Box, width: float, fill: str, pad: float = 12, height: float = 0) -> Box:
    """On a sheet of its own, with a hard short shadow below."""
    tall = max(height, box.height + 2 * pad)
    sheet = rect(0, 2, width, tall, "#1e1a2e", radius=14, more=' fill-opacity=".22"')
    return Box(width, tall + 2, sheet + rect(0, 0, width, tall, fill, radius=14) + at(box, pad, pad))
