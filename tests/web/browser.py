"""A real browser for tests, if there is one: Chromium by Playwright, from ``CHROME`` or where systems have it."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

from .album import Album

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome",
)  # fmt: skip
QUIET = (
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
# What somebody may press now, kind by kind, each with a point at which a finger really meets it. What lies beneath the
# edge of the screen is brought into sight first, as a person would; what cannot be met has no point.
WAYS = {
    "call": ".tray .actions .btn.call",
    "go": ".tray .actions .btn.go",
    "said": ".tray .actions .btn:not(.call, .go, .back)",
    "answer": ".tray .ask button:not(.unfit, .step, [aria-pressed=true])",
    "step": ".tray .ask .step",
    "piece": ".press:not([aria-pressed=true]), .turns > .press, .tray .leaf button.can:not(.picked)",
}
FINISHED = "!!document.querySelector('.after')"
ASKED = f"(!{FINISHED} && !!document.querySelector('.tray:is(.turn, .ask)'))"
GLANCE = """(ways) => ({
    finished: FINISHED,
    asked: ASKED,
    met: Object.fromEntries(Object.entries(ways).map(([kind, what]) => [kind,
        [...document.querySelectorAll(what)].filter((one) => !one.disabled && one.checkVisibility()).map((one) => {
            const points = () => {
                const { x, y, width, height } = one.getBoundingClientRect();
                const parts = [[.5, .5], [.15, .5], [.5, .9], [.15, .9], [.15, .1]];
                return parts.map(([a, b]) => [x + a * width, y + b * height]);
            };
            const meets = ([x, y]) => one.contains(document.elementFromPoint(x, y));
            if (!points().some(meets)) one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
            const point = points().find(meets) ?? null;
            const above = point ? '' : document.elementFromPoint(...points()[0])?.outerHTML.slice(0, 200);
            return { name: one.textContent.trim(), point, above };
        })])),
})""".replace("FINISHED", FINISHED).replace("ASKED", ASKED)
# Whoever presses looks at what they press: what has come to that point since their glance (a notice, the buttons of a
# match that has just ended) is not pressed. What is meant is forgotten with the click, which comes after a tap is over.
MEANT = """addEventListener('click', (event) => {
    const meant = window.meant;
    window.meant = '';
    if (!meant || event.target.closest(meant)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
}, true)"""
NOTICE = ".toast > .sign:last-child"  # closes it
PATIENCE = 60_000  # milliseconds for anything to appear, on a machine that has much else to do
LONG = 500  # seconds for a match, a review or a hint, on a machine that has much else to do
SOON = 2_000  # milliseconds for what is there already, or not any more: whoever has waited in vain looks again
UNMET = 20  # seconds in which whatever lies above something that could be pressed has to go
DEALS = 3  # that may come to nothing because a page is too slow
# What has been laid out has been seen as well.
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

ALBUM = Album()


def chrome() -> str | None:
    """The program, or None."""
    return os.environ.get("CHROME") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome(), args=[*QUIET, *root], timeout=PATIENCE)
        yield browser
        browser.close()


def expect(what: Locator) -> Any:
    """Something that will be true of the page, if not at once: it has as long for it as for anything else."""
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=PATIENCE)
    return expected(what)


def wait_until(page: Page, so: Callable[[], object], what: str = "") -> None:
    """Waits for what no locator tells: what several pages show, what went over the wire, or what a script finds, which
    Playwright itself could wait for only on a page that lets strings be run."""
    if not comes_true(page, so, PATIENCE):
        raise AssertionError(what or page.locator("body").inner_text())


def comes_true(page: Page, so: Callable[[], object], patience: float) -> bool:
    end = time.monotonic() + patience / 1000
    while not so():
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(20)
    return True


def pressed(button: Locator) -> bool:
    """Presses something that may be gone by now. Whether it was there."""
    from playwright.sync_api import TimeoutError

    try:
        button.click(timeout=SOON)
    except TimeoutError:
        return False
    return True


class Visitor:
    """Somebody with a browser of their own, and everything that went wrong on their page."""

    def __init__(
        self,
        browser: Browser,
        *,
        phone: bool = False,
        dark: bool = False,
        language: str = "en-GB",
        calm: bool = True,
        sharp: bool = False,
        calls: bool = True,
    ) -> None:
        size: Any = {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}
        self.context = browser.new_context(
            viewport=size, has_touch=phone, is_mobile=phone, locale=language, color_scheme="dark" if dark else "light",
            device_scale_factor=2 if sharp else 1, reduced_motion="reduce" if calm else "no-preference",
        )  # fmt: skip
        self.phone = phone
        self.calls = calls
        self.luck = Random(7)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(MEANT)
        self.faults: list[str] = []
        self.excused: tuple[str, ...] = ()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in self.excused):
            self.faults.append(message.text)

    def excuse(self, words: str) -> None:
        """From now on errors with such words are none: what a test brings about itself may be told of at any time."""
        self.excused += (words,)

    def sits_down(self, link: str) -> None:
        """What a guest does who gets a link: one click."""
        self.page.goto(link)
        self.page.get_by_role("button", name=re.compile("Sit down and play|Siadam i gram")).click()
        self.page.locator(".place.mine").wait_for()

    @property
    def finished(self) -> bool:
        return bool(self.page.evaluate(FINISHED))

    @property
    def asked(self) -> bool:
        return bool(self.page.evaluate(ASKED))

    def glance(self) -> Any:
        """What somebody sees at once: whether the match is over, whether something is asked, what can be pressed."""
        return self.page.evaluate(GLANCE, WAYS)

    def moves(self, seen: Any = None) -> bool:
        """Does something that can be done, mostly what would end the question. Whether there was anything."""
        met = (seen or self.glance())["met"]
        if unmet(met):
            met = self._uncovered()
        kinds = [kind for kind in WAYS if met[kind] and (self.calls or kind != "call")]
        if not kinds:
            return False
        ends = next((kind for kind in ("call", "go") if kind in kinds), kinds[0])
        kind = ends if self.luck.random() < 0.7 else self.luck.choice(kinds)
        x, y = self.luck.choice(met[kind])["point"]
        self.press(x, y, WAYS[kind])
        return True

    def _uncovered(self) -> Any:
        """What can be pressed when nothing lies above it any more: something may be on its way, or a notice closed."""
        end = time.monotonic() + UNMET
        while True:
            self.page.wait_for_timeout(100)
            met = self.glance()["met"]
            if not unmet(met):
                return met
            if time.monotonic() > end:
                ALBUM.keep(self.page, "unmet")
                raise AssertionError(unmet(met))
            if (notice := self.page.locator(NOTICE).first).is_visible():
                pressed(notice)

    def press(self, x: float, y: float, meant: str) -> None:
        self.page.evaluate("(meant) => { window.meant = meant }", meant)
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        if not comes_true(self.page, lambda: self.page.evaluate("!window.meant"), SOON):
            self.page.evaluate("() => { window.meant = '' }")  # nothing was there any more that could be pressed


def unmet(met: Any) -> list[str]:
    """What could be pressed if nothing lay above it."""
    return [f"{one['name']} is beneath {one['above']}" for kind in met.values() for one in kind if not one["point"]]


def opened(host: Visitor, site: str, game: str = "blef", seats: int = 2, bots: int = 0) -> str:
    """A table for friends, and its link. The host reads English."""
    page = host.page
    page.goto(f"{site}/new/{game}")
    page.get_by_role("group", name="How many sit at the table?").get_by_role("radio", name=str(seats)).check()
    if bots:
        page.get_by_role("group", name="How many of the others are bots?").get_by_role("radio", name=str(bots)).check()
        page.get_by_role("group", name="How strong are the bots?").get_by_role("radio", name="Novice").check()
    page.get_by_role("button", name="Open the table").click()
    invitation = page.get_by_role("textbox", name="Invite")
    expect(invitation).to_have_value(re.compile(rf"^{re.escape(site)}/t/[\w-]{{22}}$"))
    return invitation.input_value()


def begun(host: Visitor) -> None:
    """The match is started, and everything is there for the host to look at."""
    host.page.get_by_role("button", name="Start the match").click()
    dealt(host.page)


def dealt(page: Page) -> None:
    """A match that was started has begun; it is started again if a page was too slow to take part in the deal."""
    table = page.locator(".playing:not(.learning) .tray")
    again = page.locator(".gathering:has(.trouble[role=status]) .next .btn.call")
    for _ in range(DEALS):
        table.or_(again).first.wait_for()
        if table.is_visible():
            return
        pressed(again)
    table.wait_for()


def play_on(*players: Visitor, until: Callable[[], bool]) -> None:
    """Everybody who is asked does something, as long as it takes; nobody does any more once it is so."""
    end = time.monotonic() + LONG
    while not until():
        assert time.monotonic() < end, [player.page.locator("body").inner_text() for player in players]
        seen = [(player, player.glance()) for player in players]
        for player in players:
            ALBUM.look(player.page)
        acted = [player.moves(glance) for player, glance in seen if glance["asked"] and not until()]
        if not any(acted):
            players[0].page.wait_for_timeout(20)


def alone(visitor: Visitor, site: str, game: str, seats: int = 2, *, rated: bool = True) -> None:
    """A match of one person, who reads English, with bots. Only one that is not rated can be called off."""
    page = visitor.page
    page.goto(f"{site}/new/{game}")
    page.get_by_role("group", name="How many sit at the table?").get_by_role("radio", name=str(seats)).check()
    page.get_by_role("group", name="How many of the others are bots?").get_by_role("radio", name=str(seats - 1)).check()
    page.get_by_role("group", name="How strong are the bots?").get_by_role("radio", name="Novice").check()
    if not rated:
        page.get_by_role("checkbox", name="The match counts for the ladder").uncheck()
    page.get_by_role("button", name="Start the match").click()
    dealt(page)
