"""Drawing, the pool, the deck, and the draw for those who stole nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import sprawdzam
from sprawdzam import IllegalAction, Match, NotYourTurn
from sprawdzam.engine.chance import Source, outcomes

from .tables import (
    ALL,
    MORE,
    actor,
    at,
    choices,
    deck,
    deck_size,
    everywhere,
    hands,
    known,
    phase,
    pool,
    refused,
    say,
    sizes,
    standing,
    tables,
)

SLOTS = tuple(f"draw pool {slot}" for slot in range(6))


def robbing(size: int, *, drawn: str | None = None, more: str = MORE, **rest: Any) -> Match:
    """Seat 0 has stolen so many fives from seat 1 and has taken them; seat 1 is to draw."""
    rest = dict[str, Any](pool="1 2 3 4 6 7", auto=False) | rest
    nines = " ".join(["9"] * size)
    match = at([f"{nines} {more}", more, more], ["", f"5x{size}", ""], drawn=drawn, **rest)
    return say(match, f"9x{size}", "take")


def test_every_card_is_drawn_by_itself_from_deck_or_pool() -> None:
    """RY-14: before each the drawer chooses anew, and a card of the deck is seen before the next choice."""
    match = robbing(4, drawn="8 J 8 8")
    assert choices(match) == ("draw deck", *SLOTS)
    say(match, "draw deck")
    assert match.view(1).position["players"][1]["hand"] == f"8 {MORE}"
    assert choices(match) == ("draw deck", *SLOTS)
    say(match, "draw pool 3")
    assert choices(match) == ("draw deck", *SLOTS[:3], *SLOTS[4:])
    assert "is not legal" in refused(match, 1, "draw pool 3", IllegalAction)
    say(match, "draw deck", "draw pool 0")
    assert hands(match)[1] == f"1 4 8 {MORE} J" and phase(match) == "refill"


def test_a_victim_has_to_draw() -> None:
    """RY-12, RY-14: there is no way out, and nobody else draws for him."""
    match = robbing(2)
    for text in ("no draw", "take", "reclaim", "play 10x1"):
        refused(match, 1, text, IllegalAction)
    for seat in (0, 2):
        refused(match, seat, "draw deck", NotYourTurn)


def test_every_card_of_the_deck_is_equally_likely() -> None:
    """RY-14: two of three cards are threes."""
    start = robbing(1, deck="3 3 8", pool="1 2 4 6 7 7")

    def drawn(chance: Source) -> str:
        match = sprawdzam.position(start.position, chance=chance)
        match.auto = False
        return known_by_nobody(say(match, "draw deck"))

    found: dict[str, Fraction] = {}
    for card, share in outcomes(drawn):
        found[card] = found.get(card, Fraction(0)) + share
    assert found == {"3": Fraction(2, 3), "8": Fraction(1, 3)}


def known_by_nobody(match: Match) -> str:
    (card,) = set(hands(match)[1].split()) - set(MORE.split())
    return card


def test_the_pool_is_filled_up_when_the_drawing_is_done() -> None:
    """RY-15, RY R14: gaps stay open until then; every slot gets a card again, from the left."""
    match = robbing(3, drawn="8 9 10")
    for action in ("draw pool 5", "draw pool 1", "draw pool 2"):
        assert phase(match) == "draw"
        say(match, action)
    assert pool(match) == "1 - - 4 6 -" and (phase(match), match.actors) == ("refill", (sprawdzam.TABLE,))
    assert pool(say(match, "go on")) == "1 8 9 4 6 10" and phase(match) == "play"


def test_draws_from_the_deck_alone_need_no_refill() -> None:
    """RY-15"""
    match = robbing(2, drawn="8 8")
    assert phase(say(match, "draw deck", "draw deck")) == "play" and pool(match) == "1 2 3 4 6 7"


def test_whoever_has_emptied_the_pool_draws_the_rest_from_the_deck() -> None:
    """RY R14: an empty pool does not end the game while the deck has cards."""
    match = robbing(8, drawn="8 8 1 1 2 2 3 3")
    say(match, *SLOTS)
    assert pool(match) == "- - - - - -" and not match.over and choices(match) == ("draw deck",)
    say(match, "draw deck")
    assert choices(match) == ("draw deck",)
    say(match, "draw deck", "go on")
    assert pool(match) == "1 1 2 2 3 3" and sizes(match)[1] == 3 + 8 and phase(match) == "play"


def test_there_is_no_new_deck() -> None:
    """RY-16, RY R17, RY R25: with the deck empty the pool is not filled up, whatever lies in the discard pile."""
    match = robbing(3, deck="", drawn="")
    assert match.position["discard"] and deck_size(match) == 0
    discard = match.position["discard"]
    for action, left in (("draw pool 0", SLOTS[1:]), ("draw pool 3", (*SLOTS[1:3], *SLOTS[4:]))):
        refused(match, 1, "draw deck", IllegalAction)
        assert choices(say(match, action)) == left
    say(match, "draw pool 5")
    assert (phase(match), actor(match)) == ("play", 1) and pool(match) == "- 2 3 - 6 -"
    assert deck_size(match) == 0 and match.position["discard"] == discard


def test_the_pool_is_filled_up_as_far_as_the_deck_reaches() -> None:
    """RY-16, RY R17: the first gaps get the last cards."""
    match = robbing(4, deck="8 9", drawn="9 8")
    say(match, *SLOTS[1:5], "go on")
    assert pool(match) == "1 9 8 - - 7" and deck_size(match) == 0 and phase(match) == "play"


def test_filling_up_is_not_drawing_and_ends_nothing() -> None:
    """RY R19: it moves the last card of the deck into the pool, which is then not empty."""
    match = robbing(1, deck="8", pool="6 - - - - -".replace("-", "1"))
    say(match, "draw pool 0", "go on")
    assert deck_size(match) == 0 and not match.over and pool(match) == "8 1 1 1 1 1"
    bare = at([f"9 {MORE}", MORE, MORE], ["9x1", "", ""], phase="draw", pool="2 - - - - -", deck="8", owed=1,
              compared=1, stole=True, moved=True, auto=False)  # fmt: skip
    say(bare, "draw pool 0")
    assert (phase(bare), bare.over) == ("refill", False)
    assert pool(say(bare, "go on")) == "8 - - - - -" and not bare.over and deck_size(bare) == 0


@pytest.mark.parametrize("decisions", [("take",), ("leave", "discard")])
def test_a_short_supply_forbids_no_choice(decisions: tuple[str, ...]) -> None:
    """RY R16: loot may be taken or discarded though the victim cannot draw as many; the game then ends."""
    match = at([f"9 9 9 {MORE}", MORE, MORE], ["", "5x3", ""], deck="", pool="- - 3 - - -")
    say(match, "9x3")
    assert choices(match) == ("take", "leave")
    say(match, *decisions)
    assert match.position["owed"] == 3 and not match.over
    say(match, "draw pool 2")
    assert match.over and sizes(match) == ([6, 4, 3] if decisions == ("take",) else [3, 4, 3])
    assert match.scores == ((-3, -4, -3) if decisions == ("take",) else (0, -4, -3))


def test_with_a_short_supply_cards_may_be_left_and_taken_back() -> None:
    """RY R16, RY R20: then the game goes on."""
    match = at([f"9 9 9 {MORE}", MORE, MORE], ["", "5x3", ""], deck="", pool="- - 3 - - -")
    say(match, "9x3", "leave", "reclaim")
    assert not match.over and pool(match) == "- - 3 - - -" and actor(match) == 1


@pytest.mark.parametrize("play", ["2x1", "2x3", "2x1 +2J"])
def test_whoever_stole_nothing_may_draw_one_card(play: str) -> None:
    """RY-21: from deck or pool, however many were played."""
    for action, hand in (("draw deck", f"8 {MORE}"), ("draw pool 4", f"5 {MORE}"), ("no draw", MORE)):
        match = at([f"{MORE} {' '.join(['2'] * 3)} J J", MORE, MORE], ["", "9x3", "9x1"], drawn="8 7")
        say(match, play)
        assert (phase(match), actor(match), choices(match)) == ("offer", 0, ("draw deck", *SLOTS, "no draw"))
        before = sizes(match)[0]
        say(match, action)
        assert (phase(match), actor(match)) == ("play", 1)
        assert sizes(match)[0] == before + (action != "no draw")
        assert pool(match) == ("1 2 3 4 8 6" if action == "draw pool 4" else "1 2 3 4 5 6")
        assert set(hand.split()) <= set(hands(match)[0].split())


def test_only_the_active_player_is_offered_a_card() -> None:
    """RY-21"""
    match = say(at([f"2 {MORE}", MORE, MORE]), "2x1")
    for seat in (1, 2):
        refused(match, seat, "draw deck", NotYourTurn)
        refused(match, seat, "no draw", NotYourTurn)
    for text in ("take", "play 10x1", "reclaim"):
        refused(match, 0, text, IllegalAction)


def test_the_offered_card_is_one_card() -> None:
    """RY-21: after the draw and the refill the turn is over."""
    match = at([f"2 2 2 {MORE}", MORE, MORE], drawn="8", auto=False)
    say(match, "2x3", "draw pool 0")
    assert phase(match) == "refill" and sizes(match)[0] == 4
    say(match, "go on")
    assert (phase(match), actor(match), pool(match)) == ("play", 1, "8 2 3 4 5 6")


@pytest.mark.parametrize("decisions", [("take", "draw deck"), ("leave", "discard", "draw deck"), ("leave", "reclaim")])
def test_whoever_has_stolen_is_offered_nothing(decisions: tuple[str, ...]) -> None:
    """RY-21, RY-22, RY R7, RY V25: leaving the loot is stealing as well."""
    match = say(at([f"9 {MORE}", MORE, MORE], ["", "", "5x1"]), "9x1", *decisions)
    assert (phase(match), actor(match)) == ("play", 1) and tables(match)[2] == ""


def test_with_the_deck_empty_the_offer_is_the_pool() -> None:
    """RY-21, RY R17"""
    match = say(at([f"2 {MORE}", MORE, MORE], deck="", pool="1 - 3 - - -"), "2x1")
    assert choices(match) == ("draw pool 0", "draw pool 2", "no draw")
    say(match, "draw pool 2")
    assert (phase(match), actor(match), pool(match)) == ("play", 1, "1 - - - - -")


def test_the_offer_may_take_the_last_card() -> None:
    """RY-24, RY R18, RY V10: that ends the game; not to draw does not."""
    for action, over in (("draw pool 0", True), ("no draw", False)):
        match = say(at([f"2 {MORE}", MORE, MORE], deck="", pool="7 - - - - -"), "2x1")
        assert choices(match) == ("draw pool 0", "no draw")
        say(match, action)
        assert match.over == over and sizes(match)[0] == 3 + over


def test_discarded_cards_never_come_back() -> None:
    """RY R25: they are known to everybody, and nobody draws them."""
    match = at([f"9 9 {MORE}", MORE, MORE], ["", "13x1 +J", ""], deck="8 8 8", drawn="8 8 8", pool="2 2 2 2 2 2",
               mode="basic")  # fmt: skip
    assert set(deck(match).split()) == {"8"}
    before = match.position["discard"]
    say(match, "9x2", "no draw", "12x1", "no draw")
    assert match.position["discard"] == before and everywhere(match) == ALL
    full = at([f"9 9 {MORE}", MORE, MORE], ["", "7x1 +J", ""], deck="8 8 8", drawn="8 8 8", pool="2 2 2 2 2 2")
    before = full.position["discard"]
    say(full, "9x2", "leave", "discard", "draw deck", "draw pool 0")
    assert len(full.position["discard"].split()) == len(before.split()) + 2
    assert deck_size(full) == 1 and everywhere(full) == ALL


def test_cards_that_everybody_saw_are_known_in_the_hand() -> None:
    """RY-14: cards of the pool are, those of the deck are not."""
    match = robbing(2, drawn="8 9")
    say(match, "draw deck", "draw pool 0")
    assert known(match) == ["5 5", "1", ""]


def test_a_position_in_the_middle_of_drawing_goes_on() -> None:
    """RY-14, RY-15: what is still owed is drawn, then the pool is filled up."""
    match = sprawdzam.position(
        standing([MORE, MORE, MORE], ["9x3", "", ""], phase="draw", pool="1 - 3 4 5 6", owed=2, compared=2,
                 stole=True, moved=True)
    )  # fmt: skip
    assert actor(match) == 2
    say(match, "draw pool 0", "draw deck")
    assert "-" not in pool(match) and (phase(match), actor(match), sizes(match)) == ("play", 1, [3, 3, 5])
