"""The match again, in a real browser: another guest steps through it by keys, and is told what was a mistake."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sprawdzam.bots import review

from .browser import LONG, Visitor, begun, expect, opened, wait_until
from .test_pages import fits, serious

Come = Callable[..., Visitor]
ROBOT = Path(__file__).parents[2] / "examples" / "bot.py"
# Which moments were shown: one that goes by itself may be over before somebody has looked.
SHOWN = """() => {
    const count = document.querySelector('.player .count');
    window.shown = [];
    new MutationObserver(() => window.shown.push(count.textContent))
        .observe(count, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def table(site: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The link of a match that a program has played against a Novice."""
    monkeypatch.setattr(review, "MATCHES", 60)
    monkeypatch.setattr(review, "SURE", 0.1)  # whoever plays at random surely makes a mistake
    monkeypatch.setattr(review, "WORK", 1)
    robot = [sys.executable, ROBOT, site, "blef"]
    told = subprocess.run(robot, capture_output=True, text=True, timeout=LONG, check=True)
    assert " is over" in told.stdout
    return f"{site}/t/{told.stdout.split()[0]}"


def test_a_guest_with_the_link_steps_through_a_match_by_keys(table: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{table}/replay#3")
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_value("3")  # a link may name a moment
    last = int(slider.get_attribute("max") or 0)
    told = page.locator(".player [aria-live]")
    for key, moment in (
        ("ArrowRight", 4), ("ArrowRight", 5), ("ArrowLeft", 4), ("End", last), ("ArrowRight", last), ("Home", 0),
    ):  # fmt: skip
        page.locator("body").press(key)
        expect(slider).to_have_value(str(moment))
        expect(told).to_have_text(re.compile(rf"^Step {moment} of {last}\."))
    page.wait_for_url(f"{table}/replay")
    page.locator("body").press("End")
    page.wait_for_url(f"{table}/replay#{last}")
    page.get_by_role("heading", name="Final places").wait_for()
    page.evaluate(SHOWN)
    page.get_by_role("button", name="Play", exact=True).click()  # from the beginning, by itself
    wait_until(page, lambda: {f"0/{last}", f"1/{last}"} <= set(page.evaluate("window.shown")))
    page.locator("body").press(" ")
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_cards_are_open_or_seen_through_somebodys_eyes(table: str, visit: Come) -> None:
    page = visit().page
    page.goto(f"{table}/replay#2")
    page.locator(".rivals .card").first.wait_for()
    expect(page.locator(".rivals .card.c-back")).to_have_count(0)
    expect(page.locator(".seat").nth(0)).to_have_attribute("aria-label", "Robot")
    expect(page.locator(".seat").nth(1)).to_have_attribute("aria-label", re.compile(", bot$"))
    page.get_by_role("combobox", name="Through whose eyes?").select_option("0")
    page.locator(".rivals .card.c-back").first.wait_for()
    expect(page.get_by_role("slider", name="Step")).to_have_value("2")


@pytest.mark.parametrize(("phone", "language"), [(True, "pl-PL"), (False, "en-GB")])
def test_the_review_leads_to_the_mistakes(table: str, visit: Come, phone: bool, language: str) -> None:
    visitor = visit(phone=phone, language=language)
    page = visitor.page
    page.goto(f"{table}/replay")
    if phone:
        page.get_by_role("button", name="Analiza").click()  # what lies beside the table is drawn in the drawer only
    page.locator(".chart svg").wait_for(state="attached", timeout=LONG * 1000)
    expect(page.locator(".chart svg")).to_have_attribute("aria-label", re.compile("Robot: 50"))
    assert not serious(visitor)
    page.locator(".chart summary").click()
    page.locator(".chart tbody tr").nth(5).wait_for()  # the rows are drawn when the browser has told that it is open
    expect(page.locator(".scales dd")).to_have_count(4)
    mistake = page.locator(".mistakes button").first
    number = int("".join(filter(str.isdigit, mistake.locator(".top b").inner_text())))
    mistake.click()
    expect(page.locator(".player input")).to_have_value(str(number - 1))  # the moment before it
    assert fits(page)
    if not phone:
        page.locator(f".steps [data-moment='{number}'] em.mistake").wait_for()


def test_a_match_that_is_not_over_has_no_replay(site: str, visit: Come) -> None:
    host, guest = visit(), visit()
    link = opened(host, site)
    host.excuse("409")
    host.page.goto(f"{link}/replay")
    host.page.get_by_role("heading", name="no match has been played at this table yet").wait_for()
    guest.sits_down(link)
    host.page.goto(link)
    begun(host)
    host.page.goto(f"{link}/replay")
    host.page.get_by_role("heading", name="this match is not over yet").wait_for()
