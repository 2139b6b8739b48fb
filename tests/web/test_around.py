"""What is around the table, in a real browser: settings, the installed page, watching, history, dragging."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from .browser import Visitor, begun, expect, opened, play_on, wait_until
from .test_pages import serious

if TYPE_CHECKING:
    from playwright.sync_api import WebSocket, WebSocketRoute

Come = Callable[..., Visitor]
WORKS = "navigator.serviceWorker.ready.then((one) => one.active.state)"


def test_settings_are_kept(site: str, visit: Come) -> None:
    page = visit().page
    page.goto(f"{site}/me")
    page.get_by_role("group", name="Sound").get_by_role("radio", name="Off").check()
    page.get_by_role("group", name="Motion").get_by_role("radio", name="Less").check()
    page.get_by_role("checkbox", name="Play without confirming").check()
    page.get_by_role("group", name="Colours").get_by_role("radio", name="Dark").check()
    page.reload()
    expect(page.get_by_role("group", name="Sound").get_by_role("radio", name="Off")).to_be_checked()
    expect(page.get_by_role("slider", name="Volume")).to_be_disabled()
    expect(page.get_by_role("group", name="Motion").get_by_role("radio", name="Less")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Play without confirming")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-motion", "less")


def test_the_page_can_be_installed(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(site)
    assert page.evaluate(WORKS) in ("activating", "activated")
    page.reload()
    chrome = visitor.context.new_cdp_session(page)
    manifest: dict[str, Any] = chrome.send("Page.getAppManifest")
    assert not manifest["errors"]

    def hindrances() -> set[str]:
        found = chrome.send("Page.getInstallabilityErrors")["installabilityErrors"]
        return {one["errorId"] for one in found} - {"in-incognito"}  # as the browser of a test always is

    wait_until(page, lambda: not hindrances(), "the page cannot be installed")
    told = json.loads(manifest["data"])
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    for icon in told["icons"]:
        with urlopen(site + icon["src"]) as answer:
            assert answer.headers["content-type"] == icon["type"]
            body = answer.read()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(body[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


def test_without_a_connection_the_page_opens_says_so_and_comes_back_by_itself(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(site)
    page.evaluate(WORKS)
    page.locator(".label").first.wait_for()
    kept = page.evaluate(
        "caches.keys().then((all) => Promise.all(all.map((one) => caches.open(one).then((it) => it.keys()))))"
        ".then((all) => all.flat().map((one) => new URL(one.url).pathname))"
    )
    assert "/" in kept and not [path for path in kept if path.startswith("/api")]
    visitor.excuse("ERR_INTERNET_DISCONNECTED")
    visitor.context.set_offline(True)
    page.goto(f"{site}/ladder/rys")  # another page, that was not open before
    page.goto(site)
    page.get_by_role("heading", name="No connection").wait_for()
    visitor.context.set_offline(False)
    page.locator(".label").first.wait_for()


def sat(host: Visitor, site: str, game: str, seats: int = 2, **more: Any) -> str:
    """A running match of somebody against bots, and its link."""
    page = host.page
    page.goto(f"{site}/me")
    wanted = {"game": game, "seats": seats, "bots": ["novice"] * (seats - 1), **more}
    id = page.evaluate(
        """async (wanted) => {
            const headers = { 'Content-Type': 'application/json' };
            const ask = (path, body) => fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
            await ask('/api/guests', { name: 'Hania' });
            localStorage.setItem('sprawdzam known', 'yes');
            return (await (await ask('/api/tables', wanted)).json()).id;
        }""",
        wanted,
    )
    page.goto(f"{site}/t/{id}")
    begun(host)
    return f"{site}/t/{id}"


def test_who_watches_sees_no_hidden_card_and_no_choices_and_is_counted(site: str, visit: Come) -> None:
    host, stranger = visit(), visit(phone=True)
    link = sat(host, site, "blef")
    told: list[dict[str, Any]] = []
    stranger.page.on("websocket", lambda line: _listen(line, told))
    stranger.page.goto(link)
    stranger.page.get_by_text("You are watching").wait_for()
    wait_until(stranger.page, lambda: any(one.get("scene") for one in told), "no scene was told")
    scenes = [one["scene"] for one in told if one.get("scene")]
    assert not any(scene["choices"] for scene in scenes)
    hands = [zone for scene in scenes[:1] for zone in scene["zones"] if zone["kind"] == "hand"]
    assert hands and not any(piece["face"] for zone in hands for piece in zone["pieces"])
    host.page.locator(".hand .card:not(.c-back)").first.wait_for()
    expect(stranger.page.locator(".hand, .piece.can, .actions .btn")).to_have_count(0)
    assert not serious(stranger)
    expect(host.page.locator(".watched")).to_have_text(re.compile("^1"))


def _listen(line: WebSocket, told: list[dict[str, Any]]) -> None:
    line.on("framereceived", lambda body: told.append(json.loads(body)))


def test_a_finished_match_stands_in_the_history_and_on_the_public_page(site: str, visit: Come) -> None:
    host, stranger = visit(phone=True), visit()
    page = host.page
    link = sat(host, site, "blef", public=True)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").locator(".btn.call", has_text="Resign").click()  # the second one, that means it
    page.keyboard.press("Escape")
    page.locator(".after").wait_for()
    page.goto(f"{site}/me")
    match = page.locator(".matches li").first
    match.get_by_text("Novice").wait_for()
    expect(match.locator(".rank")).to_have_text("2")
    expect(match.get_by_role("link", name="Replay")).to_have_attribute("href", link.removeprefix(site) + "/replay")
    assert not serious(host)
    page.get_by_role("link", name="What others see of me").click()
    page.wait_for_url(re.compile("/p/"))
    stranger.page.goto(page.url)
    stranger.page.get_by_role("heading", name="Hania").wait_for()
    stranger.page.locator(".matches li", has_text="Blef").wait_for()
    assert not serious(stranger)


def test_a_card_is_played_by_dragging_it_onto_the_table(site: str, visit: Come) -> None:
    host = visit()
    page = host.page
    sent: list[dict[str, Any]] = []
    page.on("websocket", lambda line: line.on("framesent", lambda body: sent.append(json.loads(body))))
    sat(host, site, "rys", 3)
    card = page.locator(".tray.turn .hand [data-drags]").first
    play_on(host, until=lambda: card.count() > 0)

    def plays() -> int:
        return sum(one["do"] == "play" for one in sent)

    before = plays()
    card.hover(position={"x": 12, "y": 12})  # as soon as it lies still
    cloth, from_ = page.locator(".cloth").bounding_box(), card.bounding_box()
    assert cloth and from_
    page.mouse.down()
    page.mouse.move(from_["x"] + 40, from_["y"] - 60, steps=4)
    expect(card).to_have_attribute("data-dragged", "yes")
    page.mouse.move(cloth["x"] + cloth["width"] / 2, cloth["y"] + 20, steps=6)
    page.mouse.up()
    wait_until(page, lambda: plays() > before, "nothing was played")
    page.locator("[data-dragged]").wait_for(state="detached")


def test_a_table_that_is_gone_and_a_session_that_has_ended_leave_a_way_on(site: str, visit: Come) -> None:
    host = visit()
    page = host.page
    link = sat(host, site, "blef")
    for words in ("401", "404"):
        host.excuse(words)
    host.context.clear_cookies()
    page.goto(link)  # known to this browser, unknown to the server
    page.get_by_text("You are watching").wait_for()
    page.goto(f"{site}/t/nothing-here")
    page.get_by_role("link", name="To the front page").click()
    page.locator(".label").first.wait_for()


def test_whoever_has_nothing_left_but_the_session_is_recognised_at_their_table(site: str, visit: Come) -> None:
    host = visit()
    opened(host, site)
    host.page.evaluate("localStorage.clear()")
    host.page.reload()
    host.page.locator(".place.mine").wait_for()
    host.page.get_by_role("button", name="Add a bot").first.click()  # only the owner may
    host.page.get_by_role("button", name="Start the match").wait_for()
    wait_until(host.page, lambda: host.page.evaluate("localStorage.getItem('sprawdzam known')") == "yes")


def test_what_stands_between_page_and_server_is_said_with_a_way_on(site: str, visit: Come) -> None:
    host = visit(phone=True)
    page, changed = host.page, {"protocol": 1}
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()

        def heard(body: str | bytes) -> None:
            told = json.loads(body)
            line.send(json.dumps(told | changed if told["is"] == "hello" else told))

        server.on_message(heard)

    page.route_web_socket(re.compile("/api/socket"), connect)
    sat(host, site, "blef")
    strip = page.locator(".strip-lost")
    lines[-1].send(json.dumps({"is": "notice", "notice": "restart", "text": "", "back_in": 3000}))
    strip.get_by_text(re.compile(r"wants to be back in (29\d\d|3000) s")).wait_for()  # it counts while we look
    changed |= {"who": ""}
    lines[-1].close()  # it comes back by itself, and the server knows nobody any more
    strip.get_by_role("link", name="Sign in").wait_for()
    assert not serious(host)
    changed |= {"protocol": 2}
    page.reload()
    strip.get_by_role("button", name="Load the new page").wait_for()


def test_sound_is_switched_at_the_table_by_button_and_key(site: str, visit: Come) -> None:
    host = visit()
    page = host.page
    sat(host, site, "nerwy", 3)
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("m")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
