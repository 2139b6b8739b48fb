"""The reference implementation of `rys` against the rule file, and its numbers against a second way."""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest

from .referee import Referee, World, branches, key, ordered, perft, random_play, without, worlds

MORE = "10 11 12"  # further cards in a hand
RULES = ("basic", "advanced", "expert")
GAMES = [(n, {"mode": rules}) for n in (3, 4, 5) for rules in RULES] + [(2, {"duel_rules": rules}) for rules in RULES]
TINY: dict[str, Any] = {"copies": [2, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1], "jokers": 2, "hand_size": 2, "slots": 1}
SMALL_DUEL: dict[str, Any] = {"copies": [2, 2, *[0] * 10, 1], "jokers": 5, "hand_size": 3, "slots": 2, "row": 2}
TINY_DUEL = SMALL_DUEL | {"jokers": 4, "slots": 1, "row": 1}


def lay(hands: Sequence[str], tables: Sequence[str] = (), **how: Any) -> Referee:
    """A position in "play": layers such as "5 5 | 3 3 J", pool groups such as "2+13"; the rest is the deck.

    `virtual` is the row; with a `deck` of its own the rest counts as discarded. All else are options of the game.
    """
    turn, pool, deck = how.pop("turn", 0), how.pop("pool", "1 2 3 4 5 6").split(), how.pop("deck", None)
    virtual = how.pop("virtual", {})
    ref = Referee(len(hands), **how)
    ref.phase, ref.turn = "play", turn
    ref.hand = [ordered(hand.split()) for hand in hands]
    for seat, table in enumerate(tables):
        ref.table[seat] = [layer.split() for layer in table.split("|") if table]
    ref.pool = [slot.split("+") for slot in pool] + [[] for _ in range(ref.slots - len(pool))]
    ref.virtual.update(virtual)
    ref.deck = []
    rest = without(ref.cards, everywhere(ref))
    ref.deck = rest if deck is None else ordered(deck.split())
    ref.discard = without(rest, ref.deck)
    return ref


def everywhere(ref: Referee) -> list[str]:
    """Every card, wherever it lies."""
    layers = [layer for table in ref.table for layer in table]
    row = [[str(value)] * number for value, number in ref.virtual.items()]
    return ordered([c for cards in [*ref.hand, *layers, *ref.pool, ref.deck, ref.discard, *row] for c in cards])


def do(ref: Referee, *steps: str) -> Referee:
    """Each step is made by whoever must act; cards that leave the deck follow a colon: "draw deck: 7"."""
    for step in steps:
        (actor,) = ref.actors()
        text, _, cards = step.partition(":")
        ref.play(actor, text, cards.split())
    return ref


def options(ref: Referee) -> list[str]:
    return [text for actor in ref.actors() for text in ref.legal(actor)]


def sizes(ref: Referee) -> list[int]:
    return [len(hand) for hand in ref.hand]


def refused(ref: Referee, seat: int | str, text: str, cards: str = "", match: str = "legal") -> bool:
    before = str(vars(ref))
    with pytest.raises(ValueError, match=match):
        ref.play(seat, text, cards.split())
    return str(vars(ref)) == before


def let_go(ref: Referee) -> list[int | None]:
    """Every theft is LEAVE and RECLAIM; the victims in order."""
    victims = []
    while ref.phase == "loot":
        victims.append(ref.victim)
        do(ref, "leave", "reclaim")
    return victims


def robbed(play: str, tops: Sequence[str], **how: Any) -> list[int | None]:
    """Seats that seat 0 robs when he plays so against these layers."""
    return let_go(do(lay(["1 2 8 9 10 10 13 J J", *[MORE] * len(tops)], ["", *tops], **how), play))


@pytest.mark.parametrize(("seats", "how"), GAMES, ids=str)
def test_the_set_up(seats: int, how: dict[str, Any]) -> None:
    """RY-01, RY-02, RY-03, RY-30, RY-37, R26, R27, section 11"""
    ref = Referee(seats, starter=1, **how)
    assert len(ref.cards) == 109 and Counter(ref.cards) == {**{str(v): 8 for v in range(1, 14)}, "J": 5}
    assert ref.actors() == {"table"} and ref.legal("table") == ["go on"] and ref.legal(0) == []
    next(random_play(ref, Random(str(how))))
    assert (ref.phase, ref.turn, sizes(ref), everywhere(ref)) == ("play", 1, [13] * seats, ordered(ref.cards))
    assert all(ref.pool) and (len(ref.deck), ref.moved) == ({2: 64, 3: 64, 4: 51, 5: 38}[seats], False)
    assert ref.known == [["J", "J"] if seats == 2 else []] * seats
    assert sum(ref.virtual.values()) + sum(map(len, ref.pool)) == (19 if seats == 2 else 6)


def test_what_cannot_be_set_up_or_turned_up() -> None:
    """RY-02: seats, modes and cards that do not exist"""
    wrong: dict[str, Any]
    for seats, wrong in ((2, {"mode": "basic"}), (6, {}), (3, {"duel_rules": "expert"}), (2, {"jokers": 3})):
        with pytest.raises(ValueError, match=r"seats|mode|suffice"):
            Referee(seats, **wrong)
    ref = Referee(3, **TINY)
    assert refused(ref, "table", "go on", "1 1 3 5 5 13", match="J")
    assert refused(ref, "table", "go on", "1 1 3 5 5 13 J J", match="no more cards")
    assert refused(ref, "table", "go on", "1 1 1 5 5 13 J", match="not in list")
    do(ref, "go on: 5 1 1 3 5 13 J")
    assert (ref.hand, ref.pool, ref.deck) == ([["1", "5"], ["1", "3"], ["5", "13"]], [["J"]], ["J"])
    assert refused(ref, 0, "play 1x1", "J", match="no more") and refused(ref, 1, "play 1x1")


def test_the_set_up_of_a_duel_card_by_card() -> None:
    """RY-31, RY-32, R27, R28, R29, R31: 13s and jokers spread over single cards, then over the smallest groups"""
    fives = "5 5 5 5 5 5 5 5 7 7 7"
    ref = do(Referee(2), f"go on: {fives} 9 9 9 9 9 9 9 9 8 8 8  12 2 13 2 12 12  J 1 13 13 1 13 13 4 4 4 11 11 10")
    assert ref.hand == [[*fives.split(), "J", "J"], ["8", "8", "8", *["9"] * 8, "J", "J"]]
    assert ref.pool == [["12", "13"], ["2", "J"], ["13"], ["2", "13"], ["12", "13"], ["12", "13"]]
    assert {v: n for v, n in ref.virtual.items() if n} == {1: 2, 4: 3, 10: 1, 11: 2}
    ref.phase = "restock"
    do(ref, "go on: 13 13 1 1 3 3 3")  # the single 13, then the lowest of the smallest groups
    assert ref.pool == [["12", "13"], ["2", "J", "13"], ["13", "13"], ["2", "13"], ["12", "13"], ["12", "13"]]
    assert sum(ref.virtual.values()) == 13


def test_v1_a_turn_with_stealing() -> None:
    """V1, RY-09, RY-11, RY-12, RY-13, RY-14, RY-15, RY-17, RY-18, R8, R20, section 5"""
    tops = ["", "5 5", "3 3 3", "4 4 4"]
    ref = do(lay(["7 7 7 3 3 J", MORE, MORE, MORE], tops), "play 7x3")
    assert (ref.phase, ref.victim, ref.queue, options(ref)) == ("loot", 2, [3], ["take", "leave"])
    assert ref.table[2] == [["3", "3", "3"]]  # until it is decided
    deck = len(do(ref, "take").deck)
    assert (ref.phase, ref.owed, ref.actors(), ref.legal(0)) == ("draw", 3, {2}, [])
    do(ref, "draw pool 1", "draw pool 4")
    assert "draw pool 1" not in options(ref) and refused(ref, 2, "draw pool 4")
    do(ref, "draw deck: 13")
    assert (ref.phase, ref.actors(), len(do(ref, "go on: 9 8").deck)) == ("refill", {"table"}, deck - 3)
    assert [card for (card,) in ref.pool] == ["1", "9", "3", "4", "8", "6"] and (ref.phase, ref.victim) == ("loot", 3)
    assert options(do(ref, "leave")) == ref.legal(3) == ["reclaim", "discard"] and ref.phase == "keep"
    do(ref, "reclaim")
    assert (ref.phase, ref.turn, len(ref.deck), all(ref.pool), ref.discard) == ("play", 1, deck - 3, True, [])
    assert sizes(ref) == [6, 3, 6, 6] and ref.table == [[["7", "7", "7"]], [["5", "5"]], [], []]
    assert ref.known == [["3", "3", "3"], [], ["2", "5"], ["4", "4", "4"]]


@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("top", ["13", "J"])
def test_v2_v11_a_turn_without_stealing(mode: str, top: str) -> None:
    """V2, V11, RY-04, RY-21, RY-27, R21, R23"""
    ref = lay([MORE, f"13 {MORE}", MORE, MORE], ["7 7 7", "", top, "9 9"], pool="1 2 J 4 5 6", turn=1, mode=mode)
    do(ref, "play 13x1")
    if mode == "advanced":
        assert (ref.phase, ref.turn, ref.pool[2]) == ("play", 2, ["J"])
        return
    assert (ref.phase, ref.actors()) == ("offer", {1})
    assert options(ref) == ["draw deck", *(f"draw pool {slot}" for slot in range(6)), "no draw"]
    do(ref, "draw pool 2", "go on: 12")
    assert (ref.phase, ref.turn, ref.known[1], ref.pool[2], ref.quiet) == ("play", 2, ["J"], ["12"], 0)


def test_v3_going_out() -> None:
    """V3, RY-23, R12"""
    ref = do(lay(["9", MORE, MORE], ["", "5", "J"]), "play 9x1")
    assert (ref.phase, ref.actors(), ref.table[1], ref.turns) == ("over", set(), [["5"]], 0)
    assert ref.scores() == [1, -2, -2] and ref.ranks() == [1, 2, 2] and refused(ref, 0, "no draw")
    duel = do(lay(["9", MORE], virtual={4: 1}), "play 9x1")
    assert (duel.phase, duel.virtual[4], duel.hand[0]) == ("over", 1, [])


def test_v7_v24_v25_take_or_leave() -> None:
    """V7, V24, V25, RY-13, RY-15, RY-22, R3, R7, R11, R14, R25: the pool is refilled only when all is drawn"""
    ref = do(lay(["8 8 8 1", MORE, MORE], ["", "5 5 5", ""]), "play 8x3", "leave", "discard")
    assert (ref.phase, ref.discard, ref.table[1]) == ("draw", ["5", "5", "5"], [])
    do(ref, "draw pool 0", "draw pool 1")
    assert ref.pool[:3] == [[], [], ["3"]] and do(ref, "draw deck: J").pool[:3] == [[], [], ["3"]]
    assert (ref.phase, ref.hand[1], ref.known[1]) == ("refill", ordered([*MORE.split(), "1", "2", "J"]), ["1", "2"])
    assert all(do(ref, "go on: 7 7").pool) and (ref.phase, ref.turn) == ("play", 1)
    ref = do(lay(["8 8 8 1", MORE, MORE], ["", "6 6 J", ""]), "play 8x3")
    assert do(copy.copy(ref), "leave", "reclaim").turn == 1
    do(ref, "take", "draw pool 0", "draw pool 1", "draw pool 2", "go on: 9 9 9")
    assert ref.turn == 1 and ref.hand[0] == ["1", "6", "6", "J"]
    ref.turn = 0
    assert {"play Jx1", "play 6x2 +J", "play 1x1 +J"} <= set(options(ref))
    assert do(ref, "play 6x1 +J").known[0] == ["6"]


def test_v8_v10_an_end_in_mid_turn() -> None:
    """V8, V10, RY-16, RY-24, R15, R16, R17, R18, R19: also if the deck runs out last, and voluntarily"""
    tops = ["", "5 5 5", "6 6 6"]
    ref = do(lay(["8 8 8 1", MORE, MORE], tops, pool="1 2", deck=""), "play 8x3", "take")
    assert options(ref) == ["draw pool 0", "draw pool 1"]
    do(ref, "draw pool 1", "draw pool 0")
    assert (ref.phase, ref.owed, ref.queue, ref.hand[0]) == ("over", 0, [], ["1", "5", "5", "5"])
    assert ref.table[2] == [["6", "6", "6"]] and ref.scores() == [-1, -5, 0] and ref.ranks() == [2, 3, 1]
    ref = do(lay(["8 8 8 1", MORE, MORE], tops, pool="1", deck="9"), "play 8x3", "leave", "discard", "draw pool 0")
    assert options(ref) == ["draw deck"] and do(ref, "draw deck: 9").phase == "over"
    ref = do(lay(["8 9", MORE, MORE], pool="1", deck=""), "play 8x1")
    assert do(copy.copy(ref), "draw pool 0").phase == "over"
    assert (do(ref, "no draw").phase, ref.turn, ref.quiet) == ("play", 1, 1)
    ref = do(lay(["8 9", MORE, MORE], pool="1", deck="4"), "play 8x1", "draw pool 0", "go on: 4")
    assert (ref.phase, ref.pool[0], ref.deck) == ("play", ["4"], [])


def test_v4_v5_v13_what_beats_what() -> None:
    """V4, V5, V13, RY-07, RY-10, RY-20, RY-28, RY-29, R2, R10, R23, R39, R40, R41, section 7"""
    assert robbed("play Jx2", ["13 13", "J J", "12 J"]) == [1, 3]
    assert [robbed(play, ["J", ""]) for play in ("play 13x1", "play Jx1", "play 1x1")] == [[], [], []]
    for play, found in [("play 2x1", [1]), ("play 13x1", [1]), ("play Jx1", [1]), ("play 1x1", [])]:
        assert robbed(play, ["1", ""], mode="expert") == found
    assert robbed("play 1x1", ["13", "J", "5"], mode="expert") == [1, 2]
    assert robbed("play 1x1 +J", ["13 13", "13 J", "J J", "12 12"], mode="expert") == [1, 2, 3]
    for seats, how in GAMES:
        ref, layers = Referee(seats, **how), [*([str(v)] for v in range(1, 14)), ["J"]]
        table = [[ref.beats(1, x, layer) for layer in layers] for x in range(1, 15)]
        expert = "expert" in how.values()
        assert table == [[x > y or (expert and x == 1 and y >= 13) for y in range(1, 15)] for x in range(1, 15)]
        assert not any(ref.beats(2, x, layer) for x in range(1, 15) for layer in layers)


def test_v14_the_order_of_robbing() -> None:
    """V14, RY-09, RY-19, R8, R9, R42: the uncovered layer is safe in this turn only"""
    ref = do(lay([MORE, MORE, "9 8 1", MORE], ["2", "3", "", "5 | 4"], turn=2), "play 9x1")
    assert let_go(ref) == [3, 0, 1] and ref.table[3] == [["5"]] and (ref.phase, ref.turn) == ("play", 3)
    ref.turn = 0
    assert let_go(do(ref, "play 10x1")) == [2, 3]


def test_v15_scores() -> None:
    """V15, RY-25, RY-26, R43"""
    for laid, held, scores, ranks in (
        ([15, 13, 12, 10], [3, 1, 0, 4], [12, 12, 12, 6], [3, 2, 1, 4]),
        ([15, 13, 10], [3, 1, 4], [12, 12, 6], [2, 1, 3]),
        ([13, 13], [1, 1], [12, 12], [1, 1]),
        ([0, 1, 3], [5, 9, 11], [-5, -8, -8], [1, 2, 3]),
    ):
        ref = Referee(len(laid))
        ref.table, ref.hand = [[["1"]] * cards for cards in laid], [["1"] * cards for cards in held]
        assert (ref.scores(), ref.ranks()) == (scores, ranks)


def test_v0_v16_legal_and_illegal_plays() -> None:
    """V0, V16, RY-05, RY-06, R4, R5, R13, R22"""
    ref = lay(["4 4 5 J", MORE, MORE])
    plays = ["4x1", "4x1 +J", "4x2", "4x2 +J", "5x1", "5x1 +J", "Jx1"]
    assert options(ref) == [f"play {play}" for play in plays]
    for play in ("4x3", "4x0", "5x1 +2J", "6x1", "Jx2", "4+5"):
        assert refused(ref, 0, f"play {play}")
    ref.hand[0] = ref.cards
    assert len(options(ref)) == 629 and "play 7x3 +2J" in options(ref)
    assert do(ref, "play 4x3 +J").table[0] == [["4", "4", "4", "J"]] and ref.played == (4, 4)


def test_v17_v19_sets_and_groups_in_a_duel() -> None:
    """V17, V19, RY-33, RY-34, RY-36, R30, R32, R33"""
    row = {3: 2, 5: 2, 9: 2, 7: 3, 2: 4}
    ref = do(lay(["8 8 8 1", MORE], virtual=row), "play 8x2")
    assert (ref.phase, ref.actors(), options(ref)) == ("virtual", {0}, ["rob 3", "rob 5"])
    do(ref, "rob 5")
    assert (ref.phase, ref.hand[0], ref.known[0]) == ("restock", ["1", "5", "5", "8"], ["5", "5"])
    assert refused(ref, "table", "go on", "13", match="12")
    do(ref, "go on: 13 5 J 12")
    assert (ref.virtual[5], ref.virtual[12], ref.pool[:2]) == (1, 1, [["1", "13"], ["2", "J"]])
    assert (ref.phase, ref.turn, ref.stole) == ("play", 1, False)  # a theft bars the draw
    assert do(lay(["8 8 8 1", MORE], virtual=row), "play 8x1").phase == "offer"
    assert do(lay(["8 J 1", MORE], virtual={3: 2}, deck=""), "play 8x1 +J").turn == 1  # R35: nothing to turn
    ref = do(lay(["8 9", MORE], pool="2+13 3+J 4 5 6 7"), "play 8x1", "draw pool 0")
    assert (ref.hand[0], ref.known[0]) == (["2", "9", "13"], ["2", "13"])
    assert do(ref, "go on: 13").pool[0] == ["13"]
    ref = do(lay(["8 8 9", MORE], ["", "3 3"], pool="2+13 3+J 4 5 6 7"), "play 8x2", "take")
    do(ref, "draw pool 0", "draw pool 1")
    assert (ref.phase, sizes(ref)) == ("refill", [3, 7])
    ref = do(lay(["8 9", MORE], pool="2+13+J", deck=""), "play 8x1", "draw pool 0")
    assert (ref.phase, ref.scores()) == ("over", [-3, -3])


@pytest.mark.parametrize("rules", RULES)
def test_v20_v21_both_or_nobody(rules: str) -> None:
    """V20, V21, RY-35, R34, R36, R37: the virtual player first, his refill, then the opponent"""
    ref = do(lay(["10 10 9", MORE], ["", "6 6"], virtual={4: 2, 9: 3, 8: 8}, duel_rules=rules), "play 10x2")
    assert (ref.phase, ref.hand[0], ref.queue) == ("restock", ["4", "4", "9"], [1])
    do(ref, "go on: 7 7")
    assert (ref.phase, ref.victim, ref.virtual[7]) == ("loot", 1, 2)
    assert (do(ref, "leave", "reclaim").phase, ref.turn) == ("play", 1)
    ref = do(lay(["3 3 9", MORE], ["", "6 6"], virtual={4: 2, 2: 1}, duel_rules=rules), "play 3x2")
    assert (ref.phase, ref.turn) == (("offer", 0) if rules == "basic" else ("play", 1))
    ref = do(lay(["1 9", MORE], ["", "13"], virtual={4: 1}, duel_rules=rules), "play 1x1")
    assert (ref.phase == "loot") == (rules == "expert") and ref.virtual[4] == 1


def test_v23_the_loop_of_experts_and_the_fuses() -> None:
    """V23, RY-39, R38"""
    hands, plays = ["13 2", "1 2", "5 2"], ["play 13x1", "play 1x1", "play 5x1"]

    def loop(**how: Any) -> Referee:
        ref = lay(hands, mode="expert", **how)
        while ref.phase != "over":
            let_go(do(ref, plays[ref.turn]))
            assert ref.phase == "over" or len(ref.hand[ref.turn]) == 2
        return ref

    ref = loop()
    assert (ref.turns, ref.quiet, ref.turn) == (100, 100, 0) and ref.deck == lay(hands).deck
    assert loop(no_progress_limit=None, max_turns=120).turns == loop(no_progress_limit=120).turns == 120
    assert do(lay(hands, mode="advanced"), *plays[:2]).phase == "play"
    limits = [Referee(seats, **how).no_progress_limit for seats, how in GAMES]
    assert limits == [None, None, 100] * 4 and Referee(3, no_progress_limit=7).no_progress_limit == 7
    # a drawn card or a robbed virtual set starts the count anew
    ref = lay(["3 4 5 6", "7 8 9 10", "11 12 13 13"], no_progress_limit=2)
    do(ref, "play 3x1", "no draw", "play 7x1", "leave", "reclaim")
    assert (ref.phase, ref.quiet) == ("over", 2)
    ref = lay(["3 4 5 6", "1 8 9 10", "11 12 13 13"], no_progress_limit=2)
    do(ref, "play 3x1", "no draw", "play 1x1", "draw deck: 7", "play 11x1", "leave", "reclaim", "leave", "reclaim")
    assert (ref.phase, ref.quiet, ref.turns) == ("play", 1, 3)
    ref = do(lay(["8 9 9", "3 2"], virtual={2: 1}, deck="", no_progress_limit=1), "play 8x1")
    assert (ref.phase, ref.quiet) == ("play", 0)


def check(ref: Referee, cards: list[str]) -> None:
    """Section 10, as far as one position tells it."""
    assert everywhere(ref) == cards  # 1
    for layer in (layer for table in ref.table for layer in table):
        assert 1 <= len(layer) <= 13 and len({*layer} - {"J"}) <= 1  # 2
    assert ref.phase != "play" or ((all(ref.pool) or not ref.deck) and all(ref.hand))  # 3, 5
    assert ref.duel or all(len(slot) <= 1 for slot in ref.pool)  # 3
    assert sum(ref.virtual.values()) <= ref.row  # 7
    assert all(not Counter(some) - Counter(hand) for some, hand in zip(ref.known, ref.hand, strict=True))
    on_tables = sum(len(layer) for table in ref.table for layer in table)
    assert sum(s + 2 * n for s, n in zip(ref.scores(), sizes(ref), strict=True)) == on_tables + sum(sizes(ref))  # 10


def unseen(ref: Referee, seat: int | None) -> list[str]:
    hidden = [without(ref.hand[p], ref.known[p]) for p in range(ref.seats) if p != seat]
    return [card for cards in [*hidden, ref.deck] for card in cards]


def placed(ref: Referee, seat: int | None, order: Sequence[str]) -> Referee:
    """The position with these cards in the places that the seat does not see."""
    other, cards = copy.copy(ref), iter(order)
    for p in range(ref.seats):
        if p != seat:
            fresh = [next(cards) for _ in range(len(ref.hand[p]) - len(ref.known[p]))]
            other.hand = [*other.hand[:p], ordered([*ref.known[p], *fresh]), *other.hand[p + 1 :]]
    other.deck = ordered([*cards])
    return other


@pytest.mark.parametrize(("seats", "how"), GAMES, ids=str)
def test_the_invariants_in_random_games(seats: int, how: dict[str, Any], full: bool) -> None:
    """Section 10"""
    for game in range(4 if full else 1):
        rng = Random(f"{seats} {how} {game}")
        ref, lost = Referee(seats, starter=game % seats, **how), Counter[int | None]()
        cards, before = ordered(ref.cards), copy.copy(ref)
        for actor, text, left in random_play(ref, rng):
            check(ref, cards)
            assert before.actors() == {actor} and len(before.deck) - len(left) - len(ref.deck) in (0, 4)
            supply, was = (len(r.deck) + sum(map(len, r.pool)) + sum(r.virtual.values()) for r in (ref, before))
            assert before.phase == "deal" or (supply <= was and len(ref.deck) <= len(before.deck))  # 4
            assert not Counter(before.discard) - Counter(ref.discard)  # 4
            grown = [new - old for new, old in zip(sizes(ref), sizes(before), strict=True)]
            if text in ("take", "reclaim", "discard"):
                lost[before.victim] += 1
                gainer = {"take": before.turn, "reclaim": before.victim}.get(text)
                assert grown == [before.played[0] * (p == gainer) for p in range(seats)] and supply == was  # 8
            if isinstance(actor, int) and text.startswith("draw"):
                assert actor == (before.turn if before.victim is None else before.victim)
                assert grown[actor] == 1 or (ref.duel and grown[actor] > 1)
            assert before.phase != "restock" or not ref.deck or sum(ref.virtual.values()) == 13  # 7
            if ref.turns != before.turns or ref.phase == "over":
                assert set(lost.values()) <= {1} and before.turn not in lost  # 6
                lost.clear()
            ended = before.phase == "play" and not ref.hand[before.turn]
            ended |= text.startswith("draw") and not ref.deck and not any(ref.pool)
            ended |= ref.quiet == ref.no_progress_limit or ref.turns == ref.max_turns
            assert (ref.phase == "over") == ended  # 9
            seat = rng.choice((None, *range(seats)))
            twin = placed(ref, seat, rng.sample(hidden := unseen(ref, seat), len(hidden)))
            assert twin.view(seat) == ref.view(seat) and (seat is None or twin.legal(seat) == ref.legal(seat))  # 11
            before = copy.copy(ref)


def test_a_view_shows_what_the_rules_allow() -> None:
    """RY-38, R24, section 5"""
    ref = do(lay(["8 9", MORE, MORE], ["", "3"]), "play 8x1", "take", "draw deck: 13", "play 13x1", "leave", "discard")
    view = ref.view(0)
    assert view["hand"] == ["3", "9"] and view["hand_sizes"] == [2, 3, 3] and ref.view(None)["hand"] is None
    assert view["known"] == [["3"], [], []] and view["discard"] == ["8"] and view["deck_size"] == len(ref.deck)
    assert "deck" not in view and (view["phase"], view["victim"], view["owed"]) == ("draw", 0, 1)


def truth(ref: Referee) -> World:
    return tuple(tuple(hand) for hand in ref.hand), tuple(ref.deck)


def test_worlds_of_a_fresh_deal_are_what_the_deals_make_of_them() -> None:
    """Section 5: all deals of a tiny deck, sorted by what a seat sees of them"""
    found: dict[str, dict[World, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    sample: dict[str, tuple[Referee, int | None]] = {}
    small = {**TINY, "copies": [2, 1, *[0] * 11], "jokers": 1, "hand_size": 1}
    for chance, ref in branches(Referee(3, **small)):
        for seat in (0, 2, None):
            seen = f"{seat} {ref.view(seat)}"
            found[seen][truth(ref)] += chance
            sample[seen] = (ref, seat)
    for seen, weights in found.items():
        total = sum(weights.values())
        assert worlds(*sample[seen]) == {world: weight / total for world, weight in weights.items()}


@pytest.mark.parametrize(("seats", "how"), [(3, TINY), (3, TINY | {"mode": "expert"}), (2, SMALL_DUEL)], ids=str)
def test_worlds_of_random_positions_against_all_orders(seats: int, how: dict[str, Any]) -> None:
    """Section 5: every order of the unseen physical cards is equally likely"""
    rng, checked = Random(5), 0
    for _ in range(3):
        ref = Referee(seats, **how)
        for _ in random_play(ref, rng):
            for seat in (None, *range(seats)):
                found = worlds(ref, seat)
                assert sum(found.values()) == 1 and truth(ref) in found
                if len(unseen(ref, seat)) <= 6:
                    counted = Counter(truth(placed(ref, seat, order)) for order in permutations(unseen(ref, seat)))
                    assert found == {world: Fraction(n, counted.total()) for world, n in counted.items()}
                    checked += 1
    assert checked > 30


PERFT = [
    (do(Referee(3, **TINY), "go on: 5 1 1 3 5 13 J"), 12, 546),
    (do(Referee(3, mode="expert", **TINY), "go on: 13 1 1 3 5 J 5"), 12, 640),
    (Referee(2, **TINY_DUEL), 5, 2285),
]


@pytest.mark.parametrize(("ref", "depth", "number"), PERFT)
def test_perft_counts_the_branches(ref: Referee, depth: int, number: int) -> None:
    """RY-14: tiny decks, with and without a memory of positions"""
    layer = [ref]
    for _ in range(depth):
        found = [list(branches(one)) for one in layer]
        assert all(sum(chance for chance, _ in some) == 1 for some in found if some)
        layer = [child for some in found for child in {key(child): child for _, child in some}.values()]
    assert len(layer) == perft(ref, depth) == number
