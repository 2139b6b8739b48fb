"""The picture in the README shows the table as it is now, and asks no server for anything."""

from __future__ import annotations

import asyncio
import re
import runpy
from xml.etree import ElementTree

from .pages import ROOT

PICTURE = ROOT / "docs" / "table.svg"
TOOL = ROOT / "tools" / "picture.py"
SVG = "http://www.w3.org/2000/svg"


def lines(svg: str) -> set[str]:
    """The texts of a picture, line by line."""
    found: dict[str, list[str]] = {}
    for text in ElementTree.fromstring(svg).iter(f"{{{SVG}}}text"):
        found.setdefault(text.attrib["y"], []).append(text.text or "")
    return {" ".join(texts) for texts in found.values()}


def test_the_picture_is_svg_that_needs_nothing_else() -> None:
    svg = PICTURE.read_text("utf-8")
    assert ElementTree.fromstring(svg).tag == f"{{{SVG}}}svg"
    assert re.findall(r"\w+://[^\"'\s)]*", svg) == [SVG]
    assert not re.search(r"url\(|@import|@font-face|href|<script", svg)


def test_the_picture_shows_what_the_table_shows_now() -> None:
    """If not, `make picture` draws it anew."""
    shown = lines(PICTURE.read_text("utf-8"))
    assert any("Your turn" in line for line in shown)
    assert lines(asyncio.run(runpy.run_path(str(TOOL))["picture"]())) == shown
