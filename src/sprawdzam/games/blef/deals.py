"""Which hands come together, and what they show: card removal is exact.

Of all rival hands those go that have one of the own cards: by parts, which are what two hands may have in common. Added
up over the parts of the own hand, those of an odd number of cards with a minus, every rival hand that shares a card
goes, and no other (inclusion and exclusion). So two hands of five cards are never gone through pair by pair.
"""

import numpy as np

from sprawdzam.games.blef.recall import NOTHING, ONE, SLIP, TINY

MOST_LOOKS = 32  # of one kind of hand: two ends of five cards


def gather(shows, choice, over):
    """``over[part, look]``: how many hands that have the cards of a part, any given ones, look how."""
    over[:] = NOTHING
    for kind in range(len(shows.ways)):
        for n in range(shows.part_first[kind], shows.part_first[kind + 1]):
            row = over[shows.part[n]]
            for e in range(shows.first[kind], shows.first[kind + 1]):
                row[shows.look[e]] += shows.over[n] * choice[e]


def beside(shows, over, out):
    """``out[kind, rival look]``: how many rival hands that can be dealt beside a kind look how."""
    out[:] = NOTHING
    for kind in range(len(shows.ways)):
        row = out[kind]
        for n in range(shows.part_first[kind], shows.part_first[kind + 1]):
            rest = over[shows.part[n]]
            sign = shows.within[n]
            for s in range(len(row)):
                row[s] += sign * rest[s]
        for s in range(len(row)):
            row[s] = max(row[s], NOTHING)  # rounding


def meet(shows, choice, rivals, deals, joint):
    """``joint[own look, rival look]``: how likely, if ``rivals`` are those of ``beside``."""
    joint[:] = NOTHING
    for kind in range(len(shows.ways)):
        row = rivals[kind]
        for e in range(shows.first[kind], shows.first[kind + 1]):
            p = np.float32(shows.ways[kind] * choice[e] / deals)
            to = joint[shows.look[e]]
            for s in range(len(row)):
                to[s] += p * row[s]


def regret_ends(shows, choice, rivals, worth, weights):
    """The player learns which ends to choose, by regret matching plus; ``worth[own look, rival look]`` is his."""
    gains = np.zeros(MOST_LOOKS, np.float32)
    for kind in range(len(shows.ways)):
        row = rivals[kind]
        start = shows.first[kind]
        mean = NOTHING
        whole = NOTHING
        for s in range(len(row)):
            whole += row[s]
        for e in range(start, shows.first[kind + 1]):
            of = worth[shows.look[e]]
            gain = NOTHING
            for s in range(len(row)):
                gain += row[s] * of[s]
            gain /= whole
            gains[e - start] = gain
            mean += choice[e] * gain
        for e in range(start, shows.first[kind + 1]):
            more = weights[e] + gains[e - start] - mean
            weights[e] = more if more > TINY else NOTHING


def match_ends(shows, weights, choice):
    """``choice``: how likely a kind shows what, in proportion to its weights; anything if all are 0."""
    for kind in range(len(shows.ways)):
        total = NOTHING
        for e in range(shows.first[kind], shows.first[kind + 1]):
            total += np.float32(weights[e])
        even = ONE / np.float32(shows.first[kind + 1] - shows.first[kind])
        for e in range(shows.first[kind], shows.first[kind + 1]):
            choice[e] = np.float32(weights[e]) / total if total > TINY else even


def tremble_ends(shows, choice, out):
    """Choices of those who do anything by mistake now and then."""
    for kind in range(len(shows.ways)):
        even = ONE / np.float32(shows.first[kind + 1] - shows.first[kind])
        for e in range(shows.first[kind], shows.first[kind + 1]):
            out[e] = choice[e] + SLIP * (even - choice[e])
