"""Advanced and expert."""

from __future__ import annotations

import pytest

from sprawdzam import IllegalAction

from .tables import MORE, actor, at, choices, deck_size, let_go, phase, pool, refused, robbed, say, sizes, tables


def layer(value: int, size: int) -> str:
    return f"{'J' if value == 14 else value}x{size}"


def spare(*values: int) -> str:
    return " ".join([str(value) for value in range(1, 10) if value not in values][:6])


@pytest.mark.parametrize("michal", ["13x1", "Jx1"])
def test_in_advanced_nobody_draws_who_cannot_steal(michal: str) -> None:
    """RY-27, RY V11: no decision after the comparisons, and the pool stays as it is."""
    match = at([MORE, f"13 {MORE}", MORE, MORE], ["7x3", "", michal, "9x2"], turn=1, pool="1 2 J 4 5 6",
               mode="advanced", drawn="")  # fmt: skip
    say(match, "13x1")
    assert (phase(match), actor(match), pool(match)) == ("play", 2, "1 2 J 4 5 6") and sizes(match) == [3] * 4


@pytest.mark.parametrize("mode", ["basic", "advanced", "expert"])
def test_the_free_draw_is_there_in_basic_alone(mode: str) -> None:
    """RY-21, RY-27: for every size of a play."""
    for play in ("2x1", "2x3", "Jx2", "13x1"):
        match = say(at([f"2 2 2 13 J J {MORE}", MORE, MORE], mode=mode), play)
        assert phase(match) == ("offer" if mode == "basic" else "play")
        if mode != "basic":
            assert actor(match) == 1
            refused(match, 1, "draw deck", IllegalAction)
            refused(match, 1, "no draw", IllegalAction)


@pytest.mark.parametrize("mode", ["basic", "advanced", "expert"])
def test_all_else_is_as_before_in_the_other_modes(mode: str) -> None:
    """RY-27: the loot, the draws of a victim, the refill and both ends."""
    match = at([f"9 9 {MORE}", MORE, MORE], ["", "5x2", "4x1 +J"], mode=mode, drawn="8 8 7 7")
    say(match, "9x2", "take", "draw pool 0", "draw deck")
    assert pool(match) == "8 2 3 4 5 6" and phase(match) == "loot"
    say(match, "leave")
    assert choices(match) == ("reclaim", "discard")
    say(match, "discard", "draw deck", "draw pool 0")
    assert (actor(match), match.position["discard"], sizes(match)) == (1, "4 J", [5, 5, 5])
    assert say(at(["9", MORE, MORE], ["", "5x1", ""], mode=mode), "9x1").over
    dry = at([f"9 {MORE}", MORE, MORE], ["", "5x1", "4x1"], mode=mode, deck="", pool="7 - - - - -")
    assert say(dry, "9x1", "take", "draw pool 0").over


@pytest.mark.parametrize("x", range(1, 15))
def test_what_beats_what_in_expert(x: int) -> None:
    """RY-28, RY-29, RY R39, RY R40, RY R23: the whole table, one card and two."""
    for y in range(1, 15):
        for size in (1, 2):
            found = robbed(layer(x, size), layer(y, size), "", pool=spare(x, y), mode="expert")
            assert found == ([1] if x > y or (x == 1 and y in (13, 14)) else []), (x, y, size)


def test_ones_steal_13s_and_pure_jokers_of_the_same_size() -> None:
    """RY-28: of another size they do not."""
    assert robbed("1x1", "13x1", "Jx1", "13x2", "Jx2", mode="expert") == [1, 2]
    assert robbed("1x2", "13x1", "Jx1", "13x2", "Jx2", mode="expert") == [3, 4]


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_ones_steal_nothing_in_the_other_modes(mode: str) -> None:
    """RY-28"""
    assert robbed("1x1", "13x1", "Jx1", "2x1", "1x1", mode=mode) == []


@pytest.mark.parametrize("play", ["2x1", "13x1", "Jx1", "7x1"])
def test_ones_are_still_stolen_by_everything_higher(play: str) -> None:
    """RY-29, RY V13"""
    assert robbed(play, "1x1", "", mode="expert", pool="3 4 5 6 8 9") == [1]
    assert robbed("1x1", "1x1", "", mode="expert") == []


@pytest.mark.parametrize(("play", "size"), [("1x1 +J", 2), ("1x2", 2), ("1x1 +2J", 3), ("1x2 +J", 3)])
def test_ones_with_jokers_among_them_steal_as_well(play: str, size: int) -> None:
    """RY R39: 13s, 13s with a joker and pure jokers; values from 2 to 12 are safe."""
    assert robbed(play, f"13x{size}", f"13x{size - 1} +J", "", mode="expert") == [1, 2]
    if play == "1x1 +J":
        assert robbed(play, "Jx2", f"12x{size}", "2x2", mode="expert") == [1]
    for value in range(2, 13):
        assert robbed(play, f"{value}x{size}", "", mode="expert", pool=spare(1, value)) == []


def test_stealing_with_ones_is_compulsory_too() -> None:
    """RY R39: the loot may be left like any other, and goes as any other."""
    match = say(at([f"1 J {MORE}", MORE, MORE], ["", "Jx2", "13x1 +J"], mode="expert", drawn="8 8"), "1x1 +J")
    assert (phase(match), choices(match)) == ("loot", ("take", "leave"))
    say(match, "take", "draw deck", "draw deck", "leave")
    assert (phase(match), actor(match)) == ("keep", 2)
    say(match, "reclaim")
    assert tables(match) == ["1x1 +J", "", ""] and sizes(match) == [5, 5, 5]


def test_13s_are_still_stolen_by_pure_jokers_and_pure_jokers_by_ones_alone() -> None:
    """RY R40"""
    assert robbed("Jx1", "13x1", "Jx1", "", mode="expert") == [1]
    for value in range(2, 14):
        assert robbed(f"{value}x1", "Jx1", "", mode="expert", pool=spare(value)) == []
    assert robbed("1x1", "Jx1", "", mode="expert") == [1]


def test_one_play_may_rob_unlike_victims() -> None:
    """RY R41: a 13 and a joker, but not a 5."""
    assert robbed("1x1", "13x1", "5x1", "Jx1", mode="expert") == [1, 3]
    assert robbed("13x1", "12x1", "1x1", "Jx1", "13x1", mode="expert") == [1, 2]


def test_in_expert_a_turn_without_theft_ends_at_once() -> None:
    """RY-27, RY-28: expert is advanced and more."""
    match = at([f"1 {MORE}", MORE, MORE], ["", "5x1", ""], mode="expert")
    left = deck_size(match)
    assert let_go(say(match, "1x1")) == [] and actor(match) == 1 and deck_size(match) == left
