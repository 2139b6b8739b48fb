"""Many matches at once: each of them is the match of its seed, whatever happens beside it, on any number of threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import sprawdzam
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.game import Game
from sprawdzam.envs.batch import Batch
from sprawdzam.envs.core import Core

ARRAYS = ("observations", "masks", "drawn", "seats", "rewards", "dones", "points", "ranks", "lengths", "seeds")


def arrays(env: Batch) -> dict[str, bytes]:
    return {name: getattr(env, name).tobytes() for name in ARRAYS} | {"states": env.states().tobytes()}


def test_law_8_every_place_plays_the_matches_of_its_seeds(game: Game) -> None:
    """Step by step against one core for each place, over the end of matches; also what idle seats observe."""
    setup = game.setup(game.seats[-1])
    env = Batch(setup, 9, seed=100)
    cores = [Core(setup) for _ in range(9)]
    for place, core in enumerate(cores):
        core.reset(100 + place)
    lengths = [0] * 9
    for step in range(400):
        actions = env.drawn.copy()
        if step % 40 == 0:
            for seat in (0, setup.seats - 1, SPECTATOR):
                idle = env.observations_of(seat)
                assert idle.tolist() == [core.observe(seat).tolist() for core in cores]
        for place, core in enumerate(cores):
            seen, may = core.see()
            assert env.seats[place] == core.seat
            assert (env.observations[place] == seen).all() and (env.masks[place] == may).all()
            assert may[actions[place]]
        env.step(actions)
        for place, core in enumerate(cores):
            core.play(int(actions[place]))
            lengths[place] += 1
            assert env.dones[place] == core.over
            assert env.rewards[place].tolist() == pytest.approx(core.rewards)
            if core.over:
                assert (tuple(env.ranks[place]), tuple(env.points[place])) == (core.ranks, core.points)
                assert env.lengths[place] == lengths[place]
                core.reset(int(env.seeds[place]))
                lengths[place] = 0
            assert env.states()[place].tobytes() == core.state
    assert (env.seeds % 9 == (100 + np.arange(9)) % 9).all()


def test_matches_end_and_the_next_ones_have_seeds_of_their_own() -> None:
    env = sprawdzam.envs.vector("blef", 16, seed=5)
    seen = set(env.seeds.tolist())
    for _ in range(300):
        before = env.seeds.copy()
        env.step(env.drawn)
        assert ((env.seeds != before) == env.dones).all()
        seen |= set(env.seeds.tolist())
    assert env.ended > 16 and len(seen) == env.ended + 16


@pytest.mark.parametrize("name", ["blef", "nerwy"])  # a step by threads is compiled for ten seconds
def test_any_number_of_threads_gives_the_same(name: str) -> None:
    envs = [sprawdzam.envs.vector(name, 50, seed=3, threads=threads) for threads in (1, 2, 3, 60)]
    for _ in range(60):
        for env in envs:
            env.step(env.drawn)
    assert all(arrays(env) == arrays(envs[0]) for env in envs)


def test_batches_with_threads_may_be_stepped_from_several_threads() -> None:
    alone, *others = (sprawdzam.envs.vector("blef", 50, seed=3, threads=threads) for threads in (1, 2, 2, 2))

    def play(env: Batch) -> None:
        for _ in range(60):
            env.step(env.drawn)

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(play, env) for env in others]:
            done.result(60)
    play(alone)
    assert all(arrays(env) == arrays(alone) for env in others)


@pytest.mark.parametrize("threads", [1, 2])
def test_nobody_can_make_an_action_legal(threads: int) -> None:
    env = sprawdzam.envs.vector("blef", 50, seed=1, threads=threads)
    with pytest.raises(ValueError, match="read-only"):
        env.masks[:] = 1
    with pytest.raises(ValueError, match="read-only"):
        env.seats[:] = 1
    env.masks, env.seats = np.ones_like(env.masks), np.ones_like(env.seats)
    actions = env.drawn.copy()
    actions[-1] = 5
    with pytest.raises(sprawdzam.IllegalAction, match="action 5 is not legal for seat 0 now"):
        env.step(actions)


def test_an_illegal_action_is_refused_for_all_threads() -> None:
    env = sprawdzam.envs.vector("blef", 50, seed=1, threads=2)
    before, actions = arrays(env), env.drawn.copy()
    actions[-1] = 5
    with pytest.raises(sprawdzam.IllegalAction, match="action 5 is not legal for seat 0 now"):
        env.step(actions)
    assert arrays(env) == before


def test_bots_take_their_seats_inside(game: Game) -> None:
    """Only the free seat is asked; instinct plays otherwise than chance; turned tables give every place."""
    seats = max(2, game.seats[0])
    ends = []
    for bot in ("random", "instinct"):
        env = sprawdzam.envs.vector(game.name, 12, seats=seats, seed=1, bots=(None, *[bot] * (seats - 1)), turned=True)
        for _ in range(40):
            assert (env.seats == np.arange(12) % seats).all()
            env.step(env.drawn)
        ends.append(env.states().tobytes())
    assert ends[0] != ends[1]


def test_an_illegal_action_is_refused_for_all() -> None:
    env = sprawdzam.envs.vector("blef", 4, seed=1)
    before = arrays(env)
    actions = env.drawn.copy()
    for bad in (5, -1, 215, 10**9):
        actions[2] = bad
        with pytest.raises(sprawdzam.IllegalAction, match=f"action {bad} is not legal for seat 0 now; legal: choose A"):
            env.step(actions)
    with pytest.raises(ValueError, match="an action for each of 4 matches"):
        env.step(actions[:3])
    assert arrays(env) == before


def test_a_batch_may_be_dealt_by_a_seed_for_each_match() -> None:
    env = sprawdzam.envs.vector("blef", 3)
    env.reset([7, 7, 8])
    states = env.states()
    assert states[0] == states[1] and states[0] != states[2]
    env.step(env.drawn)
    env.reset(0)
    assert arrays(env) == arrays(sprawdzam.envs.vector("blef", 3))


def test_what_a_batch_cannot_be_is_told() -> None:
    for options, text in (
        ({"bots": ("instinct", "random")}, "at least one seat has to be free"),
        ({"bots": (None, "search")}, "there is no bot search; there are: random, instinct"),
        ({"bots": (None, None, None)}, "there are 2 seats, not 3"),
        ({"threads": 0}, "threads: at least 1"),
        ({"jokers": 3}, "option jokers: 3 is not possible"),
    ):
        with pytest.raises(sprawdzam.SprawdzamError, match=text):
            sprawdzam.envs.vector("blef", 2, **options)  # type: ignore[arg-type]


def test_observations_are_not_copied() -> None:
    env = sprawdzam.envs.vector("blef", 2)
    before, kept = env.observations, env.observations.copy()
    env.step(env.drawn)
    assert env.observations is before and not (before == kept).all()
