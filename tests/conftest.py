"""Tests that measure times run by themselves: `make test` runs the others first, several at once.

What has a small and a full size is small here; `make soak` runs the full one.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

PATIENT = (Path(__file__).parent / "web", Path(__file__).parent / "server")
"""Tests that wait more than they compute: for browsers, servers, clocks."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--timed", choices=("without", "only"), help="run the tests that measure times not, or only them")
    parser.addoption(
        "--full", action="store_true", help="the full size where there is a small one: minutes instead of seconds"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--timed")
    if wanted is not None:
        _keep(config, items, wanted)
    items[:] = spread(items, getattr(config, "workerinput", {}).get("workercount", 1))


def _keep(config: pytest.Config, items: list[pytest.Item], wanted: str) -> None:
    sorts: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        sorts[item.get_closest_marker("timed") is not None].append(item)
    config.hook.pytest_deselected(items=sorts[wanted == "without"])
    items[:] = sorts[wanted == "only"]


def spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Every second worker begins with tests that wait, while the others compute.

    xdist gives each worker a run of neighbours of the list, all of the same length; whoever is done early takes from
    the end of another's.
    """
    waits = [any(folder in item.path.parents for folder in PATIENT) for item in items]
    patient = [item for item, does in zip(items, waits, strict=True) if does]
    busy = iter([item for item, does in zip(items, waits, strict=True) if not does])
    room, hosts = len(items) // workers, (workers + 1) // 2
    found: list[pytest.Item] = []
    for worker in range(workers):
        first = [] if worker % 2 else patient[worker // 2 :: hosts]
        found += [*first, *islice(busy, max(0, room - len(first)))]
    return [*found, *busy]
