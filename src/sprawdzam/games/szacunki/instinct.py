"""Instinct for szacunki: where the own sum lies, as the numbers that are still possible say; answers are left out."""

import math

from sprawdzam.games.szacunki.rules import now
from sprawdzam.games.szacunki.state import (
    GUESS,
    GUESSES,
    KEEP,
    NUMBERS,
    PICK,
    PLACE,
    POINTS,
    PRIZES,
    WRITTEN,
    Phase,
)

SHARP = 1.5  # how strongly more points are preferred


def instinct(v, seat, actions, n, weights):
    if v.phase == Phase.PLACE or v.phase == Phase.PICK:
        mean, spread = estimate(v)
        for i in range(n):
            if v.phase == Phase.PICK:
                size = actions[i] - PICK
                hit = covered(mean, spread, mean - 0.5 * size, size)
                weights[i] = math.exp(SHARP * hit * POINTS[size])
            else:
                size = now(v).size[seat]
                weights[i] = covered(mean, spread, actions[i] - PLACE - 0.5, size) + 1e-6
    elif v.phase == Phase.GUESS:
        weigh_guesses(v, seat, actions, n, weights)
    else:
        for i in range(n):
            weights[i] = 4.0 if actions[i] == KEEP else 1.0


def estimate(v):
    """Mean and standard deviation of the own sum; equal dice add up the same card."""
    mean = 0.0
    variance = 0.3
    for d in range(3):
        c = now(v).dice[d] - 1
        times = 0
        for e in range(3):
            times += now(v).dice[e] == now(v).dice[d]
        number = 0
        first = 0.0
        second = 0.0
        for k in range(NUMBERS):
            if v.colour[c].unseen[k]:
                number += 1
                first += k
                second += k * k
        if number > 0:
            first /= number
            mean += first
            variance += times * (second / number - first * first)  # each of the equal dice counts its share
    return mean, math.sqrt(variance)


def covered(mean, spread, start, size):
    """How likely the sum lies in a range that begins at ``start``."""
    return below(mean, spread, start + size) - below(mean, spread, start)


def below(mean, spread, x):
    return 1.0 / (1.0 + math.exp(-1.7 * (x - mean) / spread))


def weigh_guesses(v, seat, actions, n, weights):
    """Numbers that are possible; as many as promise most."""
    c = v.seat[seat].written
    possible = 0
    number = 0
    for k in range(NUMBERS):
        if v.colour[c].unseen[k]:
            possible |= 1 << k
            number += 1
    for i in range(n):
        mask = GUESSES[actions[i] - GUESS]
        good = WRITTEN[mask & possible]
        weights[i] = 1e-6
        if good == WRITTEN[mask] and good > 0:
            hit = good / number
            weights[i] = math.exp(SHARP * (hit * PRIZES[good] + (1.0 - hit) * PRIZES[0]))
