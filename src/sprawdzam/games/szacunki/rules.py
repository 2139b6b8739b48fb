"""The rules of szacunki: estimate the sum of your own cards, which everybody sees but you. Rule ids (SZ-16) and rulings
(R20) are those of the rulebook.
"""

from sprawdzam.engine.chance import roll, take
from sprawdzam.engine.contract import GO_ON, TABLE
from sprawdzam.games.szacunki.sight import hide, imagine
from sprawdzam.games.szacunki.state import (
    ACTIONS,
    BEHIND,
    COLOURS,
    CORRECT,
    EXCHANGE,
    GREY,
    GUESS,
    GUESSES,
    HIGHER,
    KEEP,
    LONGEST,
    LOWER,
    MISS,
    NUMBERS,
    PICK,
    PIECES,
    PLACE,
    POINTS,
    PRIZES,
    RACKS,
    ROUNDS,
    SET,
    SIZES,
    STACK,
    STATE,
    TRACK,
    TURN,
    WRITTEN,
    Phase,
    Zone,
)

__all__ = [
    "ACTIONS",
    "LONGEST",
    "PIECES",
    "STATE",
    "Phase",
    "Zone",
    "actors",
    "apply",
    "census",
    "deal",
    "hide",
    "imagine",
    "legal",
    "score",
]


def deal(s, rng):
    for c in range(s.option.colours):
        for n in range(NUMBERS):
            s.colour[c].unseen[n] = 1
        s.colour[c].stack = STACK + RACKS
    for p in range(s.seats):
        s.seat[p].place = BEHIND  # SZ-05
    to_table(s, Phase.DEAL)


def deal_cards(s, rng):
    """SZ-02, SZ-03: one card of each colour to each rack; of the rest one stays out, nobody knows which."""
    for p in range(RACKS):
        for c in range(s.option.colours):
            draw_card(s, p, c, rng)
    left = (1 << s.seats) - 1
    for i in range(s.seats):  # R1
        place = roll(rng, Zone.PAWNS, i, s.seats - i)
        p = 0
        while place > 0 or (left >> p) & 1 == 0:
            place -= (left >> p) & 1
            p += 1
        left &= ~(1 << p)
        s.track[i] = p
    begin_round(s)


def draw_card(s, p, c, rng):
    colour = s.colour[c]
    number = c * NUMBERS + STACK + RACKS - colour.stack
    n = take(rng, Zone.CARDS, number, colour.unseen, colour.stack + 1)  # SZ-02: one more is unseen than can be drawn
    colour.unseen[n] -= 1
    colour.stack -= 1
    s.rack[p].card[c] = n + 1


def to_table(s, phase):
    s.phase = phase
    s.waiting = 1 << TABLE


def ask(s, phase, p):
    s.phase = phase
    s.waiting = 1 << p


def ask_all(s, phase):
    s.phase = phase
    s.waiting = (1 << s.seats) - 1


def now(s):
    """The record of the running round."""
    return s.past[s.round - 1]


def begin_round(s):
    s.round += 1
    for i in range(s.seats):
        s.order[i] = s.track[i]  # SZ-09
    to_table(s, Phase.ROLL)


# --- legal actions ---


def actors(s):
    return s.waiting


def legal(s, seat, out):
    n = 0
    if (s.waiting >> seat) & 1 == 0:
        n = 0
    elif s.phase == Phase.PICK:
        for size in range(1, SIZES + 1):
            if not is_taken(s, size):  # R13
                out[n] = PICK + size
                n += 1
    elif s.phase == Phase.PLACE:
        for first in range(TRACK - now(s).size[seat] + 1):  # SZ-13, R15
            out[n] = PLACE + first
            n += 1
    elif s.phase == Phase.TURN:
        n = legal_turns(s, out)
    elif s.phase == Phase.GREY:
        for c in range(GREY):  # SZ-38, R9
            out[n] = SET + c
            n += 1
    elif s.phase == Phase.EXCHANGE:
        for c in range(s.option.colours):
            if s.colour[c].stack > 0:  # SZ-20, R24
                out[n] = EXCHANGE + c
                n += 1
    elif s.phase == Phase.GUESS:
        for i in range(len(GUESSES)):
            out[n] = GUESS + i
            n += 1
    else:
        out[0] = GO_ON
        n = 1
    return n


def is_taken(s, size):
    taken = False
    for p in range(s.seats):
        taken |= now(s).size[p] == size
    return taken


def legal_turns(s, out):
    """R7: leave the dice, or turn one to any other colour in play."""
    out[0] = KEEP
    n = 1
    last = -1
    for d in range(3):
        old = now(s).dice[d] - 1
        if old != last:
            for new in range(s.option.colours):
                if new != old:
                    out[n] = TURN + old * (COLOURS - 1) + new - (new > old)
                    n += 1
        last = old
    return n


# --- a round ---


def apply(s, seat, action, rng):
    if seat == TABLE:
        table_goes_on(s, rng)
    elif s.phase == Phase.PLACE:
        place(s, seat, action - PLACE)
    elif s.phase == Phase.PICK:
        pick(s, seat, action - PICK)
    elif s.phase == Phase.GREY:
        change_die(s, GREY, action - SET)
        after_roll(s)  # SZ-39, R10
    elif s.phase == Phase.TURN:
        turn_die(s, action)
    elif s.phase == Phase.EXCHANGE:
        exchange(s, seat, action - EXCHANGE, rng)
    else:
        guess(s, seat, int(GUESSES[action - GUESS]))


def table_goes_on(s, rng):
    if s.phase == Phase.ROLL:
        roll_dice(s, rng)
    elif s.phase == Phase.CHECK:
        check_all(s)
    elif s.phase == Phase.SCORE:
        score_guesses(s)
    else:
        deal_cards(s, rng)


def roll_dice(s, rng):
    for d in range(3):  # SZ-10, R41
        insert_die(now(s), d, 1 + roll(rng, Zone.DICE, 3 * s.round + d, COLOURS))
    after_roll(s)


def insert_die(past, held, die):
    """Puts a die among ``held`` others, in ascending order (R8)."""
    for i in range(held, 0, -1):
        other = past.dice[i - 1]
        past.dice[i] = max(other, die)
        die = min(other, die)
    past.dice[0] = die


def after_roll(s):
    if now(s).dice[2] - 1 >= s.option.colours:  # SZ-38: a grey one is the last
        ask(s, Phase.GREY, s.order[0])
    else:
        ask(s, Phase.TURN, s.order[0])


def change_die(s, old, new):
    past = now(s)
    at = 0
    while past.dice[at] != old + 1:
        at += 1
    for i in range(at, 2):
        past.dice[i] = past.dice[i + 1]
    insert_die(past, 2, new + 1)


def turn_die(s, action):
    if action != KEEP:  # SZ-11, R7
        old = (action - TURN) // (COLOURS - 1)
        new = (action - TURN) % (COLOURS - 1)
        change_die(s, old, new + (new >= old))
    s.step = 0
    ask(s, Phase.PICK, s.order[0])


def pick(s, seat, size):
    now(s).size[seat] = size  # SZ-12
    s.step += 1
    if s.step < s.seats:
        ask(s, Phase.PICK, s.order[s.step])
    else:
        s.step = 0
        ask_all(s, Phase.PLACE)


def place(s, seat, first):
    now(s).start[seat] = first + 1
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        to_table(s, Phase.CHECK)


def true_sum(s, p):
    """SZ-14, R17: a colour on two dice counts twice."""
    total = 0
    for d in range(3):
        total += s.rack[p].card[now(s).dice[d] - 1] - 1
    return total


def result_of(s, p):
    first = now(s).start[p] - 1
    last = first + now(s).size[p] - 1
    total = true_sum(s, p)
    if first <= total <= last:  # SZ-16
        return CORRECT
    if now(s).size[p] == 1:  # SZ-18, R18
        return MISS
    return HIGHER if total > last else LOWER  # SZ-17, R20


def check_all(s):
    for i in range(s.seats):  # SZ-15, R4
        p = s.order[i]
        now(s).result[p] = result_of(s, p)
        if now(s).result[p] == CORRECT:
            move(s, p, int(POINTS[now(s).size[p]]))
    next_exchange(s)


def move(s, p, points):
    """SZ-08, R3: a pawn that arrives lies on top."""
    if points == 0:  # R6: it stays where it is
        return
    at = 0
    while s.track[at] != p:
        at += 1
    for i in range(at, s.seats - 1):
        s.track[i] = s.track[i + 1]
    s.seat[p].place += points
    to = 0
    while to < s.seats - 1 and s.seat[s.track[to]].place < s.seat[p].place:
        to += 1
    for i in range(s.seats - 1, to, -1):
        s.track[i] = s.track[i - 1]
    s.track[to] = p


def next_exchange(s):
    """Whoever missed, from the last pawn on, as long as there are cards."""
    while s.step < s.seats:
        p = s.track[s.step]
        s.step += 1
        if now(s).result[p] == CORRECT:
            continue
        if cards_left(s):  # SZ-19, R25
            ask(s, Phase.EXCHANGE, p)
            return
        s.step = s.seats  # SZ-23, R26: nobody else can exchange either
    s.step = 0
    if s.round < ROUNDS[s.seats]:  # SZ-24
        begin_round(s)
    else:  # SZ-30
        ask_all(s, Phase.GUESS)


def cards_left(s):
    left = 0
    for c in range(s.option.colours):
        left += s.colour[c].stack
    return left > 0


def exchange(s, seat, c, rng):
    now(s).swap[seat] = c + 1
    now(s).out[seat] = s.rack[seat].card[c]  # SZ-21, R28
    draw_card(s, seat, c, rng)  # SZ-22
    next_exchange(s)


# --- the end ---


def guess(s, seat, numbers):
    """SZ-31: one colour after another."""
    me = s.seat[seat]
    me.guess[me.written] = numbers + 1
    me.written += 1
    if me.written == s.option.colours:
        s.waiting &= ~(1 << seat)
        if s.waiting == 0:
            to_table(s, Phase.SCORE)


def prize(s, p):
    """R33: what a player's guesses bring together."""
    total = 0
    for c in range(s.option.colours):
        numbers = s.seat[p].guess[c] - 1
        if (numbers >> (s.rack[p].card[c] - 1)) & 1:  # SZ-32
            total += int(PRIZES[WRITTEN[numbers]])
        else:  # SZ-33
            total += int(PRIZES[0])
    return total


def score_guesses(s):
    for i in range(s.seats):
        s.order[i] = s.track[i]  # SZ-34
    for i in range(s.seats):
        move(s, s.order[i], prize(s, s.order[i]))
    s.phase = Phase.OVER
    s.waiting = 0


def score(s, out):
    """SZ-35: the farthest pawn wins; SZ-36: on one field the lower one."""
    for i in range(s.seats):
        p = s.track[i]
        out[p][0] = s.seat[p].place - BEHIND
        out[p][1] = s.seats - i


def census(s, out):
    for c in range(COLOURS):
        for n in range(NUMBERS):
            out[c * NUMBERS + n] = s.colour[c].unseen[n]
        for p in range(RACKS):
            if s.rack[p].card[c]:
                out[c * NUMBERS + s.rack[p].card[c] - 1] += 1
    for r in range(s.round):
        for p in range(s.seats):
            if s.past[r].swap[p]:
                out[(s.past[r].swap[p] - 1) * NUMBERS + s.past[r].out[p] - 1] += 1
