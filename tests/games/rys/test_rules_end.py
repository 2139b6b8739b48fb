"""Both ends of the game, points, places and the fuses."""

from __future__ import annotations

from typing import Any

import pytest

import sprawdzam
from sprawdzam import BadOption, Match, NotYourTurn

from .tables import (
    ALL,
    MORE,
    actor,
    at,
    choices,
    deck_size,
    hands,
    in_order,
    let_go,
    phase,
    refused,
    say,
    setup,
    sizes,
    standing,
    tables,
)


def final(*players: tuple[int, int], order: int = 1) -> Match:
    """The end with so many cards on the table and in hand of each: single cards, any values."""
    cards = in_order(ALL).split()[::order]
    laid = [[f"{cards.pop()}x1" for _ in range(table)] for table, _ in players]
    held = [" ".join(cards.pop() for _ in range(hand)) for _, hand in players]
    position = standing(held, [", ".join(row) for row in laid], pool="- - - - - -", deck="", phase="over")
    return sprawdzam.position(position)


def test_playing_the_last_card_ends_the_game_at_once() -> None:
    """RY-23, RY R12, RY V3: nobody is robbed any more."""
    match = at(["9", MORE, MORE], ["", "5x1", "Jx1"])
    left = deck_size(match)
    say(match, "9x1")
    assert match.over and match.actors == () and phase(match) == "over"
    assert tables(match) == ["9x1", "5x1", "Jx1"] and sizes(match) == [0, 3, 3] and deck_size(match) == left
    assert match.scores == (1, -2, -2) and match.ranks == (1, 2, 2)
    for seat in range(3):
        assert match.view(seat).choices == ()
        assert "nobody can act: the match is over" in refused(match, seat, "take", NotYourTurn)


@pytest.mark.parametrize(("hand", "play"), [("9 9 9", "9x3"), ("9 9 J", "9x2 +J"), ("J J J", "Jx3"), ("J", "Jx1")])
def test_a_whole_hand_may_be_played_at_once(hand: str, play: str) -> None:
    """RY-23, RY R12: also in a later turn, with jokers."""
    match = say(at([MORE, hand, MORE], ["8x3", "2x1", "8x1"], turn=1), play)
    assert match.over and sizes(match)[1] == 0 and tables(match) == ["8x3", f"2x1, {play}", "8x1"]


def test_a_card_left_in_hand_keeps_the_game_going() -> None:
    """RY-23"""
    match = say(at(["9 9", MORE, MORE], ["", "5x1", ""]), "9x1")
    assert not match.over and phase(match) == "loot"


def test_the_game_ends_in_mid_turn_when_the_supply_is_gone() -> None:
    """RY-24, RY R15, RY R16, RY V8: the third card is not drawn, seat 2 is not robbed, the fives cost three points."""
    match = at([f"8 8 8 {MORE}", MORE, MORE], ["", "5x3", "6x3"], deck="", pool="1 2 - - - -")
    say(match, "8x3", "take", "draw pool 0")
    assert not match.over
    say(match, "draw pool 1")
    assert match.over and match.position["owed"] == 0 and match.position["turn"] == 0
    assert tables(match) == ["8x3", "", "6x3"] and hands(match)[0] == f"5 5 5 {MORE}"
    assert match.scores == (3 - 6, 0 - 5, 3 - 3)


def test_the_deck_may_run_out_after_the_pool() -> None:
    """RY-24, RY R15: the last card comes from the deck while the pool is bare."""
    match = at([MORE, MORE, MORE], ["9x3", "", ""], phase="draw", pool="- - - - - -", deck="7 8", owed=3, compared=1,
               stole=True, moved=True)  # fmt: skip
    say(match, "draw deck")
    assert not match.over
    assert say(match, "draw deck").over and sizes(match) == [3, 5, 3]


@pytest.mark.parametrize(("deck", "pool"), [("7", "1 2 3 4 5 6"), ("", "1 - - - - 6"), ("7 8", "1 2 3 4 5 6")])
def test_either_deck_or_pool_keeps_the_game_going(deck: str, pool: str) -> None:
    """RY-24, RY R15"""
    match = say(at([f"2 {MORE}", MORE, MORE], deck=deck, pool=pool), "2x1", "draw pool 0")
    assert not match.over and actor(match) == 1


def test_without_a_draw_an_empty_deck_ends_nothing() -> None:
    """RY-24, RY R15: only a draw can take the last card."""
    match = at([f"2 {MORE}", f"3 {MORE}", MORE], deck="", pool="7 - - - - -")
    say(match, "2x1", "no draw", "3x1", "leave", "reclaim", "10x1", "leave", "reclaim")
    assert not match.over and actor(match) == 0


def test_points_are_cards_on_the_table_minus_cards_in_hand() -> None:
    """RY-25: covered layers and jokers count like any card; deck, pool and discard count for nobody."""
    match = at(["9", "1 2 J", "13 13"], ["Jx2, 2x3, 1x1 +2J", "13x4", "5x1"], deck="3 3 3", pool="1 4 6 7 8 8")
    assert match.scores is None and match.ranks is None and match.winners == ()
    say(match, "9x1")
    assert match.scores == (2 + 3 + 3 + 1, 4 - 3, 1 - 2)


@pytest.mark.parametrize("order", [1, -1])
def test_values_do_not_matter_for_the_points(order: int) -> None:
    """RY-25"""
    assert final((5, 2), (9, 4), (1, 3), order=order).scores == (3, 5, -2)


def test_the_most_points_win_then_the_fewest_cards_in_hand() -> None:
    """RY-26, RY V15: with and without the third player; equal in both, the win is shared."""
    match = final((15, 3), (13, 1), (12, 0), (10, 4))
    assert match.scores == (12, 12, 12, 6) and match.winners == (2,) and match.ranks == (3, 2, 1, 4)
    without = final((15, 3), (13, 1), (10, 4))
    assert without.winners == (1,) and without.ranks == (2, 1, 3)
    two = final((13, 1), (13, 1))
    assert two.scores == (12, 12) and two.winners == (0, 1) and two.ranks == (1, 1)


def test_cards_in_hand_count_only_among_equal_points() -> None:
    """RY-26: more points win with however many cards in hand."""
    assert final((20, 7), (13, 1), (12, 1)).ranks == (1, 2, 3)


def test_equal_players_share_a_place_and_the_next_ones_are_counted_on() -> None:
    """RY-26, RY R45: after two firsts comes a third."""
    assert final((6, 2), (5, 2), (6, 2), (5, 2), (4, 1)).ranks == (1, 4, 1, 4, 3)
    assert final((6, 2), (6, 2), (6, 2), (3, 1)).ranks == (1, 1, 1, 4)
    assert final((3, 1), (6, 2), (3, 1)).ranks == (2, 1, 2)


def test_points_below_zero_rank_like_any_others() -> None:
    """RY R43"""
    match = final((0, 9), (2, 4), (1, 3))
    assert match.scores == (-9, -2, -2) and match.ranks == (3, 2, 1)


def test_one_game_is_one_result() -> None:
    """RY R44: at the end nothing is dealt again, and no option asks for more games."""
    match = say(at(["9", MORE, MORE], ["8x4", "5x1", ""]), "9x1")
    assert match.over and match.actors == () and match.scores == (5, -2, -3)
    with pytest.raises(NotYourTurn):
        match.go_on()
    known = {option.name for option in sprawdzam.game("rys").game.options}
    assert known == {"mode", "duel_rules", "no_progress_limit", "max_turns", "first_starter"}


def loop(**options: Any) -> Match:
    """Thefts that can go in a circle: 13 robs 5, 5 robs 1, 1 robs 13."""
    return at(["13 7", "1 7", "5 7"], **options)


def round_and_round(match: Match) -> int:
    """Everybody plays the same card again and again, all loot is left and taken back; the turns until the end."""
    while not match.over and match.position["turns"] < 1500:
        say(match, choices(match)[0 if match.position["turn"] else -1])
        let_go(match)
    return int(match.position["turns"])


def test_ones_5s_and_13s_may_go_in_a_circle_for_ever() -> None:
    """RY-39, RY R38, RY V23: period three; hands and supply never change, and after 100 turns it is over."""
    match = loop(mode="expert")
    left = deck_size(match)
    victims = []
    for play in ("13x1", "1x1", "5x1", "13x1", "1x1", "5x1"):
        victims.append(let_go(say(match, play)))
    assert victims == [[], [0], [1], [2], [0], [1]] and match.position["idle"] == 6
    assert round_and_round(match) == 100 and match.over and deck_size(match) == left
    assert match.scores == (0, -2, -2) and match.ranks == (1, 2, 2)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_without_the_rule_of_ones_the_circle_breaks_up(mode: str) -> None:
    """RY R38, RY V23: a one does not rob the 13."""
    match = loop(mode=mode)
    for play in ("13x1", "1x1"):
        assert let_go(say(match, play)) == []
        if mode == "basic":
            say(match, "no draw")
    assert tables(match) == ["13x1", "1x1", ""]


def last_turn(*, hand: str = "2 3", tables: tuple[str, ...] = (), action: str = "", **rest: Any) -> Match:
    """One turn, of seat 0, with nothing to steal if no tables are given."""
    match = at([hand, MORE, MORE] if "duel_rules" not in rest else [hand, MORE], tables, **rest)
    return say(match, "2x1", *([action] if action else []))


FUSES: list[tuple[dict[str, Any], int]] = [
    ({"mode": "expert"}, 100),
    ({"duel_rules": "expert"}, 100),
    ({"mode": "expert", "no_progress_limit": 2}, 2),
    ({"mode": "expert", "no_progress_limit": 1000}, 1000),
    ({"mode": "advanced", "no_progress_limit": 7}, 7),
    ({"duel_rules": "advanced", "no_progress_limit": 100}, 100),
    ({"mode": "expert", "no_progress_limit": "off"}, 0),
    ({"mode": "advanced"}, 0),
    ({"mode": "advanced", "no_progress_limit": "auto"}, 0),
    ({"duel_rules": "advanced"}, 0),
]


@pytest.mark.parametrize(("options", "limit"), FUSES, ids=str)
def test_the_fuse_counts_turns_without_progress(options: dict[str, Any], limit: int) -> None:
    """RY-39, RY R38, RY R47: the turn that reaches the limit ends the game; where it is off none does."""
    for idle in (1, 5, 98, 99, 100, 998, 999, 1500):
        if limit == 0 or idle < limit:
            match = last_turn(idle=idle, turns=idle, **options)
            assert match.over == (idle + 1 == limit) and match.position["idle"] == idle + 1
            assert match.position["turns"] == idle + 1


@pytest.mark.parametrize("options", [{}, {"no_progress_limit": "off"}, {"no_progress_limit": "auto"}])
def test_in_the_basic_game_the_fuse_is_off(options: dict[str, Any]) -> None:
    """RY-39, RY R38, RY R47"""
    match = last_turn(idle=500, turns=500, action="no draw", **options)
    assert not match.over and match.position["idle"] == 501


@pytest.mark.parametrize(
    ("tables", "actions"),
    [
        (("", "1x1", ""), ("take", "draw deck")),
        (("", "1x1", ""), ("leave", "discard", "draw deck")),
        (("", "1x1", ""), ("leave", "discard", "draw pool 0")),
        ((), ("draw deck",)),
        ((), ("draw pool 3",)),
    ],
)
def test_every_draw_is_progress(tables: tuple[str, ...], actions: tuple[str, ...]) -> None:
    """RY-39, RY R38: the count begins anew."""
    match = last_turn(idle=98, turns=120, tables=tables, no_progress_limit=100)
    say(match, *actions)
    assert not match.over and match.position["idle"] == 0 and match.position["turns"] == 121


@pytest.mark.parametrize(("tables", "actions"), [(("", "1x1", ""), ("leave", "reclaim")), ((), ("no draw",))])
def test_taking_back_and_not_drawing_are_no_progress(tables: tuple[str, ...], actions: tuple[str, ...]) -> None:
    """RY-39, RY R38"""
    for idle, over in ((98, False), (99, True)):
        match = last_turn(idle=idle, turns=120, tables=tables, no_progress_limit=100)
        say(match, *actions)
        assert match.over == over and match.position["idle"] == idle + 1


def test_after_progress_idle_turns_are_counted_again() -> None:
    """RY-39, RY R38: a draw counts for its own turn alone."""
    match = last_turn(idle=98, turns=98, no_progress_limit=100, action="draw deck")
    for idle, play in enumerate(("10x1", "11x1", "3x1"), 1):
        say(match, play)
        let_go(match)
        if phase(match) == "offer":
            say(match, "no draw")
        assert match.position["idle"] == idle


def test_robbing_the_virtual_player_is_progress() -> None:
    """RY-39, RY R38: the deck may be empty."""
    match = at(["5 9 9", MORE], virtual="3 7 7", deck="", idle=98, turns=98, no_progress_limit=100)
    say(match, "5x1")
    assert not match.over and match.position["idle"] == 0 and match.position["virtual"] == "7 7"


def test_the_second_fuse_counts_all_turns() -> None:
    """RY-39, RY R47: 2000 if nothing is said; a draw does not help against it."""
    assert not last_turn(turns=1998, action="draw deck").over
    match = last_turn(turns=1999, action="draw deck")
    assert match.over and match.position["turns"] == 2000 and match.scores == (1 - 2, -3, -3)
    for most in (1, 2, 30):
        for turns in range(most):
            assert last_turn(turns=turns, max_turns=most, action="no draw").over == (turns + 1 == most)


def test_a_fused_game_is_scored_like_any_other() -> None:
    """RY-39, RY R38: nothing is drawn or lost by it."""
    match = last_turn(hand="2 3 4", turns=4, max_turns=5, mode="advanced")
    assert match.over and hands(match) == ["3 4", MORE, MORE] and match.scores == (-1, -3, -3)
    assert match.ranks == (1, 2, 2) and phase(match) == "over"


@pytest.mark.parametrize(
    ("option", "wrong", "possible"),
    [
        *[("no_progress_limit", value, "auto, off, 2 to 1000") for value in (-1, 0, 1, 1001, "never", True)],
        *[("max_turns", value, "1 to 2000") for value in (-1, 0, 2001, "off", False)],
        *[("first_starter", value, "random, 0, 1, 2") for value in (-1, 3, "0x1")],
        *[("mode", value, "basic, advanced, expert") for value in ("duel", "hard", 1)],
        *[("duel_rules", value, "basic") for value in ("advanced", "expert", "duel")],
    ],
)
def test_the_limits_of_the_options(option: str, wrong: Any, possible: str) -> None:
    """RY R47, RY-02, RY R1: what would be possible is said."""
    with pytest.raises(BadOption, match=f"^option {option}: .* is not possible; possible: {possible}$"):
        setup(3, **{option: wrong})
    assert dict(setup(3).options) == {"mode": "basic", "duel_rules": "basic", "no_progress_limit": "auto",
                                      "max_turns": 2000, "first_starter": "random"}  # fmt: skip


def silence(match: Match) -> str:
    """What stands for the one who has to act when the clock runs out."""
    view = match.view(actor(match))
    return view.write(view.silence)


@pytest.mark.parametrize(
    ("hand", "play"),
    [
        ("3 3 9 J", "play 3x1"),
        ("1 1 1 J J", "play 1x1"),
        ("13 J", "play 13x1"),
        ("J J", "play Jx1"),
        ("10 J 9", "play 9x1"),
    ],
)
def test_a_clock_that_runs_out_plays_one_card_of_the_lowest_value(hand: str, play: str) -> None:
    """RY R46: a joker only if there is nothing else."""
    assert silence(at([MORE, hand, MORE], turn=1)) == play


def test_a_clock_that_runs_out_takes_the_loot_and_takes_cards_back() -> None:
    """RY R46"""
    match = say(at([f"9 {MORE}", MORE, MORE], ["", "5x1", ""]), "9x1")
    assert silence(match) == "take"
    assert silence(say(match, "leave")) == "reclaim"


def test_a_clock_that_runs_out_draws_from_the_deck_or_the_first_of_the_pool() -> None:
    """RY R46"""
    for deck, pool, draw in (("7", "1 2 3 4 5 6", "draw deck"), ("", "- - 3 - 5 -", "draw pool 2")):
        match = say(at([f"9 {MORE}", MORE, MORE], ["", "5x1", ""], deck=deck, pool=pool), "9x1", "take")
        assert silence(match) == draw


def test_a_clock_that_runs_out_skips_a_voluntary_draw_and_robs_the_lowest_set() -> None:
    """RY R46"""
    assert silence(say(at([f"2 {MORE}", MORE, MORE]), "2x1")) == "no draw"
    assert silence(say(at([f"2 {MORE}", MORE, MORE], deck="", pool="7 - - - - -"), "2x1")) == "no draw"
    assert silence(say(at([f"8 8 {MORE}", MORE], virtual="5 5 3 3 7 7"), "8x2")) == "rob 3"
