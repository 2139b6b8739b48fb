"""What each seat of szacunki sees, and what it may imagine of its own rack."""

import numpy as np

from sprawdzam.engine.chance import roll
from sprawdzam.engine.contract import HOLE
from sprawdzam.games.szacunki.deduce import (
    FOUND,
    NONE,
    PATIENCE,
    TRIES,
    facts_of,
    narrow_all,
    numbers_of,
    put,
    settle,
    some_hand,
)
from sprawdzam.games.szacunki.state import (
    COLOURS,
    GUESSES,
    MOST_ROUNDS,
    NUMBERS,
    RACKS,
    SEATS,
    TRACK,
    Phase,
    Zone,
)

ATTEMPTS = 10  # to imagine all racks one after another
# Numbers of draws: what was placed, what was guessed, then the racks; every attempt has its own.
WRITING = SEATS
DRAWING = WRITING + SEATS * (COLOURS + 1)
EACH = (TRIES + 1) * COLOURS  # draws for one rack


def hide(s, seat, v):
    """SZ-04, SZ-26: all racks but the own one; SZ-28: what others have placed and guessed only when all have."""
    v.seats = s.seats
    v.option.colours = s.option.colours
    v.phase = s.phase
    v.waiting = s.waiting
    v.round = s.round
    v.step = s.step
    for i in range(SEATS):
        v.track[i] = s.track[i]
        v.order[i] = s.order[i]
    for c in range(COLOURS):
        v.colour[c].stack = s.colour[c].stack
        for n in range(NUMBERS):
            v.colour[c].unseen[n] = s.colour[c].unseen[n]
    open_all = s.phase >= Phase.SCORE  # R43
    for p in range(RACKS):
        known = open_all or p >= s.seats or (p != seat and seat >= 0)  # R42: a spectator sees no player's rack
        for c in range(COLOURS):
            card = s.rack[p].card[c]
            if known or card == 0:
                v.rack[p].card[c] = card
            else:
                v.rack[p].card[c] = HOLE
                v.colour[c].unseen[card - 1] += 1
    for r in range(s.round):
        past = s.past[r]
        told = v.past[r]
        for d in range(3):
            told.dice[d] = past.dice[d]
        placing = s.phase == Phase.PLACE and r == s.round - 1
        for p in range(SEATS):
            told.size[p] = past.size[p]
            told.start[p] = HOLE if placing and p != seat and past.start[p] > 0 else past.start[p]
            told.result[p] = past.result[p]
            told.swap[p] = past.swap[p]
            told.out[p] = past.out[p]
    for r in range(s.round, MOST_ROUNDS):  # still to come
        told = v.past[r]
        for d in range(3):
            told.dice[d] = 0
        for p in range(SEATS):
            told.size[p] = 0
            told.start[p] = 0
            told.result[p] = 0
            told.swap[p] = 0
            told.out[p] = 0
    for p in range(SEATS):
        v.seat[p].place = s.seat[p].place
        known = p == seat or open_all or s.phase != Phase.GUESS or p >= s.seats
        writing = not known and (s.waiting >> p) & 1  # how far somebody has come is a secret too
        v.seat[p].written = HOLE if writing else s.seat[p].written
        for c in range(COLOURS):
            v.seat[p].guess[c] = s.seat[p].guess[c] if known or c >= s.option.colours else HOLE


def imagine(v, seat, rng):
    """The own rack is any that agrees with all that was announced, each equally likely; so is what others hold back.

    A spectator, who sees no player's rack, imagines one after the other: each equally likely among those that are still
    possible for it. If one leaves nothing for another all are drawn anew; if that happens time and again they are drawn
    card by card, and what leads nowhere is taken back. So he meets all worlds, but not equally often (law 3).
    """
    imagine_racks(v, rng)
    for p in range(v.seats):
        past = v.past[max(0, v.round - 1)]
        if past.start[p] == HOLE:
            past.start[p] = 1 + roll(rng, Zone.WORLD, p, TRACK - past.size[p] + 1)
        imagine_guesses(v, p, rng, WRITING + p * (COLOURS + 1))


def imagine_guesses(v, p, rng, draw):
    """Whoever is still writing has come anywhere."""
    me = v.seat[p]
    if me.written == HOLE:
        me.written = roll(rng, Zone.WORLD, draw, v.option.colours)
    for c in range(v.option.colours):
        if me.guess[c] == HOLE:
            me.guess[c] = 0
            if c < me.written:
                me.guess[c] = 1 + int(GUESSES[roll(rng, Zone.WORLD, draw + 1 + c, len(GUESSES))])


def imagine_racks(v, rng):
    """Fills in the hidden racks."""
    colours = v.option.colours
    hidden = 0
    for p in range(v.seats):
        hidden |= (v.rack[p].card[0] == HOLE) << p
    if hidden == 0:
        return
    facts = np.zeros((v.seats, MOST_ROUNDS, COLOURS + 1), np.int64)
    numbers = np.zeros(v.seats, np.int64)
    masks = np.zeros((v.seats, COLOURS), np.int64)
    found = np.zeros((v.seats, COLOURS), np.int64)
    know(v, facts, numbers, masks)
    done = False
    attempt = 0 if narrow_all(facts, numbers, masks, colours) else ATTEMPTS
    while not done and attempt < ATTEMPTS:
        put(found, masks)
        done = one_by_one(facts, numbers, found, colours, hidden, rng, DRAWING + attempt * SEATS * EACH)
        attempt += 1
    draw = DRAWING + ATTEMPTS * SEATS * EACH
    while not done:
        put(found, masks)
        came = settle(facts, numbers, found, colours, rng, draw)
        assert came != NONE  # a view that contradicts itself is refused when it is read
        done = came == FOUND
        draw += PATIENCE
    for p in range(v.seats):
        if (hidden >> p) & 1:
            for c in range(colours):
                n = 0
                while found[p, c] >> n > 1:
                    n += 1
                v.rack[p].card[c] = 1 + n
                v.colour[c].unseen[n] -= 1


def know(v, facts, numbers, masks):
    """What is known of the players' racks: their facts, how many these are, and the numbers that are possible."""
    for p in range(v.seats):
        numbers_of(v, p, masks[p])
        if v.rack[p].card[0] == HOLE:
            numbers[p] = facts_of(v, p, facts[p])


def one_by_one(facts, numbers, masks, colours, hidden, rng, draw):
    """Narrows the hidden racks down to a hand each; False if one leaves nothing for another."""
    hand = np.zeros(COLOURS, np.int64)
    for p in range(len(masks)):
        if (hidden >> p) & 1:
            if not some_hand(facts[p], numbers[p], masks[p], colours, hand, rng, draw + p * EACH):
                return False
            for c in range(colours):
                masks[p, c] = 1 << hand[c]
            if not narrow_all(facts, numbers, masks, colours):
                return False
    return True
