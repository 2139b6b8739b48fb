"""The arena: studies of many matches among bots, on all cores of this machine or on a cluster.

>>> from sprawdzam.arena import Study
>>> study = Study.of("blef", ["instinct", "random"])
>>> study.groups()
[('instinct', 'random')]

``run(study, 1000, folder)`` plays it into a folder, or goes on where it was left; ``report(folder)`` tells what came of
it, as figures (``Report``), fields for programs (``Report.fields``), a text (``text``) and pictures (``draw``).
"""

from __future__ import annotations

from pathlib import Path

from sprawdzam.arena.errors import BadStudy, NoWorkers, WorkerLost
from sprawdzam.arena.figures import Duel, Report, Standing, figures
from sprawdzam.arena.picture import draw
from sprawdzam.arena.playing import run
from sprawdzam.arena.pool import spread
from sprawdzam.arena.store import load
from sprawdzam.arena.study import Fixture, Forfeit, Played, Study
from sprawdzam.arena.telling import text


def report(folder: Path | str) -> Report:
    """What the study in a folder came to so far."""
    return figures(*load(folder))


__all__ = [
    "BadStudy",
    "Duel",
    "Fixture",
    "Forfeit",
    "NoWorkers",
    "Played",
    "Report",
    "Standing",
    "Study",
    "WorkerLost",
    "draw",
    "figures",
    "load",
    "report",
    "run",
    "spread",
    "text",
]
