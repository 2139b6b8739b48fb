"""Why something is not possible now in rys: what cannot be played, drawn or stolen."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.reasons import Reason
from sprawdzam.engine.scene import legal_for
from sprawdzam.engine.texts import Texts
from sprawdzam.games.rys import rules
from sprawdzam.games.rys.state import (
    DECK,
    EXPERT,
    JOKER,
    NO_DRAW,
    POOL,
    SLOTS,
    TAKE,
    VALUES,
    Phase,
    size_of,
    value_of,
)
from sprawdzam.games.rys.words import faces, layer_cards

TURNS = "RY-04"
DRAWS = (DECK, *range(POOL, POOL + SLOTS))
PLAYING = range(TAKE)


def reasons(v: State, seat: int, texts: Texts, names: Sequence[str]) -> list[Reason]:
    if not v.waiting >> seat & 1:
        return []
    if v.phase == Phase.PLAY:
        text = texts("First you play: whether you draw depends on what you steal.")
        return [*_safe(v, seat, texts, names), Reason(text, "RY-21", DRAWS, _supply(v))]
    pieces = tuple((f"hand{seat}", i) for i in range(v.seat[seat].size))
    if v.phase == Phase.LOOT:
        return [Reason(texts("First decide about the loot: take it or leave it."), "RY-11", PLAYING, pieces)]
    if v.phase == Phase.KEEP:
        return [Reason(texts("First say what becomes of your cards that were left to you."), "RY-13", PLAYING, pieces)]
    if v.phase == Phase.VIRTUAL:
        text = texts("You rob the virtual player of one set: as large as yours, and lower.")
        return [Reason(text, "RY-34", PLAYING, pieces)]
    if v.phase not in (Phase.DRAW, Phase.OFFER):
        return []
    found = [Reason(texts("You have played already; now you draw."), "RY-14", PLAYING, pieces)]
    if v.left == 0:
        found.append(Reason(texts("The deck has run out: draw from the pool."), "RY-16", (DECK,)))
    if v.phase == Phase.DRAW:
        text = texts("You were robbed, so you draw as many cards as you have lost.")
        found.append(Reason(text, "RY-12", (NO_DRAW,)))
    return found


def _supply(v: State) -> tuple[tuple[str, int], ...]:
    """Deck and pool, piece by piece."""
    pool = sum(1 + v.thirteens[slot] + v.jokers[slot] for slot in range(SLOTS) if v.pool[slot])
    deck = (("deck", 0),) if v.left else ()
    return deck + tuple(("pool", i) for i in range(pool))


def _safe(v: State, seat: int, texts: Texts, names: Sequence[str]) -> list[Reason]:
    """For every rival whose top set nothing of this hand can steal: why."""
    plays = [action + 1 for action in legal_for(rules, v, seat)]  # as layers
    found = []
    for p in range(v.seats):
        other = rules.top(v.seat[p])
        if p == seat or not other or any(rules.beats(v, play, other) for play in plays):
            continue
        size, value = size_of(other), value_of(other)
        fields = {"name": names[p], "cards": faces(layer_cards(other))}
        if value == JOKER and rules.level(v) != EXPERT:
            text, rule = (
                texts("The jokers of {name} are safe: nothing is above jokers played alone.", **fields),
                "RY-20",
            )
        elif any(size_of(play) == size and value_of(play) == value for play in plays):
            text, rule = texts("You cannot steal {cards} of {name}: an equal value never steals.", **fields), "R23"
        elif any(size_of(play) == size for play in plays):
            text = texts("You cannot steal {cards} of {name}: you would need a higher value.", **fields)
            rule = "RY-28" if value >= VALUES and rules.level(v) == EXPERT else "RY-10"
        else:
            text = texts.count(
                "You cannot steal {cards} of {name}: you would need {n} card above that.",
                "You cannot steal {cards} of {name}: you would need {n} equal cards above that.", size, **fields,
            )  # fmt: skip
            rule = "RY-10"
        last = v.seat[p].tabled
        found.append(Reason(text, rule, (), tuple((f"table{p}", i) for i in range(last - size, last))))
    return found
