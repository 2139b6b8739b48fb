"""One compiled match, against the interpreted one: the same bytes with the same chance and the same actions (law 8)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sprawdzam.engine.chance import Fast
from sprawdzam.engine.contract import GO_ON, SPECTATOR, TABLE
from sprawdzam.engine.errors import IllegalAction, NotYourTurn
from sprawdzam.engine.game import Game, Setup
from sprawdzam.engine.match import Match
from sprawdzam.engine.record import NUMBER
from sprawdzam.envs.core import NOBODY, Core
from sprawdzam.envs.observation import DTYPE
from sprawdzam.envs.story import change, first_page
from sprawdzam.games import find
from sprawdzam.testing import setups


def variants(game: Game, seats: int, most: int) -> list[Setup]:
    return Random(seats).sample(found := list(setups(game, [seats])), min(most, len(found)))


def same(core: Core, match: Match, look: bool) -> None:
    """State, actors and result; and, now and then, what every seat sees and may do."""
    assert core.state == match.state.tobytes()
    assert core.actors == match.actors
    assert core.ranks == match.ranks and core.points == match.scores
    for seat in (*range(match.setup.seats), SPECTATOR) if look else ():
        view = match.view(seat)
        seen, may = core.see(seat)
        assert seen.tolist() == core.layout.of(view).tolist()
        assert np.flatnonzero(may).tolist() == (list(view.actions) if seat in match.actors else [])
        assert core.text(seat) == view.text


def test_law_8_a_core_plays_what_a_match_plays(game: Game) -> None:
    """Every number of seats, several variants, with any of those who are asked at once."""
    for seats in game.seats:
        for number, setup in enumerate(variants(game, seats, 4)):
            seed, rng = 1000 * seats + number, Random(number)
            core, match = Core(setup), setup.unclocked().start(chance=Fast(seed))
            core.reset(seed)
            step = 0
            while not match.over and step < 150:
                same(core, match, step % 13 == 0)
                seat = rng.choice(match.actors)
                action = rng.choice(match.view(seat).actions)
                core.play(action, seat)
                match.play(seat, action)
                step += 1
            same(core, match, True)


def test_rewards_go_by_rank_and_add_up_to_zero(game: Game) -> None:
    for seats in game.seats:
        core = Core(game.setup(seats))
        for seed in range(4):
            core.reset(seed)
            rng = Random(seed)
            while not core.over:
                assert core.rewards == (0.0,) * seats
                core.play(int(rng.choice(core.legal)))
            assert core.seat == NOBODY and core.legal.size == 0
            ranks, rewards = core.ranks or (), core.rewards
            if seats == 1:
                assert rewards == ((1.0,) if ranks == (1,) else (-1.0,))
                continue
            assert sum(rewards) == pytest.approx(0)
            for p in range(seats):
                for q in range(seats):
                    assert (ranks[p] < ranks[q]) == (rewards[p] > rewards[q])
            if sorted(ranks) == list(range(1, seats + 1)):
                assert (max(rewards), min(rewards)) == (1.0, -1.0)


def test_whoever_shares_a_rank_shares_the_rewards() -> None:
    """Found by playing: blef with four seats in which the two in the middle have lost equally often (BL R33)."""
    core = Core(find("blef").setup(4))
    for seed in range(300):
        core.reset(seed)
        rng = Random(seed)
        while not core.over:
            core.play(int(rng.choice(core.legal)))
        if sorted(core.ranks or ()) == [1, 2, 2, 4]:
            assert sorted(core.rewards) == pytest.approx([-1.0, 0.0, 0.0, 1.0])
            return
    pytest.fail("no match with a shared rank")


def test_what_is_illegal_is_refused_and_changes_nothing() -> None:
    core = Core(find("blef").setup(2))
    core.reset(7)
    before = core.state
    with pytest.raises(IllegalAction, match="action 5 is not legal for seat 0 now; legal: choose A, choose B"):
        core.play(5)
    for odd in (183.5, "183"):
        with pytest.raises(TypeError, match="integer"):
            core.play(odd)  # type: ignore[arg-type]
    assert core.state == before
    core.play(183)
    with pytest.raises(NotYourTurn, match="seat 0 cannot act now; the game waits for: 1"):
        core.play(184, 0)  # BL R8: a revision is not offered
    assert core.legal_of(0).size == 0 and not core.mask(0).any()
    core.reset(7)
    assert core.state == before


def test_steps_of_the_table_one_by_one() -> None:
    core, match = Core(find("blef").setup(2), auto=False), find("blef").setup(2).start(chance=Fast(3), auto=False)
    core.reset(3)
    assert core.seat == TABLE and core.legal.tolist() == [GO_ON]
    core.play(GO_ON)
    match.go_on()
    assert core.state == match.state.tobytes() and core.seat == 0


def test_a_copy_goes_its_own_way_with_the_same_chance() -> None:
    core = Core(find("fiasko").setup(2), remember=True)
    core.reset(1)
    other = core.copy()
    assert (other.state, other.seat) == (core.state, core.seat)
    core.play(int(core.legal[0]))
    assert other.state != core.state
    other.play(int(other.legal[0]))
    assert other.state == core.state and other.story(0) == core.story(0)
    third = core.copy()
    third.reseed(99)
    third.state = core.state
    assert third.actors == core.actors


def test_an_observation_is_written_where_it_is_wanted() -> None:
    core = Core(find("nerwy").setup(2))
    core.reset(1)
    rows = np.zeros((3, core.layout.size), DTYPE)
    assert core.observe(out=rows[1]) is not None
    assert rows[1].tolist() == core.observe().tolist() and not rows[0].any() and not rows[2].any()


def test_the_information_state_is_the_story_of_the_match(game: Game) -> None:
    setup = game.setup(max(2, game.seats[0])).unclocked()
    core, match = Core(setup, auto=False, remember=True), setup.start(chance=Fast(5), auto=False)
    core.reset(5)
    rng = Random(5)
    for _ in range(12):
        seat = core.seat
        action = int(rng.choice(core.legal))
        core.play(action)
        if seat == TABLE:
            match.go_on()
        else:
            match.play(seat, action)
    for seat in (*range(setup.seats), SPECTATOR):
        text, row = first_page(game, seat)
        for part in match.story(seat):
            if isinstance(part, str):
                text += f"\n> {part}"
            else:
                seen = np.array(part.row, NUMBER)
                text += f"\n{told}" if (told := change(game.rules.STATE, row, seen)) else ""
                row = seen
        assert core.story(seat) == text


def test_a_core_that_remembers_nothing_has_no_story() -> None:
    core = Core(find("blef").setup(2))
    core.reset(1)
    with pytest.raises(ValueError, match="remember=True"):
        core.story(0)
