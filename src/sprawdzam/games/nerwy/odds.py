"""What a row of nerwy is worth, as far as one can reckon: hidden cards are any of the hearts that one cannot see."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sprawdzam.engine.contract import State
from sprawdzam.games.nerwy.state import BIN, CALL, DOUBLE, DOWN, ENOUGH, HEARTS, SEATS, TRAP, VALUES, WORTH, card_of


@dataclass(frozen=True)
class Row:
    """A row as somebody knows it: what is certain, how many cards are hidden from him, and what these may be."""

    known: int
    hidden: int
    unseen: tuple[int, ...]

    def worth(self) -> dict[int, Fraction]:
        """How likely each total is: all ways to pick the hidden cards from the unseen hearts are equally likely."""
        ways = {(0, 0): 1}  # by number cards and their total
        for kind in range(VALUES):
            more: dict[tuple[int, int], int] = {}
            for (cards, total), number in ways.items():
                for copies in range(min(self.unseen[kind], self.hidden - cards) + 1):
                    at = cards + copies, total + copies * int(WORTH[kind + 1])
                    more[at] = more.get(at, 0) + number * comb(self.unseen[kind], copies)
            ways = more
        special = sum(self.unseen[VALUES:])  # the other hidden cards, worth nothing (NE-19)
        worth: dict[int, int] = {}
        for (cards, total), number in ways.items():
            worth[total] = worth.get(total, 0) + number * comb(special, self.hidden - cards)
        full = comb(sum(self.unseen), self.hidden)
        return {self.known + total: Fraction(number, full) for total, number in worth.items() if number}

    def enough(self) -> Fraction:
        """How likely the row is worth 17 or more (NE-20)."""
        return sum((chance for total, chance in self.worth().items() if total >= ENOUGH), Fraction(0))

    def trap(self) -> Fraction:
        """How likely there is a trap among the hidden cards."""
        full = sum(self.unseen)
        return 1 - Fraction(comb(full - self.unseen[TRAP - 1], self.hidden), comb(full, self.hidden))


@dataclass(frozen=True)
class After:
    """The row after an action of the seat of a view, and the hearts that may lie hidden in it.

    What a BIN shuffles into a new pile (R7) is in no row, so nobody has to reckon with it there.
    """

    cards: tuple[int, ...]
    lays: tuple[int, ...]
    unseen: tuple[int, ...]
    shown: tuple[int, ...]
    """Hearts that the seat alone has seen, wherever they are: everybody else has to reckon with them too."""

    @classmethod
    def of(cls, v: State, seat: int, action: int) -> After:
        """Nothing is placed with a call or a pass."""
        entries = [(v.row_card[i], v.row_lay[i]) for i in range(v.laid)]
        hand = [card for card in v.seat[seat].card[: v.seat[seat].held] if card <= HEARTS]
        binned = [v.bin[i] for i in range(v.binned)]
        if action < CALL:
            down, card = DOWN <= action < DOUBLE, card_of(action)
            if card in hand:
                hand.remove(card)
            entries.append((card, 1 + seat + (SEATS if down else 0)))
            if card == BIN and not down:
                binned += [last for last, lay in entries[-2:-1] if lay > SEATS]  # NE-28: it stays unseen
                del entries[-2:]
        hidden = [card for card, lay in entries if lay > SEATS]
        shown = tuple(card for card in (*hand, *binned, *hidden) if card > 0)
        return cls(tuple(card for card, _ in entries), tuple(lay for _, lay in entries), tuple(v.hearts), shown)

    def own_row(self) -> Row:
        """As the seat of the view knows it."""
        known = [card for card in self.cards if card > 0]
        return Row(sum(int(WORTH[card]) for card in known), len(self.cards) - len(known), self.unseen)

    def open_row(self) -> Row:
        """As everybody knows it (NE-38)."""
        unseen = list(self.unseen)
        for card in self.shown:
            unseen[card - 1] += 1
        open_cards = [card for card, lay in zip(self.cards, self.lays, strict=True) if lay <= SEATS]
        known = sum(int(WORTH[card]) for card in open_cards)
        return Row(known, len(self.cards) - len(open_cards), tuple(unseen))
