"""Our side: every game's playouts and search, what OpenSpiel makes of them, and how soon the program answers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import numpy as np

from sprawdzam import __version__
from sprawdzam.bench.measure import Measurement, rates, use_one_core
from sprawdzam.engine.game import Game, Setup
from sprawdzam.games import all_games

MATCHES = 8192
PLACES = 1024  # matches of a batch that is stepped
TURNS = 40  # of one thread and of two: a core of a shared machine is often slower for a moment
MANY = 8 * PLACES  # of one that threads share; in smaller ones a second thread gains less (docs/environments.md)
STEPS = 50  # of the whole batch, in one sample
SIMULATIONS = 20_000
SPIEL_MATCHES = 50
PROMPT = b"Which end"


def measure_ours(seconds: float) -> list[Measurement]:
    """In a process of its own: it is bound to one core."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(speeds, seconds).result()


def speeds(seconds: float) -> list[Measurement]:
    use_one_core()
    found = [measure(game, seconds) for game in all_games() for measure in (_playouts, _search, _vector, _openspiel)]
    return [*found, _pettingzoo(seconds)]


def _smallest(game: Game) -> Setup:
    """The smallest table with a rival."""
    return game.setup(max(2, game.seats[0])).unclocked()


def _playouts(game: Game, seconds: float) -> Measurement:
    from sprawdzam.bots.search import machine_code
    from sprawdzam.engine.loops import RANDOM

    code, setup = machine_code(game), _smallest(game)

    def work() -> float:
        batches = code.playouts(setup.blank(), [RANDOM] * setup.seats, 1, MATCHES)
        return float(sum(lengths.sum() for _, lengths in batches))

    note = f"random playouts, {setup.seats} seats; steps of the table are not counted"
    return Measurement(f"{game.name}_playouts", "actions/s", rates(work, seconds), "sprawdzam", __version__, note)


def _search(game: Game, seconds: float) -> Measurement:
    from sprawdzam.bots.search import Tree, machine_code

    code, match = machine_code(game), _smallest(game).start(seed=1)
    view = match.view(match.actors[0])

    def work() -> float:
        Tree(code, view, 1, SIMULATIONS).grow(SIMULATIONS)
        return SIMULATIONS

    note = f"from the opening, {match.setup.seats} seats, whole roll-outs; half of the simulations are for the rivals"
    return Measurement(f"{game.name}_search", "simulations/s", rates(work, seconds), "sprawdzam", __version__, note)


def _vector(game: Game, seconds: float) -> Measurement:
    """Every number of every observation and reward is read once, in words of eight bytes."""
    from sprawdzam.envs.batch import Batch

    env = Batch(_smallest(game), PLACES)
    words = env.observations.reshape(-1).view(np.int64)

    def work() -> float:
        for _ in range(STEPS):
            env.step(env.drawn)
            np.add.reduce(words)
            np.add.reduce(env.rewards, axis=None)
        return PLACES * STEPS

    note = f"batch {PLACES}, {env.setup.seats} seats, observation, mask, random legal action; observations consumed"
    return Measurement(f"{game.name}_vector", "steps/s", rates(work, seconds), "sprawdzam", __version__, note)


def _pettingzoo(seconds: float) -> Measurement:
    """The loop that the peer is measured with."""
    from sprawdzam.envs.pettingzoo import aec

    env, choose = aec("blef"), Random(1)

    def work() -> float:
        steps = 0
        while steps < PLACES:
            env.reset(seed=steps)
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                env.step(None if over or cut else choose.choice(seen["action_mask"].nonzero()[0]))
                steps += 1
        return steps

    note = "blef, 2 seats, agent_iter and last, random legal actions"
    return Measurement("blef_pettingzoo", "steps/s", rates(work, seconds), "sprawdzam", __version__, note)


def threads() -> list[Measurement]:
    """One thread and two, by the clock, in turns."""
    from sprawdzam.envs import vector

    envs = {number: vector("blef", MANY, threads=number) for number in (1, 2)}
    samples: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(TURNS):
        for number, env in envs.items():
            begin = time.perf_counter()
            for _ in range(STEPS):
                env.step(env.drawn)
            samples[number].append(len(env) * STEPS / (time.perf_counter() - begin))
    note = f"blef, batch {MANY}, by the clock"
    names = {number: f"blef_vector_threads_{number}" for number in envs}
    return [
        Measurement(names[number], "steps/s", tuple(found[1:]), "sprawdzam", __version__, note, tuple(found[1:]))
        for number, found in samples.items()
    ]


def _openspiel(game: Game, seconds: float) -> Measurement:
    """Whole random matches as a game of OpenSpiel, by the general loop that ``bench/peers/openspiel.py`` has, too."""
    import pyspiel

    from sprawdzam.envs.openspiel import name_of

    loaded, uniform = pyspiel.load_game(f"{name_of(game)}(rng_seed=1)"), Random(6).random

    def work() -> float:
        played = 0
        for _ in range(SPIEL_MATCHES):
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(uniform() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(uniform() * len(actions))])
                    played += 1
        return played

    note = f"{name_of(game)}: whole random games by the general loop of OpenSpiel, chance timed but not counted"
    return Measurement(f"{game.name}_openspiel", "actions/s", rates(work, seconds), "sprawdzam", __version__, note)


def starts() -> list[Measurement]:
    """How long people wait for an answer, with warm caches, in seconds of a clock."""
    return [
        Measurement("start_games", "s", tuple(_seconds("games") for _ in range(5)), "sprawdzam", __version__),
        Measurement("start_play", "s", tuple(_seconds("play") for _ in range(3)), "sprawdzam", __version__,
                    "until the table waits for the person's first choice"),
    ]  # fmt: skip


def _seconds(what: str) -> float:
    begin = time.perf_counter()
    if what == "games":
        subprocess.run([sys.executable, "-m", "sprawdzam", "games"], check=True, stdout=subprocess.DEVNULL)
    else:
        _wait_for_prompt([sys.executable, "-m", "sprawdzam", "play", "blef", "--lang", "en"])
    return time.perf_counter() - begin


def _wait_for_prompt(command: list[str], patience: float = 60.0) -> None:
    """Starts the table in a terminal of its own and ends it when it asks the person for something."""
    import fcntl
    import pty
    import select
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 35, 120, 0, 0))
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "xterm"})
    os.close(theirs)
    seen = b""
    end = time.perf_counter() + patience
    try:
        while PROMPT not in seen:
            if time.perf_counter() > end or not select.select([ours], [], [], patience)[0]:
                raise TimeoutError(f"{' '.join(command)} did not ask for anything in {patience:g} s")
            seen += os.read(ours, 65536)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
