"""Why something is not possible now: a sentence for people, and the rule behind it.

A game's ``why.py`` gives the reasons that a view has; like everything that a seat is told they are computed from the
view alone (law 4), and none of them speaks against a legal action.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """Why some actions are not legal now, or why some pieces cannot be picked."""

    text: str
    rule: str = ""
    """Its mark in the rulebook."""
    actions: Container[int] = ()
    """The actions that it speaks of, none of them legal."""
    pieces: tuple[tuple[str, int], ...] = ()
    """Zone and place of the pieces that it speaks of."""
