"""Many matches at once: each of them is the match of its seed, whatever happens beside it, on any number of threads."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprawdzam
from sprawdzam.engine.contract import SPECTATOR
from sprawdzam.engine.game import Game
from sprawdzam.envs.batch import Batch
from sprawdzam.envs.core import Core
from sprawdzam.envs.crew import Crew

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


def test_any_number_of_threads_gives_the_same(game: Game) -> None:
    envs = [sprawdzam.envs.vector(game.name, 50, seed=3, threads=threads) for threads in (1, 2, 3)]
    for _ in range(60):
        for env in envs:
            env.step(env.drawn)
    assert arrays(envs[0]) == arrays(envs[1]) == arrays(envs[2])
    for env in envs:
        env.close()


def test_threads_that_take_work_from_one_another_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 50 matches that two threads share there are 14 pieces now, and whoever is first takes what is left."""
    alone = sprawdzam.envs.vector("blef", 50, seed=3)
    monkeypatch.setattr("sprawdzam.envs.batch.BLOCK", 4)
    monkeypatch.setattr("sprawdzam.envs.crew.PIECES", 8)
    both = sprawdzam.envs.vector("blef", 50, seed=3, threads=2)
    assert [low for share in both.crew.shares for low, _ in share] == [*range(0, 25, 4), *range(25, 50, 4)]
    for _ in range(60):
        alone.step(alone.drawn)
        both.step(both.drawn)
    assert arrays(alone) == arrays(both)
    both.close()


def test_nobody_waits_for_a_thread_that_does_not_come() -> None:
    """The second thread is held up elsewhere: the first does everything, and the second nothing when it comes."""
    alone, both = (sprawdzam.envs.vector("blef", 50, seed=3, threads=threads) for threads in (1, 2))
    held = Event()
    both.crew.orders[0].put(lambda: print(held.wait(60)))
    alone.step(alone.drawn)
    both.step(both.drawn)
    assert arrays(alone) == arrays(both)
    held.set()
    for _ in range(20):
        alone.step(alone.drawn)
        both.step(both.drawn)
    assert arrays(alone) == arrays(both)
    both.close()


def test_threads_end_with_the_batch_that_they_work_for() -> None:
    closed, forgotten = (sprawdzam.envs.vector("blef", 50, threads=2) for _ in range(2))
    threads = [*closed.crew.threads, *forgotten.crew.threads]
    closed.step(closed.drawn)
    forgotten.step(forgotten.drawn)
    assert all(thread.is_alive() for thread in threads)
    closed.close()
    del forgotten
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


def test_an_error_in_any_thread_is_raised_where_the_work_was_ordered() -> None:
    crew = Crew(40, 2, 4)
    done = []

    def work(thread: int, low: int, high: int) -> None:
        if low == 20:
            raise ValueError(f"no match {low}")
        done.append((low, high))

    with pytest.raises(ValueError, match="no match 20"):
        crew.do(work)
    assert sorted(done) == [piece for share in crew.shares for piece in share if piece[0] != 20]
    crew.dismiss()


@given(st.integers(1, 300), st.integers(1, 9), st.integers(1, 40))
def test_pieces_cover_every_match_once(n: int, threads: int, least: int) -> None:
    crew = Crew(n, threads, least)
    pieces = [piece for share in crew.shares for piece in share]
    assert [at for low, high in pieces for at in range(low, high)] == [*range(n)]
    assert all(low < high for low, high in pieces) and len(crew.shares) <= threads
    crew.dismiss()


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
