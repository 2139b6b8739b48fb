"""Tests that measure times run by themselves: `make test` runs the others first, several at once.

What has a small and a full size is small here; `make test ARGS=--full` runs the full one.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)  # the first example may compile, on a machine that has much else to do
settings.load_profile("here")

PATIENT = (Path(__file__).parent / "web", Path(__file__).parent / "server")
"""Tests that wait more than they compute: for browsers, servers, clocks."""
MARK = "mark.timed"


# Tests keep much that stays (compiled games, catalogues, matches of a module), and Python looks through all of it for
# garbage again and again: a fifth of the processor time of many tests. A tenth of these looks finds as much.
gc.set_threshold(700, 10, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--timed", choices=("without", "only"), help="run the tests that measure times not, or only them")
    parser.addoption(
        "--full", action="store_true", help="the full size where there is a small one: minutes instead of seconds"
    )


@pytest.fixture(scope="session")
def full(pytestconfig: pytest.Config) -> bool:
    """Whether the full size was asked for, where there is a small one."""
    return bool(pytestconfig.getoption("--full"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Few modules measure times; the others need not even be imported for those that do."""
    others = config.getoption("--timed") == "only" and collection_path.suffix == ".py"
    return True if others and MARK not in collection_path.read_text("utf-8") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--full"):
        _keep(config, items, lambda item: item.get_closest_marker("full") is None)
    if wanted := config.getoption("--timed"):
        _keep(config, items, lambda item: (item.get_closest_marker("timed") is None) == (wanted == "without"))
    items[:] = spread(items, getattr(config, "workerinput", {}).get("workercount", 1))


def _keep(config: pytest.Config, items: list[pytest.Item], wanted: Callable[[pytest.Item], bool]) -> None:
    sorts: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        sorts[wanted(item)].append(item)
    config.hook.pytest_deselected(items=sorts[False])
    items[:] = sorts[True]


def spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Every second worker begins with tests that wait, while the others compute.

    xdist gives each worker a run of neighbours of the list, all of the same length; whoever is done early takes from
    the end of another's.
    """
    waits = [patiently(item.path) for item in items]
    patient = [item for item, does in zip(items, waits, strict=True) if does]
    busy = iter([item for item, does in zip(items, waits, strict=True) if not does])
    room, hosts = len(items) // workers, (workers + 1) // 2
    found: list[pytest.Item] = []
    for worker in range(workers):
        first = [] if worker % 2 else patient[worker // 2 :: hosts]
        found += [*first, *islice(busy, max(0, room - len(first)))]
    return [*found, *busy]


@cache
def patiently(path: Path) -> bool:
    return any(folder in path.parents for folder in PATIENT)
