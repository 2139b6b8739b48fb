"""How fast we are, side by side with peers: one run, one core, CPU time; only ratios count."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from sprawdzam.bench.bars import BARS, Bar, Verdict, judge
from sprawdzam.bench.measure import Measurement
from sprawdzam.bench.ours import measure_ours, starts, threads
from sprawdzam.bench.peers import measure_peers
from sprawdzam.bench.report import plot, table

__all__ = ["BARS", "Bar", "Verdict", "judge", "run"]


TURNS = 6  # we and the peers are measured in turns: a machine that slows down must not slow down one side alone
SECONDS = 0.4  # for each speed in a turn


def _in_turns(peers: Path | None, turns: int) -> list[Measurement]:
    """All measurements, each with the samples of all turns. Who goes first changes from turn to turn."""
    found: dict[str, Measurement] = {}
    sides: dict[str, Callable[[float], list[Measurement]]] = {"ours": measure_ours}
    if peers is not None:
        sides["peers"] = partial(measure_peers, peers)
    for turn in range(1, turns + 1):
        for side, measure in sorted(sides.items(), reverse=turn % 2 == 0):
            print(f"turn {turn} of {turns}: {side} ...", file=sys.stderr)
            for m in measure(SECONDS):
                told = replace(m, turns=(m.median,))
                found[m.name] = found[m.name].joined(told) if m.name in found else told
    print("two threads, and how soon it answers ...", file=sys.stderr)
    return [*found.values(), *threads(), *starts()]


def run(peers: Path | None, out: Path, quick: bool, as_json: bool) -> int:
    """Measures, prints a table, writes ``bench.json`` and ``bench.png``.

    Returns 1 when a bar is missed, else 0; a quick run is too rough to miss one.
    """
    out.mkdir(parents=True, exist_ok=True)
    if peers is None:
        print("No peers are measured: --peers PYTHON names a Python that has them (make bench does).", file=sys.stderr)
    measured = _in_turns(peers, 1 if quick else TURNS)
    verdicts = [judge(bar, measured) for bar in BARS]
    result = {
        "measurements": [m.fields() for m in measured],
        "bars": [verdict.fields() for verdict in verdicts],
    }
    text = json.dumps(result, indent=1)
    (out / "bench.json").write_text(text + "\n", "utf-8")
    drawn = plot(verdicts, out / "bench.png")
    if as_json:
        print(text)
    else:
        print(table(measured, verdicts))
        print(f"\nwritten: {out / 'bench.json'}" + (f", {out / 'bench.png'}" if drawn else ""))
    unmeasured = peers is not None and any(v.reached is None for v in verdicts)
    return int(unmeasured or (not quick and any(verdict.met is False for verdict in verdicts)))
