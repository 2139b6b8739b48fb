"""The command line. ``main`` is all that a caller needs; each command has a module of its own."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130  #: the exit code after Ctrl-C, as shells have it


def main(args: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0, 2 for bad input, 1 for other trouble, 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a letter shows something in its place
            stream.reconfigure(errors="replace" if stream is sys.stdout else "backslashreplace")
    try:
        from sprawdzam.cli.app import run  # here: Ctrl-C may come while things are being imported

        code = run(sys.argv[1:] if args is None else list(args))
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:  # of the standard output: the commands tell their own
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # then whoever read the output has seen enough
            print(f"error: standard output: {error.strerror}", file=sys.stderr)
        return 1
    return code
