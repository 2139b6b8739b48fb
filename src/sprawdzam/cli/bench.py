"""``sprawdzam bench``: how fast it is, side by side with peers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sprawdzam.cli.arguments import AsJson


def bench(
    *,
    peers: Annotated[
        Path | None,
        typer.Option(metavar="PYTHON", exists=True, dir_okay=False, help="A Python that has the other libraries."),
    ] = None,
    as_json: AsJson = False,
    out: Annotated[Path, typer.Option(metavar="DIR", file_okay=False, help="Where the results go.")] = Path(
        "bench/results"
    ),
    quick: Annotated[bool, typer.Option("--quick", help="Short runs, rough numbers.")] = False,
) -> None:
    """Measure speed and compare it with others.

    Other libraries are measured when --peers names a Python that has them installed.
    """
    from sprawdzam.bench import run

    raise typer.Exit(run(peers, out, quick, as_json))
