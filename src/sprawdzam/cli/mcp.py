"""``sprawdzam mcp``: a seat for a language-model assistant."""

from __future__ import annotations

from typing import Annotated

import typer

from sprawdzam.cli.serve import NotInstalled


def mcp(
    *,
    hints: Annotated[bool, typer.Option("--hints/--no-hints", help="Whether the assistant may ask for hints.")] = True,
) -> None:
    """Serve all games to an assistant over the Model Context Protocol.

    An assistant starts this command and speaks to it on the standard input and output. It can list games, read rules,
    and play matches against bots; it sees what its seat may know. Each process has matches of its own.
    """
    try:
        from sprawdzam.assistant.server import make_server
    except ImportError as error:
        raise NotInstalled(
            "assistants need more parts ({part}): pip install 'sprawdzam[mcp]'", part=error.name
        ) from None
    make_server(hints=hints).run("stdio")
