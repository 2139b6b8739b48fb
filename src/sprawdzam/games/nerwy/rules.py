"""The rules of nerwy: a row of open and hidden cards; call it when it is worth 17. Rule ids (NE-28) and rulings (R10)
are those of the rulebook.
"""

from sprawdzam.engine.chance import roll, take
from sprawdzam.engine.contract import GO_ON, TABLE
from sprawdzam.games.nerwy.scoring import census, score
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
    if s.option.first_starter:  # 0 is random, else the seat plus one
        s.starter = s.option.first_starter - 1
    else:  # R1
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
    """The top of the pile shows its back; an empty pile is made anew from the discard, at once."""
    if s.left == 0:  # NE-15, R7
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
    """A hand goes back to three cards, as far as the supply reaches."""
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
    s.must = 1
    if s.pending:  # NE-26
        s.must = 2
    s.pending = 0
    s.placed = 0
    s.phase = Phase.TURN
    s.waiting = 1 << p


def beside(s, p):
    """The next seat in the direction of play (NE-12)."""
    p += s.seats - 1 if s.counter else 1
    return p - s.seats if p >= s.seats else p


def foremost(s, mask):
    """Of several callers the nearest to the left of whoever placed, whichever way play runs."""
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
    opening = s.last == 0  # NE-17, R8
    may_call = s.placed == 0 and not opening  # NE-16, NE-27
    fused = may_call and s.placements >= s.option.max_placements  # NE-41, R31
    if not fused:
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
    elif action == CALL:  # NE-16; R5: whoever calls on the own turn does not draw
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
    s.last = seat + 1
    s.placed += 1
    s.placements += 1
    if not down:
        if card == REV:  # NE-09, NE-25, R15
            s.counter = 1 - s.counter
        elif card == PL2:  # NE-09, R19
            s.pending = 1
        elif card == BIN:  # NE-09
            empty_bin(s, rng)
    later = must_go_on(s) and not s.option.window_after_each  # NE-40, R20
    if not later:
        s.phase = Phase.WINDOW
        s.waiting = ((1 << s.seats) - 1) & ~(1 << seat)  # NE-10


def must_go_on(s):
    """NE-27, R18: whether the player on turn owes a second card, and has one."""
    return s.placed < s.must and s.seat[s.turn].held > 0


def empty_bin(s, rng):
    """The BIN and the entry before it go to the discard; NE-31, R10: who played it still is the last placer."""
    discard_last(s, False)
    alone = s.laid == 0  # NE-30, R11
    if not alone:  # NE-28, R12, R13: the other side of the entry stays unseen
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
    if mask & (mask - 1):  # NE-11, R16: several at the same moment
        s.caller = foremost(s, mask) + 1
    elif mask:
        s.caller = foremost(s, mask) + 1
    if mask == 0 and must_go_on(s):
        s.phase = Phase.TURN
        s.waiting = 1 << s.turn
    else:
        s.phase = Phase.DRAW
        s.waiting = 1 << TABLE


def end_turn(s, rng):
    draw_up(s, s.turn, rng)  # NE-13
    if s.caller:  # NE-14, R4: the draw came first
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
    """The owners of traps that lay hidden in the row, as a bit mask."""
    mask = 0
    for i in range(s.laid):
        if s.row_card[i] == TRAP and s.row_lay[i] > SEATS:
            mask |= 1 << (s.row_lay[i] - 1 - SEATS)
    return mask


def last_placer(s):
    """Whoever placed last; with row_end the owner of the card that is now last, if there is one."""
    if s.option.last_placer_rule != ROW_END:
        return s.last - 1
    if s.laid == 0:  # R35
        return s.last - 1
    lay = s.row_lay[s.laid - 1] - 1
    return lay - SEATS if lay >= SEATS else lay


def gainer(s):
    """Whom the check favours: the caller of a row that is worth enough, else whoever placed last."""
    if value(s) >= ENOUGH:  # NE-20, R3
        return s.caller - 1
    return last_placer(s)  # NE-21, R3


def loser(s):
    return last_placer(s) if value(s) >= ENOUGH else s.caller - 1


def settle(s, rng):
    trapped = trappers(s)
    favoured = gainer(s)
    takes = trapped | (1 << favoured)  # NE-34, R22, R23, R25: one composure each
    s.seat[loser(s)].nerves += 1
    if trapped:  # NE-33, R21: one in all
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
    for _ in range(s.seats):  # those who missed cards get them now
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
        if s.option.direction_reset:
            s.counter = 0
