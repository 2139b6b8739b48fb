"""Asks whether anything in requirements/*.txt, or in the lock of the page, has a known vulnerability: part of
`make lint`.

The answer comes from the package index, so it takes a network, and an index that knows advisories; a mirror often knows
none, and pip-audit then calls every package sound. Here a package that nobody could judge counts as not audited, and
that is said aloud. Only a known vulnerability is an error: a machine without internet can still run all tests.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FILES = tuple(f"requirements/{name}.txt" for name in ("dev", "peers", "uv"))  # dev has all of run and build
PAGE = ROOT / "web"
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


def ask_npm(page: Path = PAGE) -> list[dict[str, Any]] | str:
    """What npm finds out about each package of the page, told as pip-audit tells it, or why it finds out nothing."""
    npm, lock = shutil.which("npm"), page / "package-lock.json"
    if npm is None or not lock.exists():
        return "there is no npm, or nothing that it has locked"
    command = [npm, "audit", "--json", "--audit", "--fetch-retries=0", f"--fetch-timeout={CALL * 1000}"]
    try:
        done = subprocess.run(command, cwd=page, capture_output=True, text=True, timeout=LONGEST, check=False)
        said = json.loads(done.stdout)
        faults = said["vulnerabilities"]
    except subprocess.TimeoutExpired:
        return f"its registry did not answer within {LONGEST} s"
    except (ValueError, TypeError):
        return "npm said nothing that can be read"
    except KeyError:
        return f"its registry did not tell (status {said.get('statusCode', 'unknown')})"
    locked: dict[str, Any] = json.loads(lock.read_text("utf-8"))["packages"]
    return [
        {"name": path.rpartition("node_modules/")[2], "version": package["version"], "vulns": _told(path, faults)}
        for path, package in locked.items()
        if path
    ]


def _told(path: str, faults: dict[str, Any]) -> list[dict[str, Any]]:
    """The advisories about one package itself; of what only needs such a package npm tells the name."""
    return [
        {"id": via["url"].rpartition("/")[2], "aliases": [], "fix_versions": [f"any but {via['range']}"]}
        for fault in faults.values()
        if path in fault["nodes"]
        for via in fault["via"]
        if isinstance(via, dict)
    ]


def judge(found: list[dict[str, Any]] | str, kind: str = "dependency") -> tuple[int, list[str]]:
    """The exit code, and what is to be said."""
    if isinstance(found, str):
        return 0, [f"WARNING: the {kind} audit was SKIPPED: {found}"]
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
        lines.append(f"WARNING: the {kind} audit was SKIPPED: this package index knows no advisories")
    elif unknown:
        lines.append(f"WARNING: {len(unknown)} packages could NOT be audited: {', '.join(unknown)}")
    if known and not faults:
        lines.append(f"{kind} audit: no known vulnerability in {len(known)} packages")
    return (1 if faults else 0), lines


def together(answers: Sequence[list[dict[str, Any]] | str]) -> list[dict[str, Any]] | str:
    """Files are asked about one by one, for they are environments of their own and may have a package in two versions;
    if one of them could not be judged, neither could all."""
    problem = next((answer for answer in answers if isinstance(answer, str)), None)
    return problem or [package for answer in answers if not isinstance(answer, str) for package in answer]


def main() -> int:
    judged = [judge(together([ask([file]) for file in FILES])), judge(ask_npm(), "npm")]
    for line in (line for _, lines in judged for line in lines):
        print(line, file=sys.stderr if line.startswith(("error", "WARNING")) else sys.stdout)
    return max(code for code, _ in judged)


if __name__ == "__main__":
    sys.exit(main())
