"""Every game on the real page, by two people and bots, from the first question to the last."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from .browser import Visitor, begun, expect, opened, play_on
from .test_pages import fits, serious

Come = Callable[..., Visitor]
TABLES = {"blef": (3, 1), "fiasko": (3, 1), "szacunki": (3, 1), "nerwy": (4, 2), "rys": (3, 1)}  # seats, bots
# Glances at a match that is not played to its end, if not in full size.
LONG = dict.fromkeys(("fiasko", "szacunki", "rys"), 60)
# Whether one's own cards lie whole between the bar above and the one below.
WHOLE = """() => {
    const { top, bottom } = document.querySelector('.stage').getBoundingClientRect();
    return [...document.querySelectorAll('.tray :is(.hand, .layers) .piece')].every((one) => {
        const box = one.getBoundingClientRect();
        return box.top >= top && box.bottom <= bottom;
    });
}"""


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", TABLES)
def test_a_game_is_played_to_its_end_in_two_languages(site: str, visit: Come, full: bool, game: str) -> None:
    host, guest = visit(), visit(phone=True, dark=True, language="pl-PL")
    seats, bots = TABLES[game]
    link = opened(host, site, game, seats, bots)
    guest.sits_down(link)
    begun(host)
    watcher = visit(phone=True)
    watcher.page.goto(link)
    watcher.page.locator(".strip-watch").wait_for()
    for player in (host, guest):
        play_on(host, guest, until=lambda player=player: player.asked)  # type: ignore[misc]
        assert not serious(player)
    everybody = (host, guest, watcher)
    glances, most = count(), None if full else LONG.get(game)
    play_on(host, guest, until=lambda: next(glances) == most or all(player.finished for player in everybody))
    if most and not host.finished:
        assert all(fits(player.page) and not serious(player) for player in everybody)
        return
    for player in everybody:
        player.page.locator(".ranking li").nth(seats - 1).wait_for()
        assert not serious(player)
        assert fits(player.page)
    assert host.page.evaluate(WHOLE)
    expect(host.page.locator(".ranking h2")).to_have_text("Final places")
    expect(guest.page.locator(".ranking h2")).to_have_text("Wyniki")
    places = host.page.locator(".ranking .no").all_inner_texts()
    assert len(places) == seats
    for player in (guest, watcher):
        expect(player.page.locator(".ranking .no")).to_have_text(places)
