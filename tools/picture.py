"""Draws docs/table.svg, the README's picture of the table in a terminal, anew: `make picture`.

A match is played by keys up to a moment that shows much, then the screen is drawn cell by cell: blocks as rectangles,
since fonts leave gaps between them, and texts in whatever monospaced font there is. The same code gives the same bytes.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from random import Random

from rich.segment import Segment
from rich.style import Style
from textual.pilot import Pilot

import sprawdzam
from sprawdzam.bots import make
from sprawdzam.engine.scene import Choice, Scene
from sprawdzam.games.blef.rules import Phase
from sprawdzam.terminal.app import TableApp, TableScreen
from sprawdzam.terminal.palette import NIGHT

PICTURE = Path(__file__).parent.parent / "docs" / "table.svg"
NAMES = ("You", "Ola", "Kuba", "Iga")
SEED, ROUND, BIDS = 390, 5, 4  # the moment: the person may raise in this round, after so many bids or more
SIZE = (120, 35)
WIDTH, HEIGHT, MARGIN = 10, 21, 14  # of a cell, and around them all
STYLE = """text{font:16.6px "DejaVu Sans Mono","Cascadia Mono","Menlo","Consolas",monospace;white-space:pre}
.bold{font-weight:700}.italic{font-style:italic}"""
BLOCKS: dict[str, list[tuple[float, ...]]] = {  # left, top, width, height of the parts of a sign in a cell of 1 by 1
    **{sign: [(0, 1 - n / 8, 1, n / 8)] for n, sign in enumerate("▁▂▃▄▅▆▇█", 1)},
    "▀": [(0, 0, 1, 0.5)], "▌": [(0, 0, 0.5, 1)], "▐": [(0.5, 0, 0.5, 1)], "─": [(0, 0.47, 1, 0.06)],
    "▘": [(0, 0, 0.5, 0.5)], "▝": [(0.5, 0, 0.5, 0.5)], "▖": [(0, 0.5, 0.5, 0.5)], "▗": [(0.5, 0.5, 0.5, 0.5)],
    "▚": [(0, 0, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)],
}  # fmt: skip


async def picture() -> str:
    """The moment as SVG. The person plays as a bot would, but by keys."""
    setup = sprawdzam.game("blef", len(NAMES), jokers=True)
    (me, *others), luck = [make("instinct") for _ in NAMES], Random(SEED)
    app = TableApp(setup, language="en", bots=others, names=NAMES, seed=SEED, speed=0)
    async with app.run_test(size=SIZE) as pilot:
        while True:
            await my_turn(app, pilot)
            view = app.match.view(0)
            scene, now, action = view.scene("en", NAMES), view.record, me.decide(view, luck)
            choice = next(choice for choice in scene.choices if choice.actions == (action,))
            await pilot.press(*keys(scene, choice))
            if not choice.loud and now.phase == Phase.BID and now.round == ROUND and now.made >= BIDS:
                await pilot.pause(0.2)  # the log scrolls to its end
                return svg(app.screen._compositor.render_strips())
            await pilot.press(*([] if choice.loud else ["enter"]))


async def my_turn(app: TableApp, pilot: Pilot[None]) -> None:
    """Until the match waits for the person alone, so that nothing depends on who is quicker."""
    while app.match.actors != (0,) or not isinstance(app.screen, TableScreen) or app.screen.stale:
        if app.match.over:
            raise RuntimeError("there is no such moment in this match: take another seed")
        await pilot.pause(0.01)


def keys(scene: Scene, choice: Choice) -> Iterator[str]:
    """What picks a choice; a call is played by its key."""
    for click in choice.path[0]:
        if click.piece is None:
            yield from "s" if choice.loud else click.what
        elif click not in scene.preset:
            yield str(click.piece[1] + 1)


def svg(lines: Iterable[Iterable[Segment]]) -> str:
    width, height = SIZE[0] * WIDTH + 2 * MARGIN, SIZE[1] * HEIGHT + 2 * MARGIN
    size = f'viewBox="0 0 {width} {height}" width="{width}" shape-rendering="crispEdges" xml:space="preserve"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="Sprawdzam!">',
        f'<style>{STYLE}</style>\n<rect width="100%" height="100%" rx="12" fill="{NIGHT.table}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
    ]
    for y, line in enumerate(lines):
        x = 0
        for text, style, _ in Segment.simplify(line):
            parts += drawn(text, style or Style(), x, y)
            x += len(text)
    return "\n".join((*parts, "</g>", "</svg>", ""))


def drawn(text: str, style: Style, x: int, y: int) -> Iterator[str]:
    """The ground, on it the blocks, and what is between them as text of exactly its width."""
    inks = [ink.get_truecolor().hex if ink else "none" for ink in (style.color, style.bgcolor)]
    colour, ground = reversed(inks) if style.reverse else inks
    looks = "bold" * bool(style.bold) + " italic" * bool(style.italic) or "plain"
    yield rectangle(x, y, len(text), 1, ground)
    for sign, run in groupby(text, lambda sign: sign if sign in BLOCKS else ""):
        part = "".join(run)
        for left, top, wide, high in BLOCKS.get(sign, []):
            step = len(part) if wide == 1 else 1
            yield from (rectangle(x + i + left, y + top, wide * step, high, colour) for i in range(0, len(part), step))
        if not sign and (words := part.strip()):
            place = f'x="{(x + part.index(words)) * WIDTH}" y="{y * HEIGHT + 16}" textLength="{len(words) * WIDTH}"'
            yield f'<text {place} class="{looks}" fill="{colour}">{escape(words)}</text>'
        x += len(part)


def rectangle(x: float, y: float, wide: float, high: float, colour: str) -> str:
    size = f'width="{wide * WIDTH:g}" height="{high * HEIGHT:g}"'
    return f'<rect x="{x * WIDTH:g}" y="{y * HEIGHT:g}" {size} fill="{colour}"/>'


if __name__ == "__main__":
    os.environ.pop("NO_COLOR", None)
    PICTURE.write_text(asyncio.run(picture()), "utf-8", newline="\n")
