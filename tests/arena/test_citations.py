"""Where code cites rules, and what the rulebook says about them."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from sprawdzam.arena.citations import BODY, CALL, ELSE, STATEMENT, citations
from sprawdzam.engine.rulebook import Rule, rules_of
from sprawdzam.games import NAMES, find

KNOWN = {f"XX-0{i}": None for i in range(10)} | {"R1": None, "R2": None}


def cited(source):
    text = dedent(source)
    return {c.ids: (c.kind, type(c.node).__name__, c.function) for c in citations(text, ast.parse(text), KNOWN)}


@pytest.mark.parametrize(
    ("source", "kind", "node"),
    [
        ('def f(s):\n    """XX-01: says so."""\n    return 1', CALL, "FunctionDef"),
        ("def f(s):  # XX-01\n    return 1", CALL, "FunctionDef"),
        ("def f(s):\n    s.a = 1  # XX-01", STATEMENT, "Assign"),
        ("def f(s):\n    # XX-01\n    s.a = 1", STATEMENT, "Assign"),
        ("def f(s):\n    s.a = (\n        1 +  # XX-01\n        2\n    )", STATEMENT, "Assign"),
        ("def f(s):\n    if s.a:  # XX-01\n        s.b = 1", BODY, "If"),
        ("def f(s):\n    # XX-01\n    if s.a:\n        s.b = 1", BODY, "If"),
        ("def f(s):\n    if s.a:\n        s.b = 1\n    elif s.c:  # XX-01\n        s.b = 2", BODY, "If"),
        ("def f(s):\n    if s.a:\n        s.b = 1\n    else:  # XX-01\n        s.b = 2", ELSE, "If"),
        ("def f(s):\n    for i in s.a:  # XX-01\n        s.b = 1", BODY, "For"),
        ("def f(s):\n    while s.a:  # XX-01\n        s.b = 1", BODY, "While"),
        ("def f(s):\n    if s.a:\n        if s.b:\n            g(s)\n        h(s)  # XX-01", STATEMENT, "Expr"),
    ],
)
def test_a_citation_belongs_to_what_it_stands_beside(source, kind, node):
    assert cited(source) == {("XX-01",): (kind, node, "f")}


def test_the_second_branch_is_not_the_first():
    source = """
        def f(s):
            if s.a:  # XX-01
                s.b = 1
            elif s.c:  # XX-02
                s.b = 2
            else:  # XX-03, R1
                s.b = 3
    """
    assert {ids: kind for ids, (kind, *_) in cited(source).items()} == {
        ("XX-01",): BODY, ("XX-02",): BODY, ("XX-03", "R1"): ELSE,
    }  # fmt: skip


def test_only_known_rules_are_cited_and_only_in_functions():
    assert cited("LIMIT = 6  # XX-01\n\ndef f(s):\n    s.a = 1  # YY-01, R77, an XX-012 and the XX-02") == {
        ("XX-02",): (STATEMENT, "Assign", "f")
    }


def test_a_rule_is_told_by_the_words_before_its_mark():
    rules = rules_of(find("blef"))
    assert rules["BL-17"] == Rule("BL-17", "6. The reveal", "The winner starts the next round.")
    assert rules["BL-21"].text.startswith("If several players tie for the fewest, they alone play")
    assert rules["R22"].text == rules["BL-25"].text and rules["BL-25"].section == "Jokers (`jokers`)"
    assert rules["BL-21"].title(40) == "If several players tie for the..."


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_of_every_rulebook_has_its_words(game):
    rules = rules_of(find(game))
    assert len(rules) > 60
    assert all(rule.text and "[" not in rule.text and "\n" not in rule.text for rule in rules.values())
