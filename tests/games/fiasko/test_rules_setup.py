"""The deck, the set-up, options, and who sees what."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import sprawdzam
from sprawdzam import SPECTATOR, BadOption, IllegalAction, NotYourTurn, UnknownAction
from sprawdzam.engine.chance import Source, outcomes

from .tables import CARDS, CURRENCY, FIASKO, JOKERS, NUMBERS, actor, at, box, choices, lying, new, refused, say

every_table = pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])


def deck(match: sprawdzam.Match) -> Counter[str]:
    """What the deck holds, in no order."""
    return Counter({card: count for card, count in zip(CARDS, match.state.deck, strict=True) if count})


@pytest.mark.parametrize(("seats", "total", "numbers", "currency", "jokers", "sum_of_numbers", "sum_of_currency"), [
    (1, 77, 48, 15, 14, 204, 45),
    (2, 77, 48, 15, 14, 204, 45),
    (3, 93, 60, 19, 14, 264, 55),
    (4, 129, 84, 27, 18, 348, 75),
    (5, 129, 84, 27, 18, 348, 75),
])  # fmt: skip
def test_the_deck_depends_on_the_players(
    seats: int, total: int, numbers: int, currency: int, jokers: int, sum_of_numbers: int, sum_of_currency: int
) -> None:
    """FI-01, FI-02, FI R44, FI V33: with two or alone marked cards stay out, with three those marked 4+."""
    match = new(seats)
    found = deck(match)
    assert found == box(seats) and found.total() == match.state.left == total
    assert sum(found[card] for card in NUMBERS) == numbers
    assert sum(found[card] for card in CURRENCY) == currency
    assert sum(found[card] for card in JOKERS) == jokers
    assert sum(found[card] * int(card[1]) for card in NUMBERS) == sum_of_numbers
    assert sum(found[card] * int(card[1]) for card in CURRENCY) == sum_of_currency


@every_table
def test_at_the_start_there_is_nothing_but_five_tokens_each(seats: int) -> None:
    """FI-04, FI-58: TEN has its five too, and nobody has cards or fiasko tokens."""
    match = new(seats)
    mine = {"currency": 5, "fiasko": 0, "numbers": "", "jokers": ""}
    assert match.position == {
        "game": "fiasko", "rules": 1, "seats": seats, "options": {}, "phase": "draw", "active": 0, "area": "",
        "market": "", "discard": "", "players": [mine] * max(2, seats),
    }  # fmt: skip


def test_every_card_of_the_deck_is_equally_likely() -> None:
    """FI-03: the deck is shuffled, so what comes next depends only on what is left in it."""
    position = at("5/0", "5/0", deck="B1 B1 G4 $2 **", draws="").position

    def drawn(chance: Source) -> tuple[str, str]:
        match = say(sprawdzam.position(position, chance=chance), "draw")
        if "auction" in match.position:
            return str(match.position["auction"]["joker"]), ""
        first = lying(match, "area")
        say(match, "take numbers" if "take numbers" in choices(match) else "take currency", "draw")
        return first, lying(match, "area")

    found: Counter[tuple[str, str]] = Counter()
    for result, weight in outcomes(drawn):
        found[result] += weight  # type: ignore[assignment]
    twentieth = Fraction(1, 20)
    assert found == {
        ("**", ""): 4 * twentieth,
        ("B1", "B1"): 2 * twentieth, ("B1", "G4"): 2 * twentieth, ("B1", "$2"): 2 * twentieth,
        ("B1", ""): 2 * twentieth,
        ("G4", "B1"): 2 * twentieth, ("G4", "$2"): twentieth, ("G4", ""): twentieth,
        ("$2", "B1"): 2 * twentieth, ("$2", "G4"): twentieth, ("$2", ""): twentieth,
    }  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_chance_or_the_option_decides_who_starts(seats: int) -> None:
    """FI-05: everybody is equally likely."""
    setup = sprawdzam.game("fiasko", seats)
    found = dict(outcomes(lambda chance: actor(setup.start(chance=chance))))
    assert found == dict.fromkeys(range(seats), Fraction(1, seats))
    for seat in range(seats):
        assert actor(setup_with(seats, seat).start(seed=1)) == seat
    with pytest.raises(BadOption, match="option starter: ten is not possible; possible: random, 0, 1"):
        sprawdzam.game("fiasko", seats, starter="ten")


def setup_with(seats: int, starter: int | str) -> sprawdzam.Setup:
    return sprawdzam.game("fiasko", seats, starter=starter)


def test_alone_chance_decides_who_starts_unless_it_is_settled() -> None:
    """FI R46: you or TEN, with equal odds, by chance or by option."""
    setup = sprawdzam.game("fiasko", 1)
    found = dict(outcomes(lambda chance: starter_of(setup, chance)))
    assert found == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    for word, seat in (("human", 0), ("ten", 1)):
        match = setup_with(1, word).start(seed=1, auto=False)
        assert match.position["active"] == seat and match.position["options"] == {"starter": word}
        assert "deal" in match.log.text.splitlines()  # no chance was needed
    for bad in (0, 1, "me"):
        with pytest.raises(BadOption, match=r"option starter: .* is not possible; possible: random, human, ten"):
            setup_with(1, bad)


def starter_of(setup: sprawdzam.Setup, chance: Source) -> int:
    return int(sprawdzam.Match.begin(setup, chance, auto=False).position["active"])


def test_the_threshold_goes_from_four_to_ten() -> None:
    """FI-58: the lowest if nothing is said."""
    assert dict(sprawdzam.game("fiasko", 1).options)["threshold"] == 4
    for value in (4, 7, 10, "10"):
        assert dict(sprawdzam.game("fiasko", 1, threshold=value).options)["threshold"] == int(value)
    for bad in (3, 11, 0, "low", True):
        with pytest.raises(BadOption, match=r"option threshold: .* is not possible; possible: 4 to 10"):
            sprawdzam.game("fiasko", 1, threshold=bad)


def test_one_to_five_may_sit_down() -> None:
    """FI-01, FI R62: one seat is the solo game."""
    assert list(FIASKO.seats) == [1, 2, 3, 4, 5]
    for bad in (0, 6):
        with pytest.raises(sprawdzam.SprawdzamError):
            sprawdzam.game("fiasko", bad)


def test_ten_belongs_to_the_table_and_has_no_seat() -> None:
    """FI R62: the solo game has a single seat, and TEN moves in steps of the table."""
    match = setup_with(1, "ten").start(seed=3, auto=False)
    assert match.setup.seats == 1 and match.actors == (sprawdzam.TABLE,) and match.position["active"] == 1
    assert len(match.position["players"]) == 2
    before = match.state.left
    match.go_on()
    assert match.state.left == before - 1  # one card a step
    with pytest.raises(NotYourTurn, match="there is no seat 1; seats are 0 to 0"):
        match.view(1)
    with pytest.raises(NotYourTurn):
        match.play(1, "draw")
    while not match.over:
        match.go_on() if match.actors == (sprawdzam.TABLE,) else match.play(0, match.view(0).choices[-1])
    assert len(match.scores or ()) == len(match.ranks or ()) == 1


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_everything_is_open_but_the_order_of_the_deck(seats: int) -> None:
    """FI-47: every seat and every spectator sees the same, and all of it."""
    luck = Random(2)
    match = sprawdzam.game("fiasko", seats).start(seed=5)
    while not match.over:
        for seat in (*range(seats), SPECTATOR):
            assert match.view(seat).record == match.state and match.view(seat).position == match.position
        say(match, luck.choice(choices(match)))


def test_what_the_deck_holds_can_always_be_worked_out() -> None:
    """FI R45: discarded cards are open, and so are those that stayed in the box."""
    luck = Random(4)
    match = sprawdzam.game("fiasko", 3).start(seed=5)
    while not match.over:
        seen = match.view(SPECTATOR).position
        told = f"{seen['area']} {seen['market']} {seen['discard']} "
        told += " ".join(f"{player['numbers']} {player['jokers']}" for player in seen["players"])
        told += f" {seen.get('auction', {}).get('joker') or ''} {seen.get('payment', {}).get('item') or ''}"
        assert box(3) - Counter(told.split()) == deck(match)
        say(match, luck.choice(choices(match)))


def test_nobody_can_tell_two_orders_of_the_deck_apart() -> None:
    """FI-03, FI-47: before a card is turned up it is nowhere, in no view."""
    one, other = new(3, "B1"), new(3, "R9")
    assert one.view(0).record == other.view(0).record and one.state == other.state
    say(one, "draw")
    say(other, "draw")
    assert one.state != other.state


def test_what_is_no_action_is_refused_and_the_actions_are_listed() -> None:
    match = new(3)
    for text in ("bid 0", "bid 206", "bid 01", "bid", "buy B0", "buy B*", "pay $1", "Draw", "", "take", "buy b1"):
        line = refused(match, text, UnknownAction)
        assert line.endswith(
            "is no action of fiasko; actions are: draw, take numbers, take currency, bid 7, pass, buy B4, skip, "
            "pay fiasko, pay currency, pay B4"
        )
    for text in ("take numbers", "bid 205", "buy R9", "skip", "pass", "pay fiasko", "pay currency", "pay B1"):
        assert refused(match, text, IllegalAction) == f"{text} is not legal for seat 0 now; legal: draw"
    refused(match, "draw", NotYourTurn, seat=1)
