"""The rules and rulings of a game's rulebook: what stands beside each mark such as ``[BL-12]`` or ``[R8]``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sprawdzam.engine.game import Game

MARKS = re.compile(r"\s*\[((?:[A-Z]{2}-\d\d|R\d+)(?:,\s+(?:[A-Z]{2}-\d\d|R\d+))*)\]")
BLOCK = re.compile(r"[-|#*]|\d+\. ")  # a line that begins something new: a point, a row, a heading
LONGEST = 300  # letters that are kept of a rule's text


@dataclass(frozen=True)
class Rule:
    """A rule or ruling as the rulebook tells it: its mark, the heading it stands under, and its words."""

    id: str
    section: str
    text: str

    def title(self, most: int) -> str:
        return first_words(self.text, most)


def first_words(text: str, most: int) -> str:
    """A text, or as much of it as so many letters hold."""
    return text if len(text) <= most else text[: most - 3].rsplit(" ", 1)[0].rstrip(",:;.") + "..."


@cache
def rules_of(game: Game, language: str = "en") -> dict[str, Rule]:
    """All rules and rulings of a rulebook, in its order; one that is marked twice is told where it comes first."""
    found: dict[str, Rule] = {}
    for section, block in _blocks(game.rulebook(language)):
        begin = 0
        for mark in MARKS.finditer(block):
            text = _plain(block[begin : mark.start()])
            begin = mark.end()
            for name in re.split(r",\s+", mark[1]):
                found.setdefault(name, Rule(name, section, text))
    return found


def _blocks(markdown: str) -> Iterator[tuple[str, str]]:
    """The paragraphs and points of a page, each with the heading above it."""
    section, block = "", ""
    for line in [*markdown.splitlines(), ""]:
        text = line.strip()
        if block and (not text or BLOCK.match(text)):
            yield section, block
            block = ""
        if text.startswith("#"):
            section = text.lstrip("# ")
        elif text:
            block = f"{block} {text}" if block else text


def _plain(block: str) -> str:
    text = re.sub(r"^(?:[-*] |\d+\. )\s*", "", block.strip()).replace("`", "").replace("**", "")
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
