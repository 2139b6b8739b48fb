"""Why something is not possible now in nerwy."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.reasons import Reason
from sprawdzam.engine.texts import Texts
from sprawdzam.games.nerwy.state import CALL, HEARTS, PASS, Phase

TURNS = "NE-12"
PLACING = range(CALL)


def reasons(v: State, seat: int, texts: Texts, names: Sequence[str]) -> list[Reason]:
    if v.phase == Phase.WINDOW:
        return _window(v, seat, texts)
    if v.phase != Phase.TURN:
        return []
    if seat != v.turn:
        text = texts("You can check when somebody has just placed a card, or at the start of your own turn.")
        return [Reason(text, "NE-10", (CALL, PASS))]
    found = []
    if not v.last:
        text = texts("You open the round: there is nothing in the row that you could check.")
        found.append(Reason(text, "NE-17", (CALL,)))
    elif v.placed:
        text = texts("You have placed the first of two cards: now the second must follow.")
        found.append(Reason(text, "NE-27", (CALL,)))
    elif v.placements >= v.option.max_placements:
        text = texts("So many cards were placed in this round that you can only check.")
        found.append(Reason(text, "NE-41", PLACING))
    doubles = tuple((f"hand{seat}", i) for i in range(v.seat[seat].held) if v.seat[seat].card[i] > HEARTS)
    if doubles:
        text = texts("A double-sided card cannot be hidden: its number is on the back too.")
        found.append(Reason(text, "NE-08", (), doubles))
    found.append(Reason(texts("You cannot pass on your turn: place a card or check."), "NE-06", (PASS,)))
    return found


def _window(v: State, seat: int, texts: Texts) -> list[Reason]:
    if v.waiting >> seat & 1:
        text = texts("You cannot place now: first everybody may say whether they check.")
        return [Reason(text, "NE-10", PLACING)]
    if seat == v.turn:
        return [Reason(texts("You have placed the card yourself: only your rivals may check."), "NE-10", (CALL, PASS))]
    return [Reason(texts("You have answered already, and that stands."), "R17", (CALL, PASS))]
