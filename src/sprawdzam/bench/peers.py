"""The peers' side: scripts in ``bench/peers`` that run in an environment of their own and print JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from sprawdzam.bench.measure import Measurement

SCRIPTS = Path("bench") / "peers"


def measure_peers(python: Path, seconds: float) -> list[Measurement]:
    """Everything that the scripts measure, one after the other; a script that fails is told and left out."""
    found: list[Measurement] = []
    for script in sorted(SCRIPTS.glob("*.py")):
        done = subprocess.run(
            [str(python), str(script), "--seconds", str(seconds)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"error: {script} failed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            continue
        told = json.loads(done.stdout)
        found += [
            Measurement(m["name"], m["unit"], tuple(m["samples"]), told["peer"], m["version"], m["note"])
            for m in told["measurements"]
        ]
    return found
