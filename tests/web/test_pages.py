"""Every page in a real browser: nothing goes wrong on it, and axe finds nothing serious."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from .browser import DRAWN, SOON, Visitor, begun, comes_true, expect, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

Come = Callable[..., Visitor]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Whatever fades in is there when it has done so; what beats for ever is not waited for. Somebody may do something while
# axe looks: what it has found, and whether the page was the same all the time.
FOUND = """async () => {
    const moving = () => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 10_000);
    await Promise.allSettled(moving().map((one) => one.finished));
    let changed = false;
    const watcher = new MutationObserver(() => (changed = true));
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    watcher.disconnect();
    const found = violations.filter((one) => ['serious', 'critical'].includes(one.impact))
        .map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html} (${node.failureSummary})`).join(' ')}`);
    return [found, !changed && !moving().length];
}"""
SURE = 20  # seconds after which what axe finds on a page that never is the same counts as well

SHIFTS = """window.shifted = 0;
window.shifts = new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shifted += one.value)));
window.shifts.observe({ type: 'layout-shift', buffered: true })"""
SHIFTED = "window.shifts.takeRecords().reduce((sum, one) => sum + one.value, window.shifted)"
WIDER = "document.documentElement.scrollWidth - innerWidth"
PARTS = "performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)"

PAGES = {
    "/": ".label h2",
    "/new": ".games label",
    "/me": ".panel",
    "/ladder/rys": ".tabs a",
    "/rules/szacunki": ".book h2",
    "/nowhere": "main.lone",
    "/t/no-such-table": "main.lone h1",
}


def serious(visitor: Visitor) -> list[str]:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make page")
    visitor.page.evaluate(AXE.read_text("utf-8"))
    end = time.monotonic() + SURE
    while True:
        found: list[str]
        found, still = visitor.page.evaluate(FOUND)
        if not found or still or time.monotonic() > end:
            return found


def fits(page: Page) -> bool:
    """Whether the page comes to be no wider than the screen."""
    return comes_true(page, lambda: page.evaluate(WIDER) <= 0, SOON)


@pytest.mark.parametrize(("phone", "language"), [(True, "pl-PL"), (False, "en-GB")])
def test_every_page_can_be_used_by_everybody(site: str, visit: Come, phone: bool, language: str) -> None:
    visitor = visit(phone=phone, language=language)
    for path, what in PAGES.items():
        if "no-such-table" in path:
            visitor.excuse("404")
        visitor.page.goto(site + path)
        visitor.page.locator(what).first.wait_for()
        assert not serious(visitor), path
        assert fits(visitor.page), f"{path} is {visitor.page.evaluate(WIDER)} pixels too wide"


def test_tables_can_be_used_by_everybody(site: str, visit: Come) -> None:
    visitor = visit(phone=True)
    visitor.page.goto(f"{site}/new/nerwy")
    visitor.page.get_by_role("button", name="Open the table").click()
    visitor.page.locator(".invite").wait_for()
    assert not serious(visitor)
    visitor.page.get_by_role("button", name="Fill with bots").click()
    begun(visitor)
    assert not serious(visitor)
    visitor.page.get_by_role("button", name="More").click()
    visitor.page.locator(".menu").wait_for()
    assert not serious(visitor)
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".menu").wait_for(state="detached")


def test_an_account_is_made_of_a_guest_and_found_again(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{site}/me")
    page.get_by_role("button", name="Open an account").click()
    page.get_by_role("textbox", name="Login").fill("hania")
    page.get_by_role("textbox", name="Password").fill("correct horse battery")
    page.get_by_role("button", name="Open an account").click()
    page.get_by_role("heading", name="Hello, hania!").wait_for()
    page.get_by_role("textbox", name="Nickname").fill("Hania")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Hello, Hania!").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("textbox", name="Login").fill("hania")
    page.get_by_role("textbox", name="Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign in").first.click()
    page.get_by_role("heading", name="Hello, Hania!").wait_for()
    page.reload()
    page.get_by_role("heading", name="Hello, Hania!").wait_for()


def test_an_account_makes_a_program_whose_token_is_shown_once_and_can_be_revoked(site: str, visit: Come) -> None:
    visitor = visit(phone=True)
    page = visitor.page
    page.goto(f"{site}/me")
    joined = {"login": "hania", "password": "correct horse battery", "name": "Hania"}
    page.evaluate("localStorage.setItem('sprawdzam known', 'yes')")
    assert page.request.post(f"{site}/api/accounts", data=joined, headers={"Origin": site}).ok
    page.reload()
    page.get_by_role("textbox", name="Name of a program").fill("Robot")
    page.get_by_role("button", name="New program").click()
    secret = page.get_by_role("textbox", name="Token Robot").input_value()
    assert _named(site, secret) == "Robot"
    page.reload()
    page.get_by_text("last used").wait_for()
    assert not page.get_by_role("textbox", name="Token Robot").count()
    page.get_by_role("textbox", name="Name of a token").fill("at home")
    page.get_by_role("button", name="New token").click()
    second = page.get_by_role("textbox", name="Token at home").input_value()
    assert not serious(visitor)
    assert fits(page)
    page.get_by_role("button", name="Revoke: Robot").click()
    expect(page.locator(".programs .lines li")).to_have_count(1)
    assert [_named(site, one) for one in (secret, second)] == ["", "Robot"]
    page.get_by_role("button", name="Delete: Robot").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete for ever").click()
    expect(page.locator(".programs .one")).to_have_count(0)
    assert not _named(site, second)


def _named(site: str, token: str) -> str:
    """What the server calls a program, by its token; nothing if it knows none."""
    answer = httpx.get(f"{site}/api/me", headers={"Authorization": f"Bearer {token}"})
    return str(answer.json()["name"]) if answer.is_success else ""


def test_language_and_colours_are_kept(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(site)
    page.get_by_role("button", name="Polski").click()
    page.get_by_role("button", name="Kolory: Ciemne").click()
    page.get_by_role("heading", name="Pięć gier karcianych").wait_for()
    page.reload()
    page.get_by_role("heading", name="Pięć gier karcianych").wait_for()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_page_is_told_with_the_first_answer_of_everything_that_it_loads(site: str, visit: Come) -> None:
    ways = {"/new": ".games label", "/rules/rys": ".book h2", "/me": ".panel", "/ladder/rys": ".tabs a"}
    for path, what in (ways | {"/t/no-such-table": "main.lone h1", "/t/no-such-table/replay": "main.lone h1"}).items():
        visitor = visit()
        if "no-such-table" in path:
            visitor.excuse("404")
        answer = visitor.page.goto(site + path)
        visitor.page.locator(what).first.wait_for()
        told = answer.text() + answer.headers["link"] if answer else ""
        wait_until(visitor.page, lambda visitor=visitor: len(loaded(visitor.page)) > 2, path)  # type: ignore[misc]
        assert not [name for name in loaded(visitor.page) if name not in told], path


def loaded(page: Page) -> list[str]:
    return [name for name in page.evaluate(PARTS) if name.endswith((".js", ".css"))]


@pytest.mark.parametrize(
    ("path", "first", "then"),
    [("/new/blef", "main [role=status]", "form > .btn"), ("/rules/nerwy", ".book h2", ".tabs a")],
)
def test_nothing_jumps_when_the_games_come_late(site: str, visit: Come, path: str, first: str, then: str) -> None:
    visitor = visit(phone=True)
    held: list[Route] = []
    visitor.page.add_init_script(SHIFTS)
    visitor.page.route("**/api/games", lambda route: held.append(route))
    visitor.page.goto(site + path)
    visitor.page.locator(first).first.wait_for(state="attached")
    wait_until(visitor.page, lambda: held, "the games were not asked for")
    visitor.page.evaluate(DRAWN)
    for route in held:
        route.continue_()
    visitor.page.locator(then).first.wait_for()
    visitor.page.evaluate(DRAWN)
    assert visitor.page.evaluate(SHIFTED) < 0.05


def test_without_the_games_there_are_still_rules_and_a_word_about_what_is_wrong(site: str, visit: Come) -> None:
    visitor = visit(phone=True)
    visitor.excuse("Failed to load resource")  # the games, as the browser tells
    visitor.page.route("**/api/games", lambda route: route.abort())
    visitor.page.goto(f"{site}/rules/nerwy")
    visitor.page.locator(".book h2").first.wait_for()
    visitor.page.goto(f"{site}/new/blef")
    visitor.page.get_by_text("The server does not answer").wait_for()
    visitor.page.unroute("**/api/games")
    visitor.context.set_offline(True)
    wait_until(visitor.page, lambda: not visitor.page.evaluate("navigator.onLine"))
    visitor.context.set_offline(False)  # back online, the page goes on by itself
    visitor.page.locator("form > .btn").wait_for()


def test_the_options_of_a_game_keep_what_was_set_when_they_are_closed(site: str, visit: Come) -> None:
    visitor = visit(phone=True)
    visitor.page.goto(f"{site}/new/blef")
    options = visitor.page.locator(".house")
    options.locator("summary").click()
    first = options.locator("input[type=checkbox]").first
    before = first.is_checked()
    first.click()
    expect(first).to_be_checked(checked=not before)
    options.locator("summary").click()
    first.wait_for(state="detached")
    options.locator("summary").click()
    expect(first).to_be_checked(checked=not before)
