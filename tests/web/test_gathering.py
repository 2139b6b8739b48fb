"""Before the match, in a real browser: seats, who may begin when the host is gone, and tables that are closed."""

from __future__ import annotations

from collections.abc import Callable

from .browser import Visitor, begun, expect, opened

Come = Callable[..., Visitor]


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
