"""Asks whether anything in requirements/*.txt has a known vulnerability: part of `make lint`.

The answer comes from the package index, so it takes a network, and an index that knows advisories; a mirror often knows
none, and pip-audit then calls every package sound. Here a package that nobody could judge counts as not audited, and
that is said aloud. Only a known vulnerability is an error: a machine without internet can still run all tests.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FILES = tuple(f"requirements/{name}.txt" for name in ("dev", "peers", "uv"))  # dev has all of run and build
LONGEST = 30  # seconds for everything
CALL = 5  # seconds for one answer of the index

ACCEPTED: dict[str, str] = {}
"""Advisories that do not concern us, each with the reason why."""


def ask(files: Sequence[str]) -> list[dict[str, Any]] | str:
    """What pip-audit finds out about each package, or why it finds out nothing."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--progress-spinner=off", f"--timeout={CALL}"]
    command += ["--format=json", "--desc=off", *(word for file in files for word in ("--requirement", file))]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return f"the package index did not answer within {LONGEST} s"
    try:
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return (done.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1][:200]
    return found


def judge(found: list[dict[str, Any]] | str) -> tuple[int, list[str]]:
    """The exit code, and what is to be said."""
    if isinstance(found, str):
        return 0, [f"WARNING: the dependency audit was SKIPPED: {found}"]
    unknown = sorted({package["name"] for package in found if "vulns" not in package})
    known = {(package["name"], package["version"]) for package in found if "vulns" in package}
    faults = sorted(
        {
            f"{package['name']} {package['version']}: {fault['id']}, put right in: "
            + (", ".join(fault["fix_versions"]) or "no release yet")
            for package in found
            for fault in package.get("vulns", ())
            if not {fault["id"], *fault["aliases"]} & set(ACCEPTED)
        }
    )
    lines = [f"error: {fault}" for fault in faults]
    if not known:
        lines.append("WARNING: the dependency audit was SKIPPED: this package index knows no advisories")
    elif unknown:
        lines.append(f"WARNING: {len(unknown)} packages could NOT be audited: {', '.join(unknown)}")
    if known and not faults:
        lines.append(f"audit: no known vulnerability in {len(known)} packages")
    return (1 if faults else 0), lines


def together(answers: Sequence[list[dict[str, Any]] | str]) -> list[dict[str, Any]] | str:
    """Files are asked about one by one, for they are environments of their own and may have a package in two versions;
    if one of them could not be judged, neither could all."""
    problem = next((answer for answer in answers if isinstance(answer, str)), None)
    return problem or [package for answer in answers if not isinstance(answer, str) for package in answer]


def main() -> int:
    code, lines = judge(together([ask([file]) for file in FILES]))
    for line in lines:
        print(line, file=sys.stderr if line.startswith(("error", "WARNING")) else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main())
