"""Solved rounds for two: how they are made, kept and looked up.

A file has for both players the weights of the ends to choose, and of all that can be done in each history, as whole
numbers; those of rounds with one card each are a part of the package, others lie in the user's cache folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from sprawdzam.engine.compile import cache_folder
from sprawdzam.engine.game import Part
from sprawdzam.games.blef.rounds import Round

FORMAT = 1  # of the files; one of another format is made anew
MOST = 255  # what a share of 1 is kept as
EXACT = [Round(cards, jokers) for cards in ((1, 1), (1, 2), (2, 1)) for jokers in (False, True)]
SIMPLER = [Round((2, 2), spared=1)]
"""Two cards each have 2^24 histories; without bids on all four cards there are 2^18. With jokers such bids hold too
often to be left out."""
ROUNDS = {game.name: game for game in (*EXACT, *SIMPLER)}
WALKS = {2: 1000, 3: 120, 4: 120}  # by the cards in play: enough for an exploitability far below 0.005
MEASURING = 3  # how many walks making the file and its best answers take, for a bar

Table = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Solution:
    """Weights of both players of a round, as ``solver`` has them, and what the best answers to them win."""

    round: Round
    choices: tuple[Table, Table]
    tables: tuple[Table, Table]
    best: tuple[float, float]

    def choice(self, player: int, kind: int) -> list[float]:
        """How likely a player with a kind of hand chooses each ends."""
        return shares(self.choices[player][kind :: len(self.round.hands[player].kinds)].tolist())

    def play(self, player: int, hand: int, bids: list[int]) -> dict[int, float]:
        """How likely a player makes each bid after these ones; a check is number -1."""
        last = self.round.bids - 1
        history = sum(1 << (last - bid) for bid in bids)
        bid_rows, check_rows = self.tables[player]
        possible = list(range(bids[-1] + 1 if bids else 0, last + 1))
        weights = [int(bid_rows[(history | 1 << (last - bid)) >> 1, hand]) for bid in possible]
        if bids:
            possible.append(-1)
            weights.append(int(check_rows[history >> 1, hand]))
        return dict(zip(possible, shares(weights), strict=True))


def shares(weights: list[int]) -> list[float]:
    """Weights in proportion, adding up to 1; all alike where nothing is known."""
    total = sum(weights)
    return [weight / total if total else 1 / len(weights) for weight in weights]


def learn(game: Round, walks: int, tick: Callable[[int], None]) -> Solution:
    """Solves a round; ``tick`` is called after each step, of which there are ``walks + MEASURING``."""
    from sprawdzam.games.blef.learner import Learner, measure

    learner = Learner(game)
    for _ in range(walks):
        learner.walk()
        tick(1)
    ground, averages = learner.ground, learner.policies
    choices = [np.rint(ground.choices(p, averages[p][0]) * MOST).astype(np.uint8) for p in (0, 1)]
    tables = [ground.table(p, np.uint8) for p in (0, 1)]
    for p in (0, 1):
        counts = game.hands[p].counts(False), game.hands[p].counts(game.jokers)
        rival_cards = game.cards[1 - p]
        ground.code.keep_shares(
            p, game.bids, game.most, rival_cards, *counts, averages[p][1], np.float32(MOST), tables[p]
        )
    del learner, averages
    tick(1)
    measured = measure(game, ((choices[0], tables[0]), (choices[1], tables[1])))
    tick(MEASURING - 1)
    return Solution(game, (choices[0], choices[1]), (tables[0], tables[1]), measured.best)


def write(solution: Solution, file: Path) -> None:
    """At once and whole: somebody may be reading, or the machine may stop."""
    file.parent.mkdir(parents=True, exist_ok=True)
    scratch = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    parts = {f"choices{p}": solution.choices[p] for p in (0, 1)} | {f"table{p}": solution.tables[p] for p in (0, 1)}
    try:
        with scratch.open("wb") as out:
            np.savez_compressed(out, format=np.int64(FORMAT), best=np.array(solution.best), **parts)  # type: ignore[arg-type]
        scratch.replace(file)
    finally:
        scratch.unlink(missing_ok=True)


def read(game: Round, file: Path) -> Solution | None:
    """A solution, unless the file is of another format or broken."""
    try:
        with np.load(file) as kept:
            if int(kept["format"]) != FORMAT:
                return None
            first, second = kept["best"].tolist()
            choices = kept["choices0"], kept["choices1"]
            tables = kept["table0"], kept["table1"]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    fits = all(tables[p].shape == (2, game.histories // 2, game.hands[p].size) for p in (0, 1))
    return Solution(game, choices, tables, (first, second)) if fits else None


# --- where they lie ---


def kept_in(game: Round) -> Path:
    """The file of a round in the user's cache folder."""
    return cache_folder() / "solutions" / f"blef-{game.name}.npz"


@cache
def _shipped(game: Round) -> Solution | None:
    entry = files(__package__).joinpath("solved", f"{game.name}.npz")
    if not entry.is_file():
        return None
    with as_file(entry) as file:
        return read(game, file)


@cache
def _cached(game: Round, stamp: int) -> Solution | None:
    return read(game, kept_in(game))


def solution(name: str) -> Solution | None:
    """The solution of a round that is at hand, by the round's name; one that was made since the last question too."""
    game = ROUNDS.get(name)
    if game is None:
        return None
    if (shipped := _shipped(game)) is not None:
        return shipped
    try:
        stamp = kept_in(game).stat().st_mtime_ns
    except OSError:
        return None
    return _cached(game, stamp)


# --- the protocol of ``Game.solutions`` ---


def parts() -> list[Part]:
    return [
        Part(name, {"hands": f"{game.cards[0]}-{game.cards[1]}", "jokers": game.jokers}, WALKS[game.total] + MEASURING)
        for name, game in ROUNDS.items()
    ]


def solve(part: Part, tick: Callable[[int], None]) -> Mapping[str, Any]:
    game = ROUNDS[part.name]
    solved = learn(game, part.steps - MEASURING, tick)
    file = kept_in(game)
    write(solved, file)
    return {
        "value": round((solved.best[0] - solved.best[1]) / 2, 6),
        "exploitability": round(sum(solved.best) / 2, 6),
        "unit": "a round won is 1, a round lost is -1; the value is the starter's",
        "file": str(file),
    }
