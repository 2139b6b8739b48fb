"""What a crowd has seen."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

FIRST = 10  # gaps are told of, each by itself


class Figures:
    """Times are in seconds."""

    def __init__(self) -> None:
        self.moves = 0
        self.matches = 0
        """Those that were played to their end by their rules."""
        self.broken_off = 0
        """Matches that somebody has given up, or that were called off."""
        self.looked_back = 0
        """Requests for matches that are over."""
        self.answers = 0
        """Requests that were carried out or refused, joins included."""
        self.acks = array("d")
        """From sending a move to its acknowledgement."""
        self.broadcasts = array("d")
        """From sending a move to the frame at every other socket of its table."""
        self.returns = array("d")
        """From losing a connection to seeing the table again."""
        self.acknowledged: list[tuple[str, str]] = []
        """Table and client id of every move that was acknowledged."""
        self.refused: Counter[str] = Counter()
        """Moves that were refused, by code; in a game of turns none should be."""
        self.gaps = 0
        """Frames that did not follow the one before: something was missed or came twice."""
        self.first_gaps: list[str] = []
        self.broken: list[str] = []
        """What must not happen at all."""

    def gap(self, told: str) -> None:
        self.gaps += 1
        if len(self.first_gaps) < FIRST:
            self.first_gaps.append(told)

    def start_over(self) -> None:
        """Forgets the times, not the promises: what was acknowledged must still be there in the end."""
        self.moves = 0
        self.acks, self.broadcasts, self.returns = array("d"), array("d"), array("d")


def share(samples: Sequence[float], part: float) -> float:
    """The time that such a part of the samples does not exceed; with no samples that is for ever."""
    if not samples:
        return float("inf")
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
