"""Reading what a person hands in: a text file, or the standard input."""

from __future__ import annotations

import sys

from sprawdzam.engine.errors import SprawdzamError

LARGEST = 64  # megabytes; a longer log than anybody plays, and a stop for endless input


class BadFile(SprawdzamError):
    """A file that cannot be read as text."""


def read_text(name: str) -> str:
    """The text of a file, or of the standard input for ``-``."""
    told = "standard input" if name == "-" else name
    try:
        if name == "-":
            data = sys.stdin.buffer.read((LARGEST << 20) + 1)
        else:
            with open(name, "rb") as file:
                data = file.read((LARGEST << 20) + 1)
    except OSError as error:
        raise BadFile("{file}: this cannot be read: {problem}", file=told, problem=error.strerror) from None
    if len(data) > LARGEST << 20:
        raise BadFile("{file}: this is longer than {most} MB", file=told, most=LARGEST)
    if b"\0" in data:
        raise BadFile("{file}: this is a binary file; a text in UTF-8 is needed", file=told)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile("{file}: byte {byte} is not UTF-8; a text in UTF-8 is needed", file=told,
                      byte=error.start + 1) from None  # fmt: skip
