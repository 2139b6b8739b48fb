"""Notation of rys: `play 7x3 +J`, `play Jx2`, `take`, `leave`, `reclaim`, `discard`, `draw deck`, `draw pool 0`,
`no draw`, `rob 5`; cards `1` to `13` and `J`, layers `7x3 +2J`.
"""

from __future__ import annotations

import re
from typing import Any

from sprawdzam.engine.contract import HOLE, TABLE, State
from sprawdzam.engine.errors import BadPosition, UnknownAction
from sprawdzam.engine.notation import UNKNOWN, Fields, short
from sprawdzam.games.rys import rules
from sprawdzam.games.rys.state import (
    COPIES,
    DECK,
    DISCARD,
    DUEL,
    JOKER,
    JOKERS_ALONE,
    KINDS,
    LAYERS,
    LEAVE,
    MOST_JOKERS,
    MOST_SAME,
    NO_DRAW,
    POOL,
    RECLAIM,
    ROB,
    ROW,
    SEATS,
    SLOTS,
    STOCK,
    TAKE,
    TOTAL,
    VALUES,
    Phase,
    cards_of,
    jokers_of,
    size_of,
    value_of,
)
from sprawdzam.games.rys.supply import supply_is_empty

PHASES = tuple(phase.name.lower() for phase in Phase)
CARDS = (*map(str, range(1, VALUES + 1)), "J")
OUTCOMES = {"starter": tuple(map(str, range(SEATS))), "deck": CARDS}
WORDS = {"take": TAKE, "leave": LEAVE, "reclaim": RECLAIM, "discard": DISCARD, "draw deck": DECK, "no draw": NO_DRAW}
NAMES = {action: word for word, action in WORDS.items()}

LAYER = re.compile(r"([1-9]|1[0-3]|J)x([1-8])(?: \+([2-5]?)J)?")
DRAW = re.compile(r"draw pool ([0-5])")
SET = re.compile(r"rob ([1-9]|1[0-2])")


def layer_text(layer: int) -> str:
    """`7x3 +J`, `Jx2`."""
    jokers = jokers_of(layer)
    if not cards_of(layer):
        return f"Jx{jokers}"
    return f"{value_of(layer)}x{cards_of(layer)}" + (f" +{jokers if jokers > 1 else ''}J" if jokers else "")


def read_layer(text: object) -> int:
    """The number of a layer; 0 if the text tells none."""
    told = LAYER.fullmatch(text) if isinstance(text, str) else None
    if told is None:
        return 0
    number = int(told[2])
    if told[1] == "J":
        return JOKERS_ALONE + number if number <= MOST_JOKERS and told[3] is None else 0
    jokers = 0 if told[3] is None else int(told[3] or 1)
    return ((int(told[1]) - 1) * MOST_SAME + number - 1) * (MOST_JOKERS + 1) + jokers + 1


def write_action(v: State, seat: int, action: int) -> str:
    if action < TAKE:
        return f"play {layer_text(action + 1)}"
    if action >= ROB:
        return f"rob {action - ROB + 1}"
    return f"draw pool {action - POOL}" if POOL <= action < NO_DRAW else NAMES[action]


def read_action(v: State, seat: int, text: str) -> int:
    if text in WORDS:
        return WORDS[text]
    if text.startswith("play ") and (layer := read_layer(text.removeprefix("play "))):
        return layer - 1
    if slot := DRAW.fullmatch(text):
        return POOL + int(slot[1])
    if value := SET.fullmatch(text):
        return ROB + int(value[1]) - 1
    raise UnknownAction(
        "{action} is no action of rys; actions are: play 7x3 (three sevens), play 7x3 +J (with a joker), play Jx2, "
        "take, leave, reclaim, discard, draw deck, draw pool 0 (the first slot), no draw, rob 5",
        action=short(text),
    )


# --- writing ---


def _cards(counts: Any) -> str:
    return " ".join(CARDS[kind] for kind in range(len(counts)) for _ in range(counts[kind]))


def _slot(s: State, slot: int) -> str:
    if not s.pool[slot]:
        return ""
    return " ".join([CARDS[s.pool[slot] - 1], *["13"] * s.thirteens[slot], *["J"] * s.jokers[slot]])


def _player(me: Any) -> dict[str, Any]:
    hidden = me.hand[0] == HOLE
    hand = _cards(me.known if hidden else me.hand)
    if hidden:
        hand = " ".join(filter(None, [hand, *[UNKNOWN] * (me.size - sum(me.known))]))
    return {"hand": hand, "known": _cards(me.known), "table": [layer_text(me.layer[i]) for i in range(me.layers)]}


def write_position(s: State) -> dict[str, Any]:
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "turns": s.turns,
        "idle": s.idle,
        "compared": s.compared,
        "stole": bool(s.stole),
        "moved": bool(s.moved),
        "offered": bool(s.offered),
        "owed": s.owed,
        "pool": [_slot(s, slot) for slot in range(SLOTS)],
        "discard": _cards(s.discard),
        **({"virtual": _cards(s.virtual)} if s.option.mode == DUEL else {}),
        "players": [_player(s.seat[p]) for p in range(s.seats)],
    }


# --- reading ---


def read_position(s: State, fields: Fields) -> None:
    s.phase = fields.one_of("phase", PHASES)
    s.turn = fields.integer("turn", 0, s.seats - 1)
    s.turns = fields.integer("turns", 0, s.option.max_turns if s.phase == Phase.OVER else s.option.max_turns - 1)
    s.idle = fields.integer("idle", 0, s.turns)
    s.compared = fields.integer("compared", 0, s.seats - 1)
    s.stole = int(fields.flag("stole"))
    s.moved = int(fields.flag("moved"))
    s.offered = int(fields.flag("offered"))
    s.owed = fields.integer("owed", 0, MOST_SAME + MOST_JOKERS)
    seen = [0] * KINDS
    _read_pool(s, fields, seen)
    for kind, number in enumerate(_read_cards(fields, "discard", CARDS)):
        s.discard[kind] = number
        seen[kind] += number
    if s.option.mode == DUEL:
        for kind, number in enumerate(_read_cards(fields, "virtual", CARDS[:ROW])[:ROW]):
            s.virtual[kind] = number
            seen[kind] += number
    hidden = sum(_read_player(s, p, player, seen) for p, player in enumerate(fields.objects("players", s.seats)))
    _fill_deck(s, seen, hidden)
    if s.phase == Phase.DEAL:
        _check_deal(s)
    else:
        _check_supply(s, fields)
        _check_turn(s, fields)
    _check_end(s)
    _set_actors(s)


def _read_cards(fields: Fields, name: str, possible: tuple[str, ...]) -> list[int]:
    """How many cards of each kind a text such as `3 3 7 J` names."""
    text = fields.get(name)
    counts = [0] * (KINDS + 1)
    for card in text.split() if isinstance(text, str) else [None]:
        if card not in possible:
            fields.wrong(name, text, f"cards with spaces between them: {', '.join(possible)}")
        counts[KINDS if card == UNKNOWN else CARDS.index(card)] += 1
    return counts if UNKNOWN in possible else counts[:KINDS]


def _read_pool(s: State, fields: Fields, seen: list[int]) -> None:
    for slot, text in enumerate(fields.items("pool", SLOTS, SLOTS)):
        cards: list[str] = text.split() if isinstance(text, str) else ["no text"]
        grouped = s.option.mode == DUEL and not set(cards[1:]) - {"13", "J"}
        if not all(card in CARDS for card in cards) or (len(cards) > 1 and not grouped):
            fields.wrong("pool", text, f"a card, {CARDS[0]} to 13 or J; an empty text; in a duel 13s and Js on it")
        if cards:
            s.pool[slot] = CARDS.index(cards[0]) + 1
            s.thirteens[slot] = cards[1:].count("13")
            s.jokers[slot] = cards[1:].count("J")
            for card in cards:
                seen[CARDS.index(card)] += 1


def _read_player(s: State, p: int, player: Fields, seen: list[int]) -> int:
    """One player; returns how many of his cards are unknown."""
    me = s.seat[p]
    hand = _read_cards(player, "hand", (*CARDS, UNKNOWN))
    known = _read_cards(player, "known", CARDS) if player.has("known") else [0] * KINDS
    hidden = hand[KINDS]
    me.size = sum(hand)
    for kind in range(KINDS):
        if known[kind] > hand[kind] or (hidden and known[kind] < hand[kind]):
            what = "the cards of the hand that are not ?" if hidden else "some of the cards in hand"
            player.wrong("known", _cards(known), what)
        me.known[kind] = known[kind]
        me.hand[kind] = HOLE if hidden else hand[kind]
        seen[kind] += hand[kind]
    for text in player.items("table", 0, LAYERS):
        layer = read_layer(text)
        if not layer:
            player.wrong("table", text, "layers such as 7x3 (three sevens), 7x3 +2J (with two jokers), Jx2")
        me.layer[me.layers] = layer
        me.layers += 1
        me.tabled += size_of(layer)
        if cards_of(layer):
            seen[value_of(layer) - 1] += cards_of(layer)
        seen[JOKER - 1] += jokers_of(layer)
    player.done()
    return hidden


def _fill_deck(s: State, seen: list[int], hidden: int) -> None:
    """What lies nowhere else is in the deck, or unseen in a hand."""
    for kind, copies in enumerate(COPIES):
        if seen[kind] > copies:
            raise BadPosition("cards: {card} is there {found} times; the deck has {copies} of it",
                              card=CARDS[kind], found=seen[kind], copies=copies)  # fmt: skip
        s.deck[kind] = copies - seen[kind]
    s.left = sum(s.deck) - hidden
    if s.left < 0:
        raise BadPosition("cards: {found} cards are ?, only {most} are left", found=hidden, most=sum(s.deck))


def _check_deal(s: State) -> None:
    if s.left < TOTAL or s.turns or s.compared or s.stole or s.moved or s.offered or s.owed:
        raise BadPosition("phase: before the deal all cards are in the deck, and nothing has happened")


def _check_supply(s: State, fields: Fields) -> None:
    empty = [slot for slot in range(SLOTS) if not s.pool[slot]]
    if empty and s.left and s.phase not in (Phase.DRAW, Phase.REFILL):
        fields.wrong("pool", "", f"six filled slots in phase {PHASES[s.phase]} while the deck has cards")
    if s.phase == Phase.REFILL and not (empty and s.left):
        raise BadPosition("phase: refill needs an empty slot of the pool and cards in the deck")
    if s.phase == Phase.REFILL and s.offered and len(empty) > 1:
        fields.wrong("pool", "", "one empty slot after an optional draw")
    if s.phase == Phase.DRAW and empty and s.left and not s.moved:
        fields.wrong("moved", False, "true: a slot of the pool was emptied in this turn")
    if s.phase == Phase.RESTOCK and not (s.option.mode == DUEL and s.left and sum(s.virtual) < STOCK):
        raise BadPosition("phase: restock needs a duel, cards in the deck and fewer than {most} in the virtual row",
                          most=STOCK)  # fmt: skip
    if sum(s.virtual) > STOCK:
        fields.wrong("virtual", _cards(s.virtual), f"at most {STOCK} cards")


def _check_turn(s: State, fields: Fields) -> None:
    """What must hold in the middle of a turn."""
    quiet = s.phase in (Phase.PLAY, Phase.OVER)
    robbing = s.phase in (Phase.LOOT, Phase.KEEP, Phase.DRAW)
    top = rules.top(s.seat[s.turn])
    if quiet and (s.compared or s.stole or s.moved or s.offered):
        raise BadPosition("phase: in {phase} compared is 0 and stole, moved and offered are false",
                          phase=PHASES[s.phase])  # fmt: skip
    if not quiet and not top:
        raise BadPosition("players: seat {seat} has just played, and needs a layer on the table", seat=s.turn)
    if (s.owed > 0) != (s.phase == Phase.DRAW):
        fields.wrong("owed", s.owed, "1 to 13 in phase draw, else 0")
    if robbing:
        if not s.stole or not s.compared or s.offered:
            raise BadPosition("phase: in {phase} stole is true, offered is false and compared names the victim",
                              phase=PHASES[s.phase])  # fmt: skip
        victim = (s.turn + s.compared) % s.seats
        s.victim = victim + 1
        if s.phase != Phase.DRAW and not rules.beats(s, top, rules.top(s.seat[victim])):
            raise BadPosition("players: the top layer of seat {seat} does not beat that of seat {victim}",
                              seat=s.turn, victim=victim)  # fmt: skip
        if s.phase == Phase.DRAW and s.owed > size_of(top):
            fields.wrong("owed", s.owed, f"1 to {size_of(top)}, the size of the layer")
    if s.phase in (Phase.VIRTUAL, Phase.RESTOCK) and s.compared:
        fields.wrong("compared", s.compared, "0: the virtual player comes first")
    if s.phase == Phase.VIRTUAL and (s.stole or s.moved):
        raise BadPosition("phase: in virtual nothing was stolen or moved yet, so stole and moved are false")
    if s.phase == Phase.RESTOCK and not (s.stole and s.moved):
        raise BadPosition("phase: in restock a set was robbed, so stole and moved are true")
    if s.phase == Phase.REFILL and (s.stole == s.offered or not s.moved or not s.compared):
        raise BadPosition(
            "phase: refill follows draws of a victim (stole) or an optional draw (offered), so moved is true"
        )
    if s.phase == Phase.REFILL and s.offered and (rules.level(s) or s.compared < s.seats - 1):
        fields.wrong("offered", True, "false: an optional draw comes after all comparisons, and only with basic rules")
    if s.phase == Phase.VIRTUAL and sum(bool(rules.robbable(s, value)) for value in range(ROW)) < 2:
        raise BadPosition("phase: virtual needs two sets or more that can be robbed")
    if s.phase == Phase.OFFER and (not s.offered or s.stole or s.moved or s.compared < s.seats - 1 or rules.level(s)):
        raise BadPosition("phase: offer comes after all comparisons without a theft, and only with basic rules")
    if s.phase == Phase.OFFER and _could_steal(s, top):
        raise BadPosition("phase: seat {seat} could steal with its new layer: there is no offer then", seat=s.turn)
    if s.offered and s.phase not in (Phase.OFFER, Phase.REFILL):
        fields.wrong("offered", True, "false but in offer and refill")


def _could_steal(s: State, top: int) -> bool:
    rivals = [p for p in range(s.seats) if p != s.turn]
    sets = any(rules.robbable(s, value) for value in range(ROW))
    return sets or any(rules.beats(s, top, rules.top(s.seat[p])) for p in rivals)


def _check_end(s: State) -> None:
    dealt = s.phase != Phase.DEAL
    out = [p for p in range(s.seats) if dealt and s.seat[p].size == 0]
    dry = dealt and bool(supply_is_empty(s))
    if s.phase != Phase.OVER and (out or dry):
        raise BadPosition("phase: a hand is empty, or deck and pool are; possible: over")
    if dealt and s.phase != Phase.OVER and rules.fused(s):
        raise BadPosition("idle: so many turns without progress end the match; possible: over")
    if len(out) > 1:
        raise BadPosition("players: two hands cannot be empty, the first one ends the match")
    if s.phase == Phase.OVER and not (out or dry or rules.fused(s)):
        raise BadPosition("phase: nobody is out of cards, deck and pool are not empty: it is not over")


def _set_actors(s: State) -> None:
    """Whom the game waits for follows from the rest."""
    if s.phase in (Phase.DEAL, Phase.RESTOCK, Phase.REFILL):
        s.waiting = 1 << TABLE
    elif s.phase in (Phase.KEEP, Phase.DRAW):
        s.waiting = 1 << (s.victim - 1)
    elif s.phase != Phase.OVER:
        s.waiting = 1 << s.turn
