"""The best use of jokers against an exhaustive search, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from sprawdzam.engine.compile import build
from sprawdzam.engine.record import record_class
from sprawdzam.games.fiasko import solver
from sprawdzam.games.fiasko.solver import COMPLETE, best_runs, runs_of
from sprawdzam.games.fiasko.state import SEAT

from .tables import JOKERS, NUMBERS

MOST_WAYS = 6_000  # that the exhaustive search goes through for one holding
WORTH = np.zeros(512, np.int64)  # of the numbers of one colour, a bit for each: 8 * points + complete
for numbers in range(512):
    longest = max(n for n in range(10) if "1" * n in f"{numbers:b}" or n == 0)
    WORTH[numbers] = COMPLETE * longest if longest < 9 else COMPLETE * 10 + 1  # FI-50, FI-51

Holding = tuple[str, ...]


def places(joker: str) -> list[int]:
    """The cards that a joker may be (FI-52), as bits of 36; the first is none."""
    alike = [i for i, card in enumerate(NUMBERS) if joker[0] in ("*", card[0]) and joker[1] in ("*", card[1])]
    return [0, *(1 << i for i in alike)]


@cache
def exhaustive(cards: Holding) -> int:
    """Every joker in every place, in every combination."""
    held = 0
    for card in cards:
        held |= 1 << NUMBERS.index(card) if card in NUMBERS else 0
    ways = np.array([held], np.int64)
    for card in cards:
        if card not in NUMBERS:
            ways = np.unique(ways[:, None] | np.array(places(card), np.int64)[None, :])
    return int(sum(WORTH[ways >> 9 * colour & 511] for colour in range(4)).max())


def in_ways(cards: Sequence[str]) -> int:
    ways = 1
    for card in cards:
        ways *= 1 if card in NUMBERS else len(places(card))
    return ways


def holdings(number: int, seed: int) -> Iterator[Holding]:
    """Random cards, in which a few colours are preferred so that runs grow; jokers as many as can be searched."""
    luck = Random(seed)
    deck = [*(joker for joker in JOKERS), *JOKERS[:4]]
    for _ in range(number):
        colours = luck.sample("BGOR", luck.randint(1, 4))
        density = luck.choice([0.2, 0.5, 0.8])
        cards = [card for card in NUMBERS if card[0] in colours and luck.random() < density]
        wanted = luck.sample(deck, luck.randint(0, 6))
        for joker in wanted:
            if in_ways([*cards, joker]) <= MOST_WAYS:
                cards.append(joker)
        cards += luck.choices(cards, k=2) if cards and cards[0] in NUMBERS else []  # doubles
        yield tuple(card for card in cards if card in NUMBERS or cards.count(card) <= deck.count(card))


def packed(holding: Sequence[str]) -> np.ndarray[Any, Any]:
    array = np.zeros(1, SEAT)
    for card in holding:
        if card in NUMBERS:
            array["number"][0, NUMBERS.index(card)] += 1
        else:
            array["joker"][0, JOKERS.index(card)] += 1
    return array


def interpreted(holding: Sequence[str]) -> int:
    return int(best_runs(record_class(SEAT).unpack(packed(holding))))


@cache
def compiled_code() -> Any:
    return build(solver, label="fiasko_solver").best_runs


def compiled(holding: Sequence[str]) -> int:
    return int(compiled_code()(packed(holding)[0]))


MODES = {"interpreted": (interpreted, 2000), "compiled": (compiled, 6000)}
each_mode = pytest.mark.parametrize("mode", MODES)


@each_mode
def test_jokers_are_laid_in_the_best_way_of_all(mode: str) -> None:
    """FI-50, FI-51, FI-52, FI-53, FI-56, FI R40: most points, and among those most complete runs."""
    solve, number = MODES[mode]
    jokers = 0
    for holding in holdings(number, 1):
        assert solve(holding) == exhaustive(holding), holding
        jokers += sum(card in JOKERS for card in holding)
    assert jokers > 2 * number


def test_the_random_holdings_have_all_that_matters() -> None:
    """FI-52: every joker, complete runs, and points that jokers make."""
    some = list(holdings(700, 1))
    assert {card for holding in some for card in holding} == {*NUMBERS, *JOKERS}
    values = [exhaustive(holding) for holding in some]
    assert {value % COMPLETE for value in values} >= {0, 1, 2}
    bare = [exhaustive(tuple(card for card in holding if card in NUMBERS)) for holding in some]
    assert sum(value % COMPLETE > without % COMPLETE for value, without in zip(values, bare, strict=True)) > 20


VECTORS = [
    ("B1 B2 B4 B5 G7 G9 *3 *8 **", 9, 9),
    ("B1 B2 B4 B5 G1 G2 G4 *3", 7, 7),
    ("B1 B2 B4 B5 G1 G2 G4 *3 G*", 9, 9),
    ("R1 R2 R3 R7 R8 R9 R* R*", 5, 5),
    ("R1 R2 R3 R7 R8 R9 R* R* **", 10, 9),
    ("*1 *2 *3 *4 *5 *6 *7 *8 *9 **", 11, 10),
    ("B1 B2 B3 B4 B5 B6 B7 B8 B9", 10, 9),
    ("", 0, 0),
]


@each_mode
@pytest.mark.parametrize(("cards", "points", "used"), VECTORS)
def test_points_and_cards_of_the_rule_file(mode: str, cards: str, points: int, used: int) -> None:
    """FI-52, FI-53, FI V1, FI V24, FI V25, FI V27, FI V29: cards are points less complete runs."""
    value = MODES[mode][0](cards.split())
    assert (value // COMPLETE, value // COMPLETE - value % COMPLETE) == (points, used)


def test_of_equal_points_the_complete_run_is_laid() -> None:
    """FI-53, FI-56: the fewest cards for the most points."""
    # The jokers complete blue: 10 + 1 + 1. Or they lie in green and orange, two more cards: 7 + 3 + 2.
    cards = [f"B{n}" for n in range(1, 8)] + ["G7", "G9", "O8", "*8", "*9"]
    assert interpreted(cards) == compiled(cards) == exhaustive(tuple(cards)) == COMPLETE * 12 + 1


@pytest.mark.parametrize("jokers", ["*1 *2 *3 *4 *5 *6 *7 *8 *9 ** B* G* O* R*", "B* B* G* G* O* O* R* R* **"])
def test_all_jokers_at_once(jokers: str) -> None:
    """FI-52: interpreted and compiled agree where an exhaustive search is out of reach."""
    luck = Random(3)
    for _ in range(3):
        holding = [*luck.sample(NUMBERS, 12), *jokers.split()]
        assert interpreted(holding) == compiled(holding)
    everything = [*NUMBERS, *jokers.split()]
    assert compiled(everything) == COMPLETE * 40 + 4


@each_mode
def test_more_cards_never_score_less(mode: str) -> None:
    """FI-53, FI R40"""
    solve, _ = MODES[mode]
    luck = Random(5)
    for holding in holdings(60, 6):
        more = [*holding, luck.choice([*NUMBERS, *JOKERS])]
        if all(more.count(joker) <= (2 if joker in JOKERS[:4] else 1) for joker in JOKERS):
            assert solve(more) >= solve(holding)


def test_the_runs_that_are_told_are_those_that_are_counted() -> None:
    """FI-50, FI-51, FI-53: their worth is that of the best ones, and jokers that are owned fill their gaps."""
    for holding in holdings(150, 8):
        runs = runs_of(record_class(SEAT).unpack(packed(holding)))
        laid = sum(
            sum(1 << n - 1 for n in range(first, last + 1)) << 9 * c for c, (first, last) in enumerate(runs) if last
        )
        assert sum(int(WORTH[laid >> 9 * colour & 511]) for colour in range(4)) == interpreted(holding)
        held = sum(1 << NUMBERS.index(card) for card in {*holding} & {*NUMBERS})
        gaps = {0}
        for joker in holding:
            if joker in JOKERS:
                gaps |= {gap | place for gap in gaps for place in places(joker) if place & laid & ~held}
        assert laid & ~held in gaps
