"""Notation of szacunki: `set Y`, `keep`, `turn Y S`, `pick 7`, `place 9`, `exchange Y`, `guess 4 5`, `guess -`; cards
`Y0` to `S7`. Positions are told in ``position.py``.
"""

from __future__ import annotations

import re

from sprawdzam.engine.contract import State
from sprawdzam.engine.errors import UnknownAction
from sprawdzam.engine.notation import short
from sprawdzam.games.szacunki.position import read_guess, read_position, write_guess, write_position
from sprawdzam.games.szacunki.state import (
    COLOURS,
    EXCHANGE,
    GUESS,
    GUESSES,
    KEEP,
    LETTERS,
    NUMBERS,
    PICK,
    PLACE,
    SEATS,
    SET,
    SIZES,
    TRACK,
    TURN,
)

__all__ = ["OUTCOMES", "read_action", "read_position", "write_action", "write_position"]

OUTCOMES = {
    "pawns": tuple(map(str, range(SEATS))),
    "cards": tuple(map(str, range(NUMBERS))),
    "dice": tuple(LETTERS),
}
MASKS = [int(mask) for mask in GUESSES]
COLOUR = re.compile(r"(set|exchange) ([YGBRPS])")
TURNED = re.compile(r"turn ([YGBRPS]) ([YGBRPS])")
NUMBER = re.compile(r"(pick|place) (0|[1-9][0-9]?)")
WRITTEN = re.compile(r"guess (-|[0-7](?: [0-7]){0,2})")


def write_action(v: State, seat: int, action: int) -> str:
    if action >= GUESS:
        return f"guess {write_guess(MASKS[action - GUESS])}"
    if action >= EXCHANGE:
        return f"exchange {LETTERS[action - EXCHANGE]}"
    if action >= PLACE:
        return f"place {action - PLACE}"
    if action > PICK:
        return f"pick {action - PICK}"
    if action == KEEP:
        return "keep"
    if action < KEEP:
        return f"set {LETTERS[action - SET]}"
    old, new = divmod(action - TURN, COLOURS - 1)
    return f"turn {LETTERS[old]} {LETTERS[new + (new >= old)]}"


def read_action(v: State, seat: int, text: str) -> int:
    if text == "keep":
        return KEEP
    if (told := COLOUR.fullmatch(text)) and told[0] != "set S":
        return (SET if told[1] == "set" else EXCHANGE) + LETTERS.index(told[2])
    if (told := TURNED.fullmatch(text)) and told[1] != told[2]:
        old, new = LETTERS.index(told[1]), LETTERS.index(told[2])
        return TURN + old * (COLOURS - 1) + new - (new > old)
    if told := NUMBER.fullmatch(text):
        number = int(told[2])
        if told[1] == "pick" and 1 <= number <= SIZES:
            return PICK + number
        if told[1] == "place" and number < TRACK:
            return PLACE + number
    if told := WRITTEN.fullmatch(text):
        numbers = told[1].split()
        if len(set(numbers)) == len(numbers):
            return GUESS + MASKS.index(read_guess(told[1]))
    raise UnknownAction(
        "{action} is no action of szacunki; actions are: set Y (a grey die), keep, turn Y S (a die, from Y to S), "
        "pick 7 (a token), place 9 (its first field), exchange Y, guess 4 5 (up to three numbers), guess -",
        action=short(text),
    )
