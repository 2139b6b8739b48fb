"""Positions of szacunki: written, read, and seen to be such as a match can come to."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Any

import numpy as np

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import HOLE, TABLE, State
from sprawdzam.engine.errors import BadPosition
from sprawdzam.engine.notation import UNKNOWN, Fields
from sprawdzam.games.szacunki import rules
from sprawdzam.games.szacunki.deduce import FOUND, NONE, card_since_exchanged, settle
from sprawdzam.games.szacunki.sight import know
from sprawdzam.games.szacunki.state import (
    BEHIND,
    COLOURS,
    CORRECT,
    HIGHER,
    LETTERS,
    LOWER,
    MISS,
    MOST_ROUNDS,
    NUMBERS,
    POINTS,
    RACKS,
    ROUNDS,
    SIZES,
    STACK,
    TRACK,
    Phase,
)

PHASES = tuple(phase.name.lower() for phase in Phase)
WRITING = "writing?"
RESULTS = ("", "correct", "higher", "lower", "miss")


def write_guess(mask: int) -> str:
    return " ".join(str(n) for n in range(NUMBERS) if mask >> n & 1) or "-"


def read_guess(text: str) -> int:
    """The set of numbers that a text such as `4 5` names, as bits."""
    return 0 if text == "-" else sum({1 << int(n) for n in text.split()})


# --- writing ---


def _rack(s: State, p: int) -> str:
    cards = [(LETTERS[c], s.rack[p].card[c]) for c in range(COLOURS) if s.rack[p].card[c]]
    return " ".join(letter + (UNKNOWN if card == HOLE else str(card - 1)) for letter, card in cards)


def _round(s: State, r: int) -> dict[str, Any]:
    past = s.past[r]
    seats = range(s.seats)
    told: dict[str, Any] = {"dice": " ".join(LETTERS[die - 1] for die in past.dice if die)}
    if any(past.size):
        told["tokens"] = [past.size[p] or None for p in seats]
    if any(past.start):
        told["starts"] = [UNKNOWN if past.start[p] == HOLE else past.start[p] - 1 if past.start[p] else None
                          for p in seats]  # fmt: skip
    if any(past.result):
        told["results"] = [RESULTS[past.result[p]] for p in seats]
    if any(past.swap):
        told["exchanges"] = [f"{LETTERS[past.swap[p] - 1]}{past.out[p] - 1}" if past.swap[p] else "" for p in seats]
    return told


def _track(s: State) -> dict[str, list[int]]:
    """Stacks of pawns by their field, from the bottom to the top."""
    stacks: dict[str, list[int]] = {}
    for i in range(s.seats):
        p = s.track[i]
        stacks.setdefault(str(s.seat[p].place - BEHIND), []).insert(0, p)
    return stacks


def _guesses(s: State, p: int) -> list[str] | str:
    """What a seat has written; `writing` where it is not known how far it has come."""
    me = s.seat[p]
    if me.written == HOLE:
        return WRITING
    return [UNKNOWN if me.guess[c] == HOLE else write_guess(me.guess[c] - 1) for c in range(me.written)]


def write_position(s: State) -> dict[str, Any]:
    position: dict[str, Any] = {"phase": PHASES[s.phase]}
    if s.phase != Phase.DEAL:
        position |= {
            "track": _track(s),
            "order": list(s.order[: s.seats]),
            "racks": [_rack(s, p) for p in range(RACKS)],
            "rounds": [_round(s, r) for r in range(s.round)],
        }
    if s.phase >= Phase.GUESS:
        position["guesses"] = [_guesses(s, p) for p in range(s.seats)]
    return position


# --- reading ---


def read_position(s: State, fields: Fields) -> None:
    s.phase = fields.one_of("phase", PHASES)
    if s.phase == Phase.DEAL:
        rules.deal(s, None)
        return
    _read_track(s, fields)
    _read_order(s, fields)
    unseen = [[1] * NUMBERS if c < s.option.colours else [0] * NUMBERS for c in range(COLOURS)]
    _read_racks(s, fields, unseen)
    rounds = fields.items("rounds", 1, int(ROUNDS[s.seats]))
    s.round = len(rounds)
    for r, told in enumerate(rounds):
        _read_round(s, r, Fields(told, f"rounds[{r}]"), unseen)
    for c in range(s.option.colours):
        used = sum(s.past[r].swap[p] == c + 1 for r in range(s.round) for p in range(s.seats))
        s.colour[c].stack = STACK - used
        if used > STACK:
            raise BadPosition("rounds: {colour} is exchanged {found} times, there are {most} cards of it to draw",
                              colour=LETTERS[c], found=used, most=STACK)  # fmt: skip
        for n in range(NUMBERS):
            s.colour[c].unseen[n] = unseen[c][n]
    if s.phase >= Phase.GUESS:
        _read_guesses(s, fields)
    if s.phase >= Phase.GUESS and s.round < ROUNDS[s.seats]:
        fields.wrong("rounds", s.round, f"{ROUNDS[s.seats]} rounds before the guesses")
    _check_results(s)
    _check_racks(s)
    _check_places(s)
    _check_course(s, fields)
    _set_actors(s)


def _read_track(s: State, fields: Fields) -> None:
    track = fields.get("track")
    possible = 'stacks of seats by their field, from bottom to top, such as {"0": [1, 0], "7": [2]}'
    stacks = []
    for field, seats in track.items() if isinstance(track, dict) else [("", None)]:
        number = isinstance(field, str) and re.fullmatch(r"0|-?[1-9][0-9]{0,2}", field)
        if not number or int(field) < -BEHIND or not isinstance(seats, list) or not seats:
            fields.wrong("track", track, possible)
        stacks.append((int(field), seats))
    found = [(field, p) for field, seats in sorted(stacks, key=lambda stack: stack[0]) for p in reversed(seats)]
    if [type(p) for _, p in found] != [int] * s.seats or {p for _, p in found} != set(range(s.seats)):
        fields.wrong("track", track, possible)
    for i, (field, p) in enumerate(found):
        s.track[i] = p
        s.seat[p].place = field + BEHIND


def _read_order(s: State, fields: Fields) -> None:
    order = fields.items("order", s.seats, s.seats)
    if [type(p) for p in order] != [int] * s.seats or set(order) != set(range(s.seats)):
        fields.wrong("order", order, f"the seats 0 to {s.seats - 1}, each once")
    for i, p in enumerate(order):
        s.order[i] = p
    if s.phase < Phase.EXCHANGE and list(s.order) != list(s.track):
        fields.wrong("order", order, f"the order on the track, {list(s.track[: s.seats])}")


def _read_racks(s: State, fields: Fields, unseen: list[list[int]]) -> None:
    hidden = []
    for p, text in enumerate(fields.items("racks", RACKS, RACKS)):
        cards = text.split() if isinstance(text, str) else []
        letters = "".join(card[0] for card in cards)
        if letters != LETTERS[: s.option.colours] or not all(re.fullmatch(r"[YGBRPS][0-7?]", card) for card in cards):
            fields.wrong("racks", text, "a card of each colour in order, such as Y3 G0 B5, or Y? G? B? where unknown")
        unknown = [card[1] == UNKNOWN for card in cards]
        if any(unknown) and (not all(unknown) or p >= s.seats or s.phase >= Phase.SCORE):
            fields.wrong("racks", text, "all cards of a player's rack known, or all unknown until the end")
        hidden += [p] if any(unknown) else []
        for c, card in enumerate(cards):
            s.rack[p].card[c] = HOLE if card[1] == UNKNOWN else int(card[1]) + 1
            if card[1] != UNKNOWN:
                _see(unseen, c, int(card[1]))
    if len(hidden) > 1 and len(hidden) < s.seats:
        raise BadPosition("racks: a view hides one rack, or those of all players")


def _see(unseen: list[list[int]], c: int, n: int) -> None:
    if not unseen[c][n]:
        raise BadPosition("cards: {card} is there twice", card=f"{LETTERS[c]}{n}")
    unseen[c][n] = 0


def _read_round(s: State, r: int, fields: Fields, unseen: list[list[int]]) -> None:
    """A round, as far as it has come."""
    past, seats, last = s.past[r], s.seats, r == s.round - 1
    phase = s.phase if last else Phase.GUESS
    dice = fields.get("dice")
    letters = dice.split() if isinstance(dice, str) else [""]
    allowed = tuple(LETTERS if phase == Phase.GREY else LETTERS[: s.option.colours])
    if len(letters) != (0 if phase == Phase.ROLL else 3) or not all(letter in allowed for letter in letters):
        fields.wrong("dice", dice, "no dice yet" if phase == Phase.ROLL else f"three of {', '.join(allowed)}")
    for d, letter in enumerate(sorted(letters, key=LETTERS.index)):
        past.dice[d] = LETTERS.index(letter) + 1
    if phase == Phase.GREY and (s.option.colours == COLOURS or past.dice[2] <= s.option.colours):
        fields.wrong("dice", dice, "a grey one among five colours in phase grey")
    if phase > Phase.TURN:
        _read_tokens(s, past, fields, phase)
    if phase > Phase.PICK:
        _read_starts(s, past, fields, phase)
    if phase > Phase.CHECK:
        results = fields.items("results", seats, seats)
        for p, text in enumerate(results):
            if text not in RESULTS[1:]:
                fields.wrong("results", text, ", ".join(RESULTS[1:]))
            past.result[p] = RESULTS.index(text)
        if fields.has("exchanges"):
            _read_exchanges(s, past, fields, unseen)
    fields.done()


def _read_tokens(s: State, past: Any, fields: Fields, phase: int) -> None:
    if phase == Phase.PICK and not fields.has("tokens"):
        return
    tokens = fields.items("tokens", s.seats, s.seats)
    for p, token in enumerate(tokens):
        if token is not None and (type(token) is not int or not 1 <= token <= SIZES or tokens.count(token) > 1):
            fields.wrong("tokens", token, f"1 to {SIZES}, each once, or null")
        past.size[p] = token or 0
    taken = sum(token is not None for token in tokens)
    first = [p for p in s.order[:taken] if past.size[p]] if phase == Phase.PICK else range(s.seats)
    if (phase == Phase.PICK and (len(first) != taken or taken == s.seats)) or (phase > Phase.PICK and taken < s.seats):
        fields.wrong("tokens", tokens, "a token for each who was asked, in the order of the round")


def _read_starts(s: State, past: Any, fields: Fields, phase: int) -> None:
    if phase == Phase.PLACE and not fields.has("starts"):
        return
    for p, start in enumerate(fields.items("starts", s.seats, s.seats)):
        most = TRACK - past.size[p]
        placing = phase == Phase.PLACE and (start is None or start == UNKNOWN)
        if not placing and (type(start) is not int or not 0 <= start <= most):
            fields.wrong("starts", start, f"0 to {most} for a token of size {past.size[p]}")
        past.start[p] = 0 if start is None else HOLE if start == UNKNOWN else start + 1


def _read_exchanges(s: State, past: Any, fields: Fields, unseen: list[list[int]]) -> None:
    for p, text in enumerate(fields.items("exchanges", s.seats, s.seats)):
        if text == "":
            continue
        fits = isinstance(text, str) and re.fullmatch(r"[YGBRPS][0-7]", text)
        if not fits or LETTERS.index(text[0]) >= s.option.colours or past.result[p] == CORRECT:
            fields.wrong("exchanges", text, "a card such as Y2 for whoever missed, or an empty text")
        past.swap[p] = LETTERS.index(text[0]) + 1
        past.out[p] = int(text[1]) + 1
        _see(unseen, past.swap[p] - 1, int(text[1]))


def _read_guesses(s: State, fields: Fields) -> None:
    complete = s.phase > Phase.GUESS
    for p, texts in enumerate(fields.items("guesses", s.seats, s.seats)):
        if texts == WRITING and not complete:
            s.seat[p].written = HOLE
            for c in range(s.option.colours):
                s.seat[p].guess[c] = HOLE
            continue
        if not isinstance(texts, list) or len(texts) > s.option.colours or (complete and len(texts) < s.option.colours):
            fields.wrong("guesses", texts, f"up to {s.option.colours} texts such as 4 5, one for each colour in order")
        for text in texts:
            known = isinstance(text, str) and re.fullmatch(r"-|[0-7]( [0-7]){0,2}", text)
            if not known and (text != UNKNOWN or complete):
                fields.wrong("guesses", text, "up to three different numbers, such as 4 5; - for none; ? for unknown")
            mask = read_guess(text) if known else 0
            if known and write_guess(mask) != text:
                fields.wrong("guesses", text, f"different numbers in ascending order, such as {write_guess(mask)}")
            s.seat[p].guess[s.seat[p].written] = mask + 1 if known else HOLE
            s.seat[p].written += 1


def _check_results(s: State) -> None:
    """Every result recomputed from the cards must be the one that was announced."""
    for p in range(s.seats):
        for r in range(s.round):
            told = s.past[r].result[p]
            if told and s.rack[p].card[0] != HOLE and told != (real := _result(s, p, r)):
                raise BadPosition("rounds[{round}].results: seat {seat} has {told}, by the cards it is {real}",
                                  round=r, seat=p, told=RESULTS[told], real=RESULTS[real])  # fmt: skip


def _result(s: State, p: int, r: int) -> int:
    past = s.past[r]
    total = sum((card_since_exchanged(s, p, die - 1, r) or s.rack[p].card[die - 1]) - 1 for die in past.dice)
    first = past.start[p] - 1
    if first <= total < first + past.size[p]:
        return CORRECT
    return MISS if past.size[p] == 1 else HIGHER if total > first else LOWER


def _check_racks(s: State) -> None:
    """Unknown racks must be able to stand side by side, each in agreement with its results."""
    facts = np.zeros((s.seats, MOST_ROUNDS, COLOURS + 1), np.int64)
    numbers, masks = np.zeros(s.seats, np.int64), np.zeros((s.seats, COLOURS), np.int64)
    know(s, facts, numbers, masks)
    if settle(facts, numbers, masks.copy(), s.option.colours, Fast(0), 0) == FOUND:
        return
    for p in range(s.seats):
        alone = slice(p, p + 1)
        if settle(facts[alone], numbers[alone], masks[alone], s.option.colours, Fast(0), 0) == NONE:
            raise BadPosition("rounds: no rack of seat {seat} agrees with all results", seat=p)
    raise BadPosition("rounds: no racks agree with all results side by side, each card being there once")


def _gains(s: State, r: int) -> list[int]:
    """What a round brought each seat."""
    past = s.past[r]
    return [int(POINTS[past.size[p]]) if past.result[p] == CORRECT else 0 for p in range(s.seats)]


def _check_places(s: State) -> None:
    for p in range(s.seats):
        field = sum(_gains(s, r)[p] for r in range(s.round)) + (rules.prize(s, p) if s.phase == Phase.OVER else 0)
        if s.seat[p].place - BEHIND != field:
            raise BadPosition("track: the pawn of seat {seat} stands at {found}, its points are {right}",
                              seat=p, found=s.seat[p].place - BEHIND, right=field)  # fmt: skip


Order = tuple[int, ...]


def _check_course(s: State, fields: Fields) -> None:
    """Pawns and exchanges must have come about from one of the orders in which the pawns can begin (R1)."""
    table = s.copy()
    courses = {(order, order) for order in permutations(range(s.seats))}  # of a round: how it began, how it ended
    places, left = [0] * s.seats, STACK * s.option.colours
    for r in range(s.round):
        if r < s.round - 1 or s.phase > Phase.CHECK:
            gains = _gains(s, r)
            courses = {(track, _moved(table, track, places, gains)) for _, track in courses}
            courses = _check_exchanges(s, r, courses, left)
            places = [place + gain for place, gain in zip(places, gains, strict=True)]
            left -= sum(s.past[r].swap[p] > 0 for p in range(s.seats))
    if s.phase < Phase.EXCHANGE:
        courses = {(track, track) for _, track in courses}
    elif s.phase == Phase.OVER:
        gains = [rules.prize(s, p) for p in range(s.seats)]
        courses = {(track, _moved(table, track, places, gains)) for _, track in courses}
    order, track = tuple(s.order[: s.seats]), tuple(s.track[: s.seats])
    orders = sorted({begun for begun, _ in courses})
    if order not in orders and s.phase >= Phase.EXCHANGE:
        when = "before the guesses were counted" if s.phase == Phase.OVER else "at the beginning of the round"
        fields.wrong("order", list(order), f"the order {when}, such as {list(orders[0])}")
    if (order, track) not in courses:
        right = min(ended for begun, ended in courses if begun == order or s.phase < Phase.EXCHANGE)
        raise BadPosition("track: from the last pawn to the first it is {found}; possible: {right}",
                          found=list(track), right=list(right))  # fmt: skip


def _moved(table: State, order: Order, places: list[int], gains: list[int]) -> Order:
    """The order on the track when all have moved in turn."""
    for i, p in enumerate(order):
        table.track[i] = p
        table.seat[p].place = places[p] + BEHIND
    for p in order:
        rules.move(table, p, gains[p])
    return tuple(table.track[: len(order)])


def _check_exchanges(s: State, r: int, courses: set[tuple[Order, Order]], left: int) -> set[tuple[Order, Order]]:
    """Those courses in which just these seats exchange in a round: who missed, from the last pawn on (SZ-19, R26)."""
    past, running = s.past[r], s.phase == Phase.EXCHANGE and r == s.round - 1
    swapped = {p for p in range(s.seats) if past.swap[p]}
    found, asked = set(), list[int]()
    for course in sorted(courses):
        asked = [p for p in course[1] if past.result[p] != CORRECT][:left]
        if swapped == set(asked[: len(swapped)] if running else asked):
            found.add(course)
    if not found:
        seats = ", ".join(map(str, asked if running else sorted(asked))) or "nobody"
        right = f"a card of each in turn: {seats}" if running else f"a card of each of these seats: {seats}"
        Fields({}, f"rounds[{r}]").wrong("exchanges", _round(s, r).get("exchanges", []), right)
    return found


def _set_actors(s: State) -> None:
    """Whom the game waits for follows from the rest."""
    now, seats = s.past[s.round - 1], range(s.seats)
    if s.phase in (Phase.ROLL, Phase.CHECK, Phase.SCORE):
        s.waiting = 1 << TABLE
    elif s.phase in (Phase.GREY, Phase.TURN):
        s.waiting = 1 << s.order[0]
    elif s.phase == Phase.PICK:
        s.step = sum(now.size[p] > 0 for p in seats)
        s.waiting = 1 << s.order[s.step]
    elif s.phase == Phase.PLACE:
        s.waiting = sum(1 << p for p in seats if not now.start[p])
    elif s.phase == Phase.EXCHANGE and rules.cards_left(s):
        owing = [i for i in seats if now.result[s.track[i]] != CORRECT and not now.swap[s.track[i]]]
        for i in owing[:1]:
            s.step = i + 1
            s.waiting = 1 << s.track[i]
    elif s.phase == Phase.GUESS:
        s.waiting = sum(1 << p for p in seats if s.seat[p].written < s.option.colours)
    if not s.waiting and s.phase != Phase.OVER:
        raise BadPosition("phase: nobody has anything left to do in {phase}", phase=PHASES[s.phase])
