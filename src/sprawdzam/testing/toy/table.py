"""The table of licytka."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.scene import Ask, Choice, Click, Piece, Plate, Scene, Zone
from sprawdzam.engine.texts import Texts

from . import notation, rules


def scene(v: State, seat: int, texts: Texts, names: Sequence[str]) -> Scene:
    return Scene(
        seat=seat,
        title="Licytka",
        prompt=prompt(v, seat),
        plates=tuple(Plate(p, names[p], (f"{v.seat[p].points} points",)) for p in range(v.seats)),
        zones=tuple(Zone(f"hand {p}", "hand", names[p], (Piece(face(v, p), ""),)) for p in range(v.seats)),
        asks=(Ask("bet", "How much do you bet?"),),
        choices=choices(v, seat),
    )


def prompt(v: State, seat: int) -> str:
    return "Bet." if v.waiting >> max(seat, 0) & 1 and seat >= 0 else ""


def face(v: State, p: int) -> str:
    return "" if v.seat[p].card <= 0 else notation.CARDS[v.seat[p].card - 1]


def choices(v: State, seat: int) -> tuple[Choice, ...]:
    if seat < 0:
        return ()
    out = [0] * rules.ACTIONS
    return tuple(
        Choice(((Click("bet", str(action + 1), str(action + 1)),),), (action,), f"bet {action + 1}")
        for action in out[: rules.legal(v, seat, out)]
    )


def tell(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    return [f"turned up: {notation.CARDS[after.turned - 1]}"] if after.turned and not before.turned else []


def silence(v: State, seat: int) -> int:
    return 0
