"""What can be computed about a decision in szacunki: ranges, dice, exchanges and final guesses by their expected value
over all hands that the own rack may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from sprawdzam.engine.compile import build
from sprawdzam.engine.contract import HOLE, State
from sprawdzam.engine.scene import legal_for
from sprawdzam.engine.texts import Texts
from sprawdzam.games.szacunki import posterior, prospects, rules
from sprawdzam.games.szacunki.posterior import CARDS, MOST_HANDS
from sprawdzam.games.szacunki.state import (
    COLOURS,
    EXCHANGE,
    GREY,
    GUESS,
    GUESSES,
    NUMBERS,
    PICK,
    PLACE,
    POINTS,
    SET,
    SIZES,
    TRACK,
    Phase,
)
from sprawdzam.games.szacunki.words import card_name, dice_words, range_words

FEW = 4000  # hands that are counted for each of many dice; of more, evenly some

Values = dict[int, float]  # what actions promise, in points


@cache
def machine_code() -> Any:
    """The functions of ``posterior`` and ``prospects``, compiled; the same names as in the modules."""
    return build(posterior, prospects, label="szacunki_expert")


def advise(v: State, seat: int) -> dict[int, float] | None:
    """The action with the highest value; None where the seat has nothing to choose."""
    legal = legal_for(rules, v, seat)
    if not legal:
        return None
    if len(legal) == 1:
        return {legal[0]: 1.0}
    values = weigh(v, seat, legal)
    return {max(values, key=values.__getitem__): 1.0}


def weigh(v: State, seat: int, legal: Sequence[int]) -> Values:
    """What each legal action promises: points now, those of the final guess, and what knowledge brings until then."""
    if v.phase == Phase.GUESS:
        known = chances(v, seat)[v.seat[seat].written]
        return {a: float(machine_code().value_of_guess(known, int(GUESSES[a - GUESS]))) for a in legal}
    table, number = hands(v, seat)
    if v.phase == Phase.EXCHANGE:
        found = np.zeros(COLOURS)
        machine_code().exchanges(v.pack(), table, number, found)
        return {action: float(found[action - EXCHANGE]) for action in legal}
    if v.phase in (Phase.PICK, Phase.PLACE):
        ranges = np.full((SIZES + 1, TRACK), -np.inf)
        machine_code().ranges(v.pack(), table, number, np.array(rules.now(v).dice), ranges)
        if v.phase == Phase.PICK:
            return {action: float(ranges[action - PICK].max()) for action in legal}
        return {action: float(ranges[rules.now(v).size[seat], action - PLACE]) for action in legal}
    return weigh_dice(v, table, number, legal)


def weigh_dice(v: State, table: Any, number: int, legal: Sequence[int]) -> Values:
    """What each of the dice that the roller can make of these promises; before a turn, what can be made of them then.

    A grey die of the game for beginners may become anything, and then one die may be turned (SZ-38, SZ-39).
    """
    counts = np.zeros((TRACK + 1, CARDS, CARDS), np.int32)
    step = -(-number // FEW)
    packed = v.pack()

    @cache
    def value(dice: tuple[int, ...]) -> float:
        return float(machine_code().dice(packed, table, number, step, np.array(dice), counts))

    @cache
    def best(dice: tuple[int, ...]) -> float:
        return max(value(made) for made in turned(dice, v.option.colours))

    found = {}
    for action in legal:
        world = v.copy()
        if v.phase == Phase.TURN:
            rules.turn_die(world, action)
            found[action] = value(tuple(rules.now(world).dice))
        else:
            rules.change_die(world, GREY, action - SET)
            found[action] = max(best(filled) for filled in without_grey(rules.now(world).dice))
    return found


def turned(dice: Sequence[int], colours: int) -> set[tuple[int, ...]]:
    """All dice that these can be made into by turning at most one (SZ-11)."""
    found = {tuple(sorted(dice))}
    for i in range(3):
        found |= {tuple(sorted((*dice[:i], new, *dice[i + 1 :]))) for new in range(1, colours + 1)}
    return found


def without_grey(dice: Sequence[int]) -> list[tuple[int, ...]]:
    """All dice that these can be made into by setting every grey one."""
    known = [die for die in dice if die <= GREY]
    return [(*known, *more) for more in combinations_with_replacement(range(1, GREY + 1), 3 - len(known))]


# --- knowledge ---


def hands(v: State, seat: int) -> tuple[Any, int]:
    """All hands that a seat may have, a row of numbers for each, and how many there are; all are equally likely."""
    table = np.zeros((MOST_HANDS, COLOURS), np.int8)
    return table, int(machine_code().hands_of(v.pack(), seat, table))


def chances(v: State, seat: int) -> Any:
    """``[colour, number]``: how likely each number is on the own rack."""
    table, number = hands(v, seat)
    found = np.zeros((COLOURS, NUMBERS))
    machine_code().card_chances(table, number, v.option.colours, found)
    return found


def sums(v: State, seat: int, dice: Sequence[int]) -> Any:
    """``[sum]``: how likely each sum of the own cards is with these dice."""
    table, number = hands(v, seat)
    totals = table[:number, [die - 1 for die in dice]].sum(axis=1)
    return np.bincount(totals, minlength=TRACK) / number


# --- in words ---


def why(v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> str:
    """The odds behind an action."""
    if action not in legal_for(rules, v, seat):
        return ""
    if v.phase == Phase.GUESS:
        return _why_guess(v, seat, int(GUESSES[action - GUESS]), texts)
    if v.phase == Phase.EXCHANGE:
        return _why_exchange(v, seat, action - EXCHANGE, texts)
    if v.phase == Phase.GREY:
        return _possible(v, seat, action - SET, texts)
    if v.phase == Phase.PLACE:
        return _why_place(v, seat, action - PLACE, texts)
    dice = list(rules.now(v).dice)
    if v.phase == Phase.PICK:
        size = action - PICK
        first, hit = _likeliest(sums(v, seat, dice), size)
        return texts("{range} is the likeliest place: right with {n} %, {points} points on average.",
                     range=range_words(first, size), n=round(100 * hit),
                     points=texts.decimal(hit * POINTS[size]))  # fmt: skip
    world = v.copy()
    rules.turn_die(world, action)
    dice = list(rules.now(world).dice)
    chance = sums(v, seat, dice)
    points = max(_likeliest(chance, size)[1] * POINTS[size] for size in range(1, SIZES + 1))
    return texts("With {dice} an estimate can bring you {points} points on average.",
                 dice=dice_words(texts, dice), points=texts.decimal(points))  # fmt: skip


def _likeliest(chance: Any, size: int) -> tuple[int, float]:
    """Where a token covers most, and how likely it is right there."""
    covered = np.convolve(chance, np.ones(size), "valid")
    return int(covered.argmax()), float(covered.max())


def _why_place(v: State, seat: int, first: int, texts: Texts) -> str:
    size = rules.now(v).size[seat]
    number = hands(v, seat)[1]
    hit = float(sums(v, seat, rules.now(v).dice)[first : first + size].sum())
    told = texts("{range} holds your sum with {n} %: {points} points on average.",
                 range=range_words(first, size), n=round(100 * hit),
                 points=texts.decimal(hit * POINTS[size]))  # fmt: skip
    left = texts("If it does, {left} of {all} possible hands are left.", left=round(hit * number), all=number)
    return f"{told} {left}" if hit > 0 else told


def _why_exchange(v: State, seat: int, c: int, texts: Texts) -> str:
    fresh = sum(v.colour[c].unseen) - 1
    return _possible(v, seat, c, texts) + " " + texts("The new one will be one of {n}.", n=fresh)


def _possible(v: State, seat: int, c: int, texts: Texts) -> str:
    """What the own card of a colour may be."""
    known = chances(v, seat)[c]
    card = card_name(texts, c, HOLE)
    numbers = [n for n in range(NUMBERS) if known[n] > 0]
    if len(numbers) == 1:
        return texts("You know {card}: {n}.", card=card, n=numbers[0])
    return texts("What {card} may be: {numbers}; the likeliest is {best}, with {n} %.",
                 card=card, numbers=", ".join(map(str, numbers)), best=int(known.argmax()),
                 n=round(100 * known.max()))  # fmt: skip


def _why_guess(v: State, seat: int, mask: int, texts: Texts) -> str:
    known = chances(v, seat)[v.seat[seat].written]
    points = float(machine_code().value_of_guess(known, mask))
    if not mask:
        return texts("An empty guess costs 2 points.")
    hit = sum(known[n] for n in range(NUMBERS) if mask >> n & 1)
    return texts("{numbers}: right with {n} %, {points} points on average.",
                 numbers=" ".join(str(n) for n in range(NUMBERS) if mask >> n & 1), n=round(100 * hit),
                 points=texts.decimal(points))  # fmt: skip
