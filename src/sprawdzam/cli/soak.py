"""``sprawdzam soak``: whether a server keeps its promises under load, disasters and attacks."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sprawdzam.cli.arguments import AsJson
from sprawdzam.engine.errors import BadOption


def soak(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SCENARIO]...", help="steady, kill, restart_db, hostile, soak."),
    ] = None,
    *,
    database: Annotated[
        str | None, typer.Option(metavar="NAME", help="sqlite or postgresql.", show_default="both")
    ] = None,
    small: Annotated[bool, typer.Option("--small", help="Seconds instead of up to an hour; rough numbers.")] = False,
    as_json: AsJson = False,
) -> None:
    """Start servers, put load on them, and compare with the bars.

    Everything runs on this machine in folders that are removed in the end. Exits with 1 if a bar is missed.
    """
    from sprawdzam.bench.load import DATABASES, SCENARIOS, run
    from sprawdzam.bench.report import table
    from sprawdzam.cli.progress import SlowProgress

    for name in names or ():
        if name not in SCENARIOS:
            raise BadOption("there is no scenario {name}; there are: {known}", name=name, known=", ".join(SCENARIOS))
    if database is not None and database not in DATABASES:
        raise BadOption(
            "database: {name} is not possible; possible: {known}", name=database, known=", ".join(DATABASES)
        )
    chosen = [SCENARIOS[name] for name in names or SCENARIOS]
    measured, verdicts = run(chosen, [database] if database else DATABASES, small, SlowProgress)
    if as_json:
        found = {"measurements": [m.fields() for m in measured], "bars": [verdict.fields() for verdict in verdicts]}
        print(json.dumps(found, indent=1))
    else:
        print(table(measured, verdicts))
    if not verdicts or any(not verdict.met for verdict in verdicts):
        raise typer.Exit(1)
