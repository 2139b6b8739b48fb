"""What people do at a table: with keys alone, in a window that closes, in the middle of a reveal, with a notebook."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from .browser import LONG, Visitor, alone, opened, play_on
from .test_table import Wire

Come = Callable[..., Visitor]
FOCUS = """() => {
    const one = document.activeElement;
    if (!one?.closest('.tray') || one.matches('.tray')) return '';
    if (one.matches('.scale')) return 'slider';
    return one.matches('.btn.go') ? 'go' : one.matches('.ask button') ? 'answer' : '';
}"""
WINDOW = """() => [Number(document.querySelector('.tray [role=timer]')?.textContent),
    document.querySelectorAll('.btn.call:enabled').length]"""
STOPS = 40  # of the key Tab, before we say that the keyboard does not get there


def keyed(visitor: Visitor) -> None:
    """Answers what is asked with keys: S calls, Tab goes from place to place, arrows and Enter answer."""
    keyboard, prompt = visitor.page.keyboard, visitor.page.locator(".tray .prompt")
    asked, met = prompt.inner_text(), visitor.glance()["met"]
    if not any(met.values()):
        return None  # what was answered is on its way
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


@pytest.mark.slow
def test_whoever_is_cut_off_in_a_reveal_misses_nothing(slow_site: str, visit: Come) -> None:
    host, guest, wire = visit(calm=False), visit(phone=True), Wire()
    host.page.route_web_socket(re.compile("/api/socket"), wire.connect)
    guest.sits_down(opened(host, slow_site))
    host.page.get_by_role("button", name="Start the match").click()
    turning = host.page.locator(".page.turning")
    play_on(host, guest, until=lambda: turning.count() > 0)
    wire.cut()
    wire.whole = True
    turning.wait_for(state="detached")
    for player in (host, guest):
        player.page.get_by_text("Round 2").first.wait_for(state="attached")
        player.page.locator(".tray.turn").wait_for()
    lines = [player.page.locator(".log li:not(.h, .none)").count() for player in (host, guest)]
    assert lines[0] == lines[1] > 3
    assert host.page.locator("#ghosts > *").count() == 0


@pytest.mark.slow
def test_a_window_counts_down_and_closes_by_itself(site: str, visit: Come) -> None:
    host, guest = visit(calls=False), visit(phone=True, calls=False)
    guest.sits_down(opened(host, site, "nerwy"))
    host.page.get_by_role("button", name="Start the match").click()
    ring = guest.page.locator(".tray.ask [role=timer]")
    turn = guest.page.locator(".tray.turn")
    play_on(host, until=lambda: ring.count() > 0 or (turn.count() > 0 and guest.moves() and False))
    left, calls = guest.page.evaluate(WINDOW)
    assert 0 < left <= 8 and calls == 1
    while guest.page.evaluate(WINDOW)[0] == left:
        guest.page.wait_for_timeout(100)
    assert (guest.page.evaluate(WINDOW)[0] or 0) < left
    ring.wait_for(state="detached")  # silence is a pass


@pytest.mark.slow
def test_a_notebook_keeps_what_was_crossed_out(site: str, visit: Come) -> None:
    visitor = visit()
    alone(visitor, site, "szacunki")
    number = visitor.page.locator(".notebook button:not(:disabled)").first
    number.click()
    crossed = visitor.page.locator(".rack.own .cand .m")
    assert crossed.count() == 1
    round = visitor.page.locator(".bar .tt span").inner_text()
    play_on(visitor, until=lambda: visitor.page.locator(".bar .tt span").inner_text() != round)
    assert crossed.count() <= 1  # a new card has a new page
    visitor.page.reload()
    visitor.page.locator(".notebook").wait_for()


@pytest.mark.slow
def test_sets_are_picked_by_tapping_cards(site: str, visit: Come) -> None:
    visitor = visit(phone=True)
    alone(visitor, site, "rys", 3)
    hand = visitor.page.locator(".hand .press")
    play_on(visitor, until=lambda: hand.count() > 0)
    hand.first.tap()
    picked = visitor.page.locator(".hand .press[aria-pressed=true]")
    assert picked.count() == 1
    go = visitor.page.locator(".actions .btn.go")
    assert go.inner_text().startswith("Play ") and go.is_enabled()
    picked.tap()
    assert picked.count() == 0
    hand.last.tap()
    visitor.page.get_by_role("button", name="Back").tap()
    assert picked.count() == 0
    hand.first.tap()
    go.tap()
    visitor.page.locator(".log li").first.wait_for(state="attached")
