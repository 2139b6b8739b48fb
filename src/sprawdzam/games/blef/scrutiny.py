"""The best answer in the whole round to one who has a short memory: the answer remembers everything."""

import numpy as np

from sprawdzam.games.blef.recall import NOTHING, ONE

TWO = np.float32(2.0)
LOST = np.float32(-1e9)  # less than anything is worth: there is nothing to compare with yet


def best_answer(graph, player, play, classes, mass, mine, theirs, least, hopeful, value):
    """The most that each hand of ``player`` can win, in ``value[0]``; returns how many histories were gone through.

    ``classes[group, look]`` are the rival's, ``mass[look, kind]`` how many of his hands look so beside an own kind,
    ``mine[group, hand]`` and ``theirs[group, look]`` how many cards count; hands are numbered as in ``rounds``.

    Histories that the rival brings about with a chance of ``least`` or less are not gone through: there the player
    checks at once, which is too little, or if ``hopeful``, wins every time, which is too much. With a ``least`` of 0
    the value is exact.
    """
    rival = 1 - player
    bids = len(graph.ladder)
    kinds = mass.shape[1]
    many = mass.shape[0]
    here = np.zeros(bids + 2, np.int64)
    then = np.zeros(bids + 2, np.int64)  # the next bid to go on with
    reach = np.zeros((bids + 2, many), np.float32)
    doubt = np.zeros(many, np.float32)
    tail = np.zeros((theirs.max() + 2, kinds), np.float32)
    prior = np.zeros(many, np.float32)
    whole = NOTHING
    for s in range(many):
        for k in range(kinds):
            prior[s] += mass[s, k]
        whole += prior[s]
    for s in range(many):
        prior[s] /= whole
    reach[0, :] = ONE
    value[0, :] = NOTHING if graph.actor[0] == rival else LOST
    depth = 0
    visited = 0
    while depth >= 0:
        now = here[depth]
        if then[depth] < bids - 1 - graph.last[now]:
            a = then[depth]
            then[depth] += 1
            there = graph.follow[graph.first[now] + a]
            g = graph.group[now]
            width = graph.sizes[g, rival]
            likely = NOTHING
            for s in range(many):
                p = reach[depth, s]
                if graph.actor[now] == rival:
                    p *= play[graph.play[now] + a * width + classes[g, s]]
                reach[depth + 1, s] = p
                likely += p * prior[s]
            if likely == NOTHING:
                continue
            depth += 1
            visited += 1
            here[depth] = there
            then[depth] = 0
            g = graph.group[there]
            more = bids - 1 - graph.last[there]
            if graph.actor[there] == rival:
                width = graph.sizes[g, rival]
                for s in range(many):
                    doubt[s] = reach[depth, s] * play[graph.play[there] + more * width + classes[g, s]]
                showdown(doubt, mass, theirs[g], mine[g], graph.quantity[there], False, tail, value[depth])
            else:
                quantity = graph.quantity[there]
                if likely <= least:
                    then[depth] = more
                    if hopeful:
                        quantity = 1 << 20
                showdown(reach[depth], mass, theirs[g], mine[g], quantity, True, tail, value[depth])
        else:
            if depth > 0:
                above = value[depth - 1]
                below = value[depth]
                if graph.actor[here[depth - 1]] == player:
                    for i in range(len(above)):
                        above[i] = max(above[i], below[i])
                else:
                    for i in range(len(above)):
                        above[i] += below[i]
            depth -= 1
    return visited


def showdown(reach, mass, theirs, mine, quantity, checked, tail, out):
    """``out``: for each hand how many rival hands make a bid hold less those that do not; ``checked`` by the player."""
    kinds = mass.shape[1]
    most = tail.shape[0] - 1
    tail[:] = NOTHING
    for s in range(len(reach)):
        p = reach[s]
        if p > NOTHING:
            row = tail[theirs[s]]
            for k in range(kinds):
                row[k] += p * mass[s, k]
    for n in range(most - 1, -1, -1):
        for k in range(kinds):
            tail[n, k] += tail[n + 1, k]
    for start in range(0, len(out), kinds):
        for k in range(kinds):
            need = min(most, max(0, quantity - mine[start + k]))
            holds = TWO * tail[need, k] - tail[0, k]
            out[start + k] = -holds if checked else holds
