"""The rules against the independent referee: random matches step by step, and exact numbers on tiny decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from sprawdzam.engine import contract
from sprawdzam.engine.chance import Fast, outcomes
from sprawdzam.engine.compile import build
from sprawdzam.engine.contract import GO_ON, SPECTATOR, TABLE
from sprawdzam.games.blef import rules
from sprawdzam.games.blef.bids import all_bids
from sprawdzam.games.blef.rules import CHECK, MOST, PAIRS, Phase

from .referee import Card, Referee, perft, random_play, worlds
from .tables import BLEF, VARIANTS

SEATS = range(2, 7)
MATCHES = {2: 24, 3: 10, 4: 6, 5: 4, 6: 4}  # of each variant: some 770 in all, in full size
SHARE = 4  # one of so many otherwise


def named(value: object) -> str:
    if isinstance(value, dict):
        return "+".join(name for name, on in value.items() if on) or "base"
    return str(value)


def hand(s: Any, p: int) -> list[Card]:
    return [PAIRS[card - 1] for card in s.seat[p].card if card]


def ends(s: Any, p: int) -> str:
    return "".join("AB"[end - 1] for end in s.seat[p].end if end)


@cache
def text_of(action: int, held: int) -> str:
    """Texts of choices hang on the number of cards, all others on the number of the action alone."""
    s = BLEF.record.zero()
    s.seat[0].count = held
    return BLEF.notation.write_action(s, 0, action)


def texts(s: Any, seat: int, out: list[int]) -> set[str]:
    """Legal texts of the engine; the actions ascend, and each has a text of its own."""
    actions = out[: BLEF.rules.legal(s, seat, out)]
    found = {text_of(action, s.seat[seat].count) for action in actions}
    assert len(found) == len(actions) and all(a < b for a, b in pairwise(actions))
    return found


def compare(s: Any, ref: Referee, out: list[int]) -> dict[int, list[str]]:
    """Everything that both tell must be the same; returns what every seat may do."""
    mask = BLEF.rules.actors(s)
    waiting = {"table" if seat == TABLE else seat for seat in range(TABLE + 1) if mask >> seat & 1}
    assert (Phase(s.phase).name.lower(), waiting) == (ref.phase, ref.actors())
    assert [me.count for me in s.seat[: s.seats]] == ref.count
    assert [me.rank for me in s.seat[: s.seats]] == ref.ranks
    assert (s.round, bool(s.tiebreak)) == (ref.round, ref.tiebreak)
    assert s.starter == (ref.starter if ref.phase != "over" else ref.ranks.index(1))
    assert (-1 if s.counter else 1) == ref.direction
    assert [(bid % MOST + 1, bid // MOST + 1) for bid in all_bids(s)] == [(q, v) for _, q, v in ref.bids]
    legal = {seat: ref.legal(seat) for seat in range(s.seats)}
    for seat in range(s.seats):
        assert texts(s, seat, out) == set(legal[seat]), seat
        assert hand(s, seat) == ref.hands.get(seat, []) and ends(s, seat) == ref.ends.get(seat, "")
    if ref.turn is not None:
        assert s.turn == ref.turn
    if ref.phase in ("choose", "direction", "bid", "reveal"):
        assert s.total == ref.cards_in_play()
    return legal


def play_both(seats: int, options: dict[str, Any], seed: str) -> None:
    """One random match: the engine deals and decisions are drawn, the referee follows."""
    luck, out = Random(seed), [0] * rules.ACTIONS
    chance = Fast(luck.getrandbits(60))
    hasty = luck.choice((0.1, 0.3, 0.6))
    s = BLEF.setup(seats, **options).blank()
    BLEF.rules.deal(s, chance)
    ref = Referee(seats, starter=s.starter, **options)
    legal = compare(s, ref, out)
    while ref.phase != "over":
        if ref.phase == "deal":
            BLEF.rules.apply(s, TABLE, GO_ON, chance)
            ref.deal({seat: hand(s, seat) for seat in ref.active})
        elif ref.phase == "reveal":
            BLEF.rules.apply(s, TABLE, GO_ON, chance)
            ref.go_on()
        else:
            seat = luck.choice([p for p in range(seats) if legal[p]])  # revisions too (R8)
            text = luck.choice(legal[seat])
            if legal[seat][-1] == "check" and luck.random() < hasty:
                text = "check"
            ref.play(seat, text)
            BLEF.rules.apply(s, seat, BLEF.notation.read_action(s, seat, text), chance)
        legal = compare(s, ref, out)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), [*product(SEATS, VARIANTS)], ids=named)
def test_random_matches_go_step_by_step_as_the_referee_says(seats: int, options: dict[str, Any], full: bool) -> None:
    """BL-31: phase, actors, legal texts of every seat, counts, starter, turn, bids, hands, ends, ranks."""
    for match in range(MATCHES[seats] // (1 if full else SHARE)):
        play_both(seats, options, f"{seats} {named(options)} {match}")


# Tiny decks: `values` values, every pair `copies` times, `limit` instead of six.


@cache
def tiny(values: int, copies: int, limit: int) -> Any:
    """The same rules, interpreted, with other constants; without `fast` among them draws go to any source."""
    deck = tuple(copies if high <= values else 0 for _, high in PAIRS)
    return build(contract, rules, jit=False, VALUES=values, COPIES=deck, LIMIT=limit)


def opened(game: Any, seats: int, starter: int, options: dict[str, Any]) -> Any:
    s = BLEF.setup(seats, first_starter=starter, **options).blank()
    game.deal(s, None)
    return s


def key(s: Any) -> tuple[Any, ...]:
    """States with equal keys have the same future, apart from ranks below the first."""
    shown, unsure = [], []
    for p in range(s.seats):
        for card, end in zip(s.seat[p].card, s.seat[p].end, strict=True):
            if s.seat[p].locked:
                shown.append(PAIRS[card - 1][end - 1] if card else 0)
            else:
                unsure.append((p, card))
    seats = tuple((me.count, me.rank > 0, me.locked) for me in s.seat[: s.seats])
    opening = (all_bids(s)[0] < MOST, s.newest[0]) if s.made else None
    return s.phase, seats, s.tiebreak, s.turn, s.counter, s.waiting, opening, tuple(sorted(shown)), tuple(unsure)


def after(game: Any, s: Any, seat: int, action: int) -> Iterator[tuple[Any, Fraction]]:
    def run(chance: Any) -> Any:
        child = s.copy()
        game.apply(child, seat, action, chance)
        return child

    return outcomes(run)


def plies(game: Any, s: Any) -> list[tuple[Any, Fraction]]:
    """Every next state with its probability when decisions are uniform; equal deals are one."""
    mask = game.actors(s)
    if not mask:
        return []
    seat = next(seat for seat in range(TABLE + 1) if mask >> seat & 1)
    out = [0] * rules.ACTIONS
    number = game.legal(s, seat, out)
    if seat == TABLE:
        dealt: dict[tuple[int, ...], list[Any]] = {}
        for child, chance in after(game, s, TABLE, GO_ON):
            entry = dealt.setdefault(tuple(child.row()), [child, Fraction(0)])
            entry[1] += chance
        return [(child, chance) for child, chance in dealt.values()]
    return [(child, odds / number) for action in out[:number] for child, odds in after(game, s, seat, action)]


def engine_perft(game: Any, s: Any, depth: int, seen: dict[Any, int]) -> int:
    if depth == 0:
        return 1
    at = (key(s), depth)
    if at not in seen:
        seen[at] = sum(engine_perft(game, child, depth - 1, seen) for child, _ in plies(game, s))
    return seen[at]


def engine_random_play(game: Any, s: Any, seen: dict[Any, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """Exact win probability of every seat under uniform play."""
    if s.phase == Phase.OVER:
        results = [[0, 0] for _ in range(s.seats)]
        game.score(s, results)
        return tuple(Fraction(points) for points, _ in results)
    at = key(s)
    if at not in seen:
        total = [Fraction(0)] * s.seats
        for child, chance in plies(game, s):
            wins = engine_random_play(game, child, seen)
            total = [a + chance * b for a, b in zip(total, wins, strict=True)]
        seen[at] = tuple(total)
    return seen[at]


PERFT = [
    (2, {}, (3, 2, 3), 12),
    (2, {"shrinking": True, "jokers": True}, (3, 2, 3), 8),
    (3, {}, (3, 2, 2), 12),
    (3, {"direction_choice": True}, (3, 2, 3), 8),
    (3, {"longer": True, "shrinking": True}, (3, 2, 2), 10),
    (4, {"direction_choice": True}, (3, 2, 2), 8),
    (2, {"longer": True}, (4, 1, 3), 7),
]


@pytest.mark.parametrize(("seats", "options", "deck", "depth"), PERFT, ids=named)
def test_perft_of_tiny_decks(
    seats: int, options: dict[str, Any], deck: tuple[int, int, int], depth: int, full: bool
) -> None:
    """BL-05, BL-06, BL-12, BL-31: as many histories of every length as the referee counts."""
    values, copies, limit = deck
    game, starter = tiny(*deck), seats - 1
    s = opened(game, seats, starter, options)
    ref = Referee(seats, starter=starter, values=values, copies=copies, limit=limit, **options)
    mine: dict[Any, int] = {}
    theirs: dict[object, int] = {}
    for plies_made in range(depth + 1 if full else depth):
        assert engine_perft(game, s, plies_made, mine) == perft(ref, plies_made, theirs), plies_made


def test_perft_of_the_first_plies_without_merging() -> None:
    """BL-05, BL-12: the same numbers when no two histories are taken for one."""
    game = tiny(3, 2, 3)
    layer = [opened(game, 3, 0, {"direction_choice": True})]
    ref = Referee(3, values=3, copies=2, limit=3, direction_choice=True)
    for depth in range(1, 7):
        layer = [child for s in layer for child, _ in plies(game, s)]
        assert len(layer) == perft(ref, depth)


EXACT = [
    (2, {}, (3, 2, 3)),
    pytest.param(2, {"jokers": True}, (3, 2, 3), marks=pytest.mark.full),
    pytest.param(2, {"shrinking": True}, (3, 2, 3), marks=pytest.mark.full),
    (2, {"jokers": True, "shrinking": True, "longer": True}, (3, 2, 3)),
    (3, {}, (3, 2, 2)),
    pytest.param(3, {"jokers": True}, (3, 2, 2), marks=pytest.mark.full),
    pytest.param(3, {"direction_choice": True}, (3, 2, 2), marks=pytest.mark.full),
    (3, {"longer": True, "jokers": True, "direction_choice": True}, (3, 2, 2)),
    (2, {"jokers": True}, (4, 1, 2)),
]


@pytest.mark.parametrize(("seats", "options", "deck"), EXACT, ids=named)
def test_exact_win_probabilities_of_random_play(
    seats: int, options: dict[str, Any], deck: tuple[int, int, int]
) -> None:
    """BL-15, BL-16, BL-17, BL-20, BL-21, BL-24, BL-28, BL-29: equal as fractions."""
    values, copies, limit = deck
    game, starter = tiny(*deck), 1
    ref = Referee(seats, starter=starter, values=values, copies=copies, limit=limit, **options)
    found = engine_random_play(game, opened(game, seats, starter, options), {})
    assert found == random_play(ref) and sum(found) == 1


def imagined(game: Any, s: Any, seat: int) -> dict[Any, Fraction]:
    """The exact distribution of what a seat imagines, in the referee's words."""
    seen = BLEF.record.blank()
    game.hide(s, seat, seen)

    def run(chance: Any) -> Any:
        world = seen.copy()
        game.imagine(world, seat, chance)
        undealt = [pair for pair, left in zip(PAIRS, world.deck, strict=True) for _ in range(left)]
        seats = range(s.seats)
        return tuple(tuple(hand(world, p)) for p in seats), tuple(ends(world, p) for p in seats), tuple(undealt)

    found: Counter[Any] = Counter()
    for world, chance in outcomes(run):
        found[world] += chance  # type: ignore[assignment]
    return dict(found)


WORLDS = [
    ([1, 1], 3, {}),
    ([1, 1, 1], 2, {}),
    ([2, 1], 3, {}),
    ([1, 2, 1], 3, {"direction_choice": True}),
    ([2, 2], 3, {"shrinking": True, "jokers": True}),
]


@pytest.mark.parametrize(("counts", "limit", "options"), WORLDS, ids=named)
def test_worlds_are_imagined_exactly_as_often_as_the_rules_make_them(
    counts: list[int], limit: int, options: dict[str, Any]
) -> None:
    """BL-05, BL-32, BL R9, BL R10: for every seat and spectators, while choosing, bidding and in the reveal."""
    game = tiny(3, 2, limit)
    s = opened(game, len(counts), 0, options)
    ref = Referee(len(counts), values=3, copies=2, limit=limit, **options)
    ref.count = list(counts)
    for p, count in enumerate(counts):
        s.seat[p].count = count
    game.apply(s, TABLE, GO_ON, Fast(5))
    ref.deal({seat: hand(s, seat) for seat in ref.active})
    luck = Random(1)
    out = [0] * rules.ACTIONS
    checked = 0
    while ref.phase != "deal":
        if ref.phase != "bid" or len(ref.bids) < 2:
            for seat in (*ref.active, SPECTATOR):
                found = imagined(game, s, seat)
                assert found == worlds(ref, None if seat == SPECTATOR else seat), (ref.phase, seat)
                checked += 1
        if ref.phase == "reveal":
            game.apply(s, TABLE, GO_ON, None)
            ref.go_on()
            continue
        seat = min(p for p in ref.actors() if isinstance(p, int))
        action = CHECK if len(ref.bids) == 2 else luck.choice(out[: game.legal(s, seat, out)])
        ref.play(seat, BLEF.notation.write_action(s, seat, action))
        game.apply(s, seat, action, None)
    assert checked >= (len(counts) + 1) * (len(counts) + 3)
    assert imagined(game, s, 0) == worlds(ref, 0)


def test_a_seat_that_is_out_imagines_as_a_spectator_does() -> None:
    """BL R20, BL-32: the tie-break of two goes on without seat 2."""
    game = tiny(3, 2, 3)
    s = opened(game, 3, 0, {})
    ref = Referee(3, values=3, copies=2, limit=3)
    s.tiebreak, s.seat[2].rank, s.seat[2].count = 1, 3, 3
    ref.tiebreak, ref.active, ref.count, ref.ranks = True, [0, 1], [1, 1, 3], [0, 0, 3]
    game.apply(s, TABLE, GO_ON, Fast(6))
    ref.deal({seat: hand(s, seat) for seat in (0, 1)})
    game.apply(s, 0, rules.CHOOSE, None)
    ref.play(0, "choose A")
    assert imagined(game, s, 2) == imagined(game, s, SPECTATOR) == worlds(ref, None) == worlds(ref, 2)
