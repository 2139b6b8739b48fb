"""What people do at a table: with keys alone, in a window that closes, in the middle of a reveal, with a notebook."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from .browser import LONG, Visitor, alone, begun, expect, opened, play_on, wait_until
from .test_table import Wire

Come = Callable[..., Visitor]
FOCUS = """() => {
    const one = document.activeElement;
    if (!one?.closest('.tray') || one.matches('.tray')) return '';
    if (one.matches('.scale')) return 'slider';
    return one.matches('.btn.go') ? 'go' : one.matches('.ask button') ? 'answer' : '';
}"""
# Every window that was open: the seconds that were left and the calls that could be made, as long as there was a ring.
WINDOWS = """window.windows = [];
setInterval(() => {
    const ring = document.querySelector('.page:not(.turning) .tray.ask [role=timer]');
    const now = window.windows.at(-1);
    if (!ring) {
        if (now) now.closed = true;
        return;
    }
    const seen = [Number(ring.textContent), document.querySelectorAll('.btn.call:enabled').length];
    if (now && !now.closed) now.seen.push(seen);
    else window.windows.push({ seen: [seen], closed: false });
}, 50)"""
STOPS = 40  # of the key Tab, before we say that the keyboard does not get there


def keyed(visitor: Visitor) -> None:
    """Answers what is asked with keys: S calls, Tab goes from place to place, arrows and Enter answer."""
    keyboard, prompt = visitor.page.keyboard, visitor.page.locator(".tray .prompt")
    if visitor.page.locator(".actions.sent").count():
        return visitor.page.wait_for_timeout(20)  # what was answered is on its way
    asked, met = prompt.inner_text(), visitor.glance()["met"]
    if not any(met.values()):
        return None
    if met["call"] and (visitor.luck.random() < 0.5 or not (met["answer"] or met["step"])):
        return keyboard.press("s")
    for _ in range(STOPS):
        keyboard.press("Tab")
        focus = visitor.page.evaluate(FOCUS)
        if focus == "slider":
            keyboard.press("ArrowRight")
        elif focus:
            keyboard.press("Enter")
        if focus == "go":
            return None
    met = visitor.glance()["met"]
    done = not any(met.values()) or prompt.inner_text() != asked  # nothing is asked any more, or something else
    assert done, ("the keyboard does not reach", met, visitor.page.locator(".tray").inner_text())
    return None


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_whole_match_is_played_with_keys_alone(site: str, visit: Come) -> None:
    visitor = visit()
    alone(visitor, site, "blef")
    end = time.monotonic() + LONG
    while not (seen := visitor.glance())["finished"]:
        assert time.monotonic() < end
        if seen["asked"] and any(seen["met"].values()):
            keyed(visitor)
        else:
            visitor.page.wait_for_timeout(20)
    visitor.page.locator(".ranking li").nth(1).wait_for()


def reveals(told: Any) -> bool:
    """Whether cards are turned over, one after another, as soon as the page has heard this."""
    turned = any(move["kind"] == "flipped" for move in told.get("moves", ()))
    return turned and bool(told["scene"]["pause"] >= 3)


@pytest.mark.slow
def test_whoever_is_cut_off_in_a_reveal_misses_nothing(slow_site: str, visit: Come) -> None:
    host, guest, wire = visit(calm=False), visit(phone=True), Wire(reveals)
    host.page.route_web_socket(re.compile("/api/socket"), wire.connect)
    guest.sits_down(opened(host, slow_site))
    begun(host)
    play_on(host, guest, until=lambda: not wire.whole)
    wire.whole = True
    for player in (host, guest):
        player.page.get_by_text("Round 2").first.wait_for(state="attached")
        player.page.locator(".tray.turn").wait_for()
    guest.page.get_by_role("button", name="Log", exact=True).tap()
    lines = [player.page.locator(".log li:not(.h, .none)") for player in (host, guest)]
    wait_until(host.page, lambda: lines[0].count() == lines[1].count() > 3)
    expect(host.page.locator("#ghosts > *")).to_have_count(0)
    expect(host.page.locator(".page.turning")).to_have_count(0)


@pytest.mark.slow
def test_a_window_counts_down_and_closes_by_itself(site: str, visit: Come) -> None:
    host, guest = visit(calls=False), visit(phone=True, calls=False)
    guest.page.add_init_script(WINDOWS)
    guest.sits_down(opened(host, site, "nerwy"))
    begun(host)
    end = time.monotonic() + LONG
    while not guest.page.evaluate("window.windows.length"):
        assert time.monotonic() < end
        # The guest does nothing while there is a window: that one has to close by itself.
        if not (host.asked and host.moves()) and not (guest.page.locator(".tray.turn").count() and guest.moves()):
            host.page.wait_for_timeout(20)
    wait_until(guest.page, lambda: guest.page.evaluate("window.windows[0].closed"))  # silence is a pass
    left = guest.page.evaluate("window.windows[0].seen")
    first, calls = left[0]
    assert 0 < first <= 8 and calls == 1
    assert min(seconds for seconds, _ in left) < first


@pytest.mark.slow
def test_a_notebook_keeps_what_was_crossed_out(site: str, visit: Come) -> None:
    visitor = visit()
    alone(visitor, site, "szacunki")
    number = visitor.page.locator(".notebook button:not(:disabled)").first
    number.click()
    crossed = visitor.page.locator(".rack.own .cand .m")
    expect(crossed).to_have_count(1)
    round = visitor.page.locator(".bar .tt span").inner_text()
    play_on(visitor, until=lambda: visitor.page.locator(".bar .tt span").inner_text() != round)
    if not crossed.count():  # a new card has a new page, and what lies elsewhere is struck out anyway
        number.click()
    expect(crossed).to_have_count(1)
    visitor.page.reload()
    expect(crossed).to_have_count(1)


@pytest.mark.slow
def test_sets_are_picked_by_tapping_cards(site: str, visit: Come) -> None:
    visitor = visit(phone=True)
    alone(visitor, site, "rys", 3)
    hand = visitor.page.locator(".hand .press")
    play_on(visitor, until=lambda: hand.count() > 0)
    hand.first.tap()
    picked = visitor.page.locator(".hand .press[aria-pressed=true]")
    expect(picked).to_have_count(1)
    go = visitor.page.locator(".actions .btn.go")
    expect(go).to_have_text(re.compile("^Play "))
    expect(go).to_be_enabled()
    picked.tap()
    expect(picked).to_have_count(0)
    hand.last.tap()
    expect(picked).to_have_count(1)
    visitor.page.get_by_role("button", name="Back").tap()
    expect(picked).to_have_count(0)
    hand.first.tap()
    expect(picked).to_have_count(1)
    go.tap()
    visitor.page.get_by_role("button", name="Log", exact=True).tap()
    visitor.page.locator(".log li:not(.none)").first.wait_for()
