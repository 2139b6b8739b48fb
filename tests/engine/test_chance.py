"""Sources of chance: each gives what it promises, and a wrong script says what would be right."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from enum import IntEnum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from sprawdzam import BadChance
from sprawdzam.engine import fast
from sprawdzam.engine.chance import Draw, Fast, Keyed, Recorder, Script, Source, kind_at, outcomes, roll, take
from sprawdzam.engine.compile import build


class Zone(IntEnum):
    DICE = 0
    DECK = 1


SECRET = bytes(range(32))
NAMES = {"deck": ("jack", "queen", "king")}


def by_hand(secret: bytes, zone: str, number: int, n: int) -> int:
    """A keyed draw told in other words: the hash as a binary fraction, cut into n equal parts."""
    told = hmac.new(secret, f"{zone} {number}".encode(), hashlib.sha256).hexdigest()
    return int(Fraction(int(told, 16), 2**256) * n)


@pytest.mark.parametrize("number", [0, 1, 17, 10**6])
@pytest.mark.parametrize("n", [1, 2, 6, 30, 10**9])
def test_keyed_draws_can_be_computed_with_any_hmac(number: int, n: int) -> None:
    assert Keyed(SECRET).roll(Zone.DICE, number, n) == by_hand(SECRET, "dice", number, n)
    assert Keyed(SECRET).roll(Zone.DECK, number, n) == by_hand(SECRET, "deck", number, n)


def test_keyed_draws_stay_as_they_are() -> None:
    """A change here would break every log that goes on from a seed."""
    chance = Keyed.from_seed(7)
    assert chance.secret == hashlib.sha256(b"sprawdzam seed 7").digest()
    assert [chance.roll(Zone.DICE, i, 6) for i in range(12)] == [3, 5, 2, 4, 4, 4, 2, 3, 1, 1, 0, 3]


def test_a_keyed_draw_hangs_on_its_address_alone() -> None:
    chance = Keyed(SECRET)
    first = [chance.roll(Zone.DICE, i, 1000) for i in range(20)]
    assert [chance.roll(Zone.DICE, i, 1000) for i in reversed(range(20))] == first[::-1]
    assert [chance.roll(Zone.DECK, i, 1000) for i in range(20)] != first
    assert [Keyed.from_seed(1).roll(Zone.DICE, i, 1000) for i in range(20)] != first


def test_keyed_takes_by_the_place_in_the_multiset() -> None:
    counts = [2, 0, 3, 1]
    laid = [0, 0, 2, 2, 2, 3]
    for number in range(50):
        assert Keyed(SECRET).take(Zone.DECK, number, counts, 6) == laid[by_hand(SECRET, "deck", number, 6)]


def test_a_secret_has_32_bytes_and_a_fresh_one_is_new() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Keyed(b"short")
    assert Keyed.fresh().secret != Keyed.fresh().secret


def test_kind_at_goes_through_the_multiset_in_order() -> None:
    assert [kind_at([1, 0, 2], place) for place in range(3)] == [0, 2, 2]
    with pytest.raises(ValueError, match="empty"):
        kind_at([0, 0], 0)


def test_a_script_gives_what_was_laid_ready_zone_by_zone() -> None:
    script = Script({"deck": [2, 0], "dice": [5]})
    assert take(script, Zone.DECK, 0, [1, 1, 1], 3) == 2
    assert roll(script, Zone.DICE, 0, 6) == 5
    assert script.rest() == {"deck": [0]}
    assert take(script, Zone.DECK, 1, [1, 1, 0], 2) == 0 and script.rest() == {}


@pytest.mark.parametrize(
    ("laid", "problem"),
    [
        ({}, "chance: draw 1 of deck is asked for, 0 laid ready; possible: jack, king"),
        ({"deck": []}, "chance: draw 1 of deck is asked for, 0 laid ready; possible: jack, king"),
        ({"deck": [1]}, "chance: draw 1 of deck cannot be queen; possible: jack, king"),
        ({"deck": [3]}, "chance: draw 1 of deck cannot be 3; possible: jack, king"),
        ({"deck": [-1]}, "chance: draw 1 of deck cannot be -1; possible: jack, king"),
    ],
)
def test_a_script_that_does_not_fit_says_what_would(laid: dict[str, list[int]], problem: str) -> None:
    script = Script(laid, NAMES)
    with pytest.raises(BadChance) as caught:
        script.take(Zone.DECK, 9, [1, 0, 2], 3)
    assert str(caught.value) == problem
    assert script.rest() == {zone: row for zone, row in laid.items() if row}


def test_a_script_counts_its_own_draws_in_an_error() -> None:
    script = Script({"dice": [0, 6]})
    script.roll(Zone.DICE, 0, 6)
    with pytest.raises(BadChance, match="draw 2 of dice cannot be 6; possible: 0, 1, 2, 3, 4, 5"):
        script.roll(Zone.DICE, 1, 6)


def test_a_recorder_passes_on_and_keeps_what_came() -> None:
    recorder = Recorder(Script({"deck": [2], "dice": [4]}))
    assert recorder.roll(Zone.DICE, 3, 6) == 4 and recorder.take(Zone.DECK, 17, [1, 1, 1], 3) == 2
    assert recorder.draws == [Draw(Zone.DICE, 3, 4), Draw(Zone.DECK, 17, 2)]


def two_cards(chance: Source) -> tuple[int, int]:
    deck = [2, 1, 0, 1]
    first = chance.take(Zone.DECK, 0, deck, 4)
    deck[first] -= 1
    return first, chance.take(Zone.DECK, 1, deck, 3)


def test_outcomes_are_all_ways_with_their_weights() -> None:
    found = dict(outcomes(two_cards))
    labelled = [0, 0, 1, 3]
    ways = Counter((a, b) for i, a in enumerate(labelled) for j, b in enumerate(labelled) if i != j)
    assert found == {pair: Fraction(number, 12) for pair, number in ways.items()}
    assert len(list(outcomes(two_cards))) == len(found) and sum(found.values()) == 1


def test_weights_sum_to_one_when_later_draws_hang_on_earlier_ones() -> None:
    def run(chance: Source) -> list[int]:
        dice = [chance.roll(Zone.DICE, 0, 6)]
        while dice[-1] == 5 and len(dice) < 3:
            dice.append(chance.roll(Zone.DICE, len(dice), 6))
        return dice

    found = list(outcomes(run))
    assert len(found) == 5 + 5 + 6 and sum(weight for _, weight in found) == 1
    assert ([5, 5, 5], Fraction(1, 216)) in found


def test_nothing_drawn_is_one_way() -> None:
    assert list(outcomes(lambda chance: "done")) == [("done", Fraction(1))]


@pytest.fixture(scope="module")
def compiled() -> Any:
    return build(fast, label="fast")


@pytest.mark.parametrize("seed", [0, 1, 7, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 123456789123456789])
def test_fast_draws_are_the_same_compiled_and_interpreted(compiled: Any, seed: int) -> None:
    words = np.zeros(4, np.int64)
    compiled.seed(words, seed)
    source = Fast(seed)
    assert source.words == words.tolist()
    counts = np.array([3, 0, 5, 1, 0, 2], np.int32)
    for number in range(200):
        assert source.roll(Zone.DICE, number, 30) == compiled.roll(words, 0, number, 30)
        assert source.take(Zone.DECK, number, counts.tolist(), 11) == compiled.take(words, 1, number, counts, 11)
    assert source.words == words.tolist() and all(0 <= word < 2**32 for word in source.words)


def test_fast_takes_only_what_is_there_as_often_as_it_is_there() -> None:
    source = Fast(3)
    found = Counter(source.take(Zone.DECK, 0, [0, 1, 0, 3, 0], 4) for _ in range(20000))
    assert set(found) == {1, 3} and abs(found[1] / 20000 - 0.25) < 0.02


def test_fast_rolls_are_even() -> None:
    source = Fast(11)
    found = Counter(source.roll(Zone.DICE, 0, 6) for _ in range(60000))
    assert sum((count - 10000) ** 2 / 10000 for count in found.values()) < 30  # chi-squared with 5 degrees


def test_seeds_differ_and_zero_works() -> None:
    rows = {tuple(Fast(seed).roll(Zone.DICE, 0, 2**32) for _ in range(3)) for seed in [*range(500), 2**32, 2**40]}
    rows |= {tuple(Fast(2**33 + seed).words) for seed in range(10)}
    assert len(rows) == 512
