"""Tests that measure times run by themselves: `make test` runs the others first, several at once.

What has a small and a full size is small here; `make soak` runs the full one.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--timed", choices=("without", "only"), help="run the tests that measure times not, or only them")
    parser.addoption(
        "--full", action="store_true", help="the full size where there is a small one: minutes instead of seconds"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--timed")
    if wanted is None:
        return
    sorts: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        sorts[item.get_closest_marker("timed") is not None].append(item)
    config.hook.pytest_deselected(items=sorts[wanted == "without"])
    items[:] = sorts[wanted == "only"]
