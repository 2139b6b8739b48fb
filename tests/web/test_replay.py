"""The match again, in a real browser: another guest steps through it by keys, and is told what was a mistake."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sprawdzam.bots import review

from .browser import Visitor
from .test_pages import serious

Come = Callable[..., Visitor]
ROBOT = Path(__file__).parents[2] / "examples" / "bot.py"
LONG = 120_000  # milliseconds for a review on a busy machine


@pytest.fixture
def table(site: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The link of a match that a program has played against a Novice."""
    monkeypatch.setattr(review, "MATCHES", 60)
    monkeypatch.setattr(review, "SURE", 0.1)  # whoever plays at random surely makes a mistake
    monkeypatch.setattr(review, "WORK", 1)
    told = subprocess.run([sys.executable, ROBOT, site, "blef"], capture_output=True, text=True, timeout=60, check=True)
    assert " is over" in told.stdout
    return f"{site}/t/{told.stdout.split()[0]}"


def test_a_guest_with_the_link_steps_through_a_match_by_keys(table: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{table}/replay#3")
    slider = page.get_by_role("slider", name="Step")
    slider.wait_for()
    last = int(slider.get_attribute("max") or 0)

    def at() -> int:
        return int(slider.input_value())

    assert at() == 3  # a link may name a moment
    told = page.locator(".player [aria-live]")
    for key, moment in (
        ("ArrowRight", 4), ("ArrowRight", 5), ("ArrowLeft", 4), ("End", last), ("ArrowRight", last), ("Home", 0),
    ):  # fmt: skip
        page.locator("body").press(key)
        assert at() == moment, key
        assert told.inner_text().startswith(f"Step {moment} of {last}.")
    assert page.url == f"{table}/replay"
    page.locator("body").press("End")
    assert page.url == f"{table}/replay#{last}"
    page.get_by_role("heading", name="Final places").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()  # from the beginning, by itself
    page.locator(".player .count").get_by_text(f"1/{last}", exact=True).wait_for()
    page.locator("body").press(" ")
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_cards_are_open_or_seen_through_somebodys_eyes(table: str, visit: Come) -> None:
    page = visit().page
    page.goto(f"{table}/replay#2")
    page.locator(".rivals .card").first.wait_for()
    assert page.locator(".rivals .card.c-back").count() == 0
    page.get_by_role("combobox", name="Through whose eyes?").select_option("0")
    page.locator(".rivals .card.c-back").first.wait_for()
    assert page.get_by_role("slider", name="Step").input_value() == "2"


@pytest.mark.parametrize(("phone", "language"), [(True, "pl-PL"), (False, "en-GB")])
def test_the_review_leads_to_the_mistakes(table: str, visit: Come, phone: bool, language: str) -> None:
    visitor = visit(phone=phone, language=language)
    page = visitor.page
    page.goto(f"{table}/replay")
    page.locator(".chart svg").wait_for(state="attached", timeout=LONG)
    if phone:
        page.get_by_role("button", name="Analiza").click()
    assert "Robot: 50" in (page.locator(".chart svg").get_attribute("aria-label") or "")
    assert not serious(visitor)
    page.locator(".chart summary").click()
    assert page.locator(".chart tbody tr").count() > 5
    assert page.locator(".scales dd").count() == 4
    mistake = page.locator(".mistakes button").first
    number = int("".join(filter(str.isdigit, mistake.locator(".top b").inner_text())))
    mistake.click()
    assert int(page.locator(".player input").input_value()) == number - 1  # the moment before it
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    if not phone:
        page.locator(f".steps [data-moment='{number}'] em.mistake").wait_for()


def test_a_match_that_is_not_over_has_no_replay(site: str, visit: Come) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{site}/new/blef")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("textbox", name="Invite").wait_for()
    page.goto(f"{page.url}/replay")
    page.get_by_role("heading", name="this match is not over yet").wait_for()
    visitor.faults = [fault for fault in visitor.faults if "409" not in fault]
