"""What each seat of nerwy sees, and what it may imagine of the rest."""

from sprawdzam.engine.chance import roll, take
from sprawdzam.engine.contract import HOLE, TABLE
from sprawdzam.games.nerwy.state import BINS, CALL, HAND, HEARTS, PASS, PIECES, RARELY, ROW, SEATS, Phase, Zone, card_of


def hide(s, seat, v):
    v.seats = s.seats
    v.option.call_window = s.option.call_window
    v.option.direction_reset = s.option.direction_reset
    v.option.window_after_each = s.option.window_after_each
    v.option.last_placer_rule = s.option.last_placer_rule
    v.option.max_placements = s.option.max_placements
    v.option.max_rounds = s.option.max_rounds
    v.option.first_starter = s.option.first_starter
    v.phase = s.phase
    v.waiting = s.waiting
    v.round = s.round
    v.starter = s.starter
    v.turn = s.turn
    v.counter = s.counter
    v.last = s.last
    v.must = s.must
    v.placed = s.placed
    v.pending = s.pending
    v.placements = s.placements
    v.caller = s.caller
    v.laid = s.laid
    v.drawn = s.drawn
    v.left = s.left
    v.top = s.top
    v.binned = s.binned
    for kind in range(HEARTS):
        v.hearts[kind] = s.hearts[kind]
    for back in range(len(s.backs)):
        v.backs[back] = s.backs[back]
    for kind in range(PIECES):
        v.gone[kind] = s.gone[kind]
    for i in range(ROW):
        v.row_card[i] = s.row_card[i]
        v.row_lay[i] = s.row_lay[i]
    if s.phase != Phase.REVEAL:  # NE-18
        for i in range(s.laid):
            if s.row_lay[i] > SEATS and s.row_lay[i] - 1 - SEATS != seat:
                v.row_card[i] = HOLE
                v.hearts[s.row_card[i] - 1] += 1
    for i in range(BINS):
        v.binner[i] = s.binner[i]
        v.bin[i] = s.bin[i]
        if i < s.binned and s.binner[i] != seat:  # R32
            v.bin[i] = HOLE
            v.hearts[s.bin[i] - 1] += 1
    for p in range(SEATS):
        me = s.seat[p]
        shown = v.seat[p]
        shown.composure = me.composure
        shown.nerves = me.nerves
        shown.held = me.held
        shown.answer = me.answer if p == seat or me.answer == 0 else HOLE
        for i in range(HAND):
            card = me.card[i]
            if p == seat or card == 0 or card > HEARTS:  # NE-38, R30
                shown.card[i] = card
            else:
                shown.card[i] = HOLE
                v.hearts[card - 1] += 1


def imagine(v, seat, rng):
    """Unseen hearts lie anywhere, all places equally likely; an answer that was handed in is seldom a call."""
    unseen = 0
    for kind in range(HEARTS):
        unseen += v.hearts[kind]
    number = 0
    for p in range(v.seats):
        me = v.seat[p]
        hidden = 0
        while hidden < me.held and me.card[hidden] == HOLE:
            hidden += 1
        for i in range(hidden):  # sorted among themselves, double-sided cards come after them anyway
            card = unseen_heart(v, rng, number, unseen)
            number += 1
            for j in range(i, 0, -1):
                other = me.card[j - 1]
                me.card[j] = max(other, card)
                card = min(other, card)
            me.card[0] = card
        if me.answer == HOLE:
            me.answer = 2 if roll(rng, Zone.WORLD, ROW * SEATS + p, RARELY) == 0 else 1
    for i in range(v.laid):
        if v.row_card[i] == HOLE:
            v.row_card[i] = unseen_heart(v, rng, number, unseen)
            number += 1
    for i in range(v.binned):
        if v.bin[i] == HOLE:
            v.bin[i] = unseen_heart(v, rng, number, unseen)
            number += 1


def unseen_heart(v, rng, number, unseen):
    """Takes one of the hearts that are unseen; ``number`` of the ``unseen`` ones were taken before."""
    kind = take(rng, Zone.WORLD, number, v.hearts, unseen - number)
    v.hearts[kind] -= 1
    return kind + 1


def habit(s, seat, action):
    """Any card in hand is as likely as any other; of so many answers one is a call."""
    if action == PASS:
        return RARELY - 1
    if action == CALL or seat == TABLE:
        return 1
    copies = 0
    for i in range(s.seat[seat].held):
        copies += s.seat[seat].card[i] == card_of(action)
    return copies
