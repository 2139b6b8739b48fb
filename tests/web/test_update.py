"""From one build of the installed page to the next, in a real browser: one build at a time, never parts of two."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sprawdzam.server.page import FOLDER, Page

from ..server.serving import serving
from .browser import PATIENCE, wait_until

BUILDS = ("first", "second")
TEXTS = {".html", ".js", ".css"}
# Which builds the scripts and the styles of a page come from.
LOADED = f"""() => [...new Set([...(globalThis.builds ?? []), ...{[*BUILDS]}.filter(
    (build) => getComputedStyle(document.documentElement).getPropertyValue('--' + build))])]"""
TAKEN_OVER = """async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
    return (await caches.keys()).length === 2 && !installing && !waiting && active.state === 'activated';
}"""
WORKS = "navigator.serviceWorker.ready.then((one) => one.active.state)"


def build(folder: Path, name: str) -> Page:
    """The page under file names of its own; every script and style leaves the name of its build."""
    shutil.copytree(FOLDER, folder)
    renamed = {path.name: f"{path.stem}-{name}{path.suffix}" for path in (folder / "assets").iterdir()}
    marks = {".js": f"(globalThis.builds ??= []).push('{name}');\n", ".css": f":root {{ --{name}: here; }}\n"}
    for path in [one for one in folder.rglob("*") if one.suffix in TEXTS]:
        text = path.read_text(encoding="utf-8")
        for old, new in renamed.items():
            text = text.replace(old, new)
        mark = marks.get(path.suffix, "") if path.parent.name == "assets" else f"// {name}\n" * (path.suffix == ".js")
        path.write_text((mark + text).replace("`shell $", f"`shell {name} $"), encoding="utf-8")
    for old, new in renamed.items():
        (folder / "assets" / old).rename(folder / "assets" / new)
    return Page(folder)


@pytest.fixture
def served(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Page]]:
    """A server with the first build; another one is laid in its place while it runs, as a new release is."""
    page = build(tmp_path / "first", "first")
    monkeypatch.setattr("sprawdzam.server.app.Page", lambda: page)
    with serving(tmp_path) as site:
        yield site, page


def reloaded(page: Any) -> Any:
    """What the page is made of when it is loaded again: the old build whole if the server did not answer in time."""
    page.reload()
    page.locator(".label").first.wait_for()
    loaded = page.evaluate(LOADED)
    assert loaded in (["first"], ["second"])
    return loaded


def test_a_new_build_takes_over_whole_and_the_old_one_stays_whole(
    browser: Any, served: tuple[str, Page], tmp_path: Path
) -> None:
    site, page = served
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE)
    stays, reloads = context.new_page(), context.new_page()
    for one in (stays, reloads):
        one.goto(site)
        one.locator(".label").first.wait_for()
        assert one.evaluate(WORKS) in ("activating", "activated")
        assert one.evaluate(LOADED) == ["first"]
    page.files = build(tmp_path / "second", "second").files
    wait_until(reloads, lambda: reloaded(reloads) == ["second"])
    wait_until(reloads, lambda: reloads.evaluate(TAKEN_OVER))
    # Who has the old page open goes on with it: its parts are kept, though the server has them no more.
    stays.evaluate("history.pushState(null, '', '/me'); dispatchEvent(new PopStateEvent('popstate'))")
    stays.get_by_role("group", name="Sound").wait_for()
    assert stays.evaluate(LOADED) == ["first"]
    # Without a connection the newest build opens, also at an address that was never open.
    context.set_offline(True)
    for one in (stays, reloads):
        one.goto(f"{site}/ladder/rys")
        one.get_by_role("alert").get_by_text("does not answer").wait_for()
        assert one.evaluate(LOADED) == ["second"]
        one.goto(site)
        one.get_by_role("heading", name="No connection").wait_for()
        assert one.evaluate(LOADED) == ["second"]
    context.close()


def test_a_page_whose_parts_are_gone_loads_the_new_build(
    browser: Any, served: tuple[str, Page], tmp_path: Path
) -> None:
    """Where no worker keeps them: it is not installed at the first visit, and some browsers have none."""
    site, page = served
    context = browser.new_context(locale="en-GB", service_workers="block")
    context.set_default_timeout(PATIENCE)
    stays = context.new_page()
    stays.goto(site)
    stays.locator(".label").first.wait_for()
    assert stays.evaluate(LOADED) == ["first"]
    page.files = build(tmp_path / "second", "second").files
    stays.evaluate("history.pushState(null, '', '/me'); dispatchEvent(new PopStateEvent('popstate'))")
    stays.get_by_role("group", name="Sound").wait_for()
    assert stays.evaluate(LOADED) == ["second"]
    context.close()
