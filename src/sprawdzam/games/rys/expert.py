"""What can be reckoned in rys: what an action brings, who can steal it back, what the deck may give, how it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.odds import percent
from sprawdzam.engine.scene import legal_for
from sprawdzam.engine.texts import Texts
from sprawdzam.games.rys import rules
from sprawdzam.games.rys.odds import fitting, joker, thief
from sprawdzam.games.rys.state import (
    DECK,
    DISCARD,
    DUEL,
    JOKER,
    LEAVE,
    NO_DRAW,
    POOL,
    RECLAIM,
    ROB,
    ROW,
    TAKE,
    Phase,
    size_of,
    value_of,
)
from sprawdzam.games.rys.words import faces, layer_cards, slot_cards


def advise(v: State, seat: int) -> Mapping[int, float] | None:
    """An action that ends the match at once, with this seat alone in front, is best; else rivals have a say."""
    for action in legal_for(rules, v, seat):
        points = ending(v, seat, action)
        if points and points[seat] > max(n for p, n in enumerate(points) if p != seat):
            return {action: 1.0}
    return None


def ending(v: State, seat: int, action: int) -> list[int] | None:
    """Everybody's points if the action ends the match whatever the cards are, else None."""
    points = [v.seat[p].tabled - v.seat[p].size for p in range(v.seats)]
    if action < TAKE:
        size = size_of(action + 1)
        if size < v.seat[seat].size:
            return None
        points[seat] += 2 * size  # RY-23: out of the hand, onto the table
        return points
    if supply(v) > 1 or action not in range(DECK, NO_DRAW):
        return None
    points[seat] -= len(slot_cards(v, action - POOL)) if action >= POOL else 1  # RY-24
    return points


def supply(v: State) -> int:
    """How many draws there are left: cards of the deck and slots of the pool (R30)."""
    return int(v.left) + sum(1 for card in v.pool if card)


def why(v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> str:
    points = ending(v, seat, action)
    if points:
        told = [_ends(points, seat, texts)]
    elif action < TAKE:
        told = _play(v, seat, action + 1, texts, names)
    elif v.phase in (Phase.LOOT, Phase.KEEP):
        told = _loot(v, seat, action, texts, names)
    elif action >= ROB:
        value = action - ROB + 1
        told = [_with_them(v, seat, [value] * v.virtual[value - 1], texts)]
    else:
        told = _draw(v, seat, action, texts)
    return " ".join(told)


def _ends(points: Sequence[int], seat: int, texts: Texts) -> str:
    best = max(n for p, n in enumerate(points) if p != seat)
    mine = texts.count("{n} point", "{n} points", points[seat])
    return texts("That ends the match: you have {mine}, the best rival has {best}.", mine=mine, best=best)


# --- playing ---


def _play(v: State, seat: int, layer: int, texts: Texts, names: Sequence[str]) -> list[str]:
    size = size_of(layer)
    sets = [value + 1 for value in range(ROW) if v.virtual[value] == size and value + 1 < value_of(layer)]
    if v.option.mode != DUEL:
        sets = []
    gain = size if sets else 2 * size  # out of the hand and onto the table; what the virtual player gives comes to hand
    told = [texts.count("You gain {n} point", "You gain {n} points", gain)]
    if len(sets) > 2:
        told.append(texts("you take a set from the virtual player"))
    elif sets:
        either = f" {texts('or')} "
        cards = either.join(faces([value] * size) for value in sets)
        told.append(texts("you take {cards} from the virtual player", cards=cards))
    robbed = [p for p in others(v, seat) if rules.beats(v, layer, rules.top(v.seat[p]))]
    if len(robbed) == 1:
        lost = texts.count("{name} loses {n} point", "{name} loses {n} points", 2 * size, name=names[robbed[0]])
        told.append(lost)
    elif robbed:
        whom = ", ".join(names[p] for p in robbed)
        told.append(texts.count("{names}: {n} point less", "{names}: {n} points less", 2 * size, names=whom))
    return ["; ".join(told) + ".", _danger(v, seat, layer, texts, names)]


def others(v: State, seat: int) -> list[int]:
    """The rivals in the order of play."""
    return [(seat + i) % v.seats for i in range(1, v.seats)]


def _danger(v: State, seat: int, layer: int, texts: Texts, names: Sequence[str]) -> str:
    """Who is likeliest to hold what steals a layer; of equals whoever plays sooner."""
    chances = {p: thief(v, p, layer) for p in others(v, seat)}
    p = max(chances, key=lambda p: chances[p])
    if chances[p] == 0:
        return texts("Nobody holds cards that steal it.")
    if chances[p] == 1:
        return texts("{name} surely holds cards that steal it.", name=names[p])
    if len(chances) > 1:
        return texts(
            "Most dangerous: {name} holds cards that steal it with {chance}.", name=names[p], chance=percent(chances[p])
        )
    return texts("{name} holds cards that steal it with {chance}.", name=names[p], chance=percent(chances[p]))


# --- loot and draws ---


def _with_them(v: State, seat: int, cards: Sequence[int], texts: Texts) -> str:
    """The best set that the hand then has of what comes into it."""
    hand = v.seat[seat].hand
    jokers = hand[JOKER - 1] + cards.count(JOKER)
    values = sorted({card for card in cards if card != JOKER})
    sets = [faces([value] * (hand[value - 1] + cards.count(value)) + [JOKER] * jokers) for value in values]
    return texts("With that you hold {cards}.", cards=", ".join(sets) if sets else faces([JOKER] * jokers))


def _loot(v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> list[str]:
    layer = rules.top(v.seat[v.victim - 1])
    cards, size, name = layer_cards(layer), size_of(layer), names[v.victim - 1]
    enough = supply(v) > size
    if action == TAKE:
        cost = texts.count("It costs {n} point until you play it.", "They cost {n} points until you play them.", size)
        end = texts("{name} draws the supply empty, and the match ends.", name=name)
        return [_with_them(v, seat, cards, texts), cost if enough else end]
    if action == LEAVE:
        told = texts.count("You save {n} point.", "You save {n} points.", size)
        if enough:
            return [told, texts("{name} takes the cards back, or discards them and draws as many.", name=name)]
        return [told, texts("{name} takes the cards back, or draws the supply empty and ends the match.", name=name)]
    if action == RECLAIM:
        return [_with_them(v, seat, cards, texts)]
    assert action == DISCARD
    if not enough:
        return [texts("You draw the supply empty, and the match ends.")]
    return _deck_odds(v, seat, texts)


def _draw(v: State, seat: int, action: int, texts: Texts) -> list[str]:
    if action == NO_DRAW:
        return [texts.count("You stay at {n} card in hand.", "You stay at {n} cards in hand.", v.seat[seat].size)]
    if action == DECK:
        return _deck_odds(v, seat, texts)
    return [_with_them(v, seat, slot_cards(v, action - POOL), texts)]


def _deck_odds(v: State, seat: int, texts: Texts) -> list[str]:
    """What the next card of the deck is; none, if it is empty."""
    if not v.left:
        return [texts("The deck is empty: you draw from the pool.")]
    fits = percent(fitting(v, seat))
    if joker(v) == 0:
        return [texts("The deck has no joker; it gives a value that you hold with {fits}.", fits=fits)]
    told = texts(
        "The deck gives a joker with {joker}, a value that you hold with {fits}.", joker=percent(joker(v)), fits=fits
    )
    return [told]
