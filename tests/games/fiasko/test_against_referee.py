"""The rules against the independent referee: random matches step by step, and exact numbers on tiny decks.

The engine shows a fiasko before it is settled, and calls the steps of TEN by what they do; see ``phase_of``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from sprawdzam.engine.chance import Fast, Recorder, Source
from sprawdzam.engine.contract import GO_ON, SPECTATOR, TABLE, State
from sprawdzam.engine.game import Game
from sprawdzam.engine.options import Value
from sprawdzam.games.fiasko.notation import write_position
from sprawdzam.games.fiasko.solver import COMPLETE, best_runs
from sprawdzam.games.fiasko.state import ACTIONS, Phase

from .. import tiny
from .referee import HUMAN, TEN, Referee, branches, key, perft, worth
from .tables import CARDS, CURRENCY, FIASKO, JOKERS, NUMBERS

Deck = Mapping[str, int]
MATCHES, SMALL_MATCHES = {2: 14, 3: 10, 4: 10, 5: 8}, {2: 40, 3: 45, 4: 30, 5: 32}
ALONE, SMALL_ALONE = 5, 18  # of each of the 14 set-ups; all of these in full size
SHARE = 3  # one of so many otherwise
SMALL: Deck = {
    "B1": 2, "B2": 1, "B3": 3, "B6": 2, "G1": 2, "G4": 1, "G9": 1, "O5": 2, "R2": 2, "R8": 1, "B*": 1, "G*": 1,
    "R*": 1, "*2": 1, "*3": 1, "**": 1, "$1": 2, "$2": 1, "$4": 1, "$5": 2,
}  # fmt: skip
SCORED = 0.03  # how often views and scores are compared as well
BOLD = (0.4, 0.6, 0.8, 0.95)  # how likely somebody turns up another card
EAGER = (0.2, 0.6, 0.95)  # that somebody bids, and buys
CLOSE = (0.0, 0.7)  # that a bid is as low as it can be
REASONS = {"auction": "joker", "buy": "card", "final": "final"}

USUAL = {
    "draw", "reveal", "bust", "bid", "pay", "buy", "final", "over", "number fiasko", "currency fiasko",
    "a fiasko feeds others", "a gain is cut", "ten exactly", "negative", "joker comes first", "nobody bids",
    "must pass", "overbid", "active player wins", "pay for auction", "pay for buy", "pay for final", "skip",
    "deck empty, area not", "deck and area empty",
}  # fmt: skip
SELDOM = {  # not in small
    "nobody bids", "deck and area empty", "two last purchases", "fiasko", "fiasko, 2 lost", "card", "fiasko + card",
    "fiasko + currency + card", "TEN stops with nothing", "won",
}  # fmt: skip
AMONG_MANY = {"two last purchases", "bought in the last turn and at last"}
SHAPES = {
    "fiasko", "fiasko, 1 lost", "fiasko, 2 lost", "currency", "card", "fiasko + currency", "fiasko + card",
    "currency + card", "fiasko + currency + card",
}  # fmt: skip
OF_TEN = {
    "stop", "fiasko of TEN", "TEN stops at its threshold", "TEN goes past 10", "TEN stops: no cards",
    "TEN stops with nothing", "TEN bids first", "TEN bids second", "TEN passes first", "TEN passes second",
    "TEN has less than 5", "TEN pays currency", "TEN pays fiasko", "TEN pays card", "TEN loses a surplus", "won",
    "lost",
}  # fmt: skip


@cache
def text_of(action: int) -> str:
    return FIASKO.notation.write_action(None, 0, action)


@cache
def few(deck: tuple[int, ...], start: int = 5) -> tiny.Tiny:
    """The game with so many copies of every card, for any number of seats."""
    return tiny.tiny(FIASKO, {}, COPIES=np.array([(copies, 0, 0) for copies in deck]), START=start)


def counts(cards: Deck | list[str]) -> tuple[int, ...]:
    number = Counter(cards)
    return tuple(number[card] for card in CARDS)


def in_deck(s: State) -> list[str]:
    return [card for card, copies in zip(CARDS, s.deck, strict=True) if copies for _ in range(copies)]


def phase_of(ref: Referee) -> str:
    """What the engine calls it: TEN's steps by what they do."""
    return {"turn": "reveal", None: ref.phase}.get(ref.plan(), str(ref.plan()))


def as_position(ref: Referee, area: list[str]) -> dict[str, Any]:
    """The position as the notation should tell it, with the cards of the area in the order in which they came."""
    found: dict[str, Any] = {
        "phase": phase_of(ref),
        "active": ref.active,
        "area": " ".join(area),
        "market": " ".join(ref.market),
        "discard": " ".join(ref.discard),
    }
    if ref.auction is not None:
        running = ref.payer is None
        found["auction"] = {
            "joker": ref.auction.joker, "asked": ref.auction.position if running else 0, "high": ref.auction.high,
            "bidder": ref.auction.high_bidder,
        }  # fmt: skip
    if ref.reason is not None:
        cards = [piece for piece in ref.paid if piece in NUMBERS]
        found["payment"] = {
            "for": REASONS[ref.reason], "payer": ref.payer, "item": None if ref.reason == "auction" else ref.item,
            "due": ref.due, "units": bool({*ref.paid} - {"fiasko"}), "last_card": cards[-1] if cards else None,
        }  # fmt: skip
    if ref.last_active is not None:
        buyer = ref.buyers[0] if ref.buyers else ref.last_active
        found["final"] = (buyer - ref.last_active - 1) % ref.players + 1
    return found | {"players": [as_player(ref, p) for p in range(ref.players)]}


def as_player(ref: Referee, p: int) -> dict[str, Any]:
    return {
        "currency": ref.cur[p], "fiasko": ref.fia[p], "numbers": " ".join(ref.numbers[p]),
        "jokers": " ".join(ref.jokers[p]),
    }  # fmt: skip


def compare(game: Game, s: State, ref: Referee, area: list[str]) -> list[str]:
    """What both tell must be the same; returns what whoever has to act may do."""
    rules, out = cast(Any, game.rules), [0] * ACTIONS
    mask = rules.actors(s)
    assert {"table" if seat == TABLE else seat for seat in range(TABLE + 1) if mask >> seat & 1} == ref.actors()
    assert write_position(s) == as_position(ref, area)
    assert in_deck(s) == ref.deck and s.left == len(ref.deck)
    assert (s.numbers - s.currency, s.currency) == (ref.total(), ref.currency_total())
    assert [rules.power(s, p) for p in range(ref.players)] == [ref.power(p) for p in range(ref.players)]
    found: list[str] = []
    for seat in range(s.seats):
        actions = out[: rules.legal(s, seat, out)]
        assert all(a < b for a, b in pairwise(actions))
        texts, wanted = [text_of(action) for action in actions], ref.legal(seat)
        assert len(texts) == len(wanted) and set(texts) == set(wanted)
        found += wanted
    return found


def compare_more(game: Game, s: State, ref: Referee) -> None:
    """FI-47: everybody sees everything; and the scores as if the match ended now, TEN's among them."""
    rules = cast(Any, game.rules)
    for watcher in range(SPECTATOR, s.seats):
        v = game.record.blank()
        rules.hide(s, watcher, v)
        assert v == s
    result = [[0, 0] for _ in range(s.seats)]
    rules.score(s, result)
    assert [*map(tuple, result)] == [*zip(ref.scores(), ref.ranks(), strict=True)]
    if ref.solo:
        assert best_runs(s.seat[TEN]) // COMPLETE == ref.ten_points()


def compare_fiasko(game: Game, s: State, before: Referee, area: list[str]) -> None:
    """The fiasko lies open and is not settled yet: all is as it was before the card, but for that card."""
    card = area[-1]
    before.deck.remove(card)
    (before.area_numbers if card in NUMBERS else before.area_currency).append(card)
    before.phase = "reveal"
    assert write_position(s) == as_position(before, area) | {"phase": "bust"}
    assert game.rules.actors(s) == 1 << TABLE and in_deck(s) == before.deck
    assert (s.numbers - s.currency, s.currency) == (before.total(), before.currency_total())


class Mood:
    """How decisions of one match are drawn."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.bold, self.eager, self.close = luck.choice(BOLD), luck.choice(EAGER), luck.choice(CLOSE)

    def choose(self, phase: str, texts: list[str]) -> str:
        luck, last = self.luck, texts[-1]
        if phase == "draw":
            return "draw" if texts[0] == "draw" and luck.random() < self.bold else luck.choice(texts)
        if last in ("pass", "skip"):
            if len(texts) == 1 or luck.random() > self.eager:
                return last
            return texts[0] if luck.random() < self.close else luck.choice(texts[:-1])
        kinds = [[text for text in texts if text.split()[1] == kind] for kind in ("fiasko", "currency")]
        return luck.choice(luck.choice([kind for kind in (*kinds, texts) if kind]))


def play_both(game: Game, deck: Deck | None, seats: int, options: dict[str, Value], seed: str) -> Counter[str]:
    """One random match: the engine draws, decisions are drawn, the referee follows; returns what was met."""
    luck, rules, met = Random(seed), cast(Any, game.rules), Counter[str](matches=1)
    mood, chance = Mood(luck), Recorder(Fast(luck.getrandbits(60)))
    s = game.setup(seats, **options).blank()
    rules.deal(s, chance)
    threshold = int(options.get("threshold", 4))
    ref = Referee(seats, threshold=threshold, starter=s.active, deck=None if deck is None else dict(deck))
    area: list[str] = []
    legal = compare(game, s, ref, area)
    while ref.phase != "over":
        chance.draws.clear()
        before, phase = snapshot(ref), phase_of(ref)
        met[phase] += 1
        (actor,) = ref.actors()
        if actor == "table":
            text = "go on"
            rules.apply(s, TABLE, GO_ON, chance)
        else:
            text = mood.choose(phase, legal)
            rules.apply(s, actor, FIASKO.notation.read_action(s, int(actor), text), chance)
        cards = [CARDS[draw.value] for draw in chance.draws]
        ref.play(actor, text, cards)
        area += [card for card in cards if card not in JOKERS]
        if s.phase == Phase.BUST:
            met["bust"] += 1
            compare_fiasko(game, s, snapshot(before), area)
            rules.apply(s, TABLE, GO_ON, chance)
            met["steps"] += 1
        area = area if ref.area_numbers or ref.area_currency else []
        met["steps"] += 1
        note(before, text, cards, ref, met)
        legal = compare(game, s, ref, area)
        if luck.random() < SCORED:
            compare_more(game, s, ref)
    met["over"] += 1
    compare_more(game, s, ref)
    if ref.solo:
        met["won" if ref.ranks() == [1] else "lost"] += 1
    return met


def snapshot(ref: Referee) -> Referee:
    """The referee before a step, as far as a step changes things in place."""
    found = object.__new__(Referee)
    vars(found).update(vars(ref))
    for name in ("deck", "market", "area_numbers", "area_currency", "cur", "fia", "numbers", "jokers", "paid"):
        setattr(found, name, list(getattr(ref, name)))
    found.auction = copy(ref.auction)
    return found


def note(before: Referee, text: str, cards: list[str], ref: Referee, met: Counter[str]) -> None:
    """What was met in this step."""
    if cards:
        note_card(before, cards[0], met)
    elif before.phase == "ten":
        note_ten(before, ref, met)
    elif text.startswith("take"):
        met["deck empty, area not"] += not before.deck
        gainers = before._others() if text == "take numbers" else [before.active]
        met["a gain is cut"] += any(before.cur[p] + before.currency_total() > 10 for p in gainers)
    elif before.phase == "bid" and before.auction is not None:
        met["must pass"] += before.legal(before.auction.order[before.auction.position]) == ["pass"]
        met["overbid"] += text != "pass" and before.auction.high > 0
        met["active player wins"] += ref.payer == before.active
    elif before.phase == "pay" and ref.payer is None:
        note_payment(before, text.removeprefix("pay "), met)
    met["skip"] += text == "skip"
    ended = before.auction is not None and ref.auction is None
    met["nobody bids"] += ended and before.payer is None
    nothing = not (ref.deck or ref.area_numbers or ref.area_currency)
    met["deck and area empty"] += ended and nothing and before.active != before.ten


def note_card(before: Referee, card: str, met: Counter[str]) -> None:
    if card in JOKERS:
        met["joker comes first"] += not before.area_numbers and not before.area_currency
        return
    currency = before.currency_total() + (worth(card) if card in CURRENCY else 0)
    total = before.total() + (worth(card) if card in NUMBERS else -worth(card))
    met["negative"] += total < 0
    if before.active == before.ten:
        met["fiasko of TEN"] += currency > before.threshold
        met["TEN goes past 10"] += total > 10
        return
    met["ten exactly"] += total == 10
    met["currency fiasko"] += currency > 10
    if total > 10:
        met["number fiasko"] += 1
        met["a fiasko feeds others"] += currency > 0
        met["a gain is cut"] += any(before.cur[p] + currency > 10 for p in before._others())


def note_payment(before: Referee, piece: str, met: Counter[str]) -> None:
    pieces = {"card" if paid in NUMBERS else paid for paid in (*before.paid, piece)}
    lost = (3 if piece == "fiasko" else 1) - before.due
    met[" + ".join(sorted(pieces, key=("fiasko", "currency", "card").index)) + (f", {lost} lost" if lost else "")] += 1
    met[f"pay for {before.reason}"] += 1
    met["bought in the last turn"] += before.reason == "buy" and not before.deck
    if before.reason == "final":
        met["two last purchases"] += met["pay for final"] == 2
        met["bought in the last turn and at last"] += before.payer == before.active and met["bought in the last turn"]


def note_ten(before: Referee, ref: Referee, met: Counter[str]) -> None:
    plan = before.plan()
    if plan == "stop":
        enough = before.total() >= before.threshold
        met["TEN stops at its threshold" if enough else "TEN stops: no cards"] += 1
        met["TEN stops with nothing"] += not before.area_numbers and not before.area_currency
    elif plan == "bid":
        bids = ref.auction is not None and ref.auction.bids[-1] > 0
        met[f"TEN {'bids' if bids else 'passes'} {'first' if before.active == HUMAN else 'second'}"] += 1
        met["TEN has less than 5"] += before.power(TEN) < 5
    else:
        spent = {"currency": before.cur[TEN] - ref.cur[TEN], "fiasko": before.fia[TEN] - ref.fia[TEN],
                 "card": len(before.numbers[TEN]) - len(ref.numbers[TEN])}  # fmt: skip
        for kind, number in spent.items():
            met[f"TEN pays {kind}"] += number > 0
        met["TEN loses a surplus"] += sum(spent.values()) + 2 * spent["fiasko"] > before.due


def missing(met: Counter[str], wanted: set[str], full: bool) -> list[str]:
    return [what for what in sorted(wanted if full else wanted - SELDOM) if not met[what]]


@pytest.mark.slow
@pytest.mark.parametrize("seats", MATCHES)
def test_random_matches_go_step_by_step_as_the_referee_says(seats: int, full: bool) -> None:
    """Phase, actors, legal texts, tokens, cards, market, area, deck, auction, payment, purchases, scores and views."""
    met: Counter[str] = Counter()
    for number in range(MATCHES[seats] // (1 if full else SHARE)):
        met.update(play_both(FIASKO, None, seats, {}, f"{seats} {number}"))
    rare = {"deck and area empty", "currency fiasko", "bought in the last turn and at last"}
    assert not missing(met, (USUAL | AMONG_MANY | SHAPES) - rare, full)


@pytest.mark.slow
@pytest.mark.parametrize("seats", SMALL_MATCHES)
def test_random_matches_with_few_cards_go_as_the_referee_says(seats: int, full: bool) -> None:
    """FI-10, FI-48, FI-49, R10, R11, R13, R35, R36: the deck ends in every way."""
    met: Counter[str] = Counter()
    for number in range(SMALL_MATCHES[seats] // (1 if full else SHARE)):
        met.update(play_both(few(counts(SMALL)), SMALL, seats, {}, f"small {seats} {number}"))
    assert not missing(met, USUAL | AMONG_MANY | SHAPES, full)


ALONE_SET_UPS = [*product(range(4, 11), ("human", "ten"))]


@pytest.mark.slow
@pytest.mark.parametrize("small", [False, True])
def test_random_matches_against_ten_go_as_the_referee_says(small: bool, full: bool) -> None:
    """FI-58 to FI-73, R46 to R61: every threshold, with both starters."""
    game, deck = (few(counts(SMALL)), SMALL) if small else (FIASKO, None)
    met: Counter[str] = Counter()
    matches = (SMALL_ALONE if small else ALONE) // (1 if full else SHARE)
    for number, (threshold, starter) in product(range(matches), ALONE_SET_UPS):
        options: dict[str, Value] = {"threshold": threshold, "starter": starter}
        met.update(play_both(game, deck, 1, options, f"alone {small} {options} {number}"))
    assert not missing(met, (USUAL | SHAPES | OF_TEN) - (set() if small else {"deck and area empty"}), full)


# Tiny decks: seats, cards, tokens of everybody, options, plies


class Settled:
    """The engine as the referee counts steps: a fiasko is settled with the card that brings it."""

    def __init__(self, game: Game) -> None:
        self.rules = SimpleNamespace(**vars(game.rules))
        apply = self.rules.apply

        def settle(s: State, seat: int, action: int, chance: Source) -> None:
            apply(s, seat, action, chance)
            if s.phase == Phase.BUST:
                apply(s, TABLE, GO_ON, chance)

        self.rules.apply = settle


def opened(seats: int, deck: Deck, start: int, **options: Value) -> tuple[Game, State, Referee]:
    game = few(counts(deck), start)
    s = game.setup(seats, starter="ten" if seats == 1 else 1, **options).blank()
    game.rules.deal(s, Fast(0))
    ref = Referee(seats, threshold=int(options.get("threshold", 4)), starter=1, deck=dict(deck))
    ref.cur = [start] * ref.players
    return cast(Game, Settled(game)), s, ref


PERFT: list[tuple[int, Deck, int, dict[str, Value], int]] = [
    (2, {"B2": 2, "G6": 1, "$3": 1, "R*": 1}, 5, {}, 9),
    (2, {"B9": 2, "G9": 1, "$5": 3, "*9": 1}, 2, {}, 10),
    (3, {"B1": 1, "G8": 2, "O3": 1, "**": 1}, 2, {}, 11),
    (4, {"B1": 2, "R7": 2, "$1": 1, "B*": 1}, 1, {}, 12),
    (1, {"B1": 2, "G5": 2, "$5": 2, "R*": 1}, 6, {"threshold": 4}, 10),
    (1, {"B3": 3, "R9": 1, "$2": 1, "R*": 2}, 5, {"threshold": 9}, 12),
]


@pytest.mark.parametrize(("seats", "deck", "start", "options", "depth"), PERFT)
def test_perft_of_tiny_decks(
    seats: int, deck: Deck, start: int, options: dict[str, Value], depth: int, full: bool
) -> None:
    """FI-06, FI-29, FI-37, FI-38, FI-45, FI-49, FI-60: as many histories of every length as the referee counts."""
    game, s, ref = opened(seats, deck, start, **options)
    mine: dict[object, int] = {}
    theirs: dict[object, int] = {}
    numbers = []
    for plies in range(depth + 1 if full else depth):
        numbers.append(tiny.perft(game, s, plies, mine))
        assert numbers[-1] == perft(ref, plies, theirs), plies
    assert max(numbers) > (1000 if full else 600)


EXACT: list[tuple[int, Deck, int, dict[str, Value]]] = [
    (2, {"B2": 2, "G6": 1, "$3": 1}, 5, {}),
    (2, {"B9": 1, "B8": 1, "$3": 1, "B*": 1}, 1, {}),
    (3, {"B1": 1, "B2": 1, "R9": 1, "R8": 1}, 2, {}),
    (1, {"B3": 2, "R9": 1, "G1": 1, "R*": 1}, 6, {"threshold": 5}),
]


def exact_play(ref: Referee, seen: dict[object, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """The exact probability that each seat is first, alone or not, when every choice is by lot."""
    if ref.phase == "over":
        return tuple(Fraction(rank == 1) for rank in ref.ranks())
    at = key(ref)
    if at not in seen:
        parts = [(odds, exact_play(child, seen)) for odds, child in branches(ref)]
        seen[at] = tuple(sum((odds * firsts[p] for odds, firsts in parts), Fraction(0)) for p in range(ref.seats))
    return seen[at]


@pytest.mark.parametrize(("seats", "deck", "start", "options"), EXACT)
def test_exact_probabilities_to_win_by_random_play(
    seats: int, deck: Deck, start: int, options: dict[str, Value]
) -> None:
    """FI-50, FI-54, FI-55, FI-56, FI-57, FI-73: equal as fractions."""
    game, s, ref = opened(seats, deck, start, **options)
    mine: dict[object, tuple[Fraction, ...]] = {}
    found = tiny.exact_play(game, s, mine)
    assert found == exact_play(ref, {})
    assert 0 < min(found) < 1 and (seats == 1 or sum(found) >= 1)
