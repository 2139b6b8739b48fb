"""Why something is not possible now in szacunki."""

from __future__ import annotations

from collections.abc import Sequence

from sprawdzam.engine.contract import State
from sprawdzam.engine.reasons import Reason
from sprawdzam.engine.texts import Texts
from sprawdzam.games.szacunki import rules
from sprawdzam.games.szacunki.state import COLOURS, EXCHANGE, GREY, PICK, PLACE, SET, SIZES, TRACK, TURN, Phase
from sprawdzam.games.szacunki.words import colour

TURNS = "SZ-12"
TOKENS = range(PICK + 1, PICK + SIZES + 1)
FIELDS = range(PLACE, PLACE + TRACK)
CARDS = range(EXCHANGE, EXCHANGE + COLOURS)


def reasons(v: State, seat: int, texts: Texts, names: Sequence[str]) -> list[Reason]:
    found = _asked(v, seat, texts) if v.waiting >> seat & 1 else _idle(v, texts)
    if Phase.DEAL < v.phase < Phase.SCORE and v.phase != Phase.EXCHANGE:
        text = texts("You do not see your own numbers: only the others do.")
        found.append(Reason(text, "SZ-04", (), tuple((f"rack{seat}", c) for c in range(v.option.colours))))
    return found


def _idle(v: State, texts: Texts) -> list[Reason]:
    if v.phase == Phase.PLACE:
        text = texts("Your token lies. When all lie, they are shown together.")
        return [Reason(text, "SZ-13", FIELDS)]
    if v.phase == Phase.EXCHANGE:
        text = texts("Only those who missed exchange a card, one after another, the last one first.")
        return [Reason(text, "SZ-19", CARDS)]
    if v.phase in (Phase.TURN, Phase.GREY):
        return [Reason(texts("Only whoever rolled may turn a die, before the tokens are taken."), "SZ-11", TOKENS)]
    return []


def _asked(v: State, seat: int, texts: Texts) -> list[Reason]:
    if v.phase == Phase.PICK:
        taken = [PICK + size for size in range(1, SIZES + 1) if rules.is_taken(v, size)]
        text = texts("Each token exists once: those that are missing were taken.")
        where = texts("First you choose the width; where the token lies comes after that.")
        return [*([Reason(text, "R13", taken)] if taken else []), Reason(where, "SZ-12", FIELDS)]
    if v.phase == Phase.PLACE:
        size = rules.now(v).size[seat]
        text = texts("The whole token has to lie on the track: it starts on field {n} at the latest.", n=TRACK - size)
        back = texts("You have taken your token and cannot change it any more.")
        return [Reason(text, "R15", range(PLACE + TRACK - size + 1, PLACE + TRACK)), Reason(back, "SZ-12", TOKENS)]
    if v.phase == Phase.TURN:
        text = texts("You may turn one die, to any other colour; then the colours stand.")
        return [Reason(text, "SZ-11", (*TOKENS, *range(SET, SET + GREY)))]
    if v.phase == Phase.GREY:
        text = texts("Nobody has a grey card: give the grey die another colour first.")
        return [Reason(text, "SZ-38", (*TOKENS, *range(TURN, TURN + COLOURS * (COLOURS - 1))))]
    if v.phase == Phase.EXCHANGE:
        empty = [c for c in range(v.option.colours) if v.colour[c].stack == 0]
        found = [Reason(texts("You missed, so you have to exchange exactly one card."), "R23")]
        if empty:
            named = ", ".join(colour(texts, c) for c in empty)
            text = texts("These stacks are empty: {colours}.", colours=named)
            pieces = tuple((f"rack{seat}", c) for c in empty)
            found.insert(0, Reason(text, "SZ-20", [EXCHANGE + c for c in empty], pieces))
        return found
    if v.phase == Phase.GUESS:
        text = texts("You write at most three numbers for a colour, and no number twice.")
        return [Reason(text, "SZ-31")]
    return []
