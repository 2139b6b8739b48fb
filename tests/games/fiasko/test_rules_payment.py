"""Paying for jokers and cards, piece by piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import sprawdzam
from sprawdzam import IllegalAction, Match

from .tables import (
    NUMBERS,
    actor,
    alone,
    at,
    choices,
    lying,
    new_in_discard,
    owned,
    phase,
    refused,
    say,
    tokens,
)

Payment = tuple[int, int, tuple[str, ...]]  # currency tokens, fiasko tokens, cards


def owing(held: str, due: int, *, solo: bool = False) -> Match:
    """Seat 0 has won a joker and owes ``due`` for it; alone, where bids begin at 5, after it paid fiasko tokens."""
    paid = next(tokens for tokens in range(3) if due + 3 * tokens >= 5) if solo else 0
    auction = {"joker": "**", "high": due + 3 * paid, "bidder": 0}
    payment = {"for": "joker", "payer": 0, "due": due}
    others = ["0/0"] if solo else ["5/0", "5/0", "5/0"]
    return at(held, *others, phase="pay", auction=auction, payment=payment, solo=solo)


def ways(match: Match, pieces: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every way in which the debt can be paid, as it is paid step by step."""
    if phase(match) != "pay":
        yield pieces
        return
    for text in choices(match):
        yield from ways(say(sprawdzam.position(match.position), text), (*pieces, text.removeprefix("pay ")))


def as_payment(pieces: tuple[str, ...]) -> Payment:
    cards = tuple(piece for piece in pieces if piece in NUMBERS)
    return pieces.count("currency"), pieces.count("fiasko"), cards


def lawful(held: str, due: int, *, solo: bool = False) -> set[Payment]:
    """FI-37 by its first wording: it covers the amount, and no piece of it could be taken back."""
    own, *cards = held.split()
    currency, fiasko = map(int, own.split("/"))
    number = Counter(cards)
    kinds = sorted(number, key=NUMBERS.index)
    most = [number[kind] - 1 if solo else number[kind] for kind in kinds]
    found: set[Payment] = set()
    for x, y, *z in product(range(currency + 1), range(fiasko + 1), *[range(n + 1) for n in most]):
        paid = x + 3 * y + sum(z)
        smallest = 1 if x or any(z) else 3
        if due <= paid < due + smallest:
            found.add((x, y, tuple(kind for kind, n in zip(kinds, z, strict=True) for _ in range(n))))
    return found


@pytest.mark.parametrize("cards", ["", " B1", " B1 B1 G4"])
@pytest.mark.parametrize("solo", [False, True])
def test_a_payment_is_exact_or_of_fiasko_tokens_alone(cards: str, solo: bool) -> None:
    """FI-35, FI-36, FI-37, FI-38, FI R29: every lawful payment in one way, no other, and no dead end."""
    for currency, fiasko, due in product(range(4), range(3), range(1, 9)):
        held = f"{currency}/{fiasko}{cards}"
        allowed = lawful(held, due, solo=solo)
        power = currency + 3 * fiasko + (len(cards.split()) if not solo else cards.count("B1 B1"))
        assert bool(allowed) == (due <= power)
        if allowed:
            found = [as_payment(way) for way in ways(owing(held, due, solo=solo))]
            assert len(found) == len(set(found)) and set(found) == allowed


@pytest.mark.parametrize(("held", "due", "payments"), [
    ("2/1 B5", 3, {(0, 1, ()), (2, 0, ("B5",))}),
    ("2/1 B5", 4, {(1, 1, ()), (0, 1, ("B5",))}),
    ("0/2 B5", 4, {(0, 1, ("B5",)), (0, 2, ())}),
])  # fmt: skip
def test_the_payments_of_the_rule_file(held: str, due: int, payments: set[Payment]) -> None:
    """FI-37, FI V17, FI V18, FI V20"""
    assert {as_payment(way) for way in ways(owing(held, due))} == payments == lawful(held, due)


def test_the_payments_of_the_rulebook() -> None:
    """FI-37: two currency tokens, two fiasko tokens and a card, for 4."""
    found = {as_payment(way) for way in ways(owing("2/2 B5", 4))}
    assert found == {(1, 1, ()), (0, 1, ("B5",)), (0, 2, ())}


def test_a_fiasko_token_may_pay_less_than_three_and_no_change_is_given() -> None:
    """FI-36, FI R28, FI R29, FI V3: in an auction too."""
    match = say(owing("5/1", 2), "pay fiasko")
    assert tokens(match)[0] == "5/0" and owned(match, 0) == "**" and phase(match) == "draw"
    match = at("5/1 B1", "5/0", phase="pay", payment={"for": "card", "payer": 0, "item": "B2", "due": 2})
    say(match, "pay fiasko")
    assert tokens(match)[0] == "5/0" and owned(match, 0) == "B1 B2" and actor(match) == 1


def test_a_payment_that_holds_a_needless_piece_is_refused() -> None:
    """FI-37, FI R29: a fiasko token with other means must fit exactly."""
    match = say(owing("5/1 B5", 2), "pay currency")
    assert choices(match) == ("pay currency", "pay B5")
    refused(match, "pay fiasko", IllegalAction)
    match = say(owing("5/2 B5", 5), "pay fiasko")
    assert choices(match) == ("pay fiasko", "pay currency")  # 3 + 3, 3 + 1 + 1; one card alone is not enough
    say(match, "pay currency")
    assert choices(match) == ("pay currency", "pay B5")


def test_pieces_are_paid_in_one_order() -> None:
    """FI-38: fiasko tokens, currency tokens, cards by rising kind."""
    match = owing("5/1 B1 B9 G1 G1 R2", 8)
    assert choices(match) == ("pay fiasko", "pay currency")
    say(match, "pay fiasko")
    assert choices(match) == ("pay currency", "pay B1")
    say(match, "pay currency", "pay currency")
    refused(match, "pay fiasko", IllegalAction)
    say(match, "pay B9")
    assert choices(match) == ("pay G1",)
    for text in ("pay B1", "pay currency", "pay fiasko"):
        refused(match, text, IllegalAction)
    say(match, "pay G1")
    assert choices(match) == ("pay G1", "pay R2")
    say(match, "pay G1")
    assert owned(match, 0) == "B1 R2 **" and tokens(match)[0] == "3/0"


def test_a_piece_that_leads_astray_is_not_offered() -> None:
    """FI-38: where the rest could not be paid any more."""
    match = owing("1/0 B1 G1 R1", 3)
    assert choices(match) == ("pay currency", "pay B1")  # from G1 on there are only two cards
    say(match, "pay B1")
    assert choices(match) == ("pay G1",)
    assert choices(owing("1/1 B1", 3)) == ("pay fiasko",)
    assert choices(owing("0/1 B1 R1", 4)) == ("pay fiasko",)


def test_tokens_go_to_the_bank_and_cards_to_the_discard_pile() -> None:
    """FI-39"""
    match = owing("1/1 B5 B5 R9", 6)
    before = lying(match, "discard")
    say(match, "pay fiasko", "pay currency", "pay B5", "pay R9")
    assert tokens(match) == ["0/0", "5/0", "5/0", "5/0"] and owned(match, 0) == "B5 **"
    assert new_in_discard(match, before) == "B5 R9" and lying(match, "market") == ""


@pytest.mark.parametrize("number", [1, 5, 9])
def test_every_card_pays_one_whatever_its_number(number: int) -> None:
    """FI-35"""
    match = owing(f"0/0 B{number} R1", 2)
    say(match, f"pay B{number}")
    assert match.position["payment"]["due"] == 1 and choices(match) == ("pay R1",)


def test_what_one_has_chosen_must_be_paid() -> None:
    """FI-40, FI R33: there is no way back from a bid or a purchase."""
    match = say(at("2/0", "5/0", area="B1", market="G2"), "take numbers", "buy G2")
    assert choices(match) == ("pay currency",)
    for text in ("skip", "pass", "buy G2", "draw", "take numbers"):
        refused(match, text, IllegalAction)
    say(match, "pay currency")
    refused(match, "skip", IllegalAction)
    match = owing("2/0", 1)
    refused(match, "pass", IllegalAction)
    refused(match, "skip", IllegalAction)


def test_cards_just_taken_may_pay_and_the_one_that_is_bought_may_not() -> None:
    """FI R31, FI R33: nor does it add to the means."""
    match = say(at("0/0", "5/0", area="B2", market="G1 G2"), "take numbers")
    assert choices(match) == ("buy G1", "skip")  # one card, so G2 cannot be paid
    say(match, "buy G1")
    assert choices(match) == ("pay B2",)
    say(match, "pay B2")
    assert owned(match, 0) == "G1"
    match = say(at("1/0", "5/0", area="B2", market="G1"), "take numbers", "buy G1")
    assert choices(match) == ("pay currency", "pay B2")


def test_any_card_may_pay_even_one_that_breaks_a_run() -> None:
    """FI R32: only alone must it be a duplicate."""
    match = owing("0/0 B1 B2 B3", 1)
    assert choices(match) == ("pay B1", "pay B2", "pay B3")
    assert choices(owing("0/0 B1 B1 B2 B3", 1, solo=True)) == ("pay B1",)


def test_cards_that_buy_go_to_the_discard_pile() -> None:
    """FI-39, FI-44, FI R30, FI V32: not to the market; and the next player has his turn."""
    match = say(at("1/0 B2 B2", "5/0", area="B4", market="O3"), "take numbers", "buy O3")
    say(match, "pay currency", "pay B2", "pay B2")
    assert tokens(match)[0] == "0/0" and owned(match, 0) == "B4 O3" and lying(match, "discard") == "B2 B2"
    assert lying(match, "market") == "" and phase(match) == "draw" and actor(match) == 1


def test_fiasko_tokens_are_never_changed_into_currency() -> None:
    """FI R17, FI-36: the surplus of two is lost."""
    match = say(owing("0/2", 4), "pay fiasko", "pay fiasko")
    assert tokens(match)[0] == "0/0"
    match = say(owing("9/2", 1), "pay fiasko")
    assert tokens(match)[0] == "9/1"


@pytest.mark.parametrize("solo", [False, True])
def test_every_amount_up_to_ones_means_can_be_paid(solo: bool) -> None:
    """FI-32, FI-37: the lemma of section 4.5, along every way that is offered."""
    for held in ("10/3 B1 B1 B9 R5 R5", "0/4", "2/3 B1 B1", "0/0 O1 O1 O2 O2 G3 G3"):
        own, *cards = held.split()
        currency, fiasko = map(int, own.split("/"))
        doubles = len(cards) - len(set(cards)) if solo else len(cards)
        if solo and "R5 R5" in held:
            continue  # the deck for two has one of them
        for due in range(1, currency + 3 * fiasko + doubles + 1):
            match = owing(held, due, solo=solo)
            for turn in (0, -1):
                going: Any = sprawdzam.position(match.position)
                while phase(going) == "pay":
                    say(going, choices(going)[turn])
                assert owned(going, 0).endswith("**")


def test_in_solo_a_card_pays_only_while_another_copy_stays() -> None:
    """FI-66, FI-37: num[k] of at least two, at each step."""
    match = alone(
        "0/0 B1 B1 G1 G1 G2", "0/0", phase="pay", auction={"joker": "*5", "high": 5, "bidder": 0},
        payment={"for": "joker", "payer": 0, "due": 2},
    )  # fmt: skip
    assert choices(match) == ("pay B1",)
    say(match, "pay B1")
    assert choices(match) == ("pay G1",)
    say(match, "pay G1")
    assert owned(match, 0) == "B1 G1 G2 *5"
