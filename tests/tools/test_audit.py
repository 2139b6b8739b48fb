"""The audit of dependencies: a known vulnerability is an error, and what nobody looked at does not pass as sound."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "audit.py"))
judge, ask = TOOL["judge"], TOOL["ask"]

SOUND = {"name": "rich", "version": "14.2", "vulns": []}
UNKNOWN = {"name": "numba", "skip_reason": "Dependency not found on PyPI and could not be audited: numba (0.68)"}
FAULTY = {
    "name": "starlette", "version": "1.0",
    "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["1.1"]}],
}  # fmt: skip


def test_sound_packages_are_counted() -> None:
    assert judge([SOUND, SOUND]) == (0, ["dependency audit: no known vulnerability in 1 packages"])


def test_a_known_vulnerability_is_an_error_that_names_the_cure() -> None:
    code, lines = judge([SOUND, FAULTY])
    assert (code, lines) == (1, ["error: starlette 1.0: PYSEC-1, put right in: 1.1"])


def test_one_that_does_not_concern_us_is_accepted_by_any_of_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOOL["ACCEPTED"], "CVE-1", "we do not use that part")
    assert judge([FAULTY])[0] == 0


def test_packages_that_nobody_could_judge_are_named() -> None:
    code, lines = judge([SOUND, UNKNOWN])
    assert code == 0 and lines[0] == "WARNING: 1 packages could NOT be audited: numba"


def test_an_index_without_advisories_makes_nothing_sound() -> None:
    code, lines = judge([UNKNOWN])
    assert code == 0 and lines == ["WARNING: the dependency audit was SKIPPED: this package index knows no advisories"]


def test_without_a_network_the_audit_is_skipped_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*args: Any, **options: Any) -> subprocess.CompletedProcess[str]:
        assert options["timeout"] <= 30
        return subprocess.CompletedProcess(args, 1, "", "Traceback ...\nConnectionError: no route\n")

    monkeypatch.setattr(subprocess, "run", answer)
    code, lines = judge(ask(TOOL["FILES"]))
    assert code == 0 and lines == ["WARNING: the dependency audit was SKIPPED: ConnectionError: no route"]


def test_an_index_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*args: Any, **options: Any) -> None:
        raise subprocess.TimeoutExpired("pip-audit", options["timeout"])

    monkeypatch.setattr(subprocess, "run", answer)
    assert "SKIPPED: the package index did not answer within 30 s" in judge(ask(TOOL["FILES"]))[1][0]


def test_everything_that_is_locked_is_audited() -> None:
    root = Path(__file__).parents[2]

    def locked(files: Iterable[Path]) -> set[str]:
        return {
            pin for file in files for pin in re.findall(r"^[\w.-]+==[\w.+!-]+", file.read_text("utf-8"), re.MULTILINE)
        }

    audited = locked(root / file for file in TOOL["FILES"])
    assert len(audited) > 50 and locked((root / "requirements").glob("*.txt")) == audited


# --- of the page ---

LOCK = {
    "": {"name": "page"},
    "node_modules/left": {"version": "1.0.0"},
    "node_modules/right/node_modules/left": {"version": "2.0.0"},
    "node_modules/right": {"version": "3.0.0"},
}
ADVISORY = {"url": "https://advisories.example/GHSA-1", "range": "<2.0.0", "title": "it falls over"}
FAULTS = {
    "left": {"nodes": ["node_modules/left"], "via": [ADVISORY]},
    "right": {"nodes": ["node_modules/right"], "via": ["left"]},
}


def said_by_npm(answer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    def run(args: Any, **options: Any) -> subprocess.CompletedProcess[str]:
        assert options["timeout"] <= 30
        return subprocess.CompletedProcess(args, 1, answer if isinstance(answer, str) else json.dumps(answer), "")

    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": LOCK}))
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(subprocess, "run", run)
    judged: tuple[int, list[str]] = judge(TOOL["ask_npm"](tmp_path), "npm")
    return judged


def test_a_known_vulnerability_of_the_page_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, lines = said_by_npm({"vulnerabilities": FAULTS}, tmp_path, monkeypatch)
    assert (code, lines) == (1, ["error: left 1.0.0: GHSA-1, put right in: any but <2.0.0"])


def test_sound_packages_of_the_page_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, lines = said_by_npm({"vulnerabilities": {}}, tmp_path, monkeypatch)
    assert (code, lines) == (0, ["npm audit: no known vulnerability in 3 packages"])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"statusCode": 405}, "its registry did not tell (status 405)"),
        ("", "npm said nothing that can be read"),
        ([], "npm said nothing that can be read"),
    ],
)
def test_a_registry_that_tells_nothing_makes_nothing_sound(
    answer: Any, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said_by_npm(answer, tmp_path, monkeypatch) == (0, [f"WARNING: the npm audit was SKIPPED: {why}"])


def test_without_npm_the_page_is_not_audited_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert judge(TOOL["ask_npm"](), "npm") == (
        0,
        ["WARNING: the npm audit was SKIPPED: there is no npm, or nothing that it has locked"],
    )


def test_files_are_judged_together_and_one_that_could_not_be_asked_about_spoils_it() -> None:
    together = TOOL["together"]
    assert judge(together([[SOUND], [FAULTY]]))[0] == 1
    assert judge(together([[SOUND], "no answer"]))[1] == ["WARNING: the dependency audit was SKIPPED: no answer"]


def test_make_lint_asks_for_vulnerabilities() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text("utf-8")
    assert re.search(r"^lint:.*\n(\t.*\n)*\t@?\$\(BIN\)/python tools/audit\.py$", makefile, re.MULTILINE)
