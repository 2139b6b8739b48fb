"""The pages of the documentation, and the blocks of code in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^(`{3,})([a-z]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code: its language, its text, its line in the page, and the line of prose above it."""

    language: str
    text: str
    line: int
    above: str


def name_of(page: Path) -> str:
    return page.name


def blocks(page: Path, language: str = "") -> Iterator[Block]:
    """The blocks of a page, all of them or those in one language."""
    text = page.read_text("utf-8")
    for found in FENCE.finditer(text):
        if not language or found[2] == language:
            before = text[: found.start()]
            above = before.rstrip().rpartition("\n")[2]
            yield Block(found[2], found[3], before.count("\n") + 2, above)


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", page.read_text("utf-8"))
