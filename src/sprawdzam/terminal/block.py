"""Blocks of styled text: rectangles that are put beside and below one another, and the widget that shows one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from textwrap import wrap as wrap_words
from typing import NamedTuple, TypeAlias, cast

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

Target: TypeAlias = tuple[str, ...]  #: what a click on a cell means, such as ("answer", "value", "4")


@cache
def ink(
    colour: str | None = None,
    on: str | None = None,
    bold: bool = False,
    *,
    italic: bool = False,
    strike: bool = False,
    target: Target = (),
) -> Style:
    """A style; ``target`` makes its cells clickable."""
    return Style(
        color=colour, bgcolor=on, bold=bold, italic=italic, strike=strike, meta={"target": target} if target else None
    )


class Block(NamedTuple):
    """A rectangle of text."""

    width: int
    rows: tuple[tuple[Segment, ...], ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    def padded(self, width: int, height: int = 0) -> Block:
        """At least so wide and high; what is added lies right and below."""
        wide = max(width, self.width)
        blank = (Segment(" " * wide),)
        rows = tuple((*row, Segment(" " * (wide - self.width))) if wide > self.width else row for row in self.rows)
        return Block(wide, rows + (blank,) * (height - len(rows)))

    def dropped(self, lines: int) -> Block:
        """With empty lines above."""
        return Block(self.width, ((Segment(" " * self.width),),) * lines + self.rows)

    def indented(self, cells: int) -> Block:
        return Block(self.width + cells, tuple((Segment(" " * cells), *row) for row in self.rows))

    def centred(self, width: int) -> Block:
        return self.indented(max(0, (width - self.width) // 2)).padded(width)

    def cropped(self, width: int) -> Block:
        """At most so wide: what is beyond is cut off."""
        if self.width <= width:
            return self
        return Block(width, tuple(tuple(Strip(row).crop(0, width)) for row in self.rows))

    def on(self, style: Style) -> Block:
        """With this style under all that has none of its own."""
        return Block(self.width, tuple(tuple(Segment.apply_style(row, style)) for row in self.rows))


EMPTY = Block(0, ())


def text(words: str, style: Style, width: int | None = None) -> Block:
    """One line, cut or filled to a width if one is given."""
    if width is not None and cell_len(words) > width:
        words = set_cell_size(words, max(0, width - 1)) + "…"
    size = cell_len(words) if width is None else width
    return Block(size, ((Segment(set_cell_size(words, size), style),),))


def wrapped(words: str, style: Style, width: int) -> Block:
    """Words on as many lines as they need."""
    return stack(*(text(line, style) for line in wrap_words(words, max(1, width)) or [""]))


def spans(*parts: tuple[str, Style]) -> Block:
    """One line of parts in different styles."""
    return Block(sum(cell_len(words) for words, _ in parts), (tuple(Segment(words, style) for words, style in parts),))


def stack(*blocks: Block) -> Block:
    """One below the other."""
    width = max((block.width for block in blocks), default=0)
    return Block(width, tuple(row for block in blocks for row in block.padded(width).rows))


def beside(*blocks: Block, gap: int = 1) -> Block:
    """One after the other, their tops in line."""
    if not blocks:
        return EMPTY
    height = max(block.height for block in blocks)
    full = [block.padded(block.width, height) for block in blocks]
    between = (Segment(" " * gap),) if gap else ()
    rows = []
    for y in range(height):
        row = full[0].rows[y]
        for block in full[1:]:
            row = (*row, *between, *block.rows[y])
        rows.append(row)
    return Block(sum(block.width for block in full) + gap * (len(full) - 1), tuple(rows))


def flow(blocks: Sequence[Block], width: int, gap: int = 1, lines: int = 0) -> Block:
    """As many side by side as fit, the rest below, with empty ``lines`` between."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        if rows and used + gap + block.width <= width:
            rows[-1].append(block)
            used += gap + block.width
        else:
            rows.append([block])
            used = block.width
    laid = [beside(*row, gap=gap) for row in rows]
    return stack(*(block.dropped(lines if i else 0) for i, block in enumerate(laid)))


class Drawn(Widget):
    """A widget that shows the block its ``draw`` makes, and tells which target was clicked."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Drawn { height: auto; width: 1fr; }"

    class Pressed(Message):
        """A target was clicked."""

        def __init__(self, target: Target) -> None:
            super().__init__()
            self.target = target

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.hover: Target = ()
        self._drawn: tuple[int, Block] | None = None

    def draw(self, width: int) -> Block:
        raise NotImplementedError

    def redraw(self) -> None:
        """Draws anew what has changed; the layout follows only if the height has."""
        before, self._drawn = self._drawn, None
        width = self.content_size.width
        if before is None or width == 0:
            self.refresh(layout=True)
        elif (now := self.block(width)) != before[1] or now.height != self.content_size.height:
            self.refresh(layout=now.height != self.content_size.height)

    def block(self, width: int) -> Block:
        if self._drawn is None or self._drawn[0] != width:
            self._drawn = (width, self.draw(width))
        return self._drawn[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.block(width).height

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def render_line(self, y: int) -> Strip:
        width = self.content_size.width
        rows = self.block(width).rows
        line: Iterable[Segment] = rows[y] if y < len(rows) else ()
        return Strip(line).adjust_cell_length(width).apply_style(self.rich_style)

    def target_at(self, event: events.MouseEvent) -> Target:
        return cast(Target, event.style.meta.get("target", ()))

    def on_click(self, event: events.Click) -> None:
        if target := self.target_at(event):
            event.stop()
            self.post_message(self.Pressed(target))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover_over(self.target_at(event))

    def on_leave(self) -> None:
        self._hover_over(())

    def _hover_over(self, target: Target) -> None:
        if target != self.hover:
            self.hover = target
            self.redraw()
