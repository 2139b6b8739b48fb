"""The verbs one by one over a workspace: compiled with a game's rules to compare them with the interpreted ones."""

from typing import Any

from sprawdzam.engine.contract import actors, apply, census, deal, hide, imagine, instinct, legal, score
from sprawdzam.engine.loops import clear, copy


def begin(work: Any) -> int:
    w = work[0]
    copy(w.state_words, w.start_words)
    deal(w.state, w.rng)
    return actors(w.state)


def play(work: Any, seat: Any, action: Any) -> int:
    w = work[0]
    apply(w.state, seat, action, w.rng)
    return actors(w.state)


def listed(work: Any, seat: Any) -> int:
    w = work[0]
    return legal(w.state, seat, w.actions)


def look(work: Any, seat: Any) -> None:
    w = work[0]
    clear(w.seen_words)
    hide(w.state, seat, w.seen)


def weigh(work: Any, seat: Any) -> int:
    w = work[0]
    n = legal(w.seen, seat, w.actions)
    if n > 0:
        instinct(w.seen, seat, w.actions, n, w.weights)
    return n


def dream(work: Any, seat: Any) -> None:
    w = work[0]
    imagine(w.seen, seat, w.rng)


def finals(work: Any, out: Any) -> None:
    score(work[0].state, out)


def count(work: Any, out: Any) -> None:
    census(work[0].state, out)
