"""Heavy libraries are extras: whoever only plays, or steps batches, installs none of them."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HEAVY = {
    "pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "open_spiel", "ray": "ray", "mcp": "mcp",
    "train": "torch", "plots": "matplotlib",
}  # fmt: skip


def names(requirements: list[str]) -> set[str]:
    return {re.match(r"[\w.-]+", line)[0] for line in requirements}  # type: ignore[index]


def test_every_heavy_library_has_an_extra_that_the_page_names() -> None:
    page = (ROOT / "docs" / "environments.md").read_text("utf-8")
    for extra, library in HEAVY.items():
        assert library in names(PROJECT["optional-dependencies"][extra])
        assert f"`[{extra}]`" in page or f"sprawdzam[{extra}]" in page, extra


def test_the_core_needs_none_of_them() -> None:
    assert names(PROJECT["dependencies"]).isdisjoint(HEAVY.values())
    code = "import sys, sprawdzam, sprawdzam.envs.batch; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {*HEAVY.values(), "pyspiel"}.isdisjoint(done.stdout.split())


def test_no_lock_has_pytorch() -> None:
    locks = list((ROOT / "requirements").glob("*.txt"))
    assert locks and not [lock for lock in locks if re.search(r"^torch\b", lock.read_text("utf-8"), re.MULTILINE)]
