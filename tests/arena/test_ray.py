"""On Ray the same study is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sprawdzam
from sprawdzam.arena import Study, load, run

from .conftest import timeless

pytest.importorskip("ray")
SOURCE = Path(sprawdzam.__file__).parent.parent


@pytest.mark.slow
def test_ray_plays_the_same_matches_as_local_workers(own, tmp_path):
    """In a process of its own, which ends with its Ray. A bot that kills its worker is found there, too."""
    bots = ["random", "instinct", own("Dies")]
    done = subprocess.run(
        [sys.executable, "-m", "sprawdzam", "arena", "blef", "--bots", ",".join(bots), "--matches", "2", "--seed", "5",
         "--ray", "local", "--jobs", "2", "--out", str(tmp_path / "ray"), "--json"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith('{"study"') and done.stdout.count("\n") == 1
    run(Study.of("blef", bots, seed=5), 2, tmp_path / "local", jobs=2)
    assert timeless(load(tmp_path / "ray")[1]) == timeless(load(tmp_path / "local")[1])
    assert {forfeit.bot for match in load(tmp_path / "ray")[1] for forfeit in match.forfeits} == {own("Dies")}


@pytest.mark.slow
def test_without_a_running_cluster_one_line_says_so(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "sprawdzam", "arena", "blef", "--matches", "2", "--ray", "auto", "--out", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(SOURCE), "RAY_ADDRESS": ""}, capture_output=True, text=True, timeout=200,
        check=False,
    )  # fmt: skip
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("error: there is no running Ray cluster here; start one with:")
    assert "Traceback" not in done.stderr
