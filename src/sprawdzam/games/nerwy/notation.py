"""Notation of nerwy: `place S3^` (face up), `place S3v` (face down), `place D4`, `call`, `pass`; tokens `2C1N`."""

from __future__ import annotations

import re
from typing import Any

from sprawdzam.engine.contract import HOLE, TABLE, State
from sprawdzam.engine.errors import BadPosition, UnknownAction
from sprawdzam.engine.notation import UNKNOWN, Fields, short
from sprawdzam.games.nerwy.rules import last_placer, must_go_on
from sprawdzam.games.nerwy.state import (
    BIN,
    BINS,
    CALL,
    CARDS,
    COMMIT,
    DOUBLE,
    DOUBLE_COPIES,
    DOWN,
    HAND,
    HEART_COPIES,
    HEARTS,
    MOST_PLACEMENTS,
    PASS,
    PIECES,
    ROW,
    SEATS,
    WINS,
    Phase,
    card_of,
)

PHASES = tuple(phase.name.lower() for phase in Phase)
BACKS = ("heart", *CARDS[HEARTS:])
TOPS = ("none", *BACKS)
OUTCOMES = {"starter": tuple(map(str, range(SEATS))), "top": BACKS, "heart": CARDS[:HEARTS]}
DIRECTIONS = ("cw", "ccw")
ANSWERS = ("none", "pass", "call")
COPIES = HEART_COPIES + DOUBLE_COPIES

PLACE = re.compile(r"place ([A-Z]+[1-5]?)([v^]?)")
ENTRY = re.compile(r"([0-5]) ([A-Z]+[1-5]?|\?)([v^]?)")
REMOVED = re.compile(r"([0-5]) ([A-Z]+[1-5]?|\?)")
TOKENS = re.compile(r"([0-3])C([01])N")


def write_action(v: State, seat: int, action: int) -> str:
    if action >= CALL:
        return "call" if action == CALL else "pass"
    mark = "" if action >= DOUBLE else "v" if action >= DOWN else "^"
    return f"place {CARDS[card_of(action) - 1]}{mark}"


def read_action(v: State, seat: int, text: str) -> int:
    if text in ("call", "pass"):
        return CALL if text == "call" else PASS
    placed = PLACE.fullmatch(text)
    if placed and placed[1] in CARDS:
        card = CARDS.index(placed[1])
        if card >= HEARTS and not placed[2]:
            return DOUBLE + card - HEARTS
        if card < HEARTS and placed[2]:
            return card + (DOWN if placed[2] == "v" else 0)
        raise UnknownAction(
            "{action}: a card with a heart on its back is placed ^ (face up) or v (face down), such as place S3v; "
            "a double-sided one without a mark, such as place D4",
            action=text,
        )
    raise UnknownAction(
        "{action} is no action of nerwy; actions are: place S3^ (face up), place S3v (face down), place D4, call, pass",
        action=short(text),
    )


def _card(card: int) -> str:
    return UNKNOWN if card == HOLE else CARDS[card - 1]


def _entry(card: int, lay: int) -> str:
    down = lay > SEATS
    owner = lay - 1 - (SEATS if down else 0)
    return f"{owner} {_card(card)}{'v' if down else '' if card > HEARTS else '^'}"


def _seat(number: int) -> int | None:
    return number - 1 if number else None


def write_position(s: State) -> dict[str, Any]:
    discard = [CARDS[kind] for kind in range(PIECES) for _ in range(s.gone[kind])]
    players = []
    for p in range(s.seats):
        me = s.seat[p]
        player: dict[str, Any] = {
            "tokens": f"{me.composure}C{me.nerves}N",
            "hand": [_card(me.card[i]) for i in range(me.held)],
        }
        if me.answer:
            player["answer"] = UNKNOWN if me.answer == HOLE else ANSWERS[me.answer]
        players.append(player)
    asked = {"waiting": [p for p in range(s.seats) if s.waiting >> p & 1]} if s.phase == Phase.WINDOW else {}
    return {
        "phase": PHASES[s.phase],
        **asked,
        "round": s.round,
        "starter": s.starter,
        "turn": s.turn,
        "direction": DIRECTIONS[s.counter],
        "last_placer": _seat(s.last),
        "must_place": s.must,
        "placed": s.placed,
        "pending2": bool(s.pending),
        "placements": s.placements,
        "caller": _seat(s.caller),
        "row": [_entry(s.row_card[i], s.row_lay[i]) for i in range(s.laid)],
        "top": TOPS[s.top],
        "drawn": s.drawn,
        "discard": discard,
        "binned": [f"{s.binner[i]} {_card(s.bin[i])}" for i in range(s.binned)],
        "players": players,
    }


def read_position(s: State, fields: Fields) -> None:
    s.phase = fields.one_of("phase", PHASES)
    dealt = s.phase != Phase.DEAL
    s.round = fields.integer("round", 1 if dealt else 0, s.option.max_rounds if dealt else 0)
    s.starter = fields.integer("starter", 0, s.seats - 1)
    s.turn = fields.integer("turn", 0, s.seats - 1)
    s.counter = fields.one_of("direction", DIRECTIONS)
    s.last = _read_seat(s, fields, "last_placer")
    s.must = fields.integer("must_place", 1 if dealt else 0, 2 if dealt else 0)
    s.placed = fields.integer("placed", 0, s.must)
    s.pending = int(fields.flag("pending2"))
    s.placements = fields.integer("placements", s.placed, s.option.max_placements + 1 if dealt else 0)
    s.caller = _read_seat(s, fields, "caller")
    players = fields.objects("players", s.seats)
    seen = [0] * PIECES
    hidden = _read_row(s, fields, seen) + _read_discard(s, fields, seen)
    for p, player in enumerate(players):
        hidden += _read_player(s, p, player, seen, dealt)
        player.done()
    _fill_pile(s, seen, hidden)
    _read_top(s, fields, dealt)
    _check_turn(s, fields, dealt)
    _check_hands(s, players)
    _check_end(s, fields)
    _set_actors(s, fields)


def _read_seat(s: State, fields: Fields, name: str) -> int:
    return 0 if fields.get(name) is None else 1 + fields.integer(name, 0, s.seats - 1)


def _read_row(s: State, fields: Fields, seen: list[int]) -> int:
    """The row; returns how many of its cards are unknown."""
    hidden = 0
    for text in fields.items("row", 0, min(ROW, s.placements)):
        entry = ENTRY.fullmatch(text) if isinstance(text, str) else None
        known = entry is not None and entry[2] in CARDS
        double = known and entry is not None and CARDS.index(entry[2]) >= HEARTS
        if (
            entry is None
            or int(entry[1]) >= s.seats
            or not (known or (entry[2] == UNKNOWN and entry[3] == "v"))
            or double == bool(entry[3])
            or (entry[2] == "BIN" and entry[3] == "^")  # it never stays
        ):
            fields.wrong("row", text, "a seat and a card: 0 S3^ (face up), 0 S3v (face down), 0 D4, 0 ?v (unknown)")
        if known:
            seen[CARDS.index(entry[2])] += 1
        hidden += not known
        s.row_card[s.laid] = CARDS.index(entry[2]) + 1 if known else HOLE
        s.row_lay[s.laid] = 1 + int(entry[1]) + (SEATS if entry[3] == "v" else 0)
        s.laid += 1
    if hidden and s.phase == Phase.REVEAL:
        raise BadPosition("row: all of it is open in phase reveal, nothing can be ?")
    return hidden


def _read_discard(s: State, fields: Fields, seen: list[int]) -> int:
    for text in fields.items("discard", 0, 0 if s.phase == Phase.DEAL else ROW):
        if not isinstance(text, str) or text not in CARDS:
            fields.wrong("discard", text, ", ".join(CARDS))
        s.gone[CARDS.index(text)] += 1
        seen[CARDS.index(text)] += 1
    hidden = 0
    for text in fields.items("binned", 0, min(BINS, s.gone[BIN - 1])):
        card = REMOVED.fullmatch(text) if isinstance(text, str) else None
        if card is None or int(card[1]) >= s.seats or card[2] not in (UNKNOWN, *CARDS[:HEARTS]):
            fields.wrong("binned", text, "a seat and the heart card that it had placed: 0 S3, 0 ? (unknown)")
        known = card[2] != UNKNOWN
        if known:
            seen[CARDS.index(card[2])] += 1
        hidden += not known
        s.bin[s.binned] = CARDS.index(card[2]) + 1 if known else HOLE
        s.binner[s.binned] = int(card[1])
        s.binned += 1
    return hidden


def _read_player(s: State, p: int, player: Fields, seen: list[int], dealt: bool) -> int:
    me = s.seat[p]
    text = player.get("tokens")
    tokens = TOKENS.fullmatch(text) if isinstance(text, str) else None
    if tokens is None or (not dealt and text != "0C0N"):
        player.wrong("tokens", text, "0C0N to 3C1N, composure and nerves" if dealt else "0C0N")
    me.composure, me.nerves = int(tokens[1]), int(tokens[2])
    room = HAND - (s.placed if p == s.turn and s.phase not in (Phase.REVEAL, Phase.OVER) else 0)
    cards = []
    for text in player.items("hand", 0, room if dealt else 0):
        if text != UNKNOWN and text not in CARDS:
            player.wrong("hand", text, f"{', '.join(CARDS)}, ? (a heart)")
        cards.append(HOLE if text == UNKNOWN else CARDS.index(text) + 1)
    hearts = [card for card in cards if card <= HEARTS]
    if len({card == HOLE for card in hearts}) > 1:
        player.wrong("hand", [_card(card) for card in cards], "all hearts of a hand known, or all of them ?")
    for i, card in enumerate(sorted(cards)):
        me.card[i] = card
        if card != HOLE:
            seen[card - 1] += 1
    me.held = len(cards)
    handing = s.phase == Phase.WINDOW and s.option.call_window == COMMIT
    if player.has("answer"):
        possible = [*ANSWERS[1:], UNKNOWN] if handing and p != s.turn else []
        if not possible:
            player.wrong("answer", player.get("answer"), "no answer but in a window with call_window=commit")
        answer = player.one_of("answer", possible)
        me.answer = HOLE if answer == 2 else answer + 1
    return cards.count(HOLE)


def _fill_pile(s: State, seen: list[int], hidden: int) -> None:
    """What lies nowhere else is in the pile; of hearts that are unknown only their number."""
    for kind, copies in enumerate(COPIES):
        if seen[kind] > copies:
            raise BadPosition("cards: {card} is there {found} times; the deck has {copies} of it",
                              card=CARDS[kind], found=seen[kind], copies=copies)  # fmt: skip
        if kind < HEARTS:
            s.hearts[kind] = copies - seen[kind]
        else:
            s.backs[1 + kind - HEARTS] = copies - seen[kind]
    s.backs[0] = sum(s.hearts) - hidden
    if s.backs[0] < 0:
        raise BadPosition("cards: {found} hearts are ?, only {most} are left", found=hidden, most=sum(s.hearts))
    s.left = sum(s.backs)


def _read_top(s: State, fields: Fields, dealt: bool) -> None:
    s.top = fields.one_of("top", TOPS)
    if not dealt and s.top:
        fields.wrong("top", TOPS[s.top], "none before the deal")
    if dealt and (s.top == 0 or s.backs[s.top - 1] == 0) and (s.left or s.top):
        possible = [BACKS[back] for back in range(len(BACKS)) if s.backs[back]]
        fields.wrong("top", TOPS[s.top], ", ".join(possible) or "none: the pile is empty")
    if s.left == 0 and sum(s.gone) + s.binned:
        raise BadPosition("discard: the pile is empty, so the discard must be shuffled into it already")
    out = sum(COPIES) - s.left
    most = out + s.round * (SEATS * HAND + MOST_PLACEMENTS + 1)  # all hands, and one for every placement
    s.drawn = fields.integer("drawn", out, most if dealt else 0) if fields.has("drawn") else out


def _check_turn(s: State, fields: Fields, dealt: bool) -> None:
    if not dealt and (s.turn != s.starter or s.counter or s.last or s.pending or s.caller):
        raise BadPosition("phase: before the deal the starter is on turn, clockwise, and nothing has happened")
    if bool(s.last) != bool(s.placements):
        fields.wrong("last_placer", _seat(s.last), "a seat" if s.placements else "null: nothing was placed yet")
    if s.phase in (Phase.WINDOW, Phase.DRAW) and (s.placed == 0 or s.last != s.turn + 1):
        raise BadPosition("phase: seat {seat} is on turn and must have placed last", seat=s.turn)
    if s.phase == Phase.TURN and (s.placed >= s.must or (s.placed and s.last != s.turn + 1)):
        fields.wrong("placed", s.placed, f"less than must_place, {s.must}, by the seat on turn")
    if s.phase == Phase.TURN and not s.placed and s.last == s.turn + 1:
        fields.wrong("turn", s.turn, "not the seat that placed last")
    if (
        not s.placements
        and s.phase in (Phase.TURN, Phase.OVER)
        and (s.turn != s.starter or s.pending or s.must == 2 or s.placed)
    ):
        raise BadPosition("turn: a round begins with its starter, who places one card")
    if s.phase == Phase.TURN and s.placed == 0 and s.pending:
        fields.wrong("pending2", True, "false before a card is placed in the turn")
    if s.phase in (Phase.WINDOW, Phase.DRAW) and not s.option.window_after_each and must_go_on(s):
        fields.wrong("placed", s.placed, f"{s.must}, must_place, unless the hand is empty")
    if s.phase == Phase.OVER and s.placements:
        fields.wrong("placements", s.placements, "0 at the end")
    if s.option.direction_reset and s.phase == Phase.TURN and not s.placements and s.counter:
        fields.wrong("direction", "ccw", "cw: a round begins clockwise with the option direction_reset")


def _check_hands(s: State, players: list[Fields]) -> None:
    if s.phase != Phase.TURN:
        return
    for p, player in enumerate(players):
        held = [_card(s.seat[p].card[i]) for i in range(s.seat[p].held)]
        if not s.placements and len(held) < HAND:
            player.wrong("hand", held, f"{HAND} cards at the beginning of a round")
        if p == s.turn and s.placed and not held:
            player.wrong("hand", held, "a card, for another one has to be placed")


def _check_end(s: State, fields: Fields) -> None:
    ends = s.phase in (Phase.DRAW, Phase.REVEAL)
    if s.caller and not ends:
        fields.wrong("caller", s.caller - 1, f"null in phase {PHASES[s.phase]}")
    if s.phase == Phase.REVEAL and not s.caller:
        fields.wrong("caller", None, "a seat in phase reveal")
    if s.caller and s.caller == s.last:
        fields.wrong("caller", s.caller - 1, "not the seat that placed last")
    if s.phase == Phase.REVEAL and s.turn not in (s.caller - 1, s.last - 1):
        fields.wrong("turn", s.turn, "the caller's or the last placer's")
    if s.phase == Phase.REVEAL and not 0 <= last_placer(s) < s.seats:
        fields.wrong("last_placer", None, "a seat in phase reveal")
    won = max(s.seat[p].composure for p in range(s.seats)) >= WINS
    if won and s.phase != Phase.OVER:
        raise BadPosition("phase: somebody has {wins} composure; possible: over", wins=WINS)
    if s.phase == Phase.OVER and not won and s.round < s.option.max_rounds:
        raise BadPosition("phase: nobody has {wins} composure, and round {last} is not played: it is not over",
                          wins=WINS, last=s.option.max_rounds)  # fmt: skip


def _set_actors(s: State, fields: Fields) -> None:
    """Whom the game waits for follows from the rest, but for a window in which some have answered."""
    if s.phase in (Phase.DEAL, Phase.DRAW, Phase.REVEAL):
        s.waiting = 1 << TABLE
    elif s.phase == Phase.TURN:
        s.waiting = 1 << s.turn
    elif s.phase == Phase.WINDOW:
        for seat in fields.items("waiting", 1, s.seats - 1):
            fits = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < s.seats and seat != s.turn
            if not fits or s.waiting >> seat & 1:
                fields.wrong(
                    "waiting", seat, f"seats from 0 to {s.seats - 1}, but for {s.turn}, who has placed; each once"
                )
            s.waiting |= 1 << seat
        for p in range(s.seats):
            asked = p == s.turn or s.waiting >> p & 1
            if bool(s.seat[p].answer) == bool(asked) and (s.option.call_window == COMMIT):
                fields.wrong("waiting", p, "every rival either waits or has an answer")
