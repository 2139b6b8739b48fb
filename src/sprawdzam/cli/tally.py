"""What many matches among bots came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sprawdzam.arena.interval import interval
from sprawdzam.engine.game import Setup
from sprawdzam.engine.options import show


class Chunk(NamedTuple):
    """Some finished matches of one line-up: the bot at each seat, wins of each seat, and actions of all seats."""

    lineup: Sequence[int]
    wins: Sequence[float]
    matches: int
    actions: int


def lineup(seats: int, bots: int, match: int) -> list[int]:
    """Which bot sits where: seat i plays bot i modulo their number, and everybody moves on after each match."""
    return [(seat + match) % seats % bots for seat in range(seats)]


class Tally:
    """Counts finished matches."""

    def __init__(self, setup: Setup, bots: Sequence[str], asked: int, seed: int) -> None:
        self.setup = setup
        self.bots = tuple(bots)
        self.asked = asked
        self.seed = seed
        self.matches = 0
        self.actions = 0
        self.seconds = 0.0
        self.bot_wins = [0.0] * len(bots)
        self.seat_wins = [0.0] * setup.seats

    @property
    def partial(self) -> bool:
        return self.matches < self.asked

    def add(self, chunk: Chunk) -> None:
        for seat, (bot, wins) in enumerate(zip(chunk.lineup, chunk.wins, strict=True)):
            self.bot_wins[bot] += wins
            self.seat_wins[seat] += wins
        self.matches += chunk.matches
        self.actions += chunk.actions

    def fields(self) -> dict[str, Any]:
        """The result for programs."""
        places = lineup(self.setup.seats, len(self.bots), 0)
        bots = []
        for i, (bot, wins) in enumerate(zip(self.bots, self.bot_wins, strict=True)):
            low, high = interval(wins, self.matches)
            seats = places.count(i)
            bots.append(
                {
                    "bot": bot,
                    "seats": seats,
                    "wins": round(wins, 6),
                    "share": round(wins / self.matches, 6),
                    "low": round(low, 6),
                    "high": round(high, 6),
                    "fair": round(seats / self.setup.seats, 6) if self.setup.seats > 1 else None,
                }
            )
        return {
            "game": self.setup.game.name,
            "seats": self.setup.seats,
            "options": self.setup.changed_options(),
            "seed": self.seed,
            "matches": self.matches,
            "asked": self.asked,
            "partial": self.partial,
            "bots": bots,
            "wins_by_seat": [round(wins, 6) for wins in self.seat_wins],
            "mean_length": round(self.actions / self.matches, 3),
            "seconds": round(self.seconds, 3),
        }

    def text(self) -> str:
        """The result for people."""
        options = "".join(f", {name}={show(value)}" for name, value in self.setup.changed_options().items())
        seats = f"{self.setup.seats} seats" if self.setup.seats > 1 else "1 seat"
        lines = [f"{self.setup.game.name}, {seats}{options}, seed {self.seed}"]
        if self.partial:
            lines.append(f"PARTIAL: stopped after {self.matches} of {self.asked} matches")
        fields = self.fields()
        width = max(len("bot"), *map(len, self.bots))
        lines.append(f"{'bot':<{width}}  seats  win share   95 % interval      with equal luck")
        for bot in fields["bots"]:
            fair = "-" if bot["fair"] is None else f"{bot['fair']:.2%}"
            lines.append(
                f"{bot['bot']:<{width}}  {bot['seats']:>5}  {bot['share']:>9.2%}  "
                f"{bot['low']:>7.2%} to {bot['high']:>7.2%}  {fair:>15}"
            )
        by_seat = ", ".join(f"{wins / self.matches:.2%}" for wins in self.seat_wins)
        lines += [
            f"wins by seat: {by_seat}",
            f"mean length: {fields['mean_length']:.1f} actions",
            f"time: {self.seconds:.1f} s for {self.matches} matches",
        ]
        return "\n".join(lines)
