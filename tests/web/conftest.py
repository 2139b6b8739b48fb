"""A server with the built page, and a browser; without either these tests are skipped, and say loudly why."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sprawdzam.server.page import FOLDER

from ..server.serving import serving
from .browser import Visitor, browsing, chrome

HERE = Path(__file__).parent
LIMIT = 900  # seconds, on a machine that has much else to do


def why_not() -> str:
    if importlib.util.find_spec("playwright") is None:
        return "Playwright is not installed"
    if chrome() is None:
        return "there is no Chromium; install it or name one in CHROME"
    if not (FOLDER / "index.html").exists():
        return "the page has not been built: make page"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every wait in here ends by itself, so what hangs is found anyway: a test as a whole is never too slow."""
    for item in items:
        if item.path.parent == HERE and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(LIMIT))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if reason := why_not():
        terminalreporter.write_sep("!", f"BROWSER TESTS WERE SKIPPED: {reason}", red=True, bold=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Not for longer than a module: while it is there, no other test could run an event loop."""
    if reason := why_not():
        pytest.skip(reason)
    with browsing() as found:
        yield found


@pytest.fixture
def site(browser: Any, tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as address:
        yield address


@pytest.fixture
def slow_site(browser: Any, tmp_path: Path) -> Iterator[str]:
    """One at which reveals take nearly as long as they do for people."""
    with serving(tmp_path, tempo=0.4) as address:
        yield address


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Visitor]]:
    """Lets somebody come; nothing may have gone wrong on their page when they leave."""
    there: list[Visitor] = []

    def come(**how: Any) -> Visitor:
        there.append(Visitor(browser, **how))
        return there[-1]

    yield come
    for visitor in there:
        visitor.context.close()
    assert not [fault for visitor in there for fault in visitor.faults]
