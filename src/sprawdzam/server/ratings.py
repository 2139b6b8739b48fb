"""Ratings per game by OpenSkill (Plackett-Luce), of people, programs and the server's own bots (``bot:novice``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import select, text

from sprawdzam.server.schema import ratings
from sprawdzam.server.store import Store, Write

BOT = "bot:"
START_MU = 25.0
START_SIGMA = 25.0 / 3


class Skill(NamedTuple):
    """``mu`` is the strength, ``sigma`` its uncertainty."""

    mu: float = START_MU
    sigma: float = START_SIGMA

    @property
    def ordinal(self) -> float:
        """A cautious strength, by which ladders go."""
        return self.mu - 3 * self.sigma


def bot_id(level: str) -> str:
    return BOT + level


def rated(players: Sequence[str], places: Sequence[int], before: Mapping[str, Skill]) -> dict[str, Skill]:
    """The skills after a match: seat by seat who sat there and in which place it ended (1 is best, ties are equal).

    Whoever is not in ``before`` has not been rated yet. Who sat in several seats gets the mean of what was gained and
    lost there; a match against nobody else changes nothing.
    """
    from openskill.models import PlackettLuce

    now = {player: before.get(player, Skill()) for player in players}
    if len(now) < 2:
        return now
    model = PlackettLuce(mu=START_MU, sigma=START_SIGMA)
    teams = [[model.rating(*now[player])] for player in players]
    after: dict[str, list[Skill]] = {}
    for player, (one,) in zip(players, model.rate(teams, ranks=[float(place) for place in places]), strict=True):
        after.setdefault(player, []).append(Skill(one.mu, one.sigma))
    return {
        player: Skill(sum(one.mu for one in rows) / len(rows), sum(one.sigma for one in rows) / len(rows))
        for player, rows in after.items()
    }


async def skills(store: Store, game: str, players: Iterable[str]) -> dict[str, Skill]:
    """Those of the players who have been rated."""
    question = select(ratings).where(ratings.c.game == game, ratings.c.user_id.in_(sorted(set(players))))
    return {row.user_id: Skill(row.mu, row.sigma) for row in await store.read(lambda db: db.execute(question).all())}


# Both databases spell it so. It adds to what is there instead of replacing it: two matches of one player that end at
# the same moment on two nodes both count.
RATE = text(
    "INSERT INTO ratings (user_id, game, mu, sigma, matches) VALUES (:player, :game, :mu, :sigma, 1) "
    "ON CONFLICT (user_id, game) DO UPDATE SET mu = ratings.mu + :gain, sigma = ratings.sigma * :sharper, "
    "matches = ratings.matches + 1"
)


def rating_writes(game: str, before: Mapping[str, Skill], after: Mapping[str, Skill]) -> list[Write]:
    """Carries out what a match has changed; for ``Store.append(..., also=...)``."""
    statements: list[Write] = []
    for player in sorted(after):  # in one order everywhere: two nodes never wait for each other in a circle
        old, new = before.get(player, Skill()), after[player]
        values = {"player": player, "game": game, "mu": new.mu, "sigma": new.sigma}
        statements.append(RATE.bindparams(**values, gain=new.mu - old.mu, sharper=new.sigma / old.sigma))
    return statements
