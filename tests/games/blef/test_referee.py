"""The reference implementation of `blef` against the rule file, and its numbers against a second way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from random import Random
from typing import Any

import pytest

from .referee import Referee, branches, perft, random_length, random_play, true_world, worlds

F = Fraction
V8 = ("5/2 1/3", "1/4 6/2", "5/6 3/2")
NAMES = ("jokers", "direction_choice", "shrinking", "longer")
VARIANTS = [dict(zip(NAMES, bits, strict=True)) for bits in product((False, True), repeat=4)]
SIZES = [(2, 2, 2), (2, 4, 3), (3, 1, 2), pytest.param(3, 2, 3, marks=pytest.mark.full), (5, 1, 2)]


def lay(ref: Referee, *hands: str) -> Referee:
    """Deals hands such as "5/2 1/3" (chosen end first) to the active seats and makes those choices."""
    pairs = [[tuple(map(int, card.split("/"))) for card in hand.split()] for hand in hands]
    ordered = [sorted(hand, key=sorted) for hand in pairs]
    ref.deal({s: [(min(c), max(c)) for c in hand] for s, hand in zip(ref.active, ordered, strict=True)})
    for seat, hand in zip(list(ref.active), ordered, strict=True):
        ref.play(seat, "choose " + "".join("A" if a < b else "B" for a, b in hand))
    return ref


def lay_low(ref: Referee) -> Referee:
    """Deals the lowest cards, and all choose low ends: the top value is never shown, a one always is."""
    deck = iter(ref.deck)
    ref.deal({seat: [next(deck) for _ in range(ref.count[seat])] for seat in ref.active})
    for seat in list(ref.active):
        ref.play(seat, "choose " + "A" * ref.count[seat])
    return ref


def say(ref: Referee, *actions: str) -> Referee:
    """Each action is played by whoever has the turn."""
    for text in actions:
        ref.play(ref.turn, text if text == "check" or " " in text else f"bid {text}")
    return ref


def lose(ref: Referee, loser: int) -> Referee:
    """A whole round that the loser loses: he overbids; the next active seat checks and wins."""
    lay_low(ref)
    while ref.turn != loser:
        say(ref, f"1x{len(ref.bids) + 1}")
    say(ref, f"{ref.cards_in_play()}x{ref.values}", "check")
    ref.go_on()
    return ref


def at(counts: list[int], starter: int = 0, **options: Any) -> Referee:
    ref = Referee(len(counts), starter=starter, **options)
    ref.count = list(counts)
    return ref


def refused(ref: Referee, seat: int | str, text: str) -> bool:
    before = str(vars(ref))
    with pytest.raises(ValueError, match="legal"):
        ref.play(seat, text)
    return str(vars(ref)) == before


def test_the_deck_has_every_pair_twice_and_every_value_ten_times() -> None:
    """BL-01, BL-02, BL-03, BL-04"""
    ref = Referee(6)
    assert Counter(ref.deck) == dict.fromkeys(combinations(range(1, 7), 2), 2)
    assert Counter(end for card in ref.deck for end in card) == dict.fromkeys(range(1, 7), 10)
    assert ref.count == [1] * 6 and Referee(6, shrinking=True).count == [5] * 6
    with pytest.raises(ValueError, match="seats"):
        Referee(7)


def test_v1_v10_a_raise_goes_by_value_first() -> None:
    """V1, V10, BL-12, BL-13, R2, R3, R4, R21"""
    ref = say(lay_low(at([5, 5, 5])), "3x4")
    legal = ref.legal(1)
    assert {"bid 4x4", "bid 1x5", "bid 15x4", "check"} <= set(legal) and len(legal) == 12 + 30 + 1
    assert not {"bid 3x4", "bid 9x3", "bid 2x4", "bid 0x5", "bid 16x5", "bid 1x7", "pass"} & set(legal)
    assert refused(say(lay_low(at([5, 5], jokers=True)), "1x2"), 1, "bid 5x1")


@pytest.mark.parametrize(("fives", "loser"), [(3, 0), (4, 1), (5, 1)])
def test_v2_a_bid_is_valid_with_at_least_its_quantity(fives: int, loser: int) -> None:
    """V2, BL-15, BL-16, BL-33, R11, R30: bid 4x5; ends that were not chosen do not count"""
    hand = ["", "5/2", "5/2 5/3"][fives - 3] + " 4/5 4/5"
    ref = say(lay(at([4, fives - 1]), "5/1 5/1 5/2 3/5", hand), "4x5", "check")
    assert ref.outcome() == (1 - loser, loser)


def test_v3_v4_the_match_of_the_rulebook() -> None:
    """V3, V4, BL-05, BL-11, BL-17, BL-18, BL-19, BL-20, R15"""
    ref = lay(at([4, 5, 2]), "5/1 5/2 3/4 2/6", "5/3 5/4 6/1 6/2 4/1", "5/6 3/1")
    say(ref, "2x4", "5x5", "check")
    assert (ref.phase, ref.count, ref.counted(5), ref.outcome()) == ("reveal", [4, 5, 2], 5, (1, 2))
    ref.go_on()
    assert (ref.phase, ref.count, ref.starter) == ("deal", [4, 5, 3], 1)
    lay(ref, "2/1 2/3 4/5 6/3", "2/4 2/5 6/1 5/3 4/1", "2/6 3/1 5/4")
    say(ref, "3x2", "4x2", "5x2", "6x2", "check")
    assert (ref.counted(2), ref.outcome()) == (5, (2, 1))
    ref.go_on()
    assert (ref.phase, ref.count, ref.ranks) == ("over", [4, 6, 3], [2, 3, 1])
    assert ref.actors() == set() and refused(ref, "table", "go on")


def test_v6_v7_the_first_and_the_last_bid() -> None:
    """V6, V7, BL-08, BL-10, R5, R6"""
    ref = lay_low(Referee(3))
    assert refused(ref, 0, "check")
    assert ref.legal(0) == [f"bid {q}x{v}" for v in range(1, 7) for q in (1, 2, 3)]
    assert say(ref.copy(), "3x6").legal(1) == ["check"]
    assert say(ref, "3x5").legal(1) == ["bid 1x6", "bid 2x6", "bid 3x6", "check"]


@pytest.mark.parametrize(("jokers", "counted", "outcome"), [(True, 4, (1, 2)), (False, 2, (2, 1))])
def test_v8_ones_are_jokers(jokers: bool, counted: int, outcome: tuple[int, int]) -> None:
    """V8, BL-24, BL-30"""
    ref = say(lay(at([2, 2, 2], jokers=jokers), *V8), "2x3", "4x5", "check")
    assert (ref.counted(5), ref.outcome()) == (counted, outcome)
    ref.go_on()
    assert ref.starter == outcome[0] and ref.count[outcome[1]] == 3


def test_a_round_opened_on_ones_has_no_jokers() -> None:
    """BL-25, R21, R22, R23: for this round only, also for later bids on other values"""
    ref = say(lay(at([2, 2, 2], jokers=True), *V8), "1x1", "4x5", "check")
    assert (ref.counted(5), ref.counted(1)) == (2, 2)
    ref.go_on()
    assert say(lay_low(ref), "1x2").counted(2) == len(ref.shown())
    full = lay_low(at([5] * 6, jokers=True))
    full.ends = {s: "".join("A" if c[0] == 1 else "AB"[c[1] == 6] for c in h) for s, h in full.hands.items()}
    assert say(full, "1x2").counted(6) == 18


def test_v11_the_starter_declares_the_direction() -> None:
    """V11, BL-26, BL-27, BL-09, BL-14, R7, R24, R25, R26"""
    ref = lay_low(Referee(3, direction_choice=True))
    assert (ref.phase, ref.actors(), ref.legal(1)) == ("direction", {0}, [])
    say(ref, "direction ccw", "2x2", "3x2")
    assert ref.turn == 1 and refused(ref, 0, "check") and refused(ref, 2, "bid 1x3")
    assert (say(ref, "check").turn, ref.bids) == (1, [(0, 2, 2), (2, 3, 2)])
    ref.go_on()
    assert ref.direction == 1
    assert lay_low(Referee(2, direction_choice=True)).phase == "bid"


def test_v12_a_tie_break_that_the_winner_does_not_play_and_shared_ranks() -> None:
    """V12, BL-20, BL-21, BL-22, BL-23, R12, R13, R14, R18"""
    ref = say(lay_low(at([2, 2, 3, 5], starter=2)), "1x1", "check")
    ref.go_on()
    assert (ref.count, ref.tiebreak, ref.active, ref.starter) == ([2, 2, 3, 6], True, [0, 1], 0)
    assert (ref.ranks, ref.cards_in_play()) == ([0, 0, 3, 4], 4)
    assert (lose(ref, 1).phase, ref.ranks, ref.count) == ("over", [1, 2, 3, 4], [2, 2, 3, 6])
    assert lose(at([5, 3, 4, 4]), 0).ranks == [4, 1, 2, 2]
    assert lose(at([5, 1, 3, 1, 3, 3]), 0).ranks == [6, 0, 3, 0, 3, 3]
    assert lose(at([1, 5, 4, 4], shrinking=True), 0).ranks == [4, 1, 2, 2]


def test_v14_v15_shrinking() -> None:
    """V14, V15, BL-28, R16, R27"""
    ref = Referee(2, shrinking=True)
    for left in (4, 3, 2, 1, 0):
        assert lose(ref, 0).count == [left, 5]
    assert (ref.phase, ref.ranks) == ("over", [2, 1])
    assert Referee(2, shrinking=True).cards_in_play() == 10
    ref = lose(at([4, 4, 1], shrinking=True), 2)
    assert (ref.active, ref.cards_in_play(), ref.starter, ref.ranks) == ([0, 1], 8, 0, [0, 0, 3])
    assert lose(ref, 0).ranks == [2, 1, 3]


def test_v17_longer() -> None:
    """V17, BL-29, BL-30, BL-31, R19, R20, R29"""
    ref = lose(at([1, 1, 1], shrinking=True, longer=True), 0)
    assert (ref.active, ref.starter, ref.cards_in_play(), ref.phase) == ([1, 2], 1, 2, "deal")
    assert (lose(ref, 1).phase, ref.ranks, ref.count) == ("over", [3, 2, 1], [0, 0, 1])
    ref = lose(at([5, 5, 2, 3], longer=True), 1)
    assert (ref.active, ref.starter, ref.count, ref.tiebreak) == ([0, 2, 3], 2, [5, 6, 2, 3], False)
    assert lay_low(ref).legal(1) == [] and say(ref, "1x1", "1x2").turn == 0


def test_v18_the_full_deck() -> None:
    """V18, R15, R16, R28, BL-19"""
    ref = at([5] * 6)
    assert ref.cards_in_play() == 30 and true_world(lay_low(ref.copy()))[2] == ()
    lose(ref, 0)
    assert (ref.count[0], ref.active, ref.cards_in_play(), ref.phase) == (6, [1, 2, 3, 4, 5], 25, "deal")
    for seat in (1, 2, 3, 4):
        assert ref.phase == "deal" and ref.starter == seat
        lose(ref, seat)
    assert (ref.phase, ref.ranks, ref.round) == ("over", [6, 5, 4, 3, 2, 1], 5)


def test_v19_a_choice_may_be_revised_until_the_last_one() -> None:
    """V19, BL-06, BL-07, R8"""
    ref = Referee(3)
    ref.deal({0: [(1, 2)], 1: [(1, 2)], 2: [(3, 4)]})
    for seat in (0, 1):
        ref.play(seat, "choose A")
    assert (ref.actors(), ref.legal(0)) == ({2}, ["choose A", "choose B"])
    for seat, end in ((0, "B"), (2, "A")):
        ref.play(seat, f"choose {end}")
    assert ref.phase == "bid" and ref.ends == {0: "B", 1: "A", 2: "A"} and ref.shown() == [1, 2, 3]
    assert refused(ref, 0, "choose A") and refused(ref, 2, "choose B")


def test_v20_refusals_change_nothing() -> None:
    """V20, BL-14, BL-10, R7"""
    ref = say(lay_low(Referee(3)), "1x1")
    assert all(refused(ref, seat, "check") for seat in (0, 2))
    assert refused(ref, 1, "choose A") and refused(ref, 1, "bid 01x2") and refused(ref, "table", "go on")
    assert say(ref, "check").actors() == {"table"} and refused(ref, 1, "bid 1x2")
    ref.play("table", "go on")
    for hand in ([(3, 4)], [(4, 3), (1, 2)], [(1, 2), (1, 2)]):  # too few cards, no such card, a third copy
        with pytest.raises(ValueError, match="cards"):
            ref.deal({0: [(1, 2)], 1: hand, 2: [(1, 3)]})
    assert ref.phase == "deal" and ref.hands == {}


@pytest.mark.parametrize(("seats", "options"), [*product(range(2, 7), VARIANTS)], ids=str)
def test_random_matches_keep_the_invariants(seats: int, options: dict[str, bool]) -> None:
    """Section 10, section 11, R15, R17: every match ends within 5n - 1 rounds with one winner"""
    rng = Random(f"{seats} {options}")
    ref = Referee(seats, starter=rng.randrange(seats), **options)
    while ref.phase != "over":
        deck = rng.sample(ref.deck, len(ref.deck))
        ref.deal({seat: [deck.pop() for _ in range(ref.count[seat])] for seat in ref.active})
        assert all(1 <= ref.count[seat] <= 5 == ref.limit - 1 for seat in ref.active)
        assert Counter(deck) == Counter(true_world(ref)[2])
        while "table" not in ref.actors():
            actor = rng.choice(sorted(ref.actors()))
            ref.play(actor, rng.choice(ref.legal(actor)))
        keys = [(v, q) for _, q, v in ref.bids]
        assert keys == sorted(set(keys))
        makers = [seat for seat, _, _ in ref.bids] + [ref.turn]
        order = ref.active[:: ref.direction]
        assert makers == [order[(order.index(makers[0]) + i) % len(order)] for i in range(len(makers))]
        before, loser = ref.copy(), ref.outcome()[1]
        ref.go_on()
        assert sum(ref.count) - sum(before.count) == (0 if before.tiebreak else -1 if ref.shrinking else 1)
        assert ref.active == before.active or set(ref.active) <= set(before.active) - {loser}
    assert ref.ranks.count(1) == 1 and 0 not in ref.ranks and ref.round <= 5 * seats - 1
    assert ref.limit > ref.count[ref.ranks.index(1)] > 0
    assert not (ref.longer and ref.tiebreak) and (seats > 2 or not ref.tiebreak)


# Numbers, each by a second way where there is one


@pytest.mark.parametrize("counts", [[1, 1], [2, 1], [2, 2], [1, 1, 1], [2, 2, 2], [1, 2, 1]])
def test_deals_are_those_of_a_labelled_shuffle(counts: list[int]) -> None:
    """BL-05: deal all 720 orders of six labelled cards and forget the labels"""
    ref = at(counts, values=3, copies=2, limit=3)
    seen: Counter[Any] = Counter()
    for order in permutations(ref.deck):
        cards = iter(order)
        seen[tuple(tuple(sorted(next(cards) for _ in range(k))) for k in counts)] += 1
    assert ref.deals() == {deal: F(ways, 720) for deal, ways in seen.items()}


def test_numbers_of_deals_of_the_real_deck() -> None:
    """BL-05: 15 pairs twice; two seats 15^2, three seats 15^3 - 15; pairs in one hand C(15, 2) + 15"""
    assert (len(Referee(2).deals()), len(Referee(3).deals())) == (225, 15**3 - 15)
    deals = at([2, 1]).deals()
    assert len(deals) == 105 * 15 + 15 * 14 and sum(deals.values()) == 1


def round_counts(deals: int, cards: int, bids: int, seats: int, depth: int) -> tuple[int, int]:
    """Histories of a round under way, and complete, after `depth` plies; k bids come in C(bids, k) ways."""
    if depth <= seats:
        ways = 1 if depth == 0 else deals * 2 ** [c * cards // seats for c in range(seats + 1)][depth - 1]
        return ways, 0
    k, ends = depth - 1 - seats, deals * 2**cards
    checked = comb(bids, k - 1) if k >= 2 else 0
    return ends * (comb(bids, k) + checked), ends * comb(bids, k - 2) if k >= 3 else 0


def test_perft_of_one_round_is_a_sum_of_binomials() -> None:
    """BL-12: 2 seats with limit 2 play one round: 9 deals, 6 bids; the real deck has 225 deals, 12 bids"""
    tiny = Referee(2, values=3, copies=2, limit=2)
    assert [perft(tiny, d) for d in range(13)] == [sum(round_counts(9, 2, 6, 2, d)) for d in range(13)]
    assert [perft(Referee(2), d) for d in range(6)] == [round_counts(225, 2, 12, 2, d)[0] for d in range(6)]
    assert [perft(Referee(3), d) for d in (1, 4, 5)] == [3360, 26880, 483840]


@pytest.mark.parametrize("options", [{}, {"longer": True}], ids=str)
def test_perft_of_a_tie_break_is_a_convolution(options: dict[str, bool], full: bool) -> None:
    """BL-21, BL-29: 3 seats and limit 2 make a round of 3 cards (24 deals) and one of 2 cards (9 deals)"""
    ref = Referee(3, values=3, copies=2, limit=2, **options)
    first = [round_counts(24, 3, 9, 3, d) for d in range(28)]
    second = [sum(round_counts(9, 2, 6, 2, d)) for d in range(28)]
    expected = [f[0] + sum(first[j][1] * second[d - j] for j in range(d + 1)) for d, f in enumerate(first)]
    seen: dict[object, int] = {}
    depths = 28 if full else 15
    assert [perft(ref, d, seen) for d in range(depths)] == expected[:depths]
    assert (expected[10], expected[14], expected[26], expected[27]) == (396288, 31956096, 24 * 8 * 9 * 4, 0)


PERFT = [
    (2, {}, {4: 216, 8: 20376, 12: 7114380, 16: 1282703688}),
    (2, {"shrinking": True}, {4: 4032, 8: 1000272, 12: 296474952}),
    (3, {"direction_choice": True}, {5: 384, 8: 49536, 12: 8911800}),
    (3, {"longer": True}, {5: 1728, 10: 1509120, 14: 678778788}),
]


@pytest.mark.parametrize(("seats", "options", "numbers"), PERFT, ids=str)
def test_perft_constants(seats: int, options: dict[str, bool], numbers: dict[int, int]) -> None:
    """BL-31: values=3, copies=2, limit=3; the first number also without merging equal positions"""
    ref = Referee(seats, values=3, copies=2, limit=3, **options)
    assert {depth: perft(ref, depth) for depth in numbers} == numbers
    layer = [ref]
    for _ in range(min(numbers)):
        layer = [child for node in layer for _, child in branches(node)]
    assert len(layer) == numbers[min(numbers)]


def duel(values: int, limit: int, jokers: bool, shrinking: bool) -> tuple[Fraction, Fraction, Fraction]:
    """First starter's win probability, expected rounds and plies of a random match of two, by formulas.

    With M = V N bids the starter wins a round with 1/2 - (V - 2) / 2VVN, with jokers 1/2 - (V - 4) / 2VVN,
    because the valid chances of all bids sum to N; and a round has ((M + 1) H(M) - M) / M bids on average.
    """

    def match(mine: int, other: int) -> tuple[Fraction, Fraction, Fraction]:
        if limit in (mine, other) or 0 in (mine, other):
            return F((mine > other) == shrinking), F(0), F(0)
        n = mine + other
        win = F(1, 2) - F(values - (4 if jokers else 2), 2 * values**2 * n)
        bids, step = values * n, -1 if shrinking else 1
        length = F(bids + 1, bids) * sum(F(1, k) for k in range(1, bids + 1)) - 1 + 5
        won, lost = match(mine, other + step), match(other, mine + step)  # as the next starter sees it
        mean = [win * won[i] + (1 - win) * lost[i] for i in range(3)]
        return mean[0] + (1 - win) * (1 - 2 * lost[0]), 1 + mean[1], length + mean[2]

    return match(limit - 1, limit - 1) if shrinking else match(1, 1)


@pytest.mark.parametrize(("jokers", "shrinking"), [*product((False, True), repeat=2)])
@pytest.mark.parametrize(("values", "copies", "limit"), SIZES)
def test_random_duels(values: int, copies: int, limit: int, jokers: bool, shrinking: bool) -> None:
    """BL-12, BL-15, BL-17, BL-18, BL-24, BL-25, BL-28"""
    options = {"jokers": jokers, "shrinking": shrinking}
    ref = Referee(2, starter=1, values=values, copies=copies, limit=limit, **options)
    win, rounds, plies = duel(values, limit, jokers, shrinking)
    assert random_play(ref) == (1 - win, win)
    assert random_length(ref) == (rounds, plies)


def test_random_play_constants() -> None:
    """BL-21, BL-23, BL-26: with a free direction the two seats beside the starter are alike"""
    tiny = {"values": 3, "copies": 2, "limit": 2}
    assert random_play(Referee(2, values=3, copies=2, limit=3)) == (F(8507, 17496), F(8989, 17496))
    start = F(521190569, 1567641600)
    assert random_play(Referee(3, **tiny)) == (start, F(462958219, 1567641600), F(6946343, 18662400))
    side = F(1046451031, 3135283200)
    assert random_play(Referee(3, direction_choice=True, **tiny)) == (start, side, side)
    bids = [F(m + 1, m) * sum(F(1, k) for k in range(1, m + 1)) - 1 for m in (9, 6)]
    assert random_length(Referee(3, **tiny)) == (2, 6 + 5 + sum(bids)) == (2, F(340237, 22680))


@pytest.mark.parametrize("seat", [0, 1, 2, None])
@pytest.mark.parametrize("confirmed", [0, 1, 2, 3])
def test_worlds_are_the_prior_given_what_is_seen(seat: int | None, confirmed: int) -> None:
    """BL-32, R9, section 5: filter all deals and masks by the own hand and the own letters, then normalise"""
    ref = at([1, 2, 1], values=3, copies=2, limit=3)
    prior = ref.deals()
    ref.deal({0: [(1, 3)], 1: [(2, 3), (1, 2)], 2: [(1, 2)]})
    for who in range(confirmed):
        ref.play(who, ["choose B", "choose AB", "choose A"][who])
    hands, ends, _ = true_world(ref)
    found: dict[Any, Fraction] = {}
    for deal, chance in prior.items():
        masks = [product("AB", repeat=ref.count[s]) if s < confirmed else [()] for s in range(3)]
        for letters in product(*(["".join(mask) for mask in some] for some in masks)):
            if seat is None or (deal[seat], letters[seat]) == (hands[seat], ends[seat]):
                undealt = Counter(ref.deck) - Counter(card for hand in deal for card in hand)
                found[deal, letters, tuple(sorted(undealt.elements()))] = chance / 2 ** len("".join(letters))
    total = sum(found.values())
    assert worlds(ref, seat) == {world: weight / total for world, weight in found.items()}
    assert true_world(ref) in found


def test_worlds_of_the_real_deck_and_of_open_phases() -> None:
    """BL-32, R10: a rival's card is of 15 kinds, the own kind half as likely; a reveal hides nothing"""
    ref = lay(Referee(2), "1/2", "4/3")
    seen = worlds(ref, 0)
    assert len(seen) == 30 and Counter(seen.values()) == {F(1, 29): 28, F(1, 58): 2}
    assert len(worlds(ref, None)) == 900 and sum(worlds(ref, None).values()) == 1
    say(ref, "1x4", "check")
    assert worlds(ref, 0) == worlds(ref, None) == {true_world(ref): 1}
    ref.go_on()
    assert worlds(ref, 1) == {(((), ()), ("", ""), tuple(ref.deck)): 1}
