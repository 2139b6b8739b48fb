"""Comparing, stealing, and what becomes of the loot."""

from __future__ import annotations

from itertools import product

import pytest

from sprawdzam import IllegalAction, NotYourTurn

from .tables import (
    MORE,
    actor,
    at,
    choices,
    deck_size,
    hands,
    known,
    let_go,
    phase,
    pool,
    refused,
    robbed,
    say,
    sizes,
    tables,
)

EVERY_TOP = [*(f"{value}x1" for value in range(1, 14)), "Jx1"]


def layer(value: int, size: int) -> str:
    return f"{'J' if value == 14 else value}x{size}"


def spare(*values: int) -> str:
    """A pool without these values."""
    return " ".join([str(value) for value in range(1, 10) if value not in values][:6])


@pytest.mark.parametrize("x", range(1, 15))
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_what_beats_what(mode: str, x: int) -> None:
    """RY-10, RY R2, RY R23: the whole table of the modes without the ones' privilege, one card and two."""
    for y, size in product(range(1, 15), (1, 2)):
        found = robbed(layer(x, size), layer(y, size), "", pool=spare(x, y), mode=mode)
        assert found == ([1] if x > y else []), (x, y, size)


@pytest.mark.parametrize("size", range(1, 9))
def test_only_layers_of_the_same_size_are_stolen(size: int) -> None:
    """RY-10: larger and smaller ones are safe, however low they are."""
    for other in range(1, 9):
        found = robbed(f"9x{size}", f"4x{other}", "", pool="1 2 3 5 6 7")
        assert found == ([1] if size == other else [])


def test_a_turn_with_stealing_as_in_the_rulebook() -> None:
    """RY-09, RY-10, RY-11, RY-12, RY-13, RY-15, RY-17, RY-18, RY R8, RY R20, RY V1"""
    match = at([f"7 7 7 3 3 J {MORE}", MORE, MORE, MORE], ["", "5x2", "3x3", "4x3"], drawn="8 9 9", auto=False)
    before, left = sizes(match), deck_size(match)
    say(match, "7x3")
    assert (phase(match), actor(match), choices(match)) == ("loot", 0, ("take", "leave"))
    assert match.position["compared"] == 2  # Karolina has two cards on top
    say(match, "take")
    assert (phase(match), actor(match), match.position["owed"]) == ("draw", 2, 3)
    say(match, "draw pool 0", "draw pool 4", "draw deck")
    assert pool(match) == "- 2 3 4 - 6" and phase(match) == "refill"
    say(match, "go on")
    assert pool(match) == "9 2 3 4 9 6" and (phase(match), actor(match)) == ("loot", 0)
    say(match, "leave")
    assert (phase(match), actor(match), choices(match)) == ("keep", 3, ("reclaim", "discard"))
    say(match, "reclaim")
    assert (phase(match), actor(match)) == ("play", 1)
    assert [now - then for now, then in zip(sizes(match), before, strict=True)] == [0, 0, 3, 3]
    assert tables(match) == ["7x3", "5x2", "", ""] and match.position["discard"] == ""
    assert deck_size(match) == left - 3 and known(match) == ["3 3 3", "", "1 5", "4 4 4"]


@pytest.mark.parametrize("michal", ["13x1", "Jx1"])
def test_a_turn_without_stealing_as_in_the_rulebook(michal: str) -> None:
    """RY-21, RY R23, RY V2: nothing is stolen, Karolina takes the joker from the pool, and it is filled up."""
    match = at([MORE, f"13 {MORE}", MORE, MORE], ["7x3", "", michal, "9x2"], turn=1, pool="1 2 J 4 5 6", drawn="8")
    say(match, "13x1")
    assert (phase(match), actor(match)) == ("offer", 1)
    say(match, "draw pool 2")
    assert hands(match)[1] == "10 11 12 J" and pool(match) == "1 2 8 4 5 6"
    assert (phase(match), actor(match)) == ("play", 2) and tables(match) == ["7x3", "13x1", michal, "9x2"]


def test_pure_jokers_steal_13s_and_mixed_layers_but_no_jokers() -> None:
    """RY-07, RY-20, RY R2, RY V4"""
    assert robbed("Jx2", "13x2", "Jx2", "12x1 +J") == [1, 3]


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_pure_jokers_cannot_be_stolen(mode: str) -> None:
    """RY-20, RY R2, RY V5: not by a 13, not by a joker, not by a one."""
    for play in EVERY_TOP:
        assert robbed(play, "Jx1", "", mode=mode) == []
    assert robbed("13x2", "Jx2", "12x2", mode=mode) == [2] and robbed("1x1 +J", "Jx2", "", mode=mode) == []


@pytest.mark.parametrize("value", range(1, 15))
def test_an_equal_value_never_steals(value: int) -> None:
    """RY R23: in no mode; jokers in the layer change nothing."""
    for mode in ("basic", "advanced", "expert"):
        assert robbed(layer(value, 1), layer(value, 1), "", pool=spare(value), mode=mode) == []
    if value < 14:
        assert robbed(layer(value, 2), f"{value}x1 +J", "", pool=spare(value)) == []


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_others_are_compared_clockwise_from_the_left(seats: int) -> None:
    """RY-09, RY-17: each of them is robbed, once."""
    for turn in range(seats):
        match = at(["9 12"] * seats, ["2x1"] * seats, turn=turn)
        assert let_go(say(match, "9x1")) == [(turn + step) % seats for step in range(1, seats)]


def test_decisions_come_in_the_order_of_the_table() -> None:
    """RY-09, RY R8, RY V14: active seat 2 robs 3, 0 and 1; each is done before the next is looked at."""
    match = at([MORE, MORE, f"9 {MORE}", MORE], ["2x1", "3x1", "", "4x1"], turn=2, drawn="7 7 7", auto=False)
    say(match, "9x1")
    for victim, refills in ((3, True), (0, False), (1, True)):
        assert (phase(match), actor(match)) == ("loot", 2)
        say(match, "take" if victim != 0 else "leave")
        assert actor(match) == victim
        say(match, *(["draw pool 1", "go on"] if refills else ["reclaim"]))
    assert (phase(match), actor(match)) == ("play", 3)


def test_the_next_victim_finds_the_pool_filled_up() -> None:
    """RY R8, RY-15: what came into the pool between two thefts can be drawn."""
    match = at([f"9 {MORE}", MORE, MORE], ["", "2x1", "3x1"], drawn="8 J")
    say(match, "9x1", "take", "draw pool 0")
    assert (phase(match), actor(match)) == ("loot", 0) and pool(match) == "8 2 3 4 5 6"
    say(match, "take", "draw pool 0")
    assert known(match) == ["2 3", "1", "8"] and pool(match) == "J 2 3 4 5 6"


def test_what_a_victim_drew_cannot_change_a_comparison() -> None:
    """RY R8: the hands of the others do not matter, only their tables."""
    match = at([f"9 {MORE}", MORE, MORE], ["", "2x1", "10x1"])
    say(match, "9x1", "take", "draw deck")
    assert (phase(match), actor(match)) == ("play", 1)


def test_stealing_is_compulsory() -> None:
    """RY-10, RY R6: the thief decides about the loot and about nothing else."""
    match = say(at([f"9 {MORE}", MORE, MORE], ["", "2x1", ""]), "9x1")
    assert choices(match) == ("take", "leave")
    for text in ("no draw", "draw deck", "reclaim", "discard", "play 10x1", "rob 2"):
        assert "legal: take, leave" in refused(match, 0, text, IllegalAction)
    refused(match, 1, "reclaim", NotYourTurn)


@pytest.mark.parametrize("decisions", [("take",), ("leave", "discard"), ("leave", "reclaim")])
def test_a_stolen_layer_always_leaves_the_table(decisions: tuple[str, ...]) -> None:
    """RY-18, RY R6: taken, discarded or taken back."""
    match = say(at([f"9 9 {MORE}", MORE, MORE], ["4x1", "7x1, 2x1 +J", "6x2, 5x1"]), "9x2", *decisions)
    if phase(match) == "draw":
        say(match, "draw deck", "draw deck")
    assert tables(match) == ["4x1, 9x2", "7x1", "6x2, 5x1"] and (phase(match), actor(match)) == ("play", 1)


def test_the_thief_may_take_the_loot_or_leave_it() -> None:
    """RY-11: and nobody else decides that."""
    for decision, hand in (("take", "5 5 10 11 12 J"), ("leave", MORE)):
        match = say(at([f"9 9 9 {MORE}", MORE, MORE], ["", "", "5x2 +J"]), "9x3")
        for seat in (1, 2):
            refused(match, seat, decision, NotYourTurn)
        say(match, decision)
        assert hands(match)[0] == hand and actor(match) == 2


@pytest.mark.parametrize("size", range(1, 9))
def test_the_victim_of_taken_loot_draws_as_many_cards_at_once(size: int) -> None:
    """RY-12: before anything else happens."""
    match = say(
        at([" ".join(["9"] * size) + " 12", MORE, MORE], ["", f"5x{size}", ""], pool="1 2 3 4 6 7"), f"9x{size}"
    )
    say(match, "take")
    for owed in range(size, 0, -1):
        assert (phase(match), actor(match), match.position["owed"]) == ("draw", 1, owed)
        say(match, "draw deck")
    assert (phase(match), actor(match)) == ("play", 1) and sizes(match) == [1 + size, 3 + size, 3]
    assert hands(match)[0] == " ".join(["5"] * size) + " 12"


def test_a_victim_whose_cards_were_left_takes_them_back_or_discards_them() -> None:
    """RY-13: with the discard as many cards are drawn."""
    match = say(at([f"9 9 {MORE}", MORE, MORE], ["", "", "5x1 +J"], drawn="8 8"), "9x2", "leave")
    assert (actor(match), choices(match)) == (2, ("reclaim", "discard"))
    for seat in (0, 1):
        refused(match, seat, "reclaim", NotYourTurn)
    for text in ("take", "leave", "draw deck", "play 10x1"):
        refused(match, 2, text, IllegalAction)
    say(match, "discard")
    assert match.position["discard"] == "5 J" and match.position["owed"] == 2 and actor(match) == 2
    say(match, "draw deck", "draw deck")
    assert hands(match) == [MORE, MORE, f"8 8 {MORE}"]


def test_a_layer_of_three_left_and_discarded() -> None:
    """RY-13, RY-14, RY-15, RY V7: the pool goes back to six only after the last draw."""
    match = at([f"9 9 9 {MORE}", MORE, MORE], ["", "5x3", ""], drawn="8 13 J", auto=False)
    say(match, "9x3", "leave", "discard")
    assert match.position["discard"] == "5 5 5"
    for action, slots in (("draw pool 0", "- 2 3 4 5 6"), ("draw pool 1", "- - 3 4 5 6"), ("draw deck", "- - 3 4 5 6")):
        say(match, action)
        assert pool(match) == slots
    assert hands(match)[1] == f"1 2 8 {MORE}" and phase(match) == "refill"
    assert pool(say(match, "go on")) == "13 J 3 4 5 6"


def test_whoever_takes_cards_back_draws_nothing() -> None:
    """RY R20: the supply stays as it was, and so does the thief's hand."""
    match = at([f"9 9 {MORE}", MORE, MORE], ["", "5x1 +J", ""])
    left = deck_size(match)
    say(match, "9x2", "leave", "reclaim")
    assert deck_size(match) == left and pool(match) == "1 2 3 4 5 6" and match.position["discard"] == ""
    assert hands(match) == [MORE, f"5 {MORE} J", MORE] and (phase(match), actor(match)) == ("play", 1)


def test_each_player_is_robbed_once_a_turn() -> None:
    """RY-17, RY R9: the uncovered layer is safe for the rest of the turn, though it is lower."""
    match = at([f"9 {MORE}", MORE, MORE], ["", "2x1, 3x1", "4x1, 5x1, 6x1"])
    assert let_go(say(match, "9x1")) == [1, 2]
    assert tables(match) == ["9x1", "2x1", "4x1, 5x1"] and actor(match) == 1


def test_an_uncovered_layer_can_be_stolen_in_later_turns() -> None:
    """RY-19, RY R9, RY R42: seat 2 loses a layer to each of the others before it plays again."""
    match = at([f"9 {MORE}", f"8 {MORE}", f"7 7 {MORE}"], ["", "", "1x1, 2x1, 3x1"], mode="advanced")
    assert let_go(say(match, "9x1")) == [2]
    assert tables(match)[2] == "1x1, 2x1"
    assert let_go(say(match, "8x1")) == [2]
    assert tables(match)[2] == "1x1" and actor(match) == 2


def test_an_uncovered_layer_is_safe_again_when_its_owner_covers_it() -> None:
    """RY-19, RY R9"""
    match = at([f"9 {MORE}", f"4 4 {MORE}", MORE], ["", "2x1, 3x1", ""], mode="advanced")
    assert let_go(say(match, "9x1")) == [1]
    say(match, "4x2", "12x1", "leave", "reclaim")
    assert tables(match) == ["", "2x1, 4x2", "12x1"]
    assert let_go(say(match, "10x1")) == []


def test_four_thieves_may_rob_one_player_of_four_layers() -> None:
    """RY R42: each takes one layer between two turns of the victim."""
    match = at(["6 13", "7 13", "8 13", "9 13", "10 13"], ["", "", "", "", "1x1, 2x1, 3x1, 4x1"], mode="advanced")
    for play in ("6x1", "7x1", "8x1", "9x1"):
        say(match, play)
        assert 4 in let_go(match)
    assert tables(match)[4] == "" and actor(match) == 4


def test_who_has_nothing_on_the_table_cannot_be_robbed() -> None:
    """RY R10"""
    for play in ("1x1", "13x1", "Jx1", "Jx2"):
        assert robbed(play, "", "", "") == []


def test_the_thief_is_not_compared_with_himself() -> None:
    """RY-09, RY-17: a lower layer below the new one stays."""
    match = at([f"9 {MORE}", MORE, MORE], ["2x1", "", ""])
    assert let_go(say(match, "9x1")) == [] and tables(match)[0] == "2x1, 9x1"
