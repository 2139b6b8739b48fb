"""A slow, obvious reference implementation of `fiasko`, an oracle for tests of the compiled engine.

Written from `rules/fiasko.md` alone; rule ids (FI-37, R29) refer to it. A card is its code of section 1.1: "B1" to
"R9", "B*", "*4", "**", "$3". Every multiset (deck, discard, market, own cards) is a list sorted as `CARDS` is; only
the area keeps the order in which its cards came. Every position is an ordinary object with plain attributes; a test
may set them by hand. Chance comes from outside: a step that turns a card up takes its code, and refuses a card that
the deck does not hold. Everything but the order of the deck is public (FI-47), and the order does not exist here.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

TABLE, GO_ON = "table", "go on"
HUMAN, TEN = 0, 1  # the two players of a solo game
COLOURS = "BGOR"
NUMBERS = [f"{colour}{number}" for colour in COLOURS for number in range(1, 10)]  # in the order of kind indices
JOKERS = [*(f"{colour}*" for colour in COLOURS), *(f"*{number}" for number in range(1, 10)), "**"]
CURRENCY = [f"${value}" for value in range(1, 6)]
CARDS = [*NUMBERS, *JOKERS, *CURRENCY]
PLACE = {card: place for place, card in enumerate(CARDS)}

# Section 1.2: copies without a mark, with mark 3, with mark 4+
MARKS: dict[str, tuple[int, int, int]] = {
    **{card: [(2, 0, 1), (1, 1, 1), (1, 0, 0)][(int(card[1]) - 1) // 3] for card in NUMBERS},
    **{joker: (1, 0, 1) if joker[0] in COLOURS else (1, 0, 0) for joker in JOKERS},
    **{card: (3, 0, 0) if card == "$5" else (3, 1, 2) for card in CURRENCY},
}


def full_deck(seats: int) -> dict[str, int]:
    """FI-01, FI-02, R44: the copies of every card; unmarked ones, from 3 seats mark 3, from 4 seats mark 4+."""
    return {card: sum(MARKS[card][: 1 if seats <= 2 else 2 if seats == 3 else 3]) for card in CARDS}


@dataclass
class Auction:
    """The joker, the bidders in order, how many have spoken, the highest bid (0: none), and bids so far (0: pass)."""

    joker: str
    order: list[int]
    position: int = 0
    high: int = 0
    high_bidder: int | None = None
    bids: list[int] = field(default_factory=list)


class Referee:
    """One game of `fiasko`; with 1 seat it is solo, the human is player 0 and TEN, part of the table, is player 1.

    phase          "draw", "reveal", "bid", "pay", "buy", "ten", "final" or "over"
    active         the player whose turn it is; after the last turn he stays, and is `last_active` (before: None)
    deck           cards not turned up yet; `discard` and `market` likewise without order
    area_numbers   number cards of this turn, `area_currency` its currency cards, in order of their coming
    cur, fia       tokens of every player (in solo two entries, as everything per player); `numbers`, `jokers` cards
    auction        None, or the running Auction; it stays until its joker has gone to the bidder or to the discard
    payer          the player who owes `due` more of the `price` of `item`, otherwise None (and 0, 0, None)
    reason         "auction", "buy" or "final" during a payment, otherwise None; a bought item has left the market
    paid           pieces of the running payment: "fiasko", "currency" or a card, in order
    buyers         players who may still buy in "buy" or "final", the one who decides or pays first; otherwise empty

    Steps. "draw" leads to "reveal", in which the table turns the card up (`go on` with that card as chance). Every
    card has its full effect at once: a joker opens "bid", a fiasko ends the turn, all else leads back to "draw". All
    speak one by one in "bid"; then the highest pays in "pay", piece by piece. "take numbers" leads to "buy". Who can
    afford nothing has no "buy" and no "final".

    Solo. In "ten" the table makes the next step of TEN, `go on`; `plan` tells which:
    "turn"  its turn, deck not empty, total below the threshold: turns a card up (the chance). A joker leads to "bid"
            of the human, all else to "ten" again, but a currency fiasko is settled in this step and ends the turn
    "bid"   it bids or passes: first when the human is active ("bid" of the human follows), otherwise second. After
            the second: "pay" of the human, "ten" with plan "pay", or the joker is discarded and the turn goes on
    "pay"   it pays its bid as a whole and gets the joker; the turn goes on
    "stop"  its turn, threshold reached or deck empty: it takes the numbers, even if there are none; the turn is over
    A turn goes on with "draw" (R11: "buy" or its end) or "ten". After TEN's turn: "draw", at the end "final" or "over".
    """

    def __init__(self, seats: int, *, threshold: int = 6, starter: int = 0, deck: dict[str, int] | None = None) -> None:
        """`threshold` is used in solo only; `deck` is copies of every card, if it is not that of section 1.2."""
        self.seats, self.solo, self.threshold = seats, seats == 1, threshold
        self.players = 2 if self.solo else seats
        self.ten: int | None = TEN if self.solo else None
        self.cards: list[str] = ordered(list(Counter(full_deck(seats) if deck is None else deck).elements()))
        if not 1 <= seats <= 5 or not 4 <= threshold <= 10 or not 0 <= starter < self.players or not self.cards:
            raise ValueError("1 to 5 seats, threshold 4 to 10, a starter and a card")  # section 2
        self.deck: list[str] = list(self.cards)
        self.discard, self.market = list[str](), list[str]()
        self.area_numbers, self.area_currency = list[str](), list[str]()
        self.cur, self.fia = [5] * self.players, [0] * self.players  # FI-04, FI-58
        self.numbers: list[list[str]] = [[] for _ in range(self.players)]
        self.jokers: list[list[str]] = [[] for _ in range(self.players)]
        self.auction: Auction | None = None
        self.buyers: list[int] = []
        self.active, self.phase = starter, ""
        self.last_active: int | None = None
        self._no_payment()
        self._go_on()

    def _no_payment(self) -> None:
        self.payer: int | None = None
        self.reason: str | None = None
        self.item: str | None = None
        self.price, self.due, self.paid = 0, 0, list[str]()

    def total(self) -> int:
        """S - C; it may be negative (FI-13, R3)."""
        return sum(map(worth, self.area_numbers)) - self.currency_total()

    def currency_total(self) -> int:
        return sum(map(worth, self.area_currency))

    def spendable(self, player: int) -> list[str]:
        """Number cards that may pay: all (R32), in solo all but one of every kind (FI-66, R58, R59)."""
        own = self.numbers[player]
        return without(own, sorted(set(own))) if self.solo else list(own)

    def power(self, player: int) -> int:
        """P: FI-35; cards of the area and jokers add nothing (R24, R26)."""
        return self.cur[player] + 3 * self.fia[player] + len(self.spendable(player))

    # Who may do what

    def actors(self) -> set[int | str]:
        """The seat that must act, {"table"} for the table's own step, nobody when the game is over."""
        if self.phase in ("reveal", "ten"):
            return {TABLE}
        if self.phase == "bid" and self.auction is not None:
            return {self.auction.order[self.auction.position]}
        if self.phase == "pay" and self.payer is not None:
            return {self.payer}
        return {self.active} if self.phase == "draw" else {*self.buyers[:1]}

    def plan(self) -> str | None:
        """What the table does next for TEN: "turn", "bid", "pay" or "stop"; None outside "ten"."""
        if self.phase != "ten":
            return None
        if self.auction is not None:
            return "bid" if self.payer is None else "pay"
        return "stop" if self.total() >= self.threshold or not self.deck else "turn"  # FI-60, R47, R49, R50

    def legal(self, seat: int | str) -> list[str]:
        """All legal action texts of the seat or of the table."""
        if seat not in self.actors():
            return []
        if not isinstance(seat, int):
            return [GO_ON]
        if self.phase == "draw":  # FI-06, FI-07, FI-08, FI-09, R6, R7, R8, R10
            open_to = {"draw": self.deck, "take numbers": self.area_numbers, "take currency": self.area_currency}
            return [text for text, cards in open_to.items() if cards]
        if self.phase == "bid":
            assert self.auction is not None
            lowest = max(self.auction.high + 1, 5 if self.solo else 1)  # FI-30, FI-67, R19, R20
            return [*(f"bid {bid}" for bid in range(lowest, self.power(seat) + 1)), "pass"]  # FI-32, R22, R56
        if self.phase == "pay":
            return self._pieces(seat)
        return [*(f"buy {card}" for card in self._affordable(seat)), "skip"]  # FI-45

    def _affordable(self, player: int) -> list[str]:
        """FI-42, FI-43, R33, R34"""
        return [card for card in ordered(set(self.market)) if worth(card) <= self.power(player)]

    def _pieces(self, seat: int) -> list[str]:
        """The table of section 4.5 (FI-37, FI-38, R29): what may be paid next."""
        cards = self.spendable(seat)
        paid_cards = [piece for piece in self.paid if piece in PLACE]
        fiasko = self.fia[seat] and not paid_cards and "currency" not in self.paid
        currency = self.cur[seat] and not paid_cards and self.due <= self.cur[seat] + len(cards)
        pieces = ["pay fiasko"] * bool(fiasko) + ["pay currency"] * bool(currency)
        lowest = PLACE[paid_cards[-1]] if paid_cards else 0
        for card in ordered(set(cards)):
            if PLACE[card] >= lowest and self.due <= sum(PLACE[other] >= PLACE[card] for other in cards):
                pieces.append(f"pay {card}")
        return pieces

    def possible_cards(self) -> list[str]:
        """The cards that may come up in the next step, every copy of them; none if it turns no card up."""
        return list(self.deck) if self.phase == "reveal" or self.plan() == "turn" else []

    # What happens

    def play(self, seat: int | str, text: str, chance: Sequence[str] = ()) -> None:
        """One step; `chance` is the card that it turns up, if it does. When refused, nothing has changed."""
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not legal for {seat} in phase {self.phase}")
        possible = self.possible_cards()
        if len(chance) != (1 if possible else 0) or any(card not in possible for card in chance):
            raise ValueError(f"these cards cannot come up now: {list(chance)}")
        verb, _, what = text.partition(" ")
        if chance:
            self._turn_up(chance[0])
        elif self.phase == "ten":
            self._ten()
        elif verb == "draw":
            self.phase = "reveal"
        elif verb == "take":
            self._take(what)
        elif verb in ("bid", "pass"):
            self._bid(int(what or 0))
        elif verb == "pay":
            self._pay([what])
        elif verb == "buy":
            self.market.remove(what)  # set aside: it cannot pay for itself (R31)
            self._owe(self.buyers[0], "buy" if self.last_active is None else "final", what, worth(what))
        else:
            self._purchase(self.buyers[1:])

    def _others(self) -> list[int]:
        """All players from the left of the active one on, without him."""
        return [(self.active + step) % self.players for step in range(1, self.players)]

    def _gain(self, players: Sequence[int], amount: int) -> None:
        for player in players:
            self.cur[player] = min(10, self.cur[player] + amount)  # R16, R17, R51

    def _turn_up(self, card: str) -> None:
        self.deck.remove(card)  # R15
        if card in JOKERS:  # FI-11, FI-29, FI-67
            self.auction = Auction(card, [*self._others(), self.active])
            self._next_bid()
            return
        (self.area_numbers if card in NUMBERS else self.area_currency).append(card)
        if self.active == self.ten:  # FI-61, FI-64, R48
            if self.currency_total() > self.threshold:
                self.fia[TEN] += 1
                self._clear_area(to_player=True)
                self._end_turn()
        elif self.total() > 10 or self.currency_total() > 10:  # FI-12, FI-14, R2, R4
            self.fia[self.active] += 1  # FI-16, R27
            self._gain(self._others(), self.currency_total() if self.total() > 10 else 0)  # FI-18, FI-19
            self._clear_area(to_player=False)  # FI-17, R5
            self._end_turn()  # FI-21
        else:
            self._go_on()

    def _clear_area(self, *, to_player: bool) -> None:
        """The numbers go to the active player or to the market, the currency is discarded (FI-20, FI-24, FI-27)."""
        if to_player:
            self.numbers[self.active] = ordered([*self.numbers[self.active], *self.area_numbers])
        else:
            self.market = ordered([*self.market, *self.area_numbers])
        self.discard = ordered([*self.discard, *self.area_currency])
        self.area_numbers, self.area_currency = [], []

    def _go_on(self) -> None:
        """The turn of the active player begins, or goes on after a card or an auction (R9, R12, R13)."""
        if self.deck or self.area_numbers or self.area_currency or self.active == self.ten:
            self.phase = "ten" if self.active == self.ten else "draw"
        else:
            self._purchase([self.active])  # FI-10, R11

    def _take(self, what: str) -> None:
        numbers = what == "numbers"
        self._gain(self._others() if numbers else [self.active], self.currency_total())  # FI-23, FI-26
        self._clear_area(to_player=numbers)  # FI-22
        if numbers:
            self._purchase([self.active])  # FI-25
        else:
            self._end_turn()  # FI-28

    def _purchase(self, buyers: list[int]) -> None:
        """The first of them who can afford anything may buy once (FI-41, FI-44, FI-45, R38)."""
        while buyers and not self._affordable(buyers[0]):
            buyers = buyers[1:]
        self.buyers = buyers
        if self.buyers:
            self.phase = "buy" if self.last_active is None else "final"
        elif self.last_active is None:
            self._end_turn()
        else:
            self.phase = "over"

    def _end_turn(self) -> None:
        if self.deck:  # FI-46
            self.active = self._others()[0]
            self._go_on()
            return
        self.last_active = self.active  # FI-48
        self._purchase([HUMAN] if self.solo else [*self._others(), self.active])  # FI-49, FI-72, R35, R36, R61

    def _next_bid(self) -> None:
        """The next bidder; after the last one the highest pays (FI-33)."""
        assert self.auction is not None
        if self.auction.position < len(self.auction.order):
            self.phase = "ten" if self.auction.order[self.auction.position] == self.ten else "bid"
        elif self.auction.high_bidder is not None:
            self._owe(self.auction.high_bidder, "auction", self.auction.joker, self.auction.high)
        else:
            self.discard = ordered([*self.discard, self.auction.joker])  # FI-70
            self.auction = None
            self._go_on()

    def _bid(self, bid: int) -> None:
        """0 is a pass (R21)."""
        assert self.auction is not None
        if bid:
            self.auction.high, self.auction.high_bidder = bid, self.auction.order[self.auction.position]
        self.auction.bids.append(bid)
        self.auction.position += 1
        self._next_bid()

    def _owe(self, player: int, reason: str, item: str, price: int) -> None:
        self.payer, self.reason, self.item, self.price, self.due = player, reason, item, price, price
        self.phase = "ten" if player == self.ten else "pay"

    def _pay(self, pieces: Sequence[str]) -> None:
        """FI-35, FI-36, R28, R30: these pieces, and if nothing is due any more the payer gets the item."""
        assert self.payer is not None and self.item is not None
        player, item, reason = self.payer, self.item, self.reason
        cards = [piece for piece in pieces if piece in PLACE]
        self.cur[player] -= pieces.count("currency")
        self.fia[player] -= pieces.count("fiasko")
        self.numbers[player] = without(self.numbers[player], cards)
        self.discard = ordered([*self.discard, *cards])  # FI-39
        self.due -= len(pieces) + 2 * pieces.count("fiasko")
        self.paid += pieces
        if self.due > 0:
            return
        self._no_payment()
        if reason == "auction":  # FI-34, R14
            self.auction = None
            self.jokers[player] = ordered([*self.jokers[player], item])
            self._go_on()
        else:
            self.numbers[player] = ordered([*self.numbers[player], item])
            self._purchase(self.buyers[1:])

    def _ten(self) -> None:
        """The step of TEN that `plan` tells, other than turning a card up (section 7.2)."""
        plan, mine, humans = self.plan(), self.power(TEN), self.power(HUMAN)  # R52
        if plan == "bid" and self.active == HUMAN:  # FI-68, R53, R54
            self._bid(0 if mine < 5 else max(5, min(mine, humans)))
        elif plan == "bid" and self.auction is not None:  # FI-69, R55
            want = max(5, self.auction.high + 1)
            self._bid(want if mine >= want else 0)
        elif plan == "pay":  # FI-71, R57: blindly in this order, the lowest duplicates
            currency = min(self.cur[TEN], self.due)
            fiasko = min(self.fia[TEN], (self.due - currency + 2) // 3)
            cards = max(0, self.due - currency - 3 * fiasko)
            self._pay(["currency"] * currency + ["fiasko"] * fiasko + self.spendable(TEN)[:cards])
        else:
            self._gain([HUMAN], self.currency_total())  # FI-63
            self._clear_area(to_player=True)  # FI-62
            self._end_turn()  # FI-65

    def _runs(self) -> list[tuple[int, int]]:
        return [best_runs(tuple(cards), tuple(jokers)) for cards, jokers in zip(self.numbers, self.jokers, strict=True)]

    def scores(self) -> list[int]:
        """FI-50 to FI-53: points of every seat, as if the game ended now."""
        return [points for points, _ in self._runs()[: self.seats]]

    def cards_in_runs(self) -> list[int]:
        """FI-56, R42: points of every seat without the extra ones for complete runs."""
        return [points - whole for points, whole in self._runs()[: self.seats]]

    def ten_points(self) -> int:
        return self._runs()[TEN][0]  # FI-72

    def ranks(self) -> list[int]:
        """FI-54 to FI-57, R41, R43; in solo 1 is a win and 2 is none (FI-73, R60)."""
        if self.solo:
            return [1 if self.scores()[HUMAN] > self.ten_points() else 2]
        value = [cur + 3 * fia for cur, fia in zip(self.cur, self.fia, strict=True)]
        merit = list(zip(self.scores(), value, [-cards for cards in self.cards_in_runs()], strict=True))
        return [1 + sum(other > mine for other in merit) for mine in merit]


def ordered(cards: Sequence[str] | set[str]) -> list[str]:
    return sorted(cards, key=lambda card: PLACE[card])


def without(cards: Sequence[str], taken: Sequence[str]) -> list[str]:
    return ordered(list((Counter(cards) - Counter(taken)).elements()))


def worth(card: str) -> int:
    return int(card[1])  # the number of a number card, the value of a currency card


@cache
def best_runs(numbers: tuple[str, ...], jokers: tuple[str, ...]) -> tuple[int, int]:
    """The most points, and the most complete runs with them (FI-50 to FI-53, R39, R40): every interval in turn."""
    have = {colour: {worth(card) for card in numbers if card[0] == colour} for colour in COLOURS}

    @cache
    def best(colours: str, free: str, full: int) -> tuple[int, int]:
        """For these colours, with these number jokers (as digits) and so many full jokers left."""
        if not colours:
            return 0, 0
        found = best(colours[1:], free, full)  # no run in this colour
        for first, last in [(a, b) for a in range(1, 10) for b in range(a, 10)]:
            missing = [str(number) for number in range(first, last + 1) if number not in have[colours[0]]]
            unfilled = max(0, len(missing) - jokers.count(f"{colours[0]}*"))  # by colour jokers
            for size in range(max(0, unfilled - full), unfilled + 1):
                for used in combinations([number for number in missing if number in free], size):
                    left = free
                    for number in used:
                        left = left.replace(number, "", 1)
                    points, complete = best(colours[1:], left, full - unfilled + size)
                    whole = last - first == 8  # FI-51
                    found = max(found, (points + last - first + 1 + whole, complete + whole))
        return found

    return best(COLOURS, "".join(joker[1] for joker in jokers if joker in JOKERS[4:13]), jokers.count("**"))


def random_play(ref: Referee, rng: Random) -> Iterator[tuple[int | str, str, list[str]]]:
    """Plays on to the end, all uniform; yields who did what, and the card turned up, after every step."""
    while ref.phase != "over":
        (actor,) = ref.actors()
        text, possible = rng.choice(ref.legal(actor)), ref.possible_cards()
        chance = [rng.choice(possible)] if possible else []
        ref.play(actor, text, chance)
        yield actor, text, chance


def branches(ref: Referee) -> Iterator[tuple[Fraction, Referee]]:
    """Every next position with its probability when all decisions are uniform; equal cards turned up are one."""
    for actor in ref.actors():
        actions, possible = ref.legal(actor), ref.possible_cards()
        turned = [([card], Fraction(n, len(possible))) for card, n in Counter(possible).items()]
        for text in actions:
            for chance, odds in turned or [([], Fraction(1))]:
                child = copy.deepcopy(ref)
                child.play(actor, text, chance)
                yield odds / len(actions), child


def key(ref: Referee) -> str:
    """Positions of one game with equal keys have the same future; nothing ever comes back from the discard pile."""
    names = "phase active deck market cur fia numbers jokers auction payer reason item due paid buyers last_active"
    return str((sorted(ref.area_numbers + ref.area_currency), [getattr(ref, name) for name in names.split()]))


def perft(ref: Referee, depth: int, seen: dict[object, int] | None = None) -> int:
    """The number of histories of exactly `depth` plies; a game that ends earlier does not count."""
    if depth == 0:
        return 1
    seen = {} if seen is None else seen
    at = (key(ref), depth)
    if at not in seen:
        seen[at] = sum(perft(child, depth - 1, seen) for _, child in branches(ref))
    return seen[at]
