"""The rules of rys: play sets, steal lower sets of the same size. Rule ids (RY-10) and rulings (R9) are those of the
rulebook.
"""

from sprawdzam.engine.chance import roll
from sprawdzam.engine.contract import GO_ON, TABLE
from sprawdzam.games.rys.scoring import census, score
from sprawdzam.games.rys.sight import habit, hide, imagine
from sprawdzam.games.rys.state import (
    ACTIONS,
    AUTO,
    BASIC,
    COPIES,
    DECK,
    DISCARD,
    DUEL,
    EXPERT,
    GIVEN,
    HAND,
    JOKER,
    JOKERS_ALONE,
    KINDS,
    LEAVE,
    LONGEST,
    MOST_JOKERS,
    MOST_SAME,
    NO_DRAW,
    OFF,
    PATIENCE,
    PIECES,
    POOL,
    RECLAIM,
    ROB,
    ROW,
    SLOTS,
    STATE,
    STOCK,
    TAKE,
    VALUES,
    Phase,
    Zone,
    cards_of,
    jokers_of,
    size_of,
    value_of,
)
from sprawdzam.games.rys.supply import (
    fill_pool,
    from_deck,
    give,
    pool_has_room,
    spend,
    supply_is_empty,
    turn_for_virtual,
    virtual_size,
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
    "habit",
    "hide",
    "imagine",
    "legal",
    "score",
]


def deal(s, rng):
    for kind in range(KINDS):
        s.deck[kind] = COPIES[kind]
        s.left += COPIES[kind]
    if s.option.first_starter:  # 0 is random, else the seat plus one
        s.turn = s.option.first_starter - 1
    else:  # R1
        s.turn = roll(rng, Zone.STARTER, 0, s.seats)
    to_table(s, Phase.DEAL)


def deal_cards(s, rng):
    """Hands, then the pool; in a duel two jokers each before, and the virtual player after."""
    if s.option.mode == DUEL:  # RY-30, R26
        for p in range(s.seats):
            s.deck[JOKER - 1] -= GIVEN
            s.left -= GIVEN
            give(s.seat[p], JOKER - 1, GIVEN)
    for p in range(s.seats):  # RY-03
        me = s.seat[p]
        while me.size < HAND:
            me.hand[from_deck(s, rng)] += 1
            me.size += 1
    fill_pool(s, rng)
    if s.option.mode == DUEL:
        for _ in range(STOCK):  # RY-37, R27: exactly so many, none of them replaced
            turn_for_virtual(s, rng)
    ask(s, Phase.PLAY, s.turn)


def to_table(s, phase):
    s.phase = phase
    s.waiting = 1 << TABLE


def ask(s, phase, seat):
    s.phase = phase
    s.waiting = 1 << seat


def clear_turn(s):
    s.moved = 0
    s.stole = 0
    s.offered = 0
    s.compared = 0


def finish(s):
    clear_turn(s)
    s.victim = 0
    s.owed = 0
    s.phase = Phase.OVER
    s.waiting = 0


# --- legal actions ---


def actors(s):
    return s.waiting


def legal(s, seat, out):
    n = 0
    if (s.waiting >> seat) & 1 == 0:
        n = 0
    elif s.phase == Phase.PLAY:
        n = legal_plays(s.seat[seat], out)
    elif s.phase == Phase.DRAW or s.phase == Phase.OFFER:
        n = legal_draws(s, out)
    elif s.phase == Phase.LOOT:
        out[0] = TAKE
        out[1] = LEAVE
        n = 2
    elif s.phase == Phase.KEEP:
        out[0] = RECLAIM
        out[1] = DISCARD
        n = 2
    elif s.phase == Phase.VIRTUAL:
        for value in range(ROW):
            if robbable(s, value):
                out[n] = ROB + value
                n += 1
    else:
        out[0] = GO_ON
        n = 1
    return n


def legal_plays(me, out):
    """RY-05, R4, R5: any part of the cards of one value, with any number of jokers; or jokers alone."""
    n = 0
    jokers = me.hand[JOKER - 1]
    for value in range(VALUES):
        for more in range(me.hand[value]):
            first = (value * MOST_SAME + more) * (MOST_JOKERS + 1)
            for j in range(jokers + 1):
                out[n] = first + j
                n += 1
    for j in range(jokers):
        out[n] = JOKERS_ALONE + j
        n += 1
    return n


def legal_draws(s, out):
    """RY-14: deck or pool, anew for every card."""
    n = 0
    if s.left > 0:
        out[n] = DECK
        n += 1
    for slot in range(SLOTS):
        if s.pool[slot]:
            out[n] = POOL + slot
            n += 1
    if s.phase == Phase.OFFER:  # RY-21: this draw may be left
        out[n] = NO_DRAW
        n += 1
    return n


# --- a turn ---


def apply(s, seat, action, rng):
    if seat == TABLE:
        table_goes_on(s, rng)
    elif action < TAKE:
        play(s, seat, action)
    elif s.phase == Phase.LOOT:
        if action == TAKE:  # RY-11, RY-12
            take_layer(s, seat)
        else:
            ask(s, Phase.KEEP, s.victim - 1)  # RY-13
    elif s.phase == Phase.KEEP:
        if action == RECLAIM:  # R20
            reclaim_layer(s)
        else:  # R25
            discard_layer(s)
    elif action == NO_DRAW:
        steal(s)
    elif action >= ROB:
        rob(s, action - ROB)
    else:
        draw(s, seat, action, rng)


def table_goes_on(s, rng):
    if s.phase == Phase.REFILL:
        fill_pool(s, rng)
        steal(s)
    elif s.phase == Phase.RESTOCK:
        while s.left > 0 and virtual_size(s) < STOCK:  # RY-36, R35
            turn_for_virtual(s, rng)
        steal(s)
    else:
        deal_cards(s, rng)


def play(s, seat, action):
    me = s.seat[seat]
    layer = action + 1
    if cards_of(layer):
        spend(me, value_of(layer) - 1, cards_of(layer))
    spend(me, JOKER - 1, jokers_of(layer))
    me.layer[me.layers] = layer  # RY-08
    me.layers += 1
    me.tabled += size_of(layer)
    if me.size == 0:  # RY-23, R12
        finish(s)
    elif s.option.mode == DUEL:
        face_virtual(s)  # RY-35, R34
    else:
        steal(s)


def top(me):
    """The layer that can be stolen; 0 if there is none."""
    if me.layers == 0:  # R10
        return 0
    return me.layer[me.layers - 1]


def level(s):
    """Basic, advanced or expert rules."""
    return s.option.duel_rules if s.option.mode == DUEL else s.option.mode


def beats(s, layer, other):
    """Same size and higher value; with expert rules ones beat 13s and jokers as well."""
    if size_of(layer) != size_of(other):
        return False
    x = value_of(layer)
    y = value_of(other)
    if x == 1 and y >= VALUES and level(s) == EXPERT:  # RY-28, R39
        return True
    return x > y  # RY-10


def steal(s):
    """Compares the new layer with the next rivals; when all are done, the turn comes to its end."""
    layer = top(s.seat[s.turn])
    while s.compared < s.seats - 1:  # RY-09, RY-17
        s.compared += 1
        p = s.turn + s.compared
        p = p - s.seats if p >= s.seats else p
        if beats(s, layer, top(s.seat[p])):  # RY-18, R6: must be stolen
            s.stole = 1
            s.victim = p + 1
            ask(s, Phase.LOOT, s.turn)
            return
    if s.offered:
        end_turn(s)
    elif s.stole:  # RY-22, R7
        end_turn(s)
    elif level(s) != BASIC:  # RY-27
        end_turn(s)
    else:  # RY-21
        s.offered = 1
        ask(s, Phase.OFFER, s.turn)


def lift(me):
    """Takes the top layer off a table."""
    me.layers -= 1
    layer = me.layer[me.layers]
    me.layer[me.layers] = 0
    me.tabled -= size_of(layer)
    return layer


def give_layer(me, layer):
    """R3: jokers are free again."""
    if cards_of(layer):
        give(me, value_of(layer) - 1, cards_of(layer))
    give(me, JOKER - 1, jokers_of(layer))


def take_layer(s, seat):
    layer = lift(s.seat[s.victim - 1])
    give_layer(s.seat[seat], layer)
    owe(s, size_of(layer))


def reclaim_layer(s):
    victim = s.seat[s.victim - 1]
    give_layer(victim, lift(victim))
    s.victim = 0
    steal(s)


def discard_layer(s):
    layer = lift(s.seat[s.victim - 1])
    if cards_of(layer):
        s.discard[value_of(layer) - 1] += cards_of(layer)
    s.discard[JOKER - 1] += jokers_of(layer)
    owe(s, size_of(layer))


def owe(s, number):
    s.owed = number
    ask(s, Phase.DRAW, s.victim - 1)


def draw(s, seat, action, rng):
    me = s.seat[seat]
    s.moved = 1
    if action == DECK:
        me.hand[from_deck(s, rng)] += 1
        me.size += 1
    else:
        slot = action - POOL
        give(me, s.pool[slot] - 1, 1)
        if s.thirteens[slot] + s.jokers[slot]:  # RY-33, R30: a group goes as one card
            give(me, VALUES - 1, s.thirteens[slot])
            give(me, JOKER - 1, s.jokers[slot])
        s.pool[slot] = 0  # R14
        s.thirteens[slot] = 0
        s.jokers[slot] = 0
    s.owed = max(0, s.owed - 1)
    if supply_is_empty(s):  # RY-24, R18
        finish(s)
    elif s.owed == 0:
        s.victim = 0
        if s.left == 0:  # RY-16, R17: the pool is not filled up any more
            steal(s)
        elif pool_has_room(s):  # R19
            to_table(s, Phase.REFILL)
        else:
            steal(s)


def robbable(s, value):
    """RY-34, R32: a whole set of the size of the new layer, and lower; ``value`` counts from 0."""
    layer = top(s.seat[s.turn])
    return s.virtual[value] == size_of(layer) and value + 1 < value_of(layer)


def face_virtual(s):
    sets = 0
    lowest = 0
    for value in range(ROW):
        if robbable(s, value):
            lowest = value if sets == 0 else lowest
            sets += 1
    if sets == 0:
        steal(s)
    elif sets == 1:  # R33: it must be taken
        rob(s, lowest)
    else:
        ask(s, Phase.VIRTUAL, s.turn)


def rob(s, value):
    give(s.seat[s.turn], value, s.virtual[value])
    s.virtual[value] = 0
    s.stole = 1  # R36
    s.moved = 1
    if s.left > 0:
        to_table(s, Phase.RESTOCK)
    else:
        steal(s)


def end_turn(s):
    s.turns += 1
    s.idle = 0 if s.moved else s.idle + 1
    clear_turn(s)
    if fused(s):
        finish(s)
    else:
        s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
        ask(s, Phase.PLAY, s.turn)


def fused(s):
    """RY-39, R38: too many turns without progress, or too many in all."""
    limit = s.option.no_progress_limit
    if limit == AUTO:
        limit = PATIENCE if level(s) == EXPERT else OFF
    return (limit != OFF and s.idle >= limit) or s.turns >= s.option.max_turns
