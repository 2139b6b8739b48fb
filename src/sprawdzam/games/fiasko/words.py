"""The words of fiasko: cards, means and what was done with them, in either language."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.texts import Texts, mark
from sprawdzam.games.fiasko.state import CARDS, COLOUR_JOKERS, CURRENCY, FULL_JOKER, NUMBER_JOKERS, NUMBERS, number_of

LOOKS = ("blue", "green", "orange", "red")
NAMED = (mark("blue"), mark("green"), mark("orange"), mark("red"))
NUMBER = (mark("blue {n}"), mark("green {n}"), mark("orange {n}"), mark("red {n}"))
JOKER = (mark("the blue joker"), mark("the green joker"), mark("the orange joker"), mark("the red joker"))
GRADES = {
    4: mark("Solid start"),
    5: mark("Warming up"),
    6: mark("Clear progress"),
    7: mark("Luck meets planning"),
    8: mark("Medal class"),
    9: mark("Stunning"),
    10: mark("Unrivalled"),
}


def look(kind: int) -> str:
    """The suit of a card, as surfaces paint it."""
    if kind < NUMBERS:
        return LOOKS[kind // 9]
    if kind < NUMBER_JOKERS:
        return f"wild {LOOKS[kind - COLOUR_JOKERS]}"
    return "wild" if kind < CURRENCY else "currency"


def face(kind: int) -> str:
    """What is printed on a card: the number, a star for a joker, the value with a $."""
    if kind < NUMBERS:
        return str(number_of(kind))
    if kind < NUMBER_JOKERS or kind == FULL_JOKER:
        return "★"
    return f"★{CARDS[kind][1]}" if kind < CURRENCY else CARDS[kind]


def card_words(texts: Texts, kind: int) -> str:
    """The card as it is called: "blue 4", "the joker 4", "3 of currency"."""
    if kind < NUMBERS:
        return texts(NUMBER[kind // 9], n=number_of(kind))
    if kind < NUMBER_JOKERS:
        return texts(JOKER[kind - COLOUR_JOKERS])
    if kind < FULL_JOKER:
        return texts("the joker {n}", n=CARDS[kind][1])
    if kind == FULL_JOKER:
        return texts("the full joker")
    return texts("currency {n}", n=CARDS[kind][1])


def run_words(texts: Texts, colour: int, first: int, last: int) -> str:
    """A run: "blue: 3–7"; a complete one is worth more than its cards (FI-51)."""
    told = f"{texts(NAMED[colour])}: {first}" + (f"–{last}" if last > first else "")
    return told + (" " + texts("(10 points)") if last - first == 8 else "")


def grade(texts: Texts, threshold: int) -> str:
    """FI-74: what a win at a threshold is called."""
    return texts(GRADES[threshold])


def listed(texts: Texts, kinds: Sequence[int]) -> str:
    return ", ".join(card_words(texts, kind) for kind in kinds)


def means(texts: Texts, fiasko: int, currency: int, cards: int) -> str:
    """What somebody pays with: "1 × fiasco + 2 × currency + 1 × card"."""
    parts = []
    if fiasko:
        parts.append(texts("{n} × fiasco", n=fiasko))
    if currency:
        parts.append(texts("{n} × currency", n=currency))
    if cards:
        parts.append(texts("{n} × card", n=cards))
    return " + ".join(parts)


def name_of(v: State, p: int, texts: Texts, names: Sequence[str]) -> str:
    """A player's name; in solo the automaton has its own."""
    return texts("TEN") if p >= v.seats else names[p]
