"""A table in a terminal that tests drive by keys and clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from textual import _wait
from textual.pilot import Pilot
from textual.widget import Widget

import sprawdzam
from sprawdzam.bots import make
from sprawdzam.engine import texts as texts_module
from sprawdzam.engine.texts import Texts
from sprawdzam.terminal.app import TableApp, TableScreen
from sprawdzam.terminal.block import Drawn, Target
from sprawdzam.terminal.selection import Selection
from sprawdzam.terminal.sight import Sight

QUIET = 0.004  # seconds of a process at rest after which what was pressed counts as dealt with


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot looks every fiftieth of a second whether all is quiet, several times for a key: most of the time
    of these tests would be waiting. It still waits until every widget has worked off its messages."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", QUIET)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", QUIET / 20)


class Hands:
    """What a test does at the table, and what it sees there."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def sight(self) -> Sight:
        assert self.table.sight is not None
        return self.table.sight

    @property
    def selection(self) -> Selection:
        assert self.table.selection is not None
        return self.table.selection

    async def until(self, true: Callable[[], object], seconds: float = 20) -> None:
        for _ in range(int(seconds / 0.01)):
            await self.pilot.pause(0.01)
            if true():
                return
        raise AssertionError(f"that never came; there is:\n{self.screen_text()}")

    async def my_turn(self) -> None:
        await self.until(lambda: (self.sight.mine and not self.sight.turning) or self.app.match.over)
        await self.pilot.pause()

    async def bidding(self) -> None:
        """Until this person bids, keeping cards as they lie."""
        while True:
            await self.my_turn()
            if self.app.match.over or "value" in [group.id for group in self.selection.groups]:
                return
            await self.press("enter")

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def targets(self, *places: str) -> list[Target]:
        """Everything that can be clicked in these parts of the table."""
        found: dict[Target, None] = {}
        for place in places:
            widget = self.table.query_one(f"#{place}", Drawn)
            for row in widget.block(widget.content_size.width).rows:
                for segment in row:
                    target = segment.style.meta.get("target") if segment.style else None
                    if target:
                        found[target] = None
        return list(found)

    async def click(self, target: Target) -> None:
        """A real click on the middle of the cells that mean this."""
        for widget in self.table.query(Drawn):
            for y, row in enumerate(widget.block(widget.content_size.width).rows):
                x = 0
                for segment in row:
                    if segment.style and segment.style.meta.get("target") == target:
                        await self.pilot.click(widget, offset=(x + _inset(widget) + segment.cell_length // 2, y))
                        await self.pilot.pause()
                        return
                    x += segment.cell_length
        raise AssertionError(f"{target} is not on the screen")

    def screen_text(self) -> str:
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def _inset(widget: Widget) -> int:
    return widget.styles.padding.left


Scenario = Callable[[Hands], Awaitable[Any]]


@pytest.fixture
def at_table() -> Callable[..., TableApp]:
    """Runs a scenario at a table, of blef unless told otherwise; gives the application back."""

    def run(
        scenario: Scenario,
        *,
        seats: int = 3,
        bot: str = "instinct",
        size: tuple[int, int] = (120, 35),
        seed: int | None = 7,
        speed: float = 0,
        language: str = "en",
        options: dict[str, Any] | None = None,
        game: str = "blef",
        **more: Any,
    ) -> TableApp:
        setup = sprawdzam.game(game, seats, **(options or {}))
        bots = more.pop("bots", None) or [make(bot) for _ in range(seats - 1)]
        app = TableApp(setup, language=language, bots=bots, seed=seed, speed=speed, **more)

        async def play() -> None:
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await scenario(Hands(app, pilot))

        asyncio.run(play())
        return app

    return run


@pytest.fixture
def shouted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the Polish catalogue: the English texts in capitals, fields as they are."""

    class Loud(Texts):
        def __call__(self, text: str, **fields: object) -> str:
            told = "".join(_upper(text))
            return told.format(**fields) if fields else told

        def count(self, one: str, many: str, n: int, **fields: object) -> str:
            return self(one if n == 1 else many, n=n, **fields)

    english = texts_module.texts("en")
    loud = Loud("pl", english._catalogue)

    def texts(language: str) -> Texts:
        return loud if language == "pl" else english

    monkeypatch.setattr("sprawdzam.engine.view.texts", texts)
    monkeypatch.setattr("sprawdzam.terminal.app.texts", texts)


def _upper(text: str) -> list[str]:
    inside, out = False, []
    for c in text:
        inside = c == "{" or (inside and c != "}")
        out.append(c if inside else c.upper())
    return out


@pytest.fixture
def luck() -> Random:
    return Random(3)
