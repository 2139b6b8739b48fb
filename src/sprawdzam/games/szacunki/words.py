"""The words of szacunki: colours, cards, ranges and results, in either language."""

from __future__ import annotations

from sprawdzam.engine.contract import HOLE, State
from sprawdzam.engine.texts import Texts, mark

LOOKS = ("yellow", "green", "blue", "red", "purple", "grey")
NAMED = (mark("yellow"), mark("green"), mark("blue"), mark("red"), mark("purple"), mark("grey"))
OWN = (
    mark("your yellow card"),
    mark("your green card"),
    mark("your blue card"),
    mark("your red card"),
    mark("your purple card"),
    mark("your grey card"),
)
WHICH = (
    mark("Which number is your yellow card?"),
    mark("Which number is your green card?"),
    mark("Which number is your blue card?"),
    mark("Which number is your red card?"),
    mark("Which number is your purple card?"),
    mark("Which number is your grey card?"),
)
DIE = (
    mark("the yellow die"),
    mark("the green die"),
    mark("the blue die"),
    mark("the red die"),
    mark("the purple die"),
    mark("the grey die"),
)
CARD = (
    mark("yellow {n}"),
    mark("green {n}"),
    mark("blue {n}"),
    mark("red {n}"),
    mark("purple {n}"),
    mark("grey {n}"),
)
RESULTS = (mark("correct"), mark("higher"), mark("lower"), mark("missed"))
MARKS = ("", "✓", "↑", "↓", "✗")


def colour(texts: Texts, c: int) -> str:
    return texts(NAMED[c])


def card_name(texts: Texts, c: int, card: int) -> str:
    """A card in full; the own ones by their colour."""
    return texts(OWN[c]) if card == HOLE else texts(CARD[c], n=card - 1)


def die_name(texts: Texts, c: int) -> str:
    return texts(DIE[c])


def guess_words(v: State, p: int, c: int) -> str:
    """The numbers that a player has written for a colour: "4 5"; a dash for none."""
    mask = v.seat[p].guess[c] - 1
    return " ".join(str(n) for n in range(8) if mask >> n & 1) or "–"


def which(texts: Texts, c: int) -> str:
    """The question after a colour's number."""
    return texts(WHICH[c])


def result_words(texts: Texts, result: int) -> str:
    return texts(RESULTS[result - 1])


def dice_words(texts: Texts, dice: list[int]) -> str:
    return ", ".join(colour(texts, die - 1) for die in dice)


def range_words(first: int, size: int) -> str:
    """The fields that a token covers: "9-15"."""
    return str(first) if size == 1 else f"{first}–{first + size - 1}"


def excluded(v: State, c: int) -> set[int]:
    """SZ-29: numbers of a colour that are surely not on the own rack: they lie elsewhere."""
    return {n for n in range(8) if not v.colour[c].unseen[n]}
