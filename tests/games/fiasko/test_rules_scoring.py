"""Points, ranks and ties."""

from __future__ import annotations

import pytest

from .tables import at, over, say

RUN = " ".join(f"B{n}" for n in range(1, 10))


def points(*cards: str, seats: int = 4) -> tuple[int, ...]:
    """What cards score; everybody else has none."""
    others = ["0/0"] * (seats - len(cards))
    return (over(*[f"0/0 {text}" for text in cards], *others).scores or ())[: len(cards)]


def ranks(*players: str) -> tuple[int, ...]:
    """The places of some players; the rest of five have nothing at all."""
    match = over(*players, *["0/0"] * (5 - len(players)))
    return (match.ranks or ())[: len(players)]


def test_a_complete_run_scores_ten() -> None:
    """FI-51, FI-50, FI V1: one card less scores eight."""
    assert points(RUN) == (10,)
    assert points(RUN.removeprefix("B1 ")) == points(RUN.removesuffix(" B9")) == (8,)


def test_only_the_longest_run_of_a_colour_counts() -> None:
    """FI-50, FI V2: one of two equal ones."""
    assert points("G1 G2 G3 G5 G6 G7") == (3,)
    assert points("G1 G2 G4 G5 G6 G8 G9") == (3,)


def test_every_colour_has_its_run() -> None:
    """FI-50: the sum over four colours, and nothing for a colour without cards."""
    assert points("B1 B2 G5 O7 O8 O9 R1 R3") == (2 + 1 + 3 + 1,)
    assert points("B1 G2 O3 R4") == (4,)
    assert points("") == (0,)
    assert points("B8 B9 G1 G2") == (4,)  # a run does not go from one colour to the next


def test_a_single_card_is_a_run_and_doubles_add_nothing() -> None:
    """FI R39, FI-50"""
    assert points("R9") == (1,)
    assert points("B1 B1 B1 B2 B2 B4 B4") == (2,)


def test_the_most_points_that_there_are() -> None:
    """FI-51: four complete runs."""
    assert points(" ".join(f"{colour}{n}" for colour in "BGOR" for n in range(1, 10)), seats=5) == (40,)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("B1 B3 B*", 3), ("B1 B3 G*", 1 + 1), ("G*", 1), ("B4 B* B*", 3), ("B1 B4 B* B*", 4),
        ("B1 B3 *2", 3), ("B1 B3 *4", 2), ("B1 B4 *2 *3", 4), ("*5", 1), ("B4 G6 *5", 3),
        ("B1 B3 **", 3), ("**", 1), ("B1 B3 G5 G6 G8 **", 1 + 4),
        ("B1 B2 B3 B4 *5 B6 B7 B8 B9", 10), ("B1 B2 B3 B* B5 B* B7 B8 **", 10),
    ],
)  # fmt: skip
def test_each_joker_fills_the_places_that_it_may_fill(cards: str, expected: int) -> None:
    """FI-52: they count as cards, in a complete run too, and each of them once."""
    assert points(cards) == (expected,)


def test_jokers_are_laid_in_the_best_way() -> None:
    """FI-52, FI-53, FI V24, FI V25, FI V27, FI V29"""
    assert points("B1 B2 B4 B5 G7 G9 *3 *8 **") == (9,)
    assert points("B1 B2 B4 B5 G1 G2 G4 *3") == (7,)
    assert points("B1 B2 B4 B5 G1 G2 G4 *3 G*") == (9,)
    assert points("R1 R2 R3 R7 R8 R9 R* R*") == (5,)
    assert points("R1 R2 R3 R7 R8 R9 R* R* **") == (10,)
    assert points("*1 *2 *3 *4 *5 *6 *7 *8 *9 **") == (11,)
    assert points("B1 B4 G1 G3 B* *2 *3") == (4 + 3,)  # one of the number jokers in blue, the other in green


def test_a_joker_may_stay_unused() -> None:
    """FI R40: as a number that is there already it is worth nothing."""
    assert points("B1 B2 B3 B4 B5 B6 B7 B8 B9 B* B*") == (10,)
    assert points("B5 G5 O5 R5 *5") == (4,)


def test_number_jokers_lie_in_one_colour_each() -> None:
    """FI-52: not in two at once."""
    assert points("B1 B3 G1 G3 *2") == (3 + 1,)
    assert points("B1 B3 G1 G3 *2 **") == (6,)


# --- ranks ---


def test_the_most_points_win() -> None:
    """FI-54: tokens do not outweigh them."""
    match = over("0/0 B1 B2 B3", "10/9 B4 B5", "10/0 R1")
    assert match.scores == (3, 2, 1) and match.ranks == (1, 2, 3) and match.winners == (0,)


def test_equal_points_go_to_the_more_valuable_tokens() -> None:
    """FI-55, FI R41: a fiasko token counts 3."""
    assert ranks("5/0 B1", "0/2 R1") == (2, 1)
    assert ranks("6/0 B1", "0/2 R1") == (1, 1)
    assert ranks("7/0 B1", "0/2 R1") == (1, 2)
    assert ranks("1/2 B1", "4/0 R1") == (1, 2)


def test_number_cards_and_jokers_are_no_tokens() -> None:
    """FI R41: they count nothing between equals."""
    assert ranks("3/0 B1", "2/0 R1 R1 R3 R5 R7") == (1, 2)
    assert ranks("3/0 B1", "3/0 R1 R1 R3 R5 R7") == (1, 1)


def test_then_fewer_cards_in_the_runs_win() -> None:
    """FI-56, FI V30: ten points with nine cards beat ten points with ten."""
    assert ranks(f"2/0 {RUN}", "2/0 G1 G2 G3 G4 G5 O1 O2 O3 O4 O5") == (1, 2)
    match = over(f"2/0 {RUN}", "2/0 B1 B2 B3 B4 B5 G1 G2 G3 G4 G5", "0/0", "0/0")
    assert (match.scores or ())[:2] == (10, 10) and match.winners == (0,)
    assert ranks(f"2/0 {RUN}", "3/0 G1 G2 G3 G4 G5 O1 O2 O3 O4 O5") == (2, 1)  # tokens come first


def test_only_cards_of_the_runs_that_count_are_counted() -> None:
    """FI-56, FI R42: not those that lie about, and jokers like any other."""
    assert ranks(f"2/0 {RUN} B1 B1 B2 B2 B3 B3", "2/0 G1 G2 G3 G4 G5 O1 O2 O3 O4 O5") == (1, 2)
    assert ranks("2/0 B1 B2 B3 B4 B5 B6 B7 B* B*", "2/0 G1 G2 G3 G4 G5 O1 O2 O3 O4 O5") == (1, 2)
    assert ranks("2/0 B1 B2 B4 B6 B7 B9", "2/0 G1 G2") == (1, 1)


def test_among_equals_more_complete_runs_are_fewer_cards() -> None:
    """FI-56, FI R42: 20 points with 18 cards, with 19, with 20."""
    two = f"0/0 {RUN} " + " ".join(f"G{n}" for n in range(1, 10))
    one = "0/0 " + " ".join(f"O{n}" for n in range(1, 10)) + " B1 B2 B3 B4 B5 R2 R3 R4 R5 R6"
    none = "0/0 B1 B2 B3 B4 B5 G1 G2 G3 G4 G5 O1 O2 O3 O4 O5 R1 R2 R3 R4 R5"
    assert over(two, one, none, "0/0").scores == (20, 20, 20, 0)
    assert over(two, one, none, "0/0").ranks == (1, 2, 3, 4)
    assert over(none, "0/0", one, two).ranks == (3, 4, 2, 1)


def test_of_two_ways_for_the_same_points_the_one_with_fewer_cards_is_laid() -> None:
    """FI-53, FI-56: a joker that completes a run rather than one that lengthens two."""
    # The jokers complete blue: 10 + 1 + 1. Or they lie in green and orange, two more cards: 7 + 3 + 2.
    first = "0/0 B1 B2 B3 B4 B5 B6 B7 G7 G9 O8 *8 *9"
    second = "0/0 G1 G2 G3 G4 O1 O2 O3 O4 R1 R2 R3 R4"  # 12 points with 12 cards
    assert points(first[4:], second[4:]) == (12, 12) and ranks(first, second) == (1, 2)


def test_equal_in_everything_share_the_win() -> None:
    """FI-57, FI-55, FI V31: four tokens, or one and a fiasko token, with twelve points of twelve cards each."""
    first = "4/0 B1 B2 B3 B4 B5 B6 G1 G2 G3 G4 G5 G6"
    second = "1/1 O1 O2 O3 O4 O5 O6 R1 R2 R3 R4 R5 R6"
    match = over(first, second, "0/0", "0/0")
    assert match.scores == (12, 12, 0, 0) and match.ranks == (1, 1, 3, 3) and match.winners == (0, 1)


def test_places_below_the_first_go_by_the_same_things() -> None:
    """FI R43: and those equal in all of them share a place."""
    match = over("0/0 B1", "3/0 G1 G2", "0/1 O1 O2", "4/0 R1 R2", "1/0 B5")
    assert match.ranks == (5, 2, 2, 1, 4) and match.scores == (1, 2, 2, 2, 1)


def test_there_are_no_points_before_the_end() -> None:
    """FI-48"""
    match = at("0/0 B1", "1/0", market="B2", deck="$1")
    say(match, "draw")
    assert match.scores is None and match.ranks is None and match.winners == ()
