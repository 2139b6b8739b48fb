"""What happened at a table of rys between two views of one recipient, in words."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.texts import Texts
from sprawdzam.games.rys import rules
from sprawdzam.games.rys.state import Phase
from sprawdzam.games.rys.words import (
    faces,
    hand_added,
    layer_cards,
    pool_added,
    pool_taken,
    virtual_added,
    virtual_taken,
)


def tell(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    teller = {
        Phase.DEAL: _deal,
        Phase.PLAY: _play,
        Phase.VIRTUAL: _rob,
        Phase.RESTOCK: _restock,
        Phase.LOOT: _loot,
        Phase.KEEP: _keep,
        Phase.DRAW: _draw,
        Phase.REFILL: _refill,
        Phase.OFFER: _draw,
    }.get(before.phase)
    if teller is None or before == after:
        return []
    lines = teller(before, after, seat, texts, names)
    if after.phase == Phase.LOOT and not (before.phase == Phase.LOOT and before.victim == after.victim):
        lines.append(_stolen(after, seat, texts, names))
    if after.phase == Phase.OVER:
        lines.append(winners(after, seat, texts, names))
    return lines


def _deal(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    starts = texts("You start.") if after.turn == seat else texts("{name} starts.", name=names[after.turn])
    return [texts("Everybody gets 13 cards.") + " " + starts]


def _play(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    p = before.turn
    cards = faces(layer_cards(rules.top(after.seat[p])))
    you, name = p == seat, names[p]
    lines = [texts("You play {cards}.", cards=cards) if you else texts("{name} plays {cards}.", name=name, cards=cards)]
    if after.seat[p].size == 0:
        lines.append(
            texts("That was your last card.") if you else texts("That was the last card of {name}.", name=name)
        )
    return lines + _rob(before, after, seat, texts, names)


def _rob(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    taken = faces(virtual_taken(before, after))
    if not taken:
        return []
    if before.turn == seat:
        return [texts("You take {cards} from the virtual player.", cards=taken)]
    return [texts("{name} takes {cards} from the virtual player.", name=names[before.turn], cards=taken)]


def _restock(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    added = faces(virtual_added(before, after))
    return [texts("The virtual player gets {cards}.", cards=added)] if added else []


def _refill(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    return [texts("New in the pool: {cards}.", cards=faces(pool_added(before, after)))]


def _stolen(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    victim = v.victim - 1
    cards = faces(layer_cards(rules.top(v.seat[victim])))
    if v.turn == seat:
        return texts("You steal {cards} from {name}.", cards=cards, name=names[victim])
    if victim == seat:
        return texts("{name} steals {cards} from you.", name=names[v.turn], cards=cards)
    return texts("{name} steals {cards} from {victim}.", name=names[v.turn], cards=cards, victim=names[victim])


def _loot(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    you, name = before.turn == seat, names[before.turn]
    if after.phase == Phase.KEEP:
        return [texts("You leave the loot.") if you else texts("{name} leaves the loot.", name=name)]
    return [texts("You take the loot.") if you else texts("{name} takes the loot.", name=name)]


def _keep(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    p = before.victim - 1
    you, name = p == seat, names[p]
    cards = faces(layer_cards(rules.top(before.seat[p])))
    if sum(after.discard) > sum(before.discard):
        if you:
            return [texts("You discard {cards}.", cards=cards)]
        return [texts("{name} discards {cards}.", name=name, cards=cards)]
    if you:
        return [texts("You take {cards} back.", cards=cards)]
    return [texts("{name} takes {cards} back.", name=name, cards=cards)]


def _draw(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    p = before.victim - 1 if before.phase == Phase.DRAW else before.turn
    you, name = p == seat, names[p]
    if after.left < before.left:
        cards = faces(hand_added(before, after, p))
        if you:
            return [texts("You draw {cards} from the deck.", cards=cards)]
        return [texts("{name} draws from the deck.", name=name)]
    cards = faces(pool_taken(before, after))
    if not cards:
        return [texts("You draw nothing.") if you else texts("{name} draws nothing.", name=name)]
    if you:
        return [texts("You take {cards} from the pool.", cards=cards)]
    return [texts("{name} takes {cards} from the pool.", name=name, cards=cards)]


def winners(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    out = [[0, 0] for _ in range(v.seats)]
    rules.score(v, out)
    first = [p for p in range(v.seats) if out[p][1] == 1]
    points = texts.count("{n} point", "{n} points", out[first[0]][0])
    if len(first) > 1:
        told = ", ".join(texts("You") if p == seat else names[p] for p in first)
        return texts("A shared win with {points}: {names}.", points=points, names=told)
    if first[0] == seat:
        return texts("You win with {points}!", points=points)
    return texts("{name} wins with {points}.", name=names[first[0]], points=points)
