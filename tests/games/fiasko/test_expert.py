"""Advice in fiasko against brute force: odds, jokers, payments, the last purchases, and when to stop."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprawdzam import TABLE, View
from sprawdzam.engine.chance import Fast, Script
from sprawdzam.engine.compile import build
from sprawdzam.engine.texts import texts
from sprawdzam.games.fiasko import expert, holding, instinct, prospects
from sprawdzam.games.fiasko.state import ACTIONS, COLOUR_JOKERS, DRAW, KINDS, PASS, Phase

from .tables import CARDS, FIASKO, JOKERS, NUMBERS, actor, alone, at
from .test_solver import exhaustive, holdings
from .walks import TABLES, legal, walk

RULES = FIASKO.rules
seeds = st.integers(0, 10**6)


@cache
def states(seed: int) -> list[tuple[Any, int]]:
    """Moments of a random match in which a player has to choose, and who that is."""
    seats, threshold, style = TABLES[seed % len(TABLES)]
    steps = walk(seats, threshold, style, seed)
    return [(s, seat) for s, seat, _, _ in steps if seat != TABLE and len(legal(s, seat)) > 1]


def moments(phase: Phase, number: int, first: int = 0) -> Iterator[tuple[Any, int]]:
    """Some from many matches, at most three of each."""
    seed = first
    while number > 0:
        found = [(s, seat) for s, seat in states(seed) if s.phase == phase]
        some = Random(seed).sample(found, min(3, len(found), number))
        yield from some
        number -= len(some)
        seed += 1


def advised(s: Any, seat: int) -> int:
    ((action, share),) = (expert.advise(s, seat) or {}).items()
    assert share == 1.0 and action in legal(s, seat)
    return action


# --- odds ---


def with_card(s: Any, seat: int, kind: int) -> Any:
    """What comes of a draw when the next card is of a kind."""
    world = s.copy()
    RULES.apply(world, seat, DRAW, None)
    RULES.apply(world, TABLE, 0, Script({"deck": [kind]}, FIASKO.notation.OUTCOMES))
    return world


def test_odds_of_a_fiasco_are_those_of_all_cards_that_may_come() -> None:
    """FI-12, FI-14: every card of the deck is turned up by the rules."""
    risky = 0
    for s, seat in moments(Phase.DRAW, 40):
        if s.left:
            bad = sum(s.deck[k] for k in range(KINDS) if s.deck[k] and with_card(s, seat, k).phase == Phase.BUST)
            assert instinct.risk(s) == pytest.approx(bad / s.left)
            told = expert.why(s, seat, DRAW, texts("en"), ["A"] * 5)
            assert told.startswith(f"The next card is a fiasco with {round(100 * bad / s.left)} %.")
            risky += 0 < bad < s.left
    assert risky > 15


# --- what cards are worth ---


def ended_view(cards: tuple[str, ...]) -> Any:
    """A table at the last purchase, where nothing more can come; seat 0 has these cards."""
    v = at("1/0", "1/0", phase="final", active=1, final=1, market="B1", auto=False).state.copy()
    for card in cards:
        if card in NUMBERS:
            v.seat[0].number[NUMBERS.index(card)] += 1
        else:
            v.seat[0].joker[JOKERS.index(card)] += 1
    return v


def joker_gain(code: Any, cards: tuple[str, ...], joker: str) -> float:
    kind = COLOUR_JOKERS + JOKERS.index(joker)
    return float(code.card_gain(ended_view(cards).pack(), 0, kind))


def test_a_joker_is_worth_the_difference_of_the_best_runs() -> None:
    """FI-52, FI-53: with it and without it, every joker in every place."""
    useful = 0
    for cards in holdings(150, 7):
        for joker in ("**", "R*", "*4"):
            if cards.count(joker) == 0 and len([card for card in cards if card in JOKERS]) < 4:
                wanted = exhaustive((*cards, joker)) // 8 - exhaustive(cards) // 8
                assert joker_gain(expert.machine_code(), cards, joker) == pytest.approx(wanted, abs=0.001)
                useful += wanted > 1
    assert useful > 20


@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
def test_runs_to_be_expected_are_the_average_over_all_that_may_come(chance: float) -> None:
    """FI-50, FI-51: every number that a colour lacks comes with its chance, or does not."""
    mutant = build(holding, jit=False, DRAWN=2 * chance, BOUGHT=0.0)  # two players share: one copy comes with `chance`
    v = at("5/0", "5/0", deck="B1 B3 B4 B8").state.copy()
    worths = np.zeros((4, 4, 512))
    mutant.expect_runs(v, worths)
    coming = [0, 2, 3, 7]
    for have in (0, 0b000000010, 0b101010001, 0b111110111):
        for jokers in (0, 2):
            wanted = 0.0
            for way in range(16):
                got = have | sum(1 << n for i, n in enumerate(coming) if way >> i & 1)
                new = [i for i, n in enumerate(coming) if not have >> n & 1]
                if all((way >> i & 1) == 0 for i in range(4) if i not in new):
                    share = np.prod([chance if way >> i & 1 else 1 - chance for i in new])
                    cards = (*(f"B{n + 1}" for n in range(9) if got >> n & 1), *["B*"] * jokers)
                    wanted += float(share) * (exhaustive(cards) // 8)
            assert worths[0, jokers, have] == pytest.approx(wanted, abs=0.001)
    assert worths[1, 0, 0] == 0.0  # nothing of green can come


def test_what_a_card_adds_is_what_the_worth_of_all_cards_says() -> None:
    """Computed colour by colour, and by adding it."""
    for s, seat in moments(Phase.BUY, 3):
        v = s.copy()
        worths, best, found = np.zeros((4, 4, 512)), np.zeros((2, 512)), np.zeros(36)
        holding.expect_runs(v, worths)
        holding.gains(v.seat[seat], worths, best, found)
        now = holding.cards_worth(v.seat[seat], worths, best)
        for kind in range(0, 36, 5):
            assert found[kind] == pytest.approx(holding.worth_with(v.seat[seat], kind, worths, best) - now)
        assert v == s


def test_tokens_and_chances_are_worth_what_the_page_says() -> None:
    """docs/experts.md: the weights that were found by matches, and what a rival's opinion counts."""
    full = FIASKO.setup(2).start(seed=1).state
    assert holding.money(full) == pytest.approx(0.3)
    late = at("5/0", "5/0", deck="B1 B2 B3 G1 G2").state
    assert holding.money(late) == pytest.approx(0.3 * (0.3 + 0.7 * 2 * 5 / 76))
    assert holding.money(at("9/0", "9/0", phase="final", active=1, final=1, market="B1").state) == 0.01
    assert [holding.purse(n) for n in (5, 7, 9, 10)] == [5, 7, 8, 8.5]
    assert (holding.TOKEN_WORTH, holding.CARD) == (2.85, 0.35)
    assert holding.chance_of(late, 0) == pytest.approx(0.25)  # a half, shared by two
    sold = at("5/0", "5/0", market="B1", deck="B2 B2 B3").state
    assert holding.chance_of(sold, 0) == pytest.approx(0.25)
    assert holding.chance_of(sold, 1) == pytest.approx(1 - 0.75**2)
    assert (prospects.RIVALS, prospects.MARKET, prospects.DOUBT, prospects.DEPTH) == (1.0, 0.35, 0.35, 5)


# --- stop or go ---


def by_recursion(depth: int, total: int, currency: int, cards: float, model: dict[str, Any]) -> float:
    """The same model as in ``draw_value``, card by card: stop, or draw and see."""
    stop = -1e9
    if total + currency > 0:
        stop = cards - model["given"][currency]
    if currency:
        stop = max(stop, model["gained"][currency])
    return max(stop, drawn(depth - 1, total, currency, cards, model)) if depth else stop


def drawn(depth: int, total: int, currency: int, cards: float, model: dict[str, Any]) -> float:
    value = model["odds"]["joker"] * by_recursion(depth, total, currency, cards, model)
    for n, chance in model["odds"]["numbers"].items():
        if total + n > 10:
            value += chance * (model["bust"] - model["given"][currency])
        else:
            value += chance * by_recursion(depth, total + n, currency, cards + model["adds"][n], model)
    for c, chance in model["odds"]["currency"].items():
        more = currency + c
        value += chance * (model["bust"] if more > 10 else by_recursion(depth, total - c, more, cards, model))
    return value


@pytest.mark.parametrize(("numbers", "currency"), [(6, 0), (9, 3), (3, 5), (0, 4)])
@pytest.mark.parametrize("depth", [0, 1, 3])
def test_drawing_is_worth_what_comes_of_it(numbers: int, currency: int, depth: int) -> None:
    """FI-18, FI-19, FI-23, FI-26: against a recursion over all that may come, with what cards add as in the grid."""
    v = FIASKO.record.zero()
    v.seats, v.numbers, v.currency, v.shown = 2, numbers, currency, 2
    kinds = {2: 3, 4: 2, 5: 4, 8: 1}
    adds = {2: 0.5, 4: 0.25, 5: 1.0, 8: 1.5}
    for n, copies in kinds.items():
        v.deck[n - 1] = copies
    v.deck[COLOUR_JOKERS], v.deck[50 + 1], v.deck[50 + 4] = 2, 3, 1
    v.left = sum(v.deck)
    model = {
        "odds": {
            "numbers": {n: copies / v.left for n, copies in kinds.items()},
            "currency": {2: 3 / v.left, 5: 1 / v.left},
            "joker": 2 / v.left,
        },
        "adds": adds,
        "gained": [0.3 * c for c in range(11)],
        "given": [0.2 * c for c in range(11)],
        "bust": 0.8,
    }
    cards = 1.25
    add = np.zeros(36)
    for n, worth in adds.items():
        add[n - 1] = worth
    code = build(prospects, jit=False, DEPTH=depth)
    gained, given = np.array(model["gained"]), np.array(model["given"])
    found = code.draw_value(v, cards, add, np.zeros(36), gained, given, model["bust"])
    assert found == pytest.approx(drawn(depth, numbers - currency, currency, cards, model))


def test_nobody_draws_into_a_sure_fiasco_and_nobody_stops_when_nothing_can_happen() -> None:
    """FI-12"""
    doomed = at("5/0 B1", "5/0", area="B2 B3 G5", deck="R7 R8 R9 O9")
    assert doomed.view(0).write(advised(doomed.state, 0)) == "take numbers"
    safe = at("5/0", "5/0", area="G1", deck="B2 B3 B4 G2 G3 O1 O2 R3")
    assert safe.view(0).write(advised(safe.state, 0)) == "draw"


# --- payments and purchases ---


def payments(s: Any, seat: int) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every legal way to pay what is due, by the rules, and what comes of it."""
    waiting = [((), s)]
    while waiting:
        paid, state = waiting.pop()
        if state.phase != Phase.PAY or state.payer != seat + 1:
            yield paid, state
            continue
        for action in legal(state, seat):
            world = state.copy()
            RULES.apply(world, seat, action, Fast(1))
            waiting.append(((*paid, action), world))


def kept(v: Any, seat: int, s: Any) -> float:
    """What a player has after a payment, in points."""
    worths, best = np.zeros((4, 4, 512)), np.zeros((2, 512))
    holding.expect_runs(s, worths)
    me, price = v.seat[seat], holding.money(s)
    tokens = holding.purse(me.currency) + holding.TOKEN_WORTH * me.fiasko
    spare = 0.0 if s.final else holding.CARD * sum(me.number)
    return float(holding.cards_worth(me, worths, best) + price * (tokens + spare))


def test_payments_are_the_cheapest_of_all() -> None:
    """FI-37, FI-38: among all legal ways with at most one card, for which no order matters."""
    compared = 0
    for s, seat in moments(Phase.PAY, 40):
        ways = [(paid, after) for paid, after in payments(s, seat) if len(paid) < 7]
        if not 1 < len(ways) < 60 or s.seats == 1:
            continue
        world = s.copy()
        while world.phase == Phase.PAY and world.payer == seat + 1:
            RULES.apply(world, seat, advised(world, seat), Fast(1))
        few = [after for paid, after in ways if sum(a > 246 for a in paid) <= 1]
        assert kept(world, seat, s) >= max((kept(after, seat, s) for after in few), default=-99) - 1e-6
        compared += 1
    assert compared > 8


def test_the_last_purchase_brings_the_best_place_of_all() -> None:
    """FI-49, FI-54, FI-55: whoever buys last tries every card and every payment by the rules."""
    compared = better = 0
    for s, seat in moments(Phase.FINAL, 60):
        if s.seats == 1 or s.final < s.seats:
            continue
        ranks = {}
        for action in legal(s, seat):
            world = s.copy()
            RULES.apply(world, seat, action, Fast(1))
            for paid, after in payments(world, seat):
                ranks[(action, *paid)] = standing_of(after, seat)
        world = s.copy()
        while world.phase != Phase.OVER:
            RULES.apply(world, seat, advised(world, seat), Fast(1))
        assert standing_of(world, seat)[0] == min(ranks.values())[0]
        compared += 1
        better += len({rank for rank, _ in ranks.values()}) > 1
    assert compared > 10 and better > 0


def standing_of(s: Any, seat: int) -> tuple[int, int]:
    """A player's place, and points as a number that is better when it is smaller."""
    out = np.zeros((6, 2), np.int64)
    RULES.score(s, out)
    return int(out[seat][1]), -int(out[seat][0])


# --- auctions ---


def test_bids_go_by_what_the_joker_is_worth_to_whom() -> None:
    """FI-29, FI-30: the last bidder raises for a joker that he needs, and passes for one that nobody can use."""
    needed = at("8/0 B1 B2 B4 B5", "8/0", phase="bid", deck="", discard="", auction=_auction("*3", 1, 2))
    assert needed.view(0).write(advised(needed.state, 0)) == "bid 3"
    complete = " ".join(f"{colour}{n}" for colour in "BGOR" for n in range(1, 10))
    useless = at(f"8/0 {complete}", "8/0", phase="bid", deck="", auction=_auction("*3", 1, 0, bid=False))
    assert advised(useless.state, 0) == PASS


def _auction(joker: str, asked: int, high: int, *, bid: bool = True) -> dict[str, Any]:
    return {"joker": joker, "asked": asked, "high": high, "bidder": 1 if bid else None}


def test_ten_bids_as_it_must() -> None:
    """FI-69: in solo it always raises as long as it can."""
    match = alone("9/0 B1 B2 B4", "4/0 G1", phase="bid", active=1, deck="B6", auction=_auction("*3", 0, 0, bid=False))
    assert actor(match) == 0 and match.view(0).write(advised(match.state, 0)) == "bid 5"  # it has 4 only


# --- machine code, legality, words ---


def test_machine_code_weighs_as_interpreted_code_does() -> None:
    for phase, number in [(Phase.DRAW, 1), (Phase.BID, 2), (Phase.PAY, 3), (Phase.BUY, 2), (Phase.FINAL, 2)]:
        for s, seat in moments(phase, number, 3):
            found, wanted = np.zeros(ACTIONS), np.zeros(ACTIONS)
            expert.machine_code().weigh_all(s.pack(), seat, found)
            prospects.weigh_all([s.copy()], seat, wanted)
            assert found == pytest.approx(wanted)


@settings(max_examples=12, deadline=None)
@given(seeds)
def test_advice_is_legal_and_depends_on_the_view_alone(seed: int) -> None:
    """Law 10; nothing is changed in the view."""
    for s, seat in Random(seed).sample(states(seed % 500), 8):
        view = View.of(FIASKO, s, seat)
        before = view.record.tobytes()
        advice = expert.advise(view.record, seat)
        assert advice and set(advice) <= set(view.actions) and sum(advice.values()) == pytest.approx(1.0)
        assert view.record.tobytes() == before and expert.advise(s.copy(), seat) == advice


def test_nobody_is_advised_out_of_turn() -> None:
    match = at("5/0", "5/0", area="B4")
    assert expert.advise(match.view(1).record, 1) is None
    assert expert.why(match.view(1).record, 1, DRAW, texts("en"), ["A", "B"]) == ""


def test_every_kind_of_decision_has_its_reason_in_both_languages() -> None:
    names = ["A", "B", "C", "D", "E"]
    for phase in (Phase.DRAW, Phase.BID, Phase.PAY, Phase.BUY, Phase.FINAL):
        told = set()
        for s, seat in moments(phase, 12, 20):
            for action in {legal(s, seat)[0], legal(s, seat)[-1], advised(s, seat)}:
                pair = [expert.why(s, seat, action, texts(language), names) for language in ("en", "pl")]
                assert all(text.endswith(".") and "{" not in text for text in pair) and pair[0] != pair[1], pair
                told.add(pair[0])
        assert len(told) > 3


def test_the_cards_of_this_test_are_those_of_the_package() -> None:
    assert len(CARDS) == KINDS
