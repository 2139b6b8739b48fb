"""Pile and discard: drawing, reshuffling, and what happens when there is nothing left."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR
from sprawdzam.engine.chance import Source, outcomes

from .tables import DECK, actor, at, back, hand, hands, phase, pile_size, say, standing, stripped

TWENTY = "S1 S1 S2 S2 S3 REV REV PL2 BIN TRAP D1 D1 D2 D2 D3 D3 D4 D4 D5 D5"


def test_the_discard_is_shuffled_as_soon_as_the_pile_is_empty() -> None:
    """NE-15, NE R7, NE V25: the twenty discards are the new pile, and its top shows its back at once."""
    match = stripped(
        ["D1 D2", "D1 D2 D3", "D4 D5 D5", "S4 D3 D3"], pile="S5", discard=TWENTY, last=0, phase="window", then="D4"
    )
    assert pile_size(match) == 1 and len(match.position["discard"]) == 20
    say(match, "pass")
    assert hand(match, 0) == ["S5", "D1", "D2"] and actor(match) == 1
    assert pile_size(match) == 20 and match.position["discard"] == []
    assert all(match.view(seat).position["top"] == "D4" for seat in (0, 1, 2, 3, SPECTATOR))


def test_the_row_is_no_part_of_a_reshuffle() -> None:
    """NE-15, NE R7: it lies where it lay."""
    match = stripped(["D1 D2", "D1 D2 D3"], pile="S5", discard=TWENTY, last=0, phase="window", then="D4")
    laid = match.position["row"]
    say(match, "pass")
    assert match.position["row"] == laid and len(laid) == 70 - 5 - 1 - 20


def test_every_discard_is_equally_likely_on_top_after_a_reshuffle() -> None:
    """NE-15: removed hearts are among them."""
    position = stripped(
        ["D1 D2", "D1 D2 D3"], pile="D5", discard="BIN S1 D4 D4", binned="1:TRAP", last=0, phase="window", then="D4"
    ).position

    def drawn(chance: Source) -> tuple[str, tuple[str, ...]]:
        match = say(sprawdzam.position(position, chance=chance), "pass")
        top = match.position["top"]
        say(match, "D1", "pass")
        return top, tuple((Counter(hand(match, 1)) - Counter(["D2", "D3"])).elements())

    found: Counter[Any] = Counter()
    for result, weight in outcomes(drawn):
        found[result] += weight  # type: ignore[assignment]
    fifth = Fraction(1, 5)
    assert found == {
        ("heart", ("BIN",)): fifth, ("heart", ("S1",)): fifth, ("heart", ("TRAP",)): fifth, ("D4", ("D4",)): 2 * fifth,
    }  # fmt: skip


def test_the_second_of_two_cards_may_come_from_the_new_pile() -> None:
    """NE-15, NE-26, NE R7: shuffled after the first one was drawn, in the same step."""
    match = stripped(
        ["D1", "D1 D2 D3"], pile="D5", discard="BIN S1", last=0, phase="window", must=2, placed=2, then="S1 BIN"
    )
    say(match, "pass")
    assert hand(match, 0) == ["S1", "D1", "D5"] and pile_size(match) == 1 and match.position["top"] == "heart"


def test_with_pile_and_discard_empty_the_draw_is_skipped() -> None:
    """NE-13, NE R6: the hand stays short, and play goes on."""
    match = stripped(["D1 D2", "D1 D2 D3"], last=0, phase="window")
    assert pile_size(match) == 0 and match.position["top"] == "none"
    say(match, "pass")
    assert hand(match, 0) == ["D1", "D2"] and actor(match) == 1 and match.position["top"] == "none"
    assert match.log.steps[-1].draws == ()
    say(match, "D1", "pass", "D1", "pass")
    assert [len(held) for held in hands(match.position)] == [1, 2]


def test_a_draw_takes_what_is_there() -> None:
    """NE R6: one of two."""
    match = stripped(["D1", "D1 D2 D3"], pile="S4", last=0, phase="window", must=2, placed=2)
    say(match, "pass")
    assert hand(match, 0) == ["S4", "D1"] and match.position["top"] == "none"


def test_what_is_missing_is_drawn_at_the_end_of_a_later_turn() -> None:
    """NE R6: up to three, when a bin has brought cards back."""
    match = stripped(["BIN D2", "D1 D2"], last=1, turn=0, then="BIN S1")
    say(match, "BIN^")
    assert pile_size(match) == 2 and hand(match, 0) == ["D2"] and match.position["top"] == "heart"
    say(match, "pass")
    assert [len(held) for held in hands(match.position)] == [3, 2] and pile_size(match) == 0


def test_a_short_hand_waits_for_the_end_of_its_own_turn() -> None:
    """NE R6: though there are cards in the pile again, the next player begins with two."""
    match = stripped(["BIN D2 D3", "D1 D2"], last=1, turn=0, then="S1 BIN")
    say(match, "BIN^", "pass")
    assert actor(match) == 1 and [len(held) for held in hands(match.position)] == [3, 2] and pile_size(match) == 1
    say(match, "D1", "pass")
    assert hand(match, 1) == ["BIN", "D2"] and pile_size(match) == 0


def test_a_bin_fills_an_empty_pile_at_once() -> None:
    """NE-15, NE R7: the discard is looked at after each discard too; a hidden card goes in unseen."""
    match = stripped(["BIN D2 D3", "D1 D2 D2"], last=1, turn=0, then="BIN")
    last = match.position["row"][-1]
    say(match, "BIN^")
    assert phase(match) == "window" and match.position["discard"] == [] and match.position["binned"] == []
    assert pile_size(match) == 2 and match.position["top"] == "heart" and last == "1 S1v"
    for seat in (0, 1, SPECTATOR):
        assert match.view(seat).position["top"] == "heart"


def test_whoever_must_place_two_and_holds_one_places_one() -> None:
    """NE R6: then the window opens."""
    match = stripped(["D2", "D1 D2"], last=1, turn=0, must=2)
    say(match, "D2")
    assert phase(match) == "window" and match.position["placed"] == 1 and hand(match, 0) == []


def test_whoever_has_no_card_must_call() -> None:
    """NE R6: placing is impossible, passing is no choice."""
    match = stripped(["", "D1 D2"], last=1, turn=0, then="S1 S2 S3 S4 D5")
    assert match.view(0).choices == ("call",)
    say(match, "call")
    assert match.position["round"] == 2


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_after_a_round_all_fill_up_clockwise_from_the_next_starter(starter: int) -> None:
    """NE-23, NE R6: the row has come to the discard and was shuffled before."""
    short = ["D2", "D1 D2", "D1"]
    placer = (starter + 2) % 3  # the row is worth enough, so the caller starts
    cards = "S1 S2 S3 S4 S5 D3"  # five are drawn, the last stays on top
    match = stripped(short, last=placer, turn=starter, then=cards)
    say(match, "call")
    assert match.position["starter"] == starter
    coming = iter(cards.split())
    for seat in (starter, (starter + 1) % 3, (starter + 2) % 3):
        held = short[seat].split()
        new = [next(coming) for _ in range(3 - len(held))]
        assert Counter(hand(match, seat)) == Counter(held + new)


def test_nobody_draws_more_than_three_cards_after_a_round() -> None:
    """NE-23, NE R6: full hands stay as they are."""
    match = at(["D1 D1 D1", "D2 D2 D2", "D3 D3 D3"], "0:D5 1:D5", turn=2, top="heart")
    say(match, "call")
    assert hands(match.position) == [["D1"] * 3, ["D2"] * 3, ["D3"] * 3] and match.position["top"] == "heart"


def test_a_draw_shows_the_back_of_the_next_card() -> None:
    """NE-05, NE-15: whoever looks at the pile always sees its top."""
    match = at(["D1 D1 D1", "D2 D2 D2"], pile="D3 S1 D4 D5")
    seen = [match.position["top"]]
    for card in ("D1", "D2", "D1"):
        seen.append(say(match, card, "pass").position["top"])
    assert seen == ["D3", "heart", "D4", "D5"]


def test_drawing_moves_cards_and_makes_none() -> None:
    """NE-01, NE-13, NE-15: hands, pile, discard and row are the deck, before and after a reshuffle."""
    match = stripped(
        ["D1 D2", "D1 D2 D3"], pile="S5", discard=TWENTY, binned="1:S5", last=0, phase="window", then="D4 D1 D1"
    )
    for action in ("pass", "D1", "pass", "call"):
        census = [0] * 14
        match.game.rules.census(match.state, census)
        assert census == [DECK[card] for card in match.game.notation.OUTCOMES["heart"]] + [7] * 5
        say(match, action)


def test_the_number_of_a_draw_goes_on_after_a_reshuffle() -> None:
    """NE-15: no address of chance is asked twice, so a new pile is a new shuffle."""
    hands_ = ["D1 D2 D3", "D1 D2 D3"]
    match = at(hands_, chance=None, top="heart")
    asked: list[tuple[str, int]] = []
    match.listen(lambda match, step: asked.extend((draw.zone.name, draw.number) for draw in step.draws))
    for _ in range(150):
        if phase(match) != "turn":
            break
        seat = actor(match)
        choices = match.view(seat).choices
        text = next((text for text in choices if text == "place BIN^"), choices[0])
        say(match, text.removeprefix("place "), "pass")
    assert len(asked) > 70 and len(set(asked)) == len(asked)


def test_a_position_tells_the_back_of_the_top_card() -> None:
    """NE-05"""
    for card in ("S1", "D4"):
        position = standing(["D1 D1 D1", "D2 D2 D2"], top=back(card))
        assert sprawdzam.view(position, 0).position["top"] == back(card)
