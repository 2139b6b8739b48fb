"""Where the code of a game cites the rules of its rulebook.

A rule (``NE-12``) or ruling (``R8``) is cited in a comment or in the docstring of a function. What a citation stands
beside says when its rule fires (see ``firing.py``):

| cited | fires when |
|---|---|
| in the docstring of a function, or on its ``def`` line | the function is called |
| the same, if all that the function returns are conditions | it returns something true |
| on the header of ``if``, ``elif``, ``for`` or ``while`` | the body runs |
| on ``else`` | what follows runs |
| on an assignment or ``return`` of a condition | the condition is true |
| on any other statement | the statement runs |

A comment on a line of its own belongs to the statement after it. To look at a condition is not to fire: a rule that
says what happens to a player with two nerves fires when somebody has two.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import NamedTuple

from sprawdzam.engine.game import Game

ID = re.compile(r"\b[A-Z]{2}-\d\d\b|\bR[1-9]\d*\b")

CALL, BODY, ELSE, TRUTH, STATEMENT = "call", "body", "else", "truth", "statement"


class Citation(NamedTuple):
    """Rules cited in one place of the code: beside a node of its syntax, and how that node makes them fire."""

    line: int
    ids: tuple[str, ...]
    kind: str
    node: ast.AST
    function: str
    comment: str


def cited_in(text: str, known: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in ID.findall(text) if name in known))


def citations(source: str, tree: ast.Module, known: Mapping[str, object]) -> list[Citation]:
    """The citations of ``known`` rules in the functions of a module, in the order of its lines."""
    comments = list(_comments(source))
    found: list[Citation] = []
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue  # a constant or a field of the record: nothing runs there
        docstring = ast.get_docstring(function) or ""
        if ids := cited_in(docstring, known):
            found.append(Citation(function.lineno, ids, CALL, function, function.name, docstring))
        for line, own_line, comment in comments:
            if not function.lineno <= line <= (function.end_lineno or 0) or not (ids := cited_in(comment, known)):
                continue
            kind, node = _after(function, line) if own_line else _beside(function, line)
            found.append(Citation(line, ids, kind, node, function.name, comment))
    return sorted(found, key=lambda citation: citation.line)


def _comments(source: str) -> Iterator[tuple[int, bool, str]]:
    """Line and text of every comment, and whether it has the line to itself."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], not token.line[: token.start[1]].strip(), token.string.lstrip("# ")


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Every statement below a node, outer ones before inner ones, in the order of lines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
            yield from _statements(child)


def _beside(function: ast.FunctionDef, line: int) -> tuple[str, ast.AST]:
    innermost: ast.stmt = function
    for statement in _statements(function):
        if statement.lineno <= line <= (statement.end_lineno or 0):
            innermost = statement
    if isinstance(innermost, ast.If | ast.For | ast.While) and line > (innermost.body[-1].end_lineno or 0):
        return ELSE, innermost
    return _kind(innermost)


def _after(function: ast.FunctionDef, line: int) -> tuple[str, ast.AST]:
    later = [statement for statement in _statements(function) if statement.lineno > line]
    return _kind(min(later, key=lambda statement: statement.lineno)) if later else (CALL, function)


def _kind(statement: ast.stmt) -> tuple[str, ast.AST]:
    if isinstance(statement, ast.FunctionDef):
        return CALL, statement
    if isinstance(statement, ast.If | ast.For | ast.While):
        return BODY, statement
    return STATEMENT, statement  # TRUTH, if what it assigns or returns turns out to be a condition


def mentions(game: Game, known: Mapping[str, object]) -> dict[str, list[str]]:
    """The modules of a game that cite a rule anywhere, for rules that no count can be made of."""
    found: dict[str, list[str]] = {}
    for file in sorted(files(game.package).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".py"):
            source = file.read_text("utf-8")
            body = source.split('"""', 2)[-1] if source.startswith('"""') else source  # the first lines explain ids
            for name in cited_in(body, known):
                found.setdefault(name, []).append(file.name)
    return found
