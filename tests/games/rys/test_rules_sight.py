"""What everybody may know: hands, the deck, known cards, and worlds that fit them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, Match, View
from sprawdzam.engine.chance import Keyed, Recorder, Source, outcomes

from .tables import MORE, RYS, at, known, let_go, phase, say, setup, standing


def seen(match: Match, seat: int) -> list[str]:
    """The hands as a seat sees them."""
    return [player["hand"] for player in match.view(seat).position["players"]]


def shows(*hands: str) -> list[str]:
    """``7 ?2`` is a seven and two unknown cards."""
    return [" ".join(" ".join("?" * int(part[1:])) if part[0] == "?" else part for part in h.split()) for h in hands]


def worlds(view: View) -> dict[str, Fraction]:
    """Every world that the seat may imagine, with its share: the hands as text."""

    def imagined(chance: Source) -> str:
        world = view.record.copy()
        RYS.rules.imagine(world, view.seat, chance)
        assert View.of(RYS, world, view.seat).record == view.record
        return " | ".join(player["hand"] for player in RYS.notation.write_position(world)["players"])

    found = Counter[str]()
    for hands, share in outcomes(imagined):
        found[hands] += share  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def test_the_number_of_cards_in_a_hand_is_public_and_the_cards_are_not() -> None:
    """RY-38, RY R24: each sees the own hand; a spectator none."""
    match = at(["1 2 J", "3 4", "5 6 7 8"])
    assert seen(match, 0) == shows("1 2 J", "?2", "?4") and seen(match, 1) == shows("?3", "3 4", "?4")
    assert seen(match, 2) == shows("?3", "?2", "5 6 7 8") and seen(match, SPECTATOR) == shows("?3", "?2", "?4")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_the_deal_everybody_sees_thirteen_backs(seats: int) -> None:
    """RY-38, RY R24: in a duel two jokers of each hand are known."""
    match = setup(seats).start(seed=5)
    back = shows("J J ?11" if seats == 2 else "?13")[0]
    for seat in (*range(seats), SPECTATOR):
        own = match.position["players"][seat]["hand"] if seat >= 0 else ""
        assert seen(match, seat) == [own if p == seat else back for p in range(seats)]
        assert match.view(seat).record.left == match.state.left


def test_all_that_lies_open_is_seen_by_everybody() -> None:
    """RY-38: layers, pool with groups, row, discard and every fact about the turn."""
    match = at([f"9 9 {MORE}", MORE], ["4x1, Jx2", "6x1 +J"], virtual="2 3 3", pool="1 2+13 3 4 5 6",
               idle=3, turns=8, turn=0)  # fmt: skip
    say(match, "9x2", "leave", "discard", "draw pool 1")
    assert (match.position["idle"], match.position["turns"], match.position["owed"]) == (3, 8, 1)
    truth = match.position
    for seat in (0, 1, SPECTATOR):
        view = match.view(seat).position
        assert {k: v for k, v in view.items() if k != "players"} == {k: v for k, v in truth.items() if k != "players"}
        assert [p["table"] for p in view["players"]] == [["4x1", "Jx2", "9x2"], []]
        assert [p["known"] for p in view["players"]] == ["3 3", "2 13"]


@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
def test_a_card_drawn_from_the_deck_is_seen_by_the_drawer_alone(seat: int) -> None:
    """RY-38: to everybody else all draws look alike; the drawer sees his."""
    views, own = set(), set()
    for card in ("1", "7", "13", "J"):
        match = at([f"9 {MORE}", MORE, MORE], ["", "5x1", ""], drawn=card)
        say(match, "9x1", "take", "draw deck")
        views.add(match.view(seat).record.tobytes())
        own.add(match.view(1).position["players"][1]["hand"])
        assert known(match) == ["5", "", ""]
    assert len(views) == 1 and len(own) == 4


def test_the_free_draw_from_the_deck_is_secret_too() -> None:
    """RY-38"""
    views = set()
    for card in ("1", "J"):
        match = say(at([f"2 {MORE}", MORE, MORE], drawn=card), "2x1", "draw deck")
        views.add((match.view(1).text, match.view(SPECTATOR).text))
    assert len(views) == 1


def test_the_order_of_the_deck_is_nobodys() -> None:
    """RY-38: what others hold and what is undrawn are one heap of unseen cards."""
    one = at(["1 2 3", "4 5", "6 7"]).view(0).record.tobytes()
    assert at(["1 2 3", "4 7", "6 13"]).view(0).record.tobytes() == one
    assert at(["1 2 3", "J J", "J J"]).view(0).record.tobytes() == one
    assert at(["1 2 4", "4 5", "6 7"]).view(0).record.tobytes() != one


def test_loot_and_cards_of_the_pool_are_known_in_the_hand() -> None:
    """RY-38: everybody saw them; a seat that does not hold them sees them among the backs."""
    match = at([f"9 9 {MORE}", MORE, MORE], ["", "5x1 +J", "4x2"], drawn="8 8 7", pool="1 2 3 13 6 J")
    say(match, "9x2", "take", "draw pool 3", "draw deck", "leave", "reclaim")
    assert known(match) == ["5 J", "13", "4 4"]
    assert seen(match, SPECTATOR) == shows("5 J ?3", "13 ?4", "4 4 ?3")
    assert seen(match, 1) == shows("5 J ?3", f"8 {MORE} 13", "4 4 ?3")


def test_discarded_cards_are_known_in_no_hand() -> None:
    """RY-38"""
    match = at([f"9 9 {MORE}", MORE, MORE], ["", "5x1 +J", ""], drawn="8 8")
    say(match, "9x2", "leave", "discard", "draw deck", "draw deck")
    assert known(match) == ["", "", ""] and seen(match, SPECTATOR) == shows("?3", "?5", "?3")


def test_cards_of_the_virtual_player_are_known_in_the_hand() -> None:
    """RY-38, RY-34: the row lay open."""
    match = say(at([f"8 8 {MORE}", MORE], virtual="3 3 7"), "8x2")
    assert known(match) == ["3 3", ""] and seen(match, 1) == shows("3 3 ?3", MORE)


@pytest.mark.parametrize(
    ("hand", "public", "play", "left"),
    [
        ("7 7 7 9", "7", "7x1", ""),
        ("7 7 7 9", "7 7", "7x1", "7"),
        ("7 7 7 9", "7 7", "7x2", ""),
        ("7 7 7 9", "7", "7x3", ""),
        ("7 7 7 9", "9", "7x2", "9"),
        ("7 7 J J 9", "7 J J", "7x1 +J", "J"),
        ("7 7 J J 9", "J J", "7x2 +J", "J"),
        ("7 7 J J 9", "7 J J", "Jx2", "7"),
        ("7 7 J J 9", "J", "Jx2", ""),
        ("7 7 J J 9", "7 7", "9x1", "7 7"),
    ],
)
def test_known_cards_are_played_first(hand: str, public: str, play: str, left: str) -> None:
    """RY-38: of equal cards those go that everybody knows."""
    match = say(at([hand, MORE, MORE], known=[public, "", ""]), play)
    assert known(match)[0] == left


def test_a_hand_of_known_cards_alone_is_open() -> None:
    """RY-38: nothing is left to guess; neither is the deck then."""
    match = at(["9 9", MORE, "1 2 3"], known=["9 9", "11 12", ""])
    assert seen(match, 2) == shows("9 9", "11 12 ?1", "1 2 3")
    assert seen(match, SPECTATOR) == shows("9 9", "11 12 ?1", "?3")


def test_given_jokers_stay_known_until_they_are_played() -> None:
    """RY-38, RY-30"""
    match = setup(2, first_starter=0).start(seed=3)
    say(match, "Jx1")
    assert known(match)[0].split().count("J") == 1
    while phase(match) != "play":
        say(match, match.view(match.actors[0]).choices[-1])
    assert known(match)[1] == "J J"


def test_hands_stay_closed_at_the_end() -> None:
    """RY R48: only the number of cards counts; what was known stays known."""
    match = say(at(["9", MORE, "4 5 6"], ["", "5x1", ""], known=["", "10", ""]), "9x1")
    assert match.over
    assert seen(match, SPECTATOR) == shows("", "10 ?2", "?3") and seen(match, 1) == shows("", MORE, "?3")
    other = say(at(["9", "10 1 2", "J J J"], ["", "5x1", ""], known=["", "10", ""]), "9x1")
    assert other.view(0).record == match.view(0).record and other.view(1).record != match.view(1).record


def test_the_end_by_an_empty_supply_and_a_fuse_show_no_hands_either() -> None:
    """RY R48"""
    dry = say(at([f"2 {MORE}", MORE, MORE], deck="", pool="7 - - - - -"), "2x1", "draw pool 0")
    fused = say(at([f"2 {MORE}", MORE, MORE], max_turns=1), "2x1", "no draw")
    assert dry.over and seen(dry, 1) == shows("7 ?3", MORE, "?3")
    assert fused.over and seen(fused, SPECTATOR) == shows("?3", "?3", "?3")


def test_imagined_rivals_hold_what_is_known_of_them() -> None:
    """RY-38: and otherwise any unseen cards, as a shuffle deals them; the deck is part of the heap."""
    match = at(["1", "7 9", "2 2"], deck="3 3", known=["", "9", "2 2"], pool="5 5 5 5 5 5")
    assert worlds(match.view(0)) == {"1 | 3 9 | 2 2": Fraction(2, 3), "1 | 7 9 | 2 2": Fraction(1, 3)}
    assert worlds(match.view(1)) == {"1 | 7 9 | 2 2": Fraction(1, 3), "3 | 7 9 | 2 2": Fraction(2, 3)}


def test_several_rivals_share_the_unseen_cards() -> None:
    """RY-38: with the deck empty they are dealt to the last one; known cards are none of them."""
    match = at(["1", "7 9", "J 12"], deck="", known=["", "9", "12"], pool="5 5 5 5 5 5")
    assert worlds(match.view(0)) == {"1 | 7 9 | 12 J": Fraction(1, 2), "1 | 9 J | 7 12": Fraction(1, 2)}
    spectator = worlds(match.view(SPECTATOR))
    assert len(spectator) == 6 and set(spectator.values()) == {Fraction(1, 6)}


def test_every_imagined_card_is_drawn_by_itself() -> None:
    """RY-38: under an address of its own, so that one does not tell another."""
    view = at(["1 2", "7 9 9", "J 12 12"], known=["", "9", "12"]).view(0)
    recorder, world = Recorder(Keyed.from_seed(1)), view.record.copy()
    RYS.rules.imagine(world, 0, recorder)
    assert [(draw.zone.name, draw.number) for draw in recorder.draws] == [("WORLD", number) for number in range(4)]


def test_a_view_can_be_written_down_and_imagined_from() -> None:
    """RY-38: a position with ? is a view; known cards stand before the ?."""
    position = standing(["1 2", "9 ?", "J ? ?"], known=["", "9", "J"], pool="5 5 5 5 5 5")
    view = sprawdzam.view(position, 0)
    assert view.position["players"][1]["hand"] == "9 ?" and view.position["players"][2]["hand"] == "J ? ?"
    assert view.choices == ("play 1x1", "play 2x1")


@pytest.mark.parametrize(
    ("hand", "public", "play", "ways"),
    [
        ("7 7 7 9", "", "7x1", 3),
        ("7 7 7 9", "", "7x2", 3),
        ("7 7 7 9", "7", "7x1", 1),
        ("7 7 7 9", "7", "7x2", 2),
        ("7 7 7 9", "7", "7x3", 1),
        ("7 7 7 7 J J", "J", "7x2 +J", 6),
        ("7 7 7 7 J J", "", "7x2 +J", 12),
        ("7 7 7 7 J J J", "7 J", "7x3 +2J", 3 * 2),
        ("9 J J J", "J", "Jx2", 2),
        ("9 J J J", "", "Jx3", 1),
    ],
)
def test_a_play_speaks_for_hands_with_more_ways_to_make_it(hand: str, public: str, play: str, ways: int) -> None:
    """RY-38: at the table every card is one of its own; known ones go first and tell nothing."""
    match = at([f"{hand} 1", MORE, MORE], known=[public, "", ""], pool="2 3 4 5 6 6")
    action = match.view(0).read(f"play {play}")
    rules: Any = RYS.rules
    assert rules.habit(match.state, 0, action) == ways


def test_decisions_without_cards_of_the_own_choosing_speak_for_nothing() -> None:
    """RY-38: what is taken, left or drawn says nothing about the hand."""
    match = say(at([f"9 {MORE}", MORE, MORE], ["", "5x1", ""]), "9x1")
    rules: Any = RYS.rules
    assert [rules.habit(match.state, 0, action) for action in match.view(0).actions] == [1, 1]
    let_go(match)
