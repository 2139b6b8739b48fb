"""The bids of a round: they ascend (BL-12), so the set of them says all, and a set takes few numbers as bits.

Bit ``bid % BITS`` of ``bids[bid // BITS]`` is a bid. The last few are in ``newest``, too: they are asked for most.
"""

BITS = 15  # of a number, so that none is negative
NEWEST = 3


def add_bid(s, bid):
    s.bids[bid // BITS] |= 1 << bid % BITS
    for i in range(NEWEST - 1, 0, -1):
        s.newest[i] = s.newest[i - 1]
    s.newest[0] = bid
    s.made += 1


def clear_bids(s):
    for i in range(len(s.bids)):
        s.bids[i] = 0
    for i in range(NEWEST):
        s.newest[i] = 0
    s.made = 0


def bid_before(s, bid):
    """The bid that this one has raised: the next lower one of the round (BL-12); -1 if there is none."""
    word = bid // BITS
    lower = s.bids[word] & ((1 << bid % BITS) - 1)
    while lower == 0 and word > 0:
        word -= 1
        lower = s.bids[word]
    before = word * BITS - 1
    while lower:
        lower >>= 1
        before += 1
    return before


def all_bids(s):
    """From the first one to the last."""
    return [i * BITS + bit for i, word in enumerate(s.bids) if word for bit in range(BITS) if word >> bit & 1]
