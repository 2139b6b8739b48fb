"""How fast we are, side by side with peers: one run, one core, CPU time; only ratios count."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sprawdzam.bench.bars import BARS, Bar, Verdict, judge
from sprawdzam.bench.ours import measure_ours
from sprawdzam.bench.peers import measure_peers
from sprawdzam.bench.report import plot, table

__all__ = ["BARS", "Bar", "Verdict", "judge", "run"]


def run(peers: Path | None, out: Path, quick: bool, as_json: bool) -> int:
    """Measures, prints a table, writes ``bench.json`` and ``bench.png``.

    Returns 1 when a bar is missed, else 0; a quick run is too rough to miss one.
    """
    seconds = 0.5 if quick else 3.0
    out.mkdir(parents=True, exist_ok=True)
    print("measuring ours ...", file=sys.stderr)
    measured = measure_ours(seconds)
    if peers is None:
        print("No peers are measured: --peers PYTHON names a Python that has them (make bench does).", file=sys.stderr)
    else:
        measured += measure_peers(peers, seconds)
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
