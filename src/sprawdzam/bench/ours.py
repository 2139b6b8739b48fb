"""Our side: every game's playouts and search, and how soon the program answers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from sprawdzam import __version__
from sprawdzam.bench.measure import Measurement, rates, use_one_core
from sprawdzam.engine.game import Game, Setup
from sprawdzam.games import all_games

MATCHES = 8192
SIMULATIONS = 20_000
PROMPT = b"Which end"


def measure_ours(seconds: float) -> list[Measurement]:
    """In a process of its own: it is bound to one core."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(speeds, seconds).result()


def speeds(seconds: float) -> list[Measurement]:
    use_one_core()
    return [m for game in all_games() for m in (_playouts(game, seconds), _search(game, seconds))]


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
