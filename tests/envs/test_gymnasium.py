"""Gymnasium: one seat against bots, registered by name, checked by the library's own checker."""

from __future__ import annotations

import warnings
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sprawdzam.bots import make
from sprawdzam.engine.errors import BadOption, IllegalAction
from sprawdzam.engine.game import Game
from sprawdzam.engine.view import View
from sprawdzam.envs.core import Core
from sprawdzam.envs.gymnasium import OneSeat, name_of


def test_the_library_s_own_checks_pass(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seats in (game.seats[0], game.seats[-1]):
            check_env(gymnasium.make(name_of(game.name), seats=seats, bots="random").unwrapped, skip_render_check=True)


def test_law_8_a_match_against_bots_is_the_core_s(game: Game) -> None:
    seats = max(2, game.seats[0])
    env, core = OneSeat(game.name, seats, seat=1, bots="random"), Core(game.setup(seats))
    seen, info = env.reset(seed=5)
    core.reset(5)
    bot, whim, rng = make("random"), Random(5), Random(1)
    over, reward = False, 0.0
    while not over:
        while core.seat != 1:
            core.play(bot.decide(core.view(core.seat), whim))
        assert info["seat"] == 1 and env.core.state == core.state
        assert (seen["observation"] == core.observe(1)).all() and (seen["action_mask"] == core.mask(1)).all()
        assert (env.action_masks() == seen["action_mask"]).all()
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        core.play(action)
        seen, reward, over, _, info = env.step(action)
    while not core.over:
        core.play(bot.decide(core.view(core.seat), whim))
    assert (reward, info["ranks"]) == (core.rewards[1], core.ranks)


def test_an_illegal_action_forfeits_or_raises() -> None:
    env = gymnasium.make("sprawdzam/Blef-v0", seat=0)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(5)
    assert (reward, over) == (-1.0, True) and "legal: choose A" in info["illegal"]
    strict = OneSeat("blef", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(5)


@pytest.mark.parametrize("illegal", ["forfeit", "raise"])
def test_what_is_no_whole_number_is_refused_and_changes_nothing(illegal: str) -> None:
    env = OneSeat("blef", seat=0, illegal=illegal)
    env.reset(seed=1)
    before = env.core.state
    for bad in (183.5, True, None, "183", np.array([183.5])):
        with pytest.raises(IllegalAction, match="is no action: a whole number is needed"):
            env.step(bad)  # type: ignore[arg-type]
    assert env.core.state == before
    for good in (np.int64(183), np.array(183)):
        env.reset(seed=1)
        assert "illegal" not in env.step(good)[4]  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", range(3))
def test_the_bots_sit_in_seat_order_whatever_seat_is_yours(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[int, set[str]] = {}

    class Noted:
        def __init__(self, name: str) -> None:
            self.name = name

        def decide(self, view: View, rng: Random) -> int:
            asked.setdefault(view.seat, set()).add(self.name)
            return rng.choice(view.actions)

    monkeypatch.setattr("sprawdzam.envs.gymnasium.make", Noted)
    env, rng, over = OneSeat("blef", 3, seat=seat, bots=("first", "second")), Random(1), False
    seen, _ = env.reset(seed=2)
    while not over:
        seen, _, over, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    first, second = (other for other in range(3) if other != seat)
    assert asked == {first: {"first"}, second: {"second"}}


def test_without_a_seat_every_one_comes() -> None:
    env = OneSeat("blef", 3, bots=("random", "instinct"))
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {0, 1, 2}


def test_what_cannot_be_is_told() -> None:
    for options, text in (
        ({"bots": ("random", "random")}, "bots: 1 are needed, not 2"),
        ({"seat": 2}, "seat: there are seats 0 to 1"),
        ({"illegal": "ignore"}, "forfeit or raise"),
    ):
        with pytest.raises(BadOption, match=text):
            OneSeat("blef", 2, **options)  # type: ignore[arg-type]
