"""Cards, seats, the deal, and what everybody may know."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from fractions import Fraction
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, TABLE, BadChance, BadOption, BadPosition, Match, UnknownAction
from sprawdzam.engine.chance import Keyed, Script, Source, outcomes

from .tables import (
    DECK,
    HEART_CARDS,
    actor,
    at,
    called,
    dealt,
    hand,
    hands,
    phase,
    pile_size,
    plain_hands,
    quietly,
    refused,
    row,
    say,
    script,
    stripped,
    tokens,
)


def whole_deck() -> Counter[str]:
    """Six hands, and then the pile card by card: every draw of a long round is told in the log."""
    match = sprawdzam.game("nerwy", seats=2, first_starter=0).start(seed=1)
    found = Counter(card for held in hands(match.position) for card in held)
    while match.state.left:
        before = Counter(hand(match, actor(match)))
        seat, choices = actor(match), [text for text in match.view(actor(match)).choices if text != "call"]
        text = next((text for text in choices if "^" not in text), choices[0])
        say(match, text.removeprefix("place "), "pass")
        found += Counter(hand(match, seat)) - (before - Counter([text.split()[1].rstrip("^v")]))
    return found


def test_seventy_cards_half_of_them_with_hearts() -> None:
    """NE-01, NE-02: three of each single-sided number, seven of each double-sided one, and twenty special cards."""
    found = whole_deck()
    assert sum(found.values()) == 70
    assert sum(found[f"S{n}"] for n in range(1, 6)) == 15 and sum(found[f"D{n}"] for n in range(1, 6)) == 35
    assert [found[card] for card in ("REV", "PL2", "BIN", "TRAP")] == [6, 6, 6, 2]
    assert all(found[f"S{n}"] == 3 and found[f"D{n}"] == 7 for n in range(1, 6))


@pytest.mark.parametrize(("card", "copies"), DECK.items())
def test_the_last_copy_of_a_card_can_be_drawn_and_no_other_after_it(card: str, copies: int) -> None:
    """NE-01, NE-02: where all but one of a kind lie in the discard it comes, where all lie there it cannot."""
    other = "D5" if card != "D5" else "D4"
    for gone in (copies - 1, copies):
        discard = " ".join([card] * gone)
        held = plain_hands(2, f"{discard} {card} {other}", short=0)
        with nullcontext() if gone < copies else pytest.raises((BadChance, BadPosition)):
            match = at(held, phase="window", last=0, discard=discard, pile=f"{card} {other}")
            assert card in hand(say(match, "pass"), 0)


@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_players_take_part(seats: int) -> None:
    """NE-04"""
    match = sprawdzam.game("nerwy", seats=seats).start(seed=1)
    assert len(hands(match.position)) == seats and match.setup.seats == seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 30, True, "3", 2.0])
def test_other_numbers_of_players_are_refused(seats: Any) -> None:
    """NE-04"""
    with pytest.raises(BadOption, match="seats 2 to 6"):
        sprawdzam.game("nerwy", seats=seats)


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_is_dealt_three_cards_and_the_rest_is_the_pile(seats: int) -> None:
    """NE-05: clockwise play, no row, no discard, no tokens."""
    match = sprawdzam.game("nerwy", seats=seats, first_starter=1).start(seed=2)
    assert [len(held) for held in hands(match.position)] == [3] * seats
    assert pile_size(match) == 70 - 3 * seats
    position = match.position
    assert (position["row"], position["discard"], position["binned"]) == ([], [], [])
    assert (position["direction"], position["turn"], position["starter"], position["round"]) == ("cw", 1, 1, 1)
    assert tokens(match) == ["0C0N"] * seats


def test_the_pile_lies_backs_up() -> None:
    """NE-05, NE-38: after the deal everybody sees the back of the next card."""
    for card in ("D5", "TRAP"):
        match = dealt("S1 D2 REV", "S3 D4 BIN", then=card)
        seen = {match.view(seat).position["top"] for seat in (0, 1, SPECTATOR)}
        assert seen == {"D5" if card == "D5" else "heart"}


def opening(seats: int, chance: Source, **options: Any) -> dict[str, Any]:
    return Match.begin(sprawdzam.game("nerwy", seats=seats, **options), chance, auto=False).position


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_first_starter_is_random(seats: int) -> None:
    """NE R1: every seat is equally likely."""
    found = list(outcomes(lambda chance: opening(seats, chance)["starter"]))
    assert sorted(found) == [(seat, Fraction(1, seats)) for seat in range(seats)]


@pytest.mark.parametrize("seat", range(4))
def test_the_first_starter_may_be_given(seat: int) -> None:
    """NE R1: then no chance is asked, and that seat has the first turn."""
    assert opening(4, Script({}), first_starter=seat)["starter"] == seat
    assert sprawdzam.game("nerwy", seats=4, first_starter=seat).start(seed=1).actors == (seat,)


def test_a_first_starter_who_is_no_seat_is_refused() -> None:
    """NE R1"""
    with pytest.raises(BadOption, match="first_starter: 3 is not possible; possible: random, 0, 1, 2"):
        sprawdzam.game("nerwy", seats=3, first_starter=3)


def test_every_card_of_the_pile_is_equally_likely_to_come() -> None:
    """NE-05, NE-13: the seen back is drawn, which heart it is and what lies below are chance."""
    match = stripped(["S1 D1", "S2 D2 D2"], pile="S3 S3 TRAP D5", last=0, phase="window")
    position = match.position

    def draw(chance: Source) -> tuple[tuple[str, ...], str]:
        other = say(sprawdzam.position(position, chance=chance), "pass")
        return tuple(hand(other, 0)), other.position["top"]

    found: Counter[Any] = Counter()
    for result, weight in outcomes(draw):
        found[result] += weight  # type: ignore[assignment]
    three, trap = ("S1", "S3", "D1"), ("S1", "TRAP", "D1")
    assert found == {
        (three, "heart"): Fraction(2, 3) * Fraction(2, 3),
        (three, "D5"): Fraction(2, 3) * Fraction(1, 3),
        (trap, "heart"): Fraction(1, 3) * Fraction(2, 3),
        (trap, "D5"): Fraction(1, 3) * Fraction(1, 3),
    }


def test_other_luck_gives_other_deals() -> None:
    """NE-05: the deal hangs on the source of chance alone."""
    setup = sprawdzam.game("nerwy", seats=4)
    deals = {str(hands(setup.start(chance=Keyed.from_seed(seed)).position)) for seed in range(10)}
    assert len(deals) == 10


def test_a_double_sided_card_has_no_side_to_choose() -> None:
    """NE-08, NE R2: one action places it; with a mark it is not even understood."""
    match = dealt("S1 D4 D4", "S2 D2 D2", then="D3 D3")
    assert match.view(0).choices == ("place S1^", "place S1v", "place D4")
    assert "without a mark" in refused(match, 0, "place D4^", UnknownAction)
    assert "without a mark" in refused(match, 0, "place D4v", UnknownAction)
    assert "^ (face up) or v (face down)" in refused(match, 0, "place S1", UnknownAction)
    say(match, "D4")
    assert all(match.view(seat).position["row"] == ["0 D4"] for seat in (0, 1, SPECTATOR))


def test_the_row_of_the_rulebook_as_everybody_sees_it() -> None:
    """NE-08, NE V1: Gracjan alone knows his hidden two."""
    match = dealt("S2 PL2 D1", "S3 D5 S3", "D4 D1 D2", then="D1 D2 D3 D4")
    say(match, "S2v", "S3^", "D4")
    assert row(match.view(0).position) == ["S2v", "S3^", "D4"]
    for seat in (1, 2, SPECTATOR):
        assert row(match.view(seat).position) == ["?v", "S3^", "D4"]


def test_double_sided_cards_are_public_wherever_they_are() -> None:
    """NE-38, NE V26: rivals see the four and two hearts, all see the three on the pile and who draws it."""
    match = at(["D1 D2 D5", "S2 D4 TRAP", "S1 D2 D2"], "0:D1", turn=1, pile="D3 D5 S1")
    for seat in (0, 2, SPECTATOR):
        assert hands(match.view(seat).position)[1] == ["?", "?", "D4"]
        assert match.view(seat).position["top"] == "D3"
    assert hands(match.view(1).position)[1] == ["S2", "TRAP", "D4"] and match.view(1).position["top"] == "D3"
    say(match, "S2v", "pass")
    for seat in (0, 2, SPECTATOR):
        assert hands(match.view(seat).position)[1] == ["?", "D3", "D4"]
        assert match.view(seat).position["top"] == "D5"


def test_a_drawn_heart_is_known_to_the_drawer_alone() -> None:
    """NE-38: the others saw its back before, and that is all they see after."""
    match = at(["D1 D2", "D4 D4 D4", "D2 D2 D2"], "0:D1", phase="window", pile="TRAP S1 D5")
    for seat in (0, 1, SPECTATOR):
        assert match.view(seat).position["top"] == "heart"
    say(match, "pass")
    assert hand(match, 0) == ["TRAP", "D1", "D2"] == hands(match.view(0).position)[0]
    for seat in (1, 2, SPECTATOR):
        assert hands(match.view(seat).position)[0] == ["?", "D1", "D2"]


def test_two_cards_drawn_show_both_their_backs() -> None:
    """NE-26, NE-38: the second lies on top before it is drawn, so the step tells two backs and the next one."""
    match = at(["D1", "D4 D4 D4"], "0:S1v 0:D1", phase="window", must=2, placed=2, pile="S1 D5 S2")
    say(match, "pass")
    assert hands(match.view(1).position)[0] == ["?", "D1", "D5"]
    assert match.view(1).position["top"] == "heart"
    assert [draw.zone.name for draw in match.log.steps[-1].draws] == ["HEART", "TOP", "TOP"]


@pytest.mark.parametrize("seat", [1, 2, SPECTATOR])
def test_which_hearts_a_rival_holds_places_face_down_or_left_in_the_pile_does_not_show(seat: int) -> None:
    """NE-38, NE-09: equal hearts, equal views, whatever the hidden card is and whatever else could do."""
    seen = set()
    for one, two in (("S5", "TRAP"), ("BIN", "S1"), ("PL2", "REV"), ("S1", "S1")):
        match = at([f"{one} {two} D3", "D4 S4 D4", "D2 D2 D2"], "2:D1", turn=0, pile="D1 D2")
        views = [match.view(seat).record.tobytes()]
        views.append(say(match, f"{one}v").view(seat).record.tobytes())
        views.append(say(match, "pass").view(seat).record.tobytes())
        seen.add(tuple(views))
    assert len(seen) == 1


def test_the_order_of_a_hand_tells_nothing() -> None:
    """NE R30: a hand lies sorted, hearts first, however its cards came."""
    views = []
    for pile in ("S1 D5 TRAP", "D5 S1 TRAP"):
        match = at(["D1", "S4 D4 D4"], "0:D1 0:D1", phase="window", must=2, placed=2, pile=pile)
        say(match, "pass")
        assert hand(match, 0) == ["S1", "D1", "D5"]
        views.append([match.view(seat).record.tobytes() for seat in (0, 1, SPECTATOR)])
    assert views[0] == views[1]


@pytest.mark.parametrize("kept", ["S1 TRAP", "TRAP S1", "REV S5"])
def test_the_place_of_a_heart_in_a_hand_tells_nothing(kept: str) -> None:
    """NE R30: after placing, drawing and placing again rivals see numbers of hearts, never which one went."""
    match = at([f"{kept} PL2", "D4 D4 D4"], pile="S3 D2 D1 D1")
    say(match, "PL2v", "D4", "pass")
    assert hands(match.view(1).position)[0] == ["?", "?", "?"]
    say(match, f"{kept.split()[1]}v")
    assert hands(match.view(1).position)[0] == ["?", "?"]


def test_a_heart_that_a_bin_removed_stays_the_secret_of_its_placer() -> None:
    """NE-28, NE R32, NE V6: nobody may look it up in the discard, not even whoever placed the BIN."""
    match = at(["D1 D2 D3", "D1 D2 D3", "D1 D2 D3", "BIN D1 D2"], "0:D5 1:D5 2:D4 2:S3v", turn=3, pile="D3 D1")
    say(match, "BIN^")
    assert match.position["binned"] == ["2 S3"] and match.position["discard"] == ["BIN"]
    assert match.view(2).position["binned"] == ["2 S3"]
    for seat in (0, 1, 3, SPECTATOR):
        assert match.view(seat).position["binned"] == ["2 ?"] and match.view(seat).position["discard"] == ["BIN"]
    say(match, "2 call")  # it is not part of the reveal either
    assert match.position["round"] == 2
    assert match.view(0).position["binned"] == ["2 ?"] and match.view(2).position["binned"] == ["2 S3"]
    assert Counter(match.view(0).position["discard"]) == Counter(["BIN", "D5", "D5", "D4"])


def test_an_open_card_that_a_bin_removed_is_known_to_all() -> None:
    """NE-28, NE R32: all but removed hearts is public history."""
    for card in ("S3^", "D5", "TRAP^"):
        match = at(["D1 D2 D3", "BIN D1 D2"], f"0:{card}", turn=1, pile="D3 D1")
        say(match, "BIN^")
        for seat in (0, 1, SPECTATOR):
            assert sorted(match.view(seat).position["discard"]) == sorted(["BIN", card.rstrip("^")])
            assert match.view(seat).position["binned"] == []


@pytest.mark.parametrize("seat", [0, 1, 3, SPECTATOR])
def test_which_heart_was_removed_does_not_show_in_any_way(seat: int) -> None:
    """NE R32: the view of everybody but its placer is the same, to the byte."""
    seen, known = set(), set()
    for card in ("S5", "TRAP", "REV", "BIN"):
        match = at(["D1 D2 S1", "D1 D2 D3", "D1 D2 D3", "D1 D2 BIN"], f"1:D5 2:{card}v", turn=3, pile="D3 D1")
        seen.add(say(match, "BIN^").view(seat).record.tobytes())
        known.add(match.view(2).record.tobytes())
    assert len(seen) == 1 and len(known) == 4


def test_after_a_reshuffle_even_the_placer_does_not_know_a_removed_heart_any_more() -> None:
    """NE-15, NE R7, NE R32: everything shuffled in is unseen again."""
    match = stripped(
        ["D1 D2", "D1 D2 D3"], pile="S1", binned="1:TRAP", discard="BIN D5 D5", last=0, phase="window", then="D5"
    )
    assert match.view(1).position["binned"] == ["1 TRAP"] and match.view(1).record.hearts[8] == 0
    say(match, "pass")
    for seat in (0, 1, SPECTATOR):
        assert match.view(seat).position["binned"] == [] and match.view(seat).position["discard"] == []
        assert match.view(seat).record.hearts[8] == 1 and match.view(seat).record.backs[0] == 2
        assert not any(match.view(seat).record.bin) and not any(match.view(seat).record.binner)
    assert pile_size(match) == 4 and match.position["top"] == "D5"


def test_a_reveal_opens_the_whole_row_to_everybody_and_no_hand() -> None:
    """NE-18, NE-38: spectators too; in the discard all of it is known."""
    match = at(["S1 D2 D3", "D1 D2", "S3 D2 D3"], "0:S5v 1:TRAPv 2:REV^ 1:S2v", phase="window", turn=1, pile="S1 D1")
    quietly(match, lambda match: match.play(2, "call"))
    assert phase(match) == "draw" and row(match.view(0).position) == ["S5v", "?v", "REV^", "?v"]
    match.go_on()
    assert phase(match) == "reveal"
    for seat in (0, 1, 2, SPECTATOR):
        assert row(match.view(seat).position) == ["S5v", "TRAPv", "REV^", "S2v"]
        assert hands(match.view(seat).position)[2] == (["S3", "D2", "D3"] if seat == 2 else ["?", "D2", "D3"])
    match.go_on()
    for seat in (0, 1, 2, SPECTATOR):
        assert match.view(seat).position["discard"] == ["S2", "S5", "REV", "TRAP"]


def test_everything_else_is_public() -> None:
    """NE-38: tokens, direction, starter, last placer, two-card duty, and who still has to answer."""
    match = at(
        ["S1 D2 D3", "D1 D2", "S3 D2 D3"], "0:S5v 1:PL2^", phase="window", turn=1, waiting=[2], pending=True,
        direction="ccw", tokens=["1C1N", "2C0N", "0C1N"], discard="S1 D4", number=4,
    )  # fmt: skip
    secret = {"row", "players", "binned"}
    for seat in (0, 1, 2, SPECTATOR):
        seen, truth = match.view(seat).position, match.position
        assert {k: v for k, v in seen.items() if k not in secret} == {k: v for k, v in truth.items() if k not in secret}
        assert [player["tokens"] for player in seen["players"]] == tokens(match)


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_the_pile_is_known_by_its_number_of_cards_and_by_what_is_seen_elsewhere(seat: int) -> None:
    """NE-38: all double-sided cards outside the pile are open, so everybody counts those in it; hearts merge."""
    match = at(["S1 D2 TRAP", "S2 D2 D3"], "0:S5v 1:D1", turn=0, discard="D5 D5 S4")
    seen = match.view(seat).record
    assert (seen.left, list(seen.backs)[1:]) == (70 - 11, [6, 5, 6, 7, 5])
    own = {0: ["S1", "TRAP", "S5"], 1: ["S2"], SPECTATOR: []}[seat]
    expected = DECK - Counter([*own, "S4"])
    assert [seen.hearts[i] for i in range(9)] == [expected[card] for card in HEART_CARDS]


def test_a_spectator_sees_what_every_seat_sees_and_no_more() -> None:
    """NE-38, NE R32"""
    match = at(["S1 D2 D3", "TRAP D2 D3"], "0:S5v 1:S4v 0:D1", turn=1, binned="0:REV", discard="BIN")
    seen = match.view(SPECTATOR).position
    assert hands(seen) == [["?", "D2", "D3"], ["?", "D2", "D3"]]
    assert (seen["row"], seen["binned"]) == (["0 ?v", "1 ?v", "0 D1"], ["0 ?"])
    assert match.view(SPECTATOR).choices == ()


def test_a_settled_round_leaves_known_discards_and_nothing_else_behind() -> None:
    """NE-23: the row is empty, the cards in hand stay."""
    before = plain_hands(4, "0:D5 1:S2v")
    match = at(before, "0:D5 1:S2v", turn=2)
    say(match, "call")
    assert match.position["row"] == [] and match.position["discard"] == ["S2", "D5"]
    assert [sorted(held) for held in hands(match.position)] == [sorted(text.split()) for text in before]


def test_the_deal_takes_the_seats_in_order_and_the_table_deals_once() -> None:
    """NE-05: also when another seat starts."""
    match = sprawdzam.game("nerwy", seats=3).start(
        chance=script("S1 D2 REV S3 D4 BIN D5 D5 D5 TRAP", starter=2), auto=False
    )
    assert match.actors == (TABLE,) and hands(match.position) == [[], [], []] and match.position["top"] == "none"
    match.go_on()
    assert hands(match.position) == [["S1", "REV", "D2"], ["S3", "BIN", "D4"], ["D5", "D5", "D5"]]
    assert match.position["starter"] == 2 and match.actors == (2,) and match.position["top"] == "heart"


def test_tokens_are_counted_by_the_box_but_never_run_out() -> None:
    """NE-03, NE R27: 14 composure would not do for 15, a substitute does; ten nerves are never needed."""
    all_but_one = ["2C1N"] * 6
    match = called("0:TRAPv 1:TRAPv 3:D5 3:D5 3:D5 3:D5", 2, seats=6, tokens=all_but_one)
    held = [(int(text[0]), int(text[2])) for text in tokens(match)]
    assert held == [(3, 1), (3, 1), (2, 0), (1, 0), (2, 1), (2, 1)]
    calm = called("0:TRAPv 1:TRAPv 3:D5 3:D5 3:D5 3:D5", 2, seats=6, tokens=["2C0N"] * 6)
    held = [(int(text[0]), int(text[2])) for text in tokens(calm)]
    assert sum(composure for composure, _ in held) == 15 > 14 and sum(nerves for _, nerves in held) == 2
