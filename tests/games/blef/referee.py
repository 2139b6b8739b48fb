"""A slow, obvious reference implementation of `blef`, an oracle for tests of the compiled engine.

Written from `rules/blef.md` alone; rule ids (BL-12, R7) refer to it. A card is a pair (low, high), equal
pairs are the same card twice, and end A is the low one. Every position is an ordinary object with plain
attributes; a test may set `count`, `starter`, `active` and so on by hand while the phase is "deal".
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb

Card = tuple[int, int]
Hand = tuple[Card, ...]
World = tuple[tuple[Hand, ...], tuple[str, ...], Hand]
TABLE = "table"
GO_ON = "go on"


class Referee:
    """One match of `blef`.

    phase      "deal", "choose", "direction", "bid", "reveal" or "over"
    active     seats still in play, ascending
    count      cards of every seat in the coming or current round; it stays as it was for a seat that is out
    starter    seat that opens the coming or current round
    direction  +1 clockwise, -1 counter-clockwise; +1 whenever nothing else was declared for this round
    turn       seat to act in "direction" and "bid", the checker in "reveal", otherwise None
    bids       (seat, quantity, value) of this round, in order
    hands      cards of every active seat, sorted; empty in "deal" and "over"
    ends       letters ("AB") of every seat that has confirmed; empty in "deal" and "over"
    confirmed  seats that have confirmed
    tiebreak   True from the moment a tie-break begins
    round      number of rounds dealt so far, 0 before the first deal
    ranks      rank of every seat, 0 while it is open
    """

    def __init__(
        self,
        seats: int,
        *,
        jokers: bool = False,
        direction_choice: bool = False,
        shrinking: bool = False,
        longer: bool = False,
        starter: int = 0,
        values: int = 6,
        copies: int = 2,
        limit: int = 6,
    ) -> None:
        if not 2 <= seats <= 6:  # BL-03
            raise ValueError("2 to 6 seats")
        if not 0 <= starter < seats:
            raise ValueError("the starter is no seat")
        if values < 2 or copies < 1 or limit < 2:
            raise ValueError("at least 2 values, 1 copy and limit 2")
        self.seats, self.values, self.copies, self.limit = seats, values, copies, limit
        self.jokers, self.direction_choice = jokers, direction_choice
        self.shrinking, self.longer = shrinking, longer
        # BL-02: every pair of different values, each `copies` times.
        self.deck: list[Card] = sorted(list(combinations(range(1, values + 1), 2)) * copies)
        if seats * (limit - 1) > len(self.deck):  # R15: the deck can never be short
            raise ValueError(f"{len(self.deck)} cards cannot serve {seats} seats with {limit - 1} cards each")
        self.phase = "deal"
        self.active: list[int] = list(range(seats))
        self.count: list[int] = [limit - 1 if shrinking else 1] * seats  # BL-04, BL-28
        self.starter: int = starter
        self.tiebreak = False
        self.round = 0
        self.ranks: list[int] = [0] * seats
        self._clear()

    def _clear(self) -> None:
        self.direction: int = 1
        self.turn: int | None = None
        self.bids: list[tuple[int, int, int]] = []
        self.hands: dict[int, list[Card]] = {}
        self.ends: dict[int, str] = {}
        self.confirmed: set[int] = set()

    def copy(self) -> Referee:
        clone = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict, set)):
                setattr(clone, name, value.copy())  # one level is enough: a hand is replaced, never changed
        return clone

    # Who may do what

    def actors(self) -> set[int | str]:
        """The seats that must act, {"table"} for the table's own step, nobody when the match is over."""
        if self.phase in ("deal", "reveal"):
            return {TABLE}
        if self.phase == "choose":
            return {seat for seat in self.active if seat not in self.confirmed}
        return {self.turn} if self.phase in ("direction", "bid") and self.turn is not None else set()

    def cards_in_play(self) -> int:
        """N of the rules: the cards of all active seats."""
        return sum(self.count[seat] for seat in self.active)

    def legal(self, seat: int | str) -> list[str]:
        """All legal action texts of the seat; those of a confirmed seat in "choose" are revisions (R8)."""
        if seat == TABLE:
            return [GO_ON] if self.phase in ("deal", "reveal") else []
        if self.phase == "choose" and seat in self.active:
            return ["choose " + "".join(mask) for mask in product("AB", repeat=self.count[seat])]  # BL-06
        if seat != self.turn:  # BL-09, R7
            return []
        if self.phase == "direction":
            return ["direction cw", "direction ccw"]
        if self.phase != "bid":
            return []
        actions = [
            f"bid {quantity}x{value}"
            for value in range(1, self.values + 1)
            for quantity in range(1, self.cards_in_play() + 1)  # BL-13
            if not self.bids or self._raises(quantity, value)
        ]
        return [*actions, "check"] if self.bids else actions  # BL-08

    def _raises(self, quantity: int, value: int) -> bool:
        """BL-12: a higher value with any quantity, or the same value with a larger quantity."""
        _, last_quantity, last_value = self.bids[-1]
        return value > last_value or (value == last_value and quantity > last_quantity)

    # What happens

    def play(self, seat: int | str, text: str) -> None:
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not legal for {seat} in phase {self.phase}")
        if seat == TABLE:
            if self.phase == "deal":
                raise ValueError("use deal(hands): the referee has no chance of its own")
            self.go_on()
            return
        assert isinstance(seat, int)
        verb, _, what = text.partition(" ")
        if verb == "choose":
            self.ends[seat] = what
            self.confirmed.add(seat)
            if len(self.confirmed) == len(self.active):  # BL-07
                self.turn = self.starter
                # BL-26, BL-27, R24
                self.phase = "direction" if self.direction_choice and len(self.active) >= 3 else "bid"
        elif verb == "direction":
            self.direction = 1 if what == "cw" else -1
            self.phase = "bid"
        elif verb == "bid":
            quantity, _, value = what.partition("x")
            self.bids.append((seat, int(quantity), int(value)))
            self.turn = self._next_active(seat, self.direction)
        else:
            self.phase = "reveal"  # `turn` stays with the checker

    def _next_active(self, seat: int, direction: int) -> int:
        seat = (seat + direction) % self.seats
        while seat not in self.active:  # BL-30
            seat = (seat + direction) % self.seats
        return seat

    def deal(self, hands: dict[int, list[Card]]) -> None:
        """The table's `go on` in phase "deal", with these hands."""
        if self.phase != "deal":
            raise ValueError("nothing is dealt now")
        if set(hands) != set(self.active):
            raise ValueError("exactly the active seats get cards")
        if any(len(hand) != self.count[seat] for seat, hand in hands.items()):
            raise ValueError("every seat gets as many cards as it has to hold")
        if Counter(card for hand in hands.values() for card in hand) - Counter(self.deck):
            raise ValueError("the deck does not hold these cards")
        self._clear()
        self.hands = {seat: sorted(hands[seat]) for seat in self.active}
        self.round += 1
        self.phase = "choose"

    def shown(self) -> list[int]:
        """The chosen ends of all confirmed seats, sorted. Unchosen ends never count (BL-33)."""
        return sorted(
            card[letter == "B"]
            for seat in self.confirmed
            for card, letter in zip(self.hands[seat], self.ends[seat], strict=True)
        )

    def counted(self, value: int) -> int:
        """Section 4.3: how many cards count for a bid on the value."""
        shown = self.shown()
        opened_on_ones = self.bids[0][2] == 1
        jokers = shown.count(1) if self.jokers and value >= 2 and not opened_on_ones else 0  # BL-24, BL-25
        return shown.count(value) + jokers

    def outcome(self) -> tuple[int, int]:
        """Winner and loser of the round that is being revealed (BL-15, BL-16)."""
        if self.phase != "reveal" or self.turn is None:
            raise ValueError("there is no check to settle")
        bidder, quantity, value = self.bids[-1]
        return (bidder, self.turn) if self.counted(value) >= quantity else (self.turn, bidder)

    def go_on(self) -> None:
        """The table's `go on` in phase "reveal": applies the result of the round."""
        winner, loser = self.outcome()
        self._clear()
        self.starter = winner  # BL-17
        self.phase = "deal"
        if self.tiebreak:
            self._leave(loser)  # BL-21, R13, R14
            return
        self.count[loser] += -1 if self.shrinking else 1  # BL-18, BL-28
        if self.count[loser] != (0 if self.shrinking else self.limit):
            return
        if self.longer:
            self._leave(loser)  # BL-29
            return
        # BL-19 to BL-21: the game proper ends; fewest cards win, with Shrinking most.
        best = max(self.count) if self.shrinking else min(self.count)
        tied = [seat for seat in range(self.seats) if self.count[seat] == best]
        for seat in range(self.seats):
            if seat not in tied or len(tied) == 1:
                self.ranks[seat] = 1 + sum(self._better(other, seat) for other in range(self.seats))
        self.active = tied
        if len(tied) == 1:
            self.phase = "over"
            return
        self.tiebreak = True
        if winner not in tied:  # BL-23, R26: always clockwise
            self.starter = self._next_active(winner, 1)

    def _better(self, seat: int, other: int) -> bool:
        mine, others = self.count[seat], self.count[other]
        return mine > others if self.shrinking else mine < others

    def _leave(self, loser: int) -> None:
        """The loser takes the last open rank (R18); the last one left wins."""
        self.ranks[loser] = len(self.active)
        self.active = [seat for seat in self.active if seat != loser]
        if len(self.active) == 1:
            self.ranks[self.active[0]] = 1
            self.phase = "over"

    def deals(self) -> dict[tuple[Hand, ...], Fraction]:
        """Every distinct deal (a hand for each active seat, ascending) with its exact probability (BL-05)."""
        if self.phase != "deal":
            raise ValueError("nothing is dealt now")
        return splits(self.deck, [self.count[seat] for seat in self.active])


def splits(cards: Sequence[Card], sizes: Sequence[int]) -> dict[tuple[Hand, ...], Fraction]:
    """All distinct ways to deal hands of these sizes from the shuffled cards, with probabilities.

    Copies are told apart while counting, so that a hand with two ways to pick it is twice as likely.
    """
    if not sizes:
        return {(): Fraction(1)}
    result: dict[tuple[Hand, ...], Fraction] = {}
    for hand, ways in Counter(combinations(sorted(cards), sizes[0])).items():
        here = Fraction(ways, comb(len(cards), sizes[0]))
        for others, chance in splits(without(cards, hand), sizes[1:]).items():
            result[(hand, *others)] = here * chance
    return result


def without(cards: Sequence[Card], taken: Sequence[Card]) -> list[Card]:
    rest = sorted(cards)
    for card in taken:
        rest.remove(card)
    return rest


def branches(referee: Referee) -> Iterator[tuple[Fraction, Referee]]:
    """Every next ply with its probability when all decisions are uniform.

    A ply is a deal, a choice of the lowest seat that still has to choose (no revisions), a direction, a bid,
    a check or the `go on` of a reveal. Masks that differ only between equal cards are different plies.
    """
    if referee.phase == "deal":
        for deal, chance in referee.deals().items():
            child = referee.copy()
            child.deal({seat: list(hand) for seat, hand in zip(referee.active, deal, strict=True)})
            yield chance, child
        return
    for actor in sorted(referee.actors(), key=str)[:1]:
        actions = referee.legal(actor)
        for text in actions:
            child = referee.copy()
            child.play(actor, text)
            yield Fraction(1, len(actions)), child


def _key(referee: Referee) -> tuple[object, ...]:
    """Positions of one match with equal keys have the same future, apart from ranks below the first.

    Before a hand is confirmed its cards matter, afterwards only the ends that will be shown do; of the bids
    only the last one matters, and whether the round was opened on ones.
    """
    bids = referee.bids
    return (
        referee.phase,
        tuple(referee.active),
        tuple(referee.count),
        referee.tiebreak,
        None if referee.phase in ("bid", "reveal") else referee.starter,
        referee.direction,
        referee.turn,
        bids[-1] if bids else None,
        bids[0][2] == 1 if bids else None,
        tuple(referee.shown()),
        tuple((s, tuple(hand)) for s, hand in referee.hands.items() if s not in referee.confirmed),
    )


def perft(referee: Referee, depth: int, seen: dict[object, int] | None = None) -> int:
    """The number of distinct histories of exactly `depth` plies; a match that ends earlier does not count.

    Equal positions are counted once and remembered in `seen`, so tiny decks can be counted to the end.
    """
    if depth == 0:
        return 1
    seen = {} if seen is None else seen
    key = (_key(referee), depth)
    if key not in seen:
        seen[key] = sum(perft(child, depth - 1, seen) for _, child in branches(referee))
    return seen[key]


def _expect(referee: Referee, seen: dict[object, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """Win probability of every seat, then the expected further rounds, then the expected further plies."""
    if referee.phase == "over":
        wins = [Fraction(rank == 1) for rank in referee.ranks]
        return (*wins, Fraction(0), Fraction(0))
    key = _key(referee)
    if key not in seen:
        total = [Fraction(0)] * referee.seats + [Fraction(referee.phase == "deal"), Fraction(1)]
        for chance, child in branches(referee):
            total = [a + chance * b for a, b in zip(total, _expect(child, seen), strict=True)]
        seen[key] = tuple(total)
    return seen[key]


def random_play(referee: Referee) -> tuple[Fraction, ...]:
    """The exact probability that each seat wins from here when every decision is uniform over legal actions.

    Choices are uniform over masks, lowest seat first, without revisions. Feasible sizes: see `random_length`.
    """
    return _expect(referee, {})[: referee.seats]


def random_length(referee: Referee) -> tuple[Fraction, Fraction]:
    """The exact expected number of further deals and of further plies (as in `branches`) under uniform play.

    2 seats: limit 2 with any deck, limit 3 up to values=4, and values=3, copies=2, limit=4 take 2 seconds at
    most; values=4, copies=1, limit=4 takes 10. 3 seats with values=3, copies=2: limit 2 takes a fraction of
    a second, limit 3 takes 6. 4 seats with values=3, copies=2, limit=2: one second.
    """
    rounds, plies = _expect(referee, {})[referee.seats :]
    return rounds, plies


def true_world(referee: Referee) -> World:
    """The world as it is: hands of all seats (() when out), letters ("" while unconfirmed), undealt cards."""
    hands = tuple(tuple(referee.hands.get(seat, ())) for seat in range(referee.seats))
    ends = tuple(referee.ends.get(seat, "") for seat in range(referee.seats))
    return hands, ends, tuple(without(referee.deck, [card for hand in hands for card in hand]))


def worlds(referee: Referee, seat: int | None) -> dict[World, Fraction]:
    """Every world that the seat cannot tell from the true one, with its weight; None is a spectator (BL-32).

    Deals are as likely as a uniform shuffle makes them given the own hand, the ends of each confirmed rival
    are uniform over his masks, and bids carry no evidence. A seat that is out knows what a spectator knows.
    In "reveal" all is open and in "deal" and "over" nothing is held, so the true world is the only one.
    """
    if referee.phase in ("deal", "reveal", "over"):
        return {true_world(referee): Fraction(1)}
    rivals = [other for other in referee.active if other != seat]
    own = referee.hands.get(seat, []) if seat is not None else []
    hidden = [other for other in rivals if other in referee.confirmed]
    sizes = [referee.count[other] for other in rivals]
    result: dict[World, Fraction] = {}
    for deal, chance in splits(without(referee.deck, own), sizes).items():
        masks = [["".join(mask) for mask in product("AB", repeat=referee.count[other])] for other in hidden]
        for choice in product(*masks):
            world = referee.copy()
            world.hands.update({other: list(hand) for other, hand in zip(rivals, deal, strict=True)})
            world.ends.update(zip(hidden, choice, strict=True))
            weight = chance / 2 ** sum(len(letters) for letters in choice)
            result[true_world(world)] = weight
    return result
