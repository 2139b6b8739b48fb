"""The duel: the virtual player, groups in the pool, and the duel with the rules of other modes."""

from __future__ import annotations

import pytest

from sprawdzam import TABLE, IllegalAction

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
    let_go,
    phase,
    pool,
    refused,
    say,
    sizes,
    tables,
)

ROW = "2 2 2 2 3 3 5 5 7 7 7 9 9"  # 2:4, 3:2, 5:2, 7:3, 9:2
MINE = f"8 8 8 {MORE}"


def test_one_of_the_lower_sets_of_the_same_size_is_chosen() -> None:
    """RY-31, RY-34, RY R32, RY R33, RY V17: threes or fives; not the nines, which are higher."""
    match = at([MINE, MORE], virtual=ROW, drawn="4 4", auto=False)
    say(match, "8x2")
    assert (phase(match), actor(match), choices(match)) == ("virtual", 0, ("rob 3", "rob 5"))
    say(match, "rob 5")
    assert hands(match)[0] == f"5 5 8 {MORE}" and known(match)[0] == "5 5"
    assert match.position["virtual"] == "2 2 2 2 3 3 7 7 7 9 9" and match.position["stole"]
    assert (phase(match), match.actors) == ("restock", (TABLE,))
    say(match, "go on")
    assert match.position["virtual"] == "2 2 2 2 3 3 4 4 7 7 7 9 9" and actor(match) == 1


def test_nothing_of_the_row_can_be_stolen_by_a_single_8() -> None:
    """RY R32, RY V17: three sevens are lower, but they are three."""
    match = say(at([MINE, MORE], virtual=ROW), "8x1")
    assert (phase(match), actor(match)) == ("offer", 0) and match.position["virtual"] == ROW


@pytest.mark.parametrize("play", ["8x1", "8x2", "8x3", "8x4", "6x2", "3x2", "2x2", "4x2", "7x3", "Jx2", "13x4", "10x5"])
def test_a_whole_set_of_the_same_size_and_lower(play: str) -> None:
    """RY-34, RY R32, RY R33: wherever it lies in the row; parts of a set cannot be stolen."""
    card, _, size = play.partition("x")
    value = 14 if card == "J" else int(card)
    row = {value: ROW.split().count(str(value)) for value in range(1, 13)}
    beaten = [f"rob {low}" for low, number in row.items() if number == int(size) and low < value]
    match = at([" ".join([card] * int(size)) + " 11 12", MORE], virtual=ROW, pool="1 1 4 6 6 10", drawn=None)
    match.auto = False
    say(match, play)
    if len(beaten) > 1:
        assert phase(match) == "virtual" and list(choices(match)) == beaten
    elif beaten:
        assert phase(match) == "restock" and beaten[0].removeprefix("rob ") not in match.position["virtual"].split()
    else:
        assert phase(match) == "offer"


def test_the_only_set_is_stolen_without_asking() -> None:
    """RY-34, RY R33: its cards go to the hand; they cannot be left."""
    match = say(at([f"8 8 8 {MORE}", MORE], virtual=ROW, drawn="1 1 1", auto=False), "8x3")
    assert hands(match)[0] == f"7 7 7 {MORE}" and phase(match) == "restock"
    assert (phase(say(match, "go on")), actor(match)) == ("play", 1)


def test_robbing_the_virtual_player_is_compulsory() -> None:
    """RY R33: a set must be chosen, and one only."""
    match = say(at([MINE, MORE], virtual=ROW), "8x2")
    for text in ("no draw", "take", "leave", "draw deck", "rob 9", "rob 2", "rob 7", "play 8x1"):
        assert "legal: rob 3, rob 5" in refused(match, 0, text, IllegalAction)
    say(match, "rob 3")
    assert "5 5" in match.position["virtual"] and phase(match) == "play" and actor(match) == 1


def test_an_equal_set_and_a_higher_one_are_safe() -> None:
    """RY-34, RY R32"""
    for play, then in (("5x1", "offer"), ("6x1", "restock"), ("4x1", "offer")):
        match = at(["4 5 6 13", MORE], virtual="5 9 9", auto=False, pool="1 2 3 7 8 10")
        assert phase(say(match, play)) == then


def test_jokers_may_help_against_the_virtual_player() -> None:
    """RY-34, RY R32: pure jokers beat every set of their size, a joker beside an 8 counts as one."""
    match = say(at([f"8 J J {MORE}", MORE], virtual="3 3 9 9 12 12"), "8x1 +J")
    assert hands(match)[0] == f"3 3 {MORE} J"
    match = say(at([f"8 J J {MORE}", MORE], virtual="3 3 9 9 12 12"), "Jx2")
    assert choices(match) == ("rob 3", "rob 9", "rob 12")


def test_the_virtual_player_comes_first_and_then_the_opponent() -> None:
    """RY-35, RY-36, RY R34, RY V20: both are robbed in one turn, the row is filled up in between, nothing is drawn."""
    row = "1 3 3 3 4 4 11 11 11 11 11 12 12"
    match = at([f"10 10 {MORE}", MORE], ["", "6x2"], virtual=row, drawn="12 12 7", auto=False)
    say(match, "10x2")
    assert hands(match)[0] == f"4 4 {MORE}" and (phase(match), tables(match)[1]) == ("restock", "6x2")
    say(match, "go on")
    assert match.position["virtual"] == "1 3 3 3 11 11 11 11 11 12 12 12 12"
    assert (phase(match), actor(match), choices(match)) == ("loot", 0, ("take", "leave"))
    say(match, "take", "draw deck", "draw pool 0")
    assert (phase(match), actor(match)) == ("refill", TABLE)


def test_new_cards_of_the_row_are_not_compared_again() -> None:
    """RY R34: after the refill there is a lower pair again, and it is safe for this turn."""
    match = say(at([f"10 10 {MORE}", MORE], virtual="4 4 11 11 11", drawn="2 2 12 12 12 12 12 12 11 11"), "10x2")
    assert (phase(match), actor(match)) == ("play", 1) and "2 2" in match.position["virtual"]
    assert hands(match)[0] == f"4 4 {MORE}"


def test_one_set_a_turn() -> None:
    """RY-34, RY R33: the other beaten set stays."""
    match = say(at([f"10 10 {MORE}", MORE], virtual="2 2 4 4 11 11 11", deck=""), "10x2", "rob 2")
    assert match.position["virtual"] == "4 4 11 11 11" and (phase(match), actor(match)) == ("play", 1)


def test_without_any_theft_a_card_may_be_drawn() -> None:
    """RY-21, RY R36, RY V21: from neither of the two."""
    match = say(at([f"10 10 {MORE}", MORE], ["", "11x2"], virtual="12 12 4"), "10x2")
    assert (phase(match), actor(match)) == ("offer", 0) and "no draw" in choices(match)


@pytest.mark.parametrize(("virtual", "top"), [("4 4", "11x2"), ("12 12", "6x2"), ("4 4", "6x2")])
def test_robbing_either_of_them_bars_the_draw(virtual: str, top: str) -> None:
    """RY-22, RY R36, RY V20"""
    match = say(at([f"10 10 {MORE}", MORE], ["", top], virtual=virtual), "10x2")
    let_go(match)
    assert (phase(match), actor(match)) == ("play", 1)


def test_the_virtual_player_does_nothing_and_scores_nothing() -> None:
    """RY R36: he has no seat, decides nothing and draws nothing when he is robbed."""
    match = at([MINE, "9"], virtual=ROW, turn=1, deck="", pool="1 - - - - -")
    assert len(match.position["players"]) == 2
    say(match, "9x1")
    assert match.over and match.scores == (-6, 1) and match.ranks == (2, 1)
    robbed = at([MINE, MORE], virtual=ROW, deck="", pool="1 - - - - -")
    discard = robbed.position["discard"]
    say(robbed, "8x3")
    assert (phase(robbed), pool(robbed), robbed.position["discard"]) == ("play", "1 - - - - -", discard)


def test_the_last_card_ends_a_duel_before_anybody_is_robbed() -> None:
    """RY-23, RY R12: neither the virtual player nor the opponent."""
    match = say(at(["8 8", MORE], ["", "6x2"], virtual=ROW), "8x2")
    assert match.over and match.position["virtual"] == ROW and tables(match) == ["8x2", "6x2"]
    assert match.scores == (2, 2 - 3)


def test_the_row_is_filled_up_to_thirteen_at_once() -> None:
    """RY-36: a row that started with fewer is full after its first refill."""
    match = at([f"8 8 8 {MORE}", MORE], virtual="2 2 7 7 7", drawn="1 1 1 4 4 4 6 6 9 9 9", auto=False)
    say(match, "8x3", "go on")
    assert match.position["virtual"] == "1 1 1 2 2 4 4 4 6 6 9 9 9"


def test_13s_and_jokers_turned_for_him_go_to_the_pool_and_he_goes_on_turning() -> None:
    """RY-32, RY-36, RY R28: until he has thirteen."""
    row = "2 2 2 2 3 3 3 7 7 9 9 12 12"
    match = at([f"8 8 {MORE}", MORE], virtual=row, pool="5 4 6 10 4 13", drawn="13 1 J 13 1", auto=False)
    left = deck_size(match)
    say(match, "8x2", "go on")
    assert match.position["virtual"] == "1 1 2 2 2 2 3 3 3 9 9 12 12" and deck_size(match) == left - 5
    assert pool(match) == "5+13 4+13 6 10 4+J 13"


def test_ordinary_refills_make_no_groups() -> None:
    """RY R31: a 13 and a joker have a slot of their own."""
    match = at([f"9 9 {MORE}", MORE], ["", "5x2"], virtual="12", drawn="13 J", auto=False)
    say(match, "9x2", "take", "draw pool 0", "draw pool 5", "go on")
    assert pool(match) == "13 2 3 4 5 J"


def test_a_group_counts_as_one_card() -> None:
    """RY-33, RY R30, RY V19: whoever draws it gets all of it, and one card refills the slot."""
    match = at([f"2 {MORE}", MORE], pool="1 2+13 3+13+J 4 5 6", drawn="8")
    say(match, "2x1", "draw pool 1")
    assert hands(match)[0] == f"2 {MORE} 13" and known(match)[0] == "2 13" and pool(match) == "1 8 3+13+J 4 5 6"
    victim = at([f"9 9 {MORE}", MORE], ["", "5x2"], pool="1 2+13 3+J 4 5 6", drawn="8 8")
    say(victim, "9x2", "take", "draw pool 1", "draw pool 2")
    assert sizes(victim)[1] == 3 + 4 and known(victim)[1] == "2 3 13 J" and actor(victim) == 1
    assert pool(victim) == "1 8 8 4 5 6" and everywhere(victim) == ALL


def test_a_large_group_gives_all_its_cards() -> None:
    """RY-33, RY R30: 13s and jokers on it, also on a 13."""
    match = say(at([f"2 {MORE}", MORE], pool="1 13+13+13+J+J 3 4 5 6", deck="", drawn=""), "2x1", "draw pool 1")
    assert hands(match)[0] == f"{MORE} 13 13 13 J J" and pool(match) == "1 - 3 4 5 6"


def test_the_last_group_ends_the_game() -> None:
    """RY-24, RY-33, RY R30: with its last slot the pool is empty, however many cards it held."""
    match = say(at([f"2 {MORE}", MORE], pool="- - 3+13+J - - -", deck=""), "2x1", "draw pool 2")
    assert match.over and sizes(match) == [6, 3] and match.scores == (1 - 6, -3)


def test_a_group_is_one_of_the_six() -> None:
    """RY-33, RY R30: a pool of groups is full."""
    groups = "1+13 2+13 3+13 4+J 5+13 6+J"
    match = at([f"9 {MORE}", MORE], ["", "5x1"], pool=groups, drawn="8", auto=False)
    say(match, "9x1", "take", "draw deck")
    assert (phase(match), pool(match)) == ("play", groups)


def test_a_deck_too_short_for_the_row() -> None:
    """RY R35: he goes on with fewer cards, and the game lasts while the pool has any."""
    match = at([f"8 8 8 {MORE}", f"9 {MORE}"], virtual=ROW, deck="6 6", drawn="6 6", auto=False)
    say(match, "8x3", "go on")
    assert match.position["virtual"] == "2 2 2 2 3 3 5 5 6 6 9 9" and deck(match) == ""
    assert not match.over and (phase(match), actor(match)) == ("play", 1)
    say(match, "9x1")
    assert phase(match) == "offer" and choices(match)[0] == "draw pool 0"


def test_with_an_empty_deck_the_row_stays_as_it_is() -> None:
    """RY R35, RY-36: it is robbed without a refill."""
    match = say(at([f"8 8 8 {MORE}", MORE], ["", "5x3"], virtual=ROW, deck="", drawn="", auto=False), "8x3")
    assert match.position["virtual"] == "2 2 2 2 3 3 5 5 9 9" and phase(match) == "loot"


def test_the_row_may_get_the_last_cards_before_the_opponent_is_robbed() -> None:
    """RY R34, RY R35: his draws then come from the pool alone."""
    match = at([f"8 8 8 {MORE}", MORE], ["", "5x3"], virtual="7 7 7", deck="6 6", drawn="6 6")
    say(match, "8x3", "take")
    assert (phase(match), choices(match)) == ("draw", tuple(f"draw pool {slot}" for slot in range(6)))


def test_the_opponent_decides_as_in_the_basic_game() -> None:
    """RY-35: the loot may be left and is taken back or discarded."""
    match = say(at([f"10 10 {MORE}", MORE], ["", "6x2"], virtual="12"), "10x2", "leave")
    assert (actor(match), choices(match)) == (1, ("reclaim", "discard"))
    say(match, "reclaim")
    assert hands(match)[1] == f"6 6 {MORE}" and (phase(match), actor(match)) == ("play", 1)


def test_a_duel_by_advanced_rules_has_no_free_draw() -> None:
    """RY R37: with expert rules neither; with basic ones it has."""
    for rules, then in (("basic", "offer"), ("advanced", "play"), ("expert", "play")):
        match = say(at([f"2 {MORE}", MORE], virtual="12", duel_rules=rules), "2x1")
        assert phase(match) == then


@pytest.mark.parametrize("rules", ["basic", "advanced", "expert"])
@pytest.mark.parametrize("top", ["13x1", "Jx1", "5x1", "1x1"])
def test_in_a_duel_by_expert_rules_ones_rob_the_opponent_of_13s_and_jokers(rules: str, top: str) -> None:
    """RY R37, RY-28, RY-20"""
    match = say(at([f"1 {MORE}", MORE], ["", top], duel_rules=rules), "1x1")
    assert let_go(match) == ([1] if rules == "expert" and top in ("13x1", "Jx1") else [])


@pytest.mark.parametrize("play", ["1x1", "1x2", "1x1 +J"])
def test_ones_steal_nothing_from_the_virtual_player(play: str) -> None:
    """RY R37: his row has no 13s and no jokers."""
    row = "2 3 3 12 11 11"
    match = say(at([f"1 1 J {MORE}", MORE], virtual=row, duel_rules="expert"), play)
    assert (phase(match), actor(match), match.position["virtual"]) == ("play", 1, "2 3 3 11 11 12")


@pytest.mark.parametrize("rules", ["advanced", "expert"])
def test_a_duel_by_other_rules_keeps_the_virtual_player(rules: str) -> None:
    """RY R37: robbing, choosing and filling up go as ever."""
    match = at([MINE, MORE], ["", "7x2"], virtual=ROW, duel_rules=rules, drawn="1 1", auto=False)
    say(match, "8x2", "rob 3", "go on")
    assert match.position["virtual"] == "1 1 2 2 2 2 5 5 7 7 7 9 9" and phase(match) == "loot"
