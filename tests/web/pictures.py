"""The pictures of the README, from real matches on a real server: `make pictures`.

Deals are nobody's choice, so no two runs draw the same cards. A match is played until a moment that shows much.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from tests.server.serving import serving
from tests.web.browser import Visitor, alone, browsing, play_on

QUALITY = 84  # of 100, as WebP
MOST = 150_000  # bytes


class Moment(NamedTuple):
    """A game at a table of so many, when ``when`` is true on the page; then ``press`` is pressed."""

    game: str
    seats: int
    phone: bool
    dark: bool
    when: str
    press: str


MOMENTS = (
    Moment("nerwy", 4, False, False, "{asked} && {row} >= 4 && document.querySelector('.tray.ask')", ""),
    Moment("rys", 4, True, False, "{asked} && document.querySelectorAll('.layers .set').length > 4 && {hand}",
           ".hand .piece:has(.times) > .press"),
    Moment("szacunki", 4, False, True, "{asked} && document.querySelector('.scale')"
           " && document.querySelectorAll('.history li').length > 2", ".scale"),
    Moment("blef", 4, True, True, "{asked} && document.querySelectorAll('.said-by').length >= 3", ""),
    Moment("fiasko", 4, False, False, "document.querySelectorAll('.tray.turn .btn.go').length > 1"
           " && document.querySelectorAll('.z-pool .slot').length >= 3"
           " && document.querySelector('.meter') && document.querySelectorAll('.hand .slot').length > 2", ""),
)  # fmt: skip
PARTS = {
    "{asked}": "document.querySelector('.tray:is(.turn, .ask) .actions, .tray.turn .hand button')",
    "{row}": "document.querySelectorAll('.k-row .slot').length",
    "{hand}": "document.querySelector('.hand .piece:has(.times) > .press')",
}


def draw(browser: Any, site: str, moment: Moment, file: Path) -> None:
    while (visitor := reached(browser, site, moment)).finished:
        visitor.context.close()  # a short match without such a moment: the next one
    if moment.press:
        visitor.page.locator(moment.press).first.click()
    visitor.page.mouse.move(0, 0)
    visitor.page.wait_for_timeout(600)
    file.write_bytes(small(visitor.page.screenshot()))
    visitor.context.close()


def reached(browser: Any, site: str, moment: Moment) -> Visitor:
    """Somebody at a table at the moment, or at its end."""
    when = moment.when
    for short, long in PARTS.items():
        when = when.replace(short, long)
    visitor = Visitor(browser, phone=moment.phone, dark=moment.dark, sharp=moment.phone, calls=False)
    alone(visitor, site, moment.game, moment.seats)
    met = f"!document.querySelector('.turning') && !!({when})"
    play_on(visitor, until=lambda: visitor.page.evaluate(met) or visitor.finished)
    return visitor


def small(picture: bytes) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").save(out, "WEBP", quality=QUALITY, method=6)
    assert len(out.getvalue()) < MOST, f"{len(out.getvalue())} bytes are too many"
    return out.getvalue()


def main(folder: Path, games: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as site, browsing() as browser:
        for moment in MOMENTS:
            if not games or moment.game in games:
                print(f"{moment.game} ...", file=sys.stderr)
                draw(browser, site, moment, folder / f"{moment.game}.webp")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
