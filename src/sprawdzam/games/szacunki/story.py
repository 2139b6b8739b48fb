"""What happened at a table of szacunki between two views of one recipient, in words."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.texts import Texts
from sprawdzam.games.szacunki import rules
from sprawdzam.games.szacunki.state import BEHIND, CORRECT, HIGHER, LOWER, POINTS, Phase
from sprawdzam.games.szacunki.words import card_name, dice_words, range_words


def tell(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    teller = {
        Phase.DEAL: _deal,
        Phase.ROLL: _dice,
        Phase.GREY: _dice,
        Phase.TURN: _dice,
        Phase.PICK: _pick,
        Phase.PLACE: _place,
        Phase.CHECK: _check,
        Phase.EXCHANGE: _exchange,
        Phase.GUESS: _guess,
        Phase.SCORE: _score,
    }.get(before.phase)
    return [] if teller is None or before == after else teller(before, after, seat, texts, names)


def _deal(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    return [texts("Everybody gets a card of each colour, which the others see.")]


def _dice(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    p = after.order[0]
    dice = dice_words(texts, list(rules.now(after).dice))
    if before.phase == Phase.ROLL:
        if p == seat:
            return [texts("You roll {dice}.", dice=dice)]
        return [texts("{name} rolls {dice}.", name=names[p], dice=dice)]
    if list(rules.now(before).dice) == list(rules.now(after).dice):
        return []
    if p == seat:
        return [texts("You turn a die: {dice}.", dice=dice)]
    return [texts("{name} turns a die: {dice}.", name=names[p], dice=dice)]


def _pick(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    lines = []
    for p in range(after.seats):
        size = rules.now(after).size[p]
        if size != rules.now(before).size[p]:
            lines.append(
                texts("You take the token {n}.", n=size)
                if p == seat
                else texts("{name} takes the token {n}.", name=names[p], n=size)
            )
    return lines


def _place(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    return [texts("Everybody has placed a range.")] if after.phase == Phase.CHECK else []


def _check(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """Results in the order in which they are announced; an exchange may have gone on to the next round."""
    lines = []
    past = after.past[before.round - 1]
    for i in range(before.seats):
        p = before.order[i]
        told = range_words(past.start[p] - 1, past.size[p])
        points = int(POINTS[past.size[p]])
        name = texts("You") if p == seat else names[p]
        lines.append(f"{name}: {told}. {said(texts, past.result[p], points)}")
    return lines


def said(texts: Texts, result: int, points: int = 0) -> str:
    """What is announced, with the points that it brings."""
    if result == CORRECT:
        return texts.count("Correct, {n} point!", "Correct, {n} points!", points)
    if result == HIGHER:
        return texts("Missed: the sum is higher.")
    if result == LOWER:
        return texts("Missed: the sum is lower.")
    return texts("Missed.")


def _exchange(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    was, now = before.past[before.round - 1], after.past[before.round - 1]
    lines = []
    for p in range(before.seats):
        if now.swap[p] and not was.swap[p]:
            c = now.swap[p] - 1
            old = card_name(texts, c, now.out[p])
            if p == seat:
                lines.append(texts("You lay {card} open and get a new card.", card=old))
            else:
                new = card_name(texts, c, after.rack[p].card[c]) if after.rack[p].card[c] > 0 else ""
                told = texts("{name} lays {card} open", name=names[p], card=old)
                lines.append(texts("{told} and gets {new}.", told=told, new=new) if new else f"{told}.")
    return lines


def _guess(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    return [texts("Everybody has guessed: the cards are open.")] if after.phase == Phase.SCORE else []


def _score(before: State, after: State, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    lines = []
    for i in range(before.seats):
        p = before.track[i]
        more = rules.prize(before, p)
        name = texts("You") if p == seat else names[p]
        lines.append(texts("{name}: {n} for the guesses.", name=name, n=texts.whole(more, sign=True)))
    return [*lines, winner(after, seat, texts, names)]


def winner(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    p, second = v.track[v.seats - 1], v.track[v.seats - 2]
    points = texts.count("{n} point", "{n} points", v.seat[p].place - BEHIND)
    if v.seat[p].place == v.seat[second].place:  # SZ-36
        if p == seat:
            return texts("You win with {points}: your pawn is the lower one.", points=points)
        return texts("{name} wins with {points}: the lower pawn counts.", name=names[p], points=points)
    if p == seat:
        return texts("You win with {points}!", points=points)
    return texts("{name} wins with {points}.", name=names[p], points=points)
