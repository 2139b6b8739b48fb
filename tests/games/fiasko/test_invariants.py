"""Section 10 of the rules: what holds in every step of every match, whatever is played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sprawdzam.engine.contract import TABLE
from sprawdzam.games.fiasko.state import (
    ACTIONS,
    BID,
    BUY,
    LONGEST,
    PASS,
    PAY_CARD,
    PAY_CURRENCY,
    PAY_FIASKO,
    SKIP,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    Phase,
)

from .tables import CARDS, FIASKO, JOKERS, NUMBERS, TEN, box
from .walks import RULES, TABLES, walk

every_table = pytest.mark.parametrize(("seats", "threshold", "style"), TABLES)
TAKES = (TAKE_NUMBERS, TAKE_CURRENCY)


def players(s: Any) -> int:
    return max(2, s.seats)


def power(s: Any, p: int) -> int:
    """P of section 4.1, from the cards themselves."""
    me = s.seat[p]
    cards = sum(max(0, n - 1) if s.seats == 1 else n for n in me.number)
    return int(me.currency + 3 * me.fiasko + cards)


def everywhere(s: Any) -> Counter[str]:
    """All cards by what a position says of them, and the deck."""
    position = FIASKO.notation.write_position(s)
    told = f"{position['area']} {position['market']} {position['discard']} "
    told += " ".join(f"{player['numbers']} {player['jokers']}" for player in position["players"])
    told += f" {position.get('auction', {}).get('joker') or ''} {position.get('payment', {}).get('item') or ''}"
    return Counter(told.split()) + Counter(dict(zip(CARDS, s.deck, strict=True)))


@every_table
def test_no_card_and_no_token_goes_astray(seats: int, threshold: int, style: str) -> None:
    """FI-01, FI-04, FI-39, FI R15, FI R16, FI R18, FI R26: invariants 1, 2, 3, 8 in every state."""
    steps = 0
    for before, _, _, s in walk(seats, threshold, style, 1):
        steps += 1
        assert everywhere(s) == box(seats) and s.left == sum(s.deck)
        assert 0 <= before.left - s.left <= 1
        assert all(0 <= me.currency <= 10 and me.fiasko >= 0 for me in s.seat)
        assert sum(me.currency for me in s.seat) <= 50
        area = [CARDS[card - 1] for card in s.area[: s.shown]]
        assert not any(s.area[s.shown :]) and not set(area) & set(JOKERS)
        assert s.numbers == sum(int(card[1]) for card in area if card in NUMBERS)
        assert s.currency == sum(int(card[1]) for card in area if card not in NUMBERS)
        for p in range(players(s)):
            assert power(s, p) == s.seat[p].currency + 3 * s.seat[p].fiasko + s.seat[p].spendable
        assert all(card >= now for card, now in zip(before.deck, s.deck, strict=True))
        assert all(card <= now for card, now in zip(before.discard, s.discard, strict=True))
    assert steps <= LONGEST and s.left == 0


@every_table
def test_sums_stay_within_their_limits(seats: int, threshold: int, style: str) -> None:
    """FI-12, FI-14, FI-60, FI-64, FI R2, FI R48: invariant 4, whenever somebody may go on."""
    for _, _, _, s in walk(seats, threshold, style, 2):
        total = s.numbers - s.currency
        if s.phase in (Phase.DRAW, Phase.BID, Phase.REVEAL):
            if seats == 1 and s.active == TEN:
                assert total < threshold and s.currency <= threshold
            else:
                assert total <= 10 and s.currency <= 10 and s.numbers <= 20
        if s.phase == Phase.BUST:
            failed = s.currency > threshold if seats == 1 and s.active == TEN else max(total, s.currency) > 10
            assert failed and s.numbers <= 29
        if s.phase == Phase.STOP:
            assert s.active == TEN and s.currency <= threshold and (total >= threshold or s.left == 0)


@every_table
def test_bids_grow_and_can_be_paid(seats: int, threshold: int, style: str) -> None:
    """FI-29, FI-30, FI-32, FI-36, FI-37, FI-67, FI R21: invariants 5 and 6."""
    auctions = 0
    for before, seat, action, s in walk(seats, threshold, style, 3):
        if before.phase == Phase.BID:
            speaker = TEN if seat == TABLE else seat
            assert speaker == (before.active + 1 + before.asked) % players(s)
            amount = s.high if s.high > before.high else 0
            assert amount == (action - BID if seat != TABLE and action != PASS else amount)
            assert not amount or before.high < amount <= power(before, speaker)
            assert not amount or seats > 1 or amount >= 5
            assert before.asked < players(s)
            if s.phase == Phase.PAY:
                auctions += 1
                assert s.due == s.high <= power(s, s.payer - 1)
                assert before.asked == players(s) - 1
        if before.phase in (Phase.BUY, Phase.FINAL) and action != SKIP:
            assert s.phase == Phase.PAY and s.due == int(CARDS[s.item - 1][1]) <= power(s, seat)
            assert before.market[s.item - 1] == s.market[s.item - 1] + 1
        if before.phase == Phase.PAY and seat != TABLE:
            surplus = -before.due + (3 if action == PAY_FIASKO else 1)
            if s.phase != Phase.PAY or s.payer != before.payer:
                assert 0 <= surplus <= 2 and (surplus == 0 or before.units == 0)
            assert (s.seat[seat].currency < before.seat[seat].currency) == (action == PAY_CURRENCY)
            assert (s.seat[seat].fiasko < before.seat[seat].fiasko) == (action == PAY_FIASKO)
            assert sum(s.discard) - sum(before.discard) == (action >= PAY_CARD)
    assert auctions


@every_table
def test_a_number_card_comes_to_the_market_once(seats: int, threshold: int, style: str) -> None:
    """FI-17, FI-27, FI-39, FI R30, FI R37: invariant 7: from the area only, and away by a purchase only."""
    came, gone = Counter[int](), Counter[int]()
    for before, _, action, s in walk(seats, threshold, style, 4):
        for kind in range(36):
            change = s.market[kind] - before.market[kind]
            if change > 0:
                area = [card - 1 for card in before.area[: before.shown]]
                assert before.phase == Phase.BUST or action == TAKE_CURRENCY
                assert change == area.count(kind) and not before.final
                came[kind] += change
            elif change < 0:
                assert change == -1 and action == BUY + kind and before.phase in (Phase.BUY, Phase.FINAL)
                gone[kind] += 1
    assert all(gone[kind] <= came[kind] <= box(seats)[CARDS[kind]] for kind in range(36))
    assert gone.total() > 0


@every_table
def test_every_turn_turns_a_card_up_and_passes_on(seats: int, threshold: int, style: str) -> None:
    """FI-09, FI-46, FI-48, FI-49, FI R1, FI R47: invariant 8, and the order of turns and of last purchases."""
    turned, asked = 0, []
    for before, _, action, s in walk(seats, threshold, style, 5):
        turned += before.left - s.left
        if s.active != before.active:
            assert s.active == (before.active + 1) % players(s) and turned > 0 and s.left
            assert s.shown == 0 and s.phase == (Phase.REVEAL if seats == 1 and s.active == TEN else Phase.DRAW)
            turned = 0
        if before.phase == Phase.DRAW and action in TAKES:
            assert before.shown > 0
        if s.phase == Phase.FINAL and before.final != s.final:
            assert s.left == 0
            asked.append((s.active + s.final) % players(s))
    order = [(s.active + 1 + i) % players(s) for i in range(players(s))]
    assert asked == [p for p in order if p in asked] and len(asked) == len(set(asked))
    assert seats > 1 or TEN not in asked


@every_table
def test_scores_and_fiasko_tokens_have_their_bounds(seats: int, threshold: int, style: str) -> None:
    """FI-16, FI-50, FI-51, FI-54, FI-57, FI R27, FI R43: invariants 9 and 10."""
    issued = 0
    for before, _, _, s in walk(seats, threshold, style, 6):
        issued += sum(max(0, now.fiasko - me.fiasko) for me, now in zip(before.seat, s.seat, strict=True))
        assert (before.phase == Phase.BUST) == any(
            now.fiasko > me.fiasko for me, now in zip(before.seat, s.seat, strict=True)
        )
    numbers = sum(n * int(card[1]) for card, n in box(seats).items() if card in NUMBERS)
    currency = sum(n * int(card[1]) for card, n in box(seats).items() if card[0] == "$")
    assert issued <= numbers // 11 + currency // (threshold + 1 if seats == 1 else 11)
    out = [[0, 0] for _ in range(seats)]
    RULES.score(s, out)
    assert all(0 <= points <= 40 for points, _ in out)
    ranks = sorted(rank for _, rank in out)
    assert seats == 1 or ranks[0] == 1
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks) or seats == 1
    best = max(points for points, _ in out)
    assert all(points == best for points, rank in out if rank == 1)


def test_there_are_as_many_actions_as_section_11_counts() -> None:
    assert ACTIONS == 284 == 3 + 1 + 205 + 36 + 1 + 2 + 36
    named = [FIASKO.notation.write_action(None, 0, action) for action in range(ACTIONS)]
    assert len(set(named)) == ACTIONS
    assert [FIASKO.notation.read_action(None, 0, text) for text in named] == list(range(ACTIONS))


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_whatever_is_bid_or_paid_a_bounded_number_of_actions_ends_a_match(seats: int) -> None:
    """Section 11: at most a thousand actions, and a step of the table for many of them."""
    for seed in range(5):
        steps = [(seat, action) for _, seat, action, _ in walk(seats, 4, "greedy", seed)]
        assert sum(seat != TABLE for seat, _ in steps) <= 1000 and len(steps) <= LONGEST
