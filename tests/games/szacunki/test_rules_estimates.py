"""Tokens, ranges, and what is announced."""

from __future__ import annotations

import pytest

from sprawdzam import SPECTATOR, TABLE, IllegalAction, Match, NotYourTurn, UnknownAction

from .tables import (
    POINTS,
    RACKS,
    actor,
    at,
    checked,
    dealt,
    drive,
    phase,
    picks,
    places,
    refused,
    results,
    say,
    total,
    track,
    watchers,
    worlds,
)

# With Y G B seat A has 10, B has 7, C has 9, D has 14
SUMS = [10, 7, 9, 14]


def test_the_sums_of_these_tables() -> None:
    """SZ-14"""
    assert [total(rack, "Y G B") for rack in RACKS] == SUMS


def test_everybody_takes_one_of_the_tokens_that_are_left() -> None:
    """SZ-12, SZ R12, SZ R13, SZ T28: roller first; the fourth has four to choose from, and nobody can pass."""
    match = at(track="0:ABCD", phase="pick")
    left = list(range(1, 8))
    for seat, size in ((3, 4), (2, 7), (1, 1), (0, 5)):
        assert match.actors == (seat,)
        assert match.view(seat).choices == tuple(f"pick {some}" for some in left)
        for other in range(4):
            if other != seat:
                refused(match, other, f"pick {left[0]}", NotYourTurn)
        say(match, f"pick {size}")
        left.remove(size)
    assert phase(match) == "place" and match.position["rounds"][0]["tokens"] == [5, 1, 7, 4]


def test_a_token_that_is_gone_cannot_be_taken() -> None:
    """SZ R13"""
    match = say(at(2, phase="pick"), "A pick 3")
    assert "pick 3 is not legal for seat 1 now" in refused(match, 1, "pick 3", IllegalAction)
    for text in ("pick 0", "pick 8", "pick", "pick -", "pass"):
        refused(match, 1, text, UnknownAction)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seven_tokens_are_on_offer_for_any_number_of_players(seats: int) -> None:
    """SZ R12: those that nobody takes stay unused."""
    match = at(seats, phase="pick")
    assert match.view(0).choices == tuple(f"pick {size}" for size in range(1, 8))
    for taken in range(1, seats):
        say(match, f"pick {taken}")
        assert len(match.view(taken).choices) == 7 - taken
    say(match, "pick 7")
    assert phase(match) == "place"


def test_tokens_are_public_as_soon_as_they_are_taken() -> None:
    """SZ-12, SZ R14: one after another and open, unlike the ranges."""
    match = say(at(3, phase="pick"), "A pick 2")
    for seat in watchers(match):
        assert match.view(seat).position["rounds"][0]["tokens"] == [2, None, None]


@pytest.mark.parametrize("size", range(1, 8))
def test_a_token_lies_on_the_track_with_all_its_fields(size: int) -> None:
    """SZ-13, SZ R15, SZ T7, SZ T8: size 7 from 0 to 15, size 1 from 0 to 21."""
    match = at(2, phase="place", now=f"{size} {8 - size if size != 4 else 3}")
    assert match.view(0).choices == tuple(f"place {start}" for start in range(23 - size))
    if size > 1:
        refused(match, 0, f"place {23 - size}", IllegalAction)
    refused(match, 0, "place 22", UnknownAction)
    refused(match, 0, "place -1", UnknownAction)


def test_all_place_at_the_same_time_and_nothing_is_checked_before() -> None:
    """SZ-13, SZ R14: in any order, each once."""
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        match = at(3, phase="place", now="7 6 5")
        match.auto = False
        waiting = {0, 1, 2}
        for seat in order:
            assert set(match.actors) == waiting and phase(match) == "place"
            match.play(seat, "place 3")
            waiting.remove(seat)
            if waiting:
                refused(match, seat, "place 4", NotYourTurn)
        assert phase(match) == "check" and match.actors == (TABLE,)
        for seat in watchers(match):
            assert match.view(seat).position["rounds"][0]["starts"] == [3, 3, 3]  # shown together (SZ-28)
        assert "results" not in match.position["rounds"][0]


def test_a_hit_moves_the_pawn_by_the_points_of_the_token() -> None:
    """SZ-13, SZ-16, SZ E1: size 7 from 9 covers 9-15 and is right for those sums alone; it brings 1 point."""
    for own in range(22):
        match = checked("7@9 1@0", 2, racks_with(own), dice="Y G B")
        assert results(match)[0] == ("correct" if 9 <= own <= 15 else "higher" if own > 15 else "lower")
        assert places_of(match)[0] == (1 if 9 <= own <= 15 else 0)


def racks_with(own: int) -> tuple[str, ...]:
    """Racks in which A's yellow, green and blue cards make that sum."""
    cards = [min(7, own), min(7, max(0, own - 7)), max(0, own - 14)]
    others = [[n for n in range(1, 7) if n != card][:3] for card in cards]
    rest = [rack[3:] for rack in RACKS]
    first = "".join(map(str, cards)) + rest[0]
    return (first, *("".join(str(column[p]) for column in others) + rest[p + 1] for p in range(3)))


def places_of(match: Match) -> list[int]:
    found = {p: int(field) for field, stack in match.position["track"].items() for p in stack}
    return [found[p] for p in range(match.setup.seats)]


@pytest.mark.parametrize(("size", "points"), POINTS.items())
def test_the_narrower_a_token_the_more_points_it_brings(size: int, points: int) -> None:
    """SZ-16: 8 less its size; the field where the range begins and the one where it ends count."""
    for start in range(max(0, 10 - size), 12):
        other = 7 if size != 7 else 6
        match = checked(f"{size}@{start} {other}@0", 2)
        right = start <= 10 < start + size
        assert (results(match)[0] == "correct") == right
        assert places_of(match)[0] == (points if right else 0)


def test_both_ends_of_a_range_count() -> None:
    """SZ-16, SZ T11: size 2 at 20 with a sum of 21 is right and brings 6."""
    match = checked("2@20 7@0", 2, racks_with(21))
    assert results(match)[0] == "correct" and places_of(match)[0] == 6
    assert results(checked("2@20 7@0", 2, racks_with(20)))[0] == "correct"
    assert results(checked("2@20 7@0", 2, racks_with(19)))[0] == "lower"


def test_a_miss_moves_nothing_and_tells_the_direction() -> None:
    """SZ-17, SZ E2: 4-10 with a sum above: higher, and 11 to 21 are possible."""
    for own in range(11, 22):
        match = checked("7@4 1@0", 2, racks_with(own))
        assert results(match)[0] == "higher" and places_of(match) == [0, 0]
    view = checked("7@4 1@0", 2, racks_with(17)).view(0)
    sums = {sum(int(n) for n in world[0][:3]) for world in worlds(view, 400)}
    assert min(sums) == 11 and max(sums) <= 21


def test_a_sum_right_above_the_range_is_higher() -> None:
    """SZ-17, SZ R20, SZ T10: size 4 at 0 with a sum of 4; and one right below is lower."""
    assert results(checked("4@0 7@0", 2, racks_with(4)))[0] == "higher"
    assert results(checked("4@0 7@0", 2, racks_with(3)))[0] == "correct"
    assert results(checked("4@4 7@0", 2, racks_with(3)))[0] == "lower"


def test_lower_means_below_the_first_field() -> None:
    """SZ-17, SZ R20: all sums up to there are possible then, and no other."""
    view = checked("7@11 1@0", 2).view(0)
    assert view.position["rounds"][0]["results"][0] == "lower"
    sums = {sum(int(n) for n in world[0][:3]) for world in worlds(view, 400)}
    assert max(sums) == 10 and min(sums) < 4


def test_the_direction_is_told_even_where_it_is_obvious() -> None:
    """SZ R20: a range that touches 0 can only be too low, one that touches 21 too high."""
    assert results(checked("2@0 7@0", 2))[0] == "higher"
    assert results(checked("7@15 6@0", 2))[0] == "lower"


@pytest.mark.parametrize("start", [0, 9, 11, 21])
def test_with_the_token_of_size_1_no_direction_is_told(start: int) -> None:
    """SZ-18, SZ R20: not even where it can be concluded."""
    match = checked(f"1@{start} 7@3", 2)
    assert results(match) == ["miss", "correct"]


def test_a_miss_with_size_1_moves_nothing_and_asks_for_an_exchange() -> None:
    """SZ-18, SZ T9: size 1 at 10 with a sum of 12."""
    match = checked("1@10 7@0", 2, racks_with(12))
    assert results(match)[0] == "miss" and places_of(match)[0] == 0
    assert phase(match) == "exchange" and 0 in match.actors


def test_the_smallest_token_is_the_one_of_size_1_not_the_smallest_taken() -> None:
    """SZ R18"""
    assert results(checked("2@0 3@0", 2)) == ["higher", "higher"]
    assert results(checked("1@0 7@15", 2)) == ["miss", "lower"]


@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_a_hit_tells_nothing_but_itself(seat: int) -> None:
    """SZ R19: whether the sum is 8, 10 or 14, the owner sees the same to the byte."""
    seen = set()
    for own, real in (("602251", 8), ("703251", 10), ("770251", 14)):
        assert total(own, "Y G B") == real
        match = checked("7@8 1@0", 2, (own, *RACKS[1:]))
        assert results(match)[0] == "correct"
        seen.add(match.view(seat).record.tobytes())
    assert len(seen) == 1


def test_with_size_1_a_hit_tells_the_sum() -> None:
    """SZ R19"""
    view = checked("1@10 7@0", 2).view(0)
    assert {sum(int(n) for n in world[0][:3]) for world in worlds(view, 100)} == {10}


def test_results_are_told_to_everybody() -> None:
    """SZ R21"""
    match = checked("7@0 6@7 1@0 5@0")
    for seat in watchers(match):
        assert match.view(seat).position["rounds"][0]["results"] == ["higher", "correct", "miss", "higher"]


@pytest.mark.parametrize("seats", [2, 3])
def test_neutral_racks_are_never_checked(seats: int) -> None:
    """SZ R22: they take no token, have no pawn and no result."""
    match = drive(dealt(seats, dice="YGB" * 2), "7 6 5"[: 2 * seats - 1])
    assert (
        len(results(match)) == seats == len(match.position["order"]) == sum(map(len, match.position["track"].values()))
    )
    last = match.state.past[0]
    assert [list(row[seats:]) for row in (last.size, last.start, last.result, last.swap)] == [[0] * (4 - seats)] * 4


def test_a_range_that_is_known_to_be_wrong_may_be_placed() -> None:
    """SZ R16: all places are offered whatever one knows, and the miss is one like any other."""
    match = at(2, phase="place", now="7 6", dice="G G G")
    view = match.view(0)
    possible = {3 * int(world[0][1]) for world in worlds(view, 200)}
    assert possible == {0, 6, 15, 18, 21}  # G1, G3 and G4 stand on other racks
    assert len(view.choices) == 16
    places(match, 7, 0)  # 7 to 13
    assert results(match)[0] == "lower" and phase(match) == "exchange"


def test_the_next_round_starts_with_all_tokens() -> None:
    """SZ-24: they go back beside the board, and the round is counted."""
    match = drive(dealt(2, dice="YGB RRS"), "7 6")
    assert len(match.position["rounds"]) == 2 and phase(match) == "turn"
    say(match, "keep")
    assert match.view(actor(match)).choices == tuple(f"pick {size}" for size in range(1, 8))
    picks(match, "76")
    assert match.position["rounds"][1]["tokens"] == [7, 6] and track(match) == "1:A 2:B"
