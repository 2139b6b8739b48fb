"""Playing a study: whatever of it is missing, on all cores or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sprawdzam.arena.pool import spread
from sprawdzam.arena.referee import Order, play_here
from sprawdzam.arena.seclusion import play_apart
from sprawdzam.arena.store import opened
from sprawdzam.arena.study import Study
from sprawdzam.bots.own import absolute


def run(
    study: Study,
    matches: int,
    folder: Path | str,
    *,
    ray: str | None = None,
    jobs: int | None = None,
    heard: Callable[[int, int], None] | None = None,
) -> None:
    """Plays at least ``matches`` of each group of bots, but for those that lie in the folder already.

    Each finished match is stored at once. ``heard(finished, planned)`` is called at the beginning and after each.
    """
    with opened(Path(folder), study) as store:
        fixtures = list(study.fixtures(matches))
        missing = [fixture for fixture in fixtures if fixture not in store]
        planned, finished = len(fixtures), len(fixtures) - len(missing)
        if heard is not None:
            heard(finished, planned)
        if not missing:
            return
        named = {bot: absolute(bot) for bot in study.bots}
        orders = [Order(study, fixture, tuple(named[bot] for bot in fixture.bots)) for fixture in missing]
        with closing(spread(play_here, orders, ray=ray, jobs=jobs, again=play_apart, apart=True)) as results:
            for _, played in results:
                store.add(played)
                finished += 1
                if heard is not None:
                    heard(finished, planned)
