"""Draws docs/table.svg, the picture of the terminal table in the README, anew: `make picture`.

A match is played by keys up to a moment that shows much. Every cell of the screen is then drawn as it is; blocks become
rectangles, because fonts leave gaps between them. The same code always gives the same bytes.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.pilot import Pilot

import sprawdzam
from sprawdzam.bots import make
from sprawdzam.engine.scene import Choice, Scene
from sprawdzam.games.blef.rules import Phase
from sprawdzam.terminal.app import TableApp, TableScreen

PICTURE = Path(__file__).parent.parent / "docs" / "table.svg"
NAMES = ("You", "Ola", "Kuba", "Iga")
SEED, ROUND, BIDS = 7, 4, 4  # the moment: the person's turn to bid in this round, after so many bids or more
COLUMNS, LINES = 120, 35

WIDTH, HEIGHT, MARGIN = 10, 21, 14  # of a cell, and around them all
STYLE = """text{font:16.6px "DejaVu Sans Mono","Cascadia Mono","Menlo","Consolas",monospace;white-space:pre}
.bold{font-weight:700}.italic{font-style:italic}.strike{text-decoration:line-through}"""
BLOCKS = {  # left, top, width and height of the parts, in a cell that is 1 by 1
    **{chr(0x2580 + n): ((0, 1 - n / 8, 1, n / 8),) for n in range(1, 9)},
    **{chr(0x2590 - n): ((0, 0, n / 8, 1),) for n in range(1, 8)},
    "▀": ((0, 0, 1, 0.5),), "▐": ((0.5, 0, 0.5, 1),), "▔": ((0, 0, 1, 0.125),), "▕": ((0.875, 0, 0.125, 1),),
    "▖": ((0, 0.5, 0.5, 0.5),), "▗": ((0.5, 0.5, 0.5, 0.5),), "▘": ((0, 0, 0.5, 0.5),), "▝": ((0.5, 0, 0.5, 0.5),),
    "▚": ((0, 0, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)), "─": ((0, 0.47, 1, 0.06),),
}  # fmt: skip


# --- the match ---


async def play(seed: int = SEED, number: int = ROUND, bids: int = BIDS) -> str:
    """The picture of the moment; the person plays as a bot would, but by keys."""
    bot, luck = make("instinct"), Random(seed)
    setup = sprawdzam.game("blef", len(NAMES), jokers=True)
    bots = [make("instinct") for _ in NAMES[1:]]
    app = TableApp(setup, language="en", bots=bots, names=NAMES, seed=seed, speed=0)
    async with app.run_test(size=(COLUMNS, LINES)) as pilot:
        while True:
            scene = await my_turn(app, pilot)
            view = app.match.view(0)
            action = bot.decide(view, luck)
            choice = next(choice for choice in scene.choices if choice.actions == (action,))
            now = view.record
            there = now.phase == Phase.BID and now.round == number and now.made >= bids and not choice.loud
            await pilot.press(*keys(scene, choice))
            if there:
                await pilot.pause(0.2)  # the log scrolls to its end
                return svg(app.screen._compositor.render_strips())
            if not choice.loud:
                await pilot.press("enter")


async def my_turn(app: TableApp, pilot: Pilot[None]) -> Scene:
    """What the person sees once the match waits for nobody else, so that nothing depends on who was quicker."""
    while app.match.actors != (0,) or not isinstance(app.screen, TableScreen) or app.screen.stale:
        if app.match.over:
            raise RuntimeError("that match has no such moment any more: choose another seed in tools/picture.py")
        await pilot.pause(0.01)
    return app.match.view(0).scene("en", NAMES)


def keys(scene: Scene, choice: Choice) -> Iterator[str]:
    """The keys that pick a choice, for a call play it."""
    if choice.loud:
        yield "s"
    for click in () if choice.loud else choice.path[0]:
        if click.piece is None:
            yield from click.what
        elif click not in scene.preset:
            yield str(click.piece[1] + 1)


# --- the drawing ---


class Cell(NamedTuple):
    sign: str
    colour: str
    ground: str
    looks: str


def cells(line: Iterable[Segment]) -> list[Cell]:
    found = []
    for text, style, _ in line:
        assert style is not None and style.color is not None and style.bgcolor is not None and cell_len(text) == len(text)
        colour, ground = (each.get_truecolor().hex for each in (style.color, style.bgcolor))
        looks = " ".join(look for look in ("bold", "italic", "strike") if getattr(style, look))
        found += [Cell(sign, colour, ground, looks) for sign in text]
    return found


def svg(lines: Iterable[Iterable[Segment]]) -> str:
    rows = [cells(line) for line in lines]
    width, height = COLUMNS * WIDTH + 2 * MARGIN, LINES * HEIGHT + 2 * MARGIN
    grounds = [part for y, row in enumerate(rows) for part in drawn_grounds(row, y)]
    signs = [part for y, row in enumerate(rows) for part in drawn_signs(row, y)]
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        'aria-label="Sprawdzam!" shape-rendering="crispEdges" xml:space="preserve">',
        f"<style>{STYLE}</style>",
        f'<rect width="100%" height="100%" rx="12" fill="{rows[0][0].ground}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">', *grounds, *signs, "</g>", "</svg>\n",
    ))  # fmt: skip


def drawn_grounds(row: list[Cell], y: int) -> Iterator[str]:
    x = 0
    for ground, run in groupby(row, lambda cell: cell.ground):
        n = len(list(run))
        yield rectangle(x, y, n, 1, ground)
        x += n


def drawn_signs(row: list[Cell], y: int) -> Iterator[str]:
    """Blocks as rectangles, all between them as text of exactly its width."""
    x = 0
    for (block, colour, looks), run in groupby(row, lambda cell: (BLOCKS.get(cell.sign), cell.colour, cell.looks)):
        text = "".join(cell.sign for cell in run)
        for left, top, wide, high in block or ():
            if left or wide < 1:
                yield from (rectangle(x + i + left, y + top, wide, high, colour) for i in range(len(text)))
            else:
                yield rectangle(x, y + top, len(text), high, colour)
        if block is None and text.strip():
            begin = x + len(text) - len(text.lstrip())
            look = f' class="{looks}"' if looks else ""
            size = f'x="{begin * WIDTH}" y="{y * HEIGHT + 16}" textLength="{len(text.strip()) * WIDTH}"'
            yield f'<text {size} fill="{colour}"{look}>{escape(text.strip())}</text>'
        x += len(text)


def rectangle(x: float, y: float, wide: float, high: float, colour: str) -> str:
    size = f'width="{wide * WIDTH:g}" height="{high * HEIGHT:g}"'
    return f'<rect x="{x * WIDTH:g}" y="{y * HEIGHT:g}" {size} fill="{colour}"/>'


def main() -> None:
    os.environ.pop("NO_COLOR", None)
    PICTURE.write_text(asyncio.run(play()), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
