"""Where things are at a table: nothing lies on anything else, is cut off, or jumps; and all cards at the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from .browser import DRAWN, SOON, Visitor, alone, comes_true, dealt, expect, play_on

if TYPE_CHECKING:
    from playwright.sync_api import Page

Come = Callable[..., Visitor]
WIDTHS = ((390, 844), (700, 1000), (820, 1180), (1440, 900), (2560, 1440), (3840, 2160))
# Buttons and links two of which share more than a pixel; pieces may overlap, as cards in a hand do.
OVERLAPS = """() => {
    const controls = [...document.querySelectorAll('button:not(.press, .scrim), a, input')]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1);
    const shared = (a, b) => Math.min(
        Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const name = (one) => one.ariaLabel || one.textContent.trim();
    const pairs = controls.flatMap((one, at) => controls.slice(at + 1).map((two) => [one, two]));
    return pairs.filter((pair) => shared(...pair.map((one) => one.getBoundingClientRect())) > 1)
        .map((pair) => pair.map(name).join(' / '));
}"""
# What was somewhere else in the frame before although it does not move. It is looked at when everything has been laid
# out and nothing is drawn yet, as an observer of sizes does.
JUMPS = """() => {
    const BLOCKS = '.rivals > .seat, .cloth .zone, .cloth .meter, .tray > *';
    const moves = (one) => one && (one.getAnimations().some(({ playState }) => playState === 'running')
        || moves(one.parentElement));
    let before = new Map();
    window.jumps = [];
    const look = () => {
        const now = new Map();
        for (const one of document.querySelectorAll(BLOCKS)) {
            const { x, y, width } = one.getBoundingClientRect();
            const old = before.get(one);
            const here = { x, y, width, moved: moves(one) };
            now.set(one, here);
            if (!old?.width || !width || old.moved || here.moved) continue;
            const by = Math.max(Math.abs(x - old.x), Math.abs(y - old.y));
            if (by > 8) window.jumps.push(`${one.className}: ${Math.round(by)} px`);
        }
        before = now;
    };
    const beat = document.body.appendChild(document.createElement('i'));
    beat.style.cssText = 'position: fixed; left: -9px; top: 0; width: 1px; height: 1px';
    new ResizeObserver(look).observe(beat);
    const on = () => { beat.style.width = beat.style.width === '1px' ? '2px' : '1px'; requestAnimationFrame(on); };
    on();
}"""
# What shifts while a page is being drawn, as the browser itself notices it: by how much of the screen.
SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().filter((one) => !one.hadRecentInput)
        .map((one) => [one.value, ...one.sources.map(({ node }) => node?.className ?? '')])))
        .observe({ type: 'layout-shift', buffered: true });
"""
SLOW = 6  # times: then the browser shows what is drawn part by part
SEEN = 0.01  # of the screen
# Strips of a hand in whose middle something else is met.
COVERED = """() => [...document.querySelectorAll('.rivals .strip')].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.ariaLabel)"""
PAWNS = """() => {
    const bar = document.querySelector('.bar').getBoundingClientRect();
    return [...document.querySelectorAll('.pawn')].map((one) => one.getBoundingClientRect().top - bar.bottom);
}"""
PUT = """() => {
    const [put, scale] = ['.put', '.scale'].map((one) => document.querySelector(one).getBoundingClientRect());
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('.put b'));
    const told = words.getBoundingClientRect();
    return [put.left - scale.left, scale.right - put.right, told.left - put.left, put.right - told.right];
}"""


def test_no_two_controls_of_a_table_lie_on_one_another(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{site}/new/szacunki")
    page.get_by_role("group", name="How many sit at the table?").get_by_role("radio", name="2").check()
    page.get_by_role("group", name="How many of the others are bots?").get_by_role("radio", name="1").check()
    page.get_by_role("group", name="How strong are the bots?").get_by_role("radio", name="Novice").check()
    page.get_by_role("checkbox", name="Players may ask for hints").check()
    page.get_by_role("button", name="Start the match").click()
    dealt(page)
    page.locator(".tray:is(.turn, .ask)").wait_for()
    for width, height in WIDTHS:
        _resized(page, width, height)
        assert comes_true(page, lambda: not page.evaluate(OVERLAPS), SOON), (width, page.evaluate(OVERLAPS))
        for name in ("Hint", "Rules", "More"):
            page.get_by_role("button", name=name, exact=True).locator("visible=true").click(trial=True)
        if width >= 700:
            page.get_by_role("button", name="Chat", exact=True).click(trial=True)


def test_pawns_on_one_field_and_an_answer_at_the_end_of_the_strip_are_seen_whole(site: str, visit: Come) -> None:
    visitor = visit(phone=True)
    page = visitor.page
    alone(visitor, site, "szacunki", 4)
    play_on(visitor, until=lambda: visitor.asked)
    for width, height in WIDTHS:
        _resized(page, width, height)
        expect(page.locator(".pawn")).to_have_count(4)
        assert comes_true(page, lambda: min(page.evaluate(PAWNS)) >= 0, SOON), (width, page.evaluate(PAWNS))
    _resized(page, *WIDTHS[0])
    play_on(visitor, until=lambda: page.locator(".scale").count() > 0)
    for end in ("End", "Home"):
        page.locator(".scale").press(end)
        page.locator(".put b").wait_for()
        assert comes_true(page, lambda: min(page.evaluate(PUT)) > -1, SOON), page.evaluate(PUT)


@pytest.mark.parametrize(("game", "phone"), [("rys", True), ("fiasko", False)])
def test_what_is_pushed_aside_glides(site: str, visit: Come, game: str, phone: bool) -> None:
    visitor = visit(phone=phone, calm=False)
    alone(visitor, site, game, 3)
    visitor.page.evaluate(JUMPS)
    seen = 0

    def enough() -> bool:
        nonlocal seen
        seen += visitor.asked
        return seen > 8 or visitor.finished

    play_on(visitor, until=enough)
    assert visitor.page.evaluate("window.jumps") == []


@pytest.mark.parametrize("phone", [True, False])
def test_nothing_shifts_while_a_page_is_drawn_part_by_part(site: str, visit: Come, phone: bool) -> None:
    visitor = visit(phone=phone)
    page = visitor.page
    page.add_init_script(SHIFTS)
    alone(visitor, site, "fiasko", 5)
    play_on(visitor, until=lambda: visitor.asked)
    visitor.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    table = ".cloth .zone" if phone else ".side .panel"
    whole = {page.url: table, f"{site}/new/rys": ".btn.big", f"{site}/rules/nerwy": ".book > :nth-child(40)"}
    for address, last in whole.items():
        page.goto(address)
        page.locator(last).first.wait_for(state="attached")
        page.evaluate(DRAWN)
        shifts = page.evaluate("window.shifts")
        assert sum(one[0] for one in shifts) < SEEN, (address, shifts)


def test_at_the_end_everybody_sees_the_cards_of_all_and_can_close_them_again(site: str, visit: Come) -> None:
    host, watcher = visit(phone=True), visit()
    for _ in range(5):  # by luck nothing is hidden any more when a match ends
        alone(host, site, "nerwy", 3)
        host.page.wait_for_url(re.compile("/t/"))
        watcher.page.goto(host.page.url)
        play_on(host, until=lambda: host.finished and watcher.finished)
        host.page.evaluate(DRAWN)
        if host.page.get_by_role("button", name="Show everybody's cards").count():
            break
    for somebody in (host, watcher):
        page = somebody.page
        page.evaluate(DRAWN)
        before = page.locator(".rivals").inner_html()
        page.get_by_role("button", name="Show everybody's cards").click()
        page.locator(".rivals.n3").wait_for()
        expect(page.locator(".rivals .seat:has(.card)")).to_have_count(3)
        expect(page.locator(".rivals :is(.c-back, .c-heart)")).to_have_count(0)
        expect(page.locator(".ranking li")).to_have_count(3)
        page.get_by_role("button", name="Hide the cards again").press("Enter")
        expect(page.get_by_role("button", name="Show everybody's cards")).to_be_focused()
        assert page.locator(".rivals").inner_html() == before
        expect(page.locator(".ranking li")).to_have_count(3)


def test_at_the_end_no_card_of_a_rival_lies_on_another_ones_hand(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    alone(visitor, site, "rys", 4)
    play_on(visitor, until=lambda: visitor.finished)
    if (button := page.get_by_role("button", name="Show everybody's cards")).count():
        button.click()
        page.locator(".rivals.n4").wait_for()
    page.evaluate(DRAWN)
    assert page.evaluate(COVERED) == []


def _resized(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    assert comes_true(page, lambda: page.evaluate("[innerWidth, innerHeight]") == [width, height], SOON)
    page.evaluate(DRAWN)
