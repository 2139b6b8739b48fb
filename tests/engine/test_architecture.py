"""Imports point one way, modules stay small, and rules stay free of the compiler."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sprawdzam

ROOT = Path(sprawdzam.__file__).parent
LAYERS = {
    "engine": 0, "games": 1, "": 2, "bots": 3, "testing": 4, "arena": 4, "envs": 4, "bench": 5, "terminal": 5,
    "server": 5, "assistant": 5, "cli": 6, "__main__": 7,
}  # fmt: skip
LINES = 450
MODULES = sorted(ROOT.rglob("*.py"))
COMPILED = ("rules.py", "instinct.py")


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports(file: Path) -> Iterator[str]:
    """What a module imports of ours, without the name of the package."""
    here = ("sprawdzam", *file.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = [*here[: len(here) + 1 - node.level]] if node.level else []
            names = [".".join([*above, *filter(None, [node.module]), alias.name]) for alias in node.names]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "sprawdzam":
                yield rest


def part(name: str) -> str:
    """The part of the package that a module belongs to; the package itself has an empty name."""
    first = name.partition(".")[0]
    return first if first in LAYERS else ""


def layer(name: str) -> int:
    return LAYERS[part(name)]


def test_every_part_of_the_package_has_its_layer() -> None:
    parts = {name_of(file).partition(".")[0] for file in MODULES}
    assert len(MODULES) > 20 and {"engine", "games", ""} <= parts <= set(LAYERS)


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_imports_point_one_way(file: Path) -> None:
    """engine <- games <- the package itself <- bots <- arena, envs, testing <- terminal, server, bench <- cli."""
    mine = name_of(file)
    for other in imports(file):
        if part(other) == part(mine):
            continue
        assert layer(other) < layer(mine), f"{mine or 'sprawdzam'} imports {other}"


@pytest.mark.parametrize("file", sorted(ROOT.glob("games/*/*.py")), ids=name_of)
def test_a_game_knows_nothing_of_other_games(file: Path) -> None:
    own = file.parent.name
    for other in imports(file):
        names = other.split(".")
        assert names[0] == "engine" or names[:2] == ["games", own], f"{name_of(file)} imports {other}"


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_no_module_is_long(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= LINES


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_no_module_has_a_name_that_says_nothing(file: Path) -> None:
    assert not {"utils", "util", "helpers", "helper", "manager", "common", "misc"} & set(name_of(file).split("."))


@pytest.mark.parametrize("file", sorted(ROOT.glob("games/*/*.py")), ids=name_of)
def test_rules_are_plain_python(file: Path) -> None:
    """No compiler import, and no random generator but the one that is handed in."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        assert not {"numba", "random", "secrets", "time"} & {name.split(".")[0] for name in names}


@pytest.mark.parametrize(
    "code",
    [
        "import sprawdzam",
        "from sprawdzam.games import all_games; all_games()",
        "import sprawdzam; m = sprawdzam.game('blef').start(seed=1); m.view(0).choices; m.log.text; m.view(0).scene()",
        (
            "import sprawdzam.envs as e; from sprawdzam.envs.observation import layout_of; s = e.setup_of('blef'); "
            "layout_of(s.game, 2).of(s.start(seed=1).view(0))"
        ),
    ],
)
def test_the_compiler_is_not_loaded_until_it_is_needed(code: str) -> None:
    lines = f"import sys; sys.path.insert(0, {str(ROOT.parent)!r}); {code}; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"
