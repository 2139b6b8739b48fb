"""The words of nerwy: cards, players and what they do, in either language."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import HOLE, State
from sprawdzam.engine.texts import Texts, mark
from sprawdzam.games.nerwy.state import BIN, ENOUGH, HEARTS, PL2, REV, SEATS, TRAP, WORTH

FACES = {REV: "⇄", PL2: "×2", BIN: "✗", TRAP: "><"}
SPECIAL = {REV: mark("Reverse"), PL2: mark("Play two"), BIN: mark("Bin"), TRAP: mark("Trap")}
PLACED = {REV: mark("a Reverse"), PL2: mark("a Play two"), TRAP: mark("a Trap")}  # as what somebody places
UP = {
    REV: mark("face up: play turns round"),
    PL2: mark("face up: the next player places two"),
    BIN: mark("face up: the last card goes away"),
    TRAP: mark("face up: does nothing"),
}


def face(card: int) -> str:
    """What is printed on a card."""
    return FACES.get(card) or str(WORTH[card])


def card_words(texts: Texts, card: int) -> str:
    """The card as it is called: a number, or the name of a special card."""
    if card == HOLE:
        return texts("a hidden card")
    return texts(SPECIAL[card]) if card in SPECIAL else str(WORTH[card])


def card_name(texts: Texts, card: int) -> str:
    """The card in full, for those who listen."""
    if card > HEARTS:
        return texts("{n}, the same number on the back", n=WORTH[card])
    if card in SPECIAL:
        return texts("{name}, a heart on the back", name=texts(SPECIAL[card]))
    return texts("{n}, a heart on the back", n=WORTH[card])


def side_words(texts: Texts, card: int, down: bool) -> str:
    """What it means to place a card one way or the other."""
    if down:
        return texts("face down: a trap for whoever checks") if card == TRAP else texts("face down: only you know it")
    return texts(UP[card]) if card in UP else texts("face up: everybody sees it")


def owner(lay: int) -> int:
    return lay - 1 - SEATS if lay > SEATS else lay - 1


def placed_words(v: State, before: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    """Who has just placed what."""
    p = before.turn
    you, name = p == seat, names[p]
    if v.laid <= before.laid:
        return _binned(before, you, name, texts)
    card, lay = v.row_card[v.laid - 1], v.row_lay[v.laid - 1]
    if lay > SEATS and card == HOLE:
        return texts("{name} places a card face down.", name=name)
    if lay > SEATS and you:
        return texts("You place {card} face down.", card=card_words(texts, card))
    if lay > SEATS:  # nothing is hidden any more
        return texts("{name} places {card} face down.", name=name, card=card_words(texts, card))
    told = texts(PLACED[card]) if card in PLACED else card_words(texts, card)
    return texts("You place {card}.", card=told) if you else texts("{name} places {card}.", name=name, card=told)


def _binned(before: State, you: bool, name: str, texts: Texts) -> str:
    if before.laid == 0:
        return (
            texts("You place a Bin: there is nothing to remove.")
            if you
            else texts("{name} places a Bin: there is nothing to remove.", name=name)
        )
    last = card_words(texts, before.row_card[before.laid - 1])
    if you:
        return texts("You place a Bin and remove the last card: {card}.", card=last)
    return texts("{name} places a Bin and removes the last card: {card}.", name=name, card=last)


def hand_cards(v: State, p: int, texts: Texts) -> list[str]:
    """What one sees of a hand, hearts first."""
    return [_seen(texts, v.seat[p].card[i]) for i in range(v.seat[p].held)]


def _seen(texts: Texts, card: int) -> str:
    return texts("a heart") if card == HOLE else card_words(texts, card)


def verdict(texts: Texts, total: int) -> str:
    if total >= ENOUGH:
        return texts("The row is worth {n}: enough!", n=total)
    return texts("The row is worth {n}: not enough.", n=total)
