"""A slow, obvious reference implementation of `rys`, an oracle for tests of the compiled engine.

Written from `rules/rys.md` alone; rule ids (RY-10, R9) refer to it. A card is a text, "1" to "13" or "J". Every
multiset (hand, deck, discard, known cards) is a sorted list, jokers last. Every position is an ordinary object
with plain attributes; a test may set them by hand. Chance comes from outside: a step in which cards leave the
deck takes them as a list, in that order, and refuses what is not possible.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Literal

Cards = tuple[str, ...]
World = tuple[tuple[Cards, ...], Cards]
TABLE = "table"
GO_ON = "go on"
JOKER = "J"
PURE = 14  # the value of a layer of jokers only
RANK = {**{str(value): value for value in range(1, 14)}, JOKER: PURE}
APART = ("13", JOKER)  # never in the virtual row


class Short(ValueError):
    """More cards leave the deck than `chance` names; its arguments are the cards that may be next."""


class Referee:
    """One game of `rys`.

    phase      "deal", "play", "virtual", "restock", "loot", "keep", "draw", "refill", "offer" or "over"
    turn       the seat with the paw; when the game is over, the seat in whose turn it ended
    hand       cards of every seat
    known      public part of every hand (section 5): pool draws, loot, reclaimed cards, starting jokers in duel
    table      layers of every seat, bottom first; a layer is a list of its cards, jokers last. A layer that is
               being stolen stays here through "loot" and "keep" and leaves with TAKE, RECLAIM or DISCARD
    deck       cards not turned up yet (nobody knows their order, so there is none); `discard` likewise
    pool       slots, each a list of cards, the single card below its 13s and jokers; [] is an empty slot
    virtual    number of cards of every value from 1 to 12 in the virtual row; {} outside duel
    played     (size, value) of the layer of this turn, (0, 0) before it was played
    queue      seats still to be compared this turn
    stole      whether anybody, or the virtual row, was robbed this turn
    victim     the seat being robbed in "loot", "keep" and "draw", otherwise None
    owed       cards that the victim still has to draw
    moved      whether a card has left deck, pool or virtual row this turn
    turns      finished turns (not one that end A or B cuts short); `quiet`: the last ones without such a card
    """

    def __init__(
        self,
        seats: int,
        *,
        mode: str | None = None,
        duel_rules: str = "basic",
        no_progress_limit: int | Literal["default"] | None = "default",
        max_turns: int | None = 2000,
        starter: int = 0,
        copies: int | Sequence[int] = 8,
        jokers: int = 5,
        hand_size: int = 13,
        slots: int = 6,
        row: int = 13,
    ) -> None:
        """`copies` of each value, or of the values 1 to 13 one by one; `row` is the virtual row's full size."""
        mode = mode or ("duel" if seats == 2 else "basic")
        rules = duel_rules if mode == "duel" else mode
        if rules not in ("basic", "advanced", "expert") or (mode != "duel" and duel_rules != "basic"):
            raise ValueError("no such mode")
        if not (seats == 2 if mode == "duel" else 3 <= seats <= 5) or not 0 <= starter < seats:  # RY-02
            raise ValueError("3 to 5 seats, 2 in duel; one of them starts")
        if 0 in (no_progress_limit, max_turns):
            raise ValueError("a fuse that is off is None")
        self.seats, self.mode, self.duel = seats, mode, mode == "duel"
        self.optional_draw, self.expert = rules == "basic", rules == "expert"  # RY-21, RY-27, RY-28, R37
        fuse = 100 if self.expert else None  # R38
        self.no_progress_limit: int | None = fuse if no_progress_limit == "default" else no_progress_limit
        self.max_turns, self.own_jokers = max_turns, 2 if self.duel else 0  # RY-30
        self.hand_size, self.slots, self.row = hand_size, slots, row if self.duel else 0
        numbers = [copies] * 13 if isinstance(copies, int) else list(copies)
        self.cards: list[str] = [str(v + 1) for v in range(13) for _ in range(numbers[v])] + [JOKER] * jokers  # RY-01
        if not max(1, self.own_jokers) <= hand_size < len(self.cards) / seats or jokers < seats * self.own_jokers:
            raise ValueError("the cards do not suffice for hands and pool")
        self.phase, self.turn = "deal", starter
        self.hand: list[list[str]] = [[] for _ in range(seats)]
        self.known: list[list[str]] = [[] for _ in range(seats)]
        self.table: list[list[list[str]]] = [[] for _ in range(seats)]
        self.deck: list[str] = list(self.cards)
        self.pool: list[list[str]] = [[] for _ in range(slots)]
        self.discard: list[str] = []
        self.virtual: dict[int, int] = dict.fromkeys(range(1, 13), 0) if self.duel else {}
        self.turns = self.quiet = 0
        self.chance: list[str] = []  # cards about to leave the deck; empty between steps
        self._begin()

    def _begin(self) -> None:
        """Nothing has happened yet in this turn."""
        self.played: tuple[int, int] = (0, 0)
        self.queue: list[int] = []
        self.victim: int | None = None
        self.stole = self.moved = False
        self.owed = 0

    # Who may do what

    def actors(self) -> set[int | str]:
        """The seat that must act (section 4.4), {"table"} for the table's own step, nobody when it is over."""
        if self.phase in ("deal", "restock", "refill"):
            return {TABLE}
        if self.phase in ("keep", "draw"):
            assert self.victim is not None
            return {self.victim}
        return {self.turn} if self.phase != "over" else set()

    def legal(self, seat: int | str) -> list[str]:
        """All legal action texts of the seat or of the table."""
        if seat == TABLE or seat not in self.actors():
            return [GO_ON] if seat in self.actors() else []
        if self.phase == "play":
            return self._plays()
        if self.phase == "virtual":
            return [f"rob {value}" for value in self.eligible()]
        if self.phase in ("loot", "keep"):  # RY-11, RY-13, R16
            return ["take", "leave"] if self.phase == "loot" else ["reclaim", "discard"]
        deck = ["draw deck"] if self.deck else []  # RY-16, R17
        draws = deck + [f"draw pool {slot}" for slot in range(self.slots) if self.pool[slot]]  # RY-14
        return draws if self.phase == "draw" else [*draws, "no draw"]  # R18

    def _plays(self) -> list[str]:
        """RY-05, RY-06, R4, R5: equal cards and any jokers, or jokers alone."""
        held = Counter(self.hand[self.turn])
        wild = ["", " +J", *(f" +{jokers}J" for jokers in range(2, held[JOKER] + 1))][: held[JOKER] + 1]
        amounts = [(value, n) for value in range(1, 14) for n in range(1, held[str(value)] + 1)]
        alone = [f"play {JOKER}x{n}" for n in range(1, held[JOKER] + 1)]
        return [f"play {value}x{n}{jokers}" for value, n in amounts for jokers in wild] + alone

    def eligible(self) -> list[int]:
        """Values of the virtual sets that the layer just played beats (R32); ones beat none (R37)."""
        size, value = self.played
        return [v for v, number in self.virtual.items() if number == size and v < value]

    def beats(self, size: int, value: int, layer: Sequence[str]) -> bool:
        """Section 4.2: RY-10, RY-07, RY-20, R22, R23, R40; in expert also RY-28, R39."""
        if size != len(layer):
            return False
        return value > layer_value(layer) or (self.expert and value == 1 and layer_value(layer) in (13, PURE))

    # What happens

    def play(self, seat: int | str, text: str, chance: Sequence[str] = ()) -> None:
        """One step; `chance` names the cards that leave the deck in it. When refused, nothing has changed."""
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not legal for {seat} in phase {self.phase}")
        trial = copy.deepcopy(self)
        trial.chance = list(chance)
        trial._step(text)
        if trial.chance:
            raise ValueError(f"no more cards leave the deck: {trial.chance}")
        vars(self).update(vars(trial))

    def _step(self, text: str) -> None:
        if self.phase == "deal":
            self._deal()
        elif self.phase == "play":
            self._play(text.removeprefix("play "))
        elif self.phase == "virtual":
            self._rob_virtual(int(text.removeprefix("rob ")))
        elif self.phase == "restock":
            while sum(self.virtual.values()) < self.row and self.deck:  # RY-36, R35
                self._turn_for_row()
            self._compare()
        elif self.phase in ("loot", "keep"):
            self._settle(text)
        elif self.phase == "refill":
            self._fill()
            self._go_on()
        elif text == "no draw":
            self._end_turn()
        else:
            self._draw(text.removeprefix("draw "))

    def _from_deck(self) -> str:
        if not self.chance:
            raise Short(*self.deck)
        card = self.chance.pop(0)
        self.deck.remove(card)  # ValueError if there is none
        self.moved = True
        return card

    def _gain(self, seat: int, cards: Sequence[str]) -> None:
        """Cards that everybody sees go to a hand (section 5)."""
        self.hand[seat] = ordered([*self.hand[seat], *cards])
        self.known[seat] = ordered([*self.known[seat], *cards])

    def _fill(self) -> None:
        """RY-15: empty slots from the left, as far as the deck reaches; every card has its own slot (R31)."""
        for slot in range(self.slots):
            if not self.pool[slot] and self.deck:
                self.pool[slot] = [self._from_deck()]

    def _deal(self) -> None:
        """RY-03; in duel RY-30, RY-31, RY-37 in the order of R26."""
        for seat in range(self.seats):
            self._gain(seat, [JOKER] * self.own_jokers)
            self.deck = without(self.deck, [JOKER] * self.own_jokers)
        for seat in range(self.seats):
            fresh = [self._from_deck() for _ in range(self.hand_size - self.own_jokers)]
            self.hand[seat] = ordered([*self.hand[seat], *fresh])
        self._fill()
        for _ in range(min(self.row, len(self.deck))):  # R27: exactly so many, 13s and jokers are not replaced
            self._turn_for_row()
        self.phase, self.moved = "play", False

    def _turn_for_row(self) -> None:
        """RY-31, RY-32: a card to the virtual row, or onto the lowest single card of the pool."""
        card = self._from_deck()
        if card not in APART:
            self.virtual[int(card)] += 1
            return
        # R28, R29: the fewest cards, so a single one if there is any; then the lowest first card, then leftmost
        filled = [slot for slot in range(self.slots) if self.pool[slot]]
        slot = min(filled, key=lambda i: (len(self.pool[i]), RANK[self.pool[i][0]], i))
        self.pool[slot].append(card)

    def _play(self, what: str) -> None:
        numbers, _, wild = what.partition(" +")
        card, _, number = numbers.partition("x")
        jokers = 0 if not wild else int(wild.removesuffix(JOKER) or 1)
        layer = [card] * int(number) + [JOKER] * jokers
        self.hand[self.turn] = without(self.hand[self.turn], layer)
        for one in layer:  # section 5: a known copy goes first
            if one in self.known[self.turn]:
                self.known[self.turn].remove(one)
        self.table[self.turn].append(layer)  # RY-08
        self.played = (len(layer), layer_value(layer))
        if not self.hand[self.turn]:  # RY-23, R12
            self._over()
            return
        self.queue = [(self.turn + step) % self.seats for step in range(1, self.seats)]  # RY-09, R8
        sets = self.eligible()  # RY-35, R34
        if len(sets) >= 2:
            self.phase = "virtual"
        elif sets:
            self._rob_virtual(sets[0])
        else:
            self._compare()

    def _rob_virtual(self, value: int) -> None:
        """RY-34, R33: the whole set goes to the hand."""
        self._gain(self.turn, [str(value)] * self.virtual[value])
        self.virtual[value] = 0
        self.stole = self.moved = True
        if self.deck:
            self.phase = "restock"
        else:
            self._compare()

    def _compare(self) -> None:
        """RY-09, RY-17, R9, R10: the next seat in the queue whose top layer is beaten is robbed."""
        self.victim = None
        while self.queue:
            seat = self.queue.pop(0)
            if self.table[seat] and self.beats(*self.played, self.table[seat][-1]):
                self.victim = seat
                self.stole = True  # R6, RY-22, R7
                self.phase = "loot"
                return
        if self.optional_draw and not self.stole:  # RY-21, R36
            self.phase = "offer"
        else:
            self._end_turn()

    def _settle(self, text: str) -> None:
        """RY-11, RY-12, RY-13, RY-18"""
        assert self.victim is not None
        if text == "leave":
            self.phase = "keep"
            return
        layer = self.table[self.victim].pop()
        if text == "reclaim":  # R20
            self._gain(self.victim, layer)
            self._compare()
            return
        if text == "take":
            self._gain(self.turn, layer)  # R3
        else:
            self.discard = ordered([*self.discard, *layer])  # R25
        self.owed = len(layer)
        self.phase = "draw"

    def _draw(self, source: str) -> None:
        """One draw of the victim in "draw", of the active seat in "offer"."""
        seat = self.turn if self.victim is None else self.victim
        if source == "deck":
            self.hand[seat] = ordered([*self.hand[seat], self._from_deck()])  # RY-38: nobody else sees it
        else:
            slot = int(source.removeprefix("pool "))
            self._gain(seat, self.pool[slot])  # RY-33, R30: a whole group
            self.pool[slot] = []
            self.moved = True
        self.owed -= self.phase == "draw"
        if not self.deck and not any(self.pool):  # RY-24, R15, R18
            self._over()
        elif self.owed == 0:  # RY-15, R14
            self.victim = None
            self._go_on()

    def _go_on(self) -> None:
        """After all draws of a seat: refill, then the next comparison; after the optional draw the turn is over."""
        if self.deck and not all(self.pool):
            self.phase = "refill"
        elif self.stole:
            self._compare()
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        self.turns += 1
        self.quiet = 0 if self.moved else self.quiet + 1
        if self.quiet == self.no_progress_limit or self.turns == self.max_turns:  # RY-39, R38
            self._over()
            return
        self.turn = (self.turn + 1) % self.seats  # RY-04
        self._begin()
        self.phase = "play"

    def _over(self) -> None:
        self.phase = "over"
        self.queue, self.victim, self.owed = [], None, 0

    def view(self, seat: int | None) -> dict[str, object]:
        """Everything that the seat may know, and nothing else (section 5); None is a spectator."""
        public = "phase turn known table pool discard virtual played queue stole victim owed moved quiet turns"
        seen: dict[str, object] = {name: copy.deepcopy(getattr(self, name)) for name in public.split()}
        seen |= {"deck_size": len(self.deck), "hand_sizes": [len(hand) for hand in self.hand]}  # RY-38, R24
        return seen | {"hand": None if seat is None else list(self.hand[seat])}

    def scores(self) -> list[int]:
        """RY-25, R43; as if the game ended now."""
        return [sum(map(len, self.table[seat])) - len(self.hand[seat]) for seat in range(self.seats)]

    def ranks(self) -> list[int]:
        """RY-26: the higher score, then fewer cards in hand; seats that are equal in both share a rank."""
        merit = [(score, -len(hand)) for score, hand in zip(self.scores(), self.hand, strict=True)]
        return [1 + sum(other > mine for other in merit) for mine in merit]


def ordered(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=lambda card: RANK[card])


def layer_value(layer: Sequence[str]) -> int:
    """RY-06, RY-07, R2, R3: jokers count as their companions, alone as 14."""
    return min(RANK[card] for card in layer)


def without(cards: Sequence[str], taken: Sequence[str]) -> list[str]:
    rest = ordered(cards)
    for card in taken:
        rest.remove(card)
    return rest


def splits(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[Fraction, tuple[Cards, ...]]]:
    """All distinct ways to give so many of the shuffled cards away, with probabilities; equal cards are told apart."""
    if not sizes:
        yield Fraction(1), ()
        return
    for some, ways in Counter(combinations(ordered(cards), sizes[0])).items():
        for chance, others in splits(without(cards, some), sizes[1:]):
            yield Fraction(ways, comb(len(cards), sizes[0])) * chance, (some, *others)


def worlds(ref: Referee, seat: int | None) -> dict[World, Fraction]:
    """Every world (hands, deck) that the seat cannot tell from the true one, with its weight; None is a spectator.

    Rivals' unknown cards and the deck are one unseen multiset, each of its physical cards equally likely to lie
    in any unseen place; decisions carry no evidence. Nothing is shown at the end of the game either.
    """
    fixed = [ref.hand[p] if p == seat else ref.known[p] for p in range(ref.seats)]
    open_cards = [card for cards in [*fixed, *ref.pool, ref.discard] for card in cards]
    open_cards += [card for layers in ref.table for layer in layers for card in layer]
    open_cards += [str(value) for value, number in ref.virtual.items() for _ in range(number)]
    unseen = without(ref.cards, open_cards)
    sizes = [len(ref.hand[p]) - len(fixed[p]) for p in range(ref.seats)]
    result = {}
    for chance, more in splits(unseen, sizes):
        hands = tuple(tuple(ordered([*fixed[p], *more[p]])) for p in range(ref.seats))
        result[hands, tuple(without(unseen, [card for some in more for card in some]))] = chance
    return result


def random_play(ref: Referee, rng: Random) -> Iterator[tuple[int | str, str, list[str]]]:
    """Plays on to the end, all uniform; yields who did what, and the cards that left the deck, after every step."""
    while ref.phase != "over":
        (actor,) = ref.actors()
        text, cards = rng.choice(ref.legal(actor)), list[str]()
        while True:
            try:
                ref.play(actor, text, cards)
                break
            except Short as short:
                cards.append(rng.choice(short.args))
        yield actor, text, cards


def branches(ref: Referee, text: str | None = None, cards: Sequence[str] = ()) -> Iterator[tuple[Fraction, Referee]]:
    """Every next position, after any action or this one, with its probability when all decisions are uniform.

    A position comes once for every order of cards that leads to it. Decks must be tiny: a deal tries all orders.
    """
    for actor in ref.actors():
        actions = ref.legal(actor) if text is None else [text]
        for action in actions:
            child = copy.copy(ref)  # a step replaces everything and changes nothing in place
            try:
                child.play(actor, action, cards)
                yield Fraction(1, len(actions)), child
            except Short as short:
                for card, number in Counter(short.args).items():
                    for chance, found in branches(ref, action, [*cards, card]):
                        yield chance * Fraction(number, len(short.args) * len(actions)), found


def key(ref: Referee) -> object:
    """Positions of one game with equal keys have the same future; which cards are known makes no difference."""
    names = "phase turn hand table deck virtual played queue stole victim owed moved"
    fuses = (ref.no_progress_limit and ref.quiet, ref.max_turns and ref.turns)
    pool = [group[:1] + ordered(group[1:]) for group in ref.pool]
    return str((pool, fuses, [getattr(ref, name) for name in names.split()]))


def perft(ref: Referee, depth: int, seen: dict[object, int] | None = None) -> int:
    """The number of histories of exactly `depth` plies; orders of cards that lead to one position are one ply."""
    if depth == 0:
        return 1
    seen = {} if seen is None else seen
    at = (key(ref), depth)
    if at not in seen:
        seen[at] = 0
        for text in [text for actor in ref.actors() for text in ref.legal(actor)]:
            children = {key(child): child for _, child in branches(ref, text)}
            seen[at] += sum(perft(child, depth - 1, seen) for child in children.values())
    return seen[at]
