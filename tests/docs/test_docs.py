"""The pages are true: their Python runs, their positions and logs are read, their links and files exist."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

import sprawdzam
from sprawdzam.games import NAMES

from .pages import PAGES, ROOT, blocks, name_of, prose

each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FILE = re.compile(r"[\w./-]+\.(?:py|md|toml|txt|svg|po|tcss)")
FOLDERS = ("", "src/sprawdzam", "src/sprawdzam/engine", "docs", "requirements")
OF_ANOTHER_GAME = "smialo"  # the game of adding-a-game.md, which is written by whoever reads it


@each_page
def test_the_python_of_a_page_does_what_is_shown(page: Path) -> None:
    """All examples of a page are one session."""
    text = "\n".join(block.text for block in blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF).run(test, out=told.append)
    assert not told, "".join(told)


@each_page
def test_every_position_and_view_of_a_page_is_read(page: Path) -> None:
    for block in blocks(page, "json"):
        values = json.loads(block.text)
        if values["game"] in NAMES:
            people = values.get("players", [])
            seat = next((p for p, player in enumerate(people) if "?" not in str(player)), 0)
            again = sprawdzam.view(values, seat) if "?" in block.text else sprawdzam.position(values)
            assert again.position == values, f"{page.name}:{block.line}"


def test_the_views_of_the_page_on_notation_are_those_of_its_positions() -> None:
    """Of each game a position, and how one seat sees it; in fiasko everything is open."""
    told = [json.loads(block.text) for block in blocks(ROOT / "docs" / "notation.md", "json")]
    told.insert(2, told[2])
    assert [position["game"] for position in told[::2]] == list(NAMES)
    for position, view, seat in zip(told[::2], told[1::2], (1, 0, 0, 0, 1), strict=True):
        assert sprawdzam.view(position, seat).position == view


@each_page
def test_every_log_of_a_page_is_read(page: Path) -> None:
    for block in blocks(page, "text"):
        if block.text.startswith("sprawdzam log"):
            assert sprawdzam.load(block.text).log.text == block.text, f"{page.name}:{block.line}"


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        name, _, heading = unquote(target).partition("#")
        file = page.parent / name if name else page
        assert file.exists(), f"{page.name}: {target}"
        if heading:
            assert heading in anchors(file), f"{page.name}: {target}"


def anchors(page: Path) -> set[str]:
    """The headings as GitHub names them."""
    named = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(prose(page))]
    return {heading.strip().replace(" ", "-") for heading in named}


@each_page
def test_every_file_that_is_named_exists(page: Path) -> None:
    """In the checkout, the package, the engine, beside another file of the page, or as a pattern with <game> in it."""
    missing = []
    for code in CODE.findall(prose(page)):
        if FILE.fullmatch(code) and OF_ANOTHER_GAME not in code:
            here = any((ROOT / folder / code).exists() for folder in FOLDERS)
            if not here and not any(ROOT.glob(f"src/sprawdzam/**/{code}")) and not any(ROOT.glob(f"tests/**/{code}")):
                missing.append(code)
    assert missing == []


@each_page
def test_a_page_is_written_in_lines_of_our_length(page: Path) -> None:
    long = [line for line in page.read_text("utf-8").splitlines() if len(line) > 120 and not line.startswith("|")]
    assert long == []
