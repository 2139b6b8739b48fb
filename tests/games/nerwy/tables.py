"""Tables laid ready for the tests of nerwy, and short ways to play on them.

A card is written as in the rule file: ``S3^`` face up, ``S3v`` face down, ``D4``; in a row with its owner: ``2:S3v``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sprawdzam
from sprawdzam import TABLE, Match
from sprawdzam.engine.chance import Keyed, Script, Source
from sprawdzam.engine.options import Value
from sprawdzam.games import find

from ..refusals import refused as refused

NERWY = find("nerwy")
OUTCOMES = NERWY.notation.OUTCOMES
HEART_CARDS = ("S1", "S2", "S3", "S4", "S5", "REV", "PL2", "BIN", "TRAP")
DOUBLE_CARDS = ("D1", "D2", "D3", "D4", "D5")
# What the box says (section 1 of the rules), not what the package says.
DECK = Counter({f"S{n}": 3 for n in range(1, 6)} | dict.fromkeys(DOUBLE_CARDS, 7))
DECK.update({"REV": 6, "PL2": 6, "BIN": 6, "TRAP": 2})


def back(card: str) -> str:
    return card if card[0] == "D" else "heart"


def script(cards: str, *, starter: int | None = None, top: bool = False) -> Script:
    """Chance that lets these cards come from the pile; ``top`` tells that the back of the first one is seen already."""
    names = cards.split()
    tops = [OUTCOMES["top"].index(back(card)) for card in names]
    hearts = [OUTCOMES["heart"].index(card) for card in names if back(card) == "heart"]
    laid = {"top": tops[1:] if top else tops, "heart": hearts}
    return Script(laid if starter is None else laid | {"starter": [starter]}, OUTCOMES)


def dealt(*hands: str, then: str = "D1", starter: int = 0, **options: Value) -> Match:
    """A new match in which these hands are dealt, and then these cards lie on the pile."""
    setup = sprawdzam.game("nerwy", len(hands), **options)
    return setup.start(chance=script(" ".join([*hands, then]), starter=starter))


def standing(
    hands: Sequence[str],
    row: str = "",
    *,
    phase: str = "turn",
    turn: int = 0,
    starter: int | None = None,
    direction: str = "cw",
    last: int | None = None,
    must: int = 1,
    placed: int | None = None,
    pending: bool = False,
    placements: int | None = None,
    caller: int | None = None,
    top: str | None = None,
    discard: str = "",
    binned: str = "",
    tokens: Sequence[str] = (),
    waiting: Sequence[int] | None = None,
    answers: dict[int, str] | None = None,
    number: int = 1,
    **options: Value,
) -> dict[str, Any]:
    """A position. What is not said follows from the row: who placed last, who started, how much was placed."""
    entries = [entry.replace(":", " ") for entry in row.split()]
    seats = len(hands)
    if last is None and entries:
        last = int(entries[-1][0])
    if placed is None:
        placed = 1 if phase in ("window", "draw") else 0
    if placements is None:
        placements = max(len(entries), placed, int(last is not None))
    players: list[dict[str, Any]] = []
    for seat, hand in enumerate(hands):
        player: dict[str, Any] = {"tokens": tokens[seat] if tokens else "0C0N", "hand": in_order(hand.split())}
        players.append(player | ({"answer": answers[seat]} if answers and seat in answers else {}))
    gone = in_order(discard.split())
    removed = [entry.replace(":", " ") for entry in binned.split()]
    if top is None:
        used = Counter([*cards_of(entries), *gone, *cards_of(removed)])
        used.update(card for hand in hands for card in hand.split())
        top = next((back(card) for card in (DECK - used)), "none")
    asked = [p for p in range(seats) if p != turn and p not in (answers or {})] if waiting is None else list(waiting)
    return {
        "game": "nerwy",
        "rules": 1,
        "seats": seats,
        "options": options,
        "phase": phase,
        **({"waiting": asked} if phase == "window" else {}),
        "round": number,
        "starter": starter if starter is not None else int(entries[0][0]) if entries else turn,
        "turn": turn,
        "direction": direction,
        "last_placer": last,
        "must_place": must,
        "placed": placed,
        "pending2": pending,
        "placements": placements,
        "caller": caller,
        "row": entries,
        "top": top,
        "discard": gone,
        "binned": removed,
        "players": players,
    }


def in_order(cards: Iterable[str]) -> list[str]:
    """As a hand and the discard are told: hearts first, then double-sided cards."""
    order = (*HEART_CARDS, *DOUBLE_CARDS)
    return sorted(cards, key=order.index)


def cards_of(entries: Iterable[str]) -> list[str]:
    return [entry.split()[1].rstrip("^v") for entry in entries]


def plain_hands(seats: int, used: str, *, short: int | None = None) -> list[str]:
    """Hands of double-sided cards that do not lie elsewhere; ``short`` has placed one of his three."""
    lying = Counter(entry.split(":")[-1].rstrip("^v") for entry in used.split())
    doubles = [card for card in (DECK - lying).elements() if card in DOUBLE_CARDS]
    return [" ".join(doubles.pop(0) for _ in range(2 if seat == short else 3)) for seat in range(seats)]


def at(hands: Sequence[str], row: str = "", *, pile: str = "", chance: Source | None = None, **rest: Any) -> Match:
    """A match that goes on from ``standing``; ``pile`` is what will be drawn, its first card lying on top."""
    if pile:
        rest.setdefault("top", back(pile.split()[0]))
        chance = script(pile, top=True)
    return sprawdzam.position(standing(hands, row, **rest), chance=chance or Keyed.from_seed(0))


def stripped(hands: Sequence[str], *, pile: str = "", last: int, then: str = "", **rest: Any) -> Match:
    """A match in which all cards but the given ones lie in a row that ``last`` placed; ``then``: draws after the pile.

    The row ends with a hidden heart. With no pile and no discard there is nothing to draw.
    """
    given = [*" ".join(hands).split(), *pile.split(), *rest.get("discard", "").split()]
    given += [entry.split(":")[1] for entry in rest.get("binned", "").split()]
    marks = {"TRAP": "^"} | dict.fromkeys(DOUBLE_CARDS, "")
    others = in_order((DECK - Counter(given)).elements())[::-1]
    row = " ".join(f"{last}:{card}{marks.get(card, 'v')}" for card in others)
    rest.setdefault("top", back(pile.split()[0]) if pile else "none")
    chance = script(f"{pile} {then}", top=bool(pile))
    return sprawdzam.position(standing(hands, row, last=last, **rest), chance=chance)


def called(row: str, caller: int, *, seats: int = 4, **rest: Any) -> Match:
    """The owner of the last card has just placed it; ``caller`` calls in the window, and the round is settled."""
    placer = rest.pop("placer", int(row.split()[-1][0]) if row else 0)
    match = at(plain_hands(seats, row, short=placer), row, phase="window", turn=placer, last=placer, **rest)
    match.play(caller, "call")
    return match


def say(match: Match, *actions: str) -> Match:
    """Plays ``S3v`` (the seat on turn places it), ``call`` (by the seat on turn), ``pass`` (everybody), ``2 call``.

    Where a window is open everybody passes first; after the last action it stays open.
    """
    for text in actions:
        seat, _, action = text.rpartition(" ")
        if seat:
            match.play(int(seat), action)
            continue
        while match.position["phase"] == "window":
            match.play(match.actors[0], "pass")
        if text != "pass":
            match.play(actor(match), text if text == "call" else f"place {text}")
    return match


def actor(match: Match) -> int:
    (seat,) = match.actors
    return seat


def go_on_until(match: Match, phase: str) -> Match:
    while match.position["phase"] != phase:
        assert match.actors == (TABLE,)
        match.go_on()
    return match


def tokens(match: Match) -> list[str]:
    return [player["tokens"] for player in match.position["players"]]


def hands(position: dict[str, Any]) -> list[list[str]]:
    return [player["hand"] for player in position["players"]]


def hand(match: Match, seat: int) -> list[str]:
    return hands(match.position)[seat]


def row(position: dict[str, Any]) -> list[str]:
    """The cards of the row without their owners."""
    return [entry.split()[1] for entry in position["row"]]


def phase(match: Match) -> str:
    return str(match.position["phase"])


def pile_size(match: Match) -> int:
    return int(match.state.left)


def quietly(match: Match, act: Callable[[Match], object]) -> Match:
    """Does something with the table's own steps left due."""
    match.auto = False
    act(match)
    return match
