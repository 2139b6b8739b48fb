"""Information-set Monte Carlo tree search over any game, built together with its rules.

Nodes are keyed by a hash of the acting seat's view: a tree keyed by the path of actions lets a seat see through its
own hidden card, a draw that is yet to come, or a rival's secret choice above it.

Every simulation has an *observer*, the seat whose view its world was imagined from. Only the observer's nodes learn
from it, because only there is the world a fair sample of what the seat can know. It begins with the seat that has to
decide. Every second simulation is for the rivals: it spreads over what the searching seat may do, a rival takes over at
its first decision, and the world is imagined anew from that rival's view. So rivals do not learn to play against cards
that they cannot see, and learn their answer to actions that the search itself has given up. A seat that is not the
observer plays what is good for it by its own node, tempered; as long as that has few visits, rather by instinct.

``nodes`` and ``edges`` are arrays of records, ``slots`` a hash table of node numbers (0: free). All other memory is in
the workspace ``w`` of the engine's loops. A node that is ``shut`` tries no further actions.
"""

import math

import numpy as np

from sprawdzam.engine.contract import GO_ON, TABLE, actors, apply, evidence, hide, imagine, instinct, legal, score
from sprawdzam.engine.fast import roll, step
from sprawdzam.engine.loops import clear, copy, finish, first_actor, instinctive, weighted

NODE = np.dtype([("key", "i8"), ("edge", "i8"), ("tried", "i8"), ("visits", "i8"), ("shut", "i8")])
EDGE = np.dtype([("action", "i8"), ("next", "i8"), ("visits", "i8"), ("total", "f8"), ("prior", "f8")])

M62 = (1 << 62) - 1
FACTOR = 0x2545F4914F6CDD1D
EXPLORE = 3.0
TEMPER = 0.06  # a difference of value that a rival hardly notices
DOUBT = 40  # visits at which a node is trusted as much as instinct
DRAWS = 8  # worlds that are drawn until one is believed
WIDEN = 1.5  # a node tries about WIDEN * sqrt(visits) actions, instinct's favourites first


def view_key(words, seat):
    """A hash of a view, in four interleaved chains."""
    a = seat + 1
    b = c = d = 1
    whole = len(words) // 4 * 4
    for i in range(0, whole, 4):
        a = mixed(a, words[i])
        b = mixed(b, words[i + 1])
        c = mixed(c, words[i + 2])
        d = mixed(d, words[i + 3])
    for i in range(whole, len(words)):
        a = mixed(a, words[i])
    return mixed(mixed(mixed(a, b), c), d)


def mixed(key, word):
    """A word more in a hash. Products only carry upwards, and a word holds four fields: without the shift down, views
    that differ in upper fields alone would share keys. The mask makes interpreted and compiled code agree.
    """
    key = ((key ^ word) * FACTOR) & M62
    return key ^ (key >> 31)


def find(nodes, slots, key):
    """The number of a node, or 0."""
    at = key & (len(slots) - 1)
    while slots[at] and nodes[slots[at]].key != key:
        at = (at + 1) & (len(slots) - 1)
    return slots[at]


def add_node(nodes, slots, key):
    """A new node's number; ``nodes[0]`` counts them."""
    number = nodes[0].visits + 1
    nodes[0].visits = number
    nodes[number].key = key
    nodes[number].edge = 0
    nodes[number].tried = 0
    nodes[number].visits = 0
    nodes[number].shut = 0
    at = key & (len(slots) - 1)
    while slots[at]:
        at = (at + 1) & (len(slots) - 1)
    slots[at] = number
    return number


def add_edge(nodes, edges, number, seat, n, w):
    """A new edge of a node, for an action that it has not tried, as instinct weighs them; ``w.seen`` is the view."""
    node = nodes[number]
    instinct(w.seen, seat, w.actions, n, w.weights)
    total = 0.0
    for i in range(n):
        total += w.weights[i]
    mark(node, edges, w, 1)
    for i in range(n):
        w.weights[i] = 0.0 if w.mark[w.actions[i]] else w.weights[i] / total + 1e-9
    mark(node, edges, w, 0)
    chosen = weighted(w.rng, w.weights, n)
    edge = edges[0].visits + 1
    edges[0].visits = edge
    edges[edge].action = w.actions[chosen]
    edges[edge].next = node.edge
    edges[edge].visits = 0
    edges[edge].total = 0.0
    edges[edge].prior = w.weights[chosen]
    node.edge = edge
    node.tried += 1
    return edge


def mark(node, edges, w, sign):
    """Marks the actions that a node has tried, or clears their marks."""
    edge = node.edge
    while edge:
        w.mark[edges[edge].action] = sign
        edge = edges[edge].next


def best_edge(node, edges):
    """The edge that promises most: its value so far, and instinct's liking as long as it was seldom tried."""
    spread = EXPLORE * math.sqrt(node.visits)
    best = 0
    most = -1.0
    edge = node.edge
    while edge:
        e = edges[edge]
        promise = e.total / e.visits + spread * e.prior / (1 + e.visits)
        if promise > most:
            most = promise
            best = edge
        edge = e.next
    return best


def any_tried(node, edges, rng):
    """One of the actions that were tried, all equally likely."""
    edge = node.edge
    for _ in range(roll(rng, 0, 0, node.tried)):
        edge = edges[edge].next
    return edges[edge].action


def hope(e):
    """What an edge may well be worth: few visits speak in its favour."""
    return e.total / e.visits + 0.5 / math.sqrt(e.visits)


def tempered(node, edges, rng):
    """What others must expect of the node: better actions more often, hardly different ones equally often.

    A rival that always took its momentary best would let the search hunt for what is only noise, and bluffing games
    would go round in circles; tempered answers settle.
    """
    best = 0.0
    edge = node.edge
    while edge:
        best = max(best, hope(edges[edge]))
        edge = edges[edge].next
    total = 0.0
    chosen = 0
    edge = node.edge
    while edge:  # a running draw: each edge replaces the chosen one with its share of the weight so far
        weight = math.exp((hope(edges[edge]) - best) / TEMPER)
        total += weight
        if step(rng) * total < weight * 4294967296.0:
            chosen = edge
        edge = edges[edge].next
    return edges[chosen].action


def believe(view, seat, w):
    """Makes the state a world that a view allows, the more often the better it agrees with what the rivals did."""
    for _ in range(DRAWS):
        copy(w.state_words, view)
        imagine(w.state, seat, w.rng)
        likely = evidence(w.state, seat)
        if likely >= 1.0 or step(w.rng) < likely * 4294967296.0:
            break


def simulate(me, nodes, edges, slots, w):
    """One simulation from the view in ``w.root`` of seat ``me``."""
    s = w.state
    rng = w.rng
    believe(w.root_words, me, w)
    observer = me
    for_rivals = nodes[0].visits > 0 and step(rng) & 1  # the first one makes the root
    depth = 0
    while True:
        mask = actors(s)
        if mask == 0:
            break
        if mask >> TABLE:
            apply(s, TABLE, GO_ON, rng)
            continue
        seat = observer if (mask >> observer) & 1 else first_actor(mask)  # first choices commute (law 5)
        n = legal(s, seat, w.actions)
        if n == 1:
            apply(s, seat, w.actions[0], rng)
            continue
        clear(w.seen_words)
        hide(s, seat, w.seen)
        if for_rivals and seat != observer and (observer == me or step(rng) & 1):
            believe(w.seen_words, seat, w)
            observer = seat
            depth = 0
        key = view_key(w.seen_words, seat)
        number = find(nodes, slots, key)
        if seat != observer or (for_rivals and observer == me):
            if number == 0 or roll(rng, 0, 0, nodes[number].visits + DOUBT) < DOUBT:
                action = instinctive(seat, n, w)
            elif seat == me and observer == me:
                action = any_tried(nodes[number], edges, rng)
            else:
                action = tempered(nodes[number], edges, rng)
            apply(s, seat, action, rng)
            continue
        if number == 0:
            if nodes[0].visits + 1 >= len(nodes) or edges[0].visits + 1 >= len(edges):  # a node needs an edge
                break
            number = add_node(nodes, slots, key)
        node = nodes[number]
        fresh = not node.shut and node.tried < n and node.tried <= WIDEN * math.sqrt(node.visits)
        if fresh and edges[0].visits + 1 < len(edges):
            edge = add_edge(nodes, edges, number, seat, n, w)
        else:
            edge = best_edge(node, edges)
        w.path[depth] = edge
        w.nodes[depth] = number
        depth += 1
        apply(s, seat, edges[edge].action, rng)
        if edges[edge].visits == 0 or depth == len(w.path):
            break
    finish(s, w)
    score(s, w.result)
    worst = max(2, s.seats)  # whoever plays alone is first or second
    value = (worst - w.result[observer][1]) / (worst - 1.0)
    for i in range(depth):
        nodes[w.nodes[i]].visits += 1
        edges[w.path[i]].visits += 1
        edges[w.path[i]].total += value


def search(work, me, nodes, edges, slots, number):
    """``number`` simulations more in the same tree."""
    w = work[0]
    for _ in range(number):
        simulate(me, nodes, edges, slots, w)


def root_key(work, me):
    """The key of the view that is searched from."""
    return view_key(work[0].root_words, me)
