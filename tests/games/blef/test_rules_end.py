"""What a lost round costs, the end of the game, extra rounds and places."""

from __future__ import annotations

import pytest

import sprawdzam
from sprawdzam import NotYourTurn

from .tables import at, choose_low, counts, hands, holding, in_play, laid, lose, quietly, ranks, refused, say

ANIA, BARTEK, CZESIO = 0, 1, 2


def test_the_rulebook_match_and_its_exact_five_fives() -> None:
    """BL-15, BL-17, BL-18, BL V3: the checker loses, the bidder starts."""
    match = holding("5/1 5/2 3/4 2/6", "5/3 5/4 6/1 6/2 4/1", "5/6 3/1")
    say(match, "2x4", "5x5", "check")
    assert counts(match) == [4, 5, 3] and match.position["starter"] == BARTEK


def test_the_rulebook_match_and_its_end() -> None:
    """BL-16, BL-19, BL-20, BL V4: five twos are less than six; Bartek reaches six cards, Czesio has the fewest."""
    match = holding("2/1 2/3 4/5 6/3", "2/4 2/5 6/1 5/3 4/1", "2/6 3/1 5/4", starter=BARTEK)
    assert match.actors == (BARTEK,)
    say(match, "3x2", "4x2", "5x2", "6x2", "check")
    assert match.over and match.position["phase"] == "over"
    assert counts(match) == [4, 6, 3] and match.winners == (CZESIO,) and match.ranks == (2, 3, 1)


def test_the_winner_starts_the_next_round() -> None:
    """BL-17: be it the bidder or the checker."""
    won = say(holding("5/1", "5/2", "1/3"), "2x5", "check")
    assert choose_low(won).actors == (0,) and won.position["starter"] == 0
    lost = say(holding("5/1", "5/2", "1/3"), "3x5", "check")
    assert choose_low(lost).actors == (1,) and lost.position["starter"] == 1
    late = say(holding("5/1", "5/2", "1/3"), "1x1", "1x5", "1x6", "check")
    assert late.position["starter"] == 0 and counts(late) == [1, 1, 2]


def test_the_loser_gets_one_card_more_from_the_next_round_on() -> None:
    """BL-18: the cards of the others stay as many as they were."""
    match = lose(lose(at([2, 1, 4]), 2), 1)
    assert counts(match) == [2, 2, 5]
    assert [len(hand) for hand in hands(match.position)] == [2, 2, 5]
    assert match.state.total == 9


def test_a_count_stays_until_the_round_is_settled() -> None:
    """BL-18: while all hands are open the loser holds as many cards as before."""
    match = quietly(holding("5/1", "1/2"), lambda match: say(match, "2x5", "check"))
    assert counts(match) == [1, 1] and match.position["phase"] == "reveal"
    match.go_on()
    assert counts(match) == [2, 1] and match.position["phase"] == "deal"


def test_reaching_six_ends_the_game_at_once_and_nothing_is_dealt() -> None:
    """BL-19, BL R15"""
    match = lose(at([5, 3, 4]), 0)
    assert match.over and match.actors == () and counts(match) == [6, 3, 4]
    assert match.log.steps[-1].draws == () and match.position["round"] == 10
    assert hands(match.position) == [[], [], []]
    for seat in range(3):
        assert match.view(seat).choices == ()
        assert "nobody can act: the match is over" in refused(match, seat, "choose A", NotYourTurn)


def test_with_five_cards_a_player_is_still_in() -> None:
    """BL-19, BL R15: the fifth card is dealt, the sixth is not."""
    match = lose(at([4, 3, 4]), 0)
    assert not match.over and counts(match) == [5, 3, 4] and len(hands(match.position)[0]) == 5


def test_the_fewest_cards_win() -> None:
    """BL-20: exactly one wins, and he gets the one point."""
    match = lose(at([5, 3, 2, 4]), 0)
    assert (match.winners, match.scores, match.ranks) == ((2,), (0, 0, 1, 0), (4, 2, 1, 3))
    assert match.position["starter"] == 2


def test_the_winner_of_the_last_round_need_not_win_the_game() -> None:
    """BL-20: seat 1 wins the round with four cards, seat 3 the game with one."""
    assert lose(at([5, 4, 3, 1]), 0).winners == (3,)


def test_only_the_tied_play_extra_rounds_and_the_last_one_wins() -> None:
    """BL-21"""
    match = lose(at([5, 2, 3, 2, 2]), 0)
    assert match.position["tiebreak"] and in_play(match) == [1, 3, 4]
    assert match.actors == (1, 3, 4) and [len(hand) for hand in hands(match.position)] == [0, 2, 0, 2, 2]
    for seat in (0, 2):
        assert match.view(seat).choices == ()
        refused(match, seat, "choose AA", NotYourTurn)
    lose(match, 3)
    assert in_play(match) == [1, 4] and not match.over
    lose(match, 4)
    assert match.over and match.winners == (1,)


def test_a_tie_that_the_round_winner_is_not_part_of() -> None:
    """BL-21, BL-23, BL R12, BL V12: clockwise from seat 2 come seat 3, who is not tied, and then seat 0."""
    first = ("1-2 1-3", "1-2 1-3", "2-3 2-4 2-5", "1-4 2-6 3-4 3-5 4-5")
    match = choose_low(at([2, 2, 3, 5], starter=2, chance=laid(*first, "1-2 1-3", "1-2 1-3")))
    say(match, "1x1", "check")
    assert counts(match) == [2, 2, 3, 6] and match.position["tiebreak"]
    assert match.position["starter"] == 0 and in_play(match) == [0, 1] and match.state.total == 4
    lose(match, 1)
    assert match.over and match.winners == (0,) and match.ranks == (1, 2, 3, 4)


@pytest.mark.parametrize("cards", range(1, 6))
def test_in_extra_rounds_everybody_has_the_tied_count_throughout(cards: int) -> None:
    """BL-22, BL R13: it never changes, whoever loses."""
    match = lose(at([5, cards, cards, cards]), 0)
    for loser in (2, 1):
        assert counts(match) == [6, cards, cards, cards] and match.state.total == cards * len(in_play(match))
        assert all(len(hands(match.position)[seat]) == cards for seat in in_play(match))
        lose(match, loser)
    assert counts(match) == [6, cards, cards, cards] and match.winners == (3,)


@pytest.mark.parametrize(
    ("standing", "loser", "starter"),
    [
        ([5, 2, 2, 3], 0, 1),  # the round winner is tied
        ([2, 2, 3, 5], 3, 0),
        ([5, 3, 2, 2], 0, 2),  # seat 1 wins the round and is not tied
        ([2, 5, 3, 2], 1, 3),
        ([2, 2, 5, 3], 2, 0),
        ([3, 2, 2, 5], 3, 1),
        ([2, 5, 3, 3, 2], 1, 4),
        ([3, 2, 3, 2, 5], 4, 1),
    ],
)
def test_the_round_winner_starts_the_first_extra_round_or_the_next_tied_seat_clockwise(
    standing: list[int], loser: int, starter: int
) -> None:
    """BL-23, BL R12: the seat behind the loser has won the round."""
    match = lose(at(standing), loser)
    assert match.position["tiebreak"] and match.position["starter"] == starter
    assert choose_low(match).actors == (starter,)


def test_later_extra_rounds_are_started_by_the_winner_of_the_one_before() -> None:
    """BL-23, BL R12"""
    match = lose(at([5, 2, 2, 2, 2]), 0)
    assert match.position["starter"] == 1
    lose(match, 2)
    assert match.position["starter"] == 3
    lose(match, 4)
    assert match.position["starter"] == 1 and in_play(match) == [1, 3]


def test_a_true_bid_keeps_its_bidder_as_the_starter_of_the_next_extra_round() -> None:
    """BL-17, BL-21, BL-23: the checker is out."""
    match = choose_low(
        at([6, 1, 1, 1], ranks=[4, 0, 0, 0], tiebreak=True, starter=3, chance=laid(*["1-2 1-3 1-4"] * 2))
    )
    say(match, "1x1", "check")
    assert in_play(match) == [2, 3] and match.position["starter"] == 3


def test_the_limit_is_not_asked_in_extra_rounds() -> None:
    """BL R14: tied at five cards, a lost extra round costs no sixth card and begins no new tie."""
    match = lose(at([5, 5, 5]), 0)
    assert counts(match) == [6, 5, 5] and match.position["tiebreak"]
    lose(match, 1)
    assert match.over and counts(match) == [6, 5, 5] and match.winners == (2,)


def test_the_whole_deck_is_enough_for_everybody() -> None:
    """BL-19, BL-21, BL R15, BL V18: six players at five cards, then exactly four extra rounds of five at five."""
    match = at([5] * 6)
    assert match.state.total == 30 and sum(match.state.deck) == 0
    lose(match, 0)
    assert counts(match) == [6, 5, 5, 5, 5, 5] and match.state.total == 25
    extra = 0
    while not match.over:
        extra += 1
        lose(match, in_play(match)[0])
    assert extra == 4 and match.winners == (5,) and match.ranks == (6, 5, 4, 3, 2, 1)


@pytest.mark.parametrize("shrinking", [False, True])
def test_the_loser_of_the_last_round_neither_wins_nor_plays_on(shrinking: bool) -> None:
    """BL R16: all the others did better."""
    for others in ([5, 5], [1, 5], [1, 1], [3, 3]):
        match = lose(at([1 if shrinking else 5, *others], shrinking=shrinking), 0)
        assert ranks(match)[0] == 3 and 0 not in match.actors and 0 not in match.winners


@pytest.mark.parametrize("longer", [False, True])
def test_of_two_players_the_first_to_reach_six_loses(longer: bool) -> None:
    """BL R17: no tie can arise, and Longer changes nothing."""
    for other in range(1, 6):
        match = lose(at([5, other], longer=longer), 0)
        assert match.over and match.winners == (1,) and match.ranks == (2, 1) and not match.position["tiebreak"]
        assert counts(match) == [6, other]


def test_longer_makes_no_difference_for_two() -> None:
    """BL R17: a whole match, step for step."""
    short, long = (sprawdzam.game("blef", seats=2, longer=longer).start(seed=4) for longer in (False, True))
    losers = [0, 1, 1, 0, 1, 0, 0, 1, 0]
    for loser in losers:
        lose(short, loser)
        lose(long, loser)
        assert short.position == long.position | {"options": {}}
    assert short.over and counts(short) == [6, 5] and short.winners == (1,)


def test_places_go_by_leaving_in_extra_rounds_and_then_by_count() -> None:
    """BL R18, BL R33: whoever leaves later ranks higher; equal counts share a place."""
    match = lose(at([5, 1, 3, 1, 3, 1]), 0)
    assert ranks(match) == [6, 0, 4, 0, 4, 0]
    lose(match, 3)
    assert ranks(match) == [6, 0, 4, 3, 4, 0]
    lose(match, 1)
    assert match.ranks == (6, 2, 4, 3, 4, 1) and match.scores == (0, 0, 0, 0, 0, 1)


def test_places_without_a_tie_go_by_count() -> None:
    """BL R18: the fewer, the higher; with Shrinking the more."""
    assert lose(at([5, 3, 4, 4]), 0).ranks == (4, 1, 2, 2)
    assert lose(at([1, 5, 4, 4], shrinking=True), 0).ranks == (4, 1, 2, 2)


def test_places_in_a_longer_game_go_by_leaving() -> None:
    """BL R18: reverse order of elimination, whatever the counts."""
    match = at([5, 5, 1, 5], longer=True)
    for loser in (1, 3, 0):
        assert not match.over
        lose(match, loser)
    assert match.ranks == (2, 4, 1, 3)


def test_there_are_no_places_before_the_end() -> None:
    """BL R18"""
    match = at([5, 5, 1])
    assert match.ranks is None and match.scores is None and match.winners == ()
