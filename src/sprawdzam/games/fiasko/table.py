"""The table of fiasko: what a person sees, may click and is told, from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace

from sprawdzam.engine.contract import SPECTATOR, State
from sprawdzam.engine.scene import Ask, Choice, Click, Piece, Plate, Scene, Track, Zone, legal_for, places
from sprawdzam.engine.texts import Texts
from sprawdzam.games.fiasko import instinct, rules
from sprawdzam.games.fiasko.means import least_bid, players, power, solo
from sprawdzam.games.fiasko.scoring import score
from sprawdzam.games.fiasko.solver import COMPLETE, best_runs, runs_of
from sprawdzam.games.fiasko.state import (
    BID,
    BUY,
    COLOUR_JOKERS,
    DRAW,
    JOKERS,
    LIMIT,
    NUMBERS,
    PASS,
    PAY_CARD,
    PAY_CURRENCY,
    PAY_FIASKO,
    SKIP,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    TEN,
    TOKEN,
    Phase,
    number_of,
)
from sprawdzam.games.fiasko.story import final_words, tell
from sprawdzam.games.fiasko.words import card_words, face, look, means, name_of, run_words

__all__ = ["scene", "silence", "tell"]

PAUSES = {Phase.REVEAL: 0.6, Phase.BUST: 3.0, Phase.STOP: 1.5, Phase.BID: 1.0, Phase.PAY: 1.0}  # seconds
FEW = 3  # ways to pay that can be told side by side


def scene(v: State, seat: int, texts: Texts, names: Sequence[str]) -> Scene:
    zones = [_area(v, texts)] if v.phase < Phase.PAY or v.joker else []
    if v.joker:
        zones.append(Zone("auction", "row", texts("Auction"), (_piece(texts, v.joker - 1),)))
    if v.item:
        zones.append(Zone("item", "row", texts("Being bought"), (_piece(texts, v.item - 1),)))
    zones.append(_market(v, texts))
    zones.append(_deck(v, texts))
    zones += [_cards(v, p, seat, texts, names) for p in range(players(v))]
    asks, choices, preset = _choices(v, seat, texts, zones)
    return Scene(
        seat=seat,
        title=_title(v, seat, texts, names),
        prompt=_prompt(v, seat, texts, names),
        plates=tuple(_plate(v, p, seat, texts, names) for p in range(players(v))),
        zones=tuple(zones),
        asks=asks,
        choices=choices,
        preset=preset,
        facts=_facts(v, texts),
        tracks=_tracks(v, texts),
        ranking=_ranking(v),
        pause=PAUSES.get(v.phase, 0.0),
        again=_again(v),
    )


def _title(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    if v.phase == Phase.OVER:
        return texts("The end")
    if v.final:
        return texts("Last purchases")
    return texts("Your turn") if v.active == seat else texts("{name}'s turn", name=name_of(v, v.active, texts, names))


def silence(v: State, seat: int) -> int:
    """R63: rather stop than draw, pass, skip, pay as it comes."""
    legal = legal_for(rules, v, seat)
    for action in (TAKE_NUMBERS, TAKE_CURRENCY, PASS, SKIP):
        if action in legal:
            return action
    return legal[0]


# --- what lies on the table ---


def _piece(texts: Texts, kind: int, group: int = 0) -> Piece:
    return Piece(face(kind), card_words(texts, kind), look(kind), group=group)


def _area(v: State, texts: Texts) -> Zone:
    pieces = tuple(_piece(texts, v.area[i] - 1) for i in range(v.shown))
    return Zone("area", "row", texts("Turned up"), pieces, note="" if pieces else texts("nothing yet"))


def _market(v: State, texts: Texts) -> Zone:
    pieces = tuple(_piece(texts, kind, kind + 1) for kind in range(NUMBERS) for _ in range(v.market[kind]))
    return Zone("market", "pool", texts("Market"), pieces, note="" if pieces else texts("empty"))


def _deck(v: State, texts: Texts) -> Zone:
    back = (Piece("", texts("the top of the deck")),) if v.left else ()
    note = texts.count("{n} card", "{n} cards", v.left)
    if v.phase == Phase.DRAW and v.left:
        note += " · " + texts("risk of a fiasco: {n} %", n=risk(v))
    return Zone("deck", "pile", texts("Deck"), back, note=note)


def _cards(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Zone:
    me = v.seat[p]
    pieces = [_piece(texts, kind, kind + 1) for kind in range(NUMBERS) for _ in range(me.number[kind])]
    pieces += [
        _piece(texts, COLOUR_JOKERS + i, COLOUR_JOKERS + i + 1) for i in range(JOKERS) for _ in range(me.joker[i])
    ]
    title = texts("Your cards") if p == seat else name_of(v, p, texts, names)
    return Zone(f"hand{p}", "hand", title, tuple(pieces), owner=p)


def points(v: State, p: int) -> int:
    return _points(tuple(v.seat[p].number), tuple(v.seat[p].joker))


@lru_cache(1000)
def _points(number: tuple[int, ...], joker: tuple[int, ...]) -> int:
    """Of what somebody holds; from one scene to the next most do not change."""
    return int(best_runs(SimpleNamespace(number=number, joker=joker))) // COMPLETE


def _plate(v: State, p: int, seat: int, texts: Texts, names: Sequence[str]) -> Plate:
    me = v.seat[p]
    facts = [texts.count("{n} point", "{n} points", points(v, p))]
    if v.phase == Phase.OVER:
        facts += [run_words(texts, c, *run) for c, run in enumerate(runs_of(me)) if any(run)]
        facts.append(texts("tokens worth {n}", n=me.currency + TOKEN * me.fiasko))  # FI-55
    if v.joker and v.bidder == p + 1:
        facts.append(texts("you bid {n}", n=v.high) if p == seat else texts("bids {n}", n=v.high))
    name = texts("You") if p == seat else name_of(v, p, texts, names)
    acts = bool(v.waiting >> p & 1) if p < v.seats else _ten_acts(v)
    if v.phase == Phase.OVER:
        return Plate(p, name, tuple(facts))
    coins = Track(texts("currency"), (("currency", me.currency),), LIMIT)
    tokens = Track(texts("fiasco tokens"), (("coin3", me.fiasko),), me.fiasko)
    return Plate(p, name, tuple(facts), acts=acts, tracks=(coins, tokens) if me.fiasko else (coins,))


def _ten_acts(v: State) -> bool:
    """Whether the table moves for TEN."""
    if v.phase == Phase.BID:
        return int(rules.next_bidder(v)) == TEN
    if v.phase == Phase.PAY:
        return bool(v.payer - 1 == TEN)
    return v.phase in (Phase.REVEAL, Phase.BUST, Phase.STOP) and bool(v.active == TEN)


def risk(v: State) -> int:
    """How likely the next card is a fiasco, in per cent."""
    return round(100 * instinct.risk(v)) if v.left else 0


def _facts(v: State, texts: Texts) -> tuple[str, ...]:
    facts = []
    if solo(v):
        facts.append(texts("TEN stops at {n}", n=v.option.threshold))
    facts.append(texts("points: the longest run of each colour"))
    return tuple(facts)


def _tracks(v: State, texts: Texts) -> tuple[Track, ...]:
    if not v.shown:
        return ()
    total = v.numbers - v.currency
    ten = solo(v) and v.active == TEN
    most = v.option.threshold if ten else LIMIT
    limit = most if ten else most + 1  # FI-60: it stops where others may still go on
    told = texts("TEN stops at {n}", n=limit) if ten else texts("{n} is a fiasco", n=limit)
    tracks = [
        Track(
            texts("Total (numbers minus currency): {n}", n=texts.whole(total)), (("seen", max(0, total)),), limit, told
        )
    ]
    if v.currency:
        title = texts("Currency: {n}", n=v.currency)
        tracks.append(Track(title, (("seen", v.currency),), most + 1, texts("{n} is a fiasco", n=most + 1)))
    return tuple(tracks)


def _ranking(v: State) -> tuple[tuple[int, int], ...]:
    """In solo with TEN, which has won if it has more points (R60)."""
    if v.phase != Phase.OVER:
        return ()
    found = places(score, v)
    if not solo(v):
        return found
    ten = (TEN, 1 if points(v, TEN) > points(v, 0) else 2)
    return tuple(sorted((*found, ten), key=lambda place: place[1]))


def _again(v: State) -> tuple[tuple[str, bool | int | str], ...]:
    """FI-74: whoever beats TEN meets a harder one."""
    won = solo(v) and v.phase == Phase.OVER and places(score, v)[0][1] == 1
    return (("threshold", v.option.threshold + 1),) if won and v.option.threshold < LIMIT else ()


# --- what is asked ---


def _prompt(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    mine = seat != SPECTATOR and bool(v.waiting >> seat & 1)
    if v.phase == Phase.OVER:
        return final_words(v, seat, texts, names)
    if v.phase == Phase.BUST:
        what = texts("Too much currency: a fiasco!") if v.currency > LIMIT else texts("More than 10: a fiasco!")
        return what if v.active != TEN or not solo(v) else texts("TEN has a fiasco.")
    if v.phase == Phase.STOP:
        return texts("TEN stops and takes the numbers.")
    if v.phase == Phase.REVEAL:
        if v.active == seat:
            return texts("You turn up a card.")
        return texts("{name} turns up a card.", name=name_of(v, v.active, texts, names))
    if not mine:
        waiting = next((p for p in range(v.seats) if v.waiting >> p & 1), TEN)
        return texts("{name} is thinking.", name=name_of(v, waiting, texts, names))
    if v.phase == Phase.DRAW:
        return _draw_prompt(v, texts)
    if v.phase == Phase.BID:
        return _bid_prompt(v, seat, texts, names)
    if v.phase == Phase.PAY:
        if solo(v):  # FI-66
            return texts("You owe {n}: currency pays 1, a fiasco token 3, a card of two equal ones 1.", n=v.due)
        return texts("You owe {n}: currency pays 1, a fiasco token 3, a number card 1.", n=v.due)
    told = texts("You may buy a card from the market, for as much as its number.")
    return told if v.phase == Phase.BUY else texts("The deck is empty, this is the last purchase.") + " " + told


def _bid_prompt(v: State, seat: int, texts: Texts, names: Sequence[str]) -> str:
    offer = card_words(texts, v.joker - 1)
    if v.high:
        told = texts("{name} bids {n} for {card}.", name=name_of(v, v.bidder - 1, texts, names), n=v.high, card=offer)
    else:
        told = texts("An auction for {card}: everybody bids once.", card=offer)
    if solo(v):  # FI-67
        told += " " + texts("The lowest bid is {n}.", n=least_bid(v))
    return told + " " + texts("You can pay up to {n}.", n=power(v, seat))


def _draw_prompt(v: State, texts: Texts) -> str:
    if not v.shown:
        return texts("Turn up a card.")
    if not v.left:
        return texts("The deck is empty: take the numbers or the currency.")
    told = texts(
        "The total is {n}, the risk of a fiasco {risk} %.", n=texts.whole(v.numbers - v.currency), risk=risk(v)
    )
    return told + " " + texts("Turn up another card, or stop and take a reward.")


Found = tuple[tuple[Ask, ...], tuple[Choice, ...], tuple[Click, ...]]


def _choices(v: State, seat: int, texts: Texts, zones: Sequence[Zone]) -> Found:
    legal = legal_for(rules, v, seat)
    if not legal:
        return (), (), ()
    if v.phase == Phase.DRAW:
        return (Ask("draw", texts("What do you do?")),), tuple(_draw(v, seat, texts, action) for action in legal), ()
    if v.phase == Phase.BID:
        asks: tuple[Ask, ...] = (Ask("pass", texts("Pass, or:")),)
        if len(legal) > 1:
            asks = (Ask("bid", texts("How much do you bid?"), "range"), Ask("pass", texts("Or:")))
        return asks, tuple(_bid(texts, action) for action in legal), ()
    if v.phase == Phase.PAY:
        tokens = _by_tokens(v, seat, texts, legal)
        cards = _by_card(seat, texts, zones, legal)
        few = len(tokens) <= FEW
        parts: tuple[Ask, ...] = (Ask("tokens", texts("With what?")),)
        if not few:
            parts = (Ask("fiasko", texts("Fiasco tokens:")), Ask("currency", texts("Currency:"), "range"))
        price = v.high if v.joker else number_of(v.item - 1)
        if v.due < price or not tokens:  # the tokens were chosen before: now it is the cards' turn
            return (Ask("card", texts("With which card?"), "pieces"), *parts), (*tokens, *cards), ()
        cheapest = () if few else tokens[0].path[0]
        return (*parts, Ask("card", texts("Or with a card:"), "pieces")), (*tokens, *cards), cheapest
    asks = (Ask("card", texts("Which card?"), "pieces"), Ask("skip", texts("Or:")))
    return asks, tuple(_purchase(texts, zones, action) for action in legal), ()


def _draw(v: State, seat: int, texts: Texts, action: int) -> Choice:
    gain = min(v.currency, LIMIT - v.seat[seat].currency)  # R16
    label = {
        DRAW: texts("Turn up a card"),
        TAKE_NUMBERS: texts("Take the numbers"),
        TAKE_CURRENCY: texts.count("Take {n} currency", "Take {n} currency", gain),
    }[action]
    if action == TAKE_NUMBERS and v.currency:  # FI-23
        label += " " + texts("(others +{n})", n=v.currency)
    if action == TAKE_CURRENCY and gain < v.currency:
        label += " " + texts("(at most {n})", n=LIMIT)
    what = {DRAW: "draw", TAKE_NUMBERS: "numbers", TAKE_CURRENCY: "currency"}[action]
    touched = tuple(
        ("area", i) for i in range(v.shown) if action != DRAW and (v.area[i] - 1 < NUMBERS) == (action == TAKE_NUMBERS)
    )
    return Choice(((Click("draw", what, label),),), (action,), label, touches=touched)


def _bid(texts: Texts, action: int) -> Choice:
    if action == PASS:
        return Choice(((Click("pass", "pass", texts("pass")),),), (PASS,), texts("Pass"))
    amount = str(action - BID)
    return Choice(((Click("bid", amount, amount),),), (action,), texts("Bid {n}", n=amount))


def _first(zones: Sequence[Zone], id: str, group: int) -> tuple[str, int]:
    zone = next(zone for zone in zones if zone.id == id)
    return id, next(i for i, piece in enumerate(zone.pieces) if piece.group == group)


def _purchase(texts: Texts, zones: Sequence[Zone], action: int) -> Choice:
    if action == SKIP:
        return Choice(((Click("skip", "skip", texts("buy nothing")),),), (SKIP,), texts("Buy nothing"))
    kind = action - BUY
    card = card_words(texts, kind)
    click = Click("card", str(kind), card, _first(zones, "market", kind + 1))
    return Choice(((click,),), (action,), texts("Buy {card} for {n}", card=card, n=number_of(kind)))


def _by_tokens(v: State, seat: int, texts: Texts, legal: Sequence[int]) -> list[Choice]:
    """Tokens in one go, the rest in cards: a few ways are told, else how many of each is asked. What costs least first:
    no cards, no surplus, few fiasko tokens."""
    me = v.seat[seat]
    found = []  # cards that are left to pay, surplus, fiasko tokens, currency tokens
    most = me.fiasko if PAY_FIASKO in legal else 0
    for tokens in range(most + 1):
        left = v.due - TOKEN * tokens
        if tokens and left <= 0:  # FI-37: a surplus only where nothing else is paid
            found.append((0, -left, tokens, 0))
            break
        for currency in range(min(me.currency, left) + 1 if v.last_card == 0 else 1):
            cards = left - currency
            if (tokens or currency) and cards <= me.spendable:
                found.append((cards, 0, tokens, currency))
    if len(found) <= FEW:
        steps: tuple[str, ...] = ("tokens",)
    else:
        steps = ("fiasko",) * (most > 0) + ("currency",) * any(currency for *_, currency in found)
    return [
        _with_tokens(texts, tokens, currency, cards, steps, usual=len(found) - i)
        for i, (cards, _, tokens, currency) in enumerate(sorted(found))
    ]


def _with_tokens(texts: Texts, tokens: int, currency: int, cards: int, steps: Sequence[str], usual: int) -> Choice:
    words = means(texts, tokens, currency, cards)
    clicks = {
        "tokens": Click("tokens", f"{tokens} {currency}", words),
        "fiasko": Click("fiasko", str(tokens), str(tokens)),
        "currency": Click("currency", str(currency), str(currency)),
    }
    actions = (PAY_FIASKO,) * tokens + (PAY_CURRENCY,) * currency
    return Choice(tuple((clicks[step],) for step in steps), actions, texts("Pay {means}", means=words), usual=usual)


def _by_card(seat: int, texts: Texts, zones: Sequence[Zone], legal: Sequence[int]) -> list[Choice]:
    """Cards one after the other."""
    choices = []
    for action in legal:
        if action >= PAY_CARD:
            kind = action - PAY_CARD
            card = card_words(texts, kind)
            click = Click("card", str(kind), card, _first(zones, f"hand{seat}", kind + 1))
            choices.append(Choice(((click,),), (action,), texts("Pay with {card}", card=card)))
    return choices
