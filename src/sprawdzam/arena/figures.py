"""What a study came to: shares with intervals, ratings, times, who beats whom, forfeits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from math import fsum
from typing import Any

from sprawdzam.arena.interval import Share
from sprawdzam.arena.rating import Rating, rate
from sprawdzam.arena.study import Played, Study


@dataclass(frozen=True)
class Standing:
    """One bot's part in the study. ``fair`` is the share that it would win if all were equal; None for one alone."""

    bot: str
    matches: int
    wins: float
    share: float
    low: float
    high: float
    fair: float | None
    rating: Rating | None
    decisions: int
    mean_seconds: float
    max_seconds: float
    forfeits: int


@dataclass(frozen=True)
class Duel:
    """How often ``bot`` ranked better than ``against`` where both played; an equal rank is half."""

    bot: str
    against: str
    matches: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Reason:
    """Why a bot forfeited, and in how many matches."""

    bot: str
    reason: str
    matches: int


@dataclass(frozen=True)
class Report:
    """All figures of a study. They depend on its matches alone, not on the order in which they were played."""

    study: Study
    matches: int
    deals: int
    ladder: tuple[Standing, ...]
    cross: tuple[Duel, ...]
    wins_by_seat: tuple[float, ...]
    mean_length: float
    forfeits: tuple[Reason, ...]

    def duel(self, bot: str, against: str) -> Duel | None:
        return next((each for each in self.cross if (each.bot, each.against) == (bot, against)), None)

    def fields(self) -> dict[str, Any]:
        """The report for programs."""
        rows = [
            _rounded(asdict(row)) | {"rating": None if row.rating is None else _rounded(row.rating._asdict())}
            for row in self.ladder
        ]
        return {
            "study": self.study.fields(),
            "matches": self.matches,
            "deals": self.deals,
            "ladder": rows,
            "cross": [_rounded(asdict(duel)) for duel in self.cross],
            "wins_by_seat": [round(share, 6) for share in self.wins_by_seat],
            "mean_length": round(self.mean_length, 3),
            "forfeits": [asdict(reason) for reason in self.forfeits],
        }


def figures(study: Study, played: Sequence[Played]) -> Report:
    """The report on some matches of a study; they are taken in the order of the fixtures, as ``load`` gives them."""
    wins = {bot: Share() for bot in study.bots}
    duels = {pair: Share() for pair in permutations(study.bots, 2)}
    seats = [Share() for _ in range(study.seats)]
    for match in played:
        firsts = match.ranks.count(1)
        won = [(rank == 1) / max(1, firsts) for rank in match.ranks]
        places: dict[str, list[int]] = {}
        for place, bot in enumerate(match.bots):
            places.setdefault(bot, []).append(place)
            seats[match.fixture.seat(place)].add(match.deal, won[place])
        for bot, mine in places.items():
            wins[bot].add(match.deal, fsum(won[place] for place in mine))
            for other, theirs in places.items():
                if other != bot:
                    better = [_better(match.ranks[a], match.ranks[b]) for a in mine for b in theirs]
                    duels[bot, other].add(match.deal, fsum(better) / len(better))
    ratings = rate(study.bots, played) if study.seats > 1 and played else {}
    standings = [_standing(study, bot, wins[bot], ratings.get(bot), played) for bot in study.bots if wins[bot].matches]
    return Report(
        study,
        len(played),
        len({match.deal for match in played}),
        tuple(sorted(standings, key=lambda row: (-row.share, study.bots.index(row.bot)))),
        tuple(Duel(*pair, duel.matches, duel.share, *duel.interval) for pair, duel in duels.items() if duel.matches),
        tuple(seat.share if seat.matches else 0.0 for seat in seats),
        fsum(match.actions for match in played) / max(1, len(played)),
        _reasons(study, played),
    )


def _better(mine: int, theirs: int) -> float:
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def _standing(study: Study, bot: str, wins: Share, rating: Rating | None, played: Sequence[Played]) -> Standing:
    mine = [(match, place) for match in played for place, name in enumerate(match.bots) if name == bot]
    decisions = sum(match.decisions[place] for match, place in mine)
    seconds = fsum(match.seconds[place] for match, place in mine)
    low, high = wins.interval
    return Standing(
        bot,
        wins.matches,
        wins.wins,
        wins.share,
        low,
        high,
        len(mine) / wins.matches / study.seats if study.seats > 1 else None,
        rating,
        decisions,
        seconds / max(1, decisions),
        max(match.slowest[place] for match, place in mine),
        len({match.fixture for match, _ in mine if any(forfeit.bot == bot for forfeit in match.forfeits)}),
    )


def _reasons(study: Study, played: Sequence[Played]) -> tuple[Reason, ...]:
    found = Counter((forfeit.bot, forfeit.reason) for match in played for forfeit in match.forfeits)
    order = sorted(found.items(), key=lambda item: (study.bots.index(item[0][0]), -item[1], item[0][1]))
    return tuple(Reason(bot, reason, number) for (bot, reason), number in order)


def _rounded(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in fields.items()}
