"""The public tree of a round for two, walked with whole vectors of hands: regrets, averages and best answers.

A walk goes through all histories behind one opening bid, in the order of their numbers (see ``rounds``), which visits
each history before those that go on from it. What is known about a path lies in arrays by depth, the number of bids.

Tables of a player have a row for each history in which he made the last bid (kind of row ``BID``) and one for each in
which he may check (``CHECK_ROW``), at half the number of the history; a row has one entry for each of his hands.
Entries are weights: a player does what he does in proportion to them, and anything if all are 0.
"""

import numpy as np

BID, CHECK_ROW = 0, 1
NOTHING = np.float32(0.0)
ONE = np.float32(1.0)
SLIP = np.float32(1e-4)
TINY = np.float32(1e-18)  # less is nothing: the very smallest numbers are slow, and their inverse is infinite


def low_bit(history):
    """The place of the last bid of a history, counted from the highest bid."""
    place = 0
    while (history >> place) & 1 == 0:
        place += 1
    return place


def last_slot(depth, player):
    """The depth at which a player's last bid on a path was made: he is the starter (0) or the other one (1)."""
    return depth - ((depth + player + 1) & 1)


def chances(weights, history, low, total):
    """``total`` becomes 1 / the sum of the weights of all that can be done in a history; 0 where all are 0."""
    row = weights[CHECK_ROW, history >> 1]
    for i in range(len(total)):
        total[i] = np.float32(row[i])
    for place in range(low):
        row = weights[BID, (history | (1 << place)) >> 1]
        for i in range(len(total)):
            total[i] += np.float32(row[i])
    for i in range(len(total)):
        total[i] = ONE / total[i] if total[i] > TINY else NOTHING


def play_row(weights, total, any_of, slip, reach, out):
    """``out``: how likely each hand is to come here and then do what a row of weights belongs to.

    With the chance ``slip`` anything is done by mistake: so a player learns to answer what the rival never means to do,
    and to go on well after a mistake of his own.
    """
    even = ONE / np.float32(any_of)
    for i in range(len(out)):
        share = np.float32(weights[i]) * total[i] if total[i] > NOTHING else even
        share += slip * (even - share)
        come = reach[i] * share
        out[i] = come if come > TINY else NOTHING


def meet(mass, cards, own_cards, sums, out):
    """``out``: for each kind of the own hand the mass of all rival hands that can be dealt beside it.

    ``mass`` is that of one deal of each kind of rival hand. Of all deals those go that use one of the own cards; those
    that use both own cards were then taken twice (card removal is exact). Kinds of two cards lie as the upper triangle
    of a table of their pairs. Unsigned places are not looked at for a minus, which doubles the speed.
    """
    pairs = len(sums)
    whole = NOTHING
    if cards == 1:
        for pair in range(pairs):
            sums[pair] = mass[pair]
            whole += mass[pair]
        whole += whole
    else:
        for pair in range(pairs):
            sums[pair] = NOTHING
        at = 0
        for first in range(pairs):
            inner = NOTHING
            for i in range(first + 1, pairs):
                one = mass[np.uintp(at + i)]
                sums[np.uintp(i)] += one + one
                inner += one
            inner += inner
            sums[first] += inner + mass[at + first]
            whole += inner + inner + mass[at + first]
            at += pairs - first - 1
    if own_cards == 1:
        for pair in range(pairs):
            out[pair] = whole - sums[pair]
    else:
        at = 0
        for first in range(pairs):
            left = whole - sums[first]
            for i in range(first, pairs):
                out[np.uintp(at + i)] = left - sums[np.uintp(i)]
            at += pairs - first - 1
        if cards == 2:
            for kind in range(len(out)):
                out[kind] += mass[kind]


def showdown(mass, value, quantity, own, rival, space, out):
    """``out``: for each own hand the mass of rival hands with which a bid holds, less that of those with which not.

    ``own`` and ``rival`` are (cards, kinds, counts) of the players, ``mass`` of the rival's hands.
    """
    cards, kinds, counts = rival
    own_cards, own_kinds, own_counts = own
    merge_room, sums, step = space
    merge = merge_room[:kinds]
    for have in range(own_cards + 1):  # step[n]: what it is worth to have n that count rather than n - 1
        missing = quantity - have
        met = step[have]
        if missing < 0 or (have > 0 and missing > cards):  # nothing changes: too many, or too few
            same = step[have - 1]
            for kind in range(own_kinds):
                met[kind] = same[kind]
            continue
        for kind in range(kinds):
            merge[kind] = NOTHING
        for first in range(0, len(mass), kinds):
            part = mass[first : first + kinds]
            if missing <= 0:
                for kind in range(kinds):
                    merge[kind] += part[kind]
            elif missing > cards:
                for kind in range(kinds):
                    merge[kind] -= part[kind]
            else:
                enough = counts[value, missing - 1, first : first + kinds]
                for kind in range(kinds):
                    merge[kind] += part[kind] * (enough[kind] + enough[kind] - ONE)
        meet(merge, cards, own_cards, sums, met[:own_kinds])
    for have in range(own_cards, 0, -1):
        upper = step[have]
        lower = step[have - 1]
        for kind in range(own_kinds):
            upper[kind] -= lower[kind]
    least = step[0]
    for first in range(0, len(out), own_kinds):
        for kind in range(own_kinds):
            out[np.uintp(first + kind)] = least[kind]
        for have in range(own_cards):
            upper = step[have + 1]
            there = own_counts[value, have]
            for kind in range(own_kinds):
                out[np.uintp(first + kind)] += upper[kind] * there[np.uintp(first + kind)]


def learn(player, opening, bids, total, own, rival, tables, rival_weights, pace, begin, stacks, space):
    """One walk of CFR+: ``player`` learns from how the rival plays now. The values of his hands are in ``stacks``.

    ``tables`` are (regrets, averages) of the player; regrets are the weights that he plays by now. ``begin`` are how
    likely the hands of the player and of the rival are to come to this opening.
    """
    weights, averages = tables
    reach, rival_reach, _totals, _rival_totals, _values, _checks, _answers, _doubt = stacks
    root = 1 << (bids - 1 - opening)
    reach[last_slot(1, player)][:] = begin[0]
    rival_reach[last_slot(1, 1 - player)][:] = begin[1]
    depth = 1
    node = root
    path = np.zeros(bids + 1, np.int64)
    path[1] = root
    low = low_bit(node)
    enter(player, node, low, depth, bids, total, own, rival, weights, averages, rival_weights, pace, stacks, space)
    for node in range(root + 1, 2 * root):
        parent = node & (node - 1)
        while path[depth] != parent:
            leave(player, path[depth], depth, weights, stacks)
            depth -= 1
        low = low_bit(node)
        descend(player, node, parent, depth, weights, averages, rival_weights, pace, stacks)
        depth += 1
        path[depth] = node
        enter(player, node, low, depth, bids, total, own, rival, weights, averages, rival_weights, pace, stacks, space)
    while depth > 0:
        leave(player, path[depth], depth, weights, stacks)
        depth -= 1


def descend(player, node, parent, depth, weights, averages, rival_weights, pace, stacks):
    """The reach of whoever made the last bid of a history."""
    reach, rival_reach, totals, rival_totals, _values, _checks, _answers, _doubt = stacks
    options = low_bit(parent) + 1
    if depth & 1 == player:
        mine = reach[depth + 1]
        before = reach[last_slot(depth, player)]
        play_row(weights[BID, node >> 1], totals[depth], options, NOTHING, before, mine)
        average = averages[BID, node >> 1]
        for i in range(len(mine)):
            average[i] += pace * mine[i]
        play_row(weights[BID, node >> 1], totals[depth], options, SLIP, before, mine)
    else:
        before = rival_reach[last_slot(depth, 1 - player)]
        play_row(rival_weights[BID, node >> 1], rival_totals[depth], options, SLIP, before, rival_reach[depth + 1])


def enter(player, node, low, depth, bids, total, own, rival, weights, averages, rival_weights, pace, stacks, space):
    """What a check is worth here, and how likely everything that can be done here is."""
    reach, rival_reach, totals, rival_totals, values, checks, _answers, doubt = stacks
    bid = bids - 1 - low
    value = values[depth]
    mass = rival_reach[last_slot(depth, 1 - player)]
    if depth & 1 == player:
        check = checks[depth]
        showdown(mass, bid // total, bid % total + 1, own, rival, space, check)
        mine = totals[depth]
        share = np.float32(1.0)
        if low:
            chances(weights, node, low, mine)
            share = ONE / np.float32(low + 1)
        row = weights[CHECK_ROW, node >> 1]
        average = averages[CHECK_ROW, node >> 1]
        come = reach[last_slot(depth, player)]
        for i in range(len(value)):
            check[i] = -check[i]
            likely = row[i] * mine[i] if low and mine[i] > NOTHING else share
            value[i] = likely * check[i]
        if low:
            for i in range(len(value)):
                average[i] += pace * come[i] * (row[i] * mine[i] if mine[i] > NOTHING else share)
    elif low:
        chances(rival_weights, node, low, rival_totals[depth])
        play_row(rival_weights[CHECK_ROW, node >> 1], rival_totals[depth], low + 1, SLIP, mass, doubt)
        showdown(doubt, bid // total, bid % total + 1, own, rival, space, value)
    else:
        showdown(mass, bid // total, bid % total + 1, own, rival, space, value)


def leave(player, node, depth, weights, stacks):
    """Regrets of a history whose followers are all known; its value goes to the history that it follows."""
    _reach, _rival_reach, totals, _rival_totals, values, checks, answers, _doubt = stacks
    low = low_bit(node)
    value = values[depth]
    if low and depth & 1 == player:
        regret_row(weights[CHECK_ROW, node >> 1], checks[depth], value)
        for place in range(low):
            regret_row(weights[BID, (node | (1 << place)) >> 1], answers[depth, place], value)
    if depth == 1:
        return
    above = values[depth - 1]
    if depth & 1 == player:  # the rival bid
        for i in range(len(value)):
            above[i] += value[i]
    else:
        answer = answers[depth - 1, low]
        mine = totals[depth - 1]
        row = weights[BID, node >> 1]
        even = ONE / np.float32(low_bit(node & (node - 1)) + 1)
        for i in range(len(value)):
            answer[i] = value[i]
            above[i] += value[i] * (row[i] * mine[i] if mine[i] > NOTHING else even)


def regret_row(regrets, answer, value):
    """Regret matching plus."""
    for i in range(len(value)):
        regret = regrets[i] + (answer[i] - value[i])
        regrets[i] = regret if regret > TINY else NOTHING


def best_answer(player, opening, bids, total, own, rival, rival_weights, begin, stacks, space):
    """The most that each hand of ``player`` can win behind an opening, against fixed weights of the rival."""
    _reach, rival_reach, _totals, rival_totals, values, _checks, _answers, doubt = stacks
    root = 1 << (bids - 1 - opening)
    rival_reach[last_slot(1, 1 - player)][:] = begin
    path = np.zeros(bids + 1, np.int64)
    depth = 0
    for node in range(root, 2 * root):
        parent = node & (node - 1)
        while depth > 0 and path[depth] != parent:
            keep_best(player, depth, values)
            depth -= 1
        if depth > 0 and depth & 1 != player:
            before = rival_reach[last_slot(depth, 1 - player)]
            row = rival_weights[BID, node >> 1]
            play_row(row, rival_totals[depth], low_bit(parent) + 1, NOTHING, before, rival_reach[depth + 1])
        depth += 1
        path[depth] = node
        low = low_bit(node)
        bid = bids - 1 - low
        mass = rival_reach[last_slot(depth, 1 - player)]
        if depth & 1 != player and low:
            chances(rival_weights, node, low, rival_totals[depth])
            play_row(rival_weights[CHECK_ROW, node >> 1], rival_totals[depth], low + 1, NOTHING, mass, doubt)
            mass = doubt
        showdown(mass, bid // total, bid % total + 1, own, rival, space, values[depth])
        if depth & 1 == player:
            for i in range(len(values[depth])):
                values[depth, i] = -values[depth, i]
    while depth > 1:
        keep_best(player, depth, values)
        depth -= 1


def keep_best(player, depth, values):
    """What a history is worth goes to the one before it."""
    value = values[depth]
    above = values[depth - 1]
    if (depth - 1) & 1 == player:
        for i in range(len(value)):
            above[i] = max(above[i], value[i])
    else:
        for i in range(len(value)):
            above[i] += value[i]


def keep_shares(player, bids, total, rival_cards, plain, wild, averages, most, out):
    """The averages of a player as whole numbers: what is done with a share of 1 gets ``most``.

    A check that cannot fail is always made, and one that cannot succeed only if nothing else can be done: averages may
    say otherwise where a rival who plays well never lets it come to that. ``plain`` and ``wild`` are the counts of the
    player's hands in rounds that were opened on ones, and in others.
    """
    width = averages.shape[2]
    sums = np.zeros(width, np.float32)
    for history in range(1 << bids):
        low = low_bit(history) if history else bids
        if low == 0 or ones(history) & 1 != player:
            continue
        chances(averages, history, low, sums)
        opened_on_ones = history >> (bids - total) > 0
        counts = plain if opened_on_ones else wild
        value = (bids - 1 - low) // total
        quantity = (bids - 1 - low) % total + 1
        for place in range(-1, low):  # -1: the check; nobody can check before a bid, so that row is empty
            row = CHECK_ROW if place < 0 else BID
            at = history >> 1 if place < 0 else (history | (1 << place)) >> 1
            for i in range(width):
                share = int(averages[row, at, i] * sums[i] * most + np.float32(0.5))
                if history:
                    own = int(counts[value, 0, i] + counts[value, 1, i])
                    if own + rival_cards < quantity:
                        share = int(most) if place < 0 else 0
                    elif own >= quantity:
                        doubts = averages[CHECK_ROW, history >> 1, i] * sums[i] * most >= most - ONE
                        share = 0 if place < 0 else max(share, int(doubts))
                out[row, at, i] = share


def ones(history):
    """How many bids a history has."""
    found = 0
    while history:
        found += history & 1
        history >>= 1
    return found
