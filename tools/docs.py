"""Writes those parts of docs that follow from the code: `make docs`. What they ought to be, the tools below tell."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOOLS = ("protocol.py", "games.py")


def main() -> int:
    for tool in TOOLS:
        for file, text in runpy.run_path(str(ROOT / "tools" / tool))["wanted"]().items():
            changed = not file.exists() or file.read_text("utf-8") != text
            if changed:
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, "utf-8")
            print(f"{file.relative_to(ROOT).as_posix()}: {'written' if changed else 'nothing new'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
