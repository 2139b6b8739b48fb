"""A slow, obvious reference implementation of `nerwy`, an oracle for tests of the compiled engine.

Written from `rules/nerwy.md` alone; rule ids (NE-28, R10) refer to it. A card is its code ("S3", "D4", "BIN"); copies
are not told apart, and all that lies together is a sorted list. Of the pile's order only the top's back is kept, for
nobody at the table knows more. Attributes are plain, and a test may set them by hand.

Chance comes from outside: a step takes a list of what becomes visible, in order. A back ("heart" or "D1" to "D5") is
the new top of the pile, turned after each drawn card (after a reshuffle if one is due) and after any other reshuffle;
when a heart is drawn its identity follows ("S2", "TRAP"); a drawn D needs no more. Steps that fail change nothing.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from random import Random
from typing import Any, cast

Cards = tuple[str, ...]
World = tuple[tuple[Cards, ...], Cards, tuple[tuple[int, str], ...], Cards, Cards]
TABLE, GO_ON, HEART, UNKNOWN = "table", "go on", "heart", "?"
# NE-01, NE-02
DECK = {f"S{n}": 3 for n in range(1, 6)} | {f"D{n}": 7 for n in range(1, 6)} | {"REV": 6, "PL2": 6, "BIN": 6, "TRAP": 2}
CALLS = Fraction(1, 8)  # how likely an answer that was handed in unseen is taken to be a call


def back(card: str) -> str:
    """What everybody but the owner sees of a card (NE-38)."""
    return card if card[0] == "D" else HEART


class MoreChance(ValueError):
    """The list of chance is too short; the argument counts the things that may come next."""


class Referee:
    """One match of `nerwy`.

    phase        "deal", "turn", "window", "draw", "reveal" or "over"
    hands        cards of every seat
    pile, top    the draw pile; the back of its top card, None while there is no pile (or nothing is dealt)
    discard      the open discards
    binned       (owner, card) of the discarded hearts that a BIN removed unseen
    row          (card, face down?, owner), from the left
    turn         seat on turn, also in "window", "draw" and "reveal"; None in "deal" and "over"
    last_placer  who placed last in this round, whatever `last_placer_rule` says; None before the first card
    placed       cards placed in this turn; `placements`: in this round; `round` is 0 until all is dealt
    answers      answers handed in in this window; `caller`: who called, None until somebody did
    composure, nerves, direction, must_place, pending2, starter  as in section 4.1
    """

    def __init__(
        self,
        seats: int,
        *,
        call_window: str = "race",
        direction_reset: bool = False,
        window_after_each: bool = False,
        last_placer_rule: str = "chronological",
        max_placements: int = 200,
        max_rounds: int = 100,
        starter: int = 0,
        deck: Mapping[str, int] = DECK,
        hand_size: int = 3,
    ) -> None:
        if not 2 <= seats <= 6 or not 0 <= starter < seats:  # NE-04, R1
            raise ValueError("2 to 6 seats, and the starter is one of them")
        if call_window not in ("race", "commit") or last_placer_rule not in ("chronological", "row_end"):
            raise ValueError("no such option")
        if not (1 <= max_placements <= 200 and 1 <= max_rounds <= 100):
            raise ValueError("1 to 200 placements, 1 to 100 rounds")
        if not set(deck) <= set(DECK) or hand_size < 1 or sum(deck.values()) < seats * hand_size:
            raise ValueError("the deck must have known cards, and enough for all hands")
        self.seats, self.hand_size = seats, hand_size
        self.call_window, self.last_placer_rule = call_window, last_placer_rule
        self.direction_reset, self.window_after_each = direction_reset, window_after_each
        self.max_placements, self.max_rounds = max_placements, max_rounds
        self.deck: list[str] = sorted(Counter(dict(deck)).elements())
        self.phase = "deal"
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.pile, self.top = list(self.deck), cast(str | None, None)
        self.discard: list[str] = []
        self.binned: list[tuple[int, str]] = []
        self.row: list[tuple[str, bool, int]] = []
        self.direction, self.starter = 1, starter
        self.turn = self.last_placer = self.caller = cast(int | None, None)
        self.answers: dict[int, str] = {}
        self.must_place, self.placed, self.pending2, self.placements, self.round = 1, 0, False, 0, 0
        self.composure, self.nerves = [0] * seats, [0] * seats
        self._chance: list[str] = []

    def copy(self) -> Referee:
        clone = copy.copy(self)
        for name, thing in vars(self).items():
            if isinstance(thing, (list, dict)):
                setattr(clone, name, thing.copy())  # one level is enough: a hand is replaced, never changed
        return clone

    def actors(self) -> set[int | str]:
        """The seats that may act, {"table"} for the table's own step, nobody when the match is over."""
        return {seat for seat in (*range(self.seats), TABLE) if self.legal(seat)}

    def legal(self, seat: int | str) -> list[str]:
        if seat == TABLE:
            return [GO_ON] if self.phase in ("deal", "draw", "reveal") else []
        if self.phase == "window":  # NE-10; the placer may not call, an answer is final (R17)
            return [] if seat == self.turn or seat in self.answers else ["call", "pass"]
        if self.phase != "turn" or seat != self.turn:
            return []
        if self.placed == 0 and self.placements >= self.max_placements:  # R31
            return ["call"]
        places = []
        for card in sorted(set(self.hands[self.turn])):  # NE-06
            places += [f"place {card}"] if card[0] == "D" else [f"place {card}^", f"place {card}v"]  # NE-08, R2
        may_call = self.placed == 0 and self.last_placer is not None  # NE-16, NE-17, R8, R9, R18
        return [*places, "call"] if may_call else places  # R6: with no card only the call is left

    def play(self, seat: int | str, text: str, chance: Iterable[str] = ()) -> None:
        """One action of a seat, or "go on" of the table; the chance that it needs, exactly."""
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not legal for {seat} in phase {self.phase}")
        before = self.copy()
        self._chance = list(chance)
        try:
            if seat == TABLE:
                {"deal": self._deal, "draw": self._end_turn, "reveal": self._settle}[self.phase]()
            elif self.phase == "window":
                self._answer(int(seat), text)
            elif text == "call":
                self.caller, self.phase = self.turn, "reveal"  # NE-14, R5: no draw
            else:
                self._place(int(seat), text.removeprefix("place "))
            if self._chance:
                raise ValueError(f"nothing happens that needs {self._chance}")
        except ValueError:
            vars(self).update(vars(before))
            raise

    def go_on(self, chance: Iterable[str] = ()) -> None:
        self.play(TABLE, GO_ON, chance)

    def deal(self, hands: Sequence[Sequence[str]], top: str | None) -> None:
        """The table's step "deal" for a driver that knows only the hands, and the top after all of them."""
        cards = [card for hand in hands for card in hand]
        if self.phase != "deal" or [len(hand) for hand in hands] != [self.hand_size] * self.seats:
            raise ValueError("not dealt now, or not so many cards")
        self.go_on([back(cards[0]), *told(cards, [*map(back, cards[1:]), top])])

    def _take(self, options: Counter[str]) -> str:
        if not self._chance:
            raise MoreChance(options)
        thing = self._chance.pop(0)
        if not options[thing]:
            raise ValueError(f"{thing!r} cannot come now, only {sorted(options)}")
        return thing

    def _turn_top(self) -> None:
        """The pile lies backs up (NE-05); a pile that is empty is made from the discard at once (NE-15, R7)."""
        if not self.pile:
            self.pile = sorted([*self.discard, *(card for _, card in self.binned)])
            self.discard, self.binned = [], []
        self.top = self._take(Counter(map(back, self.pile))) if self.pile else None

    def _draw(self, seat: int) -> None:
        """Up to a full hand, or as far as the supply reaches (R6)."""
        while len(self.hands[seat]) < self.hand_size and self.top is not None:
            hearts = Counter(card for card in self.pile if back(card) == HEART)
            card = self._take(hearts) if self.top == HEART else self.top
            self.pile = without(self.pile, [card])
            self.hands[seat] = sorted([*self.hands[seat], card])
            self._turn_top()

    def _deal(self) -> None:
        self._turn_top()
        for seat in range(self.seats):  # NE-05
            self._draw(seat)
        self.round = 1
        self._begin_turn(self.starter)

    def _begin_turn(self, seat: int) -> None:
        self.turn, self.phase = seat, "turn"
        self.must_place, self.pending2, self.placed = 2 if self.pending2 else 1, False, 0  # NE-26, NE-27

    def _place(self, seat: int, text: str) -> None:
        card, down = text.rstrip("^v"), text.endswith("v")
        self.hands[seat] = without(self.hands[seat], [card])
        self.row.append((card, down, seat))  # NE-07
        self.last_placer = seat  # NE-31, R10
        self.placed, self.placements = self.placed + 1, self.placements + 1
        if card == "REV" and not down:  # NE-09, NE-25, R15
            self.direction = -self.direction
        if card == "PL2" and not down:  # R19
            self.pending2 = True
        if card == "BIN" and not down:  # NE-28, NE-30, R12: the BIN itself and the entry before it, if any
            gone = self.row[-2:]
            self.binned = sorted([*self.binned, *((owner, thing) for thing, hidden, owner in gone if hidden)])
            self.discard = sorted([*self.discard, *(thing for thing, hidden, _ in gone if not hidden)])
            self.row = self.row[:-2]
            if not self.pile:
                self._turn_top()
        if self.window_after_each or not self._more_to_place():  # NE-40, R20
            self.phase, self.answers = "window", {}

    def _more_to_place(self) -> bool:
        assert self.turn is not None
        return self.placed < self.must_place and self.hands[self.turn] != []  # R6

    def _answer(self, seat: int, text: str) -> None:
        assert self.turn is not None
        self.answers = dict(sorted([*self.answers.items(), (seat, text)]))
        order = [(self.turn + k) % self.seats for k in range(1, self.seats)]  # NE-11, R16: always clockwise
        callers = [rival for rival in order if self.answers.get(rival) == "call"]
        if len(self.answers) < len(order) and (self.call_window == "commit" or not callers):
            return
        self.caller = callers[0] if callers else None
        self.answers = {}
        self.phase = "turn" if self.caller is None and self._more_to_place() else "draw"

    def _end_turn(self) -> None:
        assert self.turn is not None
        self._draw(self.turn)  # NE-13, NE-14, R4
        if self.caller is not None:
            self.phase = "reveal"
        else:
            self._begin_turn((self.turn + self.direction) % self.seats)  # NE-12

    def outcome(self) -> tuple[int, list[int], list[int], int]:
        """What the call is worth: the sum, C and N that every seat takes (before any return), the next starter."""
        if self.phase != "reveal" or self.caller is None or self.last_placer is None:
            raise ValueError("there is no call to settle")
        caller, last = self.caller, self.last_placer
        if self.last_placer_rule == "row_end" and self.row:
            last = self.row[-1][2]
        composure, nerves = [0] * self.seats, [0] * self.seats
        trappers = {owner for card, down, owner in self.row if card == "TRAP" and down}  # NE-32, R13, R21
        for owner in trappers:  # NE-33, R25
            composure[owner] = 1
        if trappers:
            nerves[caller] += 1
        total = sum(int(card[1]) for card, _, _ in self.row if card[0] in "SD")  # NE-18, NE-19, R28
        right, wrong = (caller, last) if total >= 17 else (last, caller)  # NE-20, NE-21, R3
        composure[right] = 1  # NE-34, NE-35, R22, R23: no second one
        nerves[wrong] += 1
        return total, composure, nerves, right  # NE-24, R26

    def _settle(self) -> None:
        _, composure, nerves, self.starter = self.outcome()
        for seat in range(self.seats):
            self.composure[seat] += composure[seat]
            self.nerves[seat] += nerves[seat]
            if self.nerves[seat] >= 2:  # NE-22, R24
                self.nerves[seat] -= 2
                self.composure[seat] = max(self.composure[seat] - 1, 0)
        self.discard = sorted([*self.discard, *(card for card, _, _ in self.row)])  # NE-23; all of it at once, then R7
        self.row = []
        if not self.pile:
            self._turn_top()
        for k in range(self.seats):  # R6
            self._draw((self.starter + k) % self.seats)
        self.last_placer = self.caller = self.turn = None
        self.must_place, self.placed, self.pending2, self.placements = 1, 0, False, 0
        if max(self.composure) >= 3 or self.round >= self.max_rounds:  # NE-36, NE-41
            self.phase = "over"
            return
        self.round += 1
        if self.direction_reset:  # NE-39, R14
            self.direction = 1
        self._begin_turn(self.starter)

    def scores(self) -> list[tuple[int, int]]:
        """(composure, nerves) of every seat."""
        return [*zip(self.composure, self.nerves, strict=True)]

    def ranks(self) -> list[int]:
        """As they are or would be now: most composure, then fewest nerves, ties share (NE-37)."""
        keys = [(-c, n) for c, n in self.scores()]
        return [1 + sum(other < mine for other in keys) for mine in keys]

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat, or a spectator (None), may know (section 5)."""
        masked = [owner != seat and down and self.phase != "reveal" for _, down, owner in self.row]
        unknown = {who for who in self.answers if self.call_window == "commit" and who != seat}
        return {
            "phase": self.phase,
            "hands": [  # R30
                list(hand) if owner == seat else sorted(map(back, hand)) for owner, hand in enumerate(self.hands)
            ],
            "row": [(HEART if mask else entry[0], *entry[1:]) for entry, mask in zip(self.row, masked, strict=True)],
            "top": self.top,
            "pile": len(self.pile),
            "discard": list(self.discard),
            "binned": sorted((owner, card if owner == seat else UNKNOWN) for owner, card in self.binned),
            "answers": {who: UNKNOWN if who in unknown else text for who, text in self.answers.items()},
            **{name: copy.copy(getattr(self, name)) for name in OPEN},
        }


OPEN = ["composure", "nerves", "direction", "turn", "last_placer", "must_place", "placed", "pending2", "caller"]
OPEN += ["starter", "round", "placements"]


def told(cards: Sequence[str], tops: Sequence[str | None]) -> list[str]:
    """The list of chance for these cards, drawn in this order, each of which leaves that top (None: no pile)."""
    pairs = zip(cards, tops, strict=True)
    return [thing for card, top in pairs for thing in ([card] if back(card) == HEART else []) + ([top] if top else [])]


def without(cards: Sequence[str], taken: Sequence[str]) -> list[str]:
    rest = sorted(cards)
    for card in taken:
        rest.remove(card)
    return rest


def roll(referee: Referee, actor: int | str, text: str, rng: Random) -> list[str]:
    """Plays the action with fair chance and returns the chance."""
    chance: list[str] = []
    while True:
        try:
            referee.play(actor, text, chance)
        except MoreChance as more:
            chance.append(rng.choice(sorted(more.args[0].elements())))
        else:
            return chance


def random_step(referee: Referee, rng: Random, eager: float | None = None) -> tuple[int | str, str, list[str]]:
    """One random action of a random actor; `eager` is the probability of a call where there is a choice."""
    actor = rng.choice(sorted(referee.actors(), key=str))
    texts = referee.legal(actor)
    if eager is not None and "call" in texts and len(texts) > 1:
        texts = ["call"] if rng.random() < eager else [text for text in texts if text != "call"]
    text = rng.choice(texts)
    return actor, text, roll(referee, actor, text, rng)


def random_play(referee: Referee, rng: Random, eager: float | None = None) -> Referee:
    """Plays to the end of the match."""
    while referee.phase != "over":
        random_step(referee, rng, eager)
    return referee


def outcomes(referee: Referee, actor: int | str, text: str, chance: Cards = ()) -> Iterator[tuple[Fraction, Referee]]:
    """Every result of an action with its probability; results of different lists of chance may be equal."""
    child = referee.copy()
    try:
        child.play(actor, text, chance)
    except MoreChance as more:
        for thing, ways in sorted(more.args[0].items()):
            for odds, result in outcomes(referee, actor, text, (*chance, thing)):
                yield odds * Fraction(ways, more.args[0].total()), result
    else:
        yield Fraction(1), child


def branches(referee: Referee) -> list[tuple[Fraction, Referee]]:
    """Every distinct next position of every action, with its probability when all actions are equally likely.

    The lowest seat that may act acts. Lists of chance that lead to equal positions are one; actions never are.
    """
    found: list[tuple[Fraction, Referee]] = []
    for actor in sorted(referee.actors(), key=str)[:1]:
        actions = referee.legal(actor)
        for text in actions:
            merged: dict[str, tuple[Fraction, Referee]] = {}
            for odds, child in outcomes(referee, actor, text):
                at = str(vars(child))
                merged[at] = merged.get(at, (Fraction(0),))[0] + odds, child
            found += [(odds / len(actions), child) for odds, child in merged.values()]
    return found


def perft(referee: Referee, depth: int, seen: dict[object, int] | None = None) -> int:
    """The number of distinct histories of exactly `depth` plies; a match that ends earlier does not count."""
    if depth == 0:
        return 1
    seen = {} if seen is None else seen
    at = (str(vars(referee)), depth)
    if at not in seen:
        seen[at] = sum(perft(child, depth - 1, seen) for _, child in branches(referee))
    return seen[at]


def exact_play(referee: Referee, seen: dict[str, tuple[Fraction, ...]] | None = None) -> tuple[Fraction, ...]:
    """The exact probability that each seat has rank 1 (shared or not) when all acts are uniform, as in `branches`."""
    if referee.phase == "over":
        return tuple(Fraction(rank == 1) for rank in referee.ranks())
    seen = {} if seen is None else seen
    at = str(vars(referee))
    if at not in seen:
        parts = [[odds * share for share in exact_play(child, seen)] for odds, child in branches(referee)]
        seen[at] = tuple(sum(shares, Fraction(0)) for shares in zip(*parts, strict=True))
    return seen[at]


def true_world(referee: Referee) -> World:
    """Hands; cards of the row; (owner, card) of the hearts that BIN removed; the pile; answers ("" if none)."""
    return (
        tuple(tuple(sorted(hand)) for hand in referee.hands),
        tuple(card for card, _, _ in referee.row),
        tuple(sorted(referee.binned)),
        tuple(sorted(referee.pile)),
        tuple(referee.answers.get(seat, "") for seat in range(referee.seats)),
    )


def splits(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[Fraction, list[Cards]]]:
    """All distinct ways to deal groups of these sizes and a rest, copies told apart while counting."""
    if not sizes:
        yield Fraction(1), [tuple(sorted(cards))]
        return
    for group, ways in Counter(combinations(sorted(cards), sizes[0])).items():
        for odds, others in splits(without(cards, group), sizes[1:]):
            yield odds * Fraction(ways, comb(len(cards), sizes[0])), [group, *others]


def worlds(referee: Referee, seat: int | None) -> dict[World, Fraction]:
    """Every world that the view of a seat allows, with its weight; None is a spectator.

    The unseen hearts are equally likely to be in any unseen place: rivals' hands, hidden entries of rivals, hearts of
    rivals that BIN removed, hearts of the pile. An answer handed in unseen is a call with probability `CALLS`. Only the
    view and the deck are used, so what was known before a reshuffle is forgotten.
    """
    view = referee.view(seat)
    hands, row, binned = view["hands"], view["row"], view["binned"]
    seen = [*(card for hand in hands for card in hand), *(e[0] for e in row), *(e[1] for e in binned), *view["discard"]]
    rest = without(referee.deck, [card for card in seen if card not in (HEART, UNKNOWN)])
    unseen = [card for card in rest if back(card) == HEART]
    sizes = [hand.count(HEART) for hand in hands] + [e[0] == HEART for e in row] + [e[1] == UNKNOWN for e in binned]
    secret = [who for who, answer in view["answers"].items() if answer == UNKNOWN]
    world = referee.copy()
    result: dict[World, Fraction] = {}
    for odds, groups in splits(unseen, sizes):
        next_group = iter(groups)
        world.hands = [[*(card for card in hand if card != HEART), *next(next_group)] for hand in hands]
        world.row = [((*next(next_group), card)[0], down, owner) for card, down, owner in row]
        world.binned = [(owner, (*next(next_group), card)[0]) for owner, card in binned]
        world.pile = [*(card for card in rest if back(card) != HEART), *next(next_group)]
        for answers in product(("call", "pass"), repeat=len(secret)):
            world.answers = view["answers"] | dict(zip(secret, answers, strict=True))
            weight = prod([odds, *(CALLS if answer == "call" else 1 - CALLS for answer in answers)])
            result[true_world(world)] = result.get(true_world(world), Fraction(0)) + weight
    return result
