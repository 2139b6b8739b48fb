"""Before the match, in a real browser: seats, who may begin when the host is gone, and tables that are closed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sprawdzam.server import due

from .browser import Visitor, begun, expect, opened
from .test_pages import serious

Come = Callable[..., Visitor]
SOON = 6000  # milliseconds after which a table at which nobody sits any more is cleared away


def seat_of(visitor: Visitor) -> int:
    """Where somebody sits, counted from 1."""
    visitor.page.locator(".place.mine").wait_for()
    places = visitor.page.locator(".place").evaluate_all("(all) => all.map((one) => one.matches('.mine'))")
    return int(places.index(True)) + 1


def test_a_seat_can_be_chosen_and_exchanged(site: str, visit: Come) -> None:
    host, guest = visit(), visit(phone=True)
    guest.page.goto(opened(host, site, seats=4))
    guest.page.get_by_role("button", name="Sit here: Seat 3").click()
    assert seat_of(guest) == 3
    guest.page.get_by_role("button", name="Move here: Seat 4").click()
    guest.page.locator(".place:nth-child(4).mine").wait_for()
    expect(guest.page.locator(".place.mine")).to_be_focused()
    host.page.get_by_role("button", name="Move here: Seat 2").click()
    host.page.locator(".place:nth-child(2).mine").wait_for()
    expect(host.page.locator(".place.free")).to_have_count(2)
    expect(host.page.get_by_role("button", name="Fill with bots")).to_be_visible()
    assert not host.page.locator(".trouble").count() and not guest.page.locator(".trouble").count()


def test_whoever_sits_begins_when_the_host_has_stood_up(site: str, visit: Come) -> None:
    host, guest = visit(), visit(phone=True)
    guest.sits_down(opened(host, site))
    expect(guest.page.locator(".next")).to_contain_text("starts the match")
    host.page.get_by_role("button", name="Stand up").click()
    expect(guest.page.locator(".next")).to_contain_text("The host is not here")
    guest.page.get_by_role("button", name="Fill with bots").click()
    begun(guest)


def test_a_table_that_was_cleared_away_is_closed_for_those_who_watch_and_those_who_come(
    site: str, visit: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "EMPTY", SOON)
    monkeypatch.setattr(due, "ANSWER", SOON)
    host, watcher, late = visit(), visit(), visit(phone=True)
    link = opened(host, site)
    watcher.page.goto(link)
    watcher.page.locator(".watch-note").wait_for()
    host.page.goto(site)
    for visitor in (watcher, late):
        if visitor is late:
            late.page.goto(link)
        visitor.page.get_by_role("heading", name="This table is closed.").wait_for()
        expect(visitor.page.get_by_role("button", name="Sit")).to_have_count(0)
        expect(visitor.page.get_by_role("link", name="To the front page")).to_be_visible()
        assert not serious(visitor)
    late.page.get_by_role("link", name="New table").click()
    late.page.get_by_role("button", name="Open the table").wait_for()
