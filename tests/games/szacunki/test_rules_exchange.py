"""Who missed exchanges a card: which, when, and who sees what."""

from __future__ import annotations

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, IllegalAction, Match, NotYourTurn, UnknownAction

from .tables import (
    COLOURS,
    RACKS,
    ROUNDS,
    actor,
    at,
    candidates,
    checked,
    drive,
    estimate,
    hits,
    phase,
    racks_of,
    refused,
    results,
    say,
    stacks,
    track,
    track_order,
    turn_of,
    watchers,
    worlds,
)

ALL_MISS = "7@0 6@0 5@0 4@0"  # with Y G B all of them have more


def test_everybody_who_missed_exchanges_a_card_after_all_checks() -> None:
    """SZ-19, SZ R23: one card each, the last pawn first, whoever was right none."""
    match = checked("7@0 6@7 5@0 4@0", track="0:ABCD")
    assert results(match) == ["higher", "correct", "higher", "higher"]
    for seat in (3, 2, 0):
        assert phase(match) == "exchange" and match.actors == (seat,)
        for other in range(4):
            if other != seat:
                refused(match, other, "exchange Y", NotYourTurn)
        say(match, "exchange Y")
    assert phase(match) == "turn" and len(match.position["rounds"]) == 2
    assert match.position["rounds"][0]["exchanges"] == ["Y7", "", "Y0", "Y5"]


def test_nobody_exchanges_where_all_are_right() -> None:
    """SZ R23"""
    match = checked("7@4 6@7 5@9 4@14")
    assert results(match) == ["correct"] * 4 and phase(match) == "turn"
    assert "exchanges" not in match.position["rounds"][0] and stacks(match) == [3] * 6


def test_an_exchange_cannot_be_left_out() -> None:
    """SZ R23, SZ-19: nothing but a colour can be said."""
    match = checked(ALL_MISS)
    assert match.view(0).choices == tuple(f"exchange {colour}" for colour in COLOURS)
    refused(match, 0, "keep", IllegalAction)
    for text in ("exchange -", "pass", "exchange", "exchange Y G"):
        refused(match, 0, text, UnknownAction)


def test_pawns_count_as_they_stand_after_the_points_of_this_round() -> None:
    """SZ-19, SZ R25: A was last and is right; of the others the last one begins, and it stays so."""
    match = checked("1@10 6@0 5@0 4@0", track="0:DCBA")
    assert track(match) == "0:DCB 7:A"
    asked = []
    while phase(match) == "exchange":
        asked.append("ABCD"[actor(match)])
        say(match, "exchange G")
        assert match.position["track"] == {"0": [3, 2, 1], "7": [0]}
    assert asked == ["B", "C", "D"]


@pytest.mark.parametrize("colour", COLOURS)
def test_any_own_colour_may_be_exchanged(colour: str) -> None:
    """SZ R24: also one that was not rolled."""
    match = say(checked(ALL_MISS, dice="Y Y Y"), f"exchange {colour}")
    c = COLOURS.index(colour)
    assert match.position["rounds"][0]["exchanges"][0] == f"{colour}{RACKS[0][c]}"
    assert stacks(match) == [2 if i == c else 3 for i in range(6)]
    assert [i for i in range(6) if racks_of(match)[0][i] != RACKS[0][i]] == [c]


def test_the_old_card_lies_open_and_the_new_one_is_seen_by_the_others_alone() -> None:
    """SZ-21, SZ-22, SZ-26, SZ T19: Y2 goes, Y6 comes, two are left."""
    racks = ("203251", "714063", *RACKS[2:])
    match = say(at(2, racks, phase="exchange", now="7@15:lower 6@0:higher", draws="6"), "A exchange Y")
    for seat in watchers(match):
        assert match.view(seat).position["rounds"][0]["exchanges"] == ["Y2", ""]
        assert stacks(match.view(seat)) == [2, 3, 3, 3, 3, 3]
    assert racks_of(match)[0] == "603251"
    assert racks_of(match.view(1))[0] == "603251"
    assert racks_of(match.view(0))[0] == racks_of(match.view(SPECTATOR))[0] == "??????"
    assert candidates(match.view(0), "Y") == [1, 3, 4, 6]


def test_the_owner_chooses_a_colour_before_he_sees_the_old_number_and_never_sees_the_new_one() -> None:
    """SZ R29, SZ-22: whatever they are, he is asked the same, and told the old one only."""
    asked, told = set(), set()
    for own, new in (("703251", "1"), ("703251", "6"), ("103251", "7")):
        match = at(2, (own, *RACKS[1:]), phase="exchange", dice="G G G", now="7@15:lower 6@0:correct", draws=new,
                   roll="YYY")  # fmt: skip
        asked.add(match.view(0).record.tobytes())
        say(match, "exchange Y")
        told.add((match.position["rounds"][0]["exchanges"][0], match.view(0).record.tobytes()))
    assert len(asked) == 1 and {card for card, _ in told} == {"Y7", "Y1"} and len(told) == 2


def test_a_colour_without_cards_cannot_be_chosen() -> None:
    """SZ-20: after three exchanges of yellow there is none left."""
    match = checked(ALL_MISS)
    say(match, "A exchange Y", "B exchange Y", "C exchange Y")
    assert match.view(3).choices == tuple(f"exchange {colour}" for colour in "GBRPS") and stacks(match)[0] == 0
    refused(match, 3, "exchange Y", IllegalAction)


def nearly_empty() -> Match:
    """Four players after five rounds; all stacks are empty but purple, which has one card."""
    match = sprawdzam.game("szacunki", 4).start(seed=5)
    drive(match, *["x7 x6 x5 x4"] * 4, "x7 6 5 4", swaps="YYYGGGBBBRRRPPSSS")
    assert stacks(match) == [0, 0, 0, 0, 1, 0]
    return match


def test_whoever_comes_later_has_what_is_left_or_nothing() -> None:
    """SZ-20, SZ-23, SZ R26, SZ T18: A takes the last card; C, who missed too, exchanges nothing, and play goes on."""
    match = estimate(nearly_empty(), "x7 6 x5 4")
    assert [result == "correct" for result in results(match)] == [False, True, False, True]
    first, second = (p for p in order_now(match) if p in (0, 2))
    assert match.actors == (first,) and match.view(first).choices == ("exchange P",)
    cards = racks_of(match)[second]
    say(match, "exchange P")
    assert phase(match) == "turn" and len(match.position["rounds"]) == 7 and stacks(match) == [0] * 6
    assert match.position["rounds"][5]["exchanges"][second] == "" and racks_of(match)[second] == cards


def order_now(match: Match) -> list[int]:
    return track_order(match.position["track"])


def test_without_cards_a_miss_has_no_further_effect() -> None:
    """SZ-23, SZ R26: nobody is asked, and the next round begins at once."""
    match = drive(nearly_empty(), "x7 6 5 4")
    racks, fields = racks_of(match), track(match)
    estimate(match, "x7 x6 x5 x4")
    assert phase(match) == "turn" and len(match.position["rounds"]) == 8
    assert racks_of(match) == racks and track(match) == fields and "correct" not in results(match)
    assert "exchanges" not in match.position["rounds"][6]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_the_last_round_cards_are_exchanged_too(seats: int) -> None:
    """SZ R27, SZ T30: then all guess."""
    number = ROUNDS[seats]
    past = hits(*["7654"[:seats]] * (number - 1))
    told = ["7@0", "6@7", "5@9", "4@14"][:seats]
    match = checked(" ".join(told), seats, past=past)
    assert results(match)[0] == "higher" and phase(match) == "exchange" and match.actors == (0,)
    say(match, "exchange S")
    assert phase(match) == "guess" and match.position["rounds"][-1]["exchanges"][0] == "S1"
    assert set(match.actors) == set(range(seats))


def test_cards_laid_open_stay_open_and_never_come_back() -> None:
    """SZ R28, SZ-21: to the end of the match, with who laid them and when; nobody can have them."""
    match = sprawdzam.game("szacunki", 3).start(seed=8)
    gone: list[tuple[int, int, str]] = []
    for number in range(9):
        drive(match, "x7 x6 5")
        told = [found.get("exchanges", ["", "", ""]) for found in match.position["rounds"]]
        now = [(r, p, card) for r, row in enumerate(told) for p, card in enumerate(row) if card]
        assert now[: len(gone)] == gone and len(now) == min(18, 2 * (number + 1))
        gone = now
        cards = {card for _, _, card in gone}
        assert not cards & {card for rack in match.position["racks"] for card in rack.split()}
        for seat in watchers(match):
            assert not any(int(card[1]) in candidates(match.view(seat), card[0]) for card in cards)
    assert phase(match) == "guess" and len(gone) == 18 == len({card for _, _, card in gone})


@pytest.mark.parametrize("seats", [2, 3])
def test_the_cards_on_neutral_racks_never_change(seats: int) -> None:
    """SZ R30"""
    match = sprawdzam.game("szacunki", seats).start(seed=4)
    neutral, own = racks_of(match)[seats:], racks_of(match)[:seats]
    drive(match, *[" ".join(["x7", "x6", "x5"][:seats])] * ROUNDS[seats])
    assert phase(match) == "guess" and racks_of(match)[seats:] == neutral
    assert all(now != before for now, before in zip(racks_of(match), own, strict=False))


# --- what an exchange leaves of what was known ---


def test_what_was_heard_before_still_holds_for_the_old_card() -> None:
    """SZ-14, SZ-21, SZ R39, SZ E3: Y Y G made 0 to 5; then Y2 is laid open, so green is 0 or 1, and 0 is elsewhere."""
    past = [turn_of("Y Y G", "6@0:correct 7@4:correct"), turn_of("R R R", "7@10:lower:Y2 6@0:correct")]
    for others, green in ((("504063", "345726", "036417"), {"1"}), (("544063", "325726", "036417"), {"0", "1"})):
        past[0] = turn_of("Y Y G", f"6@0:correct 7@{10 + int(others[0][1]) - 6}:correct")
        view = at(2, ("713251", *others), past=past).view(0)
        found = worlds(view, 300)
        assert {world[0][1] for world in found} == green
        assert {int(world[0][0]) for world in found} == set(candidates(view, "Y")) == {1, 4, 6, 7}  # the new one


def test_before_the_old_card_is_seen_nothing_is_settled() -> None:
    """SZ R39: the same results without the exchange allow more."""
    racks = ("213251", "504063", "345726", "736417")
    past = [turn_of("Y Y G", "6@0:correct 7@4:correct")]
    found = {world[0][:2] for world in worlds(at(2, racks, past=past, dice="Y G B").view(0), 2000)}
    possible = {f"{y}{g}" for y in (0, 1, 2, 4, 6) for g in (1, 2, 5, 6, 7) if 2 * y + g <= 5}
    assert found == possible and len(possible) > 3


def test_the_history_keeps_which_card_was_there_in_which_round() -> None:
    """SZ R39, SZ-25: two exchanges of one colour; each result is about the card of its own round."""
    racks = ("753251", *RACKS[1:])
    past = [
        turn_of("Y Y G", "5@0:higher:Y1 6@0:correct"),  # Y1, so green is more than 2; with Y3 it could be anything
        turn_of("R R R", "7@10:lower:Y3 6@0:correct"),
    ]
    view = at(2, racks, past=past).view(0)
    found = worlds(view, 200)
    assert {world[0][1] for world in found} == {"5", "6", "7"} and set(candidates(view, "G")) == {0, 2, 5, 6, 7}
    assert {world[0][0] for world in found} == {"4", "6", "7"}
    assert [told["exchanges"][0] for told in view.position["rounds"][:2]] == ["Y1", "Y3"]
