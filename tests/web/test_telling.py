"""What was told stays told: after a reload, in another language, and for those who listen or go by keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from . import test_replay
from .browser import LONG, Visitor, alone, expect, play_on, wait_until
from .test_pages import serious

Come = Callable[..., Visitor]
FOCUS = "document.activeElement.tagName"
# The contrast of what stands in an empty field, as browsers draw it: opacity is theirs in some.
PALE = """() => {
    const field = document.querySelector('input[placeholder]');
    const figures = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    const light = (colour) => figures(colour).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const a = light(getComputedStyle(field, '::placeholder').color);
    const b = light(getComputedStyle(field).backgroundColor);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""

table = test_replay.table


def test_log_and_notebook_outlast_a_reload(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    alone(visitor, site, "szacunki")
    log = page.locator(".log li:not(.none, .h)")
    play_on(visitor, until=lambda: log.count() > 0)
    page.locator(".notebook button:not(:disabled)").first.click()
    crossed = page.locator(".notebook button.crossed")
    expect(crossed).to_have_count(1)
    first, number = log.last.text_content(), crossed.get_attribute("aria-label")
    page.reload()
    page.locator(".notebook").wait_for()
    expect(log.last).to_have_text(first)
    expect(crossed).to_have_count(1)
    expect(crossed).to_have_attribute("aria-label", number or "")


def test_another_language_leaves_the_menu_open_and_the_log_as_it_was(site: str, visit: Come) -> None:
    visitor = visit(dark=True)
    page = visitor.page
    alone(visitor, site, "blef", rated=False)
    log = page.locator(".log li:not(.none, .h)")
    play_on(visitor, until=lambda: log.count() > 0)
    first = log.last.text_content()
    expect(page.locator(".seat .told span").first).to_contain_text("bot")
    page.get_by_role("button", name="More").click()
    page.locator("input[placeholder]").first.wait_for()
    assert page.evaluate(PALE) >= 4.5
    page.get_by_role("radio", name="Polski").click()
    page.get_by_role("dialog", name="Stół").wait_for()
    wait_until(page, lambda: page.evaluate("document.activeElement.name") == "language")
    expect(log.last).to_have_text(first)
    page.get_by_role("button", name="Przerwij grę").click()
    page.get_by_text("Skończy się od razu").wait_for()
    expect(page.locator(".after")).to_have_count(0)


def test_a_page_begins_at_its_heading(site: str, visit: Come) -> None:
    page = visit().page
    page.goto(site)
    page.locator("h1").wait_for()
    page.locator("a.person").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/me")
    wait_until(page, lambda: page.evaluate(FOCUS) == "H1")
    page.go_back()
    page.wait_for_url(f"{site}/")
    wait_until(page, lambda: page.evaluate(FOCUS) == "H1")


@pytest.mark.slow
def test_the_review_can_be_read_in_the_dark(table: str, visit: Come) -> None:
    visitor = visit(phone=True, dark=True, language="pl-PL")
    page = visitor.page
    page.goto(f"{table}/replay")
    page.get_by_role("button", name="Analiza").click()
    page.locator(".chart svg").wait_for(state="attached", timeout=LONG * 1000)
    expect(page.locator(".chart svg")).to_be_visible()
    # As with several bots of one name; of a single letter nothing is said for sure.
    page.evaluate("document.querySelectorAll('.chart .letter').forEach((one) => { one.textContent += '2' })")
    assert not serious(visitor)
