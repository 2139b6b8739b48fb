"""Fast chance: xorshift128 in four 32-bit words, for simulations and search only.

It is linear: whoever sees enough draws can solve for the rest, so it never deals a real match. Shifts and xors of
non-negative numbers below 2**32 only, so that interpreted and compiled code agree bit for bit. It ignores the
address of a draw. Compiled rules draw from here; ``rng`` is an array (or list) of four integers.
"""

M32 = 0xFFFFFFFF


def seed(rng, number):
    """Sets the four words from one number, of which 64 bits count."""
    low = number & M32
    high = (number >> 32) & M32
    for i in range(4):
        low = (low * 747796405 + 2891336453 + i) & M32
        high = ((high ^ (low >> 7)) * 277803737 + 1442695041 + i) & M32
        rng[i] = (low ^ high) & M32
    rng[3] |= 1  # four zero words would stay zero


def step(rng):
    """The next 32 bits."""
    t = rng[0] ^ ((rng[0] << 11) & M32)
    rng[0] = rng[1]
    rng[1] = rng[2]
    rng[2] = rng[3]
    w = rng[3]
    w = w ^ (w >> 19) ^ t ^ (t >> 8)
    rng[3] = w
    return w


def roll(rng, zone, number, n):
    """A number below ``n``, all equally likely."""
    return (step(rng) * n) >> 32


def take(rng, zone, number, counts, total):
    """The kind of one piece drawn from a multiset: ``counts[k]`` of kind ``k``, ``total`` in all."""
    place = (step(rng) * total) >> 32
    kind = 0
    reached = 0
    for k in range(len(counts)):  # no early exit: a branch that chance decides costs more than the additions
        reached += counts[k]
        kind += reached <= place
    return kind
