"""``sprawdzam rules``: the rulebook."""

from __future__ import annotations

import sys

from sprawdzam.cli.arguments import GameName, Language
from sprawdzam.games import find


def rules(game: GameName, *, lang: Language) -> None:
    """Show the rulebook of a game.

    It is laid out on a terminal, and plain Markdown text in a pipe.
    """
    book = find(game).rulebook(lang)
    if not sys.stdout.isatty():
        print(book, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(Console().width, 88)).print(Markdown(book))
