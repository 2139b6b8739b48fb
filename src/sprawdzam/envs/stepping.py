"""Many matches in one array, stepped from outside; written once and built together with a game's rules.

A match is a record ``m`` (see ``core.match_type``): its state, its chance, a generator for the bots at its table, and
who plays each seat. All other memory is in the workspace ``w``, one for each thread. Whoever chooses at once with
others is asked in seat order (law 5), each seat once: nobody is offered to revise a choice (``blef`` R8), because no
bound counts revisions and an agent could go on for ever.
"""

from sprawdzam.engine.contract import GO_ON, TABLE, actors, apply, deal, hide, legal, score
from sprawdzam.engine.fast import roll, seed
from sprawdzam.engine.loops import by_chance, by_instinct, clear, copy, first_actor
from sprawdzam.envs.encode import encode

AGENT, RANDOM, INSTINCT = 0, 1, 2  # who plays a seat
WHIM = 0x5DEECE66D  # sets the generator of bots and random actions apart from chance


def asked(m):
    """The seat that acts next, ``TABLE`` before a step of the table, -1 at the end."""
    mask = actors(m.state)
    if mask == 0:
        return -1
    return TABLE if mask >> TABLE else first_actor(mask)


def open_match(m, w):
    """Deals the match of ``m.seed``."""
    copy(m.state_words, w.start_words)
    seed(m.chance, m.seed)
    seed(m.whim, m.seed ^ WHIM)
    m.length = 0
    deal(m.state, m.chance)


def advance(m, w):
    """Plays what the table and the bots do next; the agent's seat that is asked then, -1 at the end."""
    s = m.state
    while True:
        seat = asked(m)
        if seat == TABLE:
            apply(s, TABLE, GO_ON, m.chance)
        elif seat < 0 or m.style[seat] == AGENT:
            return seat
        else:
            copy(w.rng, m.whim)
            action = by_chance(s, seat, w) if m.style[seat] == RANDOM else by_instinct(s, seat, w)
            copy(m.whim, w.rng)
            apply(s, seat, action, m.chance)


def pay(m, w):
    """Rewards at the end, by rank: 1 for the first, -1 for the last, evenly between; who shares a rank shares them."""
    s = m.state
    score(s, w.result)
    worst = max(2, s.seats)  # whoever plays alone is first or second
    for p in range(s.seats):
        rank = w.result[p][1]
        same = 0
        for q in range(s.seats):
            same += w.result[q][1] == rank
        place = rank + (same - 1) / 2.0
        w.reward[p] = 1.0 - 2.0 * (place - 1.0) / (worst - 1.0)


def show(matches, work, views, rows, low, high, seats, observations, masks, drawn):
    """Observation and legal actions of seat ``seats[at]`` of each match, both from its view (law 4).

    Whoever is not asked has no legal action. Any of them, all equally likely, goes into ``drawn`` if that has place for
    it. ``rows`` are the bytes of ``views``, a few of them at a time.
    """
    w = work[0]
    players = w.start.seats
    for block in range(low, high, len(views)):
        end = min(block + len(views), high)
        for at in range(block, end):
            v = views[at - block]
            seat = seats[at]
            clear(v.seen_words)
            hide(matches[at].state, seat, v.seen)
            for i in range(len(w.actions)):  # of a length that is known when this is compiled
                masks[at, i] = 0
            n = legal(v.seen, seat, w.actions) if seat >= 0 and (actors(v.seen) >> seat) & 1 else 0
            for i in range(n):
                masks[at, w.actions[i]] = 1
            if n > 0 and len(drawn) > 0:
                drawn[at] = w.actions[roll(matches[at].whim, 0, 0, n)]
        encode(rows, block, end, seats, players, observations)


def begin(matches, work, low, high, seats):
    """Deals the matches from ``low`` to before ``high``, by their seeds, and plays up to the first question."""
    w = work[0]
    for at in range(low, high):
        m = matches[at]
        open_match(m, w)
        seats[at] = first_question(m, w, len(matches))


def first_question(m, w, stride):
    """Plays up to the first question to an agent; a match that ends without one makes place for the next."""
    seat = advance(m, w)
    while seat < 0:
        m.seed += stride
        open_match(m, w)
        seat = advance(m, w)
    return seat


def play(matches, work, low, high, actions, seats, rewards, dones, points, ranks, lengths):
    """One action of each match from ``low`` to before ``high``; a match that ends makes place for the next at once."""
    w = work[0]
    for at in range(low, high):
        m = matches[at]
        apply(m.state, seats[at], actions[at], m.chance)
        m.length += 1
        seat = advance(m, w)
        dones[at] = seat < 0
        for p in range(rewards.shape[1]):
            rewards[at, p] = 0.0
        if seat < 0:
            pay(m, w)
            for p in range(rewards.shape[1]):
                rewards[at, p] = w.reward[p]
                points[at, p] = w.result[p][0]
                ranks[at, p] = w.result[p][1]
            lengths[at] = m.length
            m.seed += len(matches)
            open_match(m, w)
            seat = first_question(m, w, len(matches))
        seats[at] = seat


def step(
    matches, work, views, rows, low, high, actions, seats, observations, masks, drawn,
    rewards, dones, points, ranks, lengths,
):  # fmt: skip
    """One action of each match, then what is seen and asked; block by block, as long as a match is in the cache."""
    size = len(views)
    for block in range(low, high, size):
        end = min(block + size, high)
        play(matches, work, block, end, actions, seats, rewards, dones, points, ranks, lengths)
        show(matches, work, views, rows, block, end, seats, observations, masks, drawn)


def refused(masks, actions):
    """The first match whose action is not legal, -1 if all are."""
    for at in range(len(actions)):
        if not 0 <= actions[at] < masks.shape[1] or not masks[at, actions[at]]:
            return at
    return -1


def go(matches, work, seat, action, auto):
    """Plays an action of a seat (or of the table) in the first match; then, if it is meant to, what the table does.

    With -1 for the seat the match is opened instead. Returns the new mask of actors, or -1 for an action that is not
    legal: then nothing has changed.
    """
    m = matches[0]
    w = work[0]
    if seat < 0:
        open_match(m, w)
    else:
        if not (actors(m.state) >> seat) & 1:
            return -1
        n = legal(m.state, seat, w.actions)
        found = False
        for i in range(n):
            found |= w.actions[i] == action
        if not found:
            return -1
        apply(m.state, seat, action, m.chance)
        m.length += 1
    while auto and actors(m.state) >> TABLE:
        apply(m.state, TABLE, GO_ON, m.chance)
    return actors(m.state)


def listed(matches, work, seat):
    """How many legal actions a seat has; they stand in ``w.actions``. Whoever is not asked has none."""
    s = matches[0].state
    return legal(s, seat, work[0].actions) if (actors(s) >> seat) & 1 else 0


def finals(matches, work):
    """Writes the rewards at the end into ``w.reward``, points and ranks into ``w.result``."""
    pay(matches[0], work[0])
