"""The own rack is imagined exactly as the announced results allow, also those about cards exchanged since."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

import sprawdzam
from sprawdzam import SPECTATOR, TABLE, Match, View
from sprawdzam.engine import fast
from sprawdzam.engine.chance import Fast, Keyed, Recorder
from sprawdzam.engine.compiled import compiled
from sprawdzam.games.szacunki.deduce import hands, narrow
from sprawdzam.games.szacunki.sight import DRAWING, EACH
from sprawdzam.games.szacunki.state import SEATS
from sprawdzam.testing import imagined_worlds

from .. import tiny
from .tables import COLOURS, SZACUNKI, at, hits, known, racks_of, turn_of, worlds

Hand = tuple[int, ...]


# --- brute force, told from a view as people read it ---


def numbers_left(position: dict[str, Any], seat: int) -> list[list[int]]:
    """For each colour the numbers that stand on no other rack and were not laid open (section 5)."""
    seen = {card for p, rack in enumerate(position["racks"]) if p != seat for card in rack.split()}
    seen |= {card for told in position["rounds"] for card in told.get("exchanges", ())}
    colours = COLOURS[: position["options"].get("colours", 6)]
    return [[n for n in range(8) if f"{colour}{n}" not in seen] for colour in colours]


def card_then(position: dict[str, Any], seat: int, colour: str, number: int) -> int | None:
    """The card of a colour that a seat had in a round, if it was laid open since (SZ R39)."""
    for told in position["rounds"][number:]:
        card = told.get("exchanges", [""] * 4)[seat]
        if card.startswith(colour):
            return int(card[1])
    return None


def possible(position: dict[str, Any], seat: int) -> list[Hand]:
    """All hands of a seat that agree with everything announced so far, in order: every one is tried."""
    left = numbers_left(position, seat)
    tried = np.array(list(product(*left)))
    fits = np.ones(len(tried), bool)
    for number, told in enumerate(position["rounds"]):
        if "results" not in told:
            continue
        total = np.zeros(len(tried), int)
        for die in told["dice"].split():
            old = card_then(position, seat, die, number)
            total += tried[:, COLOURS.index(die)] if old is None else old
        size, first, result = told["tokens"][seat], told["starts"][seat], told["results"][seat]
        above, below = total > first + size - 1, total < first
        fits &= {"correct": ~above & ~below, "higher": above, "lower": below, "miss": above | below}[result]
        fits &= (size > 1) | ~np.isin(result, ["higher", "lower"])
    return [tuple(map(int, hand)) for hand in tried[fits]]


def listed(view: View) -> list[Hand]:
    """All hands that the package counts, one by one."""
    facts, number, masks = known(view)
    colours, hand = view.record.option.colours, np.zeros(6, np.int64)
    found = []
    for wanted in range(hands(facts, number, masks, colours, hand, -1)):
        assert hands(facts, number, masks, colours, hand, wanted) == wanted
        found.append(tuple(int(n) for n in hand[:colours]))
    return found


def counted(view: View) -> int:
    """The same number, before and after numbers that cannot be were struck."""
    facts, number, masks = known(view)
    colours, hand = view.record.option.colours, np.zeros(6, np.int64)
    found = hands(facts, number, masks, colours, hand, -1)
    assert narrow(facts, number, masks, colours) and found == hands(facts, number, masks, colours, hand, -1)
    return int(found)


@cache
def moments(seats: int, colours: int, seed: int) -> list[Match]:
    """Some moments of a match in which people place where their sum may be: at each of them a copy."""
    luck = Random(seed)
    match = sprawdzam.game("szacunki", seats, colours=colours).start(seed=seed)
    found = []
    while match.position["phase"] != "guess":
        seat = luck.choice(match.actors)
        view = match.view(seat)
        text = luck.choice(view.choices)
        if view.position["phase"] == "place" and luck.random() < 0.7:
            told = view.position["rounds"][-1]
            (world,) = worlds(view, 1, seed=luck.randrange(1000))
            real = sum(int(world[seat][COLOURS.index(die)]) for die in told["dice"].split())
            text = f"place {max(0, min(real - told['tokens'][seat] // 2, 22 - told['tokens'][seat]))}"
        match.play(seat, text)
        if luck.random() < 0.15 or match.position["phase"] == "guess":
            found.append(sprawdzam.position(match.position) if match.actors != (TABLE,) else match)
    return found


SEVERAL = [(2, 5, 2), (3, 6, 3), (4, 5, 6)]
MORE = [pytest.param(*some, marks=pytest.mark.full) for some in ((2, 6, 1), (3, 5, 4), (4, 6, 5))]
MOST = [pytest.param(*some, marks=pytest.mark.full) for some in ((2, 6, 7), (4, 6, 8))]


@pytest.mark.parametrize(("seats", "colours", "seed"), [*SEVERAL, *MORE, *MOST])
def test_the_hands_that_agree_with_everything_announced_are_counted_exactly(
    seats: int, colours: int, seed: int
) -> None:
    """SZ-14, SZ-16, SZ-17, SZ-18, SZ-21, SZ R19, SZ R39: against a brute force over all hands."""
    sizes = []
    for number, match in enumerate(moments(seats, colours, seed)):
        view = match.view(number % seats)
        wanted = possible(view.position, view.seat)
        assert counted(view) == len(wanted) and tuple(map(int, racks_of(match)[view.seat])) in wanted
        if len(wanted) <= 60:
            assert listed(view) == wanted
        sizes.append(len(wanted))
    assert len(sizes) >= 8 and min(sizes) < 500 < max(sizes)


@pytest.mark.parametrize(("seats", "colours", "seed"), [*SEVERAL, *MORE])
def test_every_imagined_rack_agrees_with_every_result(seats: int, colours: int, seed: int) -> None:
    """SZ-14, SZ-17, SZ R39: recomputed round by round with the cards of that round; spectators imagine all racks."""
    for number, match in enumerate(moments(seats, colours, seed)):
        seat = number % seats
        view = match.view(seat)
        allowed = set(possible(view.position, seat))
        for world in worlds(view, 5, seed=number):
            assert tuple(map(int, world[seat])) in allowed
            assert [world[p] for p in range(4) if p != seat] == [racks_of(match)[p] for p in range(4) if p != seat]
        for world in worlds(match.view(SPECTATOR), 2, seed=number):
            position = match.position | {"racks": [in_words(rack) for rack in world]}
            assert len({*" ".join(position["racks"]).split()}) == 4 * colours
            for p in range(seats):
                assert tuple(map(int, world[p])) in set(possible(position, p))


def in_words(rack: str) -> str:
    return " ".join(c + n for c, n in zip(COLOURS, rack, strict=False))


# --- how often each of them is imagined ---

RACKS = ("213251", "504063", "345726", "036417")
# Before anything was heard; after two rounds with an exchange; late, when few are left
EARLY: dict[str, Any] = {"past": [], "dice": "Y G B", "colours": 5}
LATER: dict[str, Any] = {
    "past": [turn_of("B R P", "7@4:correct 6@6:correct"), turn_of("Y G R", "3@4:correct 7@0:correct")], "dice": "P P S",
}  # fmt: skip
LATE: dict[str, Any] = {
    "past": [
        turn_of("Y Y G", "7@8:correct 6@5:correct"),  # Y4 then: 9
        turn_of("R R R", "7@10:lower:Y4 5@0:correct"),
        turn_of("B B P", "1@12:miss:S0 5@12:correct"),  # 11
        turn_of("G B S", "4@4:correct 6@4:correct"),  # 5
        turn_of("Y R S", "3@4:correct 6@4:correct"),  # 5
        turn_of("P P R", "2@12:correct 6@12:correct"),  # 12
        turn_of("Y G B", "3@5:correct 6@4:correct"),  # 6
    ],
    "dice": "P P S",
}
OLD: dict[str, Any] = {  # vector E3: after Y Y G made 0 to 5 the yellow 2 was laid open
    "racks": ("713251", *RACKS[1:]),
    "past": [turn_of("Y Y G", "6@0:correct 7@4:correct"), turn_of("R R R", "7@10:lower:Y2 6@0:correct")],
}
KINDS = {"early": EARLY, "later": LATER, "late": LATE, "old": OLD}


def laid(kind: str) -> View:
    """What seat 0 sees there."""
    return at(2, **({"racks": RACKS} | KINDS[kind])).view(0)


def test_the_positions_of_these_tests_are_what_they_are_called() -> None:
    """SZ R39, SZ E3"""
    early, later, late, old = [possible(laid(kind).position, 0) for kind in KINDS]
    assert len(early) == 5**5 and 300 < len(later) < 3000 and 10 < len(late) < 100
    assert {hand[:2] for hand in old} == {(yellow, 1) for yellow in (1, 4, 6, 7)} and len(old) == 4 * 3 * 5**3


@cache
def machine() -> Any:
    return compiled(SZACUNKI).code


def compiled_worlds(view: View, number: int, seed: int) -> list[list[str]]:
    """The same as ``worlds``, by machine code."""
    words = np.zeros(4, np.int64)
    fast.seed(words, seed)
    found = []
    for _ in range(number):
        world = view.record.pack()
        machine().imagine(world[0], view.seat, words)
        cards = world[0]["rack"]["card"]
        found.append(["".join(str(card - 1) for card in rack if card) for rack in cards.tolist()])
    return found


def unlikely(frequencies: list[int], expected: list[float]) -> bool:
    """Whether chi-square is more than four deviations beyond what it should be."""
    chi = sum((f - e) ** 2 / e for f, e in zip(frequencies, expected, strict=True))
    free = len(expected) - 1
    return chi > free + 4 * sqrt(2 * free)


def check_frequencies(found: list[Hand], exact: list[Hand]) -> None:
    """Every hand is equally likely: all of them, each card of each colour, and the cards of two colours together."""
    assert set(found) <= set(exact)
    place = {hand: i for i, hand in enumerate(exact)}
    groups = min(len(exact), 40)
    sizes = Counter(i % groups for i in range(len(exact)))
    met = Counter(place[hand] % groups for hand in found)
    share = len(found) / len(exact)
    assert not unlikely([met[g] for g in range(groups)], [sizes[g] * share for g in range(groups)])
    colours = len(exact[0])
    for one, two in [(c, c) for c in range(colours)] + [(c, (c + 1) % colours) for c in range(colours)]:
        wanted = Counter((hand[one], hand[two]) for hand in exact)
        got = Counter((hand[one], hand[two]) for hand in found)
        keys = [key for key in wanted if wanted[key] * share >= 5]
        if len(keys) > 1:
            assert not unlikely([got[key] for key in keys], [wanted[key] * share for key in keys])


@pytest.mark.parametrize(("kind", "number"), [("early", 2000), ("later", 500), ("late", 300), ("old", 500)])
def test_every_hand_that_is_possible_is_imagined_equally_often(kind: str, number: int) -> None:
    """SZ-27, SZ R39, SZ E3: and no other, whether it is found by trying or by counting."""
    view = laid(kind)
    found = [tuple(map(int, world[0])) for world in worlds(view, number)]
    check_frequencies(found, possible(view.position, 0))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_machine_code_imagines_the_same(kind: str) -> None:
    """SZ-27: world by world; and each possible hand equally often in many more of them."""
    view = laid(kind)
    assert compiled_worlds(view, 50, 3) == worlds(view, 50, 3)
    found = [tuple(map(int, world[0])) for world in compiled_worlds(view, 6000, 4)]
    check_frequencies(found, possible(view.position, 0))


def test_a_hand_that_is_certain_is_always_imagined() -> None:
    """SZ R19, SZ-18: six hits of the narrowest token settle every card, and misses exclude but one number each."""
    past = [turn_of(f"{c} {c} {c}", f"1@{3 * int(n)}:correct {other}") for c, n, other in
            zip(COLOURS, "213251", ("7@14:correct", "7@0:correct", "7@10:correct", "7@0:correct", "7@15:correct",
                                    "7@8:correct"), strict=True)]  # fmt: skip
    view = at(2, RACKS, past=past).view(0)
    assert possible(view.position, 0) == [(2, 1, 3, 2, 5, 1)] == listed(view)
    assert {world[0] for world in worlds(view, 20)} == {"213251"}


def test_misses_with_size_1_exclude_that_sum_and_nothing_else() -> None:
    """SZ-18, SZ R20"""
    past = [turn_of("Y Y Y", "1@0:miss:S0 7@14:correct"), turn_of("Y Y Y", "1@3:miss:S2 7@14:correct")]
    view = at(2, RACKS, past=past).view(0)
    assert {world[0][0] for world in worlds(view, 200)} == {"2", "4", "6", "7"}  # of 1 2 4 6 7
    assert {hand[0] for hand in possible(view.position, 0)} == {2, 4, 6, 7}


def test_what_others_hold_back_is_imagined_as_anything_they_may_do() -> None:
    """SZ-28: every place of a token, every set of numbers and every point that somebody writing may have come to."""
    view = at(2, RACKS, phase="place", now="1 4@9").view(0)
    starts = Counter(some.past[0].start[1] - 1 for some in dreams(view, 1000))
    assert set(starts) == set(range(19)) and not unlikely([starts[i] for i in range(19)], [1000 / 19] * 19)
    match = at(2, phase="guess", past=hits(*["76"] * 10), dice="")
    written = Counter(some.seat[1].written for some in dreams(match.view(0), 600))
    assert set(written) == set(range(6)) and not unlikely([written[i] for i in range(6)], [100] * 6)
    for _ in range(6):
        match.play(1, "guess 4")
    guesses = Counter(some.seat[1].guess[2] for some in dreams(match.view(0), 1000))
    assert len(guesses) == 93 and not unlikely(list(guesses.values()), [1000 / 93] * 93)


def dreams(view: View, number: int) -> list[Any]:
    chance, found = Fast(5), []
    for _ in range(number):
        world = view.record.copy()
        SZACUNKI.rules.imagine(world, view.seat, chance)
        found.append(world)
    return found


# --- spectators ---

# Yellow, green and blue are certain for both; red and purple are tied to each other, and to what the other one has.
HALF: dict[str, Any] = {
    "past": [
        turn_of("Y Y Y", "1@6:correct 2@15:correct"),
        turn_of("G G G", "1@3:correct 2@0:correct"),
        turn_of("B B B", "1@9:correct 2@12:correct"),
        turn_of("R P P", "4@9:correct 5@9:correct"),
        turn_of("R R P", "6@7:correct 7@4:correct"),
    ],
    "colours": 5,
}


@pytest.mark.parametrize("constants", [{"TRIES": 0}, {"ATTEMPTS": 0}], ids=["rack by rack", "card by card"])
def test_a_spectator_meets_every_world_and_no_other(constants: dict[str, int]) -> None:
    """SZ R42: all pairs of racks that agree with their results and have no card in common."""
    view = at(2, RACKS, **HALF).view(SPECTATOR)
    pairs = product(possible(view.position, 0), possible(view.position, 1))
    wanted = {pair for pair in pairs if all(a != b for a, b in zip(*pair, strict=True))}
    game = tiny.tiny(SZACUNKI, {}, **constants)
    found = imagined_worlds(View(game, view.record, SPECTATOR), 3000)
    assert found is not None and sum(found.values()) == 1
    records = [game.record.from_row(iter(row)) for row in found]
    assert {tuple(tuple(card - 1 for card in world.rack[p].card[:5]) for p in (0, 1)) for world in records} == wanted
    assert 20 < len(wanted) < len(possible(view.position, 0)) * len(possible(view.position, 1))


@cache
def spectating(attempts: int) -> tiny.Tiny:
    return tiny.tiny(SZACUNKI, {}, ATTEMPTS=attempts)


def test_no_draw_of_an_imagined_world_is_asked_for_twice() -> None:
    """Keyed chance would give the same once more, and whoever tries again would do so for ever."""
    again = 0
    for number, match in enumerate([*moments(4, 5, 6), *moments(4, 6, 8)]):
        for attempts in (0, 1, 10):  # card by card at once, after one attempt, and as it is
            chance, view = Recorder(Keyed.from_seed(number)), match.view(SPECTATOR)
            spectating(attempts).rules.imagine(view.record, SPECTATOR, chance)
            asked = [(draw.zone, draw.number) for draw in chance.draws]
            assert len(asked) == len(set(asked))
            again += max(draw.number for draw in chance.draws) > DRAWING + SEATS * EACH
    assert again
