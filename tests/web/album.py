"""Pictures of every kind of moment at a table, at two sizes and in two lights, in the folder that PICTURES names.

`PICTURES=folder pytest tests/web/test_games.py` fills it while all games are played; without it nothing is drawn.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
LIGHTS = ("light", "dark")
# Two moments are of one kind if the same is asked in the same way and the same zones lie on the table.
KIND = """() => {
    const page = document.querySelector('.page');
    const all = (what, of) => [...document.querySelectorAll(what)].map(of).join(' ');
    return page && [page.classList[1], document.querySelector('.after') ? 'over' : '', page.matches('.turning'),
        document.querySelector('.tray').className, all('.cloth .zone', (one) => one.className),
        all('.tray .ask', (one) => one.className), all('.actions .btn', (one) => one.className)].join(' / ');
}"""


class Album:
    def __init__(self) -> None:
        self.folder = os.environ.get("PICTURES")
        self.seen: set[str] = set()

    def look(self, page: Any) -> None:
        """Draws the moment if there was none of its kind before."""
        if not self.folder or not (kind := page.evaluate(KIND)) or kind in self.seen:
            return
        self.seen.add(kind)
        game, size = kind.split(" ")[0], page.viewport_size
        light = page.evaluate("document.documentElement.dataset.theme")
        number = sum(one.startswith(f"{game} ") for one in self.seen)
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for theme in LIGHTS:
                page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
                page.wait_for_timeout(50)
                self.keep(page, f"{game}-{number:02}-{name}-{theme}")
        page.set_viewport_size(size)
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", light)

    def keep(self, page: Any, name: str) -> None:
        """Draws what somebody should look at."""
        if self.folder:
            Path(self.folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(self.folder) / f"{name}.png")
