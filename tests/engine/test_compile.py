"""``build``: machine code that is never stale and never another game's."""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from sprawdzam.engine.compile import ALL, build, cache_folder, digest, prune

LOOP = """
from sprawdzam.engine.contract import legal

def play(s, n):
    total = 0
    for i in range(n):
        total += legal(s, i)
    return total
"""
ONE = """
STEP = 10

def legal(s, i):
    return s[0] + STEP + i
"""


class Workshop:
    """Modules written, imported and edited in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, source: str) -> ModuleType:
        file = self.folder / f"{name}.py"
        file.write_text(source)
        edited = time.time_ns() + len(sys.modules) * 10**9  # an edit within one second must be seen as well
        os.utime(file, ns=(edited, edited))
        importlib.invalidate_caches()
        sys.modules.pop(name, None)
        sys.path_importer_cache.pop(str(self.folder), None)
        for old in self.folder.glob("__pycache__/*"):
            old.unlink()
        return importlib.import_module(name)


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workshop]:
    folder = tmp_path / "modules"
    folder.mkdir()
    monkeypatch.setenv("SPRAWDZAM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(folder))
    before = set(sys.modules)
    yield Workshop(folder)
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", "") and str(folder) in str(sys.modules[name].__file__):
            del sys.modules[name]


def run(code: Any) -> int:
    return int(code.play(np.zeros(1, np.int64), 3))


def names(code: Any) -> set[str]:
    return {code.play.__name__, code.legal.__name__}


def test_two_games_with_equal_names_do_not_share_machine_code(workshop: Workshop) -> None:
    """The loop lies in one file with one name and is compiled for equal types; only what it calls differs."""
    one = workshop.write("rules_of_one", ONE)
    loop = workshop.write("loop", LOOP)
    other = workshop.write("rules_of_other", ONE.replace("STEP = 10", "STEP = 100"))
    for _ in range(2):  # the second time from the disk
        assert run(build(one, loop)) == 33
        assert run(build(other, loop)) == 303


def test_an_edit_in_another_file_is_not_run_from_the_cache(workshop: Workshop) -> None:
    one = workshop.write("rules_of_one", ONE)
    loop = workshop.write("loop", LOOP)
    first = build(one, loop)
    assert run(first) == 33
    edited = workshop.write("rules_of_one", ONE.replace("STEP = 10", "STEP = 20"))
    second = build(edited, loop)
    assert run(second) == 63 and not names(first) & names(second)


def test_an_edit_of_a_constant_that_is_imported_changes_the_name(workshop: Workshop) -> None:
    """The source of the modules stays as it is, a constant in them does not."""
    workshop.write("deck_of_one", "STEP = 10\n")
    source = ONE.replace("STEP = 10", "from deck_of_one import STEP")
    loop = None
    found = []
    for step in (10, 50):
        workshop.write("deck_of_one", f"STEP = {step}\n")
        one = workshop.write("rules_of_one", source)
        loop = loop or workshop.write("loop", LOOP)
        code = build(one, loop)
        found.append((run(code), code.play.__name__))
    assert [total for total, _ in found] == [33, 153] and found[0][1] != found[1][1]


def test_rebound_constants_change_the_result_and_the_name(workshop: Workshop) -> None:
    one = workshop.write("rules_of_one", ONE)
    loop = workshop.write("loop", LOOP)
    plain, tiny = build(one, loop), build(one, loop, STEP=1)
    assert (run(plain), run(tiny)) == (33, 6) and not names(plain) & names(tiny)
    assert one.STEP == 10 and tiny.STEP == 1


def test_long_tables_are_told_apart(workshop: Workshop) -> None:
    """NumPy writes a long array with dots in its middle."""
    one = workshop.write("rules_of_one", ONE)
    table, other = np.zeros(5000), np.zeros(5000)
    other[2500] = 1
    assert digest((one,), False, {"STEP": table}) != digest((one,), False, {"STEP": other})


def test_the_name_hangs_on_everything_that_takes_part(workshop: Workshop) -> None:
    one = workshop.write("rules_of_one", ONE)
    loop = workshop.write("loop", LOOP)
    digests = {
        digest((one, loop), False, {}),
        digest((one,), False, {}),
        digest((one, loop), True, {}),
        digest((one, loop), False, {"STEP": 1}),
        digest((one, loop), False, {"STEP": 2}),
    }
    assert len(digests) == 5
    assert digest((one, loop), False, {}) in digests


def test_an_unknown_constant_is_refused(workshop: Workshop) -> None:
    one = workshop.write("rules_of_one", ONE)
    with pytest.raises(TypeError, match="no module has the constant STEPS"):
        build(one, STEPS=3)


def test_without_jit_the_twins_are_plain_functions(workshop: Workshop) -> None:
    one = workshop.write("rules_of_one", ONE)
    loop = workshop.write("loop", LOOP)
    code = build(one, loop, jit=False, STEP=2)
    assert code.play([5], 2) == 5 + 2 + 0 + 5 + 2 + 1
    assert type(code.play).__name__ == "function"


def test_another_checkout_with_the_same_source_compiles_nothing(workshop: Workshop, tmp_path: Path) -> None:
    code = build(workshop.write("rules_of_one", ONE), workshop.write("loop", LOOP))
    assert run(code) == 33 and sum(code.play.stats.cache_misses.values()) == 1
    elsewhere = Workshop(tmp_path / "elsewhere" / "modules")
    elsewhere.folder.mkdir(parents=True)
    sys.path.insert(0, str(elsewhere.folder))
    try:
        again = build(elsewhere.write("rules_of_one", ONE), elsewhere.write("loop", LOOP))
        assert again.play.__code__.co_filename.startswith(str(elsewhere.folder))
        assert run(again) == 33 and sum(again.play.stats.cache_hits.values()) == 1
    finally:
        sys.path.remove(str(elsewhere.folder))
        for name in ("rules_of_one", "loop"):
            del sys.modules[name]


def test_bounds_are_checked_on_demand(workshop: Workshop) -> None:
    one = workshop.write("rules_of_one", "def legal(s, i):\n    return s[i]\n")
    with pytest.raises(IndexError):
        build(one, boundscheck=True).legal(np.zeros(3, np.int64), 7)


def test_the_cache_lies_where_it_is_told_to_and_old_code_is_pruned(workshop: Workshop) -> None:
    one = workshop.write("rules_of_one", ONE)
    assert build(one).legal(np.zeros(1, np.int64), 1) == 11
    files = [*(cache_folder() / "compiled").rglob("*.nb[ic]")]
    assert len(files) >= 2
    whole = cache_folder() / "compiled" / f"{ALL}of-it"
    whole.touch()
    assert prune() == 0 and whole.exists()
    old = time.time() - 40 * 86400
    os.utime(files[0], (old, old))
    assert prune() == 1 and not files[0].exists() and files[1].exists()
    assert not whole.exists()


@pytest.mark.parametrize(
    ("platform", "variable", "tail"),
    [("linux", "XDG_CACHE_HOME", "sprawdzam"), ("win32", "LOCALAPPDATA", "sprawdzam")],
)
def test_the_cache_folder_is_the_users(
    platform: str, variable: str, tail: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SPRAWDZAM_CACHE_DIR", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert cache_folder() == tmp_path / tail


def test_equal_names_in_different_modules_stay_apart(workshop: Workshop) -> None:
    """A game may call a function or a constant as the engine does; each module keeps its own."""
    step = "\n\ndef step(x):\n    return x + KEEP\n"
    first = workshop.write("first", f"KEEP = 1{step}\ndef one(x):\n    return step(x)\n")
    second = workshop.write("second", f"KEEP = 100{step}")
    third = workshop.write("third", "from first import one, step\n\ndef both(x):\n    return one(x) * step(x)\n")
    code = build(first, second, third, jit=False)
    assert code.both(1) == 4 and code.step(1) == 101


def test_an_import_from_a_module_that_takes_part_is_bound_to_its_twin(workshop: Workshop) -> None:
    first = workshop.write("first", "KEEP = 1\n\ndef step(x):\n    return x + KEEP\n")
    second = workshop.write("second", "from first import step\n\ndef twice(x):\n    return step(step(x))\n")
    assert build(first, second, jit=False, KEEP=5).twice(0) == 10
    assert second.twice(0) == 2


def test_modules_of_the_same_package_take_part_by_themselves(workshop: Workshop) -> None:
    """The rules of a game in parts: what they import from one another is compiled and rebound with them."""
    parts = workshop.folder / "parts"
    parts.mkdir()
    (parts / "__init__.py").write_text("")
    (parts / "state.py").write_text("STEP = 10\n\ndef stride():\n    return STEP\n")
    (parts / "rules.py").write_text(
        "from parts.state import stride\n\ndef legal(s, i):\n    return s[0] + stride() + i\n"
    )
    loop = workshop.write("loop", LOOP)
    rules = importlib.import_module("parts.rules")
    assert run(build(rules, loop)) == run(build(rules, loop, jit=False)) == 33
    assert run(build(rules, loop, STEP=0)) == run(build(rules, loop, jit=False, STEP=0)) == 3


def test_what_compiled_functions_take_they_give_back(workshop: Workshop) -> None:
    """A module that makes no arrays does not count who holds them, beside one that does: nothing is lost or freed."""
    from numba.core.runtime import _nrt_python, rtsys

    makes = workshop.write("makes", "import numpy as np\n\ndef made(n):\n    a = np.ones(n)\n    return a.sum()\n")
    source = "from makes import made\n\ndef total(a):\n    b = a[1:]\n    return made(len(b)) + b[0]\n"
    code = build(makes, workshop.write("asks", source))
    given = np.arange(5.0)
    assert code.total(given) == 5.0
    counting = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        for _ in range(100):
            code.total(given)
        after = rtsys.get_allocation_stats()
    finally:
        if not counting:
            _nrt_python.memsys_disable_stats()
    assert after.alloc - before.alloc == after.free - before.free == 100
    assert given.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
