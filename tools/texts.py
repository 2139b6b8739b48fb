"""Takes the texts for people out of the code and brings the catalogues up to date: `make texts`.

Babel's own extractor goes by the names of functions alone, and what it finds in an f-string depends on the version of
Python. Here the code is parsed: a text is found under whatever name its module knows the catalogue, and a text that
cannot be found, because it is put together while the program runs, is an error.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
PACKAGE = Path("src", "sprawdzam")
UNTOLD = PACKAGE / "testing"  # speaks to programmers, in English
KEPT_FOR_LATER = ("otherwise", "pitch", "says", "task", "template", "text", "title")  # fields that hold marked texts
WIDTH = 120


class Text(NamedTuple):
    """An English text, or its two forms with a number, and where it stands."""

    id: str | tuple[str, str]
    file: str
    line: int


class HiddenText(Exception):
    """A text that does not stand in the code as it is."""


def sources(root: Path) -> Iterator[Path]:
    for file in sorted((root / PACKAGE).rglob("*.py")):
        if not file.is_relative_to(root / UNTOLD):
            yield file


def extract(root: Path = ROOT) -> list[Text]:
    """All texts of the package, in the order of its modules and lines."""
    modules = {file: ast.parse(file.read_text("utf-8")) for file in sources(root)}
    errors = error_classes(modules.values())
    found, hidden = [], []
    for file, module in modules.items():
        reader = Reader(file.relative_to(root).as_posix(), module, errors)
        reader.visit(module)
        found += sorted(reader.found, key=lambda text: text.line)
        hidden += reader.hidden
    if hidden:
        raise HiddenText("\n".join(hidden))
    return found


def error_classes(modules: Iterable[ast.Module]) -> frozenset[str]:
    """The names of all errors whose first argument is a text: SprawdzamError and what derives from it."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef)
    }
    known = {"SprawdzamError", "Phrase"}
    while more := {name for name in bases if name not in known and bases[name] & known}:
        known |= more
    return frozenset(known)


class Reader(ast.NodeVisitor):
    """Goes through one module and knows which of its names mean a catalogue (``Texts``)."""

    def __init__(self, file: str, module: ast.Module, errors: frozenset[str]) -> None:
        self.file = file
        self.errors = errors
        self.known = names_from_texts(module)
        self.marked = {name for node in module.body for name in marked_names(node, self.known)}
        self.catalogues: list[set[str]] = [set()]
        self.found: list[Text] = []
        self.hidden: list[str] = []

    # --- which names mean a catalogue ---

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        names = {a.arg for a in arguments if a.annotation and ast.unparse(a.annotation).strip("'\"") == "Texts"}
        self.catalogues.append(self.catalogues[-1] | names)
        self.generic_visit(node)
        self.catalogues.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and self.is_catalogue(value):
                    self.catalogues[-1].add(name.id)
        self.generic_visit(node)

    def is_catalogue(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.catalogues[-1]
        if isinstance(node, ast.Attribute):
            return node.attr == "texts"
        return isinstance(node, ast.Call) and self.is_language(node.func)

    def is_language(self, node: ast.expr) -> bool:
        """Whether this is the function ``texts``, which gives the catalogue of a language."""
        return isinstance(node, ast.Name) and self.known.get(node.id) == "texts" and not self.is_catalogue(node)

    # --- texts ---

    def visit_Call(self, node: ast.Call) -> None:
        what = node.func
        name = what.id if isinstance(what, ast.Name) else ""
        meant = self.known.get(name)
        if meant == "mark_count" or (
            isinstance(what, ast.Attribute) and what.attr == "count" and self.is_catalogue(what.value)
        ):
            self.add(node, 2)
        elif meant == "mark" or name in self.errors or self.is_catalogue(what):
            self.add(node, 1)
        self.generic_visit(node)

    def add(self, node: ast.Call, forms: int) -> None:
        given = node.args[:forms]
        texts = [arg.value for arg in given if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if len(texts) == forms:
            self.found.append(Text(texts[0] if forms == 1 else (texts[0], texts[1]), self.file, node.lineno))
        elif not given or not self.is_marked(given[0]):
            self.hidden.append(f"{self.file}:{node.lineno}: no text stands here: {ast.unparse(node)[:100]}")

    def is_marked(self, node: ast.expr) -> bool:
        """Whether the text was marked where it stands, as ``mark("...")`` or in a constant or field of such."""
        if isinstance(node, ast.Call):
            return is_mark(node, self.known)
        if isinstance(node, ast.Attribute):
            return node.attr in KEPT_FOR_LATER
        while isinstance(node, ast.Starred | ast.Subscript):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self.marked


def names_from_texts(module: ast.Module) -> dict[str, str]:
    """What a module has of ``sprawdzam.engine.texts``, by the names that it uses."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and node.module == "sprawdzam.engine.texts"
        for alias in node.names
    }


def is_mark(node: ast.Call, known: dict[str, str]) -> bool:
    return isinstance(node.func, ast.Name) and known.get(node.func.id) in ("mark", "mark_count")


def marked_names(node: ast.stmt, known: dict[str, str]) -> Iterator[str]:
    """The constant of a module that is set here, if every text in it is marked."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return
    marks = [n for n in ast.walk(node.value) if isinstance(n, ast.Call) and is_mark(n, known)]
    literals = [n for n in ast.walk(node.value) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    if marks and len(literals) == sum(len(n.args) for n in marks):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                yield target.id


# --- catalogues ---


def template(texts: Iterable[Text]) -> Catalog:
    """An empty catalogue of these texts."""
    made = Catalog(charset="utf-8")
    for text in texts:
        made.add(text.id, locations=[(text.file, text.line)])
    return made


def update(source: Path, wanted: Catalog) -> bool:
    """Adds what is new, marks as fuzzy what was reworded, drops what is gone; whether anything changed."""
    before = source.read_bytes()
    catalogue = read_po(BytesIO(before), locale=source.parent.parent.name, abort_invalid=True)
    wanted.creation_date = catalogue.creation_date
    catalogue.update(wanted)
    if written(catalogue) == before:
        return False
    catalogue.creation_date = datetime.now(UTC).replace(second=0, microsecond=0)
    source.write_bytes(written(catalogue))
    return True


def written(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def is_done(message: Message) -> bool:
    """Whether a text is translated, in all forms, and not merely by guess."""
    forms = message.string if isinstance(message.string, list | tuple) else [message.string]
    return all(forms) and not message.fuzzy


def main() -> int:
    try:
        wanted = template(extract())
    except HiddenText as hidden:
        print(hidden, file=sys.stderr)
        return 1
    for source in sorted((ROOT / PACKAGE / "locale").glob("*/LC_MESSAGES/*.po")):
        changed = update(source, wanted)
        with source.open("rb") as file:
            left = sum(1 for message in read_po(file) if message.id and not is_done(message))
        told = f"{len(wanted)} texts, {left} to be translated or looked over"
        print(f"{source.relative_to(ROOT).as_posix()}: {told}{'' if changed else ', nothing new'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
