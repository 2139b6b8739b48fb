"""Fair deals, in a real browser: an honest server is believed, one that deals other cards is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from sprawdzam.engine.chance import Keyed
from sprawdzam.server import table as tables

from .browser import Visitor, alone, expect, play_on

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

Come = Callable[..., Visitor]
ALL = 7  # checks
SIGHTS = 8  # of a match, before it is called off
NOTED = """() => Object.keys(localStorage).filter((key) => key.startsWith('sprawdzam seen '))
    .reduce((sum, key) => sum + JSON.parse(localStorage[key]).length, 0)"""


class Cheat(Keyed):
    """Whoever deals by this exchanges the first card of seat 0 in round 1 of blef, as long as it does cheat."""

    cheats = True

    def roll(self, zone: Any, number: int, n: int) -> int:
        fair = super().roll(zone, number, n)
        return (fair + n // 2) % n if self.cheats and (zone.name, number) == ("DECK", 30) else fair


def called_off(visitor: Visitor) -> None:
    """The match ends before its end: with bots alone, nobody else is asked."""
    page = visitor.page
    page.locator(".tray:is(.turn, .ask)").wait_for()  # something was dealt
    page.locator(".sign.talk").click()
    page.get_by_role("button", name="Call the match off").click()
    page.get_by_role("dialog").locator(".btn.call", has_text="Call the match off").click()  # and means it
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("heading", name="The match was called off").wait_for()


def verified(visitor: Visitor) -> Locator:
    """What the page says of the deal."""
    visitor.page.get_by_role("button", name="Verify the deal").click()
    dialog = visitor.page.get_by_role("dialog", name="Was the deal fair?")
    dialog.locator(".verdict").wait_for()
    return dialog


def refused(dialog: Locator, *words: str) -> None:
    """It says no, and for which reasons."""
    expect(dialog.locator(".verdict.fails")).to_contain_text("No!")
    expect(dialog.locator("li.fails")).to_have_count(len(words))
    for at, reason in enumerate(words):
        expect(dialog.locator("li.fails").nth(at)).to_contain_text(reason)


def test_all_draws_of_an_honest_match_hold_and_the_log_that_was_checked_is_saved(site: str, visit: Come) -> None:
    visitor = visit()
    alone(visitor, site, "blef", rated=False)
    play_on(visitor, until=lambda: visitor.finished)
    dialog = verified(visitor)
    expect(dialog.locator("li.holds")).to_have_count(ALL)
    expect(dialog.locator(".verdict.holds")).to_contain_text("Yes")
    expect(dialog).to_contain_text("sprawdzam verify LOG")
    dialog.get_by_role("button", name="Close").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Download the log").click()
    assert "proof: " in download.value.path().read_text("utf-8")


def test_a_browser_that_keeps_nothing_can_play_and_verify(site: str, visit: Come) -> None:
    visitor = visit()
    for store in ("localStorage", "sessionStorage"):
        forbidden = "{ get() { throw new DOMException('no', 'SecurityError'); } }"
        visitor.page.add_init_script(f"Object.defineProperty(window, '{store}', {forbidden})")
    alone(visitor, site, "blef", rated=False)
    called_off(visitor)
    expect(verified(visitor).locator("li.holds")).to_have_count(ALL)


@pytest.mark.parametrize("game", ["blef", "fiasko", "nerwy", "rys", "szacunki"])
def test_a_match_that_was_called_off_is_verified_in_polish_after_a_reload(site: str, visit: Come, game: str) -> None:
    visitor = visit()
    alone(visitor, site, game, rated=False)
    # On their turn it waits for the visitor and cannot end by itself, as it could in a window, which closes.
    turn = visitor.page.locator(".tray.turn")
    play_on(visitor, until=lambda: (visitor.page.evaluate(NOTED) > SIGHTS and turn.count() > 0) or visitor.finished)
    if not visitor.finished:
        called_off(visitor)
    visitor.page.evaluate("localStorage.setItem('sprawdzam language', 'pl')")
    visitor.page.reload()  # what was seen in English is asked for in English
    visitor.page.get_by_role("button", name="Sprawdź rozdanie").click()
    dialog = visitor.page.get_by_role("dialog", name="Czy rozdanie było uczciwe?")
    expect(dialog.locator("li.holds")).to_have_count(ALL)
    expect(dialog.locator(".verdict.holds")).to_contain_text("Tak")


def test_a_server_that_dealt_another_card_and_says_so_is_refused(
    site: str, visit: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "Keyed", Cheat)
    visitor = visit()
    alone(visitor, site, "blef", rated=False)
    called_off(visitor)
    refused(verified(visitor), "deck 30")


def test_a_server_that_dealt_another_card_and_tells_the_right_one_is_refused(
    site: str, visit: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "Keyed", Cheat)
    monkeypatch.setattr(Cheat, "cheats", True)
    visitor = visit()
    alone(visitor, site, "blef", rated=False)
    called_off(visitor)
    monkeypatch.setattr(Cheat, "cheats", False)  # list, log and replay are now those of a fair deal
    refused(verified(visitor), "All that this browser was shown")


def test_a_draw_that_is_exchanged_in_the_list_is_refused(site: str, visit: Come) -> None:
    def exchange(route: Route) -> None:
        told = route.fetch().json()
        drawn = next(draw for draw in told["draws"] if draw["zone"] == "deck")
        drawn["value"] = next(kind for kind in told["kinds"]["deck"] if kind != drawn["value"])
        route.fulfill(content_type="application/json", body=json.dumps(told))

    visitor = visit()
    alone(visitor, site, "blef", rated=False)
    called_off(visitor)
    visitor.page.route("**/draws", exchange)
    refused(verified(visitor), "secret and parts give", "The log tells the same draws")


def test_a_server_that_does_not_tell_its_draws_is_not_believed(site: str, visit: Come) -> None:
    visitor = visit()
    alone(visitor, site, "blef", rated=False)
    called_off(visitor)
    visitor.excuse("409")
    refusal = json.dumps({"error": "not_now", "text": "not today"})
    visitor.page.route(
        "**/draws", lambda route: route.fulfill(status=409, content_type="application/json", body=refusal)
    )
    dialog = verified(visitor)
    expect(dialog.locator(".verdict.unchecked")).to_contain_text("not everything could be checked")
    expect(dialog.get_by_role("alert")).to_have_text("not today")
