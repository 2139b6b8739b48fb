"""Tables laid ready for the tests of blef, and short ways to play on them.

A hand is written as in the rule file: ``1-5 2-6`` before the choice, ``5/1 2/6`` (the end that counts first) after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import sprawdzam
from sprawdzam import Match
from sprawdzam.engine.chance import Keyed, Script, Source
from sprawdzam.engine.options import Value
from sprawdzam.games import find

from ..refusals import refused as refused

BLEF = find("blef")
CARDS = BLEF.notation.OUTCOMES["deck"]
FLAGS = ("jokers", "direction_choice", "shrinking", "longer")
VARIANTS: list[dict[str, Value]] = [dict(zip(FLAGS, bits, strict=True)) for bits in product((False, True), repeat=4)]


def laid(*hands: str, starter: int | None = None) -> Script:
    """Chance that deals these hands, seat by seat and round by round; the first ends the opening too if asked."""
    deck = [CARDS.index("-".join(sorted((card[0], card[2])))) for hand in hands for card in hand.split()]
    return Script({"deck": deck} | ({} if starter is None else {"starter": [starter]}), BLEF.notation.OUTCOMES)


def standing(
    counts: Sequence[int],
    hands: Sequence[str] = (),
    *,
    starter: int = 0,
    bids: str = "",
    ranks: Sequence[int] = (),
    tiebreak: bool = False,
    phase: str = "",
    direction: str = "cw",
    number: int | None = None,
    **options: Value,
) -> dict[str, Any]:
    """A position; without hands the table is about to deal, with chosen ones the bidding goes on."""
    chosen = "/" in "".join(hands)
    players: list[dict[str, Any]] = []
    for seat, count in enumerate(counts):
        player: dict[str, Any] = {"count": count, "cards": hands[seat].split() if hands else []}
        players.append(player | ({"rank": ranks[seat]} if ranks and ranks[seat] else {}))
    phase = phase or ("bid" if chosen else "choose" if hands else "deal")
    return {
        "game": "blef",
        "rules": 1,
        "seats": len(counts),
        "options": options,
        "phase": phase,
        "round": rounds(counts, ranks, phase, options) if number is None else number,
        "tiebreak": tiebreak,
        "starter": starter,
        "direction": direction,
        "bids": bids.split(),
        "players": players,
    }


def rounds(counts: Sequence[int], ranks: Sequence[int], phase: str, options: Mapping[str, Value]) -> int:
    """Every round so far has moved one count by one, or sent one of the tied out."""
    first = 5 if options.get("shrinking") else 1
    moved = sum(abs(count - first) for count in counts)
    best = max(counts) if options.get("shrinking") else min(counts)
    sent_out = [p for p, rank in enumerate(ranks) if rank > 1 and counts[p] == best and not options.get("longer")]
    return moved + len(sent_out) + (phase not in ("deal", "over"))


def at(counts: Sequence[int], *, chance: Source | None = None, **rest: Any) -> Match:
    """A match that goes on from ``standing``; the table deals at once if that is due."""
    return sprawdzam.position(standing(counts, **rest), chance=chance or Keyed.from_seed(0))


def holding(*hands: str, chance: Source | None = None, **rest: Any) -> Match:
    """A match in which every seat is in play and holds what is given."""
    return at([len(hand.split()) for hand in hands], chance=chance, hands=hands, **rest)


def actor(match: Match) -> int:
    (seat,) = match.actors
    return seat


def say(match: Match, *actions: str) -> Match:
    """Each action is played by the one seat that has the turn; ``3x4`` is short for ``bid 3x4``."""
    for text in actions:
        match.play(actor(match), f"bid {text}" if text[0].isdigit() else text)
    return match


def choose_low(match: Match) -> Match:
    """Everybody chooses the lower end of every card, so that no six is ever shown; then clockwise."""
    while match.position["phase"] == "choose":
        seat = match.actors[0]
        match.play(seat, match.view(seat).choices[0])
    if match.position["phase"] == "direction":
        say(match, "direction cw")
    return match


def lose(match: Match, loser: int) -> Match:
    """A whole round that ``loser`` loses: he bids too many sixes, the next seat in play checks and wins."""
    choose_low(match)
    while actor(match) != loser:
        say(match, f"1x{len(match.position['bids']) + 1}")
    return say(match, f"{match.state.total}x6", "check")


def counts(match: Match) -> list[int]:
    return [player["count"] for player in match.position["players"]]


def ranks(match: Match) -> list[int]:
    """Ranks so far, 0 while they are open."""
    return [player.get("rank", 0) for player in match.position["players"]]


def hands(position: dict[str, Any]) -> list[list[str]]:
    return [player["cards"] for player in position["players"]]


def in_play(match: Match) -> list[int]:
    return [seat for seat, rank in enumerate(ranks(match)) if not rank]


def outcome(match: Match) -> tuple[int, int]:
    """Plays on from a check: who starts next, and whose count changed or who left (one loser exactly)."""
    before = list(zip(counts(match), ranks(match), strict=True))
    match.go_on()
    after = list(zip(counts(match), ranks(match), strict=True))
    (loser,) = [seat for seat in range(len(before)) if before[seat] != after[seat]]
    return match.position["starter"], loser


def settled(match: Match, *actions: str) -> tuple[int, int]:
    """Winner and loser of a normal round that goes on with these actions."""
    match.auto = False
    return outcome(say(match, *actions))


def quietly(match: Match, act: Callable[[Match], object]) -> Match:
    """Does something with the table's own steps left due."""
    match.auto = False
    act(match)
    return match
