"""The words of rys: cards, layers and what was done with them, in either language."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import HOLE, State
from sprawdzam.engine.texts import Texts
from sprawdzam.games.rys.state import JOKER, KINDS, SLOTS, cards_of, jokers_of, value_of


def face(card: int) -> str:
    return "J" if card == JOKER else str(card)


def card_name(texts: Texts, card: int) -> str:
    return texts("a joker") if card == JOKER else str(card)


def layer_cards(layer: int) -> list[int]:
    """The cards of a layer, jokers last."""
    return [value_of(layer)] * cards_of(layer) + [JOKER] * jokers_of(layer)


def slot_cards(v: State, slot: int) -> list[int]:
    """The cards of a slot of the pool: one, or a group."""
    if not v.pool[slot]:
        return []
    return [v.pool[slot], *[13] * v.thirteens[slot], *[JOKER] * v.jokers[slot]]


def faces(cards: Sequence[int]) -> str:
    """Cards as they lie: "7 7 J"."""
    return " ".join(map(face, cards))


def pool_taken(before: State, after: State) -> list[int]:
    """What was taken from the pool between two views."""
    for slot in range(SLOTS):
        if before.pool[slot] and not after.pool[slot]:
            return slot_cards(before, slot)
    return []


def pool_added(before: State, after: State) -> list[int]:
    return [card for slot in range(SLOTS) for card in slot_cards(after, slot) if not before.pool[slot]]


def hand_added(before: State, after: State, p: int) -> list[int]:
    """The cards that a hand has more, where both are known."""
    if HOLE in (before.seat[p].hand[0], after.seat[p].hand[0]):
        return []
    more = [after.seat[p].hand[kind] - before.seat[p].hand[kind] for kind in range(KINDS)]
    return [kind + 1 for kind in range(KINDS) for _ in range(max(0, more[kind]))]


def virtual_taken(before: State, after: State) -> list[int]:
    """The set that was robbed from the virtual player."""
    lost = [before.virtual[i] - after.virtual[i] for i in range(len(before.virtual))]
    return [value + 1 for value, number in enumerate(lost) for _ in range(max(0, number))]


def virtual_added(before: State, after: State) -> list[int]:
    return virtual_taken(after, before)
