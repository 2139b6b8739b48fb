"""What can be computed about decisions in blef: exact play where a round is solved, and the odds of every bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from sprawdzam.engine.contract import State
from sprawdzam.engine.odds import percent
from sprawdzam.engine.texts import Texts
from sprawdzam.games.blef import rules, solutions
from sprawdzam.games.blef.rules import CHECK, CHOOSE, MOST, PAIRS
from sprawdzam.games.blef.table import bid_words, many


def advise(v: State, seat: int) -> Mapping[int, float] | None:
    """Exact play of a solved round: choices of ends and bids of the two who are left; None wherever there is none.

    Play with a short memory is no advice: a search has not lost to it.
    """
    return solutions.advise(v, seat) if solutions.playing(v) in solutions.EXACT else None


# --- odds ---


def odds(v: State, seat: int, bid: int) -> float:
    """How likely a bid is true for a seat that knows its own cards alone: rivals show either end of a card alike."""
    value, quantity = bid // MOST + 1, bid % MOST + 1
    wild = rules.ones_are_jokers(v) and value > 1  # BL-24, BL-25
    good = {value, 1} if wild else {value}
    me = v.seat[seat]
    own = sum(1 for i in range(me.count) if rules.face(me.card[i], me.end[i]) in good)
    unseen = [0, 0, 0]  # cards by how many of their ends count
    for (low, high), copies in zip(PAIRS, v.deck, strict=True):
        unseen[(low in good) + (high in good)] += int(copies)
    return at_least(quantity - own, int(v.total - me.count), unseen)


def at_least(wanted: int, drawn: int, unseen: Sequence[int]) -> float:
    """How likely so many of the cards drawn count, if ``unseen`` have no, one or two ends that do."""
    none, one, both = unseen
    hits = 0.0
    for sure in range(min(drawn, both) + 1):
        for maybe in range(min(drawn - sure, one) + 1):
            ways = comb(both, sure) * comb(one, maybe) * comb(none, drawn - sure - maybe)
            enough = sum(comb(maybe, k) for k in range(max(0, wanted - sure), maybe + 1))
            hits += ways * enough / 2**maybe
    return hits / comb(none + one + both, drawn)


# --- words ---


def why(v: State, seat: int, action: int, texts: Texts, names: Sequence[str]) -> str:
    """The odds of a bid or a check, or what a choice of ends shows."""
    if not solutions.decides(v, seat) or action in (rules.CLOCKWISE, rules.COUNTER) or (action == CHECK and not v.made):
        return ""
    if action >= CHOOSE:
        told = _why_ends(v, seat, action - CHOOSE, texts)
    elif action == CHECK:
        bid = int(v.newest[0])
        told = texts(
            "{name}'s bid of {bid} is false with {odds}.",
            name=names[rules.last_bidder(v)], bid=bid_words(texts, bid), odds=percent(1 - odds(v, seat, bid)),
        )  # fmt: skip
    else:
        told = texts(
            "A bid of {bid} is true with {odds}.",
            bid=bid_words(texts, action), odds=percent(odds(v, seat, action)),
        )  # fmt: skip
    return told


def _why_ends(v: State, seat: int, ends: int, texts: Texts) -> str:
    me = v.seat[seat]
    shown = [PAIRS[me.card[i] - 1][ends >> i & 1] for i in range(me.count)]
    most = max(shown, key=lambda value: (shown.count(value), value))
    if me.count > 1 and shown.count(most) == 1:
        told = texts("All your ends are different.")
    else:
        told = texts("You show {ends}.", ends=many(texts, shown.count(most), most))
    if v.option.jokers and 1 in shown:
        told += " " + texts("Ones count as every value, unless the round is opened on ones.")
    return told
