"""The bids of a round as a set of bits: nothing of them is lost, since they ascend."""

from __future__ import annotations

from random import Random

import pytest

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.compiled import compiled
from sprawdzam.games.blef import instinct
from sprawdzam.games.blef.bids import add_bid, all_bids, bid_before, clear_bids
from sprawdzam.games.blef.rules import MOST, VALUES, ones_are_jokers, was_bid

from .tables import BLEF

ALL = range(VALUES * MOST)
LUCK = Random(12)
ROUNDS = [[], *([bid] for bid in ALL), list(ALL), *(sorted(LUCK.sample(ALL, n)) for n in range(2, 60))]


@pytest.mark.parametrize("bids", ROUNDS, ids=lambda bids: f"{len(bids)} up to {max(bids, default=-1)}")
def test_a_set_of_bids_tells_their_order(bids: list[int]) -> None:
    """BL-12, BL-24, BL-25, BL R22: also what opened the round."""
    s = BLEF.record.zero()
    s.option.jokers = 1
    for n, bid in enumerate(bids, 1):
        add_bid(s, bid)
        assert (s.made, s.newest[0]) == (n, bid)
    assert all_bids(s) == bids
    assert s.newest == [*bids[::-1], 0, 0, 0][:3]
    assert [bid_before(s, bid) for bid in bids] == [-1, *bids][: len(bids)]
    assert [value for value in range(1, 7) if was_bid(s, value)] == sorted({bid // MOST + 1 for bid in bids})
    assert ones_are_jokers(s) == (not bids or bids[0] >= MOST)
    assert max(s.row()) < 1 << 15 and min(s.row()) >= 0
    clear_bids(s)
    assert sum(s.row()) == s.option.jokers


@pytest.mark.parametrize("seats", [2, 5])
def test_what_bids_tell_of_a_world_is_the_same_as_machine_code(seats: int) -> None:
    """Every bid of the round is gone through, back to the first one."""
    code, luck, found = compiled(BLEF).code, Random(seats), set()
    match = BLEF.setup(seats, shrinking=True, jokers=True).start(seed=seats)
    for seat in range(seats):
        match.play(seat, "choose ABABA")
    for bid in sorted(luck.sample([v * MOST + q for v in range(1, 6) for q in range(5 * seats)], 20)):
        seat = match.actors[0]
        match.play(seat, f"bid {bid % MOST + 1}x{bid // MOST + 1}")
        world = match.view(seat).record.copy()
        BLEF.rules.imagine(world, seat, Fast(bid))
        likely = instinct.evidence(world, seat)
        assert code.evidence(world.pack()[0], seat) == pytest.approx(likely, rel=1e-12)
        found.add(likely)
    assert len(found) > 9
