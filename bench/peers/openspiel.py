"""How fast OpenSpiel plays and searches ``liars_dice(numdice=5)``, and plays its games in Python; one core, CPU time.

Run by the Python of the peers' environment, never by ours. Prints one JSON object on stdout:
``{"peer", "version", "measurements": [{"name", "unit", "median", "samples", "version", "note"}]}``.

What is measured is what the library offers from Python, and what is counted is on its side:

- `playouts_python` is the loop that plays any game, as its users write it; `playouts_python_lean` and
  `playouts_python_dealt` use what is known of this game alone, and are faster.

- Only what the players do counts as an action; rolling a die does not, though in `playouts_python` and
  `playouts_python_lean` its time does. `playouts_python_dealt` starts from dealt dice and leaves that time out.
- The library's only bulk path is a search of one simulation whose leaf evaluator runs many random
  roll-outs in C++. It does not tell how many actions it played, so their mean number is sampled from
  the same root. (It depends on the bids alone, not on the dice, so one root is as good as any.)
- `python_kuhn_poker` and so on are the library's own games that are written in Python, played by the general loop: what
  a game in Python costs there, whatever its rules. Chance nodes are timed and not counted, as above. Left out are those
  that are played at the same time, for which that loop is none, and those that were tried and are far slower
  (`python_ant_foraging`, `python_block_dominoes`, `python_team_dominoes`: 18 to 19 thousand actions a second where
  the fastest came to 68).
- Its ISMCTS in C++ cannot search this game, which has no resampling; the Python one takes a callback.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import games  # noqa: F401  (registers those in Python)
from open_spiel.python.algorithms import ismcts, mcts

DICE = 5  # of each of the two players
FACES = 6
GAME = f"liars_dice(numdice={DICE})"
IN_PYTHON = (
    "python_kuhn_poker",
    "python_hangman",
    "python_tic_tac_toe",
    "python_liars_poker",
)  # with and without chance
ROLLOUTS = 100_000  # in one search of the bulk path
SIMULATIONS = 1_000  # in one search of the Python ISMCTS
MIN_SAMPLES = 5
UCT_C = 1.4


def use_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def rates(work: Callable[[], float], seconds: float) -> list[float]:
    """Units per second of CPU time, one sample a call, until the time is used up; the first call warms up."""
    work()
    samples: list[float] = []
    start = time.process_time()
    while len(samples) < MIN_SAMPLES or time.process_time() - start < seconds:
        before = time.process_time()
        units = work()
        samples.append(units / (time.process_time() - before))
    return samples


def dealt(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    for _ in range(2 * DICE):
        state.apply_action(rng.randrange(FACES))
    if state.is_chance_node():
        raise RuntimeError(f"{GAME} rolls more dice than the {2 * DICE} expected")
    return state


def play_out(state: Any, uniform: Callable[[], float]) -> int:
    """Random actions to the end. A finished game has no legal actions: no need to ask whether it is over."""
    played = 0
    actions = state.legal_actions()
    while actions:
        state.apply_action(actions[int(uniform() * len(actions))])
        played += 1
        actions = state.legal_actions()
    return played


def playouts_python(game: Any, seconds: float, matches: int = 2_000) -> list[float]:
    """The loop that serves any game: it asks whether the game is over, whose turn it is and what is possible."""
    uniform = random.Random(6).random

    def work() -> int:
        played = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(uniform() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(uniform() * len(actions))])
                    played += 1
        return played

    return rates(work, seconds)


def playouts_python_lean(game: Any, seconds: float) -> list[float]:
    """The same for someone who knows that ten dice come first, and never asks what can be known."""
    uniform = random.Random(1).random

    def work() -> int:
        played = 0
        for _ in range(4_000):
            state = game.new_initial_state()
            for _ in range(2 * DICE):
                state.apply_action(int(uniform() * FACES))
            played += play_out(state, uniform)
        return played

    return rates(work, seconds)


def playouts_python_dealt(game: Any, seconds: float) -> list[float]:
    rng = random.Random(2)
    root = dealt(game, rng)

    def work() -> int:
        return sum(play_out(root.clone(), rng.random) for _ in range(10_000))

    return rates(work, seconds)


def rollouts_cpp(game: Any, seconds: float) -> tuple[list[float], float]:
    rng = random.Random(3)
    root = dealt(game, rng)
    sample = 40_000
    mean = sum(play_out(root.clone(), rng.random) for _ in range(sample)) / sample

    def work() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, rng.randrange(1 << 30))
        memory_mb, solve, verbose = 1_000, False, False
        bot = pyspiel.MCTSBot(game, evaluator, UCT_C, 1, memory_mb, solve, rng.randrange(1 << 30), verbose)
        bot.mcts_search(root)
        return ROLLOUTS * mean

    return rates(work, seconds), mean


def resampler(game: Any, rng: random.Random) -> Callable[[Any, int], Any]:
    """Keeps the player's dice and all bids, and rolls the rival's dice anew: every roll is as likely."""
    uniform = rng.random

    def resample(state: Any, player: int) -> Any:
        history = state.history()
        own = range(player * DICE, (player + 1) * DICE)
        world = game.new_initial_state()
        for i in range(2 * DICE):
            world.apply_action(history[i] if i in own else int(uniform() * FACES))
        for bid in history[2 * DICE :]:
            world.apply_action(bid)
        return world

    return resample


def check_resampler(game: Any) -> None:
    """With and without bids: the player cannot tell the worlds apart, and they are not all the same world."""
    rng = random.Random(4)
    resample = resampler(game, rng)
    for bids in (0, 1, 2, 3):
        state = dealt(game, rng)
        for _ in range(bids):
            state.apply_action(rng.choice(state.legal_actions()[:4]))
        player = state.current_player()
        worlds = [resample(state, player) for _ in range(50)]
        seen = {world.information_state_string(player) for world in worlds}
        if seen != {state.information_state_string(player)}:
            raise RuntimeError("a resampled world does not agree with what the player knows")
        if len({world.information_state_string(1 - player) for world in worlds}) < 2:
            raise RuntimeError("resampling always gives the rival the same dice")


def ismcts_python(game: Any, seconds: float) -> list[float]:
    check_resampler(game)
    rng = random.Random(5)
    root = dealt(game, rng)

    def work() -> int:
        chance = np.random.RandomState(rng.randrange(1 << 30))
        evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
        bot = ismcts.ISMCTSBot(game, evaluator, UCT_C, SIMULATIONS, random_state=chance)
        bot.set_resampler(resampler(game, rng))
        bot.run_search(root)
        return SIMULATIONS

    return rates(work, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time of each measurement")
    seconds: float = parser.parse_args().seconds
    use_one_core()
    game = pyspiel.load_game(GAME)
    release = version("open_spiel")

    def report(name: str, unit: str, samples: list[float], note: str) -> dict[str, Any]:
        return {
            "name": name,
            "unit": unit,
            "median": statistics.median(samples),
            "samples": samples,
            "version": release,
            "note": note,
        }

    measurements = [
        report(
            "playouts_python",
            "actions/s",
            playouts_python(game, seconds),
            f"{GAME}: whole random games stepped from Python by the general loop, rolls timed but not counted",
        ),
        report(
            "playouts_python_lean",
            "actions/s",
            playouts_python_lean(game, seconds),
            f"{GAME}: the same without asking whose turn it is or whether the game is over",
        ),
        report(
            "playouts_python_dealt",
            "actions/s",
            playouts_python_dealt(game, seconds),
            f"{GAME}: random games stepped from Python, each from a copy of a dealt root",
        ),
    ]
    for name in IN_PYTHON:
        note = f"{name}: whole random games by the general loop, chance timed but not counted"
        measurements.append(report(name, "actions/s", playouts_python(pyspiel.load_game(name), seconds, 500), note))
    samples, mean = rollouts_cpp(game, seconds)
    measurements += [
        report(
            "rollouts_cpp",
            "actions/s",
            samples,
            f"{GAME}: MCTSBot, 1 simulation, {ROLLOUTS} roll-outs in C++ of {mean:.3f} actions each",
        ),
        report(
            "ismcts_python",
            "simulations/s",
            ismcts_python(game, seconds),
            f"{GAME}: Python ISMCTS with a resampler, {SIMULATIONS} simulations from a dealt root",
        ),
    ]
    json.dump({"peer": "open_spiel", "version": release, "measurements": measurements}, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
