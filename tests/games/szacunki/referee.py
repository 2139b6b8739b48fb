"""A slow, obvious reference implementation of `szacunki`, an oracle for tests of the compiled engine.

Written from `rules/szacunki.md` alone; rule ids (SZ-16, R20) refer to it. A colour is a letter of "YGBRPS", a card a
text such as "Y3". Every position is an ordinary object with plain attributes; a test may set them by hand. Nobody
has looked at the removed cards and the draw stacks, so they have no order: they are one multiset per colour. Chance
comes from outside: a step that needs it takes it as a list, in this order, and refuses what is not possible.

deal       the seats of the pawns, bottom first; then rack 0, 1, 2, 3, the cards of each in the order of the colours
roll       three colours
exchange   the new card
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

Rack = tuple[int, ...]
Luck = int | str
TABLE = "table"
GO_ON = "go on"
COLOURS = "YGBRPS"
ROUNDS = {2: 10, 3: 9, 4: 8}  # SZ-30
POINTS = {1: 7, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2, 7: 1}  # section 1: size of a token -> its points
SMALLEST = 1  # R18: the token that tells no direction
GUESSED = {1: 5, 2: 2, 3: 1}  # SZ-32: how many numbers were written -> points
NOT_GUESSED = -2  # SZ-33
CORRECT, HIGHER, LOWER, MISS = "correct", "higher", "lower", "miss"
OPEN = ("score", "over")  # phases in which all cards and guesses lie open


class Short(ValueError):
    """More is left to chance than `chance` names; its arguments are what may come next, each equally likely."""


class Referee:
    """One game of `szacunki`.

    phase     "deal", "roll", "grey", "turn", "pick", "place", "check", "exchange", "guess", "score" or "over"
    round     1, 2, ...; 0 before the deal; it stays at the last one when the rounds are over
    racks     every rack, the players' first, as colour -> number; empty before the deal
    unseen    numbers of every colour that are removed or in the draw stack, ascending; one of them is the removed one
    discards  (colour, number, seat, round), in order
    track     position -> seats of the pawns there, bottom first; ascending
    order     track order at the beginning of the round; from "guess" on the one when the rounds ended (SZ-34)
    queue     seats that still have to pick or to exchange in this round, in order
    dice      three colours in the fixed order; [] before the roll and after the rounds
    token     size of every seat's token, None before it is taken; likewise `start`, its first field, and `result`,
              "correct", "higher", "lower" or "miss". All of them are None again when the round is over
    history   for every round that was checked a dict: "dice" as they were after turning, then lists by seat "token",
              "range" (first and last field), "result" and "exchange": (colour, number laid open), or None
    guesses   for every seat what it has written so far, one tuple of numbers per colour in the fixed order
    """

    def __init__(
        self,
        seats: int,
        *,
        colours: int = 6,
        numbers: int = 8,
        rounds: int | None = None,
        racks: int = 4,
        tokens: int = 7,
        faces: str | None = None,
        track_max: int | None = None,
    ) -> None:
        """For tiny games: cards 0 to `numbers` - 1, tokens of size 1 to `tokens`, and the last field of the track.

        `faces` of a die: by default all six colours, with fewer than five in play those; the others count as grey.
        """
        if not 2 <= seats <= 4:
            raise ValueError("2 to 4 seats")
        if not (1 <= colours <= 6 and seats <= racks < numbers <= 8):
            raise ValueError("1 to 6 colours, a rack for every seat, and more numbers than racks, at most 8")
        self.seats = seats
        self.colours = COLOURS[:colours]  # SZ-37
        self.faces = faces or (COLOURS if colours >= 5 else self.colours)
        self.numbers = numbers
        self.rounds = ROUNDS[seats] if rounds is None else rounds  # SZ-30
        self.tokens = tokens
        self.track_max = 3 * (numbers - 1) if track_max is None else track_max
        if not seats <= tokens <= min(7, self.track_max + 1):
            raise ValueError("a token for every seat, none longer than the track, at most 7")
        self.phase = "deal"
        self.round = 0
        self.racks: list[dict[str, int]] = [{} for _ in range(racks)]
        self.unseen: dict[str, list[int]] = {colour: list(range(numbers)) for colour in self.colours}  # SZ-01
        self.discards: list[tuple[str, int, int, int]] = []
        self.track: dict[int, list[int]] = {}
        self.history: list[dict[str, Any]] = []
        self.guesses: list[list[tuple[int, ...]]] = [[] for _ in range(seats)]
        self.chance: list[Luck] = []
        self._clear()

    def _clear(self) -> None:
        """SZ-24; the order of a new round (SZ-09), or of the final scoring (SZ-34)."""
        self.order = self.track_order()
        self.queue: list[int] = []
        self.dice: list[str] = []
        self.token: list[int | None] = [None] * self.seats
        self.start: list[int | None] = [None] * self.seats
        self.result: list[str | None] = [None] * self.seats

    # The track

    def track_order(self) -> list[int]:
        """SZ-07, R2: from the last field on, each from the top of its stack."""
        return [seat for place in sorted(self.track) for seat in reversed(self.track[place])]

    def place(self, seat: int) -> int:
        return next(place for place, pawns in self.track.items() if seat in pawns)

    def move(self, seat: int, points: int) -> None:
        """SZ-08, R3: out of its stack and onto another one; R5, R34: there is no end of the track."""
        if points == 0:  # R6
            return
        old = self.place(seat)
        self.track[old].remove(seat)
        self.track.setdefault(old + points, []).append(seat)
        self.track = {place: pawns for place, pawns in sorted(self.track.items()) if pawns}

    # Cards

    def stack(self, colour: str) -> int:
        """Cards in the draw stack: all that nobody has seen but the removed one (SZ-02)."""
        return len(self.unseen[colour]) - 1

    def total(self, seat: int) -> int:
        """SZ-14, R17: the true sum."""
        return sum(self.racks[seat][die] for die in self.dice)

    def candidates(self, seat: int, colour: str) -> list[int]:
        """Section 5: numbers that the seat sees on no other rack and not among the discards."""
        others = {rack[colour] for i, rack in enumerate(self.racks) if i != seat}
        gone = {number for c, number, _, _ in self.discards if c == colour}
        return [number for number in range(self.numbers) if number not in others | gone]

    def net(self, seat: int) -> int:
        """SZ-32, SZ-33, R33"""
        pairs = zip(self.colours, self.guesses[seat], strict=True)
        return sum(guess_points(self.racks[seat][colour], written) for colour, written in pairs)

    # Who may do what

    def actors(self) -> set[int | str]:
        """The seats that must act, {"table"} for the table's own step, nobody when the game is over."""
        if self.phase in ("deal", "roll", "check", "score"):
            return {TABLE}
        if self.phase in ("grey", "turn"):
            return {self.order[0]}  # SZ-10, SZ-11, SZ-38
        if self.phase in ("pick", "exchange"):
            return {self.queue[0]}
        if self.phase == "place":  # SZ-13, R14
            return {seat for seat in range(self.seats) if self.start[seat] is None}
        if self.phase == "guess":  # SZ-31
            return {seat for seat in range(self.seats) if len(self.guesses[seat]) < len(self.colours)}
        return set()

    def legal(self, seat: int | str) -> list[str]:
        """All legal action texts of the seat."""
        if seat not in self.actors():
            return []
        if seat == TABLE:
            return [GO_ON]
        assert isinstance(seat, int)
        if self.phase == "grey":  # SZ-38, R9
            return [f"set {colour}" for colour in self.colours]
        if self.phase == "turn":  # SZ-11, SZ-39, R7, R10, R11
            shown = [colour for colour in self.colours if colour in self.dice]
            return ["keep", *(f"turn {old} {new}" for old in shown for new in self.colours if new != old)]
        if self.phase == "pick":  # SZ-12, R12, R13
            return [f"pick {size}" for size in range(1, self.tokens + 1) if size not in self.token]
        if self.phase == "place":  # SZ-13, R15, R16
            size = self.token[seat]
            assert size is not None
            return [f"place {first}" for first in range(self.track_max + 2 - size)]
        if self.phase == "exchange":  # SZ-20, R24
            return [f"exchange {colour}" for colour in self.colours if self.stack(colour)]
        sets = [some for amount in (1, 2, 3) for some in combinations(range(self.numbers), amount)]
        return ["guess -", *("guess " + " ".join(map(str, some)) for some in sets)]  # SZ-31, R31, R32

    # What happens

    def play(self, seat: int | str, text: str, chance: Sequence[Luck] = ()) -> None:
        """One step; `chance` as the module says. When refused, nothing has changed."""
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not legal for {seat} in phase {self.phase}")
        trial = copy.deepcopy(self)
        trial.chance = list(chance)
        trial._step(seat, text)
        if trial.chance:
            raise ValueError(f"nothing more is left to chance: {trial.chance}")
        vars(self).update(vars(trial))

    def _next(self, possible: Sequence[Luck]) -> Luck:
        if not self.chance:
            raise Short(*possible)
        found = self.chance.pop(0)
        if found not in possible:
            raise ValueError(f"{found!r} is not possible, only {possible}")
        return found

    def _card(self, colour: str) -> int:
        """A card that nobody has seen leaves its stack."""
        number = int(str(self._next([f"{colour}{number}" for number in self.unseen[colour]]))[1:])
        self.unseen[colour].remove(number)
        return number

    def _step(self, seat: int | str, text: str) -> None:
        what = text.split()[1:]
        if self.phase == "deal":
            self._deal()
        elif self.phase == "roll":  # SZ-10, R8
            self.dice = [str(self._next(list(self.faces))) for _ in range(3)]
            self._dice_lie()
        elif self.phase == "check":
            self._check()
        elif self.phase == "score":
            for player in self.order:  # SZ-34, R2
                self.move(player, self.net(player))
            self.phase = "over"
        else:
            assert isinstance(seat, int)
            self._decide(seat, what)

    def _decide(self, seat: int, what: list[str]) -> None:
        if self.phase == "grey":  # SZ-38
            self.dice.remove(next(die for die in self.dice if die not in self.colours))
            self.dice.append(what[0])
            self._dice_lie()
        elif self.phase == "turn":
            if what:  # SZ-11; "keep" has nothing behind it
                self.dice.remove(what[0])
                self.dice.append(what[1])
                self._dice_lie()
            self.queue = list(self.order)  # SZ-12
            self.phase = "pick"
        elif self.phase == "pick":
            self.token[self.queue.pop(0)] = int(what[0])
            self.phase = "pick" if self.queue else "place"
        elif self.phase == "place":
            self.start[seat] = int(what[0])
            self.phase = "check" if None not in self.start else "place"
        elif self.phase == "exchange":
            self._exchange(what[0])
        else:
            self.guesses[seat].append(tuple(int(number) for number in what if number != "-"))
            if not self.actors():  # SZ-28
                self.phase = "score"

    def _deal(self) -> None:
        pawns: list[int] = []  # SZ-05, R1
        while len(pawns) < self.seats:
            pawns.append(int(self._next([seat for seat in range(self.seats) if seat not in pawns])))
        self.track = {0: pawns}
        for rack in self.racks:  # SZ-03
            for colour in self.colours:
                rack[colour] = self._card(colour)
        self._go_on()

    def _dice_lie(self) -> None:
        self.dice.sort(key=COLOURS.index)  # R8
        grey = any(die not in self.colours for die in self.dice)
        self.phase = "grey" if grey else "turn"  # SZ-38, SZ-39, R10

    def _check(self) -> None:
        """SZ-15, R4"""
        ranges = []
        for first, size in zip(self.start, self.token, strict=True):
            assert first is not None and size is not None
            ranges.append((first, first + size - 1))
        for seat in self.order:
            self.result[seat] = judge(self.total(seat), ranges[seat])
            if self.result[seat] == CORRECT:  # SZ-16
                self.move(seat, POINTS[ranges[seat][1] - ranges[seat][0] + 1])
        now = {"dice": list(self.dice), "token": list(self.token), "range": ranges, "result": list(self.result)}
        self.history.append({**now, "exchange": [None] * self.seats})
        self.queue = [seat for seat in self.track_order() if self.result[seat] != CORRECT]  # SZ-19, R23, R25
        self._go_on()

    def _exchange(self, colour: str) -> None:
        seat = self.queue.pop(0)
        number = self.racks[seat][colour]
        self.discards.append((colour, number, seat, self.round))  # SZ-21, R28
        self.history[-1]["exchange"][seat] = (colour, number)
        self.racks[seat][colour] = self._card(colour)  # SZ-22
        self._go_on()

    def _go_on(self) -> None:
        """The next exchange, the next round, or the guesses."""
        if self.queue and any(self.stack(colour) for colour in self.colours):  # SZ-23, R26, R27
            self.phase = "exchange"
            return
        self._clear()
        if self.round == self.rounds:  # SZ-30
            self.phase = "guess"
        else:
            self.round += 1
            self.phase = "roll"

    def view(self, seat: int | None) -> dict[str, object]:
        """Everything that the seat may know, and nothing else (section 5); None is a spectator.

        What it may not know is None: a rack, another seat's start field or guesses, the unseen cards.
        """
        public = "phase round track order queue dice token result discards history"  # SZ-25, R21
        seen: dict[str, object] = {name: copy.deepcopy(getattr(self, name)) for name in public.split()}
        players, all_open = range(self.seats), self.phase in OPEN  # R37
        neutral = range(self.seats, len(self.racks))
        others = [i for i in players if seat is not None and i != seat]  # SZ-04, SZ-26, SZ-27
        seen["actors"] = self.actors()
        seen["stacks"] = {colour: self.stack(colour) for colour in self.colours}
        seen["racks"] = [
            dict(rack) if all_open or i in neutral or i in others else None for i, rack in enumerate(self.racks)
        ]
        seen["start"] = [self.start[p] if p == seat or self.phase != "place" else None for p in players]  # SZ-28
        seen["guesses"] = [list(self.guesses[p]) if p == seat or all_open else None for p in players]  # SZ-28
        return seen | {"unseen": copy.deepcopy(self.unseen) if all_open else None}

    def scores(self) -> list[int]:
        """The positions, as if the game ended now."""
        return [self.place(seat) for seat in range(self.seats)]

    def ranks(self) -> list[int]:
        """SZ-35, SZ-36, R35, R36: the pawn farthest ahead, on the same field the lower one; never shared."""
        best_first = [seat for place in sorted(self.track, reverse=True) for seat in self.track[place]]
        return [1 + best_first.index(seat) for seat in range(self.seats)]


def judge(total: int, covered: tuple[int, int]) -> str:
    """What is announced about a sum and the range (first and last field) that was laid: SZ-16, SZ-17, SZ-18, R20."""
    first, last = covered
    if first <= total <= last:
        return CORRECT
    if last - first + 1 == SMALLEST:
        return MISS
    return HIGHER if total > last else LOWER


def guess_points(number: int, written: Sequence[int]) -> int:
    """SZ-32, SZ-33, R32: for one colour."""
    return GUESSED[len(written)] if number in written else NOT_GUESSED


def rack_in(ref: Referee, seat: int, rack: dict[str, int], when: int) -> dict[str, int]:
    """R39: what the seat's rack was at the check of that round if it is `rack` now."""
    then = dict(rack)
    for colour, number, owner, discarded in reversed(ref.discards):  # an exchange follows the check of its round
        if owner == seat and discarded >= when:
            then[colour] = number
    return then


def worlds(ref: Referee, seat: int) -> dict[Rack, Fraction]:
    """Every own rack (numbers in the order of the colours) that the seat cannot exclude, with its probability.

    Each unseen card is equally likely to lie in any unseen place (own rack, removed, stack), in every colour for
    itself; so all racks that agree with every result announced so far weigh the same. Decisions carry no evidence.
    """
    if ref.phase == "deal" or ref.phase in OPEN:
        return {tuple(ref.racks[seat].values()): Fraction(1)}
    found = []
    for numbers in product(*(ref.candidates(seat, colour) for colour in ref.colours)):
        rack = dict(zip(ref.colours, numbers, strict=True))
        for when, past in enumerate(ref.history, 1):
            then = rack_in(ref, seat, rack, when)
            if judge(sum(then[die] for die in past["dice"]), past["range"][seat]) != past["result"][seat]:
                break
        else:
            found.append(numbers)
    return {numbers: Fraction(1, len(found)) for numbers in found}


def random_play(ref: Referee, rng: Random) -> Iterator[tuple[int | str, str, list[Luck]]]:
    """Plays on to the end, all uniform; yields who did what, and what chance gave, after every step."""
    while ref.phase != "over":
        actor = rng.choice(sorted(ref.actors(), key=str))
        text, luck = rng.choice(ref.legal(actor)), list[Luck]()
        while True:
            try:
                ref.play(actor, text, luck)
                break
            except Short as short:
                luck.append(rng.choice(short.args))
        yield actor, text, luck


def outcomes(
    ref: Referee, actor: int | str, text: str, luck: Sequence[Luck] = ()
) -> Iterator[tuple[Fraction, Referee]]:
    """What one action may lead to, with probabilities; a position comes once for every order that leads to it."""
    child = copy.copy(ref)  # a step replaces everything and changes nothing in place
    try:
        child.play(actor, text, luck)
        yield Fraction(1), child
    except Short as short:
        for one, number in Counter(short.args).items():
            for chance, found in outcomes(ref, actor, text, [*luck, one]):
                yield chance * Fraction(number, len(short.args)), found


def branches(ref: Referee) -> Iterator[tuple[Fraction, Referee]]:
    """Every next position, with its probability when decisions are uniform; of several actors the lowest seat acts."""
    for actor in sorted(ref.actors(), key=str)[:1]:
        actions = ref.legal(actor)
        for text in actions:
            for chance, child in outcomes(ref, actor, text):
                yield chance / len(actions), child


def key(ref: Referee) -> object:
    """Positions of one game with equal keys have the same future; of the past nothing else matters."""
    names = "phase round racks unseen track order queue dice token start result guesses"
    return str([getattr(ref, name) for name in names.split()])


def perft(ref: Referee, depth: int, seen: dict[object, int] | None = None) -> int:
    """The number of histories of exactly `depth` plies; orders of chance that lead to one position are one ply.

    Of several actors the lowest seat acts. A deal tries all orders, so that only tiny games can start with it.
    """
    if depth == 0:
        return 1
    seen = {} if seen is None else seen
    at = (key(ref), depth)
    if at not in seen:
        seen[at] = 0
        for actor in sorted(ref.actors(), key=str)[:1]:
            for text in ref.legal(actor):
                children = {key(child): child for _, child in outcomes(ref, actor, text)}
                seen[at] += sum(perft(child, depth - 1, seen) for child in children.values())
    return seen[at]
