"""The rules of nerwy: a row of open and hidden cards; call it when it is worth 17. Rule ids (NE-28) and rulings (R10)
are those of the rulebook.
"""

from sprawdzam.engine.chance import roll, take
from sprawdzam.engine.contract import GO_ON, TABLE
from sprawdzam.games.nerwy.sight import habit, hide, imagine
from sprawdzam.games.nerwy.state import (
    ACTIONS,
    BIN,
    CALL,
    COMMIT,
    DOUBLE,
    DOUBLE_COPIES,
    DOWN,
    ENOUGH,
    HAND,
    HEART_COPIES,
    HEARTS,
    LONGEST,
    PASS,
    PIECES,
    PL2,
    REV,
    ROW_END,
    SEATS,
    STATE,
    TRAP,
    VALUES,
    WINS,
    WORTH,
    Phase,
    Zone,
    card_of,
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
    "foremost",
    "habit",
    "hide",
    "imagine",
    "legal",
    "score",
]


def deal(s, rng):
    for kind in range(HEARTS):
        s.hearts[kind] = HEART_COPIES[kind]
        s.backs[0] += HEART_COPIES[kind]
    for value in range(VALUES):
        s.backs[1 + value] = DOUBLE_COPIES[value]
    for back in range(len(s.backs)):
        s.left += s.backs[back]
    if s.option.first_starter:  # R1: 0 is random, else the seat plus one
        s.starter = s.option.first_starter - 1
    else:
        s.starter = roll(rng, Zone.STARTER, 0, s.seats)
    s.turn = s.starter
    s.phase = Phase.DEAL
    s.waiting = 1 << TABLE


def deal_hands(s, rng):
    turn_up(s, rng)
    for p in range(s.seats):
        draw_up(s, p, rng)
    s.round = 1
    begin_turn(s, s.starter)


# --- pile and hands ---


def turn_up(s, rng):
    """The top of the pile shows its back; an empty pile is made anew from the discard, at once (NE-15, R7)."""
    if s.left == 0:
        reshuffle(s)
    if s.left > 0 and s.top == 0:
        s.top = 1 + take(rng, Zone.TOP, s.drawn, s.backs, s.left)


def reshuffle(s):
    """All that was discarded is unseen again, also what a BIN removed; the row stays where it is."""
    for kind in range(HEARTS):
        s.hearts[kind] += s.gone[kind]
        s.backs[0] += s.gone[kind]
        s.left += s.gone[kind]
        s.gone[kind] = 0
    for value in range(VALUES):
        number = s.gone[HEARTS + value]
        s.backs[1 + value] += number
        s.left += number
        s.gone[HEARTS + value] = 0
    for i in range(s.binned):
        s.hearts[s.bin[i] - 1] += 1
        s.bin[i] = 0
        s.binner[i] = 0
    s.backs[0] += s.binned
    s.left += s.binned
    s.binned = 0


def draw(s, p, rng):
    """The top card goes to a hand. Everybody has seen its back; a heart is known to the drawer alone."""
    back = s.top - 1
    card = HEARTS + back
    if back == 0:
        card = 1 + take(rng, Zone.HEART, s.drawn, s.hearts, s.backs[0])
        s.hearts[card - 1] -= 1
    s.backs[back] -= 1
    s.left -= 1
    s.drawn += 1
    insert(s.seat[p], card)
    s.top = 0
    turn_up(s, rng)


def draw_up(s, p, rng):
    """NE-13: a hand goes back to three cards, as far as the supply reaches (R6)."""
    while s.seat[p].held < HAND and s.left > 0:
        draw(s, p, rng)


def insert(me, card):
    """Puts a card into a hand, in ascending order."""
    for i in range(me.held, 0, -1):
        other = me.card[i - 1]
        me.card[i] = max(other, card)
        card = min(other, card)
    me.card[0] = card
    me.held += 1


def remove(me, card):
    """Takes a card out of a hand."""
    at = 0
    while me.card[at] != card:
        at += 1
    me.held -= 1
    for i in range(at, me.held):
        me.card[i] = me.card[i + 1]
    me.card[me.held] = 0


# --- turns ---


def begin_turn(s, p):
    s.turn = p
    s.must = 1 + s.pending  # NE-26
    s.pending = 0
    s.placed = 0
    s.phase = Phase.TURN
    s.waiting = 1 << p


def beside(s, p):
    """The next seat in the direction of play (NE-12)."""
    p += s.seats - 1 if s.counter else 1
    return p - s.seats if p >= s.seats else p


def foremost(s, mask):
    """NE-11, R16: of several callers the nearest to the left of whoever placed, whichever way play runs."""
    p = s.turn
    while True:
        p = p + 1 if p + 1 < s.seats else 0
        if (mask >> p) & 1:
            return p


def actors(s):
    return s.waiting


def legal(s, seat, out):
    n = 0
    if s.phase == Phase.WINDOW:
        if seat != TABLE and (s.waiting >> seat) & 1:  # R17: an answer is final
            out[0] = CALL
            out[1] = PASS
            n = 2
    elif s.phase == Phase.TURN:
        if seat == s.turn:
            n = legal_turn(s, s.seat[seat], out)
    elif seat == TABLE and s.phase != Phase.OVER:
        out[0] = GO_ON
        n = 1
    return n


def legal_turn(s, me, out):
    n = 0
    may_call = s.placed == 0 and s.last > 0  # NE-16, NE-17, NE-27
    if not (may_call and s.placements >= s.option.max_placements):  # R31
        for first in (0, DOWN):  # NE-08: heart cards as you like, double-sided ones are open anyway
            last = 0
            for i in range(me.held):
                card = me.card[i]
                if card <= HEARTS and card != last:
                    out[n] = first + card - 1
                    n += 1
                last = card
        last = 0
        for i in range(me.held):
            card = me.card[i]
            if card > HEARTS and card != last:
                out[n] = DOUBLE + card - HEARTS - 1
                n += 1
            last = card
    if may_call:
        out[n] = CALL
        n += 1
    return n


def apply(s, seat, action, rng):
    if seat == TABLE:
        if s.phase == Phase.DRAW:
            end_turn(s, rng)
        elif s.phase == Phase.REVEAL:
            settle(s, rng)
        else:
            deal_hands(s, rng)
    elif s.phase == Phase.WINDOW:
        answer(s, seat, action)
    elif action == CALL:  # NE-14: whoever calls on the own turn does not draw (R5)
        s.caller = seat + 1
        s.phase = Phase.REVEAL
        s.waiting = 1 << TABLE
    else:
        place(s, seat, action, rng)


def place(s, seat, action, rng):
    card = card_of(action)
    down = DOWN <= action < DOUBLE
    remove(s.seat[seat], card)
    s.row_card[s.laid] = card  # NE-07
    s.row_lay[s.laid] = 1 + seat + (SEATS if down else 0)
    s.laid += 1
    s.last = seat + 1  # NE-31
    s.placed += 1
    s.placements += 1
    if not down:  # NE-09
        if card == REV:  # NE-25, R15
            s.counter = 1 - s.counter
        elif card == PL2:  # NE-26, R19
            s.pending = 1
        elif card == BIN:
            empty_bin(s, rng)
    if not must_go_on(s) or s.option.window_after_each:  # NE-40, R20
        s.phase = Phase.WINDOW
        s.waiting = ((1 << s.seats) - 1) & ~(1 << seat)  # NE-10


def must_go_on(s):
    """Whether the player on turn owes a second card (R18), and has one (R6)."""
    return s.placed < s.must and s.seat[s.turn].held > 0


def empty_bin(s, rng):
    """NE-28: the BIN and the entry before it go to the discard, the other side of that one unseen (R12, R13)."""
    discard_last(s, False)
    if s.laid:  # NE-30, R11
        discard_last(s, s.row_lay[s.laid - 1] > SEATS)
    turn_up(s, rng)


def discard_last(s, unseen):
    s.laid -= 1
    card = s.row_card[s.laid]
    if unseen:
        s.bin[s.binned] = card
        s.binner[s.binned] = s.row_lay[s.laid] - 1 - SEATS
        s.binned += 1
    else:
        s.gone[card - 1] += 1
    s.row_card[s.laid] = 0
    s.row_lay[s.laid] = 0


def answer(s, seat, action):
    s.waiting &= ~(1 << seat)
    if s.option.call_window == COMMIT:
        s.seat[seat].answer = 2 if action == CALL else 1
        if s.waiting == 0:
            close_window(s, called(s))
    elif action == CALL:  # first come, first served
        close_window(s, 1 << seat)
    elif s.waiting == 0:
        close_window(s, 0)


def called(s):
    """The seats that have handed in a call, as a bit mask."""
    mask = 0
    for p in range(s.seats):
        if s.seat[p].answer == 2:
            mask |= 1 << p
    return mask


def close_window(s, mask):
    for p in range(s.seats):
        s.seat[p].answer = 0
    if mask:
        s.caller = foremost(s, mask) + 1
    if mask == 0 and must_go_on(s):
        s.phase = Phase.TURN
        s.waiting = 1 << s.turn
    else:
        s.phase = Phase.DRAW
        s.waiting = 1 << TABLE


def end_turn(s, rng):
    draw_up(s, s.turn, rng)  # NE-14: also when the card was called (R4)
    if s.caller:
        s.phase = Phase.REVEAL
    else:
        begin_turn(s, beside(s, s.turn))


# --- the end of a round ---


def value(s):
    """NE-18, R28: what the row is worth; in a view, what is known of it."""
    total = 0
    for i in range(s.laid):
        total += WORTH[s.row_card[i]] if s.row_card[i] > 0 else 0
    return total


def trappers(s):
    """The owners of traps that lay hidden in the row, as a bit mask (NE-33, R21)."""
    mask = 0
    for i in range(s.laid):
        if s.row_card[i] == TRAP and s.row_lay[i] > SEATS:
            mask |= 1 << (s.row_lay[i] - 1 - SEATS)
    return mask


def last_placer(s):
    """NE-31; with row_end the owner of the card that is now last, if there is one (R10, R35)."""
    if s.option.last_placer_rule == ROW_END and s.laid:
        lay = s.row_lay[s.laid - 1] - 1
        return lay - SEATS if lay >= SEATS else lay
    return s.last - 1


def gainer(s):
    """Whom the check favours: the caller of a row that is worth enough, else whoever placed last (NE-20, NE-21)."""
    return s.caller - 1 if value(s) >= ENOUGH else last_placer(s)


def loser(s):
    return last_placer(s) if value(s) >= ENOUGH else s.caller - 1


def settle(s, rng):
    trapped = trappers(s)
    favoured = gainer(s)
    takes = trapped | (1 << favoured)  # NE-34, R22, R23, R25: one composure each
    s.seat[loser(s)].nerves += 1
    if trapped:  # NE-33: one in all
        s.seat[s.caller - 1].nerves += 1
    for p in range(s.seats):
        me = s.seat[p]
        me.composure += (takes >> p) & 1
        if me.nerves >= 2:  # NE-22, R24
            me.nerves -= 2
            me.composure -= me.composure > 0
    end_round(s, favoured, rng)


def end_round(s, favoured, rng):
    while s.laid:  # NE-23: the row was open, so all of it is known
        discard_last(s, False)
    turn_up(s, rng)
    p = favoured
    for _ in range(s.seats):  # R6
        draw_up(s, p, rng)
        p = p + 1 if p + 1 < s.seats else 0
    s.starter = favoured  # NE-24, R26
    s.last = 0
    s.pending = 0
    s.caller = 0
    s.placements = 0
    won = s.round >= s.option.max_rounds  # NE-41
    for q in range(s.seats):
        won |= s.seat[q].composure >= WINS  # NE-36
    begin_turn(s, favoured)
    if won:
        s.phase = Phase.OVER
        s.waiting = 0
    else:
        s.round += 1
        if s.option.direction_reset:  # NE-39, R14
            s.counter = 0


def score(s, out):
    """Points are composure; NE-37, R38: most composure, then fewest nerves."""
    for p in range(s.seats):
        me = s.seat[p]
        better = 0
        for q in range(s.seats):
            other = s.seat[q]
            if other.composure > me.composure or (other.composure == me.composure and other.nerves < me.nerves):
                better += 1
        out[p][0] = me.composure
        out[p][1] = 1 + better


def census(s, out):
    for kind in range(HEARTS):
        out[kind] = s.hearts[kind] + s.gone[kind]
    for value in range(VALUES):
        out[HEARTS + value] = s.backs[1 + value] + s.gone[HEARTS + value]
    for i in range(s.laid):
        out[s.row_card[i] - 1] += 1
    for i in range(s.binned):
        out[s.bin[i] - 1] += 1
    for p in range(s.seats):
        for i in range(s.seat[p].held):
            out[s.seat[p].card[i] - 1] += 1
