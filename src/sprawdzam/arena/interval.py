"""How sure a share is.

Matches of one deal are no independent trials: the same luck falls in all its rotations and for all groups. So a deal
is the unit. Its matches are averaged, and the spread of these averages tells how many independent trials the study is
worth: fewer than its matches where a deal decides alike for everybody, more where rotation takes the luck out, as
duplicate deals are meant to. Wilson's interval for so many trials is given; near the middle and for many deals it is
the usual normal approximation, and it stays sensible near 0 and 1. With fewer than 30 deals the spread itself is not
known well, and without any spread it says nothing: then a study is worth at most one trial for each deal.
"""

from __future__ import annotations

from math import fsum, sqrt

Z95 = 1.959964  # 95 % of a normal distribution lie within so many deviations
FEW = 30  # deals


def interval(wins: float, trials: float) -> tuple[float, float]:
    """Where the true share lies in 95 of 100 such studies (Wilson's interval)."""
    share, square = wins / trials, Z95 * Z95
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = Z95 / (1 + square / trials) * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


class Share:
    """A share of wins that grows match by match, by deals."""

    def __init__(self) -> None:
        self._deals: dict[int, tuple[float, int]] = {}

    def add(self, deal: int, won: float) -> None:
        total, matches = self._deals.get(deal, (0.0, 0))
        self._deals[deal] = total + won, matches + 1

    @property
    def wins(self) -> float:
        return fsum(total for total, _ in self._deals.values())

    @property
    def matches(self) -> int:
        return sum(matches for _, matches in self._deals.values())

    @property
    def share(self) -> float:
        return min(1.0, self.wins / self.matches)

    @property
    def trials(self) -> float:
        """How many independent matches this is worth."""
        deals = len(self._deals)
        if deals < 2:
            return deals
        share, size = self.share, self.matches / deals
        # The spread of the averages around the share; a deal that is not finished counts by its matches.
        spread = fsum((total - share * matches) ** 2 for total, matches in self._deals.values())
        variance = spread / (size * size * deals * (deals - 1))
        if variance < 1e-12:
            return deals
        worth = share * (1 - share) / variance
        return worth if deals >= FEW else min(worth, deals)

    @property
    def interval(self) -> tuple[float, float]:
        return interval(self.share * self.trials, self.trials)
