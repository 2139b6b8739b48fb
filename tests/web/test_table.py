"""Tables on the real page, in a real browser, on a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from .browser import Visitor, alone, begun, dealt, expect, opened, play_on, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

Come = Callable[..., Visitor]


def test_two_people_play_a_match_to_its_end_verify_it_and_play_again(site: str, visit: Come) -> None:
    host, guest = visit(), visit(phone=True)
    link = opened(host, site)
    guest.sits_down(link)
    begun(host)
    play_on(host, guest, until=lambda: host.finished and guest.finished)
    verdicts = [player.page.locator(".after h2").inner_text() for player in (host, guest)]
    assert sorted(verdicts) == ["You come second.", "You win!"]
    for player in (host, guest):
        player.page.get_by_role("button", name="Verify the deal").click()
        dialog = player.page.get_by_role("dialog", name="Was the deal fair?")
        expect(dialog.locator(".verdict.holds")).to_contain_text("Yes")
        expect(dialog.locator("li.holds")).to_have_count(7)
        dialog.get_by_role("button", name="Close").click()
    with host.page.expect_download() as download:
        host.page.get_by_role("button", name="Download the log").click()
    assert "blef" in download.value.path().read_text("utf-8")
    host.page.get_by_role("button", name="Rematch").click()
    host.page.get_by_role("button", name="Start the match").wait_for()
    guest.page.get_by_role("button", name="Join the rematch").click()
    guest.page.locator(".place.mine").wait_for()
    wait_until(host.page, lambda: link != host.page.url == guest.page.url, "two tables for one rematch")


def test_from_nothing_to_the_first_question_in_one_click(site: str, visit: Come) -> None:
    visitor = visit(language="pl-PL", phone=True)
    visitor.page.goto(site)
    visitor.page.get_by_role("button", name="Blef: zagraj od razu z botami").click()
    dealt(visitor.page)
    visitor.page.locator(".tray.turn").wait_for()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "pl")


def test_whoever_was_cut_off_comes_back_without_a_reload(site: str, visit: Come) -> None:
    host, guest, wire = visit(), visit(), Wire()
    host.page.route_web_socket(re.compile("/api/socket"), wire.connect)
    guest.sits_down(opened(host, site))
    begun(host)
    for player in (host, guest):
        player.page.locator(".tray.turn .btn.go").wait_for()
    host.page.evaluate("window.here = 'not reloaded'")
    wire.cut()
    host.page.locator(".strip-lost").wait_for()
    assert guest.moves() and host.moves()  # what one does meanwhile is done as soon as there is a line again
    wire.whole = True
    host.page.locator(".strip-lost").wait_for(state="detached")
    play_on(host, guest, until=lambda: "Round 2" in guest.page.locator(".bar").inner_text())
    assert host.page.evaluate("window.here") == "not reloaded"


class Wire:
    """A connection that can be cut, or is by itself right after the first message that is ``last``."""

    def __init__(self, last: Callable[[Any], bool] = lambda told: False) -> None:
        self.whole = True
        self.last: Callable[[Any], bool] | None = last
        self.sockets: list[WebSocketRoute] = []

    def connect(self, socket: WebSocketRoute) -> None:
        if not self.whole:
            return socket.close()
        self.sockets.append(socket)

        def told(message: str | bytes) -> None:
            if socket not in self.sockets:
                return
            socket.send(message)
            if self.last and self.last(json.loads(message)):
                self.last = None
                self.cut()

        socket.connect_to_server().on_message(told)
        return None

    def cut(self) -> None:
        self.whole = False
        while self.sockets:
            self.sockets.pop().close()


def test_a_move_that_answers_an_old_question_is_refused_and_the_page_says_why(site: str, visit: Come) -> None:
    host, guest = visit(), visit()
    host.page.route_web_socket(re.compile("/api/socket"), _late)
    guest.sits_down(opened(host, site))
    begun(host)
    go = host.page.locator(".tray.turn .btn.go")
    go.click()
    expect(host.page.locator(".tray .refused")).to_have_text(re.compile(".{11}"))
    go.click()  # the second time it is not late
    host.page.locator(".tray .refused").wait_for(state="detached")
    guest.page.locator(".tray.turn .btn.go").wait_for()
    assert guest.moves()
    play_on(host, guest, until=lambda: "Round 2" in guest.page.locator(".bar").inner_text())


def _late(socket: WebSocketRoute) -> None:
    """The first move comes as one that answers a question of long ago."""
    server, moves = socket.connect_to_server(), count()

    def heard(message: str | bytes) -> None:
        request = json.loads(message)
        if request["do"] == "play" and next(moves) == 0:
            request["asked"] = 1
        server.send(json.dumps(request))

    socket.on_message(heard)


# As many answers as there may ever be ways to pay, each sought as a finger would: scrolled to, and met.
MANY = """() => {
    const asks = document.createElement('div');
    asks.className = 'asks';
    const ways = Array.from({ length: 90 }, (_, at) => `<button><span>${at} of one, 3 of another</span></button>`);
    asks.innerHTML = `<div class="ask big wide"><b>Which?</b><div class="options">${ways.join('')}</div></div>`;
    document.querySelector('.tray .actions').before(asks);
    const met = (one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    const reached = (one) => met(one) || (one.scrollIntoView({ block: 'nearest', behavior: 'instant' }), met(one));
    const seen = [...document.querySelectorAll('.tray .actions .btn:not(:disabled)')].every(met);
    return [seen, [...asks.querySelectorAll('button')].filter((one) => !reached(one)).map((one) => one.textContent)];
}"""


@pytest.mark.parametrize("phone", [True, False])
def test_however_many_answers_there_are_each_is_reached_and_the_buttons_stay_in_sight(
    site: str, visit: Come, phone: bool
) -> None:
    visitor = visit(phone=phone)
    alone(visitor, site, "fiasko")
    visitor.page.locator(".tray.turn .actions .btn").first.wait_for()
    assert visitor.page.evaluate(MANY) == [True, []]


def test_talk_and_mute(site: str, visit: Come) -> None:
    host, guest = visit(), visit()
    guest.sits_down(opened(host, site))
    begun(host)
    for player in (host, guest):
        player.page.get_by_role("button", name="Chat").click()
    guest.page.get_by_role("textbox", name="Say something").fill("I have <b>nothing</b>")
    guest.page.get_by_role("button", name="Send").click()
    host.page.get_by_text("I have <b>nothing</b>").wait_for()
    host.page.get_by_role("button", name=re.compile("^Mute")).click()
    host.page.get_by_text("I have <b>nothing</b>").wait_for(state="detached")


def test_everybody_sees_who_is_away_is_back_and_has_resigned(site: str, visit: Come) -> None:
    host, guest = visit(), visit(phone=True)
    guest.sits_down(opened(host, site, seats=3, bots=1))
    begun(host)
    guest.page.locator(".playing .tray").wait_for()
    name = guest.page.evaluate("localStorage.getItem('sprawdzam name')")
    plates = host.page.locator(".seat")
    there, absent = (plates.filter(has_text=name).and_(host.page.locator(how)) for how in (":not(.absent)", ".absent"))
    there.wait_for()
    link = guest.page.url
    guest.page.goto(site)
    expect(absent).to_contain_text("away")
    guest.page.goto(link)
    there.wait_for()
    guest.page.get_by_role("button", name="More").click()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("dialog").locator(".btn.call", has_text="Resign").click()
    expect(absent).to_contain_text("resigned")
    expect(guest.page.locator(".tray .me")).to_contain_text("resigned")
