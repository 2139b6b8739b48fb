"""Learning in a real browser: tutorials to their end, reasons that lead to rules, hints, the rulebook on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sprawdzam.engine.lesson import Told, told
from sprawdzam.engine.scene import Choice, Click
from sprawdzam.games import find

from .browser import LONG, Visitor, begun, dealt, expect, opened, play_on, wait_until
from .test_pages import serious

Come = Callable[..., Visitor]


def right(lesson: Told) -> Choice:
    return next(c for c, i in zip(lesson.scene.choices, lesson.by_choice, strict=True) if lesson.replies[i].right)


def pick(page: Any, lesson: Told, click: Click, end: Any) -> None:
    """Answers one question, as people do: a piece, a number of the notebook, a place on a strip, or a button; unless
    that says everything, and is the button at the end."""
    kind = next(ask.kind for ask in lesson.scene.asks if ask.where == click.where)
    if click.piece is not None:
        zone, i = click.piece
        if zone.startswith("notes"):
            page.locator(f'.tray [data-zone="{zone}"] button').nth(i).click()
        else:
            here = f'[data-place="{zone}:{i}"]'
            page.locator(f"{here} > .press, :has(> {here}) > .press").first.click()
    elif kind == "range":
        slider, put = page.get_by_role("slider"), page.locator(".put b")
        slider.press("Home")
        expect(slider).to_have_attribute("aria-valuenow", slider.get_attribute("aria-valuemin"))
        while (here := put.inner_text()) != click.label:
            slider.press("ArrowRight")
            expect(put).not_to_have_text(here)
    else:
        answers = page.locator(".asks button").filter(has_text=click.label.split(": ")[-1])
        answers.or_(end).first.wait_for()
        if answers.count():
            answers.first.click()


def do(page: Any, lesson: Told) -> None:
    """What the lesson asks for."""
    choice = right(lesson)
    if choice.loud:
        page.locator(".actions .btn.call").click()
        return
    name = re.compile(re.escape(choice.label), re.I)
    end = page.locator(".actions").get_by_role("button", name=name)
    for group in choice.path:
        for click in group:
            if click not in lesson.scene.preset:
                pick(page, lesson, click, end)
    end.first.click()


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
        expect(page.locator(".coach .words")).to_contain_text(lesson.task)
        if number in (0, of - 1):
            assert not serious(visitor)
        do(page, lesson)
        page.locator(".coach.passed").wait_for()
        says = "|".join(re.escape(reply.says) for reply in lesson.replies if reply.right)
        expect(page.locator(".reply")).to_have_text(re.compile(rf"^\s*({says})\s*$"))
        if number < of - 1:
            page.locator(".coach .btn.go").click()
    assert not serious(visitor)
    page.locator(".coach .btn.call").click()
    dealt(page)


def test_a_tutorial_is_played_by_keys_alone_and_explains_what_was_wrong(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{site}/learn/blef")
    page.locator(".coach .words").wait_for()
    page.keyboard.press("Enter")  # nothing was turned yet: confirmed as it lay
    page.locator(".coach.wrong").wait_for()
    expect(page.locator(".reply")).to_contain_text("Not yet")
    for number, keys in enumerate(["12⏎", "52⏎", "51⏎", "s", "61⏎", "s"]):
        page.locator(f".steps i.here:nth-child({number + 1})").wait_for()
        for key in keys:
            page.keyboard.press("Enter" if key == "⏎" else key)
        page.locator(".coach.passed").wait_for()
        expect(page.locator(".coach .buttons .btn")).to_be_focused()  # the one that leads on
        page.keyboard.press("Enter")
    dealt(page)


def test_the_front_page_leads_to_every_tutorial(site: str, visit: Come) -> None:
    visitor = visit(language="pl-PL", phone=True)
    visitor.page.goto(site)
    links = visitor.page.get_by_role("link", name="Naucz mnie")
    expect(links).to_have_count(5)
    links.first.click()
    visitor.page.locator(".coach .words").wait_for()


def bids(visitor: Visitor) -> bool:
    return visitor.page.locator(".tray.turn .asks").count() > 0


def test_why_leads_to_the_rule(site: str, visit: Come) -> None:
    host, guest = visit(), visit()
    guest.sits_down(opened(host, site))
    begun(host)
    for one in (host, guest):
        one.page.locator(".tray.turn .btn.go").click()  # their card counts as it lies
    wait_until(host.page, lambda: bids(host) != bids(guest))
    waiting, player = (host, guest) if bids(host) else (guest, host)
    # Only the one who opens the round does anything, so nothing happens any more once the other is asked.
    play_on(
        waiting, until=lambda: all("bid" in (one.page.locator(".log").text_content() or "") for one in (host, guest))
    )
    player.page.locator(".tray.turn").wait_for()
    expect(waiting.page.locator(".tray.turn")).to_have_count(0)
    player.page.locator(".tray .hand .piece").first.click()  # turned already: it cannot be turned any more
    player.page.locator(".toast").get_by_text("until the round is over").wait_for()
    waiting.page.get_by_role("button", name="Why?").press("Enter")
    dialog = waiting.page.get_by_role("dialog", name="What is possible now, and why?")
    dialog.get_by_text("You can check only on your own turn").wait_for()
    assert not serious(waiting)
    dialog.get_by_role("button", name="Rule BL-14 in the rulebook").press("Enter")
    found = waiting.page.get_by_role("dialog", name="Blef: rules").locator(".found")
    expect(found).to_be_visible()
    expect(found).to_contain_text("BL-14")


def test_hints_are_shown_only_where_the_owner_allows_them(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    for allowed in (True, False):
        page.goto(f"{site}/new/blef")
        page.get_by_role("group", name="How many of the others are bots?").get_by_role("radio", name="2").check()
        page.get_by_role("checkbox", name=re.compile("^Players may ask for hints")).set_checked(allowed)
        counts = page.get_by_role("checkbox", name=re.compile("^The match counts"))
        expect(counts).to_be_checked(checked=not allowed)
        begun(visitor)
        page.locator(".tray.turn").wait_for()
        expect(page.get_by_role("button", name="Hint")).to_have_count(int(allowed))
        if allowed:
            page.get_by_role("button", name="Hint").press("Enter")
            hint = page.locator(".toast.hint")
            hint.wait_for(timeout=LONG * 1000)  # the first hint of a cold server loads its search
            expect(hint).to_contain_text(re.compile(r"Master would play: .+\. .+"))


def test_a_rule_has_an_address_and_words_can_be_found(site: str, visit: Come) -> None:
    page = visit(phone=True).page
    page.goto(f"{site}/rules/blef#BL-14")
    expect(page.locator(".found")).to_contain_text("BL-14")
    expect(page.locator(".found")).to_be_in_viewport()
    ids = page.evaluate("[...document.querySelectorAll('.rid[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids)) > 40
    page.get_by_role("searchbox").fill("joker")
    shown = page.locator(".book > :is(p, ul > li):visible, .book li:visible")

    def found() -> bool:
        texts = shown.all_inner_texts()
        return 0 < len(texts) < 12 and all("joker" in text.lower() for text in texts)

    wait_until(page, found)
    page.get_by_role("searchbox").fill("no such word")
    page.get_by_text("Nothing like that").wait_for()


def test_a_rulebook_prints_as_pages_of_text(site: str, visit: Come) -> None:
    page = visit().page
    page.goto(f"{site}/rules/rys")
    page.locator(".book h2").first.wait_for()
    page.emulate_media(media="print")
    for what in (".head", ".tabs", ".contents", ".seek"):
        expect(page.locator(what).first).to_be_hidden()
    expect(page.locator(".book")).to_have_css("color", "rgb(0, 0, 0)")
    assert page.pdf(format="A4").count(b"/Type /Page\n") in range(4, 12)
