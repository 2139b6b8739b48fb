"""Finds a Chromium for tests/web, and installs one where it may: prints its path, or says loudly that there is none.

The order: the one that CHROME names, the shell without windows, which takes half of the processor time of a whole
browser, Debian's by apt (as root), any that is installed, and the one that an npm package ships, which needs neither
root nor a system that knows Chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
SHIPPED = "@sparticuz/chromium@153.0.0"
FOLDER = Path(__file__).parent.parent / "web" / "node_modules" / ".chromium"
UNPACK = "import('@sparticuz/chromium').then((found) => found.default.executablePath()).then(console.log)"
PATIENCE = 600  # seconds for an installation


def named() -> str | None:
    return shutil.which(os.environ.get("CHROME", ""))


def shell() -> str | None:
    return shutil.which(SHELL)


def installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def from_debian() -> str | None:
    """Only root can, and only where there is apt."""
    if not shutil.which("apt-get") or os.geteuid():
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "update", "-qq", env=quiet)
    for package in (SHELL, "chromium"):  # older systems have the second alone
        run("apt-get", "install", "-qq", "-y", "--no-install-recommends", package, env=quiet)
        if found := shutil.which(package):
            return found
    return None


def from_npm() -> str | None:
    """It is unpacked into the folder for temporary files."""
    if not shutil.which("npm"):
        return None
    FOLDER.mkdir(parents=True, exist_ok=True)
    run("npm", "install", "--silent", "--no-save", "--no-audit", "--no-fund", "--prefix", str(FOLDER), SHIPPED)
    return shutil.which(run("node", "-e", UNPACK, cwd=FOLDER).strip())


def run(*command: str, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """What it prints; nothing if it fails."""
    try:
        done = subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{command[0]}: {getattr(error, 'stderr', '') or error}".strip(), file=sys.stderr)
        return ""
    return done.stdout


if __name__ == "__main__":
    path = next(filter(None, (way() for way in (named, shell, from_debian, installed, from_npm))), None)
    if path is None:
        sys.exit("NO CHROMIUM WAS FOUND OR COULD BE INSTALLED: BROWSER TESTS WILL BE SKIPPED (CHROME=path names one)")
    print(path)
