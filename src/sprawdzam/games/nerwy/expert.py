"""What can be reckoned in nerwy: how likely the row is worth 17, now or with one card more, and what others think."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.odds import percent
from sprawdzam.engine.scene import legal_for
from sprawdzam.engine.texts import Texts
from sprawdzam.games.nerwy import rules
from sprawdzam.games.nerwy.odds import After, Row
from sprawdzam.games.nerwy.state import BIN, CALL, DOUBLE, DOWN, ENOUGH, PASS, PL2, REV, TRAP, WINS, card_of
from sprawdzam.games.nerwy.words import card_words, owner


def advise(v: State, seat: int) -> Mapping[int, float] | None:
    """A check that wins the match in every world is best; about anything else the rivals have a say."""
    if CALL not in legal_for(rules, v, seat):
        return None
    row = After.of(v, seat, CALL).own_row()
    harmless = row.trap() == 0 and not rules.trappers(v)
    if row.known >= ENOUGH and harmless and v.seat[seat].composure == WINS - 1 and rules.last_placer(v) != seat:
        return {CALL: 1.0}
    return None


def why(v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> str:
    after = After.of(v, seat, action)
    if action == CALL:
        return " ".join(_call(v, seat, after.own_row(), texts))
    if action == PASS:
        return " ".join([_below(after.own_row(), texts), _next_chance(v, seat, texts, names)])
    told = [*_effect(v, seat, action, texts, names), *_placed(after, texts)]
    return " ".join(told)


# --- check or pass ---


def _call(v: State, seat: int, row: Row, texts: Texts) -> list[str]:
    told = [_enough(row, texts)]
    if rules.trappers(v) >> seat & 1:  # R22
        told.append(texts("Your own trap costs you nerves."))
    elif (trap := row.trap()) > 0:
        told.append(
            texts("A hidden trap lies there for sure.")
            if trap == 1
            else texts("A hidden trap lies there with {chance}.", chance=percent(trap))
        )
    return told


def _enough(row: Row, texts: Texts) -> str:
    chance = row.enough()
    if row.hidden == 0:
        return texts("The row is worth exactly {n}.", n=row.known)
    if chance == 1:
        return texts("The row is surely worth 17 or more.")
    if chance == 0:
        return texts("The row is surely worth less than 17.")
    return texts("The row is worth 17 or more with {chance}.", chance=percent(chance))


def _below(row: Row, texts: Texts) -> str:
    chance = 1 - row.enough()
    if row.hidden == 0 or chance in (0, 1):
        return _enough(row, texts)
    return texts("The row is worth less than 17 with {chance}.", chance=percent(chance))


def _next_chance(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    if rules.must_go_on(v):
        return texts("{name} still has a card to place.", name=names[v.turn])
    following = rules.beside(v, v.turn)
    if following == seat:  # R34
        return texts("Your turn is next: you can check then, too.")
    return texts("{name} is next and can check, too.", name=names[following])


# --- placing ---


def _effect(v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """What a special card does, beyond what is written on it."""
    card, down = card_of(action), DOWN <= action < DOUBLE
    if card == TRAP:
        return [
            texts("Whoever checks takes nerves, and you gain composure.")
            if down
            else texts("Face up a trap does nothing.")
        ]
    if down:
        return []
    if card == BIN and v.laid:
        last, who = v.row_card[v.laid - 1], owner(v.row_lay[v.laid - 1])
        if last > 0:
            return [texts("The last card goes away: {card}.", card=card_words(texts, last))]
        return [texts("A hidden card of {name} goes away.", name=names[who])]
    if card == REV and v.seats > 2:
        other = (seat + (1 if v.counter else v.seats - 1)) % v.seats  # R15
        return [texts("Then {name} is next.", name=names[other])]
    if card == PL2:
        return [texts("{name} then has to place two cards, or check.", name=names[rules.beside(v, seat)])]
    return []


def _placed(after: After, texts: Texts) -> list[str]:
    """What the row is then worth, and what others must think of it: the better it looks, the sooner they check."""
    own, others = after.own_row(), after.open_row()
    if others.hidden == 0:
        return [texts("The row is then worth {n}, and everybody sees it.", n=own.known)]
    looks = others.enough()
    if looks == 1:
        return [texts("The row is then worth 17 or more, and everybody knows it.")]
    if looks == 0:
        return [
            texts(
                "The row is then worth {worth}, and everybody knows that it is less than 17.", worth=_worth(own, texts)
            )
        ]
    return [
        _then(own, texts),
        texts("Going by what everybody sees, it is 17 or more with {chance}.", chance=percent(looks)),
    ]


def _worth(own: Row, texts: Texts) -> str:
    return texts("at least {n}", n=own.known) if own.hidden else str(own.known)


def _then(own: Row, texts: Texts) -> str:
    chance = own.enough()
    if own.hidden == 0:
        return texts("The row is then worth {n}.", n=own.known)
    if chance == 1:
        return texts("The row is then surely worth 17 or more.")
    if chance == 0:
        return texts("The row is then surely worth less than 17.")
    return texts(
        "The row is then worth at least {n}, and 17 or more with {chance}.", n=own.known, chance=percent(chance)
    )
