"""Ratings by OpenSkill (Plackett-Luce): one number for bots that met different rivals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sprawdzam.arena.study import Played


class Rating(NamedTuple):
    """``mu`` is the strength, ``sigma`` its uncertainty, ``ordinal`` a cautious strength (mu - 3 sigma)."""

    mu: float
    sigma: float
    ordinal: float


def rate(bots: Sequence[str], played: Iterable[Played]) -> dict[str, Rating]:
    """The ratings after all matches, in the order in which they are given: the result hangs on it.

    A bot at several places of a table gets the mean of what it gains and loses there.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = {bot: (rating.mu, rating.sigma) for bot in bots for rating in [model.rating()]}
    for match in played:
        teams = [[model.rating(*now[bot])] for bot in match.bots]
        rated = model.rate(teams, ranks=[float(rank) for rank in match.ranks])
        gained: dict[str, list[tuple[float, float]]] = {}
        for bot, (after,) in zip(match.bots, rated, strict=True):
            gained.setdefault(bot, []).append((after.mu, after.sigma))
        for bot, rows in gained.items():
            now[bot] = sum(mu for mu, _ in rows) / len(rows), sum(sigma for _, sigma in rows) / len(rows)
    return {bot: Rating(mu, sigma, mu - 3 * sigma) for bot, (mu, sigma) in now.items()}
