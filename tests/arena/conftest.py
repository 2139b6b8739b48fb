"""Bots that break the rules, in a file such as a person would write, and works for a pool."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sprawdzam.arena import Played

OWN = """
import itertools, os, time
from random import Random

class Chooser:
    name = "chooser"
    def decide(self, view, rng):
        return rng.choice(view.actions)

class Illegal(Chooser):
    def decide(self, view, rng):
        return 10**6

class Text(Chooser):
    def decide(self, view, rng):
        return view.choices[0]

class Crash(Chooser):
    asked = 0
    def decide(self, view, rng):
        self.asked += 1
        if self.asked == 3:
            raise ValueError("three is too many\\nby far")
        return super().decide(view, rng)

class Leaves(Chooser):
    def decide(self, view, rng):
        raise SystemExit(3)

class Busy(Chooser):
    def decide(self, view, rng):
        while True:
            pass

class Late(Chooser):
    def decide(self, view, rng):
        end = time.perf_counter() + 0.4
        while time.perf_counter() < end:
            try:
                time.sleep(0.01)
            except BaseException:
                pass
        return view.actions[0]

class Stuck(Chooser):
    def decide(self, view, rng):
        return sum(itertools.repeat(0))  # machine code that no signal reaches and that never lets go of the lock

class Dies(Chooser):
    def decide(self, view, rng):
        os._exit(7)

class DiesLater(Chooser):
    asked = 0
    def decide(self, view, rng):
        self.asked += 1
        if self.asked == 4:
            os._exit(9)
        return super().decide(view, rng)

class Nameless:
    def decide(self, view, rng):
        return view.actions[0]

class Idle:
    name = "idle"

class Needy(Chooser):
    def __init__(self, something):
        pass

def factory():
    return Chooser()

NUMBER = 3
"""


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str], str]:
    """``own("Crash")``: the name of a bot from a file."""
    file = tmp_path / "my bots.py"
    file.write_text(textwrap.dedent(OWN), "utf-8")
    return lambda name: f"{file}:{name}"


@pytest.fixture
def works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module that workers can import."""
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "pool_works.py").write_text(
        textwrap.dedent(
            """
            import os, time
            def square(n):
                return n * n
            def deadly(n):
                if n % 5 == 3:
                    os._exit(4)
                return n * n
            def gentle(n):
                return -n
            def touch(file):
                open(file, "w").close()
                time.sleep(0.05)
            def unsendable(n):
                return lambda: n
            def noisy(n):
                print("between the answers", flush=True)
                return os.getpid()
            """
        ),
        "utf-8",
    )
    monkeypatch.syspath_prepend(str(folder))
    return "pool_works"


def timeless(played: list[Played]) -> list[Played]:
    """The same matches without what differs from run to run."""
    return [replace(each, seconds=(), slowest=()) for each in played]
