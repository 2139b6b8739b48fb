"""Positions of fiasko as JSON: written, and read strictly. What no match comes to is refused, as far as it is seen
from the position alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sprawdzam.engine.contract import TABLE, State
from sprawdzam.engine.errors import BadPosition
from sprawdzam.engine.notation import Fields
from sprawdzam.games.fiasko import rules
from sprawdzam.games.fiasko.means import can_buy_any, is_ten, legal_payments, players, power, solo
from sprawdzam.games.fiasko.state import (
    ACTIONS,
    AREA,
    CARDS,
    COLOUR_JOKERS,
    COPIES,
    CURRENCY,
    FOR_CARD,
    FOR_FINAL,
    FOR_JOKER,
    KINDS,
    LEAST_BID,
    LIMIT,
    MOST_BID,
    NUMBERS,
    TEN,
    TOKEN,
    Phase,
    number_of,
)

PHASES = tuple(phase.name.lower() for phase in Phase)
REASONS = ("joker", "card", "final")


# --- writing ---


def _cards(counts: Sequence[int], first: int = 0) -> str:
    return " ".join([CARDS[first + kind] for kind, number in enumerate(counts) if number for _ in range(number)])


def _area(s: State) -> str:
    return " ".join(CARDS[s.area[i] - 1] for i in range(s.shown))


def _player(me: Any) -> dict[str, Any]:
    return {
        "currency": me.currency,
        "fiasko": me.fiasko,
        "numbers": _cards(me.number),
        "jokers": _cards(me.joker, COLOUR_JOKERS),
    }


def _seat(number: int) -> int | None:
    return number - 1 if number else None


def _card(card: int) -> str | None:
    return CARDS[card - 1] if card else None


def write_position(s: State) -> dict[str, Any]:
    position: dict[str, Any] = {
        "phase": PHASES[s.phase],
        "active": s.active,
        "area": _area(s),
        "market": _cards(s.market),
        "discard": _cards(s.discard),
    }
    if s.joker:
        position["auction"] = {
            "joker": _card(s.joker), "asked": s.asked, "high": s.high, "bidder": _seat(s.bidder),
        }  # fmt: skip
    if s.reason:
        position["payment"] = {
            "for": REASONS[s.reason - 1], "payer": _seat(s.payer), "item": _card(s.item), "due": s.due,
            "units": bool(s.units), "last_card": _card(s.last_card),
        }  # fmt: skip
    if s.final:
        position["final"] = s.final
    return position | {"players": [_player(s.seat[p]) for p in range(players(s))]}


# --- reading ---


def read_position(s: State, fields: Fields) -> None:
    s.phase = fields.one_of("phase", PHASES)
    s.active = fields.integer("active", 0, players(s) - 1)
    seen = [0] * KINDS
    _read_area(s, fields, seen)
    _read_cards(fields, "market", s.market, seen)
    _read_cards(fields, "discard", s.discard, seen)
    _read_players(s, fields, seen)
    if fields.has("auction"):
        _read_auction(s, Fields(fields.get("auction"), "auction"), seen)
    if fields.has("payment"):
        _read_payment(s, Fields(fields.get("payment"), "payment"), seen)
    if fields.has("final"):
        s.final = fields.integer("final", 1, players(s))
    _fill_deck(s, seen)
    _check_phase(s, fields)
    _check_turn(s, fields)
    _check_end(s, fields)
    if s.phase == Phase.PAY:
        _check_payment(s, fields)
    if s.joker:
        _check_auction(s, fields)
    _check_purchase(s, fields)
    _set_actors(s)


def _read_cards(fields: Fields, name: str, counts: Any, seen: list[int], first: int = 0) -> None:
    """Counts the cards that a text such as `B1 B1 G4` names."""
    text = fields.get(name)
    possible = CARDS[first : first + len(counts)]
    for card in text.split() if isinstance(text, str) else [None]:
        if card not in possible:
            fields.wrong(name, text, f"cards with spaces between them: {possible[0]} to {possible[-1]}")
        counts[possible.index(card)] += 1
        seen[first + possible.index(card)] += 1


def _read_area(s: State, fields: Fields, seen: list[int]) -> None:
    text = fields.get("area")
    for card in text.split() if isinstance(text, str) else [None]:
        kind = CARDS.index(card) if card in CARDS else -1
        if kind < 0 or COLOUR_JOKERS <= kind < CURRENCY or s.shown == AREA:
            fields.wrong("area", text, f"up to {AREA} number and currency cards, such as B6 $2")
        s.area[s.shown] = kind + 1
        s.shown += 1
        seen[kind] += 1
        if kind < NUMBERS:
            s.numbers += number_of(kind)
        else:
            s.currency += kind - CURRENCY + 1


@cache
def _copies(seats: int) -> tuple[int, ...]:
    """How many cards of each kind there are (FI-01)."""
    return tuple(map(int, COPIES[:, : 1 if seats <= 2 else 2 if seats == 3 else 3].sum(axis=1)))


def _most_tokens(s: State) -> int:
    """How many fiasko tokens a match can bring (section 11 of the rules): each takes 11 of all numbers or of all
    currency, or of currency as much as is too much for TEN.
    """
    copies = _copies(s.seats)
    numbers = sum(copies[kind] * number_of(kind) for kind in range(NUMBERS))
    currency = sum(copies[kind] * (kind - CURRENCY + 1) for kind in range(CURRENCY, KINDS))
    return int(numbers // (LIMIT + 1) + currency // (s.option.threshold + 1 if solo(s) else LIMIT + 1))


def _read_players(s: State, fields: Fields, seen: list[int]) -> None:
    most = _most_tokens(s)
    for p, player in enumerate(fields.objects("players", players(s))):
        me = s.seat[p]
        me.currency = player.integer("currency", 0, LIMIT)
        me.fiasko = player.integer("fiasko", 0, most)
        _read_cards(player, "numbers", me.number, seen)
        _read_cards(player, "jokers", me.joker, seen, COLOUR_JOKERS)
        me.spendable = sum(max(0, n - 1) if solo(s) else n for n in me.number)
        player.done()
    found = sum(s.seat[p].fiasko for p in range(players(s)))
    if found > most:
        raise BadPosition("players: {found} fiasko tokens are given; possible: 0 to {most}, all players together",
                          found=found, most=most)  # fmt: skip


def _read_seat(s: State, fields: Fields, name: str) -> int:
    return 0 if fields.get(name) is None else 1 + fields.integer(name, 0, players(s) - 1)


def _read_card(fields: Fields, name: str, low: int, high: int, needed: bool) -> int:
    """A card of some kinds, or null."""
    card = fields.get(name)
    if card is None and not needed:
        return 0
    if card not in CARDS[low:high]:
        fields.wrong(name, card, f"{CARDS[low]} to {CARDS[high - 1]}{'' if needed else ', null'}")
    return CARDS.index(card) + 1


def _read_auction(s: State, fields: Fields, seen: list[int]) -> None:
    s.joker = _read_card(fields, "joker", COLOUR_JOKERS, CURRENCY, True)
    seen[s.joker - 1] += 1
    s.asked = fields.integer("asked", 0, players(s) - 1)
    s.high = fields.integer("high", 0, MOST_BID)
    if solo(s) and 0 < s.high < LEAST_BID:  # FI-67
        fields.wrong("high", s.high, f"0, {LEAST_BID} to {MOST_BID}")
    s.bidder = _read_seat(s, fields, "bidder")
    if bool(s.high) != bool(s.bidder):
        fields.wrong("bidder", _seat(s.bidder), "a seat with a high bid, null without one")
    fields.done()


def _read_payment(s: State, fields: Fields, seen: list[int]) -> None:
    s.reason = 1 + fields.one_of("for", REASONS)
    s.payer = 1 + fields.integer("payer", 0, players(s) - 1)
    s.item = _read_card(fields, "item", 0, NUMBERS, s.reason != FOR_JOKER)
    if s.item and s.reason == FOR_JOKER:
        fields.wrong("item", _card(s.item), "null: a joker is paid for")
    if s.item:
        seen[s.item - 1] += 1
    s.due = fields.integer("due", 1, number_of(s.item - 1) if s.item else MOST_BID)
    s.units = int(fields.flag("units"))
    s.last_card = _read_card(fields, "last_card", 0, NUMBERS, False)
    if s.last_card and not s.units:
        fields.wrong("units", False, "true: a card was paid")
    fields.done()


def _fill_deck(s: State, seen: list[int]) -> None:
    for kind, copies in enumerate(_copies(s.seats)):
        if seen[kind] > copies:
            raise BadPosition("cards: {card} is there {found} times; the deck has {copies} of it",
                              card=CARDS[kind], found=seen[kind], copies=copies)  # fmt: skip
        s.deck[kind] = copies - seen[kind]
    s.left = sum(s.deck)


# --- checking ---


def _check_phase(s: State, fields: Fields) -> None:
    """What there is in each phase, and who can be in it."""
    phase = PHASES[s.phase]
    ten = is_ten(s, s.active)
    if bool(rules.is_bust(s)) != (s.phase == Phase.BUST):
        raise BadPosition("area: in phase {phase} its sums are {sums}", phase=phase,
                          sums="too high" if s.phase == Phase.BUST else "not too high")  # fmt: skip
    if bool(s.joker) != (s.phase == Phase.BID or s.reason == FOR_JOKER):
        raise BadPosition("auction: it is there in phase bid and while a joker is paid for, and only then")
    if bool(s.reason) != (s.phase == Phase.PAY):
        raise BadPosition("payment: it is there in phase pay, and only then")
    if s.phase == Phase.STOP and (not ten or (s.left and not _has_enough(s))):
        raise BadPosition("phase: only TEN stops by itself, at its threshold or when the deck is empty")
    if s.phase in (Phase.DRAW, Phase.BUY) and ten:
        fields.wrong("phase", phase, "reveal, bust, stop, bid, pay, final or over while TEN is active")
    if s.reason == FOR_CARD and ten:
        fields.wrong("payment.for", REASONS[s.reason - 1], "joker or final while TEN is active: it never buys")
    if s.phase == Phase.REVEAL and not s.left:
        own = "bust, stop, bid, pay" if ten else "draw, bust, bid, pay, buy"
        fields.wrong("phase", phase, f"{own}, final or over: the deck is empty")
    if s.phase == Phase.DRAW and not (s.left or s.shown):
        fields.wrong("phase", phase, "bid, pay, buy, final or over: deck and area are empty")


def _has_enough(s: State) -> bool:
    return bool(s.numbers - s.currency >= s.option.threshold)  # FI-60


def _check_turn(s: State, fields: Fields) -> None:
    """No card comes after the one that ends a turn."""
    ten = is_ten(s, s.active)
    if ten and _has_enough(s) and (s.phase in (Phase.REVEAL, Phase.BID) or s.reason == FOR_JOKER):
        fields.wrong("phase", PHASES[s.phase], "stop: TEN has reached its threshold")
    limit = s.option.threshold if ten else LIMIT
    numbers = currency = 0
    for i in range(s.shown - 1):
        kind = s.area[i] - 1
        if kind < NUMBERS:
            numbers += number_of(kind)
        else:
            currency += kind - CURRENCY + 1
        if numbers - currency > (limit - 1 if ten else limit) or currency > limit:
            fields.wrong("area", _area(s), f"no card after {CARDS[kind]}, which ends the turn")


def _check_end(s: State, fields: Fields) -> None:
    ending = s.phase in (Phase.FINAL, Phase.OVER) or s.reason == FOR_FINAL
    if s.shown and (ending or s.phase == Phase.BUY or s.reason == FOR_CARD):
        fields.wrong("area", _area(s), "empty when cards are bought")
    if bool(s.final) != ending or (ending and s.left):
        raise BadPosition("final: it is there from the last purchases on, when the deck is empty")
    if s.phase == Phase.OVER and s.final != players(s):
        fields.wrong("final", s.final, f"{players(s)} at the end")
    if ending and s.phase != Phase.OVER and is_ten(s, rules.final_player(s)):
        fields.wrong("final", s.final, f"{players(s) + 1 - s.final}: TEN never buys")


def _check_payment(s: State, fields: Fields) -> None:
    """Who pays, and what can have been paid before."""
    p = s.payer - 1
    if s.asked:
        raise BadPosition("auction.asked: 0 while the joker is paid for")
    if s.reason == FOR_JOKER and (s.payer != s.bidder or s.due > s.high):
        raise BadPosition("payment: the highest bidder pays, and no more than the bid")
    if s.reason == FOR_CARD and p != s.active:
        raise BadPosition("payment.payer: {seat} is active and pays for the card", seat=s.active)
    if s.reason == FOR_FINAL and p != rules.final_player(s):
        raise BadPosition("payment.payer: seat {seat} is at the last purchase", seat=rules.final_player(s))
    if s.due > power(s, p) or not (is_ten(s, p) or legal_payments(s, p, [0] * ACTIONS)):
        raise BadPosition("payment.due: seat {seat} has no way to pay that", seat=p)
    price = s.high if s.reason == FOR_JOKER else number_of(s.item - 1)
    if is_ten(s, p) and s.due < price:
        fields.wrong("payment.due", s.due, f"{price}: TEN pays all at once")
    if s.units and s.due == price:
        fields.wrong("payment.units", True, "false: nothing is paid yet")
    if not s.units and (price - s.due) % TOKEN:
        fields.wrong("payment.due", s.due, f"{', '.join(map(str, range(price, 0, -TOKEN)))} while units is false")
    if s.units and not s.last_card and s.seat[p].currency == LIMIT:
        fields.wrong(f"players[{p}].currency", LIMIT, f"0 to {LIMIT - 1}: a currency token was paid")
    if s.last_card and not s.discard[s.last_card - 1]:  # FI-39
        fields.wrong("payment.last_card", _card(s.last_card), "null, or a card of the discard pile")
    if s.last_card and solo(s) and not s.seat[p].number[s.last_card - 1]:  # FI-66
        fields.wrong("payment.last_card", _card(s.last_card), f"null, or a card of which seat {p} has one more")


def _check_auction(s: State, fields: Fields) -> None:
    """Who can have bid so much."""
    if s.phase == Phase.BID:
        acted = [(s.active + 1 + i) % players(s) for i in range(s.asked)]
        if s.bidder and s.bidder - 1 not in acted:
            raise BadPosition("auction.bidder: seat {seat} has not been asked yet", seat=s.bidder - 1)
        if s.bidder and s.high > power(s, s.bidder - 1):
            raise BadPosition("auction.high: seat {seat} cannot pay that", seat=s.bidder - 1)
    if not solo(s):
        return
    own, other = power(s, TEN), power(s, 0)  # TEN bids by rule, and the means of whoever does not pay have not changed
    of_ten = s.bidder - 1 == TEN if s.phase == Phase.PAY else s.asked
    if of_ten and s.active != TEN and s.high != (said := rules.bid_of_ten(s)):  # FI-68
        fields.wrong("auction.high", s.high, f"{said}: TEN has {'bid it' if said else 'passed'}")
    if s.phase != Phase.PAY:
        return
    if of_ten and s.high > (most := max(LEAST_BID, other + 1)):  # FI-69
        amounts = f"{LEAST_BID} to {most}" if most > LEAST_BID else str(most)
        fields.wrong("auction.high", s.high, f"{amounts}: TEN bids at most one more than seat 0 can")
    if not of_ten and s.high < (least := own if s.active == TEN else own + 1):
        fields.wrong("auction.high", s.high, f"{least} to {MOST_BID}: TEN can pay {own}")


def _check_purchase(s: State, fields: Fields) -> None:
    """Whoever may buy can, and has taken numbers before."""
    if s.phase in (Phase.BUY, Phase.FINAL):
        p = s.active if s.phase == Phase.BUY else rules.final_player(s)
        if not can_buy_any(s, p):
            raise BadPosition("phase: seat {seat} can buy nothing", seat=p)
    after_numbers = s.phase == Phase.BUY or (s.reason == FOR_CARD and not s.last_card)
    if after_numbers and s.left and not any(s.seat[s.active].number):  # FI-25
        fields.wrong(f"players[{s.active}].numbers", "", "the number cards just taken")


def _set_actors(s: State) -> None:
    if s.phase in (Phase.REVEAL, Phase.BUST, Phase.STOP):
        s.waiting = 1 << TABLE
    elif s.phase == Phase.BID:
        _ask(s, rules.next_bidder(s))
    elif s.phase == Phase.PAY:
        _ask(s, s.payer - 1)
    elif s.phase == Phase.FINAL:
        _ask(s, rules.final_player(s))
    elif s.phase != Phase.OVER:
        _ask(s, s.active)


def _ask(s: State, p: int) -> None:
    s.waiting = 1 << (TABLE if is_ten(s, p) else p)
