"""Every text for people is found in the code, whatever it is called there; one that cannot be found is an error."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HEAD = """
from sprawdzam.engine.errors import SprawdzamError
from sprawdzam.engine.texts import Texts, mark, mark_count, texts
class Bad(SprawdzamError): ...
class Worse(Bad): ...
NAMED = (mark("ones"), mark("twos"))
MIXED = (mark("threes"), "fours")
"""
KNOWN = ["ones", "twos", "threes"]


def found(tool: ModuleType, folder: Path, code: str, head: str = HEAD) -> list[Any]:
    package = folder / "src/sprawdzam"
    package.mkdir(parents=True)
    (package / "module.py").write_text(head + code, "utf-8")
    return [text.id for text in tool.extract(folder) if text.id not in KNOWN]


@pytest.mark.parametrize(
    "code, ids",
    [
        ("def f(texts: Texts): return texts('a', n=1), texts.count('b', 'c', 2)", ["a", ("b", "c")]),
        ("def f(words: Texts): return words('a')", ["a"]),
        ("def f(sight): return sight.texts('a')", ["a"]),
        ("def f(self): texts, p = self.texts, 1; return texts('a')", ["a"]),
        ("def f(words: Texts):\n    def g(): return words('a')\n    return g", ["a"]),
        ("async def f(words: Texts): return words('a')", ["a"]),
        ("def f(language): return texts(language)('a')", ["a"]),
        ("def f(sight): return f\"{sight.texts('a')} {sight.texts('b')}\"", ["a", "b"]),
        ("def f(texts: Texts): return texts('a ' 'b')", ["a b"]),
        ("def f(texts: Texts): return texts(NAMED[0]), texts.count(*NAMED, 2)", []),
        ("def f(texts: Texts, game): return texts(game.title)", []),
        ("def f(): raise Worse('a {n}', n=1)", ["a {n}"]),
        ("def f(): raise Bad(mark('a'))", ["a"]),
        ("def f(word, other): return texts('pl'), word.count('a'), other('b'), word.mark('c')", []),
    ],
)
def test_texts_are_found_under_all_their_names(tool: ModuleType, tmp_path: Path, code: str, ids: list[object]) -> None:
    assert found(tool, tmp_path, code) == ids


def test_a_function_that_only_has_such_a_name_is_left_alone(tool: ModuleType, tmp_path: Path) -> None:
    code = "def mark(node, w): ...\ndef f(texts, node): return mark(node, 1), texts('a')"
    assert found(tool, tmp_path, code, head="") == []


@pytest.mark.parametrize(
    "code",
    [
        "def f(texts: Texts, n): return texts(f'{n} cards')",
        "def f(texts: Texts, word): return texts('a ' + word)",
        "def f(texts: Texts, word): return texts(word)",
        "def f(texts: Texts, word): return texts('a' if word else 'b')",
        "def f(texts: Texts): return texts(MIXED[1])",
        "def f(texts: Texts): return texts()",
        "def f(texts: Texts, one): return texts.count(one, 'a', 1)",
        "def f(word): raise Worse(f'no {word}')",
        "def f(word): return mark(word)",
    ],
)
def test_a_hidden_text_is_an_error(tool: ModuleType, tmp_path: Path, code: str) -> None:
    with pytest.raises(tool.HiddenText, match=r"^src/sprawdzam/module\.py:\d+: no text stands here: "):
        found(tool, tmp_path, code)


def test_no_text_of_the_package_is_hidden(tool: ModuleType) -> None:
    assert len(tool.extract()) > 100


def test_the_catalogue_follows_the_code(tool: ModuleType, tmp_path: Path, source: Path) -> None:
    """Reworded texts are marked, new ones wait, old ones go; without a change not a byte is written."""
    copy = tmp_path / "pl/LC_MESSAGES/sprawdzam.po"
    copy.parent.mkdir(parents=True)
    copy.write_bytes(source.read_bytes())
    texts = tool.extract()
    tool.update(copy, tool.template(texts))
    assert not tool.update(copy, tool.template(texts))
    others = [text for text in texts if text.id not in ("Check!", "{name} is thinking.")]
    reworded = tool.Text("{name} is thinking hard.", "src/sprawdzam/module.py", 1)
    assert tool.update(copy, tool.template([*others, reworded, tool.Text("Zebra?", "src/sprawdzam/module.py", 2)]))
    with copy.open("rb") as file:
        now = tool.read_po(file)
    assert "Check!" not in now and not now.obsolete
    assert now["{name} is thinking hard."].fuzzy and not now["Zebra?"].string
    assert not tool.is_done(now["Zebra?"]) and not tool.is_done(now["{name} is thinking hard."])
    assert tool.is_done(now["You"]) and tool.is_done(now["{n} card"])
