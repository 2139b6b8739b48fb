"""Actions that must be refused, in any game."""

from __future__ import annotations

import pytest

from sprawdzam import Match, SprawdzamError


def refused(match: Match, seat: int, text: str, kind: type[SprawdzamError]) -> str:
    """Tries an action that must be refused without a change; the line that was said."""
    before = match.state.tobytes(), match.log.text
    with pytest.raises(kind) as caught:
        match.play(seat, text)
    assert (match.state.tobytes(), match.log.text) == before
    assert caught.type is kind
    return str(caught.value)
