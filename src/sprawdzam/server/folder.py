"""Where the server keeps its database and its key when nobody says otherwise."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The user's data folder. It is not made here: looking must not leave traces."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "sprawdzam"


def default_database(folder: Path) -> str:
    return f"sqlite:///{folder / 'sprawdzam.db'}"


def make_folder(folder: Path) -> None:
    """For its owner only. Nobody has named it, so nobody can have mistyped it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
