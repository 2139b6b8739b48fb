"""Learning in a real browser: tutorials to their end, reasons that lead to rules, hints, the rulebook on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sprawdzam.engine.lesson import Told, told
from sprawdzam.engine.scene import Choice, Click
from sprawdzam.games import find

from .browser import Visitor
from .test_pages import serious
from .test_table import opened, play_on

Come = Callable[..., Visitor]


def right(lesson: Told) -> Choice:
    return next(c for c, i in zip(lesson.scene.choices, lesson.by_choice, strict=True) if lesson.replies[i].right)


def pick(page: Any, lesson: Told, click: Click) -> None:
    """Answers one question, as people do: a piece, a number of the notebook, a place on a strip, or a button."""
    kind = next(ask.kind for ask in lesson.scene.asks if ask.where == click.where)
    if click.piece is not None:
        zone, i = click.piece
        if zone.startswith("notes"):
            page.locator(f'.tray [data-zone="{zone}"] button').nth(i).click()
        else:
            here = f'[data-place="{zone}:{i}"]'
            page.locator(f"{here} > .press, :has(> {here}) > .press").first.click()
    elif kind == "range":
        page.get_by_role("slider").press("Home")
        while page.locator(".put b").inner_text() != click.label:
            page.get_by_role("slider").press("ArrowRight")
    elif (answers := page.locator(".asks button").filter(has_text=click.label.split(": ")[-1])).count():
        answers.first.click()


def do(page: Any, lesson: Told) -> None:
    """What the lesson asks for."""
    choice = right(lesson)
    if choice.loud:
        page.locator(".actions .btn.call").click()
        return
    for group in choice.path:
        for click in group:
            if click not in lesson.scene.preset:
                pick(page, lesson, click)
    if not page.locator(".coach.passed").count():
        name = re.compile(re.escape(choice.label), re.I)
        page.locator(".actions").get_by_role("button", name=name).first.click()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "phone", "language"),
    [
        ("blef", True, "pl"),
        ("nerwy", False, "en"),
        ("rys", True, "en"),
        ("szacunki", False, "pl"),
        ("fiasko", True, "pl"),
    ],
)
def test_a_tutorial_is_played_to_its_end(site: str, visit: Come, game: str, phone: bool, language: str) -> None:
    visitor = visit(phone=phone, language={"pl": "pl-PL", "en": "en-GB"}[language])
    page, of = visitor.page, len(find(game).lessons)
    page.goto(f"{site}/learn/{game}")
    for number in range(of):
        page.locator(f".steps i.here:nth-child({number + 1})").wait_for()
        lesson = told(find(game), number, language)
        assert lesson.task in page.locator(".coach .words").inner_text()
        if number in (0, of - 1):
            assert not serious(visitor)
        do(page, lesson)
        page.locator(".coach.passed").wait_for()
        assert page.locator(".reply").inner_text().strip() in [reply.says for reply in lesson.replies if reply.right]
        if number < of - 1:
            page.locator(".coach .btn.go").click()
    assert not serious(visitor)
    page.locator(".coach .btn.call").click()
    page.locator(".playing:not(.learning) .tray").wait_for()


def test_a_tutorial_is_played_by_keys_alone_and_explains_what_was_wrong(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{site}/learn/blef")
    page.locator(".coach .words").wait_for()
    page.keyboard.press("Enter")  # nothing was turned yet: confirmed as it lay
    page.locator(".coach.wrong").wait_for()
    assert "Not yet" in page.locator(".reply").inner_text()
    for number, keys in enumerate(["12⏎", "52⏎", "51⏎", "s", "61⏎", "s"]):
        page.locator(f".steps i.here:nth-child({number + 1})").wait_for()
        for key in keys:
            page.keyboard.press("Enter" if key == "⏎" else key)
        page.locator(".coach.passed").wait_for()
        page.keyboard.press("Enter")  # the button that leads on has the focus
    page.locator(".playing:not(.learning) .tray").wait_for()


def test_the_front_page_leads_to_every_tutorial(site: str, visit: Come) -> None:
    visitor = visit(language="pl-PL", phone=True)
    visitor.page.goto(site)
    links = visitor.page.get_by_role("link", name="Naucz mnie")
    links.first.wait_for()
    assert links.count() == 5
    links.first.click()
    visitor.page.locator(".coach .words").wait_for()


def test_why_leads_to_the_rule(site: str, visit: Come) -> None:
    host, guest = visit(), visit()
    guest.sits_down(opened(host, site))
    host.page.get_by_role("button", name="Start the match").click()
    host.page.locator(".tray.turn").wait_for()
    play_on(host, guest, until=lambda: all("bid" in one.page.locator(".log").inner_text() for one in (host, guest)))
    player = host if host.page.locator(".tray.turn").count() else guest
    waiting = guest if player is host else host
    player.page.locator(".tray .hand .piece").first.click()  # turned already: it cannot be turned any more
    player.page.locator(".toast").get_by_text("until the round is over").wait_for()
    waiting.page.get_by_role("button", name="Why?").press("Enter")
    dialog = waiting.page.get_by_role("dialog", name="What is possible now, and why?")
    dialog.get_by_text("You can check only on your own turn").wait_for()
    assert not serious(waiting)
    dialog.get_by_role("button", name="Rule BL-14 in the rulebook").press("Enter")
    found = waiting.page.get_by_role("dialog", name="Blef: rules").locator(".found")
    found.wait_for()
    assert "BL-14" in found.inner_text() and found.is_visible()


def test_hints_are_shown_only_where_the_owner_allows_them(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    for allowed in (True, False):
        page.goto(f"{site}/new/blef")
        page.get_by_role("group", name="How many of the others are bots?").get_by_role("radio", name="2").check()
        page.get_by_role("checkbox", name=re.compile("^Players may ask for hints")).set_checked(allowed)
        assert page.get_by_role("checkbox", name=re.compile("^The match counts")).is_checked() is not allowed
        page.get_by_role("button", name="Start the match").click()
        page.locator(".tray.turn").wait_for()
        assert page.get_by_role("button", name="Hint").count() == allowed
        if allowed:
            page.get_by_role("button", name="Hint").press("Enter")
            told = page.locator(".toast.hint")
            told.wait_for(timeout=60_000)  # the first hint of a cold server loads its search
            assert re.search(r"Master would play: .+\. .+", told.inner_text())


def test_a_rule_has_an_address_and_words_can_be_found(site: str, visit: Come) -> None:
    from playwright.sync_api import expect

    page = visit(phone=True).page
    page.goto(f"{site}/rules/blef#BL-14")
    page.locator(".found").wait_for()
    assert "BL-14" in page.locator(".found").inner_text()
    expect(page.locator(".found")).to_be_in_viewport()
    ids = page.evaluate("[...document.querySelectorAll('.rid[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids)) > 40
    page.get_by_role("searchbox").fill("joker")
    shown = page.locator(".book > :is(p, ul > li):visible, .book li:visible")
    assert 0 < shown.count() < 12
    assert all("joker" in text.lower() for text in shown.all_inner_texts())
    page.get_by_role("searchbox").fill("no such word")
    page.get_by_text("Nothing like that").wait_for()


def test_a_rulebook_prints_as_pages_of_text(site: str, visit: Come) -> None:
    from playwright.sync_api import expect

    page = visit().page
    page.goto(f"{site}/rules/rys")
    page.locator(".book h2").first.wait_for()
    page.emulate_media(media="print")
    for what in (".head", ".tabs", ".contents", ".seek"):
        assert not page.locator(what).first.is_visible(), what
    expect(page.locator(".book")).to_have_css("color", "rgb(0, 0, 0)")
    assert page.pdf(format="A4").count(b"/Type /Page\n") in range(4, 12)
