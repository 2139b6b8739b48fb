"""Compiles the message catalogues (.po to .mo) whenever the project is built or installed editable, and builds the page
for browsers, with Node, when a wheel or sdist is made.

What is made lies beside its sources or inside the package, ignored by git and packed as artifacts. An sdist carries the
page, so that a wheel can be made from it without Node. `python hatch_build.py` compiles the catalogues only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALES = Path("src", "sprawdzam", "locale")
PAGE = Path("src", "sprawdzam", "server", "static")


class NoNode(Exception):
    """The page cannot be built here."""


class CatalogueError(Exception):
    """A translation that would go wrong when it is shown."""


def fields(text: str) -> set[str]:
    """The names in braces: {"n"} of "{n} cards". None in a text whose braces are no format."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return set()


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def faults(source: Path, catalogue: Catalog) -> Iterator[str]:
    for message, found in catalogue.check():
        for fault in found:
            yield f"{source}:{message.lineno}: {fault}"
    for message in catalogue:
        if not message.id or not message.python_brace_format:  # Babel checks only the other kind, %-formats
            continue
        known = set().union(*map(fields, forms(message.id)))
        for translated in forms(message.string or ""):
            for name in sorted(fields(translated) - known):
                yield f"{source}:{message.lineno}: {{{name}}} in {translated!r} is not in the original"


def compile_catalogue(source: Path) -> Path:
    """Writes the .mo beside the .po at once and whole: a running program may be reading it."""
    locale = source.parent.parent.name
    with source.open("rb") as file:
        catalogue = read_po(file, locale=locale, abort_invalid=True)
    if wrong := list(faults(source, catalogue)):
        raise CatalogueError("\n".join(wrong))
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    target = source.with_suffix(".mo")
    if not target.exists() or target.read_bytes() != compiled.getvalue():
        scratch = target.with_name(f"{target.name}.{os.getpid()}.tmp")
        scratch.write_bytes(compiled.getvalue())
        scratch.replace(target)
    return target


def compile_catalogues(root: Path) -> list[Path]:
    return [compile_catalogue(source) for source in sorted((root / LOCALES).glob("*/LC_MESSAGES/sprawdzam.po"))]


def build_page(root: Path) -> None:
    """Builds the page from `web/`; an unpacked sdist has the page and not that folder, and needs nothing."""
    if not (root / "web").is_dir():
        if not (root / PAGE / "index.html").is_file():
            raise NoNode("there is neither the page nor web/, from which it is built")
        return
    npm = shutil.which("npm")
    if npm is None:
        raise NoNode("the page for browsers is built with Node.js 20 or later: install it, npm included")
    for command in (["ci"], ["run", "build"]):
        subprocess.run([npm, *command], cwd=root / "web", check=True)


class BuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))
        if version != "editable":
            build_page(Path(self.root))

    def clean(self, versions: list[str]) -> None:
        for compiled in (Path(self.root) / LOCALES).glob("*/LC_MESSAGES/*.mo"):
            compiled.unlink()


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parent)
