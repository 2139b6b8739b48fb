"""Two players with a short memory (see ``memory``): what they come to, what it is worth, and what they regret.

For each situation there is a table with a row for each class of whoever acts and a column for each class of the other
one. What follows a bid has rows and columns the other way round, and fewer of them where the value is higher. So the
columns are folded once for all bids on a value, and each bid costs as much as the folded table is large.
"""

import numpy as np

NOTHING = np.float32(0.0)
ONE = np.float32(1.0)
SLIP = np.float32(1e-4)
TINY = np.float32(1e-20)  # less is nothing: the very smallest numbers are slow, and their inverse is infinite


def options(graph, here):
    """How many things can be done: higher bids, and the check if there is a bid (BL-08, R6)."""
    return len(graph.ladder) - 1 - graph.last[here] + (1 if graph.last[here] >= 0 else 0)


def match_weights(graph, weights, play):
    """``play``: how likely each class is to do what, in proportion to its weights; anything if all are 0."""
    for here in range(len(graph.last)):
        width = graph.sizes[graph.group[here], graph.actor[here]]
        start = graph.play[here]
        many = options(graph, here)
        for i in range(width):
            total = NOTHING
            for a in range(many):
                total += np.float32(weights[start + a * width + i])
            for a in range(many):
                place = start + a * width + i
                play[place] = np.float32(weights[place]) / total if total > TINY else ONE / np.float32(many)


def tremble(graph, play, out):
    """Play of those who do anything by mistake with the chance ``SLIP``: so the other one learns to answer it."""
    for here in range(len(graph.last)):
        even = ONE / np.float32(options(graph, here))
        for place in range(graph.play[here], graph.play[here + 1]):
            out[place] = play[place] + SLIP * (even - play[place])


def same_value(graph, here, a):
    """Where the bids end that are on the same value as the ``a``-th of those that can be made."""
    bid = graph.last[here] + 1 + a
    end = a
    while bid < len(graph.ladder) and graph.ladder[bid] == graph.ladder[graph.last[here] + 1 + a]:
        bid += 1
        end += 1
    return end


def fold(table, rows, columns, along, wide, folded):
    """Columns of classes that become one are added up."""
    for i in range(rows):
        to = folded[i]
        to[:wide] = NOTHING
        source = table[i * columns : (i + 1) * columns]
        for j in range(columns):
            to[along[j]] += source[j]


def flow(graph, play, joint, reach, space):
    """``reach``: how likely it comes to each situation with each pair of classes, from ``joint`` at the start."""
    folded, sheet, _sums = space
    reach[:] = NOTHING
    for i in range(len(joint)):
        reach[i] = joint[i]
    for here in range(len(graph.last)):
        g = graph.group[here]
        who = graph.actor[here]
        rows = graph.sizes[g, who]
        columns = graph.sizes[g, 1 - who]
        a = 0
        many = len(graph.ladder) - 1 - graph.last[here]
        while a < many:
            end = same_value(graph, here, a)
            later = graph.group[graph.follow[graph.first[here] + a]]
            down = graph.merge[who, g, later]
            high = graph.sizes[later, who]
            wide = graph.sizes[later, 1 - who]
            from_here = reach[graph.pair[here] : graph.pair[here + 1]]
            fold(from_here, rows, columns, graph.merge[1 - who, g, later], wide, folded)
            while a < end:
                there = graph.follow[graph.first[here] + a]
                chance = play[graph.play[here] + a * rows : graph.play[here] + (a + 1) * rows]
                for y in range(high):
                    sheet[y, :wide] = NOTHING
                for i in range(rows):
                    p = chance[i]
                    to = sheet[down[i]]
                    source = folded[i]
                    for x in range(wide):
                        to[x] += p * source[x]
                target = reach[graph.pair[there] : graph.pair[there + 1]]
                for x in range(wide):
                    for y in range(high):
                        target[x * high + y] += sheet[y, x]
                a += 1


def own_flow(graph, player, play, begin, own_at, own):
    """``own``: how likely each class of a player comes to each situation, were the rival to do everything at once."""
    own[:] = NOTHING
    for i in range(len(begin)):
        own[i] = begin[i]
    for here in range(len(graph.last)):
        g = graph.group[here]
        width = graph.sizes[g, player]
        for a in range(len(graph.ladder) - 1 - graph.last[here]):
            there = graph.follow[graph.first[here] + a]
            to = graph.merge[player, g, graph.group[there]]
            for i in range(width):
                p = own[own_at[here] + i]
                if graph.actor[here] == player:
                    p *= play[graph.play[here] + a * width + i]
                own[own_at[there] + to[i]] += p


def regret(graph, player, play, reach, own, own_at, worth, weights, gains, space):
    """``worth``: what each pair of classes is worth to the starter. The player learns, by regret matching plus.

    A class regrets what it would have won more by something else, over all ways in which it came here: each counts as
    much as the rival does what leads here, and as the player himself does what leads here rather than elsewhere.
    """
    sign = ONE if player == 0 else -ONE
    for here in range(len(graph.last) - 1, -1, -1):
        who = graph.actor[here]
        rows = graph.sizes[graph.group[here], who]
        look_ahead(graph, here, who == player, play, reach, worth, gains, space)
        if who != player:
            continue
        many = options(graph, here)
        for i in range(rows):
            mean = NOTHING
            for a in range(many):
                mean += play[graph.play[here] + a * rows + i] * gains[a * rows + i]
            come = own[own_at[here] + i]
            scale = sign / come if come > TINY else NOTHING
            for a in range(many):
                place = graph.play[here] + a * rows + i
                more = weights[place] + (gains[a * rows + i] - mean) * scale
                weights[place] = more if more > TINY else NOTHING


def look_ahead(graph, here, gaining, play, reach, worth, gains, space):
    """What a situation is worth, and if ``gaining``, what each thing that can be done is worth to each class."""
    folded, sheet, sums = space
    g = graph.group[here]
    who = graph.actor[here]
    rows = graph.sizes[g, who]
    columns = graph.sizes[g, 1 - who]
    value = worth[graph.pair[here] : graph.pair[here + 1]]
    come = reach[graph.pair[here] : graph.pair[here + 1]]
    value[:] = NOTHING
    a = 0
    many = len(graph.ladder) - 1 - graph.last[here]
    while a < many:
        end = same_value(graph, here, a)
        later = graph.group[graph.follow[graph.first[here] + a]]
        down = graph.merge[who, g, later]
        along = graph.merge[1 - who, g, later]
        high = graph.sizes[later, who]
        wide = graph.sizes[later, 1 - who]
        if gaining:
            fold(come, rows, columns, along, wide, folded)
        for i in range(rows):
            sums[i, :wide] = NOTHING
        while a < end:
            there = graph.follow[graph.first[here] + a]
            source = worth[graph.pair[there] : graph.pair[there + 1]]
            for x in range(wide):
                for y in range(high):
                    sheet[y, x] = source[x * high + y]
            chance = play[graph.play[here] + a * rows : graph.play[here] + (a + 1) * rows]
            for i in range(rows):
                add_row(chance[i], sheet[down[i]], wide, sums[i])
                if gaining:
                    gains[a * rows + i] = product(folded[i], sheet[down[i]], wide)
            a += 1
        for i in range(rows):
            for j in range(columns):
                value[i * columns + j] += sums[i, along[j]]
    if graph.last[here] >= 0:
        chance = play[graph.play[here] + many * rows : graph.play[here] + (many + 1) * rows]
        check(graph, here, chance, come, value, gains[many * rows : (many + 1) * rows])


def add_row(p, source, wide, to):
    for x in range(wide):
        to[x] += p * source[x]


def product(first, second, wide):
    """Four sums at a time, which the compiler makes one instruction of."""
    a = b = c = d = NOTHING
    whole = wide - wide % 4
    for x in range(0, whole, 4):
        a += first[x] * second[x]
        b += first[x + 1] * second[x + 1]
        c += first[x + 2] * second[x + 2]
        d += first[x + 3] * second[x + 3]
    for x in range(whole, wide):
        a += first[x] * second[x]
    return (a + b) + (c + d)


def check(graph, here, chance, come, value, gain):
    """What a check is worth (BL-15, BL-16), for ``look_ahead``."""
    g = graph.group[here]
    who = graph.actor[here]
    columns = graph.sizes[g, 1 - who]
    mine = graph.counts[who, g]
    theirs = graph.counts[1 - who, g]
    lost = -ONE if who == 0 else ONE  # to the starter, if the bid holds
    quantity = graph.quantity[here]
    for i in range(len(chance)):
        all_of = NOTHING
        for j in range(columns):
            one = lost if mine[i] + theirs[j] >= quantity else -lost
            value[i * columns + j] += chance[i] * one
            all_of += come[i * columns + j] * one
        gain[i] = all_of


def keep_shares(graph, cards, play, most, out):
    """Play as whole numbers: what is done with a share of 1 gets ``most``. ``cards`` are those of both players.

    A check that cannot fail is always made, and one that cannot succeed only if nothing else can be done: averages may
    say otherwise where it hardly ever comes to that.
    """
    for here in range(len(graph.last)):
        who = graph.actor[here]
        g = graph.group[here]
        width = graph.sizes[g, who]
        many = options(graph, here)
        for i in range(width):
            others = 0
            for a in range(many):
                place = graph.play[here] + a * width + i
                out[place] = int(play[place] * most + np.float32(0.5))
                if a < many - 1:
                    others += out[place]
            if graph.last[here] < 0 or many == 1:
                continue
            own = graph.counts[who, g, i]
            sure = own + cards[1 - who] < graph.quantity[here]
            if sure or own >= graph.quantity[here]:
                for a in range(many - 1):
                    place = graph.play[here] + a * width + i
                    out[place] = 0 if sure else max(out[place], 1 if others == 0 else 0)
                out[graph.play[here] + (many - 1) * width + i] = most if sure else 0


def average(graph, player, play, own, own_at, pace, averages):
    """A player's play is added to the averages, as much as he comes to where he plays so."""
    for here in range(len(graph.last)):
        if graph.actor[here] == player:
            width = graph.sizes[graph.group[here], player]
            for a in range(options(graph, here)):
                for i in range(width):
                    place = graph.play[here] + a * width + i
                    averages[place] += pace * own[own_at[here] + i] * play[place]
