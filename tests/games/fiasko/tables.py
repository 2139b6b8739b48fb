"""Tables laid ready for the tests of fiasko, and short ways to play on them.

A player is written as tokens and cards, ``5/1 B1 B2 G* **``: 5 currency tokens, 1 fiasko token. Cards are written with
spaces between them. What is laid nowhere is in the deck; if a deck is named, it is in the discard pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import sprawdzam
from sprawdzam import TABLE, Match
from sprawdzam.engine.chance import Keyed, Script, Source
from sprawdzam.engine.notation import read_position
from sprawdzam.engine.options import Value
from sprawdzam.games import find

from .. import refusals
from ..edits import Edit

FIASKO = find("fiasko")
TEN = 1  # the player that the table moves for, in solo
# What the box says (section 1 of the rules), not what the package says: unmarked copies, marked 3, marked 4+.
NUMBERS = [f"{colour}{number}" for colour in "BGOR" for number in range(1, 10)]
JOKERS = [*(f"{colour}*" for colour in "BGOR"), *(f"*{number}" for number in range(1, 10)), "**"]
CURRENCY = [f"${value}" for value in range(1, 6)]
CARDS = [*NUMBERS, *JOKERS, *CURRENCY]
MARKS: dict[str, tuple[int, int, int]] = {
    **{card: (2, 0, 1) if card[1] in "123" else (1, 1, 1) if card[1] in "456" else (1, 0, 0) for card in NUMBERS},
    **{card: (1, 0, 1) if card[0] in "BGOR" else (1, 0, 0) for card in JOKERS},
    **{card: (3, 0, 0) if card == "$5" else (3, 1, 2) for card in CURRENCY},
}


def box(seats: int) -> Counter[str]:
    """The deck for a number of seats; one seat is solo."""
    return Counter({card: sum(marks[: (1, 1, 1, 2, 3, 3)[seats]]) for card, marks in MARKS.items()})


def in_order(cards: Iterable[str]) -> str:
    return " ".join(sorted(Counter(cards).elements(), key=CARDS.index))


def script(draws: str, starter: int | None = None) -> Script:
    """Chance that lets these cards be turned up, and no more."""
    cards = [CARDS.index(card) for card in draws.split()]
    laid = {"deck": cards} if starter is None else {"deck": cards, "starter": [starter]}
    return Script(laid, FIASKO.notation.OUTCOMES)


def new(seats: int, draws: str = "", *, starter: int | None = 0, **options: Value) -> Match:
    """A new match in which these cards come."""
    return sprawdzam.game("fiasko", seats, **options).start(chance=script(draws, starter))


def standing(
    players: Sequence[str],
    *,
    solo: bool = False,
    phase: str = "draw",
    active: int = 0,
    area: str = "",
    market: str = "",
    discard: str = "",
    deck: str | None = None,
    auction: dict[str, Any] | None = None,
    payment: dict[str, Any] | None = None,
    final: int | None = None,
    **options: Value,
) -> dict[str, Any]:
    """A position. At the end of the game the deck is empty, if nothing else is said."""
    held = [text.split() for text in players]
    seats = 1 if solo else len(players)
    if deck is None and phase in ("final", "over"):
        deck = ""
    if phase == "over":
        final = len(players)
    gone = Counter(discard.split())
    if deck is not None:
        seen = Counter(f"{area} {market} {deck}".split())
        seen.update(card for cards in held for card in cards[1:])
        seen.update([auction["joker"]] if auction else [])
        seen.update([payment["item"]] if payment and payment["item"] else [])
        gone = box(seats) - seen
    position: dict[str, Any] = {
        "game": "fiasko", "rules": 1, "seats": seats, "options": options, "phase": phase, "active": active,
        "area": area, "market": in_order(market.split()), "discard": in_order(gone),
    }  # fmt: skip
    if auction is not None:
        position["auction"] = {"asked": 0, "high": 0, "bidder": None} | auction
    if payment is not None:
        position["payment"] = {"item": None, "units": False, "last_card": None} | payment
    if final is not None:
        position["final"] = final
    return position | {"players": [player(cards) for cards in held]}


def player(held: Sequence[str]) -> dict[str, Any]:
    currency, fiasko = held[0].split("/")
    return {
        "currency": int(currency), "fiasko": int(fiasko), "numbers": in_order(only(held[1:], NUMBERS)),
        "jokers": in_order(only(held[1:], JOKERS)),
    }  # fmt: skip


def only(cards: Sequence[str], kinds: Sequence[str]) -> list[str]:
    return [card for card in cards if card in kinds]


def at(*players: str, draws: str | None = None, auto: bool = True, **rest: Any) -> Match:
    """A match that goes on from ``standing``; ``draws`` are turned up, or the deck if it is named, else anything."""
    coming = rest.get("deck") if draws is None else draws
    chance: Source = Keyed.from_seed(0) if coming is None else script(coming)
    setup, state = read_position(FIASKO, standing(players, **rest))
    return Match.from_position(setup, state, chance, auto=auto)


def alone(human: str, ten: str, *, draws: str | None = None, **rest: Any) -> Match:
    """The same in solo. In TEN's turn the table is about to turn a card up, if nothing else is said."""
    if rest.get("active") == TEN:
        rest.setdefault("phase", "reveal")
    return at(human, ten, draws=draws, solo=True, **rest)


def over(*players: str, **rest: Any) -> Match:
    """A match that has just ended."""
    return at(*players, phase="over", **rest)


def say(match: Match, *actions: str) -> Match:
    """Each action is played by whoever has to act."""
    for text in actions:
        match.play(actor(match), text)
    return match


def actor(match: Match) -> int:
    (seat,) = match.actors
    return seat


def choices(match: Match) -> tuple[str, ...]:
    """What the one seat that has to act may do."""
    return match.view(actor(match)).choices


def phase(match: Match) -> str:
    return str(match.position["phase"])


def tokens(match: Match) -> list[str]:
    return [f"{player['currency']}/{player['fiasko']}" for player in match.position["players"]]


def owned(match: Match, p: int) -> str:
    """All cards of a player."""
    player = match.position["players"][p]
    return f"{player['numbers']} {player['jokers']}".strip()


def lying(match: Match, name: str) -> str:
    """The cards of area, market or discard pile."""
    return str(match.position[name])


def new_in_discard(match: Match, before: str = "") -> str:
    """What the discard pile holds beyond what it held."""
    return in_order(Counter(lying(match, "discard").split()) - Counter(before.split()))


def go_on_until(match: Match, *phases: str) -> list[str]:
    """Steps of the table up to one of these phases; the phases on the way."""
    way = [phase(match)]
    while way[-1] not in phases:
        assert match.actors == (TABLE,)
        match.go_on()
        way.append(phase(match))
    return way


def refused(match: Match, text: str, kind: type[sprawdzam.SprawdzamError], seat: int | None = None) -> str:
    """Tries an action that must be refused without a change; the line that was said."""
    return refusals.refused(match, actor(match) if seat is None else seat, text, kind)


# --- changes of a position, beyond those of every game ---


def inside(name: str, **fields: Any) -> Edit:
    return lambda position: position[name].update(fields)


def both(*edits: Edit) -> Edit:
    return lambda position: [edit(position) for edit in edits]


# --- a position of every kind ---

JOKER = {"joker": "**", "asked": 1, "high": 3, "bidder": 1}
WON = {"joker": "**", "asked": 0, "high": 5, "bidder": 1}
FOR_JOKER = {"for": "joker", "payer": 1, "due": 5}
FOR_CARD = {"for": "card", "payer": 0, "item": "O5", "due": 4, "units": True}

DRAW = standing(["5/0 B1 B1 G*", "4/1 R9", "0/2"], area="B6 $2", market="O5 O5 R1", discard="$5 *4")
BID = standing(["5/0 B1", "4/1 R9", "0/2"], phase="bid", area="B6 $2", auction=JOKER)
PAY = standing(["5/0 B1", "4/1 R9", "0/2"], phase="pay", area="B6 $2", auction=WON, payment=FOR_JOKER)
BUY = standing(["5/0 B1", "4/1 R9", "0/2"], phase="buy", market="O5 R1")
BUY_PAY = standing(["5/0 B1", "4/1 R9", "0/2"], phase="pay", market="R1", payment=FOR_CARD)
FINAL = standing(["5/0 B1", "4/1 R9", "0/2"], phase="final", final=1, active=1, market="O5 R1")
FINAL_PAY = standing(
    ["5/0 B1", "4/1 R9", "0/2"], phase="pay", final=1, active=1, deck="",
    payment={"for": "final", "payer": 2, "item": "O5", "due": 2},
)  # fmt: skip
OVER = standing(["5/0 B1", "4/1 R9", "0/2"], phase="over", market="O5 R1")
REVEAL = standing(["5/0 B1", "4/1 R9", "0/2"], phase="reveal", area="B6 $2")
BUST = standing(["5/0 B1", "4/1 R9", "0/2"], phase="bust", area="B6 $2 G9")
EMPTY = standing(["5/0", "0/0"], area="B6", deck="")
SOLO = standing(["5/0 B1", "4/1 R9 R*"], solo=True, area="B6 $2", threshold=6)
STOP = standing(["5/0", "5/0"], solo=True, phase="stop", active=TEN, area="$2 B6")
TURN = standing(["5/0", "5/0"], solo=True, phase="reveal", active=TEN, area="$2 B3 $1")
FAILED = standing(["5/0", "5/0"], solo=True, phase="bust", active=TEN, area="$2 B3 $3")
SPEAKS = standing(["5/0", "9/0"], solo=True, phase="bid", auction={"joker": "*5"})
OWES = standing(
    ["5/0", "9/0"], solo=True, phase="pay", auction={"joker": "*5", "high": 5, "bidder": TEN},
    payment={"for": "joker", "payer": TEN, "due": 5},
)  # fmt: skip
LAST = standing(["5/0", "9/0"], solo=True, phase="final", final=1, active=TEN, market="B5")
GOOD = {
    "draw": DRAW, "bid": BID, "pay": PAY, "buy": BUY, "buy_pay": BUY_PAY, "final": FINAL, "final_pay": FINAL_PAY,
    "over": OVER, "reveal": REVEAL, "bust": BUST, "empty": EMPTY, "solo": SOLO, "stop": STOP, "turn": TURN,
    "failed": FAILED, "speaks": SPEAKS, "owes": OWES, "last": LAST,
}  # fmt: skip
