"""Tables laid ready for the tests of rys, and short ways to play on them.

Cards are written with spaces between them (``7 7 J``), layers as in positions, with commas (``3x2, 7x2 +J``, the top
one last), slots of the pool with spaces, ``-`` for an empty one and ``2+13`` for a group. What is laid nowhere is in
the deck; if a deck is named, it is in the discard pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import sprawdzam
from sprawdzam import TABLE, Match
from sprawdzam.engine.chance import Keyed, Script, Source
from sprawdzam.engine.game import Setup
from sprawdzam.engine.notation import read_position
from sprawdzam.engine.options import Value
from sprawdzam.games import find

from ..refusals import refused as refused

RYS = find("rys")
CARDS = RYS.notation.OUTCOMES["deck"]
ALL = Counter({card: 5 if card == "J" else 8 for card in CARDS})
POOL = "1 2 3 4 5 6"
MORE = "10 11 12"  # further cards in a hand
LEVELS = ("basic", "advanced", "expert")
MODES: list[tuple[int, dict[str, str]]] = [
    *[(n, {"mode": mode}) for n in (3, 4, 5) for mode in LEVELS],
    *[(2, {"duel_rules": rules}) for rules in LEVELS],
]


def setup(seats: int, **options: Value) -> Setup:
    return sprawdzam.game("rys", seats=seats, **options)


def laid(deck: str, starter: int | None = None) -> Script:
    """Chance that gives these cards of the deck, and no more."""
    cards = [CARDS.index(card) for card in deck.split()]
    return Script({"deck": cards} | ({} if starter is None else {"starter": [starter]}), RYS.notation.OUTCOMES)


def in_order(cards: Counter[str] | Sequence[str]) -> str:
    return " ".join(sorted(Counter(cards).elements(), key=CARDS.index))


def layers(table: str) -> list[str]:
    return table.split(", ") if table else []


def of_layer(layer: str) -> list[str]:
    """The cards of a layer."""
    numbers, _, jokers = layer.partition(" +")
    card, _, number = numbers.partition("x")
    return [card] * int(number) + ["J"] * (int(jokers[:-1] or 1) if jokers else 0)


def standing(
    hands: Sequence[str],
    tables: Sequence[str] = (),
    *,
    pool: str = POOL,
    deck: str | None = None,
    virtual: str = "",
    known: Sequence[str] = (),
    phase: str = "play",
    turn: int = 0,
    turns: int = 0,
    idle: int = 0,
    compared: int = 0,
    stole: bool = False,
    moved: bool = False,
    offered: bool = False,
    owed: int = 0,
    **options: Value,
) -> dict[str, Any]:
    """A position; two hands are a duel."""
    tables = [*tables, *[""] * (len(hands) - len(tables))]
    slots = ["" if slot == "-" else slot.replace("+", " ") for slot in pool.split()]
    seen = Counter(" ".join([*hands, *slots, virtual]).replace("?", "").split())
    seen.update(card for table in tables for layer in layers(table) for card in of_layer(layer))
    discard = Counter[str]() if deck is None else ALL - seen - Counter(deck.split())
    players = [
        {
            "hand": in_order(hand.split()) if "?" not in hand else hand,
            "known": known[seat] if known else "",
            "table": layers(tables[seat]),
        }
        for seat, hand in enumerate(hands)
    ]
    return {
        "game": "rys",
        "rules": 1,
        "seats": len(hands),
        "options": options,
        "phase": phase,
        "turn": turn,
        "turns": turns,
        "idle": idle,
        "compared": compared,
        "stole": stole,
        "moved": moved,
        "offered": offered,
        "owed": owed,
        "pool": slots,
        "discard": in_order(discard),
        **({"virtual": in_order(virtual.split())} if len(hands) == 2 else {}),
        "players": players,
    }


def at(
    hands: Sequence[str], tables: Sequence[str] = (), *, drawn: str | None = None, auto: bool = True, **rest: Any
) -> Match:
    """A match that goes on from ``standing``; the cards of ``drawn`` come from the deck, else any."""
    chance: Source = Keyed.from_seed(0) if drawn is None else laid(drawn)
    found, state = read_position(RYS, standing(hands, tables, **rest))
    return Match.from_position(found, state, chance, auto=auto)


def actor(match: Match) -> int:
    (seat,) = match.actors
    return seat


def choices(match: Match) -> tuple[str, ...]:
    """What the one seat that has to act may do."""
    return match.view(actor(match)).choices


def say(match: Match, *actions: str) -> Match:
    """Each action is played by whoever has to act; ``7x3`` is short for ``play 7x3``."""
    for text in actions:
        if actor(match) == TABLE:
            assert text == "go on"
            match.go_on()
        else:
            match.play(actor(match), f"play {text}" if text[0].isdigit() or text.startswith("Jx") else text)
    return match


def let_go(match: Match) -> list[int]:
    """Every theft is left and taken back; the victims in order."""
    victims = []
    while phase(match) == "loot":
        say(match, "leave")
        victims.append(actor(match))
        say(match, "reclaim")
    return victims


def robbed(play: str, *tops: str, hand: str = "", **rest: Any) -> list[int]:
    """Seats that seat 0 robs with this play when the others have these tables."""
    hands = [f"{' '.join(of_layer(play))} {hand or MORE}", *[MORE] * len(tops)]
    return let_go(say(at(hands, ["", *tops], **rest), play))


def phase(match: Match) -> str:
    return str(match.position["phase"])


def hands(match: Match) -> list[str]:
    return [player["hand"] for player in match.position["players"]]


def known(match: Match) -> list[str]:
    """The cards that everybody knows to be in each hand."""
    return [player["known"] for player in match.position["players"]]


def tables(match: Match) -> list[str]:
    return [", ".join(player["table"]) for player in match.position["players"]]


def sizes(match: Match) -> list[int]:
    return [len(hand.split()) for hand in hands(match)]


def pool(match: Match) -> str:
    return " ".join(slot.replace(" ", "+") or "-" for slot in match.position["pool"])


def deck_size(match: Match) -> int:
    return int(match.state.left)


def deck(match: Match) -> str:
    """The cards in the deck; nobody at the table can see them."""
    return in_order(Counter(dict(zip(CARDS, match.state.deck, strict=True))))


def everywhere(match: Match) -> Counter[str]:
    """All cards, wherever they lie."""
    told = match.position
    found = Counter(" ".join([*hands(match), *told["pool"], told["discard"], told.get("virtual", "")]).split())
    found.update(card for player in told["players"] for layer in player["table"] for card in of_layer(layer))
    found.update(deck(match).split())
    return found


# A position of every phase.

NINE = f"9 9 {MORE}"
PLAYING = standing([NINE, MORE, "1 J"], ["2x2, 4x1 +J", "5x2", ""], turn=1, turns=4, known=["9", "", "J"])
LOOTING = standing([MORE, MORE, MORE], ["9x2", "5x2", ""], phase="loot", compared=1, stole=True)
KEEPING = LOOTING | {"phase": "keep"}
DRAWING = standing([MORE, MORE, MORE], ["9x2", "", ""], phase="draw", pool="1 - 3 4 5 6", compared=1, stole=True,
                   moved=True, owed=1)  # fmt: skip
REFILLING = DRAWING | {"phase": "refill", "owed": 0}
OFFERING = standing([MORE, MORE, MORE], ["9x2", "", ""], phase="offer", compared=2, offered=True)
DUEL = standing([NINE, MORE], ["", "5x1"], virtual="3 3 5 5 7", pool="1 2+13 3+13+J 4 5 J+J", duel_rules="expert")
CHOOSING = standing([MORE, MORE], ["9x2", "5x1"], virtual="3 3 5 5 7", phase="virtual")
STOCKING = standing([MORE, MORE], ["9x2", "5x1"], virtual="3 3 7", phase="restock", stole=True, moved=True)
ENDED = standing(["", MORE, MORE], ["9x2", "5x2", ""], phase="over", turns=7, idle=2)
DRY = standing([MORE, MORE, MORE], ["9x2", "", ""], phase="over", pool="- - - - - -", deck="", turns=7)
FUSED = standing([MORE, MORE, MORE], phase="over", turns=120, idle=100, mode="expert")
DEALING = setup(3, first_starter=0).start(seed=1, auto=False).position
GOOD = {"play": PLAYING, "loot": LOOTING, "keep": KEEPING, "draw": DRAWING, "refill": REFILLING, "offer": OFFERING,
        "duel": DUEL, "virtual": CHOOSING, "restock": STOCKING, "out": ENDED, "dry": DRY, "fused": FUSED,
        "deal": DEALING}  # fmt: skip
