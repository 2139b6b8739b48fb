"""The table in a terminal: one person against bots, any game, drawn from its scene alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sprawdzam.engine.texts import texts

if TYPE_CHECKING:
    from sprawdzam.bots import Bot
    from sprawdzam.engine.game import Setup
    from sprawdzam.engine.match import Match


def run(
    setup: Setup,
    *,
    language: str,
    bots: Sequence[Bot],
    names: Sequence[str] | None = None,
    seed: int | None = None,
    seat: int = 0,
    speed: float = 1.0,
    log_file: Path | None = None,
) -> Match:
    """Plays until the person leaves; gives back the last match.

    ``bots`` are those of the other seats in their order, ``names`` those of all seats. ``speed`` is how slowly time
    passes: 2 takes twice as long, 0 does not wait at all. The log is written to ``log_file`` after every step.
    """
    from sprawdzam.terminal.app import TableApp  # only now, so that importing the package stays quick
    from sprawdzam.terminal.hangup import end_with_the_terminal

    app = TableApp(
        setup, language=language, bots=bots, names=names, seed=seed, seat=seat, speed=speed, log_file=log_file
    )
    end_with_the_terminal(0)
    app.run()
    if app.session.saved:
        print(texts(app.language)("The log of this match is in {path}", path=app.session.log_file))
    return app.match
