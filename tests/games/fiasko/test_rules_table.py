"""What the rules leave to the table: clocks, the rank after a win over TEN, and its points."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam.engine.scene import Picker, Scene

from .tables import TEN, actor, alone, at, phase, say

GRADES = {
    4: "Solid start", 5: "Warming up", 6: "Clear progress", 7: "Luck meets planning", 8: "Medal class", 9: "Stunning",
    10: "Unrivalled",
}  # fmt: skip


def silent(match: sprawdzam.Match) -> str:
    """What it means when the clock of whoever has to act runs out."""
    view = match.view(actor(match))
    return view.write(view.silence)


@pytest.mark.parametrize(
    ("area", "deck", "meant"),
    [
        ("", None, "draw"),
        ("B4", None, "take numbers"),
        ("$3", None, "take currency"),
        ("$3 B4", None, "take numbers"),
        ("B4 $3", "", "take numbers"),
        ("$3", "", "take currency"),
    ],
)
def test_a_clock_that_runs_out_stops_rather_than_draws(area: str, deck: str | None, meant: str) -> None:
    """FI R63: the numbers, or the currency, or with neither another card."""
    assert silent(at("10/0", "5/0", area=area, deck=deck)) == meant
    assert silent(alone("10/0", "5/0", area=area, deck=deck)) == meant


def test_a_clock_that_runs_out_neither_bids_nor_buys() -> None:
    """FI R63"""
    match = say(at("9/0", "9/0", draws="**"), "draw")
    assert phase(match) == "bid" and silent(match) == "pass"
    say(match, "bid 3")
    assert silent(match) == "pass"
    match = say(at("9/0", "9/0", area="B1", market="G1"), "take numbers")
    assert phase(match) == "buy" and silent(match) == "skip"
    match = at("9/0", "9/0", phase="final", final=1, market="G1")
    assert silent(match) == "skip"


@pytest.mark.parametrize(
    ("held", "meant"),
    [
        ("9/1 B1", ["pay fiasko", "pay currency"]),
        ("9/2 B1", ["pay fiasko", "pay fiasko"]),
        ("9/0 B1", ["pay currency"] * 4),
        ("1/0 R9 B1 B1", ["pay currency", "pay B1", "pay B1", "pay R9"]),
        ("0/0 R1 O2 G3 B4", ["pay B4", "pay G3", "pay O2", "pay R1"]),
    ],
)
def test_a_clock_that_runs_out_pays_the_first_piece_allowed(held: str, meant: list[str]) -> None:
    """FI R63, FI-38: fiasko tokens, currency tokens, cards; as often as it must."""
    auction = {"joker": "**", "high": 4, "bidder": 0}
    match = at(held, "5/0", phase="pay", auction=auction, payment={"for": "joker", "payer": 0, "due": 4})
    played = []
    while phase(match) == "pay":
        played.append(silent(match))
        say(match, played[-1])
    assert played == meant


def ended(mine: str, its: str, **options: Any) -> str:
    """What is said at the end of a match against TEN."""
    return str(alone(f"0/0 {mine}", f"5/0 {its}", phase="over", **options).view(0).scene().prompt)


@pytest.mark.parametrize("threshold", range(4, 11))
def test_a_win_over_ten_brings_a_rank(threshold: int) -> None:
    """FI-74: one for each threshold, and none without a win."""
    said = ended("B1 B2", "R1", threshold=threshold)
    assert [word for word in GRADES.values() if word in said] == [GRADES[threshold]]
    for its in ("R1 R2", "R1 R2 R3"):
        said = ended("B1 B2", its, threshold=threshold)
        assert not any(word in said for word in GRADES.values())


@pytest.mark.parametrize("threshold", range(4, 11))
def test_after_a_win_the_next_match_has_a_higher_threshold(threshold: int) -> None:
    """FI-74"""
    won = alone("0/0 B1 B2", "0/0", phase="over", threshold=threshold).view(0).scene()
    assert won.again == ((("threshold", threshold + 1),) if threshold < 10 else ())
    lost = alone("0/0 B1 B2", "0/0 R1 R2", phase="over", threshold=threshold).view(0).scene()
    assert lost.again == ()


@pytest.mark.parametrize(("mine", "its", "points"), [("B1 B2", "R1", (2, 1)), ("B1", "R1 R3 R5 R* **", (1, 5))])
def test_the_points_of_ten_are_told_at_the_end(mine: str, its: str, points: tuple[int, int]) -> None:
    """FI R65: beside those of the human, who has the only seat."""
    match = alone(f"0/0 {mine}", f"0/0 {its}", phase="over")
    assert match.scores == points[:1]
    plates = match.view(0).scene().plates
    assert [plate.seat for plate in plates] == [0, TEN]
    for plate, number in zip(plates, points, strict=True):
        assert plate.facts[0] == f"{number} point{'' if number == 1 else 's'}"
    said = ended(mine, its)
    assert all(str(number) in said for number in points)


def paying(held: str, due: int) -> Any:
    auction = {"joker": "**", "high": due, "bidder": 0}
    return at(held, "5/0", phase="pay", auction=auction, payment={"for": "joker", "payer": 0, "due": due})


def test_what_costs_least_stands_from_the_start_and_cards_are_asked_for_once_tokens_are_paid() -> None:
    """FI-37: no card and no surplus if it can be; a payment is handed in at once and played piece by piece."""
    match = paying("5/2 B1 B2", 5)
    scene = match.view(0).scene("en")
    assert [ask.where for ask in scene.asks] == ["fiasko", "currency", "card"]
    labels = [choice.label for choice in scene.choices]
    assert labels[:3] == ["Pay 5 × currency", "Pay 1 × fiasco + 2 × currency", "Pay 2 × fiasco"]
    assert _said(scene) == "Pay 5 × currency"
    mixed = next(choice for choice in scene.choices if choice.label == "Pay 1 × fiasco + 1 × currency + 1 × card")
    match.play_all(0, mixed.actions)
    scene = match.view(0).scene("en")
    assert [ask.where for ask in scene.asks] == ["card", "tokens"] and not scene.preset
    assert match.position["payment"]["due"] == 1


def test_of_many_ways_to_pay_each_takes_two_clicks_at_most() -> None:
    """FI-37: one number of each kind of token, and what is left is cards."""
    scene = paying("10/3 B1 B2 B3 B4 B5", 12).view(0).scene("en")
    assert len(scene.choices) == 20
    assert _said(scene) == "Pay 1 × fiasco + 9 × currency"
    assert _said(scene, ("fiasko", "0")) == "Pay 10 × currency + 2 × card"
    assert _said(scene, ("fiasko", "3")) == "Pay 3 × fiasco + 3 × currency"
    assert _said(scene, ("currency", "8")) == "Pay 1 × fiasco + 8 × currency + 1 × card"
    assert _said(scene, ("currency", "8"), ("fiasko", "3")) == "Pay 3 × fiasco + 3 × currency"
    for choice in scene.choices:
        assert _said(scene, *((click.where, click.what) for group in choice.path for click in group)) == choice.label


@pytest.mark.parametrize(("held", "asked"), [
    ("5/0 B1 B2 B3", {"currency"}), ("5/0", {"tokens"}), ("0/2 B1 B2 B3 B4 B5", {"tokens", "card"}),
])  # fmt: skip
def test_nobody_is_asked_for_tokens_that_they_have_not(held: str, asked: set[str]) -> None:
    """FI-37; a few ways are told in words."""
    choices = paying(held, 5).view(0).scene("en").choices
    assert {click.where for choice in choices for group in choice.path for click in group} == asked


def _said(scene: Scene, *clicks: tuple[str, str]) -> str:
    """What somebody would do who has clicked that."""
    picker = Picker(scene.choices, scene.preset)
    for where, what in clicks:
        assert picker.click(next(click for click in picker.answers(where) if click.what == what))
    return picker.ready.label if picker.ready else ""


@pytest.mark.parametrize(("area", "held", "labels"), [
    ("B4", "5/0", ["Turn up a card", "Take the numbers"]),
    ("B4 $3", "5/0", ["Turn up a card", "Take the numbers (others +3)", "Take 3 currency"]),
    ("$3 $4", "5/0", ["Turn up a card", "Take 5 currency (at most 10)"]),
])  # fmt: skip
def test_what_a_reward_brings_is_told(area: str, held: str, labels: list[str]) -> None:
    """FI-23, FI-26, FI R16"""
    assert [choice.label for choice in at(held, "5/0", area=area).view(0).scene("en").choices] == labels
