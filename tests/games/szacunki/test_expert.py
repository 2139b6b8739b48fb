"""Advice in szacunki against brute force: every hand that a seat may have, and everything that it could do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprawdzam import TABLE, View
from sprawdzam.engine.chance import Fast
from sprawdzam.engine.compile import build
from sprawdzam.engine.texts import texts
from sprawdzam.games.szacunki import expert, posterior, prospects
from sprawdzam.games.szacunki.state import EXCHANGE, GUESS, GUESSES, Phase

from .tables import SZACUNKI
from .test_deduce import KINDS, laid, possible

Hand = tuple[int, ...]
Known = list[dict[int, float]]  # for each colour how likely its numbers are

PRIZE = {1: 5, 2: 2, 3: 1}  # SZ-32: what the rules say, not what the package says
MISSED = -2  # SZ-33
POINTS = {size: 8 - size for size in range(1, 8)}
SETS = [[n for n in range(8) if mask >> n & 1] for mask in range(256) if bin(mask).count("1") <= 3]
seeds = st.integers(0, 10**6)


@cache
def walk(seats: int, colours: int, seed: int) -> list[View]:
    """What whoever has to decide sees, in a random match that often takes wide tokens, so that much is learned."""
    luck = Random(seed)
    match = SZACUNKI.setup(seats, colours=colours).start(seed=seed)
    found = []
    while not match.over:
        seat = luck.choice([seat for seat in match.actors if seat != TABLE])
        view = match.view(seat)
        found.append(view)
        actions = view.actions
        match.play(
            seat, actions[-1] if view.record.phase == Phase.PICK and luck.random() < 0.6 else luck.choice(actions)
        )
    return found


def views_in(phases: Sequence[Phase], seed: int) -> list[View]:
    luck = Random(seed)
    views = walk(luck.choice([2, 3, 4]), luck.choice([5, 6]), seed)
    return [view for view in views if view.record.phase in phases and len(view.actions) > 1]


def knowledge(hands: Sequence[Hand]) -> Known:
    counts = [Counter(column) for column in zip(*hands, strict=True)]
    return [{n: number / len(hands) for n, number in count.items()} for count in counts]


def guess_worth(chances: dict[int, float], numbers: Sequence[int]) -> float:
    """SZ-32, SZ-33: what writing these numbers for a colour brings on average."""
    hit = sum(chances.get(n, 0.0) for n in numbers)
    return hit * PRIZE.get(len(numbers), 0) + (1 - hit) * MISSED


def best_guesses(known: Known) -> float:
    """The points of the best guesses of all: everything that can be written is tried for each colour."""
    return sum(max(guess_worth(chances, numbers) for numbers in SETS) for chances in known)


# --- what is known ---


@pytest.mark.parametrize("kind", KINDS)
def test_the_posterior_is_every_hand_that_agrees_with_all_that_was_said(kind: str) -> None:
    """SZ-27, SZ R39"""
    view = laid(kind)
    table, number = expert.hands(view.record, 0)
    colours = view.record.option.colours
    assert [tuple(map(int, hand[:colours])) for hand in table[:number]] == possible(view.position, 0)


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_chances_of_cards_and_sums_are_those_of_all_hands(seed: int) -> None:
    """SZ-14: at any moment of random matches; also in machine code that interpreted code agrees with."""
    view = Random(seed).choice(views_in([Phase.PLACE, Phase.GUESS, Phase.EXCHANGE], seed))
    hands = possible(view.position, view.seat)
    found = expert.chances(view.record, view.seat)
    for c, chances in enumerate(knowledge(hands)):
        assert found[c] == pytest.approx([chances.get(n, 0.0) for n in range(8)])
    dice = list(view.record.past[view.record.round - 1].dice)
    totals = Counter(sum(hand[die - 1] for die in dice) for hand in hands)
    assert expert.sums(view.record, view.seat, dice) == pytest.approx([totals[t] / len(hands) for t in range(22)])


def test_a_seat_knows_what_it_would_find_by_imagining() -> None:
    """SZ-27: the chances are the frequencies in imagined worlds."""
    view = laid("late")
    chance, found, times = Fast(5), np.zeros((6, 8)), 1000
    for _ in range(times):
        world = view.record.copy()
        SZACUNKI.rules.imagine(world, 0, chance)
        for c, card in enumerate(world.rack[0].card):
            found[c, card - 1] += 1 / times
    assert abs(found - expert.chances(view.record, 0)).max() < 4 * 0.5 / times**0.5


# --- the final guess ---


def guesses_of(view: View, code: Any) -> list[list[int]]:
    """What is advised for every colour, one after another."""
    v = view.record.copy()
    found = []
    for c in range(v.option.colours):
        v.seat[view.seat].written = c
        chances = expert.chances(v, view.seat)[c]
        values = [code.value_of_guess(chances, int(mask)) for mask in GUESSES]
        mask = int(GUESSES[int(np.argmax(values))])
        found.append([n for n in range(8) if mask >> n & 1])
    return found


def is_optimal(view: View, guesses: Sequence[Sequence[int]]) -> bool:
    known = knowledge(possible(view.position, view.seat))
    worth = sum(guess_worth(chances, numbers) for chances, numbers in zip(known, guesses, strict=True))
    return worth == pytest.approx(best_guesses(known))


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_the_final_guess_is_worth_as_much_as_the_best_of_all(seed: int) -> None:
    """SZ-31, SZ-32, SZ-33: played colour by colour as advised, over all worlds and against all guesses."""
    view = views_in([Phase.GUESS], seed)[0]
    v = view.record.copy()
    advised = []
    for c in range(v.option.colours):
        v.seat[view.seat].written = c
        ((action, share),) = (expert.advise(v, view.seat) or {}).items()
        assert share == 1.0
        advised.append([n for n in range(8) if int(GUESSES[action - GUESS]) >> n & 1])
    assert is_optimal(view, advised)


def test_guesses_of_two_colours_together_are_not_better() -> None:
    """R33: points are added up, so colours can be guessed one by one although their cards hang together."""
    view = laid("late")
    hands = possible(view.position, 0)
    guesses = guesses_of(view, prospects)

    def worth(chosen: Sequence[Sequence[int]]) -> float:
        won = [
            sum(PRIZE[len(g)] if g and n in g else MISSED for n, g in zip(hand, chosen, strict=True)) for hand in hands
        ]
        return sum(won) / len(won)

    few = [numbers for numbers in SETS if len(numbers) == 1] + [[0, 1], [1, 2], [2, 3], [0, 1, 2], [1, 2, 3], []]
    best = max(worth([first, second, *guesses[2:]]) for first in few for second in few)
    assert worth(guesses) >= best - 1e-9


@pytest.mark.parametrize("prizes", [(-2, 5, 2, 2), (-2, 5, 3, 1), (-2, 4, 3, 1), (-1, 9, 2, 1)])
def test_other_prizes_would_be_noticed(prizes: tuple[int, ...]) -> None:
    """A mutant of the package guesses worse somewhere."""
    mutant = build(prospects, jit=False, PRIZES=np.array(prizes))
    views = [view for seed in range(40, 52) for view in views_in([Phase.GUESS], seed)[:1]]
    assert all(is_optimal(view, guesses_of(view, prospects)) for view in views)
    assert not all(is_optimal(view, guesses_of(view, mutant)) for view in views)


# --- ranges and exchanges ---


def after_exchange(view: View, hands: Sequence[Hand], c: int) -> float:
    """SZ-21, SZ-22: the own card is seen, and the new one is any that nobody has seen."""
    unseen = [n for n in range(8) if view.record.colour[c].unseen[n]]
    total = 0.0
    for n in {hand[c] for hand in hands}:
        some = [hand for hand in hands if hand[c] == n]
        known = knowledge(some)
        known[c] = {m: 1 / (len(unseen) - 1) for m in unseen if m != n}
        total += len(some) * best_guesses(known)
    return total / len(hands)


def after_miss(view: View, hands: Sequence[Hand]) -> float:
    ways = [after_exchange(view, hands, c) for c in range(view.record.option.colours) if view.record.colour[c].stack]
    return max(ways) if ways else best_guesses(knowledge(hands))


def range_worth(view: View, hands: Sequence[Hand], dice: Sequence[int], size: int, first: int) -> float:
    """What a range brings: its points, and those of the best guess after what it says."""
    told: dict[str, list[Hand]] = {}
    for hand in hands:
        total = sum(hand[die - 1] for die in dice)
        result = "hit" if first <= total < first + size else "miss" if size == 1 else "low" if total < first else "high"
        told.setdefault(result, []).append(hand)
    value = sum(len(some) * after_miss(view, some) for result, some in told.items() if result != "hit")
    if hit := told.get("hit"):
        value += len(hit) * (POINTS[size] + best_guesses(knowledge(hit)))
    return value / len(hands)


def some_views(phases: Sequence[Phase], most: int, number: int) -> list[View]:
    """With few hands that are possible."""
    found: list[View] = []
    for seed in range(100, 140):
        for view in views_in(phases, seed)[-6:] if len(found) < number else []:
            if 3 < len(possible(view.position, view.seat)) < most:
                found.append(view)
    return found[:number]


def test_a_range_is_worth_its_points_and_the_guess_after_it() -> None:
    """SZ-16, SZ-17, SZ-18, SZ R16: exactly, for every token at every place."""
    for view in some_views([Phase.PLACE], 16, 3):
        hands = possible(view.position, view.seat)
        dice = list(view.record.past[view.record.round - 1].dice)
        table, number = expert.hands(view.record, view.seat)
        values = np.zeros((8, 22))
        expert.machine_code().ranges(view.record.pack(), table, number, np.array(dice), values)
        for size in range(1, 8):
            for first in range(size % 4, 23 - size, 4):
                assert values[size, first] == pytest.approx(range_worth(view, hands, dice, size, first))


def test_the_best_card_is_exchanged() -> None:
    """SZ-20, SZ R27"""
    checked = 0
    for view in some_views([Phase.EXCHANGE], 100, 5):
        hands = possible(view.position, view.seat)
        colours = [action - EXCHANGE for action in view.actions]
        ((action, _),) = (expert.advise(view.record, view.seat) or {}).items()
        worth = {c: after_exchange(view, hands, c) for c in colours}
        assert worth[action - EXCHANGE] == pytest.approx(max(worth.values()))
        checked += max(worth.values()) > min(worth.values()) + 0.1
    assert checked > 1


def test_a_known_sum_is_hit_with_the_narrowest_token() -> None:
    view = next(
        view
        for seed in range(100, 160)
        for view in views_in([Phase.PICK], seed)
        if max(expert.sums(view.record, view.seat, view.record.past[view.record.round - 1].dice)) == 1.0
    )
    ((action, _),) = (expert.advise(view.record, view.seat) or {}).items()
    assert action == view.actions[0]


# --- machine code, legality, words ---


def test_machine_code_weighs_as_interpreted_code_does() -> None:
    view = laid("late")
    table, number = expert.hands(view.record, 0)
    counts = np.zeros((23, posterior.CARDS, posterior.CARDS), np.int32)
    compiled, plain = expert.machine_code(), prospects
    dice = np.array([5, 5, 6])
    packed = view.record.pack()
    same: list[Callable[[Any, Any], Any]] = [
        lambda code, v: code.dice(v, table, number, 1, dice, counts),
        lambda code, v: _written(lambda out: code.exchanges(v, table, number, out), 6),
    ]
    for call in same:
        assert call(plain, [view.record]) == pytest.approx(call(compiled, packed), abs=1e-9)
    weighed = np.zeros((8, 22))
    compiled.ranges(packed, table, number, dice, weighed)
    compiled_counts, misses = np.zeros_like(counts), np.zeros((2, 23))
    posterior.count_hands(table, number, 1, 6, dice, compiled_counts)
    for size, first in [(1, 4), (3, 9), (7, 0), (5, 17)]:
        one = prospects.weigh_range(view.record, compiled_counts, number, size, first, misses)
        assert one == pytest.approx(weighed[size, first])


def _written(call: Callable[[Any], None], size: int) -> Any:
    out = np.zeros(size)
    call(out)
    return out


@settings(max_examples=8, deadline=None)
@given(seeds)
def test_advice_is_legal_and_depends_on_the_view_alone(seed: int) -> None:
    """Law 10: the same in a world that the seat cannot tell from the true one."""
    luck = Random(seed)
    for view in luck.sample(walk(luck.choice([2, 3, 4]), luck.choice([5, 6]), seed), 8):
        advice = expert.advise(view.record, view.seat)
        assert advice and set(advice) <= set(view.actions) and sum(advice.values()) == pytest.approx(1.0)
        world = view.record.copy()
        SZACUNKI.rules.imagine(world, view.seat, Fast(seed))
        again = View.of(SZACUNKI, world, view.seat)
        assert again.record == view.record and expert.advise(again.record, view.seat) == advice


def test_nobody_is_advised_out_of_turn() -> None:
    match = SZACUNKI.setup(2).start(seed=1)
    (actor,) = match.actors
    waiting = match.view(1 - actor)
    assert expert.advise(waiting.record, 1 - actor) is None
    assert expert.why(waiting.record, 1 - actor, 5, texts("en"), ["A", "B"]) == ""


def test_every_kind_of_decision_has_its_reason_in_both_languages() -> None:
    told: dict[int, set[str]] = {}
    for colours in (5, 6):
        for view in walk(2, colours, 3):
            for action in (view.actions[0], view.actions[-1]):
                pair = [expert.why(view.record, view.seat, action, texts(lang), ["A", "B"]) for lang in ("en", "pl")]
                assert all(text.endswith(".") and "{" not in text for text in pair) and pair[0] != pair[1], pair
                told.setdefault(view.record.phase, set()).add(pair[0])
    assert set(told) == {Phase.GREY, Phase.TURN, Phase.PICK, Phase.PLACE, Phase.EXCHANGE, Phase.GUESS}
    assert all(len(found) > 3 for found in told.values())


def test_odds_are_told_as_they_are() -> None:
    view = laid("late")
    number = len(possible(view.position, 0))
    view.record.phase, view.record.waiting = Phase.PLACE, 1
    view.record.past[view.record.round - 1].size[0] = 5
    hit = sum(12 <= sum(hand[die - 1] for die in (5, 5, 6)) <= 16 for hand in possible(view.position, 0))
    action = 43 + 12
    told = expert.why(view.record, 0, action, texts("en"), ["A", "B"])
    points = f"{3 * hit / number:.1f}"
    assert told == (
        f"12–16 holds your sum with {round(100 * hit / number)} %: {points} points on average. "
        f"If it does, {hit} of {number} possible hands are left."
    )
