"""nerwy with few cards, and its states in the referee's words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sprawdzam.engine.contract import State
from sprawdzam.games.nerwy.state import CARDS, HEARTS, PIECES

from ..tiny import Tiny, tiny
from .referee import Referee, World
from .tables import NERWY

Deck = Mapping[str, int]
ANSWERS = ("", "pass", "call")
# Hands, pile and discard run dry again and again
HALF = dict(zip(CARDS, (1, 1, 1, 1, 2, 2, 4, 3, 1, 1, 1, 1, 2, 3), strict=True))


def few(deck: Deck, seats: int | None = None, hand: int = 3) -> Tiny:
    """The game with these cards; with a number of seats for that number alone, in short records."""
    return _few(tuple(deck.get(card, 0) for card in CARDS), seats, hand)


@cache
def _few(copies: tuple[int, ...], seats: int | None, hand: int) -> Tiny:
    constants: dict[str, Any] = {"HEART_COPIES": copies[:HEARTS], "DOUBLE_COPIES": copies[HEARTS:]}
    if seats is None:
        return tiny(NERWY, {}, **constants)
    row, bins = sum(copies), max(1, copies[CARDS.index("BIN")])
    lengths = {"row_card": row, "row_lay": row, "seat": seats, "card": hand, "bin": bins, "binner": bins}
    return tiny(NERWY, lengths, **constants, HAND=hand, SEATS=seats, ROW=row, BINS=bins)


def opened(deck: Deck, seats: int, hand: int, starter: int, **options: Any) -> tuple[Tiny, State, Referee]:
    """Game, opening state and referee."""
    game = few(deck, seats, hand)
    s = game.setup(seats, first_starter=starter, **options).blank()
    game.rules.deal(s, None)
    return game, s, Referee(seats, starter=starter, deck=deck, hand_size=hand, **options)


def world(s: State, race: Mapping[int, str] | None = None) -> World:
    """Hands, cards of the row, hearts that BIN removed, pile, answers; those of a race are not kept, and are given."""
    seats = range(s.seats)
    pile = [CARDS[kind] for kind in range(HEARTS) for _ in range(s.hearts[kind])]
    pile += [CARDS[kind] for kind in range(HEARTS, PIECES) for _ in range(s.backs[1 + kind - HEARTS])]
    return (
        tuple(tuple(sorted(CARDS[card - 1] for card in s.seat[p].card if card)) for p in seats),
        tuple(CARDS[card - 1] for card in s.row_card[: s.laid]),
        tuple(sorted((s.binner[i], CARDS[s.bin[i] - 1]) for i in range(s.binned))),
        tuple(sorted(pile)),
        tuple(ANSWERS[s.seat[p].answer] if race is None else race.get(p, "") for p in seats),
    )
