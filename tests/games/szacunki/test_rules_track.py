"""Pawns, stacks and who comes first."""

from __future__ import annotations

import pytest

from sprawdzam import Match, NotYourTurn

from .tables import (
    RACKS,
    actor,
    at,
    checked,
    dealt,
    drive,
    guess,
    guesses_for,
    hits,
    phase,
    picks,
    places,
    racks_of,
    refused,
    results,
    say,
    total,
    track,
    turn_of,
)

# What a seat writes to win so much in all
WRITTEN = {3: "122xxx", 0: "222xxx", -12: "------"}


def all_missed() -> Match:
    """Four players who have missed eight times: 0:[A B C D], with D on top."""
    match = dealt(4, order="DCBA", dice="YGB" * 8, cards="134 256 012 135 034 024")
    return drive(match, *["x7 x6 x5 x4"] * 8)


def finish(match: Match, *nets: int) -> Match:
    """Everybody guesses so as to move by that much."""
    for seat, net in enumerate(nets):
        guess(match, seat, *guesses_for(racks_of(match)[seat], WRITTEN[net]))
    return match


def test_the_top_pawn_of_the_last_field_is_last() -> None:
    """SZ-07, SZ-10, SZ R1, SZ T1: 0:[A B C D] is in order D C B A, and D rolls and may turn a die."""
    match = dealt(4, order="DCBA")
    assert track(match) == "0:ABCD" and match.position["order"] == [3, 2, 1, 0] and match.actors == (3,)
    for seat in range(3):
        refused(match, seat, "keep", NotYourTurn)
    say(match, "D keep")
    asked = []
    for size in (7, 6, 5, 4):
        asked.append(actor(match))
        say(match, f"pick {size}")
    assert asked == [3, 2, 1, 0]


def test_the_pawn_farthest_back_rolls_wherever_it_sits() -> None:
    """SZ-07, SZ-10: fields first, then stacks from the top."""
    # 3, 7, 7, 7 points; of those on 7 the first to come was farthest back before
    several = (("3:A 7:BCD", "ADCB", "7654", "6345"), ("3:A 7:DBC", "ACBD", "7546", "6453"),
               ("3:A 7:CDB", "ABDC", "7465", "6534"))  # fmt: skip
    for text, order, *sizes in several:
        match = at(past=hits(*sizes), phase="pick")
        asked = []
        for size in (7, 6, 5, 4):
            asked.append("ABCD"[actor(match)])
            say(match, f"pick {size}")
        assert "".join(asked) == order and track(match) == text
    match = at(past=hits("7654", "6345"), track="3:A 7:BCD", phase="roll", roll="YGB")
    assert match.actors == (0,) and phase(match) == "turn"


def test_an_arriving_pawn_lies_on_top() -> None:
    """SZ-08: three on one field after two rounds, the last to come on top."""
    match = dealt(3, order="ABC", dice="YGB" * 3)
    drive(match, "6 5 4")
    assert track(match) == "2:A 3:B 4:C"
    drive(match, "6 7 5")  # A goes to 4, where C stands; B follows; C leaves
    assert track(match) == "4:AB 7:C" and match.position["order"] == [1, 0, 2]


def test_a_moving_pawn_leaves_those_above_it_behind() -> None:
    """SZ-08, SZ R3, SZ T2: D, C and A move from 0:[A B C D] by 3: 0:[B] and 3:[D C A], in order B A C D."""
    match = finish(all_missed(), 3, 0, 3, 3)
    assert track(match) == "0:B 3:DCA" and match.over


def test_the_lower_pawn_wins_a_tie_and_all_places_follow() -> None:
    """SZ-35, SZ-36, SZ R36, SZ T4: 3:[D C A] and 0:[B]: D before C, A and B."""
    match = finish(all_missed(), 3, 0, 3, 3)
    assert match.winners == (3,) and match.ranks == (3, 4, 2, 1) and match.scores == (3, 0, 3, 3)


@pytest.mark.parametrize("stack", ["ABCD", "DBCA", "CADB"])
def test_a_pawn_is_taken_out_of_its_stack_wherever_it_is(stack: str) -> None:
    """SZ R3: who is right leaves, the others keep their order."""
    for mover in "ABCD":
        told = " ".join(f"{7 - i}@{right(i) if letter == mover else wrong(i)}" for i, letter in enumerate("ABCD"))
        match = checked(told, track=f"0:{stack}")
        points = {"A": 1, "B": 2, "C": 3, "D": 4}[mover]
        assert track(match) == f"0:{stack.replace(mover, '')} {points}:{mover}"


def right(seat: int) -> int:
    return min(total(RACKS[seat], "Y G B"), 15)


def wrong(seat: int) -> int:
    return 0 if total(RACKS[seat], "Y G B") >= 7 else 10


def test_the_order_of_a_round_holds_until_all_are_checked() -> None:
    """SZ-09, SZ-15: the roller moves in front of everybody, and nobody is left out or checked twice."""
    told = " ".join(f"{size}@{min(total(RACKS[seat], 'Y G B'), 22 - size)}" for seat, size in enumerate((1, 7, 6, 5)))
    match = checked(told, track="0:DCBA")
    assert results(match) == ["correct"] * 4 and track(match) == "1:B 2:C 3:D 7:A"


def test_the_roller_is_checked_first_and_the_rest_follows_in_order() -> None:
    """SZ-15, SZ R4: so whoever is farther in front arrives later, on top; seats play no role."""
    for stack, order in (("0:A 2:B 4:C", "ABC"), ("0:C 2:A 4:B", "CAB"), ("0:B 2:C 4:A", "BCA")):
        first, second, third = order
        sizes = {first: 2, second: 4, third: 6}  # all come to 6
        before = {first: "x", second: 6, third: 4}
        match = started(before)
        assert track(match) == stack
        say(match, "keep")
        picks(match, "".join(str(sizes[letter]) for letter in "ABC"))
        places(match, *(min(total(RACKS[seat], "Y G B"), 22 - sizes["ABC"[seat]]) for seat in range(3)))
        assert track(match) == f"6:{order}"


def started(before: dict[str, object]) -> Match:
    """A round of three, after one in which each was right with that token, or missed."""
    told = []
    for seat, letter in enumerate("ABC"):
        real, size = total(RACKS[seat], "Y G B"), before[letter]
        if size == "x":
            told.append(f"1@{real - 1}:miss:S0")
        else:
            told.append(f"{size}@{min(real, 22 - int(str(size)))}:correct")
    return at(3, past=[turn_of("Y G B", " ".join(told))])


def test_who_is_checked_first_lies_below_even_from_the_same_stack() -> None:
    """SZ R2, SZ R4: of two on one field the upper one comes first."""
    match = dealt(2, order="BA", dice="YGB" * 3)
    drive(match, "5 4")
    drive(match, "4 5")  # both come to 7, A from behind
    assert track(match) == "7:AB" and match.position["order"] == [1, 0]


def test_ties_on_the_track_are_broken_alike_everywhere() -> None:
    """SZ R2: the upper pawn rolls, picks and exchanges first, and is scored first at the end."""
    match = all_missed()
    order = []
    for step in match.log.steps:
        order += [step.seat] if step.text.startswith(("keep", "pick", "exchange")) else []
    assert order[:9] == [3, 3, 2, 1, 0, 3, 2, 1, 0]
    guessed = finish(match, 3, 3, 3, 3)
    assert track(guessed) == "3:DCBA" and guessed.winners == (3,)


def test_a_pawn_that_comes_back_to_where_it_stood_has_not_moved() -> None:
    """SZ R6, SZ R33: net 0 after winning and losing leaves it in its place, below others."""
    match = finish(all_missed(), 0, 0, 0, 0)
    assert track(match) == "0:ABCD" and match.winners == (0,) and match.ranks == (1, 2, 3, 4)


def test_the_track_has_no_end_in_front() -> None:
    """SZ R5: ten hits of the narrowest token and six numbers guessed make 100."""
    match = at(2, phase="guess", past=hits(*["17"] * 10), dice="")
    assert track(match) == "10:B 70:A"
    guess(match, 0, *guesses_for(RACKS[0], "111111"))
    guess(match, 1, *["-"] * 6)
    assert track(match) == "-2:B 100:A" and match.scores == (100, -2)


def test_the_track_has_no_end_behind() -> None:
    """SZ R5, SZ R34: everything missed and nothing written is 12 behind the start."""
    match = finish(all_missed(), -12, -12, 0, -12)
    assert track(match) == "-12:DBA 0:C" and match.scores == (-12, -12, 0, -12) and match.ranks == (4, 3, 1, 2)


def test_nobody_shares_a_place() -> None:
    """SZ R35, SZ-36: on one field the lower one is better, whatever the seats are."""
    match = finish(all_missed(), 3, 3, 3, 3)
    assert match.scores == (3, 3, 3, 3) and match.ranks == (4, 3, 2, 1) and len(match.winners) == 1
