"""The notation of licytka: actions are `bet 2`, cards are `a`, `b` and `c`."""

from __future__ import annotations

from typing import Any

from sprawdzam.engine.contract import HOLE, TABLE, State
from sprawdzam.engine.errors import UnknownAction
from sprawdzam.engine.notation import Fields, short

from . import rules

CARDS = ("a", "b", "c")
OUTCOMES = {"deck": CARDS, "turned": CARDS}
PHASES = tuple(phase.name.lower() for phase in rules.Phase)
SHOWN = ("-", *CARDS, "?")
BETS = ("-", "1", "2", "3", "?")


def write_action(v: State, seat: int, action: int) -> str:
    return f"bet {action + 1}"


def read_action(v: State, seat: int, text: str) -> int:
    if text not in ("bet 1", "bet 2", "bet 3"):
        raise UnknownAction("{action} is no action of licytka; actions are: bet 1, bet 2, bet 3", action=short(text))
    return int(text[-1]) - 1


def write_position(s: State) -> dict[str, Any]:
    return {
        "phase": PHASES[s.phase],
        "round": s.round,
        "turned": SHOWN[s.turned],
        "players": [{"card": SHOWN[me.card], "bet": BETS[me.bet], "points": me.points} for me in s.seat[: s.seats]],
    }


def read_position(s: State, fields: Fields) -> None:
    s.phase = fields.one_of("phase", PHASES)
    s.round = fields.integer("round", 0, 3)
    s.turned = fields.one_of("turned", SHOWN[:-1])
    for me, player in zip(s.seat, fields.objects("players", s.seats), strict=False):
        me.card = _or_hole(player.one_of("card", SHOWN), SHOWN)
        me.bet = _or_hole(player.one_of("bet", BETS), BETS)
        me.points = player.integer("points", 0, 9)
        player.done()
    seen = [s.turned, *(me.card for me in s.seat)]
    for kind in range(rules.KINDS):
        s.deck[kind] = rules.COPIES - seen.count(kind + 1)
    s.waiting = 1 << TABLE
    if s.phase == rules.Phase.BET:
        s.waiting = sum(1 << p for p in range(s.seats) if s.seat[p].bet == 0)
    elif s.phase == rules.Phase.OVER:
        s.waiting = 0


def _or_hole(place: int, texts: tuple[str, ...]) -> int:
    return HOLE if place == len(texts) - 1 else place
