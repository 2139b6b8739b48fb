"""The reference implementation of `fiasko` against the rule file, and its numbers against a second way."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from .referee import CURRENCY, JOKERS, NUMBERS, Referee, best_runs, branches, key, ordered, perft, random_play

A, B, C, D = range(4)
HUMAN, TEN = 0, 1
COLOURS = "BGOR"
CARDS = [*NUMBERS, *JOKERS, *CURRENCY]
FULL = (1 << 9) - 1  # a colour as bits
LONGEST = [max(n for n in range(10) if "1" * n in f"{mask:b}") for mask in range(FULL + 1)]
TINY = {"B2": 2, "G6": 1, "$3": 1, "R*": 1}


def lay(tokens: str, **how: Any) -> Referee:
    """A position in which player 0 is on turn: tokens as "5/0 4/1", cards as "B1 G2", own cards a list of such texts.

    What is not said to lie anywhere is the deck; with a `deck` of its own the rest counts as discarded. `threshold`
    makes it solo; `on` is the active player.
    """
    pairs = [pair.split("/") for pair in tokens.split()]
    threshold, on = how.pop("threshold", None), how.pop("on", 0)
    ref = Referee(1, threshold=threshold, starter=on) if threshold else Referee(len(pairs), starter=on)
    ref.cur, ref.fia = [int(cur) for cur, _ in pairs], [int(fia) for _, fia in pairs]
    area, deck = how.pop("area", "").split(), how.pop("deck", None)
    ref.area_numbers = [card for card in area if card in NUMBERS]
    ref.area_currency = [card for card in area if card in CURRENCY]
    ref.market = how.pop("market", "").split()
    for player, cards in enumerate(how.pop("own", [])):
        ref.numbers[player] = [card for card in cards.split() if card in NUMBERS]
        ref.jokers[player] = [card for card in cards.split() if card in JOKERS]
    assert not how
    ref.deck = []
    rest = Counter(ref.cards) - Counter(everywhere(ref))
    ref.deck = ordered(list(rest.elements())) if deck is None else deck.split()
    ref.discard = [] if deck is None else ordered(list((rest - Counter(ref.deck)).elements()))
    assert everywhere(ref) == ref.cards
    return ref


def everywhere(ref: Referee) -> list[str]:
    """I1: every card, wherever it lies."""
    cards = ref.deck + ref.discard + ref.market + ref.area_numbers + ref.area_currency
    cards += [card for own in ref.numbers + ref.jokers for card in own]
    if ref.auction is not None:
        cards.append(ref.auction.joker)
    elif ref.item is not None:
        cards.append(ref.item)
    return ordered(cards)


def do(ref: Referee, *steps: str) -> Referee:
    """Each step is made by whoever must act. A card alone, "B4", is turned up, in a turn of a seat after its "draw"."""
    for step in steps:
        if step in CARDS and ref.phase == "draw":
            do(ref, "draw")
        (actor,) = ref.actors()
        ref.play(actor, "go on" if step in CARDS else step, [step] if step in CARDS else [])
    return ref


def worth(card: str) -> int:
    return int(card[1])


def options(ref: Referee) -> list[str]:
    return [text for actor in ref.actors() for text in ref.legal(actor)]


def tokens(ref: Referee) -> str:
    return " ".join(f"{cur}/{fia}" for cur, fia in zip(ref.cur, ref.fia, strict=True))


def owns(ref: Referee, player: int = 0) -> str:
    return " ".join(ref.numbers[player] + ref.jokers[player])


def refused(ref: Referee, seat: int | str, text: str, cards: str = "", match: str = "legal") -> bool:
    before = str(vars(ref))
    with pytest.raises(ValueError, match=match):
        ref.play(seat, text, cards.split())
    return str(vars(ref)) == before


def due(amount: int, tokens: str, cards: str = "", **how: Any) -> Referee:
    """Player 0 has to pay so much for a joker."""
    ref = lay(tokens, own=[cards], **how)
    ref._owe(0, "auction", "**", amount)
    return ref


def payments(ref: Referee) -> list[tuple[str, ...]]:
    """Every way to the end of the payment, by legal steps."""
    if ref.payer is None:
        return [()]
    found = []
    for text in ref.legal(ref.payer):
        child = copy.deepcopy(ref)
        child.play(ref.payer, text)
        found += [(text.removeprefix("pay "), *rest) for rest in payments(child)]
    return found


def test_v1_v2_runs() -> None:
    """V1, V2, FI-50, FI-51, R39"""
    ref = lay("5/0 5/0 5/0", own=["B1 B2 B3 B4 B5 B6 B7 B8 B9", "G1 G2 G3 G5 G6 G7", "R4 R4"])
    assert (ref.scores(), ref.cards_in_runs(), ref.ranks()) == ([10, 3, 1], [9, 3, 1], [1, 2, 3])


def test_v3_v17_v18_v20_payments() -> None:
    """V3, V17, V18, V20, FI-36, FI-37, FI-38, R29"""
    assert tokens(do(due(2, "5/1 5/0"), "pay fiasko")) == "5/0 5/0"
    assert payments(due(3, "2/1 5/0", "R4")) == [("fiasko",), ("currency", "currency", "R4")]
    assert payments(due(4, "2/1 5/0", "R4")) == [("fiasko", "currency"), ("fiasko", "R4")]
    assert payments(due(4, "0/2 5/0", "R4")) == [("fiasko", "fiasko"), ("fiasko", "R4")]
    assert payments(due(2, "1/0 5/0", "B2 B2 R4")) == [(a, b) for a in ("currency", "B2") for b in ("B2", "R4")]


def test_v4_v5_the_number_fiasko() -> None:
    """V4, V5, FI-12, FI-16, FI-17, FI-21, R2, R5"""
    ref = do(lay("5/0 5/0", area="B6"), "O5")
    assert (ref.market, tokens(ref), ref.phase, ref.active) == (["B6", "O5"], "5/1 5/0", "draw", B)
    ref = do(lay("5/0 5/0", area="B6 $2"), "G6")
    assert (ref.total(), options(ref)) == (10, ["draw", "take numbers", "take currency"])


def test_v6_the_currency_fiasko() -> None:
    """V6, FI-14, FI-19, FI-20, R2, R3"""
    ref = do(lay("5/0 5/0 5/0", area="$5 $4"), "$1")
    assert (ref.total(), ref.phase, ref.active) == (-10, "draw", A)
    do(ref, "$1")
    assert (tokens(ref), ref.discard, ref.active) == ("5/1 5/0 5/0", ["$1", "$1", "$4", "$5"], B)
    ref = do(lay("5/0 5/0", area="$5 $4 B3"), "$2")
    assert (tokens(ref), ref.market, ref.active) == ("5/1 5/0", ["B3"], B)


def test_v8_v9_v10_gains() -> None:
    """V8, V9, V10, FI-18, FI-22, FI-23, FI-24, FI-25, FI-26, FI-27, FI-28, R8, R16"""
    ref = do(lay("4/0 8/0 10/0", area="R9 $3"), "O5")
    assert (tokens(ref), ref.market, ref.discard) == ("4/1 10/0 10/0", ["O5", "R9"], ["$3"])
    ref = do(lay("5/0 9/0 2/1", area="G2 $4 O6", market="R1"), "take numbers")
    assert (tokens(ref), owns(ref), ref.discard, ref.phase) == ("5/0 10/0 6/1", "G2 O6", ["$4"], "buy")
    assert options(ref) == ["buy R1", "skip"]
    ref = do(lay("8/2 5/0", area="G2 $4 O6"), "take currency")
    assert (tokens(ref), ref.market, ref.discard, ref.actors()) == ("10/2 5/0", ["G2", "O6"], ["$4"], {B})
    assert tokens(do(lay("10/0 5/0", area="$4"), "take currency")) == "10/0 5/0"


def test_v11_v12_v13_what_may_be_taken() -> None:
    """V11, V12, V13, FI-07, FI-08, FI-09, FI-33, R6, R7, R12"""
    assert options(lay("5/0 5/0", area="B4")) == ["draw", "take numbers"]
    assert options(lay("10/0 5/0", area="$3")) == ["draw", "take currency"]
    ref = do(lay("5/0 5/0 5/0"), "*4", "pass", "pass", "pass")
    assert (ref.discard, options(ref), ref.active) == (["*4"], ["draw"], A)


def test_v14_v15_auctions() -> None:
    """V14, V15, FI-29, FI-30, FI-32, FI-34, R20, R22, R23, R24"""
    ref = do(lay("4/0 5/0 5/0 2/1", area="B1"), "**")
    assert options(ref) == [*(f"bid {bid}" for bid in range(1, 6)), "pass"] and ref.actors() == {B}
    do(ref, "bid 3", "pass")
    assert options(ref) == ["bid 4", "bid 5", "pass"] and options(do(ref, "bid 4")) == ["pass"]
    assert do(ref, "pass").actors() == {D} and (ref.due, ref.item, ref.reason) == (4, "**", "auction")
    do(ref, "pay fiasko", "pay currency")
    assert (tokens(ref), owns(ref, D), ref.phase, ref.actors()) == ("4/0 5/0 5/0 1/0", "**", "draw", {A})
    assert (ref.area_numbers, ref.auction, ref.payer, ref.due) == (["B1"], None, None, 0)
    ref = do(lay("0/0 5/0", area="B1 B2 B3"), "R*", "pass")
    assert options(ref) == ["pass"] and do(ref, "pass").discard == ["R*"]


def test_v22_v23_the_last_turn() -> None:
    """V22, V23, FI-15, FI-48, FI-49, R35, R36, R37"""
    ref = do(lay("9/0 9/0 9/0", area="B3", deck="O9"), "O9")
    assert (ref.market, ref.phase, ref.buyers, ref.last_active) == (["B3", "O9"], "final", [B, C, A], A)
    ref = do(lay("3/0 3/0 3/0", market="B1 B2", deck="G2"), "G2")
    assert options(ref) == ["take numbers"]  # R10
    do(ref, "take numbers", "buy B1", "pay currency")
    assert (ref.phase, ref.actors(), ref.reason) == ("final", {B}, None)
    do(ref, "skip", "skip", "buy B2", "pay currency", "pay currency")
    assert (tokens(ref), owns(ref), ref.phase, ref.actors()) == ("0/0 3/0 3/0", "B1 B2 G2", "over", set())


def test_v24_v25_v27_v29_jokers_in_runs() -> None:
    """V24, V25, V27, V29, FI-52, FI-53, R40"""

    def points(cards: str) -> tuple[int, int]:
        own = cards.split()
        found, whole = best_runs(tuple(c for c in own if c in NUMBERS), tuple(c for c in own if c in JOKERS))
        return found, found - whole

    assert points("B1 B2 B4 B5 G7 G9 *3 *8 **") == (9, 9)
    assert points("B1 B2 B4 B5 G1 G2 G4 *3") == (7, 7) and points("B1 B2 B4 B5 G1 G2 G4 *3 G*") == (9, 9)
    assert points("R1 R2 R3 R7 R8 R9 R* R*") == (5, 5) and points("R1 R2 R3 R7 R8 R9 R* R* **") == (10, 9)
    assert points("*1 *2 *3 *4 *5 *6 *7 *8 *9 **") == (11, 10)
    assert points("") == (0, 0) and points("**") == (1, 1) and points(" ".join(NUMBERS)) == (40, 36)


def test_v30_v31_ties() -> None:
    """V30, V31, FI-54, FI-55, FI-56, FI-57, R41, R42, R43"""
    ref = lay("2/0 2/0 9/9", own=["B1 B2 B3 B4 B5 B6 B7 B8 B9", "B1 B2 B3 B4 B5 G1 G2 G3 G4 G5"])
    assert (ref.scores(), ref.cards_in_runs(), ref.ranks()) == ([10, 10, 0], [9, 10, 0], [1, 2, 3])
    ref.cur[1] = 3
    assert ref.ranks() == [2, 1, 3]
    six = " ".join(f"{colour}{number}" for colour in "BG" for number in range(1, 7))
    assert lay("4/0 1/1 9/1", own=[six, six]).ranks() == [1, 1, 3]
    assert lay("4/0 1/1 0/1 5/0 4/0").ranks() == [2, 2, 5, 1, 2]


def test_v32_paying_with_cards() -> None:
    """V32, FI-39, FI-44, R30, R31, R32"""
    ref = do(lay("1/0 5/0", area="B4", own=["B2 B2"], market="O3"), "take numbers", "buy O3")
    assert (ref.market, ref.item, options(ref)) == ([], "O3", ["pay currency", "pay B2"])
    do(ref, "pay currency", "pay B2", "pay B2")
    assert (tokens(ref), owns(ref), ref.discard, ref.market) == ("0/0 5/0", "B4 O3", ["B2", "B2"], [])
    assert (ref.phase, ref.active) == ("draw", B)


def test_v33_decks() -> None:
    """V33, FI-01, FI-02, FI-04, R44 and the sums of section 1.2"""
    rows = {1: (48, 15, 14, 204, 45), 2: (48, 15, 14, 204, 45), 3: (60, 19, 14, 264, 55)}
    for seats in range(1, 6):
        ref = Referee(seats)
        kinds = [[c for c in ref.cards if c in kind] for kind in (NUMBERS, CURRENCY, JOKERS)]
        sums = [sum(map(worth, cards)) for cards in kinds[:2]]
        assert (*map(len, kinds), *sums) == rows.get(seats, (84, 27, 18, 348, 75))
        assert len(ref.deck) == {1: 77, 2: 77, 3: 93}.get(seats, 129)
        assert tokens(ref) == " ".join(["5/0"] * max(2, seats))
        assert options(ref) == ["draw"]


def test_s1_s2_s3_s4_the_turn_of_ten() -> None:
    """S1, S2, S3, S4, FI-60, FI-61, FI-62, FI-63, FI-64, R47, R48"""
    ref = do(lay("9/0 5/0", threshold=6, on=TEN), "B2", "$3", "G5")
    assert (ref.total(), ref.plan()) == (4, "turn")
    assert (do(ref, "R9").plan(), ref.total(), ref.phase) == ("stop", 13, "ten")
    assert refused(ref, "table", "go on", "B1", match="cannot come up")
    do(ref, "go on")
    assert (tokens(ref), owns(ref, TEN), ref.phase, ref.active) == ("10/0 5/0", "B2 G5 R9", "draw", HUMAN)
    ref = do(lay("5/0 5/0", threshold=4, on=TEN), "$3", "O2", "$2")
    assert (tokens(ref), owns(ref, TEN), ref.discard, ref.phase) == ("5/0 5/1", "O2", ["$2", "$3"], "draw")
    ref = do(lay("5/0 5/0", threshold=4, on=TEN), "$4", "B9", "go on")
    assert (tokens(ref), owns(ref, TEN)) == ("9/0 5/0", "B9")
    ref = do(lay("5/0 5/0", threshold=10, on=TEN), "B9", "R9", "go on")
    assert (tokens(ref), owns(ref, TEN)) == ("5/0 5/0", "B9 R9")


def test_s6_s7_s8_ten_bids_first() -> None:
    """S6, S7, S8, FI-67, FI-68, FI-70, FI-71, R52, R53, R54, R56"""
    ref = do(lay("6/0 9/1", threshold=6), "G*")
    assert (ref.plan(), ref.actors()) == ("bid", {"table"})
    assert options(do(ref, "go on")) == ["pass"] and ref.auction is not None and ref.auction.high == 6
    assert do(ref, "pass").plan() == "pay"
    assert (tokens(do(ref, "go on")), owns(ref, TEN), options(ref)) == ("6/0 3/1", "G*", ["draw"])
    ref = do(lay("3/0 5/1", threshold=6), "G*", "go on", "pass", "go on")
    assert tokens(ref) == "3/0 0/1"
    ref = do(lay("4/0 4/0", threshold=6), "G*", "go on")
    assert options(ref) == ["pass"] and do(ref, "pass").discard == ["G*"]
    ref = do(lay("7/0 4/0", threshold=6), "G*", "go on")
    assert options(ref) == ["bid 5", "bid 6", "bid 7", "pass"]
    assert (do(ref, "bid 5").phase, ref.actors(), ref.reason) == ("pay", {HUMAN}, "auction")
    assert options(do(lay("7/0 5/0", threshold=6), "G*", "go on")) == ["bid 6", "bid 7", "pass"]


def test_s10_ten_bids_second() -> None:
    """S10, FI-69, FI-71, R49, R50, R55, R57"""
    ref = do(lay("9/0 2/1", threshold=6, on=TEN), "G*")
    assert (ref.phase, options(ref)[0]) == ("bid", "bid 5")
    lost = do(copy.deepcopy(ref), "bid 5", "go on")
    assert (lost.phase, lost.actors(), lost.due) == ("pay", {HUMAN}, 5)
    do(lost, *["pay currency"] * 5)
    assert (owns(lost), lost.phase, lost.plan()) == ("G*", "ten", "turn")
    do(ref, "pass", "go on", "go on")
    assert (tokens(ref), owns(ref, TEN), ref.plan()) == ("9/0 0/0", "G*", "turn")
    ref = do(lay("9/0 5/2", threshold=6, on=TEN), "G*", "bid 6", "go on", "go on")
    assert tokens(ref) == "9/0 0/1"  # 7 = 5 + one fiasko, 1 lost
    ref = do(lay("7/0 1/1", threshold=6, on=TEN, own=["", "B2 B2 R1 R1 G3 G3"]), "G*", "bid 5", "go on", "go on")
    assert (tokens(ref), owns(ref, TEN), ref.discard) == ("7/0 0/0", "B2 G3 R1 R1 G*", ["B2", "G3"])
    ref = do(lay("5/0 5/0", threshold=6, on=TEN, deck="*1"), "*1", "pass", "go on", "go on")
    assert (ref.plan(), ref.deck) == ("stop", []) and do(ref, "go on").phase == "over"
    ref = do(lay("5/0 5/0", threshold=6, on=TEN, area="B1 $3", deck="$1"), "$1", "go on")
    assert (tokens(ref), owns(ref, TEN), ref.phase) == ("9/0 5/0", "B1", "over")


def test_s12_s13_s14_the_human_in_solo() -> None:
    """S12, S13, S14, FI-59, FI-65, FI-66, FI-72, FI-73, R58, R60, R61"""
    ref = do(lay("0/0 5/0", threshold=6, area="B2", own=["G5"], market="O1"), "take numbers")
    assert (ref.phase, ref.active) == ("ten", TEN)
    ref = do(lay("0/0 5/0", threshold=6, area="B2", own=["B2"], market="O1"), "take numbers", "buy O1")
    assert options(ref) == ["pay B2"] and owns(do(ref, "pay B2")) == "B2 O1"
    run = " ".join(f"{colour}{number}" for colour in "BG" for number in range(1, 8))
    ref = lay("9/0 5/0", threshold=6, own=[run, "B8 G8"])
    assert (ref.scores(), ref.ten_points(), ref.ranks()) == ([14], 2, [1])
    ref.numbers[TEN] = ref.numbers[HUMAN]
    assert (ref.scores(), ref.ten_points(), ref.ranks()) == ([14], 14, [2])
    ref = do(lay("4/0 9/0", threshold=6, on=TEN, market="R4", deck="B1"), "B1", "go on")
    assert (ref.phase, ref.buyers, options(ref)) == ("final", [HUMAN], ["buy R4", "skip"])
    assert do(ref, "skip").phase == "over"
    ref = do(lay("5/0 9/0", threshold=6, area="B9 $3"), "O5")
    assert (tokens(ref), ref.phase) == ("5/1 10/0", "ten")


def test_a_joker_as_last_card() -> None:
    """FI-10, R10, R11, R13, R38: no reward, but a purchase"""
    ref = do(lay("2/0 1/0 0/0", deck="**", market="B2"), "**", "pass", "pass", "pass")
    assert (ref.phase, ref.actors()) == ("buy", {A})
    assert (do(ref, "skip").phase, ref.buyers) == ("final", [A])  # B and C can afford nothing
    ref = do(lay("2/0 1/0", deck="**", area="G1 $2"), "**", "pass", "pass")
    assert options(ref) == ["take numbers", "take currency"]
    assert do(lay("1/0 1/0", deck="**", market="B2"), "**", "pass", "pass").phase == "over"


def test_refusals_change_nothing() -> None:
    """FI-40 and the interface"""
    ref = lay("5/0 5/0", area="B1")
    assert refused(ref, A, "take currency") and refused(ref, B, "draw") and refused(ref, "table", "go on")
    assert refused(ref, A, "draw", "B1", match="cannot come up")
    do(ref, "draw")
    assert (ref.phase, ref.actors()) == ("reveal", {"table"}) and refused(ref, A, "draw")
    for cards in ("", "B1 B1", "B0"):
        assert refused(ref, "table", "go on", cards, match="cannot come up")
    ref.deck.remove("R9")
    assert refused(ref, "table", "go on", "R9", match="cannot come up")
    for seats, how in ((0, {}), (6, {}), (1, {"threshold": 3}), (1, {"starter": 2}), (2, {"deck": {}})):
        with pytest.raises(ValueError, match="seats"):
            Referee(seats, **how)


@pytest.mark.parametrize(("seats", "threshold"), [*((n, 6) for n in range(2, 6)), *((1, t) for t in range(4, 11))])
def test_random_games_keep_the_invariants(seats: int, threshold: int) -> None:
    """I1 to I10, section 11, R27, R45"""
    rng = Random(f"{seats} {threshold}")
    for _ in range(3):
        ref = Referee(seats, threshold=threshold, starter=rng.randrange(max(2, seats)))
        issued, steps, marketed = 0, 0, Counter[str]()
        numbers, currency = (sum(worth(c) for c in ref.cards if c in kind) for kind in (NUMBERS, CURRENCY))
        before, at_start = copy.deepcopy(ref), len(ref.cards) + 1
        for actor, text, _ in random_play(ref, rng):
            assert everywhere(ref) == ref.cards  # I1
            assert all(0 <= cur <= 10 for cur in ref.cur) and min(ref.fia) >= 0  # I2
            own, jokers = ([c for cards in some for c in cards] for some in (ref.numbers, ref.jokers))
            assert {*ref.market, *ref.area_numbers, *own} <= {*NUMBERS}  # I3
            assert {*ref.area_currency} <= {*CURRENCY} and {*jokers} <= {*JOKERS}
            if ref.phase == "draw":  # I4
                assert ref.total() <= 10 and sum(map(worth, ref.area_currency)) <= 10
            if ref.plan() == "turn":
                assert ref.total() < threshold and sum(map(worth, ref.area_currency)) <= threshold
            if ref.auction is not None and not ref.paid:  # I5
                bids, made = ref.auction.bids, [bid for bid in ref.auction.bids if bid]
                assert made == sorted(set(made)) and min([5, *made]) >= (5 if ref.solo else 1)
                assert all(bid <= ref.power(ref.auction.order[i]) for i, bid in enumerate(bids))
            if ref.payer is not None:  # I6
                assert ref.power(ref.payer) >= ref.due > 0 and ref.legal(ref.payer) + ref.legal("table")
            if before.payer is not None and ref.payer is None:
                pieces = [*before.paid, text.removeprefix("pay ")]
                surplus = sum(3 if piece == "fiasko" else 1 for piece in pieces) - before.price
                if actor == "table":
                    surplus = before.power(TEN) - ref.power(TEN) - before.price
                assert surplus == 0 or (surplus in (1, 2) and (actor == "table" or {*pieces} == {"fiasko"}))
            marketed += Counter(ref.market) - Counter(before.market)  # I7
            issued += sum(max(0, now - then) for now, then in zip(ref.fia, before.fia, strict=True))
            if ref.active != before.active:  # I8
                assert 0 < len(ref.deck) < at_start and not ref.area_numbers + ref.area_currency
                at_start = len(ref.deck)
            assert len(ref.deck) <= len(before.deck)
            steps, before = steps + 1, copy.deepcopy(ref)
        assert marketed <= Counter(ref.cards)
        assert steps <= 1000 + 129 and (ref.deck, ref.buyers, ref.auction, ref.item) == ([], [], None, None)
        assert all(0 <= points <= 40 for points in ref.scores())  # I9
        assert issued <= numbers // 11 + currency // (threshold + 1 if ref.solo else 11)  # I10
        assert (1 in ref.ranks()) or (ref.solo and ref.scores()[0] <= ref.ten_points())


def brute_force(numbers: Sequence[str], jokers: Sequence[str]) -> tuple[int, int]:
    """Every joker on every place that it may stand for, or nowhere: the most points, then the fewest cards."""
    owned = {colour: {worth(card) for card in numbers if card[0] == colour} for colour in COLOURS}
    reached = {tuple(sum(1 << number - 1 for number in owned[colour]) for colour in COLOURS)}
    for joker in jokers:
        bits = [1 << int(joker[1]) - 1] if joker[1] != "*" else [1 << n for n in range(9)]
        places = [(i, bit) for i in range(4) for bit in bits if joker[0] in ("*", COLOURS[i])]
        reached |= {(*m[:i], m[i] | bit, *m[i + 1 :]) for m in reached for i, bit in places}
    lengths = ((sum(LONGEST[mask] for mask in masks), masks.count(FULL)) for masks in reached)
    points, cards = max((cards + whole, -cards) for cards, whole in lengths)
    return points, -cards


def test_best_runs_by_brute_force() -> None:
    """FI-50, FI-51, FI-52, FI-53: holdings of all sizes, some of them nearly complete runs"""
    rng = Random(7)
    for turn in range(600):
        numbers = rng.sample(NUMBERS, rng.randint(0, 30)) if turn % 2 else rng.sample(NUMBERS[:18], rng.randint(8, 17))
        jokers = rng.sample([*JOKERS, *JOKERS[:4]], rng.randint(0, 3))
        points, whole = best_runs(tuple(numbers), tuple(jokers))
        assert (points, points - whole) == brute_force(numbers, jokers), (numbers, jokers)


def defined(ref: Referee) -> Iterator[tuple[str, ...]]:
    """FI-37 as it is said: what covers the amount, and no single piece could be taken back."""
    cards = Counter(ref.spendable(0))
    for x, y, *some in product(*(range(most + 1) for most in (ref.cur[0], ref.fia[0], *cards.values()))):
        paid = x + 3 * y + sum(some)
        smallest = 1 if x or any(some) else 3
        if paid >= ref.due > paid - smallest:
            assert paid == ref.due or (x == sum(some) == 0 and 3 * (y - 1) < ref.due <= 3 * y)
            spent = [card for card, number in zip(cards, some, strict=True) for _ in range(number)]
            yield (*["fiasko"] * y, *["currency"] * x, *ordered(spent))


HOLDINGS = ["", "R4", "B2 B2", "B2 G1 R4", "B2 B2 G1 R1 R1", "B1 B1 B2 B2 G3"]


@pytest.mark.parametrize("solo", [False, True])
@pytest.mark.parametrize("cards", HOLDINGS)
def test_payments_are_those_of_the_definition(cards: str, solo: bool) -> None:
    """FI-35, FI-37, FI-38, FI-66, R29: each by exactly one sequence, and there is always one (the lemma)"""
    for cur, fia in product(range(5), range(4)):
        how = {"threshold": 6} if solo else {}
        for amount in range(1, min(9, lay(f"{cur}/{fia} 0/0", own=[cards], **how).power(0)) + 1):
            ref = due(amount, f"{cur}/{fia} 0/0", cards, **how)
            found = payments(ref)
            assert found and sorted(found) == sorted(defined(ref)), (cur, fia, amount)


def test_branches_are_a_distribution_and_perft_counts_them() -> None:
    """Merged and unmerged; cards come as often as the deck holds them"""
    for seats, how in ((2, {}), (3, {}), (1, {"starter": TEN, "threshold": 4}), (1, {})):
        start = Referee(seats, deck=TINY, **how)
        layer, seen = [start], dict[object, int]()
        for depth in range(8):
            assert perft(start, depth, seen) == len(layer)
            for node in layer[:200]:
                assert node.phase == "over" or sum(odds for odds, _ in branches(node)) == 1
            layer = [child for node in layer for _, child in branches(node)]
    ref = do(Referee(2, deck=TINY), "draw")
    chances = {child.area_numbers[0]: odds for odds, child in branches(ref) if child.area_numbers}
    assert chances == {"B2": Fraction(2, 5), "G6": Fraction(1, 5)} and perft(ref, 1) == 4
    assert key(do(copy.deepcopy(ref), "B2", "$3")) == key(do(copy.deepcopy(ref), "$3", "B2"))
