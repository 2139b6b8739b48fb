"""Cards, racks, the deal, and what everybody may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, BadOption, IllegalAction, UnknownAction
from sprawdzam.engine.chance import Fast, Source, Zone, outcomes

from .tables import (
    COLOURS,
    RACKS,
    actor,
    at,
    candidates,
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
    say,
    stacks,
    track,
    turn_of,
    watchers,
    worlds,
)


class Watched:
    """Chance that keeps what every draw could have been."""

    def __init__(self, seed: int) -> None:
        self.source = Fast(seed)
        self.asked: list[tuple[str, int, tuple[int, ...]]] = []

    def roll(self, zone: Zone, number: int, n: int) -> int:
        self.asked.append((zone.name, number, (1,) * n))
        return self.source.roll(zone, number, n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        assert sum(counts) == total
        self.asked.append((zone.name, number, tuple(counts)))
        return self.source.take(zone, number, counts, total)


def test_each_colour_is_shuffled_by_itself() -> None:
    """SZ-01: a card of a rack is any of its colour that no earlier rack has, all equally likely."""
    chance = Watched(1)
    match = sprawdzam.game("szacunki", 4).start(chance=chance)
    drawn = [counts for zone, _, counts in chance.asked if zone == "CARDS"]
    left = {colour: [1] * 8 for colour in COLOURS}
    for rack in racks_of(match):
        for colour, number in zip(COLOURS, rack, strict=True):
            assert drawn.pop(0) == tuple(left[colour])
            left[colour][int(number)] = 0
    assert drawn == []


def test_no_two_draws_have_the_same_address() -> None:
    """SZ-01: so no card is bound to another one."""
    chance = Watched(2)
    drive(sprawdzam.game("szacunki", 4).start(chance=chance), *["x7 x6 x5 x4"] * 8)
    addresses = [(zone, number) for zone, number, _ in chance.asked]
    assert len(addresses) == len(set(addresses)) == 4 + 8 * 6 - 6 + 8 * 3


@pytest.mark.parametrize(("seats", "colours"), [(2, 6), (3, 6), (4, 6), (3, 5)])
def test_one_card_of_each_colour_is_removed_four_stand_on_racks_and_three_are_left(seats: int, colours: int) -> None:
    """SZ-01, SZ-02, SZ-03, SZ T27: whatever is dealt."""
    for seed in range(20):
        match = sprawdzam.game("szacunki", seats, colours=colours).start(seed=seed)
        assert [len(rack) for rack in racks_of(match)] == [colours] * 4
        for c in range(colours):
            numbers = {rack[c] for rack in racks_of(match)}
            unseen = match.state.colour[c].unseen
            assert len(numbers) == 4 and sum(unseen) == 4 == 1 + stacks(match)[c]
            assert not any(unseen[int(number)] for number in numbers)


def test_the_removed_card_is_known_to_nobody_and_stays_out() -> None:
    """SZ-02: of the last two numbers of a colour either may come, and the other one stays away for good."""
    past = [turn_of("Y Y Y", "7@15:lower:Y1 6@14:lower:Y3 3@15:correct")]
    racks = ("403251", "214063", "545726", "636417")
    now = "7@15:lower 6@4:correct 5@15:correct"
    position = {"past": past, "now": now, "phase": "exchange", "dice": "Y Y Y"}

    def draw(chance: Source) -> str:
        return racks_of(say(at(3, racks, chance=Only("CARDS", chance), **position), "exchange Y"))[0][0]

    assert sorted(outcomes(draw)) == [("0", Fraction(1, 2)), ("7", Fraction(1, 2))]
    assert stacks(say(at(3, racks, **position), "exchange Y"))[0] == 0


class Only:
    """One zone of chance from one source, the others from another."""

    def __init__(self, zone: str, source: Source) -> None:
        self.zone, self.source, self.rest = zone, source, Fast(3)

    def roll(self, zone: Zone, number: int, n: int) -> int:
        return (self.source if zone.name == self.zone else self.rest).roll(zone, number, n)

    def take(self, zone: Zone, number: int, counts: Sequence[int], total: int) -> int:
        return (self.source if zone.name == self.zone else self.rest).take(zone, number, counts, total)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_pawns_stand_on_the_start_field_in_any_order(seats: int) -> None:
    """SZ-05, SZ R1: every order of the stack is equally likely, and whoever lies on top begins."""

    def order(chance: Source) -> tuple[int, ...]:
        match = sprawdzam.game("szacunki", seats).start(chance=Only("PAWNS", chance))
        position = match.position
        assert list(position["track"]) == ["0"] and actor(match) == position["track"]["0"][-1]
        assert position["order"] == position["track"]["0"][::-1]
        return tuple(position["order"])

    found = list(permutations(range(seats)))
    assert sorted(outcomes(order)) == [(some, Fraction(1, len(found))) for some in found]


def test_dice_and_tokens_lie_beside_the_board() -> None:
    """SZ-06: before the first roll nobody has anything, and then all seven tokens are there to be taken."""
    match = dealt(auto=False)
    match.go_on()
    assert phase(match) == "roll" and match.position["rounds"] == [{"dice": ""}]
    match.go_on()
    say(match, "keep")
    assert match.view(0).choices == tuple(f"pick {size}" for size in range(1, 8))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_owner_of_a_rack_does_not_see_it_and_everybody_else_does(seats: int) -> None:
    """SZ-04, SZ-26, SZ-27: neutral racks are seen by all."""
    match = dealt(seats)
    for seat in range(seats):
        seen = racks_of(match.view(seat))
        assert seen[seat] == "??????" and [seen[p] for p in range(4) if p != seat] == [
            RACKS[p] for p in range(4) if p != seat
        ]


def test_a_spectator_sees_the_neutral_racks_alone() -> None:
    """SZ R42: and everything else that all players see."""
    match = dealt(2)
    assert racks_of(match.view(SPECTATOR)) == ["??????", "??????", RACKS[2], RACKS[3]]
    seen, own = match.view(SPECTATOR).position, match.view(0).position
    assert all(seen[name] == own[name] for name in own if name != "racks")
    assert match.view(SPECTATOR).choices == ()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_numbers_of_each_colour_are_possible_at_the_start(seats: int) -> None:
    """SZ-27: nothing tells the own card from the removed one and those in the stack."""
    match = dealt(seats)
    for seat in range(seats):
        for c, colour in enumerate(COLOURS):
            own = candidates(match.view(seat), colour)
            assert own == [n for n in range(8) if str(n) not in {RACKS[p][c] for p in range(4) if p != seat}]
            assert len(own) == 5


def test_own_cards_the_removed_ones_and_the_stacks_do_not_show() -> None:
    """SZ-27: two deals that differ in nothing else look the same to the owner, to the byte."""
    match = dealt(3, ("703251", *RACKS[1:]))
    other = dealt(3, ("127140", *RACKS[1:]))
    assert match.view(0).record.tobytes() == other.view(0).record.tobytes()
    assert match.view(0).choices == other.view(0).choices
    assert match.view(1).record.tobytes() != other.view(1).record.tobytes()


def test_candidates_are_what_is_seen_nowhere_else() -> None:
    """SZ-29, SZ-27, SZ T20: other racks show Y1 Y4 Y7 and Y2 was laid open: 0 3 5 6 are left."""
    racks = ("003251", "114063", "445726", "736417")
    past = [turn_of("G G G", "5@10:lower:Y2 7@3:correct 6@12:correct 4@9:correct")]
    view = at(4, racks, past=past, dice="Y G B").view(0)
    assert candidates(view, "Y") == [0, 3, 5, 6]
    assert {world[0][0] for world in worlds(view, 200)} == {"0", "3", "5", "6"}


def test_notes_are_no_part_of_a_position() -> None:
    """SZ-29: what a position and a view tell is on the table, and nothing can be noted by an action."""
    match = dealt()
    fields = {"game", "rules", "seats", "options", "phase", "track", "order", "racks", "rounds"}
    assert set(match.position) == set(match.view(0).position) == fields
    for text in ("note Y0", "cross Y0", "erase Y0"):
        refused(match, 0, text, UnknownAction)


def test_everything_that_happens_is_public_but_own_numbers() -> None:
    """SZ-25, SZ R21: dice, tokens, ranges, results, pawns, cards laid open and the history; to spectators too."""
    match = dealt(3, dice="YGB RRP", cards="3 5 2", order="CBA")
    say(match, "turn Y S")
    picks(match, "712")
    places(match, 9, 20, 3)
    say(match, "C exchange Y", "B exchange S", "A exchange G")
    told = turn_of("G B S", "7@9:lower:G0 1@20:miss:S3 2@3:higher:Y0")
    for seat in watchers(match):
        view = match.view(seat)
        assert view.position["rounds"] == [told, {"dice": "R R P"}]
        assert view.position["rounds"] == match.position["rounds"] and view.position["track"] == match.position["track"]
        assert view.position["order"] == match.position["order"] and stacks(view) == stacks(match)


def test_the_number_of_cards_left_in_each_stack_is_public() -> None:
    """SZ-25"""
    match = drive(dealt(2, dice="YGB YGB YGB", cards="13 46", order="AB"), "x7 x6", "x7 x6")
    for seat in watchers(match):
        assert stacks(match.view(seat)) == stacks(match) == [0, 2, 3, 3, 3, 3]


@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
def test_where_somebody_has_placed_is_a_secret_until_all_have(seat: int) -> None:
    """SZ-28, SZ-13, SZ R14: that he has is public; each knows his own."""
    seen = set()
    for start in (0, 5, 16):
        match = at(3, phase="place", now="7 6 5")
        match.play(1, f"place {start}")
        view = match.view(seat)
        assert view.position["rounds"][-1]["starts"] == [None, "?", None] and view.actors == (0, 2)
        assert match.view(1).position["rounds"][-1]["starts"] == [None, start, None]
        seen.add(view.record.tobytes())
    assert len(seen) == 1


@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
def test_what_somebody_guesses_and_how_far_he_has_come_is_a_secret_until_all_have(seat: int) -> None:
    """SZ-28, SZ-31: that he has finished is public, what he wrote is not; each knows his own."""
    whole: set[bytes] = set()
    for written in ([], ["4"], ["-", "1 2 3", "0"], ["0"] * 5):
        match = guess(at(3, phase="guess", past=hits(*["765"] * 9), dice=""), 1, *written)
        assert match.view(1).position["guesses"][1] == written
        assert match.view(seat).position["guesses"][1] == "writing?"
        whole.add(match.view(seat).record.tobytes())
    assert len(whole) == 1
    done: set[bytes] = set()
    for written in (["4"] * 6, ["-"] * 6, ["0 1 2"] * 6):
        match = guess(at(3, phase="guess", past=hits(*["765"] * 9), dice=""), 1, *written)
        assert match.view(seat).position["guesses"][1] == ["?"] * 6
        assert match.view(seat).actors == (0, 2)
        done.add(match.view(seat).record.tobytes())
    assert len(done) == 1


def ended(seats: int = 2) -> sprawdzam.Match:
    """All have written, and the table is about to move the pawns."""
    match = at(seats, phase="guess", past=hits(*["7654"[:seats]] * {2: 10, 3: 9, 4: 8}[seats]), dice="")
    match.auto = False
    for seat in range(seats):
        guess(match, seat, *guesses_for(RACKS[seat], "123x-1"))
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_racks_and_guesses_lie_open_before_a_pawn_moves(seats: int) -> None:
    """SZ R43"""
    match = ended(seats)
    before = track(match)
    assert phase(match) == "score" and match.actors == (sprawdzam.TABLE,)
    for seat in watchers(match):
        assert match.view(seat).position == match.position and "?" not in str(match.view(seat).position)
    assert match.position["guesses"][0] == guesses_for(RACKS[0], "123x-1") and match.position["racks"][0][1] == "7"
    match.go_on()
    assert track(match) != before and match.over


def test_after_the_end_all_cards_are_shown() -> None:
    """SZ R37: what stands on no rack and was not laid open is in the box or in a stack."""
    match = ended()
    match.go_on()
    for seat in watchers(match):
        view = match.view(seat)
        assert view.record == match.state and racks_of(view) == list(RACKS)
        for c, colour in enumerate(COLOURS):
            assert candidates(view, colour) == [n for n in range(8) if str(n) not in {rack[c] for rack in RACKS}]


def test_without_grey_five_colours_are_dealt_guessed_and_exchanged() -> None:
    """SZ-37: forty cards."""
    match = dealt(2, colours=5)
    assert [rack.split()[-1][0] for rack in match.position["racks"]] == ["P"] * 4
    assert stacks(match) == [3] * 5 + [0] and candidates(match.view(0), "S") == []
    missed = at(2, phase="exchange", now="7@0:higher 6@0:higher", colours=5)
    assert missed.view(0).choices == tuple(f"exchange {colour}" for colour in "YGBRP")
    refused(missed, 0, "exchange S", IllegalAction)
    match = at(2, phase="guess", past=hits(*["76"] * 10), dice="", colours=5)
    guess(match, 0, *["-"] * 5)
    assert match.actors == (1,) and len(match.view(0).position["guesses"][0]) == 5


@pytest.mark.parametrize("colours", [4, 7, 0, True, "few", 5.0])
def test_other_numbers_of_colours_are_refused(colours: Any) -> None:
    """SZ-37"""
    with pytest.raises(BadOption, match="colours"):
        sprawdzam.game("szacunki", 2, colours=colours)


@pytest.mark.parametrize("seats", [1, 5, 0, True, "3"])
def test_two_to_four_players_take_part(seats: Any) -> None:
    """SZ-03: four racks are all there are."""
    with pytest.raises(BadOption, match="seats 2 to 4"):
        sprawdzam.game("szacunki", seats)


def test_nobody_can_say_anything_about_cards() -> None:
    """SZ R38: every action is a decision of one's own; none can be done for somebody else or out of turn."""
    kinds: Counter[str] = Counter()
    match = sprawdzam.game("szacunki", 3, colours=5).start(seed=3)
    number = 0
    while not match.over:
        for seat in range(3):
            kinds.update(text.split()[0] for text in match.view(seat).choices)
            assert bool(match.view(seat).choices) == (seat in match.actors)
        choices = match.view(match.actors[0]).choices
        match.play(match.actors[0], choices[(number := number + 7) % len(choices)])
    assert set(kinds) == {"set", "keep", "turn", "pick", "place", "exchange", "guess"}
